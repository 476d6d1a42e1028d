/* Geometries of COLLADA files: sources of positions, and the polygons over them. Polygons come in six
 * kinds of elements; lines are skipped, and any other element is refused. */
#include "io/mesh/dae_mesh.h"

#include <string.h>

#include "io/text/number.h"
#include "io/text/scan.h"

static bool read_number(const lw_scan *scan, bool whole, double *out)
{
    if (whole && (scan->length > 9 || strspn(scan->word, "0123456789") < scan->length))
        return false;
    return lw_number_read(scan->word, scan->length, out);
}

lw_status lw_dae_read_numbers(const lw_dae *dae, const xmlNode *node, bool whole, lw_dae_numbers *out)
{
    out->count = 0;
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (child->type != XML_TEXT_NODE && child->type != XML_CDATA_SECTION_NODE)
            continue;
        const char *text = child->content ? (const char *)child->content : "";
        lw_scan scan = {.at = text, .end = text + strlen(text)};
        while (lw_scan_word(&scan)) {
            if (!LW_ARRAY_GROW(out))
                return lw_fail_memory(dae->xml.error);
            if (!read_number(&scan, whole, &out->items[out->count++]))
                return lw_xml_fail(&dae->xml, node, LW_ERROR_SYNTAX, "<%s>: \"%.*s\" is not a %snumber",
                                   (const char *)node->name, (int)(scan.length < 40 ? scan.length : 40),
                                   scan.word, whole ? "whole " : "");
        }
    }
    return LW_OK;
}

/* reads a whole number from an attribute that may be missing */
static lw_status read_whole(const lw_dae *dae, const xmlNode *node, const char *name, size_t *out)
{
    const char *text = lw_xml_attribute(node, name);
    double value = 0;
    if (!text)
        return LW_OK;
    lw_scan scan = {.word = text, .length = strlen(text)};
    if (!read_number(&scan, true, &value))
        return lw_xml_fail(&dae->xml, node, LW_ERROR_SYNTAX, "<%s> %s=\"%.40s\" is not a whole number",
                           (const char *)node->name, name, text);
    *out = (size_t)value;
    return LW_OK;
}

/* the <input> child of a node that has the given semantic; NULL where there is none */
static const xmlNode *find_input(const xmlNode *node, const char *semantic)
{
    for (const xmlNode *n = lw_xml_first(node, "input"); n; n = lw_xml_next(n, "input")) {
        const char *given = lw_xml_attribute(n, "semantic");
        if (given && !strcmp(given, semantic))
            return n;
    }
    return NULL;
}

/* the offsets of x, y and z in each entry of an accessor */
static void find_axes(const xmlNode *accessor, size_t at[3])
{
    static const char *const names[] = {"X", "Y", "Z"};
    size_t index = 0;
    for (size_t k = 0; k < 3; k++)
        at[k] = k;
    for (const xmlNode *n = lw_xml_first(accessor, "param"); n; n = lw_xml_next(n, "param"), index++) {
        const char *name = lw_xml_attribute(n, "name");
        for (size_t k = 0; k < 3; k++)
            if (name && !strcmp(name, names[k]))
                at[k] = index;
    }
}

/* adds the positions of a <source> to the vertices of the soup; added: out, how many */
static lw_status add_positions(lw_dae *dae, const xmlNode *source, const lw_affine *to_scene,
                               size_t *added)
{
    const xmlNode *technique = NULL;
    const xmlNode *accessor = NULL;
    const xmlNode *array = NULL;
    lw_status status = lw_xml_need(&dae->xml, source, "technique_common", &technique);
    if (status || (status = lw_xml_need(&dae->xml, technique, "accessor", &accessor)) ||
        (status = lw_dae_refer(dae, accessor, "source", "float_array", &array)) ||
        (status = lw_dae_read_numbers(dae, array, false, &dae->positions)))
        return status;
    size_t count = 0;
    size_t stride = 1;
    size_t offset = 0;
    size_t at[3];
    if ((status = read_whole(dae, accessor, "count", &count)) ||
        (status = read_whole(dae, accessor, "stride", &stride)) ||
        (status = read_whole(dae, accessor, "offset", &offset)))
        return status;
    find_axes(accessor, at);
    if (at[0] >= stride || at[1] >= stride || at[2] >= stride)
        return lw_xml_fail(&dae->xml, accessor, LW_ERROR_SYNTAX,
                           "positions have %zu numbers each; they need x, y and z", stride);
    if (count && offset + count * stride > dae->positions.count)
        return lw_xml_fail(&dae->xml, array, LW_ERROR_SYNTAX,
                           "%zu positions take %zu numbers; there are %zu", count,
                           offset + count * stride, dae->positions.count);
    for (size_t i = 0; i < count; i++) {
        const double *entry = dae->positions.items + offset + i * stride;
        vec3 v = lw_affine_apply(to_scene, v3(entry[at[0]], entry[at[1]], entry[at[2]]));
        if (!lw_mesh_soup_vertex(dae->soup, v))
            return lw_fail_memory(dae->xml.error);
    }
    *added = count;
    return LW_OK;
}

