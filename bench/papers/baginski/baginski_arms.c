/* Arms and work-cells in the spirit of Baginski's section 6. */
#include "baginski/baginski_arms.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>

static const double degree = 0.017453292519943295;

/* A joint and the box of the link that it moves; lengths in metres, limits in degrees or metres. */
typedef struct segment {
    bool slides; /* else it turns */
    lw_vec3 axis;
    lw_vec3 at; /* place of the joint in the frame of the link before */
    double lower, upper;
    lw_vec3 middle, size; /* of the link's box, in the link's frame */
} segment;

static const segment two[] = {
    {false, {0, 0, 1}, {0, 0, 0}, -170, 170, {0.30, 0, 0}, {0.56, 0.08, 0.08}},
    {false, {0, 0, 1}, {0.6, 0, 0}, -150, 150, {0.30, 0, 0}, {0.56, 0.06, 0.06}},
};

static const segment three[] = {
    {false, {0, 0, 1}, {0, 0, 0.3}, -170, 170, {0, 0, 0.10}, {0.16, 0.16, 0.24}},
    {false, {0, 1, 0}, {0, 0, 0.3}, -100, 100, {0, 0, 0.30}, {0.10, 0.10, 0.54}},
    {false, {0, 1, 0}, {0, 0, 0.6}, -150, 150, {0, 0, 0.30}, {0.08, 0.08, 0.56}},
};

/* two turns in a plane, a slide and a turn of the tool */
static const segment four[] = {
    {false, {0, 0, 1}, {0, 0, 1.0}, -170, 170, {0.30, 0, 0}, {0.58, 0.14, 0.10}},
    {false, {0, 0, 1}, {0.6, 0, 0}, -150, 150, {0.25, 0, 0.12}, {0.60, 0.12, 0.10}},
    {true, {0, 0, 1}, {0.5, 0, 0}, -0.4, 0, {0, 0, 0}, {0.04, 0.04, 0.50}},
    {false, {0, 0, 1}, {0, 0, -0.25}, -180, 180, {0.06, 0, -0.03}, {0.20, 0.06, 0.04}},
};

/* an arm on a rail, with a gripper whose second finger mimics the first */
static const segment five[] = {
    {true, {1, 0, 0}, {0, 0, 0.1}, -0.5, 0.5, {0, 0, 0.10}, {0.30, 0.24, 0.16}},
    {false, {0, 0, 1}, {0, 0, 0.2}, -170, 170, {0, 0, 0.12}, {0.16, 0.16, 0.20}},
    {false, {0, 1, 0}, {0, 0, 0.26}, -100, 100, {0, 0, 0.27}, {0.10, 0.10, 0.50}},
    {false, {0, 1, 0}, {0, 0, 0.55}, -140, 140, {0, 0, 0.20}, {0.08, 0.08, 0.36}},
    {true, {0, 1, 0}, {0, 0, 0.38}, 0.01, 0.05, {0, 0.01, 0.06}, {0.03, 0.015, 0.12}},
};

static const segment six[] = {
    {false, {0, 0, 1}, {0, 0, 0.2}, -170, 170, {0, 0, 0.14}, {0.22, 0.22, 0.26}},
    {false, {0, 1, 0}, {0, 0, 0.3}, -100, 120, {0, 0, 0.28}, {0.14, 0.14, 0.50}},
    {false, {0, 1, 0}, {0, 0, 0.55}, -140, 140, {0.05, 0, 0.06}, {0.20, 0.14, 0.10}},
    {false, {0, 0, 1}, {0, 0, 0.12}, -180, 180, {0, 0, 0.18}, {0.10, 0.10, 0.34}},
    {false, {0, 1, 0}, {0, 0, 0.38}, -115, 115, {0, 0, 0.05}, {0.08, 0.08, 0.12}},
    {false, {0, 0, 1}, {0, 0, 0.12}, -180, 180, {0.08, 0, 0.08}, {0.26, 0.12, 0.14}},
};

