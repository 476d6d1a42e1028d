/* All methods, asked in all ways, about random motions of random robots in scenes of every feature
 * (any/any_world.h): no verdict contradicts another one, nor a measured distance. Ways are: every
 * method by lw_cross_check; options turned (any contact, clearance, unmeasured); again; by a pool,
 * alone and as a row among others; by a new checker; with claims; in a scene that was built at once
 * instead of by copies. A checker answers all motions of a world, and goes from scene to scene.
 * LEEWAY_MOTIONS sets the number of motions (test/common/seed.h); LEEWAY_WORLD=SEED asks about one
 * world alone. */
#include "any/any_world.h"
#include "check/ask/cross.h"
#include "check/method/methods.h"
#include "seed.h"
#include "small_scene.h"
#include "verdicts.h"

#include <stdlib.h>

enum { MOTIONS = 24, MOST_WAYS = 24, STATES = 9, KINDS = 4 };

/* The ways of asking, and their verdicts. */
typedef struct ways {
    size_t count;
    const char *names[MOST_WAYS];
    const lw_verdict *verdicts[MOST_WAYS];
    lw_verdict room[MOST_WAYS];
} ways;

typedef struct tally {
    long motions, worlds, refused, stages, kinds[KINDS], rows, leaving, any, cleared, disputed;
    size_t grazing;
    uint64_t distances;
} tally;

typedef struct asking {
    any_world *w;
    uint64_t seed; /* of the motion */
    lw_random random;
    any_motion m;
    lw_motion *motion;
    lw_checker *checker;
    lw_pool *pool;
    lw_check_options options;
    ways all;
    tally *count;
    lw_error error;
} asking;

static bool one_in(lw_random *random, uint32_t count)
{
    return lw_random_below(random, count) == 0;
}

static void where(const asking *a, const char *what)
{
    printf("world %llu, motion %llu: %s; any %d, clearance %d, leaving %d, time tolerance %g, distance "
           "tolerance %g, queries %llu\n",
           (unsigned long long)a->w->seed, (unsigned long long)a->seed, what, a->options.any,
           a->options.clearance, (int)a->options.leaving, a->options.time_tolerance,
           a->options.distance_tolerance, (unsigned long long)a->options.budget_queries);
}

static void show(const asking *a)
{
    for (size_t i = 0; i < a->all.count; i++) {
        const lw_verdict *v = a->all.verdicts[i];
        if (v)
            printf("  %s: kind %d, reason %d, free until %.17g, time %.17g, pair %lld %lld\n",
                   a->all.names[i], (int)v->kind, (int)v->reason, v->free_until, v->time,
                   (long long)v->pair[0], (long long)v->pair[1]);
        const lw_clearance *c[2] = {v ? &v->clearance : NULL, v ? &v->self_clearance : NULL};
        for (int k = 0; k < 2; k++)
            if (v && c[k]->pair[0] >= 0)
                printf("    clearance %.17g to %.17g at %.17g, pair %lld %lld\n", c[k]->lower,
                       c[k]->upper, c[k]->at, (long long)c[k]->pair[0], (long long)c[k]->pair[1]);
    }
}

/* ---- options ----------------------------------------------------------------------------------- */

static void random_options(asking *a)
{
    lw_random *r = &a->random;
    lw_check_options *o = &a->options;
    *o = lw_default_check_options();
    o->any = one_in(r, 2);
    o->clearance = one_in(r, 4);
    o->leaving = one_in(r, 8);
    o->unmeasured = one_in(r, 4);
    o->fixed_pairs = one_in(r, 4);
    if (one_in(r, 4))
        o->time_tolerance = pow(10, lw_random_between(r, -7, -1));
    if (one_in(r, 4))
        o->distance_tolerance = a->w->size * pow(10, lw_random_between(r, -9, -2));
    o->resolution = 0.1;
    o->expansion = a->w->size * pow(10, lw_random_between(r, -2.5, -1));
    o->layers = 1 + lw_random_below(r, 16);
    o->budget_queries = one_in(r, 20) ? 1 + lw_random_below(r, 60) : one_in(r, 8) ? 2500 : 500;
}

/* ---- ways -------------------------------------------------------------------------------------- */

static lw_verdict *new_way(asking *a, const char *name)
{
    assert_true(a->all.count < MOST_WAYS);
    lw_verdict *v = &a->all.room[a->all.count];
    *v = lw_default_verdict();
    a->all.names[a->all.count] = name;
    a->all.verdicts[a->all.count++] = v;
    return v;
}

