/* Motions on which robots attach and release objects: verdicts, clearances, near misses, poses and
 * pairs against an oracle that samples them densely and knows nothing of stages (carried_world.h);
 * handed over, moved to other scenes, asked by several threads; and refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "carried_world.h"
#include "check/ask/stages.h"
#include "check/method/methods.h"
#include "motion/motion.h"
#include "seed.h"
#include "verdicts.h"

enum { SAMPLES = 60, THREADS = 3, MOST_MISSES = BODIES * BODIES };

/* how far sampled distances of the oracle may be off */
static const double room = 1e-9;

/* ---- against samples -------------------------------------------------------------------------------
 */

/* The smallest sampled distance of each pair. */
typedef struct sampled {
    double distance[BODIES][BODIES];
    double gap;   /* the smallest distance less the margin */
    double first; /* time of the first sample at which a pair is within the margin; infinite: none */
} sampled;

static void sample(const world *w, double time, bool before, sampled *out)
{
    world_pose(w, time, before);
    for (int a = 0; a < BODIES; a++)
        for (int b = a + 1; b < BODIES; b++) {
            bool there = (a >= LINK_BODIES || (a / LINKS < w->robots && a % LINKS < w->links)) &&
                         (b >= LINK_BODIES || (b / LINKS < w->robots && b % LINKS < w->links));
            if (!there || !world_checks(w, a, b, time, before))
                continue;
            double padding;
            double distance = world_distance(w, a, b, time, before);
            double gap = distance - world_margin(w, a, b, time, before, &padding);
            out->distance[a][b] = fmin(out->distance[a][b], distance);
            out->gap = fmin(out->gap, gap);
            if (gap <= -room || distance <= 0)
                out->first = fmin(out->first, time);
        }
}

static sampled sample_all(const world *w)
{
    double begin;
    double end;
    sampled out = {.gap = HUGE_VAL, .first = HUGE_VAL};
    for (int a = 0; a < BODIES; a++)
        for (int b = 0; b < BODIES; b++)
            out.distance[a][b] = HUGE_VAL;
    lw_motion_interval(w->plain, &begin, &end);
    for (int i = 0; i <= SAMPLES; i++)
        sample(w, i < SAMPLES ? begin + (end - begin) * i / SAMPLES : end, i == SAMPLES && end > begin,
               &out);
    /* at a time of change both the scene before and the scene after are checked, but nothing before the
     * beginning or after the end */
    for (int i = 0; i < w->border_count; i++)
        for (int before = 0; before < 2; before++)
            if (before ? w->borders[i] > begin : w->borders[i] < end)
                sample(w, w->borders[i], before, &out);
    return out;
}

static double smallest(const sampled *s)
{
    double least = HUGE_VAL;
    for (int a = 0; a < BODIES; a++)
        for (int b = a + 1; b < BODIES; b++)
            least = fmin(least, s->distance[a][b]);
    return least;
}

/* Whether the oracle checks a pair at a time, and finds it at a distance; high below 0: at most the
 * pair's margin. */
static void expect_distance(const world *w, const int64_t pair[2], double time, double low, double high)
{
    int a = world_body(w, pair[0]);
    int b = world_body(w, pair[1]);
    int first = a < b ? a : b;
    int second = a < b ? b : a;
    bool found = false;
    double begin;
    double end;
    lw_motion_interval(w->motion, &begin, &end);
    for (int before = 0; before < 2; before++) {
        if ((before ? time <= begin : time >= end && end > begin) ||
            !world_checks(w, first, second, time, before))
            continue;
        world_pose(w, time, before);
        double padding;
        double distance = world_distance(w, first, second, time, before);
        double margin = world_margin(w, first, second, time, before, &padding);
        found |= distance >= low && distance <= (high < 0 ? margin + room : high);
    }
    if (!found)
        fail_msg("%s and %s at %.17g", w->texts[first], w->texts[second], time);
}

