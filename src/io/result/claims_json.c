/* Writes the claims of checks as JSON Lines: the proof of verdicts, for programs that verify it. */
#include "io/result/claims_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body/slices.h"
#include "io/result/kinematics_json.h"
#include "io/result/result_json.h"
#include "lanes/setup.h"
#include "math/pose.h"
#include "motion/stages.h"
#include "scene/ask/ask.h"
#include "scene/frozen.h"

static bool is_identity(mat3 m)
{
    mat3 one = mat3_identity();
    return norm2(sub(m.x, one.x)) + norm2(sub(m.y, one.y)) + norm2(sub(m.z, one.z)) == 0;
}

/* Writes the fields of a pose; position and rotation are left out where they are zero and identity. */
static void pose_fields(lw_values *out, pose at)
{
    if (norm2(at.position) > 0) {
        lw_values_key(out, "position");
        lw_kinematics_write_vector(out, at.position);
    }
    if (is_identity(at.rotation))
        return;
    lw_values_key(out, "rotation");
    lw_kinematics_write_rotation(out, &at.rotation);
}

/* ---- the scene ------------------------------------------------------------------------------ */

static void write_triangle(lw_values *out, const vec3 corners[3], double radius)
{
    double numbers[10];
    for (int k = 0; k < 3; k++) {
        numbers[3 * k] = corners[k].x;
        numbers[3 * k + 1] = corners[k].y;
        numbers[3 * k + 2] = corners[k].z;
    }
    numbers[9] = radius;
    lw_values_numbers(out, numbers, radius > 0 ? 10 : 9);
}

static void write_vertices(lw_values *out, const vec3 *vertices, uint32_t count)
{
    lw_values_text_of(out, "shape", "polytope");
    lw_values_key(out, "vertices");
    lw_values_list(out);
    for (uint32_t i = 0; i < count; i++)
        lw_kinematics_write_vector(out, vertices[i]);
    lw_values_end_list(out);
}

static void write_half(lw_values *out, vec3 half)
{
    lw_values_key(out, "half");
    lw_kinematics_write_vector(out, half);
}

/* Writes the fields of a core. */
static void write_core(lw_values *out, const lw_convex *shape)
{
    switch (shape->core) {
    case LW_CORE_SEGMENT:
        lw_values_text_of(out, "shape", "segment");
        lw_values_number_of(out, "half", shape->half.z);
        return;
    case LW_CORE_BOX:
        lw_values_text_of(out, "shape", "box");
        write_half(out, shape->half);
        return;
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
        lw_values_text_of(out, "shape", shape->core == LW_CORE_CONE ? "cone" : "cylinder");
        lw_values_number_of(out, "base", shape->half.x);
        lw_values_number_of(out, "half", shape->half.z);
        return;
    case LW_CORE_ELLIPSOID:
        lw_values_text_of(out, "shape", "ellipsoid");
        write_half(out, shape->half);
        return;
    case LW_CORE_TRIANGLE:
        write_vertices(out, shape->triangle, 3);
        return;
    case LW_CORE_POLYTOPE:
        write_vertices(out, shape->polytope->vertices, shape->polytope->vertex_count);
        return;
    case LW_CORE_POINT:
        lw_values_text_of(out, "shape", "point");
        return;
    }
    lw_values_text_of(out, "shape", NULL);
}

static void write_part(lw_values *out, const lw_part *part)
{
    lw_values_object(out);
    write_core(out, &part->shape);
    if (part->shape.radius > 0)
        lw_values_number_of(out, "radius", part->shape.radius);
    pose_fields(out, part->at);
    lw_values_end_object(out);
}

static void write_elements(lw_values *out, const lw_geometry *geometry)
{
    lw_values_key(out, "elements");
    lw_values_list(out);
    for (uint32_t i = 0; i < geometry->triangle_count; i++)
        write_triangle(out, geometry->triangles[i], lw_triangle_radius(geometry, i));
    lw_part own;
    for (uint32_t i = 0; i < geometry->part_count; i++)
        write_part(out, lw_part_at(geometry, i, &own));
    for (uint32_t i = 0; i < geometry->point_count + geometry->height_count + geometry->image_count;
         i++) {
        lw_element_room room;
        lw_part made;
        lw_geometry_element(geometry, i, &room, &made.shape, &made.at);
        write_part(out, &made);
    }
    lw_values_end_list(out);
    lw_values_key(out, "tree");
    lw_values_list(out);
    for (uint32_t i = 0; i < lw_node_total(geometry); i++) {
        lw_node room;
        const lw_node *node = lw_node_at(geometry, i, &room);
        lw_values_signed(out, node->child < 0 ? -1 - (int64_t)node->element : node->child);
    }
    lw_values_end_list(out);
}

