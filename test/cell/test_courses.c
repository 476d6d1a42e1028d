/* Tests courses: jobs of arms in space and of vehicles in the plane whose trajectories have start times
 * and waits, against one check of the motion that they make together. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/random.h"
#include "leeway/leeway.h"
#include "seed.h"

enum { ROBOTS = 3, PLACES = 3, JOINTS = 3, STEPS = 3, MOST = 3, JOBS = 500 };

static const char *const names[ROBOTS] = {"R1", "R2", "R3"};

typedef struct world {
    bool plane;
    double places[ROBOTS][PLACES][JOINTS];
    double last[ROBOTS][PLACES][PLACES]; /* how long a trajectory takes */
    lw_scene *scene;
    lw_motion *motion;
    lw_motion *ways[ROBOTS][PLACES][PLACES];
    lw_checker *checker;
    lw_cell *cell;
    lw_judge *judge;
    lw_error error;
} world;

typedef struct counts {
    size_t free, contact, undecided, looked_up;
} counts;

/* A job, with the memory of its lists. */
typedef struct job {
    lw_leg legs[ROBOTS][2 * MOST];
    int from[ROBOTS][2 * MOST], to[ROBOTS][2 * MOST];
    lw_course courses[ROBOTS];
    size_t count;
} job;

static void succeed(lw_status status, const lw_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

static void add_vehicle(world *w, int r, lw_random *random)
{
    double vertices[12] = {0};
    for (size_t i = 0; i < 4; i++) {
        vertices[3 * i] = (i == 1 || i == 2 ? 1 : -1) * lw_random_between(random, 0.1, 0.25);
        vertices[3 * i + 1] = (i > 1 ? 1 : -1) * lw_random_between(random, 0.1, 0.25);
    }
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = vertices;
    shape.vertex_count = 4;
    lw_joint_def joint = lw_default_joint();
    joint.name = "at";
    joint.kind = LW_JOINT_PLANAR;
    joint.axis = (lw_vec3){0, 0, 1};
    joint.parent = "ground";
    joint.child = "body";
    succeed(lw_scene_add_robot(w->scene, names[r], lw_pose_identity(), &w->error), &w->error);
    succeed(lw_scene_add_link(w->scene, names[r], "ground", &w->error), &w->error);
    succeed(lw_scene_add_link(w->scene, names[r], "body", &w->error), &w->error);
    succeed(lw_scene_add_joint(w->scene, names[r], &joint, &w->error), &w->error);
    succeed(lw_scene_add_shape(w->scene, names[r], "body", &shape, lw_pose_identity(), &w->error),
            &w->error);
    succeed(lw_scene_set_joint(w->scene, names[r], "at", w->places[r][0], 3, &w->error), &w->error);
}

/* Three links on a base; the first joint turns about z, the others about y. */
static void add_arm(world *w, int r)
{
    static const char *const links[] = {"base", "one", "two", "three"};
    static const char *const joints[] = {"a", "b", "c"};
    lw_pose base = lw_pose_identity();
    lw_pose middle = lw_pose_identity();
    base.position = (lw_vec3){0.9 * r, r == 2 ? 0.7 : 0, 0};
    succeed(lw_scene_add_robot(w->scene, names[r], base, &w->error), &w->error);
    for (int i = 0; i <= JOINTS; i++)
        succeed(lw_scene_add_link(w->scene, names[r], links[i], &w->error), &w->error);
    for (int i = 0; i < JOINTS; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = joints[i];
        joint.kind = LW_JOINT_REVOLUTE;
        joint.lower = -4;
        joint.upper = 4;
        joint.axis = i ? (lw_vec3){0, 1, 0} : (lw_vec3){0, 0, 1};
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.origin.position.z = i ? 0.4 : 0.05;
        succeed(lw_scene_add_joint(w->scene, names[r], &joint, &w->error), &w->error);
        lw_shape_def shape = lw_default_shape();
        shape.kind = i == 1 ? LW_SHAPE_BOX : LW_SHAPE_CAPSULE;
        shape.radius = 0.06;
        shape.length = 0.2;
        shape.size = (lw_vec3){0.1, 0.1, 0.3};
        middle.position.z = 0.2;
        succeed(lw_scene_add_shape(w->scene, names[r], links[i + 1], &shape, middle, &w->error),
                &w->error);
        succeed(lw_scene_set_joint(w->scene, names[r], joints[i], &w->places[r][0][i], 1, &w->error),
                &w->error);
    }
}

static void set_way(world *w, int r, int from, int to, lw_random *random)
{
    double times[STEPS];
    double rows[STEPS][JOINTS];
    double rates[STEPS][JOINTS];
    double time = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0.1, 0.5);
    memset(rates, 0, sizeof rates);
    for (int k = 0; k < STEPS; k++) {
        times[k] = time;
        w->last[r][from][to] = time;
        time += lw_random_between(random, 0.3, 1.2);
        for (int c = 0; c < JOINTS; c++) {
            const double *a = &w->places[r][from][c];
            const double *b = &w->places[r][to][c];
            rows[k][c] = k == 0           ? *a
                         : k == STEPS - 1 ? *b
                                          : 0.5 * (*a + *b) + lw_random_between(random, -0.3, 0.3);
            rates[k][c] = k == 0 || k == STEPS - 1 ? 0 : lw_random_between(random, -1, 1);
        }
    }
    const char name[] = {(char)('a' + from), (char)('a' + to), '\0'};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(w->scene, names[r], NULL, &w->error);
    track.point_count = STEPS;
    track.times = times;
    track.positions = rows[0];
    track.velocities = r ? rates[0] : NULL;
    track.no_approach = true;
    succeed(lw_motion_create(w->scene, &w->ways[r][from][to], &w->error), &w->error);
    succeed(lw_motion_set(w->ways[r][from][to], &track, 1, &w->error), &w->error);
    succeed(lw_cell_add(w->cell, name, w->ways[r][from][to], &w->error), &w->error);
}

