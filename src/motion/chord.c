/* How far the points of a box get from one pose to another, along the chord. */
#include "motion/chord.h"

#include "math/rounding.h"

/* The displacement of a point p is (R' - R) p + t' - t. Rounding of the differences is bounded by the
 * sizes of the numbers that are subtracted: one half-unit of the last place for each entry of a
 * rotation, which are at most 1, and for each coordinate of a position; then of at most 8 operations.
 */
double lw_chord(const lw_node *box, const pose *from, const pose *to)
{
    vec3 x = sub(to->rotation.x, from->rotation.x);
    vec3 y = sub(to->rotation.y, from->rotation.y);
    vec3 z = sub(to->rotation.z, from->rotation.z);
    vec3 middle = sub(to->position, from->position);
    middle = add_scaled(middle, box->center.x, x);
    middle = add_scaled(middle, box->center.y, y);
    middle = add_scaled(middle, box->center.z, z);
    vec3 along[3] = {scale(box->half.x, x), scale(box->half.y, y), scale(box->half.z, z)};
    /* four corners lie at middle + sum; the four opposite to them, with all three signs reversed, at
     * middle - sum */
    double most = 0;
    for (int corner = 0; corner < 4; corner++) {
        vec3 sum = along[0];
        sum = corner & 1 ? sub(sum, along[1]) : add(sum, along[1]);
        sum = corner & 2 ? sub(sum, along[2]) : add(sum, along[2]);
        most = greater(most, greater(norm2(add(middle, sum)), norm2(sub(middle, sum))));
    }
    double size = norm(from->position) + norm(to->position) + norm(box->center) + norm(box->half);
    return sqrt(most) * LW_UPWARD + LW_ROUNDING(32) * size;
}
