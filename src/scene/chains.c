/* Freezing, first step: links and joints become chains of elementary joints. A planar joint becomes two
 * slides and a turn; a floating one three slides, a turn and a slot that stands still. A fixed joint
 * becomes part of the poses on either side. */
#include "math/pose.h"
#include "scene/frozen.h"
#include "scene/names.h"

#include <stdlib.h>
#include <string.h>

/* a frame on a chain: the elementary joint that moves it, and its pose in that joint's frame */
typedef struct frame {
    int32_t elementary;
    pose local;
    lw_composed composed; /* into local */
} frame;

/* a rotation that takes z to a unit axis */
static mat3 z_to(vec3 axis)
{
    if (axis.x == 0 && axis.y == 0 && axis.z > 0)
        return mat3_identity();
    vec3 x = lw_perpendicular(axis);
    return (mat3){x, cross(axis, x), axis};
}

static frame add_elementary(lw_chains *chains, frame from, lw_elementary_kind kind, vec3 axis,
                            int32_t variable, double multiplier, double offset)
{
    mat3 turn = z_to(axis);
    pose turned = {turn, {0, 0, 0}};
    lw_elementary_joint *elementary = &chains->elementary[chains->elementary_count];
    *elementary = (lw_elementary_joint){.kind = kind,
                                        .parent = from.elementary,
                                        .variable = variable,
                                        .multiplier = multiplier,
                                        .offset = offset,
                                        .before = compose(from.local, turned),
                                        .composed = {from.composed.length, from.composed.steps + 1}};
    return (frame){(int32_t)chains->elementary_count++, inverse(turned), {0, 1}};
}

static frame add_floating(lw_chains *chains, frame from, int32_t variable)
{
    for (int i = 0; i < LW_FLOATING_SLOTS; i++) {
        lw_elementary_kind kind = i < 3    ? LW_ELEMENTARY_PRISMATIC
                                  : i == 3 ? LW_ELEMENTARY_REVOLUTE
                                           : LW_ELEMENTARY_FIXED;
        chains->elementary[chains->elementary_count] =
            (lw_elementary_joint){.kind = kind,
                                  .parent = from.elementary,
                                  .variable = i < 4 ? variable + i : -1,
                                  .multiplier = 1,
                                  .before = pose_identity(),
                                  .composed = from.composed};
        /* a motion composes the pose before a slot from at most two poses */
        from = (frame){(int32_t)chains->elementary_count++, pose_identity(), {0, 2}};
    }
    return from;
}

/* the frame at a pose in another frame */
static frame frame_at(frame from, lw_pose next)
{
    return (frame){from.elementary,
                   compose(from.local, lw_pose_in(next)),
                   {from.composed.length + norm(next.position), from.composed.steps + 1}};
}

/* adds the elementary joints of a joint; parent: frame of its parent link; returns the frame of its
 * child */
static frame add_joint(lw_chains *chains, const lw_joint_def *def, lw_frozen_joint *joint, frame parent)
{
    frame at = frame_at(parent, def->origin);
    int32_t variable = joint->variable;
    double multiplier = 1;
    double offset = 0;
    if (joint->mimic >= 0) {
        /* a mimic of a mimic has been resolved to the joint that is free */
        multiplier = def->mimic_multiplier;
        offset = def->mimic_offset;
    }
    joint->elementary = (int32_t)chains->elementary_count;
    vec3 x;
    vec3 y;
    mat3 turn = z_to(def->axis);
    switch (def->kind) {
    case LW_JOINT_REVOLUTE:
    case LW_JOINT_CONTINUOUS:
        return add_elementary(chains, at, LW_ELEMENTARY_REVOLUTE, def->axis, variable, multiplier,
                              offset);
    case LW_JOINT_PRISMATIC:
        return add_elementary(chains, at, LW_ELEMENTARY_PRISMATIC, def->axis, variable, multiplier,
                              offset);
    case LW_JOINT_PLANAR:
        x = turn.x;
        y = turn.y;
        at = add_elementary(chains, at, LW_ELEMENTARY_PRISMATIC, x, variable, 1, 0);
        at = add_elementary(chains, at, LW_ELEMENTARY_PRISMATIC, y, variable + 1, 1, 0);
        return add_elementary(chains, at, LW_ELEMENTARY_REVOLUTE, def->axis, variable + 2, 1, 0);
    case LW_JOINT_FLOATING:
        joint->base = at.local;
        return add_floating(chains, at, variable);
    case LW_JOINT_FIXED:
        break;
    }
    joint->elementary = -1;
    return at;
}

