/* The penetration depth of two bodies, between two bounds. A translation separates two bodies only if
 * it separates each part of the one from each part of the other. So the depth of two convex pieces is a
 * lower bound of the bodies' depth; and a translation that separates the hulls separates the bodies,
 * which is an upper bound.
 *
 * Costs, for bodies that are not convex, up to some thousand pairs of boxes and of elements, and mostly
 * a few distances: just after a contact, a translation by little more than the lower bound separates
 * the bodies. Only if the bracket stays open are hulls and inner balls tried, at some tens of
 * distances. */
#include "body/depth.h"

#include "body/box.h"
#include "body/convex_solids.h"
#include "body/inner_ball.h"
#include "body/points.h"
#include "body/query.h"
#include "body/support_value.h"
#include "distance/expansion.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "math/unit.h"

enum {
    STACK = 2 * 64 + 2,   /* pairs of boxes that may wait, as in query.c */
    MOST_MEASURED = 1024, /* pairs of elements that are measured at most: bodies deep inside each other
                             have very many */
    MOST_PIECES = 256,    /* pairs of solids and parts that are measured at most */
    PLACES = 4,           /* contacts that are kept: inner balls are sought behind them */
    STEPS_BEHIND = 4      /* points that are tried behind each contact */
};

/* The least translation that is tried, relative to the size of the bodies. A bracket is good enough if
 * it is narrower than near_enough times the size, or share_enough times its upper bound. */
static const double least_way = 1e-11;
static const double near_enough = 1e-6;
static const double share_enough = 0.02;

typedef struct visit {
    uint32_t a, b;
} visit;

typedef struct place {
    vec3 point;
    vec3 inwards; /* a direction into both bodies, of any length */
} place;

typedef struct search {
    lw_posed_geometries pair;
    double grown, size;
    lw_depth best;    /* lower: by the pieces so far; upper: by the translations so far */
    vec3 piece;       /* the normal of the two pieces that gave best.lower */
    lw_depth deepest; /* depth of the elements that overlap the deepest; lower is negative as long as
                         none touch */
    int place_count;
    place places[PLACES];
} search;

/* ---- pieces ----------------------------------------------------------------------------------- */

/* The depth of two convex pieces at poses in the first body's frame, the first one grown. */
static void depth_of(const search *s, const lw_convex shapes[2], const pose at[2], lw_depth *out)
{
    pose between = relative(at[0], at[1]);
    lw_convex first = shapes[0];
    first.radius += s->grown;
    *out = (lw_depth){0};
    if (!lw_meter_take(s->pair.work, LW_WORK_DEPTH))
        return;
    lw_convex_depth(&first, &shapes[1], &between, out);
    out->normal = rotate(at[0].rotation, out->normal);
    for (int k = 0; k < 2; k++)
        out->points[k] = transform(at[0], out->points[k]);
}

/* The rounding error of composed poses, for points of the size of the bodies. */
static double rounding_of(const search *s)
{
    return LW_COMPOSED_ROUNDING * s->size;
}

static void raise_lower(search *s, double lower, vec3 normal)
{
    lower -= rounding_of(s);
    if (lower > s->best.lower) {
        s->best.lower = lower;
        s->piece = normal;
    }
}

static vec3 outward_of(const lw_geometry *geometry, uint32_t element, vec3 towards_b)
{
    if (element >= geometry->triangle_count)
        return towards_b;
    const vec3 *corner = geometry->triangles[element];
    vec3 n = lw_unit(cross(sub(corner[1], corner[0]), sub(corner[2], corner[0])));
    return norm2(n) > 0 ? n : towards_b;
}

/* Keeps the place of a contact, in a ring. Each contact is deeper than the one before. */
static void keep_place(search *s, visit elements, const lw_depth *found)
{
    place *at = &s->places[s->place_count++ % PLACES];
    const pose *b = &s->pair.at[1];
    vec3 first = outward_of(s->pair.body[0], elements.a, found->normal);
    vec3 second = outward_of(s->pair.body[1], elements.b, neg(rotate_back(b->rotation, found->normal)));
    at->point = scale(0.5, add(found->points[0], found->points[1]));
    at->inwards = neg(add(first, rotate(b->rotation, second)));
}

