/* The delays at which two robots are free of each other.
 *
 * In the coordination space of the two robots' times, t of the first and u of the second, a delay d is
 * the line t - u = d. The search keeps tiles that are not proven, of all sizes, and halves them level
 * by level (branch and bound). A tile [t0, t1] x [u0, u1] that remains makes the delays from t0 - u1 to
 * t1 - u0 undecided. Where a tile's middle is in contact by more than the bodies move within a share of
 * one window, every delay that this share meets is in contact: a robust contact spares all tiles whose
 * delays it covers. */
#include "leeway/delay.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "delay/delays.h"
#include "delay/spans.h"
#include "delay/tile.h"
#include "math/rounding.h"
#include "motion/tolerance.h"

/* how deep a contact is, is sought in tiles that are this many times as long as the tolerance */
static const double DEEP = 16;

/* Windows are as short as this share of the tolerance. No contact was found then within half a
 * tolerance of the delays that the tile leaves open, so that most of these are free: few windows become
 * as short. */
static const double SHORT = 0x1p-6;
/* the same where one robot stands still, so that more delays than the tolerance depend on the tile */
static const double SHORTEST = 0x1p-12;

/* a window in which bodies get farther than this, metres, is halved however short it is */
static const double JUMP = 1e-4;

/* Windows in which bodies move by less than this share of what deviations add are not halved: the
 * deviations stay. */
static const double STILL = 0.25;

typedef struct tile {
    uint32_t window[2];
    size_t first, count; /* its open pairs, in the list of pairs of its level */
} tile;

typedef struct level {
    LW_LIST(tile) tiles;
    LW_LIST(uint32_t) pairs; /* indices of crossings */
} level;

typedef struct search {
    lw_crossings crossings;
    lw_delay_range range;
    const lw_delay_options *options;
    level levels[2]; /* this one, and the next */
    lw_spans contact, undecided;
    uint64_t tiles;
    bool ended; /* by the budget, or by the caller */
} search;

static const lw_window *window_of(const search *s, const tile *t, int side)
{
    return &s->crossings.side[side].windows.items[t->window[side]];
}

/* A difference of two times, rounded down or up; it may be infinite. */
static double down(double a, double b)
{
    double d = a - b;
    return fabs(d) < HUGE_VAL ? d - LW_ROUNDING(2) * (fabs(a) + fabs(b)) : d;
}

static double up(double a, double b)
{
    return -down(b, a);
}

/* The delays whose lines meet a tile, of those that are asked about. False: there are none. */
static bool delays_of(const search *s, const tile *t, double *from, double *to)
{
    const lw_window *one = window_of(s, t, 0);
    const lw_window *other = window_of(s, t, 1);
    *from = greater(down(one->begin, other->end), s->options->from);
    *to = lesser(up(one->end, other->begin), s->options->to);
    return *from <= *to;
}

/* The length of a window within which the robot moves. */
static double moving_length(const search *s, const tile *t, int side)
{
    const lw_window *window = window_of(s, t, side);
    return window->rests ? 0 : window->end - window->begin;
}

/* The farthest that any body in an open pair gets in its window, without deviations; deviation: the
 * most that these add. */
static double way_of(const search *s, const tile *t, int side, double *deviation)
{
    const lw_side *own = &s->crossings.side[side];
    const lw_swayed_body *bodies = lw_side_bodies(own, t->window[side]);
    const uint32_t *pairs = s->levels[1].pairs.items + t->first;
    double way = *deviation = 0;
    for (size_t i = 0; i < t->count; i++) {
        const lw_swayed_body *body = &bodies[s->crossings.items[pairs[i]].place[side]];
        way = greater(way, body->displacement - body->deviation);
        *deviation = greater(*deviation, body->deviation);
    }
    return way;
}

/* Adds the delays at which a contact lasts while one robot's time is elsewhere in its window and the
 * other's stays at its sample. robust: how far a body may move meanwhile. */
