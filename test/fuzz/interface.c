/* Fuzzes the C interface: building calls in any order, then motions and checks with small budgets. The
 * methods of deciding must not contradict each other. */
#include <string.h>

#include "fuzz.h"

enum { MOST_VERTICES = 12, MOST_POINTS = 4, MOST_ROBOTS = 3, MOST_PAYLOADS = 2, CALLS = 40 };

typedef struct builder {
    fuzz_bytes bytes;
    lw_scene *scene;
    double vertices[3 * MOST_VERTICES];
    uint32_t triangles[3 * MOST_VERTICES];
} builder;

static const char *pick_name(builder *b)
{
    static const char *const names[] = {"a",  "b",  "c",  "l0",  "l1",   "l2", "l3",
                                        "j1", "j2", "j3", "box", "ball", "",   "a/l1"};
    return names[fuzz_byte(&b->bytes) % 14];
}

/* one time in four NULL, which many calls take */
static const char *pick_name_or_none(builder *b)
{
    return fuzz_byte(&b->bytes) % 4 ? pick_name(b) : NULL;
}

static lw_vec3 pick_vector(builder *b)
{
    lw_vec3 v;
    v.x = fuzz_number(&b->bytes);
    v.y = fuzz_number(&b->bytes);
    v.z = fuzz_number(&b->bytes);
    return v;
}

static lw_pose pick_pose(builder *b)
{
    lw_pose pose = lw_pose_identity();
    unsigned kind = fuzz_byte(&b->bytes) % 8;
    if (kind == 0)
        return pose;
    pose.position = pick_vector(b);
    if (lw_scene_dimension(b->scene) == 2)
        pose.position.z = 0;
    if (kind == 1)
        pose.orientation = (lw_quat){fuzz_number(&b->bytes), fuzz_number(&b->bytes),
                                     fuzz_number(&b->bytes), fuzz_number(&b->bytes)};
    else if (kind < 4)
        pose = lw_pose_from_rpy(pose.position, 0, 0, fuzz_between(&b->bytes, -4, 4));
    return pose;
}

static void pick_vertices(builder *b, lw_shape_def *shape)
{
    shape->vertices = b->vertices;
    shape->vertex_count = fuzz_byte(&b->bytes) % (MOST_VERTICES + 1);
    bool hard = fuzz_byte(&b->bytes) % 8 == 0;
    for (size_t i = 0; i < 3 * shape->vertex_count; i++)
        b->vertices[i] = i % 3 == 2 && lw_scene_dimension(b->scene) == 2 ? 0
                         : hard                                          ? fuzz_number(&b->bytes)
                                : fuzz_between(&b->bytes, -1, 1);
}

static void pick_triangles(builder *b, lw_shape_def *shape)
{
    shape->triangles = b->triangles;
    shape->triangle_count = fuzz_byte(&b->bytes) % (MOST_VERTICES + 1);
    unsigned range = shape->vertex_count ? (unsigned)shape->vertex_count : 1;
    if (fuzz_byte(&b->bytes) % 16 == 0)
        range++;
    for (size_t i = 0; i < 3 * shape->triangle_count; i++)
        b->triangles[i] = fuzz_byte(&b->bytes) % range;
}

static lw_shape_def pick_shape(builder *b)
{
    lw_shape_def shape = lw_default_shape();
    bool flat = lw_scene_dimension(b->scene) == 2;
    unsigned kind = fuzz_byte(&b->bytes);
    shape.kind = (lw_shape_kind)(kind < 16 ? kind : flat ? 7 + kind % 2 : kind % 7);
    bool hard = fuzz_byte(&b->bytes) % 8 == 0;
    shape.radius = hard ? fuzz_number(&b->bytes) : fuzz_between(&b->bytes, 0, 1);
    shape.length = hard ? fuzz_number(&b->bytes) : fuzz_between(&b->bytes, 0, 1);
    shape.size = hard ? pick_vector(b)
                      : (lw_vec3){fuzz_between(&b->bytes, 0, 1), fuzz_between(&b->bytes, 0, 1),
                                  fuzz_between(&b->bytes, 0, 1)};
    if (fuzz_byte(&b->bytes) % 4 == 0)
        shape.rounding = hard ? fuzz_number(&b->bytes) : fuzz_between(&b->bytes, 0, 0.2);
    if (shape.kind == LW_SHAPE_POLYTOPE || shape.kind == LW_SHAPE_MESH ||
        shape.kind == LW_SHAPE_POLYGON)
        pick_vertices(b, &shape);
    if (shape.kind == LW_SHAPE_MESH)
        pick_triangles(b, &shape);
    shape.mesh_mode = fuzz_byte(&b->bytes) % 4 ? LW_MESH_SOLID : LW_MESH_SURFACE;
    return shape;
}