/* Writes the elements of each hull, where there are several hulls. */
static void write_hulls(lw_values *out, const lw_geometry *geometry)
{
    uint32_t elements = lw_element_count(geometry);
    if (geometry->hull_count < 2)
        return;
    lw_values_key(out, "hulls");
    lw_values_list(out);
    for (uint32_t hull = 0; hull < geometry->hull_count; hull++) {
        lw_values_list(out);
        for (uint32_t i = 0; i < elements; i++)
            if (lw_geometry_hull_of(geometry, i) == hull)
                lw_values_whole(out, i);
        lw_values_end_list(out);
    }
    lw_values_end_list(out);
}

/* Writes the cells into which a body is cut, if it is. */
static void write_cells(lw_values *out, const lw_geometry *geometry)
{
    if (!geometry->cell_count)
        return;
    lw_values_key(out, "cells");
    lw_values_list(out);
    for (uint32_t i = 0; i < geometry->cell_count; i++) {
        const lw_cell *cell = &geometry->cells[i];
        lw_values_list(out);
        if (cell->child > 0) {
            lw_values_whole(out, (uint64_t)cell->axis);
            lw_values_number(out, cell->at);
            lw_values_whole(out, cell->child);
        }
        lw_values_end_list(out);
    }
    lw_values_end_list(out);
}

/* The link that carries a body; NULL: an obstacle. */
static const char *carrier_of(const lw_scene *scene, const lw_body *body)
{
    if (body->link >= 0)
        return scene->frozen->chains->links[body->link].name;
    return scene->model.objects.items[lw_model_find_object(&scene->model, body->name)].link;
}

/* The pose of a body's geometry in the frame of its link, or in the world. */
static lw_pose frame_of(const lw_scene *scene, size_t index)
{
    lw_pose frame;
    return lw_body_frame(scene, index, &frame) ? frame : lw_pose_identity();
}

/* Writes the link that carries a body, and the pose of its geometry in the frame of the link, or in the
 * world. */
static void write_place(lw_values *out, const lw_scene *scene, size_t index)
{
    const lw_body *body = lw_frozen_body(scene->frozen, index);
    if (body->robot >= 0) {
        lw_values_text_of(out, "robot", scene->frozen->chains->names[body->robot]);
        lw_values_text_of(out, "link", carrier_of(scene, body));
    }
    pose_fields(out, lw_pose_in(frame_of(scene, index)));
}

/* Writes the balls that cover a moving body (in the plane there are none), or the shape that blocks
 * test in place of an obstacle. */
static void write_cover(lw_values *out, const lw_body *body)
{
    const lw_cover *cover = body->cover;
    if (body->robot >= 0 && !cover)
        return;
    if (body->robot < 0) {
        const lw_part around = lw_lanes_around(body->geometry);
        lw_values_key(out, "around");
        write_part(out, &around);
        return;
    }
    lw_values_key(out, "cover");
    lw_values_list(out);
    for (uint32_t i = 0; i < cover->count; i++) {
        const lw_ball *ball = &cover->balls[i];
        const vec3 center = lw_ball_center(ball);
        lw_values_numbers(out, (double[]){center.x, center.y, center.z, (double)ball->radius}, 4);
    }
    lw_values_end_list(out);
}

static int by_place(const void *a, const void *b)
{
    const vec3 *one = a;
    const vec3 *other = b;
    if (one->x != other->x)
        return one->x < other->x ? -1 : 1;
    if (one->y != other->y)
        return one->y < other->y ? -1 : 1;
    return (one->z > other->z) - (one->z < other->z);
}

/* The vertices of a body's solids in their order by place, which the caller frees; NULL: no memory. */
static vec3 *vertices_of_solids(const lw_geometry *geometry, size_t *count)
{
    *count = 0;
    for (uint32_t i = 0; i < geometry->solid_count; i++)
        *count += geometry->solids[i]->vertex_count;
    vec3 *out = malloc((*count + 1) * sizeof *out);
    size_t filled = 0;
    for (uint32_t i = 0; i < geometry->solid_count && out; i++) {
        const lw_mesh *mesh = geometry->solids[i];
        memcpy(out + filled, mesh->vertices, mesh->vertex_count * sizeof *out);
        filled += mesh->vertex_count;
    }
    if (out)
        qsort(out, *count, sizeof *out, by_place);
    return out;
}

