#include "body/corners.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"

/* The most triangles that patches may have, in rising order (lw_geometry_add_patches). Separation by
 * corners is tried on pairs of patches or leaves; with more sizes between these it would fail more
 * often than it helps. docs/decisions/proof.md, "Tree nodes of few triangles list their corners and are
 * separated by them". */
static const uint32_t sizes[] = {4, 8, 32, 128};
enum { LARGEST = 128 };

/* The triangles below a node: `count` of them from `first` on, in the order of the leaves. */
typedef struct range {
    uint32_t first, count;
    bool parts; /* there are parts below the node too */
} range;

typedef struct lister {
    lw_geometry *geometry;
    range *ranges; /* of the nodes */
    LW_LIST(lw_patch) patches;
    LW_LIST(lw_four_corners) fours;
} lister;

static void find_ranges(const lw_geometry *geometry, range *ranges)
{
    for (uint32_t i = geometry->node_count; i-- > 0;) {
        const lw_node *node = &geometry->nodes[i];
        if (node->child < 0) {
            bool part = node->element >= geometry->triangle_count;
            ranges[i] = (range){part ? 0 : node->element, !part, part};
            continue;
        }
        const range *child = &ranges[node->child];
        ranges[i] = (range){child[0].count ? child[0].first : child[1].first,
                            child[0].count + child[1].count, child[0].parts || child[1].parts};
    }
}

static int by_coordinates(const void *one, const void *other)
{
    const vec3 *a = one;
    const vec3 *b = other;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return a->z < b->z ? -1 : a->z > b->z;
}

/* Collects the corners of some triangles, each once. Returns their number. */
static uint32_t collect(const lw_geometry *geometry, range of, vec3 corners[3 * LARGEST])
{
    uint32_t count = 0;
    for (uint32_t t = of.first; t < of.first + of.count; t++)
        for (int k = 0; k < 3; k++)
            corners[count++] = geometry->triangles[t][k];
    qsort(corners, count, sizeof *corners, by_coordinates);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < count; i++)
        if (by_coordinates(&corners[kept - 1], &corners[i]) != 0)
            corners[kept++] = corners[i];
    return kept;
}

static double largest_radius(const lw_geometry *geometry, range of)
{
    double radius = 0;
    for (uint32_t t = of.first; t < of.first + of.count; t++)
        radius = greater(radius, lw_triangle_radius(geometry, t));
    return radius;
}

/* Lists the corners of some triangles as the next patch; false where memory ran out. */
static bool add_patch(lister *l, range of)
{
    vec3 corners[3 * LARGEST];
    uint32_t count = collect(l->geometry, of, corners);
    lw_patch patch = {(uint32_t)l->fours.count, (count + 3) / 4, largest_radius(l->geometry, of)};
    if (!LW_ARRAY_GROW(&l->patches) || !LW_ARRAY_RESERVE(&l->fours, l->fours.count + patch.count))
        return false;
    l->patches.items[l->patches.count++] = patch;
    for (uint32_t i = 0; i < 4 * patch.count; i++) {
        vec3 corner = corners[i < count ? i : count - 1];
        lw_four_corners *four = &l->fours.items[patch.first + i / 4];
        four->x[i % 4] = corner.x;
        four->y[i % 4] = corner.y;
        four->z[i % 4] = corner.z;
    }
    l->fours.count += patch.count;
    return true;
}

/* Whether a node of `count` triangles is a patch if its parent has `above`. */
static bool is_patch(uint32_t count, uint32_t above)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (count <= sizes[i] && above > sizes[i])
            return true;
    return false;
}

static bool list_patches(lister *l)
{
    lw_geometry *geometry = l->geometry;
    uint32_t *above = calloc(geometry->node_count, sizeof *above);
    bool good = above && LW_ARRAY_GROW(&l->patches);
    if (good) {
        above[0] = UINT32_MAX;
        l->patches.count = 1; /* place 0 means no patch */
    }
    for (uint32_t i = 0; good && i < geometry->node_count; i++) {
        lw_node *node = &geometry->nodes[i];
        range of = l->ranges[i];
        if (node->child < 0)
            continue;
        above[node->child] = above[node->child + 1] = of.count;
        if (of.parts || !is_patch(of.count, above[i]))
            continue;
        node->patch = (uint32_t)l->patches.count;
        good = add_patch(l, of);
    }
    free(above);
    return good;
}

lw_status lw_geometry_add_patches(lw_arena *arena, lw_geometry *geometry, lw_error *error)
{
    lister l = {.geometry = geometry};
    if (geometry->triangle_count == 0)
        return LW_OK;
    l.ranges = malloc(geometry->node_count * sizeof *l.ranges);
    if (l.ranges)
        find_ranges(geometry, l.ranges);
    bool good = l.ranges && list_patches(&l);
    if (good) {
        geometry->patches =
            lw_arena_copy(arena, l.patches.items, l.patches.count * sizeof *geometry->patches);
        geometry->corners =
            lw_arena_copy(arena, l.fours.items, l.fours.count * sizeof *geometry->corners);
        good = geometry->patches && geometry->corners;
    }
    free(l.ranges);
    free(l.patches.items);
    free(l.fours.items);
    return good ? LW_OK : lw_fail_memory(error);
}
