/* The search over time, as its users see it: random ways of a bar among balls, in space and in the
 * plane, whose distance at any time is a formula. Verdicts, smallest distances and near misses are held
 * against dense sampling of it, for the first contact and for any, with budgets of all sizes, and with
 * memory that does not suffice; and the claims of a check against the part that it calls free. */
#include "base/random.h"
#include "check/checker.h"
#include "one_joint.h"
#include "seed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BALLS = 6, POINTS = 5, STEPS = 250, CLAIMS = 20000 };

/* what the oracle and the library may differ by, and the tolerance of time of all checks */
static const double NOISE = 1e-9;
static const double TIME_TOLERANCE = 1e-4;

/* A bar from its joint's origin along x, and its way through the waypoints x, y, angle. */
typedef struct course {
    bool flat;
    int balls, points; /* one point: a motion of length 0 */
    double duration;   /* seconds; 1: a path, over t from 0 to 1 */
    double ball[BALLS][3];
    double way[POINTS][3];
    double ends[6], thick, margin;
    lw_vec3 base; /* of the robot */
    world w;

    /* from the formula */
    double least[BALLS]; /* the smallest distances at the sampled times */
    double contact;      /* the first of these times that is in contact; HUGE_VAL: none is */
    double between;      /* by how much less a distance may be between them, at most */
} course;

/* ---- the formula ------------------------------------------------------------------------------- */

static double mix(const course *c, int k, double share, int coordinate)
{
    double from = c->way[k][coordinate];
    return c->points == 1 ? from : from + share * (c->way[k + 1][coordinate] - from);
}

static double distance_to(const course *c, int ball, double time)
{
    double segment = time / c->duration * (c->points - 1);
    int k = (int)fmin(fmax(c->points - 2, 0), floor(segment));
    double share = segment - k;
    double x = c->ball[ball][0] - mix(c, k, share, 0);
    double y = c->ball[ball][1] - mix(c, k, share, 1);
    double angle = mix(c, k, share, 2);
    double along = cos(angle) * x + sin(angle) * y;
    double across = cos(angle) * y - sin(angle) * x;
    double beyond = along - fmin(fmax(along, 0), c->ends[3]);
    return hypot(beyond, across) - c->thick - c->ball[ball][2];
}

static void sample_way(course *c)
{
    int steps = c->points == 1 ? 0 : STEPS * (c->points - 1);
    c->contact = HUGE_VAL;
    c->between = 0;
    for (int i = 0; i < c->balls; i++) {
        c->least[i] = HUGE_VAL;
        for (int s = 0; s <= steps; s++) {
            double time = steps ? c->duration * s / steps : 0;
            double here = distance_to(c, i, time);
            c->least[i] = fmin(c->least[i], here);
            if (here <= c->margin - NOISE)
                c->contact = fmin(c->contact, time);
        }
    }
    for (int k = 0; k + 1 < c->points; k++) {
        double far = hypot(c->way[k + 1][0] - c->way[k][0], c->way[k + 1][1] - c->way[k][1]) +
                     fabs(c->way[k + 1][2] - c->way[k][2]) * c->ends[3];
        c->between = fmax(c->between, 0.5 * far / STEPS);
    }
}

static double least_of(const course *c)
{
    double least = HUGE_VAL;
    for (int i = 0; i < c->balls; i++)
        least = fmin(least, c->least[i]);
    return least;
}

/* ---- the scene --------------------------------------------------------------------------------- */

static void add_joint(world *w, lw_joint_kind kind, const char *parent, const char *child, lw_vec3 axis)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = child;
    joint.kind = kind;
    joint.parent = parent;
    joint.child = child;
    joint.axis = axis;
    succeed(lw_scene_add_link(w->scene, "robot", child, &w->error), &w->error);
    succeed(lw_scene_add_joint(w->scene, "robot", &joint, &w->error), &w->error);
}

