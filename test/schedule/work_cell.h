/* Random work cells as tables, for tests of schedules. */
#ifndef LW_TEST_WORK_CELL_H
#define LW_TEST_WORK_CELL_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "leeway/schedule.h"

enum { CELL_TASKS = 40, CELL_CHOICES = 160, CELL_SPANS = 4, CELL_ROBOTS = 4 };

/* Spans of a pair of stretches. */
typedef struct cell_spans {
    int count; /* -1: not computed yet */
    lw_work_span spans[CELL_SPANS];
} cell_spans;

/* Arms in the plane that are segments from a base to a tip. They meet where they are nearer to each
 * other than `width`. Tips move straight, at speed 1. Or, if `width` is 0, tables of random numbers. */
typedef struct work_cell {
    lw_work_tables work;
    lw_work_choice choices[CELL_CHOICES];
    double at[CELL_CHOICES][2]; /* the tip */
    double base[CELL_ROBOTS][2], home[CELL_ROBOTS][2];
    size_t before[CELL_TASKS][2];
    double width;
    uint64_t seed;
    cell_spans **table; /* per stretch: NULL, or per other stretch */
    size_t side;        /* places: choices, then homes */
} work_cell;

static inline size_t cell_place(const work_cell *cell, size_t robot, size_t place)
{
    return place == LW_HOME ? cell->work.choice_count + robot : place;
}

static inline const double *cell_tip(const work_cell *cell, size_t robot, size_t place)
{
    return place == LW_HOME ? cell->home[robot] : cell->at[place];
}

static inline double cell_travel(void *context, size_t robot, size_t from, size_t to)
{
    const work_cell *cell = context;
    const double *a = cell_tip(cell, robot, from), *b = cell_tip(cell, robot, to);
    return 0.05 + hypot(a[0] - b[0], a[1] - b[1]);
}

static inline double cell_point_segment(const double *p, const double *a, const double *b)
{
    const double x = b[0] - a[0], y = b[1] - a[1], square = x * x + y * y;
    double s = square > 0 ? ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / square : 0;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    return hypot(p[0] - a[0] - s * x, p[1] - a[1] - s * y);
}

