/* Any contact: pairs that blocks leave open at a motion's beginning are tested there, also after a hit
 * was tested at another time. */
#include "small_scene.h"

/* Four sliders along x, each a robot. The box `a` follows the faster row of boxes `b`, and passes a peg
 * so near that its ball, not the box, reaches the peg: a hit, between the poses of the first block. At
 * that time `a` is where `b` began. `c` and `d` slide along walls, all the way within the reach of
 * their balls: parts that are listed before the hit. Nothing meets. */
typedef struct sliders {
    lw_scene *scene;
    lw_motion *motion;
    lw_checker *checker;
    lw_error error;
} sliders;

enum { CARS = 4, ROW = 17 };
static const char *const cars[CARS] = {"a", "b", "c", "d"};
static const double lengths[CARS] = {4, 8, 4, 4};

static lw_pose at(double x, double y)
{
    lw_pose place = lw_pose_identity();
    place.position = (lw_vec3){x, y, 0};
    return place;
}

static lw_shape_def box_of(double x, double y, double z)
{
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = (lw_vec3){x, y, z};
    return box;
}

static void add_car(sliders *s, const char *name, double y)
{
    lw_joint_def joint = joint_of("slide", LW_JOINT_PRISMATIC, "rail", "car");
    joint.axis = (lw_vec3){1, 0, 0};
    joint.origin = lw_pose_identity();
    succeed(lw_scene_add_robot(s->scene, name, at(0, y), &s->error), &s->error);
    succeed(lw_scene_add_link(s->scene, name, "rail", &s->error), &s->error);
    succeed(lw_scene_add_link(s->scene, name, "car", &s->error), &s->error);
    succeed(lw_scene_add_joint(s->scene, name, &joint, &s->error), &s->error);
}

static void add_box(sliders *s, const char *name, double side, double x)
{
    const lw_shape_def box = box_of(side, side, side);
    succeed(lw_scene_add_shape(s->scene, name, "car", &box, at(x, 0), &s->error), &s->error);
}

static void add_obstacle(sliders *s, const char *name, lw_shape_def box, lw_pose place)
{
    succeed(lw_scene_add_obstacle(s->scene, name, &box, place, &s->error), &s->error);
}

static sliders new_sliders(void)
{
    sliders s = {.scene = new_scene()};
    succeed(lw_scene_set_cover_balls(s.scene, 1, &s.error), &s.error);
    for (int i = 0; i < CARS; i++)
        add_car(&s, cars[i], i < 2 ? 0 : 10 * i);
    add_box(&s, "a", 0.3, 0);
    for (int i = 0; i < ROW; i++)
        add_box(&s, "b", 0.02, 0.21 + 0.3 * i / ROW);
    add_box(&s, "c", 0.3, 0);
    add_box(&s, "d", 0.3, 0);
    add_obstacle(&s, "peg", box_of(0.01, 0.01, 0.01), at(0.3, 0.17));
    for (int i = 2; i < CARS; i++) {
        lw_pose wall = lw_pose_from_rpy((lw_vec3){2, 10 * i + 0.25, 0}, 0, 0, -0.002);
        add_obstacle(&s, i == 2 ? "wall" : "other wall", box_of(10, 0.1, 1), wall);
    }
    succeed(lw_scene_freeze(s.scene, &s.error), &s.error);
    succeed(lw_motion_create(s.scene, &s.motion, &s.error), &s.error);
    succeed(lw_checker_create(s.scene, &s.checker, &s.error), &s.error);
    return s;
}

static void test_begin_after_hit(void **state)
{
    (void)state;
    sliders s = new_sliders();
    lw_track tracks[CARS];
    double ends[CARS][2];
    for (int i = 0; i < CARS; i++) {
        tracks[i] = lw_default_track();
        tracks[i].joints = lw_scene_joints(s.scene, cars[i], NULL, &s.error);
        tracks[i].point_count = 2;
        ends[i][0] = 0;
        ends[i][1] = lengths[i];
        tracks[i].positions = ends[i];
    }
    succeed(lw_motion_set(s.motion, tracks, CARS, &s.error), &s.error);
    for (int any = 0; any < 2; any++) {
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        options.any = any;
        succeed(lw_check(s.checker, s.motion, &options, &verdict, &s.error), &s.error);
        assert_int_equal(verdict.kind, LW_VERDICT_FREE);
    }
    lw_checker_destroy(s.checker);
    lw_motion_destroy(s.motion);
    lw_scene_destroy(s.scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_begin_after_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
