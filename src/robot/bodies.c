/* Freezing, third step: bodies. The shapes of each link and object become one geometry, in the frame
 * that suits its boxes best: the shape's own where there is one shape, else the link's. */
#include "math/pose.h"
#include "math/rounding.h"
#include "robot/obstacles.h"
#include "robot/scaling.h"
#include "robot/shape_body.h"
#include "robot/shared_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct body_work {
    const lw_scene *scene;
    const char *owner; /* of the current shapes: the name of a link or the id of an object */
    lw_frozen *frozen;
    LW_LIST(lw_part) parts;
    LW_LIST(lw_mesh *) meshes;
    LW_LIST(bool) solid;
    LW_LIST(double) rounding; /* of the meshes */
    LW_LIST(double) vertices;
    LW_LIST(const lw_polygon *) polygons; /* in the plane: one for each part */
    /* open components that could contain a body: */
    size_t hollow;           /* of the body being built */
    size_t all_hollow;       /* of all bodies */
    size_t hollow_bodies;    /* how many bodies have some */
    const char *hollow_body; /* the first of these */
    double hollow_size;      /* the longest side of such a component's box */
} body_work;

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

/* scales a shape, its vertices in the memory of the work */
static lw_status scale_shape(body_work *work, lw_shape_def *shape, vec3 middle, double factor,
                             lw_error *error)
{
    if (factor == 1)
        return LW_OK;
    if (lw_shape_has_vertices(shape->kind) &&
        !LW_ARRAY_RESERVE(&work->vertices, 3 * shape->vertex_count))
        return lw_fail_memory(error);
    lw_shape_scale(shape, middle, factor, work->vertices.items);
    return LW_OK;
}

static lw_status add_polygon(body_work *work, const lw_shape_def *shape, pose at, lw_error *error)
{
    if (!LW_ARRAY_GROW(&work->polygons))
        return lw_fail_memory(error);
    const lw_polygon **next = &work->polygons.items[work->polygons.count];
    lw_status status = lw_shape_polygon(&work->frozen->geometry->arena, shape, at, next, error);
    work->polygons.count += !status;
    return status;
}

/* entry: the model's; shape: its definition, scaled */
static lw_status add_part(body_work *work, const lw_model_shape *entry, const lw_shape_def *shape,
                          pose at, double factor, lw_error *error)
{
    if (!LW_ARRAY_GROW(&work->parts))
        return lw_fail_memory(error);
    lw_part *next = &work->parts.items[work->parts.count];
    if (entry->shared && factor == 1) {
        /* the geometry will point into the shape */
        if (!lw_memory_hold(work->frozen->geometry, entry->shared->memory))
            return lw_fail_memory(error);
        *next = entry->shared->convex[entry->part];
        next->at = at;
        work->parts.count++;
        return LW_OK;
    }
    lw_status status = lw_shape_part(&work->frozen->geometry->arena, shape, at, next, error);
    work->parts.count += !status;
    return status;
}

/* notices triangles that are segments or points */
static void notice_degenerate(const body_work *work, const lw_mesh *mesh, double rounding)
{
    if (mesh->degenerate_count == 0)
        return;
    bool one = mesh->degenerate_count == 1;
    lw_scene_notice(
        work->scene, NULL, 0,
        "a mesh of \"%s\" has %u triangle%s without area on no edge of its others: taken as "
        "%s%s",
        work->owner, (unsigned)mesh->degenerate_count, one ? "" : "s", one ? "a " : "",
        rounding > 0 ? one ? "capsule" : "capsules"
        : one        ? "segment"
                     : "segments");
}

/* counts what could contain a body unseen, and notices triangles without area */
static void note_mesh(body_work *work, const lw_mesh *mesh, bool solid, double rounding)
{
    for (uint32_t i = 0; i < mesh->component_count && solid; i++) {
        const lw_mesh_component *component = &mesh->components[i];
        if (!component->hollow)
            continue;
        work->hollow++;
        work->hollow_size =
            greater(work->hollow_size, max_component(sub(component->high, component->low)));
    }
    notice_degenerate(work, mesh, rounding);
}

/* adds a mesh, its vertices in the body's frame */
static lw_status add_mesh(body_work *work, const lw_shape_def *shape, pose at, bool still,
                          lw_error *error)
{
    if (!LW_ARRAY_RESERVE(&work->vertices, 3 * shape->vertex_count))
        return lw_fail_memory(error);
    const double *from = shape->vertices;
    double *to = work->vertices.items;
    for (size_t i = 0; i < shape->vertex_count; i++, from += 3, to += 3) {
        vec3 p = v3(from[0], from[1], from[2]);
        if (!still)
            p = transform(at, p);
        to[0] = p.x;
        to[1] = p.y;
        to[2] = p.z;
    }
    lw_mesh *mesh = NULL;
    lw_status status =
        lw_mesh_create(&work->frozen->geometry->arena, work->vertices.items, shape->vertex_count,
                       shape->triangles, shape->triangle_count, &mesh, error);
    if (status)
        return status;
    if (!LW_ARRAY_GROW(&work->meshes) || !LW_ARRAY_GROW(&work->solid) ||
        !LW_ARRAY_GROW(&work->rounding))
        return lw_fail_memory(error);
    work->rounding.items[work->rounding.count++] = shape->rounding;
    bool solid = lw_mesh_is_solid(shape, work->scene->model.mesh_mode);
    work->solid.items[work->solid.count++] = solid;
    work->meshes.items[work->meshes.count++] = mesh;
    note_mesh(work, mesh, solid, shape->rounding);
    return LW_OK;
}

