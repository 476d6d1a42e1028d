/* Facts about a frozen scene, collected for `info`. */
#include "option/scene_facts.h"

#include "text/fail.h"
#include "text/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of a reason in JSON, and its words. */
typedef struct reason_words {
    const char *name, *text;
} reason_words;

static reason_words words_of_reason(lw_pair_reason reason)
{
    switch (reason) {
    case LW_PAIR_CHECKED:
        return (reason_words){"checked", "checked"};
    case LW_PAIR_RIGID:
        return (reason_words){"rigid", "cannot move relative to each other"};
    case LW_PAIR_ADJACENT:
        return (reason_words){"adjacent", "are the two links of one joint"};
    case LW_PAIR_TOUCH:
        return (reason_words){"touch", "an attached object and a link that it may touch"};
    case LW_PAIR_ROBOT:
        return (reason_words){"srdf", "disabled by the SRDF"};
    case LW_PAIR_SCENE:
        return (reason_words){"scene", "allowed by the scene"};
    case LW_PAIR_CALLER:
        return (reason_words){"caller", "allowed by the caller"};
    case LW_PAIR_OBSTACLES:
        return (reason_words){"obstacles", "neither is a robot's"};
    case LW_PAIR_SAMPLED:
        return (reason_words){"sampled", "disabled by the SRDF by samples alone: not proven"};
    }
    return (reason_words){"unknown", "unknown"};
}

const char *lw_pair_reason_text(lw_pair_reason reason)
{
    return words_of_reason(reason).text;
}

const char *lw_pair_reason_name(lw_pair_reason reason)
{
    return words_of_reason(reason).name;
}

/* the name of a kind of shapes; many: in the plural */
static const char *shape_name(lw_shape_kind kind, bool many)
{
    switch (kind) {
    case LW_SHAPE_SPHERE:
        return many ? "spheres" : "sphere";
    case LW_SHAPE_CAPSULE:
        return many ? "capsules" : "capsule";
    case LW_SHAPE_BOX:
        return many ? "boxes" : "box";
    case LW_SHAPE_CYLINDER:
        return many ? "cylinders" : "cylinder";
    case LW_SHAPE_CONE:
        return many ? "cones" : "cone";
    case LW_SHAPE_POLYTOPE:
        return many ? "polytopes" : "polytope";
    case LW_SHAPE_MESH:
        return many ? "meshes" : "mesh";
    case LW_SHAPE_DISC:
        return many ? "discs" : "disc";
    case LW_SHAPE_POLYGON:
        return many ? "convex polygons" : "polygon";
    case LW_SHAPE_ELLIPSOID:
        return many ? "ellipsoids" : "ellipsoid";
    case LW_SHAPE_CLOUD:
        return many ? "clouds" : "cloud";
    case LW_SHAPE_OCTREE:
        return many ? "octrees" : "octree";
    case LW_SHAPE_HEIGHTS:
        return many ? "height fields" : "height field";
    case LW_SHAPE_DEPTH_IMAGE:
        return many ? "depth images" : "depth image";
    }
    return "unknown";
}

const char *lw_shape_kind_name(lw_shape_kind kind)
{
    return shape_name(kind, false);
}

const char *lw_joint_kind_name(lw_joint_kind kind)
{
    switch (kind) {
    case LW_JOINT_FIXED:
        return "fixed";
    case LW_JOINT_REVOLUTE:
        return "revolute";
    case LW_JOINT_CONTINUOUS:
        return "continuous";
    case LW_JOINT_PRISMATIC:
        return "prismatic";
    case LW_JOINT_PLANAR:
        return "planar";
    case LW_JOINT_FLOATING:
        return "floating";
    }
    return "unknown";
}

/* adds the components that stay open; `before`: the number of components of earlier meshes */
static lw_status add_open(const lw_component_info *components, size_t count, size_t before,
                          lw_shape_facts *facts, lw_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const lw_component_info *from = &components[i];
        if (from->closed || from->repaired)
            continue;
        if (!LW_LIST_GROW(&facts->open))
            return lw_fail_memory(error);
        facts->open.items[facts->open.count++] = (lw_open_part){before + i + 1,   from->triangle_count,
                                                                from->open_edges, from->hollow,
                                                                from->low,        from->high};
    }
    return LW_OK;
}

static lw_status add_mesh(const lw_shape_def *mesh, lw_shape_facts *facts, lw_error *error)
{
    enum { FEW = 64 };
    lw_mesh_info info = lw_default_mesh_info();
    lw_component_info few[FEW];
    few[0] = lw_default_component_info();
    lw_component_info *all = few;
    lw_status status = lw_shape_mesh_info(mesh, &info, few, FEW, error);
    if (!status && info.component_count > FEW) {
        all = calloc(info.component_count, sizeof *all);
        if (all)
            all[0] = few[0];
        status = all ? lw_shape_mesh_info(mesh, &info, all, info.component_count, error)
                     : lw_fail_memory(error);
    }
    if (!status)
        status = add_open(all, info.component_count, facts->components, facts, error);
    if (!status) {
        facts->triangles += info.triangle_count;
        facts->dropped += info.left_out;
        facts->segments += info.segment_count;
        facts->components += info.component_count;
        facts->closed += info.closed_count;
        facts->repaired += info.repaired_count;
        facts->cavities += info.cavity_count;
    }
    if (all != few)
        free(all);
    return status;
}

