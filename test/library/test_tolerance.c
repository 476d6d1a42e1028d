/* Tests motions with tolerances, in random worlds of robots of every joint type among obstacles of
 * every shape: whatever values within the tolerance the joints have, a motion that was called free is
 * not in contact; and a contact that deviates is one. Distances at single times decide, which know
 * nothing of travel. */
#include "furnished.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "leeway/tolerance.h"
#include "pair_at.h"
#include "seed.h"

enum { MOST_VALUES = 256, TRIALS = 24, FLIPS = 2, MOST_SIZES = 8 };

static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB};

typedef struct counts {
    size_t checks, free, contacts, deviating, undecided, probes;
} counts;

/* A question about one motion. */
typedef struct asked {
    bench *b;
    counts *counts;
    lw_motion *probe; /* everything stands still, at values within the tolerance */
    lw_coordinates at;
    double constant[MOST_VALUES], per_speed[MOST_VALUES]; /* per variable */
    double error;                                         /* of the poses */
    double fastest;                                       /* no variable of the motion is faster */
} asked;

static size_t variable_count(const asked *a)
{
    return a->b->world->scene->frozen->chains->variable_count;
}

/* Sets tolerances up to a size for most of the joints that may have them. */
static void set_tolerances(asked *a, lw_random *random, double size)
{
    const lw_scene *scene = a->b->world->scene;
    memset(a->constant, 0, sizeof a->constant);
    memset(a->per_speed, 0, sizeof a->per_speed);
    bool by_speed = lw_motion_in_seconds(a->b->motion->motion) && lw_random_below(random, 2);
    for (size_t r = 0; r < scene->frozen->chains->robot_count; r++) {
        const lw_joints *joints = lw_scene_movable_joints(scene, r);
        double constant[MOST_VALUES];
        double per_speed[MOST_VALUES];
        size_t value = 0;
        bool floats = false;
        for (size_t i = 0; i < joints->count; i++) {
            const lw_frozen_joint *joint = &scene->frozen->chains->joints[joints->joints[i]];
            floats |= joint->kind == LW_JOINT_FLOATING;
            for (size_t k = 0; k < lw_joint_value_count(joint->kind); k++, value++) {
                bool has = lw_random_below(random, 4) > 0;
                constant[value] = has ? size * lw_random_between(random, 0, 1) : 0;
                per_speed[value] =
                    has && by_speed ? size / a->fastest * lw_random_between(random, 0, 1) : 0;
                if (joint->kind == LW_JOINT_FLOATING)
                    continue;
                a->constant[(size_t)joint->variable + k] = constant[value];
                a->per_speed[(size_t)joint->variable + k] = per_speed[value];
            }
        }
        lw_error error = {0};
        lw_status status =
            lw_motion_set_tolerance(a->b->motion->motion, joints, constant, per_speed, &error);
        if (floats) {
            assert_int_equal(status, LW_ERROR_ARGUMENT);
            for (size_t i = 0; i < joints->count; i++) {
                const lw_frozen_joint *joint = &scene->frozen->chains->joints[joints->joints[i]];
                for (size_t k = 0;
                     joint->kind != LW_JOINT_FLOATING && k < lw_joint_value_count(joint->kind); k++)
                    a->constant[(size_t)joint->variable + k] =
                        a->per_speed[(size_t)joint->variable + k] = 0;
            }
        } else {
            assert_int_equal(status, LW_OK);
        }
    }
}

/* Poses the probe at the motion's values plus a deviation. */
static void pose_probe(asked *a, double time, const double *deviation)
{
    const lw_scene *scene = a->b->world->scene;
    const lw_chains *chains = scene->frozen->chains;
    for (size_t j = 0; j < chains->joint_count; j++) {
        const lw_frozen_joint *joint = &chains->joints[j];
        double values[7];
        if (joint->variable < 0 || joint->mimic >= 0)
            continue;
        assert_int_equal(lw_motion_joint_values(a->b->motion->motion, j, time, values, NULL), LW_OK);
        size_t count = lw_joint_value_count(joint->kind);
        for (size_t k = 0; joint->kind != LW_JOINT_FLOATING && k < count; k++)
            values[k] += deviation[(size_t)joint->variable + k];
        lw_error error = {0};
        if (lw_motion_set_joint(a->probe, chains->names[joint->robot], joint->name, values, count,
                                &error))
            fail_msg("%s", error.message);
    }
}

