/* Freezing: the obstacles, which stand still, and the tree over their boxes. */
#include "base/error.h"
#include "math/pose.h"
#include "robot/frozen.h"

#include <stdlib.h>

/* Contains the box about a body in the body's frame, whatever rounding does: each number comes from
 * some twenty operations on numbers that add up to `size`. */
static lw_world_box world_box(const lw_body *body)
{
    const lw_node *root = &body->geometry->nodes[0];
    mat3 turn = body->local.rotation;
    vec3 center = transform(body->local, root->center);
    vec3 half = add(add(scale(root->half.x, abs3(turn.x)), scale(root->half.y, abs3(turn.y))),
                    scale(root->half.z, abs3(turn.z)));
    double size = norm(body->local.position) + norm(root->center) + norm(root->half);
    double more = LW_ROUNDING(64) * size;
    half = add(half, v3(more, more, more));
    return (lw_world_box){sub(center, half), add(center, half)};
}

static void fill_obstacle(const lw_body *body, lw_obstacle *out)
{
    *out = (lw_obstacle){.center = transform(body->local, body->geometry->center),
                         .error = lw_rest_error(&body->composed)};
}

static lw_status find_runs(lw_frozen *frozen, lw_error *error)
{
    size_t moving = frozen->moving_count;
    frozen->runs = lw_arena_array(&frozen->arena, moving, sizeof *frozen->runs);
    if (!frozen->runs)
        return lw_fail_memory(error);
    for (uint32_t i = 0; i < moving; i++) {
        if (i == 0 || frozen->bodies[i].robot != frozen->bodies[i - 1].robot)
            frozen->runs[frozen->run_count++].first = i;
        frozen->runs[frozen->run_count - 1].end = i + 1;
    }
    return LW_OK;
}

lw_status lw_freeze_obstacles(lw_frozen *frozen, lw_error *error)
{
    lw_obstacles *obstacles = &frozen->obstacles;
    size_t count = frozen->body_count - frozen->moving_count;
    const lw_body *bodies = frozen->bodies + frozen->moving_count;
    obstacles->items = lw_arena_array(&frozen->arena, count, sizeof *obstacles->items);
    lw_world_box *boxes = malloc((count + 1) * sizeof *boxes);
    if (!obstacles->items || !boxes) {
        free(boxes);
        return lw_fail_memory(error);
    }
    for (; obstacles->count < count; obstacles->count++) {
        size_t i = obstacles->count;
        fill_obstacle(&bodies[i], &obstacles->items[i]);
        boxes[i] = world_box(&bodies[i]);
        obstacles->error = greater(obstacles->error, obstacles->items[i].error);
        obstacles->padding = greater(obstacles->padding, bodies[i].padding);
        obstacles->size =
            greater(obstacles->size, max_component(max3(abs3(boxes[i].low), abs3(boxes[i].high))));
    }
    lw_status status = lw_box_tree_create(&frozen->arena, boxes, count, &obstacles->tree, error);
    free(boxes);
    return status ? status : find_runs(frozen, error);
}