static void check_poses(const world *w, lw_random *random)
{
    lw_error e = {0};
    double begin;
    double end;
    lw_motion_interval(w->motion, &begin, &end);
    for (int i = 0; i < 10; i++) {
        double time = i ? lw_random_between(random, begin, end) : end;
        int object = (int)lw_random_below(random, OBJECTS);
        lw_pose at;
        int64_t body = lw_scene_find_body(w->scene, object_names[object]);
        succeed(lw_motion_pose(w->motion, (size_t)body, time, &at, &e), &e);
        lw_pose expected = world_object(w, world_at(w, object, time, false), time);
        lw_vec3 corner = {0.3, 0.2, w->shapes.flat ? 0 : 0.1};
        lw_vec3 p = lw_pose_point(at, corner);
        lw_vec3 q = lw_pose_point(expected, corner);
        assert_true(fabs(p.x - q.x) + fabs(p.y - q.y) + fabs(p.z - q.z) < room);
    }
}

static void check_stages(const world *w)
{
    double begin;
    double end;
    double last;
    size_t count = lw_motion_stage_count(w->motion);
    lw_motion_interval(w->motion, &begin, &end);
    last = begin;
    for (size_t i = 0; i < count; i++) {
        const lw_motion *stage = lw_motion_stage(w->motion, i);
        double from;
        double to;
        lw_motion_interval(stage, &from, &to);
        assert_true(from == last && to >= from && (to > from || count == 1));
        assert_int_equal(lw_motion_stage_at(w->motion, from), i);
        assert_int_equal(lw_motion_stage_at(w->motion, 0.5 * (from + to)), i);
        assert_int_equal(lw_motion_stage_count(stage), 1);
        for (size_t b = 0; b < lw_scene_body_count(w->scene); b++) {
            int64_t own = lw_motion_stage_body(w->motion, i, b);
            assert_string_equal(lw_scene_body_name(lw_motion_scene(stage), (size_t)own),
                                lw_scene_body_name(w->scene, b));
        }
        last = to;
    }
    assert_true(last == end);
    assert_null(lw_motion_stage(w->motion, count));
    assert_int_equal(lw_motion_stage_body(w->motion, count, 0), -1);
    assert_int_equal(lw_motion_stage_body(w->motion, 0, lw_scene_body_count(w->scene)), -1);
}

typedef struct counts {
    int free, contact, undecided, stages, misses;
} counts;

static void check_verdict(const world *w, const lw_verdict *verdict, const sampled *s, bool any)
{
    double begin;
    double end;
    lw_motion_interval(w->motion, &begin, &end);
    assert_true(verdict->free_until >= begin && verdict->free_until <= end);
    assert_true(s->first >= verdict->free_until);
    if (verdict->kind == LW_VERDICT_FREE)
        assert_true(verdict->free_until == end && s->gap > -room);
    if (verdict->kind != LW_VERDICT_CONTACT)
        return;
    expect_distance(w, verdict->pair, verdict->time, 0, -1);
    assert_true(verdict->time >= verdict->free_until);
    if (!any) {
        assert_true(verdict->first);
        assert_true(verdict->time - verdict->free_until <= 1e-4 * (end - begin) * (1 + 1e-9));
    }
}

static void check_clearance(const world *w, const lw_verdict *verdict, const sampled *s)
{
    const lw_clearance *both[2] = {&verdict->clearance, &verdict->self_clearance};
    double lower = HUGE_VAL;
    if (verdict->kind != LW_VERDICT_FREE)
        return;
    for (int i = 0; i < 2; i++) {
        if (both[i]->pair[0] < 0)
            continue;
        lower = fmin(lower, both[i]->lower);
        assert_true(both[i]->lower <= both[i]->upper && both[i]->lower >= 0.98 * both[i]->upper - 2e-5);
        expect_distance(w, both[i]->pair, both[i]->at, both[i]->lower - room, both[i]->upper + room);
    }
    assert_true(smallest(s) >= lower - room);
}

