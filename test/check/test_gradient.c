/* Jacobians and gradients beside differences of poses and distances, for random robots with every kind
 * of joint. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "expect.h"
#include "math/pose.h"
#include "random_robot.h"
#include "seed.h"

static void must(lw_status status)
{
    assert_int_equal(status, LW_OK);
}

typedef struct state {
    lw_random random;
    world *world;
    lw_motion *motion;
    lw_checker *checker;
    lw_checker *other;              /* which has posed only the bodies of gradients */
    double values[WORLD_JOINTS][7]; /* of the scene's joints */
} state;

static size_t count_values(const lw_scene *scene, size_t joint)
{
    lw_joint_info info = lw_default_joint_info();
    must(lw_scene_joint_info(scene, joint, &info, NULL));
    return info.value_count;
}

/* The scene's joint of some joints. */
static size_t joint_of(const state *s, const lw_joints *joints, size_t index)
{
    const lw_scene *scene = s->world->scene;
    const int64_t joint = lw_scene_find_joint(
        scene, lw_scene_robot_name(scene, lw_joints_robot(joints)), lw_joints_name(joints, index));
    assert_true(joint >= 0);
    return joint;
}

static void put(state *s, size_t joint)
{
    lw_joint_info info = lw_default_joint_info();
    must(lw_scene_joint_info(s->world->scene, joint, &info, NULL));
    must(lw_motion_set_joint(s->motion, lw_scene_robot_name(s->world->scene, info.robot), info.name,
                             s->values[joint], info.value_count, NULL));
}

/* Obstacles about the robots. */
static void furnish(lw_scene *scene, void *context)
{
    lw_random *random = context;
    for (int i = 0; i < 3; i++) {
        const char name[] = {(char)('a' + i), 0};
        lw_pose at = lw_pose_identity();
        lw_shape_def shape = lw_default_shape();
        shape.kind = i ? LW_SHAPE_BOX : LW_SHAPE_SPHERE;
        shape.radius = 0.2;
        shape.size = (lw_vec3){0.5, 0.3, 0.2};
        at.position = (lw_vec3){lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                                lw_random_between(random, -1, 1)};
        at.orientation.x = lw_random_between(random, -1, 1);
        must(lw_scene_add_obstacle(scene, name, &shape, at, NULL));
    }
    /* objects that links carry */
    for (int i = 0; i < 2; i++) {
        const size_t link = lw_random_below(random, (uint32_t)scene->model.links.count);
        const lw_model_link *carrier = &scene->model.links.items[link];
        const char name[] = {(char)('p' + i), 0};
        lw_shape_def shape = lw_default_shape();
        lw_pose at = lw_pose_identity();
        shape.kind = LW_SHAPE_SPHERE;
        shape.radius = 0.1;
        at.position.x = lw_random_between(random, 0.2, 0.6);
        must(lw_scene_add_attached(scene, scene->model.robots.items[carrier->robot].name, carrier->name,
                                   name, &shape, at, NULL, 0, NULL));
    }
}

static void make_state(state *s)
{
    const world_options options = {2, 6, 0.3};
    const world_furnishing with = {
        .moved = lw_pose_identity(), .furnish = furnish, .context = &s->random, .odd = 4};
    s->world = world_furnished(&s->random, &options, &with);
    lw_scene *scene = s->world->scene;
    must(lw_motion_create(scene, &s->motion, NULL));
    must(lw_checker_create(scene, &s->checker, NULL));
    must(lw_checker_create(scene, &s->other, NULL));
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++) {
        const size_t count = count_values(scene, i);
        for (size_t k = 0; k < count; k++)
            s->values[i][k] = lw_random_between(&s->random, -1, 1);
        if (!count)
            continue;
        put(s, i);
        /* quaternions of length 1, of the sign that the motion gives them */
        must(lw_motion_joint_values(s->motion, i, 0, s->values[i], NULL));
        put(s, i);
    }
}

