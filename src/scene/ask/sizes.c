/* Sizes: the box of a body, the reach of a robot, and a notice of links that are far too large for
 * their robot, as meshes in millimetres are. */
#include "scene/ask/sizes.h"

#include "base/error.h"
#include "math/pose.h"
#include "scene/ask/ask.h"

#include <stdio.h>
#include <stdlib.h>

/* A link is far too large above so many times the size of its neighbours; a mesh in millimetres is
 * 1,000 times too large. docs/decisions/scene.md, "A link 50 times larger than its surroundings gets a
 * notice that it may be in millimetres". */
static const double FAR_TOO_LARGE = 50;
/* Metres: hardly any real link is larger, and a mesh in millimetres of a part of half a centimetre is
 * as large. */
static const double LEAST = 5;

/* ---- reach --------------------------------------------------------------------------------------- */

/* How far a joint slides from where it is at value 0, within the limits of the joint that moves it. */
static double slide_of(const lw_chains *chains, const lw_frozen_joint *joint)
{
    const lw_frozen_joint *moved_by = joint->mimic < 0 ? joint : &chains->joints[joint->mimic];
    switch (joint->kind) {
    case LW_JOINT_FIXED:
    case LW_JOINT_REVOLUTE:
    case LW_JOINT_CONTINUOUS:
        break;
    case LW_JOINT_PRISMATIC: {
        const lw_elementary_joint *slide = &chains->elementary[joint->elementary];
        double most = fmax(fabs(moved_by->lower), fabs(moved_by->upper));
        return fabs(slide->multiplier) * most + fabs(slide->offset);
    }
    case LW_JOINT_PLANAR:
    case LW_JOINT_FLOATING:
        return HUGE_VAL;
    }
    return 0;
}

static double offset_of(const lw_model *model, const lw_frozen_joint *joint)
{
    return norm(model->joints.items[joint->definition].def.origin.position);
}

/* The largest distance of each link's frame from that of its robot's root link. Joints are listed with
 * the parents first. */
static lw_status find_distances(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    const lw_chains *chains = frozen->chains;
    frozen->link_distances =
        lw_arena_array(&frozen->world->arena, chains->link_count, sizeof *frozen->link_distances);
    if (!frozen->link_distances)
        return lw_fail_memory(error);
    for (size_t i = 0; i < chains->joint_count; i++) {
        const lw_frozen_joint *joint = &chains->joints[i];
        double step = offset_of(&scene->model, joint) + slide_of(chains, joint);
        frozen->link_distances[joint->child_link] = frozen->link_distances[joint->parent_link] + step;
    }
    return LW_OK;
}

void lw_body_box(const lw_body *body, vec3 *low, vec3 *high)
{
    const lw_node *root = &body->geometry->nodes[0];
    *low = sub(root->center, root->half);
    *high = add(root->center, root->half);
}

/* The largest distance of a body's points from the frame of its link. */
static double farthest_point(const lw_scene *scene, size_t body)
{
    const lw_geometry *geometry = lw_frozen_body(scene->frozen, body)->geometry;
    const lw_node *box = &geometry->nodes[0];
    lw_pose place;
    pose at = lw_body_frame(scene, body, &place) ? lw_pose_in(place) : pose_identity();
    double sphere = norm(transform(at, geometry->center)) + geometry->radius;
    double corner = 0;
    for (uint32_t i = 0; i < 8; i++)
        corner = greater(corner, norm(transform(at, add(box->center, box_corner(box->half, i)))));
    return lesser(sphere, corner);
}

double lw_robot_reach(const lw_scene *scene, size_t robot)
{
    const lw_frozen *frozen = scene->frozen;
    double reach = 0;
    for (size_t i = 0; i < frozen->moving_count; i++) {
        if (frozen->moving[i].robot != (int64_t)robot)
            continue;
        double distance = frozen->link_distances[lw_body_link(scene, &frozen->moving[i])];
        reach = greater(reach, distance + farthest_point(scene, i));
    }
    return reach * LW_UPWARD;
}

/* ---- far too large ---------------------------------------------------------------------------------
 */

/* Sizes that a link is compared with. */
typedef struct comparison {
    const lw_scene *scene;
    const lw_frozen *frozen;
    double *sizes;   /* per link: the longest side of its box; 0: no geometry */
    double *beside;  /* per link: the largest of its neighbours' sizes and its joints' offsets */
    double *offsets; /* per robot: the largest of its joints' offsets */
} comparison;