static lw_joint_def pick_joint(builder *b, const char *name, const char *parent, const char *child)
{
    lw_joint_def joint = lw_default_joint();
    unsigned kind = fuzz_byte(&b->bytes);
    joint.name = name;
    joint.parent = parent;
    joint.child = child;
    joint.kind = (lw_joint_kind)(kind % 6);
    joint.axis = (lw_vec3){0, 0, 1};
    if (kind >= 128)
        joint.axis = pick_vector(b);
    joint.origin = pick_pose(b);
    joint.lower = -3;
    joint.upper = 3;
    if (fuzz_byte(&b->bytes) % 8 == 0) {
        joint.lower = fuzz_number(&b->bytes);
        joint.upper = fuzz_number(&b->bytes);
        joint.mimic = pick_name_or_none(b);
        joint.mimic_multiplier = fuzz_number(&b->bytes);
        joint.mimic_offset = fuzz_number(&b->bytes);
    }
    return joint;
}

/* a chain of links l0, l1 and so on, with a shape each and joints j1, j2 and so on between them, which
 * random calls hardly ever make */
static lw_status add_chain(builder *b, const char *robot, lw_error *error)
{
    static const char *const links[] = {"l0", "l1", "l2", "l3"};
    static const char *const joints[] = {"", "j1", "j2", "j3"};
    unsigned count = fuzz_byte(&b->bytes) % 4;
    lw_status status = lw_scene_add_robot(b->scene, robot, pick_pose(b), error);
    for (unsigned i = 0; i <= count && !status; i++) {
        status = lw_scene_add_link(b->scene, robot, links[i], error);
        if (!status && i) {
            lw_joint_def joint = pick_joint(b, joints[i], links[i - 1], links[i]);
            if (lw_scene_dimension(b->scene) == 2)
                joint.kind = LW_JOINT_PLANAR;
            status = lw_scene_add_joint(b->scene, robot, &joint, error);
        }
        lw_shape_def shape = pick_shape(b);
        if (!status)
            status = lw_scene_add_shape(b->scene, robot, links[i], &shape, pick_pose(b), error);
    }
    return status;
}

static lw_status call_settings(builder *b, lw_error *error)
{
    switch (fuzz_byte(&b->bytes) % 8) {
    case 0:
        return lw_scene_set_margin(b->scene, fuzz_number(&b->bytes), error);
    case 1:
        return lw_scene_set_self_margin(b->scene, fuzz_number(&b->bytes), error);
    case 2: {
        const char *first = pick_name(b);
        return lw_scene_set_pair_margin(b->scene, first, pick_name_or_none(b), fuzz_number(&b->bytes),
                                        error);
    }
    case 3:
        return lw_scene_set_mesh_mode(b->scene, fuzz_byte(&b->bytes) % 2, error);
    case 4:
        return lw_scene_set_strict_limits(b->scene, fuzz_byte(&b->bytes) % 2, error);
    case 5: {
        const char *first = pick_name(b);
        return lw_scene_allow_pair(b->scene, first, pick_name_or_none(b), fuzz_byte(&b->bytes) % 2,
                                   error);
    }
    case 6: {
        const char *robot = pick_name(b);
        const char *link = pick_name_or_none(b);
        double factor = fuzz_number(&b->bytes);
        return lw_scene_set_link_padding(b->scene, robot, link, factor, fuzz_number(&b->bytes), error);
    }
    default:
        return lw_scene_set_dimension(b->scene, (int)fuzz_byte(&b->bytes) % 5, error);
    }
}

static lw_status call_parts(builder *b, lw_error *error)
{
    const char *robot = pick_name(b);
    const char *first = pick_name(b);
    const char *second = pick_name(b);
    double values[7];
    for (int i = 0; i < 7; i++)
        values[i] = fuzz_number(&b->bytes);
    size_t count = fuzz_byte(&b->bytes) % 8;
    const char *const names[7] = {first, second, "j1", "j2", "j3", "j1", "l1"};
    switch (fuzz_byte(&b->bytes) % 6) {
    case 0:
        return lw_scene_add_robot(b->scene, robot, pick_pose(b), error);
    case 1:
        return lw_scene_add_link(b->scene, robot, first, error);
    case 2: {
        const lw_joint_def joint = pick_joint(b, first, second, pick_name(b));
        return lw_scene_add_joint(b->scene, robot, &joint, error);
    }
    case 3:
        return lw_scene_add_group(b->scene, robot, first, names, count, error);
    case 4:
        return lw_scene_add_state(b->scene, robot, first, second, names, values, count, error);
    default:
        return lw_scene_set_joint(b->scene, robot, first, values, count, error);
    }
}

