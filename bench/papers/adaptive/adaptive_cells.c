/* The three cells of Wu et al.'s section 4. */
#include "adaptive/adaptive_cells.h"

#include "adaptive/generated_mesh.h"

#include <math.h>
#include <stdio.h>

static const double degree = 0.017453292519943295;
static const double pi = 3.141592653589793;

/* A link, the joint that moves it, and its mesh; metres and degrees. */
typedef struct part {
    const char *name;
    const char *parent; /* NULL: the robot's first link */
    bool turns;         /* a joint turns it; else it is fixed to its parent */
    lw_vec3 axis;
    lw_vec3 at; /* in the parent's frame */
    double lower, upper;
    lw_vec3 middle; /* of the mesh */
    double tilt;    /* about x */
    lw_generated_mesh mesh;
} part;

/* 15,300 triangles */
static const part arm[] = {
    {.name = "base",
     .middle = {0, 0, 0.10},
     .mesh = {LW_GENERATED_CYLINDER, 0.11, 0.20, 30, 35, {0, 0, 0}, {0}}},
    {.name = "shoulder",
     .parent = "base",
     .turns = true,
     .axis = {0, 0, 1},
     .at = {0, 0, 0.20},
     .lower = -170,
     .upper = 170,
     .middle = {0, 0, 0.12},
     .mesh = {LW_GENERATED_CAPSULE, 0.09, 0.10, 30, 40, {0, 0, 0}, {0}}},
    {.name = "upper arm",
     .parent = "shoulder",
     .turns = true,
     .axis = {0, 1, 0},
     .at = {0, 0, 0.20},
     .lower = -100,
     .upper = 120,
     .middle = {0, 0, 0.25},
     .mesh = {LW_GENERATED_CAPSULE, 0.07, 0.46, 30, 60, {0, 0, 0}, {0}}},
    {.name = "elbow",
     .parent = "upper arm",
     .turns = true,
     .axis = {0, 1, 0},
     .at = {0, 0, 0.52},
     .lower = -140,
     .upper = 140,
     .middle = {0, 0, 0.05},
     .mesh = {LW_GENERATED_CAPSULE, 0.065, 0.08, 30, 30, {0, 0, 0}, {0}}},
    {.name = "forearm",
     .parent = "elbow",
     .turns = true,
     .axis = {0, 0, 1},
     .at = {0, 0, 0.14},
     .lower = -180,
     .upper = 180,
     .middle = {0, 0, 0.14},
     .mesh = {LW_GENERATED_CAPSULE, 0.05, 0.26, 30, 45, {0, 0, 0}, {0}}},
    {.name = "wrist",
     .parent = "forearm",
     .turns = true,
     .axis = {0, 1, 0},
     .at = {0, 0, 0.34},
     .lower = -115,
     .upper = 115,
     .middle = {0, 0, 0.03},
     .mesh = {LW_GENERATED_CAPSULE, 0.045, 0.05, 30, 25, {0, 0, 0}, {0}}},
    {.name = "tool",
     .parent = "wrist",
     .turns = true,
     .axis = {0, 0, 1},
     .at = {0, 0, 0.09},
     .lower = -180,
     .upper = 180,
     .middle = {0.03, 0, 0.07},
     .mesh = {LW_GENERATED_CAPSULE, 0.03, 0.12, 30, 20, {0, 0, 0}, {0}}},
};

/* 4,388 triangles, those of the posts included */
static const part positioner[] = {
    {.name = "stand",
     .middle = {0, 0, 0.20},
     .mesh = {LW_GENERATED_BOX, 0, 0, 0, 0, {0.24, 0.44, 0.40}, {14, 21, 1}}},
    {.name = "cradle",
     .parent = "stand",
     .turns = true,
     .axis = {0, 1, 0},
     .at = {0, 0, 0.50},
     .lower = -60,
     .upper = 60,
     .tilt = 90,
     .mesh = {LW_GENERATED_CAPSULE, 0.06, 0.40, 24, 20, {0, 0, 0}, {0}}},
    {.name = "table",
     .parent = "cradle",
     .turns = true,
     .axis = {0, 0, 1},
     .at = {0, 0, 0.08},
     .lower = -180,
     .upper = 180,
     .mesh = {LW_GENERATED_CYLINDER, 0.28, 0.03, 48, 10, {0, 0, 0}, {0}}},
    {.name = "left post",
     .parent = "table",
     .at = {0, 0.20, 0.015},
     .middle = {0, 0, 0.14},
     .mesh = {LW_GENERATED_CYLINDER, 0.025, 0.28, 24, 12, {0, 0, 0}, {0}}},
    {.name = "right post",
     .parent = "table",
     .at = {0, -0.20, 0.015},
     .middle = {0, 0, 0.14},
     .mesh = {LW_GENERATED_CYLINDER, 0.025, 0.28, 24, 12, {0, 0, 0}, {0}}},
};

