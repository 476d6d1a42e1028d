/* Tests obstacles and bases that are not known exactly, in random worlds of robots of every joint type
 * among obstacles of every shape: wherever within their bounds they are, a motion that was called free
 * is not in contact. Distances of bodies at poses decide, which the test places itself. */
#include "furnished.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "body/query.h"
#include "leeway/uncertainty.h"
#include "math/pose.h"
#include "motion/forward_kinematics.h"
#include "pair_at.h"
#include "seed.h"

enum { RUNS = 12, MOMENTS = 24, MOST_SIZES = 6, MOST_BODIES = 64 };

static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB,
                                    LW_METHOD_EXPANDED};

typedef struct counts {
    size_t checks, free, contacts, deviating, undecided, runs;
} counts;

/* A question about one motion in a copy of the world that has uncertainties. */
typedef struct asked {
    bench *b;
    counts *counts;
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_uncertainty of[MOST_BODIES]; /* per body */
    pose placed[MOST_BODIES];       /* per body: what moves it from where it is said to be */
    double towards[MOST_BODIES]; /* per body: how far it is shifted towards the other one of a pair */
    bool turns;                  /* there may be angles and speeds */
    bool planar;
} asked;

static vec3 direction(const asked *a)
{
    lw_random *random = &a->b->random;
    for (;;) {
        const vec3 d = v3(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                          a->planar ? 0 : lw_random_between(random, -1, 1));
        const double size = norm(d);
        if (size > 0.1 && size <= 1)
            return scale(1 / size, d);
    }
}

static lw_uncertainty uncertainty(asked *a, double size)
{
    lw_random *random = &a->b->random;
    lw_uncertainty out = {0};
    if (lw_random_below(random, 3) > 0)
        out.position = size * lw_random_between(random, 0, 1);
    if (a->turns && lw_random_below(random, 2) == 0)
        out.angle = fmin(3, size) * lw_random_between(random, 0, 1);
    if (a->turns && lw_motion_in_seconds(a->motion) && lw_random_below(random, 2) == 0) {
        out.speed = size * lw_random_between(random, 0, 0.3);
        out.since = lw_random_between(random, -1, 1);
    }
    return out;
}

/* Builds the copy, with uncertainties up to a size. */
static void open_copy(asked *a, double size)
{
    lw_error error = {0};
    const lw_model *model = &a->b->world->scene->model;
    assert_int_equal(lw_scene_copy(a->b->world->scene, &a->scene, &error), LW_OK);
    for (size_t i = 0; i < model->objects.count; i++) {
        const lw_uncertainty given = uncertainty(a, size);
        if (model->objects.items[i].robot < 0 &&
            lw_scene_set_uncertainty(a->scene, model->objects.items[i].id, &given, &error))
            fail_msg("%s", error.message);
    }
    for (size_t i = 0; i < model->robots.count; i++) {
        const lw_uncertainty given = uncertainty(a, size);
        if (lw_random_below(&a->b->random, 2) &&
            lw_scene_set_base_uncertainty(a->scene, model->robots.items[i].name, &given, &error))
            fail_msg("%s", error.message);
    }
    if (lw_scene_freeze(a->scene, &error) || lw_motion_set_scene(a->motion, a->scene, &error) ||
        lw_checker_create(a->scene, &a->checker, &error))
        fail_msg("%s", error.message);
    assert_true(a->scene->frozen->body_count <= MOST_BODIES);
    for (size_t i = 0; i < a->scene->frozen->body_count; i++)
        a->of[i] = lw_scene_uncertainty(a->scene, i);
}

static void close_copy(asked *a)
{
    lw_checker_destroy(a->checker);
    assert_int_equal(lw_motion_set_scene(a->motion, a->b->world->scene, NULL), LW_OK);
    lw_scene_destroy(a->scene);
}

