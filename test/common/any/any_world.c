/* Random worlds of every feature. */
#include "any_parts.h"

/* ---- robots ------------------------------------------------------------------------------------ */

static lw_vec3 random_vector(any_world *w, double size)
{
    lw_random *r = &w->random;
    lw_vec3 v = {between(r, -size, size), between(r, -size, size), between(r, -size, size)};
    if (w->flat)
        v.z = 0;
    return v;
}

static lw_pose random_pose(any_world *w, double size)
{
    lw_vec3 at = random_vector(w, size);
    double turn[3];
    for (int i = 0; i < 3; i++)
        turn[i] = one_in(&w->random, 3)   ? 0
                  : one_in(&w->random, 3) ? 1.5707963267948966
                                          : between(&w->random, -3, 3);
    return w->flat ? lw_pose_from_rpy(at, 0, 0, turn[0])
                   : lw_pose_from_rpy(at, turn[0], turn[1], turn[2]);
}

static void add_parts(any_world *w, uint32_t link, uint32_t count)
{
    for (uint32_t i = 0; i < count && w->part_count < ANY_PARTS; i++) {
        any_part *part = &w->parts[w->part_count++];
        part->owner = link;
        part->shape = lw_random_below(&w->random, ANY_SHAPES);
        part->shared = !one_in(&w->random, 6);
        part->pose = i || one_in(&w->random, 2) ? random_pose(w, 0.3 * w->size) : lw_pose_identity();
    }
}

static uint32_t part_count_of_link(lw_random *random)
{
    uint32_t what = lw_random_below(random, 100);
    return what < 10 ? 0 : what < 80 ? 1 : what < 95 ? 2 : what < 99 ? 3 + what % 3 : 18;
}

static uint32_t add_link(any_world *w, uint32_t robot, uint32_t parts)
{
    uint32_t index = (uint32_t)w->link_count++;
    any_link *link = &w->links[index];
    *link = (any_link){.robot = robot, .scale = 1};
    snprintf(link->name, ANY_NAME, "l%u", (unsigned)index);
    if (one_in(&w->random, 12))
        link->scale = between(&w->random, 0.5, 1.5);
    if (one_in(&w->random, 8))
        link->padding = w->size * power(&w->random, -4, -1);
    add_parts(w, index, parts);
    return index;
}

static void random_quaternion(lw_random *random, double *q)
{
    double square = 0;
    while (square < 0.01) {
        square = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = between(random, -1, 1);
            square += q[i] * q[i];
        }
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(square);
}

static void random_home(any_world *w, any_joint *joint)
{
    const lw_joint_kind kind = joint->def.kind;
    double far = one_in(&w->random, 12) ? 1000 : 1;
    for (size_t i = 0; i < width_of(kind); i++)
        joint->home[i] = is_slide(kind, i) ? between(&w->random, -0.7, 0.7) * w->size
                                           : far * between(&w->random, -2, 2);
    if (kind == LW_JOINT_FLOATING)
        random_quaternion(&w->random, joint->home + 3);
    joint->stated = width_of(kind) && !joint->def.mimic && !one_in(&w->random, 3);
}

/* A joint from a link to a new one. */
static uint32_t add_joint(any_world *w, uint32_t robot, lw_joint_kind kind, uint32_t parent,
                          uint32_t parts)
{
    static const lw_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
    uint32_t child = add_link(w, robot, parts);
    any_joint *joint = &w->joints[w->joint_count++];
    *joint = (any_joint){.robot = robot, .def = lw_default_joint(), .some = one_in(&w->random, 2)};
    snprintf(joint->name, ANY_NAME, "j%u", (unsigned)child);
    memcpy(joint->parent, w->links[parent].name, ANY_NAME);
    memcpy(joint->child, w->links[child].name, ANY_NAME);
    joint->def.kind = w->flat && kind != LW_JOINT_FIXED ? LW_JOINT_PLANAR : kind;
    joint->def.origin = random_pose(w, w->size);
    if (one_in(&w->random, 4))
        joint->def.origin = lw_pose_identity();
    joint->def.axis = w->flat                 ? (lw_vec3){0, 0, 1}
                      : one_in(&w->random, 3) ? random_vector(w, 1)
                                              : axes[lw_random_below(&w->random, 4)];
    if (one_in(&w->random, 5)) {
        joint->def.lower = -3;
        joint->def.upper = 3;
    }
    random_home(w, joint);
    return child;
}

