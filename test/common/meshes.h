/* Meshes for the tests of meshes and trees: some made by formula, and readers of the two simplest file
 * formats for the meshes of real robots. */
#ifndef LW_TEST_MESHES_H
#define LW_TEST_MESHES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/random.h"
#include "data.h"
#include "math/pose.h"
#include "shape/mesh.h"

/* Triangles as in a file: vertices may repeat. */
typedef struct raw_mesh {
    struct {
        vec3 *items;
        size_t count, capacity;
    } vertices;
    struct {
        uint32_t *items;
        size_t count, capacity;
    } indices;
} raw_mesh;

static inline uint32_t raw_vertex(raw_mesh *raw, vec3 v)
{
    assert_true(LW_ARRAY_GROW(&raw->vertices));
    raw->vertices.items[raw->vertices.count] = v;
    return (uint32_t)raw->vertices.count++;
}

static inline void raw_triangle(raw_mesh *raw, uint32_t i, uint32_t j, uint32_t k)
{
    assert_true(LW_ARRAY_RESERVE(&raw->indices, raw->indices.count + 3));
    raw->indices.items[raw->indices.count++] = i;
    raw->indices.items[raw->indices.count++] = j;
    raw->indices.items[raw->indices.count++] = k;
}

static inline void raw_free(raw_mesh *raw)
{
    free(raw->vertices.items);
    free(raw->indices.items);
    *raw = (raw_mesh){0};
}

static inline size_t raw_triangle_count(const raw_mesh *raw)
{
    return raw->indices.count / 3;
}

static inline const double *raw_coordinates(const raw_mesh *raw)
{
    return &raw->vertices.items->x;
}

static inline lw_mesh *raw_make(const raw_mesh *raw, lw_arena *arena)
{
    lw_mesh *mesh = NULL;
    lw_error error = {0};
    lw_status status = lw_mesh_create(arena, raw_coordinates(raw), raw->vertices.count,
                                      raw->indices.items, raw_triangle_count(raw), &mesh, &error);
    if (status != LW_OK)
        fail_msg("%s", error.message);
    return mesh;
}

/* A box whose triangles face outwards, or inwards. */
static inline void raw_box(raw_mesh *raw, vec3 center, vec3 half, bool inwards)
{
    static const uint32_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    uint32_t first = (uint32_t)raw->vertices.count;
    for (int k = 0; k < 8; k++)
        raw_vertex(raw, add(center, v3(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y,
                                       k & 4 ? half.z : -half.z)));
    for (int f = 0; f < 6; f++) {
        const uint32_t *c = faces[f];
        uint32_t second = inwards ? c[2] : c[1];
        uint32_t third = inwards ? c[1] : c[2];
        raw_triangle(raw, first + c[0], first + second, first + third);
        second = inwards ? c[3] : c[2];
        third = inwards ? c[2] : c[3];
        raw_triangle(raw, first + c[0], first + second, first + third);
    }
}

/* A sphere of rings and sectors; open: without its last triangle. */
static inline void raw_sphere(raw_mesh *raw, vec3 center, double radius, int rings, int sectors,
                              bool open)
{
    uint32_t first = (uint32_t)raw->vertices.count;
    raw_vertex(raw, add(center, v3(0, 0, radius)));
    for (int r = 1; r < rings; r++)
        for (int s = 0; s < sectors; s++) {
            double st;
            double ct;
            double sp;
            double cp;
            lw_sincos(3.14159265358979 * r / rings, &st, &ct);
            lw_sincos(2 * 3.14159265358979 * s / sectors, &sp, &cp);
            raw_vertex(raw, add(center, scale(radius, v3(st * cp, st * sp, ct))));
        }
    uint32_t last = raw_vertex(raw, add(center, v3(0, 0, -radius)));
    uint32_t n = (uint32_t)sectors;
    for (uint32_t s = 0; s < n; s++) {
        uint32_t t = (s + 1) % n;
        raw_triangle(raw, first, first + 1 + s, first + 1 + t);
        for (uint32_t r = 0; r + 2 < (uint32_t)rings; r++) {
            uint32_t upper = first + 1 + r * n;
            raw_triangle(raw, upper + s, upper + n + s, upper + n + t);
            raw_triangle(raw, upper + s, upper + n + t, upper + t);
        }
        if (!(open && s + 1 == n))
            raw_triangle(raw, last, last - n + t, last - n + s);
    }
}