static const segment eight[] = {
    {false, {0, 0, 1}, {0, 0, 0}, -170, 170, {0.10, 0, 0}, {0.17, 0.07, 0.07}},
    {false, {0, 0, 1}, {0.2, 0, 0}, -120, 120, {0.10, 0, 0}, {0.17, 0.07, 0.07}},
    {false, {0, 0, 1}, {0.2, 0, 0}, -120, 120, {0.10, 0, 0}, {0.17, 0.06, 0.06}},
    {false, {0, 0, 1}, {0.2, 0, 0}, -120, 120, {0.10, 0, 0}, {0.17, 0.06, 0.06}},
    {false, {0, 0, 1}, {0.2, 0, 0}, -120, 120, {0.09, 0, 0}, {0.15, 0.05, 0.05}},
    {false, {0, 0, 1}, {0.18, 0, 0}, -120, 120, {0.09, 0, 0}, {0.15, 0.05, 0.05}},
    {false, {0, 0, 1}, {0.18, 0, 0}, -120, 120, {0.08, 0, 0}, {0.13, 0.04, 0.04}},
    {false, {0, 0, 1}, {0.16, 0, 0}, -120, 120, {0.08, 0, 0}, {0.15, 0.04, 0.04}},
};

/* turns about y and x in turn, each link 0.1 m long */
static const segment sixteen[] = {
    {false, {0, 0, 1}, {0, 0, 0.3}, -170, 170, {0, 0, 0.05}, {0.08, 0.08, 0.08}},
    {false, {0, 1, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {1, 0, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {0, 1, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {1, 0, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {0, 1, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {1, 0, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {0, 1, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {1, 0, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {0, 1, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {1, 0, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {0, 1, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {1, 0, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {0, 1, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {1, 0, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.05}, {0.06, 0.06, 0.08}},
    {false, {0, 1, 0}, {0, 0, 0.1}, -60, 60, {0, 0, 0.06}, {0.10, 0.05, 0.10}},
};

typedef struct obstacle {
    const char *id;
    lw_shape_kind kind;
    lw_vec3 at;
    lw_vec3 size; /* of a box; of other shapes x is the radius, y the length */
    bool lies;    /* it lies along x instead of z */
} obstacle;

/* Posts, for arms that move in the plane z = 0. */
static const obstacle posts[] = {
    {"pole", LW_SHAPE_CYLINDER, {0.90, 0.50, 0}, {0.06, 1.0, 0}, false},
    {"cabinet", LW_SHAPE_BOX, {-0.70, 0.80, 0}, {0.20, 0.30, 1.0}, false},
    {"rod", LW_SHAPE_CYLINDER, {0.30, -1.10, 0}, {0.04, 1.0, 0}, false},
    {"panel", LW_SHAPE_BOX, {-1.00, -0.50, 0}, {0.30, 0.10, 1.0}, false},
    {"drum", LW_SHAPE_CYLINDER, {1.20, -0.60, 0}, {0.10, 1.0, 0}, false},
    {"ball", LW_SHAPE_SPHERE, {-0.35, -0.75, 0}, {0.12, 0, 0}, false},
};

/* A table, shelves, a wall and pipes, for the other arms. */
static const obstacle cell[] = {
    {"table", LW_SHAPE_BOX, {0.85, 0.10, 0.20}, {0.60, 1.00, 0.04}, false},
    {"crate", LW_SHAPE_BOX, {0.80, 0.35, 0.34}, {0.24, 0.24, 0.24}, false},
    {"post", LW_SHAPE_CYLINDER, {0.50, -0.75, 1.00}, {0.05, 2.0, 0}, false},
    {"lower board", LW_SHAPE_BOX, {-0.85, 0.20, 0.50}, {0.40, 0.90, 0.03}, false},
    {"upper board", LW_SHAPE_BOX, {-0.85, 0.20, 0.95}, {0.40, 0.90, 0.03}, false},
    {"pipe", LW_SHAPE_CAPSULE, {0.10, 0.80, 1.20}, {0.04, 1.6, 0}, true},
    {"lamp", LW_SHAPE_SPHERE, {0.35, -0.25, 1.65}, {0.12, 0, 0}, false},
    {"wall", LW_SHAPE_BOX, {0, -1.35, 0.80}, {2.40, 0.06, 1.60}, false},
};

const lw_baginski_arm lw_baginski_arms[LW_BAGINSKI_ARMS] = {
    {"2 joints", 2, {0, 0}},       {"3 joints", 3, {0, 0}},      {"4 joints", 4, {0, 0}},
    {"5 joints", 5, {0, 0}},       {"6 joints", 6, {24.5, 2.0}}, {"8 joints", 8, {7.8, 4.9}},
    {"16 joints", 16, {7.4, 0.6}},
};

static const struct {
    const segment *segments;
    bool planar;
} bodies[LW_BAGINSKI_ARMS] = {{two, true},  {three, false}, {four, false},   {five, false},
                              {six, false}, {eight, true},  {sixteen, false}};

static double in_si(const segment *s, double limit)
{
    return s->slides ? limit : limit * degree;
}

void lw_baginski_limits(int arm, double *lower, double *upper)
{
    for (int i = 0; i < lw_baginski_arms[arm].joints; i++) {
        const segment *s = &bodies[arm].segments[i];
        lower[i] = in_si(s, s->lower);
        upper[i] = in_si(s, s->upper);
    }
}

/* The section of a shape of the planar arms' scenes with the plane z = 0. corners: room for those of a
 * box. */
static lw_shape_def section_of(lw_shape_def shape, double corners[12])
{
    double x = 0.5 * shape.size.x;
    double y = 0.5 * shape.size.y;
    const double rectangle[12] = {-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0};
    if (shape.kind != LW_SHAPE_BOX) {
        shape.kind = LW_SHAPE_DISC;
        return shape;
    }
    for (int i = 0; i < 12; i++)
        corners[i] = rectangle[i];
    shape.kind = LW_SHAPE_POLYGON;
    shape.vertices = corners;
    shape.vertex_count = 4;
    return shape;
}

static lw_shape_def shape_in(const lw_scene *scene, lw_shape_def shape, double corners[12])
{
    return lw_scene_dimension(scene) == 2 ? section_of(shape, corners) : shape;
}

/* Adds a link with its box, and the joint that moves it. mimic: NULL, or a joint that it mirrors. */
static lw_status add_segment(lw_scene *scene, const segment *s, const char *parent, const char *name,
                             const char *mimic, lw_error *error)
{
    double corners[12];
    double side = mimic ? -1 : 1;
    lw_joint_def joint = lw_default_joint();
    joint.name = name;
    joint.kind = s->slides ? LW_JOINT_PRISMATIC : LW_JOINT_REVOLUTE;
    joint.parent = parent;
    joint.child = name;
    joint.axis = (lw_vec3){s->axis.x, s->axis.y * side, s->axis.z};
    joint.origin.position = s->at;
    joint.lower = in_si(s, s->lower);
    joint.upper = in_si(s, s->upper);
    joint.mimic = mimic;
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    box.size = s->size;
    box = shape_in(scene, box, corners);
    lw_pose middle = lw_pose_identity();
    middle.position = (lw_vec3){s->middle.x, s->middle.y * side, s->middle.z};
    lw_status status = lw_scene_add_link(scene, "arm", name, error);
    if (!status)
        status = lw_scene_add_joint(scene, "arm", &joint, error);
    return status ? status : lw_scene_add_shape(scene, "arm", name, &box, middle, error);
}

static lw_status add_arm(lw_scene *scene, int arm, bool self, lw_error *error)
{
    char names[LW_BAGINSKI_MOST_JOINTS + 2][16] = {"base"};
    lw_status status = lw_scene_add_robot(scene, "arm", lw_pose_identity(), error);
    if (!status)
        status = lw_scene_add_link(scene, "arm", names[0], error);
    int count = lw_baginski_arms[arm].joints;
    for (int i = 0; i < count && !status; i++) {
        snprintf(names[i + 1], sizeof names[0], "link%d", i + 1);
        status = add_segment(scene, &bodies[arm].segments[i], names[i], names[i + 1], NULL, error);
    }
    if (bodies[arm].segments == five && !status) {
        count++;
        snprintf(names[count], sizeof names[0], "finger");
        status = add_segment(scene, &five[4], names[4], names[count], names[5], error);
    }
    for (int a = 1; a <= count && !self; a++)
        for (int b = a + 1; b <= count && !status; b++)
            status = lw_scene_allow_pair(scene, names[a], names[b], true, error);
    return status;
}

static lw_status add_obstacle(lw_scene *scene, const obstacle *o, lw_error *error)
{
    lw_shape_def shape = lw_default_shape();
    shape.kind = o->kind;
    if (o->kind == LW_SHAPE_BOX) {
        shape.size = o->size;
    } else {
        shape.radius = o->size.x;
        shape.length = o->size.y;
    }
    double corners[12];
    shape = shape_in(scene, shape, corners);
    lw_pose at = lw_pose_from_rpy(o->at, 0, o->lies ? 90 * degree : 0, 0);
    return lw_scene_add_obstacle(scene, o->id, &shape, at, error);
}

static lw_status make_scene(int arm, bool self, int dimension, lw_scene **out, lw_error *error)
{
    lw_status status = lw_scene_create(out, error);
    if (!status)
        status = lw_scene_set_dimension(*out, dimension, error);
    if (!status)
        status = add_arm(*out, arm, self, error);
    const obstacle *obstacles = bodies[arm].planar ? posts : cell;
    size_t count = bodies[arm].planar ? sizeof posts / sizeof *posts : sizeof cell / sizeof *cell;
    for (size_t i = 0; i < count && !status; i++)
        status = add_obstacle(*out, &obstacles[i], error);
    return status;
}

lw_status lw_baginski_scene(int arm, bool self, lw_scene **out, lw_error *error)
{
    return make_scene(arm, self, 3, out, error);
}

lw_status lw_baginski_plane(int arm, bool self, lw_scene **out, lw_error *error)
{
    *out = NULL;
    if (!bodies[arm].planar)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the arm of %s does not move in a plane",
                       lw_baginski_arms[arm].name);
    return make_scene(arm, self, 2, out, error);
}

lw_status lw_baginski_cusp(double x, double y, double radius, lw_scene **out, lw_error *error)
{
    static const char *const links[] = {"base", "inner", "outer"};
    lw_status status = lw_scene_create(out, error);
    if (!status)
        status = lw_scene_add_robot(*out, "arm", lw_pose_identity(), error);
    for (int i = 0; i < 3 && !status; i++)
        status = lw_scene_add_link(*out, "arm", links[i], error);
    for (int i = 0; i < 2 && !status; i++) {
        lw_joint_def joint = lw_default_joint();
        joint.name = i ? "elbow" : "shoulder";
        joint.kind = LW_JOINT_CONTINUOUS;
        joint.parent = links[i];
        joint.child = links[i + 1];
        joint.axis = (lw_vec3){0, 0, 1};
        joint.origin.position.x = i;
        status = lw_scene_add_joint(*out, "arm", &joint, error);
    }
    lw_shape_def ball = lw_default_shape();
    ball.kind = LW_SHAPE_SPHERE;
    ball.radius = 1e-6;
    lw_pose at = lw_pose_identity();
    at.position.x = -1.0 / 3;
    if (!status)
        status = lw_scene_add_shape(*out, "arm", "outer", &ball, at, error);
    lw_shape_def dot = ball;
    dot.radius = radius;
    at.position = (lw_vec3){x, y, 0};
    return status ? status : lw_scene_add_obstacle(*out, "dot", &dot, at, error);
}
