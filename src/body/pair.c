/* A pair of posed bodies: the gap of two of their boxes, the distance of two of their elements. */
#include "body/box.h"
#include "math/rounding.h"
#include "math/unit.h"

/* Elements count as farther apart than a distance only where they are so by this share of it, and by as
 * many times the rounding errors: then their computed distance is more than it, too. */
static const double NEARLY = 0x1p-16;

/* among smaller squares of lengths, products may lose all their digits */
static const double LEAST_SQUARE = 1e-200;

/* The absolute values, grown to cover the small errors of coordinates that should be zero. */
LW_INLINED void set_absolute(const lw_doubles_4 *of, lw_doubles_4 *out)
{
    const double grow = LW_ROUNDING(32);
    const lw_doubles_4 all = {grow, grow, grow, grow};
    const lw_mask_of_4 sign = (lw_mask_of_4)(lw_doubles_4){-0.0, -0.0, -0.0, -0.0};
    *out = (lw_doubles_4)((lw_mask_of_4)*of & ~sign) + all;
}

void lw_box_frames_set(lw_box_frames *frames, const pose *b_in_a)
{
    const mat3 *r = &b_in_a->rotation;
    const vec3 *p = &b_in_a->position;
    frames->column[0] = (lw_doubles_4){r->x.x, r->x.y, r->x.z, 0};
    frames->column[1] = (lw_doubles_4){r->y.x, r->y.y, r->y.z, 0};
    frames->column[2] = (lw_doubles_4){r->z.x, r->z.y, r->z.z, 0};
    frames->row[0] = (lw_doubles_4){r->x.x, r->y.x, r->z.x, 0};
    frames->row[1] = (lw_doubles_4){r->x.y, r->y.y, r->z.y, 0};
    frames->row[2] = (lw_doubles_4){r->x.z, r->y.z, r->z.z, 0};
    for (int i = 0; i < 3; i++) {
        set_absolute(&frames->column[i], &frames->absolute_column[i]);
        set_absolute(&frames->row[i], &frames->absolute_row[i]);
    }
    frames->origin = (lw_doubles_4){p->x, p->y, p->z, 0};
}

static double signed_as(double size, double sign)
{
    return sign < 0 ? -size : size;
}

double lw_box_gap(const lw_box_frames *frames, const lw_node *a, const lw_node *b, vec3 *normal)
{
    box_gaps g;
    find_gaps(frames, a, b, &g);
    double square = greater(g.square_a, g.square_b);
    if (!(square > LW_LEAST_SQUARE))
        return 0;
    double gap = sqrt(square);
    bool by_a = g.square_a >= g.square_b;
    const lw_doubles_4 *size = by_a ? &g.in_a : &g.in_b;
    const lw_doubles_4 *sign = by_a ? &g.center_b : &g.turned;
    double x = signed_as((*size)[0], (*sign)[0]);
    double y = signed_as((*size)[1], (*sign)[1]);
    double z = signed_as((*size)[2], (*sign)[2]);
    lw_doubles_4 direction = {x, y, z, 0};
    if (!by_a)
        product(frames->column, x, y, z, &direction);
    *normal = scale(1 / gap, v3(direction[0], direction[1], direction[2]));
    return gap * LW_GAP_SHRINK;
}

/* Bounds on how far a posed point can lie from its true position. Posing takes three products and three
 * sums a coordinate, of numbers up to the body's extent and the pose's position: 12 u and 7 u of them,
 * as a vector. Composing two poses and going back through the first one's transpose, which is its
 * inverse only as nearly as its axes are perpendicular, costs a few dozen u of everything. */
void lw_pairing_set(lw_pairing *pairing, const lw_geometry *a, const lw_geometry *b, const pose *b_in_a)
{
    double far = norm(b_in_a->position);
    pairing->a = a;
    pairing->b = b;
    pairing->b_in_a = *b_in_a;
    lw_box_frames_set(&pairing->frames, b_in_a);
    pairing->posing_error = LW_TRANSFORM_ROUNDING * (b->extent + far);
    pairing->composing_error = LW_COMPOSED_ROUNDING * (a->extent + b->extent + far);
}