static bool add_contact(search *s, const tile *t, const lw_crossing *crossing, double robust)
{
    double time[2];
    for (int side = 0; side < 2; side++)
        time[side] = s->crossings.side[side].samples.items[window_of(s, t, side)->sample - 1].time;
    lw_delay_span span = {.pair = {crossing->pair.a, crossing->pair.b}, .time = {time[0], time[1]}};
    span.from = span.to = time[0] - time[1];
    for (int side = 0; side < 2; side++) {
        const lw_side *own = &s->crossings.side[side];
        const lw_window *window = window_of(s, t, side);
        const double way = lw_side_bodies(own, t->window[side])[crossing->place[side]].displacement;
        const bool centred = own->samples.items[window->sample - 1].centred;
        double share = way <= robust ? 1 : centred && way < HUGE_VAL ? robust / way * LW_SHARE_DOWN : 0;
        double before = share * (time[side] - window->begin);
        double after = share * (window->end - time[side]);
        if (!(share > 0))
            before = after = 0;
        double from = side ? down(time[0], time[1] + after) : down(time[0] - before, time[1]);
        double to = side ? up(time[0], time[1] - before) : up(time[0] + after, time[1]);
        span.from = lesser(span.from, from);
        span.to = greater(span.to, to);
    }
    /* delays are told apart no more finely than by the tolerance */
    span.from = greater(span.from - 0.5 * s->options->tolerance, s->options->from);
    span.to = lesser(span.to + 0.5 * s->options->tolerance, s->options->to);
    return !(span.from <= span.to) || lw_spans_add(&s->contact, &span);
}

/* Seeks a contact at the middle of a tile, among its open pairs: those that the proof has found in
 * contact; all, if the tile is not halved any more. False: memory ran out. */
static bool seek_contact(search *s, const tile *t, bool all)
{
    const uint32_t *pairs = s->levels[1].pairs.items + t->first;
    const bool deep = moving_length(s, t, 0) + moving_length(s, t, 1) > DEEP * s->options->tolerance;
    for (size_t i = 0; i < t->count; i++) {
        const lw_crossing *crossing = &s->crossings.items[pairs[i]];
        double robust;
        if (!all && crossing->nearest > 0)
            continue;
        if (lw_tile_touches(&s->crossings, t->window, crossing, deep, &robust))
            return add_contact(s, t, crossing, robust);
    }
    return true;
}

/* Proves what can be proven of a tile's pairs. Those that stay open are appended to the next level's
 * pairs, and the tile then has these. False: memory ran out. */
static bool prove_pairs(search *s, tile *t)
{
    level *next = &s->levels[1];
    const size_t first = next->pairs.count;
    if (!LW_ARRAY_RESERVE(&next->pairs, first + t->count))
        return false;
    const uint32_t *pairs = s->levels[0].pairs.items + t->first;
    for (size_t i = 0; i < t->count; i++)
        if (!lw_tile_prove(&s->crossings, t->window, &s->crossings.items[pairs[i]]))
            next->pairs.items[next->pairs.count++] = pairs[i];
    t->first = first;
    t->count = next->pairs.count - first;
    return true;
}

static bool add_tile(level *to, const tile *t)
{
    if (!LW_ARRAY_GROW(&to->tiles))
        return false;
    to->tiles.items[to->tiles.count++] = *t;
    return true;
}

/* The side whose window is halved: where bodies get farther. -1: the tile is as small as it may get.
 * open: the length of the delays that it leaves open; more than the windows' own where one robot stands
 * still. */
static int side_to_halve(const search *s, const tile *t, double open)
{
    const double length[2] = {moving_length(s, t, 0), moving_length(s, t, 1)};
    const double least = open <= s->options->tolerance ? SHORT : SHORTEST;
    double deviation[2];
    const double way[2] = {way_of(s, t, 0, &deviation[0]), way_of(s, t, 1, &deviation[1])};
    if (length[0] + length[1] <= least * s->options->tolerance && way[0] + way[1] <= JUMP)
        return -1;
    if (way[0] + way[1] <= STILL * (deviation[0] + deviation[1]))
        return -1;
    int side = way[1] > way[0];
    for (int i = 0; i < 2; i++, side = !side)
        if (length[side] > 0 && lw_side_divides(&s->crossings.side[side], t->window[side]))
            return side;
    return -1;
}

static bool add_undecided(search *s, double from, double to)
{
    return lw_spans_add(&s->undecided, &(lw_delay_span){.from = from, .to = to, .pair = {-1, -1}});
}

/* Adds the two halves of a tile to the next level, or the delays of a tile that is not halved to those
 * that are undecided; those of a small one that is in contact, to those that are. False: memory ran
 * out.
 */
