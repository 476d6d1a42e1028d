#include "source_bodies.h"

#include <string.h>

#include "source_geometry.h"

/* ---- names -------------------------------------------------------------------------------------- */

int link_named(const source_robot *robot, const char *name)
{
    for (size_t i = 0; i < robot->link_count; i++)
        if (!strcmp(robot->links[i].name, name))
            return (int)i;
    return -1;
}

int joint_named(const source_robot *robot, const char *name)
{
    for (size_t i = 0; i < robot->joint_count; i++)
        if (!strcmp(robot->joints[i].name, name))
            return (int)i;
    return -1;
}

int body_named(const source_bodies *all, const char *name)
{
    for (size_t i = 0; i < all->body_count; i++)
        if (!strcmp(all->bodies[i].name, name))
            return (int)i;
    return -1;
}

bool names_link(const source_scene *scene, const char *name, int robot, const char *link)
{
    if (!strcmp(name, link))
        return true;
    const char *own = scene->robots[robot].name;
    const size_t length = strlen(own);
    return !strncmp(name, own, length) && name[length] == '/' && !strcmp(name + length + 1, link);
}

int variable_of(const source_bodies *all, int robot, int joint, int component)
{
    for (size_t i = 0; i < all->variable_count; i++) {
        const source_variable *v = &all->variables[i];
        if (v->robot == robot && v->joint == joint && v->component == component)
            return (int)i;
    }
    return -1;
}

/* ---- frames ------------------------------------------------------------------------------------- */

static int add_frame(source_bodies *all, source_frame own)
{
    all->frames[all->frame_count] = own;
    return (int)all->frame_count++;
}

static vec axis_of(int k)
{
    return (vec){exact(k == 0), exact(k == 1), exact(k == 2)};
}

/* The joint that one follows, in the end; how its value follows. */
static bool follow_mimic(const source_robot *robot, const source_joint *joint, int *of,
                         source_frame *own, refusal *why)
{
    own->multiplier = exact(1);
    own->offset = exact(0);
    for (size_t steps = 0; joint->mimics; steps++) {
        own->offset = plus(own->offset, times(own->multiplier, exact(joint->offset)));
        own->multiplier = times(own->multiplier, exact(joint->multiplier));
        const int next = joint_named(robot, joint->mimics);
        if (next < 0 || steps > robot->joint_count)
            return refuse(why, "joint \"%.80s\" mimics itself, or a joint that is not there",
                          joint->name);
        joint = &robot->joints[next];
    }
    *of = (int)(joint - robot->joints);
    return true;
}

/* Adds the frames of a joint; *place: of its parent, then of its child. */
static bool add_joint(source_bodies *all, int robot, int index, link_place *place, refusal *why)
{
    const source_robot *own = &all->scene->robots[robot];
    const source_joint *joint = &own->joints[index];
    source_frame next = {.parent = place->mover, .slot = -1, .robot = robot, .joint = index};
    place->at = composed(&place->at, &joint->origin);
    if (joint->kind == JOINT_FIXED)
        return true;
    next.before = place->at;
    next.multiplier = exact(1);
    place->at = identity();
    const int count = joint->kind == JOINT_FLOATING ? 5 : joint->kind == JOINT_PLANAR ? 3 : 1;
    for (int k = 0; k < count; k++) {
        next.kind = k == 4 ? FRAME_FIXED : k == count - 1 || k == 3 ? FRAME_TURNS : FRAME_SLIDES;
        next.slot = count == 5 ? k : -1;
        next.axis = axis_of(k < 3 ? k : 2);
        next.variable = k < 4 ? variable_of(all, robot, index, k) : -1;
        if (count == 3 && (joint->axis[0] != 0 || joint->axis[1] != 0 || joint->axis[2] != 1))
            return refuse(why, "a planar joint about another axis than z is not followed here");
        if (count == 1) {
            int of = index;
            next.axis = exact_vec(joint->axis);
            next.kind = joint->kind == JOINT_PRISMATIC ? FRAME_SLIDES : FRAME_TURNS;
            if (!positive(dot(next.axis, next.axis)))
                return refuse(why, "the axis of joint \"%.80s\" has length zero", joint->name);
            next.axis = scaled(inverse(length(next.axis)), next.axis);
            if (!follow_mimic(own, joint, &of, &next, why))
                return false;
            next.variable = variable_of(all, robot, of, 0);
        }
        place->mover = next.parent = add_frame(all, next);
        next.before = identity();
    }
    return true;
}