/* How far two elements overlap along a direction. Their depth is no more than that. */
static double overlap(const search *s, visit elements, vec3 normal)
{
    const pose *b = &s->pair.at[1];
    vec3 inside = rotate_back(b->rotation, neg(normal));
    return lw_element_support_value(s->pair.body[0], elements.a, normal) +
           lw_element_support_value(s->pair.body[1], elements.b, inside) - dot(normal, b->position) +
           s->grown;
}

/* Whether two shapes meet, or are apart by rounding alone. */
static bool touch(const search *s, const lw_depth *found)
{
    return found->upper > 0 ||
           dot(sub(found->points[1], found->points[0]), found->normal) <= rounding_of(s);
}

static void measure_elements(search *s, visit elements)
{
    lw_element_room room[2];
    lw_convex shapes[2];
    pose at[2];
    lw_depth found;
    /* early exit: neighbours of the deepest elements often overlap no more than these, along the same
     * direction */
    if (s->deepest.lower > 0 && overlap(s, elements, s->deepest.normal) <= s->deepest.lower)
        return;
    lw_geometry_element(s->pair.body[0], elements.a, &room[0], &shapes[0], &at[0]);
    lw_geometry_element(s->pair.body[1], elements.b, &room[1], &shapes[1], &at[1]);
    at[1] = compose(s->pair.at[1], at[1]);
    depth_of(s, shapes, at, &found);
    if (!touch(s, &found) || !(found.lower > s->deepest.lower))
        return;
    s->deepest = found;
    keep_place(s, elements, &found);
    raise_lower(s, found.lower, found.normal);
}

/* Finds the elements that overlap the deepest. */
static void search_elements(search *s)
{
    const lw_geometry *a = s->pair.body[0];
    const lw_geometry *b = s->pair.body[1];
    lw_box_frames frames;
    lw_box_frames_set(&frames, &s->pair.at[1]);
    visit stack[STACK];
    stack[0] = (visit){0, 0};
    uint32_t waiting = 1;
    uint32_t measured = 0;
    while (waiting > 0 && measured < MOST_MEASURED && lw_meter_take(s->pair.work, 1)) {
        visit here = stack[--waiting];
        lw_node room[2];
        const lw_node *na = lw_node_at(a, here.a, &room[0]);
        const lw_node *nb = lw_node_at(b, here.b, &room[1]);
        if (lw_box_gap_square(&frames, na, nb) > s->grown * s->grown)
            continue;
        if (na->child < 0 && nb->child < 0) {
            measured++;
            measure_elements(s, (visit){na->element, nb->element});
        } else if (nb->child < 0 || (na->child >= 0 && lw_node_size(na) >= lw_node_size(nb))) {
            stack[waiting++] = (visit){(uint32_t)na->child, here.b};
            stack[waiting++] = (visit){(uint32_t)na->child + 1, here.b};
        } else {
            stack[waiting++] = (visit){here.a, (uint32_t)nb->child};
            stack[waiting++] = (visit){here.a, (uint32_t)nb->child + 1};
        }
    }
}

/* A convex piece of a body other than a triangle: a convex solid, a part, or the ball about a point of
 * a cloud. The solids come first. */
typedef struct piece {
    lw_convex shape;
    pose at;
    double slack;
} piece;

static uint32_t piece_count(const lw_geometry *body)
{
    return body->convex_solid_count + body->part_count + body->point_count;
}

static piece piece_of(const search *s, int which, uint32_t index)
{
    const lw_geometry *body = s->pair.body[which];
    const pose *at = &s->pair.at[which];
    if (index < body->convex_solid_count)
        return (piece){body->convex_solids[index].hull, *at, body->convex_solids[index].slack};
    lw_element_room none; /* pieces are parts and balls: nothing points into it */
    lw_convex shape;
    pose in_body;
    lw_geometry_element(body, body->triangle_count + index - body->convex_solid_count, &none, &shape,
                        &in_body);
    return (piece){shape, compose(*at, in_body), 0};
}

