/* Meshes from glTF files: walks over the nodes of the file's scene (glTF 2.0). Floats of the file are
 * exact as doubles; transforms are composed in double. Features that would change the shape and are not
 * implemented are refused: compression, skins, morph targets with weights, instances by an extension.
 * Materials, animations, cameras and lights are ignored. */
#include "io/mesh/gltf.h"

#include <stdlib.h>
#include <string.h>

#include "io/mesh/affine.h"
#include "io/mesh/gltf_data.h"
#include "io/text/json.h"
#include "math/pose.h"

/* The recursion limit for nested nodes, as for COLLADA; files of robots have a handful. */
#define DEEPEST_NODE 200

/* A scene may have MOST_ADDED corners and vertices more than its files have bytes, and MOST_PRIMITIVES
 * primitives: a small file could instantiate one mesh often enough to fill the memory. */
#define MOST_ADDED      ((size_t)1 << 22)
#define MOST_PRIMITIVES 1000000

typedef struct reader {
    lw_gltf gltf;
    lw_mesh_soup *soup;
    bool *visited; /* per node */
    size_t added;  /* corners and vertices */
    size_t primitives;
    const lw_value *positions; /* index of the accessor of the mesh's last positions */
    uint32_t first;            /* the soup's vertex at which these positions begin */
    size_t position_count;
    struct {
        uint32_t *items;
        size_t count, capacity;
    } corners; /* of one primitive */
} reader;

/* ---- primitives ---- */

/* counts corners or vertices before they are added, and refuses too many */
static lw_status count_added(reader *r, const lw_value *node, size_t count)
{
    size_t most = MOST_ADDED + r->gltf.bytes;
    if (count > most - r->added)
        return lw_value_fail(&r->gltf.document, node, LW_ERROR_SYNTAX,
                             "the scene shows more than %zu corners and vertices", most);
    r->added += count;
    return LW_OK;
}

/* adds the positions to the vertices of the soup, unless the last primitive of the mesh had the same */
static lw_status add_positions(reader *r, const lw_value *index, const lw_affine *to_scene)
{
    if (r->positions && r->positions->number == index->number)
        return LW_OK;
    lw_gltf_accessor a;
    lw_status status = lw_gltf_open(&r->gltf, index, "VEC3", &a);
    if (status || (status = count_added(r, index, a.count)))
        return status;
    if (a.type == LW_GLTF_UINT32)
        return lw_value_fail(&r->gltf.document, index, LW_ERROR_SYNTAX,
                             "positions are of component type 5125; they must be floats, or whole "
                             "numbers of at most 16 bits");
    r->first = (uint32_t)r->soup->vertices.count;
    for (size_t i = 0; i < a.count; i++) {
        double row[3];
        lw_gltf_next(&a, row);
        if (!lw_mesh_soup_vertex(r->soup, lw_affine_apply(to_scene, v3(row[0], row[1], row[2]))))
            return lw_fail_memory(r->gltf.document.error);
    }
    r->positions = index;
    r->position_count = a.count;
    return LW_OK;
}

/* reads a primitive's indices as vertices of the soup; without indices: all of its positions */
static lw_status read_corners(reader *r, const lw_value *primitive)
{
    const lw_value *index = lw_value_find(primitive, "indices");
    lw_gltf_accessor a = {.count = r->position_count};
    lw_status status = LW_OK;
    if (index && (status = lw_gltf_open(&r->gltf, index, "SCALAR", &a)))
        return status;
    if (index &&
        (a.normalized || a.type == LW_GLTF_INT8 || a.type == LW_GLTF_INT16 || a.type == LW_GLTF_FLOAT))
        return lw_value_fail(&r->gltf.document, index, LW_ERROR_SYNTAX,
                             "indices must be of component type 5121, 5123 or 5125, not normalized");
    if ((status = count_added(r, primitive, a.count)))
        return status;
    if (!LW_ARRAY_RESERVE(&r->corners, a.count))
        return lw_fail_memory(r->gltf.document.error);
    r->corners.count = a.count;
    for (size_t i = 0; i < a.count; i++) {
        double row[1] = {(double)i};
        if (index)
            lw_gltf_next(&a, row);
        if (!(row[0] < (double)r->position_count))
            return lw_value_fail(&r->gltf.document, index, LW_ERROR_SYNTAX,
                                 "an index is %g, but there are %zu positions", row[0],
                                 r->position_count);
        r->corners.items[i] = r->first + (uint32_t)row[0];
    }
    return LW_OK;
}

