/* The public functions of roadmaps that outlive a search: create, grow, read out, save and load. */
#include <stdlib.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/sized.h"
#include "plan/planner.h"
#include "plan/roadmap_file.h"

/* ---- fingerprint ------------------------------------------------------------------------------- */

static void add_column(uint64_t *hash, const lw_column *column)
{
    lw_hash_add(hash, column->kind);
    lw_hash_add(hash, column->at);
    lw_hash_add_double(hash, column->lower);
    lw_hash_add_double(hash, column->upper);
}

/* A hash over the joints, their bounds, and the values at which the other joints rest. */
static uint64_t fingerprint_of(const lw_planner *planner)
{
    const lw_cspace *space = &planner->space;
    uint64_t hash = 0;
    for (size_t r = 0; r < space->joints_count; r++) {
        lw_hash_add_text(&hash, lw_scene_robot_name(space->scene, lw_joints_robot(space->joints[r])));
        lw_hash_add(&hash, lw_joints_count(space->joints[r]));
        for (size_t i = 0; i < lw_joints_count(space->joints[r]); i++)
            lw_hash_add_text(&hash, lw_joints_name(space->joints[r], i));
    }
    lw_hash_add(&hash, space->column_count);
    for (size_t i = 0; i < space->column_count; i++)
        add_column(&hash, &space->columns[i]);
    for (size_t i = 0; i < planner->edges.rest_count; i++) {
        const lw_rest_joint *joint = &planner->edges.rest[i];
        lw_hash_add_text(&hash, joint->robot);
        lw_hash_add_text(&hash, joint->name);
        lw_hash_add_doubles(&hash, joint->values, joint->count);
    }
    return hash;
}

/* ---- making one -------------------------------------------------------------------------------- */

static lw_status make(lw_planner *planner, uint64_t seed, lw_roadmap **out, lw_error *error)
{
    lw_roadmap *roadmap = calloc(1, sizeof *roadmap);
    if (!roadmap)
        return lw_fail_memory(error);
    lw_roadmap_begin(roadmap, &planner->space);
    roadmap->planner = planner;
    roadmap->seed = seed;
    roadmap->random = (lw_random){seed};
    roadmap->joints = fingerprint_of(planner);
    *out = roadmap;
    return lw_scene_fingerprint(planner->space.scene, &roadmap->scene, error);
}

lw_status lw_roadmap_create(lw_planner *planner, uint64_t seed, lw_roadmap **out, lw_error *error)
{
    if (!planner || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a planner, or a place for the roadmap, is missing");
    *out = NULL;
    return make(planner, seed, out, error);
}

void lw_roadmap_destroy(lw_roadmap *roadmap)
{
    if (!roadmap)
        return;
    lw_roadmap_free(roadmap);
    free(roadmap);
}

size_t lw_roadmap_node_count(const lw_roadmap *roadmap)
{
    return roadmap ? roadmap->info.count : 0;
}

size_t lw_roadmap_edge_count(const lw_roadmap *roadmap)
{
    return roadmap ? roadmap->edges.count : 0;
}

lw_status lw_roadmap_configuration(const lw_roadmap *roadmap, size_t node, double *values,
                                   lw_error *error)
{
    if (!roadmap || !values || node >= roadmap->info.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no configuration %zu of a roadmap", node);
    memcpy(values, lw_tree_node(&roadmap->nodes, node),
           roadmap->planner->space.value_count * sizeof *values);
    return LW_OK;
}

lw_status lw_roadmap_segment(const lw_roadmap *roadmap, size_t edge, size_t nodes[2], lw_error *error)
{
    if (!roadmap || !nodes || edge >= roadmap->edges.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no segment %zu of a roadmap", edge);
    nodes[0] = roadmap->edges.items[edge].nodes[0];
    nodes[1] = roadmap->edges.items[edge].nodes[1];
    return LW_OK;
}

uint64_t lw_roadmap_seed(const lw_roadmap *roadmap)
{
    return roadmap ? roadmap->seed : 0;
}

/* ---- growing ----------------------------------------------------------------------------------- */

lw_status lw_roadmap_grow(lw_roadmap *roadmap, const lw_roadmap_options *options, lw_error *error)
{
    lw_roadmap_options own = lw_default_roadmap_options();
    if (!roadmap || !options)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a roadmap, or what it is to have, is missing");
    lw_status status = lw_sized_read(LW_SIZED(roadmap_options), options, &own, error);
    if (status)
        return status;
    if (own.nodes >= UINT32_MAX)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a roadmap has less than %lu nodes",
                       (unsigned long)UINT32_MAX);
    if (!(own.budget_seconds >= 0))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the time budget is %g; it must be 0 or more",
                       own.budget_seconds);
    lw_plan_options search = lw_default_plan_options();
    search.budget_nodes = UINT64_MAX;
    search.budget_seconds = own.budget_seconds;
    search.stop = own.stop;
    search.stop_context = own.stop_context;
    search.roadmap = roadmap;
    lw_planner_begin(roadmap->planner, &search);
    roadmap->planner->search.random = roadmap->random;
    status = lw_prm_grow(&roadmap->planner->search, (size_t)own.nodes, error);
    roadmap->random = roadmap->planner->search.random;
    return status;
}

/* ---- files ------------------------------------------------------------------------------------- */

lw_status lw_roadmap_save(const lw_roadmap *roadmap, const char *path, lw_error *error)
{
    if (!roadmap || !path)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a roadmap, or the name of its file, is missing");
    return lw_roadmap_write(roadmap, path, error);
}

lw_status lw_roadmap_load(lw_planner *planner, const char *path, lw_roadmap **out, lw_error *error)
{
    if (!planner || !path || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "a planner, the name of a file, or a place for the roadmap is missing");
    *out = NULL;
    lw_roadmap *roadmap = NULL;
    lw_status status = make(planner, 0, &roadmap, error);
    if (!status)
        status = lw_roadmap_read(roadmap, path, error);
    if (status)
        lw_roadmap_destroy(roadmap);
    else
        *out = roadmap;
    return status;
}