static int variables_of(lw_joint_kind kind)
{
    return kind == LW_JOINT_FLOATING ? LW_FLOATING_VARIABLES : (int)lw_joint_value_count(kind);
}

/* The links or joints of all robots: robot by robot, each robot's in the order of the model. */
typedef struct robot_lists {
    size_t *items;
    size_t *first; /* per robot, and at last the end */
} robot_lists;

typedef struct robot_work {
    const lw_scene *scene;
    size_t robot;
    robot_lists links, joints;
    int64_t *joint_of_link; /* model link -> the model joint whose child it is; -1 */
    int64_t *order;         /* model joints, parents first */
    size_t order_count;
    bool *reached; /* model link */
} robot_work;

static bool create_lists(robot_lists *lists, size_t robots, size_t count)
{
    lists->items = calloc(count + 1, sizeof *lists->items);
    lists->first = calloc(robots + 2, sizeof *lists->first);
    return lists->items && lists->first;
}

static void free_lists(robot_lists *lists)
{
    free(lists->items);
    free(lists->first);
}

/* The prefix sum of a counting sort: before, first[r + 2] is the number of robot r's items; after,
 * first[r + 1] is the index where they begin. */
static void begin_lists(robot_lists *lists, size_t robots)
{
    for (size_t r = 0; r < robots; r++)
        lists->first[r + 1] += lists->first[r];
}

/* Lists the links and the joints robot by robot. */
static lw_status list_of_robots(const lw_model *model, robot_work *work, lw_error *error)
{
    size_t robots = model->robots.count;
    robot_lists *links = &work->links;
    robot_lists *joints = &work->joints;
    bool created = create_lists(links, robots, model->links.count);
    if (!create_lists(joints, robots, model->joints.count) || !created)
        return lw_fail_memory(error);
    for (size_t i = 0; i < model->links.count; i++)
        links->first[model->links.items[i].robot + 2]++;
    for (size_t i = 0; i < model->joints.count; i++)
        joints->first[model->joints.items[i].robot + 2]++;
    begin_lists(links, robots);
    begin_lists(joints, robots);
    for (size_t i = 0; i < model->links.count; i++)
        links->items[links->first[model->links.items[i].robot + 1]++] = i;
    for (size_t i = 0; i < model->joints.count; i++)
        joints->items[joints->first[model->joints.items[i].robot + 1]++] = i;
    return LW_OK;
}

/* finds the joint above each link, of which there is at most one */
static lw_status link_parents(robot_work *work, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    const char *robot = model->robots.items[work->robot].name;
    const robot_lists *joints = &work->joints;
    for (size_t k = joints->first[work->robot]; k < joints->first[work->robot + 1]; k++) {
        size_t i = joints->items[k];
        const lw_model_joint *joint = &model->joints.items[i];
        int64_t parent = lw_model_find_link(model, (int64_t)work->robot, joint->def.parent);
        int64_t child = lw_model_find_link(model, (int64_t)work->robot, joint->def.child);
        const char *missing = parent < 0 ? joint->def.parent : joint->def.child;
        if (parent < 0 || child < 0)
            return lw_fail(error, LW_ERROR_MODEL, "joint \"%s\": robot \"%s\" has no link \"%s\"%s",
                           joint->def.name, robot, missing,
                           lw_hint_link(model, (int64_t)work->robot, missing).text);
        if (work->joint_of_link[child] >= 0)
            return lw_fail(error, LW_ERROR_MODEL,
                           "link \"%s\" hangs on two joints, \"%s\" and \"%s\"; it may hang on one",
                           joint->def.child, model->joints.items[work->joint_of_link[child]].def.name,
                           joint->def.name);
        work->joint_of_link[child] = (int64_t)i;
    }
    return LW_OK;
}