static const double miss_threshold = 0.3;

/* Where a pair is in the order of the scene's. */
static uint64_t place_of(const lw_clearance *miss)
{
    int64_t a = miss->pair[0];
    int64_t b = miss->pair[1];
    return (uint64_t)(a < b ? a : b) << 32 | (uint64_t)(a < b ? b : a);
}

/* Without fixed pairs some of the pairs are left out, and the others are no nearer. */
static void check_fixed(const world *w, lw_checker *checker, const lw_clearance *all, size_t count)
{
    static lw_clearance few[MOST_MISSES];
    lw_error e = {0};
    size_t found = 0;
    size_t next = 0;
    succeed(lw_near_misses(checker, w->motion, miss_threshold, NULL, few, MOST_MISSES, &found, &e), &e);
    for (size_t i = 0; i < count && next < found; i++)
        if (place_of(&few[next]) == place_of(&all[i])) {
            assert_true(few[next].upper >= all[i].lower - room);
            next++;
        }
    assert_int_equal(next, found);
}

static void check_near_misses(const world *w, lw_checker *checker, const sampled *s, counts *seen)
{
    static lw_clearance misses[MOST_MISSES];
    bool listed[BODIES][BODIES] = {{false}};
    lw_error e = {0};
    size_t count = 0;
    size_t again = 0;
    lw_check_options options = lw_default_check_options();
    options.fixed_pairs = 1;
    succeed(
        lw_near_misses(checker, w->motion, miss_threshold, &options, misses, MOST_MISSES, &count, &e),
        &e);
    succeed(lw_near_misses(checker, w->motion, miss_threshold, &options, NULL, 0, &again, &e), &e);
    assert_int_equal(count, again);
    for (size_t i = 0; i < count; i++) {
        int a = world_body(w, misses[i].pair[0]);
        int b = world_body(w, misses[i].pair[1]);
        if (i)
            assert_true(place_of(&misses[i - 1]) < place_of(&misses[i]));
        assert_false(listed[a][b]);
        listed[a][b] = listed[b][a] = true;
        assert_true(misses[i].lower <= misses[i].upper);
        if (misses[i].lower > 0)
            assert_true(misses[i].lower >= 0.98 * misses[i].upper - 2e-5);
        assert_true(s->distance[a < b ? a : b][a < b ? b : a] >= misses[i].lower - room);
        if (misses[i].upper < miss_threshold)
            expect_distance(w, misses[i].pair, misses[i].at, -1, misses[i].upper + room);
        seen->misses++;
    }
    for (int a = 0; a < BODIES; a++)
        for (int b = a + 1; b < BODIES; b++)
            assert_true(listed[a][b] || s->distance[a][b] >= miss_threshold - room);
    check_fixed(w, checker, misses, count);
}

static void check_methods(const world *w, lw_checker *checker, const sampled *s, counts *seen)
{
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB,
                                        LW_METHOD_AUTO, LW_METHOD_EXPANDED,  LW_METHOD_EXPANDED};
    lw_error e = {0};
    lw_verdict verdicts[6];
    for (int m = 0; m < 6; m++) {
        lw_check_options options = lw_default_check_options();
        options.method = methods[m];
        options.any = m == 3 || m == 5;
        options.clearance = m == 0;
        verdicts[m] = lw_default_verdict();
        succeed(lw_check(checker, w->motion, &options, &verdicts[m], &e), &e);
        check_verdict(w, &verdicts[m], s, options.any);
        bool decided =
            verdicts[m].kind != LW_VERDICT_UNDECIDED && verdicts[0].kind != LW_VERDICT_UNDECIDED;
        assert_true(!decided || verdicts[m].kind == verdicts[0].kind);
    }
    check_clearance(w, &verdicts[0], s);
    seen->free += verdicts[0].kind == LW_VERDICT_FREE;
    seen->contact += verdicts[0].kind == LW_VERDICT_CONTACT;
    seen->undecided += verdicts[0].kind == LW_VERDICT_UNDECIDED;
}

