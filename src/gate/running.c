/* A motion that runs while the world changes. A scene in which its rest was proven free is kept: the
 * pages of its obstacles, by reference count. A later scene that shares all but obstacles with it needs
 * a proof only for the obstacles that differ. Each body's way is contained in boxes, one for each of
 * many short intervals, under a binary tree: most obstacles that have moved meet none of them. */
#include "leeway/running.h"

#include "base/array.h"
#include "base/error.h"
#include "base/sized.h"
#include "check/checker/contact.h"
#include "check/method/methods.h"
#include "gate/way_boxes.h"
#include "motion/cut.h"
#include "motion/stages.h"
#include "scene/obstacles.h"

#include <stdlib.h>

/* So many obstacles that have moved, and unproven parts, are checked one by one; if there are more, the
 * whole motion is. */
enum { MOST_CHANGED = 64, MOST_PARTS = 256 };

struct lw_running {
    lw_motion *motion; /* a copy, which is cut where it was last checked as a whole */
    lw_checker *checker;
    lw_check_options options;
    const lw_scene *scene; /* of the last update */
    double now;            /* of the last update, perhaps behind the motion's end */
    bool proven;      /* the rest was proven free in a scene, of which the next three members are */
    lw_memory *world; /* all but its obstacles, retained */
    lw_obstacles obstacles;
    lw_way_boxes boxes;
};

/* ---- making -------------------------------------------------------------------------------------- */

static lw_status take_options(lw_running *running, const lw_check_options *given, lw_error *error)
{
    running->options = lw_default_check_options();
    lw_status status =
        given ? lw_sized_read(LW_SIZED(check_options), given, &running->options, error) : LW_OK;
    lw_check_options *options = &running->options;
    options->any = options->clearance = false;
    options->leaving = options->blocks = 0;
    options->claim = NULL;
    options->step = NULL;
    options->sample = NULL;
    return status ? status : lw_validate_options(options, error);
}

static lw_status make(lw_running *running, const lw_motion *motion, lw_error *error)
{
    lw_status status = lw_motion_create(motion->scene, &running->motion, error);
    if (!status)
        status = lw_motion_join(running->motion, &motion, 1, error);
    if (!status)
        status = lw_checker_create(motion->scene, &running->checker, error);
    return status ? status : lw_check_serves(running->checker, &running->options, false, error);
}

