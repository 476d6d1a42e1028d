/* Scenes: freezing and destroying them. */
#include "base/assert.h"
#include "scene/names.h"
#include "scene/obstacles.h"
#include "scene/shared_shape.h"
#include "scene/validate.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 1024 }; /* of the geometry that a scene has of its own */

void lw_frozen_destroy(lw_frozen *frozen)
{
    if (!frozen)
        return;
    lw_obstacles_free(&frozen->obstacles);
    lw_memory_release(frozen->world);
    lw_memory_release(frozen->geometry);
    if (frozen->chains)
        lw_memory_release(frozen->chains->memory);
    free(frozen);
}

static size_t bytes_of(const lw_memory *memory)
{
    return memory ? sizeof *memory + memory->arena.total : 0;
}

size_t lw_frozen_memory(const lw_frozen *frozen)
{
    if (!frozen)
        return 0;
    return sizeof *frozen + bytes_of(frozen->chains->memory) + bytes_of(frozen->world) +
           bytes_of(frozen->geometry) + bytes_of(frozen->obstacles.tree_memory) +
           frozen->obstacles.pages.count * sizeof(lw_obstacle_page);
}

lw_frozen *lw_frozen_share(const lw_frozen *frozen)
{
    lw_frozen *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *frozen;
    if (!lw_obstacles_share(&frozen->obstacles, &copy->obstacles)) {
        free(copy);
        return NULL;
    }
    lw_memory_retain(copy->world);
    lw_memory_retain(copy->geometry);
    lw_memory_retain(copy->chains->memory);
    return copy;
}

static lw_status build_chains(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    if (scene->from) {
        frozen->chains = scene->from->chains;
        lw_memory_retain(frozen->chains->memory);
        return LW_OK;
    }
    lw_status status = lw_freeze_chains(scene, frozen, error);
    return status ? status : lw_freeze_groups(scene, frozen, error);
}

/* Compiles a model into a frozen scene; a copy takes the parts that it shares with its original from
 * that. */
static lw_status build(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    frozen->world = lw_memory_create();
    frozen->geometry = lw_memory_create();
    if (!frozen->world || !frozen->geometry)
        return lw_fail_memory(error);
    if (scene->from)
        frozen->geometry->arena.block = FIRST_BLOCK;
    frozen->mesh_mode = scene->model.mesh_mode;
    lw_status status = build_chains(scene, frozen, error);
    if (!status)
        status = lw_freeze_values(scene, frozen, error);
    if (!status)
        status = lw_freeze_scaling(scene, frozen, error);
    if (!status)
        status = lw_freeze_bodies(scene, frozen, error);
    if (!status)
        lw_freeze_doubts(&scene->model, frozen);
    if (!status)
        status = lw_freeze_shapes(scene, frozen, error);
    if (!status)
        status = lw_freeze_sizes(scene, frozen, error);
    if (!status)
        status = lw_freeze_plane(scene, frozen, error);
    if (!status)
        status = lw_freeze_obstacles(scene, frozen, error);
    if (!status)
        status = lw_freeze_pairs(scene, frozen, error);
    if (!status)
        LW_ASSERT_VALID(lw_frozen_validate(frozen, error), error);
    return status;
}

lw_status lw_scene_freeze(lw_scene *scene, lw_error *error)
{
    if (!scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no scene was given");
    if (scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "the scene is frozen already");
    lw_error own;
    lw_error_clear(&own);
    bool moves = scene->model.owner;
    lw_frozen *frozen = moves ? scene->from : calloc(1, sizeof *frozen);
    if (!frozen)
        return lw_fail_memory(error);
    size_t notices = lw_notices_begin(scene);
    lw_status status = lw_model_check_left_out(&scene->model, &own);
    if (!status)
        status = moves ? lw_freeze_moves(scene, frozen, &own) : build(scene, frozen, &own);
    status = lw_notices_end(scene, notices, status, &own);
    if (!status)
        status = lw_model_share(scene, &own);
    if (status) {
        if (!moves)
            lw_frozen_destroy(frozen);
        if (error)
            *error = own;
        return status;
    }
    if (!moves)
        lw_frozen_destroy(scene->from);
    scene->from = NULL;
    scene->frozen = frozen;
    return LW_OK;
}

void lw_scene_destroy(lw_scene *scene)
{
    if (!scene)
        return;
    lw_frozen_destroy(scene->frozen);
    lw_frozen_destroy(scene->from);
    free(scene->moves.items);
    free(scene->model.notices);
    if (scene->model.owner)
        lw_model_release(scene->model.owner);
    else
        lw_model_free(&scene->model);
    free(scene);
}
