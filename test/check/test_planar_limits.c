/* Motions in the plane, and cells, where an answer ends early: stopped at any time, out of budget, or
 * too close to decide. Formulas confirm the part that is then reported as free. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "leeway/leeway.h"

enum { ROBOTS = 2 };

static const double bar[] = {0, 0, 0, 1, 0, 0};
static const double outer_bar[] = {0.25, 0, 0, 1, 0, 0};

/* Two vehicles among posts; the second stays at home unless stated otherwise. */
typedef struct plane {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_cell *cell;
    lw_judge *judge;
    int asked, stop_at;
    lw_error error;
} plane;

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

static void begin(plane *p)
{
    *p = (plane){.scene = NULL};
    succeed(lw_scene_create(&p->scene, &p->error), &p->error);
    succeed(lw_scene_set_dimension(p->scene, 2, &p->error), &p->error);
}

static lw_shape_def disc_of(double radius)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_DISC;
    shape.radius = radius;
    return shape;
}

static lw_shape_def bar_of(const double *ends)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = ends;
    shape.vertex_count = 2;
    return shape;
}

static void vehicle(plane *p, const char *name, lw_shape_def shape, double x, double y)
{
    lw_joint_def joint = lw_default_joint();
    joint.name = "at";
    joint.kind = LW_JOINT_PLANAR;
    joint.axis = (lw_vec3){0, 0, 1};
    joint.parent = "ground";
    joint.child = "body";
    succeed(lw_scene_add_robot(p->scene, name, lw_pose_identity(), &p->error), &p->error);
    succeed(lw_scene_add_link(p->scene, name, "ground", &p->error), &p->error);
    succeed(lw_scene_add_link(p->scene, name, "body", &p->error), &p->error);
    succeed(lw_scene_add_joint(p->scene, name, &joint, &p->error), &p->error);
    succeed(lw_scene_add_shape(p->scene, name, "body", &shape, lw_pose_identity(), &p->error),
            &p->error);
    succeed(lw_scene_set_joint(p->scene, name, "at", (double[]){x, y, 0}, 3, &p->error), &p->error);
}

static void post(plane *p, const char *id, double radius, double x, double y)
{
    lw_shape_def disc = disc_of(radius);
    lw_pose at = lw_pose_identity();
    at.position = (lw_vec3){x, y, 0};
    succeed(lw_scene_add_obstacle(p->scene, id, &disc, at, &p->error), &p->error);
}

static void freeze(plane *p)
{
    succeed(lw_scene_freeze(p->scene, &p->error), &p->error);
    succeed(lw_motion_create(p->scene, &p->motion, &p->error), &p->error);
    succeed(lw_checker_create(p->scene, &p->checker, &p->error), &p->error);
    succeed(lw_cell_create(p->scene, &p->cell, &p->error), &p->error);
    succeed(lw_judge_create(p->cell, 1 << 16, &p->judge, &p->error), &p->error);
}

static void end(plane *p)
{
    lw_judge_destroy(p->judge);
    lw_cell_destroy(p->cell);
    lw_checker_destroy(p->checker);
    lw_motion_destroy(p->motion);
    lw_scene_destroy(p->scene);
}

/* One vehicle from here to there in a time, at a constant rate. */
static void drive(plane *p, const char *robot, const double from[3], const double to[3], double time)
{
    const double times[] = {0, time};
    const double rows[] = {from[0], from[1], from[2], to[0], to[1], to[2]};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(p->scene, robot, NULL, &p->error);
    track.point_count = 2;
    track.times = times;
    track.positions = rows;
    succeed(lw_motion_set(p->motion, &track, 1, &p->error), &p->error);
}

static bool is_stopped(void *context)
{
    plane *p = context;
    return ++p->asked >= p->stop_at;
}

static lw_verdict check(plane *p, const lw_check_options *options)
{
    lw_verdict v = lw_default_verdict();
    p->asked = 0;
    succeed(lw_check(p->checker, p->motion, options, &v, &p->error), &p->error);
    return v;
}

/* ---- one motion -------------------------------------------------------------------------------- */

