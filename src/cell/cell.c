/* A cell as it is built: robots, pairs of bodies by robots, trajectories by robot and name. */
#include "cell/cell.h"

#include "base/error.h"
#include "cell/ways.h"
#include "math/pose.h"
#include "motion/approach.h"
#include "motion/tolerance.h"
#include "motion/track.h"

#include <stdlib.h>
#include <string.h>

static size_t robot_of(const lw_cell *cell, int32_t body)
{
    int64_t robot = lw_frozen_body(cell->frozen, body)->robot;
    return robot < 0 ? cell->robot_count : (size_t)robot;
}

/* the index in first_pair of the list that holds a pair */
static size_t list_of(const lw_cell *cell, lw_pair_id pair)
{
    size_t a = robot_of(cell, (int32_t)lw_pair_first(pair));
    size_t b = robot_of(cell, (int32_t)lw_pair_second(pair));
    return (a < b ? a : b) * (cell->robot_count + 1) + (a < b ? b : a);
}

/* sorts the pairs by their two robots: a counting sort */
static lw_status sort_pairs(lw_cell *cell, lw_error *error)
{
    const lw_frozen *frozen = cell->frozen;
    size_t lists = cell->robot_count * (cell->robot_count + 1);
    cell->pairs = lw_arena_array(&cell->arena, frozen->pairs.count, sizeof *cell->pairs);
    cell->first_pair = lw_arena_array(&cell->arena, lists + 2, sizeof *cell->first_pair);
    if (!cell->pairs || !cell->first_pair)
        return lw_fail_memory(error);
    /* first[i + 2] counts the pairs of list i. The prefix sum makes first[i + 1] the place where list i
     * begins. Filling list i moves first[i + 1] to its end, where list i + 1 begins. */
    uint32_t *first = cell->first_pair;
    lw_pair_id id;
    for (id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1))
        first[list_of(cell, id) + 2]++;
    for (size_t i = 1; i < lists + 2; i++)
        first[i] += first[i - 1];
    for (id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1))
        cell->pairs[first[list_of(cell, id) + 1]++] = id;
    return LW_OK;
}

/* the joint values of a body without a joint, which rests at its base */
static const double no_values[3] = {0, 0, 0};

static lw_flat_path path_at_rest(const lw_cell *cell, uint32_t body, const double values[3])
{
    const lw_flat_body *flat = lw_frozen_flat(cell->frozen, body);
    lw_flat_path path = {.base = flat->base};
    for (int k = 0; k < 3; k++)
        path.rest[k] = values[k];
    lw_flat_path_close(&path);
    return path;
}

static lw_status add_robots(lw_cell *cell, lw_error *error)
{
    const lw_frozen *frozen = cell->frozen;
    cell->robots = lw_arena_array(&cell->arena, frozen->chains->robot_count, sizeof *cell->robots);
    cell->slot_of_body = lw_arena_array(&cell->arena, frozen->body_count, sizeof *cell->slot_of_body);
    size_t obstacles = frozen->body_count - frozen->moving_count;
    cell->obstacles = lw_arena_array(&cell->arena, obstacles, sizeof *cell->obstacles);
    if (!cell->robots || !cell->slot_of_body || !cell->obstacles)
        return lw_fail_memory(error);
    for (size_t r = 0; r < frozen->chains->robot_count; r++) {
        uint32_t *bodies = lw_arena_array(&cell->arena, frozen->moving_count, sizeof *bodies);
        lw_flat_path *home = lw_arena_array(&cell->arena, frozen->moving_count, sizeof *home);
        if (!bodies || !home)
            return lw_fail_memory(error);
        uint32_t count = 0;
        for (uint32_t i = 0; i < frozen->moving_count; i++) {
            if (lw_frozen_body(frozen, i)->robot != (int64_t)r)
                continue;
            int32_t variable = lw_frozen_flat(frozen, i)->variable;
            home[count] = path_at_rest(cell, i, variable < 0 ? no_values : &frozen->rest[variable]);
            cell->slot_of_body[i] = count;
            bodies[count++] = i;
        }
        cell->robots[r] = (lw_cell_robot){bodies, count, home};
    }
    for (uint32_t i = 0; i < obstacles; i++) {
        uint32_t body = (uint32_t)frozen->moving_count + i;
        cell->obstacles[i] = path_at_rest(cell, body, no_values);
        cell->slot_of_body[body] = i;
    }
    return sort_pairs(cell, error);
}