static void build(course *c)
{
    world *w = &c->w;
    lw_error *error = &w->error;
    *w = (world){0};
    succeed(lw_scene_create(&w->scene, error), error);
    if (c->flat)
        succeed(lw_scene_set_dimension(w->scene, 2, error), error);
    succeed(lw_scene_set_margin(w->scene, c->margin, error), error);
    succeed(lw_scene_add_robot(w->scene, "robot", at(c->base.x, c->base.y, 0), error), error);
    succeed(lw_scene_add_link(w->scene, "robot", "ground", error), error);
    if (c->flat) {
        add_joint(w, LW_PLANAR, "ground", "bar", (lw_vec3){0, 0, 1});
    } else {
        add_joint(w, LW_PRISMATIC, "ground", "x", (lw_vec3){1, 0, 0});
        add_joint(w, LW_PRISMATIC, "x", "y", (lw_vec3){0, 1, 0});
        add_joint(w, LW_REVOLUTE, "y", "bar", (lw_vec3){0, 0, 1});
    }
    lw_shape_def bar = lw_default_shape();
    bar.kind = c->flat ? LW_POLYGON : LW_POLYTOPE;
    bar.vertices = c->ends;
    bar.vertex_count = 2;
    bar.rounding = c->thick;
    succeed(lw_scene_add_shape(w->scene, "robot", "bar", &bar, lw_pose_identity(), error), error);
    for (int i = 0; i < c->balls; i++) {
        char id[16];
        lw_shape_def ball = sphere(c->ball[i][2]);
        ball.kind = c->flat ? LW_DISC : LW_SPHERE;
        snprintf(id, sizeof id, "%d", i);
        obstacle(w, id, ball, at(c->ball[i][0], c->ball[i][1], 0));
    }
    freeze(w);
    double times[POINTS] = {0};
    for (int k = 1; k < c->points; k++)
        times[k] = c->duration * k / (c->points - 1);
    lw_track track = lw_default_track();
    track.kind = c->points == 1 || c->duration != 1 ? LW_TRAJECTORY : LW_PATH;
    track.point_count = (size_t)c->points;
    track.positions = c->way[0];
    track.times = times;
    track.no_wrap = true;
    succeed(lw_motion_set(w->motion, &track, 1, error), error);
}

/* which ball a body is */
static int ball_of(const course *c, int64_t body)
{
    return atoi(lw_scene_body_name(c->w.scene, (size_t)body));
}

/* Few balls in the way, or many that are passed. */
static void random_course(lw_random *random, bool flat, course *c)
{
    *c = (course){.flat = flat, .duration = ldexp(1, 4 * (int)lw_random_below(random, 3) - 4)};
    c->balls = 1 + (int)lw_random_below(random, BALLS);
    c->points = 1 + (int)lw_random_below(random, POINTS);
    c->ends[3] = lw_random_between(random, 0.05, 0.4);
    c->thick = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0.001, 0.05);
    c->margin = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.05);
    double aside = lw_random_below(random, 2) ? 0.4 : 0.8;
    for (int i = 0; i < c->balls; i++) {
        c->ball[i][0] = lw_random_between(random, 0, 2);
        c->ball[i][1] = (lw_random_below(random, 2) ? 1 : -1) * lw_random_between(random, 0, aside);
        c->ball[i][2] = lw_random_between(random, 0.005, 0.1);
    }
    for (int k = 0; k < c->points; k++) {
        c->way[k][0] = lw_random_between(random, 0, 2);
        c->way[k][1] = lw_random_between(random, -0.2, 0.2);
        c->way[k][2] = lw_random_between(random, -3, 3);
    }
    build(c);
    sample_way(c);
}

/* ---- contacts ---------------------------------------------------------------------------------- */

/* How often each answer was given. */
typedef struct tally {
    int kinds[3];
    int later;   /* a contact that is not the first ... */
    int partial; /* ... after a part that is free */
} tally;

