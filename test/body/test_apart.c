/* lw_elements_apart (body/query.h): triangles that a face separates are told apart, and none that are
 * not farther apart than the distance asked for. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "body/query.h"
#include "certify.h"
#include "seed.h"

/* Bodies of one triangle each. */
typedef struct two_triangles {
    vec3 corners[2][1][3];
    double radii[2][1];
    lw_geometry bodies[2];
    lw_pairing pairing;
} two_triangles;

/* Sets up both for the corners that they hold. thick: whether the radii count. */
static void set_up(two_triangles *t, const pose *b_in_a, bool thick)
{
    for (int i = 0; i < 2; i++) {
        double extent = 0;
        for (int k = 0; k < 3; k++)
            extent = fmax(extent, norm(t->corners[i][0][k]) + (thick ? t->radii[i][0] : 0));
        t->bodies[i] = (lw_geometry){.triangle_count = 1,
                                     .triangles = t->corners[i],
                                     .radii = thick ? t->radii[i] : NULL,
                                     .extent = extent,
                                     .radius = extent};
    }
    lw_pairing_set(&t->pairing, &t->bodies[0], &t->bodies[1], b_in_a);
}

static bool are_apart(const two_triangles *t, double least)
{
    return lw_elements_apart(&t->pairing, 0, 0, least);
}

static lw_bracket distance_of(const two_triangles *t)
{
    lw_bracket found;
    lw_element_distance(&t->pairing, 0, 0, HUGE_VAL, -1, NULL, &found);
    return found;
}

/* A triangle, or a needle whose third corner lies on its longest edge up to rounding. */
static void draw(lw_random *random, double size, vec3 out[3])
{
    out[0] = random_vector(random, size);
    out[1] = random_vector(random, size);
    out[2] = random_vector(random, size);
    if (lw_random_below(random, 2))
        out[2] = add_scaled(out[0], lw_random_between(random, 0, 1), sub(out[1], out[0]));
}

/* Whatever is called farther apart than a distance has a larger computed distance, too. */
static void test_never_wrong(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    const int rounds = test_rounds(100000, 10000000);
    int apart = 0;
    int met = 0;
    for (int round = 0; round < rounds; round++) {
        two_triangles t;
        const double size = pow(10, lw_random_between(&random, -6, 3));
        draw(&random, size, t.corners[0][0]);
        draw(&random, size, t.corners[1][0]);
        const pose b_in_a = {random_rotation(&random), random_vector(&random, size)};
        const vec3 *own = t.corners[0][0];
        const bool touches = lw_random_below(&random, 2);
        if (touches) {
            /* a corner comes to lie on the other triangle */
            const double s = lw_random_between(&random, 0, 1);
            const vec3 on = add_scaled(add_scaled(own[0], s, sub(own[1], own[0])), 0.3 * (1 - s),
                                       sub(own[2], own[0]));
            t.corners[1][0][0] = transform_back(b_in_a, on);
        }
        t.radii[0][0] = 0.1 * size;
        t.radii[1][0] = 0.2 * size;
        set_up(&t, &b_in_a, lw_random_below(&random, 2));
        const lw_bracket found = distance_of(&t);
        const double least =
            lw_random_below(&random, 2) ? 0 : found.upper * lw_random_between(&random, 0.5, 1.1);
        const bool says = are_apart(&t, least);
        if (says && !(found.upper > least))
            fail_msg("round %d: %.17g apart, and more than %.17g is claimed", round, found.upper,
                     least);
        if (says && touches && found.upper < 1e-12 * size)
            fail_msg("round %d: triangles that touch are called apart", round);
        apart += says;
        met += touches;
    }
    assert_true(apart > rounds / 20 && met > rounds / 4);
}

/* A triangle beside the face of another one, on either side of it: apart by just the gap. */
static void test_beside_a_face(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    const int rounds = test_rounds(20000, 1000000);
    for (int round = 0; round < rounds; round++) {
        two_triangles t;
        const double gap = lw_random_between(&random, 0.1, 1);
        const double side = lw_random_below(&random, 2) ? 1 : -1;
        const uint32_t face = lw_random_below(&random, 2);
        const bool thick = lw_random_below(&random, 2);
        vec3 *flat = t.corners[face][0];
        vec3 *other = t.corners[1 - face][0];
        flat[0] = v3(-9, -9, 0);
        flat[1] = v3(9, -9, 0);
        flat[2] = v3(0, 9, 0);
        /* its nearest corner is over the face, the others are farther away: its own face does not
         * separate the two */
        other[0] = v3(lw_random_between(&random, -1, 1), lw_random_between(&random, -1, 1), side * gap);
        other[1] = add(other[0], v3(1, 0, side * lw_random_between(&random, 1, 2)));
        other[2] = add(other[0], v3(0.5, 0.1, side * lw_random_between(&random, 2, 3)));
        const uint32_t turn = lw_random_below(&random, 3);
        for (uint32_t k = 0; k < turn; k++) {
            const vec3 first = other[0];
            other[0] = other[1];
            other[1] = other[2];
            other[2] = first;
        }
        /* the second body's frame */
        const pose b_in_a = {random_rotation(&random), random_vector(&random, 3)};
        for (int k = 0; k < 3; k++)
            t.corners[1][0][k] = transform_back(b_in_a, t.corners[1][0][k]);
        t.radii[0][0] = 0.02;
        t.radii[1][0] = 0.03;
        set_up(&t, &b_in_a, thick);
        const double rest = thick ? gap - 0.05 : gap;
        if (!are_apart(&t, rest * (1 - 1e-4)) || !are_apart(&t, 0))
            fail_msg("round %d: %g beside a face", round, rest);
        if (are_apart(&t, rest) || are_apart(&t, rest * (1 + 1e-4)))
            fail_msg("round %d: more than %g is claimed", round, rest);
    }
}

/* So small a triangle that products of its lengths vanish, beside a far one. */
static void test_vanishing_products(void **state)
{
    (void)state;
    const double tiny = 1e-82;
    const pose same = pose_identity();
    two_triangles t = {.corners = {{{{0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0}}},
                                   {{{0, 0, 1e10}, {1e-3, 0, 1e10}, {0, 1e-3, 1e10}}}}};
    set_up(&t, &same, false);
    assert_false(are_apart(&t, 1e12));
    assert_true(are_apart(&t, 1e9));
}

/* Elements that are no triangles are left to the query. */
static void test_other_elements(void **state)
{
    (void)state;
    const pose beside = {mat3_identity(), {0, 0, 5}};
    two_triangles t = {
        .corners = {{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}};
    set_up(&t, &beside, false);
    assert_true(are_apart(&t, 4));
    assert_false(lw_elements_apart(&t.pairing, 1, 0, 4));
    assert_false(lw_elements_apart(&t.pairing, 0, 1, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_wrong),
        cmocka_unit_test(test_beside_a_face),
        cmocka_unit_test(test_vanishing_products),
        cmocka_unit_test(test_other_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