static void test_against_samples(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    counts seen = {0};
    static world w;
    int rounds = test_rounds(60, 6000);
    for (int round = 0; round < rounds; round++) {
        lw_error e = {0};
        lw_checker *checker = NULL;
        world_open(&random, round % 3 == 2, &w);
        succeed(lw_checker_create(w.scene, &checker, &e), &e);
        for (int i = 0; i < 4; i++) {
            world_set(&random, &w);
            check_stages(&w);
            check_poses(&w, &random);
            sampled s = sample_all(&w);
            check_methods(&w, checker, &s, &seen);
            check_near_misses(&w, checker, &s, &seen);
            seen.stages += (int)lw_motion_stage_count(w.motion);
        }
        lw_checker_destroy(checker);
        world_close(&w);
    }
    printf("%d free, %d contact, %d undecided, %d stages, %d near misses\n", seen.free, seen.contact,
           seen.undecided, seen.stages, seen.misses);
    assert_true(seen.free > rounds / 4 && seen.contact > rounds / 4);
    assert_true(seen.undecided < rounds / 10 && seen.misses > rounds);
}

/* ---- stage by stage --------------------------------------------------------------------------------
 */

/* The verdict of the whole is that of its stages, one after the other, to the bit. */
static void test_stage_by_stage(void **state)
{
    (void)state;
    lw_random random = {24};
    static world w;
    for (int round = 0; round < 100; round++) {
        lw_error e = {0};
        lw_check_options options = lw_default_check_options();
        lw_checker *checker = NULL;
        lw_verdict whole = lw_default_verdict();
        lw_verdict own = lw_default_verdict();
        uint64_t spent[2] = {0, 0};
        options.method = round % 3 ? LW_METHOD_AUTO : LW_METHOD_SAMPLED;
        options.any = round % 5 == 0;
        world_open(&random, round % 2, &w);
        world_set(&random, &w);
        succeed(lw_checker_create(w.scene, &checker, &e), &e);
        succeed(lw_check(checker, w.motion, &options, &whole, &e), &e);
        for (size_t i = 0; i < lw_motion_stage_count(w.motion); i++) {
            const lw_motion *stage = lw_motion_stage(w.motion, i);
            succeed(lw_checker_set_scene(checker, lw_motion_scene(stage), &e), &e);
            succeed(lw_check(checker, stage, &options, &own, &e), &e);
            spent[0] += own.queries;
            spent[1] += own.samples;
            if (own.kind == LW_VERDICT_CONTACT)
                break;
        }
        assert_int_equal(whole.kind, own.kind);
        assert_int_equal(whole.queries, spent[0]);
        assert_int_equal(whole.samples, spent[1]);
        if (whole.kind == LW_VERDICT_CONTACT) {
            assert_true(same_bits(whole.time, own.time) && whole.segment == own.segment);
            assert_true(same_distance(&whole.contact, &own.contact));
        }
        lw_checker_destroy(checker);
        world_close(&w);
    }
}

/* No time of a motion that begins late is after its end. */
static void test_times(void **state)
{
    (void)state;
    lw_random random = {25};
    int rounded = 0;
    for (int i = 0; i < 100000; i++) {
        lw_motion motion = {.begin = lw_random_between(&random, 0, 1)};
        motion.end = motion.begin + lw_random_between(&random, 0, 1);
        assert_true(lw_motion_time(&motion, 0, 15) == motion.begin);
        assert_true(lw_motion_time(&motion, 15, 15) <= motion.end);
        rounded += motion.begin + (motion.end - motion.begin) * 15 / 15 > motion.end;
    }
    assert_true(rounded > 0);
}