static void check_answer(const course *c, const lw_options *options, const lw_verdict *v, tally *count)
{
    double length = c->points == 1 ? 0 : c->duration;
    count->kinds[v->kind]++;
    assert_true(v->free_until >= 0 && v->free_until <= fmin(length, c->contact));
    if (v->kind == LW_FREE) {
        assert_true(c->contact == HUGE_VAL && v->free_until == length && v->reason == LW_REASON_NONE);
        return;
    }
    if (v->kind == LW_UNDECIDED) {
        assert_true(v->reason != LW_REASON_NONE);
        return;
    }
    assert_true(v->reason == LW_REASON_NONE);
    assert_true(distance_to(c, ball_of(c, v->pair[1]), v->time) <= c->margin + NOISE);
    assert_true(v->free_until <= v->time);
    assert_true(v->first == (v->time - v->free_until <= TIME_TOLERANCE * length));
    double segment = v->time / c->duration * (c->points - 1);
    if (fabs(segment - round(segment)) > NOISE)
        assert_int_equal(v->segment, (int64_t)floor(segment));
    count->later += !v->first && c->contact < v->time - TIME_TOLERANCE * length;
    count->partial += !v->first && v->free_until > 0;
    if (!options->any && !options->budget_queries && !options->stop)
        assert_true(v->first);
}

/* The answer is right, wherever the formula leaves no doubt. */
static void check_whole(const course *c, const lw_options *options, const lw_verdict *v, tally *count)
{
    check_answer(c, options, v, count);
    if (c->contact < HUGE_VAL)
        assert_int_equal(v->kind, LW_CONTACT);
    if (least_of(c) - c->between > c->margin + NOISE)
        assert_int_equal(v->kind, LW_FREE);
}

static lw_options usual_options(const course *c, lw_method method, bool any)
{
    (void)c;
    lw_options options = lw_default_options();
    options.method = method;
    options.any = any;
    options.time_tolerance = TIME_TOLERANCE;
    return options;
}

static lw_verdict ask(course *c, const lw_options *options)
{
    lw_verdict v;
    succeed(lw_check(c->w.checker, c->w.motion, options, &v, &c->w.error), &c->w.error);
    return v;
}

typedef struct patience {
    int asked, most;
} patience;

static bool is_stopped(void *context)
{
    patience *p = context;
    return p->asked++ >= p->most;
}

/* Budgets of queries, and stopping: what is then called free is, and a contact is one. */
static void check_limits(course *c, lw_random *random, lw_method method, bool any, tally *count)
{
    lw_options options = usual_options(c, method, any);
    options.budget_queries = 1 + lw_random_below(random, lw_random_below(random, 2) ? 60 : 8);
    lw_verdict v = ask(c, &options);
    check_answer(c, &options, &v, count);
    /* a contact's points and normal take two more */
    assert_true(v.queries <= options.budget_queries + (v.kind == LW_CONTACT ? 2 : 0));
    assert_true(v.kind != LW_UNDECIDED || v.reason == LW_REASON_BUDGET);
    patience p = {0, (int)lw_random_below(random, 20)};
    options.budget_queries = 0;
    options.stop = is_stopped;
    options.stop_context = &p;
    v = ask(c, &options);
    check_answer(c, &options, &v, count);
    assert_true(v.kind != LW_UNDECIDED || v.reason == LW_REASON_STOPPED);
    /* it is asked no more, but once, after it has said so */
    assert_true(p.asked <= p.most + 1);
}

static void check_contacts(bool flat, int rounds, uint64_t seed)
{
    lw_random random = {seed};
    tally whole = {0};
    tally limited = {0};
    for (int round = 0; round < rounds; round++) {
        course c;
        random_course(&random, flat, &c);
        for (int kind = 0; kind < 4; kind++) {
            lw_method method = kind % 2 ? LW_SLAB : LW_BISECTION;
            lw_options options = usual_options(&c, method, kind / 2);
            lw_verdict v = ask(&c, &options);
            check_whole(&c, &options, &v, &whole);
            check_limits(&c, &random, method, kind / 2, &limited);
        }
        finish(&c.w);
    }
    assert_true(whole.kinds[LW_FREE] > rounds / 4 && whole.kinds[LW_CONTACT] > rounds / 4);
    assert_true(whole.later > rounds / 20);
    assert_true(limited.kinds[LW_FREE] > rounds / 20 && limited.kinds[LW_CONTACT] > rounds / 20);
    assert_true(limited.kinds[LW_UNDECIDED] > rounds / 20);
}

static void test_contacts_in_space(void **state)
{
    (void)state;
    check_contacts(false, test_rounds(1000, 30000), test_seed());
}