/* The least distance of any pair, less its margin, at the probe's pose; the pair. */
static double least_slack(asked *a, uint32_t *least)
{
    double slack = HUGE_VAL;
    size_t pairs = lw_scene_pair_count(a->b->world->scene);
    for (uint32_t i = 0; i < pairs; i++) {
        lw_distance found;
        assert_int_equal(lw_pair_distance(a->b->other, a->probe, 0, i, &found, NULL), LW_OK);
        double own = found.upper - pair_at(a->b->world->scene->frozen, i).margin;
        if (own < slack) {
            slack = own;
            *least = i;
        }
    }
    a->counts->probes++;
    return slack;
}

static double slack_of(asked *a, double time, const double *deviation)
{
    uint32_t pair;
    pose_probe(a, time, deviation);
    return least_slack(a, &pair);
}

/* Deviates somehow within the tolerance at a time: to a corner of it, mostly. */
static void deviate(asked *a, double time, double *deviation)
{
    lw_random *random = &a->b->random;
    const lw_motion *motion = a->b->motion->motion;
    lw_motion_coordinates(motion, lw_motion_piece_at(motion, time), time, 0, &a->at);
    bool inside = lw_random_below(random, 4) == 0;
    for (size_t i = 0; i < variable_count(a); i++) {
        double most =
            a->constant[i] + a->per_speed[i] * fmax(0, fabs(a->at.rate[i]) - a->at.rate_error[i]);
        double share = inside ? lw_random_between(random, -1, 1) : lw_random_below(random, 2) ? 1 : -1;
        deviation[i] = most * share * (1 - 1e-12);
    }
}

/* Tries deviations at random times before `until`, and goes on from each to nearer ones by turning the
 * deviation of single variables round. */
static void probe(asked *a, const char *method, double begin, double until)
{
    lw_random *random = &a->b->random;
    double deviation[MOST_VALUES];
    for (int i = 0; i < TRIALS; i++) {
        double time = lw_random_between(random, begin, until);
        deviate(a, time, deviation);
        double slack = slack_of(a, time, deviation);
        for (int flip = 0; flip < FLIPS * (int)variable_count(a); flip++) {
            size_t turned = lw_random_below(random, (uint32_t)variable_count(a));
            if (deviation[turned] == 0)
                continue;
            deviation[turned] = -deviation[turned];
            double other = slack_of(a, time, deviation);
            if (other < slack)
                slack = other;
            else
                deviation[turned] = -deviation[turned];
        }
        if (slack <= -a->error)
            fail_msg("round %d, %s: free until %.17g, and within the tolerance %g nearer than the "
                     "margin at %.17g",
                     a->b->round, method, until, -slack, time);
    }
}

/* A contact: of the motion itself, or of one within its tolerance. */
static void check_contact(asked *a, const lw_verdict *v)
{
    const lw_chains *chains = a->b->world->scene->frozen->chains;
    double deviation[MOST_VALUES] = {0};
    bool deviates = false;
    const lw_motion *motion = a->b->motion->motion;
    lw_motion_coordinates(motion, lw_motion_piece_at(motion, v->time), v->time, 0, &a->at);
    for (size_t j = 0; j < chains->joint_count; j++) {
        const lw_frozen_joint *joint = &chains->joints[j];
        double values[7];
        size_t count = lw_checker_deviation(a->b->checker, j, values);
        assert_int_equal(count, lw_joint_value_count(joint->kind));
        for (size_t k = 0; k < count; k++) {
            deviates |= values[k] != 0;
            if (joint->variable < 0 || joint->mimic >= 0 || joint->kind == LW_JOINT_FLOATING)
                continue;
            size_t variable = (size_t)joint->variable + k;
            deviation[variable] = values[k];
            assert_true(fabs(values[k]) <=
                        a->constant[variable] + a->per_speed[variable] * fabs(a->at.rate[variable]));
        }
    }
    assert_int_equal(v->deviates, deviates);
    a->counts->deviating += deviates;
    double slack = slack_of(a, v->time, deviation);
    if (slack > 1e-9 + a->error)
        fail_msg("round %d: no contact, %g more than the margin", a->b->round, slack);
}

