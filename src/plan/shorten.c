/* Shortcutting: makes paths shorter (Geraerts and Overmars 2007). Random shortcuts: two random points
 * on different segments of the path are joined by a straight segment where that is proven free. Before
 * and after, waypoints that are not needed are removed. Partial shortcuts: one joint of one waypoint at
 * a time moves towards the straight line between the waypoint's neighbours, where both segments are
 * proven free. They add no waypoints. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "plan/search.h"

enum { HALVINGS = 2 /* a move is tried the whole way, then half of it */ };

/* The least shortening, as a share. least_shortcut: of the path by a random shortcut; least_gain: of
 * its two segments by a move (docs/decisions/planning.md, "Shortenings that gain too little are not
 * checked"). least_pass: of the path by a pass of moves ("Half of the tries that shorten a path move
 * single joints"). */
static const double least_shortcut = 1e-2;
static const double least_gain = 1e-3;
static const double least_pass = 2e-3;

/* The segment of the path that holds the point at a given length from the path's beginning, and the
 * point's share of that segment. */
static size_t find(const lw_search *search, double at, double *share)
{
    size_t last = search->path.count - 2;
    for (size_t i = 0;; i++) {
        double length =
            lw_cspace_length(search->space, lw_waypoint(search, i), lw_waypoint(search, i + 1));
        if (at <= length || i == last) {
            *share = length > 0 ? fmin(1, at / length) : 0;
            return i;
        }
        at -= length;
    }
}

/* Replaces the waypoints from the end of segment i to the beginning of segment k by two points. */
static lw_status replace(lw_search *search, size_t i, size_t k, const double *points, lw_error *error)
{
    size_t width = search->space->value_count;
    size_t rest = search->path.count - (k + 1);
    lw_status status = lw_path_reserve(search, i + 3 + rest, error);
    if (status)
        return status;
    memmove(lw_waypoint(search, i + 3), lw_waypoint(search, k + 1), rest * width * sizeof *points);
    memcpy(lw_waypoint(search, i + 1), points, 2 * width * sizeof *points);
    search->path.count = i + 3 + rest;
    return LW_OK;
}

/* Removes waypoints that coincide with the one before. */
static void drop_doubles(lw_search *search)
{
    size_t kept = 1;
    size_t width = search->space->value_count;
    for (size_t i = 1; i < search->path.count; i++) {
        const double *last = lw_waypoint(search, kept - 1);
        if (lw_cspace_length(search->space, last, lw_waypoint(search, i)) > 1e-12)
            memmove(lw_waypoint(search, kept++), lw_waypoint(search, i), width * sizeof *last);
    }
    search->path.count = kept;
}

static lw_status try_one(lw_search *search, lw_error *error)
{
    const lw_cspace *space = search->space;
    double *points = search->scratch;
    double length = lw_path_length(search);
    double a = lw_random_between(&search->random, 0, length);
    double b = lw_random_between(&search->random, 0, length);
    double shares[2];
    size_t i = find(search, fmin(a, b), &shares[0]);
    size_t k = find(search, fmax(a, b), &shares[1]);
    if (i == k)
        return LW_OK;
    lw_cspace_between(space, lw_waypoint(search, i), lw_waypoint(search, i + 1), shares[0], points);
    lw_cspace_between(space, lw_waypoint(search, k), lw_waypoint(search, k + 1), shares[1],
                      points + space->value_count);
    lw_edge edge = {.from = points, .to = points + space->value_count};
    if (fabs(b - a) - lw_cspace_length(space, edge.from, edge.to) < least_shortcut * length)
        return LW_OK;
    lw_status status = lw_edges_ask(search->edges, &edge, 1, false, error);
    if (status || edge.kind != LW_VERDICT_FREE)
        return status;
    search->shortened++;
    status = replace(search, i, k, points, error);
    if (!status)
        drop_doubles(search);
    return status;
}

/* Removes each waypoint whose neighbours can be joined by a free segment, until a pass finds none. */
static lw_status drop_waypoints(lw_search *search, lw_error *error)
{
    size_t width = search->space->value_count;
    bool dropped = true;
    while (dropped && lw_search_goes_on(search)) {
        dropped = false;
        for (size_t i = 1; i + 1 < search->path.count; i++) {
            lw_edge edge = {.from = lw_waypoint(search, i - 1), .to = lw_waypoint(search, i + 1)};
            lw_status status = lw_edges_ask(search->edges, &edge, 1, false, error);
            if (status)
                return status;
            if (edge.kind != LW_VERDICT_FREE)
                continue;
            search->path.count--;
            memmove(lw_waypoint(search, i), lw_waypoint(search, i + 1),
                    (search->path.count - i) * width * sizeof *edge.from);
            search->shortened++;
            dropped = true;
            i--;
        }
    }
    return LW_OK;
}

