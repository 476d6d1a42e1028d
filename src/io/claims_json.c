/* The claims of checks as JSON Lines: the proof of verdicts, for programs that verify it. */
#include "io/claims_json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "io/json_write.h"
#include "math/pose.h"
#include "motion/stages.h"
#include "robot/ask.h"
#include "robot/frozen.h"

static void write_numbers(FILE *file, const double *values, size_t count)
{
    putc('[', file);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", file);
        lw_json_write_number(file, values[i]);
    }
    putc(']', file);
}

static void write_vector(FILE *file, vec3 v)
{
    write_numbers(file, (double[]){v.x, v.y, v.z}, 3);
}

static void number_field(FILE *file, const char *name, double value)
{
    fprintf(file, ", \"%s\": ", name);
    lw_json_write_number(file, value);
}

static bool is_identity(mat3 m)
{
    mat3 one = mat3_identity();
    return norm2(sub(m.x, one.x)) + norm2(sub(m.y, one.y)) + norm2(sub(m.z, one.z)) == 0;
}

/* The fields of a pose that are not those of the identity; each begins with a comma. */
static void pose_fields(FILE *file, pose at)
{
    if (norm2(at.position) > 0) {
        fputs(", \"position\": ", file);
        write_vector(file, at.position);
    }
    if (is_identity(at.rotation))
        return;
    const mat3 *m = &at.rotation;
    fputs(", \"rotation\": ", file);
    write_numbers(
        file, (double[]){m->x.x, m->x.y, m->x.z, m->y.x, m->y.y, m->y.z, m->z.x, m->z.y, m->z.z}, 9);
}

/* ---- the scene ------------------------------------------------------------------------------ */

static void write_triangle(FILE *file, const vec3 corners[3], double radius)
{
    double numbers[10];
    for (int k = 0; k < 3; k++) {
        numbers[3 * k] = corners[k].x;
        numbers[3 * k + 1] = corners[k].y;
        numbers[3 * k + 2] = corners[k].z;
    }
    numbers[9] = radius;
    write_numbers(file, numbers, radius > 0 ? 10 : 9);
}

static void write_vertices(FILE *file, const vec3 *vertices, uint32_t count)
{
    fputs("{\"shape\": \"polytope\", \"vertices\": [", file);
    for (uint32_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", file);
        write_vector(file, vertices[i]);
    }
    putc(']', file);
}

static void write_core(FILE *file, const lw_convex *shape)
{
    switch (shape->core) {
    case LW_CORE_SEGMENT:
        fputs("{\"shape\": \"segment\"", file);
        number_field(file, "half", shape->half.z);
        return;
    case LW_CORE_BOX:
        fputs("{\"shape\": \"box\", \"half\": ", file);
        write_vector(file, shape->half);
        return;
    case LW_CORE_CYLINDER:
    case LW_CORE_CONE:
        fprintf(file, "{\"shape\": \"%s\"", shape->core == LW_CORE_CONE ? "cone" : "cylinder");
        number_field(file, "base", shape->half.x);
        number_field(file, "half", shape->half.z);
        return;
    case LW_CORE_TRIANGLE:
        write_vertices(file, shape->triangle, 3);
        return;
    case LW_CORE_POLYTOPE:
        write_vertices(file, shape->polytope->vertices, shape->polytope->vertex_count);
        return;
    default:
        fputs("{\"shape\": \"point\"", file);
    }
}

static void write_part(FILE *file, const lw_part *part)
{
    write_core(file, &part->shape);
    if (part->shape.radius > 0)
        number_field(file, "radius", part->shape.radius);
    pose_fields(file, part->at);
    putc('}', file);
}

static void write_elements(FILE *file, const lw_geometry *geometry)
{
    fputs(", \"elements\": [", file);
    for (uint32_t i = 0; i < geometry->triangle_count; i++) {
        fputs(i ? ", " : "", file);
        write_triangle(file, geometry->triangles[i], lw_triangle_radius(geometry, i));
    }
    for (uint32_t i = 0; i < geometry->part_count; i++) {
        fputs(i || geometry->triangle_count ? ", " : "", file);
        write_part(file, &geometry->parts[i]);
    }
    fputs("], \"tree\": [", file);
    for (uint32_t i = 0; i < geometry->node_count; i++) {
        const lw_node *node = &geometry->nodes[i];
        int64_t entry = node->child < 0 ? -1 - (int64_t)node->element : node->child;
        fprintf(file, "%s%" PRId64, i ? ", " : "", entry);
    }
    putc(']', file);
}