static void build(world *w, lw_random *random, bool plane)
{
    memset(w, 0, sizeof *w);
    w->plane = plane;
    lw_error *error = &w->error;
    succeed(lw_scene_create(&w->scene, error), error);
    succeed(lw_scene_set_dimension(w->scene, plane ? 2 : 3, error), error);
    for (int r = 0; r < ROBOTS; r++) {
        for (int p = 0; p < PLACES; p++)
            for (int c = 0; c < JOINTS; c++)
                w->places[r][p][c] = !plane   ? lw_random_between(random, -1.5, 1.5)
                                     : c == 0 ? 1.1 * r + lw_random_between(random, 0, 1)
                                              : lw_random_between(random, 0, 2);
        if (plane)
            add_vehicle(w, r, random);
        else
            add_arm(w, r);
    }
    lw_shape_def post = lw_default_shape();
    post.radius = 0.1;
    if (plane)
        post.kind = LW_SHAPE_DISC;
    lw_pose at = lw_pose_identity();
    at.position = plane ? (lw_vec3){1.5, -0.2, 0} : (lw_vec3){0.45, 0.6, 0.7};
    succeed(lw_scene_add_obstacle(w->scene, "post", &post, at, error), error);
    succeed(lw_scene_set_margin(w->scene, 0.01, error), error);
    succeed(lw_scene_freeze(w->scene, error), error);
    succeed(lw_checker_create(w->scene, &w->checker, error), error);
    succeed(lw_motion_create(w->scene, &w->motion, error), error);
    succeed(lw_cell_create(w->scene, &w->cell, error), error);
    for (int r = 0; r < ROBOTS; r++)
        for (int from = 0; from < PLACES; from++)
            for (int to = 0; to < PLACES; to++)
                set_way(w, r, from, to, random);
    succeed(lw_judge_create(w->cell, 1 << 24, &w->judge, error), error);
}

static void drop(world *w)
{
    lw_judge_destroy(w->judge);
    lw_cell_destroy(w->cell);
    for (int r = 0; r < ROBOTS; r++)
        for (int i = 0; i < PLACES * PLACES; i++)
            lw_motion_destroy(w->ways[r][i / PLACES][i % PLACES]);
    lw_motion_destroy(w->motion);
    lw_checker_destroy(w->checker);
    lw_scene_destroy(w->scene);
}

