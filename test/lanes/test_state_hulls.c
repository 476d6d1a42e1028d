/* Tests lanes/state_hulls.h: hulls and slices prove a pair where they are apart, and there only,
 * whatever direction is remembered; a remembered direction proves similar states without a query. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "lanes/state_hulls.h"
#include "math/pose.h"
#include "random_block.h"
#include "seed.h"
#include "shape/support.h"

#include <math.h>
#include <string.h>

/* ---- the joint halfway ------------------------------------------------------------------------- */

/* How many joints up from one another one is; -1: it is not above. */
static int climb(const block_scene *s, int32_t joint, int32_t to)
{
    int steps = 0;
    for (; joint != to; joint = s->joints[joint].parent, steps++)
        if (joint < 0)
            return -1;
    return steps;
}

/* How many joints are between two, on the way over the last one that is above both. */
static int steps_between(const block_scene *s, int32_t a, int32_t b)
{
    int best = 2 * JOINTS;
    for (int32_t top = -1; top < JOINTS; top++) {
        int up = climb(s, a, top);
        int down = climb(s, b, top);
        if (up >= 0 && down >= 0 && up + down < best)
            best = up + down;
    }
    return best;
}

static void test_halfway(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(500, 20000);
    for (int round = 0; round < rounds; round++) {
        static block_scene s;
        make_block_scene(&random, 1, &s);
        for (int i = 0; i < PAIRS; i++) {
            const lw_lane_pair *pair = &s.pairs[i];
            int32_t a = s.bodies[pair->a].joint;
            int32_t b = s.bodies[pair->b].joint;
            int32_t joint = lw_joint_halfway(&s.block, pair);
            int to_a = steps_between(&s, a, joint);
            int to_b = steps_between(&s, joint, b);
            assert_int_equal(to_a + to_b, steps_between(&s, a, b));
            assert_true(to_a - to_b <= 1 && to_b - to_a <= 1);
        }
    }
}

/* ---- proofs ------------------------------------------------------------------------------------ */

enum { CROWDED = 17 };

/* Two bodies of a random block, whose hulls and slices are in the balls around them. */
typedef struct couple {
    block_scene s;
    lw_lane_body bodies[2];
    lw_lane_hull copies[CROWDED];
    lw_hull_pair pair;
} couple;

static vec3 center_of(const lw_ball *ball)
{
    return v3((double)ball->center[0], (double)ball->center[1], (double)ball->center[2]);
}

static void set_around(lw_lane_hull *hull)
{
    const lw_part *part = hull->part;
    vec3 center = center_of(&hull->around);
    double extent = lw_convex_extent(&part->shape) + (double)hull->radius;
    hull->around.radius = (float)((norm(sub(part->at.position, center)) + extent) * 1.000001);
}

static double reach_of(const lw_lane_body *body)
{
    double reach = 0;
    for (int i = 0; i < 2; i++) {
        const lw_lane_hull *hulls = i ? body->slices : body->hulls;
        uint32_t count = i ? body->slice_count : body->hull_count;
        for (uint32_t k = 0; k < count; k++)
            reach = fmax(reach, norm(center_of(&hulls[k].around)) + (double)hulls[k].around.radius);
    }
    return reach;
}

static void make_couple(lw_random *random, couple *c)
{
    double size = pow(10, lw_random_between(random, -3, 4));
    make_block_scene(random, size, &c->s);
    for (int i = 0; i < 2; i++) {
        solid *of = &c->s.solids[i];
        for (int which = 0; which < 2; which++)
            for (int k = 0; k < HULLS; k++) {
                of->parts[which][k].shape.radius = (double)of->hulls[which][k].radius;
                set_around(&of->hulls[which][k]);
            }
        c->bodies[i] = c->s.bodies[i];
        c->pair.body[i] = &c->bodies[i];
        c->pair.at[i] = some_place(random, size);
    }
    /* from deep inside each other to farther than they reach */
    double apart =
        lw_random_between(random, 0, 1.2) * (reach_of(&c->bodies[0]) + reach_of(&c->bodies[1]));
    vec3 along = some_vector(random, 1);
    vec3 off = scale(apart / norm(along), along);
    c->pair.at[1].position = add(c->pair.at[0].position, off);
    c->pair.halfway = some_place(random, 1).rotation;
    c->pair.required = lw_random_between(random, 0, 0.05 * size);
}

/* The smallest distance of hulls, as a bracket. */
static lw_bracket nearest_of(const lw_hull_pair *pair, const lw_lane_hull *first, uint32_t first_count,
                             const lw_lane_hull *second, uint32_t second_count)
{
    lw_bracket nearest = {.lower = HUGE_VAL, .upper = HUGE_VAL};
    for (uint32_t i = 0; i < first_count; i++)
        for (uint32_t j = 0; j < second_count; j++) {
            pose a = compose(pair->at[0], first[i].part->at);
            pose b = relative(a, compose(pair->at[1], second[j].part->at));
            lw_bracket found;
            lw_convex_distance(&first[i].part->shape, &second[j].part->shape, &b, NULL, &found);
            nearest.lower = fmin(nearest.lower, found.lower);
            nearest.upper = fmin(nearest.upper, found.upper);
        }
    return nearest;
}

/* The truth about a pair: by its hulls, and by its slices where it has some. */
typedef struct truth {
    bool apart, may_be; /* for sure, at most */
} truth;

