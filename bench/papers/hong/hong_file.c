/* Moving polytopes from a file, with their first contacts. */
#include "hong/hong_file.h"

#include "base/error.h"
#include "math/pose.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, MOST_VERTICES = 100000, MOST_CASES = 100000 };

typedef struct reader {
    lw_arena *arena;
    const char *path;
    FILE *file;
    int line;
    lw_error *error;
} reader;

static lw_status malformed(const reader *r, const char *what)
{
    return lw_fail_at(r->error, LW_ERROR_SYNTAX, r->path, r->line, 0, "%s", what);
}

/* Reads the next line that begins with a word, and the numbers after it. */
static lw_status read_numbers(reader *r, const char *word, double *out, size_t count, const char *what)
{
    char line[LINE];
    do {
        if (!fgets(line, sizeof line, r->file))
            return malformed(r, what);
        r->line++;
    } while (strncmp(line, word, strlen(word)) != 0);
    const char *next = line + strlen(word);
    for (size_t i = 0; i < count; i++) {
        char *end;
        out[i] = strtod(next, &end);
        if (end == next)
            return malformed(r, what);
        next = end;
    }
    return LW_OK;
}

static lw_status read_body(reader *r, lw_convex *out)
{
    double header[2]; /* body, vertices */
    lw_status status =
        read_numbers(r, "body", header, 2, "a body is a line \"body K V F\" and V vertices");
    if (status)
        return status;
    if (!(header[1] >= 1 && header[1] <= MOST_VERTICES))
        return malformed(r, "a body has 1 to 100,000 vertices");
    size_t count = (size_t)header[1];
    double *points = lw_arena_array(r->arena, 3 * count, sizeof *points);
    if (!points)
        return lw_fail_memory(r->error);
    for (size_t i = 0; i < count && !status; i++)
        status = read_numbers(r, "", points + 3 * i, 3, "a vertex is three numbers");
    lw_polytope *polytope = NULL;
    if (!status)
        status = lw_polytope_create(r->arena, points, count, &polytope, r->error);
    *out = (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope};
    return status;
}

static lw_status read_case(reader *r, lw_hong_case *out)
{
    double n[10]; /* id, hit, qw qx qy qz, px py pz, s_lo */
    lw_status status = read_numbers(r, "", n, 10, "a case is id, hit, qw qx qy qz, px py pz, s_lo ...");
    if (status)
        return status;
    lw_quat q = {.x = n[3], .y = n[4], .z = n[5], .w = n[2]};
    if (!lw_quat_normalize(&q))
        return malformed(r, "the quaternion has length zero");
    out->start = lw_hong_start_of(q, v3(n[6], n[7], n[8]));
    out->contact = n[1] > 0;
    out->free_until = n[9];
    return LW_OK;
}

static lw_status read_cases(reader *r, lw_hong_set *out)
{
    double count;
    lw_status status = read_numbers(r, "cases", &count, 1, "a line \"cases N\" is missing");
    if (status)
        return status;
    if (!(count >= 1 && count <= MOST_CASES))
        return malformed(r, "there are 1 to 100,000 cases");
    out->count = (size_t)count;
    out->cases = lw_arena_array(r->arena, out->count, sizeof *out->cases);
    if (!out->cases)
        return lw_fail_memory(r->error);
    for (size_t i = 0; i < out->count && !status; i++)
        status = read_case(r, &out->cases[i]);
    return status;
}

lw_status lw_hong_read(lw_arena *arena, const char *path, lw_hong_set *out, lw_error *error)
{
    reader r = {arena, path, fopen(path, "r"), 0, error};
    if (!r.file)
        return lw_fail(error, LW_ERROR_FILE, "%s: cannot be read: %s", path, strerror(errno));
    lw_status status = read_body(&r, &out->shapes[0]);
    if (!status)
        status = read_body(&r, &out->shapes[1]);
    if (!status)
        status = read_cases(&r, out);
    fclose(r.file);
    return status;
}
