/* Meshes from COLLADA files: walks over the nodes of the file's scene (COLLADA 1.4 and 1.5). */
#include "io/mesh/dae.h"

#include <stdlib.h>
#include <string.h>

#include "io/mesh/dae_mesh.h"
#include "math/pose.h"
#include "math/unit.h"

/* The recursion limit for nested nodes, and the limit of nodes in all. Files of robots have a handful,
 * but a small file that instantiates nodes many times over could fill the memory. */
#define DEEPEST_NODE 200
#define MOST_NODES   100000

#define RADIANS_PER_DEGREE 0.017453292519943295

typedef struct walk {
    lw_dae *dae;
    size_t nodes;
    lw_dae_numbers numbers;
} walk;

/* the next element in document order, below the root */
static const xmlNode *following(const xmlNode *root, const xmlNode *node)
{
    const xmlNode *next = lw_xml_first(node, NULL);
    while (!next && node != root) {
        next = lw_xml_next(node, NULL);
        node = node->parent;
    }
    return next;
}

static lw_status collect_ids(lw_dae *dae)
{
    for (const xmlNode *n = dae->xml.root; n; n = following(dae->xml.root, n)) {
        const char *id = lw_xml_attribute(n, "id");
        if (!id)
            continue;
        if (!LW_ARRAY_GROW(&dae->ids))
            return lw_fail_memory(dae->xml.error);
        dae->ids.items[dae->ids.count++] = (lw_dae_id){id, n};
    }
    lw_dae_sort_ids(dae);
    return LW_OK;
}

/* reads one transform element of a node; identity for any other element */
static lw_status read_transform(walk *w, const xmlNode *node, lw_affine *out)
{
    static const struct {
        const char *name;
        size_t count;
    } kinds[] = {{"matrix", 16}, {"translate", 3}, {"rotate", 4}, {"scale", 3}};
    const char *name = (const char *)node->name;
    size_t kind = 0;
    while (kind < 4 && strcmp(name, kinds[kind].name))
        kind++;
    *out = lw_affine_scale(1, 1, 1);
    if (!strcmp(name, "lookat") || !strcmp(name, "skew"))
        return lw_xml_fail(&w->dae->xml, node, LW_ERROR_SYNTAX, "<%s> is not read; export a <matrix>",
                           name);
    if (kind == 4)
        return LW_OK;
    lw_status status = lw_dae_read_numbers(w->dae, node, false, &w->numbers);
    if (status)
        return status;
    if (w->numbers.count != kinds[kind].count)
        return lw_xml_fail(&w->dae->xml, node, LW_ERROR_SYNTAX, "<%s> has %zu numbers; it needs %zu",
                           name, w->numbers.count, kinds[kind].count);
    const double *v = w->numbers.items;
    if (kind == 0) {
        *out = (lw_affine){
            {v[0], v[4], v[8]}, {v[1], v[5], v[9]}, {v[2], v[6], v[10]}, {v[3], v[7], v[11]}};
    } else if (kind == 1) {
        out->origin = v3(v[0], v[1], v[2]);
    } else if (kind == 2) {
        vec3 axis = lw_unit(v3(v[0], v[1], v[2]));
        if (!(norm2(axis) > 0) || !finite3(axis) || !isfinite(v[3]))
            return lw_xml_fail(&w->dae->xml, node, LW_ERROR_SYNTAX, "<rotate> has no axis and angle");
        mat3 turn = lw_rotation(axis, v[3] * RADIANS_PER_DEGREE);
        *out = (lw_affine){turn.x, turn.y, turn.z, {0, 0, 0}};
    } else {
        *out = lw_affine_scale(v[0], v[1], v[2]);
    }
    return LW_OK;
}

static lw_status add_node(walk *w, const xmlNode *node, const lw_affine *outer, int depth);

