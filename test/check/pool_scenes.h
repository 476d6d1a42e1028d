/* For the tests of pools: scenes of an arm, a vehicle in the plane and a flying box among random
 * obstacles, random rows of joint values, the verdicts of lw_check on them, and room for answers. */
#ifndef LW_TEST_POOL_SCENES_H
#define LW_TEST_POOL_SCENES_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "expect.h"
#include "verdicts.h"

enum { COUNT = 40, WIDEST = 7, LINKS = 5 };

static const unsigned threads_tried[] = {1, 2, 4};

#define succeed(call, error) check_success((call), (error), __LINE__)

static inline void check_success(lw_status status, const lw_error *error, int line)
{
    if (status)
        fail_msg("line %d: %s: %s", line, lw_status_name(status), error->message);
}

/* ---- scenes ------------------------------------------------------------------------------------ */

static inline lw_pose place_of(lw_random *random, double reach, bool flat)
{
    lw_pose place = lw_pose_identity();
    place.position.x = lw_random_between(random, -reach, reach);
    place.position.y = lw_random_between(random, -reach, reach);
    place.position.z = flat ? 0 : lw_random_between(random, -reach, reach);
    return place;
}

static inline void add_obstacles(lw_random *random, lw_scene *scene, bool flat)
{
    static const double triangle[] = {-0.3, -0.2, 0, 0.3, -0.2, 0, 0, 0.3, 0};
    lw_error error = {0};
    for (int i = 0; i < 4; i++) {
        char id[16];
        lw_shape_def shape = lw_default_shape();
        snprintf(id, sizeof id, "post%d", i);
        shape.radius = 0.3;
        if (flat) {
            shape.kind = i % 2 ? LW_SHAPE_DISC : LW_SHAPE_POLYGON;
            shape.vertices = triangle;
            shape.vertex_count = 3;
        } else if (i % 2) {
            shape.kind = LW_SHAPE_BOX;
            shape.size = (lw_vec3){0.5, 0.3, 0.4};
        }
        lw_pose place = place_of(random, 1.5, flat);
        if (!flat && hypot(place.position.x, place.position.y) < 0.6)
            place.position.x += 1;
        succeed(lw_scene_add_obstacle(scene, id, &shape, place, &error), &error);
    }
    succeed(lw_scene_set_margin(scene, 0.01, &error), &error);
}

/* An arm: joints that turn about z and y in turn, the first without limits. */
static inline void add_arm(lw_scene *scene)
{
    lw_error error = {0};
    lw_shape_def rod = lw_default_shape();
    rod.kind = LW_SHAPE_CAPSULE;
    rod.radius = 0.04;
    rod.length = 0.3;
    lw_pose middle = {{0, 0, 0.2}, {0, 0, 0, 1}};
    succeed(lw_scene_add_robot(scene, "arm", lw_pose_identity(), &error), &error);
    char names[LINKS + 1][8];
    char joints[LINKS][8];
    for (int i = 0; i <= LINKS; i++) {
        snprintf(names[i], sizeof names[i], "link%d", i);
        succeed(lw_scene_add_link(scene, "arm", names[i], &error), &error);
        if (!i)
            continue;
        snprintf(joints[i - 1], sizeof joints[i - 1], "turn%d", i);
        succeed(lw_scene_add_shape(scene, "arm", names[i], &rod, middle, &error), &error);
        lw_joint_def joint = lw_default_joint();
        joint.name = joints[i - 1];
        joint.kind = i == 1 ? LW_JOINT_CONTINUOUS : LW_JOINT_REVOLUTE;
        joint.parent = names[i - 1];
        joint.child = names[i];
        joint.axis = i % 2 ? (lw_vec3){0, 0, 1} : (lw_vec3){0, 1, 0};
        joint.origin.position.z = i == 1 ? 0 : 0.4;
        joint.lower = -4;
        joint.upper = 4;
        succeed(lw_scene_add_joint(scene, "arm", &joint, &error), &error);
        if (i > 1)
            succeed(lw_scene_allow_pair(scene, names[i - 1], names[i], true, &error), &error);
    }
}