/* The time that a check may take is that of all stages together. */
static void test_deadline(void **state)
{
    (void)state;
    lw_random random = {26};
    static world w;
    lw_error e = {0};
    lw_checker *checkers[2];
    lw_verdict verdicts[2];
    lw_check_options options = lw_default_check_options();
    options.budget_seconds = 100;
    world_open(&random, false, &w);
    world_set(&random, &w);
    for (int i = 0; i < 2; i++)
        succeed(lw_checker_create(w.scene, &checkers[i], &e), &e);
    lw_checker_begin(checkers[0], w.plain, &options, &verdicts[0]);
    checkers[0]->deadline = 5;
    lw_check_take_up(checkers[1], checkers[0], w.plain, &verdicts[1]);
    assert_true(checkers[1]->deadline == 5);
    for (int i = 0; i < 2; i++)
        lw_checker_destroy(checkers[i]);
    world_close(&w);
}

/* ---- threads, other scenes -------------------------------------------------------------------------
 */

/* Several motions by several threads have the verdicts that they have one by one. */
static void test_threads(void **state)
{
    (void)state;
    enum { MOTIONS = 12 };
    lw_random random = {17};
    lw_error e = {0};
    static world w;
    for (int round = 0; round < 6; round++) {
        lw_motion *motions[MOTIONS];
        lw_verdict alone[MOTIONS];
        lw_verdict together[MOTIONS];
        lw_checker *checker = NULL;
        lw_check_options options = lw_default_check_options();
        options.clearance = true;
        world_open(&random, round % 2, &w);
        succeed(lw_checker_create(w.scene, &checker, &e), &e);
        for (int i = 0; i < MOTIONS; i++) {
            world_set(&random, &w);
            succeed(lw_motion_create(w.scene, &motions[i], &e), &e);
            succeed(lw_motion_set(motions[i], w.tracks, (size_t)w.robots, &e), &e);
            alone[i] = together[i] = lw_default_verdict();
            succeed(lw_check(checker, motions[i], &options, &alone[i], &e), &e);
        }
        succeed(lw_check_many(w.scene, (const lw_motion *const *)motions, MOTIONS, &options, THREADS,
                              together, &e),
                &e);
        for (int i = 0; i < MOTIONS; i++) {
            assert_true(same_verdict(&alone[i], &together[i]));
            lw_motion_destroy(motions[i]);
        }
        lw_checker_destroy(checker);
        world_close(&w);
    }
}

/* The verdict of a motion in its scene. */
static lw_verdict verdict_of(const lw_motion *motion)
{
    lw_error e = {0};
    lw_checker *checker = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    succeed(lw_checker_create(lw_motion_scene(motion), &checker, &e), &e);
    succeed(lw_check(checker, motion, &options, &verdict, &e), &e);
    lw_checker_destroy(checker);
    return verdict;
}

/* A motion that is moved over to a changed scene is the one that is set there. */
static void test_other_scenes(void **state)
{
    (void)state;
    lw_random random = {18};
    static world w;
    int differ = 0;
    for (int round = 0; round < 40; round++) {
        lw_error e = {0};
        bool flat = round % 2;
        lw_scene *next = NULL;
        lw_motion *there = NULL;
        world_open(&random, flat, &w);
        world_set(&random, &w);
        lw_verdict before = verdict_of(w.motion);
        succeed(lw_scene_copy(w.scene, &next, &e), &e);
        for (int o = 0; o < OBJECTS; o++)
            if (w.where[o][0].robot < 0)
                succeed(
                    lw_scene_move_obstacle(next, object_names[o], random_pose(&random, flat, 1.5), &e),
                    &e);
        succeed(lw_scene_freeze(next, &e), &e);
        succeed(lw_motion_set_scene(w.motion, next, &e), &e);
        assert_ptr_equal(lw_motion_scene(w.motion), next);
        succeed(lw_motion_create(next, &there, &e), &e);
        succeed(lw_motion_set(there, w.tracks, (size_t)w.robots, &e), &e);
        lw_verdict moved = verdict_of(w.motion);
        lw_verdict set = verdict_of(there);
        assert_true(same_verdict(&moved, &set));
        differ += !same_verdict(&before, &moved);
        lw_motion_destroy(there);
        world_close(&w);
        lw_scene_destroy(next);
    }
    assert_true(differ > 30);
}

