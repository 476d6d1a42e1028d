/* The times of given routes: longest paths, and branching on the earliest conflict. */
#include "schedule/timetable.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

lw_status lw_timetable_create(const lw_work_tables *work, lw_timetable *out, lw_error *error)
{
    lw_timetable table = {.work = work, .robots = work->robot_count, .tasks = work->task_count};
    table.stride = 2 * table.tasks + 1;
    const size_t cells = table.robots * (table.tasks + 1);
    table.count = calloc(table.robots + 1, sizeof *table.count);
    table.closed = calloc(table.robots + 1, sizeof *table.closed);
    table.choice = calloc(cells + 1, sizeof *table.choice);
    table.way = calloc(cells + 1, sizeof *table.way);
    table.time = calloc(table.robots * table.stride + 1, sizeof *table.time);
    table.best = calloc(table.robots * table.stride + 1, sizeof *table.best);
    table.event = calloc(table.tasks + 1, sizeof *table.event);
    *out = table;
    if (!table.count || !table.closed || !table.choice || !table.way || !table.time || !table.best ||
        !table.event) {
        lw_timetable_destroy(out);
        return lw_fail_memory(error);
    }
    lw_timetable_clear(out);
    return LW_OK;
}

void lw_timetable_destroy(lw_timetable *table)
{
    free(table->count);
    free(table->closed);
    free(table->choice);
    free(table->way);
    free(table->time);
    free(table->event);
    free(table->arcs.items);
    free(table->frames.items);
    free(table->best);
    memset(table, 0, sizeof *table);
}

void lw_timetable_clear(lw_timetable *table)
{
    for (size_t r = 0; r < table->robots; r++) {
        table->count[r] = 0;
        table->closed[r] = false;
    }
    for (size_t i = 0; i < table->tasks; i++)
        table->event[i] = LW_NO_EVENT;
    memset(table->time, 0, table->robots * table->stride * sizeof *table->time);
    table->arcs.count = 0;
}

static size_t place_of(const lw_timetable *table, size_t robot, size_t k)
{
    return k ? table->choice[robot * table->tasks + k - 1] : LW_HOME;
}

static double *way_of(const lw_timetable *table, size_t robot, size_t k)
{
    return &table->way[robot * (table->tasks + 1) + k];
}

bool lw_timetable_append(lw_timetable *table, size_t robot, size_t choice)
{
    const lw_work_tables *work = table->work;
    const size_t k = table->count[robot];
    const double way = work->travel(work->context, robot, place_of(table, robot, k), choice);
    if (!(way < HUGE_VAL))
        return false;
    *way_of(table, robot, k) = way;
    table->choice[robot * table->tasks + k] = (uint32_t)choice;
    table->count[robot]++;
    const size_t event = robot * table->stride + 2 * k + 1;
    table->event[work->choices[choice].task] = (uint32_t)event;
    table->time[event] = table->time[event + 1] = 0;
    return true;
}

bool lw_timetable_close(lw_timetable *table, size_t robot)
{
    const lw_work_tables *work = table->work;
    const size_t k = table->count[robot];
    double way = 0;
    if (k && !work->stay)
        way = work->travel(work->context, robot, place_of(table, robot, k), LW_HOME);
    if (!(way < HUGE_VAL))
        return false;
    *way_of(table, robot, k) = way;
    table->closed[robot] = true;
    return true;
}

void lw_timetable_open(lw_timetable *table, size_t robot)
{
    table->closed[robot] = false;
}

void lw_timetable_take_back(lw_timetable *table, size_t robot)
{
    const size_t choice = place_of(table, robot, table->count[robot]);
    table->event[table->work->choices[choice].task] = LW_NO_EVENT;
    table->count[robot]--;
}

double lw_timetable_end(const lw_timetable *table, size_t robot)
{
    const size_t k = table->count[robot];
    const double end = table->time[robot * table->stride + 2 * k];
    return k && table->closed[robot] ? end + *way_of(table, robot, k) : end;
}

static double later(double a, double b)
{
    return a > b ? a : b;
}

double lw_timetable_makespan(const lw_timetable *table)
{
    double makespan = 0;
    for (size_t r = 0; r < table->robots; r++)
        if (table->count[r])
            makespan = later(makespan, lw_timetable_end(table, r));
    return makespan;
}

static bool lift(double *time, double to)
{
    if (!(to > *time))
        return false;
    *time = to;
    return true;
}

/* One pass over the constraints; whether a time changed. */
static bool raise_all(lw_timetable *table)
{
    const lw_work_tables *work = table->work;
    bool changed = false;
    for (size_t r = 0; r < table->robots; r++) {
        double *time = &table->time[r * table->stride];
        for (size_t k = 0; k < table->count[r]; k++) {
            changed |= lift(&time[2 * k + 1], time[2 * k] + *way_of(table, r, k));
            changed |= lift(&time[2 * k + 2],
                            time[2 * k + 1] + work->choices[place_of(table, r, k + 1)].duration);
        }
    }
    for (size_t i = 0; i < table->arcs.count; i++) {
        const lw_arc *arc = &table->arcs.items[i];
        changed |= lift(&table->time[arc->to], table->time[arc->from] + arc->seconds);
    }
    for (size_t i = 0; i < work->before_count; i++) {
        const uint32_t first = table->event[work->before[i][0]],
                       second = table->event[work->before[i][1]];
        if (first == LW_NO_EVENT || second == LW_NO_EVENT)
            continue;
        const size_t robot = first / table->stride, k = (first % table->stride + 1) / 2;
        const double lasts = work->choices[place_of(table, robot, k)].duration;
        changed |= lift(&table->time[second], table->time[first] + lasts);
    }
    return changed;
}