static inline void add_cart(lw_scene *scene)
{
    static const double outline[] = {-0.3, -0.1, 0, 0.3, -0.1, 0, 0.3, 0.1, 0, -0.2, 0.2, 0};
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = outline;
    shape.vertex_count = 4;
    lw_joint_def joint = lw_default_joint();
    joint.name = "drive";
    joint.kind = LW_JOINT_PLANAR;
    joint.parent = "floor";
    joint.child = "cart";
    joint.axis = (lw_vec3){0, 0, 1};
    succeed(lw_scene_add_robot(scene, "cart", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "cart", "floor", &error), &error);
    succeed(lw_scene_add_link(scene, "cart", "cart", &error), &error);
    succeed(lw_scene_add_joint(scene, "cart", &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, "cart", "cart", &shape, lw_pose_identity(), &error), &error);
}

/* A flying box, which has quaternions. */
static inline void add_flyer(lw_scene *scene)
{
    lw_error error = {0};
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_BOX;
    shape.size = (lw_vec3){0.4, 0.2, 0.1};
    lw_joint_def joint = lw_default_joint();
    joint.name = "flight";
    joint.kind = LW_JOINT_FLOATING;
    joint.parent = "air";
    joint.child = "flyer";
    succeed(lw_scene_add_robot(scene, "flyer", lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_link(scene, "flyer", "air", &error), &error);
    succeed(lw_scene_add_link(scene, "flyer", "flyer", &error), &error);
    succeed(lw_scene_add_joint(scene, "flyer", &joint, &error), &error);
    succeed(lw_scene_add_shape(scene, "flyer", "flyer", &shape, lw_pose_identity(), &error), &error);
}

typedef enum kind { ARM, CART, FLYER, KINDS } kind;

static inline lw_scene *scene_of(lw_random *random, kind which)
{
    lw_error error = {0};
    lw_scene *scene = NULL;
    succeed(lw_scene_create(&scene, &error), &error);
    if (which == CART)
        succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    if (which == ARM)
        add_arm(scene);
    else if (which == CART)
        add_cart(scene);
    else
        add_flyer(scene);
    add_obstacles(random, scene, which == CART);
    succeed(lw_scene_freeze(scene, &error), &error);
    return scene;
}

/* ---- questions --------------------------------------------------------------------------------- */

/* Rows of random values; with strides, the values between rows are NaN. */
typedef struct questions {
    lw_rows rows;
    size_t width;
    double from[COUNT * (WIDEST + 3)], to[COUNT * (WIDEST + 3)];
} questions;

static inline void random_rows(lw_random *random, double *values, size_t width, size_t stride,
                               kind which)
{
    for (size_t i = 0; i < COUNT * (WIDEST + 3); i++)
        values[i] = NAN;
    for (size_t i = 0; i < (stride ? COUNT : 1); i++)
        for (size_t k = 0; k < width; k++)
            values[i * stride + k] = lw_random_between(random, -1.5, 1.5) * (which == ARM ? 1.5 : 1);
}

static inline void ask(lw_random *random, lw_scene *scene, kind which, questions *q)
{
    const lw_joints *joints = lw_scene_joints(scene, NULL, NULL, NULL);
    q->width = lw_joints_value_count(joints);
    q->rows = lw_default_rows();
    q->rows.joints = lw_random_below(random, 2) ? joints : NULL;
    q->rows.count = COUNT;
    q->rows.from = q->from;
    q->rows.to = q->to;
    q->rows.from_stride = lw_random_below(random, 3) ? q->width + lw_random_below(random, 4) : 0;
    q->rows.to_stride = lw_random_below(random, 4) ? q->width + lw_random_below(random, 4) : 0;
    random_rows(random, q->from, q->width, q->rows.from_stride, which);
    random_rows(random, q->to, q->width, q->rows.to_stride, which);
}

/* all: whether the method expanded serves the question too */
static inline lw_check_options random_options(lw_random *random, bool all)
{
    static const lw_method methods[] = {LW_METHOD_AUTO, LW_METHOD_BISECTION, LW_METHOD_SLAB,
                                        LW_METHOD_AUTO, LW_METHOD_EXPANDED};
    lw_check_options options = lw_default_check_options();
    options.method = methods[lw_random_below(random, all ? 5 : 4)];
    options.any = lw_random_below(random, 2);
    options.budget_queries = lw_random_below(random, 4) ? 0 : 1 + lw_random_below(random, 20);
    return options;
}

/* The verdict of lw_check on each row. */
static inline void alone(lw_scene *scene, const questions *q, bool states,
                         const lw_check_options *options, lw_verdict verdicts[COUNT])
{
    lw_error error = {0};
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    succeed(lw_checker_create(scene, &checker, &error), &error);
    succeed(lw_motion_create(scene, &motion, &error), &error);
    for (size_t i = 0; i < COUNT; i++) {
        const double *from = q->from + i * q->rows.from_stride;
        const double *to = states ? from : q->to + i * q->rows.to_stride;
        succeed(lw_motion_set_segment(motion, NULL, from, to, &error), &error);
        verdicts[i] = lw_default_verdict();
        succeed(lw_check(checker, motion, options, &verdicts[i], &error), &error);
    }
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
}

/* ---- answers ----------------------------------------------------------------------------------- */

/* Room for answers, and for one more, to which nothing may be written. */
typedef struct room {
    lw_verdict_kind kind[COUNT + 1];
    lw_reason reason[COUNT + 1];
    double free_until[COUNT + 1], time[COUNT + 1];
    int64_t pair[COUNT + 1][2];
    lw_clearance clearance[COUNT + 1], self_clearance[COUNT + 1];
} room;

enum {
    KIND = 1,
    REASON = 2,
    FREE_UNTIL = 4,
    TIME = 8,
    PAIR = 16,
    CLEARANCE = 32,
    SELF = 64,
    ALL = 127
};

static inline lw_answers answers_in(room *r, unsigned wanted)
{
    memset(r, 0x55, sizeof *r);
    return (lw_answers){.struct_size = sizeof(lw_answers),
                        .kind = wanted & KIND ? r->kind : NULL,
                        .reason = wanted & REASON ? r->reason : NULL,
                        .free_until = wanted & FREE_UNTIL ? r->free_until : NULL,
                        .time = wanted & TIME ? r->time : NULL,
                        .pair = wanted & PAIR ? r->pair : NULL,
                        .clearance = wanted & CLEARANCE ? r->clearance : NULL,
                        .self_clearance = wanted & SELF ? r->self_clearance : NULL};
}

/* Whether nothing was written to an element. */
#define untouched(element) is_filled(&(element), sizeof(element))

static inline bool is_filled(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)bytes)[i] != 0x55)
            return false;
    return true;
}