static void add_cloud(const lw_shape_def *cloud, const lw_body_shape *shape, lw_shape_facts *facts)
{
    const bool first = facts->kinds[LW_SHAPE_CLOUD] == 1;
    facts->points += cloud->vertex_count;
    facts->points_left_out += shape->left_out;
    facts->points_joined += shape->joined;
    facts->points_filtered += shape->filtered;
    if (first || cloud->radius < facts->least_radius)
        facts->least_radius = cloud->radius;
    if (first || cloud->radius > facts->largest_radius)
        facts->largest_radius = cloud->radius;
}

size_t lw_cells_of_state(const lw_shape_def *octree, int state)
{
    size_t count = 0;
    for (size_t i = 0; i < octree->cell_count; i++)
        count += octree->cells[5 * i + 4] == state;
    return count;
}

static void add_octree(const lw_shape_def *octree, lw_shape_facts *facts)
{
    const bool first = facts->kinds[LW_SHAPE_OCTREE] == 1;
    facts->free += lw_cells_of_state(octree, 0);
    facts->occupied += lw_cells_of_state(octree, 1);
    facts->unknown_obstacles += octree->unknown == LW_UNKNOWN_OBSTACLE;
    if (first || octree->length < facts->least_resolution)
        facts->least_resolution = octree->length;
    if (first || octree->length > facts->largest_resolution)
        facts->largest_resolution = octree->length;
}

static void add_heights(const lw_shape_def *field, lw_shape_facts *facts)
{
    const bool first = facts->kinds[LW_SHAPE_HEIGHTS] == 1;
    const size_t count = field->rows * field->columns;
    facts->heights += count;
    if (first)
        facts->lowest = facts->highest = field->heights[0];
    for (size_t i = 0; i < count; i++) {
        facts->lowest = field->heights[i] < facts->lowest ? field->heights[i] : facts->lowest;
        facts->highest = field->heights[i] > facts->highest ? field->heights[i] : facts->highest;
    }
    if (first || field->floor < facts->lowest_floor)
        facts->lowest_floor = field->floor;
}

static void add_image(const lw_shape_def *image, lw_shape_facts *facts)
{
    const size_t count = image->rows * image->columns;
    facts->pixels += count;
    facts->unseen_obstacles += image->unknown == LW_UNKNOWN_OBSTACLE;
    for (size_t i = 0; i < count; i++) {
        const double depth = (double)image->depths[i];
        if (!(depth > 0)) {
            facts->unmeasured++;
            continue;
        }
        facts->nearest = facts->nearest > 0 && facts->nearest < depth ? facts->nearest : depth;
        facts->farthest = facts->farthest > depth ? facts->farthest : depth;
    }
}

