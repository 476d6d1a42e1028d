/* Tests lw_scene_meeting: known answers, random robots and real ones against random configurations, the
 * output, and refused arguments. */
#include "acm/meeting.h"

#include "allocation.h"
#include "check/checker/measure.h"
#include "data.h"
#include "random_robot.h"
#include "seed.h"
#include "small_scene.h"

static lw_meeting_info ask_with(const lw_scene *scene, size_t a, size_t b,
                                const lw_meeting_options *options)
{
    lw_error error = {0};
    lw_meeting_info info = lw_default_meeting_info();
    succeed(lw_scene_meeting(scene, a, b, options, &info, &error), &error);
    return info;
}

static lw_meeting_info ask(const lw_scene *scene, size_t a, size_t b)
{
    return ask_with(scene, a, b, NULL);
}

/* ---- known answers ----------------------------------------------------------------------------- */

/* Two balls of radius 0.1 on an arm of two links of 1 m. The limit of the elbow lets their middles come
 * as close as `least`. */
static lw_scene *elbow(double least, double self_margin)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.1);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    static const char *const links[] = {"base", "upper", "lower", "hand"};
    for (int i = 0; i < 4; i++) {
        succeed(lw_scene_add_link(scene, "r", links[i], &error), &error);
        if (i % 3 == 0)
            succeed(lw_scene_add_shape(scene, "r", links[i], &ball, lw_pose_identity(), &error),
                    &error);
    }
    lw_joint_def shoulder = joint_of("shoulder", LW_JOINT_REVOLUTE, "base", "upper");
    shoulder.origin.position.x = 0;
    shoulder.lower = -1;
    shoulder.upper = 1;
    lw_joint_def joint = joint_of("elbow", LW_JOINT_REVOLUTE, "upper", "lower");
    joint.lower = 0;
    joint.upper = 2 * acos(least / 2);
    lw_joint_def wrist = joint_of("wrist", LW_JOINT_CONTINUOUS, "lower", "hand");
    succeed(lw_scene_add_joint(scene, "r", &shoulder, &error), &error);
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    succeed(lw_scene_add_joint(scene, "r", &wrist, &error), &error);
    succeed(lw_scene_set_self_margin(scene, self_margin, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static lw_meeting_info ask_elbow(double least, double self_margin)
{
    lw_scene *scene = elbow(least, self_margin);
    lw_meeting_info info = ask(scene, 0, 1);
    lw_meeting_info turned = ask(scene, 1, 0);
    assert_int_equal(info.meeting, turned.meeting);
    lw_scene_destroy(scene);
    return info;
}

static void test_a_millimetre_decides(void **state)
{
    (void)state;
    lw_meeting_info info = ask_elbow(0.201, 0);
    assert_int_equal(info.meeting, LW_MEETING_NEVER);
    assert_true(info.apart && !info.meets && info.boxes > 1 && info.adjacent && !info.unbounded);
    assert_near(info.nearest, 0.001, 1e-4);
    info = ask_elbow(0.199, 0);
    assert_int_equal(info.meeting, LW_MEETING_SOMETIMES);
    assert_true(info.apart && info.meets && info.nearest == 0);
    /* the answer is right to a micrometre, too, but takes longer */
    assert_int_equal(ask_elbow(0.2 + 1e-6, 0).meeting, LW_MEETING_NEVER);
    assert_int_equal(ask_elbow(0.2 - 1e-6, 0).meeting, LW_MEETING_SOMETIMES);
    /* They just touch, at one end of the limits. Rounding decides whether the contact is seen, but
     * NEVER must not be proven. */
    info = ask_elbow(0.2, 0);
    assert_true(info.meeting == LW_MEETING_SOMETIMES ||
                (info.meeting == LW_MEETING_UNDECIDED && info.reason == LW_REASON_PRECISION));
}

static void test_the_self_margin_counts(void **state)
{
    (void)state;
    assert_int_equal(ask_elbow(0.251, 0.05).meeting, LW_MEETING_NEVER);
    assert_int_equal(ask_elbow(0.249, 0.05).meeting, LW_MEETING_SOMETIMES);
}

/* A base and a link with a shape each, on a joint that turns about z or slides along z. */
static lw_scene *pair_of(const lw_shape_def *base, const lw_shape_def *link, lw_pose place,
                         lw_joint_kind kind, double limit)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "r", "base", &error), &error);
    succeed(lw_scene_add_link(scene, "r", "link", &error), &error);
    succeed(lw_scene_add_shape(scene, "r", "base", base, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_shape(scene, "r", "link", link, place, &error), &error);
    lw_joint_def joint = joint_of("joint", kind, "base", "link");
    joint.origin.position.x = 0;
    joint.lower = -limit;
    joint.upper = limit;
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

static lw_meeting_info ask_pair(const lw_shape_def *base, const lw_shape_def *link, double x,
                                lw_joint_kind kind, double limit)
{
    lw_pose place = lw_pose_identity();
    place.position.x = x;
    lw_scene *scene = pair_of(base, link, place, kind, limit);
    lw_meeting_info info = ask(scene, 0, 1);
    lw_scene_destroy(scene);
    return info;
}

static lw_shape_def box_of(double x, double y, double z)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_BOX;
    shape.size = (lw_vec3){x, y, z};
    return shape;
}

