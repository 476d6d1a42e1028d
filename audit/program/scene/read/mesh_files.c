#include "mesh_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- STL --------------------------------------------------------------------------------------- */

enum { STL_HEAD = 84, STL_TRIANGLE = 50 };

static uint32_t number_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bool read_binary(source_store *store, const source_file *file, mesh *out, refusal *why)
{
    out->count = (file->size - STL_HEAD) / STL_TRIANGLE;
    out->corners = keep(store, 3 * out->count, sizeof *out->corners);
    for (size_t i = 0; i < 9 * out->count; i++) {
        /* behind the normal */
        const uint32_t bits =
            number_at(file->bytes + STL_HEAD + i / 9 * STL_TRIANGLE + 12 + 4 * (i % 9));
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            return refuse(why, "%.300s: triangle %zu has a number that is not finite", file->path,
                          i / 9);
        out->corners[i / 3][i % 3] = (double)value;
    }
    return true;
}

/* The next word of a text, and its length. */
static const char *next_word(const char **at, size_t *length)
{
    *at += strspn(*at, " \t\r\n\f\v");
    const char *word = *at;
    *length = strcspn(word, " \t\r\n\f\v");
    *at += *length;
    return word;
}

static bool read_text_stl(source_store *store, const source_file *file, mesh *out, refusal *why)
{
    size_t length;
    const char *at = file->bytes;
    const char *word = next_word(&at, &length);
    if (length != 5 || strncmp(word, "solid", 5) != 0 || strlen(file->bytes) != file->size)
        return refuse(why, "%.300s is no STL file, or is cut off", file->path);
    size_t corners = 0;
    for (const char *p = file->bytes; (p = strstr(p, "vertex")); p += 6)
        corners++;
    out->corners = keep(store, corners, sizeof *out->corners);
    size_t used = 0;
    while (word = next_word(&at, &length), length) {
        if (length != 6 || strncmp(word, "vertex", 6) != 0)
            continue;
        for (int k = 0; k < 3; k++) {
            at = number_of_text(at, &out->corners[used][k]);
            if (!at)
                return refuse(why, "%.300s: vertex %zu is no three finite numbers", file->path, used);
        }
        used++;
    }
    if (!used || used % 3)
        return refuse(why, "%.300s: its vertices are not those of triangles", file->path);
    out->count = used / 3;
    return true;
}

static bool read_stl(source_store *store, const source_file *file, mesh *out, refusal *why)
{
    if (file->size >= STL_HEAD &&
        file->size == STL_HEAD + (uint64_t)STL_TRIANGLE * number_at(file->bytes + STL_HEAD - 4))
        return read_binary(store, file, out, why);
    return read_text_stl(store, file, out, why);
}

/* ---- OBJ --------------------------------------------------------------------------------------- */

typedef struct obj {
    double (*vertices)[3];
    size_t vertex_count, line;
    mesh *out;
    const char *path;
} obj;

/* A corner of a face, by the number of its vertex: from 1, or from the last one back. */
static bool read_corner(obj *o, const char *word, size_t length, double out[3])
{
    char *end;
    const long index = strtol(word, &end, 10);
    const size_t at = index > 0 ? (size_t)index - 1 : o->vertex_count + (size_t)index;
    if (end == word || end > word + length || (end < word + length && *end != '/') || !index ||
        at >= o->vertex_count)
        return false;
    memcpy(out, o->vertices[at], sizeof o->vertices[at]);
    return true;
}

/* Reads a line, a text without its comment. False: it is damaged, or *unread says that it is not
 * followed here. */
static bool read_obj_line(obj *o, char *line, const char **unread, refusal *why)
{
    static const char *const skipped[] = {"vn",     "vt",     "o", "g", "s",
                                          "usemtl", "mtllib", "l", "p", NULL};
    size_t lengths[5];
    const char *words[5];
    size_t count = 0;
    line[strcspn(line, "#")] = 0;
    const char *at = line;
    for (; count < 5; count++) {
        words[count] = next_word(&at, &lengths[count]);
        if (!lengths[count])
            break;
    }
    if (!count)
        return true;
    for (size_t i = 0; skipped[i]; i++)
        if (lengths[0] == strlen(skipped[i]) && !strncmp(words[0], skipped[i], lengths[0]))
            return true;
    if (count != 4 || lengths[0] != 1 || (words[0][0] != 'v' && words[0][0] != 'f')) {
        *unread = "it has lines that are neither vertices nor triangles";
        return false;
    }
    if (words[0][0] == 'v')
        return numbers_of_text(words[1], 3, o->vertices[o->vertex_count++]) ||
               refuse(why, "%.300s:%zu: a vertex is no three finite numbers", o->path, o->line);
    for (size_t k = 0; k < 3; k++)
        if (!read_corner(o, words[k + 1], lengths[k + 1], o->out->corners[3 * o->out->count + k]))
            return refuse(why, "%.300s:%zu: a triangle has no such vertex", o->path, o->line);
    o->out->count++;
    return true;
}

static bool read_obj(source_store *store, const source_file *file, mesh *out, refusal *why)
{
    size_t lines = 1;
    for (const char *p = file->bytes; (p = strchr(p, '\n')); p++)
        lines++;
    if (strlen(file->bytes) != file->size)
        return refuse(why, "%.300s is no OBJ file", file->path);
    char *text = room(file->size + 1, 1);
    memcpy(text, file->bytes, file->size);
    obj o = {room(lines, sizeof *o.vertices), 0, 1, out, file->path};
    out->corners = keep(store, 3 * lines, sizeof *out->corners);
    bool good = true;
    for (char *line = text; line && good; o.line++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        good = read_obj_line(&o, line, &out->unread, why);
        line = end ? end + 1 : NULL;
    }
    free(o.vertices);
    free(text);
    return good || out->unread;
}

bool mesh_read(source_store *store, const char *path, mesh *out, refusal *why)
{
    const char *end = strrchr(path, '.');
    const source_file *file = source_file_at(store, path, why);
    if (!file)
        return false;
    *out = (mesh){.path = file->path};
    if (end && !strcasecmp(end, ".stl"))
        return read_stl(store, file, out, why);
    if (end && !strcasecmp(end, ".obj"))
        return read_obj(store, file, out, why);
    if (end && !strcasecmp(end, ".ply"))
        return ply_read(store, file, out, why);
    out->unread = "meshes of its format are not read here";
    return true;
}