/* A bar of 1 m turns four times while it drives 4 m along x: past a post out of its reach, and into
 * others, of which the first pair is the one that it meets last. */
static void among_posts(plane *p, bool blocked)
{
    begin(p);
    vehicle(p, "one", bar_of(bar), 0, 0);
    vehicle(p, "two", disc_of(0.25), 0, 9);
    post(p, "beside", 0.25, 1.76, 1.2);
    post(p, "late", 0.25, blocked ? 3 : 2.76, blocked ? 0.5 : 1.2);
    post(p, "early", 0.25, 2.26, blocked ? -0.9 : -1.2);
    freeze(p);
    drive(p, "one", (double[]){0, 0, 0}, (double[]){4, 0, 25}, 4);
}

/* A first contact is that of the whole check; no answer of a stopped check goes beyond it. */
static void test_stopped(void **state)
{
    (void)state;
    plane p;
    among_posts(&p, true);
    lw_check_options options = lw_default_check_options();
    options.stop = is_stopped;
    options.stop_context = &p;
    for (int any = 0; any < 2; any++) {
        p.stop_at = 1 << 30;
        options.any = false;
        lw_verdict whole = check(&p, &options);
        assert_true(whole.kind == LW_VERDICT_CONTACT && whole.first && whole.time > 1 &&
                    whole.time < 2);
        assert_string_equal(lw_scene_body_name(p.scene, (size_t)whole.pair[1]), "early");
        options.any = any;
        lw_verdict full = check(&p, &options);
        assert_true(full.kind == LW_VERDICT_CONTACT && full.free_until <= whole.time);
        int all = p.asked;
        assert_true(all > 5);
        for (p.stop_at = 1; p.stop_at <= all; p.stop_at++) {
            lw_verdict v = check(&p, &options);
            assert_true(v.free_until <= whole.time);
            if (v.kind == LW_VERDICT_UNDECIDED)
                assert_int_equal(v.reason, LW_REASON_STOPPED);
            else
                assert_true(v.kind == LW_VERDICT_CONTACT &&
                            (!v.first || fabs(v.time - whole.time) < 1e-3));
        }
    }
    end(&p);
}

