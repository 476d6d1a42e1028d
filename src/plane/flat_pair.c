/* Two bodies in the plane, each on a path of its own. */
#include "plane/flat_pair.h"

#include "distance/plane/planar.h"
#include "math/rounding.h"

bool lw_flat_far(const lw_flat_pair *pair, double distance)
{
    const lw_flat_body *a = pair->bodies[0];
    const lw_flat_body *b = pair->bodies[1];
    const lw_flat_path *path_a = pair->paths[0];
    const lw_flat_path *path_b = pair->paths[1];
    double required = (distance + a->extent + b->extent + a->error + b->error) * LW_UPWARD;
    vec2 between = sub2(path_b->center, path_a->center);
    double size = fabs(path_b->center.x) + fabs(path_b->center.y) + fabs(path_a->center.x) +
                  fabs(path_a->center.y);
    double error = LW_ROUNDING(32) * size;
    double x = greater(0, fabs(between.x) - path_a->half.x - path_b->half.x - error);
    double y = greater(0, fabs(between.y) - path_a->half.y - path_b->half.y - error);
    return x * x + y * y > required * required;
}

/* Adds the padding to a separation: the nearest points, or the deepest, move out along the normal. */
static void pad(const lw_pair *pair, lw_separation *out)
{
    double padding = pair->padding[0] + pair->padding[1];
    if (!(padding > 0))
        return;
    out->depth = out->upper > 0 ? greater(0, padding - out->upper) : out->depth + padding;
    out->lower =
        out->lower > padding ? lw_pair_padded(pair, out->lower) : out->lower - padding * LW_UP_BY(8);
    out->upper = out->upper > padding ? lw_pair_padded(pair, out->upper) : out->upper - padding;
    out->points[0] = add_scaled2(out->points[0], pair->padding[0], out->normal);
    out->points[1] = add_scaled2(out->points[1], -pair->padding[1], out->normal);
}

void lw_flat_nearest(const lw_flat_pair *pair, double time, lw_separation *out)
{
    lw_pose2 at[2];
    for (int i = 0; i < 2; i++) {
        lw_flat_piece piece;
        lw_flat_position sample;
        lw_flat_turn turn;
        lw_flat_piece_at(pair->paths[i], time, &piece);
        lw_flat_position_at(&piece, time, 0, &sample);
        lw_flat_turn_at(&piece, time, 0, &turn);
        at[i] = (lw_pose2){sample.at.x, sample.at.y, turn.cosine, turn.sine};
    }
    bool known = false;
    for (uint32_t i = 0; i < pair->bodies[0]->part_count; i++)
        for (uint32_t k = 0; k < pair->bodies[1]->part_count; k++) {
            lw_separation here;
            lw_polygon_separation(pair->bodies[0]->parts[i], at[0], pair->bodies[1]->parts[k], at[1],
                                  NULL, &here);
            if (!known || here.upper < out->upper ||
                (here.upper <= out->upper && here.depth > out->depth))
                *out = here;
            known = true;
        }
    /* a translation past the other parts is no longer than past the circles around both bodies */
    if (out->lower < 0 && pair->bodies[0]->part_count * pair->bodies[1]->part_count > 1)
        out->lower = -(pair->bodies[0]->extent + pair->bodies[1]->extent) * LW_UPWARD;
    pad(pair->pair, out);
}
