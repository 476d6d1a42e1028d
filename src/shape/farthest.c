/* The farthest vertex of a polytope, and polytopes placed, compiled for two kinds of processors. */
#include "shape/farthest.h"

#include "shape/block_support.h"

static vec3 farthest(const lw_polytope *polytope, vec3 direction, uint32_t *vertex)
{
    return support_polytope(polytope, direction, vertex, false);
}

LW_WIDE static vec3 farthest_wide(const lw_polytope *polytope, vec3 direction, uint32_t *vertex)
{
    return support_polytope(polytope, direction, vertex, true);
}

vec3 lw_polytope_farthest(const lw_polytope *polytope, vec3 direction, uint32_t *vertex)
{
    return lw_has_wide() ? farthest_wide(polytope, direction, vertex)
                         : farthest(polytope, direction, vertex);
}

LW_INLINED void place_blocks(const pose *at, const lw_polytope_block *from, uint32_t count,
                             lw_polytope_block *to, bool fours)
{
    const mat3 *m = &at->rotation;
    const vec3 row[3] = {{m->x.x, m->y.x, m->z.x}, {m->x.y, m->y.y, m->z.y}, {m->x.z, m->y.z, m->z.z}};
    const double shift[3] = {at->position.x, at->position.y, at->position.z};
    for (uint32_t block = 0; block < count; block++) {
        const lw_polytope_block *p = &from[block];
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 2 && fours; k++)
                to[block].fours[i][k] = row[i].x * p->fours[0][k] + row[i].y * p->fours[1][k] +
                                        row[i].z * p->fours[2][k] + shift[i];
            for (int k = 0; k < 4 && !fours; k++)
                to[block].twos[i][k] = row[i].x * p->twos[0][k] + row[i].y * p->twos[1][k] +
                                       row[i].z * p->twos[2][k] + shift[i];
        }
    }
}

static void place(const pose *at, const lw_polytope_block *from, uint32_t count, lw_polytope_block *to)
{
    place_blocks(at, from, count, to, false);
}

LW_WIDE static void place_wide(const pose *at, const lw_polytope_block *from, uint32_t count,
                               lw_polytope_block *to)
{
    place_blocks(at, from, count, to, true);
}

void lw_polytope_place(const pose *at, const lw_polytope_block *from, uint32_t count,
                       lw_polytope_block *to)
{
    if (lw_has_wide())
        place_wide(at, from, count, to);
    else
        place(at, from, count, to);
}