/* A wavy sheet over [-1, 1] x [-1, 1] times size. */
static inline void raw_sheet(raw_mesh *raw, double size, int cells, double height)
{
    uint32_t first = (uint32_t)raw->vertices.count;
    uint32_t n = (uint32_t)cells + 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            double x = 2.0 * i / cells - 1;
            double y = 2.0 * j / cells - 1;
            double wave;
            double other;
            lw_sincos(5 * x + 3 * y * y, &wave, &other);
            raw_vertex(raw, scale(size, v3(x, y, height * wave)));
        }
    for (uint32_t i = 0; i + 1 < n; i++)
        for (uint32_t j = 0; j + 1 < n; j++) {
            uint32_t corner = first + i * n + j;
            raw_triangle(raw, corner, corner + n, corner + n + 1);
            raw_triangle(raw, corner, corner + n + 1, corner + 1);
        }
}

/* Separate triangles of any kind: no two share a vertex. */
static inline void raw_soup(raw_mesh *raw, lw_random *random, int count, double size, double edge)
{
    for (int i = 0; i < count; i++) {
        vec3 at = v3(lw_random_between(random, -size, size), lw_random_between(random, -size, size),
                     lw_random_between(random, -size, size));
        uint32_t corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = raw_vertex(raw, add(at, v3(lw_random_between(random, -edge, edge),
                                                   lw_random_between(random, -edge, edge),
                                                   lw_random_between(random, -edge, edge))));
        raw_triangle(raw, corner[0], corner[1], corner[2]);
    }
}

static inline pose random_turn(lw_random *random)
{
    lw_quat q = {0, 0, 0, 0};
    while (!lw_quat_normalize(&q))
        q = (lw_quat){lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                      lw_random_between(random, -1, 1), lw_random_between(random, -1, 1)};
    return (pose){lw_rotation_from_quat(q), v3(0, 0, 0)};
}

static inline vec3 random_direction(lw_random *random)
{
    return random_turn(random).rotation.x;
}

/* ---- files -------------------------------------------------------------------------------------- */

/* Opens a file of the data. NULL if there is no data; the test then has to be skipped. */
static inline FILE *open_data(const char *name)
{
    const char *folder = data_folder(name);
    char path[1024];
    if (!folder)
        return NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    return file;
}

static inline bool raw_read_stl(raw_mesh *raw, const char *name)
{
    FILE *file = open_data(name);
    if (!file)
        return false;
    unsigned char head[84];
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    uint32_t count;
    memcpy(&count, head + 80, sizeof count);
    for (uint32_t t = 0; t < count; t++) {
        unsigned char record[50];
        assert_int_equal(fread(record, 1, sizeof record, file), sizeof record);
        float numbers[9];
        memcpy(numbers, record + 12, sizeof numbers);
        uint32_t corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = raw_vertex(raw, v3((double)numbers[3 * k], (double)numbers[3 * k + 1],
                                           (double)numbers[3 * k + 2]));
        raw_triangle(raw, corner[0], corner[1], corner[2]);
    }
    fclose(file);
    return true;
}

/* Faces are fans of vertex indices from 1, each of which may be followed by /texture/normal. */
static inline bool raw_read_obj(raw_mesh *raw, const char *name)
{
    FILE *file = open_data(name);
    if (!file)
        return false;
    char line[512];
    while (fgets(line, sizeof line, file)) {
        char *at = line + 2;
        if (strncmp(line, "v ", 2) == 0) {
            double x = strtod(at, &at);
            double y = strtod(at, &at);
            double z = strtod(at, &at);
            raw_vertex(raw, v3(x, y, z));
        } else if (strncmp(line, "f ", 2) == 0) {
            uint32_t corner[64];
            size_t count = 0;
            for (char *end; count < 64; at = end + strcspn(end, " \r\n")) {
                unsigned long index = strtoul(at, &end, 10);
                if (end == at)
                    break;
                corner[count++] = (uint32_t)index - 1;
            }
            for (size_t k = 2; k < count; k++)
                raw_triangle(raw, corner[0], corner[k - 1], corner[k]);
        }
    }
    fclose(file);
    return true;
}

#endif