static lw_joint_kind random_kind(lw_random *random)
{
    static const lw_joint_kind kinds[] = {LW_JOINT_REVOLUTE,  LW_JOINT_REVOLUTE,   LW_JOINT_REVOLUTE,
                                          LW_JOINT_REVOLUTE,  LW_JOINT_CONTINUOUS, LW_JOINT_PRISMATIC,
                                          LW_JOINT_PRISMATIC, LW_JOINT_PLANAR,     LW_JOINT_FLOATING};
    return kinds[lw_random_below(random, sizeof kinds / sizeof *kinds)];
}

/* Makes the last joint of a robot follow an earlier one. */
static void make_mimic(any_world *w, size_t first)
{
    any_joint *last = &w->joints[w->joint_count - 1];
    if (w->joint_count - first < 2 || width_of(last->def.kind) != 1)
        return;
    const any_joint *leader =
        &w->joints[first + lw_random_below(&w->random, (uint32_t)(w->joint_count - 1 - first))];
    if (width_of(leader->def.kind) != 1 || leader->def.mimic)
        return;
    memcpy(last->mimic, leader->name, ANY_NAME);
    last->def.mimic = last->mimic;
    last->def.mimic_multiplier = between(&w->random, -2, 2);
    last->def.mimic_offset = one_in(&w->random, 2) ? 0 : between(&w->random, -1, 1);
    last->stated = false;
}

/* What a robot is. */
typedef enum robot_kind { CHAIN, FLYING, TRAIN, LARGE, ALONE } robot_kind;

static void add_fixed(any_world *w, uint32_t robot, uint32_t parent, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t link = add_joint(w, robot, LW_JOINT_FIXED, parent, part_count_of_link(&w->random));
        if (one_in(&w->random, 3))
            parent = link;
    }
}

static void add_robot(any_world *w, robot_kind kind)
{
    uint32_t robot = (uint32_t)w->robot_count++;
    size_t first = w->joint_count;
    w->bases[robot] = random_pose(w, (one_in(&w->random, 3) ? 0.3 : 2.5) * w->size * (double)robot);
    w->bases[robot].position.x += w->origin.x;
    w->bases[robot].position.y += w->origin.y;
    w->bases[robot].position.z += w->origin.z;
    uint32_t root = add_link(w, robot, kind == ALONE || one_in(&w->random, 2) ? 0 : 1);
    uint32_t link = root;
    if (kind == ALONE) {
        lw_joint_kind joint = one_in(&w->random, 2) ? LW_JOINT_FLOATING : random_kind(&w->random);
        add_joint(w, robot, joint, root, 1);
        return;
    }
    if (kind == FLYING) {
        link = add_joint(w, robot, LW_JOINT_FLOATING, root, 1);
        add_fixed(w, robot, link, lw_random_below(&w->random, 4));
        return;
    }
    if (kind == LARGE) {
        link = add_joint(w, robot, random_kind(&w->random), root, 1);
        uint32_t count = 50 + lw_random_below(&w->random, 30);
        for (uint32_t i = 0; i < count && w->link_count < ANY_LINKS; i++)
            add_joint(w, robot, i % 8 ? LW_JOINT_FIXED : random_kind(&w->random), link, 1);
        return;
    }
    uint32_t joints =
        kind == TRAIN ? 1 + lw_random_below(&w->random, 2) : 1 + lw_random_below(&w->random, 7);
    for (uint32_t i = 0; i < joints; i++) {
        link = add_joint(w, robot, random_kind(&w->random), one_in(&w->random, 6) ? root : link,
                         part_count_of_link(&w->random));
        if (one_in(&w->random, 5))
            make_mimic(w, first);
        uint32_t most = kind == TRAIN ? 8 : 3;
        if (kind == TRAIN || one_in(&w->random, 3))
            add_fixed(w, robot, link, lw_random_below(&w->random, most));
    }
}