/* The elements of each hull, where there are several. */
static void write_hulls(FILE *file, const lw_geometry *geometry)
{
    uint32_t elements = geometry->triangle_count + geometry->part_count;
    if (geometry->hull_count < 2)
        return;
    for (uint32_t hull = 0; hull < geometry->hull_count; hull++) {
        const char *before = hull ? "], [" : ", \"hulls\": [[";
        for (uint32_t i = 0; i < elements; i++)
            if (lw_geometry_hull_of(geometry, i) == hull) {
                fprintf(file, "%s%" PRIu32, before, i);
                before = ", ";
            }
    }
    fputs("]]", file);
}

/* The link that carries a body; NULL: an obstacle. */
static const char *carrier_of(const lw_scene *scene, const lw_body *body)
{
    if (body->link >= 0)
        return scene->frozen->chains->links[body->link].name;
    return scene->model.objects.items[lw_model_find_object(&scene->model, body->name)].link;
}

/* Where the frame of a body's geometry is in that of its link, or in the world. */
static lw_pose frame_of(const lw_scene *scene, size_t index)
{
    lw_pose frame;
    return lw_body_frame(scene, index, &frame) ? frame : lw_pose_identity();
}

/* The link that carries a body, and where its geometry's frame is in that of the link, or in the
 * world. */
static void write_place(FILE *file, const lw_scene *scene, size_t index)
{
    const lw_body *body = lw_frozen_body(scene->frozen, index);
    if (body->robot >= 0) {
        fputs(", \"robot\": ", file);
        lw_json_write_text(file, scene->frozen->chains->names[body->robot]);
        fputs(", \"link\": ", file);
        lw_json_write_text(file, carrier_of(scene, body));
    }
    pose_fields(file, lw_pose_in(frame_of(scene, index)));
}

static void write_body(FILE *file, const lw_scene *scene, size_t index)
{
    const lw_body *body = lw_frozen_body(scene->frozen, index);
    const lw_geometry *geometry = body->geometry;
    const vec3 center = geometry->center;
    fputs("{\"name\": ", file);
    lw_json_write_text(file, body->name);
    write_place(file, scene, index);
    fputs(", \"ball\": ", file);
    write_numbers(file, (double[]){center.x, center.y, center.z, geometry->radius}, 4);
    if (geometry->solid_count > 0)
        fputs(", \"solid\": true", file);
    write_elements(file, geometry);
    write_hulls(file, geometry);
    putc('}', file);
}

/* The pairs of a scene, with the bodies' numbers in another one of which it is a stage, or in itself.
 */
static void write_pairs(FILE *file, const lw_scene *scene, const lw_scene *of)
{
    const lw_frozen *frozen = scene->frozen;
    const char *before = "";
    fputs("\"pairs\": [", file);
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1)) {
        const lw_pair pair = lw_frozen_pair(frozen, id);
        fprintf(file, "%s{\"bodies\": [%" PRId64 ", %" PRId64 "]", before,
                lw_stage_body(scene, (size_t)pair.a, of), lw_stage_body(scene, (size_t)pair.b, of));
        number_field(file, "margin", pair.margin);
        fputs(", \"padding\": ", file);
        write_numbers(file, pair.padding, 2);
        putc('}', file);
        before = ", ";
    }
    fputs("]}\n", file);
}

void lw_claims_write_scene(FILE *file, const lw_scene *scene)
{
    const lw_frozen *frozen = scene->frozen;
    fputs("{\"claims\": 1, \"bodies\": [", file);
    for (size_t i = 0; i < frozen->body_count; i++) {
        fputs(i ? ", " : "", file);
        write_body(file, scene, i);
    }
    fputs("], ", file);
    write_pairs(file, scene, scene);
}

/* ---- motions, claims, verdicts --------------------------------------------------------------- */