/* Objects are where the joints bring them that the motion does not move itself. */
static void test_joints_at_rest(void **state)
{
    (void)state;
    lw_random random = {19};
    static world w;
    int differ = 0;
    for (int round = 0; round < 100; round++) {
        lw_error e = {0};
        const double value = lw_random_between(&random, -1, 1);
        lw_scene *next = NULL;
        lw_motion *there = NULL;
        world_open(&random, false, &w);
        world_set(&random, &w);
        w.tracks[0].joints = lw_scene_joints(w.scene, "r", "tip", &e);
        assert_int_equal(lw_joints_value_count(w.tracks[0].joints), 1);
        /* the other robot may carry the object that the first one takes */
        lw_status status = lw_motion_set(w.motion, &w.tracks[0], 1, &e);
        if (status) {
            assert_int_equal(status, LW_ERROR_STATE);
            world_close(&w);
            continue;
        }
        lw_verdict before = verdict_of(w.motion);
        succeed(lw_motion_set_joint(w.motion, "r", "a", &value, 1, &e), &e);
        succeed(lw_scene_copy(w.scene, &next, &e), &e);
        succeed(lw_scene_set_joint(next, "r", "a", &value, 1, &e), &e);
        succeed(lw_scene_freeze(next, &e), &e);
        succeed(lw_motion_create(next, &there, &e), &e);
        succeed(lw_motion_set(there, &w.tracks[0], 1, &e), &e);
        lw_verdict set = verdict_of(w.motion);
        lw_verdict other = verdict_of(there);
        assert_true(same_verdict(&set, &other));
        differ += !same_verdict(&before, &set) && lw_motion_stage_count(w.motion) > 1;
        lw_motion_destroy(there);
        lw_scene_destroy(next);
        world_close(&w);
    }
    assert_true(differ > 20);
}

/* ---- budgets, claims, memory -----------------------------------------------------------------------
 */

static bool stop_at_once(void *context)
{
    return ++*(int *)context > 3;
}

/* Samples prove nothing, in any stage. */
static void check_sampled(const world *w, const lw_verdict *verdict, uint64_t budget)
{
    double begin;
    double end;
    lw_motion_interval(w->motion, &begin, &end);
    assert_true(verdict->free_until == begin);
    assert_true(!verdict->first || verdict->time - begin <= 1e-4 * (end - begin));
    if (verdict->reason == LW_REASON_SAMPLED)
        assert_true(verdict->queries < budget && verdict->samples < budget);
}

/* Budgets are those of the whole motion: a verdict within a budget holds, and the budget is kept. */
static void test_budgets(void **state)
{
    (void)state;
    lw_random random = {20};
    static world w;
    int ended = 0;
    int stopped = 0;
    for (int round = 0; round < 60; round++) {
        lw_error e = {0};
        lw_checker *checker = NULL;
        world_open(&random, round % 2, &w);
        world_set(&random, &w);
        sampled s = sample_all(&w);
        succeed(lw_checker_create(w.scene, &checker, &e), &e);
        for (int m = 0; m < 3; m++) {
            lw_check_options options = lw_default_check_options();
            lw_verdict verdict = lw_default_verdict();
            int asked = 0;
            options.method = m == 1 ? LW_METHOD_SAMPLED : LW_METHOD_AUTO;
            options.budget_queries = m < 2 ? 1 + lw_random_below(&random, 60) : 0;
            if (m == 2) {
                options.stop = stop_at_once;
                options.stop_context = &asked;
            }
            succeed(lw_check(checker, w.motion, &options, &verdict, &e), &e);
            check_verdict(&w, &verdict, &s, true);
            assert_true(!(m == 1 && verdict.kind == LW_VERDICT_FREE));
            if (m < 2)
                assert_true(verdict.queries <= options.budget_queries + 4);
            if (m == 1)
                check_sampled(&w, &verdict, options.budget_queries);
            if (verdict.kind == LW_VERDICT_UNDECIDED)
                assert_true(verdict.reason == (m == 2 ? LW_REASON_STOPPED : LW_REASON_BUDGET) ||
                            (m == 1 && verdict.reason == LW_REASON_SAMPLED));
            ended += m == 0 && verdict.kind == LW_VERDICT_UNDECIDED;
            stopped += m == 2 && verdict.kind == LW_VERDICT_UNDECIDED;
        }
        lw_checker_destroy(checker);
        world_close(&w);
    }
    assert_true(ended > 5 && stopped > 5);
}