static vec3 first_corner(const lw_mesh *mesh, const lw_mesh_component *component)
{
    return mesh->vertices[mesh->triangles[component->first_triangle][0]];
}

/* Whether a component has none of these vertices: a verifier, which sees the triangles alone, would
 * take what is connected by them for one component. */
static bool stands_apart(const lw_mesh *mesh, const lw_mesh_component *component, const vec3 *vertices,
                         size_t count)
{
    bool apart = true;
    for (uint32_t t = 0; t < component->triangle_count && apart; t++)
        for (int k = 0; k < 3; k++) {
            const vec3 *corner = &mesh->vertices[mesh->triangles[component->first_triangle + t][k]];
            apart = apart && !bsearch(corner, vertices, count, sizeof *vertices, by_place);
        }
    return apart;
}

/* Writes a corner of each closed component that has no inside, in a body with solids. Those that are
 * left out count as solid, which proves less. */
static void write_surfaces(lw_values *out, const lw_geometry *geometry)
{
    size_t count = 0;
    vec3 *vertices = geometry->surface_count ? vertices_of_solids(geometry, &count) : NULL;
    if (!vertices)
        return;
    lw_values_key(out, "surfaces");
    lw_values_list(out);
    for (uint32_t i = 0; i < geometry->surface_count; i++) {
        const lw_mesh *mesh = geometry->surfaces[i];
        for (uint32_t c = 0; c < mesh->component_count; c++)
            if (mesh->components[c].closed && stands_apart(mesh, &mesh->components[c], vertices, count))
                lw_kinematics_write_vector(out, first_corner(mesh, &mesh->components[c]));
    }
    lw_values_end_list(out);
    free(vertices);
}

static void write_body(lw_values *out, const lw_scene *scene, size_t index)
{
    const lw_body *body = lw_frozen_body(scene->frozen, index);
    const lw_geometry *geometry = body->geometry;
    const vec3 center = geometry->center;
    lw_values_object(out);
    lw_values_text_of(out, "name", body->name);
    write_place(out, scene, index);
    lw_values_numbers_of(out, "ball", (double[]){center.x, center.y, center.z, geometry->radius}, 4);
    if (geometry->solid_count > 0) {
        lw_values_key(out, "solid");
        lw_values_true(out);
        write_surfaces(out, geometry);
    }
    write_elements(out, geometry);
    write_hulls(out, geometry);
    write_cells(out, geometry);
    write_cover(out, body);
    lw_kinematics_write_mount(out, body);
    lw_values_end_object(out);
}

/* Writes the pairs of a scene. of: the scene whose numbers of bodies are used: the scene itself, or the
 * one of which it is a stage. */
static void write_pairs(lw_values *out, const lw_scene *scene, const lw_scene *of)
{
    const lw_frozen *frozen = scene->frozen;
    lw_values_key(out, "pairs");
    lw_values_list(out);
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1)) {
        const lw_pair pair = lw_frozen_pair(frozen, id);
        lw_values_object(out);
        lw_values_key(out, "bodies");
        lw_values_list(out);
        lw_values_signed(out, lw_stage_body(scene, (size_t)pair.a, of));
        lw_values_signed(out, lw_stage_body(scene, (size_t)pair.b, of));
        lw_values_end_list(out);
        lw_values_number_of(out, "margin", pair.margin);
        lw_values_numbers_of(out, "padding", pair.padding, 2);
        lw_values_end_object(out);
    }
    lw_values_end_list(out);
}

/* The name of a reason for which a pair is not checked; NULL: its bodies cannot move relative to each
 * other, or it is checked. */
static const char *exemption(lw_pair_reason reason)
{
    switch (reason) {
    case LW_PAIR_CHECKED:
    case LW_PAIR_RIGID:
    case LW_PAIR_OBSTACLES:
        return NULL;
    case LW_PAIR_ADJACENT:
        return "adjacent";
    case LW_PAIR_TOUCH:
        return "touch";
    case LW_PAIR_ROBOT:
        return "srdf";
    case LW_PAIR_SCENE:
        return "scene";
    case LW_PAIR_CALLER:
        return "caller";
    case LW_PAIR_SAMPLED:
        return "sampled";
    }
    return NULL;
}

