/* Meshes from PLY files, text and binary (Turk 1994): a header lists the elements and their properties,
 * and the elements follow. The reader uses x, y and z of vertices, and the vertex lists of faces and
 * triangle strips, and skips everything else. */
#include "io/mesh/ply.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/text/number.h"
#include "io/text/scan.h"

enum { MOST_PROPERTIES = 64 };

typedef enum kind { SIGNED, UNSIGNED, REAL } kind;

typedef struct type {
    const char *names[2];
    kind kind;
    size_t size;
    double half; /* half the number of values of a signed type */
} type;

static const type types[] = {
    {{"char", "int8"}, SIGNED, 1, 0x1p7},    {{"uchar", "uint8"}, UNSIGNED, 1, 0},
    {{"short", "int16"}, SIGNED, 2, 0x1p15}, {{"ushort", "uint16"}, UNSIGNED, 2, 0},
    {{"int", "int32"}, SIGNED, 4, 0x1p31},   {{"uint", "uint32"}, UNSIGNED, 4, 0},
    {{"float", "float32"}, REAL, 4, 0},      {{"double", "float64"}, REAL, 8, 0},
};

/* the use of a property by the reader */
typedef enum role { SKIPPED, X, Y, Z, INDICES } role;

typedef struct property {
    role role;
    const type *length; /* the type of a list's length; NULL: not a list */
    const type *value;
} property;

typedef enum element_kind { OTHER, VERTEX, FACE, STRIPS } element_kind;

typedef struct element {
    element_kind kind;
    bool is_camera;
    uint64_t count;
    size_t property_count;
    property properties[MOST_PROPERTIES];
} element;

typedef struct reader {
    lw_scan scan; /* the position of the next byte, in binary files too */
    bool text;    /* a text file, or the header of any file */
    bool big_endian;
    struct {
        element *items;
        size_t count, capacity;
    } elements;
    struct {
        uint32_t *items;
        size_t count, capacity;
    } indices; /* of the current face */
    lw_mesh_soup *soup;
    bool points_only; /* a surface is refused */
    lw_error *error;
} reader;

static lw_status fail(const reader *r, const char *sentence)
{
    return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->text ? r->scan.line : 0, 0, "%s", sentence);
}

/* ---- the header ---- */

static const type *find_type(const lw_scan *scan)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lw_scan_is(scan, types[i].names[0]) || lw_scan_is(scan, types[i].names[1]))
            return &types[i];
    return NULL;
}

static lw_status read_format(reader *r)
{
    if (!lw_scan_word(&r->scan))
        return fail(r, "the header ends within a line");
    r->text = lw_scan_is(&r->scan, "ascii");
    r->big_endian = lw_scan_is(&r->scan, "binary_big_endian");
    if (!r->text && !r->big_endian && !lw_scan_is(&r->scan, "binary_little_endian"))
        return fail(r, "the format must be ascii, binary_little_endian or binary_big_endian");
    return LW_OK;
}

static bool is_count(double value)
{
    return value >= 0 && value < 0x1p32 && value == floor(value);
}

static lw_status read_element(reader *r)
{
    element e = {.kind = OTHER};
    if (!lw_scan_word(&r->scan))
        return fail(r, "the header ends within a line");
    if (lw_scan_is(&r->scan, "vertex"))
        e.kind = VERTEX;
    else if (lw_scan_is(&r->scan, "face"))
        e.kind = FACE;
    else if (lw_scan_is(&r->scan, "tristrips"))
        e.kind = STRIPS;
    e.is_camera = lw_scan_is(&r->scan, "camera");
    double count = 0;
    if (!lw_scan_word(&r->scan) || !lw_number_read(r->scan.word, r->scan.length, &count) ||
        !is_count(count))
        return fail(r, "an element has no count");
    e.count = (uint64_t)count;
    if (r->elements.count >= MOST_PROPERTIES)
        return fail(r, "the header has too many elements");
    if (!LW_ARRAY_GROW(&r->elements))
        return lw_fail_memory(r->error);
    r->elements.items[r->elements.count++] = e;
    return LW_OK;
}

