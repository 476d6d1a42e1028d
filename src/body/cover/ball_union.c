/* A test of whether a simplex lies in the union of balls.
 *
 * If one ball contains all corners of a simplex, it contains the simplex. Otherwise the simplex is cut
 * by the plane in which the spheres of two balls meet. On either side of the plane only one of the two
 * balls counts: a point in either of them lies in the one to which its power, |p - c|^2 - r^2, is
 * smaller (these planes bound the cells of a power diagram: Aurenhammer 1987). So the cuts come to an
 * end, either with a ball for each piece or with a corner that is in none.
 *
 * A cut replaces a simplex by others whose corners are its own and points on its edges. Wherever on the
 * edges these points lie, the pieces fill the simplex. Rounding moves the points by a few units in the
 * last place, so all balls are taken smaller by more than that. Each simplex costs a loop over all
 * balls. */
#include "body/cover/ball_union.h"

#include "math/rounding.h"

enum { DEPTH = 128 /* the most cuts, one within the other */ };

/* How far rounding moves a corner in one cut, relative to the coordinates of the simplex: 4 u, with
 * room. */
static const double CUT_LOSS = LW_ROUNDING(8);

/* Two powers of a point count as equal if they differ by no more than their rounding errors: this share
 * of the squares of its distances from both centres. */
static const double EQUAL_POWERS = LW_ROUNDING(64);

/* The largest distance of a point from a ball's centre at which the ball still contains the point grown
 * by u->radius, rounded down. Negative: the ball is too small. */
static double room_of(const lw_ball_union *u, const lw_ball *ball)
{
    return ((double)ball->radius - u->radius) * LW_SHARE_DOWN - u->loss;
}

/* The power of a point with respect to a ball, rounded up. If it is not positive, the ball contains the
 * point grown by u->radius. */
static double power_of(const lw_ball_union *u, vec3 point, const lw_ball *ball)
{
    double room = room_of(u, ball);
    return room >= 0 ? norm2(sub(point, lw_ball_center(ball))) * LW_UP_BY(32) - room * room : HUGE_VAL;
}

/* Whether one ball contains all corners. If not, `nearest` is the ball of the least power for each
 * corner. */
static bool one_contains(const lw_ball_union *u, const lw_simplex *s, uint32_t nearest[4],
                         double least[4])
{
    for (int k = 0; k < 4; k++) {
        least[k] = HUGE_VAL;
        nearest[k] = 0;
    }
    for (uint32_t i = 0; i < u->count; i++) {
        bool all = true;
        for (int k = 0; k < 4; k++) {
            double power = power_of(u, s->corner[k], &u->balls[i]);
            all &= power <= 0;
            if (power < least[k]) {
                least[k] = power;
                nearest[k] = i;
            }
        }
        if (all)
            return true;
    }
    return false;
}

/* The difference of each corner's powers to two balls; 0 where they are equal up to rounding. Returns
 * the lesser of -min and max over the corners: 0 if the plane does not cut the simplex. */
static double differences(const lw_ball_union *u, const lw_simplex *s, uint32_t one, uint32_t other,
                          double out[4])
{
    const lw_ball *balls[2] = {&u->balls[one], &u->balls[other]};
    double low = 0;
    double high = 0;
    for (int k = 0; k < 4; k++) {
        double size = 0;
        double power[2];
        for (int i = 0; i < 2; i++) {
            power[i] = power_of(u, s->corner[k], balls[i]);
            size += norm2(sub(s->corner[k], lw_ball_center(balls[i])));
        }
        out[k] = power[0] - power[1];
        if (fabs(out[k]) <= EQUAL_POWERS * size)
            out[k] = 0;
        low = lesser(low, out[k]);
        high = greater(high, out[k]);
    }
    return lesser(-low, high);
}

/* Chooses, among the planes between two balls that are nearest to corners, the one that cuts the
 * simplex most evenly. out: the corners' differences of powers. False: no plane cuts it. */
