/* Balls against a cloud (body/points.h): by its grid, then by its tree and points. The including file
 * brings the tests of poses (cloud_poses.h) or of intervals (cloud_chords.h).
 *
 * A pose or interval is tested against the same boxes and points whatever the others are, until it is
 * open: what is found of a state does not depend on the states beside it. */
#ifndef LW_LANES_KERNEL_CLOUD_H
#define LW_LANES_KERNEL_CLOUD_H

enum { CLOUD_LEVELS = 40 };

/* Some poses or intervals at a node of the tree. */
typedef struct cloud_visit {
    uint32_t node;
    unsigned todo;
} cloud_visit;

/* A point in floats: off by 2^-24 of its coordinates, which lw_lane_obstacle.loss has room for. */
LW_INLINED void float_point(const lw_points *points, uint32_t i, float out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = points->narrow[0] ? points->narrow[k][i] : (float)points->wide[k][i];
}

/* Those of `todo` that the points below a node leave open. */
static unsigned open_of_points(const lw_points *points, uint32_t node, const cloud_query *q,
                               unsigned todo)
{
    const lw_heap_range range = lw_points_below(points, node);
    unsigned open = 0;
    for (uint32_t i = range.first; i < range.end && todo & ~open; i++) {
        float point[3];
        float_point(points, i, point);
        open |= todo & ~clear_of_point(q, point);
    }
    return open;
}

/* Those of `todo` that the tree leaves open. */
static unsigned open_of_tree(const lw_points *points, const cloud_query *q, unsigned todo,
                             lw_meter *work)
{
    cloud_visit waiting[CLOUD_LEVELS] = {{0, todo}};
    unsigned open = 0;
    for (int count = 1; count > 0 && todo & ~open;) {
        cloud_visit at = waiting[--count];
        at.todo &= ~open;
        if (!lw_meter_take(work, 1))
            return todo;
        if (at.todo)
            at.todo &= ~clear_of_bounds(q, &points->boxes[at.node]);
        if (!at.todo)
            continue;
        const uint32_t child = 2 * at.node + 1;
        if (child >= points->stored) {
            open |= open_of_points(points, at.node, q, at.todo);
            continue;
        }
        waiting[count++] = (cloud_visit){child + 1, at.todo};
        waiting[count++] = (cloud_visit){child, at.todo};
    }
    return open;
}

/* Those of `todo` that are not proven clear of a cloud. coarse: the grid alone is asked, for balls that
 * hold others. */
static unsigned open_of_cloud(const lw_points *points, const cloud_query *q, unsigned todo, bool coarse,
                              lw_meter *work)
{
    todo &= ~clear_by_grid(points->grid, q);
    return todo && !coarse ? open_of_tree(points, q, todo, work) : todo;
}

#endif
