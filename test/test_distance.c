/* distance/distance.h: every pair of kinds of cores, with and without radius, at sizes from 1e-3 to
 * 1e3, far, near, touching, overlapping, contained; the oracle is certify.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "certify.h"
#include "seed.h"

static const char *const names[LW_CORE_COUNT] = {"point",    "segment", "triangle", "box",
                                                 "cylinder", "cone",    "polytope"};

typedef struct pair {
    lw_convex a, b;
    pose at;
    double size;
} pair;

/* Two shapes of about the same size, or of very different ones, placed at random. */
static pair random_pair(lw_random *random, lw_arena *arena, lw_core a, lw_core b)
{
    double size = pow(10, lw_random_between(random, -3, 3));
    double other = lw_random_below(random, 4) ? size : size * pow(10, lw_random_between(random, -2, 2));
    pair p = {random_shape(random, arena, a, size),
              random_shape(random, arena, b, other),
              {random_rotation(random), {0, 0, 0}},
              0};
    double reach = (size + other) * pow(10, lw_random_between(random, -1.5, 0.5));
    if (lw_random_below(random, 16))
        p.at.position = random_vector(random, reach);
    if (lw_random_below(random, 4) == 0) /* parallel faces in one plane, edges in one line */
        p.at.position.x = p.at.position.y = 0;
    p.size = pair_size(&p.a, &p.b, p.at);
    return p;
}

static void check(const pair *p, const lw_bracket *bracket, bool tight, const char *what, int round)
{
    const char *wrong = certify(&p->a, &p->b, p->at, bracket, tight);
    if (wrong)
        fail_msg("%s and %s, %s, round %d: %s: [%.17g, %.17g] of size %g", names[p->a.core],
                 names[p->b.core], what, round, wrong, bracket->lower, bracket->upper, p->size);
}

/* b moved along the normal so that the distance becomes gap. */
static void set_gap(pair *p, const lw_bracket *bracket, double gap)
{
    p->at.position = add_scaled(p->at.position, gap - bracket->upper, bracket->normal);
}

static void test_certified(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(1000, 50000);
    for (int a = 0; a < LW_CORE_COUNT; a++)
        for (int b = 0; b < LW_CORE_COUNT; b++) {
            lw_arena arena = {0};
            for (int i = 0; i < rounds; i++) {
                pair p = random_pair(&random, &arena, (lw_core)a, (lw_core)b);
                lw_bracket bracket;
                lw_convex_distance(&p.a, &p.b, p.at, NULL, &bracket);
                check(&p, &bracket, false, "placed at random", i);
                if (bracket.lower <= 0)
                    continue;
                double gap = p.size * pow(10, lw_random_between(&random, -13, -1));
                set_gap(&p, &bracket, gap);
                lw_convex_distance(&p.a, &p.b, p.at, NULL, &bracket);
                check(&p, &bracket, false, "brought near", i);
                /* moving along a separating normal takes exactly that much off the distance */
                if (fabs(bracket.upper - gap) > 1e-2 * p.size)
                    fail_msg("%s and %s, round %d: %g instead of %g", names[a], names[b], i,
                             bracket.upper, gap);
            }
            lw_arena_free(&arena);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_certified),
    };
    return cmocka_run_group_tests_name("distance", tests, NULL, NULL);
}