/* The place about which a body is turned, by its own rule. */
static vec3 origin_of(const asked *a, size_t body)
{
    const lw_body *own = lw_frozen_body(a->scene->frozen, body);
    const lw_model *model = &a->scene->model;
    if (own->robot < 0) /* of one shape, but for outlines that are not convex */
        return own->polygon_count > 1 ? transform(own->local, own->geometry->center)
                                      : own->local.position;
    const lw_vec3 base = model->robots.items[own->robot].base.position;
    return v3(base.x, base.y, base.z);
}

/* A placement of one body at a time: at a corner of its bounds, mostly. Every second time it is shifted
 * by all that it may be towards the other body of a pair, whichever that is. */
static pose place(asked *a, size_t body, double time)
{
    lw_random *random = &a->b->random;
    const lw_uncertainty *u = &a->of[body];
    const double moved = u->speed * fmax(0, time - u->since);
    const double share = lw_random_below(random, 4) ? 1 - 1e-9 : lw_random_between(random, 0, 1);
    const double turned = lw_random_below(random, 4) ? 1 - 1e-9 : lw_random_between(random, -1, 1);
    const vec3 axis = a->planar ? v3(0, 0, 1) : direction(a);
    const mat3 turn = lw_rotation(axis, turned * u->angle);
    const bool aims = lw_random_below(random, 2);
    a->towards[body] = aims ? (u->position + moved) * (1 - 1e-9) : 0;
    const vec3 shift = scale(aims ? 0 : share * (u->position + moved), direction(a));
    const vec3 origin = origin_of(a, body);
    return (pose){turn, add(shift, sub(origin, rotate(turn, origin)))};
}

/* Places all bodies; the links of a robot together. */
static void place_all(asked *a, double time)
{
    const lw_frozen *frozen = a->scene->frozen;
    for (size_t i = 0; i < frozen->body_count; i++) {
        const bool along =
            i > 0 && i < frozen->moving_count && frozen->moving[i].robot == frozen->moving[i - 1].robot;
        a->placed[i] = along ? a->placed[i - 1] : place(a, i, time);
        if (along)
            a->towards[i] = a->towards[i - 1];
    }
}

/* How far a pair is from its margin where its bodies are placed at a time; its padding is that of the
 * world without uncertainties. */
static double slack_of(const asked *a, const lw_pair *pair, const lw_pair *stated, double time)
{
    const lw_body *bodies[2] = {lw_frozen_body(a->scene->frozen, (size_t)pair->a),
                                lw_frozen_body(a->scene->frozen, (size_t)pair->b)};
    const pose at[2] = {compose(a->placed[pair->a], lw_body_pose_at(a->motion, bodies[0], time)),
                        compose(a->placed[pair->b], lw_body_pose_at(a->motion, bodies[1], time))};
    lw_query query = {.b_in_a = relative(at[0], at[1]), .enough = HUGE_VAL, .touch = -1};
    lw_bracket bracket;
    uint32_t elements[2];
    vec3 inside;
    lw_geometry_distance(bodies[0]->geometry, bodies[1]->geometry, &query, NULL, &bracket, elements);
    if (lw_geometry_contained(bodies[0]->geometry, bodies[1]->geometry, query.b_in_a, &inside))
        return -HUGE_VAL;
    return bracket.upper - a->towards[pair->a] - a->towards[pair->b] - stated->padding[0] -
           stated->padding[1] - pair->margin;
}

/* A run: all things are somewhere within their bounds, and the motion is looked at from its beginning
 * until a time. */
static void run(asked *a, const char *method, double begin, double until)
{
    const size_t pairs = lw_scene_pair_count(a->scene);
    a->counts->runs++;
    for (int k = 0; k < MOMENTS; k++) {
        const double time = lw_random_between(&a->b->random, begin, until);
        place_all(a, time);
        for (size_t i = 0; i < pairs; i++) {
            const lw_pair pair = pair_at(a->scene->frozen, i);
            const lw_pair stated = pair_at(a->b->world->scene->frozen, i);
            if (pair.self)
                continue;
            const double slack = slack_of(a, &pair, &stated, time);
            if (slack <= -1e-9)
                fail_msg(
                    "round %d, %s: free until %.17g, but a placement is %g nearer than the margin at "
                    "%.17g",
                    a->b->round, method, until, -slack, time);
        }
    }
}