enum { POINTS = 0, LINE_STRIP = 3, TRIANGLES = 4, TRIANGLE_STRIP = 5, TRIANGLE_FAN = 6 };

/* a transform that mirrors reverses the order of corners, which would turn the inside out */
static bool add_triangle(reader *r, uint32_t a, uint32_t b, uint32_t c, bool mirrored)
{
    const uint32_t corners[3] = {a, mirrored ? c : b, mirrored ? b : c};
    return lw_mesh_soup_polygon(r->soup, corners, 3);
}

/* adds triangles, a strip or a fan; corners left over at the end are ignored */
static bool add_triangles(reader *r, size_t mode, bool mirrored)
{
    const uint32_t *corners = r->corners.items;
    size_t count = r->corners.count;
    bool added = true;
    if (mode == TRIANGLE_STRIP)
        return lw_mesh_soup_strip(r->soup, corners, count, mirrored);
    for (size_t i = 2; mode == TRIANGLES && added && i < count; i += 3)
        added = add_triangle(r, corners[i - 2], corners[i - 1], corners[i], mirrored);
    for (size_t i = 2; mode == TRIANGLE_FAN && added && i < count; i++)
        added = add_triangle(r, corners[0], corners[i - 1], corners[i], mirrored);
    return added;
}

static lw_status add_primitive(reader *r, const lw_value *primitive, const lw_affine *to_scene)
{
    lw_document *document = &r->gltf.document;
    size_t mode = 0;
    lw_value *attributes = NULL;
    lw_value *position = NULL;
    lw_status status = lw_value_expect(document, primitive, "a primitive", LW_VALUE_MAP);
    if (status || (status = lw_gltf_whole(&r->gltf, primitive, "mode", TRIANGLES, TRIANGLE_FAN, &mode)))
        return status;
    if (++r->primitives > MOST_PRIMITIVES)
        return lw_value_fail(document, primitive, LW_ERROR_SYNTAX,
                             "the scene shows more than %d primitives", MOST_PRIMITIVES);
    if (mode <= LINE_STRIP)
        return LW_OK;
    if ((status = lw_value_need(document, primitive, "attributes", &attributes)) ||
        (status = lw_value_need(document, attributes, "POSITION", &position)) ||
        (status = add_positions(r, position, to_scene)) || (status = read_corners(r, primitive)))
        return status;
    return add_triangles(r, mode, lw_affine_mirrors(to_scene)) ? LW_OK
                                                               : lw_fail_memory(document->error);
}

/* ---- meshes and nodes ---- */

/* Morph targets change the shape where their weights are not all 0. */
static lw_status refuse_weights(reader *r, const lw_value *owner)
{
    const lw_value *weights = lw_value_find(owner, "weights");
    if (weights && weights->kind != LW_VALUE_LIST)
        return lw_value_expect(&r->gltf.document, weights, "weights", LW_VALUE_LIST);
    for (size_t i = 0; weights && i < weights->count; i++)
        if (weights->items[i]->kind != LW_VALUE_NUMBER || weights->items[i]->number != 0)
            return lw_value_fail(
                &r->gltf.document, weights, LW_ERROR_SYNTAX,
                "morph targets with weights other than 0 are not read; export the mesh "
                "as it is shown");
    return LW_OK;
}