static bool stop_later(void *context)
{
    int *left = context;
    assert_true(*left >= 0); /* it is not asked again once it has said so */
    return --*left < 0;
}

/* Near misses end with the stage in which the caller wants to stop. */
static void test_stopped_near_misses(void **state)
{
    (void)state;
    lw_random random = {27};
    static world w;
    static lw_clearance misses[MOST_MISSES];
    int stops = 0;
    for (int round = 0; round < 60; round++) {
        lw_error e = {0};
        lw_checker *checker = NULL;
        lw_check_options options = lw_default_check_options();
        size_t count = 0;
        int left = (int)lw_random_below(&random, 8);
        world_open(&random, false, &w);
        world_set(&random, &w);
        succeed(lw_checker_create(w.scene, &checker, &e), &e);
        options.stop = stop_later;
        options.stop_context = &left;
        succeed(lw_near_misses(checker, w.motion, 1, &options, misses, MOST_MISSES, &count, &e), &e);
        stops += left < 0 && lw_motion_stage_count(w.motion) > 1;
        lw_checker_destroy(checker);
        world_close(&w);
    }
    assert_true(stops > 20);
}

/* The claims of one pair in one stage: the parts of the stage that they cover. */
typedef struct covered {
    const lw_motion *motion;
    size_t stage, pair;
    double spans[2][4096];
    size_t count;
    size_t stages; /* of all claims: one more than the largest */
} covered;

static lw_status take_claim(void *context, const lw_claim *claim)
{
    covered *c = context;
    double begin;
    double end;
    const lw_motion *stage = lw_motion_stage(c->motion, claim->stage);
    assert_non_null(stage);
    lw_motion_interval(stage, &begin, &end);
    assert_true(claim->from >= begin && claim->to <= end);
    assert_true(claim->pair < lw_scene_pair_count(lw_motion_scene(stage)));
    c->stages = claim->stage + 1 > c->stages ? claim->stage + 1 : c->stages;
    if (claim->stage == c->stage && claim->pair == c->pair && claim->kind == LW_CLAIM_APART) {
        assert_true(c->count < 4096);
        c->spans[0][c->count] = claim->from;
        c->spans[1][c->count++] = claim->to;
    }
    return LW_OK;
}

