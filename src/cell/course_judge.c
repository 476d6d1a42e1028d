/* The judge of courses. The time of each robot is cut into items: it is on a way, or stands at a place.
 * Two items of two robots that overlap in time are looked up: what two ways do depends on their delay
 * alone, and what a way and a place do on the time of the way. A job all of whose items are free of
 * each other is free; a body gets into another one only through its surface, or was there at the
 * beginning. Each other job is checked as one motion. */
#include "cell/course_judge.h"

#include <stdlib.h>

#include "base/error.h"
#include "cell/job.h"
#include "cell/known.h"
#include "cell/ways.h"
#include "check/method/methods.h"

/* how exact the times of a joined motion are, as a share of its length: each is a sum of a few numbers
 */
static const double TIME_ROUNDING = 0x1p-46;

typedef struct item {
    const lw_way *way; /* NULL: it stands */
    const lw_stand *place;
    double start, stop; /* seconds; infinite before the first way and after the last */
    int64_t trajectory; /* -1: it stands */
} item;

/* The items of a robot, in the list of all. */
typedef struct timeline {
    uint32_t first, end;
} timeline;

struct lw_course_judge {
    const lw_cell *cell;
    size_t left;             /* how many bytes it may still add */
    lw_known legs, meetings; /* what this judge has looked up before, without the mutex */
    const lw_stand **homes;
    timeline *robots;
    LW_LIST(item) items;
    uint64_t asked, known;
    lw_checker *checker; /* NULL until a job is checked as one motion */
    lw_motion *motion;
    /* of the current job */
    const lw_check_options *options;
    double off;   /* how far two starts may be from each other's plan, seconds */
    bool stopped; /* by the caller */
    uint64_t pairs, queries;
};

lw_status lw_course_judge_create(const lw_cell *cell, size_t remember, lw_course_judge **out,
                                 lw_error *error)
{
    lw_course_judge *judge = calloc(1, sizeof *judge);
    *out = judge;
    if (!judge)
        return lw_fail_memory(error);
    judge->cell = cell;
    judge->left = remember;
    judge->homes = calloc(cell->robot_count + 1, sizeof *judge->homes);
    judge->robots = calloc(cell->robot_count + 1, sizeof *judge->robots);
    if (judge->homes && judge->robots)
        return LW_OK;
    lw_course_judge_destroy(judge);
    *out = NULL;
    return lw_fail_memory(error);
}

void lw_course_judge_destroy(lw_course_judge *judge)
{
    if (!judge)
        return;
    lw_known_free(&judge->legs);
    lw_known_free(&judge->meetings);
    lw_checker_destroy(judge->checker);
    lw_motion_destroy(judge->motion);
    free(judge->homes);
    free(judge->robots);
    free(judge->items.items);
    free(judge);
}

void lw_course_judge_counts(const lw_course_judge *judge, uint64_t *asked, uint64_t *known)
{
    *asked = judge->asked;
    *known = judge->known;
}

/* ---- items --------------------------------------------------------------------------------------- */

static lw_status way_of(lw_course_judge *judge, const lw_leg *leg, const lw_way **out, lw_error *error)
{
    const uint64_t part = lw_leg_part(leg);
    lw_way *found = lw_known_find(&judge->legs, leg->trajectory, part);
    *out = found;
    if (found)
        return LW_OK;
    lw_status status = lw_ways_of_leg(judge->cell->ways, leg, out, error);
    /* the table holds pointers without const, and nobody writes through them */
    if (!status && !lw_known_put(&judge->legs, leg->trajectory, part, (void *)*out))
        status = lw_fail_memory(error);
    return status;
}

static lw_status add_item(lw_course_judge *judge, item next, lw_error *error)
{
    if (!LW_ARRAY_GROW(&judge->items))
        return lw_fail_memory(error);
    judge->items.items[judge->items.count++] = next;
    return LW_OK;
}

/* Adds where the robot stands before and after each leg, and the legs. */
static lw_status add_course(lw_course_judge *judge, const lw_course *course, lw_error *error)
{
    double before = 0;
    double stood = -HUGE_VAL; /* since when the robot has been standing */
    lw_status status = LW_OK;
    const lw_stand *place = NULL;
    for (size_t i = 0; i < course->count && !status; i++) {
        const lw_leg *leg = &course->legs[i];
        const double start = lw_leg_begin(leg, before);
        const lw_way *way;
        status = way_of(judge, leg, &way, error);
        if (status)
            return status;
        place = place ? place : way->ends[0];
        before = start + lw_leg_length(judge->cell, leg);
        status = add_item(judge, (item){NULL, place, stood, start, -1}, error);
        if (!status)
            status = add_item(judge, (item){way, NULL, start, before, (int64_t)leg->trajectory}, error);
        place = way->ends[1];
        stood = before;
    }
    return status ? status : add_item(judge, (item){NULL, place, stood, HUGE_VAL, -1}, error);
}

