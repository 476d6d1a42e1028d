/* bound/swept.h: a direction that lw_swept_separate finds must separate all corners of the swept
 * volumes of two nodes, in long double and by formulas of the test's own. If some direction plainly
 * does, it must find one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "body/corners.h"
#include "bound/swept.h"
#include "certify.h"
#include "seed.h"

enum { MOST_TRIANGLES = 100, EACH = 40 /* rounds of two bodies */ };

/* Triangles of one size about a curved patch. */
static lw_mesh *random_mesh(lw_arena *arena, lw_random *random, uint32_t count)
{
    vec3 points[3 * MOST_TRIANGLES];
    uint32_t triangles[3 * MOST_TRIANGLES];
    double bend = lw_random_between(random, -0.5, 0.5);
    for (uint32_t i = 0; i < count; i++) {
        vec3 middle = random_vector(random, 1);
        middle.z = bend * (middle.x * middle.x + middle.y * middle.y);
        for (uint32_t k = 0; k < 3; k++) {
            points[3 * i + k] = add(middle, random_vector(random, 0.2));
            triangles[3 * i + k] = 3 * i + k;
        }
    }
    lw_mesh *mesh = NULL;
    assert_int_equal(
        lw_mesh_create(arena, (const double *)points, 3 * count, triangles, count, &mesh, NULL), LW_OK);
    return mesh;
}

/* A mesh, with a radius or none; or now and then a ball or a box. */
static lw_geometry *random_geometry(lw_arena *arena, lw_random *random, bool mesh)
{
    bool solid = false;
    double radius = lw_random_below(random, 2) ? lw_random_between(random, 0, 0.1) : 0;
    lw_part part = {{.core = lw_random_below(random, 2) ? LW_CORE_BOX : LW_CORE_POINT,
                     .radius = radius,
                     .half = v3(0.4, 0.2, 0.3)},
                    {mat3_identity(), random_vector(random, 1)}};
    lw_mesh *made = NULL;
    if (mesh)
        made = random_mesh(arena, random, 1 + lw_random_below(random, MOST_TRIANGLES));
    lw_geometry_def def = {.parts = &part,
                           .part_count = !mesh,
                           .meshes = &made,
                           .mesh_is_solid = &solid,
                           .mesh_count = mesh,
                           .mesh_rounding = &radius};
    lw_geometry *out = NULL;
    assert_int_equal(lw_geometry_create(arena, &def, &out, NULL), LW_OK);
    return out;
}

/* The corners of all elements below a node, and their largest radius. */
typedef struct corners {
    uint32_t count;
    vec3 at[3 * MOST_TRIANGLES];
    double radius;
} corners;