lw_status lw_cell_create(const lw_scene *scene, lw_cell **out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_cell_create needs a place for the cell");
    *out = NULL;
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "a cell is of a frozen scene");
    lw_cell *cell = calloc(1, sizeof *cell);
    if (!cell)
        return lw_fail_memory(error);
    cell->scene = scene;
    cell->frozen = scene->frozen;
    cell->robot_count = scene->frozen->chains->robot_count;
    lw_status status = cell->frozen->flat ? add_robots(cell, error) : LW_OK;
    if (!status)
        status = lw_ways_create(cell, &cell->ways, error);
    if (status) {
        lw_cell_destroy(cell);
        return status;
    }
    *out = cell;
    return LW_OK;
}

void lw_cell_destroy(lw_cell *cell)
{
    if (!cell)
        return;
    lw_ways_destroy(cell->ways);
    for (size_t i = 0; i < cell->trajectories.count; i++)
        lw_track_free(&cell->trajectories.items[i]->track);
    free(cell->trajectories.items);
    free(cell->names);
    lw_arena_free(&cell->arena);
    free(cell);
}

/* FNV-1a of a robot's index and a name */
static size_t hash_of(size_t robot, const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u ^ robot;
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    return (size_t)(hash ^ (hash >> 32));
}

/* the slot of a trajectory's name in the hash table, or the free one that it would take */
static uint32_t *name_slot(const lw_cell *cell, size_t robot, const char *name)
{
    size_t at = hash_of(robot, name);
    for (;; at++) {
        uint32_t *slot = &cell->names[at & (cell->name_room - 1)];
        const lw_trajectory *found = *slot ? cell->trajectories.items[*slot - 1] : NULL;
        if (!found || (found->robot == robot && !strcmp(found->name, name)))
            return slot;
    }
}

int64_t lw_cell_find(const lw_cell *cell, size_t robot, const char *name)
{
    return cell->name_room ? (int64_t)*name_slot(cell, robot, name) - 1 : -1;
}

/* makes room for one more name: the table keeps at least twice as many slots as names */
static bool grow_names(lw_cell *cell)
{
    enum { FIRST = 64 };
    if (2 * (cell->trajectories.count + 1) <= cell->name_room)
        return true;
    size_t room = cell->name_room ? 2 * cell->name_room : FIRST;
    uint32_t *names = calloc(room, sizeof *names);
    if (!names)
        return false;
    free(cell->names);
    cell->names = names;
    cell->name_room = room;
    for (size_t i = 0; i < cell->trajectories.count; i++)
        *name_slot(cell, cell->trajectories.items[i]->robot, cell->trajectories.items[i]->name) =
            (uint32_t)i + 1;
    return true;
}

/* the paths of a robot's bodies along a track, and at rest before and after it */
static lw_status make_paths(lw_cell *cell, lw_trajectory *trajectory, lw_error *error)
{
    const lw_cell_robot *robot = &cell->robots[trajectory->robot];
    const lw_motion_track *track = &trajectory->track;
    lw_flat_path *paths = lw_arena_array(&cell->arena, 3 * (size_t)robot->body_count, sizeof *paths);
    if (!paths)
        return lw_fail_memory(error);
    lw_flat_path *ends = paths + robot->body_count;
    lw_flat_path *begins = ends + robot->body_count;
    for (uint32_t i = 0; i < robot->body_count; i++) {
        const lw_flat_body *flat = lw_frozen_flat(cell->frozen, robot->bodies[i]);
        paths[i] = ends[i] = begins[i] = robot->home[i];
        for (size_t column = 0; flat->variable >= 0 && column < track->column_count; column++) {
            if (track->variables[column] != flat->variable)
                continue;
            lw_flat_piece piece;
            paths[i].track = track;
            paths[i].column = column;
            lw_flat_path_close(&paths[i]);
            lw_flat_piece_at(&paths[i], HUGE_VAL, &piece);
            ends[i] = path_at_rest(cell, robot->bodies[i], piece.values);
            lw_flat_piece_at(&paths[i], -1, &piece);
            begins[i] = path_at_rest(cell, robot->bodies[i], piece.values);
        }
    }
    trajectory->paths = paths;
    trajectory->ends = ends;
    trajectory->begins = begins;
    return LW_OK;
}

/* Marks the columns of a trajectory that are angles without end. */
static lw_status mark_turns(lw_cell *cell, lw_trajectory *trajectory, lw_error *error)
{
    const lw_chains *chains = cell->frozen->chains;
    const lw_motion_track *track = &trajectory->track;
    bool *turns = lw_arena_array(&cell->arena, track->column_count + 1, sizeof *turns);
    if (!turns)
        return lw_fail_memory(error);
    for (size_t j = 0; j < chains->joint_count; j++) {
        const int turning = lw_turning_value(&chains->joints[j]);
        for (size_t c = 0; turning >= 0 && c < track->column_count; c++)
            turns[c] |= track->variables[c] == chains->joints[j].variable + turning;
    }
    trajectory->turns = turns;
    return LW_OK;
}