static void test_boxes_that_always_overlap(void **state)
{
    (void)state;
    lw_shape_def cube = box_of(1, 1, 1);
    lw_shape_def bar = box_of(1, 0.2, 0.2);
    /* the bar's inner end is always at most 0.3 m from the middle */
    lw_meeting_info info = ask_pair(&cube, &bar, 0.8, LW_JOINT_CONTINUOUS, HUGE_VAL);
    assert_int_equal(info.meeting, LW_MEETING_ALWAYS);
    assert_true(info.meets && !info.apart && info.boxes >= 1);
    /* With the bar's inner end at 0.55 m, it is outside at the cube's sides, which are 0.5 m from the
     * middle, and inside at the corners, which are 0.71 m from it. */
    info = ask_pair(&cube, &bar, 1.05, LW_JOINT_CONTINUOUS, HUGE_VAL);
    assert_int_equal(info.meeting, LW_MEETING_SOMETIMES);
    info = ask_pair(&cube, &bar, 1.3, LW_JOINT_CONTINUOUS, HUGE_VAL);
    assert_int_equal(info.meeting, LW_MEETING_NEVER);
    /* shapes that overlap by 1 m and by 0.1 m, which slide apart along z at 0.6 m */
    assert_int_equal(ask_pair(&cube, &bar, 0, LW_JOINT_PRISMATIC, 0.59).meeting, LW_MEETING_ALWAYS);
    assert_int_equal(ask_pair(&cube, &bar, 0, LW_JOINT_PRISMATIC, 0.61).meeting, LW_MEETING_SOMETIMES);
}

/* A ball in a cube given as a mesh: inside a solid it is in contact, inside a surface it is not. */
static void test_bodies_inside_each_other(void **state)
{
    (void)state;
    static const double corners[] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                     -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
    static const uint32_t sides[] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                     1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    lw_shape_def mesh = lw_default_shape();
    mesh.kind = LW_SHAPE_MESH;
    mesh.vertices = corners;
    mesh.vertex_count = 8;
    mesh.triangles = sides;
    mesh.triangle_count = 12;
    lw_shape_def ball = sphere_of(0.1);
    assert_int_equal(ask_pair(&mesh, &ball, 0.5, LW_JOINT_CONTINUOUS, HUGE_VAL).meeting,
                     LW_MEETING_ALWAYS);
    /* at 0.95 it passes through the walls as well: inside at some angles, through a wall at others */
    assert_int_equal(ask_pair(&mesh, &ball, 0.95, LW_JOINT_CONTINUOUS, HUGE_VAL).meeting,
                     LW_MEETING_ALWAYS);
    mesh.mesh_mode = LW_MESH_SURFACE;
    assert_int_equal(ask_pair(&mesh, &ball, 0.5, LW_JOINT_CONTINUOUS, HUGE_VAL).meeting,
                     LW_MEETING_NEVER);
    assert_int_equal(ask_pair(&mesh, &ball, 0.95, LW_JOINT_CONTINUOUS, HUGE_VAL).meeting,
                     LW_MEETING_SOMETIMES);
}