/* ---- partial shortcuts ------------------------------------------------------------------------- */

/* How many moves may still be tried, and which of the two segments of a moved waypoint is checked
 * first: the one that was not free last. */
typedef struct moves {
    uint64_t left;
    size_t first;
} moves;

/* Moves a waypoint where that makes the path shorter and both its segments are free. */
static lw_status try_move(lw_search *search, size_t index, const double *to, moves *tries, bool *moved,
                          lw_error *error)
{
    const lw_cspace *space = search->space;
    double *waypoint = lw_waypoint(search, index);
    const double *before = lw_waypoint(search, index - 1);
    const double *after = lw_waypoint(search, index + 1);
    double now = lw_cspace_length(space, before, waypoint) + lw_cspace_length(space, waypoint, after);
    double then = lw_cspace_length(space, before, to) + lw_cspace_length(space, to, after);
    lw_edge edges[2] = {{.from = before, .to = to}, {.from = to, .to = after}};
    *moved = false;
    if (then > (1 - least_gain) * now || !tries->left)
        return LW_OK;
    tries->left--;
    for (size_t i = 0; i < 2; i++) {
        size_t which = i ? 1 - tries->first : tries->first;
        lw_status status = lw_edges_ask(search->edges, &edges[which], 1, false, error);
        if (!status && edges[which].kind == LW_VERDICT_FREE)
            continue;
        tries->first = which;
        return status;
    }
    memcpy(waypoint, to, space->value_count * sizeof *to);
    search->shortened++;
    *moved = true;
    return LW_OK;
}

/* The place of a waypoint on the straight line between its neighbours, in proportion to the lengths of
 * its two segments. */
static void put_straight(const lw_search *search, size_t index, double *out)
{
    const lw_cspace *space = search->space;
    const double *before = lw_waypoint(search, index - 1);
    const double *after = lw_waypoint(search, index + 1);
    double first = lw_cspace_length(space, before, lw_waypoint(search, index));
    double second = lw_cspace_length(space, lw_waypoint(search, index), after);
    lw_cspace_between(space, before, after, first > 0 ? first / (first + second) : 0, out);
}

/* Moves one joint of a waypoint to the straight line between its neighbours, or half of the way
 * there. */
static lw_status move_joint(lw_search *search, size_t index, const lw_column *column, moves *tries,
                            lw_error *error)
{
    const lw_cspace *space = search->space;
    double *straight = search->scratch;
    double *to = search->scratch + space->value_count;
    const double *waypoint = lw_waypoint(search, index);
    size_t width = column->kind == LW_COLUMN_SPHERE ? LW_QUATERNION : 1;
    put_straight(search, index, straight);
    lw_status status = LW_OK;
    bool moved = false;
    for (int i = 0; i < HALVINGS && !status && !moved; i++) {
        memcpy(to, waypoint, space->value_count * sizeof *to);
        memcpy(&to[column->at], &straight[column->at], width * sizeof *to);
        lw_cspace_between(space, waypoint, to, ldexp(1, -i), to);
        status = try_move(search, index, to, tries, &moved, error);
    }
    return status;
}

/* Moves waypoints joint by joint, pass after pass, until a pass shortens the path by less than
 * least_pass. */
static lw_status move_waypoints(lw_search *search, uint64_t left, lw_error *error)
{
    const lw_cspace *space = search->space;
    moves tries = {.left = left};
    lw_status status = LW_OK;
    double before;
    do {
        before = lw_path_length(search);
        for (size_t i = 1; i + 1 < search->path.count; i++)
            for (size_t k = 0; k < space->column_count && !status && lw_search_goes_on(search); k++)
                status = move_joint(search, i, &space->columns[k], &tries, error);
    } while (!status && tries.left && lw_path_length(search) < (1 - least_pass) * before);
    return status;
}

lw_status lw_shorten(lw_search *search, lw_error *error)
{
    uint64_t most = search->options->shortcuts;
    uint64_t random = most - most / 2; /* the other half is for moves (docs/decisions/planning.md, "Half
                                          of the tries that shorten a path move single joints") */
    lw_status status = most ? drop_waypoints(search, error) : LW_OK;
    for (uint64_t i = 0; i < random && search->path.count > 2 && !status && lw_search_goes_on(search);
         i++)
        status = try_one(search, error);
    if (!status && most)
        status = drop_waypoints(search, error);
    if (!status && most)
        status = move_waypoints(search, most - random, error);
    return status;
}