/* an element with polygons; first: the index of its first vertex in the soup */
typedef struct primitive {
    const xmlNode *node;
    size_t first, vertex_count;
    size_t stride, offset; /* numbers of <p> for each corner; the place of its vertex in them */
    bool mirrored;
} primitive;

/* adds one polygon: `count` corners of the current <p> from corner `begin` on. order: their order;
 * NULL: that of the file */
static lw_status add_polygon(lw_dae *dae, const primitive *p, const size_t *order, size_t begin,
                             size_t count)
{
    if (count > LW_MOST_CORNERS)
        return lw_xml_fail(&dae->xml, p->node, LW_ERROR_SYNTAX, LW_TOO_MANY_CORNERS, count,
                           (int)LW_MOST_CORNERS);
    if (!LW_ARRAY_RESERVE(&dae->corners, count))
        return lw_fail_memory(dae->xml.error);
    for (size_t i = 0; i < count; i++) {
        size_t k = p->mirrored ? (count - i) % count : i;
        double vertex = dae->indices.items[(begin + (order ? order[k] : k)) * p->stride + p->offset];
        if (vertex >= (double)p->vertex_count)
            return lw_xml_fail(&dae->xml, p->node, LW_ERROR_SYNTAX,
                               "<%s> names vertex %g; there are %zu", (const char *)p->node->name,
                               vertex, p->vertex_count);
        dae->corners.items[i] = (uint32_t)p->first + (uint32_t)vertex;
    }
    return lw_mesh_soup_polygon(dae->soup, dae->corners.items, count) ? LW_OK
                                                                      : lw_fail_memory(dae->xml.error);
}

/* adds the corners of one <p> as polygons, triangles, strips or fans, as its element says */
static lw_status add_corners(lw_dae *dae, const primitive *p, size_t count)
{
    const char *kind = (const char *)p->node->name;
    lw_status status = LW_OK;
    if (!strcmp(kind, "polygons"))
        return count ? add_polygon(dae, p, NULL, 0, count) : LW_OK;
    if (!strcmp(kind, "triangles")) {
        if (count % 3)
            return lw_xml_fail(&dae->xml, p->node, LW_ERROR_SYNTAX,
                               "<triangles> has %zu corners, which are no whole triangles", count);
        for (size_t i = 0; i < count && !status; i += 3)
            status = add_polygon(dae, p, NULL, i, 3);
        return status;
    }
    for (size_t i = 2; i < count && !status; i++) {
        /* a strip turns every second triangle over; all triangles of a fan share their first corner */
        const size_t strip[2][3] = {{i - 2, i - 1, i}, {i - 1, i - 2, i}};
        const size_t fan[3] = {0, i - 1, i};
        status = add_polygon(dae, p, strcmp(kind, "trifans") ? strip[i % 2] : fan, 0, 3);
    }
    return status;
}

static lw_status add_polylist(lw_dae *dae, const primitive *p, size_t count)
{
    const xmlNode *node = NULL;
    lw_status status = lw_xml_need(&dae->xml, p->node, "vcount", &node);
    if (status || (status = lw_dae_read_numbers(dae, node, true, &dae->counts)))
        return status;
    size_t at = 0;
    for (size_t i = 0; i < dae->counts.count && !status; i++) {
        size_t corners = (size_t)dae->counts.items[i];
        if (corners > count - at)
            break;
        if (corners)
            status = add_polygon(dae, p, NULL, at, corners);
        at += corners;
    }
    double sum = 0;
    for (size_t i = 0; i < dae->counts.count; i++)
        sum += dae->counts.items[i];
    if (!status && sum != (double)count)
        return lw_xml_fail(&dae->xml, node, LW_ERROR_SYNTAX,
                           "<vcount> counts %.0f corners, but <p> has %zu", sum, count);
    return status;
}