bool lw_timetable_settle(lw_timetable *table, double limit)
{
    /* A longest path passes each event once, so that each pass but the last raises one event for good.
     */
    size_t events = 2;
    for (size_t r = 0; r < table->robots; r++)
        events += 2 * (size_t)table->count[r] + 1;
    while (raise_all(table))
        if (!events-- || !(lw_timetable_makespan(table) < limit))
            return false;
    return lw_timetable_makespan(table) < limit;
}

/* ---- conflicts --------------------------------------------------------------------------------- */

/* A stretch of a robot's route, and its interval of time. */
typedef struct stretch {
    lw_work_stretch what;
    double begin, end; /* perhaps infinite */
    uint32_t arrival;  /* stands: the event whose time + way is `begin`; LW_NO_EVENT: from the first */
    double way;
    uint32_t leave; /* the event at which a stand ends or a move begins; LW_NO_EVENT: it never ends */
} stretch;

static bool returns(const lw_timetable *table, size_t robot)
{
    return table->closed[robot] && table->count[robot] && !table->work->stay;
}

static size_t stretch_count(const lw_timetable *table, size_t robot)
{
    return 2 * (size_t)table->count[robot] + (returns(table, robot) ? 3 : 1);
}

/* The index-th stretch: a stand, a move, a stand, and so on. */
static stretch stretch_at(const lw_timetable *table, size_t robot, size_t index)
{
    const size_t k = index / 2, count = table->count[robot], base = robot * table->stride;
    const size_t place = k > count ? LW_HOME : place_of(table, robot, k);
    stretch s = {.what = {robot, place, place}, .arrival = LW_NO_EVENT, .leave = LW_NO_EVENT};
    if (index % 2) {
        s.what.to = k + 1 > count ? LW_HOME : place_of(table, robot, k + 1);
        s.leave = (uint32_t)(base + 2 * k);
        s.begin = table->time[s.leave];
        s.end = s.begin + *way_of(table, robot, k);
        return s;
    }
    s.begin = -HUGE_VAL;
    if (k) {
        s.arrival = (uint32_t)(base + 2 * k - 2);
        s.way = *way_of(table, robot, k - 1);
        s.begin = table->time[s.arrival] + s.way;
    }
    const bool last = index + 1 == stretch_count(table, robot);
    s.end = HUGE_VAL;
    if (!last || !table->closed[robot]) {
        s.leave = (uint32_t)(base + 2 * k);
        s.end = table->time[s.leave];
        /* where the route still grows, the robot has not left yet: only what it has to stay counts */
    }
    return s;
}

static const lw_arc no_arc = {0, 0, HUGE_VAL};

/* The first stand ends at least `gap` before the second begins. */
static lw_arc stand_first(const stretch *first, const stretch *second, double gap)
{
    if (first->leave == LW_NO_EVENT || second->arrival == LW_NO_EVENT)
        return no_arc;
    return (lw_arc){first->leave, second->arrival, gap - second->way};
}

/* Whether two stretches exclude each other by a span, at the present times; the ways out. */
static bool excludes(const stretch *a, const stretch *b, const lw_work_span *span, lw_arc arcs[2])
{
    const double rounding = LW_TIME_ROUNDING;
    const bool a_stands = a->what.from == a->what.to, b_stands = b->what.from == b->what.to;
    if (a_stands && b_stands) {
        if (!(a->begin < b->end + span->to - rounding && b->begin < a->end + span->to - rounding))
            return false;
        arcs[0] = stand_first(a, b, span->to);
        arcs[1] = stand_first(b, a, span->to);
        return true;
    }
    if (a_stands) {
        if (!(b->begin + span->from < a->end - rounding && a->begin < b->begin + span->to - rounding))
            return false;
        arcs[0] = a->leave == LW_NO_EVENT ? no_arc : (lw_arc){a->leave, b->leave, -span->from};
        arcs[1] =
            a->arrival == LW_NO_EVENT ? no_arc : (lw_arc){b->leave, a->arrival, span->to - a->way};
        return true;
    }
    const double delay = b->begin - a->begin;
    if (!(span->from < delay - rounding && delay < span->to - rounding))
        return false;
    arcs[0] = (lw_arc){b->leave, a->leave, -span->from};
    arcs[1] = (lw_arc){a->leave, b->leave, span->to};
    return true;
}

/* Whether two stretches exclude each other; then they are the earliest conflict, if none was earlier.
 */