enum {
    ARM_PARTS = sizeof arm / sizeof *arm,
    POSITIONER_PARTS = sizeof positioner / sizeof *positioner
};

typedef struct robot {
    const char *name;
    const part *parts;
    int count;
    lw_vec3 at;
    double turn; /* about z, degrees */
} robot;

/* An obstacle: a mesh of 960 triangles, or the box of 412. */
typedef struct obstacle {
    const char *id;
    lw_vec3 at;
    lw_generated_mesh mesh;
} obstacle;

typedef struct layout {
    robot robots[LW_ADAPTIVE_MOST_ROBOTS];
    int robot_count;
    obstacle obstacles[3];
    int obstacle_count;
} layout;

static const layout layouts[LW_ADAPTIVE_CELLS] = {
    {.robots = {{"arm", arm, ARM_PARTS, {0, 0, 0}, 0}},
     .robot_count = 1,
     .obstacles =
         {{"high ball", {0.45, 0.40, 0.85}, {LW_GENERATED_CAPSULE, 0.15, 0, 32, 15, {0, 0, 0}, {0}}},
          {"low ball", {0.40, -0.55, 0.40}, {LW_GENERATED_CAPSULE, 0.15, 0, 32, 15, {0, 0, 0}, {0}}},
          {"box", {-0.60, 0, 0.25}, {LW_GENERATED_BOX, 0, 0, 0, 0, {0.30, 0.90, 0.50}, {1, 7, 12}}}},
     .obstacle_count = 3},
    {.robots = {{"arm", arm, ARM_PARTS, {0, 0, 0}, 0},
                {"positioner", positioner, POSITIONER_PARTS, {0.85, 0, 0}, 0}},
     .robot_count = 2},
    {.robots = {{"left arm", arm, ARM_PARTS, {0, 0, 0}, 0},
                {"right arm", arm, ARM_PARTS, {1.70, 0, 0}, 180},
                {"positioner", positioner, POSITIONER_PARTS, {0.85, 0, 0}, 0}},
     .robot_count = 3,
     .obstacles =
         {{"near ball", {0.85, -0.75, 0.60}, {LW_GENERATED_CAPSULE, 0.15, 0, 32, 15, {0, 0, 0}, {0}}},
          {"far ball", {0.85, 0.75, 0.60}, {LW_GENERATED_CAPSULE, 0.15, 0, 32, 15, {0, 0, 0}, {0}}}},
     .obstacle_count = 2},
};

const double lw_adaptive_precisions[LW_ADAPTIVE_PRECISIONS] = {0.01, 0.001, 0.0001};

const lw_adaptive_cell lw_adaptive_cells[LW_ADAPTIVE_CELLS] = {
    {"case 1: arm, balls, box", 6, 17632, {0.392, 2.828, 20.443}, {0.291, 2.118, 13.278}},
    {"case 2: arm, positioner, posts", 8, 19688, {0.511, 0.691, 2.515}, {0.245, 0.331, 0.401}},
    {"case 3: two arms, positioner, posts, balls", 14, 36908, {0}, {0}},
};

void lw_adaptive_limits(int cell, double *lower, double *upper)
{
    int count = 0;
    for (int r = 0; r < layouts[cell].robot_count; r++)
        for (int i = 0; i < layouts[cell].robots[r].count; i++) {
            const part *p = &layouts[cell].robots[r].parts[i];
            if (!p->turns)
                continue;
            lower[count] = p->lower * degree;
            upper[count++] = p->upper * degree;
        }
}

static lw_status add_part(lw_scene *scene, const char *owner, const part *p, size_t *triangles,
                          lw_error *error)
{
    lw_status status = lw_scene_add_link(scene, owner, p->name, error);
    if (p->parent && !status) {
        lw_joint_def joint = lw_default_joint();
        joint.name = p->name;
        joint.kind = p->turns ? LW_JOINT_REVOLUTE : LW_JOINT_FIXED;
        joint.parent = p->parent;
        joint.child = p->name;
        joint.axis = p->axis;
        joint.origin.position = p->at;
        joint.lower = p->lower * degree;
        joint.upper = p->upper * degree;
        status = lw_scene_add_joint(scene, owner, &joint, error);
    }
    lw_shape_def shape = lw_default_shape();
    if (!status)
        status = lw_generated_make(&p->mesh, &shape, error);
    if (!status)
        status = lw_scene_add_shape(scene, owner, p->name, &shape,
                                    lw_pose_from_rpy(p->middle, p->tilt * degree, 0, 0), error);
    lw_generated_drop(&shape);
    *triangles += lw_generated_triangles(&p->mesh);
    return status;
}