/* adds one child of a node: a geometry, a node or an instance of a node; transforms are skipped */
static lw_status add_part(walk *w, const xmlNode *node, const lw_affine *to_scene, int depth)
{
    const char *name = (const char *)node->name;
    const xmlNode *referred = NULL;
    lw_status status = LW_OK;
    if (!strcmp(name, "node"))
        return add_node(w, node, to_scene, depth + 1);
    if (!strcmp(name, "instance_node")) {
        status = lw_dae_refer(w->dae, node, "url", "node", &referred);
        return status ? status : add_node(w, referred, to_scene, depth + 1);
    }
    if (!strcmp(name, "instance_geometry")) {
        status = lw_dae_refer(w->dae, node, "url", "geometry", &referred);
        return status ? status : lw_dae_add_geometry(w->dae, referred, to_scene);
    }
    if (!strcmp(name, "instance_controller"))
        return lw_xml_fail(&w->dae->xml, node, LW_ERROR_SYNTAX,
                           "meshes that are bent by a skeleton are not read; export a mesh");
    return LW_OK;
}

/* Adds a node with all its children. Its transforms apply to everything in it, the last transform
 * first. */
static lw_status add_node(walk *w, const xmlNode *node, const lw_affine *outer, int depth)
{
    lw_affine to_scene = *outer;
    lw_status status = LW_OK;
    if (depth > DEEPEST_NODE || ++w->nodes > MOST_NODES)
        return lw_xml_fail(&w->dae->xml, node, LW_ERROR_SYNTAX,
                           depth > DEEPEST_NODE ? "nodes are nested more than %d deep"
                                                : "the scene shows more than %d nodes",
                           depth > DEEPEST_NODE ? DEEPEST_NODE : MOST_NODES);
    for (const xmlNode *n = lw_xml_first(node, NULL); n && !status; n = lw_xml_next(n, NULL)) {
        lw_affine own;
        status = read_transform(w, n, &own);
        to_scene = lw_affine_compose(&to_scene, &own);
    }
    for (const xmlNode *n = lw_xml_first(node, NULL); n && !status; n = lw_xml_next(n, NULL))
        status = add_part(w, n, &to_scene, depth);
    return status;
}

/* finds the scene that <scene> refers to, else the only scene of the file */
static lw_status find_scene(const lw_dae *dae, const xmlNode **out)
{
    const xmlNode *scene = NULL;
    const xmlNode *instance = NULL;
    const xmlNode *library = NULL;
    lw_status status = lw_xml_only(&dae->xml, dae->xml.root, "scene", &scene);
    if (!status && scene)
        status = lw_xml_only(&dae->xml, scene, "instance_visual_scene", &instance);
    if (status || instance)
        return status ? status : lw_dae_refer(dae, instance, "url", "visual_scene", out);
    status = lw_xml_only(&dae->xml, dae->xml.root, "library_visual_scenes", &library);
    if (!status && library)
        status = lw_xml_only(&dae->xml, library, "visual_scene", out);
    return status;
}

static lw_status read_unit(const lw_dae *dae, double *meter)
{
    const xmlNode *asset = NULL;
    const xmlNode *unit = NULL;
    *meter = 1;
    lw_status status = lw_xml_only(&dae->xml, dae->xml.root, "asset", &asset);
    if (status || !asset || (status = lw_xml_only(&dae->xml, asset, "unit", &unit)) || !unit)
        return status;
    status = lw_xml_numbers(&dae->xml, unit, "meter", meter, 1, NULL);
    if (!status && !(*meter > 0))
        return lw_xml_fail(&dae->xml, unit, LW_ERROR_ARGUMENT, "unit meter is %g; it must be above 0",
                           *meter);
    return status;
}

lw_status lw_dae_read(const char *path, lw_mesh_soup *soup, lw_error *error)
{
    lw_dae dae = {.soup = soup};
    walk w = {.dae = &dae};
    const xmlNode *scene = NULL;
    double meter = 1;
    lw_status status = lw_xml_open(&dae.xml, path, "COLLADA", error);
    if (!status && !(status = collect_ids(&dae)) && !(status = read_unit(&dae, &meter)) &&
        !(status = find_scene(&dae, &scene)) && scene) {
        lw_affine unit = lw_affine_scale(meter, meter, meter);
        status = add_node(&w, scene, &unit, 0);
    }
    free(w.numbers.items);
    free(dae.ids.items);
    free(dae.positions.items);
    free(dae.indices.items);
    free(dae.counts.items);
    free(dae.corners.items);
    lw_xml_close(&dae.xml);
    return status;
}