static lw_status list_items(lw_course_judge *judge, const lw_course *courses, size_t count,
                            lw_error *error)
{
    judge->items.count = 0;
    for (size_t r = 0; r < judge->cell->robot_count; r++) {
        const lw_course *course = NULL;
        lw_status status = LW_OK;
        judge->robots[r].first = (uint32_t)judge->items.count;
        for (size_t i = 0; i < count; i++)
            if (courses[i].robot == r && courses[i].count)
                course = &courses[i];
        if (course) {
            status = add_course(judge, course, error);
        } else {
            if (!judge->homes[r])
                status = lw_ways_home(judge->cell->ways, r, &judge->homes[r], error);
            if (!status)
                status = add_item(judge, (item){NULL, judge->homes[r], -HUGE_VAL, HUGE_VAL, -1}, error);
        }
        if (status)
            return status;
        judge->robots[r].end = (uint32_t)judge->items.count;
    }
    return LW_OK;
}

/* ---- two items ----------------------------------------------------------------------------------- */

static uint64_t id_of(const item *it)
{
    return it->way ? 2 * it->way->id : 2 * it->place->id + 1;
}

/* What two items do; the first is on a way if the second is. *out NULL: that is not known, because the
 * caller has stopped it, or there is no room for more. */
static lw_status look_up(lw_course_judge *judge, const item *one, const item *other,
                         const lw_meetings **out, lw_error *error)
{
    const uint64_t key[2] = {id_of(one), id_of(other)};
    size_t grown = 0;
    judge->asked++;
    lw_meetings *found = lw_known_find(&judge->meetings, key[0], key[1]);
    *out = found;
    if (found) {
        judge->known++;
        return LW_OK;
    }
    if (!judge->left)
        return LW_OK;
    const lw_two_things things = {{one->way, other->way}, {one->place, other->place}};
    lw_status status = lw_ways_meet(judge->cell->ways, &things, judge->options, out, &grown, error);
    judge->left -= grown < judge->left ? grown : judge->left;
    judge->stopped |= !status && !*out;
    if (!status && *out && !lw_known_put(&judge->meetings, key[0], key[1], (void *)*out))
        status = lw_fail_memory(error);
    return status;
}