/* Pairs inside one robot may meet. */
static lw_status allow_inside(lw_scene *scene, const robot *r, lw_error *error)
{
    lw_status status = LW_OK;
    for (int i = 0; i < r->count; i++)
        for (int k = i + 1; k < r->count && !status; k++) {
            char names[2][64];
            snprintf(names[0], sizeof names[0], "%s/%s", r->name, r->parts[i].name);
            snprintf(names[1], sizeof names[1], "%s/%s", r->name, r->parts[k].name);
            status = lw_scene_allow_pair(scene, names[0], names[1], true, error);
        }
    return status;
}

static lw_status add_robot(lw_scene *scene, const robot *r, size_t *triangles, lw_error *error)
{
    lw_pose base = lw_pose_from_rpy(r->at, 0, 0, r->turn * degree);
    lw_status status = lw_scene_add_robot(scene, r->name, base, error);
    for (int i = 0; i < r->count && !status; i++)
        status = add_part(scene, r->name, &r->parts[i], triangles, error);
    return status ? status : allow_inside(scene, r, error);
}

static lw_status add_obstacle(lw_scene *scene, const obstacle *o, size_t *triangles, lw_error *error)
{
    lw_shape_def shape;
    lw_status status = lw_generated_make(&o->mesh, &shape, error);
    if (!status)
        status = lw_scene_add_obstacle(scene, o->id, &shape, lw_pose_from_rpy(o->at, 0, 0, 0), error);
    lw_generated_drop(&shape);
    *triangles += lw_generated_triangles(&o->mesh);
    return status;
}

lw_status lw_adaptive_scene(int cell, lw_scene **out, size_t *triangles, lw_error *error)
{
    const layout *l = &layouts[cell];
    *triangles = 0;
    lw_status status = lw_scene_create(out, error);
    for (int i = 0; i < l->robot_count && !status; i++)
        status = add_robot(*out, &l->robots[i], triangles, error);
    for (int i = 0; i < l->obstacle_count && !status; i++)
        status = add_obstacle(*out, &l->obstacles[i], triangles, error);
    return status;
}

lw_status lw_adaptive_set_line(int cell, const lw_scene *scene, lw_motion *motion, const double *from,
                               const double *to, lw_error *error)
{
    lw_track tracks[LW_ADAPTIVE_MOST_ROBOTS];
    double rows[LW_ADAPTIVE_MOST_ROBOTS][2 * LW_ADAPTIVE_MOST_JOINTS];
    size_t first = 0;
    for (int r = 0; r < layouts[cell].robot_count; r++) {
        const lw_joints *joints = lw_scene_joints(scene, layouts[cell].robots[r].name, NULL, error);
        if (!joints)
            return error->status;
        size_t count = lw_joints_value_count(joints);
        for (size_t i = 0; i < count; i++) {
            rows[r][i] = from[first + i];
            rows[r][count + i] = to[first + i];
        }
        first += count;
        tracks[r] = lw_default_track();
        tracks[r].joints = joints;
        tracks[r].point_count = 2;
        tracks[r].positions = rows[r];
    }
    return lw_motion_set(motion, tracks, (size_t)layouts[cell].robot_count, error);
}

lw_status lw_adaptive_post(double angle, double gap, lw_scene **out, lw_error *error)
{
    static const double ball = 0.02;
    static const double thin = 0.001;
    lw_shape_def shape = lw_default_shape();
    lw_pose at = lw_pose_identity();
    lw_joint_def joint = lw_default_joint();
    joint.name = "joint";
    joint.kind = LW_JOINT_REVOLUTE;
    joint.parent = "base";
    joint.child = "link";
    joint.axis = (lw_vec3){0, 0, 1};
    joint.lower = -pi;
    joint.upper = pi;
    shape.radius = ball;
    at.position.x = 1;
    lw_status status = lw_scene_create(out, error);
    if (!status)
        status = lw_scene_add_robot(*out, "arm", lw_pose_identity(), error);
    if (!status)
        status = lw_scene_add_link(*out, "arm", "base", error);
    if (!status)
        status = lw_scene_add_link(*out, "arm", "link", error);
    if (!status)
        status = lw_scene_add_joint(*out, "arm", &joint, error);
    if (!status)
        status = lw_scene_add_shape(*out, "arm", "link", &shape, at, error);
    shape.kind = LW_SHAPE_CYLINDER;
    shape.radius = thin;
    shape.length = 1;
    double from_axis = 1 + ball + thin + gap;
    at.position = (lw_vec3){from_axis * cos(angle), from_axis * sin(angle), 0};
    return status ? status : lw_scene_add_obstacle(*out, "post", &shape, at, error);
}
