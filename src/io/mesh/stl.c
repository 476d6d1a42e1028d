/* Meshes from STL files, binary and text. The header of a binary file may begin with "solid", as text
 * files do, so the size decides: a binary file has 80 bytes, a count, and 50 bytes for each triangle.
 * Normals are ignored: the order of the corners says which side is outside. A file that ends too early
 * is refused, since its mesh has a hole. */
#include "io/mesh/stl.h"

#include <string.h>

#include "base/error.h"
#include "io/text/number.h"
#include "io/text/scan.h"

enum { HEADER = 84, RECORD = 50 };

static uint32_t little_endian(const char *bytes)
{
    uint32_t value = 0;
    for (int i = 3; i >= 0; i--)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

static double read_float(const char *bytes)
{
    uint32_t bits = little_endian(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static bool add_triangle(lw_mesh_soup *soup, const vec3 corners[3])
{
    uint32_t first = (uint32_t)soup->vertices.count;
    for (int i = 0; i < 3; i++)
        if (!lw_mesh_soup_vertex(soup, corners[i]))
            return false;
    return lw_mesh_soup_polygon(soup, (const uint32_t[3]){first, first + 1, first + 2}, 3);
}

static lw_status read_binary(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error)
{
    uint32_t count = size < HEADER ? 0 : little_endian(bytes + HEADER - 4);
    if (size < HEADER || (size - HEADER) / RECORD < count)
        return lw_fail(error, LW_ERROR_SYNTAX,
                       "has %zu bytes, but a binary STL of %u triangles takes %zu", size, count,
                       HEADER + (size_t)count * RECORD);
    for (uint32_t t = 0; t < count; t++) {
        const char *at = bytes + HEADER + (size_t)t * RECORD + 12;
        vec3 corners[3];
        for (int i = 0; i < 3; i++)
            corners[i] =
                v3(read_float(at + 12 * i), read_float(at + 12 * i + 4), read_float(at + 12 * i + 8));
        if (!add_triangle(soup, corners))
            return lw_fail_memory(error);
    }
    return LW_OK;
}

static lw_status unexpected(const lw_scan *scan, const char *wanted, lw_error *error)
{
    if (!scan->length)
        return lw_fail_at(error, LW_ERROR_SYNTAX, NULL, scan->line, 0,
                          "the file ends where it needs \"%s\"", wanted);
    return lw_fail_at(error, LW_ERROR_SYNTAX, NULL, scan->line, 0,
                      "\"%.*s\" stands where it needs \"%s\"",
                      (int)(scan->length < 40 ? scan->length : 40), scan->word, wanted);
}

static lw_status expect(lw_scan *scan, const char *word, lw_error *error)
{
    return lw_scan_word(scan) && lw_scan_is(scan, word) ? LW_OK : unexpected(scan, word, error);
}

static lw_status read_vertex(lw_scan *scan, vec3 *out, lw_error *error)
{
    double values[3];
    for (int i = 0; i < 3; i++)
        if (!lw_scan_word(scan) || !lw_number_read(scan->word, scan->length, &values[i]))
            return unexpected(scan, "a number", error);
    *out = v3(values[0], values[1], values[2]);
    return LW_OK;
}

/* reads a facet from after its first word on; its normal is skipped, even if it is malformed */
static lw_status read_facet(lw_scan *scan, lw_mesh_soup *soup, lw_error *error)
{
    vec3 corners[3];
    lw_status status = LW_OK;
    for (int words = 0; words <= 5; words++)
        if (!lw_scan_word(scan) || lw_scan_is(scan, "outer"))
            break;
    if (!lw_scan_is(scan, "outer"))
        return unexpected(scan, "outer", error);
    if ((status = expect(scan, "loop", error)))
        return status;
    for (int i = 0; i < 3 && !status; i++)
        if (!(status = expect(scan, "vertex", error)))
            status = read_vertex(scan, &corners[i], error);
    if (status || (status = expect(scan, "endloop", error)) ||
        (status = expect(scan, "endfacet", error)))
        return status;
    return add_triangle(soup, corners) ? LW_OK : lw_fail_memory(error);
}

/* reads all solids of a text file */
static lw_status read_text(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error)
{
    lw_scan scan = {.at = bytes, .end = bytes + size, .line = 1};
    while (lw_scan_word(&scan)) {
        if (!lw_scan_is(&scan, "solid"))
            return unexpected(&scan, "solid", error);
        lw_scan_skip_line(&scan);
        while (lw_scan_word(&scan) && lw_scan_is(&scan, "facet")) {
            lw_status status = read_facet(&scan, soup, error);
            if (status)
                return status;
        }
        if (!lw_scan_is(&scan, "endsolid"))
            return unexpected(&scan, "endsolid", error);
        lw_scan_skip_line(&scan);
    }
    return LW_OK;
}

lw_status lw_stl_read(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error)
{
    bool exact = size >= HEADER && size - HEADER == (size_t)little_endian(bytes + HEADER - 4) * RECORD;
    size_t head = size < HEADER ? size : HEADER;
    lw_scan scan = {.at = bytes, .end = bytes + head};
    bool text = lw_scan_word(&scan) && lw_scan_is(&scan, "solid") && !memchr(bytes, 0, head);
    return text && !exact ? read_text(bytes, size, soup, error) : read_binary(bytes, size, soup, error);
}
