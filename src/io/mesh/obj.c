/* Meshes from OBJ files: the vertices and the faces. The reader ignores everything that is no surface:
 * points, lines, normals, texture coordinates, groups, materials. It makes two passes, first over
 * vertices, then over faces, so that a face may name vertices that come after it. Cost: linear in the
 * size of the file. */
#include "io/mesh/obj.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "io/text/number.h"

typedef struct reader {
    const char *at, *end;
    const char *word; /* the last word read, and its length */
    size_t length;
    int line;      /* the line that `at` is in */
    int statement; /* the line that the statement began in; 0 before the first one */
    lw_mesh_soup *soup;
    size_t vertices; /* number of vertices before the statement, for negative indices of faces */
    struct {
        uint32_t *items;
        size_t count, capacity;
    } corners; /* of the current face */
    lw_error *error;
} reader;

/* how many characters of a word an error's sentence quotes */
static int shown(const reader *r)
{
    return r->length < 40 ? (int)r->length : 40;
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

/* skips one line end: \n, \r or \r\n */
static void skip_line_end(reader *r)
{
    r->at += r->end - r->at > 1 && r->at[0] == '\r' && r->at[1] == '\n' ? 2 : 1;
    r->line++;
}

/* a backslash at the end of a line continues the statement on the next one */
static bool continues(const reader *r)
{
    return r->end - r->at > 1 && r->at[0] == '\\' && ends_line(r->at[1]);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* Reads the next word of the statement; false where the statement ends. */
static bool next_word(reader *r)
{
    for (;;) {
        if (r->at < r->end && is_blank(*r->at)) {
            r->at++;
        } else if (continues(r)) {
            r->at++;
            skip_line_end(r);
        } else {
            break;
        }
    }
    r->word = r->at;
    while (r->at < r->end && !is_blank(*r->at) && !ends_line(*r->at) && *r->at != '#' && !continues(r))
        r->at++;
    r->length = (size_t)(r->at - r->word);
    return r->length > 0;
}

/* Skips the rest of this statement and reads the first word of the next one; false at the end of the
 * file. A backslash does not continue a comment, since comments may end in the name of a folder. */
static bool next_statement(reader *r)
{
    while (r->statement && next_word(r))
        ;
    while (r->at < r->end) {
        if (*r->at == '#')
            while (r->at < r->end && !ends_line(*r->at))
                r->at++;
        else if (ends_line(*r->at))
            skip_line_end(r);
        else if (next_word(r))
            break;
    }
    r->statement = r->line;
    return r->at < r->end || r->length > 0;
}

static bool is(const reader *r, const char *word)
{
    return r->length == strlen(word) && !memcmp(r->word, word, r->length);
}

/* Refuses surfaces that are not polygons: leaving them out of a body could miss a contact. */
static lw_status refuse_surfaces(const reader *r)
{
    static const char *const kinds[] = {"surf", "bzp", "bsp", "cdp", "res"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is(r, kinds[i]))
            return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->statement, 0,
                              "\"%s\" is a curved surface, which is not read; export polygons",
                              kinds[i]);
    if (is(r, "call"))
        return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->statement, 0,
                          "\"call\" names another file, which is not read; export one file");
    return LW_OK;
}

/* x y z, optionally with a weight, a colour, or both. The weight is for curved surfaces, and only some
 * programs divide by it, so it must be 1. */
static lw_status read_vertex(reader *r)
{
    double values[7];
    size_t count = 0;
    for (; next_word(r); count++) {
        double value = 0;
        if (!lw_number_read(r->word, r->length, &value))
            return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->statement, 0,
                              "\"%.*s\" stands where a vertex needs a number", shown(r), r->word);
        if (count < 7)
            values[count] = value;
    }
    if (count < 3 || count == 5 || count > 7)
        return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->statement, 0,
                          "a vertex has %zu numbers; it needs x y z, perhaps with a colour", count);
    if (count == 4 && values[3] != 1)
        return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->statement, 0,
                          "a vertex has weight %g; only 1 is read", values[3]);
    vec3 vertex = v3(values[0], values[1], values[2]);
    if (!finite3(vertex))
        return lw_fail_at(r->error, LW_ERROR_ARGUMENT, NULL, r->statement, 0, "a vertex is not finite");
    return lw_mesh_soup_vertex(r->soup, vertex) ? LW_OK : lw_fail_memory(r->error);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* vertex, vertex/texture, vertex//normal or vertex/texture/normal; only the vertex is used */