static void add_robots(any_world *w)
{
    static const robot_kind kinds[] = {CHAIN, CHAIN, CHAIN, TRAIN, TRAIN, FLYING};
    if (one_in(&w->random, 40)) {
        add_robot(w, LARGE);
        return;
    }
    if (w->lone_pair) {
        add_robot(w, ALONE);
        return;
    }
    /* in the plane, robots of one joint each have methods of their own */
    bool one_joint = w->flat && one_in(&w->random, 2);
    uint32_t count = one_in(&w->random, 2) ? 1 : 1 + lw_random_below(&w->random, ANY_ROBOTS);
    for (uint32_t i = 0; i < count; i++)
        add_robot(w, one_joint ? FLYING
                               : kinds[lw_random_below(&w->random, sizeof kinds / sizeof *kinds)]);
}

static double random_margin(any_world *w)
{
    return one_in(&w->random, 2) ? 0 : w->size * power(&w->random, -4, -1);
}

static void add_cargo(any_world *w)
{
    uint32_t count = one_in(&w->random, 2) ? 0 : lw_random_below(&w->random, ANY_CARGO + 1);
    for (uint32_t i = 0; i < count; i++) {
        any_cargo *cargo = &w->cargo[w->cargo_count++];
        cargo->link = lw_random_below(&w->random, (uint32_t)w->link_count);
        cargo->shape = lw_random_below(&w->random, ANY_SHAPES);
        cargo->pose = random_pose(w, 0.5 * w->size);
        cargo->touches = one_in(&w->random, 2);
    }
}

/* ---- obstacles ---------------------------------------------------------------------------------- */

/* Goes on with a copy of the scene, which is open. */
static lw_scene *open_copy(any_world *w)
{
    lw_error e = {0};
    lw_scene *next = NULL;
    succeeds(lw_scene_copy(w->scene, &next, &e), &e);
    return next;
}

static void take_scene(any_world *w, lw_scene *next)
{
    lw_error e = {0};
    succeeds(lw_scene_freeze(next, &e), &e);
    lw_scene_destroy(w->scene);
    w->scene = next;
}

/* On both sides of the numbers at which the library changes its ways (FEW_OBSTACLES and others). */
static size_t random_obstacle_count(lw_random *random)
{
    static const size_t counts[] = {0,  1,  2,  3,  4,  5,  6,  8,  12, 15,  16,  17,  20,  30,
                                    63, 64, 65, 66, 70, 80, 65, 70, 90, 100, 128, 255, 257, 300};
    if (one_in(random, 150))
        return 500 + lw_random_below(random, 130);
    return counts[lw_random_below(random, sizeof counts / sizeof *counts)];
}

/* The pose of a body at a time of a random motion. */
static lw_pose random_place(any_world *w, lw_motion *motion, size_t *body)
{
    lw_error e = {0};
    lw_pose at = lw_pose_identity();
    double begin;
    double end;
    any_motion m;
    any_motion_new(w, w->seed + lw_random_below(&w->random, 8), &m);
    (void)any_motion_set(w, w->scene, &m, motion); /* refused: all stands still */
    lw_motion_interval(motion, &begin, &end);
    *body = lw_random_below(&w->random, (uint32_t)lw_scene_body_count(w->scene));
    succeeds(lw_motion_pose(motion, *body, between(&w->random, begin, end), &at, &e), &e);
    return at;
}

/* Whether an obstacle has one shape, whose pose is then its own. A polygon that is not convex counts as
 * several shapes. */
static bool is_movable(const any_world *w, const any_obstacle *o)
{
    const lw_shape_def *def = &w->kit->defs[o->shape];
    return o->second == ANY_SHAPES && !(def->kind == LW_SHAPE_POLYGON && def->vertex_count > 3);
}