/* Raises best.lower to the largest depth of a pair of pieces of which at least one is a solid. Parts
 * and points are elements, so pairs of these have been measured. */
static void search_pieces(search *s)
{
    uint32_t measured = 0;
    for (uint32_t i = 0; i < piece_count(s->pair.body[0]); i++)
        for (uint32_t k = 0; k < piece_count(s->pair.body[1]) && measured < MOST_PIECES &&
                             lw_meter_take(s->pair.work, 1);
             k++) {
            bool parts =
                i >= s->pair.body[0]->convex_solid_count && k >= s->pair.body[1]->convex_solid_count;
            if (parts)
                continue;
            measured++;
            piece one = piece_of(s, 0, i);
            piece other = piece_of(s, 1, k);
            lw_depth found;
            depth_of(s, (const lw_convex[]){one.shape, other.shape}, (const pose[]){one.at, other.at},
                     &found);
            raise_lower(s, found.lower - one.slack - other.slack, found.normal);
        }
}

/* ---- translations that separate the bodies ---------------------------------------------------- */

static bool is_apart(const search *s, vec3 way)
{
    lw_query query = {.b_in_a = s->pair.at[1], .work = s->pair.work};
    lw_meter_take(query.work, LW_WORK_INSIDE);
    query.b_in_a.position = add(query.b_in_a.position, way);
    double enough = s->grown + rounding_of(s);
    query.enough = enough * LW_UP_BY(64) + 1e-12 * s->size;
    query.touch = s->grown;
    lw_bracket found;
    uint32_t pair[2];
    lw_geometry_distance(s->pair.body[0], s->pair.body[1], &query, NULL, &found, pair);
    vec3 inside;
    return found.lower > enough &&
           !lw_geometry_contained(s->pair.body[0], s->pair.body[1], query.b_in_a, &inside);
}

static void take_way(search *s, double way, vec3 normal)
{
    s->best.upper = way;
    s->best.normal = normal;
}

static bool is_good(const search *s)
{
    double open = s->best.upper - s->best.lower;
    return open <= near_enough * s->size || open <= share_enough * s->best.upper;
}

/* Tries longer and longer translations along a direction, `most` of them or fewer; then halves the way
 * between the last two. */
static void try_direction(search *s, vec3 normal, int most)
{
    double tried = s->best.lower;
    double way = s->best.lower + least_way * s->size;
    for (int i = 0; i < most && way < s->best.upper; i++) {
        if (is_apart(s, scale(way, normal))) {
            take_way(s, way, normal);
            break;
        }
        tried = way;
        if (i == 0)
            way = s->best.lower * (1 + 0.5 * share_enough) + 16 * least_way * s->size;
        else
            way *= way < near_enough * s->size ? 16 : 2;
    }
    for (int i = 0; i < 5 && s->best.upper == way && !is_good(s); i++) {
        double middle = 0.5 * (tried + s->best.upper);
        if (!is_apart(s, scale(middle, normal))) {
            tried = middle;
            continue;
        }
        take_way(s, middle, normal);
        way = middle;
    }
}

/* ---- hulls ------------------------------------------------------------------------------------ */

static double box_support_value(const lw_node *node, vec3 along)
{
    return dot(along, node->center) + dot(abs3(along), node->half);
}

