/* Two convex bodies, checked by PCDA through lw_check: arms, slides and flying bodies that carry one
 * shape each, or one beside an obstacle, on segments, paths and trajectories, with margins and padding,
 * alone and beside more obstacles. The method bisection and dense samples are the oracle. */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "math/vec.h"
#include "random_robot.h"
#include "seed.h"
#include "two_bodies.h"
#include "verdicts.h"

enum { JOINTS = 6, POINTS = 5, SAMPLES = 100, MOST_OTHERS = 3 };

static const char *const robots[2] = {"one", "two"};

/* Contacts count as the same if one method finds it at most so long before another, as a share of the
 * motion. Where bodies approach at the speed c, the methods differ by the errors of their distances
 * over c. */
static const double blur = 1e-8;

/* Two robots of one shape each: chains of joints, the first shape on the last link of the first. */
typedef struct scenery {
    uint64_t seed;
    int joints[2]; /* none: an obstacle */
    bool inside;   /* both shapes are of the first robot, the second nearer to its root */
    bool flying;   /* one floating joint each */
    double margin, padding;
    lw_pose place; /* of the second shape */
    int others;    /* so many more obstacles, some near the motion */
    lw_pose other_places[MOST_OTHERS];
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
} scenery;

static void must(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

static lw_pose random_place(lw_random *random, double length)
{
    return placed(random_vector(random, lw_random_between(random, 0, length)),
                  random_vector(random, lw_random_between(random, 0, 3)));
}

static void link_name(int k, char *name)
{
    snprintf(name, 16, "l%d", k);
}

static void add_chain(lw_scene *scene, const scenery *s, int which, lw_random *random)
{
    lw_error error = {0};
    char names[3][16];
    must(lw_scene_add_robot(scene, robots[which], random_place(random, 0.3), &error), &error);
    link_name(0, names[0]);
    must(lw_scene_add_link(scene, robots[which], names[0], &error), &error);
    for (int k = 1; k <= s->joints[which]; k++) {
        lw_joint_def joint = lw_default_joint();
        link_name(k - 1, names[0]);
        link_name(k, names[1]);
        snprintf(names[2], sizeof names[2], "j%d", k);
        must(lw_scene_add_link(scene, robots[which], names[1], &error), &error);
        joint.name = names[2];
        joint.parent = names[0];
        joint.child = names[1];
        joint.kind = s->flying                         ? LW_JOINT_FLOATING
                     : lw_random_below(random, 5) == 0 ? LW_JOINT_PRISMATIC
                     : lw_random_below(random, 2) == 0 ? LW_JOINT_REVOLUTE
                                                       : LW_JOINT_CONTINUOUS;
        joint.axis = random_vector(random, 1);
        joint.origin = random_place(random, s->flying ? 0.1 : 0.4);
        joint.lower = -10;
        joint.upper = 10;
        must(lw_scene_add_joint(scene, robots[which], &joint, &error), &error);
    }
}

static void add_shapes(lw_scene *scene, const scenery *s, lw_random *random)
{
    static double vertices[2][3 * MOST_VERTICES];
    lw_error error = {0};
    char name[24];
    for (int i = 0; i < 2; i++) {
        lw_shape_def shape = random_shape(random, vertices[i]);
        lw_pose place = lw_random_below(random, 2) ? random_place(random, 0.3) : lw_pose_identity();
        int robot = s->inside ? 0 : i;
        int link = s->inside && i ? s->joints[0] - 2 : s->joints[robot];
        link_name(link, name);
        if (s->joints[robot])
            must(lw_scene_add_shape(scene, robots[robot], name, &shape, place, &error), &error);
        else
            must(lw_scene_add_obstacle(scene, "obstacle", &shape, s->place, &error), &error);
    }
    for (int i = 0; i < s->others; i++) {
        lw_shape_def shape = random_shape(random, vertices[0]);
        snprintf(name, sizeof name, "other%d", i);
        must(lw_scene_add_obstacle(scene, name, &shape, s->other_places[i], &error), &error);
    }
}

/* Builds the scenery of its seed, at its place. */
static void raise_scene(scenery *s)
{
    lw_error error = {0};
    lw_random random = {s->seed};
    must(lw_scene_create(&s->scene, &error), &error);
    for (int i = 0; i < 2; i++)
        if (s->joints[i])
            add_chain(s->scene, s, i, &random);
    add_shapes(s->scene, s, &random);
    must(lw_scene_set_margin(s->scene, s->margin, &error), &error);
    must(lw_scene_set_self_margin(s->scene, s->margin, &error), &error);
    if (s->padding > 0)
        must(lw_scene_set_link_padding(s->scene, robots[0], NULL, 1, s->padding, &error), &error);
    must(lw_scene_freeze(s->scene, &error), &error);
    must(lw_motion_create(s->scene, &s->motion, &error), &error);
    must(lw_checker_create(s->scene, &s->checker, &error), &error);
}

static void clear_scene(scenery *s)
{
    lw_checker_destroy(s->checker);
    lw_motion_destroy(s->motion);
    lw_scene_destroy(s->scene);
}

typedef struct waypoints {
    double times[POINTS];
    double rows[3][POINTS * 7 * JOINTS]; /* positions, velocities, accelerations */
} waypoints;

/* A floating joint's value: a pose; else a value each. */
static void random_row(lw_random *random, bool flies, size_t count, double *row)
{
    for (size_t i = 0; i < count; i++)
        row[i] = lw_random_between(random, -1.5, 1.5);
    if (!flies)
        return;
    lw_pose p = random_place(random, 1.2);
    memcpy(row,
           (double[]){p.position.x, p.position.y, p.position.z, p.orientation.x, p.orientation.y,
                      p.orientation.z, p.orientation.w},
           7 * sizeof *row);
}

static lw_track random_rigid(lw_random *random)
{
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_RIGID;
    track.duration = lw_random_between(random, 0.5, 2);
    track.pose = random_place(random, 1.2);
    lw_vec3 goal = random_vector(random, 0.4);
    track.linear_velocity = scale(2 / track.duration, sub(goal, track.pose.position));
    track.angular_velocity = random_vector(random, lw_random_between(random, 0, 5));
    track.in_body_frame = lw_random_below(random, 4) == 0;
    return track;
}

static void set_random_motion(scenery *s, uint64_t seed)
{
    static waypoints points[2];
    lw_error error = {0};
    lw_random random = {seed};
    lw_track tracks[2];
    tracks[0] = lw_default_track();
    int count = s->joints[1] && !s->inside ? 2 : 1;
    bool timed = lw_random_below(&random, 2);
    bool rigid = s->flying && timed && lw_random_below(&random, 2);
    uint32_t accuracy = s->flying ? 0 : lw_random_below(&random, 3); /* of the interpolation */
    for (int i = 0; i < count; i++) {
        waypoints *w = &points[i];
        size_t values = s->flying ? 7 : (size_t)s->joints[i];
        tracks[i] = rigid ? random_rigid(&random) : lw_default_track();
        tracks[i].joints = lw_scene_joints(s->scene, robots[i], NULL, &error);
        if (rigid)
            continue;
        tracks[i].kind = timed ? LW_TRACK_TRAJECTORY : LW_TRACK_PATH;
        tracks[i].point_count =
            2 + (lw_random_below(&random, 2) ? lw_random_below(&random, POINTS - 1) : 0);
        for (size_t k = 0; k < tracks[i].point_count; k++) {
            w->times[k] = (k ? w->times[k - 1] : 0) + lw_random_between(&random, 0.3, 2);
            random_row(&random, s->flying, values, &w->rows[0][k * values]);
            random_row(&random, false, values, &w->rows[1][k * values]);
            random_row(&random, false, values, &w->rows[2][k * values]);
        }
        tracks[i].positions = w->rows[0];
        tracks[i].velocities = accuracy > 0 ? w->rows[1] : NULL;
        tracks[i].accelerations = accuracy > 1 ? w->rows[2] : NULL;
        tracks[i].times = w->times;
    }
    must(lw_motion_set(s->motion, tracks, (size_t)count, &error), &error);
}

/* A place that the first shape comes near, up to a distance. */
static lw_pose place_near_motion(const scenery *s, lw_random *random, double distance)
{
    double begin;
    double end;
    lw_error error = {0};
    lw_pose place;
    lw_motion_interval(s->motion, &begin, &end);
    must(lw_motion_pose(s->motion, 0, lw_random_between(random, begin, end), &place, &error), &error);
    place.position = add(place.position, random_vector(random, lw_random_between(random, 0, distance)));
    return place;
}

/* Puts the second shape, if nothing moves it, and other obstacles near where the first one passes, and
 * raises the scene. */
static void random_scenery(scenery *s, uint64_t seed)
{
    lw_random random = {seed};
    *s = (scenery){.seed = seed + 1, .place = lw_pose_identity()};
    s->flying = lw_random_below(&random, 3) == 0;
    s->joints[0] = s->flying ? 1 : 1 + (int)lw_random_below(&random, JOINTS);
    if (lw_random_below(&random, 3) == 0)
        s->joints[1] = s->flying ? 1 : 1 + (int)lw_random_below(&random, 3);
    else if (s->joints[0] >= 3)
        s->inside = lw_random_below(&random, 3) == 0;
    if (lw_random_below(&random, 3) == 0)
        s->margin = lw_random_between(&random, 0, 0.1);
    if (lw_random_below(&random, 4) == 0)
        s->padding = lw_random_between(&random, 0, 0.05);
    raise_scene(s);
    set_random_motion(s, seed + 2);
    if (lw_random_below(&random, 2))
        s->others = (int)lw_random_below(&random, MOST_OTHERS + 1);
    if (!s->joints[1] && !s->inside)
        s->place = place_near_motion(s, &random, 1);
    else if (!s->others)
        return;
    /* most stand apart; some come between */
    for (int i = 0; i < s->others; i++)
        s->other_places[i] = place_near_motion(s, &random, lw_random_below(&random, 3) ? 50 : 1);
    clear_scene(s);
    raise_scene(s);
    set_random_motion(s, seed + 2);
}

static lw_verdict check(scenery *s, lw_method method, const lw_check_options *options)
{
    lw_check_options own = options ? *options : lw_default_check_options();
    own.method = method;
    lw_verdict v = lw_default_verdict();
    lw_error error = {0};
    must(lw_check(s->checker, s->motion, &own, &v, &error), &error);
    return v;
}

static lw_method auto_or_slab(lw_random *random)
{
    return lw_random_below(random, 2) ? LW_METHOD_AUTO : LW_METHOD_SLAB;
}

/* The distance of a pair: by its bodies, or, without any, the nearest. */
static lw_distance distance(scenery *s, double time, const int64_t pair[2])
{
    lw_distance nearest = {.upper = HUGE_VAL};
    lw_error error = {0};
    for (size_t i = 0; i < lw_scene_pair_count(s->scene); i++) {
        lw_pair_info info = lw_default_pair_info();
        lw_distance found;
        must(lw_scene_pair_info(s->scene, i, &info, &error), &error);
        if (pair && ((int64_t)info.bodies[0] != pair[0] || (int64_t)info.bodies[1] != pair[1]))
            continue;
        must(lw_pair_distance(s->checker, s->motion, time, i, &found, &error), &error);
        if (found.upper < nearest.upper)
            nearest = found;
    }
    return nearest;
}

/* ---- properties of every verdict ---------------------------------------------------------- */

/* Where a verdict says free, no sample has a contact. */
static void must_be_apart(scenery *s, double until)
{
    double begin;
    double end;
    lw_motion_interval(s->motion, &begin, &end);
    for (int i = 0; i < SAMPLES && until > begin; i++) {
        double time = fmin(begin + (until - begin) * (i + (until >= end)) / SAMPLES, end);
        lw_distance d = distance(s, time, NULL);
        if (!(d.upper > s->margin))
            fail_msg("seed %" PRIu64 ": free until %.17g, and %.3g apart at %.17g", s->seed, until,
                     d.upper, time);
    }
}

/* The contact equals the answer of lw_pair_distance at that time, except its normal, which separates
 * the bodies a little before. */
static void must_be_contact(scenery *s, const lw_verdict *v)
{
    double begin;
    double end;
    lw_motion_interval(s->motion, &begin, &end);
    lw_distance d = distance(s, v->time, v->pair);
    if (v->contact.upper != d.upper || v->contact.depth != d.depth || v->contact.lower != d.lower ||
        !same_vector(v->contact.points[0], d.points[0]) ||
        !same_vector(v->contact.points[1], d.points[1]) ||
        memcmp(v->contact.features, d.features, sizeof d.features) != 0)
        fail_msg("seed %" PRIu64 ": the contact at %.17g is not the distance there", s->seed, v->time);
    if (!(d.upper <= s->margin) || !v->first || v->free_until > v->time ||
        v->time - v->free_until > 1e-4 * (end - begin) || v->pair[0] < 0 || v->pair[0] >= v->pair[1])
        fail_msg("seed %" PRIu64 ": %.3g apart at %.17g, free until %.17g", s->seed, d.upper, v->time,
                 v->free_until);
    lw_distance apart = v->free_until > begin ? distance(s, v->free_until, v->pair) : d;
    if (norm(sub(v->contact.normal, apart.normal)) > 1e-6)
        fail_msg("seed %" PRIu64 ": the normal is %g off", s->seed,
                 norm(sub(v->contact.normal, apart.normal)));
}

/* No proof of one verdict reaches beyond the contact of the other. */
static void must_agree(const scenery *s, const lw_verdict *one, const lw_verdict *other)
{
    double begin;
    double end;
    lw_motion_interval(s->motion, &begin, &end);
    if (one->kind != other->kind && one->kind != LW_VERDICT_UNDECIDED &&
        other->kind != LW_VERDICT_UNDECIDED)
        fail_msg("seed %" PRIu64 ": verdict %d and %d", s->seed, (int)one->kind, (int)other->kind);
    for (int i = 0; i < 2; i++) {
        const lw_verdict *proof = i ? other : one;
        const lw_verdict *contact = i ? one : other;
        if (contact->kind == LW_VERDICT_CONTACT &&
            proof->free_until > contact->time + blur * (end - begin))
            fail_msg("seed %" PRIu64 ": free until %.17g, in contact at %.17g", s->seed,
                     proof->free_until, contact->time);
    }
}

/* ---- tests -------------------------------------------------------------------------------- */

/* Calls a test for many sceneries. */
static void for_many(int few, int many, void (*test)(scenery *s, lw_random *random))
{
    lw_random random = {test_seed()};
    int rounds = test_rounds(few, many);
    for (int i = 0; i < rounds; i++) {
        scenery s;
        random_scenery(&s, lw_random_bits(&random));
        test(&s, &random);
        clear_scene(&s);
    }
}

static int kinds[3];

static void compare(scenery *s, lw_random *random)
{
    (void)random;
    lw_verdict v = check(s, LW_METHOD_AUTO, NULL);
    lw_verdict by_slab = check(s, LW_METHOD_SLAB, NULL);
    lw_verdict by_bisection = check(s, LW_METHOD_BISECTION, NULL);
    kinds[v.kind]++;
    must_agree(s, &v, &by_bisection);
    lw_verdict by_layers = check(s, LW_METHOD_EXPANDED, NULL);
    must_agree(s, &v, &by_layers);
    must_agree(s, &v, &by_slab);
    must_agree(s, &by_slab, &by_bisection);
    must_be_apart(s, v.free_until);
    must_be_apart(s, by_slab.free_until);
    if (v.kind == LW_VERDICT_CONTACT)
        must_be_contact(s, &v);
    if (by_slab.kind == LW_VERDICT_CONTACT)
        must_be_contact(s, &by_slab);
}

static void test_it_agrees_with_bisection(void **state)
{
    (void)state;
    memset(kinds, 0, sizeof kinds);
    for_many(600, 20000, compare);
    printf("%d free, %d contact, %d undecided\n", kinds[LW_VERDICT_FREE], kinds[LW_VERDICT_CONTACT],
           kinds[LW_VERDICT_UNDECIDED]);
    assert_true(kinds[LW_VERDICT_FREE] > 100 && kinds[LW_VERDICT_CONTACT] > 100 &&
                kinds[LW_VERDICT_UNDECIDED] < 3);
}

/* Each budget bounds the queries except those of the report, and proves at least as much as a smaller
 * one; a caller who stops the check gets the same. */
typedef struct patience {
    uint64_t left;
} patience;

static bool lose_patience(void *context)
{
    patience *p = context;
    return p->left == 0 || p->left-- == 0;
}

static int cuts;

static void cut_method_short(scenery *s, lw_method method)
{
    lw_verdict whole = check(s, method, NULL);
    double before = 0;
    for (uint64_t budget = 1; budget <= whole.queries + 1; budget++) {
        lw_check_options options = lw_default_check_options();
        options.budget_queries = budget;
        lw_verdict cut = check(s, method, &options);
        must_be_apart(s, cut.free_until);
        must_agree(s, &cut, &whole);
        /* a contact is made sure of, measured, and its normal found */
        assert_true(cut.queries <= budget + (cut.kind == LW_VERDICT_CONTACT ? 3 : 0));
        if (cut.kind == LW_VERDICT_UNDECIDED) {
            assert_int_equal(cut.reason, LW_REASON_BUDGET);
            assert_true(cut.free_until >= before);
            before = cut.free_until;
            cuts++;
        }
        patience p = {budget};
        options.budget_queries = 0;
        options.stop = lose_patience;
        options.stop_context = &p;
        lw_verdict stopped = check(s, method, &options);
        must_agree(s, &stopped, &whole);
        if (stopped.kind == LW_VERDICT_UNDECIDED) {
            assert_int_equal(stopped.reason, LW_REASON_STOPPED);
            assert_true(stopped.queries <= budget + 2); /* the search over time asks once a sample */
            must_be_apart(s, stopped.free_until);
        }
    }
}

static void cut_short(scenery *s, lw_random *random)
{
    (void)random;
    cut_method_short(s, LW_METHOD_AUTO);
    cut_method_short(s, LW_METHOD_SLAB);
}

static void test_budgets(void **state)
{
    (void)state;
    cuts = 0;
    for_many(100, 3000, cut_short);
    assert_true(cuts > 100);
}

/* A budget of time that is over before the first query. */
static void hurry(scenery *s, lw_random *random)
{
    (void)random;
    lw_check_options options = lw_default_check_options();
    options.budget_seconds = 1e-12;
    lw_verdict v = check(s, LW_METHOD_AUTO, &options);
    if (v.queries > 0 || v.kind != LW_VERDICT_FREE) {
        assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
        assert_int_equal(v.reason, LW_REASON_BUDGET);
        assert_int_equal(v.queries, 0);
    }
}

static void test_no_time(void **state)
{
    (void)state;
    for_many(100, 1000, hurry);
}

static void bracket_clearance(scenery *s, lw_random *random)
{
    lw_check_options options = lw_default_check_options();
    options.clearance = true;
    lw_verdict v = check(s, auto_or_slab(random), &options);
    lw_verdict other = check(s, LW_METHOD_BISECTION, &options);
    if (v.kind != LW_VERDICT_FREE || other.kind != LW_VERDICT_FREE)
        return;
    const lw_clearance *own = s->inside ? &v.self_clearance : &v.clearance;
    const lw_clearance *theirs = s->inside ? &other.self_clearance : &other.clearance;
    assert_true(v.clearance.pair[0] >= 0 || s->inside);
    assert_true(own->lower <= theirs->upper && theirs->lower <= own->upper);
    assert_true(own->upper - own->lower <= greater(0.01 * own->upper, 1e-5) * 1.001);
}

static void test_clearance(void **state)
{
    (void)state;
    for_many(100, 3000, bracket_clearance);
}

/* Tolerances from loose to the least. */
static void tighten(scenery *s, lw_random *random)
{
    lw_check_options options = lw_default_check_options();
    options.any = lw_random_below(random, 4) == 0;
    double begin;
    double end;
    lw_motion_interval(s->motion, &begin, &end);
    lw_verdict by_bisection = check(s, LW_METHOD_BISECTION, NULL);
    for (int power = -2; power >= -12; power -= 2) {
        options.time_tolerance = pow(10, power);
        options.distance_tolerance = 1e-11;
        options.budget_queries = 3000;
        lw_verdict v = check(s, auto_or_slab(random), &options);
        must_agree(s, &v, &by_bisection);
        if (v.kind == LW_VERDICT_CONTACT && v.first)
            assert_true(v.time - v.free_until <= options.time_tolerance * (end - begin));
    }
}

static void test_tolerances(void **state)
{
    (void)state;
    for_many(60, 3000, tighten);
}

/* ---- scenes with formulas ----------------------------------------------------------------- */

static lw_shape_def tetrahedron(double size)
{
    static double corners[12];
    static const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    lw_shape_def shape = hull_of(LW_SHAPE_MESH, corners, 4);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            corners[3 * i + k] = i == k + 1 ? size : 0;
    shape.triangles = faces;
    shape.triangle_count = 4;
    return shape;
}

/* A slide along x that carries a ball of 0.1, and another shape 1 m before it, towards a ball of 0.1 at
 * x = 3 and `aside`; with a margin. */
static lw_verdict slide_to(const lw_shape_def *other, double aside, double margin, double from,
                           double to)
{
    scenery s = {.joints = {1, 0}};
    lw_error error = {0};
    lw_shape_def ball = ball_of(0.1);
    lw_joint_def joint = lw_default_joint();
    joint.name = "slide";
    joint.kind = LW_JOINT_PRISMATIC;
    joint.parent = "l0";
    joint.child = "l1";
    joint.axis = v3(1, 0, 0);
    joint.lower = -10;
    joint.upper = 10;
    lw_pose before = placed(v3(1, 0, 0), v3(0, 0, 0));
    must(lw_scene_create(&s.scene, &error), &error);
    must(lw_scene_add_robot(s.scene, robots[0], lw_pose_identity(), &error), &error);
    must(lw_scene_add_link(s.scene, robots[0], "l0", &error), &error);
    must(lw_scene_add_link(s.scene, robots[0], "l1", &error), &error);
    must(lw_scene_add_joint(s.scene, robots[0], &joint, &error), &error);
    must(lw_scene_add_shape(s.scene, robots[0], "l1", &ball, lw_pose_identity(), &error), &error);
    if (other)
        must(lw_scene_add_shape(s.scene, robots[0], "l1", other, before, &error), &error);
    must(lw_scene_add_obstacle(s.scene, "ball", &ball, placed(v3(3, aside, 0), v3(0, 0, 0)), &error),
         &error);
    must(lw_scene_set_margin(s.scene, margin, &error), &error);
    must(lw_scene_freeze(s.scene, &error), &error);
    must(lw_motion_create(s.scene, &s.motion, &error), &error);
    must(lw_checker_create(s.scene, &s.checker, &error), &error);
    must(lw_motion_set_segment(s.motion, NULL, &from, &to, &error), &error);
    lw_verdict v = check(&s, LW_METHOD_AUTO, NULL);
    lw_verdict by_slab = check(&s, LW_METHOD_SLAB, NULL);
    assert_int_equal(v.kind, by_slab.kind);
    if (v.kind == LW_VERDICT_CONTACT)
        assert_true(fabs(v.time - by_slab.time) <= 2e-4);
    clear_scene(&s);
    return v;
}

/* Bodies of more than one shape are not left to PCDA, which would see the ball alone. */
static void test_more_than_one_shape(void **state)
{
    (void)state;
    lw_shape_def ball = ball_of(0.1);
    lw_shape_def mesh = tetrahedron(0.3);
    assert_int_equal(slide_to(NULL, 0, 0, 0, 2).kind, LW_VERDICT_FREE);
    lw_verdict v = slide_to(NULL, 0, 0, 0, 2.9);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.free_until <= 2.8 / 2.9 && v.time >= 2.8 / 2.9);
    v = slide_to(&ball, 0, 0, 0, 2);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.free_until <= 0.9 && v.time >= 0.9);
    v = slide_to(&mesh, 0, 0, 0, 2);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.free_until <= 0.8 && v.time >= 0.8 - 1e-12);
}

/* Spheres that never touch come within their margin. */
static void test_a_margin_about_spheres(void **state)
{
    (void)state;
    /* at x the middles are sqrt((3 - x)^2 + 0.25^2) apart, 0.26 at x = 3 - sqrt(0.26^2 - 0.25^2) */
    lw_verdict v = slide_to(NULL, 0.25, 0.06, 2.9, 3);
    double meet = (0.1 - sqrt(0.26 * 0.26 - 0.25 * 0.25)) / 0.1;
    assert_true(v.kind == LW_VERDICT_CONTACT && v.free_until <= meet && v.time >= meet);
    assert_int_equal(slide_to(NULL, 0.25, 0.04, 2.9, 3).kind, LW_VERDICT_FREE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_agrees_with_bisection),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_clearance),
        cmocka_unit_test(test_tolerances),
        cmocka_unit_test(test_more_than_one_shape),
        cmocka_unit_test(test_a_margin_about_spheres),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
