/* lw_running_update: the same answer as a check from scratch, whatever moves, and no wrong "free". */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/random.h"
#include "leeway/running.h"
#include "leeway/tolerance.h"
#include "seed.h"
#include "small_scene.h"

enum { JOINTS = 3, WAYPOINTS = 9, OBSTACLES = 40 };

/* An arm of three balls among obstacles, its trajectory, and the obstacles' places. */
typedef struct world {
    lw_scene *scene;
    lw_motion *motion;
    lw_running *running;
    double end;
    lw_pose poses[OBSTACLES];

} world;

static const char *obstacle_name(size_t index, char name[16])
{
    snprintf(name, 16, "o%u", (unsigned)index);
    return name;
}

static lw_pose random_pose(lw_random *random)
{
    lw_pose pose =
        lw_pose_from_rpy((lw_vec3){lw_random_between(random, 1, 4.2), lw_random_between(random, -2, 2),
                                   lw_random_between(random, -0.6, 0.6)},
                         lw_random_between(random, -3, 3), lw_random_between(random, -3, 3), 0);
    return pose;
}

/* A large closed box as a mesh, in which a ball may be without touching it. */
static lw_shape_def large_mesh(double vertices[24])
{
    static const uint32_t triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    lw_shape_def mesh = lw_default_shape();
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            vertices[3 * i + k] = i >> k & 1 ? 0.6 : -0.6;
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = vertices;
    mesh.vertex_count = 8;
    mesh.triangles = triangles;
    mesh.triangle_count = 12;
    return mesh;
}

static void build_world(world *w, lw_random *random)
{
    static const lw_joint_kind kinds[JOINTS] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE,
                                                LW_JOINT_REVOLUTE};
    lw_error error = {0};
    double vertices[24];
    char name[16];
    w->scene = new_scene();
    add_chain(w->scene, "r", kinds, JOINTS);
    succeed(lw_scene_set_margin(w->scene, lw_random_below(random, 2) ? 0.02 : 0, &error), &error);
    for (size_t i = 0; i < OBSTACLES; i++) {
        lw_shape_def box = lw_default_shape();
        box.kind = LW_SHAPE_BOX;
        box.size = (lw_vec3){0.3, 0.2, 0.1};
        if (i % 4 == 0)
            box = large_mesh(vertices);
        w->poses[i] = random_pose(random);
        w->poses[i].position.z += 3; /* away from the arm, at first */
        succeed(lw_scene_add_obstacle(w->scene, obstacle_name(i, name), &box, w->poses[i], &error),
                &error);
    }
    succeed(lw_scene_freeze(w->scene, &error), &error);
}

static void set_motion(world *w, lw_random *random)
{
    lw_error error = {0};
    double times[WAYPOINTS];
    double positions[WAYPOINTS * JOINTS];
    double velocities[WAYPOINTS * JOINTS];
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2 + lw_random_below(random, WAYPOINTS - 1);
    track.times = times;
    track.positions = positions;
    track.velocities = velocities;
    for (size_t i = 0; i < track.point_count; i++) {
        times[i] = i ? times[i - 1] + lw_random_between(random, 0.1, 0.6) : 0;
        for (size_t k = 0; k < JOINTS; k++) {
            const double step = lw_random_between(random, -0.4, 0.4);
            positions[i * JOINTS + k] = i ? positions[(i - 1) * JOINTS + k] + step : step;
            velocities[i * JOINTS + k] = lw_random_between(random, -1, 1);
        }
    }
    w->end = times[track.point_count - 1];
    succeed(lw_motion_create(w->scene, &w->motion, &error), &error);
    succeed(lw_motion_set(w->motion, &track, 1, &error), &error);
    if (lw_random_below(random, 3) == 0)
        succeed(lw_motion_set_tolerances(w->motion, 0.005, 0, &error), &error);
}

static void drop_world(world *w)
{
    lw_running_destroy(w->running);
    lw_motion_destroy(w->motion);
    lw_scene_destroy(w->scene);
}