/* an obstacle of a shape that the caller releases before the scene is frozen */
static lw_status add_shared(lw_scene *scene, const char *id, const lw_shape_def *def, lw_pose pose,
                            lw_error *error)
{
    lw_shape *shape = NULL;
    lw_status status = lw_shape_create(def, &shape, error);
    if (!status)
        status = lw_scene_add_shared_obstacle(scene, id, shape, pose, error);
    lw_shape_destroy(shape);
    return status;
}

static void call_something(builder *b)
{
    lw_error error = {0};
    lw_status status = LW_OK;
    unsigned which = fuzz_byte(&b->bytes) % 8;
    if (which == 0) {
        status = call_settings(b, &error);
    } else if (which == 1) {
        status = call_parts(b, &error);
    } else if (which == 2) {
        static const char *const robots[] = {"a", "b", "c"};
        status = add_chain(b, robots[fuzz_byte(&b->bytes) % 3], &error);
    } else {
        const lw_shape_def shape = pick_shape(b);
        const lw_pose pose = pick_pose(b);
        const char *robot = pick_name(b);
        const char *link = pick_name(b);
        const char *id = pick_name(b);
        const char *const touched[2] = {"l0", link};
        if (which == 3)
            status = lw_scene_add_shape(b->scene, robot, link, &shape, pose, &error);
        else if (which == 4)
            status = lw_scene_add_attached(b->scene, robot, link, id, &shape, pose, touched,
                                           fuzz_byte(&b->bytes) % 3, &error);
        else if (which == 5)
            status = add_shared(b->scene, id, &shape, pose, &error);
        else
            status = lw_scene_add_obstacle(b->scene, id, &shape, pose, &error);
    }
    fuzz_answer(status, &error);
}

/* ---- motions ---- */

typedef struct rows {
    double positions[7 * 3 * MOST_POINTS], velocities[7 * 3 * MOST_POINTS],
        accelerations[7 * 3 * MOST_POINTS], times[MOST_POINTS];
} rows;

static void pick_rows(builder *b, double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = fuzz_between(&b->bytes, -2, 2);
}

static lw_track pick_track(builder *b, const lw_joints *joints, unsigned kind, rows *r)
{
    lw_track track = lw_default_track();
    size_t width = joints ? lw_joints_value_count(joints) : 0;
    width = width > 21 ? 0 : width;
    track.joints = joints;
    track.kind = (lw_track_kind)(kind % 3);
    track.point_count = fuzz_byte(&b->bytes) % (MOST_POINTS + 1);
    if (!width)
        track.point_count = 0;
    pick_rows(b, r->positions, width * track.point_count);
    track.positions = r->positions;
    if (kind % 8 >= 4) {
        pick_rows(b, r->velocities, width * track.point_count);
        track.velocities = r->velocities;
    }
    if (kind % 16 >= 8) {
        pick_rows(b, r->accelerations, width * track.point_count);
        track.accelerations = r->accelerations;
    }
    double time = 0;
    for (size_t i = 0; i < MOST_POINTS; i++) {
        time += fuzz_between(&b->bytes, kind < 240 ? 0 : -1, 2);
        r->times[i] = time;
    }
    track.times = r->times;
    track.interpolation = (lw_interpolation)(fuzz_byte(&b->bytes) % 4);
    track.no_wrap = fuzz_byte(&b->bytes) % 2;
    track.pose = pick_pose(b);
    track.linear_velocity = pick_vector(b);
    track.angular_velocity = pick_vector(b);
    track.in_body_frame = fuzz_byte(&b->bytes) % 2;
    track.duration = fuzz_number(&b->bytes);
    return track;
}

/* Objects that a robot attaches and releases, by random names. */
static void pick_payloads(builder *b, lw_track *track, lw_payload *payloads)
{
    static const char *touched[MOST_PAYLOADS];
    track->payload_count = fuzz_byte(&b->bytes) % (MOST_PAYLOADS + 1);
    track->payloads = payloads;
    for (size_t i = 0; i < track->payload_count; i++) {
        const char **name = &touched[i];
        *name = pick_name(b);
        payloads[i] = lw_default_payload();
        payloads[i].kind = (lw_payload_kind)(fuzz_byte(&b->bytes) % 2);
        payloads[i].waypoint = fuzz_byte(&b->bytes) % MOST_POINTS;
        payloads[i].object = pick_name(b);
        bool attach = payloads[i].kind == LW_PAYLOAD_ATTACH;
        payloads[i].link = attach ? pick_name(b) : NULL;
        payloads[i].touch_links = payloads[i].may_touch = name;
        payloads[i].touch_link_count = attach && fuzz_byte(&b->bytes) % 2;
        payloads[i].may_touch_count = fuzz_byte(&b->bytes) % 2;
    }
}

