/* A mesh gives the same geometry from files of every format and in every order of its vertices: the
 * same bits of distances, points and verdicts, for any scale and padding of its link and any scale of
 * its file. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "io/mesh/mesh_file.h"
#include "mesh_writers.h"
#include "seed.h"
#include "small_scene.h"

enum {
    MOST_VERTICES = 512,
    MOST_TRIANGLES = 128,
    LISTINGS = 4 /* ways to list the same triangles in memory */
};

typedef struct surface {
    double vertices[3 * MOST_VERTICES];
    uint32_t triangles[3 * MOST_TRIANGLES];
    size_t vertex_count, triangle_count;
} surface;

/* The results of a scene with a mesh, at a scale and padding of its link. */
typedef struct answers {
    lw_distance distances[3];
    lw_verdict verdict;
    uint64_t fingerprint;
} answers;

/* The nearest float. It is volatile because gcc 12 drops a conversion to float and back at -O2. */
static double to_float(double value)
{
    volatile float narrow = (float)value;
    return (double)narrow;
}

/* Rings of vertices between two poles: a closed surface with dents, in half of the cases away from the
 * origin. */
static surface random_surface(lw_random *random)
{
    surface s = {.vertex_count = 0};
    const uint32_t rings = 1 + lw_random_below(random, 4);
    const uint32_t around = 3 + lw_random_below(random, 8);
    const double off = lw_random_below(random, 2) ? 0 : lw_random_between(random, -3, 3);
    double at[3];
    for (uint32_t i = 0; i < rings * around + 2; i++) {
        uint32_t ring = i / around;
        double polar = 3.141592653589793 * (1.0 + ring) / (rings + 1);
        double angle = 6.283185307179586 * (i % around) / around;
        double radius = lw_random_between(random, 0.1, 0.3);
        bool pole = i >= rings * around;
        at[0] = pole ? 0 : radius * sin(polar) * cos(angle);
        at[1] = pole ? 0 : radius * sin(polar) * sin(angle);
        at[2] = pole ? (i % 2 == rings * around % 2 ? 0.3 : -0.3) : 0.25 * cos(polar);
        for (int k = 0; k < 3; k++)
            s.vertices[3 * s.vertex_count + (size_t)k] = to_float(at[k] + off);
        s.vertex_count++;
    }
    const uint32_t top = rings * around;
    for (uint32_t k = 0; k < around; k++) {
        const uint32_t next = (k + 1) % around;
        const uint32_t last = (rings - 1) * around;
        const uint32_t fans[2][3] = {{top, k, next}, {top + 1, last + next, last + k}};
        for (int f = 0; f < 2; f++, s.triangle_count++)
            memcpy(s.triangles + 3 * s.triangle_count, fans[f], sizeof fans[f]);
        for (uint32_t r = 0; r + 1 < rings; r++) {
            const uint32_t a = r * around;
            const uint32_t b = a + around;
            const uint32_t quad[2][3] = {{a + k, b + k, b + next}, {a + k, b + next, a + next}};
            for (int f = 0; f < 2; f++, s.triangle_count++)
                memcpy(s.triangles + 3 * s.triangle_count, quad[f], sizeof quad[f]);
        }
    }
    return s;
}

/* The same triangles in another listing: 0, as they are; 1, with vertices that no triangle uses; 2,
 * each corner with a vertex of its own; 3, the vertices in another order. */
static surface listed(const surface *s, int how)
{
    surface out = *s;
    const size_t count = s->vertex_count;
    if (how == 1)
        for (int i = 0; i < 3; i++) {
            double *row = out.vertices + 3 * out.vertex_count++;
            row[0] = row[1] = row[2] = i;
        }
    for (size_t i = 0; how == 2 && i < 3 * s->triangle_count && out.vertex_count < MOST_VERTICES; i++) {
        memcpy(out.vertices + 3 * out.vertex_count, s->vertices + 3 * (size_t)s->triangles[i],
               3 * sizeof(double));
        out.triangles[i] = (uint32_t)out.vertex_count++;
    }
    for (size_t i = 0; how == 3 && i < count; i++)
        memcpy(out.vertices + 3 * (count - 1 - i), s->vertices + 3 * i, 3 * sizeof(double));
    for (size_t i = 0; how == 3 && i < 3 * s->triangle_count; i++)
        out.triangles[i] = (uint32_t)(count - 1) - s->triangles[i];
    return out;
}