static lw_verdict *ask(asking *a, const char *name, lw_method method, const lw_check_options *options)
{
    lw_check_options own = *options;
    lw_verdict *v = new_way(a, name);
    own.method = method;
    succeed(lw_check(a->checker, a->motion, &own, v, &a->error), &a->error);
    return v;
}

static void same(const asking *a, const char *name, const lw_verdict *one, const lw_verdict *other)
{
    if (same_verdict(one, other))
        return;
    where(a, name);
    show(a);
    fail_msg("other bits than before");
}

static lw_status drop_claim(void *context, const lw_claim *claim)
{
    (void)context;
    (void)claim;
    return LW_OK;
}

/* The options but for one of them, by every method that proves. */
static void ask_otherwise(asking *a)
{
    lw_check_options o = a->options;
    o.any = !o.any;
    ask(a, "auto, any turned", LW_METHOD_AUTO, &o);
    if (one_in(&a->random, 3))
        ask(a, "slab, any turned", LW_METHOD_SLAB, &o);
    if (one_in(&a->random, 6))
        ask(a, "bisection, any turned", LW_METHOD_BISECTION, &o);
    if (one_in(&a->random, 3)) {
        o = a->options;
        o.clearance = !o.clearance;
        ask(a, "auto, clearance turned", LW_METHOD_AUTO, &o);
    }
    if (one_in(&a->random, 12) && !a->options.leaving) {
        o = a->options;
        o.claim = drop_claim;
        ask(a, "auto, with claims", LW_METHOD_AUTO, &o);
    }
    o = a->options;
    o.unmeasured = !o.unmeasured;
    ask(a, "auto, unmeasured turned", LW_METHOD_AUTO, &o);
}

/* The same question, of a pool and of a new checker. */
static void ask_elsewhere(asking *a)
{
    const lw_motion *motions[1] = {a->motion};
    lw_check_options o = a->options;
    o.method = LW_METHOD_AUTO;
    const lw_verdict *again = ask(a, "auto, again", LW_METHOD_AUTO, &o);
    same(a, "again", a->all.verdicts[0], again);
    lw_verdict *v = new_way(a, "auto, by a pool");
    succeed(lw_pool_check(a->pool, motions, 1, &o, v, &a->error), &a->error);
    same(a, "by a pool", again, v);
    if (!one_in(&a->random, 8))
        return;
    lw_checker *fresh = NULL;
    v = new_way(a, "auto, by a new checker");
    succeed(lw_checker_create(a->w->scene, &fresh, &a->error), &a->error);
    succeed(lw_check(fresh, a->motion, &o, v, &a->error), &a->error);
    lw_checker_destroy(fresh);
    same(a, "by a new checker", again, v);
}

static void give_row(lw_verdict *out, lw_verdict_kind kind, double free_until, double time,
                     const int64_t pair[2])
{
    lw_verdict_empty(out);
    out->kind = kind;
    out->free_until = free_until;
    out->time = time;
    out->pair[0] = pair[0];
    out->pair[1] = pair[1];
}

/* As a row of states or segments, among others. */
static void ask_as_row(asking *a)
{
    const any_track *track = &a->m.tracks[0];
    const lw_joints *joints = lw_scene_joints(a->w->scene, track->robot, track->group, &a->error);
    size_t width = lw_joints_value_count(joints);
    bool still = !memcmp(track->positions, track->positions + width, width * sizeof(double));
    static double values[STATES * ANY_VALUES];
    lw_verdict_kind kinds[STATES];
    double free_until[STATES];
    double times[STATES];
    int64_t pairs[STATES][2];
    uint32_t count = 1 + lw_random_below(&a->random, STATES);
    uint32_t ours = lw_random_below(&a->random, count);
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < width; k++)
            values[i * width + k] =
                track->positions[(still ? 0 : width) + k] +
                (i == ours ? 0 : a->w->size * lw_random_between(&a->random, -0.3, 0.3));
    lw_rows rows = lw_default_rows();
    lw_answers answers = lw_default_answers();
    rows.joints = joints;
    rows.count = count;
    rows.from = still ? values : track->positions;
    rows.from_stride = still ? width : 0;
    rows.to = values;
    rows.to_stride = width;
    answers.kind = kinds;
    answers.free_until = free_until;
    answers.time = times;
    answers.pair = pairs;
    lw_check_options o = a->options;
    o.method = LW_METHOD_AUTO;
    succeed((still ? lw_pool_states : lw_pool_segments)(a->pool, &rows, &o, &answers, &a->error),
            &a->error);
    give_row(new_way(a, still ? "a state of a pool" : "a segment of a pool"), kinds[ours],
             free_until[ours], times[ours], pairs[ours]);
    a->count->rows++;
}

