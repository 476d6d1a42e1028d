/* Freezing: the obstacles, which stand still, and the tree over their boxes. */
#include "scene/obstacles.h"

#include "base/error.h"
#include "math/pose.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 1024 }; /* bytes, at first, of the memory for an obstacle's polygons */

/* ---- pages ------------------------------------------------------------------------------------- */

static void release_page(lw_obstacle_page *page)
{
    if (!page || atomic_fetch_sub_explicit(&page->references, 1, memory_order_acq_rel) > 1)
        return;
    for (size_t i = 0; i < LW_PAGE; i++)
        lw_memory_release(page->items[i].flat_memory);
    free(page);
}

static lw_obstacle_page *create_page(void)
{
    lw_obstacle_page *page = calloc(1, sizeof *page);
    if (page)
        atomic_init(&page->references, 1);
    return page;
}

static lw_obstacle_page *copy_page(const lw_obstacle_page *page)
{
    lw_obstacle_page *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    atomic_init(&copy->references, 1);
    memcpy(copy->items, page->items, sizeof copy->items);
    for (size_t i = 0; i < LW_PAGE; i++)
        lw_memory_retain(copy->items[i].flat_memory);
    return copy;
}

/* A place behind the last one; NULL when memory ran out. */
static lw_obstacle *append(lw_obstacles *obstacles)
{
    size_t index = obstacles->count;
    if (index % LW_PAGE == 0) {
        lw_obstacle_page *page = LW_ARRAY_GROW(&obstacles->pages) ? create_page() : NULL;
        if (!page)
            return NULL;
        obstacles->pages.items[obstacles->pages.count++] = page;
    }
    obstacles->count++;
    return &obstacles->pages.items[index / LW_PAGE]->items[index % LW_PAGE];
}

bool lw_obstacles_append(lw_obstacles *obstacles, const lw_body *body)
{
    lw_obstacle *next = append(obstacles);
    if (!next)
        return false;
    next->body = *body;
    next->was = -1;
    return true;
}

bool lw_obstacles_keep(lw_obstacles *obstacles, const lw_obstacles *from, size_t index)
{
    lw_obstacle *next = append(obstacles);
    if (!next)
        return false;
    *next = *lw_obstacle_at(from, index);
    next->was = (int64_t)index;
    lw_memory_retain(next->flat_memory);
    return true;
}

lw_obstacle *lw_obstacles_own(lw_obstacles *obstacles, size_t index)
{
    lw_obstacle_page **page = &obstacles->pages.items[index / LW_PAGE];
    if (atomic_load_explicit(&(*page)->references, memory_order_acquire) > 1) {
        lw_obstacle_page *copy = copy_page(*page);
        if (!copy)
            return NULL;
        release_page(*page);
        *page = copy;
    }
    return &(*page)->items[index % LW_PAGE];
}

bool lw_obstacles_share(const lw_obstacles *from, lw_obstacles *out)
{
    *out = *from;
    out->pages.items = NULL;
    out->pages.count = out->pages.capacity = 0;
    if (!LW_ARRAY_RESERVE(&out->pages, from->pages.count)) {
        *out = (lw_obstacles){.count = 0};
        return false;
    }
    for (; out->pages.count < from->pages.count; out->pages.count++) {
        lw_obstacle_page *page = from->pages.items[out->pages.count];
        atomic_fetch_add_explicit(&page->references, 1, memory_order_relaxed);
        out->pages.items[out->pages.count] = page;
    }
    lw_memory_retain(out->tree_memory);
    return true;
}

void lw_obstacles_free(lw_obstacles *obstacles)
{
    for (size_t i = 0; i < obstacles->pages.count; i++)
        release_page(obstacles->pages.items[i]);
    free(obstacles->pages.items);
    lw_memory_release(obstacles->tree_memory);
}

/* ---- where they are ---------------------------------------------------------------------------- */

/* A box in the world that contains the body's own box, with its padding and however it may be turned,
 * whatever rounding does: each number comes from some twenty operations on numbers that add up to
 * `size`. */
static lw_world_box world_box(const lw_body *body)
{
    const lw_node *root = &body->geometry->nodes[0];
    mat3 turn = body->local.rotation;
    vec3 center = transform(body->local, root->center);
    vec3 half = add(add(scale(root->half.x, abs3(turn.x)), scale(root->half.y, abs3(turn.y))),
                    scale(root->half.z, abs3(turn.z)));
    double size = norm(body->local.position) + norm(root->center) + norm(root->half);
    double grown = body->padding + lw_doubt_turn(&body->doubt, lw_doubt_reach(body));
    double more = (grown + LW_ROUNDING(64) * size) * LW_UPWARD;
    half = add(half, v3(more, more, more));
    return (lw_world_box){sub(center, half), add(center, half)};
}