/* Likewise when the queries are used up, and when no post is in the way. */
static void test_budget(void **state)
{
    (void)state;
    for (int blocked = 0; blocked < 2; blocked++) {
        plane p;
        among_posts(&p, blocked);
        lw_check_options options = lw_default_check_options();
        lw_verdict whole = check(&p, &options);
        assert_int_equal(whole.kind, blocked ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
        assert_true(whole.queries > 3);
        for (uint64_t budget = 1; budget < whole.queries; budget++) {
            options.budget_queries = budget;
            lw_verdict v = check(&p, &options);
            assert_true(v.kind == LW_VERDICT_CONTACT || v.reason == LW_REASON_BUDGET);
            /* a contact's points and normal take two more */
            assert_true(v.kind != LW_VERDICT_FREE && v.queries <= budget + 2);
            assert_true(v.free_until <= (blocked ? whole.time : 4));
        }
        end(&p);
    }
}

/* Past a wall that is a single point, at exactly the distance of contact: too close to call. And with a
 * margin within which only the place beside the way lies. */
static void test_too_close(void **state)
{
    (void)state;
    plane p;
    begin(&p);
    vehicle(&p, "one", bar_of(bar), 0, 0);
    vehicle(&p, "two", disc_of(0.25), 0, 9);
    post(&p, "beside", 0.25, 2, 0.25 + 1e-17);
    freeze(&p);
    drive(&p, "one", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
    lw_verdict v = check(&p, NULL);
    assert_true(v.kind != LW_VERDICT_FREE && v.free_until <= 1);
    assert_true(v.kind == LW_VERDICT_CONTACT || v.reason == LW_REASON_PRECISION);
    end(&p);

    begin(&p);
    succeed(lw_scene_set_margin(p.scene, 0.1, &p.error), &p.error);
    vehicle(&p, "one", disc_of(0.25), 0, 0);
    vehicle(&p, "two", disc_of(0.25), 0, 9);
    post(&p, "beside", 0.25, 2, 0.55);
    freeze(&p);
    drive(&p, "one", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
    v = check(&p, NULL);
    /* the centres are 0.6 m apart */
    double contact = 2 - sqrt(0.6 * 0.6 - 0.55 * 0.55);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.first && v.free_until <= contact);
    assert_true(v.time >= contact - 1e-9 && v.time - contact < 1e-3);
    end(&p);
}

/* A search that stays undecided keeps its budget of queries, too. */
static void test_budget_of_what_is_too_close(void **state)
{
    (void)state;
    plane p;
    begin(&p);
    vehicle(&p, "one", bar_of(bar), 0, 0);
    vehicle(&p, "two", disc_of(0.25), 0, 9);
    post(&p, "beside", 0.25, 3, 0.25 + 2e-16);
    freeze(&p);
    drive(&p, "one", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
    lw_check_options options = lw_default_check_options();
    lw_verdict whole = check(&p, &options);
    assert_true(whole.kind == LW_VERDICT_UNDECIDED && whole.reason == LW_REASON_PRECISION);
    uint64_t step = 1;
    for (options.budget_queries = 1; options.budget_queries < whole.queries;
         options.budget_queries += step) {
        step = 1 + options.budget_queries / 32;
        lw_verdict v = check(&p, &options);
        assert_true(v.kind == LW_VERDICT_UNDECIDED && v.reason == LW_REASON_BUDGET);
        assert_true(v.queries <= options.budget_queries && v.free_until <= whole.free_until);
    }
    end(&p);
}

/* Two bars that turn a hundred million times together, a right angle apart: 1/4 m, which no sample
 * proves for more than a part of a turn. A million samples do not suffice. */
static void two_hands(plane *p)
{
    begin(p);
    vehicle(p, "one", bar_of(bar), 0, 0);
    vehicle(p, "two", bar_of(outer_bar), 0, 0);
    vehicle(p, "three", disc_of(0.25), 9, 0);
    post(p, "far", 0.25, 9, 9);
    freeze(p);
}

/* A later pair that is free, a disc that passes both, does not hide why the answer is open. */
static void test_endless(void **state)
{
    (void)state;
    plane p;
    two_hands(&p);
    static const char *const names[] = {"one", "two", "three"};
    const double times[] = {0, 1};
    const double rows[3][6] = {{0, 0, 0, 0, 0, 6e8}, {0, 0, 1.5, 0, 0, 6e8 + 1.5}, {3, 0, 0, 0, 3, 0}};
    lw_track tracks[3];
    tracks[0] = lw_default_track();
    for (int r = 0; r < 3; r++) {
        tracks[r] = lw_default_track();
        tracks[r].kind = LW_TRACK_TRAJECTORY;
        tracks[r].joints = lw_scene_joints(p.scene, names[r], NULL, &p.error);
        tracks[r].point_count = 2;
        tracks[r].times = times;
        tracks[r].positions = rows[r];
    }
    succeed(lw_motion_set(p.motion, tracks, 3, &p.error), &p.error);
    lw_verdict v = check(&p, NULL);
    assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(v.reason, LW_REASON_BUDGET);
    assert_true(v.free_until > 0 && v.free_until < 1);
    lw_clearance near[4];
    size_t count = 0;
    succeed(lw_near_misses(p.checker, p.motion, 0.5, NULL, near, SIZE_MAX, &count, &p.error), &p.error);
    assert_true(count == 1 && near[0].lower == 0 && near[0].upper >= 0.249);
    end(&p);
}

/* Near misses that are stopped anywhere: pairs that are not listed are no nearer than the threshold,
 * and the lower ends hold. The nearest are 1 mm, at 2 s, and 2 mm. */
static void test_stopped_near_misses(void **state)
{
    (void)state;
    plane p;
    begin(&p);
    vehicle(&p, "one", bar_of(bar), 0, 0);
    vehicle(&p, "two", disc_of(0.25), 0, 9);
    post(&p, "beside", 0.25, 2.5, 0.251);
    post(&p, "beyond", 0.25, 3.5, -0.252);
    freeze(&p);
    drive(&p, "one", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
    lw_check_options options = lw_default_check_options();
    options.stop = is_stopped;
    options.stop_context = &p;
    static const double truth[] = {0.001, 0.002};
    bool whole = false;
    for (p.stop_at = 1; !whole; p.stop_at++) {
        lw_clearance near[4];
        size_t count = 0;
        p.asked = 0;
        succeed(lw_near_misses(p.checker, p.motion, 0.01, &options, near, SIZE_MAX, &count, &p.error),
                &p.error);
        whole = p.asked < p.stop_at;
        bool listed[2] = {false, false};
        for (size_t i = 0; i < count; i++) {
            const char *post_name = lw_scene_body_name(p.scene, (size_t)near[i].pair[1]);
            int which = post_name[3] == 'o'; /* beyond */
            if (near[i].pair[0] != 0)
                continue;
            listed[which] = true;
            assert_true(near[i].lower <= truth[which] + 1e-12);
            assert_true(near[i].upper >= truth[which] - 1e-12);
        }
        assert_true(listed[0] && listed[1]);
    }
    assert_true(p.stop_at > 5);
    end(&p);
}

/* ---- cells ------------------------------------------------------------------------------------- */

static void add(plane *p, const char *robot, const char *name, const double from[3], const double to[3],
                double time)
{
    drive(p, robot, from, to, time);
    succeed(lw_cell_add(p->cell, name, p->motion, &p->error), &p->error);
}

static lw_cell_verdict judge(plane *p, const lw_sequence *sequences, size_t count,
                             const lw_check_options *options)
{
    lw_cell_verdict v = lw_default_cell_verdict();
    p->asked = 0;
    succeed(lw_judge_job(p->judge, sequences, count, options, &v, &p->error), &p->error);
    return v;
}

/* Two discs of radius 1/4 at (0, 0) and (0, 4): one goes 4 m along x and back, the other comes down
 * into its way at (2, 0). */
static void crossing(plane *p)
{
    begin(p);
    vehicle(p, "one", disc_of(0.25), 0, 0);
    vehicle(p, "two", disc_of(0.25), 2, 4);
    post(p, "far", 0.25, 9, 9);
    freeze(p);
    add(p, "one", "go", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
    add(p, "one", "back", (double[]){4, 0, 0}, (double[]){0, 0, 0}, 4);
    add(p, "two", "wait", (double[]){2, 4, 0}, (double[]){2, 4, 0}, 4);
    add(p, "two", "down", (double[]){2, 4, 0}, (double[]){2, 0, 0}, 1);
}

/* On its way back the one meets the other, which has come down meanwhile, at 4 + 1.5 s. However often
 * the judge is stopped, its final answer is that of a judge that was never stopped. */
static void test_stopped_jobs(void **state)
{
    (void)state;
    plane p;
    crossing(&p);
    static const size_t there_and_back[] = {0, 1};
    static const size_t wait_and_down[] = {2, 3};
    const lw_sequence job[] = {{0, there_and_back, 2}, {1, wait_and_down, 2}};
    lw_check_options options = lw_default_check_options();
    options.stop = is_stopped;
    options.stop_context = &p;
    for (p.stop_at = 1;; p.stop_at++) {
        lw_cell_verdict v = judge(&p, job, 2, &options);
        if (p.asked < p.stop_at) {
            assert_true(v.kind == LW_VERDICT_CONTACT && v.first && fabs(v.time - 5.5) < 1e-3);
            assert_true(v.free_until <= 5.5 + 1e-12 && v.trajectories[0] == 1);
            break;
        }
        assert_true(v.kind != LW_VERDICT_FREE && v.free_until == 0 &&
                    !(v.kind == LW_VERDICT_CONTACT && v.first));
        assert_true(v.kind == LW_VERDICT_CONTACT || v.reason == LW_REASON_STOPPED);
    }
    assert_true(p.stop_at > 3);
    end(&p);
}

/* Robots without a job stay in place: in a post, or in each other. */
static void test_resting_jobs(void **state)
{
    (void)state;
    static const size_t go[] = {0};
    const lw_sequence job[] = {{0, go, 1}};
    for (int where = 0; where < 3; where++) {
        plane p;
        begin(&p);
        vehicle(&p, "one", disc_of(0.25), 0, 0);
        vehicle(&p, "two", disc_of(0.25), where == 2 ? 0.25 : 2, where == 2 ? 0 : 4);
        post(&p, "post", 0.25, where == 1 ? 2.25 : 9, where == 1 ? 4 : 9);
        freeze(&p);
        add(&p, "one", "go", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
        for (size_t count = 0; count < 2; count++) {
            lw_cell_verdict v = judge(&p, job, count, NULL);
            assert_int_equal(v.kind, where ? LW_VERDICT_CONTACT : LW_VERDICT_FREE);
            assert_true(v.free_until == (where ? 0 : v.end));
        }
        end(&p);
    }
}

/* The first contact is by the job's time, not by that of each trajectory: the one meets a post 3 s
 * after the start, the other its own 1.25 s after the start of its second trajectory, at 3.25 s. */
static void test_first_of_jobs(void **state)
{
    (void)state;
    plane p;
    begin(&p);
    vehicle(&p, "one", disc_of(0.25), 0, 0);
    vehicle(&p, "two", disc_of(0.25), 2, 4);
    post(&p, "right", 0.25, 3.5, 0);
    post(&p, "below", 0.25, 2, 1);
    freeze(&p);
    add(&p, "one", "go", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
    add(&p, "two", "wait", (double[]){2, 4, 0}, (double[]){2, 4, 0}, 2);
    add(&p, "two", "down", (double[]){2, 4, 0}, (double[]){2, 0, 0}, 2);
    static const size_t go[] = {0};
    static const size_t wait_and_down[] = {1, 2};
    const lw_sequence job[] = {{0, go, 1}, {1, wait_and_down, 2}};
    lw_cell_verdict v = judge(&p, job, 2, NULL);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.first && fabs(v.time - 3) < 1e-3 &&
                v.free_until <= 3);
    v = judge(&p, job + 1, 1, NULL);
    assert_true(v.kind == LW_VERDICT_CONTACT && v.first && fabs(v.time - 3.25) < 1e-3 &&
                v.free_until <= 3.25);
    end(&p);
}

/* Too close to decide, or too much to search: a job reports which, and until when it is free. */
static void test_open_jobs(void **state)
{
    (void)state;
    static const size_t firsts[] = {0, 1};
    static const size_t seconds[] = {2, 3};
    const lw_sequence job[] = {{0, firsts, 2}, {1, seconds, 2}};
    plane p;
    two_hands(&p);
    add(&p, "one", "stay", (double[]){0, 0, 0}, (double[]){0, 0, 0}, 1);
    add(&p, "one", "turn", (double[]){0, 0, 0}, (double[]){0, 0, 6e8}, 1);
    add(&p, "two", "stay", (double[]){0, 0, 1.5}, (double[]){0, 0, 1.5}, 1);
    add(&p, "two", "turn", (double[]){0, 0, 1.5}, (double[]){0, 0, 6e8 + 1.5}, 1);
    lw_cell_verdict v = judge(&p, job, 2, NULL);
    assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(v.reason, LW_REASON_BUDGET);
    assert_true(v.free_until > 1 && v.free_until < 2);
    end(&p);

    begin(&p);
    vehicle(&p, "one", bar_of(bar), 0, 0);
    vehicle(&p, "two", disc_of(0.25), 0, 9);
    post(&p, "beside", 0.25, 3, 0.25 + 2e-16);
    freeze(&p);
    add(&p, "one", "stay", (double[]){0, 0, 0}, (double[]){0, 0, 0}, 1);
    add(&p, "one", "go", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
    v = judge(&p, job, 1, NULL);
    assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(v.reason, LW_REASON_PRECISION);
    /* the bar's end is below the post after 2 s of its way */
    assert_true(v.free_until > 2.5 && v.free_until <= 3);
    end(&p);
}

/* Two robots have two pairs of bodies. The first, the hands, cannot be decided; the answer for the
 * second, two bars that stand side by side, does not hide that. */
static void test_an_open_pair_before_another(void **state)
{
    (void)state;
    static const double bars[2][6] = {{20, -1, 0, 20, 1, 0}, {21, -1, 0, 21, 1, 0}};
    static const char *const robots[] = {"one", "two"};
    static const char *const ids[] = {"left", "right"};
    plane p;
    begin(&p);
    vehicle(&p, "one", bar_of(bar), 0, 0);
    vehicle(&p, "two", bar_of(outer_bar), 0, 0);
    for (int r = 0; r < ROBOTS; r++) {
        lw_shape_def stands = bar_of(bars[r]);
        succeed(lw_scene_add_attached(p.scene, robots[r], "ground", ids[r], &stands, lw_pose_identity(),
                                      NULL, 0, &p.error),
                &p.error);
        succeed(lw_scene_allow_pair(p.scene, "one/body", ids[r], true, &p.error), &p.error);
        succeed(lw_scene_allow_pair(p.scene, "two/body", ids[r], true, &p.error), &p.error);
    }
    freeze(&p);
    assert_int_equal(lw_scene_pair_count(p.scene), 2);
    size_t last[2];
    lw_scene_pair(p.scene, 1, last);
    assert_string_equal(lw_scene_body_name(p.scene, last[1]), "right");
    add(&p, "one", "turn", (double[]){0, 0, 0}, (double[]){0, 0, 6e8}, 1);
    add(&p, "two", "turn", (double[]){0, 0, 1.5}, (double[]){0, 0, 6e8 + 1.5}, 1);
    static const size_t turns[] = {0, 1};
    const lw_sequence job[] = {{0, &turns[0], 1}, {1, &turns[1], 1}};
    lw_cell_verdict v = judge(&p, job, 2, NULL);
    assert_int_equal(v.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(v.reason, LW_REASON_BUDGET);
    end(&p);
}

/* A disc in the inner corner of an L, or near it: the contact is that with the arm of the L that is
 * nearer, or that it is deeper in. */
static void test_the_part_that_is_met(void **state)
{
    (void)state;
    static const double corners[] = {0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0};
    for (int overlap = 0; overlap < 2; overlap++)
        for (int above = 0; above < 2; above++)
            for (int moved = 0; moved < 2; moved++) {
                double radius = overlap ? 0.5 : 0.05;
                lw_shape_def outline = bar_of(corners);
                outline.vertex_count = 6;
                plane p;
                begin(&p);
                succeed(lw_scene_set_margin(p.scene, 1, &p.error), &p.error);
                double x = above ? 1.3 : 1.1;
                double y = above ? 1.1 : 1.3;
                vehicle(&p, "one", moved ? disc_of(radius) : outline, moved ? x : 0, moved ? y : 0);
                vehicle(&p, "two", moved ? outline : disc_of(radius), moved ? 0 : x, moved ? 0 : y);
                freeze(&p);
                lw_cell_verdict v = judge(&p, NULL, 0, NULL);
                assert_true(v.kind == LW_VERDICT_CONTACT && v.time == 0);
                double way = moved ? -1 : 1;
                assert_true(fabs(v.contact.normal.x - (above ? 0 : way)) < 1e-12);
                assert_true(fabs(v.contact.normal.y - (above ? way : 0)) < 1e-12);
                assert_true(fabs(v.contact.depth - (overlap ? 0.4 : 0)) < 1e-12);
                assert_true(fabs(v.contact.upper - (overlap ? -0.4 : 0.05)) < 1e-12);
                assert_true(v.contact.lower <= v.contact.upper);
                end(&p);
            }
}

/* Any two of three robots; and an object that a robot carries at its base counts, too. */
static void test_pairs_of_jobs(void **state)
{
    (void)state;
    static const char *const robots[] = {"one", "two", "three"};
    for (size_t moves = 0; moves < 3; moves++)
        for (size_t meets = 0; meets < 3; meets++) {
            plane p;
            begin(&p);
            /* the one goes along y = 0 from x = 0 to 4, the one that it meets is at x = 2 */
            for (size_t r = 0; r < 3; r++)
                vehicle(&p, robots[r], disc_of(0.25), r == moves ? 0 : 2,
                        r == moves || r == meets ? 0 : 4 + (double)r);
            lw_pose place = lw_pose_identity();
            place.position.x = 2;
            lw_shape_def crate = disc_of(0.25);
            if (moves == meets)
                succeed(lw_scene_add_attached(p.scene, robots[moves], "ground", "crate", &crate, place,
                                              NULL, 0, &p.error),
                        &p.error);
            freeze(&p);
            add(&p, robots[moves], "go", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
            static const size_t go[] = {0};
            const lw_sequence job = {moves, go, 1};
            lw_cell_verdict v = judge(&p, &job, 1, NULL);
            if (v.kind != LW_VERDICT_CONTACT || !v.first || !(fabs(v.time - 1.5) < 1e-3))
                fail_msg("robot %zu and robot %zu: %d at %g", moves, meets, (int)v.kind, v.time);
            end(&p);
        }
}

/* One pair that is too close to call leaves the answer open, be it the first of several or the last. */
static void test_one_open_pair(void **state)
{
    (void)state;
    static const double posts[3][2] = {{1, 1}, {3, 0.25 + 2e-16}, {2, 1}};
    static const char *const ids[] = {"a", "b", "c"};
    for (int turned = 0; turned < 3; turned++) {
        plane p;
        begin(&p);
        vehicle(&p, "one", bar_of(bar), 0, 0);
        vehicle(&p, "two", disc_of(0.25), 0, 9);
        for (int i = 0; i < 3; i++)
            post(&p, ids[i], 0.25, posts[(i + turned) % 3][0], posts[(i + turned) % 3][1]);
        freeze(&p);
        add(&p, "one", "go", (double[]){0, 0, 0}, (double[]){4, 0, 0}, 4);
        static const size_t go[] = {0};
        const lw_sequence job = {0, go, 1};
        lw_cell_verdict v = judge(&p, &job, 1, NULL);
        assert_true(v.kind == LW_VERDICT_UNDECIDED && v.reason == LW_REASON_PRECISION);
        assert_true(v.free_until > 1.5 && v.free_until <= 2);
        end(&p);
    }
}

/* A trajectory must begin where the one before it ended, in all values of the robot. */
static void test_places_of_jobs(void **state)
{
    (void)state;
    static const double off[][3] = {{0, 0, 0},
                                    {1e-3, 0, 0},
                                    {0, 1e-3, 0},
                                    {0, 0, 1e-3},
                                    {0, 0, 3},
                                    {0, 0, 2 * 3.14159265358979323846},
                                    {0, 0, 3.14159265358979323846}};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        plane p;
        begin(&p);
        vehicle(&p, "one", disc_of(0.25), 0, 0);
        post(&p, "far", 0.25, 9, 9);
        freeze(&p);
        add(&p, "one", "go", (double[]){0, 0, 0}, (double[]){1, 2, 3}, 1);
        add(&p, "one", "on", (double[]){1 + off[i][0], 2 + off[i][1], 3 + off[i][2]},
            (double[]){0, 0, 0}, 1);
        static const size_t both[] = {0, 1};
        const lw_sequence job = {0, both, 2};
        lw_cell_verdict v = lw_default_cell_verdict();
        bool same = i == 0 || i == 5; /* unchanged, or after a whole turn */
        assert_int_equal(lw_judge_job(p.judge, &job, 1, NULL, &v, &p.error),
                         same ? LW_OK : LW_ERROR_ARGUMENT);
        end(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_too_close),
        cmocka_unit_test(test_budget_of_what_is_too_close),
        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_stopped_near_misses),
        cmocka_unit_test(test_stopped_jobs),
        cmocka_unit_test(test_resting_jobs),
        cmocka_unit_test(test_first_of_jobs),
        cmocka_unit_test(test_open_jobs),
        cmocka_unit_test(test_an_open_pair_before_another),
        cmocka_unit_test(test_the_part_that_is_met),
        cmocka_unit_test(test_pairs_of_jobs),
        cmocka_unit_test(test_one_open_pair),
        cmocka_unit_test(test_places_of_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