/* ---- comparisons ------------------------------------------------------------------------------- */

static void report(const asking *a, const lw_conflict *c, bool by_ways)
{
    where(a, lw_conflict_name(c->kind));
    printf("  by %s and %s at %.17g, bodies %lld and %lld: allowed %.17g, distance %.17g to %.17g, "
           "rounding %g\n",
           by_ways ? a->all.names[c->methods[0]] : lw_method_name(c->methods[0]),
           by_ways ? a->all.names[c->methods[1]] : lw_method_name(c->methods[1]), c->time,
           (long long)c->pair[0], (long long)c->pair[1], c->allowed, c->distance.lower,
           c->distance.upper, c->rounding);
    show(a);
    fail_msg("verdicts that contradict each other");
}

/* Asks all methods, and keeps their verdicts as the first ways. */
static void ask_all(asking *a, lw_cross *out)
{
    lw_cross_options options = lw_default_cross_options();
    options.check = &a->options;
    options.samples = one_in(&a->random, 16) ? 200 : 8;
    *out = lw_default_cross();
    succeed(lw_cross_check(a->checker, a->motion, &options, out, &a->error), &a->error);
    a->all.count = 0;
    for (size_t i = 0; i < out->method_count; i++) {
        a->all.names[a->all.count] = lw_method_name((lw_method)i);
        a->all.verdicts[a->all.count++] = out->verdicts[i];
    }
    if (out->conflict_count)
        report(a, &out->conflicts[0], false);
    a->count->grazing += out->grazing;
    a->count->distances += out->distances;
}

/* Free by one way and in contact by another: rounding decides, as no distance contradicts either. */
static void count_disputes(asking *a)
{
    bool seen[KINDS] = {false};
    for (size_t i = 0; i < a->all.count; i++)
        if (a->all.verdicts[i])
            seen[a->all.verdicts[i]->kind] = true;
    if (!seen[LW_VERDICT_FREE] || !seen[LW_VERDICT_CONTACT])
        return;
    a->count->disputed++;
    if (getenv("LEEWAY_VERBOSE")) {
        where(a, "disputed");
        show(a);
    }
}

static void compare(asking *a)
{
    lw_cross_findings found = {0};
    succeed(lw_cross_compare(a->checker, a->motion, &a->options, 0, a->all.verdicts, a->all.count,
                             &found, &a->error),
            &a->error);
    if (found.conflicts.count)
        report(a, &found.conflicts.items[0], true);
    free(found.conflicts.items);
    count_disputes(a);
}

/* Distances at some times are at least what lw_near_misses has proven of each pair. */
static void compare_near(asking *a)
{
    enum { MOST = 4096, TIMES = 5 };
    static lw_clearance near[MOST];
    size_t count = 0;
    double threshold = a->w->size * pow(10, lw_random_between(&a->random, -3, 0));
    lw_check_options o = a->options;
    o.fixed_pairs = 1;
    succeed(lw_near_misses(a->checker, a->motion, threshold, &o, near, MOST, &count, &a->error),
            &a->error);
    double begin;
    double end;
    lw_motion_interval(a->motion, &begin, &end);
    size_t pairs = lw_scene_pair_count(a->w->scene);
    double slack =
        1e-9 * (a->w->size + fabs(a->w->origin.x) + fabs(a->w->origin.y) + fabs(a->w->origin.z));
    for (int i = 0; i < TIMES && count <= MOST && pairs <= 300; i++) {
        double time = i ? lw_random_between(&a->random, begin, end) : end;
        size_t next = 0;
        for (size_t p = 0; p < pairs; p++) {
            size_t bodies[2];
            lw_distance d;
            lw_scene_pair(a->w->scene, p, bodies);
            bool listed = next < count && near[next].pair[0] == (int64_t)bodies[0] &&
                          near[next].pair[1] == (int64_t)bodies[1];
            double least = listed ? near[next++].lower : threshold;
            succeed(lw_pair_distance(a->checker, a->motion, time, p, &d, &a->error), &a->error);
            if (d.upper < least - slack && least > 0) {
                where(a, "near misses");
                fail_msg("bodies %zu and %zu are %.17g apart at %.17g, not %.17g", bodies[0], bodies[1],
                         d.upper, time, least);
            }
        }
    }
}