/* Writes the pairs that could meet and are not checked, with the reasons. of: as for write_pairs. */
static void write_exempt(lw_values *out, const lw_scene *scene, const lw_scene *of)
{
    const lw_frozen *frozen = scene->frozen;
    lw_values_key(out, "exempt");
    lw_values_list(out);
    for (uint32_t a = 0; a < frozen->moving_count; a++)
        for (uint32_t b = a + 1; b < frozen->body_count; b++) {
            const char *reason = exemption(lw_frozen_reason(frozen, a, b));
            if (!reason)
                continue;
            lw_values_list(out);
            lw_values_signed(out, lw_stage_body(scene, a, of));
            lw_values_signed(out, lw_stage_body(scene, b, of));
            lw_values_text(out, reason);
            lw_values_end_list(out);
        }
    lw_values_end_list(out);
}

static void write_program(lw_values *out)
{
    char text[64];
    snprintf(text, sizeof text, "leeway %s", lw_version());
    lw_values_text_of(out, "program", text);
}

void lw_claims_write_scene(lw_values *out, const lw_scene *scene)
{
    const lw_frozen *frozen = scene->frozen;
    lw_values_object(out);
    lw_values_whole_of(out, "claims", 2);
    write_program(out);
    lw_values_key(out, "bodies");
    lw_values_list(out);
    for (size_t i = 0; i < frozen->body_count; i++)
        write_body(out, scene, i);
    lw_values_end_list(out);
    lw_kinematics_write_frames(out, frozen);
    write_pairs(out, scene, scene);
    write_exempt(out, scene, scene);
    lw_values_end_object(out);
}

/* ---- motions, claims, verdicts --------------------------------------------------------------- */

static void begin_motion(lw_values *out, const char *id, size_t index)
{
    lw_values_object(out);
    lw_values_key(out, "motion");
    lw_values_json(out, id);
    lw_values_whole_of(out, "index", index);
}

void lw_claims_write_motion(lw_values *out, const lw_motion *motion, const char *id, size_t index)
{
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    begin_motion(out, id, index);
    lw_values_number_of(out, "begin", begin);
    lw_values_number_of(out, "end", end);
    lw_kinematics_write_motion(out, motion);
    lw_values_end_object(out);
}

/* Whether a body is at the same place in two scenes: carried by the same link, or by none, at the same
 * pose. */
static bool same_place(const lw_scene *scene, size_t body, const lw_scene *other, size_t other_body)
{
    const lw_body *a = lw_frozen_body(scene->frozen, body);
    const lw_body *b = lw_frozen_body(other->frozen, other_body);
    if (a->robot != b->robot || !lw_pose_same(frame_of(scene, body), frame_of(other, other_body)))
        return false;
    return a->robot < 0 || !strcmp(carrier_of(scene, a), carrier_of(other, b));
}

/* Writes the objects whose place in a stage differs from that in the motion's scene. */
static void write_places(lw_values *out, const lw_scene *scene, const lw_scene *stage)
{
    lw_values_key(out, "places");
    lw_values_list(out);
    for (size_t i = 0; i < scene->frozen->body_count; i++) {
        size_t own = (size_t)lw_stage_body(scene, i, stage);
        if (same_place(scene, i, stage, own))
            continue;
        lw_values_object(out);
        lw_values_whole_of(out, "body", i);
        write_place(out, stage, own);
        const lw_body *body = lw_frozen_body(stage->frozen, own);
        if ((body->robot < 0) != (lw_frozen_body(scene->frozen, i)->robot < 0))
            write_cover(out, body);
        lw_kinematics_write_mount(out, body);
        lw_values_end_object(out);
    }
    lw_values_end_list(out);
}

void lw_claims_write_stage(lw_values *out, const lw_motion *motion, int64_t stage)
{
    lw_whole_stage part = lw_stage_whole(motion, stage);
    lw_values_object(out);
    lw_values_key(out, "stage");
    lw_values_signed(out, stage);
    lw_values_number_of(out, "begin", part.begin);
    lw_values_number_of(out, "end", part.end);
    write_places(out, motion->scene, part.scene);
    write_pairs(out, part.scene, motion->scene);
    write_exempt(out, part.scene, motion->scene);
    lw_values_end_object(out);
}