static void test_contacts_in_the_plane(void **state)
{
    (void)state;
    check_contacts(true, test_rounds(1000, 30000), test_seed() + 1);
}

/* Coming down on a ball exactly at the end, in numbers without rounding: that is a contact. */
static void test_contact_at_the_end(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 5};
    int rounds = test_rounds(500, 10000);
    for (int round = 0; round < rounds; round++) {
        course c = {.flat = round % 2, .duration = 1, .balls = 1 + (int)lw_random_below(&random, 3)};
        double top = 0.25 * lw_random_below(&random, 8);
        c.points = 2 + (int)lw_random_below(&random, POINTS - 1);
        c.ends[3] = 0.5;
        for (int i = 0; i < c.balls; i++)
            c.ball[i][1] = i + 1 == c.balls ? top : top - 0.5 * (i + 1);
        for (int i = 0; i < c.balls; i++)
            c.ball[i][2] = 0.25;
        for (int k = 0; k < c.points; k++) {
            c.way[k][0] = -0.125 - 0.0625 * lw_random_below(&random, 3);
            c.way[k][1] = top + 0.25 + 0.125 * (c.points - 1 - k) * (1 + lw_random_below(&random, 8));
        }
        build(&c);
        for (int kind = 0; kind < 4; kind++) {
            lw_options options = usual_options(&c, kind % 2 ? LW_SLAB : LW_BISECTION, kind / 2);
            lw_verdict v = ask(&c, &options);
            assert_int_equal(v.kind, LW_CONTACT);
            assert_true(v.time <= 1 && v.time >= 1 - 1e-12);
            assert_true(v.free_until >= 1 - 1e-3 || options.any);
            assert_int_equal(ball_of(&c, v.pair[1]), c.balls - 1);
            assert_int_equal(v.segment, c.points - 2);
        }
        finish(&c.w);
    }
}

/* A bar among balls that are too near for spheres and boxes about them: each takes a query, and the one
 * that it touches is found out with as many as there are, and not with fewer. */
static void test_each_query_counts(void **state)
{
    (void)state;
    for (int balls = 1; balls <= BALLS; balls++)
        for (int kind = 0; kind < 8; kind++) {
            course c = {
                .balls = balls, .points = kind / 4 ? 2 : 1, .duration = 1, .ends = {0, 0, 0, 1}};
            for (int i = 0; i < balls; i++) {
                c.ball[i][0] = 0.5;
                c.ball[i][1] = i + 1 == balls ? 0.01 : 0.2;
                c.ball[i][2] = 0.02;
            }
            build(&c);
            lw_options options = usual_options(&c, kind % 2 ? LW_SLAB : LW_BISECTION, kind / 2 % 2);
            for (int queries = 1; queries <= balls; queries++) {
                options.budget_queries = (uint64_t)queries;
                lw_verdict v = ask(&c, &options);
                assert_int_equal(v.kind, queries < balls ? LW_UNDECIDED : LW_CONTACT);
                assert_true(v.kind == LW_CONTACT || v.queries <= options.budget_queries);
            }
            finish(&c.w);
        }
}

/* Memory that does not suffice counts as a budget. */
static void test_short_of_memory(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    int rounds = test_rounds(1000, 30000);
    tally count = {0};
    for (int round = 0; round < rounds; round++) {
        course c;
        random_course(&random, round % 2, &c);
        lw_queue *queue = &c.w.checker->queue;
        uint32_t few = lw_random_below(&random, 8);
        *(lw_random_below(&random, 2) ? &queue->chunk_count : &queue->heap_capacity) = few;
        for (int kind = 0; kind < 4; kind++) {
            lw_options options = usual_options(&c, kind % 2 ? LW_SLAB : LW_BISECTION, kind / 2);
            lw_verdict v = ask(&c, &options);
            options.stop = is_stopped; /* which the answer is judged as, though it is not called */
            check_answer(&c, &options, &v, &count);
            if (v.kind == LW_UNDECIDED)
                assert_int_equal(v.reason, LW_REASON_BUDGET);
        }
        finish(&c.w);
    }
    for (int kind = LW_FREE; kind <= LW_UNDECIDED; kind++)
        assert_true(count.kinds[kind] > rounds / 20);
}