static lw_status add_mesh(reader *r, const lw_value *index, const lw_affine *to_scene)
{
    const lw_value *mesh = NULL;
    lw_value *primitives = NULL;
    size_t number = 0;
    lw_status status = lw_gltf_entry(&r->gltf, "meshes", index, &mesh, &number);
    if (status || (status = lw_value_need(&r->gltf.document, mesh, "primitives", &primitives)) ||
        (status = lw_value_expect(&r->gltf.document, primitives, "primitives", LW_VALUE_LIST)) ||
        (status = refuse_weights(r, mesh)))
        return status;
    r->positions = NULL;
    for (size_t i = 0; i < primitives->count && !status; i++) {
        lw_document_subject(&r->gltf.document, "meshes[%zu].primitives[%zu]", number, i);
        status = add_primitive(r, primitives->items[i], to_scene);
    }
    return status;
}

/* reads a matrix, which the file has in column-major order */
static lw_status read_matrix(reader *r, const lw_value *node, const lw_value *matrix, lw_affine *out)
{
    double v[16];
    lw_status status = lw_value_numbers(&r->gltf.document, matrix, "matrix", v, 16);
    if (status)
        return status;
    if (lw_value_find(node, "translation") || lw_value_find(node, "rotation") ||
        lw_value_find(node, "scale"))
        return lw_value_fail(&r->gltf.document, node, LW_ERROR_SYNTAX,
                             "a node has either a matrix, or translation, rotation and scale");
    if (v[3] != 0 || v[7] != 0 || v[11] != 0 || v[15] != 1)
        return lw_value_fail(&r->gltf.document, matrix, LW_ERROR_SYNTAX,
                             "the last row of a matrix must be 0, 0, 0, 1");
    *out =
        (lw_affine){{v[0], v[1], v[2]}, {v[4], v[5], v[6]}, {v[8], v[9], v[10]}, {v[12], v[13], v[14]}};
    return LW_OK;
}

/* first the scale, then the rotation, then the translation */
static lw_status read_transform(reader *r, const lw_value *node, lw_affine *out)
{
    lw_document *document = &r->gltf.document;
    double t[3] = {0, 0, 0};
    double q[4] = {0, 0, 0, 1};
    double s[3] = {1, 1, 1};
    const lw_value *matrix = lw_value_find(node, "matrix");
    if (matrix)
        return read_matrix(r, node, matrix, out);
    const lw_value *translation = lw_value_find(node, "translation");
    const lw_value *rotation = lw_value_find(node, "rotation");
    const lw_value *factors = lw_value_find(node, "scale");
    lw_status status = LW_OK;
    if ((translation && (status = lw_value_numbers(document, translation, "translation", t, 3))) ||
        (rotation && (status = lw_value_numbers(document, rotation, "rotation", q, 4))) ||
        (factors && (status = lw_value_numbers(document, factors, "scale", s, 3))))
        return status;
    /* files round quaternions to a few digits */
    lw_quat turn = {q[0], q[1], q[2], q[3]};
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(fabs(square - 1) < 0.02) || !lw_quat_normalize(&turn))
        return lw_value_fail(document, rotation, LW_ERROR_SYNTAX,
                             "rotation is a quaternion x, y, z, w of length %g; it must be 1",
                             sqrt(square));
    mat3 m = lw_rotation_from_quat(turn);
    *out = (lw_affine){scale(s[0], m.x), scale(s[1], m.y), scale(s[2], m.z), v3(t[0], t[1], t[2])};
    return LW_OK;
}

/* refuses a node whose meshes are changed by features that are not read: skins, instances, weights */
static lw_status refuse_others(reader *r, const lw_value *node)
{
    const lw_value *extensions = lw_value_find(node, "extensions");
    if (lw_value_find(node, "skin"))
        return lw_value_fail(&r->gltf.document, node, LW_ERROR_SYNTAX,
                             "meshes that are bent by a skeleton (skin) are not read; export a mesh");
    if (lw_value_find(extensions, "EXT_mesh_gpu_instancing"))
        return lw_value_fail(&r->gltf.document, node, LW_ERROR_SYNTAX,
                             "the extension \"EXT_mesh_gpu_instancing\" is not read; export a node for "
                             "each instance");
    return refuse_weights(r, node);
}