lw_status lw_running_create(const lw_motion *motion, const lw_check_options *options, lw_running **out,
                            lw_error *error)
{
    if (!motion || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_running_create needs a motion and a place for what it makes");
    *out = NULL;
    if (motion->stages)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the motion attaches or releases objects: make one for each of its stages");
    lw_running *running = calloc(1, sizeof *running);
    if (!running)
        return lw_fail_memory(error);
    running->scene = motion->scene;
    running->now = motion->begin;
    lw_status status = take_options(running, options, error);
    if (!status)
        status = make(running, motion, error);
    if (status)
        lw_running_destroy(running);
    else
        *out = running;
    return status;
}

/* Forgets the scene in which the rest is proven. */
static void forget(lw_running *running)
{
    lw_memory_release(running->world);
    lw_obstacles_free(&running->obstacles);
    running->world = NULL;
    running->obstacles = (lw_obstacles){.count = 0};
    running->proven = false;
}

void lw_running_destroy(lw_running *running)
{
    if (!running)
        return;
    forget(running);
    lw_way_boxes_free(&running->boxes);
    lw_checker_destroy(running->checker);
    lw_motion_destroy(running->motion);
    free(running);
}

/* ---- the scene in which the rest is proven ------------------------------------------------------- */

/* Keeps the scene of the last update as the one in which the rest is proven. Error memory; then there
 * is none. */
static lw_status keep(lw_running *running, lw_error *error)
{
    const lw_frozen *frozen = running->scene->frozen;
    lw_obstacles obstacles = {.count = 0};
    lw_status status = LW_OK;
    if (running->world != frozen->world) {
        forget(running);
        status = lw_way_boxes_make(running->motion, &running->boxes, error);
    }
    if (!status && !lw_obstacles_share(&frozen->obstacles, &obstacles))
        status = lw_fail_memory(error);
    if (status)
        return status;
    forget(running);
    running->world = lw_memory_retain(frozen->world);
    running->obstacles = obstacles;
    running->proven = true;
    return LW_OK;
}

static bool same_vector(vec3 a, vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_pose(const pose *a, const pose *b)
{
    return same_vector(a->position, b->position) && same_vector(a->rotation.x, b->rotation.x) &&
           same_vector(a->rotation.y, b->rotation.y) && same_vector(a->rotation.z, b->rotation.z);
}

/* Lists the obstacles that stand elsewhere than in the scene in which the rest is proven. A count above
 * MOST_CHANGED: there are more. */
static size_t list_changed(const lw_running *running, uint32_t changed[MOST_CHANGED])
{
    const lw_obstacles *before = &running->obstacles;
    const lw_obstacles *now = &running->scene->frozen->obstacles;
    size_t count = 0;
    for (size_t page = 0; page < now->pages.count; page++) {
        if (now->pages.items[page] == before->pages.items[page])
            continue;
        for (size_t i = page * LW_PAGE; i < now->count && i < (page + 1) * LW_PAGE; i++) {
            if (same_pose(&lw_obstacle_at(now, i)->body.local, &lw_obstacle_at(before, i)->body.local))
                continue;
            if (count == MOST_CHANGED)
                return MOST_CHANGED + 1;
            changed[count++] = (uint32_t)i;
        }
    }
    return count;
}

/* ---- what has moved ------------------------------------------------------------------------------ */

/* The parts that boxes leave, in the order of pairs and time. */
typedef struct parts {
    lw_work items[MOST_PARTS];
    size_t count;
} parts;

/* Adds the intervals in which a body may come near an obstacle; false: they are too many. */
static bool add_parts(const lw_running *running, uint32_t body, uint32_t obstacle, parts *out)
{
    const lw_frozen *frozen = running->scene->frozen;
    const uint32_t other = (uint32_t)frozen->moving_count + obstacle;
    lw_way_part found[MOST_PARTS];
    if (lw_frozen_reason(frozen, body, other) != LW_PAIR_CHECKED)
        return true;
    const lw_pair pair = lw_frozen_pair(frozen, lw_pair_id_of(body, other));
    const lw_obstacle *at = lw_obstacle_at(&frozen->obstacles, obstacle);
    const double now = lesser(running->now, running->motion->end);
    const size_t room = MOST_PARTS - out->count;
    const size_t count = lw_way_boxes_meet(&running->boxes, body, &at->box,
                                           lw_pair_unpadded(&pair, pair.margin), now, found, room);
    for (size_t i = 0; i < count && i < room; i++)
        out->items[out->count++] = (lw_work){found[i].from, found[i].to, lw_pair_id_of(body, other)};
    return count <= room;
}

static bool list_parts(const lw_running *running, parts *out)
{
    uint32_t changed[MOST_CHANGED];
    const size_t count = list_changed(running, changed);
    bool listed = count <= MOST_CHANGED;
    out->count = 0;
    for (size_t i = 0; i < count && listed; i++)
        for (uint32_t body = 0; body < running->boxes.body_count && listed; body++)
            listed = add_parts(running, body, changed[i], out);
    return listed;
}

/* Whether a body is inside the obstacle where its first part begins. If it is not, and their surfaces
 * stay apart, it never gets inside. */
static bool begins_inside(lw_checker *checker, size_t piece, const lw_work *part)
{
    const lw_pair pair = lw_frozen_pair(checker->frozen, part->item);
    lw_checker_pose_pair(checker, piece, part->from, part->item);
    return lw_checker_contained(checker, &pair);
}

/* Proves one part by slabs. */
static bool prove_part(lw_checker *checker, const lw_time_bound *bound, const lw_work *part, bool first)
{
    const lw_motion *motion = checker->motion;
    const size_t piece = lw_motion_piece_at(motion, part->from + (part->to - part->from) / 2);
    lw_time_search search;
    if (part->from == part->to || (first && begins_inside(checker, piece, part)))
        return false;
    lw_space_search_begin(&search, checker, bound, LW_GOAL_FIRST);
    lw_time_search_works(&search, piece, motion->pieces.items[piece].begin, part, 1);
    return !search.stopped && search.contact == HUGE_VAL && search.unresolved == HUGE_VAL &&
           search.dropped == HUGE_VAL;
}

/* Moves the motion and the checker on to the scene of now. */
static lw_status move_on(lw_running *running, lw_error *error)
{
    lw_status status = lw_checker_set_scene(running->checker, running->scene, error);
    return status ? status : lw_motion_set_scene(running->motion, running->scene, error);
}

/* Proves the parts that boxes leave. The verdict then counts what that needed. */
static lw_status prove_parts(lw_running *running, const parts *all, bool *proven, lw_verdict *verdict,
                             lw_error *error)
{
    lw_checker *checker = running->checker;
    const bool deviates = running->motion->tolerances;
    lw_status status = move_on(running, error);
    if (!status)
        status = lw_check_begin(checker, running->motion, &running->options, verdict, error);
    if (status)
        return status;
    *proven = true;
    for (size_t i = 0; i < all->count && *proven; i++)
        *proven = prove_part(checker, deviates ? &lw_space_slabs_of_tubes : &lw_space_slabs_and_slices,
                             &all->items[i], !i || all->items[i - 1].item != all->items[i].item);
    lw_checker_end(checker);
    return LW_OK;
}

/* Tries to prove the rest from what has moved. */
static lw_status prove_changes(lw_running *running, bool *proven, lw_verdict *verdict, lw_error *error)
{
    const lw_frozen *frozen = running->scene->frozen;
    parts all;
    *proven = false;
    lw_verdict_empty(verdict);
    if (!running->proven || running->world != frozen->world ||
        running->obstacles.count != frozen->obstacles.count || !list_parts(running, &all))
        return LW_OK;
    *proven = !all.count;
    if (*proven || frozen->flat)
        return LW_OK;
    return prove_parts(running, &all, proven, verdict, error);
}

/* ---- updates ------------------------------------------------------------------------------------- */

/* Checks all of the rest. */
static lw_status check_rest(lw_running *running, lw_verdict *verdict, lw_error *error)
{
    const double now = lesser(running->now, running->motion->end);
    lw_verdict_empty(verdict);
    lw_status status = move_on(running, error);
    if (status)
        return status;
    if (now > running->motion->begin)
        lw_motion_drop_before(running->motion, now);
    return lw_check(running->checker, running->motion, &running->options, verdict, error);
}

static lw_status check_update(const lw_running *running, const lw_scene *scene, double now,
                              lw_error *error)
{
    if (!scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "the scene of now is not frozen");
    if (scene->frozen->chains != running->motion->chains)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the scene has other robots than the motion: neither came from the other");
    if (!(now >= running->now && now < HUGE_VAL))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the time is %.9g, and was %.9g before: clocks must not run backwards", now,
                       running->now);
    return LW_OK;
}

static lw_status update(lw_running *running, lw_verdict *verdict, lw_error *error)
{
    bool proven;
    lw_status status = prove_changes(running, &proven, verdict, error);
    if (!status && !proven)
        status = check_rest(running, verdict, error);
    if (status)
        return status;
    if (proven) {
        verdict->pairs = running->scene->frozen->pairs.count;
        verdict->free_until = running->motion->end;
    }
    return verdict->kind == LW_VERDICT_FREE ? keep(running, error) : LW_OK;
}

lw_status lw_running_update(lw_running *running, const lw_scene *scene, double now, lw_verdict *out,
                            lw_error *error)
{
    lw_verdict verdict;
    if (!running || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_running_update needs a motion that runs and a verdict");
    if (!scene)
        scene = running->scene;
    lw_status status = lw_sized_check(LW_SIZED(verdict), out, error);
    if (!status)
        status = check_update(running, scene, now, error);
    if (status)
        return status;
    running->scene = scene;
    running->now = now;
    status = update(running, &verdict, error);
    if (!status)
        lw_sized_write(LW_SIZED(verdict), &verdict, out);
    return status;
}