static lw_status set_motion(builder *b, lw_motion *motion, lw_error *error)
{
    static rows room[MOST_ROBOTS];
    static lw_payload payloads[MOST_ROBOTS][MOST_PAYLOADS];
    lw_track tracks[MOST_ROBOTS];
    tracks[0] = lw_default_track();
    size_t count = lw_scene_robot_count(b->scene);
    count = count > MOST_ROBOTS ? MOST_ROBOTS : count;
    unsigned kind = fuzz_byte(&b->bytes);
    for (size_t i = 0; i < count; i++) {
        const lw_joints *joints =
            lw_scene_joints(b->scene, lw_scene_robot_name(b->scene, i), NULL, NULL);
        tracks[i] = pick_track(b, joints, kind, &room[i]);
        pick_payloads(b, &tracks[i], payloads[i]);
    }
    return lw_motion_set(motion, tracks, count, error);
}

static lw_check_options pick_options(builder *b, bool *usual)
{
    lw_check_options options = lw_default_check_options();
    options.budget_queries = 1 + fuzz_byte(&b->bytes);
    options.any = fuzz_byte(&b->bytes) % 4 == 0;
    options.clearance = fuzz_byte(&b->bytes) % 4 == 0;
    *usual = fuzz_byte(&b->bytes) % 8 != 0;
    if (!*usual) {
        options.time_tolerance = fuzz_number(&b->bytes);
        options.distance_tolerance = fuzz_number(&b->bytes);
        options.clearance_relative = fuzz_number(&b->bytes);
        options.clearance_absolute = fuzz_number(&b->bytes);
        options.resolution = fuzz_number(&b->bytes);
    }
    return options;
}

static void check_motion(builder *b, lw_checker *checker, const lw_motion *motion)
{
    bool usual = false;
    lw_check_options options = pick_options(b, &usual);
    bool free = false;
    bool contact = false;
    for (int method = LW_METHOD_AUTO; method <= LW_METHOD_EXPANDED; method++) {
        lw_verdict verdict = lw_default_verdict();
        lw_error error = {0};
        options.method = (lw_method)method;
        /* nothing else bounds the number of samples */
        if (options.resolution > 0 && options.resolution < 0.1)
            options.resolution = 0.5;
        if (!fuzz_answer(lw_check(checker, motion, &options, &verdict, &error), &error))
            continue;
        fuzz_verdict(b->scene, motion, &verdict);
        free = free || verdict.kind == LW_VERDICT_FREE;
        contact = contact || verdict.kind == LW_VERDICT_CONTACT;
    }
    fuzz_require(!(usual && free && contact));
    if (lw_scene_pair_count(b->scene)) {
        lw_distance distance;
        lw_error error = {0};
        double begin = 0;
        double end = 0;
        lw_motion_interval(motion, &begin, &end);
        size_t pair = fuzz_byte(&b->bytes) % lw_scene_pair_count(b->scene);
        lw_status status =
            lw_pair_distance(checker, motion, (begin + end) / 2, pair, &distance, &error);
        if (fuzz_answer(status, &error))
            fuzz_require(distance.lower <= distance.upper && distance.depth >= 0);
    }
}

static void use(builder *b)
{
    lw_motion *motion = NULL;
    lw_checker *checker = NULL;
    lw_error error = {0};
    if (fuzz_answer(lw_motion_create(b->scene, &motion, &error), &error) &&
        fuzz_answer(lw_checker_create(b->scene, &checker, &error), &error)) {
        for (int i = 0; i < 3; i++) {
            error = (lw_error){0};
            if (!fuzz_answer(set_motion(b, motion, &error), &error))
                continue;
            if (fuzz_byte(&b->bytes) % 4 == 0) {
                double value = fuzz_number(&b->bytes);
                fuzz_answer(
                    lw_motion_set_joint(motion, pick_name_or_none(b), pick_name(b), &value, 1, &error),
                    &error);
            }
            check_motion(b, checker, motion);
        }
    }
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
}

void fuzz_interface(const uint8_t *bytes, size_t size)
{
    static builder b;
    memset(&b, 0, sizeof b);
    b.bytes = (fuzz_bytes){bytes, bytes + size};
    lw_error error = {0};
    fuzz_require(lw_scene_create(&b.scene, &error) == LW_OK);
    unsigned first = fuzz_byte(&b.bytes);
    fuzz_require(first % 2 == 0 || lw_scene_set_dimension(b.scene, 2, &error) == LW_OK);
    for (unsigned i = 0; i < CALLS && b.bytes.at < b.bytes.end && i <= first / 4; i++)
        call_something(&b);
    if (fuzz_answer(lw_scene_freeze(b.scene, &error), &error))
        use(&b);
    lw_scene_destroy(b.scene);
}