static void test_joints_without_limits(void **state)
{
    (void)state;
    lw_shape_def cube = box_of(1, 1, 1);
    lw_shape_def ball = sphere_of(0.1);
    lw_meeting_info info = ask_pair(&cube, &ball, 0.8, LW_JOINT_PRISMATIC, HUGE_VAL);
    assert_int_equal(info.meeting, LW_MEETING_UNDECIDED);
    assert_true(info.unbounded && info.apart && info.reason == LW_REASON_SAMPLED && info.boxes == 0);
    info = ask_pair(&cube, &ball, 0, LW_JOINT_PRISMATIC, HUGE_VAL);
    assert_int_equal(info.meeting, LW_MEETING_SOMETIMES);
    info = ask_pair(&cube, &ball, 0.8, LW_JOINT_PLANAR, HUGE_VAL);
    assert_int_equal(info.meeting, LW_MEETING_UNDECIDED);
    assert_true(info.unbounded && !info.apart && !info.meets && info.reason == LW_REASON_SAMPLED);
    info = ask_pair(&cube, &ball, 0.8, LW_JOINT_FLOATING, HUGE_VAL);
    assert_true(info.unbounded && info.meeting == LW_MEETING_UNDECIDED);
    /* there is only one configuration */
    assert_int_equal(ask_pair(&cube, &ball, 0.8, LW_JOINT_FIXED, 0).meeting, LW_MEETING_NEVER);
    assert_int_equal(ask_pair(&cube, &ball, 0.55, LW_JOINT_FIXED, 0).meeting, LW_MEETING_ALWAYS);
}

/* A joint above both bodies does not matter, of any kind. */
static void test_robots_that_fly(void **state)
{
    (void)state;
    static const lw_joint_kind above[] = {LW_JOINT_FLOATING, LW_JOINT_PLANAR, LW_JOINT_PRISMATIC};
    for (size_t i = 0; i < sizeof above / sizeof *above; i++) {
        lw_error error = {0};
        lw_scene *scene = new_scene();
        const lw_joint_kind kinds[] = {above[i], LW_JOINT_CONTINUOUS, LW_JOINT_CONTINUOUS};
        add_chain(scene, "r", kinds, 3);
        succeed(lw_scene_freeze(scene, &error), &error);
        lw_meeting_info info = ask(scene, 1, 2);
        assert_true(info.meeting == LW_MEETING_NEVER && !info.unbounded);
        info = ask(scene, 1, 3);
        assert_true(info.meeting == LW_MEETING_SOMETIMES && !info.unbounded);
        assert_true(ask(scene, 0, 2).unbounded);
        lw_scene_destroy(scene);
    }
}

/* Neighbours are joined by one joint, or by several with only empty links between. */
static void test_neighbours(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_shape_def ball = sphere_of(0.1);
    static const char *const links[] = {"a", "empty1", "empty2", "b", "c", "d"};
    static const char *const parents[] = {NULL, "a", "empty1", "empty2", "b", "empty1"};
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i < 6; i++) {
        succeed(lw_scene_add_link(scene, "r", links[i], &error), &error);
        if (strncmp(links[i], "empty", 5) != 0)
            succeed(lw_scene_add_shape(scene, "r", links[i], &ball, lw_pose_identity(), &error),
                    &error);
        lw_joint_def joint =
            joint_of(links[i], i % 2 ? LW_JOINT_REVOLUTE : LW_JOINT_FIXED, parents[i], links[i]);
        if (parents[i])
            succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
    }
    succeed(lw_scene_freeze(scene, &error), &error);
    enum { A, B, C, D };
    assert_true(ask(scene, A, B).adjacent && ask(scene, B, A).adjacent);
    assert_true(ask(scene, B, C).adjacent && ask(scene, A, D).adjacent);
    assert_false(ask(scene, A, C).adjacent || ask(scene, C, D).adjacent);
    /* two branches from an empty link */
    assert_false(ask(scene, B, D).adjacent);
    lw_meeting_options options = lw_default_meeting_options();
    options.skip_adjacent = true;
    lw_meeting_info info = ask_with(scene, A, B, &options);
    assert_true(info.adjacent && info.meeting == LW_MEETING_UNDECIDED && info.boxes == 0);
    assert_int_equal(ask_with(scene, A, C, &options).meeting, ask(scene, A, C).meeting);
    lw_scene_destroy(scene);
}