static bool divide(search *s, const tile *t, double from, double to)
{
    int side = side_to_halve(s, t, to - from);
    if (side < 0)
        return add_undecided(s, from, to);
    if (!lw_side_halve(&s->crossings.side[side], t->window[side]))
        return false;
    tile half = *t;
    half.window[side] = window_of(s, t, side)->child;
    if (!add_tile(&s->levels[1], &half))
        return false;
    half.window[side]++;
    return add_tile(&s->levels[1], &half);
}

/* Decides a tile, or divides it. False: memory ran out. */
static bool examine(search *s, tile *t)
{
    double from;
    double to;
    if (!delays_of(s, t, &from, &to) || !lw_spans_trim(&s->contact, &from, &to))
        return true;
    if (s->ended)
        return add_undecided(s, from, to);
    for (int side = 0; side < 2; side++)
        if (!lw_side_sample(&s->crossings.side[side], t->window[side]))
            return false;
    s->tiles++;
    const size_t before = s->levels[1].pairs.count;
    if (!prove_pairs(s, t))
        return false;
    if (!t->count)
        return true;
    if (!seek_contact(s, t, side_to_halve(s, t, to - from) < 0))
        return false;
    if (!lw_spans_trim(&s->contact, &from, &to)) {
        s->levels[1].pairs.count = before;
        return true;
    }
    return divide(s, t, from, to);
}

/* Begins with the tiles of which all others are halves, by a question. False: memory ran out. */
static bool begin(search *s)
{
    /* both robots move, or one stands still before or after its trajectory */
    static const uint32_t all[][2] = {{LW_WINDOW_WHOLE, LW_WINDOW_WHOLE},
                                      {LW_WINDOW_BEFORE, LW_WINDOW_WHOLE},
                                      {LW_WINDOW_AFTER, LW_WINDOW_WHOLE},
                                      {LW_WINDOW_WHOLE, LW_WINDOW_BEFORE},
                                      {LW_WINDOW_WHOLE, LW_WINDOW_AFTER}};
    static const uint32_t moving[1][2] = {{LW_WINDOW_WHOLE, LW_WINDOW_WHOLE}};
    static const uint32_t standing[1][2] = {{LW_WINDOW_WHOLE, LW_WINDOW_START}};
    const uint32_t(*first)[2] = s->range == LW_DELAYS_ALL      ? all
                                : s->range == LW_DELAYS_MOVING ? moving
                                                               : standing;
    const size_t count = s->range == LW_DELAYS_ALL ? sizeof all / sizeof *all : 1;
    level *to = &s->levels[0];
    if (!LW_ARRAY_RESERVE(&to->pairs, s->crossings.count + 1))
        return false;
    for (size_t i = 0; i < s->crossings.count; i++)
        to->pairs.items[to->pairs.count++] = (uint32_t)i;
    for (size_t i = 0; i < count; i++) {
        const tile t = {{first[i][0], first[i][1]}, 0, s->crossings.count};
        if (!add_tile(to, &t))
            return false;
    }
    return true;
}

/* Where one body begins wholly inside a solid of another one, surfaces need not meet: all delays are in
 * contact. Later a body comes inside only through the surface. False: memory ran out. */
static bool seek_inside(search *s)
{
    const uint32_t before[2] = {LW_WINDOW_BEFORE, LW_WINDOW_BEFORE};
    for (int side = 0; side < 2; side++)
        if (!lw_side_sample(&s->crossings.side[side], LW_WINDOW_BEFORE))
            return false;
    for (size_t i = 0; i < s->crossings.count; i++) {
        const lw_crossing *crossing = &s->crossings.items[i];
        if (!lw_tile_contains(&s->crossings, before, crossing))
            continue;
        lw_delay_span all = {.from = s->options->from,
                             .to = s->options->to,
                             .pair = {crossing->pair.a, crossing->pair.b}};
        for (int side = 0; side < 2; side++)
            all.time[side] = s->crossings.side[side].motion->begin;
        return lw_spans_add(&s->contact, &all);
    }
    return true;
}

static bool is_over(search *s)
{
    const lw_delay_options *options = s->options;
    return (options->budget_tiles && s->tiles >= options->budget_tiles) ||
           (options->stop && s->tiles % 64 == 0 && options->stop(options->stop_context));
}