static inline double cell_turn(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Whether the arms of two robots meet with their tips at p and q. */
static inline bool cell_meets(const work_cell *cell, size_t one, const double *p, size_t other,
                              const double *q)
{
    const double *a = cell->base[one], *b = cell->base[other];
    if (cell_turn(a, p, b) * cell_turn(a, p, q) < 0 && cell_turn(b, q, a) * cell_turn(b, q, p) < 0)
        return true;
    const double near[] = {cell_point_segment(a, b, q), cell_point_segment(p, b, q),
                           cell_point_segment(b, a, p), cell_point_segment(q, a, p)};
    for (int i = 0; i < 4; i++)
        if (near[i] < cell->width)
            return true;
    return false;
}

static inline void cell_tip_at(const work_cell *cell, const lw_work_stretch *stretch, double share,
                               double out[2])
{
    const double *a = cell_tip(cell, stretch->robot, stretch->from);
    const double *b = cell_tip(cell, stretch->robot, stretch->to);
    for (int i = 0; i < 2; i++)
        out[i] = a[i] + share * (b[i] - a[i]);
}

enum { CELL_SAMPLES = 14 };

/* The union of [value - half, value + half] of the marked ones, in ascending order; the last one takes
 * what has no room. */
static inline void cell_add_span(cell_spans *spans, double from, double to)
{
    lw_work_span *last = spans->count ? &spans->spans[spans->count - 1] : NULL;
    if (last && (from <= last->to || spans->count == CELL_SPANS)) {
        last->to = to > last->to ? to : last->to;
        return;
    }
    spans->spans[spans->count++] = (lw_work_span){from, to};
}

static inline int cell_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Samples the meetings of two stretches of arms. */
static inline void cell_sample(const work_cell *cell, const lw_work_stretch *first,
                               const lw_work_stretch *second, cell_spans *out)
{
    double hits[CELL_SAMPLES * CELL_SAMPLES];
    size_t count = 0;
    const bool stands = first->from == first->to, both = second->from == second->to;
    const double last = both ? 0 : cell_travel((void *)cell, second->robot, second->from, second->to);
    const double own = stands ? 0 : cell_travel((void *)cell, first->robot, first->from, first->to);
    for (int i = 0; i < (stands ? 1 : CELL_SAMPLES); i++)
        for (int j = 0; j < (both ? 1 : CELL_SAMPLES); j++) {
            const double s = (double)i / (CELL_SAMPLES - 1), t = (double)j / (CELL_SAMPLES - 1);
            double p[2], q[2];
            cell_tip_at(cell, first, s, p);
            cell_tip_at(cell, second, t, q);
            if (cell_meets(cell, first->robot, p, second->robot, q))
                hits[count++] = stands ? t * last : s * own - t * last;
        }
    qsort(hits, count, sizeof *hits, cell_compare);
    const double half = both ? 0.01 : 0.6 * (last + own) / (CELL_SAMPLES - 1);
    for (size_t i = 0; i < count; i++)
        cell_add_span(out, hits[i] - half, hits[i] + half);
}

/* Random spans: few pairs of stretches have any. */
static inline void cell_guess(const work_cell *cell, const lw_work_stretch *first,
                              const lw_work_stretch *second, lw_random *random, cell_spans *out)
{
    const bool stands = first->from == first->to, both = second->from == second->to;
    if (lw_random_below(random, 4) || (first->from == LW_HOME && first->to == LW_HOME) ||
        (second->from == LW_HOME && second->to == LW_HOME))
        return;
    void *context = (void *)cell;
    const double last = both ? 0 : cell_travel(context, second->robot, second->from, second->to);
    const double own = stands ? 0 : cell_travel(context, first->robot, first->from, first->to);
    const double low = stands ? 0 : -last, high = stands ? last : own;
    const double middle = lw_random_between(random, low, high),
                 half = lw_random_between(random, 0, 0.4);
    cell_add_span(out, both ? 0 : middle - half,
                  both ? lw_random_between(random, 0, 0.2) : middle + half);
}

static inline size_t cell_conflicts(void *context, const lw_work_stretch *first,
                                    const lw_work_stretch *second, const lw_work_span **spans)
{
    work_cell *cell = context;
    const size_t a = cell_place(cell, first->robot, first->from) * cell->side +
                     cell_place(cell, first->robot, first->to);
    const size_t b = cell_place(cell, second->robot, second->from) * cell->side +
                     cell_place(cell, second->robot, second->to);
    if (!cell->table[a])
        cell->table[a] = calloc(cell->side * cell->side, sizeof *cell->table[a]);
    cell_spans *entry = &cell->table[a][b];
    if (!entry->count) {
        lw_random random = {cell->seed + (a << 32) + b};
        if (cell->width > 0)
            cell_sample(cell, first, second, entry);
        else
            cell_guess(cell, first, second, &random, entry);
        if (!entry->count)
            entry->count = -1;
    }
    *spans = entry->spans;
    return entry->count < 0 ? 0 : (size_t)entry->count;
}

/* The robots in the order of their distance from a point. */
static inline void cell_order(const work_cell *cell, const double *at, size_t robots, size_t *order)
{
    for (size_t r = 0; r < robots; r++) {
        size_t i = r;
        const double own = hypot(cell->base[r][0] - at[0], cell->base[r][1] - at[1]);
        for (;
             i && hypot(cell->base[order[i - 1]][0] - at[0], cell->base[order[i - 1]][1] - at[1]) > own;
             i--)
            order[i] = order[i - 1];
        order[i] = r;
    }
}

/* A cell of so many robots and tasks; choices: at most so many a task; near: of the robots that are
 * nearest to it. */
static inline void cell_begin(work_cell *cell, lw_random *random, size_t robots, size_t tasks,
                              size_t choices, double width, bool near)
{
    memset(cell, 0, sizeof *cell);
    cell->work = lw_default_work_tables();
    cell->width = width;
    cell->seed = lw_random_bits(random);
    for (size_t r = 0; r < robots; r++) {
        const double place[2] = {r & 1 ? 1.1 : -1.1, r & 2 ? 2.2 : 0};
        for (int i = 0; i < 2; i++)
            cell->base[r][i] = place[i];
        cell->home[r][0] = place[0] * 0.8;
        cell->home[r][1] = place[1] + 0.1;
    }
    size_t count = 0;
    for (size_t task = 0; task < tasks; task++) {
        const double at[2] = {lw_random_between(random, -1, 1),
                              lw_random_between(random, -0.8, robots > 2 ? 3 : 0.8)};
        const size_t first = lw_random_below(random, (uint32_t)robots);
        size_t nearest[CELL_ROBOTS];
        cell_order(cell, at, robots, nearest);
        const size_t many = 1 + lw_random_below(random, (uint32_t)choices);
        for (size_t i = 0; i < many; i++) {
            cell->choices[count] =
                (lw_work_choice){task, near ? nearest[i % robots] : (first + i) % robots,
                                 lw_random_between(random, 0.1, 0.8)};
            for (int k = 0; k < 2; k++)
                cell->at[count][k] = at[k] + lw_random_between(random, -0.05, 0.05);
            count++;
        }
    }
    cell->work.robot_count = robots;
    cell->work.task_count = tasks;
    cell->work.choices = cell->choices;
    cell->work.choice_count = count;
    cell->work.before = (const size_t(*)[2])cell->before;
    cell->work.travel = cell_travel;
    cell->work.conflicts = cell_conflicts;
    cell->work.context = cell;
    cell->work.reach = 0.5;
    cell->side = count + robots;
    cell->table = calloc(cell->side * cell->side, sizeof *cell->table);
}

/* Puts a task before another one of a higher number: no cycle. */
static inline void cell_add_before(work_cell *cell, lw_random *random)
{
    const size_t second = 1 + lw_random_below(random, (uint32_t)cell->work.task_count - 1);
    size_t *pair = cell->before[cell->work.before_count++];
    pair[0] = lw_random_below(random, (uint32_t)second);
    pair[1] = second;
}

static inline void cell_end(work_cell *cell)
{
    for (size_t i = 0; i < cell->side * cell->side; i++)
        free(cell->table[i]);
    free(cell->table);
}

#endif
