/* Writes the claims of checks as JSON Lines: the proof of verdicts, for programs that verify it. */
#include "io/result/claims_json.h"

#include <math.h>
#include <string.h>

#include "io/result/kinematics_json.h"
#include "io/result/result_json.h"
#include "io/text/json_write.h"
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

/* Writes the fields of a pose, each after a comma; position and rotation are left out where they are
 * zero and identity. */
static void pose_fields(lw_text *text, pose at)
{
    if (norm2(at.position) > 0) {
        lw_text_put(text, ", \"position\": ");
        lw_kinematics_write_vector(text, at.position);
    }
    if (is_identity(at.rotation))
        return;
    lw_text_put(text, ", \"rotation\": ");
    lw_kinematics_write_rotation(text, &at.rotation);
}

/* ---- the scene ------------------------------------------------------------------------------ */

static void write_triangle(lw_text *text, const vec3 corners[3], double radius)
{
    double numbers[10];
    for (int k = 0; k < 3; k++) {
        numbers[3 * k] = corners[k].x;
        numbers[3 * k + 1] = corners[k].y;
        numbers[3 * k + 2] = corners[k].z;
    }
    numbers[9] = radius;
    lw_json_write_numbers(text, numbers, radius > 0 ? 10 : 9);
}

static void write_vertices(lw_text *text, const vec3 *vertices, uint32_t count)
{
    lw_text_put(text, "{\"shape\": \"polytope\", \"vertices\": [");
    for (uint32_t i = 0; i < count; i++) {
        lw_text_put(text, i ? ", " : "");
        lw_kinematics_write_vector(text, vertices[i]);
    }
    lw_text_put(text, "]");
}

static void write_core(lw_text *text, const lw_convex *shape)
{
    switch (shape->core) {
    case LW_CORE_SEGMENT:
        lw_text_put(text, "{\"shape\": \"segment\"");
        lw_json_write_number_key(text, "half", shape->half.z);
        return;
    case LW_CORE_BOX:
        lw_text_put(text, "{\"shape\": \"box\", \"half\": ");
        lw_kinematics_write_vector(text, shape->half);
        return;
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
        lw_text_put(text,
                    shape->core == LW_CORE_CONE ? "{\"shape\": \"cone\"" : "{\"shape\": \"cylinder\"");
        lw_json_write_number_key(text, "base", shape->half.x);
        lw_json_write_number_key(text, "half", shape->half.z);
        return;
    case LW_CORE_ELLIPSOID:
        lw_text_put(text, "{\"shape\": \"ellipsoid\", \"half\": ");
        lw_kinematics_write_vector(text, shape->half);
        return;
    case LW_CORE_TRIANGLE:
        write_vertices(text, shape->triangle, 3);
        return;
    case LW_CORE_POLYTOPE:
        write_vertices(text, shape->polytope->vertices, shape->polytope->vertex_count);
        return;
    case LW_CORE_POINT:
        lw_text_put(text, "{\"shape\": \"point\"");
        return;
    }
    lw_text_put(text, "{\"shape\": null");
}

static void write_part(lw_text *text, const lw_part *part)
{
    write_core(text, &part->shape);
    if (part->shape.radius > 0)
        lw_json_write_number_key(text, "radius", part->shape.radius);
    pose_fields(text, part->at);
    lw_text_put(text, "}");
}

static void write_elements(lw_text *text, const lw_geometry *geometry)
{
    lw_text_put(text, ", \"elements\": [");
    for (uint32_t i = 0; i < geometry->triangle_count; i++) {
        lw_text_put(text, i ? ", " : "");
        write_triangle(text, geometry->triangles[i], lw_triangle_radius(geometry, i));
    }
    for (uint32_t i = 0; i < geometry->part_count; i++) {
        lw_text_put(text, i || geometry->triangle_count ? ", " : "");
        write_part(text, &geometry->parts[i]);
    }
    lw_text_put(text, "], \"tree\": [");
    for (uint32_t i = 0; i < geometry->node_count; i++) {
        const lw_node *node = &geometry->nodes[i];
        int64_t entry = node->child < 0 ? -1 - (int64_t)node->element : node->child;
        lw_text_put(text, i ? ", " : "");
        lw_text_put_signed(text, entry);
    }
    lw_text_put(text, "]");
}