static bool choose_plane(const lw_ball_union *u, const lw_simplex *s, const uint32_t nearest[4],
                         double out[4])
{
    double most = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < a; b++) {
            double side[4];
            if (nearest[a] == nearest[b])
                continue;
            double cut = differences(u, s, nearest[a], nearest[b], side);
            if (!(cut > most))
                continue;
            most = cut;
            for (int k = 0; k < 4; k++)
                out[k] = side[k];
        }
    return most > 0;
}

static size_t add_simplex(lw_simplex *out, vec3 a, vec3 b, vec3 c, vec3 d)
{
    *out = (lw_simplex){{a, b, c, d}};
    return 1;
}

size_t lw_prism_simplices(lw_simplex *out, const vec3 a[3], const vec3 b[3])
{
    size_t count = add_simplex(out, a[0], a[1], a[2], b[2]);
    count += add_simplex(out + count, a[0], a[1], b[1], b[2]);
    return count + add_simplex(out + count, a[0], b[0], b[1], b[2]);
}

/* The point in which the plane cuts the edge between two corners. */
static vec3 between(const lw_simplex *s, const double side[4], int from, int to)
{
    double share = side[from] / (side[from] - side[to]);
    share = greater(0, lesser(share, 1));
    return add_scaled(s->corner[from], share, sub(s->corner[to], s->corner[from]));
}

/* Cuts a simplex into pieces on both sides of a plane. Corners with side > 0 are above the plane.
 * Returns the number of pieces. */
static size_t cut(const lw_simplex *s, const double side[4], lw_simplex out[6])
{
    int order[4]; /* corners that are not above the plane come first */
    int below = 0;
    int above = 0;
    for (int k = 0; k < 4; k++)
        if (!(side[k] > 0))
            order[below++] = k;
    for (int k = 0; k < 4; k++)
        if (side[k] > 0)
            order[below + above++] = k;
    vec3 corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] = s->corner[order[k]];
    if (below == 2) {
        vec3 ac = between(s, side, order[0], order[2]);
        vec3 ad = between(s, side, order[0], order[3]);
        vec3 bc = between(s, side, order[1], order[2]);
        vec3 bd = between(s, side, order[1], order[3]);
        /* both prisms divide the face between them along the diagonal from ac to bd */
        size_t count =
            lw_prism_simplices(out, (vec3[]){corner[0], ac, ad}, (vec3[]){corner[1], bc, bd});
        return count + lw_prism_simplices(out + count, (vec3[]){corner[2], ac, bc},
                                          (vec3[]){corner[3], ad, bd});
    }
    /* one corner is alone on its side */
    int alone = below == 1 ? 0 : 3;
    vec3 cuts[3];
    vec3 rest[3];
    for (int k = 0; k < 3; k++) {
        int other = alone ? k : k + 1;
        cuts[k] = between(s, side, order[alone], order[other]);
        rest[k] = corner[other];
    }
    size_t count = add_simplex(out, corner[alone], cuts[0], cuts[1], cuts[2]);
    return count + lw_prism_simplices(out + count, cuts, rest);
}

static bool is_inside(lw_ball_union *u, const lw_simplex *s, int depth)
{
    uint32_t nearest[4];
    double least[4];
    double side[4];
    lw_simplex pieces[6];
    u->loss = u->off + CUT_LOSS * depth * u->size;
    if (one_contains(u, s, nearest, least))
        return true;
    u->open = s->corner[0];
    if (u->tries == 0 || depth == DEPTH)
        return false;
    u->tries--;
    for (int k = 0; k < 4; k++)
        if (least[k] > 0) {
            u->open = s->corner[k];
            return false;
        }
    if (!choose_plane(u, s, nearest, side))
        return false;
    size_t count = cut(s, side, pieces);
    for (size_t i = 0; i < count; i++)
        if (!is_inside(u, &pieces[i], depth + 1))
            return false;
    return true;
}

bool lw_ball_union_holds(lw_ball_union *u, const lw_simplex *s)
{
    return is_inside(u, s, 0);
}