/* finds the one root, and orders the joints below it: parents first, else as in the file */
static lw_status order_joints(robot_work *work, int64_t *root, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    const char *robot = model->robots.items[work->robot].name;
    *root = -1;
    const size_t *own = work->links.items + work->links.first[work->robot];
    size_t links = work->links.first[work->robot + 1] - work->links.first[work->robot];
    for (size_t k = 0; k < links; k++) {
        size_t i = own[k];
        if (work->joint_of_link[i] >= 0)
            continue;
        if (*root >= 0)
            return lw_fail(error, LW_ERROR_MODEL,
                           "robot \"%s\" has two root links, \"%s\" and \"%s\"; join them by a joint",
                           robot, model->links.items[*root].name, model->links.items[i].name);
        *root = (int64_t)i;
    }
    if (!links)
        return lw_fail(error, LW_ERROR_MODEL, "robot \"%s\" has no links", robot);
    if (*root < 0)
        return lw_fail(error, LW_ERROR_MODEL, "the links of robot \"%s\" hang on each other in a loop",
                       robot);
    work->reached[*root] = true;
    size_t reached = 1;
    const robot_lists *joints = &work->joints;
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t k = joints->first[work->robot]; k < joints->first[work->robot + 1]; k++) {
            size_t i = joints->items[k];
            const lw_model_joint *joint = &model->joints.items[i];
            int64_t parent = lw_model_find_link(model, (int64_t)work->robot, joint->def.parent);
            int64_t child = lw_model_find_link(model, (int64_t)work->robot, joint->def.child);
            if (!work->reached[parent] || work->reached[child])
                continue;
            work->reached[child] = true;
            work->order[work->order_count++] = (int64_t)i;
            reached++;
            grew = true;
        }
    }
    for (size_t k = 0; reached < links && k < links; k++)
        if (!work->reached[own[k]])
            return lw_fail(error, LW_ERROR_MODEL,
                           "link \"%s\" of robot \"%s\" is part of a loop of joints",
                           model->links.items[own[k]].name, robot);
    return LW_OK;
}

/* follows mimic joints to one that mimics none, and composes their multipliers and offsets into def */
static lw_status resolve_mimic(const lw_scene *scene, size_t robot, lw_joint_def *def,
                               int64_t *free_joint, lw_error *error)
{
    const lw_model *model = &scene->model;
    *free_joint = -1;
    if (!def->mimic || !lw_joint_value_count(def->kind))
        return LW_OK;
    const char *name = def->name;
    const char *next = def->mimic;
    for (size_t steps = 0; next; steps++) {
        int64_t source = lw_model_find_joint(model, (int64_t)robot, next);
        if (source < 0)
            return lw_fail(error, LW_ERROR_NAME, "joint \"%s\" mimics \"%s\", which does not exist%s",
                           name, next, lw_hint_joint(model, (int64_t)robot, next).text);
        const lw_joint_def *other = &model->joints.items[source].def;
        if (steps > model->joints.count)
            return lw_fail(error, LW_ERROR_MODEL, "joint \"%s\" mimics itself in a circle", name);
        if (lw_joint_value_count(def->kind) != 1 || lw_joint_value_count(other->kind) > 1)
            return lw_fail(error, LW_ERROR_MODEL,
                           "joint \"%s\" mimics \"%s\"; only joints of one value can", name, next);
        *free_joint = source;
        if (other->kind == LW_JOINT_FIXED || !other->mimic)
            break;
        def->mimic_offset += def->mimic_multiplier * other->mimic_offset;
        def->mimic_multiplier *= other->mimic_multiplier;
        if (!(fabs(def->mimic_offset) <= LW_LARGEST && fabs(def->mimic_multiplier) <= LW_LARGEST))
            return lw_fail(
                error, LW_ERROR_MODEL,
                "joint \"%s\": the multipliers or offsets of the joints that it mimics in turn "
                "come to more than %g",
                name, LW_LARGEST);
        next = other->mimic;
    }
    return LW_OK;
}