static inline void same_answers(const room *r, unsigned wanted, const lw_verdict *verdicts,
                                size_t count)
{
    for (size_t i = 0; i <= COUNT; i++) {
        unsigned here = i < count ? wanted : 0;
        const lw_verdict *v = &verdicts[i < count ? i : 0];
        assert_true(here & KIND ? r->kind[i] == v->kind : untouched(r->kind[i]));
        assert_true(here & REASON ? r->reason[i] == v->reason : untouched(r->reason[i]));
        assert_true(here & FREE_UNTIL ? same_bits(r->free_until[i], v->free_until)
                                      : untouched(r->free_until[i]));
        assert_true(here & TIME ? same_bits(r->time[i], v->time) : untouched(r->time[i]));
        assert_true(here & PAIR ? same_pair(r->pair[i], v->pair) : untouched(r->pair[i]));
        assert_true(here & CLEARANCE ? same_clearance(&r->clearance[i], &v->clearance)
                                     : untouched(r->clearance[i]));
        assert_true(here & SELF ? same_clearance(&r->self_clearance[i], &v->self_clearance)
                                : untouched(r->self_clearance[i]));
    }
}

static inline lw_status call(lw_pool *pool, bool states, const lw_rows *rows,
                             const lw_check_options *options, const lw_answers *answers,
                             lw_error *error)
{
    return states ? lw_pool_states(pool, rows, options, answers, error)
                  : lw_pool_segments(pool, rows, options, answers, error);
}

#endif