/* Gives a body the geometry of a shared shape, which is its only one. */
static void use_shared(body_work *work, const lw_shape *shape, lw_body *body)
{
    body->memory = shape->memory;
    body->geometry = shape->geometry;
    body->polygons = shape->polygons;
    body->polygon_count = shape->polygon_count;
    if (shape->mesh)
        note_mesh(work, shape->mesh, lw_mesh_is_solid(&shape->def, work->scene->model.mesh_mode),
                  shape->def.rounding);
}

/* Builds one geometry of all shapes of a body, from `first` on. alone: it has one only, in the frame of
 * which the geometry is; else that is the frame of the shapes' poses. */
static lw_status build_shapes(body_work *work, size_t first, bool alone, double factor, lw_body *body,
                              lw_error *error)
{
    const lw_model *model = &work->scene->model;
    const size_t *next = work->frozen->next_shape;
    work->parts.count = work->meshes.count = work->solid.count = work->rounding.count =
        work->polygons.count = 0;
    for (size_t i = first; i != LW_NO_SHAPE; i = next[i]) {
        const lw_model_shape *entry = &model->shapes.items[i];
        lw_shape_def shape = entry->def;
        pose at = alone ? pose_identity() : lw_pose_in(entry->pose);
        lw_status status = scale_shape(work, &shape, entry->middle, factor, error);
        if (!status && shape.kind == LW_SHAPE_MESH)
            status = add_mesh(work, &shape, at, alone, error);
        else if (!status)
            status = add_part(work, entry, &shape, at, factor, error);
        if (!status && model->planar)
            status = add_polygon(work, &shape, at, error);
        if (status)
            return status;
    }
    lw_geometry_def def = {work->parts.items, work->parts.count,  work->meshes.items,
                           work->solid.items, work->meshes.count, work->rounding.items};
    lw_geometry *geometry = NULL;
    lw_status status = lw_geometry_create(&work->frozen->geometry->arena, &def, &geometry, error);
    if (status)
        return status;
    body->geometry = geometry;
    body->memory = work->frozen->geometry;
    body->polygon_count = (uint32_t)work->polygons.count;
    body->polygons = lw_arena_copy(&work->frozen->geometry->arena, work->polygons.items,
                                   work->polygons.count * sizeof *work->polygons.items);
    return body->polygons ? LW_OK : lw_fail_memory(error);
}

void lw_body_place(lw_body *body, pose carrier, lw_composed composed, lw_pose at)
{
    pose own = lw_pose_in(at);
    body->local = compose(carrier, own);
    body->composed = composed;
    body->composed.length += norm(own.position);
}

/* The body that a link (object < 0) or an object was in the scene that this one comes from, if it has
 * the same geometry; else NULL. */
static const lw_body *made_before(const body_work *work, int64_t link, int64_t object, double factor)
{
    const lw_frozen *from = work->scene->from;
    const lw_model *model = &work->scene->model;
    if (!from || from->mesh_mode != model->mesh_mode)
        return NULL;
    int64_t made = object >= 0                         ? model->objects.items[object].made
                   : from->link_scales[link] == factor ? from->chains->links[link].body
                                                       : -1;
    return made < 0 ? NULL : lw_frozen_body(from, (size_t)made);
}

/* Builds one geometry of all shapes of a link (object < 0) or an object; without shapes, body->geometry
 * stays NULL. body->local: in, the frame of the shapes' poses; out, the pose of the geometry. */
static lw_status build_geometry(body_work *work, int64_t link, int64_t object, double factor,
                                lw_body *body, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    size_t first = link >= 0 ? work->frozen->link_shapes[link] : work->frozen->object_shapes[object];
    work->hollow = 0;
    if (first == LW_NO_SHAPE)
        return LW_OK;
    bool alone = work->frozen->next_shape[first] == LW_NO_SHAPE;
    const lw_model_shape *entry = &model->shapes.items[first];
    bool placed = object >= 0 && model->objects.items[object].placed;
    if (placed)
        lw_body_place(body, body->local, body->composed, model->objects.items[object].pose);
    else if (alone)
        lw_body_place(body, body->local, body->composed, entry->pose);
    lw_status status = LW_OK;
    const lw_body *made = made_before(work, link, object, factor);
    if (made) {
        body->geometry = made->geometry;
        body->memory = made->memory;
        body->polygons = made->polygons;
        body->polygon_count = made->polygon_count;
    } else if (alone && factor == 1 && entry->shared &&
               lw_shape_serves(entry->shared, model->mesh_mode))
        use_shared(work, entry->shared, body);
    else
        status = build_shapes(work, first, alone, factor, body, error);
    if (status)
        return status;
    /* the shape's own pose, and the scaling of its vertices or their transform into the body's frame */
    body->composed.steps += 2;
    body->composed.length += body->geometry->extent;
    return LW_OK;
}