void lw_obstacles_place(lw_obstacles *obstacles, lw_obstacle *obstacle)
{
    const lw_body *body = &obstacle->body;
    obstacle->center = transform(body->local, body->geometry->center);
    obstacle->error = lw_rest_error(&body->composed);
    obstacle->box = world_box(body);
    obstacles->error = greater(obstacles->error, obstacle->error);
    obstacles->padding = greater(obstacles->padding, body->padding);
    obstacles->size = greater(obstacles->size,
                              max_component(max3(abs3(obstacle->box.low), abs3(obstacle->box.high))));
}

lw_status lw_obstacles_plant(lw_obstacles *obstacles, lw_error *error)
{
    size_t count = obstacles->count;
    lw_memory *memory = lw_memory_create();
    lw_box_tree *tree = memory ? lw_arena_take(&memory->arena, sizeof *tree) : NULL;
    lw_world_box *boxes = malloc((count + 1) * sizeof *boxes);
    lw_status status = tree && boxes ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++)
        boxes[i] = lw_obstacle_at(obstacles, i)->box;
    if (!status)
        status = lw_box_tree_create(&memory->arena, boxes, count, tree, error);
    free(boxes);
    if (status) {
        lw_memory_release(memory);
        return status;
    }
    lw_memory_release(obstacles->tree_memory);
    obstacles->tree_memory = memory;
    obstacles->tree = tree;
    obstacles->moved_count = 0;
    return LW_OK;
}

lw_status lw_freeze_obstacles(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    lw_obstacles *obstacles = &frozen->obstacles;
    const lw_obstacles *from = scene->from ? &scene->from->obstacles : NULL;
    if (obstacles->tree)
        return LW_OK; /* obstacles and tree are shared with the original */
    if (from) {
        obstacles->error = from->error;
        obstacles->padding = from->padding;
        obstacles->size = from->size;
    }
    for (size_t i = 0; i < obstacles->count; i++)
        if (lw_obstacle_at(obstacles, i)->was < 0)
            lw_obstacles_place(obstacles, lw_obstacles_own(obstacles, i));
    return from ? lw_obstacles_graft(obstacles, from, error) : lw_obstacles_plant(obstacles, error);
}

/* ---- moved obstacles --------------------------------------------------------------------------- */

/* Adds an obstacle to the list of moved ones. False where the list is full. */
static bool list_moved(lw_obstacles *obstacles, uint32_t index)
{
    size_t at = 0;
    while (at < obstacles->moved_count && obstacles->moved[at] < index)
        at++;
    if (at < obstacles->moved_count && obstacles->moved[at] == index)
        return true;
    if (obstacles->moved_count == LW_MOST_MOVED)
        return false;
    for (size_t i = obstacles->moved_count++; i > at; i--)
        obstacles->moved[i] = obstacles->moved[i - 1];
    obstacles->moved[at] = index;
    return true;
}

/* Lists the obstacles that are not where the other scene's tree has them. numbers: their indices now,
 * by those in the other scene. False where the list is full. */
static bool list_all(lw_obstacles *obstacles, const lw_obstacles *from, const uint32_t *numbers)
{
    bool listed = true;
    for (size_t i = 0; i < from->moved_count && listed; i++)
        if (numbers[from->moved[i]] != LW_NO_ITEM)
            listed = list_moved(obstacles, numbers[from->moved[i]]);
    for (uint32_t i = 0; i < obstacles->count && listed; i++)
        if (lw_obstacle_at(obstacles, i)->was < 0)
            listed = list_moved(obstacles, i);
    return listed;
}

lw_status lw_obstacles_graft(lw_obstacles *obstacles, const lw_obstacles *from, lw_error *error)
{
    uint32_t *numbers = malloc((from->count + 1) * sizeof *numbers);
    if (!numbers)
        return lw_fail_memory(error);
    for (size_t i = 0; i < from->count; i++)
        numbers[i] = LW_NO_ITEM;
    for (uint32_t i = 0; i < obstacles->count; i++)
        if (lw_obstacle_at(obstacles, i)->was >= 0)
            numbers[lw_obstacle_at(obstacles, i)->was] = i;
    lw_status status = LW_OK;
    if (!list_all(obstacles, from, numbers) || !lw_box_tree_suits(from->tree, obstacles->count)) {
        status = lw_obstacles_plant(obstacles, error);
    } else {
        lw_memory *memory = lw_memory_create();
        lw_box_tree *tree = memory ? lw_arena_take(&memory->arena, sizeof *tree) : NULL;
        status = tree ? lw_box_tree_graft(&memory->arena, from->tree, numbers, tree, error)
                      : lw_fail_memory(error);
        obstacles->tree_memory = memory;
        obstacles->tree = tree;
    }
    free(numbers);
    return status;
}

