/* The support function of a polytope, and the posing of its points, compiled for two kinds of
 * processors. */
#include "shape/polytope_support.h"

#include "shape/block_support.h"

static vec3 support_narrow(const lw_polytope *polytope, vec3 direction, uint32_t *vertex)
{
    return support_polytope(polytope, direction, vertex, false);
}

LW_WIDE static vec3 support_wide(const lw_polytope *polytope, vec3 direction, uint32_t *vertex)
{
    return support_polytope(polytope, direction, vertex, true);
}

vec3 lw_polytope_support(const lw_polytope *polytope, vec3 direction, uint32_t *vertex)
{
    return lw_has_wide() ? support_wide(polytope, direction, vertex)
                         : support_narrow(polytope, direction, vertex);
}

/* One coordinate of eight posed points: their products with the row a, b, c, plus the shift. */
LW_INLINED void pose_eight(const lw_polytope_block *from, double a, double b, double c, double shift,
                           bool fours, int row, lw_polytope_block *to)
{
    for (int k = 0; k < 2 && fours; k++)
        to->fours[row][k] =
            a * from->fours[0][k] + b * from->fours[1][k] + c * from->fours[2][k] + shift;
    for (int k = 0; k < 4 && !fours; k++)
        to->twos[row][k] = a * from->twos[0][k] + b * from->twos[1][k] + c * from->twos[2][k] + shift;
}

LW_INLINED void pose_blocks(const pose *at, const lw_polytope_block *from, uint32_t count,
                            lw_polytope_block *to, bool fours)
{
    const mat3 *m = &at->rotation;
    for (uint32_t i = 0; i < count; i++) {
        pose_eight(&from[i], m->x.x, m->y.x, m->z.x, at->position.x, fours, 0, &to[i]);
        pose_eight(&from[i], m->x.y, m->y.y, m->z.y, at->position.y, fours, 1, &to[i]);
        pose_eight(&from[i], m->x.z, m->y.z, m->z.z, at->position.z, fours, 2, &to[i]);
    }
}

static void pose_blocks_narrow(const pose *at, const lw_polytope_block *from, uint32_t count,
                               lw_polytope_block *to)
{
    pose_blocks(at, from, count, to, false);
}

LW_WIDE static void pose_blocks_wide(const pose *at, const lw_polytope_block *from, uint32_t count,
                                     lw_polytope_block *to)
{
    pose_blocks(at, from, count, to, true);
}

void lw_polytope_pose_blocks(const pose *at, const lw_polytope_block *from, uint32_t count,
                             lw_polytope_block *to)
{
    if (lw_has_wide())
        pose_blocks_wide(at, from, count, to);
    else
        pose_blocks_narrow(at, from, count, to);
}