/* The lever arms of a body: for each elementary joint of its chain, last first, the largest distance of
 * the body from the joint's axis in any configuration (Wu et al., (17), with one sphere about the body
 * and the chain stretched from it). For the last joint it is exact; above that, the chain is stretched
 * straight. A slide has no end here: values beyond the limits are allowed with a notice. */
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

static lw_status add_body(body_work *work, lw_body body, const char *name, lw_error *error)
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

/* The body of a link, if it has shapes. */
static lw_status add_link(body_work *work, size_t index, lw_error *error)
{
    lw_frozen *frozen = work->frozen;
    lw_frozen_link *link = &frozen->chains->links[index];
    lw_body body = {.robot = (int64_t)link->robot,
                    .link = (int64_t)index,
                    .elementary = link->elementary,
                    .local = link->local,
                    .composed = link->composed};
    double factor;
    lw_link_scaling(&work->scene->model, link->robot, link->name, &factor, &body.padding);
    work->owner = link->name;
    lw_status status = build_geometry(work, (int64_t)index, -1, factor, &body, error);
    if (status)
        return lw_fail_at(error, status, error ? error->file : NULL, error ? error->line : 0, 0,
                          "link \"%s\": %s", link->name, error ? error->message : "");
    /* links have the same bodies in all scenes that come from one another */
    if (body.geometry && !work->scene->from)
        link->body = (int64_t)frozen->body_count;
    return add_body(work, body, link->name, error);
}

/* The body of an obstacle or of what a link carries. */
static lw_status add_object(body_work *work, size_t index, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    const lw_model_object *object = &model->objects.items[index];
    lw_frozen *frozen = work->frozen;
    lw_body body = {.robot = object->robot, .link = -1, .elementary = -1, .local = pose_identity()};
    if (object->robot >= 0) {
        const lw_frozen_link *link =
            &frozen->chains->links[lw_model_find_link(model, object->robot, object->link)];
        body.elementary = link->elementary;
        body.local = link->local;
        body.composed = link->composed;
        /* the padding of the link that carries it, as in MoveIt, but not that link's scale */
        double ignored;
        lw_link_scaling(model, (size_t)object->robot, object->link, &ignored, &body.padding);
    }
    work->owner = object->id;
    lw_status status = build_geometry(work, -1, (int64_t)index, 1, &body, error);
    if (status)
        return lw_fail_at(error, status, error ? error->file : NULL, error ? error->line : 0, 0,
                          "\"%s\": %s", object->id, error ? error->message : "");
    if (body.geometry)
        frozen->object_bodies[index] = (int64_t)frozen->body_count;
    return add_body(work, body, object->id, error);
}

/* Takes an obstacle from the scene that this one comes from. */
static lw_status keep_obstacle(body_work *work, size_t index, lw_error *error)
{
    lw_frozen *frozen = work->frozen;
    const lw_frozen *from = work->scene->from;
    size_t was = (size_t)work->scene->model.objects.items[index].made - from->moving_count;
    if (!lw_obstacles_keep(&frozen->obstacles, &from->obstacles, was))
        return lw_fail_memory(error);
    frozen->object_bodies[index] = (int64_t)frozen->body_count++;
    return LW_OK;
}

static lw_status all_obstacles(body_work *work, lw_error *error)
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

static lw_status all_bodies(body_work *work, lw_error *error)
{
    const lw_model *model = &work->scene->model;
    lw_status status = LW_OK;
    for (size_t i = 0; i < work->frozen->chains->link_count && !status; i++)
        status = add_link(work, i, error);
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

/* notices open meshes: contact inside of one is not found, right for a cup, wrong for a leaking link */
static void notice_hollow(const body_work *work)
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

/* The lever arms of all robots' bodies. */
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

/* The world needs the geometry of all bodies. */
static lw_status hold_geometry(lw_frozen *frozen, lw_error *error)
{
    bool held = lw_memory_hold(frozen->world, frozen->geometry);
    for (size_t i = 0; i < frozen->body_count && held; i++)
        held = lw_memory_hold(frozen->world, lw_frozen_body(frozen, i)->memory);
    return held ? LW_OK : lw_fail_memory(error);
}

lw_status lw_freeze_bodies(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    body_work work = {.scene = scene, .frozen = frozen};
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
    free(work.parts.items);
    free(work.meshes.items);
    free(work.solid.items);
    free(work.rounding.items);
    free(work.vertices.items);
    free(work.polygons.items);
    if (!status)
        status = lever_arms(frozen, error);
    if (!status)
        status = find_runs(frozen, error);
    return status ? status : hold_geometry(frozen, error);
}