/* A contact is of the bodies as they are said to be, or of turned ones. */
static void check_contact(const asked *a, const lw_verdict *v)
{
    const lw_pair pair =
        lw_frozen_pair(a->scene->frozen, lw_pair_id_of((uint32_t)v->pair[0], (uint32_t)v->pair[1]));
    if (v->contact.upper > pair.margin + 1e-9 || v->time < v->free_until)
        fail_msg("round %d: no contact, %g more than the margin at %g, free until %g", a->b->round,
                 v->contact.upper - pair.margin, v->time, v->free_until);
    const double angles = a->of[v->pair[0]].angle + a->of[v->pair[1]].angle;
    assert_true(!v->deviates || (angles > 0 && !pair.self));
}

static lw_verdict_kind check(asked *a, lw_method method, bool any)
{
    double begin;
    double end;
    lw_check_options options = lw_default_check_options();
    lw_verdict v = lw_default_verdict();
    lw_error error = {0};
    lw_motion_interval(a->motion, &begin, &end);
    options.method = method;
    options.any = any;
    options.budget_queries = 2000; /* some undecided motions need very many */
    const lw_status status = lw_check(a->checker, a->motion, &options, &v, &error);
    if (status && (method == LW_METHOD_EXPANDED || method == LW_METHOD_SLAB)) {
        assert_int_equal(status, LW_ERROR_ARGUMENT);
        assert_true(a->scene->frozen->doubts || (a->planar && method == LW_METHOD_SLAB));
        return LW_VERDICT_UNDECIDED;
    }
    if (status)
        fail_msg("%s", error.message);
    a->counts->checks++;
    a->counts->free += v.kind == LW_VERDICT_FREE;
    a->counts->contacts += v.kind == LW_VERDICT_CONTACT;
    a->counts->deviating += v.deviates;
    a->counts->undecided += v.kind == LW_VERDICT_UNDECIDED;
    if (v.kind == LW_VERDICT_CONTACT)
        check_contact(a, &v);
    if (v.free_until > begin || v.kind == LW_VERDICT_FREE)
        for (int i = 0; i < RUNS; i++)
            run(a, lw_method_name(method), begin, v.free_until);
    return v.kind;
}

/* Checks the motion with larger and larger uncertainties, until it is not free any more. */
static void ask(bench *b, uint64_t seed, bool any, void *context)
{
    (void)seed;
    asked a = {.b = b, .counts = context, .motion = b->motion->motion};
    if (a.motion->stages)
        return;
    a.planar = b->world->scene->model.planar;
    a.turns = lw_random_below(&b->random, 3) > 0;
    const lw_method method = methods[lw_random_below(&b->random, a.turns ? 3 : 4)];
    double size = pow(10, lw_random_between(&b->random, -4, -1.5));
    bool is_free = true;
    for (int i = 0; i < MOST_SIZES && is_free; i++) {
        open_copy(&a, size);
        is_free = check(&a, method, any) == LW_VERDICT_FREE;
        close_copy(&a);
        size *= 3;
    }
}

static void test_random_worlds(void **state)
{
    (void)state;
    static bench b;
    b.random.state = test_seed();
    counts all = {0};
    const int rounds = test_motion_count(1000, 60000);
    furnished_each(&b, rounds, ask, &all);
    printf("%zu checks: %zu free, %zu contacts (%zu deviate), %zu undecided; %zu runs\n", all.checks,
           all.free, all.contacts, all.deviating, all.undecided, all.runs);
    assert_true(all.free > all.checks / 4);
    assert_true(all.deviating > 0);
    assert_true(all.undecided < all.checks / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_worlds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
