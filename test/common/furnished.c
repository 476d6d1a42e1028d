/* Worlds with margins and with obstacles of every shape, among them thin plates and needles. */
#include "furnished.h"
#include "pair_at.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* if the bench is odd, one in so many shapes of links is odd */
enum { ODD_LINKS = 3 };

static const uint32_t octahedron[] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                      2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};

static void set_pairs(lw_scene *scene, const furniture *f)
{
    assert_int_equal(lw_scene_set_margin(scene, f->margin, NULL), LW_OK);
    assert_int_equal(lw_scene_set_self_margin(scene, f->self_margin, NULL), LW_OK);
    for (size_t i = 0; i < f->margin_count; i++)
        assert_int_equal(lw_scene_set_pair_margin(scene, f->margins[i].names[0], f->margins[i].names[1],
                                                  f->margins[i].margin, NULL),
                         LW_OK);
    for (size_t i = 0; i < f->allowed_count; i++)
        assert_int_equal(lw_scene_allow_pair(scene, f->allowed[i][0], f->allowed[i][1], true, NULL),
                         LW_OK);
}

static void set_covers(lw_scene *scene, const furniture *f)
{
    if (f->cover_balls)
        assert_int_equal(lw_scene_set_cover_balls(scene, f->cover_balls, NULL), LW_OK);
    for (size_t i = 0; i < scene->model.robots.count; i++) {
        lw_error error = {0};
        if (*f->covers[i] &&
            lw_scene_load_cover(scene, scene->model.robots.items[i].name, f->covers[i], &error))
            fail_msg("%s", error.message);
    }
}

static void furnish(lw_scene *scene, void *context)
{
    const furniture *f = context;
    for (size_t i = 0; i < scene->model.robots.count; i++)
        assert_int_equal(lw_scene_set_link_padding(scene, scene->model.robots.items[i].name, NULL,
                                                   f->scale[i], f->padding[i], NULL),
                         LW_OK);
    for (size_t i = 0; i < f->attached_count; i++) {
        char id[32];
        const lw_model_link *link = &scene->model.links.items[f->carriers[i]];
        snprintf(id, sizeof id, "cargo%zu", i);
        assert_int_equal(lw_scene_add_attached(scene, scene->model.robots.items[link->robot].name,
                                               link->name, id, &f->attached[i].shape,
                                               f->attached[i].pose, NULL, 0, NULL),
                         LW_OK);
    }
    for (size_t k = 0; k < f->count; k++) {
        size_t i = f->backwards ? f->count - 1 - k : k;
        char id[32];
        snprintf(id, sizeof id, "obstacle%zu", i);
        assert_int_equal(lw_scene_add_obstacle(scene, id, &f->obstacles[i].shape,
                                               pose_multiply(f->moved, f->obstacles[i].pose), NULL),
                         LW_OK);
    }
    set_covers(scene, f);
    set_pairs(scene, f);
}

/* Makes the shapes of a copy point to the copy's arrays. */
static void set_arrays(furniture *f)
{
    for (size_t i = 0; i < f->count + f->attached_count; i++) {
        thing *t = i < f->count ? &f->obstacles[i] : &f->attached[i - f->count];
        t->shape.vertices = t->vertices;
        t->shape.triangles = t->triangles;
    }
}

world *furnished_as(const bench *b, const furniture *with)
{
    furniture f = *with;
    set_arrays(&f);
    lw_random random = {b->seed};
    const world_furnishing furnishing = {.moved = f.moved,
                                         .furnish = furnish,
                                         .context = &f,
                                         .odd = b->odd ? ODD_LINKS : 0,
                                         .spheres = b->spheres && b->seed % 3 == 0};
    world *w = world_furnished(&random, &b->options, &furnishing);
    for (size_t i = 0; i < w->link_count; i++)
        w->links[i].scale = f.scale[w->links[i].robot];
    return w;
}

