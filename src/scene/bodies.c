/* Freezing, third step: bodies, first those of links, then carried objects, at last obstacles. */
#include "math/pose.h"
#include "math/rounding.h"
#include "scene/body_geometry.h"
#include "scene/obstacles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* lists the shapes of each link and object in the order in which they were added */
static lw_status list_shapes(const lw_model *model, lw_frozen *frozen, lw_error *error)
{
    lw_arena *arena = &frozen->world->arena;
    frozen->link_shapes = lw_arena_array(arena, model->links.count, sizeof *frozen->link_shapes);
    frozen->object_shapes = lw_arena_array(arena, model->objects.count, sizeof *frozen->object_shapes);
    frozen->object_bodies = lw_arena_array(arena, model->objects.count, sizeof *frozen->object_bodies);
    frozen->next_shape = lw_arena_array(arena, model->shapes.count, sizeof *frozen->next_shape);
    if (!frozen->link_shapes || !frozen->object_shapes || !frozen->object_bodies || !frozen->next_shape)
        return lw_fail_memory(error);
    for (size_t i = 0; i < model->links.count; i++)
        frozen->link_shapes[i] = LW_NO_SHAPE;
    for (size_t i = 0; i < model->objects.count; i++) {
        frozen->object_shapes[i] = LW_NO_SHAPE;
        frozen->object_bodies[i] = -1;
    }
    for (size_t i = model->shapes.count; i-- > 0;) {
        const lw_model_shape *shape = &model->shapes.items[i];
        size_t *first = shape->link >= 0 ? &frozen->link_shapes[shape->link]
                                         : &frozen->object_shapes[shape->object];
        frozen->next_shape[i] = *first;
        *first = i;
    }
    return LW_OK;
}

/* Computes the lever arms of a body: for each elementary joint of its chain, last first, an upper bound
 * on the distance of the body from the joint's axis in any configuration (Wu et al., (17), with one
 * sphere about the body). For the last joint the bound is exact, up to the sphere; for joints above,
 * the chain is stretched straight. A slide makes the bounds of the joints above it infinite, since
 * values beyond limits are allowed with a notice. */
static void fill_lever_arms(lw_frozen *frozen, lw_body *body, double *lever_arms)
{
    vec3 center = transform(body->local, body->geometry->center);
    double stretch = norm(center) + body->geometry->radius;
    double axis = sqrt(center.x * center.x + center.y * center.y) + body->geometry->radius;
    for (int32_t f = body->elementary; f >= 0; f = frozen->chains->elementary[f].parent) {
        const lw_elementary_joint *elementary = &frozen->chains->elementary[f];
        /* rounded up by far more than the rounding errors of the few operations above */
        lever_arms[body->lever_arm_count++] = (f == body->elementary ? axis : stretch) * LW_UPWARD;
        double offset = norm(elementary->before.position);
        stretch += elementary->kind == LW_ELEMENTARY_REVOLUTE ? offset : HUGE_VAL;
    }
}

/* the name of a body: with the robot's where there are several robots */
static const char *body_name(lw_frozen *frozen, const lw_body *body, const char *name, lw_error *error)
{
    if (body->link < 0 || frozen->chains->robot_count == 1)
        return name;
    const char *robot = frozen->chains->names[body->robot];
    size_t size = strlen(robot) + strlen(name) + 2;
    char *full = lw_arena_take(&frozen->world->arena, size);
    if (!full) {
        lw_fail_memory(error);
        return NULL;
    }
    snprintf(full, size, "%s/%s", robot, name);
    return full;
}

/* The point about which an obstacle may be turned, in the frame of its body. */
static vec3 origin_of(const lw_model_object *object, const lw_body *body, bool alone)
{
    if (object->has_frame)
        return lw_pose_in(object->frame).position;
    return alone || object->placed ? v3(0, 0, 0) : body->geometry->center;
}

/* Gives a body its doubt, and the shift that it may have as a part of its padding. alone: the obstacle
 * has one shape. */