static void compare_links(const comparison *c)
{
    const lw_chains *chains = c->frozen->chains;
    for (size_t i = 0; i < c->frozen->moving_count; i++) {
        const lw_body *body = &c->frozen->moving[i];
        if (body->link >= 0)
            c->sizes[body->link] = 2 * max_component(body->geometry->nodes[0].half);
    }
    for (size_t i = 0; i < chains->joint_count; i++) {
        const lw_frozen_joint *joint = &chains->joints[i];
        double slide = slide_of(chains, joint);
        double offset = offset_of(&c->scene->model, joint) + (isfinite(slide) ? slide : 0);
        const int64_t links[2] = {joint->parent_link, joint->child_link};
        for (int k = 0; k < 2; k++)
            c->beside[links[k]] = greater(c->beside[links[k]], greater(offset, c->sizes[links[1 - k]]));
        c->offsets[joint->robot] = greater(c->offsets[joint->robot], offset);
    }
}

/* The longest side of the box of a link's largest mesh, scaled; its file, or NULL. */
static double largest_mesh(const comparison *c, size_t link, const char **file)
{
    double largest = 0;
    for (size_t i = c->frozen->link_shapes[link]; i != LW_NO_SHAPE; i = c->frozen->next_shape[i]) {
        const lw_model_shape *shape = &c->scene->model.shapes.items[i];
        vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
        vec3 high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        if (shape->def.kind != LW_SHAPE_MESH)
            continue;
        for (size_t k = 0; k < 3 * shape->def.triangle_count; k++) {
            const double *row = shape->def.vertices + 3 * (size_t)shape->def.triangles[k];
            low = min3(low, v3(row[0], row[1], row[2]));
            high = max3(high, v3(row[0], row[1], row[2]));
        }
        double size = max_component(sub(high, low)) * c->frozen->link_scales[link];
        if (size > largest)
            *file = shape->file;
        largest = greater(largest, size);
    }
    return largest;
}

static bool is_far_too_large(double size, double than)
{
    return than > 0 && size > FAR_TOO_LARGE * than;
}

/* Gives at most one notice per robot: about the largest of its links whose mesh is far too large. */
static void notice_robot(const comparison *c, size_t robot)
{
    double largest = 0;
    double than = 0;
    const char *name = NULL;
    const char *file = NULL;
    size_t more = 0;
    for (size_t i = 0; i < c->frozen->chains->link_count; i++) {
        const char *from = NULL;
        bool by_neighbours = is_far_too_large(c->sizes[i], c->beside[i]);
        if (c->frozen->chains->links[i].robot != robot || !(c->sizes[i] > LEAST) ||
            !(by_neighbours || is_far_too_large(c->sizes[i], c->offsets[robot])))
            continue;
        double size = largest_mesh(c, i, &from);
        double other = by_neighbours ? c->beside[i] : c->offsets[robot];
        if (!(size > LEAST) || !is_far_too_large(size, other))
            continue;
        more += name != NULL;
        if (size <= largest)
            continue;
        largest = size;
        than = other;
        name = c->frozen->chains->links[i].name;
        file = from;
    }
    char others[64] = "";
    if (more)
        snprintf(others, sizeof others, "; so %s %zu more of its robot's links",
                 more == 1 ? "is" : "are", more);
    if (name)
        lw_scene_notice(
            c->scene, file, 0,
            "link \"%s\" is %.4g m large, %.0f times what is beside it (joints or links, %.3g m)"
            "%s: a mesh in millimetres needs a scale of 0.001",
            name, largest, largest / than, than, others);
}

static lw_status notice_sizes(const lw_scene *scene, const lw_frozen *frozen, lw_error *error)
{
    const lw_chains *chains = frozen->chains;
    comparison c = {.scene = scene,
                    .frozen = frozen,
                    .sizes = calloc(chains->link_count + 1, sizeof *c.sizes),
                    .beside = calloc(chains->link_count + 1, sizeof *c.beside),
                    .offsets = calloc(chains->robot_count + 1, sizeof *c.offsets)};
    bool made = c.sizes && c.beside && c.offsets;
    if (made)
        compare_links(&c);
    for (size_t i = 0; made && i < chains->robot_count; i++)
        notice_robot(&c, i);
    free(c.sizes);
    free(c.beside);
    free(c.offsets);
    return made ? LW_OK : lw_fail_memory(error);
}

lw_status lw_freeze_sizes(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    lw_status status = find_distances(scene, frozen, error);
    /* a copy has the links of its original, which has given the notices */
    return status || scene->from ? status : notice_sizes(scene, frozen, error);
}
