/* A tetrahedron, which the tests of mesh formats write in their format and read back. */
#ifndef LW_TEST_TETRAHEDRON_H
#define LW_TEST_TETRAHEDRON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "base/error.h"
#include "base/random.h"
#include "files_fixture.h"
#include "io/mesh/mesh_file.h"
#include "seed.h"

static const lw_vec3 unit = {1, 1, 1};

static const lw_vec3 nowhere = {0, 0, 0};

/* The mesh in all formats below: a tetrahedron with its faces turned outwards. The coordinates are
 * exact as floats. */
static const double corners[4][3] = {{0, 0, 0}, {1.5, 0, 0}, {0, 2.25, 0}, {0, 0, -0.125}};

static const int faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};

/* six times the signed volume of a closed mesh */
static inline double volume(const lw_shape_def *shape)
{
    double sum = 0;
    for (size_t t = 0; t < shape->triangle_count; t++) {
        const double *a = shape->vertices + 3 * (size_t)shape->triangles[3 * t];
        const double *b = shape->vertices + 3 * (size_t)shape->triangles[3 * t + 1];
        const double *c = shape->vertices + 3 * (size_t)shape->triangles[3 * t + 2];
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum;
}

/* Asserts that the shape is the tetrahedron with each coordinate times factor plus offset, to within
 * tolerance, each face once and turned outwards. */
static inline void check_tetrahedron(const lw_shape_def *shape, lw_vec3 factor, lw_vec3 offset,
                                     double tolerance)
{
    const double by[3] = {factor.x, factor.y, factor.z};
    const double plus[3] = {offset.x, offset.y, offset.z};
    assert_int_equal(shape->kind, LW_SHAPE_MESH);
    assert_int_equal(shape->triangle_count, 4);
    int seen[4] = {0, 0, 0, 0};
    for (size_t t = 0; t < 4; t++) {
        int used = 0;
        for (size_t i = 0; i < 3; i++) {
            assert_true(shape->triangles[3 * t + i] < shape->vertex_count);
            const double *v = shape->vertices + 3 * (size_t)shape->triangles[3 * t + i];
            for (int c = 0; c < 4; c++) {
                bool same = true;
                for (int k = 0; k < 3; k++)
                    same = same && fabs(v[k] - (by[k] * corners[c][k] + plus[k])) <= tolerance;
                used |= same ? 1 << c : 0;
            }
        }
        for (int f = 0; f < 4; f++)
            seen[f] += used == (1 << faces[f][0] | 1 << faces[f][1] | 1 << faces[f][2]);
    }
    for (int f = 0; f < 4; f++)
        assert_int_equal(seen[f], 1);
    /* 1.5 * 2.25 * 0.125 */
    double expected = 0.421875 * fabs(factor.x * factor.y * factor.z);
    double room = expected * 1e-6 + tolerance;
    if (!(fabs(volume(shape) - expected) <= room))
        fail_msg("volume %g instead of %g", volume(shape), expected);
}

static inline void accept(const char *path, lw_vec3 scale, lw_vec3 factor, lw_vec3 offset,
                          double tolerance)
{
    lw_arena arena = {0};
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    if (lw_mesh_file_read(NULL, &arena, path, scale, &shape, &error))
        fail_msg("%s: %s", error.file, error.message);
    check_tetrahedron(&shape, factor, offset, tolerance);
    lw_arena_free(&arena);
}

static inline void refuse(const char *path, lw_vec3 scale, lw_status status, const char *part)
{
    lw_arena arena = {0};
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    lw_status got = lw_mesh_file_read(NULL, &arena, path, scale, &shape, &error);
    if (got != status || error.status != status || !strstr(error.message, part))
        fail_msg("expected %s with \"%s\", got %s: %s", lw_status_name(status), part,
                 lw_status_name(got), error.message);
    assert_string_equal(error.file, path);
    assert_null(strchr(error.message, '\n'));
    assert_int_equal(lw_mesh_file_read(NULL, &arena, path, scale, &shape, NULL), status);
    lw_arena_free(&arena);
}

/* Reads a damaged file: it gives a sound mesh or an error, never a crash, a hang or a leak. */
static inline void try_broken(const char *name, const void *bytes, size_t size)
{
    lw_arena arena = {0};
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    lw_status status = lw_mesh_file_read(NULL, &arena, files_write_bytes(&here, name, bytes, size),
                                         unit, &shape, &error);
    assert_int_equal(error.status, status);
    assert_true(!status == !error.message[0]);
    for (size_t i = 0; i < 3 * shape.triangle_count; i++)
        assert_true(shape.triangles[i] < shape.vertex_count);
    for (size_t i = 0; i < 3 * shape.vertex_count; i++)
        assert_true(isfinite(shape.vertices[i]));
    lw_arena_free(&arena);
}

static inline void break_file(const char *path, const char *name, lw_random *random)
{
    size_t size = 0;
    char *bytes = files_read(path, &size);
    assert_non_null(bytes);
    for (int round = 0; round < test_rounds(60, 3000); round++) {
        try_broken(name, bytes, lw_random_below(random, (uint32_t)size));
        char *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, bytes, size);
        for (uint32_t flips = 1 + lw_random_below(random, 4); flips; flips--)
            copy[lw_random_below(random, (uint32_t)size)] = (char)lw_random_below(random, 256);
        try_broken(name, copy, size);
        free(copy);
    }
    free(bytes);
}

/* Reads a malformed file, and checks the error's sentence and line. */
static inline void refuse_line(const char *path, lw_status status, int line, const char *part)
{
    lw_arena arena = {0};
    lw_shape_def shape = lw_default_shape();
    lw_error error = {0};
    lw_status got = lw_mesh_file_read(NULL, &arena, path, unit, &shape, &error);
    if (got != status || error.line != line || !strstr(error.message, part))
        fail_msg("expected %s in line %d with \"%s\", got %s in line %d: %s", lw_status_name(status),
                 line, part, lw_status_name(got), error.line, error.message);
    lw_arena_free(&arena);
}

#endif
