/* The public functions of a planner: create, find a path by one of the methods, prove and return it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/sized.h"
#include "plan/planner.h"

/* goals of one search */
enum { MOST_GOALS = 1000000 };

/* the longest turn between two waypoints, radians; at half a turn both ways round would be equally
 * short */
static const double LONGEST_TURN = 3;

/* ---- methods ----------------------------------------------------------------------------------- */

typedef struct method {
    const char *name;
    lw_status (*search)(lw_search *search, bool *found, lw_error *error);
    bool on_roadmap; /* its search uses the roadmap of the options */
    bool goes_on;    /* searches on after the given roadmap has led to a path */
} method;

static const method methods[] = {
    [LW_PLAN_RRT_CONNECT] = {"rrt-connect", lw_rrt_connect, false, false},
    [LW_PLAN_PRM] = {"prm", lw_prm, true, false},
    [LW_PLAN_LAZY_PRM] = {"lazy-prm", lw_lazy_prm, true, false},
    [LW_PLAN_AORRTC] = {"aorrtc", lw_aorrtc, false, true},
};
enum { METHOD_COUNT = sizeof methods / sizeof *methods };

const char *lw_plan_method_name(lw_plan_method which)
{
    return (int)which >= 0 && (int)which < METHOD_COUNT ? methods[which].name : NULL;
}

bool lw_plan_method_from_name(const char *name, lw_plan_method *out)
{
    for (int i = 0; name && i < METHOD_COUNT; i++)
        if (!strcmp(name, methods[i].name)) {
            *out = (lw_plan_method)i;
            return true;
        }
    return false;
}

/* ---- making one -------------------------------------------------------------------------------- */

static lw_status make(lw_planner *planner, const lw_scene *scene, const lw_plan_space *def,
                      unsigned threads, lw_error *error)
{
    if (!lw_method_serves(def->check, LW_SERVICE_FREE))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "method %d proves no segment free; a planner needs one that does",
                       (int)def->check);
    lw_status status = lw_cspace_make(&planner->arena, scene, def, &planner->space, error);
    if (!status)
        status =
            lw_edges_make(&planner->arena, &planner->space, def->rest, threads, &planner->edges, error);
    planner->edges.any.method = def->check;
    if (!status)
        status = lw_motion_create(scene, &planner->whole, error);
    if (status)
        return status;
    size_t width = planner->space.value_count;
    planner->search.scratch = lw_arena_array(&planner->arena, 2 * width, sizeof(double));
    double *steps = lw_arena_array(&planner->arena, 2 * LW_MOST_GROWTHS * width, sizeof *steps);
    if (!planner->search.scratch || !steps)
        return lw_fail_memory(error);
    for (size_t i = 0; i < LW_MOST_GROWTHS; i++) {
        planner->search.growths[i].aim = steps + 2 * i * width;
        planner->search.growths[i].end = steps + (2 * i + 1) * width;
    }
    return LW_OK;
}

lw_status lw_planner_create(const lw_scene *scene, const lw_plan_space *space, unsigned threads,
                            lw_planner **out, lw_error *error)
{
    lw_plan_space own = lw_default_plan_space();
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no place for the planner");
    *out = NULL;
    if (!scene || !lw_scene_movable_joints(scene, 0))
        return lw_fail(error, LW_ERROR_STATE, "paths are planned in a frozen scene with a robot");
    lw_status status = LW_OK;
    if (space)
        status = lw_sized_read(LW_SIZED(plan_space), space, &own, error);
    if (status)
        return status;
    lw_planner *planner = calloc(1, sizeof *planner);
    if (!planner)
        return lw_fail_memory(error);
    status = make(planner, scene, &own, threads, error);
    if (status) {
        lw_planner_destroy(planner);
        return status;
    }
    *out = planner;
    return LW_OK;
}

