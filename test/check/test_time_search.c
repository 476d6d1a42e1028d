/* The search over time, through its public calls: verdicts, free_until and first contacts of random
 * courses are compared with dense sampling, for the first contact and for any, with budgets of all
 * sizes, and with too little memory; and claims with the part that a check reports as free. */
#include "check/checker/checker.h"
#include "course.h"
#include "seed.h"

enum { CLAIMS = 20000 };

/* of all checks, as a share of the motion */
static const double TIME_TOLERANCE = 1e-4;

/* ---- contacts ---------------------------------------------------------------------------------- */

/* How often each answer was given. */
typedef struct tally {
    int kinds[3];
    int later; /* a contact that is not the first */
} tally;

/* The answer is true, whatever ended the search. */
static void check_answer(const course *c, const lw_verdict *v, tally *count)
{
    double length = c->points == 1 ? 0 : c->duration;
    count->kinds[v->kind]++;
    assert_true(v->free_until >= 0 && v->free_until <= fmin(length, c->contact));
    if (v->kind == LW_VERDICT_FREE) {
        assert_true(c->contact == HUGE_VAL && v->free_until == length && v->reason == LW_REASON_NONE);
        return;
    }
    if (v->kind == LW_VERDICT_UNDECIDED) {
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
}

/* And the answer is the right one, wherever the formula leaves no doubt. */
static void check_whole(const course *c, bool any, const lw_verdict *v, tally *count)
{
    check_answer(c, v, count);
    if (c->contact < HUGE_VAL)
        assert_int_equal(v->kind, LW_VERDICT_CONTACT);
    if (least_of(c) - c->between > c->margin + NOISE)
        assert_int_equal(v->kind, LW_VERDICT_FREE);
    assert_true(v->kind != LW_VERDICT_CONTACT || any || v->first);
}

static lw_check_options usual_options(lw_method method, bool any)
{
    lw_check_options options = lw_default_check_options();
    options.method = method;
    options.any = any;
    options.time_tolerance = TIME_TOLERANCE;
    return options;
}

typedef struct patience {
    int asked, most;
} patience;

static bool is_stopped(void *context)
{
    patience *p = context;
    return p->asked++ >= p->most;
}

/* Budgets of queries, and stopping: parts reported as free are free, and a contact is a contact. */
static void check_limits(course *c, lw_random *random, lw_method method, bool any, tally *count)
{
    lw_check_options options = usual_options(method, any);
    options.budget_queries = 1 + lw_random_below(random, lw_random_below(random, 2) ? 60 : 8);
    lw_verdict v = ask(c, &options);
    check_answer(c, &v, count);
    /* a contact's points and normal take two more */
    assert_true(v.queries <= options.budget_queries + (v.kind == LW_VERDICT_CONTACT ? 2 : 0));
    assert_true(v.kind != LW_VERDICT_UNDECIDED || v.reason == LW_REASON_BUDGET);
    patience p = {0, (int)lw_random_below(random, 20)};
    options.budget_queries = 0;
    options.stop = is_stopped;
    options.stop_context = &p;
    v = ask(c, &options);
    check_answer(c, &v, count);
    assert_true(v.kind != LW_VERDICT_UNDECIDED || v.reason == LW_REASON_STOPPED);
    /* once it has said so, it is not asked again */
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
            lw_method method = kind % 2 ? LW_METHOD_SLAB : LW_METHOD_BISECTION;
            lw_check_options options = usual_options(method, kind / 2);
            lw_verdict v = ask(&c, &options);
            check_whole(&c, options.any, &v, &whole);
            check_limits(&c, &random, method, kind / 2, &limited);
        }
        finish(&c.w);
    }
    assert_true(whole.kinds[LW_VERDICT_FREE] > rounds / 4 &&
                whole.kinds[LW_VERDICT_CONTACT] > rounds / 4);
    assert_true(whole.later > rounds / 20);
    assert_true(limited.kinds[LW_VERDICT_FREE] > rounds / 20 &&
                limited.kinds[LW_VERDICT_CONTACT] > rounds / 20);
    assert_true(limited.kinds[LW_VERDICT_UNDECIDED] > rounds / 20);
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

/* Bodies that stay farther apart than the distance tolerance are free, however long the intervals are
 * that the time tolerance leaves undivided. */