/* Finds the frames of all links of a robot. */
static bool place_links(source_bodies *all, int robot, refusal *why)
{
    const source_robot *own = &all->scene->robots[robot];
    link_place *places = all->links[robot];
    size_t roots = 0;
    for (size_t i = 0; i < own->link_count; i++) {
        bool is_child = false;
        for (size_t k = 0; k < own->joint_count; k++)
            is_child = is_child || !strcmp(own->joints[k].child, own->links[i].name);
        if (is_child)
            continue;
        roots++;
        places[i] = (link_place){-1, own->base, true};
    }
    if (roots != 1)
        return refuse(why, "robot \"%.80s\" has not one root link", own->name);
    bool *used = keep(&all->scene->store, own->joint_count, sizeof *used);
    /* each round places at least one link more, or is the last one */
    for (bool found = true; found;) {
        found = false;
        for (size_t k = 0; k < own->joint_count; k++) {
            const int parent = used[k] ? -1 : link_named(own, own->joints[k].parent);
            const int child = parent < 0 ? -1 : link_named(own, own->joints[k].child);
            if (child < 0 || !places[parent].known)
                continue;
            if (places[child].known)
                return refuse(why, "link \"%.80s\" is the child of two joints", own->joints[k].child);
            places[child] = places[parent];
            used[k] = found = true;
            if (!add_joint(all, robot, (int)k, &places[child], why))
                return false;
        }
    }
    for (size_t i = 0; i < own->link_count; i++)
        if (!places[i].known)
            return refuse(why, "robot \"%.80s\" has a loop of joints", own->name);
    return true;
}

static bool make_frames(source_bodies *all, refusal *why)
{
    size_t joints = 0;
    for (size_t r = 0; r < all->scene->robot_count; r++)
        joints += all->scene->robots[r].joint_count;
    all->frames = keep(&all->scene->store, 5 * joints, sizeof *all->frames);
    all->variables = keep(&all->scene->store, 4 * joints, sizeof *all->variables);
    all->links = keep(&all->scene->store, all->scene->robot_count, sizeof *all->links);
    for (size_t r = 0; r < all->scene->robot_count; r++) {
        const source_robot *own = &all->scene->robots[r];
        all->links[r] = keep(&all->scene->store, own->link_count, sizeof **all->links);
        for (size_t k = 0; k < own->joint_count; k++) {
            const joint_kind kind = own->joints[k].kind;
            const int values = own->joints[k].mimics || kind == JOINT_FIXED ? 0
                               : kind == JOINT_FLOATING                     ? 4
                               : kind == JOINT_PLANAR                       ? 3
                                                                            : 1;
            for (int c = 0; c < values; c++)
                all->variables[all->variable_count++] = (source_variable){(int)r, (int)k, c};
        }
    }
    for (size_t r = 0; r < all->scene->robot_count; r++)
        if (!place_links(all, (int)r, why))
            return false;
    return true;
}

/* ---- bodies ------------------------------------------------------------------------------------- */

/* What link_padding or link_scale says of a link: entries that name it count more than one for all. */
static bool setting_of(const source_scene *scene, const char *key, int robot, const char *link,
                       double *out, refusal *why)
{
    json_t *given = json_object_get(scene->json, key);
    const char *name;
    json_t *value;
    if (!json_is_object(given))
        return read_number(scene->json, key, out, why);
    json_object_foreach(given, name, value)
    {
        if (names_link(scene, name, robot, link) && !read_number(given, name, out, why))
            return false;
    }
    return true;
}

bool link_padding(const source_scene *scene, int robot, const char *link, double *out, refusal *why)
{
    *out = 0;
    return setting_of(scene, "link_padding", robot, link, out, why);
}