static role role_of(const element *e, const lw_scan *name, bool list)
{
    if (list)
        return e->kind != OTHER && e->kind != VERTEX &&
                       (lw_scan_is(name, "vertex_indices") || lw_scan_is(name, "vertex_index"))
                   ? INDICES
                   : SKIPPED;
    if (e->kind != VERTEX)
        return SKIPPED;
    return lw_scan_is(name, "x") ? X : lw_scan_is(name, "y") ? Y : lw_scan_is(name, "z") ? Z : SKIPPED;
}

static lw_status read_property(reader *r)
{
    property p = {0};
    if (!r->elements.count)
        return fail(r, "a property stands before the first element");
    element *e = &r->elements.items[r->elements.count - 1];
    if (e->property_count >= MOST_PROPERTIES)
        return fail(r, "an element has too many properties");
    bool list = lw_scan_word(&r->scan) && lw_scan_is(&r->scan, "list");
    if (list) {
        if (!lw_scan_word(&r->scan) || !(p.length = find_type(&r->scan)) || p.length->kind == REAL)
            return fail(r, "a list's length must be of an integer type");
        lw_scan_word(&r->scan);
    }
    if (!(p.value = find_type(&r->scan)))
        return fail(r, "a property is of an unknown type");
    if (!lw_scan_word(&r->scan))
        return fail(r, "the header ends within a line");
    p.role = role_of(e, &r->scan, list);
    if (p.role == INDICES && p.value->kind == REAL)
        return fail(r, "vertex indices must be of an integer type");
    e->properties[e->property_count++] = p;
    return LW_OK;
}

static lw_status read_header(reader *r)
{
    bool known = false;
    lw_status status = LW_OK;
    if (!lw_scan_word(&r->scan) || !lw_scan_is(&r->scan, "ply"))
        return fail(r, "a PLY file begins with the word ply");
    while (!status) {
        if (!lw_scan_word(&r->scan))
            return fail(r, "the header has no end_header");
        if (lw_scan_is(&r->scan, "end_header"))
            break;
        if (lw_scan_is(&r->scan, "format")) {
            status = read_format(r);
            known = true;
        } else if (lw_scan_is(&r->scan, "element")) {
            status = read_element(r);
        } else if (lw_scan_is(&r->scan, "property")) {
            status = read_property(r);
        }
        lw_scan_skip_line(&r->scan);
    }
    if (!status && !known)
        return fail(r, "the header names no format");
    /* elements begin after the line end, which may have two bytes */
    lw_scan_skip_line(&r->scan);
    if (r->scan.at < r->scan.end)
        r->scan.at++;
    r->scan.line++;
    return status;
}

/* ---- the elements ---- */

static uint64_t read_bits(reader *r, size_t size)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits = bits << 8 | (unsigned char)r->scan.at[r->big_endian ? i : size - 1 - i];
    r->scan.at += size;
    return bits;
}

static double read_real(reader *r, size_t size)
{
    uint64_t bits = read_bits(r, size);
    uint32_t half = (uint32_t)bits;
    double wide;
    float narrow;
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &half, sizeof narrow);
    return size == 8 ? wide : (double)narrow;
}

/* reads one value; false where the file ends or has no number */
static bool read_value(reader *r, const type *t, double *out)
{
    if (r->text)
        return lw_scan_word(&r->scan) && lw_number_read(r->scan.word, r->scan.length, out);
    if ((size_t)(r->scan.end - r->scan.at) < t->size)
        return false;
    if (t->kind == REAL) {
        *out = read_real(r, t->size);
        return true;
    }
    double whole = (double)read_bits(r, t->size);
    *out = t->kind == SIGNED && whole >= t->half ? whole - 2 * t->half : whole;
    return true;
}

/* adds strips of triangles, separated by -1 */
static bool add_strips(reader *r)
{
    const uint32_t *strip = r->indices.items;
    size_t begin = 0;
    bool added = true;
    for (size_t i = 0; i <= r->indices.count && added; i++)
        if (i == r->indices.count || strip[i] == UINT32_MAX) {
            added = i == begin || lw_mesh_soup_strip(r->soup, strip + begin, i - begin, false);
            begin = i + 1;
        }
    return added;
}