world *furnished_twin(const bench *b, const lw_pose *moved, bool backwards)
{
    furniture f = b->furniture;
    f.moved = moved ? *moved : lw_pose_identity();
    f.backwards = backwards;
    return furnished_as(b, &f);
}

lw_checker *new_checker(const world *w)
{
    lw_checker *checker = NULL;
    assert_int_equal(lw_checker_create(w->scene, &checker, NULL), LW_OK);
    return checker;
}

static void set_world(bench *b)
{
    b->world = furnished_twin(b, NULL, false);
    b->motion = world_motion_create(b->world);
    b->checker = new_checker(b->world);
    b->other = new_checker(b->world);
}

void furnished_drop(bench *b)
{
    lw_checker_destroy(b->other);
    lw_checker_destroy(b->checker);
    world_motion_free(b->motion);
    world_free(b->world);
}

void furnished_motion(const world *w, uint64_t seed, world_motion *m)
{
    lw_random random = {seed};
    world_motion_random(&random, w, (world_motion_kind)(seed % (WORLD_ANY + 1)), m);
}

/* Random payloads of a track with an object: it attaches the object, and may release it later; or it
 * releases an object that its robot carries. */
static size_t random_payloads(lw_random *random, const world *w, const lw_motion_track *track,
                              size_t points, const lw_model_object *object, lw_payload *out)
{
    static const char *touch[WORLD_LINKS];
    const char *const *names = touch;
    size_t robot = track->joints.robot;
    size_t waypoint = lw_random_below(random, (uint32_t)points);
    size_t count = 0;
    for (size_t i = 0; i < w->link_count; i++)
        touch[i] = w->links[i].name;
    if (object->robot < 0) {
        size_t link = lw_random_below(random, (uint32_t)w->link_count);
        while (w->links[link].robot != robot)
            link = link + 1 < w->link_count ? link + 1 : 0;
        out[count] = lw_default_payload();
        out[count].link = w->links[link].name;
        out[count].touch_links = names + link;
        out[count].touch_link_count = lw_random_below(random, 2);
        out[count].waypoint = waypoint++;
        count++;
    }
    if (waypoint < points && (!count || lw_random_below(random, 2))) {
        out[count] = lw_default_payload();
        out[count].kind = LW_PAYLOAD_RELEASE;
        out[count].waypoint = waypoint + lw_random_below(random, (uint32_t)(points - waypoint));
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        out[i].object = object->id;
        out[i].may_touch = names;
        out[i].may_touch_count = lw_random_below(random, (uint32_t)w->link_count + 1);
    }
    return count;
}

bool furnished_payloads(lw_random *random, const world *w, world_motion *m)
{
    const lw_model *model = &w->scene->model;
    lw_payload payloads[WORLD_ROBOTS][2 * (OBSTACLES + ATTACHED)];
    lw_track defs[WORLD_ROBOTS];
    bool any = false;
    for (size_t i = 0; i < m->track_count; i++)
        defs[i] = m->tracks[i].def;
    for (size_t k = 0; k < model->objects.count; k++) {
        const lw_model_object *object = &model->objects.items[k];
        size_t i = m->track_count ? lw_random_below(random, (uint32_t)m->track_count) : 0;
        if (i == m->track_count || defs[i].kind == LW_TRACK_RIGID || !lw_random_below(random, 4))
            continue;
        const lw_motion_track *track = &m->motion->tracks.items[i];
        if (object->robot >= 0 && object->robot != (int64_t)track->joints.robot)
            continue;
        defs[i].payloads = payloads[i];
        defs[i].payload_count += random_payloads(random, w, track, defs[i].point_count, object,
                                                 payloads[i] + defs[i].payload_count);
        any = true;
    }
    lw_error error = {0};
    if (lw_motion_set(m->motion, defs, m->track_count, &error))
        fail_msg("%s", error.message);
    return any;
}