static void random_obstacle(any_world *w, lw_motion *motion, bool near, double far)
{
    any_obstacle *o = &w->obstacles[w->obstacle_count++];
    lw_error e = {0};
    o->shape = lw_random_below(&w->random, ANY_SHAPES);
    o->second =
        one_in(&w->random, 10) && !w->lone_pair ? lw_random_below(&w->random, ANY_SHAPES) : ANY_SHAPES;
    o->shared = !one_in(&w->random, near ? 6 : 40);
    o->pose = random_pose(w, far * w->size);
    lw_vec3 about = w->origin;
    if (near) {
        size_t body;
        lw_body_info info = lw_default_body_info();
        about = random_place(w, motion, &body).position;
        succeeds(lw_scene_body_info(w->scene, body, &info, &e), &e);
        o->pose.position =
            random_vector(w, (info.radius + 0.3 * w->size) * between(&w->random, 0.2, 1.8));
    } else if (far > 10) {
        about.y += 2 * far * w->size;
    }
    o->pose.position.x += about.x;
    o->pose.position.y += about.y;
    o->pose.position.z += about.z;
    o->first_pose = o->pose;
    if (near && is_movable(w, o) && one_in(&w->random, 3)) {
        o->first_pose.position.x += between(&w->random, -1, 1) * w->size;
        o->first_pose.orientation = lw_pose_identity().orientation;
        o->moves = true;
    }
}

static void add_obstacles(any_world *w, lw_motion *motion)
{
    size_t count = w->lone_pair ? 1 : random_obstacle_count(&w->random);
    size_t near = lw_random_below(&w->random, one_in(&w->random, 4) ? 30 : 8);
    double far = one_in(&w->random, 2) ? 50 : between(&w->random, 4, 9);
    near = w->lone_pair ? 1 : near;
    w->near_count = lw_scene_body_count(w->scene) ? (near < count ? near : count) : 0;
    for (size_t i = 0; i < count; i++)
        random_obstacle(w, motion, i < w->near_count, far);
}

/* Moves some obstacles, in a copy, to where they come within a hair's breadth of a body. */
static void move_obstacles(any_world *w)
{
    lw_error e = {0};
    char id[ANY_NAME];
    lw_scene *next = open_copy(w);
    for (size_t i = 0; i < w->obstacle_count; i++) {
        const any_obstacle *o = &w->obstacles[i];
        snprintf(id, sizeof id, "o%zu", i);
        if (o->moves)
            succeeds(lw_scene_move_obstacle(next, id, o->pose, &e), &e);
    }
    take_scene(w, next);
}

/* ---- rules ------------------------------------------------------------------------------------- */

static void name_pair(const any_world *w, const size_t bodies[2], char out[2][ANY_NAME])
{
    for (int k = 0; k < 2; k++)
        snprintf(out[k], ANY_NAME, "%s", lw_scene_body_name(w->scene, bodies[k]));
}

/* Allows most pairs that meet at a time of a motion. */
static void allow_at(any_world *w, lw_checker *checker, const lw_motion *motion, double time)
{
    lw_error e = {0};
    size_t pairs = lw_scene_pair_count(w->scene);
    size_t moving = lw_scene_body_count(w->scene) - w->obstacle_count;
    for (size_t i = 0; i < pairs && w->allowed_count < ANY_ALLOWED; i++) {
        size_t bodies[2];
        lw_distance d;
        lw_scene_pair(w->scene, i, bodies);
        if (bodies[1] >= moving + w->near_count)
            continue;
        succeeds(lw_pair_distance(checker, motion, time, i, &d, &e), &e);
        if (d.upper > w->margin + w->self_margin || one_in(&w->random, bodies[1] < moving ? 12 : 3))
            continue;
        name_pair(w, bodies, w->allowed[w->allowed_count++]);
    }
}

/* Brings an obstacle to a distance that is near the margin, or 0, from a body. */
static void nudge(any_world *w, lw_checker *checker, lw_motion *motion)
{
    lw_error e = {0};
    double begin;
    double end;
    size_t bodies[2];
    size_t moving = lw_scene_body_count(w->scene) - w->obstacle_count;
    if (!w->near_count || !moving)
        return;
    bodies[0] = lw_random_below(&w->random, (uint32_t)moving);
    size_t obstacle = lw_random_below(&w->random, (uint32_t)w->near_count);
    bodies[1] = moving + obstacle;
    int64_t pair = lw_scene_find_pair(w->scene, bodies[0], bodies[1]);
    any_motion m;
    any_motion_new(w, w->seed + lw_random_below(&w->random, 8), &m);
    (void)any_motion_set(w, w->scene, &m, motion);
    lw_motion_interval(motion, &begin, &end);
    if (pair < 0 || m.carries)
        return;
    lw_distance d;
    succeeds(lw_pair_distance(checker, motion,
                              one_in(&w->random, 3) ? end : between(&w->random, begin, end),
                              (size_t)pair, &d, &e),
             &e);
    double gap = w->size * power(&w->random, -9, -2) * (one_in(&w->random, 3) ? -1 : 1);
    double by = w->margin + gap - d.upper;
    if (!(fabs(by) < w->size) || !is_movable(w, &w->obstacles[obstacle]))
        return;
    w->obstacles[obstacle].moves = true;
    lw_vec3 *at = &w->obstacles[obstacle].pose.position;
    at->x += by * d.normal.x;
    at->y += by * d.normal.y;
    at->z += by * d.normal.z;
}