/* The time of a trajectory's waypoint, by the motion's pieces: the first waypoint is at 0 or later. */
static double leg_length(const world *w, int r, int from, int to, const lw_leg *leg)
{
    lw_leg one = *leg;
    one.start = 0;
    const lw_course course = {(size_t)r, &one, 1};
    lw_motion *motion = NULL;
    lw_error error = {0};
    double begin;
    double end;
    succeed(lw_motion_create(w->scene, &motion, &error), &error);
    succeed(lw_motion_set_courses(motion, w->cell, &course, 1, &error), &error);
    lw_motion_interval(motion, &begin, &end);
    lw_motion_destroy(motion);
    if (leg->first == 0 && leg->last == SIZE_MAX)
        assert_true(fabs(end - w->last[r][from][to]) < 1e-12);
    return end;
}

static void add_leg(const world *w, job *j, int r, int from, int to, size_t first, size_t last,
                    double *time)
{
    lw_course *course = &j->courses[j->count];
    const char name[] = {(char)('a' + from), (char)('a' + to), '\0'};
    const int64_t found = lw_cell_find(w->cell, (size_t)r, name);
    assert_true(found >= 0);
    j->from[r][course->count] = from;
    j->to[r][course->count] = to;
    j->legs[r][course->count] = (lw_leg){(size_t)found, first, last, *time};
    *time += leg_length(w, r, from, to, &j->legs[r][course->count]);
    course->count++;
}

static void make_job(const world *w, lw_random *random, job *j)
{
    memset(j, 0, sizeof *j);
    for (int r = 0; r < ROBOTS; r++) {
        const int count = (int)lw_random_below(random, MOST + 1);
        int place = (int)lw_random_below(random, PLACES);
        double time = 0;
        j->courses[j->count] = (lw_course){(size_t)r, j->legs[r], 0};
        for (int i = 0; i < count; i++) {
            const int next = (int)lw_random_below(random, PLACES);
            time += lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 2);
            if (lw_random_below(random, 4) == 0) {
                add_leg(w, j, r, place, next, 0, 1, &time);
                time += lw_random_between(random, 0, 1);
                add_leg(w, j, r, place, next, 1, SIZE_MAX, &time);
            } else {
                add_leg(w, j, r, place, next, 0, lw_random_below(random, 2) ? SIZE_MAX : STEPS - 1,
                        &time);
            }
            place = next;
        }
        j->count += j->courses[j->count].count > 0;
    }
}

static lw_cell_verdict judge_by(lw_judge *judge, const job *j, double shift)
{
    lw_cell_verdict out = lw_default_cell_verdict();
    lw_error error = {0};
    succeed(lw_judge_courses(judge, j->courses, j->count, shift, NULL, &out, &error), &error);
    return out;
}

static lw_verdict check_whole(world *w, const job *j)
{
    lw_verdict out = lw_default_verdict();
    succeed(lw_motion_set_courses(w->motion, w->cell, j->courses, j->count, &w->error), &w->error);
    succeed(lw_check(w->checker, w->motion, NULL, &out, &w->error), &w->error);
    return out;
}

/* Where a robot is at a time of a job, by its trajectories one by one. */
static void expect_at(const world *w, const lw_course *course, const job *j, double time)
{
    const int r = (int)course->robot;
    const lw_leg *leg = &course->legs[0];
    size_t i = 0;
    while (i + 1 < course->count && course->legs[i + 1].start <= time)
        leg = &course->legs[++i];
    const lw_motion *way = w->ways[r][j->from[r][i]][j->to[r][i]];
    double begin;
    double end;
    double own = fmax(time - leg->start, 0);
    const double length = leg_length(w, r, j->from[r][i], j->to[r][i], leg);
    lw_motion_interval(way, &begin, &end);
    own = fmin(own, length);
    if (leg->first > 0) /* the second part of two: it ends where the trajectory does */
        own += end - length;
    for (size_t joint = 0, c = 0; c < JOINTS; joint++) {
        lw_joint_info info = lw_default_joint_info();
        double values[7];
        double expected[7];
        succeed(lw_scene_joint_info(w->scene, joint, &info, NULL), &w->error);
        if (info.robot != course->robot)
            continue;
        succeed(lw_motion_joint_values(w->motion, joint, time, values, NULL), &w->error);
        succeed(lw_motion_joint_values(way, joint, fmin(own, end), expected, NULL), &w->error);
        for (int k = 0; k < (w->plane ? 3 : 1); k++, c++)
            if (!(fabs(values[k] - expected[k]) < 1e-9))
                fail_msg("robot %d at %g s: %.17g, not %.17g", r, time, values[k], expected[k]);
    }
}