void lw_claims_write_motion(FILE *file, const lw_motion *motion, const char *id, size_t index)
{
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    fprintf(file, "{\"motion\": %s, \"index\": %zu", id, index);
    number_field(file, "begin", begin);
    number_field(file, "end", end);
    fputs("}\n", file);
}

/* Whether the same link carries a body in two scenes, or none does, and at the same pose. */
static bool same_place(const lw_scene *scene, size_t body, const lw_scene *other, size_t other_body)
{
    const lw_body *a = lw_frozen_body(scene->frozen, body);
    const lw_body *b = lw_frozen_body(other->frozen, other_body);
    if (a->robot != b->robot || !lw_pose_same(frame_of(scene, body), frame_of(other, other_body)))
        return false;
    return a->robot < 0 || !strcmp(carrier_of(scene, a), carrier_of(other, b));
}

/* The objects that are elsewhere in a stage than in the motion's scene. */
static void write_places(FILE *file, const lw_scene *scene, const lw_scene *stage)
{
    const char *before = "";
    fputs("\"places\": [", file);
    for (size_t i = 0; i < scene->frozen->body_count; i++) {
        size_t own = (size_t)lw_stage_body(scene, i, stage);
        if (same_place(scene, i, stage, own))
            continue;
        fprintf(file, "%s{\"body\": %zu", before, i);
        write_place(file, stage, own);
        putc('}', file);
        before = ", ";
    }
    putc(']', file);
}

void lw_claims_write_stage(FILE *file, const lw_motion *motion, size_t stage)
{
    const lw_motion *part = lw_motion_stage(motion, stage);
    fprintf(file, "{\"stage\": %zu", stage);
    number_field(file, "begin", part->begin);
    number_field(file, "end", part->end);
    fputs(", ", file);
    write_places(file, motion->scene, part->scene);
    fputs(", ", file);
    write_pairs(file, part->scene, motion->scene);
}

/* A set as a field; the whole body is left out. */
static void set_field(FILE *file, const char *name, const lw_claim_set *set)
{
    const char *kind = set->kind == LW_CLAIM_HULL ? "hull" : "node";
    if (set->kind == LW_CLAIM_HULL || set->index > 0)
        fprintf(file, "\"%s\": {\"%s\": %" PRIu32 "}, ", name, kind, set->index);
}

static void write_claim_part(FILE *file, const lw_claim_part *part)
{
    static const char *const rules[] = {[LW_CLAIM_SLAB] = "slab", [LW_CLAIM_TRAVEL] = "travel"};
    putc('{', file);
    set_field(file, "a", &part->sets[0]);
    set_field(file, "b", &part->sets[1]);
    fputs("\"normal\": ", file);
    write_vector(file, part->normal);
    if (norm2(part->turn) > 0) {
        fputs(", \"turn\": ", file);
        write_vector(file, part->turn);
    }
    fprintf(file, ", \"rule\": \"%s\"}", rules[part->rule]);
}

void lw_claims_write_claim(FILE *file, const lw_claim *claim)
{
    putc('{', file);
    if (claim->stage > 0)
        fprintf(file, "\"stage\": %zu, ", claim->stage);
    fprintf(file, "\"pair\": %zu", claim->pair);
    if (claim->kind == LW_CLAIM_OUTSIDE) {
        number_field(file, "outside", claim->at);
    } else {
        number_field(file, "from", claim->from);
        number_field(file, "to", claim->to);
        number_field(file, "at", claim->at);
        fputs(", \"parts\": [", file);
        for (size_t i = 0; i < claim->part_count; i++) {
            fputs(i ? ", " : "", file);
            write_claim_part(file, &claim->parts[i]);
        }
        putc(']', file);
    }
    fputs("}\n", file);
}

void lw_claims_write_verdict(FILE *file, const lw_verdict *verdict, const char *id, size_t index,
                             size_t count)
{
    static const char *const verdicts[] = {"free", "contact", "undecided"};
    fprintf(file, "{\"motion\": %s, \"index\": %zu, \"verdict\": \"%s\"", id, index,
            verdicts[verdict->kind]);
    number_field(file, "free_until", verdict->free_until);
    fprintf(file, ", \"claims\": %zu}\n", count);
}
