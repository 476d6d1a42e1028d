/* lw_cross_check: the methods agree on random motions in space and in the plane, of bodies that fly, of
 * arms, of motions that begin in contact; and the comparison finds each verdict that was made wrong. */
#include <stdio.h>
#include <stdlib.h>

#include "agree.h"
#include "check/ask/cross.h"
#include "check/method/methods.h"
#include "seed.h"
#include "shape_kit.h"

enum { METHODS = LW_METHODS, WAYPOINTS = 3, MOST_VALUES = 9, OBSTACLE_COUNT = 4 };

/* A robot of two links, the first of which flies (in the plane: drives, and may be the only one), among
 * obstacles. */
typedef struct world {
    kit shapes;
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    double points[WAYPOINTS * MOST_VALUES];
} world;

static void add_robot(lw_random *random, world *w)
{
    static const char *const names[] = {"floor", "body", "hand"};
    const bool flat = w->shapes.flat;
    lw_error e = {0};
    succeed(lw_scene_add_robot(w->scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(w->scene, "r", names[0], &e), &e);
    const size_t links = flat && lw_random_below(random, 2) ? 1 : 2;
    for (size_t i = 1; i <= links; i++) {
        const lw_joint_kind kinds[2] = {flat ? LW_JOINT_PLANAR : LW_JOINT_FLOATING,
                                        flat ? LW_JOINT_PLANAR : LW_JOINT_REVOLUTE};
        lw_joint_def joint = joint_of(names[i], kinds[i - 1], names[i - 1], names[i]);
        joint.origin.position.x = i == 1 ? 0 : 0.7;
        succeed(lw_scene_add_link(w->scene, "r", names[i], &e), &e);
        succeed(lw_scene_add_joint(w->scene, "r", &joint, &e), &e);
        succeed(lw_scene_add_shape(w->scene, "r", names[i],
                                   &w->shapes.defs[lw_random_below(random, w->shapes.count)],
                                   random_pose(random, flat, 0.1), &e),
                &e);
        if (!lw_random_below(random, 3))
            succeed(lw_scene_set_link_padding(w->scene, "r", names[i], 1,
                                              lw_random_between(random, 0, 0.02), &e),
                    &e);
    }
}

static void open_world(lw_random *random, bool flat, world *w)
{
    lw_error e = {0};
    *w = (world){.scene = new_scene()};
    open_kit(random, flat, &w->shapes);
    if (flat)
        succeed(lw_scene_set_dimension(w->scene, 2, &e), &e);
    succeed(lw_scene_set_margin(w->scene, lw_random_below(random, 2) ? 0.02 : 0, &e), &e);
    add_robot(random, w);
    for (uint32_t i = 0; i < OBSTACLE_COUNT; i++) {
        char id[16];
        snprintf(id, sizeof id, "o%u", (unsigned)i);
        succeed(lw_scene_add_obstacle(w->scene, id,
                                      &w->shapes.defs[lw_random_below(random, w->shapes.count)],
                                      random_pose(random, flat, 1.5), &e),
                &e);
    }
    succeed(lw_scene_freeze(w->scene, &e), &e);
    succeed(lw_checker_create(w->scene, &w->checker, &e), &e);
    succeed(lw_motion_create(w->scene, &w->motion, &e), &e);
}

static void close_world(world *w)
{
    lw_checker_destroy(w->checker);
    lw_motion_destroy(w->motion);
    lw_scene_destroy(w->scene);
    close_kit(&w->shapes);
}

/* A path through random configurations. */
static void set_motion(lw_random *random, world *w)
{
    lw_error e = {0};
    lw_track track = lw_default_track();
    track.joints = lw_scene_movable_joints(w->scene, 0);
    track.point_count = 2 + lw_random_below(random, WAYPOINTS - 1);
    track.positions = w->points;
    const size_t values = lw_joints_value_count(track.joints);
    assert_true(values <= MOST_VALUES);
    for (size_t i = 0; i < track.point_count * values; i++) {
        const size_t k = i % values;
        const bool turn = !w->shapes.flat && k > 2 && k < 7;
        w->points[i] = turn ? lw_random_between(random, 0.1, 1) : lw_random_between(random, -1, 1);
    }
    succeed(lw_motion_set(w->motion, &track, 1, &e), &e);
}

/* ---- agreement --------------------------------------------------------------------------------- */

typedef struct tally {
    int kinds[4], served[METHODS + 1];
    size_t grazing;
    uint64_t distances;
} tally;

static void ask_world(lw_random *random, bool flat, bool leaving, tally *all)
{
    world w;
    char where[80];
    open_world(random, flat, &w);
    for (int i = 0; i < 5; i++) {
        lw_check_options check = lw_default_check_options();
        lw_cross_options options = lw_default_cross_options();
        snprintf(where, sizeof where, "seed %llu", (unsigned long long)random->state);
        set_motion(random, &w);
        check.any = lw_random_below(random, 4) == 0;
        check.clearance = lw_random_below(random, 2);
        check.leaving = leaving;
        check.resolution = 0.1;
        options.check = &check;
        options.samples = 20;
        lw_cross cross = cross_agree(w.checker, w.motion, &options, where);
        all->kinds[cross.verdicts[LW_METHOD_AUTO]->kind]++;
        all->served[cross.served]++;
        all->grazing += cross.grazing;
        all->distances += cross.distances;
        lw_cross_free(&cross);
    }
    close_world(&w);
}

static void ask_worlds(bool flat, bool leaving, int rounds, tally *all)
{
    lw_random random = {test_seed()};
    *all = (tally){0};
    for (int round = 0; round < rounds; round++)
        ask_world(&random, flat, leaving, all);
    printf("%d worlds: free %d, contact %d, undecided %d, leaves %d, %llu distances, %zu grazing\n",
           rounds, all->kinds[0], all->kinds[1], all->kinds[2], all->kinds[3],
           (unsigned long long)all->distances, all->grazing);
    assert_true(all->kinds[LW_VERDICT_FREE] > rounds / 4 && all->kinds[LW_VERDICT_CONTACT] > rounds);
    assert_true(all->distances > (uint64_t)rounds && all->grazing <= (size_t)rounds / 100);
}

static void test_in_space(void **state)
{
    (void)state;
    tally all;
    ask_worlds(false, false, test_rounds(600, 50000), &all);
    assert_int_equal(all.served[METHODS], 5 * test_rounds(600, 50000));
}

static void test_in_the_plane(void **state)
{
    (void)state;
    tally all;
    ask_worlds(true, false, test_rounds(1000, 50000), &all);
    assert_int_equal(all.served[METHODS], 5 * test_rounds(1000, 50000));
}

/* In the plane, the method expanded answers by its own search, not by that of its claims. */
static void test_expanded_in_the_plane(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_error e = {0};
    for (int round = 0; round < 20; round++) {
        world w;
        lw_check_options check = lw_default_check_options();
        lw_cross_options options = lw_default_cross_options();
        lw_verdict alone = lw_default_verdict();
        open_world(&random, true, &w);
        set_motion(&random, &w);
        check.resolution = 0.1;
        options.check = &check;
        lw_cross cross = cross_agree(w.checker, w.motion, &options, "in the plane");
        check.method = LW_METHOD_EXPANDED;
        succeed(lw_check(w.checker, w.motion, &check, &alone, &e), &e);
        assert_int_equal(cross.verdicts[LW_METHOD_EXPANDED]->queries, alone.queries);
        assert_int_equal(cross.verdicts[LW_METHOD_EXPANDED]->samples, alone.samples);
        lw_cross_free(&cross);
        close_world(&w);
    }
}

/* One search judges a motion that begins in contact; else three methods serve. */
static void test_leaving(void **state)
{
    (void)state;
    tally all;
    for (int flat = 0; flat < 2; flat++) {
        ask_worlds(flat, true, test_rounds(200, 10000), &all);
        assert_true(all.served[1] > 0 && all.served[3] > 0 && all.kinds[LW_VERDICT_LEAVES]);
    }
}

/* ---- verdicts that were made wrong ------------------------------------------------------------- */

/* A ball of radius 0.1 that flies along x from -1 to 1, past a ball of radius 0.2 at the origin, at a
 * height: it meets the other one if the height is below 0.3. */
typedef struct flight {
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    lw_check_options options;
    lw_verdict room[METHODS];
    const lw_verdict *verdicts[METHODS];
    lw_cross_findings found;
} flight;

static void open_flight(double height, double margin, flight *f)
{
    lw_error e = {0};
    lw_shape_def ball = sphere_of(0.1);
    lw_shape_def other = sphere_of(0.2);
    lw_joint_def joint = joint_of("x", LW_JOINT_PRISMATIC, "base", "ball");
    joint.origin.position.x = 0;
    joint.axis = (lw_vec3){1, 0, 0};
    *f = (flight){.scene = new_scene(), .options = lw_default_check_options()};
    lw_pose at = lw_pose_identity();
    at.position.y = height;
    succeed(lw_scene_set_margin(f->scene, margin, &e), &e);
    succeed(lw_scene_add_robot(f->scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(f->scene, "r", "base", &e), &e);
    succeed(lw_scene_add_link(f->scene, "r", "ball", &e), &e);
    succeed(lw_scene_add_joint(f->scene, "r", &joint, &e), &e);
    succeed(lw_scene_add_shape(f->scene, "r", "ball", &ball, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_obstacle(f->scene, "other", &other, at, &e), &e);
    succeed(lw_scene_freeze(f->scene, &e), &e);
    succeed(lw_checker_create(f->scene, &f->checker, &e), &e);
    succeed(lw_motion_create(f->scene, &f->motion, &e), &e);
    succeed(lw_motion_set_segment(f->motion, NULL, (double[]){-1}, (double[]){1}, &e), &e);
    f->options.clearance = true;
    for (int m = LW_METHOD_AUTO; m <= LW_METHOD_SLAB; m++) {
        f->room[m] = lw_default_verdict();
        f->options.method = (lw_method)m;
        succeed(lw_check(f->checker, f->motion, &f->options, &f->room[m], &e), &e);
        f->verdicts[m] = &f->room[m];
    }
}

static void close_flight(flight *f)
{
    free(f->found.conflicts.items);
    lw_checker_destroy(f->checker);
    lw_motion_destroy(f->motion);
    lw_scene_destroy(f->scene);
}

/* Compares, and returns how many conflicts there are. */
static size_t compare(flight *f, uint64_t samples)
{
    lw_error e = {0};
    free(f->found.conflicts.items);
    f->found = (lw_cross_findings){0};
    succeed(lw_cross_compare(f->checker, f->motion, &f->options, samples, f->verdicts, METHODS,
                             &f->found, &e),
            &e);
    return f->found.conflicts.count;
}

/* Whether a conflict of this kind was found for two methods. */
static bool has(const flight *f, lw_conflict_kind kind, lw_method one, lw_method other)
{
    for (size_t i = 0; i < f->found.conflicts.count; i++) {
        const lw_conflict *c = &f->found.conflicts.items[i];
        if (c->kind == kind && c->methods[0] == one && c->methods[1] == other)
            return true;
    }
    return false;
}

static const lw_method A = LW_METHOD_AUTO;
static const lw_method B = LW_METHOD_BISECTION;

static void test_contacts_made_wrong(void **state)
{
    (void)state;
    flight f;
    open_flight(sqrt(0.3 * 0.3 - 0.2 * 0.2), 0, &f); /* it touches at x = -0.2 */
    lw_verdict *v = &f.room[A];
    const lw_verdict right = *v;
    assert_near(right.time, 0.4, 1e-4);
    assert_int_equal(compare(&f, 50), 0);
    assert_true(f.found.samples > 15 && f.found.samples < 25 && f.found.distances >= 3);

    /* free: the contacts of the others, and a sample, say no */
    *v = right;
    v->kind = LW_VERDICT_FREE;
    v->free_until = 1;
    assert_true(compare(&f, 0) && has(&f, LW_CONFLICT_PROOF, A, B));
    const lw_conflict *first = &f.found.conflicts.items[0];
    assert_true(first->allowed == 0 && first->pair[0] == 0 && first->pair[1] == 1);
    assert_true(first->distance.upper <= 0 && first->rounding > 0 && first->rounding < 1e-12);
    f.verdicts[B] = f.verdicts[LW_METHOD_SLAB] = NULL;
    assert_int_equal(compare(&f, 0), 0);
    assert_true(compare(&f, 10) == 1 && has(&f, LW_CONFLICT_PROOF, A, A));
    f.verdicts[B] = &f.room[B];

    /* undecided, and proven for too long */
    v->kind = LW_VERDICT_UNDECIDED;
    v->free_until = right.time + 1e-3;
    assert_true(compare(&f, 0) == 1 && has(&f, LW_CONFLICT_PROOF, A, B));
    v->free_until = right.free_until;
    assert_int_equal(compare(&f, 50), 0);

    /* earlier, where the two are apart */
    *v = right;
    v->time -= 1e-3;
    v->free_until -= 1e-3;
    assert_true(compare(&f, 0) == 1 && has(&f, LW_CONFLICT_CONTACT, A, A));
    assert_true(f.found.conflicts.items[0].distance.lower > 0);
    /* nor is it called so where it is too early by rounding alone: the bodies touch at 0.4 */
    *v = right;
    v->time = v->free_until = 0.4;
    assert_int_equal(compare(&f, 0), 0);

    /* later: the others' contacts lie in the part that it has proven, or before its first one */
    *v = right;
    v->time += 1e-3;
    v->free_until += 1e-3;
    assert_true(compare(&f, 0) >= 1 && has(&f, LW_CONFLICT_PROOF, A, B));
    v->free_until = right.free_until;
    assert_true(compare(&f, 0) >= 1 && has(&f, LW_CONFLICT_FIRST, A, B) &&
                has(&f, LW_CONFLICT_ITSELF, A, A));
    v->first = false;
    assert_int_equal(compare(&f, 50), 0);
    /* within the tolerance nothing is said */
    *v = right;
    v->time = right.free_until + 0.99e-4;
    assert_int_equal(compare(&f, 50), 0);
    /* what the other method says is earlier has to be real */
    *v = right;
    v->time += 1e-3;
    v->free_until -= 2e-3;
    f.room[B].time = f.room[B].free_until = right.time - 1e-3;
    f.verdicts[LW_METHOD_SLAB] = NULL;
    assert_true(compare(&f, 0) == 2 && has(&f, LW_CONFLICT_CONTACT, B, B) &&
                has(&f, LW_CONFLICT_ITSELF, A, A));
    close_flight(&f);
}

/* Says that a motion is free, by one method alone. */
static void say_free(flight *f)
{
    f->verdicts[B] = f->verdicts[LW_METHOD_SLAB] = NULL;
    f->room[A] = lw_default_verdict();
    f->room[A].free_until = 1;
    f->room[A].clearance.pair[0] = f->room[A].self_clearance.pair[0] = -1;
}

static void test_samples(void **state)
{
    (void)state;
    flight f;
    lw_error e = {0};
    /* balls of 0.1 and 0.2 meet at t = 0.5 by rounding alone */
    open_flight(0.3, 0, &f);
    say_free(&f);
    assert_true(compare(&f, 3) == 0 && f.found.grazing == 1);
    close_flight(&f);
    /* the end is a part of a free motion */
    open_flight(0.1, 0, &f);
    say_free(&f);
    succeed(lw_motion_set_segment(f.motion, NULL, (double[]){-1}, (double[]){0}, &e), &e);
    assert_true(compare(&f, 2) == 1 && has(&f, LW_CONFLICT_PROOF, A, A));
    assert_true(f.found.conflicts.items[0].time == 1);
    close_flight(&f);
}

static void test_members_that_exclude_each_other(void **state)
{
    (void)state;
    flight f;
    open_flight(0.1, 0, &f);
    lw_verdict *v = &f.room[A];
    const lw_verdict right = *v;
    f.verdicts[B] = f.verdicts[LW_METHOD_SLAB] = NULL;
    assert_int_equal(compare(&f, 20), 0);
    v->free_until = v->time + 1e-9;
    assert_true(compare(&f, 0) && has(&f, LW_CONFLICT_ITSELF, A, A));
    *v = right;
    v->free_until = -1e-3;
    assert_true(compare(&f, 0) && has(&f, LW_CONFLICT_ITSELF, A, A));
    *v = right;
    v->pair[0] = v->pair[1] = -1;
    assert_true(compare(&f, 0) && has(&f, LW_CONFLICT_ITSELF, A, A));
    *v = right;
    v->kind = LW_VERDICT_LEAVES;
    assert_true(compare(&f, 0) && has(&f, LW_CONFLICT_ITSELF, A, A));
    close_flight(&f);

    open_flight(1, 0, &f);
    f.verdicts[B] = f.verdicts[LW_METHOD_SLAB] = NULL;
    v->free_until = 0.999;
    assert_true(compare(&f, 0) && has(&f, LW_CONFLICT_ITSELF, A, A));
    v->free_until = 1;
    v->clearance.lower = v->clearance.upper + 1e-9;
    assert_true(compare(&f, 0) && has(&f, LW_CONFLICT_ITSELF, A, A));
    close_flight(&f);
}

static void test_clearances_made_wrong(void **state)
{
    (void)state;
    flight f;
    open_flight(0.5, 0.05, &f);
    lw_verdict *v = &f.room[A];
    const lw_verdict right = *v;
    assert_true(right.kind == LW_VERDICT_FREE && right.clearance.lower <= 0.2);
    assert_near(right.clearance.upper, 0.2, 0.002);
    assert_int_equal(compare(&f, 50), 0);
    assert_int_equal(f.found.samples, 50);

    v->clearance.lower += 0.01; /* both higher: the others have seen less */
    v->clearance.upper += 0.01;
    assert_true(compare(&f, 0) && has(&f, LW_CONFLICT_CLEARANCE, A, B));
    f.verdicts[B] = f.verdicts[LW_METHOD_SLAB] = NULL;
    *v = right;
    v->clearance.lower = 0.25; /* a sample alone has; the pair is 0.61 apart at 0.125 */
    v->clearance.upper = 0.7;
    v->clearance.at = 0.125;
    assert_int_equal(compare(&f, 0), 0);
    assert_true(compare(&f, 101) == 1 && has(&f, LW_CONFLICT_CLEARANCE, A, A));
    *v = right;
    v->clearance.lower -= 0.01; /* both lower: the pair is not so near there */
    v->clearance.upper -= 0.01;
    assert_true(compare(&f, 0) == 1 && has(&f, LW_CONFLICT_CLEARANCE, A, A));
    assert_true(f.found.conflicts.items[0].distance.lower > v->clearance.upper);
    *v = right;
    v->clearance.lower = 0.05; /* no claim is wider than this */
    assert_int_equal(compare(&f, 50), 0);
    close_flight(&f);
}

/* A ball that is 0.05 inside the other one at the beginning, and leaves it. */
static void test_leaving_made_wrong(void **state)
{
    (void)state;
    flight f;
    lw_error e = {0};
    open_flight(0, 0, &f);
    f.verdicts[B] = f.verdicts[LW_METHOD_SLAB] = NULL;
    f.options.leaving = 1;
    f.options.clearance = false;
    f.options.method = A;
    succeed(lw_motion_set_segment(f.motion, NULL, (double[]){-0.25}, (double[]){-1}, &e), &e);
    lw_verdict *v = &f.room[A];
    succeed(lw_check(f.checker, f.motion, &f.options, v, &e), &e);
    const lw_verdict right = *v;
    assert_true(right.kind == LW_VERDICT_LEAVES && right.start_pairs == 1 && right.kept_until == 1);
    assert_int_equal(compare(&f, 50), 0);
    v->time = 0.01; /* 0.0425 deep */
    assert_true(compare(&f, 200) && has(&f, LW_CONFLICT_PROOF, A, A));
    v->time = 1.01;
    assert_true(compare(&f, 0) && has(&f, LW_CONFLICT_ITSELF, A, A));
    /* the way through the other one gets deeper */
    *v = right;
    succeed(lw_motion_set_segment(f.motion, NULL, (double[]){-0.25}, (double[]){1}, &e), &e);
    assert_true(compare(&f, 50) && has(&f, LW_CONFLICT_PROOF, A, A));
    v->kind = LW_VERDICT_UNDECIDED;
    assert_true(compare(&f, 50) && has(&f, LW_CONFLICT_PROOF, A, A));
    v->kept_until = 0;
    assert_int_equal(compare(&f, 50), 0);
    succeed(lw_check(f.checker, f.motion, &f.options, v, &e), &e);
    assert_true(v->kind == LW_VERDICT_CONTACT && v->failure == LW_FAILURE_DEEPER);
    assert_int_equal(compare(&f, 50), 0);
    v->time *= 0.5;
    assert_true(compare(&f, 0) == 1 && has(&f, LW_CONFLICT_CONTACT, A, A));
    close_flight(&f);
}

/* A robot puts down a cup, which a can overlaps, and takes the can away: the two bodies stand in
 * another order then. */
static void test_leaving_with_an_object(void **state)
{
    (void)state;
    flight f = {.scene = new_scene(), .options = lw_default_check_options()};
    lw_error e = {0};
    lw_shape_def ball = sphere_of(0.1);
    lw_shape_def other = sphere_of(0.2);
    lw_joint_def joint = joint_of("x", LW_JOINT_PRISMATIC, "base", "hand");
    lw_pose at = lw_pose_identity();
    joint.axis = (lw_vec3){1, 0, 0};
    succeed(lw_scene_add_robot(f.scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(f.scene, "r", "base", &e), &e);
    succeed(lw_scene_add_link(f.scene, "r", "hand", &e), &e);
    succeed(lw_scene_add_joint(f.scene, "r", &joint, &e), &e);
    at.position.x = -1;
    succeed(lw_scene_add_attached(f.scene, "r", "hand", "cup", &other, at, NULL, 0, &e), &e);
    at.position.x = -0.25;
    succeed(lw_scene_add_obstacle(f.scene, "can", &ball, at, &e), &e);
    succeed(lw_scene_freeze(f.scene, &e), &e);
    succeed(lw_checker_create(f.scene, &f.checker, &e), &e);
    succeed(lw_motion_create(f.scene, &f.motion, &e), &e);
    lw_track track = lw_default_track();
    lw_payload payloads[2] = {lw_default_payload(), lw_default_payload()};
    payloads[0].kind = LW_PAYLOAD_RELEASE;
    payloads[0].object = "cup";
    payloads[1].object = "can";
    payloads[1].link = "hand";
    payloads[0].waypoint = payloads[1].waypoint = 1;
    track.joints = lw_scene_joints(f.scene, "r", NULL, &e);
    track.positions = (const double[]){0, 0, -1};
    track.point_count = 3;
    track.payloads = payloads;
    track.payload_count = 2;
    succeed(lw_motion_set(f.motion, &track, 1, &e), &e);
    f.options.leaving = 1;
    f.room[A] = lw_default_verdict();
    f.verdicts[A] = &f.room[A];
    succeed(lw_check(f.checker, f.motion, &f.options, &f.room[A], &e), &e);
    assert_int_equal(f.room[A].kind, LW_VERDICT_LEAVES);
    assert_true(compare(&f, 100) == 0 && f.found.samples == 100);
    close_flight(&f);
}

/* ---- the public functions ---------------------------------------------------------------------- */

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

static void test_arguments(void **state)
{
    (void)state;
    flight f;
    lw_error e = {0};
    lw_cross cross = lw_default_cross();
    lw_cross none = {0};
    lw_cross_options options = lw_default_cross_options();
    open_flight(0.5, 0, &f);
    refused(lw_cross_check(NULL, f.motion, NULL, &cross, &e), LW_ERROR_ARGUMENT, &e, "needs a checker");
    refused(lw_cross_check(f.checker, NULL, NULL, &cross, &e), LW_ERROR_ARGUMENT, &e, "a motion");
    refused(lw_cross_check(f.checker, f.motion, NULL, NULL, &e), LW_ERROR_ARGUMENT, &e, "room");
    refused(lw_cross_check(f.checker, f.motion, NULL, &none, &e), LW_ERROR_ARGUMENT, &e,
            "lw_default_cross");
    lw_check_options wrong = lw_default_check_options();
    wrong.resolution = -1;
    options.check = &wrong;
    refused(lw_cross_check(f.checker, f.motion, &options, &cross, &e), LW_ERROR_ARGUMENT, &e,
            "the resolution is -1");
    refused(lw_cross_check_many(f.scene, NULL, 1, NULL, 1, &cross, &e), LW_ERROR_ARGUMENT, &e,
            "needs motions");
    refused(lw_cross_check_many(NULL, NULL, 1, NULL, 1, &cross, &e), LW_ERROR_STATE, &e, "frozen");
    const lw_motion *motions[2] = {f.motion, f.motion};
    lw_cross both[2] = {lw_default_cross(), {0}};
    refused(lw_cross_check_many(f.scene, motions, 2, &options, 1, both, &e), LW_ERROR_ARGUMENT, &e,
            "the resolution is -1");
    assert_true(!both[0].verdicts && !both[1].verdicts);
    succeed(lw_cross_check_many(f.scene, motions, 0, NULL, 1, NULL, &e), &e);
    assert_null(lw_conflict_name((lw_conflict_kind)(LW_CONFLICT_ITSELF + 1)));
    assert_string_equal(lw_conflict_name(LW_CONFLICT_ITSELF), "itself");
    lw_cross_free(NULL);

    /* a stop leaves all undecided, and takes no sample */
    int calls = 0;
    lw_check_options stopped = lw_default_check_options();
    stopped.stop = stop_at_once;
    stopped.stop_context = &calls;
    options.check = &stopped;
    succeed(lw_cross_check(f.checker, f.motion, &options, &cross, &e), &e);
    assert_true(calls > 0 && cross.samples == 0 && cross.conflict_count == 0);
    lw_cross_free(&cross);
    close_flight(&f);
}

/* A fast motion, which would take steps without number, is answered all the same. */
static void test_fast_motion(void **state)
{
    (void)state;
    static const lw_method steppers[] = {LW_METHOD_SAMPLED, LW_METHOD_EXPANDED};
    flight f;
    lw_error e = {0};
    lw_cross_options options = lw_default_cross_options();
    lw_check_options check = lw_default_check_options();
    open_flight(1, 0, &f);
    succeed(lw_motion_set_segment(f.motion, NULL, (double[]){-1e9}, (double[]){1e9}, &e), &e);
    options.check = &check;
    for (int bound = 20000; bound > 0; bound -= 15000) {
        lw_cross cross = lw_default_cross();
        succeed(lw_cross_check(f.checker, f.motion, &options, &cross, &e), &e);
        assert_true(cross.verdicts[LW_METHOD_SLAB]->kind == LW_VERDICT_FREE && !cross.conflict_count);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(cross.verdicts[steppers[i]]->reason, LW_REASON_BUDGET);
            assert_in_range(cross.verdicts[steppers[i]]->samples, bound / 2, bound + 1);
        }
        lw_cross_free(&cross);
        check.budget_queries = 5000;
    }
    close_flight(&f);
}

/* The same answers for many motions, with clearances where a method has them. */
static void test_many(void **state)
{
    (void)state;
    flight f;
    lw_error e = {0};
    open_flight(0.5, 0, &f);
    const lw_motion *motions[3] = {f.motion, f.motion, f.motion};
    lw_cross many[3] = {lw_default_cross(), {0}, {0}};
    lw_cross_options options = lw_default_cross_options();
    options.check = &f.options;
    succeed(lw_cross_check_many(f.scene, motions, 3, &options, 1, many, &e), &e);
    for (int i = 0; i < 3; i++) {
        assert_true(many[i].struct_size == sizeof many[i] && many[i].served == METHODS);
        assert_true(many[i].undecided == 1 && many[i].samples == 100 && !many[i].conflict_count);
        assert_true(many[i].verdicts[LW_METHOD_SLAB]->clearance.pair[0] == 0);
        assert_true(many[i].verdicts[LW_METHOD_EXPANDED]->clearance.pair[0] == -1);
        assert_true(many[i].verdicts[LW_METHOD_SAMPLED]->kind == LW_VERDICT_UNDECIDED);
        lw_cross_free(&many[i]);
        assert_null(many[i].verdicts);
    }
    close_flight(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_space),
        cmocka_unit_test(test_in_the_plane),
        cmocka_unit_test(test_expanded_in_the_plane),
        cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_contacts_made_wrong),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_members_that_exclude_each_other),
        cmocka_unit_test(test_clearances_made_wrong),
        cmocka_unit_test(test_leaving_made_wrong),
        cmocka_unit_test(test_leaving_with_an_object),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_fast_motion),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