static void test_farther_than_the_tolerance(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 7};
    int rounds = test_rounds(1000, 30000);
    int asked = 0;
    for (int round = 0; round < rounds; round++) {
        course c;
        random_course(&random, round % 2, &c);
        double apart = least_of(&c) - c.between - c.margin;
        for (int kind = 0; kind < 4 && apart > 1e-6; kind++) {
            lw_check_options options =
                usual_options(kind % 2 ? LW_METHOD_SLAB : LW_METHOD_BISECTION, kind / 2);
            options.time_tolerance = 1;
            options.distance_tolerance = 0.99 * apart;
            assert_int_equal(ask(&c, &options).kind, LW_VERDICT_FREE);
            asked++;
        }
        finish(&c.w);
    }
    assert_true(asked > rounds);
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
            lw_check_options options =
                usual_options(kind % 2 ? LW_METHOD_SLAB : LW_METHOD_BISECTION, kind / 2);
            lw_verdict v = ask(&c, &options);
            assert_int_equal(v.kind, LW_VERDICT_CONTACT);
            assert_true(v.time <= 1 && v.time >= 1 - 1e-12);
            assert_true(v.free_until >= 1 - 1e-3 || options.any);
            assert_int_equal(ball_of(&c, v.pair[1]), c.balls - 1);
            assert_int_equal(v.segment, c.points - 2);
        }
        finish(&c.w);
    }
}

/* A bar among balls that are too near for spheres and boxes about them: each takes a query, and finding
 * the one that it touches takes as many queries as there are balls. */
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
            lw_check_options options =
                usual_options(kind % 2 ? LW_METHOD_SLAB : LW_METHOD_BISECTION, kind / 2 % 2);
            for (int queries = 1; queries <= balls; queries++) {
                options.budget_queries = (uint64_t)queries;
                lw_verdict v = ask(&c, &options);
                assert_int_equal(v.kind, queries < balls ? LW_VERDICT_UNDECIDED : LW_VERDICT_CONTACT);
                assert_true(v.kind == LW_VERDICT_CONTACT || v.queries <= options.budget_queries);
            }
            finish(&c.w);
        }
}

/* An octahedron of triangles before the tip of a bar, apart although the boxes about them meet: its
 * hull is queried, which counts as a query. */
static void test_a_hull_counts(void **state)
{
    (void)state;
    static const double corners[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    static const uint32_t faces[] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                     2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    static const double ends[] = {-1, 0, 0, 0, 0, 0};
    lw_shape_def bar = lw_default_shape();
    bar.kind = LW_SHAPE_POLYTOPE;
    bar.vertices = ends;
    bar.vertex_count = 2;
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = corners;
    mesh.vertex_count = 6;
    mesh.triangles = faces;
    mesh.triangle_count = 8;
    world w = one_joint(LW_JOINT_PRISMATIC, (lw_vec3){0, 0, 1}, &bar, lw_pose_identity());
    obstacle(&w, "mesh", mesh, at(0.7, 0.7, 0));
    freeze(&w);
    for (int kind = 0; kind < 4; kind++) {
        lw_check_options options =
            usual_options(kind % 2 ? LW_METHOD_SLAB : LW_METHOD_BISECTION, kind / 2);
        lw_verdict v = check(&w, -0.1, 0.1, &options);
        /* one at the beginning, and one for all of the way */
        assert_true(v.kind == LW_VERDICT_FREE && v.queries > 1);
    }
    finish(&w);
}

/* Too little memory for lists of items costs time and no answer; too little for intervals counts as a
 * budget. */
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
        bool lists = lw_random_below(&random, 2);
        *(lists ? &queue->chunk_count : &queue->heap_capacity) = few;
        for (int kind = 0; kind < 4; kind++) {
            lw_check_options options =
                usual_options(kind % 2 ? LW_METHOD_SLAB : LW_METHOD_BISECTION, kind / 2);
            lw_verdict v = ask(&c, &options);
            if (lists)
                check_whole(&c, kind / 2, &v, &count);
            else
                check_answer(&c, &v, &count);
            if (v.kind == LW_VERDICT_UNDECIDED && !lists)
                assert_int_equal(v.reason, LW_REASON_BUDGET);
        }
        finish(&c.w);
    }
    for (int kind = LW_VERDICT_FREE; kind <= LW_VERDICT_UNDECIDED; kind++)
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

/* A part reported as free is proven for each pair, whatever ended the search. */
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
            lw_check_options options =
                usual_options(kind % 2 ? LW_METHOD_SLAB : LW_METHOD_BISECTION, kind / 2);
            options.claim = take;
            options.claim_context = &taken;
            options.budget_queries =
                lw_random_below(&random, 2) ? 0 : 1 + lw_random_below(&random, 100);
            taken.count = 0;
            lw_verdict v = ask(&c, &options);
            if (!covers(&taken, lw_scene_pair_count(c.w.scene), v.free_until))
                fail_msg("round %d, kind %d: not all before %.17g is claimed", round, kind,
                         v.free_until);
            partly += v.kind != LW_VERDICT_FREE && v.free_until > 0;
        }
        finish(&c.w);
    }
    assert_true(partly > rounds / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contacts_in_space),
        cmocka_unit_test(test_contacts_in_the_plane),
        cmocka_unit_test(test_farther_than_the_tolerance),
        cmocka_unit_test(test_contact_at_the_end),
        cmocka_unit_test(test_each_query_counts),
        cmocka_unit_test(test_a_hull_counts),
        cmocka_unit_test(test_short_of_memory),
        cmocka_unit_test(test_all_that_is_free_is_claimed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