static void drop_state(state *s)
{
    lw_checker_destroy(s->checker);
    lw_checker_destroy(s->other);
    lw_motion_destroy(s->motion);
    world_free(s->world);
}

/* A function of a state, to be differentiated by the value of a joint. */
typedef vec3 question(const state *s, const void *context);

static vec3 ask_at(state *s, size_t joint, size_t value, double step, question *ask,
                   const void *context)
{
    const double was = s->values[joint][value];
    s->values[joint][value] = was + step;
    put(s, joint);
    const vec3 answer = ask(s, context);
    s->values[joint][value] = was;
    put(s, joint);
    return answer;
}

/* ---- Jacobians --------------------------------------------------------------------------------- */

typedef struct fixed_point {
    size_t body;
    vec3 local;
} fixed_point;

static vec3 where(const state *s, const void *context)
{
    const fixed_point *fixed = context;
    lw_pose at;
    must(lw_motion_pose(s->motion, fixed->body, 0, &at, NULL));
    return transform(lw_pose_in(at), fixed->local);
}

static size_t check_jacobian(state *s, const lw_joints *joints, size_t body)
{
    double jacobian[3 * WORLD_VALUES];
    const double step = 1e-6;
    const lw_scene *scene = s->world->scene;
    const size_t width = lw_joints_value_count(joints);
    size_t moving = 0;
    size_t column = 0;
    const fixed_point fixed = {
        body, {lw_random_between(&s->random, -1, 1), lw_random_between(&s->random, -1, 1), 0.5}};
    must(
        lw_body_jacobian(s->other, s->motion, 0, fixed.body, where(s, &fixed), joints, jacobian, NULL));
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        const size_t joint = joint_of(s, joints, i);
        for (size_t k = 0; k < count_values(scene, joint); k++, column++) {
            const vec3 more = ask_at(s, joint, k, step, where, &fixed);
            const vec3 less = ask_at(s, joint, k, -step, where, &fixed);
            const vec3 slope = scale(0.5 / step, sub(more, less));
            const vec3 found = {jacobian[column], jacobian[width + column],
                                jacobian[2 * width + column]};
            const double size = 1 + norm(where(s, &fixed));
            if (!(norm(sub(slope, found)) <= 1e-7 * size))
                fail_msg("value %zu of joint %s: (%g, %g, %g) is not (%g, %g, %g)", k,
                         lw_joints_name(joints, i), found.x, found.y, found.z, slope.x, slope.y,
                         slope.z);
            moving += norm(found) > 1e-3;
        }
    }
    assert_int_equal(column, width);
    return moving;
}

/* ---- gradients --------------------------------------------------------------------------------- */

/* The two ends of a pair's signed distance. */
static vec3 apart(const state *s, const void *context)
{
    lw_distance d;
    must(lw_pair_distance(s->checker, s->motion, 0, *(const size_t *)context, &d, NULL));
    return v3(d.lower, d.upper, 0);
}

/* The slope of a pair's distance by a value; false: it has none, or its bracket is too wide. */
static bool find_slope(state *s, size_t pair, size_t joint, size_t value, double *slope)
{
    const double step = 1e-5;
    const vec3 at = apart(s, &pair);
    const vec3 more = ask_at(s, joint, value, step, apart, &pair);
    const vec3 less = ask_at(s, joint, value, -step, apart, &pair);
    const double loose = fmax(at.y - at.x, fmax(more.y - more.x, less.y - less.x));
    *slope = (more.y - less.y) / (2 * step);
    return loose < 1e-9 && fabs((more.y - at.y) - (at.y - less.y)) < 1e-4 * step;
}

/* Whether the points differ only along the normal, so that the gradient is exact. */
static bool is_exact(const lw_distance *d)
{
    const vec3 between = sub(d->points[1], d->points[0]);
    return norm(sub(between, scale(d->upper, d->normal))) < 1e-7;
}