static void doubt_obstacle(const lw_model_object *object, bool alone, lw_body *body)
{
    const lw_uncertainty *given = &object->uncertainty;
    body->padding += given->position;
    body->doubt = (lw_doubt){given->angle, given->speed, given->since, origin_of(object, body, alone)};
}

static void doubt_base(const lw_model_robot *robot, lw_body *body)
{
    const lw_uncertainty *given = &robot->uncertainty;
    body->padding += given->position;
    body->doubt =
        (lw_doubt){given->angle, given->speed, given->since, lw_pose_in(robot->base).position};
}

static lw_status add_body(lw_body_work *work, lw_body body, const char *name, lw_error *error)
{
    lw_frozen *frozen = work->frozen;
    if (!body.geometry)
        return LW_OK;
    if (!(body.name = body_name(frozen, &body, name, error)))
        return LW_ERROR_MEMORY;
    if (body.link >= 0 && lw_model_find_object(&work->scene->model, body.name) >= 0)
        return lw_fail(error, LW_ERROR_NAME,
                       "two bodies are named \"%s\"; give the obstacle, object or link another name",
                       body.name);
    if (work->hollow && !work->hollow_bodies++)
        work->hollow_body = body.name;
    work->all_hollow += work->hollow;
    frozen->body_count++;
    if (body.robot >= 0)
        frozen->moving[frozen->moving_count++] = body;
    else if (!lw_obstacles_append(&frozen->obstacles, &body))
        return lw_fail_memory(error);
    return LW_OK;
}

/* Adds the body of a link, if it has shapes. */
static lw_status add_link(lw_body_work *work, size_t index, lw_error *error)
{
    lw_frozen *frozen = work->frozen;
    lw_frozen_link *link = &frozen->chains->links[index];
    lw_body body = {.robot = (int64_t)link->robot,
                    .link = (int64_t)index,
                    .elementary = link->elementary,
                    .local = link->local,
                    .composed = link->composed};
    body.padding = frozen->link_paddings[index];
    doubt_base(&work->scene->model.robots.items[link->robot], &body);
    work->owner = link->name;
    lw_status status =
        lw_body_build(work, (int64_t)index, -1, frozen->link_scales[index], &body, error);
    if (status)
        return lw_fail_at(error, status, error ? error->file : NULL, error ? error->line : 0, 0,
                          "link \"%s\": %s", link->name, error ? error->message : "");
    /* links have the same bodies in a scene and all its copies */
    if (body.geometry && !work->scene->from)
        link->body = (int64_t)frozen->body_count;
    return add_body(work, body, link->name, error);
}

/* Adds the body of an obstacle or of an object that a link carries. */
static lw_status add_object(lw_body_work *work, size_t index, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    const lw_model_object *object = &model->objects.items[index];
    lw_frozen *frozen = work->frozen;
    lw_body body = {.robot = object->robot, .link = -1, .elementary = -1, .local = pose_identity()};
    if (object->robot >= 0) {
        int64_t carrier = lw_model_find_link(model, object->robot, object->link);
        const lw_frozen_link *link = &frozen->chains->links[carrier];
        body.elementary = link->elementary;
        body.local = link->local;
        body.composed = link->composed;
        /* the padding of the link that carries it, as in MoveIt, but not that link's scale */
        body.padding = frozen->link_paddings[carrier];
        doubt_base(&model->robots.items[object->robot], &body);
    }
    work->owner = object->id;
    lw_status status = lw_body_build(work, -1, (int64_t)index, 1, &body, error);
    if (status)
        return lw_fail_at(error, status, error ? error->file : NULL, error ? error->line : 0, 0,
                          "\"%s\": %s", object->id, error ? error->message : "");
    const size_t first = frozen->object_shapes[index];
    if (body.geometry && object->robot < 0)
        doubt_obstacle(object, frozen->next_shape[first] == LW_NO_SHAPE, &body);
    if (body.geometry)
        frozen->object_bodies[index] = (int64_t)frozen->body_count;
    return add_body(work, body, object->id, error);
}