/* Each pair of each stage is proven in all of it. */
static void test_claims(void **state)
{
    (void)state;
    lw_random random = {21};
    static world w;
    static covered c;
    int looked = 0;
    for (int round = 0; round < 200; round++) {
        lw_error e = {0};
        lw_checker *checker = NULL;
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        options.claim = take_claim;
        options.claim_context = &c;
        world_open(&random, round % 2, &w);
        world_set(&random, &w);
        succeed(lw_checker_create(w.scene, &checker, &e), &e);
        size_t stages = lw_motion_stage_count(w.motion);
        c = (covered){.motion = w.motion, .stage = lw_random_below(&random, (uint32_t)stages)};
        const lw_motion *stage = lw_motion_stage(w.motion, c.stage);
        size_t pairs = lw_scene_pair_count(lw_motion_scene(stage));
        c.pair = pairs ? lw_random_below(&random, (uint32_t)pairs) : 0;
        succeed(lw_check(checker, w.motion, &options, &verdict, &e), &e);
        double begin;
        double end;
        lw_motion_interval(stage, &begin, &end);
        bool moves = verdict.kind == LW_VERDICT_FREE && pairs && end > begin;
        double t = begin;
        while (moves && t < end) {
            double next = t;
            for (size_t i = 0; i < c.count; i++)
                if (c.spans[0][i] <= t)
                    next = fmax(next, c.spans[1][i]);
            assert_true(next > t);
            t = next;
        }
        if (moves)
            assert_int_equal(c.stages, stages);
        looked += moves && stages > 1;
        lw_checker_destroy(checker);
        world_close(&w);
    }
    assert_true(looked > 10);
}

static lw_status refuse_claim(void *context, const lw_claim *claim)
{
    return claim->stage >= *(const size_t *)context ? LW_ERROR_FILE : LW_OK;
}

/* An error of the function that takes claims ends the check, in whichever stage. */
static void test_refused_claims(void **state)
{
    (void)state;
    lw_random random = {22};
    static world w;
    int refusals = 0;
    for (int round = 0; round < 60; round++) {
        lw_error e = {0};
        lw_checker *checker = NULL;
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        size_t stage = 1;
        options.claim = refuse_claim;
        options.claim_context = &stage;
        world_open(&random, round % 2, &w);
        world_set(&random, &w);
        succeed(lw_checker_create(w.scene, &checker, &e), &e);
        lw_status status = lw_check(checker, w.motion, &options, &verdict, &e);
        if (status)
            refused(status, LW_ERROR_FILE, &e, "the function that takes claims failed");
        else
            assert_true(lw_motion_stage_count(w.motion) == 1 || verdict.kind == LW_VERDICT_CONTACT);
        refusals += status != LW_OK;
        lw_checker_destroy(checker);
        world_close(&w);
    }
    assert_true(refusals > 5);
}

/* Where memory runs out the motion stands still, or stays as it was, and nothing leaks. */
static void test_failing_allocations(void **state)
{
    (void)state;
    lw_random random = {23};
    static world w;
    static lw_clearance misses[MOST_MISSES];
    for (int round = 0; round < 8; round++) {
        lw_error e = {0};
        lw_checker *checker = NULL;
        lw_verdict verdict = lw_default_verdict();
        size_t count = 0;
        bool failed = true;
        world_open(&random, round % 2, &w);
        world_set(&random, &w);
        succeed(lw_checker_create(w.scene, &checker, &e), &e);
        for (size_t n = 1; failed; n++) {
            allocation_fail(n);
            lw_status status = lw_motion_set(w.motion, w.tracks, (size_t)w.robots, &e);
            failed = allocation_failed();
            allocation_fail(0);
            assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
            if (failed)
                assert_int_equal(lw_motion_stage_count(w.motion), 1);
            succeed(lw_check(checker, w.motion, NULL, &verdict, &e), &e);
        }
        failed = true;
        for (size_t n = 1; failed; n++) {
            allocation_fail(n);
            lw_status status = lw_check(checker, w.motion, NULL, &verdict, &e);
            if (!status)
                status = lw_near_misses(checker, w.motion, 2, NULL, misses, MOST_MISSES, &count, &e);
            failed = allocation_failed();
            allocation_fail(0);
            assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
            assert_true(!status || !count);
        }
        lw_checker_destroy(checker);
        world_close(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_samples),
        cmocka_unit_test(test_stage_by_stage),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_deadline),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_other_scenes),
        cmocka_unit_test(test_joints_at_rest),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_stopped_near_misses),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_refused_claims),
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