/* ---- proofs without samples -------------------------------------------------------------------- */

/* The result of the proof for two bodies, after a test of the middle of the limits alone. */
static lw_meeting_info prove(const lw_scene *scene, double margin)
{
    double room[5][WORLD_JOINTS];
    lw_arena arena = {0};
    lw_meeting_options options = lw_default_meeting_options();
    lw_meeting_info info = lw_default_meeting_info();
    lw_meeting_search *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->options = &options;
    s->info = &info;
    s->deadline = HUGE_VAL;
    s->meets = room[0];
    s->apart = room[1];
    s->values = room[2];
    s->half = room[3];
    s->shares = room[4];
    s->pair = (lw_pair){.self = true, .margin = margin};
    assert_int_equal(lw_joint_path_find(&arena, scene->frozen, 0, 1, &s->path, NULL), LW_OK);
    for (size_t i = 0; i < s->path.value_count; i++)
        s->values[i] = 0.5 * (s->path.values[i].low + s->path.values[i].high);
    lw_meeting_measure(s, s->values);
    assert_int_equal(lw_meeting_prove(s, NULL), LW_OK);
    free(s->boxes.items);
    free(s);
    lw_arena_free(&arena);
    return info;
}

/* An elbow that may turn from 0.3 to an upper limit, which is beyond the fold. */
static lw_meeting_info prove_elbow(double upper, double margin)
{
    lw_scene *scene = elbow(0.201, 0);
    lw_chains *chains = scene->frozen->chains;
    chains->joints[1].lower = 0.3;
    chains->joints[1].upper = upper;
    lw_meeting_info info = prove(scene, margin);
    lw_scene_destroy(scene);
    return info;
}

static void test_proofs_find_what_samples_did_not(void **state)
{
    (void)state;
    /* they meet from 2.94 to 3.34, wherever boxes are split */
    for (int i = 0; i < 20; i++) {
        lw_meeting_info info = prove_elbow(4 + 0.11 * i, 0);
        assert_true(info.meets && info.meeting != LW_MEETING_NEVER);
    }
    assert_int_equal(prove_elbow(2.8, 0).meeting, LW_MEETING_NEVER);
    /* at 2.8 their surfaces are 0.14 m apart */
    assert_int_equal(prove_elbow(2.8, 0.13).meeting, LW_MEETING_NEVER);
    assert_int_not_equal(prove_elbow(2.8, 0.15).meeting, LW_MEETING_NEVER);
    /* at the middle they meet; whether they do everywhere depends on the limit */
    lw_shape_def cube = box_of(1, 1, 1);
    lw_shape_def bar = box_of(1, 0.2, 0.2);
    static const double limits[] = {0.59, 0.61, 0.7, 0.9};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        lw_scene *scene = pair_of(&cube, &bar, lw_pose_identity(), LW_JOINT_PRISMATIC, limits[i]);
        lw_meeting_info info = prove(scene, 0);
        assert_int_equal(info.meeting == LW_MEETING_ALWAYS, i == 0);
        assert_int_equal(info.apart, i > 0);
        lw_scene_destroy(scene);
    }
}

/* ---- budgets ----------------------------------------------------------------------------------- */

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