/* the stride of <p> is one more than the largest offset of any input */
static lw_status read_inputs(lw_dae *dae, primitive *p, const xmlNode *vertices)
{
    const xmlNode *vertex = find_input(p->node, "VERTEX");
    const xmlNode *referred = NULL;
    if (!vertex)
        return lw_xml_fail(&dae->xml, p->node, LW_ERROR_SYNTAX, "<%s> has no input VERTEX",
                           (const char *)p->node->name);
    lw_status status = lw_dae_refer(dae, vertex, "source", "vertices", &referred);
    if (!status && referred != vertices)
        return lw_xml_fail(&dae->xml, vertex, LW_ERROR_SYNTAX, "it names the vertices of another mesh");
    for (const xmlNode *n = lw_xml_first(p->node, "input"); n && !status; n = lw_xml_next(n, "input")) {
        size_t offset = 0;
        status = read_whole(dae, n, "offset", &offset);
        if (offset >= p->stride)
            p->stride = offset + 1;
        if (n == vertex)
            p->offset = offset;
    }
    return status;
}

static lw_status add_primitive(lw_dae *dae, primitive *p, const xmlNode *vertices)
{
    lw_status status = read_inputs(dae, p, vertices);
    if (!status && lw_xml_first(p->node, "ph"))
        return lw_xml_fail(&dae->xml, lw_xml_first(p->node, "ph"), LW_ERROR_SYNTAX,
                           "polygons with holes are not read; export triangles");
    for (const xmlNode *n = lw_xml_first(p->node, "p"); n && !status; n = lw_xml_next(n, "p")) {
        if ((status = lw_dae_read_numbers(dae, n, true, &dae->indices)))
            return status;
        size_t count = dae->indices.count / p->stride;
        if (count * p->stride != dae->indices.count)
            return lw_xml_fail(&dae->xml, n, LW_ERROR_SYNTAX,
                               "<p> has %zu numbers, which are no whole corners of %zu numbers",
                               dae->indices.count, p->stride);
        status = strcmp((const char *)p->node->name, "polylist") ? add_corners(dae, p, count)
                                                                 : add_polylist(dae, p, count);
    }
    return status;
}

static bool holds_polygons(const xmlNode *node)
{
    static const char *const names[] = {"triangles", "polylist", "polygons", "tristrips", "trifans"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp((const char *)node->name, names[i]))
            return true;
    return false;
}

lw_status lw_dae_add_geometry(lw_dae *dae, const xmlNode *geometry, const lw_affine *to_scene)
{
    const xmlNode *mesh = NULL;
    const xmlNode *vertices = NULL;
    const xmlNode *source = NULL;
    if (lw_xml_first(geometry, "convex_mesh"))
        return lw_xml_fail(&dae->xml, geometry, LW_ERROR_SYNTAX,
                           "<convex_mesh> is not read; export a mesh");
    lw_status status = lw_xml_only(&dae->xml, geometry, "mesh", &mesh);
    if (status || !mesh || (status = lw_xml_need(&dae->xml, mesh, "vertices", &vertices)))
        return status;
    const xmlNode *input = find_input(vertices, "POSITION");
    if (!input)
        return lw_xml_fail(&dae->xml, vertices, LW_ERROR_SYNTAX, "<vertices> has no input POSITION");
    primitive p = {.first = dae->soup->vertices.count, .mirrored = lw_affine_mirrors(to_scene)};
    if ((status = lw_dae_refer(dae, input, "source", "source", &source)) ||
        (status = add_positions(dae, source, to_scene, &p.vertex_count)))
        return status;
    for (const xmlNode *n = lw_xml_first(mesh, NULL); n && !status; n = lw_xml_next(n, NULL)) {
        if (!holds_polygons(n))
            continue;
        p.node = n;
        p.stride = 1;
        status = add_primitive(dae, &p, vertices);
    }
    return status;
}