static void check_motion(world *w, const job *j, lw_random *random)
{
    double begin;
    double end;
    lw_motion_interval(w->motion, &begin, &end);
    for (size_t i = 0; i < j->count; i++)
        for (int k = 0; k < 10; k++)
            expect_at(w, &j->courses[i], j, lw_random_between(random, 0, end));
}

/* Where a shifted job is not free, its plan is not free for all shifts. */
static void check_shifts(world *w, const job *j, lw_random *random)
{
    const double shift = 0.05;
    const lw_cell_verdict v = judge_by(w->judge, j, shift);
    job moved = *j;
    assert_true(v.kind != LW_VERDICT_CONTACT || judge_by(w->judge, j, 0).kind == LW_VERDICT_CONTACT);
    if (v.kind != LW_VERDICT_FREE)
        return;
    for (size_t i = 0; i < moved.count; i++) {
        lw_leg *legs = moved.legs[moved.courses[i].robot];
        double before = 0;
        moved.courses[i].legs = legs;
        for (size_t k = 0; k < moved.courses[i].count; k++) {
            const size_t r = moved.courses[i].robot;
            const double length = leg_length(w, (int)r, j->from[r][k], j->to[r][k], &legs[k]);
            /* mostly by all of it */
            const double by = lw_random_below(random, 3) ? (lw_random_below(random, 2) ? shift : -shift)
                                                         : lw_random_between(random, -shift, shift);
            legs[k].start = fmax(before, fmax(0, legs[k].start + by));
            before = legs[k].start + length;
        }
    }
    const lw_verdict whole = check_whole(w, &moved);
    if (whole.kind == LW_VERDICT_CONTACT)
        fail_msg("free for all shifts of %g s, and in contact at %g s of one", shift, whole.time);
}

static void check_job(world *w, const job *j, lw_random *random, counts *all)
{
    const lw_cell_verdict v = judge_by(w->judge, j, 0);
    const lw_verdict whole = check_whole(w, j);
    if (v.kind != whole.kind && whole.kind != LW_VERDICT_UNDECIDED)
        fail_msg("the job is %d, and %d as one motion, in contact at %g s", v.kind, whole.kind,
                 whole.time);
    assert_true(v.whole || v.kind == LW_VERDICT_FREE);
    if (v.kind == LW_VERDICT_CONTACT) {
        assert_true(v.time == whole.time && v.pair[0] == whole.pair[0] && v.pair[1] == whole.pair[1]);
        assert_true(v.first == whole.first && v.distance.upper == whole.contact.upper);
    } else {
        assert_true(v.pair[0] == -1 && v.trajectories[1] == -1);
    }
    all->free += v.kind == LW_VERDICT_FREE;
    all->contact += v.kind == LW_VERDICT_CONTACT;
    all->undecided += v.kind == LW_VERDICT_UNDECIDED;
    all->looked_up += !v.whole;
    if (lw_random_below(random, 20) == 0)
        check_motion(w, j, random);
    if (lw_random_below(random, 4) == 0)
        check_shifts(w, j, random);
}

static void run_worlds(bool plane)
{
    static world w;
    static job j;
    lw_random random = {test_seed()};
    counts all = {0};
    const size_t jobs = test_motion_count(4000, 100000);
    for (size_t i = 0; i < jobs; i++) {
        if (i % JOBS == 0)
            build(&w, &random, plane);
        make_job(&w, &random, &j);
        check_job(&w, &j, &random, &all);
        if (i % JOBS == JOBS - 1 || i == jobs - 1)
            drop(&w);
    }
    printf("%zu free, of which %zu were looked up, %zu in contact, %zu undecided\n", all.free,
           all.looked_up, all.contact, all.undecided);
    assert_true(all.free > jobs / 20 && all.contact > jobs / 50 && all.undecided < jobs / 1000);
    assert_true((double)all.looked_up > 0.9 * (double)all.free);
}

static void test_arms(void **state)
{
    (void)state;
    run_worlds(false);
}

static void test_vehicles(void **state)
{
    (void)state;
    run_worlds(true);
}