static void test_budgets_end_the_search(void **state)
{
    (void)state;
    lw_scene *scene = elbow(0.2 + 1e-5, 0);
    lw_meeting_options options = lw_default_meeting_options();
    lw_meeting_info all = ask(scene, 0, 1);
    assert_int_equal(all.meeting, LW_MEETING_NEVER);
    assert_true(all.boxes > 4);
    options.budget_boxes = all.boxes - 1;
    lw_meeting_info info = ask_with(scene, 0, 1, &options);
    assert_true(info.meeting == LW_MEETING_UNDECIDED && info.reason == LW_REASON_BUDGET);
    assert_int_equal(info.boxes, all.boxes - 1);
    options.budget_boxes = all.boxes;
    assert_int_equal(ask_with(scene, 0, 1, &options).meeting, LW_MEETING_NEVER);
    options.budget_boxes = 0;
    info = ask_with(scene, 0, 1, &options);
    assert_true(info.meeting == LW_MEETING_NEVER && info.boxes == all.boxes);
    options.budget_seconds = 1e-9;
    info = ask_with(scene, 0, 1, &options);
    assert_true(info.meeting == LW_MEETING_UNDECIDED && info.reason == LW_REASON_BUDGET);
    options.budget_seconds = 60;
    assert_int_equal(ask_with(scene, 0, 1, &options).meeting, LW_MEETING_NEVER);
    int asked = 0;
    options.stop = stop_at_once;
    options.stop_context = &asked;
    info = ask_with(scene, 0, 1, &options);
    assert_true(asked == 1 && info.meeting == LW_MEETING_UNDECIDED && info.reason == LW_REASON_STOPPED);
    options = lw_default_meeting_options();
    options.samples = 0; /* the middle is tested all the same */
    assert_int_equal(ask_with(scene, 0, 1, &options).meeting, LW_MEETING_NEVER);
    lw_scene_destroy(scene);
}

/* ---- random robots ----------------------------------------------------------------------------- */

/* Sets limits for joints that slide, and for some that turn; random robots have none. */
static void limit_joints(lw_random *random, const lw_scene *scene)
{
    lw_chains *chains = scene->frozen->chains;
    for (size_t i = 0; i < chains->joint_count; i++) {
        lw_frozen_joint *joint = &chains->joints[i];
        if (joint->kind == LW_JOINT_PRISMATIC ||
            (joint->kind == LW_JOINT_REVOLUTE && lw_random_below(random, 2))) {
            joint->lower = lw_random_between(random, -1, 0);
            joint->upper = lw_random_between(random, joint->lower, 1);
        }
    }
}

/* The exact distance at some values of the path: it tells whether the two meet, or may meet. */
static lw_distance distance_at(lw_joint_path *path, const double *values)
{
    lw_pair pair = {.self = true};
    lw_joint_path_pose(path, values);
    const lw_posed_pair posed = {.pair = &pair,
                                 .bodies = {path->bodies[0], path->bodies[1]},
                                 .at = {path->at[0], path->at[1]},
                                 .error = path->error};
    lw_distance distance;
    lw_posed_distance(&posed, 0, &distance);
    return distance;
}

/* Checks an answer against `count` random configurations, some at the limits. */
static void check_answer(lw_random *random, const lw_scene *scene, size_t a, size_t b, int count)
{
    lw_meeting_info info = ask(scene, a, b);
    if (info.meeting != LW_MEETING_NEVER && info.meeting != LW_MEETING_ALWAYS)
        return;
    lw_arena arena = {0};
    lw_joint_path path;
    assert_int_equal(lw_joint_path_find(&arena, scene->frozen, a, b, &path, NULL), LW_OK);
    double *values = lw_arena_array(&arena, path.value_count, sizeof *values);
    for (int n = 0; n < count; n++) {
        for (size_t i = 0; i < path.value_count; i++) {
            double low = path.values[i].low;
            double high = path.values[i].high;
            uint32_t kind = lw_random_below(random, 12);
            values[i] = kind == 0 ? low : kind == 1 ? high : lw_random_between(random, low, high);
        }
        lw_distance distance = distance_at(&path, values);
        if (info.meeting == LW_MEETING_NEVER ? !(distance.upper > 0) : distance.lower > 0)
            fail_msg("%s and %s: %s, and at sample %d they are %g to %g apart",
                     lw_scene_body_name(scene, a), lw_scene_body_name(scene, b),
                     info.meeting == LW_MEETING_NEVER ? "never" : "always", n, distance.lower,
                     distance.upper);
    }
    lw_arena_free(&arena);
}