lw_status lw_shape_facts_find(const lw_scene *scene, int64_t body, lw_shape_facts *out, lw_error *error)
{
    lw_body_info info = {.struct_size = sizeof(lw_body_info), .shape_count = 0};
    *out = (lw_shape_facts){0};
    lw_status status = body < 0 ? LW_OK : lw_scene_body_info(scene, (size_t)body, &info, error);
    for (size_t i = 0; i < info.shape_count && !status; i++) {
        lw_body_shape shape = lw_default_body_shape();
        lw_shape_def def = lw_default_shape();
        status = lw_scene_body_shape(scene, (size_t)body, i, &shape, &def, error);
        if (status)
            break;
        out->kinds[def.kind]++;
        if (def.kind == LW_SHAPE_MESH)
            status = add_mesh(&def, out, error);
        if (def.kind == LW_SHAPE_CLOUD)
            add_cloud(&def, &shape, out);
        if (def.kind == LW_SHAPE_OCTREE)
            add_octree(&def, out);
        if (def.kind == LW_SHAPE_HEIGHTS)
            add_heights(&def, out);
        if (def.kind == LW_SHAPE_DEPTH_IMAGE)
            add_image(&def, out);
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

/* Appends a number, or the least and the largest of several. */
static void add_range(char *text, size_t size, double least, double largest)
{
    char part[160];
    snprintf(part, sizeof part, largest > least ? " %.6g to %.6g" : " %.6g", least, largest);
    add_text(text, size, "", part);
}

static void describe_octrees(const lw_shape_facts *facts, char *text, size_t size)
{
    char part[160];
    const size_t all = facts->kinds[LW_SHAPE_OCTREE];
    snprintf(part, sizeof part, " of %zu occupied and %zu free cells, resolution", facts->occupied,
             facts->free);
    add_text(text, size, "", part);
    add_range(text, size, facts->least_resolution, facts->largest_resolution);
    if (facts->unknown_obstacles && facts->unknown_obstacles < all)
        snprintf(part, sizeof part, ", unknown space is an obstacle in %zu of them",
                 facts->unknown_obstacles);
    else
        snprintf(part, sizeof part, ", unknown space is %s",
                 facts->unknown_obstacles ? "an obstacle" : "free");
    add_text(text, size, "", part);
}

static void describe_clouds(const lw_shape_facts *facts, char *text, size_t size)
{
    char part[160];
    snprintf(part, sizeof part, " of %zu point%s, radius", facts->points,
             facts->points == 1 ? "" : "s");
    add_text(text, size, "", part);
    add_range(text, size, facts->least_radius, facts->largest_radius);
    if (facts->points_left_out) {
        snprintf(part, sizeof part, ", %zu not finite left out", facts->points_left_out);
        add_text(text, size, "", part);
    }
    if (facts->points_joined) {
        snprintf(part, sizeof part, ", %zu that repeat joined", facts->points_joined);
        add_text(text, size, "", part);
    }
    if (facts->points_filtered) {
        snprintf(part, sizeof part, ", %zu on robots left out", facts->points_filtered);
        add_text(text, size, "", part);
    }
}

static void describe_heights(const lw_shape_facts *facts, char *text, size_t size)
{
    char part[160];
    snprintf(part, sizeof part, " of %zu heights from", facts->heights);
    add_text(text, size, "", part);
    snprintf(part, sizeof part, " %.6g to %.6g, floor %.6g", facts->lowest, facts->highest,
             facts->lowest_floor);
    add_text(text, size, "", part);
}

static void describe_images(const lw_shape_facts *facts, char *text, size_t size)
{
    const size_t images = facts->kinds[LW_SHAPE_DEPTH_IMAGE];
    char part[160];
    snprintf(part, sizeof part, " of %zu pixels, %zu without a depth", facts->pixels,
             facts->unmeasured);
    add_text(text, size, "", part);
    if (facts->farthest > 0) {
        snprintf(part, sizeof part, ", depths from %.6g to %.6g", facts->nearest, facts->farthest);
        add_text(text, size, "", part);
    }
    if (!facts->unseen_obstacles || facts->unseen_obstacles == images)
        snprintf(part, sizeof part, ", unseen: %s", facts->unseen_obstacles ? "obstacle" : "free");
    else
        snprintf(part, sizeof part, ", unseen: an obstacle in %zu", facts->unseen_obstacles);
    add_text(text, size, "", part);
}

void lw_shape_facts_text(const lw_shape_facts *facts, char *text, size_t size)
{
    text[0] = '\0';
    for (int kind = 0; kind < LW_SHAPE_KINDS; kind++) {
        char part[64];
        if (!facts->kinds[kind])
            continue;
        if (facts->kinds[kind] == 1)
            snprintf(part, sizeof part, "%s", shape_name((lw_shape_kind)kind, false));
        else
            snprintf(part, sizeof part, "%zu %s", facts->kinds[kind],
                     shape_name((lw_shape_kind)kind, true));
        add_text(text, size, ", ", part);
        if (kind == LW_SHAPE_MESH)
            describe_meshes(facts, text, size);
        if (kind == LW_SHAPE_CLOUD)
            describe_clouds(facts, text, size);
        if (kind == LW_SHAPE_OCTREE)
            describe_octrees(facts, text, size);
        if (kind == LW_SHAPE_HEIGHTS)
            describe_heights(facts, text, size);
        if (kind == LW_SHAPE_DEPTH_IMAGE)
            describe_images(facts, text, size);
    }
    if (!text[0])
        snprintf(text, size, "no geometry");
}

lw_pair_reason lw_pair_reason_of(const lw_scene *scene, size_t a, size_t b)
{
    lw_pair_reason reason = LW_PAIR_CHECKED;
    lw_scene_pair_reason(scene, a, b, &reason, NULL);
    return reason;
}

size_t lw_robot_body_count(const lw_scene *scene)
{
    lw_body_info info = lw_default_body_info();
    size_t count = 0;
    while (count < lw_scene_body_count(scene) && !lw_scene_body_info(scene, count, &info, NULL) &&
           info.robot >= 0)
        count++;
    return count;
}

void lw_pair_reasons_count(const lw_scene *scene, size_t counts[LW_PAIR_REASONS])
{
    size_t moving = lw_robot_body_count(scene);
    memset(counts, 0, LW_PAIR_REASONS * sizeof *counts);
    for (size_t a = 0; a < moving; a++)
        for (size_t b = a + 1; b < lw_scene_body_count(scene); b++)
            counts[lw_pair_reason_of(scene, a, b)]++;
}
