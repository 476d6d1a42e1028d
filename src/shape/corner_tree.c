/* A k-d tree (Bentley 1975) from which corners are only removed. The corners of a node are halved
 * across the longer side of their box until few are left; a node's box encloses the corners that are
 * still there. Building takes count log count steps, removing a corner log count. A search in a
 * triangle that holds no corner takes as many steps as its rim crosses boxes: the square root of count,
 * mostly fewer. */
#include "shape/corner_tree.h"

#include "base/random.h"

/* corners in a leaf */
#define BUCKET 8

static double coordinate(const lw_corner_tree *t, uint32_t place, bool upright)
{
    vec2 at = t->corners[t->corners[place].number].at;
    return upright ? at.y : at.x;
}

static void grow(lw_corner *box, vec2 low, vec2 high)
{
    box->low = v2(lesser(low.x, box->low.x), lesser(low.y, box->low.y));
    box->high = v2(greater(high.x, box->high.x), greater(high.y, box->high.y));
}

static void clear(lw_corner *box)
{
    box->low = v2(HUGE_VAL, HUGE_VAL);
    box->high = v2(-HUGE_VAL, -HUGE_VAL);
}

/* The box of the corners at places `first` to `end - 1` that are still there. */
static void enclose(const lw_corner_tree *t, uint32_t first, uint32_t end, lw_corner *box)
{
    clear(box);
    for (uint32_t i = first; i < end && i < t->count; i++)
        if (t->corners[i].number != LW_NO_CORNER)
            grow(box, t->corners[t->corners[i].number].at, t->corners[t->corners[i].number].at);
}

/* Quickselect (Hoare's Find): puts the corner at place nth that sorting the places first to last by a
 * coordinate would put there, smaller ones before it and larger ones behind it. The pivot is random:
 * outlines are full of patterns whose middle corner is the smallest. */
static void put_in_place(const lw_corner_tree *t, int64_t first, int64_t last, int64_t nth,
                         bool upright)
{
    lw_random random = {1};
    while (first < last) {
        uint32_t at = (uint32_t)first + lw_random_below(&random, (uint32_t)(last - first + 1));
        double middle = coordinate(t, at, upright);
        int64_t i = first;
        int64_t k = last;
        while (i <= k) {
            while (coordinate(t, (uint32_t)i, upright) < middle)
                i++;
            while (coordinate(t, (uint32_t)k, upright) > middle)
                k--;
            if (i <= k) {
                uint32_t swap = t->corners[i].number;
                t->corners[i++].number = t->corners[k].number;
                t->corners[k--].number = swap;
            }
        }
        if (nth > k && nth < i)
            return;
        if (nth <= k)
            last = k;
        else
            first = i;
    }
}

void lw_corner_tree_build(lw_corner_tree *t, lw_corner *corners, uint32_t count)
{
    *t = (lw_corner_tree){.corners = corners, .count = count, .leaves = 1};
    while (t->leaves * BUCKET < count)
        t->leaves *= 2;
    for (uint32_t span = t->leaves * BUCKET; span > BUCKET; span /= 2)
        for (uint32_t first = 0; first + span / 2 < count; first += span) {
            uint32_t end = count - first < span ? count : first + span;
            lw_corner box;
            enclose(t, first, end, &box);
            put_in_place(t, first, end - 1, first + span / 2,
                         box.high.y - box.low.y > box.high.x - box.low.x);
        }
    for (uint32_t i = 0; i < count; i++)
        corners[corners[i].number].place = i;
    for (uint32_t node = 2 * t->leaves - 1; node > 0; node--) {
        uint32_t first = node < t->leaves ? 0 : (node - t->leaves) * BUCKET;
        if (node >= t->leaves) {
            enclose(t, first, first + BUCKET, &corners[node]);
            continue;
        }
        clear(&corners[node]);
        for (uint32_t child = 2 * node; child < 2 * node + 2; child++)
            grow(&corners[node], corners[child].low, corners[child].high);
    }
}

static bool is_box(const lw_corner *a, const lw_corner *b)
{
    return a->low.x == b->low.x && a->low.y == b->low.y && a->high.x == b->high.x &&
           a->high.y == b->high.y;
}

void lw_corner_tree_remove(lw_corner_tree *t, uint32_t corner)
{
    lw_corner *corners = t->corners;
    uint32_t place = corners[corner].place;
    if (place == LW_NO_CORNER)
        return;
    corners[corner].place = LW_NO_CORNER;
    corners[place].number = LW_NO_CORNER;
    uint32_t node = t->leaves + place / BUCKET;
    lw_corner box;
    enclose(t, place - place % BUCKET, place - place % BUCKET + BUCKET, &box);
    for (; !is_box(&box, &corners[node]); node /= 2) {
        corners[node].low = box.low;
        corners[node].high = box.high;
        if (node == 1)
            return;
        clear(&box);
        grow(&box, corners[node & ~1u].low, corners[node & ~1u].high);
        grow(&box, corners[node | 1u].low, corners[node | 1u].high);
    }
}

/* Whether a box lies wholly right of the line from a to b: its corner farthest to the left does. Each
 * step of twice_area rounds monotonically, so twice_area then puts no point of the box on the left. */
static bool is_right_of(const lw_corner *box, vec2 a, vec2 b)
{
    vec2 farthest = v2(b.y > a.y ? box->low.x : box->high.x, b.x > a.x ? box->high.y : box->low.y);
    return twice_area(a, b, farthest) < 0;
}

static bool is_apart(const lw_corner *box, const lw_corner *around, const vec2 v[3])
{
    return box->low.x > around->high.x || box->high.x < around->low.x || box->low.y > around->high.y ||
           box->high.y < around->low.y || is_right_of(box, v[0], v[1]) ||
           is_right_of(box, v[1], v[2]) || is_right_of(box, v[2], v[0]);
}

static bool same(vec2 a, vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static bool is_in(vec2 q, const vec2 v[3])
{
    return twice_area(v[0], v[1], q) >= 0 && twice_area(v[1], v[2], q) >= 0 &&
           twice_area(v[2], v[0], q) >= 0 && !same(q, v[0]) && !same(q, v[1]) && !same(q, v[2]);
}

bool lw_corner_tree_blocks(const lw_corner_tree *t, const vec2 triangle[3], uint64_t *work)
{
    lw_corner around;
    clear(&around);
    for (int i = 0; i < 3; i++)
        grow(&around, triangle[i], triangle[i]);
    uint32_t stack[32];
    int depth = 0;
    for (stack[depth++] = 1; depth > 0;) {
        uint32_t node = stack[--depth];
        ++*work;
        if (is_apart(&t->corners[node], &around, triangle))
            continue;
        if (node < t->leaves) {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node;
            continue;
        }
        uint32_t first = (node - t->leaves) * BUCKET;
        for (uint32_t i = first; i < first + BUCKET && i < t->count; i++) {
            uint32_t number = t->corners[i].number;
            if (number != LW_NO_CORNER && is_in(t->corners[number].at, triangle))
                return true;
        }
    }
    return false;
}
