/* Facts about a frozen scene, collected for `info`. */
#include "scene_facts.h"

#include "base/array.h"
#include "shape/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const shape_names[LW_SHAPE_KINDS][2] = {
    {"sphere", "spheres"},     {"capsule", "capsules"}, {"box", "boxes"},
    {"cylinder", "cylinders"}, {"cone", "cones"},       {"polytope", "polytopes"},
    {"mesh", "meshes"},        {"disc", "discs"},       {"polygon", "convex polygons"}};

/* by lw_pair_reason */
static const struct {
    const char *name, *text;
} reasons[LW_PAIR_REASONS] = {
    {"checked", "checked"},
    {"rigid", "cannot move relative to each other"},
    {"adjacent", "are the two links of one joint"},
    {"touch", "an attached object and a link that it may touch"},
    {"srdf", "disabled by the SRDF"},
    {"scene", "allowed by the scene"},
    {"caller", "allowed by the caller"},
    {"obstacles", "neither is a robot's"},
};

const char *lw_pair_reason_text(lw_pair_reason reason)
{
    return reasons[reason].text;
}

const char *lw_pair_reason_name(lw_pair_reason reason)
{
    return reasons[reason].name;
}

const char *lw_shape_kind_name(lw_shape_kind kind)
{
    return shape_names[kind][0];
}

const char *lw_joint_kind_name(lw_joint_kind kind)
{
    static const char *const names[] = {"fixed",     "revolute", "continuous",
                                        "prismatic", "planar",   "floating"};
    return names[kind];
}

static lw_status add_open(const lw_mesh_component *component, lw_shape_facts *facts, lw_error *error)
{
    if (!LW_ARRAY_GROW(&facts->open))
        return lw_fail_memory(error);
    facts->open.items[facts->open.count++] =
        (lw_open_part){facts->components,     component->triangle_count,
                       component->open_edges, component->hollow,
                       component->low,        component->high};
    return LW_OK;
}

static lw_status add_mesh(const lw_shape_def *def, lw_shape_facts *facts, lw_error *error)
{
    lw_arena arena = {0};
    lw_mesh *mesh = NULL;
    lw_status status = lw_mesh_create(&arena, def->vertices, def->vertex_count, def->triangles,
                                      def->triangle_count, &mesh, error);
    if (!status) {
        facts->triangles += mesh->triangle_count;
        facts->dropped += mesh->dropped - mesh->degenerate_count;
        facts->segments += mesh->degenerate_count;
        for (uint32_t i = 0; i < mesh->shell_count; i++)
            facts->cavities += mesh->shells[i].volume < 0;
        for (uint32_t i = 0; i < mesh->component_count && !status; i++) {
            const lw_mesh_component *component = &mesh->components[i];
            facts->components++;
            facts->closed += component->closed;
            facts->repaired += component->mended;
            if (!component->closed && !component->mended)
                status = add_open(component, facts, error);
        }
    }
    lw_arena_free(&arena);
    return status;
}

size_t lw_shape_first(const lw_scene *scene, int64_t link, int64_t object)
{
    return link >= 0 ? scene->frozen->link_shapes[link] : scene->frozen->object_shapes[object];
}

lw_status lw_shape_facts_find(const lw_scene *scene, int64_t link, int64_t object, lw_shape_facts *out,
                              lw_error *error)
{
    *out = (lw_shape_facts){0};
    lw_status status = LW_OK;
    for (size_t i = lw_shape_first(scene, link, object); i != LW_NO_SHAPE && !status;
         i = scene->frozen->next_shape[i]) {
        const lw_model_shape *shape = &scene->model.shapes.items[i];
        out->kinds[shape->def.kind]++;
        if (shape->def.kind == LW_MESH)
            status = add_mesh(&shape->def, out, error);
    }
    return status;
}

void lw_shape_facts_free(lw_shape_facts *facts)
{
    free(facts->open.items);
}

static void add_text(char *text, size_t size, const char *separator, const char *more)
{
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length ? separator : "", more);
}

static void describe_meshes(const lw_shape_facts *facts, char *text, size_t size)
{
    char part[160];
    snprintf(part, sizeof part, " of %zu triangles", facts->triangles);
    add_text(text, size, "", part);
    if (facts->components > 1) {
        snprintf(part, sizeof part, ", %zu parts", facts->components);
        add_text(text, size, "", part);
    }
    size_t open = facts->open.count;
    if (facts->repaired == facts->components)
        add_text(text, size, "", ", repaired");
    else if (facts->repaired) {
        snprintf(part, sizeof part, ", %zu of them repaired", facts->repaired);
        add_text(text, size, "", part);
    }
    if (open && open < facts->components)
        snprintf(part, sizeof part, ", %zu of them open", open);
    else
        snprintf(part, sizeof part, open ? ", open" : ", watertight");
    add_text(text, size, "", part);
    if (facts->cavities) {
        snprintf(part, sizeof part, ", %zu cavit%s", facts->cavities,
                 facts->cavities == 1 ? "y" : "ies");
        add_text(text, size, "", part);
    }
    if (facts->dropped) {
        snprintf(part, sizeof part, ", %zu triangles without area left out", facts->dropped);
        add_text(text, size, "", part);
    }
    if (facts->segments) {
        snprintf(part, sizeof part, ", %zu without area taken as segments", facts->segments);
        add_text(text, size, "", part);
    }
}

void lw_shape_facts_text(const lw_shape_facts *facts, char *text, size_t size)
{
    text[0] = '\0';
    for (int kind = 0; kind < LW_SHAPE_KINDS; kind++) {
        char part[64];
        if (!facts->kinds[kind])
            continue;
        if (facts->kinds[kind] == 1)
            snprintf(part, sizeof part, "%s", shape_names[kind][0]);
        else
            snprintf(part, sizeof part, "%zu %s", facts->kinds[kind], shape_names[kind][1]);
        add_text(text, size, ", ", part);
    }
    if (facts->kinds[LW_MESH])
        describe_meshes(facts, text, size);
    if (!text[0])
        snprintf(text, size, "no geometry");
}

lw_pair_reason lw_pair_reason_of(const lw_scene *scene, size_t a, size_t b)
{
    return (lw_pair_reason)scene->frozen->pairs.reasons[a * scene->frozen->body_count + b];
}

void lw_pair_reasons_count(const lw_scene *scene, size_t counts[LW_PAIR_REASONS])
{
    memset(counts, 0, LW_PAIR_REASONS * sizeof *counts);
    for (size_t a = 0; a < scene->frozen->moving_count; a++)
        for (size_t b = a + 1; b < scene->frozen->body_count; b++)
            counts[lw_pair_reason_of(scene, a, b)]++;
}

size_t lw_joint_rest(const lw_frozen *frozen, int64_t joint, double values[7])
{
    const lw_frozen_joint *found = &frozen->joints[joint];
    if (found->elementary < 0 || found->mimic >= 0 || found->variable < 0)
        return 0;
    size_t count = lw_joint_value_count(found->kind);
    if (found->kind != LW_FLOATING) {
        memcpy(values, &frozen->rest[found->variable], count * sizeof *values);
        return count;
    }
    lw_pose p = frozen->rest_pose[joint];
    double all[7] = {p.position.x,    p.position.y,    p.position.z,   p.orientation.x,
                     p.orientation.y, p.orientation.z, p.orientation.w};
    memcpy(values, all, sizeof all);
    return count;
}