static void add_margins(any_world *w)
{
    size_t pairs = lw_scene_pair_count(w->scene);
    size_t count = pairs && one_in(&w->random, 4) ? lw_random_below(&w->random, ANY_MARGINS + 1) : 0;
    for (size_t i = 0; i < count; i++) {
        size_t bodies[2];
        lw_scene_pair(w->scene, lw_random_below(&w->random, (uint32_t)pairs), bodies);
        w->pair_margins[w->margin_count] = random_margin(w);
        name_pair(w, bodies, w->pairs[w->margin_count++]);
    }
}

/* Allows pairs and sets margins, in a copy. */
static void add_rules(any_world *w, lw_motion *motion, bool nudges)
{
    lw_error e = {0};
    lw_checker *checker = NULL;
    any_motion m;
    double begin;
    double end;
    succeeds(lw_motion_set_scene(motion, w->scene, &e), &e);
    succeeds(lw_checker_create(w->scene, &checker, &e), &e);
    for (int i = 0; nudges && i < 3; i++)
        nudge(w, checker, motion);
    if (nudges) {
        lw_checker_destroy(checker);
        move_obstacles(w);
        succeeds(lw_motion_set_scene(motion, w->scene, &e), &e);
        succeeds(lw_checker_create(w->scene, &checker, &e), &e);
    }
    for (uint32_t i = 0; i < 3; i++) {
        any_motion_new(w, w->seed + i, &m);
        (void)any_motion_set(w, w->scene, &m, motion);
        if (m.carries)
            continue;
        lw_motion_interval(motion, &begin, &end);
        allow_at(w, checker, motion, begin);
        allow_at(w, checker, motion, between(&w->random, begin, end));
    }
    lw_checker_destroy(checker);
    add_margins(w);
    lw_scene *next = open_copy(w);
    any_put_rules(w, next);
    take_scene(w, next);
}

any_world *any_world_new(uint64_t seed)
{
    lw_error e = {0};
    any_world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->seed = seed;
    w->random.state = seed;
    size_t kit = lw_random_below(&w->random, ANY_KITS);
    if (kit < ANY_FLAT_KITS && one_in(&w->random, 2))
        kit += ANY_FLAT_KITS;
    w->kit = any_kit_take(kit);
    w->size = any_kit_size(kit);
    w->flat = kit < ANY_FLAT_KITS;
    if (one_in(&w->random, 5))
        w->origin = random_vector(w, w->size * power(&w->random, 1, 5));
    w->margin = random_margin(w);
    w->self_margin = one_in(&w->random, 2) ? 0 : random_margin(w);
    w->surfaces = !w->flat && one_in(&w->random, 10);
    if (one_in(&w->random, 5))
        w->cover_balls = 1 + lw_random_below(&w->random, 64);
    w->lone_pair = one_in(&w->random, 8);
    add_robots(w);
    if (!w->lone_pair)
        add_cargo(w);
    lw_scene *scene = any_scene_of_robots(w);
    take_scene(w, scene);
    lw_motion *motion = NULL;
    succeeds(lw_motion_create(w->scene, &motion, &e), &e);
    add_obstacles(w, motion);
    lw_scene *next = open_copy(w);
    any_put_obstacles(w, next, true);
    take_scene(w, next);
    add_rules(w, motion, true);
    lw_motion_destroy(motion);
    return w;
}

void any_world_drop(any_world *w)
{
    lw_scene_destroy(w->scene);
    free(w);
}