/* The distance of a pair at a configuration that an answer gave, by a motion that stands there. */
static lw_distance distance_by_motion(const lw_scene *scene, size_t a, size_t b, const double *values)
{
    lw_error error = {0};
    lw_motion *motion = NULL;
    lw_pose poses[2];
    lw_body_info body = lw_default_body_info();
    succeed(lw_scene_body_info(scene, a, &body, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    succeed(lw_motion_set_segment(motion, lw_scene_movable_joints(scene, (size_t)body.robot), values,
                                  values, &error),
            &error);
    succeed(lw_motion_pose(motion, a, 0, &poses[0], &error), &error);
    lw_checker *checker = NULL;
    succeed(lw_checker_create(scene, &checker, &error), &error);
    int64_t pair = lw_scene_find_pair(scene, a, b);
    lw_distance distance = {.lower = -1};
    if (pair >= 0)
        succeed(lw_pair_distance(checker, motion, 0, (size_t)pair, &distance, &error), &error);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    return distance;
}

static void test_random_robots(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t counts[4] = {0};
    lw_meeting_options options = lw_default_meeting_options();
    double meets[WORLD_VALUES];
    double apart[WORLD_VALUES];
    options.budget_boxes = 3000;
    options.meets = meets;
    options.apart = apart;
    for (int round = 0; round < test_rounds(60, 5000); round++) {
        world *w = world_random(&random, &(world_options){1, 6, 0.4});
        limit_joints(&random, w->scene);
        size_t bodies = lw_scene_body_count(w->scene);
        for (size_t a = 0; a < bodies; a++)
            for (size_t b = a + 1; b < bodies; b++) {
                lw_meeting_info info = ask_with(w->scene, a, b, &options);
                counts[info.meeting]++;
                lw_meeting_info again = ask_with(w->scene, a, b, &options);
                assert_memory_equal(&info, &again, sizeof info);
                if (info.meets) {
                    lw_distance distance = distance_by_motion(w->scene, a, b, meets);
                    assert_true(distance.lower <= 0 && distance.upper <= 1e-9);
                }
                if (info.apart) {
                    lw_distance distance = distance_by_motion(w->scene, a, b, apart);
                    assert_true(distance.lower < 0 || distance.upper > 0);
                }
                check_answer(&random, w->scene, a, b, 200);
            }
        world_free(w);
    }
    printf("%zu undecided, %zu never, %zu always, %zu sometimes\n", counts[0], counts[1], counts[2],
           counts[3]);
    assert_true(counts[1] > 10 && counts[2] > 3 && counts[3] > 10);
}

/* ---- real robots ------------------------------------------------------------------------------- */

static void check_robot(lw_random *random, const char *urdf, size_t least_never)
{
    lw_error error = {0};
    lw_scene *scene = new_scene();
    succeed(lw_scene_load_robot(scene, urdf, NULL, NULL, NULL, &error), &error);
    succeed(lw_scene_freeze(scene, &error), &error);
    size_t never = 0;
    size_t undecided = 0;
    size_t pairs = 0;
    lw_meeting_options options = lw_default_meeting_options();
    options.skip_adjacent = true;
    for (size_t a = 0; a < lw_scene_body_count(scene); a++)
        for (size_t b = a + 1; b < lw_scene_body_count(scene); b++, pairs++) {
            lw_meeting_info info = ask_with(scene, a, b, &options);
            never += info.meeting == LW_MEETING_NEVER;
            undecided += info.meeting == LW_MEETING_UNDECIDED && !info.adjacent;
            if (!info.adjacent)
                check_answer(random, scene, a, b, test_rounds(30, 20000));
        }
    printf("%s: %zu pairs, %zu never meet, %zu undecided\n", urdf, pairs, never, undecided);
    assert_true(never >= least_never);
    assert_int_equal(undecided, 0);
    lw_scene_destroy(scene);
}

static void test_real_robots(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    check_robot(&random, "scenes/arm/arm.urdf", 25);
    const char *data = data_folder("the Panda, the UR5 and the Fanuc");
    if (!data)
        return;
    static const struct {
        const char *name;
        size_t never;
    } robots[] = {{"panda", 23}, {"ur5", 75}, {"fanuc", 4}};
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/robots/%s/%s.urdf", data, robots[i].name, robots[i].name);
        check_robot(&random, path, robots[i].never);
    }
}

/* ---- arguments --------------------------------------------------------------------------------- */

static void test_what_is_refused(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_meeting_info info = lw_default_meeting_info();
    lw_meeting_options options = lw_default_meeting_options();
    lw_scene *open = new_scene();
    refused(lw_scene_meeting(open, 0, 1, NULL, &info, &error), LW_ERROR_STATE, &error, "not frozen");
    lw_shape_def ball = sphere_of(0.1);
    succeed(lw_scene_add_obstacle(open, "wall", &ball, lw_pose_identity(), &error), &error);
    const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE};
    add_chain(open, "r", kinds, 2);
    add_chain(open, "q", kinds, 2);
    succeed(lw_scene_freeze(open, &error), &error);
    refused(lw_scene_meeting(NULL, 0, 1, NULL, &info, &error), LW_ERROR_ARGUMENT, &error, "scene");
    refused(lw_scene_meeting(open, 0, 1, NULL, NULL, &error), LW_ERROR_ARGUMENT, &error, "room");
    refused(lw_scene_meeting(open, 0, 0, NULL, &info, &error), LW_ERROR_ARGUMENT, &error, "different");
    refused(lw_scene_meeting(open, 0, 7, NULL, &info, &error), LW_ERROR_ARGUMENT, &error, "body 7");
    refused(lw_scene_meeting(open, 7, 0, NULL, &info, &error), LW_ERROR_ARGUMENT, &error, "body 7");
    refused(lw_scene_meeting(open, 0, 3, NULL, &info, &error), LW_ERROR_ARGUMENT, &error, "one robot");
    refused(lw_scene_meeting(open, 0, 6, NULL, &info, &error), LW_ERROR_ARGUMENT, &error, "one robot");
    info.struct_size = 1;
    refused(lw_scene_meeting(open, 0, 1, NULL, &info, &error), LW_ERROR_ARGUMENT, &error,
            "meeting_info");
    info = lw_default_meeting_info();
    options.struct_size = 1;
    refused(lw_scene_meeting(open, 0, 1, &options, &info, &error), LW_ERROR_ARGUMENT, &error,
            "meeting_options");
    options = lw_default_meeting_options();
    options.budget_seconds = NAN;
    refused(lw_scene_meeting(open, 0, 1, &options, &info, &error), LW_ERROR_ARGUMENT, &error,
            "budget_seconds");
    options.budget_seconds = -1;
    refused(lw_scene_meeting(open, 0, 1, &options, &info, &error), LW_ERROR_ARGUMENT, &error,
            "budget_seconds");
    lw_scene_destroy(open);
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    lw_scene *scene = elbow(0.201, 0);
    lw_error error = {0};
    lw_meeting_info info = lw_default_meeting_info();
    size_t failures = 0;
    for (;; failures++) {
        allocation_fail(failures + 1);
        lw_status status = lw_scene_meeting(scene, 0, 1, NULL, &info, &error);
        if (!allocation_failed())
            break;
        assert_int_equal(status, LW_ERROR_MEMORY);
    }
    allocation_fail(0);
    assert_true(failures > 2);
    assert_int_equal(info.meeting, LW_MEETING_NEVER);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_millimetre_decides),
        cmocka_unit_test(test_the_self_margin_counts),
        cmocka_unit_test(test_boxes_that_always_overlap),
        cmocka_unit_test(test_bodies_inside_each_other),
        cmocka_unit_test(test_joints_without_limits),
        cmocka_unit_test(test_robots_that_fly),
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_proofs_find_what_samples_did_not),
        cmocka_unit_test(test_budgets_end_the_search),
        cmocka_unit_test(test_random_robots),
        cmocka_unit_test(test_real_robots),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
