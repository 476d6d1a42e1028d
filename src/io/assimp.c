/* Meshes that assimp reads.
 *
 * Assimp holds coordinates as floats; node transforms are applied in double. Its post-processing is
 * not used: it leaves out polygons that it cannot split. Its readers of STL and PLY are not used
 * either: on malformed files they lose memory, hang and crash. */
#include "io/assimp.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* nodes in nodes; files that robots come with have a handful */
#define DEEPEST_NODE 200

/* Assimp keeps the text of its last error in one string for all threads. */
static pthread_mutex_t assimp_lock = PTHREAD_MUTEX_INITIALIZER;

/* linear part and translation of a node */
typedef struct affine {
    vec3 x, y, z, origin;
} affine;

typedef struct reader {
    const struct aiScene *scene;
    lw_mesh_soup *soup;
    struct {
        uint32_t *items;
        size_t count, capacity;
    } corners; /* of one polygon */
    lw_error *error;
} reader;

static vec3 linear(const affine *a, vec3 v)
{
    return add(add(scale(v.x, a->x), scale(v.y, a->y)), scale(v.z, a->z));
}

static affine compose_affine(const affine *a, const affine *b)
{
    return (affine){linear(a, b->x), linear(a, b->y), linear(a, b->z),
                    add(linear(a, b->origin), a->origin)};
}

static affine from_matrix(const struct aiMatrix4x4 *m)
{
    return (affine){{(double)m->a1, (double)m->b1, (double)m->c1},
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

static lw_status add_mesh(reader *r, const struct aiMesh *mesh, const affine *place)
{
    bool mirrored = dot(cross(place->x, place->y), place->z) < 0;
    uint32_t first = (uint32_t)r->soup->vertices.count;
    for (unsigned i = 0; i < mesh->mNumVertices; i++) {
        const struct aiVector3D *v = &mesh->mVertices[i];
        vec3 at = add(linear(place, v3((double)v->x, (double)v->y, (double)v->z)), place->origin);
        if (!lw_mesh_soup_vertex(r->soup, at))
            return lw_fail_memory(r->error);
    }
    lw_status status = LW_OK;
    for (unsigned i = 0; i < mesh->mNumFaces && !status; i++)
        if (mesh->mFaces[i].mNumIndices >= 3)
            status = add_face(r, mesh, &mesh->mFaces[i], first, mirrored);
    return status;
}

static lw_status add_node(reader *r, const struct aiNode *node, const affine *outer, int depth)
{
    if (depth > DEEPEST_NODE)
        return lw_fail(r->error, LW_ERROR_SYNTAX, "its nodes are nested more than %d deep",
                       DEEPEST_NODE);
    affine own = from_matrix(&node->mTransformation);
    affine place = compose_affine(outer, &own);
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
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    const struct aiScene *scene = aiImportFileExWithProperties(path, 0, NULL, properties);
    aiReleasePropertyStore(properties);
    if (scene)
        return scene;
    const char *text = aiGetErrorString();
    text = text ? text : "";
    if (strstr(text, "came out empty"))
        lw_fail(error, LW_ERROR_ARGUMENT, "has no triangles");
    else
        lw_fail(error, LW_ERROR_SYNTAX, "cannot be read as a mesh%s%.*s", *text ? ": " : "",
                (int)strcspn(text, "\r\n"), text);
    return NULL;
}

lw_status lw_assimp_read(const char *path, lw_mesh_soup *soup, lw_error *error)
{
    static const affine identity = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
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