void lw_planner_destroy(lw_planner *planner)
{
    if (!planner)
        return;
    for (int i = 0; i < 2; i++)
        lw_tree_free(&planner->search.trees[i]);
    lw_roadmap_free(&planner->roadmap);
    free(planner->search.path.items);
    free(planner->search.best.items);
    free(planner->ends.items);
    free(planner->goals.items);
    lw_motion_destroy(planner->whole);
    lw_edges_free(&planner->edges);
    lw_arena_free(&planner->arena);
    free(planner);
}

size_t lw_planner_value_count(const lw_planner *planner)
{
    return planner ? planner->space.value_count : 0;
}

/* ---- finding a path ---------------------------------------------------------------------------- */

static lw_status check_options(const lw_planner *planner, const lw_plan_options *options,
                               lw_error *error)
{
    if (!lw_plan_method_name(options->method))
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no method %d of planning",
                       (int)options->method);
    if (!(options->budget_seconds >= 0))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the time budget is %g; it must be 0 or more",
                       options->budget_seconds);
    if (!(options->range >= 0))
        return lw_fail(error, LW_ERROR_ARGUMENT, "the range is %g; it must be 0 or more",
                       options->range);
    if (options->roadmap && options->roadmap->planner != planner)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the roadmap is that of another planner");
    return LW_OK;
}

void lw_planner_begin(lw_planner *planner, const lw_plan_options *options)
{
    lw_search *search = &planner->search;
    search->space = &planner->space;
    search->edges = &planner->edges;
    if (!options->roadmap)
        lw_roadmap_begin(&planner->roadmap, &planner->space);
    search->roadmap = options->roadmap ? options->roadmap : &planner->roadmap;
    search->roadmap_nodes = search->roadmap->info.count;
    search->options = options;
    search->random = (lw_random){options->seed};
    search->deadline = options->budget_seconds > 0 ? lw_clock() + options->budget_seconds : HUGE_VAL;
    search->start = planner->ends.items;
    search->reason = LW_REASON_NONE;
    search->closest = 0;
    search->shortened = 0;
    search->path.count = 0;
    search->best.count = 0;
    search->bound = HUGE_VAL;
    search->spent = search->failed = 0;
    for (int i = 0; i < 2; i++)
        lw_tree_clear(&search->trees[i], &planner->space);
    planner->edges.asked = 0;
}

/* Of the start and the goals, by index. */
static double *end_of(const lw_planner *planner, size_t index)
{
    return planner->ends.items + index * planner->space.value_count;
}

/* Copies the start and the goals, and checks their values. */
static lw_status take_ends(lw_planner *planner, const double *from, const double *goals, size_t count,
                           lw_error *error)
{
    const lw_cspace *space = &planner->space;
    if (!count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no goal");
    if (count > MOST_GOALS)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there are %zu goals; a search takes %d at most",
                       count, MOST_GOALS);
    if (!LW_ARRAY_RESERVE(&planner->ends, (2 * count + 1) * space->value_count) ||
        !LW_ARRAY_RESERVE(&planner->goals, count))
        return lw_fail_memory(error);
    planner->given = count;
    lw_status status = lw_cspace_take(space, "start", from, end_of(planner, 0), error);
    for (size_t i = 0; i < count && !status; i++) {
        char name[40] = "goal";
        if (count > 1)
            snprintf(name, sizeof name, "goal with index %zu", i);
        status = lw_cspace_take(space, name, goals ? goals + i * space->value_count : NULL,
                                end_of(planner, i + 1), error);
    }
    return status;
}

/* Makes the plan say which end is not free, and have its contact. verdict: of the last lw_edges_ask. */
static void show_contact(lw_planner *planner, lw_plan_kind kind, size_t verdict, lw_plan *plan)
{
    plan->kind = kind;
    planner->contact.known = *lw_edges_verdict(&planner->edges, verdict);
    plan->contact = &planner->contact.known;
}

static int compare_near(const void *a, const void *b)
{
    const lw_near_goal *one = a;
    const lw_near_goal *other = b;
    if (one->length < other->length || other->length < one->length)
        return one->length < other->length ? -1 : 1;
    return one->index < other->index ? -1 : 1;
}