/* Refuses a trajectory of a floating joint, and one whose robot has other values than the scene's in
 * joints that it does not move. */
static lw_status check_joints(const lw_cell *cell, const char *name, const lw_motion *motion,
                              const lw_motion_track *track, lw_error *error)
{
    const lw_chains *chains = cell->frozen->chains;
    if (track->floating_count)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "motion \"%s\" moves a floating joint; trajectories of a cell do not", name);
    for (size_t j = 0; j < chains->joint_count; j++) {
        const lw_frozen_joint *joint = &chains->joints[j];
        bool other = motion->own_rest[j] && joint->robot == track->joints.robot &&
                     joint->kind != LW_JOINT_FLOATING;
        bool differs = false;
        for (size_t c = 0; c < track->column_count; c++)
            other = other && track->variables[c] != joint->variable;
        for (size_t k = 0; other && k < lw_joint_value_count(joint->kind); k++)
            differs |= motion->rest[(size_t)joint->variable + k] !=
                       cell->frozen->rest[(size_t)joint->variable + k];
        if (differs)
            return lw_fail(
                error, LW_ERROR_ARGUMENT,
                "motion \"%s\" sets joint \"%s\", which it does not move, otherwise than the "
                "scene",
                name, joint->name);
    }
    return LW_OK;
}

static lw_status add_track(lw_cell *cell, const char *name, const lw_motion *motion,
                           const lw_motion_track *track, lw_error *error)
{
    size_t robot = track->joints.robot;
    if (lw_cell_find(cell, robot, name) >= 0)
        return lw_fail(error, LW_ERROR_NAME, "robot \"%s\" has two trajectories \"%s\"",
                       cell->frozen->chains->names[robot], name);
    lw_trajectory *kept = lw_arena_take(&cell->arena, sizeof *kept);
    if (!kept || !LW_ARRAY_GROW(&cell->trajectories) || !grow_names(cell))
        return lw_fail_memory(error);
    kept->robot = robot;
    kept->name = lw_arena_string(&cell->arena, name);
    if (!kept->name)
        return lw_fail_memory(error);
    lw_status status = lw_track_copy(track, &kept->track, error);
    if (status)
        return status;
    lw_approach_leave_out(&kept->track);
    kept->interpolation = motion->interpolation;
    kept->duration = track->last;
    kept->shortest = HUGE_VAL;
    for (size_t k = 0; k < kept->track.piece_count; k++)
        kept->shortest = fmin(kept->shortest, kept->track.times[k + 1] - kept->track.times[k]);
    if (!status)
        status = mark_turns(cell, kept, error);
    if (!status && cell->frozen->flat)
        status = make_paths(cell, kept, error);
    if (status) {
        lw_track_free(&kept->track);
        return status;
    }
    uint32_t *slot = name_slot(cell, robot, name);
    cell->trajectories.items[cell->trajectories.count++] = kept;
    *slot = (uint32_t)cell->trajectories.count;
    return LW_OK;
}

lw_status lw_cell_add(lw_cell *cell, const char *name, const lw_motion *motion, lw_error *error)
{
    if (!cell || !name || !motion)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_cell_add needs a cell, a name and a motion");
    if (motion->scene != cell->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene than the cell");
    if (motion->tracks.count && !motion->seconds)
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "motion \"%s\" is a path over t from 0 to 1; a cell needs trajectories in seconds", name);
    if (!motion->tracks.count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "motion \"%s\" moves no robot", name);
    if (motion->stages)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "motion \"%s\" attaches or releases objects; trajectories of a cell do not",
                       name);
    lw_status status = lw_refuse_tolerances(motion, "cells", error);
    if (!status)
        status = lw_refuse_doubts(motion->scene->frozen, "cells", error);
    for (size_t i = 0; i < motion->tracks.count && !status; i++)
        status = check_joints(cell, name, motion, &motion->tracks.items[i], error);
    for (size_t i = 0; i < motion->tracks.count && !status; i++)
        status = add_track(cell, name, motion, &motion->tracks.items[i], error);
    return status;
}

size_t lw_cell_trajectory_count(const lw_cell *cell)
{
    return cell->trajectories.count;
}

const char *lw_cell_trajectory_name(const lw_cell *cell, size_t trajectory)
{
    return trajectory < cell->trajectories.count ? cell->trajectories.items[trajectory]->name : NULL;
}

bool lw_cell_same_pose(const lw_flat_path *a, const lw_flat_path *b)
{
    double sine;
    double cosine;
    lw_sincos(a->rest[2] - b->rest[2], &sine, &cosine);
    return fabs(a->rest[0] - b->rest[0]) <= LW_CELL_SAME &&
           fabs(a->rest[1] - b->rest[1]) <= LW_CELL_SAME && fabs(sine) <= LW_CELL_SAME && cosine > 0;
}