static double random_time(bench *b)
{
    double begin;
    double end;
    lw_motion_interval(b->motion->motion, &begin, &end);
    return lw_random_between(&b->random, begin, end);
}

/* Moves vertices that no triangle uses to the place of the first vertex, which always has one: so every
 * vertex is a point of the mesh. */
static void drop_unused(const lw_shape_def *shape, double *vertices)
{
    for (size_t v = 0; v < shape->vertex_count; v++) {
        bool used = false;
        for (size_t i = 0; i < 3 * shape->triangle_count; i++)
            used = used || shape->triangles[i] == v;
        if (!used)
            memcpy(vertices + 3 * v, vertices, 3 * sizeof *vertices);
    }
}

/* Makes a cloud of a few points, or of many. The random numbers of its points are its own, so that the
 * rest of the world does not depend on them. */
static void make_cloud(lw_random random, double size, double thin, lw_shape_def *shape,
                       double *vertices)
{
    shape->kind = LW_SHAPE_CLOUD;
    if (lw_random_below(&random, 2))
        return;
    shape->vertex_count = 13 + lw_random_below(&random, MOST_VERTICES - 12);
    for (size_t i = 0; i < 3 * shape->vertex_count; i++)
        vertices[i] = size * lw_random_between(&random, -1, 1) * (i % 3 ? 1 : thin);
}

static void random_thing(lw_random *random, bool odd, double size, thing *t)
{
    lw_shape_def *shape = &t->shape;
    double *sizes[] = {&shape->size.x, &shape->size.y, &shape->size.z, &shape->radius, &shape->length};
    *shape = lw_default_shape();
    shape->kind = (lw_shape_kind)lw_random_below(random, LW_SHAPE_MESH + 1);
    for (size_t i = 0; i < 5; i++)
        *sizes[i] = size * lw_random_between(random, 0.1, 1);
    /* half of the boxes */
    if (shape->kind == LW_SHAPE_BOX && shape->size.x < shape->size.y)
        shape->kind = LW_SHAPE_ELLIPSOID;
    /* plates and needles */
    double thin = lw_random_below(random, 3) ? 1 : pow(10, lw_random_between(random, -5, -1));
    shape->size.x *= thin;
    shape->radius *= thin;
    if (lw_random_below(random, 4) == 0)
        shape->size.y *= thin;
    if (lw_random_below(random, 4) == 0)
        shape->rounding = 0.1 * size;
    double *vertices = t->vertices;
    for (size_t i = 0; i < 36; i++)
        vertices[i] = size * lw_random_between(random, -1, 1) * (i % 3 ? 1 : thin);
    memcpy(t->triangles, octahedron, sizeof octahedron);
    shape->vertices = vertices;
    shape->vertex_count = shape->kind == LW_SHAPE_POLYTOPE ? 1 + lw_random_below(random, 12) : 6;
    if (shape->kind == LW_SHAPE_POLYTOPE && shape->size.x < 0.3 * shape->size.y)
        make_cloud(*random, size, thin, shape, vertices);
    shape->triangles = t->triangles;
    shape->triangle_count = 1 + lw_random_below(random, 8);
    if (shape->triangle_count == 8) { /* closed: a solid */
        for (size_t i = 0; i < 18; i++)
            vertices[i] = 0;
        for (size_t i = 0; i < 3; i++) {
            vertices[3 * 2 * i + i] = size * (i ? 1 : thin);
            vertices[3 * (2 * i + 1) + i] = -size * (i ? 1 : thin);
        }
    }
    if (shape->kind == LW_SHAPE_MESH)
        drop_unused(shape, vertices);
    if (shape->kind == LW_SHAPE_MESH && lw_random_below(random, 2))
        shape->mesh_mode = LW_MESH_SURFACE;
    if (odd && lw_random_below(random, 2))
        *shape = odd_shape(random, size, t->vertices, t->triangles);
}

