/* Shorter paths by random shortcuts: two points of the path, on segments of their own, are joined by a
 * straight segment where that is proven free (Geraerts and Overmars 2007); before and after, waypoints
 * that are not needed are taken out. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "plan/search.h"

/* Which segment of the path holds the point at a length from its beginning, and at which share. */
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

/* Puts two points in place of the waypoints after segment i up to the beginning of segment k. */
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

/* Takes out points that are the same as the one before. */
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
    lw_status status = lw_edges_ask(search->edges, &edge, 1, false, error);
    if (status || edge.kind != LW_VERDICT_FREE)
        return status;
    search->shortened++;
    status = replace(search, i, k, points, error);
    if (!status)
        drop_doubles(search);
    return status;
}

/* Takes out each waypoint whose neighbours a free segment joins, until a pass finds none. */
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

lw_status lw_shorten(lw_search *search, lw_error *error)
{
    uint64_t most = search->options->shortcuts;
    lw_status status = most ? drop_waypoints(search, error) : LW_OK;
    for (uint64_t i = 0; i < most && search->path.count > 2 && !status && lw_search_goes_on(search);
         i++)
        status = try_one(search, error);
    if (!status && most)
        status = drop_waypoints(search, error);
    search->reason = LW_REASON_NONE; /* there is a path */
    return status;
}