/* Replaces the scene by a copy in which some obstacles have moved. */
static void move_some(world *w, lw_random *random)
{
    lw_error error = {0};
    lw_scene *copy = NULL;
    char name[16];
    const uint32_t count = lw_random_below(random, 4);
    succeed(lw_scene_copy(w->scene, &copy, &error), &error);
    for (uint32_t i = 0; i < count; i++) {
        const size_t moved = lw_random_below(random, OBSTACLES);
        w->poses[moved] = random_pose(random);
        if (lw_random_below(random, 4))
            w->poses[moved].position.z += 1;
        succeed(lw_scene_move_obstacle(copy, obstacle_name(moved, name), w->poses[moved], &error),
                &error);
    }
    if (lw_random_below(random, 20) == 0) /* more than poses */
        succeed(lw_scene_set_pair_margin(copy, "o1", NULL, lw_random_between(random, 0, 0.1), &error),
                &error);
    succeed(lw_scene_freeze(copy, &error), &error);
    lw_scene_destroy(w->scene);
    w->scene = copy;
}

/* The verdict of lw_check on the motion from a time on. */
static lw_verdict from_scratch(const world *w, double now)
{
    lw_error error = {0};
    lw_checker *checker = NULL;
    lw_motion *rest = NULL;
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_motion_set_scene(w->motion, w->scene, &error), &error);
    succeed(lw_motion_create(w->scene, &rest, &error), &error);
    succeed(lw_motion_join(rest, (const lw_motion *const[]){w->motion}, 1, &error), &error);
    succeed(lw_motion_cut(rest, now, &error), &error);
    succeed(lw_checker_create(w->scene, &checker, &error), &error);
    succeed(lw_check(checker, rest, NULL, &verdict, &error), &error);
    lw_checker_destroy(checker);
    lw_motion_destroy(rest);
    return verdict;
}

static void compare(const lw_verdict *verdict, const lw_verdict *scratch)
{
    assert_int_equal(verdict->kind, scratch->kind);
    assert_true(verdict->free_until == scratch->free_until);
    assert_int_equal(verdict->pairs, scratch->pairs);
    if (scratch->kind == LW_VERDICT_FREE)
        return;
    assert_true(verdict->time == scratch->time);
    assert_int_equal(verdict->reason, scratch->reason);
    assert_int_equal(verdict->pair[0], scratch->pair[0]);
    assert_int_equal(verdict->pair[1], scratch->pair[1]);
}

/* How often each road was taken. */
typedef struct roads {
    int by_boxes, by_parts, by_all, contacts;
} roads;

static void run_motion(world *w, lw_random *random, roads *all)
{
    lw_error error = {0};
    double now = 0;
    build_world(w, random);
    set_motion(w, random);
    succeed(lw_running_create(w->motion, NULL, &w->running, &error), &error);
    for (int i = 0; i < 25; i++) {
        lw_verdict verdict = lw_default_verdict();
        if (i)
            move_some(w, random);
        if (lw_random_below(random, 3) == 0)
            now = fmin(now + lw_random_between(random, 0, w->end / 8), w->end);
        succeed(lw_running_update(w->running, w->scene, now, &verdict, &error), &error);
        const lw_verdict scratch = from_scratch(w, now);
        compare(&verdict, &scratch);
        all->contacts += verdict.kind == LW_VERDICT_CONTACT;
        all->by_boxes += verdict.samples == 0;
        all->by_parts +=
            verdict.kind == LW_VERDICT_FREE && verdict.samples && verdict.samples != scratch.samples;
        all->by_all += verdict.samples == scratch.samples;
    }
    drop_world(w);
}

static void test_same_as_from_scratch(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    roads all = {0};
    const int count = test_motion_count(3000, 1000000);
    for (int i = 0; i < count; i += 25) {
        world w = {0};
        run_motion(&w, &random, &all);
    }
    print_message("%d by boxes, %d by parts, %d by all, %d contacts of %d\n", all.by_boxes,
                  all.by_parts, all.by_all, all.contacts, count);
    assert_true(all.by_boxes * 4 > count && all.by_parts * 100 > count && all.contacts * 10 > count);
}

