/* Two geometries of the same body, in a compact form and in parts, whose answers should be alike. */
#ifndef LW_TEST_ALIKE_H
#define LW_TEST_ALIKE_H

#include "expect.h"
#include "meshes.h"

#include "body/depth.h"
#include "body/query.h"
#include "seed.h"

static inline lw_geometry *make_parts(lw_arena *arena, const lw_geometry_def *def)
{
    lw_geometry *geometry = NULL;
    lw_error error = {0};
    if (lw_geometry_create(arena, def, &geometry, &error) != LW_OK)
        fail_msg("%s", error.message);
    return geometry;
}

/* A box at a random turn, or a soup of triangles. */
static inline lw_geometry *box_or_soup(lw_arena *arena, lw_random *random, bool is_box)
{
    if (is_box) {
        lw_part box = {{.core = LW_CORE_BOX, .half = v3(0.1, 0.2, 0.3)}, random_turn(random)};
        return make_parts(arena, &(lw_geometry_def){.parts = &box, .part_count = 1});
    }
    raw_mesh raw = {0};
    raw_soup(&raw, random, 40, 0.4, 0.2);
    lw_mesh *mesh = raw_make(&raw, arena);
    raw_free(&raw);
    const bool solid = false;
    return make_parts(arena,
                      &(lw_geometry_def){.meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1});
}

/* A closed box of triangles. */
static inline lw_geometry *closed_box(lw_arena *arena, vec3 half)
{
    raw_mesh raw = {0};
    raw_box(&raw, v3(0, 0, 0), half, false);
    lw_mesh *mesh = raw_make(&raw, arena);
    raw_free(&raw);
    const bool solid = true;
    return make_parts(arena,
                      &(lw_geometry_def){.meshes = &mesh, .mesh_is_solid = &solid, .mesh_count = 1});
}

/* Random numbers for one of several runs. */
static inline lw_random seeded(int which)
{
    return (lw_random){test_seed() + (uint64_t)which};
}

/* Distances from another body at a pose, within and without a limit, with and without a warm start, are
 * alike, whichever body comes first. slack: relative to the extent. Returns the upper bound. */
static inline double check_distances(lw_random *random, const lw_geometry *const own[2],
                                     const lw_geometry *other, pose at, double slack)
{
    lw_query query = {.b_in_a = at, .enough = HUGE_VAL, .touch = -1};
    const bool swap = lw_random_below(random, 2);
    if (swap)
        query.b_in_a = inverse(query.b_in_a);
    lw_bracket found[2];
    uint32_t pair[2];
    lw_nearest_elements memory = {0};
    for (int k = 0; k < 2; k++)
        lw_geometry_distance(swap ? other : own[k], swap ? own[k] : other, &query, k ? NULL : &memory,
                             &found[k], pair);
    slack *= own[0]->extent + 1;
    assert_true(fabs(found[0].upper - found[1].upper) <= slack);
    assert_true(found[0].lower <= found[1].upper + slack);
    assert_true(found[1].lower <= found[0].lower + slack);
    lw_bracket again;
    lw_geometry_distance(swap ? other : own[0], swap ? own[0] : other, &query, &memory, &again, pair);
    assert_true(fabs(again.upper - found[0].upper) <= slack);
    query.enough = lw_random_between(random, 0, 1);
    lw_geometry_distance(swap ? other : own[0], swap ? own[0] : other, &query, NULL, &again, pair);
    assert_true(again.lower <= found[1].upper + slack);
    assert_true(again.lower >= lesser(query.enough, found[1].lower) - slack);
    return found[0].upper;
}

/* The brackets of both depths agree. share: how much of the second lower bound the first one is at
 * least. Returns whether the bodies overlap. */
static inline bool check_depths(const lw_geometry *const own[2], const lw_geometry *other, pose at,
                                double share)
{
    lw_depth found[2];
    const lw_depth_query query = {.b_in_a = at};
    for (int k = 0; k < 2; k++)
        lw_geometry_depth(own[k], other, &query, &found[k]);
    const double slack = 1e-9 * (own[0]->extent + 1);
    assert_true((found[0].upper > slack) == (found[1].upper > slack));
    assert_true(found[0].lower <= found[1].upper + slack);
    assert_true(found[1].lower <= found[0].upper + slack);
    assert_true(found[0].lower >= share * found[1].lower - slack);
    assert_true(found[0].lower <= found[0].upper);
    return found[0].upper > 0;
}

#endif