static void move_away(lw_random *random, double far, lw_pose *at)
{
    at->position.x += lw_random_between(random, -far, far);
    at->position.y += lw_random_between(random, -far, far);
    at->position.z += lw_random_between(random, -far, far);
    double *q[] = {&at->orientation.x, &at->orientation.y, &at->orientation.z, &at->orientation.w};
    for (size_t i = 0; i < 4 && lw_random_below(random, 3); i++)
        *q[i] = lw_random_between(random, -1, 1);
    at->orientation.w += at->orientation.w == 0;
}

static void random_obstacle(bench *b, furniture *f)
{
    lw_random *random = &b->random;
    thing *t = &f->obstacles[f->count++];
    random_thing(random, b->odd, b->options.size * pow(10, lw_random_between(random, -1.5, 0.5)), t);
    /* near a place that a body passes */
    size_t body = lw_random_below(random, (uint32_t)lw_scene_body_count(b->world->scene));
    assert_int_equal(lw_motion_pose(b->motion->motion, body, random_time(b), &t->pose, NULL), LW_OK);
    move_away(random, b->options.size * pow(10, lw_random_between(random, -1, 0.7)), &t->pose);
}

static void random_cargo(bench *b, furniture *f)
{
    lw_random *random = &b->random;
    f->carriers[f->attached_count] = lw_random_below(random, (uint32_t)b->world->link_count);
    thing *t = &f->attached[f->attached_count++];
    random_thing(random, b->odd, b->options.size * pow(10, lw_random_between(random, -1.5, 0)), t);
    t->pose = lw_pose_identity();
    move_away(random, b->options.size, &t->pose);
}

/* most pairs that meet at some time of some motion are allowed: otherwise hardly any motion is free */
static void allow_what_meets(bench *b, furniture *f)
{
    size_t pairs = lw_scene_pair_count(b->world->scene);
    for (size_t i = 0; i < pairs && f->allowed_count < ALLOWED; i++) {
        lw_distance distance;
        size_t bodies[2];
        assert_int_equal(
            lw_pair_distance(b->checker, b->motion->motion, random_time(b), i, &distance, NULL), LW_OK);
        if (distance.upper > 1.1 * pair_at(b->world->scene->frozen, i).margin ||
            lw_random_below(&b->random, 8) == 0)
            continue;
        lw_scene_pair(b->world->scene, i, bodies);
        for (int k = 0; k < 2; k++)
            snprintf(f->allowed[f->allowed_count][k], NAME, "%s",
                     lw_scene_body_name(b->world->scene, bodies[k]));
        f->allowed_count++;
    }
}

static double random_margin(lw_random *random, double size)
{
    return lw_random_below(random, 2) ? 0 : size * pow(10, lw_random_between(random, -4, -0.5));
}

static void random_pair_margins(bench *b, furniture *f)
{
    uint32_t pairs = (uint32_t)lw_scene_pair_count(b->world->scene);
    uint32_t count =
        pairs && lw_random_below(&b->random, 3) == 0 ? 1 + lw_random_below(&b->random, 4) : 0;
    for (uint32_t i = 0; i < count; i++) {
        pair_margin *entry = &f->margins[f->margin_count++];
        size_t bodies[2];
        lw_scene_pair(b->world->scene, lw_random_below(&b->random, pairs), bodies);
        for (int k = 0; k < 2; k++)
            snprintf(entry->names[k], NAME, "%s", lw_scene_body_name(b->world->scene, bodies[k]));
        entry->margin = random_margin(&b->random, b->options.size);
    }
}

static void random_growth(bench *b, furniture *f)
{
    for (size_t i = 0; i < WORLD_ROBOTS; i++) {
        f->scale[i] = lw_random_below(&b->random, 3) ? 1 : lw_random_between(&b->random, 0.5, 2);
        f->padding[i] = random_margin(&b->random, b->options.size);
    }
}