static void triangles(const lw_pairing *p, uint32_t i, uint32_t j, lw_bracket *found)
{
    vec3 posed[3];
    for (int k = 0; k < 3; k++)
        posed[k] = transform(p->b_in_a, p->b->triangles[j][k]);
    lw_triangle_triangle((const vec3 *)p->a->triangles[i], posed, found);
    found->lower -= p->posing_error;
    if (p->a->radii || p->b->radii)
        lw_bracket_grow(found, lw_triangle_radius(p->a, i), lw_triangle_radius(p->b, j));
}

/* Whether the normal of a triangle's face separates it from another triangle by more than `least`. The
 * triangle's own corners count too, as rounding may turn the normal of a needle anywhere. */
static bool face_separates(const vec3 face[3], const vec3 other[3], double least)
{
    const vec3 e = sub(face[1], face[0]);
    const vec3 f = sub(face[2], face[0]);
    const vec3 n = cross(e, f);
    const double square = norm2(n);
    const double own[2] = {dot(n, e), dot(n, f)};
    const double heights[3] = {dot(n, sub(other[0], face[0])), dot(n, sub(other[1], face[0])),
                               dot(n, sub(other[2], face[0]))};
    const double lowest = lesser(heights[0], lesser(heights[1], heights[2]));
    const double highest = greater(heights[0], greater(heights[1], heights[2]));
    const double above = lowest - greater(0, greater(own[0], own[1]));
    const double below = lesser(0, lesser(own[0], own[1])) - highest;
    const double gap = greater(above, below);
    return gap > 0 && square > LEAST_SQUARE && gap * gap > least * least * square;
}

bool lw_elements_apart(const lw_pairing *p, uint32_t i, uint32_t j, double least)
{
    if (i >= p->a->triangle_count || j >= p->b->triangle_count)
        return false;
    if (p->a->radii || p->b->radii)
        least += lw_triangle_radius(p->a, i) + lw_triangle_radius(p->b, j);
    least = greater(least, 0) * (1 + NEARLY) + p->composing_error / NEARLY;
    vec3 posed[3];
    for (int k = 0; k < 3; k++)
        posed[k] = transform(p->b_in_a, p->b->triangles[j][k]);
    const vec3 *own = (const vec3 *)p->a->triangles[i];
    return face_separates(own, posed, least) || face_separates(posed, own, least);
}

static void shapes(const lw_pairing *p, uint32_t i, uint32_t j, double enough, double touch,
                   lw_warm_start *warm, lw_bracket *found)
{
    lw_element_room room[2];
    lw_convex shape[2];
    pose at[2];
    lw_geometry_element(p->a, i, &room[0], &shape[0], &at[0]);
    lw_geometry_element(p->b, j, &room[1], &shape[1], &at[1]);
    at[1] = j < p->b->triangle_count ? p->b_in_a : compose(p->b_in_a, at[1]);
    pose between = relative(at[0], at[1]);
    lw_convex_distance_until(&shape[0], &shape[1], &between, enough, touch, warm, found);
    found->lower -= p->composing_error;
    found->points[0] = transform(at[0], found->points[0]);
    found->points[1] = transform(at[0], found->points[1]);
    found->normal = rotate(at[0].rotation, found->normal);
}

void lw_element_distance(const lw_pairing *pairing, uint32_t i, uint32_t j, double enough, double touch,
                         lw_warm_start *warm, lw_bracket *out)
{
    if (i < pairing->a->triangle_count && j < pairing->b->triangle_count)
        triangles(pairing, i, j, out);
    else
        shapes(pairing, i, j, enough, touch, warm, out);
    if (!(out->lower > 0)) {
        out->lower = 0;
        out->normal = v3(0, 0, 0);
    }
}