/* Sets the goals of the search: those that are free, the nearest first. */
static void set_goals(lw_planner *planner)
{
    const size_t size = planner->space.value_count * sizeof(double);
    double *goals = end_of(planner, planner->given + 1);
    qsort(planner->goals.items, planner->goals.count, sizeof *planner->goals.items, compare_near);
    for (size_t i = 0; i < planner->goals.count; i++)
        memcpy(end_of(planner, planner->given + 1 + i),
               end_of(planner, planner->goals.items[i].index + 1), size);
    planner->search.goals = goals;
    planner->search.goal_count = planner->goals.count;
}

/* Checks start and goals. Where the start or all goals are not free, the plan says so and has the
 * contact of the start or of the first goal. */
static lw_status check_ends(lw_planner *planner, lw_plan *plan, bool *free, lw_error *error)
{
    lw_status status = LW_OK;
    *free = false;
    planner->goals.count = 0;
    for (size_t first = 0; first <= planner->given && !status; first += LW_MOST_EDGES) {
        lw_edge ends[LW_MOST_EDGES];
        size_t count = 0;
        for (; count < LW_MOST_EDGES && first + count <= planner->given; count++)
            ends[count] =
                (lw_edge){.from = end_of(planner, first + count), .to = end_of(planner, first + count)};
        status = lw_edges_ask(&planner->edges, ends, count, true, error);
        for (size_t i = 0; i < count && !status; i++) {
            const size_t end = first + i;
            if (end <= 1 && ends[i].kind != LW_VERDICT_FREE)
                show_contact(planner, end ? LW_PLAN_GOAL_IN_CONTACT : LW_PLAN_START_IN_CONTACT, i,
                             plan);
            if (!end && plan->contact)
                return LW_OK;
            if (end && ends[i].kind == LW_VERDICT_FREE)
                planner->goals.items[planner->goals.count++] = (lw_near_goal){
                    lw_cspace_length(&planner->space, end_of(planner, 0), ends[i].from), end - 1};
        }
    }
    *free = planner->goals.count > 0;
    if (*free)
        plan->contact = NULL;
    set_goals(planner);
    return status;
}

/* How many parts a segment is split into. Readers of a path take each turn the shorter way round, so no
 * part may turn by more than LONGEST_TURN. */
static size_t parts_of(const lw_cspace *space, const double *from, const double *to)
{
    double most = 1;
    for (size_t i = 0; i < space->column_count; i++) {
        size_t at = space->columns[i].at;
        if (space->columns[i].wraps)
            most = fmax(most, ceil(fabs(to[at] - from[at]) / LONGEST_TURN));
    }
    return (size_t)most;
}

/* A point of a segment whose angles are continuous and may leave -pi to pi. */
static void put_between(const lw_cspace *space, const double *from, const double *to, double share,
                        double *out)
{
    lw_cspace_between(space, from, to, share, out);
    for (size_t i = 0; i < space->column_count; i++) {
        size_t at = space->columns[i].at;
        if (space->columns[i].wraps)
            out[at] = from[at] + share * (to[at] - from[at]);
    }
}

/* Adds waypoints on segments that turn too far. Works from the last segment to the first, in place. */
static lw_status split_turns(lw_search *search, lw_error *error)
{
    const lw_cspace *space = search->space;
    size_t count = 1;
    for (size_t i = 1; i < search->path.count; i++)
        count += parts_of(space, lw_waypoint(search, i - 1), lw_waypoint(search, i));
    lw_status status = lw_path_reserve(search, count, error);
    if (status)
        return status;
    size_t next = count;
    for (size_t i = search->path.count; i-- > 1;) {
        const double *from = lw_waypoint(search, i - 1);
        double *to = lw_waypoint(search, --next);
        memmove(to, lw_waypoint(search, i), space->value_count * sizeof *to);
        size_t parts = parts_of(space, from, to);
        for (size_t k = parts - 1; k > 0; k--)
            put_between(space, from, to, (double)k / (double)parts, lw_waypoint(search, --next));
    }
    search->path.count = count;
    return LW_OK;
}

/* Makes the angles of the path continuous, and proves the whole path once more, with its clearance
 * where the options ask for it. */