static bool take_index(const reader *r, bool *negative, uint64_t *index)
{
    size_t at = r->word[0] == '-' ? 1 : 0;
    *negative = at;
    *index = 0;
    for (; at < r->length && is_digit(r->word[at]); at++)
        if (*index <= UINT32_MAX)
            *index = 10 * *index + (uint64_t)(r->word[at] - '0');
    if (!*index)
        return false;
    for (int slashes = 0; at < r->length; at++) {
        char c = r->word[at];
        slashes += c == '/';
        if (slashes == 0 || slashes > 2 || !(c == '/' || c == '-' || is_digit(c)))
            return false;
    }
    return true;
}

/* indices count from 1, or from -1 backwards from the face */
static lw_status read_corner(reader *r)
{
    bool negative = false;
    uint64_t index = 0;
    size_t count = r->soup->vertices.count;
    if (!take_index(r, &negative, &index))
        return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->statement, 0,
                          "\"%.*s\" stands where a face needs a vertex's index, as in 1 or 1/1/1",
                          shown(r), r->word);
    if (index > (negative ? r->vertices : count))
        return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->statement, 0,
                          negative ? "a face names vertex %.*s; %zu stand before it"
                                   : "a face names vertex %.*s; there are %zu",
                          shown(r), r->word, negative ? r->vertices : count);
    if (!LW_ARRAY_GROW(&r->corners))
        return lw_fail_memory(r->error);
    r->corners.items[r->corners.count++] =
        (uint32_t)(negative ? r->vertices - (size_t)index : (size_t)index - 1);
    return LW_OK;
}

static lw_status read_face(reader *r)
{
    lw_status status = LW_OK;
    r->corners.count = 0;
    while (!status && next_word(r))
        status = read_corner(r);
    if (status)
        return status;
    if (r->corners.count > LW_MOST_CORNERS)
        return lw_fail_at(r->error, LW_ERROR_SYNTAX, NULL, r->statement, 0, LW_TOO_MANY_CORNERS,
                          r->corners.count, (int)LW_MOST_CORNERS);
    return lw_mesh_soup_polygon(r->soup, r->corners.items, r->corners.count) ? LW_OK
                                                                             : lw_fail_memory(r->error);
}

/* moves the reader to before the first statement */
static void rewind_to(reader *r, const char *bytes, size_t size)
{
    /* Windows editors put a byte order mark before UTF-8 */
    size_t mark = size >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
    r->at = bytes + mark;
    r->end = bytes + size;
    r->line = 1;
    r->statement = 0;
    r->length = 0;
}

lw_status lw_obj_read(const char *bytes, size_t size, lw_mesh_soup *soup, lw_error *error)
{
    reader r = {.soup = soup, .error = error};
    lw_status status = LW_OK;
    rewind_to(&r, bytes, size);
    while (!status && next_statement(&r))
        status = is(&r, "v") ? read_vertex(&r) : refuse_surfaces(&r);
    if (!status && !soup->vertices.count)
        status = lw_fail(error, LW_ERROR_SYNTAX, "has no vertices (lines \"v x y z\")");
    rewind_to(&r, bytes, size);
    while (!status && next_statement(&r)) {
        if (is(&r, "v"))
            r.vertices++;
        else if (is(&r, "f") || is(&r, "fo")) /* fo: a face in versions before 3 */
            status = read_face(&r);
    }
    free(r.corners.items);
    return status;
}