/* Whether no interval that is blocked meets [from, to]. */
static bool is_free(const lw_meetings *meetings, double from, double to)
{
    size_t low = 0;
    size_t high = meetings->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (meetings->items[middle].to < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low == meetings->count || meetings->items[low].from > to;
}

/* Whether two items are free of each other, wherever their starts are within `off`. */
static lw_status judge_items(lw_course_judge *judge, const item *one, const item *other, bool *free_of,
                             lw_error *error)
{
    const bool swap = !one->way && other->way;
    const item *a = swap ? other : one;
    const item *b = swap ? one : other;
    const lw_meetings *found;
    const double off = judge->off;
    lw_status status = look_up(judge, a, b, &found, error);
    *free_of = false;
    if (status || !found)
        return status;
    judge->pairs++;
    judge->queries += found->queries;
    if (a->way && b->way)
        *free_of = is_free(found, b->start - a->start - off, b->start - a->start + off);
    else if (a->way)
        *free_of = is_free(found, b->start - a->start - off, b->stop - a->start + off);
    else
        *free_of = !found->count;
    return LW_OK;
}

/* Whether two robots are free of each other, as far as is known. */
static lw_status judge_robots(lw_course_judge *judge, size_t r, size_t s, bool *free_of,
                              lw_error *error)
{
    const item *items = judge->items.items;
    uint32_t from = judge->robots[s].first;
    for (uint32_t i = judge->robots[r].first; i < judge->robots[r].end; i++) {
        while (from < judge->robots[s].end && items[from].stop + judge->off < items[i].start)
            from++;
        for (uint32_t k = from;
             k < judge->robots[s].end && items[k].start - judge->off <= items[i].stop; k++) {
            lw_status status = judge_items(judge, &items[i], &items[k], free_of, error);
            if (status || !*free_of)
                return status;
        }
    }
    return LW_OK;
}

/* Whether all robots are free of all, as far as is known. */
static lw_status judge_all(lw_course_judge *judge, bool *free_of, lw_error *error)
{
    const lw_cell *cell = judge->cell;
    lw_status status = LW_OK;
    *free_of = true;
    for (size_t i = 0; i < judge->items.count && *free_of; i++) {
        const item *it = &judge->items.items[i];
        *free_of = it->way ? it->way->free : it->place->free;
    }
    for (size_t r = 0; r < cell->robot_count && *free_of; r++)
        for (size_t s = r + 1; s < cell->robot_count && *free_of && !status; s++)
            if (lw_ways_can_meet(cell->ways, r, s))
                status = judge_robots(judge, r, s, free_of, error);
    return status;
}

/* ---- a job --------------------------------------------------------------------------------------- */

/* The trajectory that a body follows at a time; -1: it stands still. */
static int64_t trajectory_at(const lw_course_judge *judge, int64_t body, double time)
{
    const int64_t robot = lw_frozen_body(judge->cell->frozen, (int32_t)body)->robot;
    for (uint32_t i = robot < 0 ? 0 : judge->robots[robot].first;
         robot >= 0 && i < judge->robots[robot].end; i++) {
        const item *it = &judge->items.items[i];
        if (it->way && it->start <= time && time <= it->stop)
            return it->trajectory;
    }
    return -1;
}

/* Checks a job as one motion. */
static lw_status check_whole(lw_course_judge *judge, const lw_course *courses, size_t count,
                             lw_cell_verdict *out, lw_error *error)
{
    lw_check_options options = lw_default_check_options();
    options.time_tolerance = judge->options->time_tolerance;
    options.distance_tolerance = judge->options->distance_tolerance;
    options.stop = judge->options->stop;
    options.stop_context = judge->options->stop_context;
    lw_verdict whole = lw_default_verdict();
    lw_status status = LW_OK;
    if (!judge->checker)
        status = lw_checker_create(judge->cell->scene, &judge->checker, error);
    if (!status && !judge->motion)
        status = lw_motion_create(judge->cell->scene, &judge->motion, error);
    if (!status)
        status = lw_motion_set_courses(judge->motion, judge->cell, courses, count, error);
    if (!status)
        status = lw_check(judge->checker, judge->motion, &options, &whole, error);
    if (status)
        return status;
    out->kind = whole.kind;
    out->reason = whole.reason;
    out->free_until = whole.free_until;
    out->queries = judge->queries + whole.queries;
    out->whole = 1;
    if (whole.kind != LW_VERDICT_CONTACT)
        return LW_OK;
    out->time = whole.time;
    out->first = whole.first;
    out->distance = whole.contact;
    for (int i = 0; i < 2; i++) {
        out->pair[i] = whole.pair[i];
        out->trajectories[i] = trajectory_at(judge, whole.pair[i], whole.time);
    }
    return LW_OK;
}

static void begin(lw_course_judge *judge, double shift, double end, const lw_check_options *options)
{
    judge->options = options;
    judge->off = 2 * shift + TIME_ROUNDING * (end + 1);
    judge->stopped = false;
    judge->pairs = judge->queries = 0;
}

lw_status lw_course_judge_run(lw_course_judge *judge, const lw_course *courses, size_t count,
                              double shift, const lw_check_options *options, lw_cell_verdict *out,
                              lw_error *error)
{
    lw_courses_facts facts;
    bool free_of = false;
    lw_status status = lw_courses_check(judge->cell, courses, count, &facts, error);
    if (!status)
        status = lw_validate_options(options, error);
    if (!status && !(shift >= 0 && shift < HUGE_VAL))
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "starts may be shifted by %g s; that must be 0 or more", shift);
    if (status)
        return status;
    begin(judge, shift, facts.end, options);
    status = list_items(judge, courses, count, error);
    if (!status && facts.moved <= 0.5 * LW_WAY_OFF)
        status = judge_all(judge, &free_of, error);
    *out = (lw_cell_verdict){.kind = LW_VERDICT_FREE,
                             .end = facts.end,
                             .free_until = facts.end,
                             .pair = {-1, -1},
                             .trajectories = {-1, -1},
                             .queries = judge->queries};
    if (!status && !free_of && !judge->stopped)
        status = check_whole(judge, courses, count, out, error);
    out->pairs = judge->pairs;
    if (judge->stopped || (!free_of && shift > 0 && out->kind == LW_VERDICT_FREE)) {
        out->kind = LW_VERDICT_UNDECIDED;
        out->reason = judge->stopped ? LW_REASON_STOPPED : LW_REASON_TOLERANCE;
        out->free_until = 0;
    }
    return status;
}