/* ---- claims ------------------------------------------------------------------------------------ */

typedef struct claimed {
    size_t pair;
    double from, to;
} claimed;

typedef struct claims {
    size_t count;
    claimed all[CLAIMS];
} claims;

static lw_status take(void *context, const lw_claim *claim)
{
    claims *taken = context;
    assert_true(taken->count < CLAIMS);
    if (claim->kind != LW_CLAIM_OUTSIDE)
        taken->all[taken->count++] = (claimed){claim->pair, claim->from, claim->to};
    return LW_OK;
}

static int by_pair_and_time(const void *one, const void *other)
{
    const claimed *a = one;
    const claimed *b = other;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

/* Whether claims hold each pair apart from 0 to a time. */
static bool covers(claims *taken, size_t pairs, double until)
{
    qsort(taken->all, taken->count, sizeof *taken->all, by_pair_and_time);
    size_t i = 0;
    for (size_t pair = 0; pair < pairs; pair++) {
        double reached = 0;
        for (; i < taken->count && taken->all[i].pair == pair; i++)
            if (taken->all[i].from <= reached + 1e-14 * until)
                reached = fmax(reached, taken->all[i].to);
        if (reached < until * (1 - 1e-14))
            return false;
    }
    return true;
}

/* Nothing is called free that was not proven for each pair, whatever ended the search. */
static void test_all_that_is_free_is_claimed(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    int rounds = test_rounds(1000, 30000);
    int partly = 0;
    static claims taken;
    for (int round = 0; round < rounds; round++) {
        course c;
        random_course(&random, false, &c);
        for (int kind = 0; kind < 4 && c.points > 1; kind++) {
            lw_options options = usual_options(&c, kind % 2 ? LW_SLAB : LW_BISECTION, kind / 2);
            options.claim = take;
            options.claim_context = &taken;
            options.budget_queries =
                lw_random_below(&random, 2) ? 0 : 1 + lw_random_below(&random, 100);
            taken.count = 0;
            lw_verdict v = ask(&c, &options);
            if (!covers(&taken, lw_scene_pair_count(c.w.scene), v.free_until))
                fail_msg("round %d, kind %d: not all before %.17g is claimed", round, kind,
                         v.free_until);
            partly += v.kind != LW_FREE && v.free_until > 0;
        }
        finish(&c.w);
    }
    assert_true(partly > rounds / 4);
}

/* ---- distances --------------------------------------------------------------------------------- */

/* A bracket of a ball's smallest distance, or of all balls': true, and where it says. */
static void check_bracket(const course *c, double least, const double bracket[2])
{
    double true_low = fmax(0, least - c->between);
    assert_true(bracket[0] <= bracket[1]);
    assert_true(bracket[0] <= fmax(0, least) + NOISE && bracket[1] >= true_low - NOISE);
}

static void check_width(const double bracket[2], const lw_options *options)
{
    double width = fmax(options->clearance_relative * bracket[1], options->clearance_absolute);
    assert_true(bracket[1] - bracket[0] <= width * (1 + 1e-9) + 1e-15);
}

static void check_clearance(course *c, const lw_options *options)
{
    lw_verdict v = ask(c, options);
    if (v.kind != LW_FREE)
        return;
    assert_true(!v.has_self_clearance && (v.has_clearance || options->budget_queries));
    if (!v.has_clearance)
        return;
    check_bracket(c, least_of(c), v.clearance);
    double there = distance_to(c, ball_of(c, v.clearance_pair[1]), v.clearance_at);
    assert_true(there <= v.clearance[1] + NOISE);
    uint64_t budget = options->budget_queries;
    /* the first sample queries all pairs; what is proven, is within the budget */
    assert_true(!budget || v.queries <= budget + (uint64_t)c->balls);
    assert_true(!budget || v.queries <= budget || v.clearance[0] <= c->margin);
    if (!budget)
        check_width(v.clearance, options);
}

static void check_near(course *c, double threshold, const lw_options *options)
{
    lw_near_miss near[BALLS];
    size_t count = 0;
    bool listed[BALLS] = {false};
    succeed(lw_near_misses(c->w.checker, c->w.motion, threshold, options, near, &count, &c->w.error),
            &c->w.error);
    for (size_t i = 0; i < count; i++) {
        int ball = ball_of(c, near[i].pair[1]);
        assert_false(listed[ball]);
        listed[ball] = true;
        /* of a pair that the budget left open no distance below the threshold may be known */
        if (options->budget_queries && near[i].distance[1] == threshold) {
            assert_true(near[i].distance[0] == 0);
            continue;
        }
        check_bracket(c, c->least[ball], near[i].distance);
        if (near[i].distance[1] < threshold)
            assert_true(distance_to(c, ball, near[i].at) <= near[i].distance[1] + NOISE);
        if (options->budget_queries)
            continue;
        check_width(near[i].distance, options);
        assert_true(c->least[ball] - c->between <= threshold);
    }
    for (int i = 0; i < c->balls; i++)
        assert_true(listed[i] || c->least[i] >= threshold - NOISE);
}

static void test_distances(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    int rounds = test_rounds(1000, 30000);
    for (int round = 0; round < rounds; round++) {
        course c;
        random_course(&random, round % 2, &c);
        lw_options options = lw_default_options();
        options.clearance = true;
        options.clearance_relative = lw_random_below(&random, 2) ? 0.01 : 0;
        options.clearance_absolute = lw_random_below(&random, 2) ? 1e-2 : 1e-5;
        double threshold = lw_random_between(&random, 0.01, 0.5);
        check_clearance(&c, &options);
        check_near(&c, threshold, &options);
        lw_options coarse = options; /* distances know none of these tolerances */
        coarse.time_tolerance = 1;
        coarse.distance_tolerance = 10;
        check_near(&c, threshold, &coarse);
        for (int i = 0; i < 3; i++) {
            options.budget_queries = 1 + lw_random_below(&random, i ? 200 : 12);
            check_clearance(&c, &options);
            check_near(&c, threshold, &options);
        }
        finish(&c.w);
    }
}

/* At one time, a thousand kilometres from the origin: the lower end is below the true distance, which
 * rounding moves by more than the tolerance. */
static void test_one_time_far_away(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 6};
    const double far = 1e6;
    int told = 0;
    for (int round = 0; round < 1000; round++) {
        course c = {.flat = round % 2, .duration = 1, .balls = 1, .points = 1, .ends = {0, 0, 0, 1}};
        c.base.x = far + lw_random_between(&random, 0, 1);
        c.base.y = far;
        c.ball[0][0] = far + lw_random_between(&random, -2, 3);
        c.ball[0][1] = far + lw_random_between(&random, 0.2, 3);
        c.ball[0][2] = 0.1;
        for (int k = 0; k < 3; k++)
            c.way[0][k] = lw_random_between(&random, -1, 1);
        build(&c);
        lw_options options = lw_default_options();
        options.clearance = true;
        options.clearance_relative = 0;
        options.clearance_absolute = 1e-12;
        lw_verdict v = ask(&c, &options);
        long double x = (long double)c.ball[0][0] - c.base.x - c.way[0][0];
        long double y = (long double)c.ball[0][1] - c.base.y - c.way[0][1];
        long double along = cosl(c.way[0][2]) * x + sinl(c.way[0][2]) * y;
        long double across = cosl(c.way[0][2]) * y - sinl(c.way[0][2]) * x;
        long double beyond = along - fminl(fmaxl(along, 0), 1);
        if (v.kind == LW_FREE) {
            told++;
            assert_true(v.clearance[0] <= hypotl(beyond, across) - c.ball[0][2]);
            assert_true(fabs(v.clearance[1] - (double)(hypotl(beyond, across) - 0.1)) < 1e-8);
        }
        finish(&c.w);
    }
    assert_true(told > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contacts_in_space),  cmocka_unit_test(test_contacts_in_the_plane),
        cmocka_unit_test(test_contact_at_the_end), cmocka_unit_test(test_each_query_counts),
        cmocka_unit_test(test_short_of_memory),    cmocka_unit_test(test_all_that_is_free_is_claimed),
        cmocka_unit_test(test_distances),          cmocka_unit_test(test_one_time_far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