/* Writes a set of elements as a field, unless it is the whole body. */
static void set_field(lw_values *out, const char *name, const lw_claim_set *set)
{
    static const char *const kinds[] = {
        [LW_CLAIM_NODE] = "node", [LW_CLAIM_HULL] = "hull", [LW_CLAIM_CELL] = "cell"};
    if (set->kind != LW_CLAIM_HULL && set->index == 0)
        return;
    lw_values_key(out, name);
    lw_values_object(out);
    lw_values_whole_of(out, kinds[set->kind], set->index);
    lw_values_end_object(out);
}

static void write_claim_part(lw_values *out, const lw_claim_part *part)
{
    static const char *const rules[] = {
        [LW_CLAIM_SLAB] = "slab", [LW_CLAIM_TRAVEL] = "travel", [LW_CLAIM_CHORD] = "chord"};
    lw_values_object(out);
    set_field(out, "a", &part->sets[0]);
    set_field(out, "b", &part->sets[1]);
    lw_values_key(out, "normal");
    lw_kinematics_write_vector(out, part->normal);
    if (norm2(part->turn) > 0) {
        lw_values_key(out, "turn");
        lw_kinematics_write_vector(out, part->turn);
    }
    lw_values_text_of(out, "rule", rules[part->rule]);
    lw_values_end_object(out);
}

static void write_parts(lw_values *out, const lw_claim *claim)
{
    lw_values_whole_of(out, "pair", claim->pair);
    lw_values_number_of(out, "from", claim->from);
    lw_values_number_of(out, "to", claim->to);
    lw_values_number_of(out, "at", claim->at);
    lw_values_key(out, "parts");
    lw_values_list(out);
    for (size_t i = 0; i < claim->part_count; i++)
        write_claim_part(out, &claim->parts[i]);
    lw_values_end_list(out);
}

static void write_block(lw_values *out, const lw_claim *claim, const char *list)
{
    lw_values_numbers_of(out, "block", (double[]){claim->from, claim->to}, 2);
    if (!claim->interval_count)
        return;
    lw_values_key(out, list);
    lw_values_list(out);
    for (size_t i = 0; i < claim->interval_count; i++) {
        lw_values_list(out);
        lw_values_whole(out, claim->intervals[i].pair);
        lw_values_whole(out, claim->intervals[i].mask);
        lw_values_end_list(out);
    }
    lw_values_end_list(out);
}

static void write_contact(lw_values *out, const lw_claim *claim)
{
    lw_values_whole_of(out, "pair", claim->pair);
    lw_values_number_of(out, "contact", claim->at);
    if (claim->kind == LW_CLAIM_INSIDE) {
        lw_values_whole_of(out, "inner", claim->inner);
        lw_values_whole_of(out, "element", claim->elements[claim->inner]);
        lw_values_key(out, "point");
        lw_kinematics_write_vector(out, claim->points[claim->inner]);
        return;
    }
    lw_values_key(out, "elements");
    lw_values_list(out);
    lw_values_whole(out, claim->elements[0]);
    lw_values_whole(out, claim->elements[1]);
    lw_values_end_list(out);
    lw_values_key(out, "points");
    lw_values_list(out);
    lw_kinematics_write_vector(out, claim->points[0]);
    lw_kinematics_write_vector(out, claim->points[1]);
    lw_values_end_list(out);
}

void lw_claims_write_claim(lw_values *out, const lw_claim *claim)
{
    lw_values_object(out);
    if (claim->stage > 0)
        lw_values_whole_of(out, "stage", claim->stage);
    switch (claim->kind) {
    case LW_CLAIM_APART:
        write_parts(out, claim);
        break;
    case LW_CLAIM_OUTSIDE:
        lw_values_whole_of(out, "pair", claim->pair);
        lw_values_number_of(out, "outside", claim->at);
        break;
    case LW_CLAIM_BLOCK:
        write_block(out, claim, "left");
        break;
    case LW_CLAIM_FINER:
        write_block(out, claim, "only");
        break;
    case LW_CLAIM_CONTACT:
    case LW_CLAIM_INSIDE:
        write_contact(out, claim);
        break;
    }
    lw_values_end_object(out);
}

void lw_claims_write_verdict(lw_values *out, const lw_verdict *verdict, const char *id, size_t index,
                             size_t count)
{
    begin_motion(out, id, index);
    lw_values_text_of(out, "verdict", lw_verdict_name(verdict->kind));
    lw_values_number_of(out, "free_until", verdict->free_until);
    lw_values_whole_of(out, "claims", count);
    lw_values_end_object(out);
}