/* freezes the joints of one robot, in order, and computes the frames of its links */
static lw_status freeze_robot(robot_work *work, lw_chains *chains, frame *frames, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    int64_t root;
    lw_status status = link_parents(work, error);
    if (status || (status = order_joints(work, &root, error)))
        return status;
    frames[root] = frame_at((frame){.elementary = -1, .local = pose_identity()},
                            model->robots.items[work->robot].base);

    /* variables first, for a mimic joint may come before the one that it follows */
    size_t first = chains->joint_count;
    for (size_t i = 0; i < work->order_count; i++) {
        const lw_joint_def *def = &model->joints.items[work->order[i]].def;
        chains->joint_of[work->order[i]] = (int64_t)chains->joint_count;
        bool is_free = def->kind != LW_JOINT_FIXED && !def->mimic;
        chains->joints[chains->joint_count++] =
            (lw_frozen_joint){.name = def->name,
                              .kind = def->kind,
                              .robot = work->robot,
                              .definition = (size_t)work->order[i],
                              .elementary = -1,
                              .variable = is_free ? (int32_t)chains->variable_count : -1,
                              .mimic = -1,
                              .lower = def->lower,
                              .upper = def->upper};
        if (is_free)
            chains->variable_count += (size_t)variables_of(def->kind);
    }
    for (size_t i = 0; i < work->order_count; i++) {
        lw_joint_def def = model->joints.items[work->order[i]].def;
        lw_frozen_joint *joint = &chains->joints[first + i];
        int64_t free_joint;
        if ((status = resolve_mimic(work->scene, work->robot, &def, &free_joint, error)))
            return status;
        if (free_joint >= 0) {
            joint->mimic = chains->joint_of[free_joint];
            joint->variable = chains->joints[joint->mimic].variable;
        }
        joint->parent_link = lw_model_find_link(model, (int64_t)work->robot, def.parent);
        joint->child_link = lw_model_find_link(model, (int64_t)work->robot, def.child);
        frames[joint->child_link] = add_joint(chains, &def, joint, frames[joint->parent_link]);
        chains->links[joint->child_link].parent_joint = (int64_t)(first + i);
    }
    return LW_OK;
}

/* Allocates the chains and their arrays. */
static lw_status create(const lw_model *model, lw_chains **out, lw_error *error)
{
    *out = NULL;
    lw_memory *memory = lw_memory_create();
    lw_chains *chains = memory ? lw_arena_take(&memory->arena, sizeof *chains) : NULL;
    if (!chains) {
        lw_memory_release(memory);
        return lw_fail_memory(error);
    }
    chains->memory = memory;
    *out = chains;
    lw_arena *arena = &memory->arena;
    size_t joints = model->joints.count;
    chains->elementary = lw_arena_array(arena, joints * LW_FLOATING_SLOTS, sizeof *chains->elementary);
    chains->joints = lw_arena_array(arena, joints, sizeof *chains->joints);
    chains->links = lw_arena_array(arena, model->links.count, sizeof *chains->links);
    chains->names = lw_arena_array(arena, model->robots.count, sizeof *chains->names);
    chains->joint_of = lw_arena_array(arena, joints, sizeof *chains->joint_of);
    chains->robot_names = model->robot_names;
    chains->joint_names = model->joint_names;
    if (!chains->elementary || !chains->joints || !chains->links || !chains->names || !chains->joint_of)
        return lw_fail_memory(error);
    return LW_OK;
}

lw_status lw_freeze_chains(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    const lw_model *model = &scene->model;
    size_t links = model->links.count;
    size_t joints = model->joints.count;
    robot_work work = {.scene = scene};
    frame *frames = calloc(links + 1, sizeof *frames);
    work.joint_of_link = calloc(links + 1, sizeof *work.joint_of_link);
    work.order = calloc(joints + 1, sizeof *work.order);
    work.reached = calloc(links + 1, sizeof *work.reached);
    lw_status status = create(model, &frozen->chains, error);
    lw_chains *chains = frozen->chains;
    if (!status && (!frames || !work.joint_of_link || !work.order || !work.reached))
        status = lw_fail_memory(error);
    if (!status)
        status = list_of_robots(model, &work, error);
    if (status)
        goto done;
    for (size_t i = 0; i < links; i++)
        work.joint_of_link[i] = -1;
    for (size_t i = 0; i < links; i++)
        chains->links[i] = (lw_frozen_link){.robot = model->links.items[i].robot,
                                            .name = model->links.items[i].name,
                                            .parent_joint = -1,
                                            .body = -1};
    chains->link_count = links;
    chains->robot_count = model->robots.count;
    for (size_t r = 0; r < model->robots.count; r++) {
        work.robot = r;
        work.order_count = 0;
        chains->names[r] = model->robots.items[r].name;
        if ((status = freeze_robot(&work, chains, frames, error)))
            goto done;
    }
    for (size_t i = 0; i < links; i++) {
        chains->links[i].elementary = frames[i].elementary;
        chains->links[i].local = frames[i].local;
        chains->links[i].composed = frames[i].composed;
    }
done:
    free(frames);
    free_lists(&work.links);
    free_lists(&work.joints);
    free(work.joint_of_link);
    free(work.order);
    free(work.reached);
    return status;
}