static bool run(search *s)
{
    if (!begin(s) || (s->range == LW_DELAYS_ALL && !seek_inside(s)))
        return false;
    while (s->levels[0].tiles.count) {
        for (size_t i = 0; i < s->levels[0].tiles.count; i++) {
            s->ended = s->ended || is_over(s);
            if (!examine(s, &s->levels[0].tiles.items[i]))
                return false;
        }
        level done = s->levels[0];
        done.tiles.count = done.pairs.count = 0;
        s->levels[0] = s->levels[1];
        s->levels[1] = done;
    }
    return true;
}

static void end(search *s)
{
    lw_crossings_destroy(&s->crossings);
    for (int i = 0; i < 2; i++) {
        free(s->levels[i].tiles.items);
        free(s->levels[i].pairs.items);
    }
    lw_spans_free(&s->contact);
    lw_spans_free(&s->undecided);
}

lw_status lw_delays_search(const lw_motion *const motions[2], const size_t robots[2],
                           lw_delay_range range, const lw_delay_options *options, lw_delays *out,
                           lw_error *error)
{
    search s = {.options = options, .range = range};
    lw_status status = lw_crossings_create(motions, robots, &s.crossings, error);
    if (!status && !run(&s))
        status = lw_fail_memory(error);
    if (!status)
        out->spans = lw_spans_write(&s.contact, &s.undecided, options->from, options->to, &out->count);
    if (!status && !out->spans)
        status = lw_fail_memory(error);
    out->tiles = s.tiles;
    out->queries = s.crossings.queries;
    out->complete = !s.ended;
    end(&s);
    return status;
}

static lw_status check_motion(const lw_motion *motion, size_t robot, lw_error *error)
{
    if (robot >= motion->scene->frozen->chains->robot_count)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no robot %zu", robot);
    if (!motion->seconds)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "delays are of trajectories; this motion is over t from 0 to 1");
    if (motion->stages)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "delays do not know motions that attach or release objects on the way");
    return lw_refuse_doubts(motion->scene->frozen, "delays", error);
}

static lw_status check_options(const lw_delay_options *options, lw_error *error)
{
    if (!(options->from <= options->to) || options->from == HUGE_VAL || options->to == -HUGE_VAL)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the delays from %g to %g are none", options->from,
                       options->to);
    if (!(options->tolerance > 0 && options->tolerance < HUGE_VAL))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the tolerance of delays is %g; it must be above 0, in seconds",
                       options->tolerance);
    return LW_OK;
}

lw_status lw_delays_find(const lw_motion *first, size_t first_robot, const lw_motion *second,
                         size_t second_robot, const lw_delay_options *options, lw_delays *out,
                         lw_error *error)
{
    if (!first || !second || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_delays_find needs two motions and a place for "
                       "the delays");
    lw_delay_options own = lw_default_delay_options();
    if (!options)
        options = &own;
    lw_status status = lw_sized_check(LW_SIZED(delays), out, error);
    if (!status)
        LW_SIZED_TAKE(delay_options, options, &own, status, error);
    if (!status)
        status = check_options(options, error);
    if (!status)
        status = check_motion(first, first_robot, error);
    if (!status)
        status = check_motion(second, second_robot, error);
    if (!status && first->scene->frozen != second->scene->frozen)
        status = lw_fail(error, LW_ERROR_ARGUMENT, "the two motions are of different scenes");
    if (!status && first_robot == second_robot)
        status = lw_fail(error, LW_ERROR_ARGUMENT, "delays are between two robots, not of one");
    if (status)
        return status;
    const lw_motion *const motions[2] = {first, second};
    const size_t robots[2] = {first_robot, second_robot};
    lw_delays found = lw_default_delays();
    status = lw_delays_search(motions, robots, LW_DELAYS_ALL, options, &found, error);
    if (!status)
        lw_sized_write(LW_SIZED(delays), &found, out);
    return status;
}

void lw_delays_free(lw_delays *delays)
{
    if (!delays)
        return;
    free(delays->spans);
    delays->spans = NULL;
    delays->count = 0;
}

bool lw_motion_moves_robot(const lw_motion *motion, size_t robot)
{
    for (size_t i = 0; i < motion->tracks.count; i++)
        if (motion->tracks.items[i].joints.robot == robot)
            return true;
    return false;
}
