/* A robot on a table, for tests of gates: two joints slide a ball along x and y, and a third turns an
 * arm about it, at whose end another ball is. Around it are balls that stand still, so that distances
 * follow from centres. */
#ifndef LW_TEST_GATE_TABLE_H
#define LW_TEST_GATE_TABLE_H

#include "leeway/gate.h"
#include "small_scene.h"

enum { BALLS = 4, OWN = 3 };

static const double RADIUS = 0.1;
static const double ARM = 0.3;

/* The limits of the three joints, and where the balls are. */
typedef struct gate_table {
    lw_scene *scene;
    lw_gate *gate;
    double reach, velocity, acceleration, jerk;
    double balls[BALLS][2];
} gate_table;

static inline gate_table open_table(void)
{
    return (gate_table){
        .reach = 2,
        .velocity = HUGE_VAL,
        .acceleration = 4,
        .jerk = HUGE_VAL,
        .balls = {{1, 0}, {-9, 0}, {-9, 1}, {-9, 2}},
    };
}

static inline void add_table_joint(lw_scene *scene, const gate_table *t, const char *name,
                                   lw_joint_kind kind, const char *const links[2], lw_vec3 axis)
{
    lw_error error = {0};
    lw_joint_def joint = joint_of(name, kind, links[0], links[1]);
    joint.origin.position.x = 0;
    joint.axis = axis;
    joint.lower = -t->reach;
    joint.upper = t->reach;
    joint.velocity = t->velocity;
    joint.acceleration = t->acceleration;
    joint.jerk = t->jerk;
    succeed(lw_scene_add_joint(scene, "r", &joint, &error), &error);
}

static inline lw_pose at_point(double x, double y)
{
    lw_pose pose = lw_pose_identity();
    pose.position = (lw_vec3){x, y, 0};
    return pose;
}

/* The name of a ball. */
static inline const char *ball_name(int ball)
{
    static const char *const names[BALLS] = {"b0", "b1", "b2", "b3"};
    return names[ball];
}

static inline void build_table(gate_table *t)
{
    static const char *const links[OWN + 1] = {"floor", "rail", "ball", "arm"};
    static const char *const joints[OWN] = {"x", "y", "turn"};
    static const lw_vec3 axes[OWN] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    lw_error error = {0};
    const lw_shape_def ball = sphere_of(RADIUS);
    t->scene = new_scene();
    succeed(lw_scene_add_robot(t->scene, "r", lw_pose_identity(), &error), &error);
    for (int i = 0; i <= OWN; i++)
        succeed(lw_scene_add_link(t->scene, "r", links[i], &error), &error);
    for (int i = 0; i < OWN; i++)
        add_table_joint(t->scene, t, joints[i], i < 2 ? LW_JOINT_PRISMATIC : LW_JOINT_REVOLUTE,
                        links + i, axes[i]);
    succeed(lw_scene_add_shape(t->scene, "r", "ball", &ball, lw_pose_identity(), &error), &error);
    succeed(lw_scene_add_shape(t->scene, "r", "arm", &ball, at_point(ARM, 0), &error), &error);
    for (int i = 0; i < BALLS; i++)
        succeed(lw_scene_add_obstacle(t->scene, ball_name(i), &ball,
                                      at_point(t->balls[i][0], t->balls[i][1]), &error),
                &error);
    succeed(lw_scene_freeze(t->scene, &error), &error);
}

static inline void drop_table(gate_table *t)
{
    lw_gate_destroy(t->gate);
    lw_scene_destroy(t->scene);
}

/* A frozen copy of a scene in which a ball has been moved. */
static inline lw_scene *with_ball_at(const lw_scene *scene, int ball, double x, double y)
{
    lw_error error = {0};
    lw_scene *copy = NULL;
    succeed(lw_scene_copy(scene, &copy, &error), &error);
    succeed(lw_scene_move_obstacle(copy, ball_name(ball), at_point(x, y), &error), &error);
    succeed(lw_scene_freeze(copy, &error), &error);
    return copy;
}

/* The least gap between the robot's balls and those that stand still, at values of the joints. */
static inline double table_gap(const gate_table *t, const double q[OWN])
{
    const double own[2][2] = {{q[0], q[1]}, {q[0] + ARM * cos(q[2]), q[1] + ARM * sin(q[2])}};
    double gap = HUGE_VAL;
    for (int i = 0; i < BALLS; i++)
        for (int k = 0; k < 2; k++)
            gap = fmin(gap, hypot(own[k][0] - t->balls[i][0], own[k][1] - t->balls[i][1]));
    return gap - 2 * RADIUS;
}

#endif