/* Takes an obstacle from the original. */
static lw_status keep_obstacle(lw_body_work *work, size_t index, lw_error *error)
{
    lw_frozen *frozen = work->frozen;
    const lw_frozen *from = work->scene->from;
    size_t was = (size_t)work->scene->model.objects.items[index].made - from->moving_count;
    if (!lw_obstacles_keep(&frozen->obstacles, &from->obstacles, was))
        return lw_fail_memory(error);
    frozen->object_bodies[index] = (int64_t)frozen->body_count++;
    return LW_OK;
}

static lw_status all_obstacles(lw_body_work *work, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    const lw_frozen *from = work->scene->from;
    lw_frozen *frozen = work->frozen;
    bool same_mode = from && from->mesh_mode == model->mesh_mode;
    bool shared = same_mode && !model->obstacles_differ;
    if (shared && !lw_obstacles_share(&from->obstacles, &frozen->obstacles))
        return lw_fail_memory(error);
    for (size_t i = 0; i < model->objects.count; i++) {
        const lw_model_object *object = &model->objects.items[i];
        if (object->robot >= 0)
            continue;
        lw_status status = LW_OK;
        if (shared)
            frozen->object_bodies[i] = (int64_t)frozen->body_count++;
        else if (same_mode && object->stays)
            status = keep_obstacle(work, i, error);
        else
            status = add_object(work, i, error);
        if (status)
            return status;
    }
    return LW_OK;
}

static lw_status all_bodies(lw_body_work *work, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    lw_status status = LW_OK;
    /* other threads find hulls of objects while this one builds the links */
    lw_body_hulls_begin(work->scene, 0, &work->hulls);
    for (size_t i = 0; i < work->frozen->chains->link_count && !status; i++)
        status = add_link(work, i, error);
    lw_body_hulls_end(&work->hulls);
    for (size_t i = 0; i < model->objects.count && !status; i++)
        if (model->objects.items[i].robot >= 0)
            status = add_object(work, i, error);
    return status ? status : all_obstacles(work, error);
}

/* notices paddings for links that do not exist */
static void notice_paddings(const lw_scene *scene)
{
    const lw_model *model = &scene->model;
    for (size_t i = model->known.paddings; i < model->paddings.count; i++) {
        const lw_model_padding *entry = &model->paddings.items[i];
        if (entry->link && lw_model_find_link(model, entry->robot, entry->link) < 0)
            lw_scene_notice(scene, NULL, 0, "padding for link \"%s\", which does not exist, is ignored",
                            entry->link);
    }
}

/* notices open meshes: a contact inside one is not found, which is right for a cup and wrong for a link
 * with a leak */
static void notice_hollow(const lw_body_work *work)
{
    if (!work->all_hollow)
        return;
    bool one = work->hollow_bodies == 1;
    lw_scene_notice(
        work->scene, NULL, 0,
        "the meshes of %zu bod%s (%s\"%s\") stay open in %zu part%s of %s%.2g m; a body that "
        "begins wholly inside such a part is not seen as a contact",
        work->hollow_bodies, one ? "y" : "ies", one ? "" : "the first is ", work->hollow_body,
        work->all_hollow, work->all_hollow == 1 ? "" : "s", work->all_hollow == 1 ? "" : "up to ",
        work->hollow_size);
}

/* Computes the lever arms of all robots' bodies. */
static lw_status lever_arms(lw_frozen *frozen, lw_error *error)
{
    const lw_elementary_joint *elementary = frozen->chains->elementary;
    size_t count = 0;
    for (size_t i = 0; i < frozen->moving_count; i++)
        for (int32_t f = frozen->moving[i].elementary; f >= 0; f = elementary[f].parent)
            count++;
    frozen->lever_arms = lw_arena_array(&frozen->world->arena, count, sizeof *frozen->lever_arms);
    if (!frozen->lever_arms)
        return lw_fail_memory(error);
    count = 0;
    for (size_t i = 0; i < frozen->moving_count; i++) {
        lw_body *body = &frozen->moving[i];
        body->first_lever_arm = (uint32_t)count;
        fill_lever_arms(frozen, body, frozen->lever_arms + count);
        count += body->lever_arm_count;
    }
    return LW_OK;
}