/* The nodes are a tree (glTF 2.0, 3.5.2): each is added once, and none is its own descendant. */
static lw_status add_node(reader *r, const lw_value *index, const lw_affine *outer, int depth)
{
    lw_document *document = &r->gltf.document;
    const lw_value *node = NULL;
    size_t number = 0;
    lw_status status = lw_gltf_entry(&r->gltf, "nodes", index, &node, &number);
    if (status)
        return status;
    lw_document_subject(document, "nodes[%zu]", number);
    if (r->visited[number])
        return lw_value_fail(document, index, LW_ERROR_SYNTAX,
                             "it hangs on two nodes, or on itself; a node has one parent");
    r->visited[number] = true;
    if (depth > DEEPEST_NODE)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX, "nodes are nested more than %d deep",
                             DEEPEST_NODE);
    lw_affine own = lw_affine_scale(1, 1, 1);
    const lw_value *mesh = lw_value_find(node, "mesh");
    const lw_value *children = lw_value_find(node, "children");
    if ((status = refuse_others(r, node)) || (status = read_transform(r, node, &own)))
        return status;
    lw_affine to_scene = lw_affine_compose(outer, &own);
    if (children)
        status = lw_value_expect(document, children, "children", LW_VALUE_LIST);
    if (!status && mesh)
        status = add_mesh(r, mesh, &to_scene);
    for (size_t i = 0; children && i < children->count && !status; i++)
        status = add_node(r, children->items[i], &to_scene, depth + 1);
    return status;
}

/* ---- the file ---- */

static lw_status check_version(reader *r)
{
    const lw_value *version = lw_value_find(lw_value_find(r->gltf.root, "asset"), "version");
    if (!version || version->kind != LW_VALUE_TEXT)
        return lw_value_fail(&r->gltf.document, r->gltf.root, LW_ERROR_SYNTAX,
                             "no glTF file: it does not tell its version (asset.version)");
    if (strncmp(version->text, "2.", 2))
        return lw_value_fail(&r->gltf.document, version, LW_ERROR_SYNTAX,
                             "glTF of version %.20s is not read; export version 2.0", version->text);
    return LW_OK;
}

/* Refuses required extensions, except those that do not change the shape. */
static lw_status check_extensions(reader *r)
{
    static const char *const harmless[] = {
        "KHR_mesh_quantization", "KHR_materials_", "KHR_texture_",   "EXT_texture_", "MSFT_texture_",
        "KHR_lights_",           "EXT_lights_",    "KHR_animation_", "KHR_xmp",      "KHR_technique"};
    const lw_value *required = lw_value_find(r->gltf.root, "extensionsRequired");
    const char **names = NULL;
    size_t count = 0;
    lw_status status = LW_OK;
    if (required)
        status = lw_value_text_list(&r->gltf.document, required, "extensionsRequired", &names, &count);
    for (size_t i = 0; i < count && !status; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
            known = known || !strncmp(names[i], harmless[k], strlen(harmless[k]));
        if (!known)
            status = lw_value_fail(&r->gltf.document, required->items[i], LW_ERROR_SYNTAX,
                                   "the file needs the extension \"%.80s\", which is not read; export "
                                   "it without",
                                   names[i]);
    }
    return status;
}

/* allocates the state of each buffer and node */
static lw_status prepare(reader *r)
{
    const lw_value *buffers = lw_value_find(r->gltf.root, "buffers");
    const lw_value *nodes = lw_value_find(r->gltf.root, "nodes");
    r->gltf.buffers =
        lw_document_take(&r->gltf.document, buffers ? buffers->count : 0, sizeof *r->gltf.buffers);
    r->visited = lw_document_take(&r->gltf.document, nodes ? nodes->count : 0, sizeof *r->visited);
    return r->gltf.buffers && r->visited ? LW_OK : lw_fail_memory(r->gltf.document.error);
}