/* The point of a body that is farthest along a unit direction, in its frame. */
static vec3 support_of(const lw_geometry *body, vec3 along)
{
    uint32_t stack[64 + 2];
    uint32_t waiting = 0;
    uint32_t here = 0;
    double value = -HUGE_VAL;
    uint32_t best = 0;
    for (;;) {
        lw_node room;
        uint32_t which = best;
        const lw_node *node = lw_node_at(body, here, &room);
        if (lw_is_group(body, here)) {
            double reach = lw_group_support_value(body, here, along, &which);
            best = reach > value ? which : best;
            value = greater(value, reach);
        } else if (node->child >= 0) {
            uint32_t child = (uint32_t)node->child;
            double first = box_support_value(lw_node_at(body, child, &room), along);
            double second = box_support_value(lw_node_at(body, child + 1, &room), along);
            here = first >= second ? child : child + 1;
            if (lesser(first, second) > value)
                stack[waiting++] = first >= second ? child + 1 : child;
            if (greater(first, second) > value)
                continue;
        } else {
            double reach = lw_element_support_value(body, node->element, along);
            best = reach > value ? node->element : best;
            value = greater(value, reach);
        }
        if (waiting == 0)
            return add_scaled(lw_element_support(body, best, along), lw_element_radius(body, best),
                              along);
        here = stack[--waiting];
    }
}

/* The support point of body k along a unit direction, in the first body's frame. */
static vec3 support_in_pair(const search *s, int k, vec3 along)
{
    const pose *at = &s->pair.at[k];
    return transform(*at, support_of(s->pair.body[k], rotate_back(at->rotation, along)));
}

/* The Minkowski support of the two bodies, against a direction. */
static void hull_support(const void *context, vec3 direction, lw_minkowski_point *out)
{
    const search *s = context;
    vec3 along = lw_unit(direction);
    lw_meter_take(s->pair.work, 2 * LW_WORK_SLAB);
    out->vertex[0] = out->vertex[1] = 0;
    out->point[0] = add_scaled(support_in_pair(s, 0, along), s->grown, along);
    out->point[1] = support_in_pair(s, 1, neg(along));
    out->w = sub(out->point[1], out->point[0]);
}

/* Tries the translation by which the bodies overlap along a direction, rounding included. */
static void try_overlap(search *s, vec3 normal)
{
    lw_minkowski_point found;
    hull_support(s, normal, &found);
    double way = greater(-dot(normal, found.w) + rounding_of(s), 0);
    if (way < s->best.upper)
        take_way(s, way, normal);
}

/* A nearly shortest translation that separates the hulls: from the origin to the boundary of their
 * Minkowski difference, by the expanding polytope. */
static void search_hulls(search *s)
{
    lw_expansion x; /* large: not zeroed */
    if (lw_meter_is_over(s->pair.work))
        return;
    const lw_difference difference = {.support = hull_support, .context = s, .size = s->size};
    if (lw_expansion_begin(&x, &difference, NULL, v3(0, 0, 0))) {
        lw_expansion_run(&x, LW_EXPANSION_FEW, 1e-3);
        if (x.depth < s->best.upper && !lw_meter_is_over(s->pair.work))
            lw_expansion_run(&x, LW_EXPANSION_MOST, 1e-3);
    }
    try_overlap(s, neg(x.direction));
}

/* ---- inner balls ------------------------------------------------------------------------------ */

/* Seeks a point inside both bodies behind a place of their surfaces, at ever smaller distances from it.
 */
static void search_behind(search *s, const place *at)
{
    double length = norm(at->inwards);
    if (!(length > 1e-6))
        return;
    double off = 0.03 * s->size;
    for (int i = 0; i < STEPS_BEHIND && lw_meter_take(s->pair.work, 2 * LW_WORK_INSIDE); i++) {
        double sum = lw_inner_balls(&s->pair, add_scaled(at->point, off / length, at->inwards));
        off *= 0.1;
        if (sum > 0) {
            raise_lower(s, sum + s->grown, s->piece);
            return;
        }
    }
}

/* Seeks points behind some triangles of body k, which may lie inside the other body. */
static void search_inside(search *s, int k)
{
    const lw_geometry *body = s->pair.body[k];
    const pose *at = &s->pair.at[k];
    for (uint32_t i = 0; i < PLACES && body->triangle_count > 0; i++) {
        uint32_t t = (uint32_t)((uint64_t)i * body->triangle_count / PLACES);
        const vec3 *corner = body->triangles[t];
        vec3 middle = scale(1.0 / 3, add(corner[0], add(corner[1], corner[2])));
        vec3 inwards = neg(outward_of(body, t, v3(0, 0, 0)));
        const place there = {transform(*at, middle), rotate(at->rotation, inwards)};
        search_behind(s, &there);
    }
}