static truth truth_of(const lw_hull_pair *pair)
{
    truth t = {false, false};
    for (int which = 0; which < 2; which++) {
        const lw_lane_hull *of[2];
        uint32_t count[2];
        for (int i = 0; i < 2; i++) {
            const lw_lane_body *body = pair->body[i];
            bool slices = which && body->slice_count;
            of[i] = slices ? body->slices : body->hulls;
            count[i] = slices ? body->slice_count : body->hull_count;
        }
        if (!count[0] || !count[1])
            continue;
        lw_bracket nearest = nearest_of(pair, of[0], count[0], of[1], count[1]);
        t.apart |= nearest.lower > pair->required * 1.0001;
        t.may_be |= nearest.upper > pair->required;
    }
    return t;
}

static lw_hull_hint some_hint(lw_random *random)
{
    lw_hull_hint hint = {.overlap = lw_random_below(random, 2)};
    double size = pow(10, lw_random_between(random, -30, 30));
    for (int i = 0; i < 3; i++)
        hint.direction[i] = (float)lw_random_between(random, -size, size);
    if (!lw_random_below(random, 8))
        hint.direction[lw_random_below(random, 3)] = lw_random_below(random, 2) ? NAN : HUGE_VALF;
    return hint;
}

static void test_proofs(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    int rounds = test_rounds(6000, 400000);
    int apart = 0;
    int open = 0;
    int hinted = 0;
    for (int round = 0; round < rounds; round++) {
        static couple c;
        make_couple(&random, &c);
        truth is = truth_of(&c.pair);
        lw_hull_hint hint = {.overlap = false};
        bool found = lw_state_hulls_apart(&c.pair, &hint);
        assert_true(found ? is.may_be : !is.apart);
        apart += found;
        open += !found;
        /* whatever is remembered */
        lw_hull_hint any = some_hint(&random);
        bool again = lw_state_hulls_apart(&c.pair, &any);
        assert_true(!again || is.may_be);
        hinted += again;
        /* no two are so far apart */
        c.pair.required = HUGE_VAL;
        assert_false(lw_state_hulls_apart(&c.pair, &hint));
    }
    printf("%d of %d proven, %d open, %d with any hint\n", apart, rounds, open, hinted);
    assert_true(apart > rounds / 4 && open > rounds / 8 && hinted > rounds / 8);
}

/* ---- memory ------------------------------------------------------------------------------------ */

/* Without slices. */
static void only_hulls(couple *c)
{
    c->bodies[0].slice_count = c->bodies[1].slice_count = 0;
}

static void move(lw_hull_pair *pair, pose by)
{
    for (int i = 0; i < 2; i++)
        pair->at[i] = compose(by, pair->at[i]);
    pair->halfway = compose(by, (pose){pair->halfway, v3(0, 0, 0)}).rotation;
}

/* A direction that was found in one state proves another one, in which all has moved together, without
 * a query; without the direction a query is often needed. */
static void test_remembers(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int rounds = test_rounds(6000, 200000);
    int remembered = 0;
    int needed = 0;
    for (int round = 0; round < rounds; round++) {
        static couple c;
        make_couple(&random, &c);
        only_hulls(&c);
        c.bodies[0].hull_count = c.bodies[1].hull_count = 1;
        lw_hull_hint hint = {.overlap = false};
        bool found = lw_state_hulls_apart(&c.pair, &hint);
        assert_int_equal(hint.overlap, !found);
        if (!found)
            continue;
        /* by more than the rounding of a direction takes off */
        lw_bracket nearest = nearest_of(&c.pair, c.bodies[0].hulls, 1, c.bodies[1].hulls, 1);
        double size = reach_of(&c.bodies[0]) + reach_of(&c.bodies[1]) + nearest.upper;
        if (nearest.lower < c.pair.required + 1e-4 * size)
            continue;
        move(&c.pair, some_place(&random, 3));
        lw_hull_hint nothing = {.overlap = true};
        hint.overlap = true; /* or the distance would be queried */
        assert_true(lw_state_hulls_apart(&c.pair, &hint));
        assert_false(hint.overlap);
        remembered++;
        needed += !lw_state_hulls_apart(&c.pair, &nothing);
    }
    printf("%d remembered, of which %d were needed\n", remembered, needed);
    assert_true(remembered > rounds / 4 && needed > rounds / 32);
}

/* Of more pairs of hulls than sixteen, none is tried. */
static void test_too_many(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    static couple c;
    make_couple(&random, &c);
    only_hulls(&c);
    c.pair.at[1].position.x +=
        1e3 * (reach_of(&c.bodies[0]) + reach_of(&c.bodies[1]) + c.pair.required);
    for (int i = 0; i < CROWDED; i++)
        c.copies[i] = c.s.solids[0].hulls[0][0];
    c.bodies[0].hulls = c.copies;
    static const struct {
        uint32_t first, second;
        bool tried;
    } cases[] = {{1, 1, true},  {CROWDED - 1, 1, true}, {4, 4, true}, {CROWDED, 1, false},
                 {9, 2, false}, {0, 1, false},          {1, 0, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lw_hull_hint hint = {.overlap = false};
        c.bodies[0].hull_count = cases[i].first;
        c.bodies[1].hull_count = cases[i].second;
        assert_int_equal(lw_state_hulls_apart(&c.pair, &hint), cases[i].tried);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halfway),
        cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_remembers),
        cmocka_unit_test(test_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