/* A trajectory that begins whole turns away from the end of the last one is moved there: what is known
 * of it is of another place. */
static void test_whole_turns(void **state)
{
    (void)state;
    static world w;
    lw_random random = {1};
    build(&w, &random, true);
    const double turn = 6.283185307179586;
    const double times[2] = {0, 1};
    double rows[2][JOINTS];
    for (int c = 0; c < JOINTS; c++)
        rows[0][c] = rows[1][c] = w.places[0][0][c] + (c == 2 ? turn : 0);
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.joints = lw_scene_joints(w.scene, "R1", NULL, &w.error);
    track.point_count = 2;
    track.times = times;
    track.positions = rows[0];
    succeed(lw_motion_set(w.motion, &track, 1, &w.error), &w.error);
    succeed(lw_cell_add(w.cell, "turned", w.motion, &w.error), &w.error);
    const lw_leg legs[2] = {{(size_t)lw_cell_find(w.cell, 0, "aa"), 0, SIZE_MAX, 0},
                            {(size_t)lw_cell_find(w.cell, 0, "turned"), 0, SIZE_MAX, 10}};
    const lw_course course = {0, legs, 2};
    lw_cell_verdict out = lw_default_cell_verdict();
    succeed(lw_judge_courses(w.judge, &course, 1, 0, NULL, &out, &w.error), &w.error);
    assert_true(out.whole == 1 && out.end == 11);
    drop(&w);
}

/* A ball that stands within a closed box of triangles, whose surface it does not touch. */
static void test_inside(void **state)
{
    (void)state;
    static const double corners[] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                     -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};
    static const uint32_t triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_cell *cell = NULL;
    lw_judge *judge = NULL;
    succeed(lw_scene_create(&scene, &error), &error);
    for (int r = 0; r < 2; r++) {
        lw_shape_def shape = lw_default_shape();
        shape.radius = 0.1;
        shape.kind = r ? LW_SHAPE_MESH : LW_SHAPE_SPHERE;
        shape.vertices = r ? corners : NULL;
        shape.vertex_count = r ? 8 : 0;
        shape.triangles = r ? triangles : NULL;
        shape.triangle_count = r ? 12 : 0;
        lw_joint_def joint = lw_default_joint();
        joint.name = "slide";
        joint.kind = LW_JOINT_PRISMATIC;
        joint.axis = (lw_vec3){1, 0, 0};
        joint.parent = "ground";
        joint.child = "body";
        succeed(lw_scene_add_robot(scene, names[r], lw_pose_identity(), &error), &error);
        succeed(lw_scene_add_link(scene, names[r], "ground", &error), &error);
        succeed(lw_scene_add_link(scene, names[r], "body", &error), &error);
        succeed(lw_scene_add_joint(scene, names[r], &joint, &error), &error);
        succeed(lw_scene_add_shape(scene, names[r], "body", &shape, lw_pose_identity(), &error),
                &error);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    succeed(lw_cell_create(scene, &cell, &error), &error);
    succeed(lw_judge_create(cell, 1 << 20, &judge, &error), &error);
    lw_cell_verdict out = lw_default_cell_verdict();
    succeed(lw_judge_courses(judge, NULL, 0, 0, NULL, &out, &error), &error);
    assert_true(out.kind == LW_VERDICT_CONTACT && out.pair[0] == 0 && out.pair[1] == 1);
    lw_judge_destroy(judge);
    lw_cell_destroy(cell);
    lw_scene_destroy(scene);
}

static void refuse(world *w, const lw_leg *legs, size_t count, double shift, const char *why)
{
    const lw_course course = {0, legs, count};
    lw_cell_verdict out = lw_default_cell_verdict();
    assert_int_equal(lw_judge_courses(w->judge, &course, 1, shift, NULL, &out, &w->error),
                     LW_ERROR_ARGUMENT);
    assert_string_equal(w->error.message, why);
}

