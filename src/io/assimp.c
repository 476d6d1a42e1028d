/* Meshes that assimp reads.
 *
 * Assimp holds coordinates as floats; node transforms are applied in double. Its post-processing is
 * not used: it leaves out polygons that it cannot split. Its readers of STL, PLY and COLLADA are not
 * used either: on malformed files they lose memory, hang and crash. */
#include "io/assimp.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/affine.h"

/* nodes in nodes; files that robots come with have a handful */
#define DEEPEST_NODE 200

/* Assimp keeps the text of its last error in one string for all threads. */
static pthread_mutex_t assimp_lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct reader {
    const struct aiScene *scene;
    lw_mesh_soup *soup;
    struct {
        uint32_t *items;
        size_t count, capacity;
    } corners; /* of one polygon */
    lw_error *error;
} reader;

static lw_affine from_matrix(const struct aiMatrix4x4 *m)
{
    return (lw_affine){{(double)m->a1, (double)m->b1, (double)m->c1},
                       {(double)m->a2, (double)m->b2, (double)m->c2},
                       {(double)m->a3, (double)m->b3, (double)m->c3},
                       {(double)m->a4, (double)m->b4, (double)m->c4}};
}

/* a transform that mirrors turns polygons over, which would make an inside of the outside */
static lw_status add_face(reader *r, const struct aiMesh *mesh, const struct aiFace *face,
                          uint32_t first, bool mirrored)
{
    size_t count = face->mNumIndices;
    if (!LW_ARRAY_RESERVE(&r->corners, count))
        return lw_fail_memory(r->error);
    for (size_t i = 0; i < count; i++) {
        uint32_t index = face->mIndices[mirrored ? (count - i) % count : i];
        if (index >= mesh->mNumVertices)
            return lw_fail(r->error, LW_ERROR_SYNTAX, "a face names a vertex that is not there");
        r->corners.items[i] = first + index;
    }
    return lw_mesh_soup_polygon(r->soup, r->corners.items, count) ? LW_OK : lw_fail_memory(r->error);
}

static lw_status add_mesh(reader *r, const struct aiMesh *mesh, const lw_affine *place)
{
    bool mirrored = lw_affine_mirrors(place);
    uint32_t first = (uint32_t)r->soup->vertices.count;
    for (unsigned i = 0; i < mesh->mNumVertices; i++) {
        const struct aiVector3D *v = &mesh->mVertices[i];
        vec3 at = lw_affine_apply(place, v3((double)v->x, (double)v->y, (double)v->z));
        if (!lw_mesh_soup_vertex(r->soup, at))
            return lw_fail_memory(r->error);
    }
    lw_status status = LW_OK;
    for (unsigned i = 0; i < mesh->mNumFaces && !status; i++)
        if (mesh->mFaces[i].mNumIndices >= 3)
            status = add_face(r, mesh, &mesh->mFaces[i], first, mirrored);
    return status;
}

static lw_status add_node(reader *r, const struct aiNode *node, const lw_affine *outer, int depth)
{
    if (depth > DEEPEST_NODE)
        return lw_fail(r->error, LW_ERROR_SYNTAX, "its nodes are nested more than %d deep",
                       DEEPEST_NODE);
    lw_affine own = from_matrix(&node->mTransformation);
    lw_affine place = lw_affine_compose(outer, &own);
    lw_status status = LW_OK;
    for (unsigned i = 0; i < node->mNumMeshes && !status; i++)
        if (node->mMeshes[i] < r->scene->mNumMeshes)
            status = add_mesh(r, r->scene->mMeshes[node->mMeshes[i]], &place);
    for (unsigned i = 0; i < node->mNumChildren && !status; i++)
        status = add_node(r, node->mChildren[i], &place, depth + 1);
    return status;
}

/* to be released; NULL with the error filled */
static const struct aiScene *import(const char *path, lw_error *error)
{
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    const struct aiScene *scene = aiImportFileExWithProperties(path, 0, NULL, properties);
    aiReleasePropertyStore(properties);
    if (scene)
        return scene;
    const char *text = aiGetErrorString();
    text = text ? text : "";
    lw_fail(error, LW_ERROR_SYNTAX, "cannot be read as a mesh%s%.*s", *text ? ": " : "",
            (int)strcspn(text, "\r\n"), text);
    return NULL;
}

lw_status lw_assimp_read(const char *path, lw_mesh_soup *soup, lw_error *error)
{
    const lw_affine identity = lw_affine_scale(1, 1, 1);
    lw_error problem = {0};
    pthread_mutex_lock(&assimp_lock);
    reader r = {.scene = import(path, &problem), .soup = soup, .error = &problem};
    if (r.scene && r.scene->mRootNode)
        add_node(&r, r.scene->mRootNode, &identity, 0);
    aiReleaseImport(r.scene);
    pthread_mutex_unlock(&assimp_lock);
    free(r.corners.items);
    return problem.status ? lw_fail(error, problem.status, "%s", problem.message) : LW_OK;
}