/* adds one number of a list of vertices; -1, which ends a strip, is stored as UINT32_MAX */
static lw_status add_index(reader *r, const element *e, double value)
{
    bool end = e->kind == STRIPS && value == -1;
    if (!end && !(is_count(value) && value < (double)r->soup->vertices.count))
        return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->text ? r->scan.line : 0, 0,
                          "a face names vertex %g; there are %zu", value, r->soup->vertices.count);
    if (!LW_ARRAY_GROW(&r->indices))
        return lw_fail_memory(r->error);
    r->indices.items[r->indices.count++] = end ? UINT32_MAX : (uint32_t)value;
    return LW_OK;
}

static lw_status read_list(reader *r, const element *e, const property *p)
{
    static const char *const broken = "the file ends within a list, or has no number there";
    double length = 0;
    if (!read_value(r, p->length, &length) || !is_count(length))
        return fail(r, broken);
    lw_status status = LW_OK;
    for (uint64_t i = 0; i < (uint64_t)length && !status; i++) {
        double value = 0;
        if (!read_value(r, p->value, &value))
            return fail(r, broken);
        if (p->role == INDICES)
            status = add_index(r, e, value);
    }
    return status;
}

static lw_status read_entry(reader *r, const element *e)
{
    double at[Z + 1] = {0};
    r->indices.count = 0;
    for (size_t i = 0; i < e->property_count; i++) {
        const property *p = &e->properties[i];
        if (p->length) {
            lw_status status = read_list(r, e, p);
            if (status)
                return status;
        } else if (!read_value(r, p->value, &at[p->role])) {
            return fail(r, "the file ends within an element, or has no number there");
        }
    }
    bool added = true;
    if (e->kind == FACE && r->indices.count > LW_MOST_CORNERS)
        return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->text ? r->scan.line : 0, 0,
                          LW_TOO_MANY_CORNERS, r->indices.count, (int)LW_MOST_CORNERS);
    if (e->kind == VERTEX)
        added = lw_mesh_soup_vertex(r->soup, v3(at[X], at[Y], at[Z]));
    else if (e->kind == FACE)
        added = lw_mesh_soup_polygon(r->soup, r->indices.items, r->indices.count);
    else if (e->kind == STRIPS)
        added = add_strips(r);
    return added ? LW_OK : lw_fail_memory(r->error);
}

/* Refuses what may be a surface; MeshLab writes a camera beside points. */
static lw_status check_points(const reader *r, const element *e)
{
    if (e->kind == VERTEX || e->is_camera || !e->count)
        return LW_OK;
    return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, 0, 0,
                      "the file has %" PRIu64
                      " %s besides vertices; a cloud takes points alone: add it as "
                      "a mesh, or write its vertices alone",
                      e->count, e->kind == OTHER ? "elements of another kind" : "faces or strips");
}

static lw_status check_element(const reader *r, const element *e)
{
    lw_status status = r->points_only ? check_points(r, e) : LW_OK;
    if (status || (r->points_only && e->kind != VERTEX))
        return status;
    int counts[INDICES + 1] = {0};
    for (size_t i = 0; i < e->property_count; i++)
        counts[e->properties[i].role]++;
    if (e->kind == VERTEX && (counts[X] != 1 || counts[Y] != 1 || counts[Z] != 1))
        return fail(r, "vertices must have one x, one y and one z");
    if ((e->kind == FACE || e->kind == STRIPS) && counts[INDICES] != 1)
        return fail(r, "faces must have one list vertex_indices");
    return LW_OK;
}

static lw_status read_all(const char *bytes, size_t size, bool points_only, lw_mesh_soup *soup,
                          lw_error *error)
{
    reader r = {.scan = {.at = bytes, .end = bytes + size, .line = 1},
                .text = true,
                .soup = soup,
                .points_only = points_only,
                .error = error};
    lw_status status = read_header(&r);
    for (size_t i = 0; i < r.elements.count && !status; i++) {
        const element *e = &r.elements.items[i];
        status = check_element(&r, e);
        for (uint64_t k = 0; k < e->count && e->property_count && !status; k++)
            status = read_entry(&r, e);
    }
    if (!status && points_only && (r.text ? lw_scan_word(&r.scan) : r.scan.at < r.scan.end))
        status = fail(&r, "there is more in the file than the elements of its header");
    free(r.elements.items);
    free(r.indices.items);
    return status;
}

lw_status lw_ply_read(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error)
{
    return read_all(bytes, size, false, soup, error);
}

lw_status lw_ply_read_points(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error)
{
    return read_all(bytes, size, true, soup, error);
}