/* Whether an outline turns one way only, for certain. */
static bool is_convex(const source_shape *s)
{
    bool left = false;
    bool right = false;
    for (size_t i = 0; i < s->vertex_count; i++) {
        const vec a = exact_vec(s->vertices[(i + s->vertex_count - 1) % s->vertex_count]);
        const vec b = exact_vec(s->vertices[i]);
        const vec c = exact_vec(s->vertices[(i + 1) % s->vertex_count]);
        const real side = cross(sub(b, a), sub(c, b)).z;
        left = left || positive(side);
        right = right || positive(negative(side));
    }
    return !left || !right;
}

/* Adds a body, whose shapes stand in a frame. A body of one shape has the frame of that shape; a
 * polygon that is not convex counts as several. */
static void add_body(source_bodies *all, source_body own, const source_shapes *shapes)
{
    own.shape_count = shapes->count;
    own.shapes = keep(&all->scene->store, shapes->count, sizeof *own.shapes);
    for (size_t i = 0; i < shapes->count; i++) {
        own.shapes[i] = shapes->items[i];
        const source_shape *s = &own.shapes[i];
        const bool is_mesh = s->mesh && s->mesh->unread;
        if (!is_mesh && !s->unread)
            continue;
        own.unread = is_mesh ? s->mesh->unread : s->unread;
        own.unread_file = is_mesh ? s->mesh->path : s->unread_file;
    }
    if (shapes->count == 1 && (own.shapes[0].kind != SOURCE_POLYGON || is_convex(&own.shapes[0]))) {
        own.local = composed(&own.local, &own.shapes[0].at);
        own.shapes[0].at = identity();
    }
    all->bodies[all->body_count++] = own;
}

static bool add_link(source_bodies *all, int robot, size_t index, refusal *why)
{
    source_scene *scene = all->scene;
    const source_robot *of = &scene->robots[robot];
    const source_link *link = &of->links[index];
    const link_place *place = &all->links[robot][index];
    source_body own = {.name = link->name,
                       .robot = robot,
                       .link = link->name,
                       .object = -1,
                       .mover = place->mover,
                       .local = place->at};
    double scale = 1;
    if (!setting_of(scene, "link_padding", robot, link->name, &own.padding, why) ||
        !setting_of(scene, "link_scale", robot, link->name, &scale, why))
        return false;
    for (size_t i = 0; i < link->shapes.count && scale != 1; i++)
        shape_scale(&link->shapes.items[i], scale);
    if (scene->robot_count > 1) {
        const size_t length = strlen(of->name) + strlen(link->name) + 2;
        char *name = keep(&scene->store, length, 1);
        snprintf(name, length, "%s/%s", of->name, link->name);
        own.name = name;
    }
    if (link->shapes.count)
        add_body(all, own, &link->shapes);
    return true;
}

static bool add_object(source_bodies *all, int index, refusal *why)
{
    const source_object *object = &all->scene->objects[index];
    source_body own = {.name = object->name,
                       .robot = object->robot,
                       .object = index,
                       .mover = -1,
                       .local = identity()};
    if (object->robot >= 0) {
        const int link = link_named(&all->scene->robots[object->robot], object->link);
        if (link < 0)
            return refuse(why, "object \"%.80s\" is attached to a link that is not there",
                          object->name);
        own.mover = all->links[object->robot][link].mover;
        own.local = all->links[object->robot][link].at;
        if (!setting_of(all->scene, "link_padding", object->robot, object->link, &own.padding, why))
            return false;
    }
    add_body(all, own, &object->shapes);
    return true;
}

bool source_bodies_make(source_bodies *out, source_scene *scene, refusal *why)
{
    size_t count = scene->object_count;
    for (size_t r = 0; r < scene->robot_count; r++)
        count += scene->robots[r].link_count;
    *out = (source_bodies){.scene = scene};
    out->bodies = keep(&scene->store, count, sizeof *out->bodies);
    if (!make_frames(out, why))
        return false;
    for (size_t r = 0; r < scene->robot_count; r++)
        for (size_t i = 0; i < scene->robots[r].link_count; i++)
            if (!add_link(out, (int)r, i, why))
                return false;
    for (size_t i = 0; i < scene->object_count; i++)
        if (!add_object(out, (int)i, why))
            return false;
    for (size_t i = 0; i < out->body_count; i++)
        if (body_named(out, out->bodies[i].name) != (int)i)
            return refuse(why, "two bodies have the name \"%.80s\"", out->bodies[i].name);
    return true;
}