/* Writes the elements of each hull, where there are several hulls. */
static void write_hulls(lw_text *text, const lw_geometry *geometry)
{
    uint32_t elements = geometry->triangle_count + geometry->part_count;
    if (geometry->hull_count < 2)
        return;
    for (uint32_t hull = 0; hull < geometry->hull_count; hull++) {
        const char *before = hull ? "], [" : ", \"hulls\": [[";
        for (uint32_t i = 0; i < elements; i++)
            if (lw_geometry_hull_of(geometry, i) == hull) {
                lw_text_put(text, before);
                lw_text_put_whole(text, i);
                before = ", ";
            }
    }
    lw_text_put(text, "]]");
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
static void write_place(lw_text *text, const lw_scene *scene, size_t index)
{
    const lw_body *body = lw_frozen_body(scene->frozen, index);
    if (body->robot >= 0) {
        lw_text_put(text, ", \"robot\": ");
        lw_json_write_text(text, scene->frozen->chains->names[body->robot]);
        lw_text_put(text, ", \"link\": ");
        lw_json_write_text(text, carrier_of(scene, body));
    }
    pose_fields(text, lw_pose_in(frame_of(scene, index)));
}

/* Writes the balls that cover a moving body (in the plane there are none), or the shape that blocks
 * test in place of an obstacle. */
static void write_cover(lw_text *text, const lw_body *body)
{
    const lw_cover *cover = body->cover;
    if (body->robot >= 0 && !cover)
        return;
    if (body->robot < 0) {
        const lw_part around = lw_lanes_around(body->geometry);
        lw_text_put(text, ", \"around\": ");
        write_part(text, &around);
        return;
    }
    lw_text_put(text, ", \"cover\": [");
    for (uint32_t i = 0; i < cover->count; i++) {
        const lw_ball *ball = &cover->balls[i];
        const vec3 center = lw_ball_center(ball);
        lw_text_put(text, i ? ", " : "");
        lw_json_write_numbers(text, (double[]){center.x, center.y, center.z, (double)ball->radius}, 4);
    }
    lw_text_put(text, "]");
}

/* of_blocks: there may be claims of blocks, which are about covers. */
static void write_body(lw_text *text, const lw_scene *scene, size_t index, bool of_blocks)
{
    const lw_body *body = lw_frozen_body(scene->frozen, index);
    const lw_geometry *geometry = body->geometry;
    const vec3 center = geometry->center;
    lw_text_put(text, "{\"name\": ");
    lw_json_write_text(text, body->name);
    write_place(text, scene, index);
    lw_text_put(text, ", \"ball\": ");
    lw_json_write_numbers(text, (double[]){center.x, center.y, center.z, geometry->radius}, 4);
    if (geometry->solid_count > 0)
        lw_text_put(text, ", \"solid\": true");
    write_elements(text, geometry);
    write_hulls(text, geometry);
    if (of_blocks) {
        write_cover(text, body);
        lw_kinematics_write_mount(text, body);
    }
    lw_text_put(text, "}");
}

/* Writes the pairs of a scene. of: the scene whose numbers of bodies are used: the scene itself, or the
 * one of which it is a stage. */
static void write_pairs(lw_text *text, const lw_scene *scene, const lw_scene *of)
{
    const lw_frozen *frozen = scene->frozen;
    const char *before = "";
    lw_text_put(text, "\"pairs\": [");
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1)) {
        const lw_pair pair = lw_frozen_pair(frozen, id);
        lw_text_put(text, before);
        lw_text_put(text, "{\"bodies\": [");
        lw_text_put_signed(text, lw_stage_body(scene, (size_t)pair.a, of));
        lw_text_put(text, ", ");
        lw_text_put_signed(text, lw_stage_body(scene, (size_t)pair.b, of));
        lw_text_put(text, "]");
        lw_json_write_number_key(text, "margin", pair.margin);
        lw_text_put(text, ", \"padding\": ");
        lw_json_write_numbers(text, pair.padding, 2);
        lw_text_put(text, "}");
        before = ", ";
    }
    lw_text_put(text, "]}");
}

void lw_claims_write_scene(lw_text *text, const lw_scene *scene, bool of_blocks)
{
    const lw_frozen *frozen = scene->frozen;
    lw_text_put(text, of_blocks ? "{\"claims\": 2, \"bodies\": [" : "{\"claims\": 1, \"bodies\": [");
    for (size_t i = 0; i < frozen->body_count; i++) {
        lw_text_put(text, i ? ", " : "");
        write_body(text, scene, i, of_blocks);
    }
    lw_text_put(text, "]");
    if (of_blocks)
        lw_kinematics_write_frames(text, frozen);
    lw_text_put(text, ", ");
    write_pairs(text, scene, scene);
}

/* ---- motions, claims, verdicts --------------------------------------------------------------- */

static void begin_motion(lw_text *text, const char *id, size_t index)
{
    lw_text_put(text, "{\"motion\": ");
    lw_text_put(text, id);
    lw_text_put(text, ", \"index\": ");
    lw_text_put_whole(text, index);
}