static void collect(const lw_geometry *geometry, const lw_node *node, corners *out)
{
    if (node->child >= 0) {
        collect(geometry, &geometry->nodes[node->child], out);
        collect(geometry, &geometry->nodes[node->child + 1], out);
        return;
    }
    if (node->element < geometry->triangle_count) {
        for (int k = 0; k < 3; k++)
            out->at[out->count++] = geometry->triangles[node->element][k];
        out->radius = fmax(out->radius, geometry->radii ? geometry->radii[node->element] : 0);
        return;
    }
    const lw_part *part = &geometry->parts[node->element - geometry->triangle_count];
    bool box = part->shape.core == LW_CORE_BOX;
    for (int k = 0; k < (box ? 8 : 1); k++) {
        vec3 h = box ? part->shape.half : v3(0, 0, 0);
        vec3 p = v3(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
        out->at[out->count++] = transform(part->at, p);
    }
    out->radius = fmax(out->radius, part->shape.radius);
}

/* The place that a point of a body comes to. */
static wide place(const lw_pair_bound *bound, int body, vec3 corner, long double tau)
{
    wide p = body ? wide_transform(bound->b_in_a, widen(corner)) : widen(corner);
    if (!bound->moves[body])
        return p;
    wide speed = wide_along(widen(bound->linear[body]), 1, wide_cross(widen(bound->angular[body]), p));
    return wide_along(p, tau, speed);
}

/* The gap of the corners along a direction, less the required one, at the worse end. */
static long double left_along(const lw_pair_bound *bound, const corners body[2], vec3 normal)
{
    long double least = HUGE_VALL;
    for (int end = 0; end < 2; end++) {
        long double tau = end ? -(long double)bound->before : bound->after;
        long double low = HUGE_VALL;
        long double high = -HUGE_VALL;
        for (uint32_t i = 0; i < body[0].count; i++)
            high = fmaxl(high, wide_dot(widen(normal), place(bound, 0, body[0].at[i], tau)));
        for (uint32_t i = 0; i < body[1].count; i++)
            low = fminl(low, wide_dot(widen(normal), place(bound, 1, body[1].at[i], tau)));
        long double radii = 0;
        for (int k = 0; k < 2; k++) {
            /* in the frame of a turning body the direction is longer, and a radius counts by its length
             */
            wide turn = wide_cross(widen(normal), widen(bound->angular[k]));
            wide along = wide_along(widen(normal), bound->moves[k] ? tau : 0, turn);
            radii += body[k].radius * wide_norm(along);
        }
        long double required = (long double)bound->target + bound->error +
                               tau * tau * bound->curvature / 2 + fabsl(tau) * bound->speed_error;
        least = fminl(least, low - high - radii - required);
    }
    return least;
}

static lw_pair_bound random_bound(lw_random *random)
{
    lw_pair_bound bound = {.touch = -1};
    bound.b_in_a.rotation = random_rotation(random);
    bound.b_in_a.position = random_vector(random, 0.3);
    double *terms[] = {&bound.curvature, &bound.speed_error, &bound.target, &bound.error};
    for (int i = 0; i < 4; i++)
        if (lw_random_below(random, 2))
            *terms[i] = lw_random_between(random, 0, 0.3);
    for (int i = 0; i < 2; i++) {
        bound.moves[i] = lw_random_below(random, 3) > 0;
        bound.linear[i] = random_vector(random, 0.5);
        bound.angular[i] = random_vector(random, 0.5);
    }
    bound.before = lw_random_below(random, 4) ? lw_random_between(random, 0, 1) : 0;
    bound.after = lw_random_below(random, 4) ? bound.before : lw_random_between(random, 0, 1);
    return bound;
}

/* A node that has corners. */
static const lw_node *random_node(lw_random *random, const lw_geometry *geometry)
{
    for (;;) {
        const lw_node *node = &geometry->nodes[lw_random_below(random, geometry->node_count)];
        if (lw_node_has_corners(node))
            return node;
    }
}

/* Chooses a node of each of two bodies, and collects the corners below it. */
static void choose_nodes(lw_random *random, const lw_geometry *const made[2], lw_pair_bound *bound,
                         const lw_node *node[2], corners body[2])
{
    for (int k = 0; k < 2; k++) {
        bound->geometry[k] = made[k];
        node[k] = random_node(random, made[k]);
        body[k].count = 0;
        body[k].radius = 0;
        collect(made[k], node[k], &body[k]);
    }
}

static void test_directions(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(20000, 1000000);
    int found = 0;
    int tight = 0;
    int missed = 0;
    int plain = 0;
    lw_arena arena = {0};
    const lw_geometry *made[2] = {NULL, NULL};
    for (int round = 0; round < rounds; round++) {
        if (round % EACH == 0) {
            lw_arena_free(&arena);
            for (int k = 0; k < 2; k++)
                made[k] = random_geometry(&arena, &random, lw_random_below(&random, 8) > 0);
        }
        lw_pair_bound bound = random_bound(&random);
        static corners body[2];
        const lw_node *node[2];
        choose_nodes(&random, made, &bound, node, body);
        lw_swept swept = lw_swept_make(&bound);
        vec3 normal = random_vector(&random, 2);
        if (lw_swept_separate(&swept, bound.geometry, node, &normal)) {
            found++;
            assert_true(fabs(norm(normal) - 1) < 1e-15);
            long double left = left_along(&bound, body, normal);
            if (!(left > 0))
                fail_msg("round %d: %Lg left along the direction found", round, left);
            tight += left < 0.05L;
        } else {
            long double best = -HUGE_VALL;
            for (int i = 0; i < 40; i++) {
                vec3 d = random_vector(&random, 1);
                best = fmaxl(best, left_along(&bound, body, scale(1 / norm(d), d)));
            }
            /* the search asks of both ends the larger of their requirements: a miss counts only if they
             * are equal */
            plain += bound.before == bound.after && best > 0;
            missed += bound.before == bound.after && best > 1e-6L;
        }
    }
    lw_arena_free(&arena);
    printf("found %d of %d, %d nearly not; missed %d\n", found, rounds, tight, plain);
    assert_true(found > rounds / 5 && found < rounds * 9 / 10 && tight > rounds / 50);
    assert_true(missed <= rounds / 2000);
}

/* Bodies a million kilometres apart that must be nearly as far apart as they are, or a little farther:
 * rounding must not make that a proof. */
static void test_rounding(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    int found = 0;
    int refused = 0;
    lw_arena arena = {0};
    const lw_geometry *made[2] = {NULL, NULL};
    for (int round = 0; round < 2000; round++) {
        if (round % EACH == 0) {
            lw_arena_free(&arena);
            for (int k = 0; k < 2; k++)
                made[k] = random_geometry(&arena, &random, true);
        }
        static corners body[2];
        lw_pair_bound bound = random_bound(&random);
        bound.curvature = bound.speed_error = bound.error = 0;
        bound.before = bound.after = 0;
        const lw_node *node[2];
        choose_nodes(&random, made, &bound, node, body);
        bound.b_in_a.position = random_vector(&random, 1e9);
        vec3 normal = bound.b_in_a.position;
        bound.target = 0;
        vec3 unit = scale(1 / norm(normal), normal);
        long double gap = left_along(&bound, body, unit);
        bound.target = (double)gap + lw_random_between(&random, -2e-4, 1e-4);
        lw_swept swept = lw_swept_make(&bound);
        bool separate = lw_swept_separate(&swept, bound.geometry, node, &normal);
        found += separate;
        refused += !separate;
        if (separate && !(left_along(&bound, body, normal) > 0))
            fail_msg("round %d: %Lg left", round, left_along(&bound, body, normal));
    }
    lw_arena_free(&arena);
    printf("found %d, refused %d\n", found, refused);
    assert_true(found > 100 && refused > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_directions),
                                       cmocka_unit_test(test_rounding)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