static void check_motion(asking *a)
{
    lw_cross all;
    any_motion_new(a->w, a->seed, &a->m);
    a->random.state = a->seed + 5;
    random_options(a);
    if (!any_motion_set(a->w, a->w->scene, &a->m, a->motion)) {
        a->count->refused++;
        return;
    }
    ask_all(a, &all);
    if (all.verdicts[0]) {
        ask_otherwise(a);
        ask_elsewhere(a);
        if (a->m.segment && !(a->m.cut > 0) && !a->options.leaving)
            ask_as_row(a);
        compare(a);
        a->count->kinds[all.verdicts[0]->kind]++;
    }
    bool stages = a->m.carries;
    if (!stages && one_in(&a->random, 16))
        compare_near(a);
    a->count->stages += stages;
    a->count->any += a->options.any;
    a->count->leaving += a->options.leaving != 0;
    a->count->motions++;
    lw_cross_free(&all);
}

/* A scene that is built at once gives the same bits as one that copies have made. */
static void compare_scenes(asking *a)
{
    lw_scene *scene = any_scene_at_once(a->w);
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    uint64_t prints[2];
    succeed(lw_scene_fingerprint(a->w->scene, &prints[0], &a->error), &a->error);
    succeed(lw_scene_fingerprint(scene, &prints[1], &a->error), &a->error);
    if (prints[0] != prints[1])
        fail_msg("world %llu: another fingerprint", (unsigned long long)a->w->seed);
    succeed(lw_checker_create(scene, &checker, &a->error), &a->error);
    succeed(lw_motion_create(scene, &motion, &a->error), &a->error);
    for (uint64_t i = 0; i < MOTIONS / 2; i++) {
        a->seed = a->w->seed + i;
        any_motion_new(a->w, a->seed, &a->m);
        a->random.state = a->seed + 5;
        random_options(a);
        a->all.count = 0;
        if (!any_motion_set(a->w, a->w->scene, &a->m, a->motion))
            continue;
        assert_true(any_motion_set(a->w, scene, &a->m, motion));
        lw_verdict *one = ask(a, "auto", LW_METHOD_AUTO, &a->options);
        lw_verdict *other = new_way(a, "auto, in a scene built at once");
        succeed(lw_check(checker, motion, &a->options, other, &a->error), &a->error);
        same(a, "a scene built at once", one, other);
    }
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    lw_scene_destroy(scene);
}

/* Another scene of the same robots: some obstacles are elsewhere, and perhaps one is gone, or the
 * margin is another one. */
static lw_scene *changed_scene(asking *a)
{
    lw_scene *next = NULL;
    char id[ANY_NAME];
    succeed(lw_scene_copy(a->w->scene, &next, &a->error), &a->error);
    size_t moved = a->w->obstacle_count ? lw_random_below(&a->random, 20) : 0;
    for (size_t i = 0; i < moved; i++) {
        uint32_t most = (uint32_t)(i % 2 ? a->w->obstacle_count : a->w->near_count + 1);
        uint32_t which = lw_random_below(&a->random, most);
        which = which < a->w->obstacle_count ? which : 0;
        lw_pose at = a->w->obstacles[which].pose;
        at.position.x += a->w->size * lw_random_between(&a->random, -1, 1);
        at.position.y += a->w->size * lw_random_between(&a->random, -1, 1);
        snprintf(id, sizeof id, "o%u", (unsigned)which);
        succeed(lw_scene_move_obstacle(next, id, at, &a->error), &a->error);
    }
    if (a->w->obstacle_count && one_in(&a->random, 4))
        succeed(lw_scene_remove(next, "o0", &a->error), &a->error);
    if (one_in(&a->random, 6))
        succeed(lw_scene_set_margin(next, 0.01 * a->w->size, &a->error), &a->error);
    succeed(lw_scene_freeze(next, &a->error), &a->error);
    return next;
}