void lw_claims_write_motion(lw_text *text, const lw_motion *motion, const char *id, size_t index,
                            bool of_blocks)
{
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    begin_motion(text, id, index);
    lw_json_write_number_key(text, "begin", begin);
    lw_json_write_number_key(text, "end", end);
    if (of_blocks)
        lw_kinematics_write_motion(text, motion);
    lw_text_put(text, "}");
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
static void write_places(lw_text *text, const lw_scene *scene, const lw_scene *stage, bool of_blocks)
{
    const char *before = "";
    lw_text_put(text, "\"places\": [");
    for (size_t i = 0; i < scene->frozen->body_count; i++) {
        size_t own = (size_t)lw_stage_body(scene, i, stage);
        if (same_place(scene, i, stage, own))
            continue;
        lw_text_put(text, before);
        lw_text_put(text, "{\"body\": ");
        lw_text_put_whole(text, i);
        write_place(text, stage, own);
        const lw_body *body = lw_frozen_body(stage->frozen, own);
        if (of_blocks && (body->robot < 0) != (lw_frozen_body(scene->frozen, i)->robot < 0))
            write_cover(text, body);
        if (of_blocks)
            lw_kinematics_write_mount(text, body);
        lw_text_put(text, "}");
        before = ", ";
    }
    lw_text_put(text, "]");
}

void lw_claims_write_stage(lw_text *text, const lw_motion *motion, size_t stage, bool of_blocks)
{
    const lw_motion *part = lw_motion_stage(motion, stage);
    lw_text_put(text, "{\"stage\": ");
    lw_text_put_whole(text, stage);
    lw_json_write_number_key(text, "begin", part->begin);
    lw_json_write_number_key(text, "end", part->end);
    lw_text_put(text, ", ");
    write_places(text, motion->scene, part->scene, of_blocks);
    lw_text_put(text, ", ");
    write_pairs(text, part->scene, motion->scene);
}

/* Writes a set of elements as a field, unless it is the whole body. */
static void set_field(lw_text *text, const char *name, const lw_claim_set *set)
{
    if (set->kind != LW_CLAIM_HULL && set->index == 0)
        return;
    lw_text_put(text, "\"");
    lw_text_put(text, name);
    lw_text_put(text, set->kind == LW_CLAIM_HULL ? "\": {\"hull\": " : "\": {\"node\": ");
    lw_text_put_whole(text, set->index);
    lw_text_put(text, "}, ");
}

static void write_claim_part(lw_text *text, const lw_claim_part *part)
{
    static const char *const rules[] = {
        [LW_CLAIM_SLAB] = "slab", [LW_CLAIM_TRAVEL] = "travel", [LW_CLAIM_CHORD] = "chord"};
    lw_text_put(text, "{");
    set_field(text, "a", &part->sets[0]);
    set_field(text, "b", &part->sets[1]);
    lw_text_put(text, "\"normal\": ");
    lw_kinematics_write_vector(text, part->normal);
    if (norm2(part->turn) > 0) {
        lw_text_put(text, ", \"turn\": ");
        lw_kinematics_write_vector(text, part->turn);
    }
    lw_text_put(text, ", \"rule\": \"");
    lw_text_put(text, rules[part->rule]);
    lw_text_put(text, "\"}");
}

static void write_parts(lw_text *text, const lw_claim *claim)
{
    lw_text_put(text, "\"pair\": ");
    lw_text_put_whole(text, claim->pair);
    lw_json_write_number_key(text, "from", claim->from);
    lw_json_write_number_key(text, "to", claim->to);
    lw_json_write_number_key(text, "at", claim->at);
    lw_text_put(text, ", \"parts\": [");
    for (size_t i = 0; i < claim->part_count; i++) {
        lw_text_put(text, i ? ", " : "");
        write_claim_part(text, &claim->parts[i]);
    }
    lw_text_put(text, "]");
}

static void write_block(lw_text *text, const lw_claim *claim, const char *list)
{
    lw_text_put(text, "\"block\": ");
    lw_json_write_numbers(text, (double[]){claim->from, claim->to}, 2);
    for (size_t i = 0; i < claim->interval_count; i++) {
        lw_text_put(text, i ? ", [" : list);
        lw_text_put_whole(text, claim->intervals[i].pair);
        lw_text_put(text, ", ");
        lw_text_put_whole(text, claim->intervals[i].mask);
        lw_text_put(text, "]");
    }
    lw_text_put(text, claim->interval_count ? "]" : "");
}

void lw_claims_write_claim(lw_text *text, const lw_claim *claim)
{
    lw_text_put(text, "{");
    if (claim->stage > 0) {
        lw_text_put(text, "\"stage\": ");
        lw_text_put_whole(text, claim->stage);
        lw_text_put(text, ", ");
    }
    switch (claim->kind) {
    case LW_CLAIM_APART:
        write_parts(text, claim);
        break;
    case LW_CLAIM_OUTSIDE:
        lw_text_put(text, "\"pair\": ");
        lw_text_put_whole(text, claim->pair);
        lw_json_write_number_key(text, "outside", claim->at);
        break;
    case LW_CLAIM_BLOCK:
        write_block(text, claim, ", \"left\": [[");
        break;
    case LW_CLAIM_FINER:
        write_block(text, claim, ", \"only\": [[");
        break;
    }
    lw_text_put(text, "}");
}

void lw_claims_write_verdict(lw_text *text, const lw_verdict *verdict, const char *id, size_t index,
                             size_t count)
{
    begin_motion(text, id, index);
    lw_text_put(text, ", \"verdict\": \"");
    lw_text_put(text, lw_verdict_name(verdict->kind));
    lw_text_put(text, "\"");
    lw_json_write_number_key(text, "free_until", verdict->free_until);
    lw_text_put(text, ", \"claims\": ");
    lw_text_put_whole(text, count);
    lw_text_put(text, "}");
}