/* A ball on a rail from 0 to 1 in 10 s, and a box that is put on its way. */
static void rail(world *w)
{
    lw_error error = {0};
    double vertices[24];
    const lw_shape_def mesh = large_mesh(vertices);
    const double times[2] = {0, 10};
    const double positions[2] = {0, 1};
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = times;
    track.positions = positions;
    w->scene = new_scene();
    succeed(lw_scene_set_margin(w->scene, 0.02, &error), &error);
    lw_joint_def joint = joint_of("slide", LW_JOINT_PRISMATIC, "l0", "l1");
    const lw_shape_def ball = sphere_of(0.1);
    joint.axis = (lw_vec3){1, 0, 0};
    succeed(lw_scene_add_robot(w->scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(w->scene, "r", "l0", &error), &error);
    succeed(lw_scene_add_link(w->scene, "r", "l1", &error), &error);
    joint.origin.position.x = 0;
    succeed(lw_scene_add_joint(w->scene, "r", &joint, &error), &error);
    succeed(lw_scene_add_shape(w->scene, "r", "l1", &ball, lw_pose_identity(), &error), &error);
    w->poses[0] = lw_pose_identity();
    w->poses[0].position.z = 5;
    succeed(lw_scene_add_obstacle(w->scene, "o0", &mesh, w->poses[0], &error), &error);
    succeed(lw_scene_freeze(w->scene, &error), &error);
    succeed(lw_motion_create(w->scene, &w->motion, &error), &error);
    succeed(lw_motion_set(w->motion, &track, 1, &error), &error);
    succeed(lw_running_create(w->motion, NULL, &w->running, &error), &error);
}

static void put_at(world *w, double x, double z)
{
    lw_error error = {0};
    lw_scene *copy = NULL;
    w->poses[0].position = (lw_vec3){x, 0, z};
    succeed(lw_scene_copy(w->scene, &copy, &error), &error);
    succeed(lw_scene_move_obstacle(copy, "o0", w->poses[0], &error), &error);
    succeed(lw_scene_freeze(copy, &error), &error);
    lw_scene_destroy(w->scene);
    w->scene = copy;
}

static lw_verdict now_at(world *w, double now)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    succeed(lw_running_update(w->running, w->scene, now, &verdict, &error), &error);
    return verdict;
}

static void test_on_a_rail(void **state)
{
    (void)state;
    world w = {0};
    rail(&w);
    assert_int_equal(now_at(&w, 0).kind, LW_VERDICT_FREE);
    put_at(&w, 1.6, 0); /* its side is at 1.0, to which the ball keeps 0.02 until it is at 0.88 */
    lw_verdict verdict = now_at(&w, 1);
    assert_int_equal(verdict.kind, LW_VERDICT_CONTACT);
    assert_true(fabs(verdict.free_until - 8.8) < 0.01 && verdict.pair[1] == 1);
    put_at(&w, 0.5, 0); /* the ball is inside, and touches it nowhere */
    verdict = now_at(&w, 3);
    assert_true(verdict.kind == LW_VERDICT_CONTACT && verdict.time == 3);
    put_at(&w, 0.5, 0.7205); /* half a millimetre more than the margin */
    verdict = now_at(&w, 4);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    assert_true(verdict.samples > 0 && verdict.free_until == 10);
    put_at(&w, 0.5, 0.715); /* within the margin */
    assert_int_equal(now_at(&w, 4).kind, LW_VERDICT_CONTACT);
    put_at(&w, 0.5, 0.75);
    assert_int_equal(now_at(&w, 4).kind, LW_VERDICT_FREE);
    w.poses[0] = lw_pose_from_rpy(w.poses[0].position, 0.7853981633974483, 0, 0);
    put_at(&w, 0.5, 0.75); /* turned in its place: an edge points at the ball */
    assert_int_equal(now_at(&w, 4).kind, LW_VERDICT_CONTACT);
    w.poses[0] = lw_pose_identity();
    put_at(&w, 1.7194, 0); /* its side is at 1.1194, and the ball's gets to 1.1 in the last moment */
    verdict = now_at(&w, 4);
    assert_true(verdict.kind == LW_VERDICT_CONTACT && fabs(verdict.time - 9.994) < 0.001);
    put_at(&w, -0.3, 0); /* behind the ball, which is at 0.45 */
    verdict = now_at(&w, 4.5);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    put_at(&w, 0.5, 3);
    verdict = now_at(&w, 4.5);
    assert_true(verdict.kind == LW_VERDICT_FREE && verdict.samples == 0);
    put_at(&w, 1.6, 0);
    verdict = now_at(&w, 20); /* after its end it stands in the box */
    assert_true(verdict.kind == LW_VERDICT_CONTACT && verdict.time == 10);
    put_at(&w, 1.8, 0);
    assert_int_equal(now_at(&w, 20).kind, LW_VERDICT_FREE);
    put_at(&w, 1.6, 0); /* known to be free, and then no longer */
    verdict = now_at(&w, 20);
    assert_true(verdict.kind == LW_VERDICT_CONTACT && verdict.time == 10);
    drop_world(&w);
}