/* Goes on with another scene. */
static void go_to(asking *a, const lw_scene *scene)
{
    succeed(lw_checker_set_scene(a->checker, scene, &a->error), &a->error);
    succeed(lw_pool_set_scene(a->pool, scene, &a->error), &a->error);
    if (lw_motion_set_scene(a->motion, scene, &a->error)) /* an object that it attaches is gone */
        succeed(lw_motion_set_scene(a->motion, scene, &a->error), &a->error);
}

/* Used checkers and pools that go from scene to scene give the bits of a new checker. */
static void compare_used(asking *a)
{
    a->random.state = a->w->seed + 7;
    lw_scene *scenes[2] = {changed_scene(a), changed_scene(a)};
    for (uint64_t i = 0; i < MOTIONS / 3; i++) {
        const lw_scene *scene = i % 3 == 2 ? a->w->scene : scenes[i % 3];
        lw_checker *fresh = NULL;
        go_to(a, scene);
        a->seed = a->w->seed + i;
        any_motion_new(a->w, a->seed, &a->m);
        a->random.state = a->seed + 5;
        random_options(a);
        a->all.count = 0;
        if (!any_motion_set(a->w, scene, &a->m, a->motion))
            continue;
        const lw_motion *motions[1] = {a->motion};
        succeed(lw_checker_create(scene, &fresh, &a->error), &a->error);
        const lw_verdict *used = ask(a, "auto, by a used checker", LW_METHOD_AUTO, &a->options);
        lw_verdict *v = new_way(a, "auto, by a new checker");
        succeed(lw_check(fresh, a->motion, &a->options, v, &a->error), &a->error);
        same(a, "scene after scene", used, v);
        v = new_way(a, "auto, by a used pool");
        succeed(lw_pool_check(a->pool, motions, 1, &a->options, v, &a->error), &a->error);
        same(a, "scene after scene, by a pool", used, v);
        lw_checker_destroy(fresh);
    }
    go_to(a, a->w->scene);
    lw_scene_destroy(scenes[0]);
    lw_scene_destroy(scenes[1]);
}

static void check_world(uint64_t seed, tally *count)
{
    static asking a;
    memset(&a, 0, sizeof a);
    a.count = count;
    a.w = any_world_new(seed);
    succeed(lw_checker_create(a.w->scene, &a.checker, &a.error), &a.error);
    succeed(lw_motion_create(a.w->scene, &a.motion, &a.error), &a.error);
    succeed(lw_pool_create(a.w->scene, 1, &a.pool, &a.error), &a.error);
    for (uint64_t i = 0; i < MOTIONS; i++) {
        a.seed = seed + i;
        check_motion(&a);
    }
    if (seed % 4 == 0)
        compare_scenes(&a);
    if (seed % 4 == 1)
        compare_used(&a);
    lw_pool_destroy(a.pool);
    lw_motion_destroy(a.motion);
    lw_checker_destroy(a.checker);
    any_world_drop(a.w);
    count->worlds++;
}

static void test_all_ways(void **state)
{
    (void)state;
    tally count = {0};
    lw_random random = {test_seed()};
    const char *one = getenv("LEEWAY_WORLD");
    const long motions = one ? 1 : test_motion_count(1000, 1000000);
    while (count.motions < motions)
        check_world(one ? strtoull(one, NULL, 0) : lw_random_bits(&random), &count);
    any_world_end();
    printf("%ld motions in %ld worlds, %ld refused, %ld in stages, %ld leaving, %ld any contact, %ld "
           "rows; free %ld, contact %ld, undecided %ld, leaves %ld; %ld disputed, %zu grazing, %llu "
           "distances\n",
           count.motions, count.worlds, count.refused, count.stages, count.leaving, count.any,
           count.rows, count.kinds[LW_VERDICT_FREE], count.kinds[LW_VERDICT_CONTACT],
           count.kinds[LW_VERDICT_UNDECIDED], count.kinds[LW_VERDICT_LEAVES], count.disputed,
           count.grazing, (unsigned long long)count.distances);
    if (one)
        return;
    assert_true(count.kinds[LW_VERDICT_FREE] > motions / 5 &&
                count.kinds[LW_VERDICT_CONTACT] > motions / 5);
    assert_true(count.rows && count.stages && count.leaving && count.any);
    assert_true(count.refused < motions / 4 && count.disputed <= motions / 100 &&
                count.grazing <= (size_t)motions / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