/* adds the scene with the index "scene", else the first */
static lw_status add_scene(reader *r)
{
    lw_document *document = &r->gltf.document;
    static const lw_value first = {.kind = LW_VALUE_NUMBER, .number = 0};
    const lw_affine identity = lw_affine_scale(1, 1, 1);
    const lw_value *index = lw_value_find(r->gltf.root, "scene");
    const lw_value *scene = NULL;
    size_t number = 0;
    if (!index && !lw_value_find(r->gltf.root, "scenes"))
        return lw_value_fail(document, NULL, LW_ERROR_SYNTAX, "the file has no scene");
    lw_status status = lw_gltf_entry(&r->gltf, "scenes", index ? index : &first, &scene, &number);
    const lw_value *nodes = status ? NULL : lw_value_find(scene, "nodes");
    if (nodes)
        status = lw_value_expect(document, nodes, "nodes", LW_VALUE_LIST);
    for (size_t i = 0; nodes && i < nodes->count && !status; i++)
        status = add_node(r, nodes->items[i], &identity, 0);
    return status;
}

static lw_status read_text(reader *r, const char *text, size_t length)
{
    lw_value *root = NULL;
    lw_status status = lw_json_parse(&r->gltf.document, text, length, 1, &root);
    r->gltf.root = root;
    if (!status && !(status = lw_value_expect(&r->gltf.document, root, "a glTF file", LW_VALUE_MAP)) &&
        !(status = check_version(r)) && !(status = check_extensions(r)) && !(status = prepare(r)))
        status = add_scene(r);
    free(r->corners.items);
    lw_document_free(&r->gltf.document);
    return status;
}

lw_status lw_gltf_read(const char *path, const char *bytes, size_t size, lw_mesh_soup *soup,
                       lw_error *error)
{
    reader r = {
        .gltf = {.document = {.file = path, .error = error}, .model = soup->model, .bytes = size},
        .soup = soup};
    return read_text(&r, bytes, size);
}

/* ---- the binary form (glTF 2.0, 4.4) ---- */

static size_t little_endian(const char *bytes)
{
    uint32_t value = 0;
    for (int i = 3; i >= 0; i--)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

enum { HEADER = 12, CHUNK_HEADER = 8 };

lw_status lw_glb_read(const char *path, const char *bytes, size_t size, lw_mesh_soup *soup,
                      lw_error *error)
{
    reader r = {
        .gltf = {.document = {.file = path, .error = error}, .model = soup->model, .bytes = size},
        .soup = soup};
    lw_gltf_buffer text = {NULL, 0};
    if (size < HEADER || memcmp(bytes, "glTF", 4))
        return lw_fail(error, LW_ERROR_SYNTAX, "does not begin with glTF, as GLB files do");
    if (little_endian(bytes + 4) != 2)
        return lw_fail(error, LW_ERROR_SYNTAX, "is a GLB of version %zu; only 2 is read",
                       little_endian(bytes + 4));
    if (little_endian(bytes + 8) > size)
        return lw_fail(error, LW_ERROR_SYNTAX, "has %zu bytes, not %zu as its header says", size,
                       little_endian(bytes + 8));
    size_t end = little_endian(bytes + 8);
    for (size_t at = HEADER; at + CHUNK_HEADER <= end;) {
        size_t length = little_endian(bytes + at);
        const char *kind = bytes + at + 4;
        at += CHUNK_HEADER;
        if (length > end - at)
            return lw_fail(error, LW_ERROR_SYNTAX, "a chunk has %zu bytes, but only %zu are left",
                           length, end - at);
        lw_gltf_buffer chunk = {(const unsigned char *)bytes + at, length};
        if (!memcmp(kind, "JSON", 4) && !text.bytes)
            text = chunk;
        else if (!memcmp(kind, "BIN\0", 4) && !r.gltf.chunk.bytes)
            r.gltf.chunk = chunk;
        at += length;
    }
    if (!text.bytes)
        return lw_fail(error, LW_ERROR_SYNTAX, "has no chunk of JSON");
    /* padded with blanks, or with zeros by some programs */
    while (text.size && !text.bytes[text.size - 1])
        text.size--;
    lw_status status = read_text(&r, (const char *)text.bytes, text.size);
    if (status && error) /* lines within the chunk would mislead */
        error->line = error->column = 0;
    return status;
}