/* Whether a joint moves a body. */
static bool moves(const lw_scene *scene, size_t joint, size_t index)
{
    lw_body_info body = lw_default_body_info();
    must(lw_scene_body_info(scene, index, &body, NULL));
    for (int64_t link = body.link; link >= 0;) {
        lw_link_info info = lw_default_link_info();
        lw_joint_info above = lw_default_joint_info();
        must(lw_scene_link_info(scene, (size_t)link, &info, NULL));
        if (info.parent_joint == (int64_t)joint)
            return true;
        if (info.parent_joint < 0)
            return false;
        must(lw_scene_joint_info(scene, (size_t)info.parent_joint, &above, NULL));
        link = (int64_t)above.parent;
    }
    return false;
}

/* Whether a joint that no other mimics moves both bodies of a pair: then it does not change their
 * distance. */
static bool moves_both(const lw_scene *scene, size_t joint, size_t pair)
{
    lw_pair_info info = lw_default_pair_info();
    must(lw_scene_pair_info(scene, pair, &info, NULL));
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++) {
        lw_joint_info other = lw_default_joint_info();
        must(lw_scene_joint_info(scene, i, &other, NULL));
        if (other.mimic == (int64_t)joint)
            return false;
    }
    return moves(scene, joint, info.bodies[0]) && moves(scene, joint, info.bodies[1]);
}

typedef struct tally {
    size_t apart, overlapping, skipped, inexact;
} tally;

static void check_pair(state *s, const lw_joints *joints, size_t pair, tally *t)
{
    double gradient[WORLD_VALUES];
    lw_distance d;
    must(lw_pair_distance(s->checker, s->motion, 0, pair, &d, NULL));
    must(lw_pair_gradient(s->other, s->motion, 0, pair, &d, joints, gradient, NULL));
    size_t first = 0;
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        const size_t joint = joint_of(s, joints, i);
        const size_t count = count_values(s->world->scene, joint);
        for (size_t k = 0; k < count && moves_both(s->world->scene, joint, pair); k++)
            assert_true(gradient[first + k] == 0);
        first += count;
    }
    if (!is_exact(&d)) {
        assert_true(d.upper < 0);
        t->inexact++;
        return;
    }
    size_t column = 0;
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        const size_t joint = joint_of(s, joints, i);
        for (size_t k = 0; k < count_values(s->world->scene, joint); k++, column++) {
            double slope;
            if (!find_slope(s, pair, joint, k, &slope)) {
                t->skipped++;
                continue;
            }
            if (!(fabs(slope - gradient[column]) <= 1e-3 * (1 + fabs(slope))))
                fail_msg("pair %zu, %g apart, value %zu of joint %s: %g is not %g", pair, d.upper, k,
                         lw_joints_name(joints, i), gradient[column], slope);
            t->apart += d.upper > 0 && fabs(slope) > 1e-2;
            t->overlapping += d.upper < 0 && fabs(slope) > 1e-2;
        }
    }
}

static void test_random_robots(void **unused)
{
    (void)unused;
    state s = {.random = {test_seed()}};
    tally t = {0};
    size_t moving = 0;
    const size_t rounds = (size_t)test_rounds(100, 5000);
    for (size_t round = 0; round < rounds; round++) {
        make_state(&s);
        const lw_scene *scene = s.world->scene;
        for (size_t r = 0; r < lw_scene_robot_count(scene); r++) {
            const lw_joints *joints = lw_scene_joints(scene, lw_scene_robot_name(scene, r), NULL, NULL);
            for (size_t pair = 0; pair < lw_scene_pair_count(scene); pair++)
                check_pair(&s, joints, pair, &t);
            for (size_t body = 0; body < lw_scene_body_count(scene); body++)
                moving += check_jacobian(&s, joints, body);
        }
        drop_state(&s);
    }
    print_message("%zu apart, %zu overlapping, %zu skipped, %zu pairs left out, %zu columns\n", t.apart,
                  t.overlapping, t.skipped, t.inexact, moving);
    assert_true(t.apart > 10 * rounds && t.overlapping > rounds / 2 && moving > 2 * rounds);
    assert_true(t.skipped < t.apart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_robots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