static void set_furniture(bench *b, const furniture *f)
{
    furnished_drop(b);
    b->furniture = *f;
    set_arrays(&b->furniture);
    set_world(b);
}

/* Writes the covers of a world to files, which the same world reads when it is built again. */
static void write_covers(const bench *b, furniture *f)
{
    for (size_t i = 0; i < b->world->robot_count; i++) {
        size_t needed = 0;
        assert_int_equal(lw_scene_cover_json(b->world->scene, i, NULL, 0, &needed, NULL), LW_OK);
        char *text = malloc(needed + 1);
        assert_non_null(text);
        assert_int_equal(lw_scene_cover_json(b->world->scene, i, text, needed + 1, &needed, NULL),
                         LW_OK);
        strcpy(f->covers[i], "/tmp/leeway-cover-XXXXXX");
        int file = mkstemp(f->covers[i]);
        assert_true(file >= 0 && write(file, text, needed) == (ssize_t)needed);
        close(file);
        free(text);
    }
}

static void take_covers(bench *b)
{
    furniture f = b->furniture;
    write_covers(b, &f);
    set_furniture(b, &f);
    for (size_t i = 0; i < b->world->robot_count; i++) {
        unlink(f.covers[i]);
        *b->furniture.covers[i] = 0;
    }
}

void furnished_world(bench *b, uint64_t motions[MOTIONS])
{
    b->seed = lw_random_bits(&b->random);
    b->options.robots = 1 + lw_random_below(&b->random, 3);
    b->options.joints = 1 + lw_random_below(&b->random, b->odd ? 9 : 5);
    b->options.size =
        lw_random_below(&b->random, 4) ? 1 : pow(10, lw_random_between(&b->random, -3, 2));
    b->furniture = (furniture){.moved = lw_pose_identity()};
    b->furniture.margin = random_margin(&b->random, b->options.size);
    b->furniture.self_margin = random_margin(&b->random, b->options.size);
    random_growth(b, &b->furniture);
    if (b->odd && lw_random_below(&b->random, 2))
        b->furniture.cover_balls = 1 + lw_random_below(&b->random, LW_COVER_MOST_BALLS);
    for (size_t i = 0; i < MOTIONS; i++)
        motions[i] = lw_random_bits(&b->random);
    set_world(b);
    furniture f = b->furniture;
    uint32_t cargo = lw_random_below(&b->random, 2) ? lw_random_below(&b->random, ATTACHED + 1) : 0;
    for (uint32_t i = 0; i < cargo; i++)
        random_cargo(b, &f);
    set_furniture(b, &f);
    bool bodies = lw_scene_body_count(b->world->scene) > 0;
    size_t obstacles = lw_random_below(&b->random, OBSTACLES + 1);
    for (size_t i = 0; i < obstacles && bodies; i++) {
        furnished_motion(b->world, motions[lw_random_below(&b->random, MOTIONS)], b->motion);
        random_obstacle(b, &f);
    }
    random_pair_margins(b, &f);
    for (size_t i = 0; i < 3; i++) {
        furnished_motion(b->world, motions[i], b->motion);
        allow_what_meets(b, &f);
    }
    set_furniture(b, &f);
    if (b->odd && bodies && lw_random_below(&b->random, 6) == 0)
        take_covers(b);
}

int furnished_each(bench *b, int motions, furnished_question *ask, void *context)
{
    int carried = 0;
    for (b->round = 0; b->round < motions;) {
        uint64_t seeds[MOTIONS];
        b->odd = b->round / MOTIONS % 2;
        furnished_world(b, seeds);
        for (int i = 0; i < MOTIONS; i++, b->round++) {
            lw_random own = {seeds[i]};
            furnished_motion(b->world, seeds[i], b->motion);
            if (lw_random_below(&own, 4) == 0)
                carried += furnished_payloads(&own, b->world, b->motion);
            ask(b, seeds[i], i % 2, context);
        }
        furnished_drop(b);
    }
    return carried;
}