static lw_status move(lw_frozen *frozen, size_t index, lw_pose to, lw_error *error)
{
    lw_obstacle *obstacle = lw_obstacles_own(&frozen->obstacles, index);
    if (!obstacle)
        return lw_fail_memory(error);
    lw_body *body = &obstacle->body;
    /* as scene/body_geometry.c does */
    lw_body_place(body, pose_identity(), (lw_composed){0, 2}, to);
    body->composed.length += body->geometry->extent;
    obstacle->moved = true;
    obstacle->pose = to;
    lw_obstacles_place(&frozen->obstacles, obstacle);
    if (!frozen->flat)
        return LW_OK;
    lw_memory *memory = lw_memory_create();
    if (!memory)
        return lw_fail_memory(error);
    lw_memory_release(obstacle->flat_memory);
    obstacle->flat_memory = memory;
    memory->arena.block = FIRST_BLOCK;
    return lw_flatten_body(&memory->arena, frozen->chains, body, NULL, &obstacle->flat, error);
}

lw_status lw_freeze_moves(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    bool listed = true;
    for (size_t i = 0; i < scene->moves.count; i++) {
        const lw_move *to = &scene->moves.items[i];
        size_t index = (size_t)frozen->object_bodies[to->object] - frozen->moving_count;
        lw_status status = move(frozen, index, to->pose, error);
        if (status)
            return status;
        listed = listed && list_moved(&frozen->obstacles, (uint32_t)index);
    }
    return listed ? LW_OK : lw_obstacles_plant(&frozen->obstacles, error);
}

/* Removes the moved obstacles from a list in ascending order, and inserts those that pass a test;
 * returns the new count. */
static size_t correct(const lw_obstacles *obstacles, uint32_t *items, size_t count,
                      bool (*passes)(const lw_world_box *, const void *), const void *test)
{
    size_t kept = 0;
    size_t m = 0;
    for (size_t i = 0; i < count; i++) {
        while (m < obstacles->moved_count && obstacles->moved[m] < items[i])
            m++;
        if (m == obstacles->moved_count || obstacles->moved[m] != items[i])
            items[kept++] = items[i];
    }
    for (size_t k = 0; k < obstacles->moved_count; k++) {
        uint32_t moved = obstacles->moved[k];
        if (!passes(&lw_obstacle_at(obstacles, moved)->box, test))
            continue;
        size_t at = kept++;
        for (; at > 0 && items[at - 1] > moved; at--)
            items[at] = items[at - 1];
        items[at] = moved;
    }
    return kept;
}

/* The points whose squared distance from a centre is at most `square`. */
typedef struct ball {
    vec3 center;
    double square;
} ball;

static bool is_near(const lw_world_box *box, const void *test)
{
    const ball *b = test;
    return lw_box_square(box, b->center) <= b->square;
}

static bool meets(const lw_world_box *box, const void *test)
{
    return lw_boxes_meet(test, box);
}

size_t lw_obstacles_near(const lw_obstacles *obstacles, vec3 point, double distance, uint32_t *out)
{
    size_t found = lw_box_tree_near(obstacles->tree, point, distance, out);
    if (!obstacles->moved_count)
        return found;
    const ball test = {point, distance * distance};
    return correct(obstacles, out, found, is_near, &test);
}

size_t lw_obstacles_meeting(const lw_obstacles *obstacles, const lw_world_box *box, size_t most,
                            uint32_t *out)
{
    if (!obstacles->moved_count)
        return lw_box_tree_meeting(obstacles->tree, box, most, out);
    /* of more than `enough` found, at most LW_MOST_MOVED have moved: more than `most` remain */
    size_t enough = most < SIZE_MAX - LW_MOST_MOVED ? most + LW_MOST_MOVED : SIZE_MAX;
    size_t found = lw_box_tree_meeting(obstacles->tree, box, enough, out);
    return found > enough ? found - LW_MOST_MOVED : correct(obstacles, out, found, meets, box);
}