static void test_refusals(void **state)
{
    (void)state;
    static world w;
    lw_random random = {1};
    build(&w, &random, false);
    const size_t aa = (size_t)lw_cell_find(w.cell, 0, "aa");
    const size_t other = (size_t)lw_cell_find(w.cell, 1, "aa");
    lw_leg legs[2] = {{aa, 0, SIZE_MAX, 0}, {aa, 0, SIZE_MAX, w.last[0][0][0] - 1e-3}};
    char text[200];
    snprintf(text, sizeof text,
             "robot \"R1\": \"aa\" is to begin at %g s, before the end of the one before it, at %g s",
             legs[1].start, w.last[0][0][0]);
    refuse(&w, legs, 2, 0, text);
    legs[1].trajectory = (size_t)lw_cell_find(w.cell, 0, "bb");
    legs[1].start = 100;
    lw_cell_verdict out = lw_default_cell_verdict();
    assert_int_equal(lw_judge_courses(w.judge, &(lw_course){0, legs, 2}, 1, 0, NULL, &out, &w.error),
                     LW_ERROR_ARGUMENT);
    assert_non_null(strstr(w.error.message, "robot \"R1\": \"bb\" begins with value 0 at "));
    refuse(&w, legs, 1, -1, "starts may be shifted by -1 s; that must be 0 or more");
    legs[0].start = -0.5;
    refuse(&w, legs, 1, 0, "robot \"R1\": \"aa\" is to begin at -0.5 s; that must be 0 or more");
    legs[0] = (lw_leg){aa, 1, 1, 0};
    refuse(&w, legs, 1, 0, "robot \"R1\": \"aa\" has waypoints 0 to 2, and no part from 1 to 1");
    legs[0] = (lw_leg){aa, 0, 3, 0};
    refuse(&w, legs, 1, 0, "robot \"R1\": \"aa\" has waypoints 0 to 2, and no part from 0 to 3");
    legs[0] = (lw_leg){other, 0, SIZE_MAX, 0};
    snprintf(text, sizeof text, "trajectory %zu is not one of robot \"R1\"", other);
    refuse(&w, legs, 1, 0, text);
    refuse(&w, NULL, 1, 0, "robot \"R1\" is to follow 1 legs, but no list of them was given");
    const lw_course twice[2] = {{1, NULL, 0}, {1, NULL, 0}};
    assert_int_equal(lw_judge_courses(w.judge, twice, 2, 0, NULL, &out, &w.error), LW_ERROR_ARGUMENT);
    assert_string_equal(w.error.message, "robot \"R2\" has two sequences");
    assert_int_equal(lw_judge_courses(w.judge, NULL, 1, 0, NULL, &out, &w.error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_motion_set_courses(NULL, w.cell, NULL, 0, &w.error), LW_ERROR_ARGUMENT);
    drop(&w);
}

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

/* A judge that may keep nothing, and one that is stopped. */
static void test_limits(void **state)
{
    (void)state;
    static world w;
    static job j;
    lw_random random = {3};
    lw_judge *small = NULL;
    size_t looked_up = 0;
    build(&w, &random, false);
    succeed(lw_judge_create(w.cell, 0, &small, &w.error), &w.error);
    for (int i = 0; i < 200; i++) {
        make_job(&w, &random, &j);
        const lw_cell_verdict one = judge_by(w.judge, &j, 0);
        const lw_cell_verdict two = judge_by(small, &j, 0);
        assert_true(one.kind == two.kind && two.whole == 1);
        looked_up += !one.whole;
    }
    assert_true(looked_up > 100);
    uint64_t judged;
    uint64_t remembered;
    lw_judge_counts(w.judge, &judged, &remembered);
    assert_true(judged > 0 && remembered > judged);
    lw_judge_destroy(small);
    drop(&w);

    build(&w, &random, false);
    int calls = 0;
    lw_check_options options = lw_default_check_options();
    options.stop = stop_at_once;
    options.stop_context = &calls;
    const lw_leg leg = {(size_t)lw_cell_find(w.cell, 0, "ab"), 0, SIZE_MAX, 0};
    lw_cell_verdict out = lw_default_cell_verdict();
    succeed(lw_judge_courses(w.judge, &(lw_course){0, &leg, 1}, 1, 0, &options, &out, &w.error),
            &w.error);
    assert_true(calls > 0 && out.kind == LW_VERDICT_UNDECIDED && out.reason == LW_REASON_STOPPED);
    drop(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arms),        cmocka_unit_test(test_vehicles),
        cmocka_unit_test(test_whole_turns), cmocka_unit_test(test_inside),
        cmocka_unit_test(test_refusals),    cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