static lw_shape_def shape_of(const surface *s)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_MESH;
    shape.vertices = s->vertices;
    shape.vertex_count = s->vertex_count;
    shape.triangles = s->triangles;
    shape.triangle_count = s->triangle_count;
    return shape;
}

/* The results for a link that slides along x over three obstacles, one a mesh of the same kind. */
static answers ask(const lw_shape_def *shape, double scale, double padding, bool shared)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_shape *own = NULL;
    answers out = {.verdict = lw_default_verdict()};
    lw_joint_def joint = joint_of("slide", LW_JOINT_PRISMATIC, "base", "link");
    lw_pose at = lw_pose_from_rpy((lw_vec3){0.1, 0.2, 0.3}, 0.1, 0.2, 0.3);
    lw_shape_def ball = sphere_of(0.2);
    joint.axis = (lw_vec3){1, 0, 0};
    succeed(lw_scene_add_robot(scene, "robot", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "robot", "base", &error), &error);
    succeed(lw_scene_add_link(scene, "robot", "link", &error), &error);
    succeed(lw_scene_add_joint(scene, "robot", &joint, &error), &error);
    if (shared)
        succeed(lw_shape_create(shape, &own, &error), &error);
    if (shared)
        succeed(lw_scene_add_shared_shape(scene, "robot", "link", own, at, &error), &error);
    else
        succeed(lw_scene_add_shape(scene, "robot", "link", shape, at, &error), &error);
    lw_shape_destroy(own);
    succeed(lw_scene_set_link_padding(scene, "robot", "link", scale, padding, &error), &error);
    for (int i = 0; i < 2; i++) {
        at.position = (lw_vec3){2 + i, 1.5 - 3 * i, 0.4};
        succeed(lw_scene_add_obstacle(scene, i ? "one" : "other", &ball, at, &error), &error);
    }
    at.position = (lw_vec3){6, 0, 1};
    succeed(lw_scene_add_obstacle(scene, "mesh", shape, at, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_scene_fingerprint(scene, &out.fingerprint, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_checker_create(scene, &checker, &error), &error);
    const double from = -1;
    const double to = 4;
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    succeed(lw_motion_set_segment(motion, NULL, &from, &to, &error), &error);
    succeed(lw_check(checker, motion, &options, &out.verdict, &error), &error);
    assert_int_equal(lw_scene_pair_count(scene), 3);
    for (size_t i = 0; i < 3; i++)
        succeed(lw_pair_distance(checker, motion, 0.3 * (double)i, i, &out.distances[i], &error),
                &error);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
    return out;
}

static bool same_bits(const double *a, const double *b, size_t count)
{
    return !memcmp(a, b, count * sizeof *a);
}

static bool same_distance(const lw_distance *a, const lw_distance *b)
{
    const double one[] = {a->lower,       a->upper,       a->depth,       a->points[0].x,
                          a->points[0].y, a->points[0].z, a->points[1].x, a->points[1].y,
                          a->points[1].z, a->normal.x,    a->normal.y,    a->normal.z};
    const double other[] = {b->lower,       b->upper,       b->depth,       b->points[0].x,
                            b->points[0].y, b->points[0].z, b->points[1].x, b->points[1].y,
                            b->points[1].z, b->normal.x,    b->normal.y,    b->normal.z};
    return same_bits(one, other, sizeof one / sizeof *one);
}

static bool same_answers(const answers *a, const answers *b)
{
    const lw_verdict *v = &a->verdict;
    const lw_verdict *w = &b->verdict;
    const double one[] = {v->free_until, v->time, v->clearance.lower, v->clearance.upper,
                          v->clearance.at};
    const double other[] = {w->free_until, w->time, w->clearance.lower, w->clearance.upper,
                            w->clearance.at};
    bool same = v->kind == w->kind && v->queries == w->queries && a->fingerprint == b->fingerprint &&
                same_bits(one, other, 5) && same_distance(&v->contact, &w->contact);
    for (int i = 0; i < 3; i++)
        same = same && same_distance(&a->distances[i], &b->distances[i]);
    return same;
}

static void compare(const lw_shape_def *one, const lw_shape_def *other, double scale, double padding,
                    const char *name, int round)
{
    answers first = ask(one, scale, padding, false);
    for (int shared = 0; shared < 2; shared++) {
        answers second = ask(other, scale, padding, shared);
        if (!same_answers(&first, &second))
            fail_msg("round %d, %s, scale %g, padding %g: %.17g and %.17g apart", round, name, scale,
                     padding, first.distances[0].upper, second.distances[0].upper);
    }
}

static void test_formats(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(12, 1000);
    files f;
    files_open(&f);
    for (int round = 0; round < rounds; round++) {
        const surface s = random_surface(&random);
        const mesh_to_write mesh = {s.vertices, s.vertex_count, s.triangles, s.triangle_count};
        const double scale = round % 4 ? lw_random_between(&random, 0.2, 3) : 1;
        const double padding = round % 3 ? lw_random_between(&random, 0, 0.05) : 0;
        const double factor = round % 2 ? 1 : to_float(lw_random_between(&random, 0.5, 2));
        surface scaled = s;
        for (size_t i = 0; i < 3 * s.vertex_count; i++)
            scaled.vertices[i] *= factor;
        const lw_shape_def known = shape_of(&scaled);
        for (int i = 0; i < MESH_FORMATS; i++) {
            lw_arena arena = {0};
            lw_error error = {0};
            lw_shape_def read = lw_default_shape();
            const char *path = write_mesh(&f, mesh_names[i], &mesh);
            succeed(
                lw_mesh_file_read(NULL, &arena, path, (lw_vec3){factor, factor, factor}, &read, &error),
                &error);
            compare(&known, &read, scale, padding, mesh_names[i], round);
            lw_arena_free(&arena);
        }
        for (int how = 0; how < LISTINGS; how++) {
            const surface again = listed(&scaled, how);
            const lw_shape_def other = shape_of(&again);
            compare(&known, &other, scale, padding, "in memory", round);
        }
    }
    files_close(&f);
}

/* A pyramid of base 2 and height 1. MoveIt scales about the mean of the five vertices, at height 1/5:
 * at scale 2 the pyramid reaches from -0.2 to 1.8. In an STL file, which repeats vertices for each
 * triangle, the mean of all corners would be at 2/9; the result must be the same in all formats. */
static void test_pyramid(void **state)
{
    (void)state;
    surface s = {.vertices = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, 0, 1},
                 .triangles = {0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4},
                 .vertex_count = 5,
                 .triangle_count = 6};
    const mesh_to_write mesh = {s.vertices, s.vertex_count, s.triangles, s.triangle_count};
    files f;
    files_open(&f);
    for (int i = 0; i < MESH_FORMATS; i++) {
        lw_arena arena = {0};
        lw_error error = {0};
        lw_shape_def read = lw_default_shape();
        lw_scene *scene = new_scene();
        lw_motion *motion = NULL;
        lw_checker *checker = NULL;
        lw_distance distance;
        lw_pose above = lw_pose_identity();
        const char *path = write_mesh(&f, mesh_names[i], &mesh);
        const lw_shape_def ball = sphere_of(0.5);
        above.position.z = 5;
        succeed(lw_mesh_file_read(NULL, &arena, path, (lw_vec3){1, 1, 1}, &read, &error), &error);
        succeed(lw_scene_add_robot(scene, "robot", lw_pose_identity(), &error), &error);
        succeed(lw_scene_add_link(scene, "robot", "link", &error), &error);
        succeed(lw_scene_add_shape(scene, "robot", "link", &read, lw_pose_identity(), &error), &error);
        succeed(lw_scene_set_link_padding(scene, "robot", "link", 2, 0, &error), &error);
        succeed(lw_scene_add_obstacle(scene, "ball", &ball, above, &error), &error);
        succeed(lw_scene_freeze(scene, &error), &error);
        succeed(lw_motion_create(scene, &motion, &error), &error);
        succeed(lw_checker_create(scene, &checker, &error), &error);
        succeed(lw_pair_distance(checker, motion, 0, 0, &distance, &error), &error);
        assert_true(fabs(distance.upper - (5 - 0.5 - 1.8)) < 1e-12);
        lw_checker_destroy(checker);
        lw_motion_destroy(motion);
        lw_scene_destroy(scene);
        lw_arena_free(&arena);
    }
    files_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_formats), cmocka_unit_test(test_pyramid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