static lw_status find_runs(lw_frozen *frozen, lw_error *error)
{
    size_t moving = frozen->moving_count;
    frozen->runs = lw_arena_array(&frozen->world->arena, moving, sizeof *frozen->runs);
    if (!frozen->runs)
        return lw_fail_memory(error);
    for (uint32_t i = 0; i < moving; i++) {
        if (i == 0 || frozen->moving[i].robot != frozen->moving[i - 1].robot)
            frozen->runs[frozen->run_count++].first = i;
        frozen->runs[frozen->run_count - 1].end = i + 1;
    }
    return LW_OK;
}

/* Has the world retain the memory of all bodies' geometry. */
static lw_status hold_geometry(lw_frozen *frozen, lw_error *error)
{
    bool held = lw_memory_hold(frozen->world, frozen->geometry);
    for (size_t i = 0; i < frozen->body_count && held; i++)
        held = lw_memory_hold(frozen->world, lw_frozen_body(frozen, i)->memory);
    for (size_t i = 0; i < frozen->moving_count && held; i++)
        held = lw_memory_hold(frozen->world, frozen->moving[i].cover_memory);
    return held ? LW_OK : lw_fail_memory(error);
}

lw_status lw_freeze_bodies(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    lw_body_work work = {.scene = scene, .frozen = frozen};
    size_t most = frozen->chains->link_count;
    for (size_t i = 0; i < scene->model.objects.count; i++)
        most += scene->model.objects.items[i].robot >= 0;
    lw_status status = LW_OK;
    notice_paddings(scene);
    frozen->moving = lw_arena_array(&frozen->world->arena, most, sizeof *frozen->moving);
    if (!frozen->moving)
        status = lw_fail_memory(error);
    if (!status)
        status = list_shapes(&scene->model, frozen, error);
    if (!status)
        status = all_bodies(&work, error);
    if (!status)
        notice_hollow(&work);
    lw_body_work_free(&work);
    if (!status)
        status = lever_arms(frozen, error);
    if (!status)
        status = find_runs(frozen, error);
    if (!status)
        status = lw_freeze_covers(scene, frozen, error);
    return status ? status : hold_geometry(frozen, error);
}

/* Takes note of the doubt of one body. */
static void note(lw_frozen *frozen, const lw_body *body, lw_movers *movers)
{
    const lw_doubt *doubt = &body->doubt;
    frozen->doubts |= lw_doubt_is_any(doubt);
    if (!(doubt->speed > 0))
        return;
    movers->fastest = greater(movers->fastest, doubt->speed);
    movers->since = lesser(movers->since, doubt->since);
}

void lw_freeze_doubts(const lw_model *model, lw_frozen *frozen)
{
    frozen->doubts = frozen->bases_turn = frozen->uncertain = false;
    frozen->obstacles_move = frozen->bases_move = (lw_movers){0, HUGE_VAL};
    for (size_t i = 0; i < frozen->body_count; i++) {
        const bool moves = i < frozen->moving_count;
        const lw_body *body = lw_frozen_body(frozen, i);
        note(frozen, body, moves ? &frozen->bases_move : &frozen->obstacles_move);
        frozen->bases_turn |= moves && body->doubt.angle > 0;
        frozen->uncertain |= !moves && body->padding > 0;
    }
    for (size_t i = 0; i < model->robots.count; i++)
        frozen->uncertain |= model->robots.items[i].uncertainty.position > 0;
    frozen->uncertain |= frozen->doubts;
}