static void search_balls(search *s)
{
    for (int i = 0; i < s->place_count && i < PLACES; i++)
        search_behind(s, &s->places[i]);
    if (s->place_count > 0)
        return;
    for (int k = 0; k < 2; k++)
        search_inside(s, k);
    for (int k = 0; k < 2; k++)
        for (uint32_t i = s->pair.body[k]->convex_solid_count, n = 0;
             i < piece_count(s->pair.body[k]) && n < PLACES; i++, n++) {
            vec3 at = piece_of(s, k, i).at.position;
            raise_lower(s, lw_inner_balls(&s->pair, at) + s->grown, s->piece);
        }
}

/* ---- all together ----------------------------------------------------------------------------- */

/* Moves the points, which were found with all growth given to the first body, so that each body has its
 * own growth. */
static void share_growth(double of_second, vec3 normal, vec3 points[2])
{
    for (int k = 0; k < 2; k++)
        points[k] = add_scaled(points[k], -of_second, normal);
}

static bool find_convex(search *s, double of_second, lw_depth *out)
{
    lw_convex shapes[2];
    pose at[2];
    double slack[2];
    for (int k = 0; k < 2; k++) {
        if (!lw_geometry_as_convex(s->pair.body[k], &shapes[k], &at[k], &slack[k]))
            return false;
        at[k] = compose(s->pair.at[k], at[k]);
    }
    depth_of(s, shapes, at, out);
    if (!touch(s, out))
        *out = (lw_depth){0};
    out->lower = greater(out->lower - slack[0] - slack[1] - rounding_of(s), 0);
    share_growth(of_second, out->normal, out->points);
    return true;
}

/* Sets the points that belong to the translation. */
static void set_points(search *s, double of_second)
{
    const lw_depth *deepest = &s->deepest;
    if (deepest->lower >= 0 && norm2(sub(s->best.normal, deepest->normal)) < 1e-24) {
        s->best.points[0] = deepest->points[0];
        s->best.points[1] = deepest->points[1];
    } else {
        lw_minkowski_point found;
        hull_support(s, s->best.normal, &found);
        s->best.points[0] = found.point[0];
        s->best.points[1] = found.point[1];
    }
    share_growth(of_second, s->best.normal, s->best.points);
}

static void search_all(search *s)
{
    bool met = s->deepest.lower >= 0;
    /* mostly the bodies have only just met: a short translation then separates them */
    if (met)
        try_direction(s, s->deepest.normal, 6);
    if (s->best.upper < HUGE_VAL && is_good(s))
        return;
    search_pieces(s);
    if (norm2(s->piece) > 0)
        try_overlap(s, s->piece);
    search_hulls(s);
    if (!is_good(s) && met)
        try_direction(s, s->deepest.normal, 20);
    if (!is_good(s))
        search_balls(s);
}

void lw_geometry_depth(const lw_geometry *a, const lw_geometry *b, const lw_depth_query *query,
                       lw_depth *out)
{
    *out = (lw_depth){0};
    if (a->node_count == 0 || b->node_count == 0)
        return;
    search s = {.pair = {{a, b}, {pose_identity(), query->b_in_a}, query->work},
                .grown = query->grown[0] + query->grown[1],
                .size = a->extent + b->extent + norm(query->b_in_a.position) + query->grown[0] +
                        query->grown[1],
                .best = {.lower = query->known, .upper = HUGE_VAL},
                .deepest = {.lower = -1}};
    if (find_convex(&s, query->grown[1], out))
        return;
    search_elements(&s);
    if (s.deepest.lower < 0 && !(query->known > 0))
        return;
    search_all(&s);
    set_points(&s, query->grown[1]);
    *out = s.best;
    out->lower = lesser(out->lower, out->upper);
}