/* Checks the motion with its tolerances, and tries to refute the answer. */
static lw_verdict_kind check(asked *a, lw_method method, bool any)
{
    double begin;
    double end;
    const lw_motion *motion = a->b->motion->motion;
    lw_motion_interval(motion, &begin, &end);
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.any = any;
    lw_verdict v = lw_default_verdict();
    lw_error error = {0};
    if (lw_check(a->b->checker, motion, &options, &v, &error))
        fail_msg("%s", error.message);
    a->counts->checks++;
    a->counts->free += v.kind == LW_VERDICT_FREE;
    a->counts->undecided += v.kind == LW_VERDICT_UNDECIDED;
    a->counts->contacts += v.kind == LW_VERDICT_CONTACT;
    if (v.kind == LW_VERDICT_CONTACT)
        check_contact(a, &v);
    else
        assert_int_equal(v.deviates, 0);
    if (v.free_until > begin)
        probe(a, lw_method_name(method), begin, v.free_until);
    if (v.kind == LW_VERDICT_FREE)
        assert_true(v.free_until == end);
    else if (v.kind == LW_VERDICT_UNDECIDED)
        assert_true(v.reason == LW_REASON_TOLERANCE && v.free_until < end);
    return v.kind;
}

/* Checks a motion with larger and larger tolerances, until it is not free any more. */
static void ask(bench *b, uint64_t seed, bool any, void *context)
{
    (void)seed;
    const lw_frozen *frozen = b->world->scene->frozen;
    lw_arena arena = {0};
    asked a = {.b = b, .counts = context, .error = 1e-9, .fastest = 1e-9};
    if (b->motion->motion->stages || frozen->chains->variable_count > MOST_VALUES)
        return;
    assert_true(lw_coordinates_take(&arena, frozen->chains->variable_count, &a.at));
    assert_int_equal(lw_motion_create(b->world->scene, &a.probe, NULL), LW_OK);
    const lw_motion *motion = b->motion->motion;
    for (size_t i = 0; i < motion->pieces.count; i++) {
        const lw_motion_piece *piece = &motion->pieces.items[i];
        double half = 0.5 * (piece->end - piece->begin);
        lw_motion_coordinates(motion, i, piece->begin + half, half, &a.at);
        for (size_t k = 0; k < variable_count(&a); k++)
            a.fastest = fmax(a.fastest, a.at.rate_bound[k]);
    }
    lw_method method = methods[lw_random_below(&b->random, sizeof methods / sizeof *methods)];
    double size = pow(10, lw_random_between(&b->random, -4, -2));
    lw_random shares = b->random;
    bool is_free = true;
    for (int i = 0; i < MOST_SIZES && size < 0.2 && is_free; i++) {
        lw_random same = shares;
        set_tolerances(&a, &same, size);
        is_free = check(&a, method, any) == LW_VERDICT_FREE;
        size *= 3;
    }
    b->random = shares;
    lw_motion_clear_tolerance(b->motion->motion);
    lw_motion_destroy(a.probe);
    lw_arena_free(&arena);
}

static void test_random_worlds(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    counts all = {0};
    int rounds = test_motion_count(1000, 20000);
    furnished_each(&b, rounds, ask, &all);
    printf("%zu checks: %zu free, %zu contacts (%zu deviate), %zu undecided; %zu states tried\n",
           all.checks, all.free, all.contacts, all.deviating, all.undecided, all.probes);
    assert_true(all.free > all.checks / 4);
    assert_true(all.deviating > 0);
    assert_true(all.undecided < all.checks / 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_worlds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