static lw_status conclude(lw_planner *planner, lw_plan *plan, lw_error *error)
{
    lw_search *search = &planner->search;
    const lw_cspace *space = &planner->space;
    for (size_t i = 1; i < search->path.count; i++)
        lw_cspace_between(space, lw_waypoint(search, i - 1), lw_waypoint(search, i), 1,
                          lw_waypoint(search, i));
    lw_status status = split_turns(search, error);
    if (status)
        return status;
    lw_check_options options = lw_default_check_options();
    options.clearance = search->options->clearance;
    options.method = planner->edges.any.method;
    if (options.clearance && !lw_method_serves(options.method, LW_SERVICE_CLEARANCE))
        options.method = LW_METHOD_AUTO;
    options.clearance_absolute = 1e-9; /* shortened paths pass corners of obstacles this closely */
    lw_verdict verdict = lw_default_verdict();
    status = lw_edges_set_path(&planner->edges, planner->whole, search->path.items, search->path.count,
                               error);
    const lw_motion *whole = planner->whole;
    if (!status)
        status = lw_pool_check(planner->edges.pool, &whole, 1, &options, &verdict, error);
    if (status)
        return status;
    if (verdict.kind != LW_VERDICT_FREE) {
        /* each segment by itself was proven free, so rounding decided */
        search->reason = LW_REASON_PRECISION;
        return LW_OK;
    }
    plan->kind = LW_PLAN_FOUND;
    plan->path = search->path.items;
    plan->point_count = search->path.count;
    plan->length = lw_path_length(search);
    plan->goal = planner->goals.items[search->path.goal].index;
    plan->clearance = verdict.clearance;
    plan->self_clearance = verdict.self_clearance;
    return LW_OK;
}

static lw_status find(lw_planner *planner, lw_plan *plan, lw_error *error)
{
    lw_search *search = &planner->search;
    bool found = false;
    bool free;
    lw_status status = check_ends(planner, plan, &free, error);
    if (status || !free)
        return status;
    plan->kind = LW_PLAN_NONE;
    lw_roadmap_size before = lw_roadmap_measure(search->roadmap);
    const method *by = &methods[search->options->method];
    if (search->options->roadmap && !by->on_roadmap)
        status = lw_prm_ask(search, &found, error);
    if (!status && (!found || by->goes_on))
        status = by->search(search, &found, error);
    if (!status && found)
        status = lw_shorten(search, error);
    search->reason = found ? LW_REASON_NONE : search->reason;
    if (!status && found)
        status = conclude(planner, plan, error);
    plan->nodes = lw_search_nodes(search);
    lw_roadmap_cut(search->roadmap, before);
    plan->edges = planner->edges.asked;
    plan->shortened = search->shortened;
    if (plan->kind == LW_PLAN_NONE) {
        plan->closest = search->closest;
        plan->reason = search->reason;
    }
    return status;
}

lw_status lw_planner_find_any(lw_planner *planner, const double *from, const double *goals,
                              size_t goal_count, const lw_plan_options *options, lw_plan *out,
                              lw_error *error)
{
    lw_plan_options own = lw_default_plan_options();
    lw_plan plan = lw_default_plan();
    if (!planner || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a planner, or a place for the plan, is missing");
    lw_status status = lw_sized_check(LW_SIZED(plan), out, error);
    if (!status && options)
        status = lw_sized_read(LW_SIZED(plan_options), options, &own, error);
    if (!status)
        status = check_options(planner, &own, error);
    if (!status)
        status = take_ends(planner, from, goals, goal_count, error);
    if (status)
        return status;
    lw_planner_begin(planner, &own);
    plan.value_count = planner->space.value_count;
    status = find(planner, &plan, error);
    if (!status)
        lw_sized_write(LW_SIZED(plan), &plan, out);
    return status;
}

lw_status lw_planner_find(lw_planner *planner, const double *from, const double *to,
                          const lw_plan_options *options, lw_plan *out, lw_error *error)
{
    return lw_planner_find_any(planner, from, to, 1, options, out, error);
}