static void refuse_update(world *w, const lw_scene *scene, double now, lw_status status,
                          const char *words)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    assert_int_equal(lw_running_update(w->running, scene, now, &verdict, &error), status);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
}

static void test_bad_updates(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *open = NULL;
    lw_verdict verdict = lw_default_verdict();
    lw_check_options options = lw_default_check_options();
    world w = {0};
    world other = {0};
    rail(&w);
    rail(&other);
    assert_int_equal(now_at(&w, 1).kind, LW_VERDICT_FREE);
    refuse_update(&w, w.scene, 0.99, LW_ERROR_ARGUMENT, "clocks must not run backwards");
    refuse_update(&w, w.scene, (double)NAN, LW_ERROR_ARGUMENT, "the time is nan");
    refuse_update(&w, w.scene, HUGE_VAL, LW_ERROR_ARGUMENT, "the time is inf");
    refuse_update(&w, other.scene, 1, LW_ERROR_ARGUMENT, "other robots than the motion");
    succeed(lw_scene_copy(w.scene, &open, &error), &error);
    refuse_update(&w, open, 1, LW_ERROR_STATE, "not frozen");
    lw_scene_destroy(open);
    succeed(lw_running_update(w.running, NULL, 1, &verdict, &error), &error);
    assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    assert_int_equal(lw_running_update(NULL, w.scene, 1, &verdict, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_running_update(w.running, w.scene, 1, NULL, &error), LW_ERROR_ARGUMENT);
    lw_running *made = NULL;
    options.time_tolerance = -1;
    assert_int_equal(lw_running_create(w.motion, &options, &made, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_running_create(NULL, NULL, &made, &error), LW_ERROR_ARGUMENT);
    assert_int_equal(lw_running_create(w.motion, NULL, NULL, &error), LW_ERROR_ARGUMENT);
    assert_null(made);
    drop_world(&other);
    drop_world(&w);
}

/* A budget ends a check of parts, and then that of the whole. */
static void test_running_budget(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_check_options options = lw_default_check_options();
    world w = {0};
    rail(&w);
    lw_running_destroy(w.running);
    options.budget_seconds = 1e-9;
    succeed(lw_running_create(w.motion, &options, &w.running, &error), &error);
    const lw_verdict verdict = now_at(&w, 0);
    assert_int_equal(verdict.kind, LW_VERDICT_UNDECIDED);
    assert_int_equal(verdict.reason, LW_REASON_BUDGET);
    drop_world(&w);
}

static void test_memory_of_running(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        lw_error error = {0};
        lw_verdict verdict = lw_default_verdict();
        lw_running *made = NULL;
        world w = {0};
        rail(&w);
        allocation_fail(n);
        lw_status status = lw_running_create(w.motion, NULL, &made, &error);
        if (!status)
            status = lw_running_update(made, w.scene, 0, &verdict, &error);
        const bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        if (made)
            succeed(lw_running_update(made, w.scene, 0, &verdict, &error), &error);
        lw_running_destroy(made);
        drop_world(&w);
        if (!failed)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_from_scratch), cmocka_unit_test(test_on_a_rail),
        cmocka_unit_test(test_bad_updates),          cmocka_unit_test(test_running_budget),
        cmocka_unit_test(test_memory_of_running),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