static bool look_at(lw_timetable *table, const stretch *a, const stretch *b, lw_meet *earliest)
{
    const lw_work_tables *work = table->work;
    const double time = later(a->begin, b->begin);
    if (!(time < earliest->time))
        return false;
    const bool swap = a->what.from != a->what.to && b->what.from == b->what.to;
    const stretch *first = swap ? b : a, *second = swap ? a : b;
    const lw_work_span *spans = NULL;
    const size_t count = work->conflicts(work->context, &first->what, &second->what, &spans);
    table->failed = table->failed || count == SIZE_MAX;
    for (size_t i = 0; !table->failed && i < count; i++)
        if (excludes(first, second, &spans[i], earliest->arcs)) {
            earliest->time = time;
            return true;
        }
    return false;
}

static bool look_at_robots(lw_timetable *table, size_t one, size_t other, lw_meet *earliest)
{
    const double reach = table->work->reach;
    const size_t own = stretch_count(table, one), others = stretch_count(table, other);
    bool found = false;
    size_t begin = 0;
    for (size_t i = 0; i < own; i++) {
        const stretch a = stretch_at(table, one, i);
        if (!(a.begin < earliest->time))
            break;
        for (size_t j = begin; j < others; j++) {
            const stretch b = stretch_at(table, other, j);
            if (!(b.begin - reach < a.end))
                break;
            if (b.end + reach > a.begin)
                found |= look_at(table, &a, &b, earliest);
            else if (j == begin && b.end + reach < a.begin)
                begin++;
        }
    }
    return found;
}

bool lw_timetable_conflict(lw_timetable *table, lw_meet *out)
{
    out->time = HUGE_VAL;
    bool found = false;
    if (!table->work->conflicts)
        return false;
    for (size_t one = 0; one < table->robots; one++)
        for (size_t other = one + 1; other < table->robots; other++)
            found |= look_at_robots(table, one, other, out);
    return found;
}

/* ---- branching --------------------------------------------------------------------------------- */

void lw_timetable_add_arc(lw_timetable *table, const lw_arc *arc)
{
    if (LW_ARRAY_GROW(&table->arcs))
        table->arcs.items[table->arcs.count++] = *arc;
    else
        table->failed = true;
}

static size_t frame_size(const lw_timetable *table)
{
    return table->robots * table->stride;
}

bool lw_timetable_keep(lw_timetable *table)
{
    const size_t size = frame_size(table), wanted = (table->frame_count + 1) * size;
    if (!LW_ARRAY_RESERVE(&table->frames, wanted)) {
        table->failed = true;
        return false;
    }
    memcpy(table->frames.items + table->frame_count * size, table->time, size * sizeof *table->time);
    table->frame_count++;
    return true;
}

void lw_timetable_restore(lw_timetable *table, size_t arcs)
{
    memcpy(table->time, table->frames.items + (table->frame_count - 1) * frame_size(table),
           frame_size(table) * sizeof *table->time);
    table->arcs.count = arcs;
}

void lw_timetable_drop(lw_timetable *table)
{
    table->frame_count--;
}

/* A search through the ways out of all conflicts. */
typedef struct resolution {
    lw_timetable *table;
    double best;     /* the makespan that is to be beaten */
    uint64_t tries;  /* that are left */
    bool found, cut; /* cut: not all ways were tried */
} resolution;

static void resolve(resolution *search)
{
    lw_timetable *table = search->table;
    if (!search->tries || table->failed) {
        search->cut = true;
        return;
    }
    search->tries--;
    table->nodes++;
    lw_meet meet;
    if (!lw_timetable_conflict(table, &meet)) {
        search->best = lw_timetable_makespan(table);
        search->found = true;
        memcpy(table->best, table->time, frame_size(table) * sizeof *table->time);
        return;
    }
    if (!lw_timetable_keep(table)) {
        search->cut = true;
        return;
    }
    const size_t arcs = table->arcs.count;
    double makespan[2];
    for (int way = 0; way < 2; way++) {
        makespan[way] = HUGE_VAL;
        if (!(meet.arcs[way].seconds < HUGE_VAL))
            continue;
        lw_timetable_add_arc(table, &meet.arcs[way]);
        if (lw_timetable_settle(table, search->best))
            makespan[way] = lw_timetable_makespan(table);
        lw_timetable_restore(table, arcs);
    }
    const int better = makespan[1] < makespan[0];
    for (int i = 0; i < 2; i++) {
        const int way = i ? !better : better;
        if (!(makespan[way] < search->best))
            continue;
        lw_timetable_add_arc(table, &meet.arcs[way]);
        if (lw_timetable_settle(table, search->best))
            resolve(search);
        lw_timetable_restore(table, arcs);
    }
    lw_timetable_drop(table);
}

double lw_timetable_resolve(lw_timetable *table, double limit, uint64_t tries, bool *whole)
{
    resolution search = {.table = table, .best = limit, .tries = tries};
    if (lw_timetable_settle(table, limit))
        resolve(&search);
    if (search.found)
        memcpy(table->time, table->best, frame_size(table) * sizeof *table->time);
    if (whole)
        *whole = !search.cut;
    return search.found ? search.best : HUGE_VAL;
}
