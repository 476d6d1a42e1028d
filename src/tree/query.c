/* Distance of two trees, depth first (Larsen, Gottschalk, Lin and Manocha 1999, with boxes in place of
 * swept spheres): of two boxes the larger is split, the nearer child visited first, and what lies
 * farther than the best pair so far is left out. The lower end of the bracket is the smallest gap that
 * was left out or lower end that was met. */
#include "tree/query.h"

#include "tree/box.h"

/* Pairs that wait: each step down leaves at most one behind, and both trees have at most 64 levels. */
enum { STACK = 2 * 64 + 2 };

typedef struct visit {
    uint32_t a, b;
    double square; /* of the gap */
} visit;

typedef struct search {
    lw_pairing placed;
    const lw_query *query;
    double limit_square; /* what has a larger gap is left out */
    double left_out;     /* smallest square of a gap left out */
    double lower;        /* smallest lower end met */
    lw_query_memory *memory;
    uint32_t *pair;
    lw_bracket *out; /* of the closest pair */
} search;

lw_box_frames lw_box_frames_make(pose b_in_a)
{
    mat3 r = b_in_a.rotation;
    /* grown so that the small errors of the axes are covered where one of them should be zero */
    vec3 grow = v3(0x1p-48, 0x1p-48, 0x1p-48);
    mat3 absolute = {add(abs3(r.x), grow), add(abs3(r.y), grow), add(abs3(r.z), grow)};
    return (lw_box_frames){r, absolute, b_in_a.position};
}

static vec3 gap_vector(vec3 t, vec3 half, vec3 reach)
{
    vec3 g = max3(sub(sub(abs3(t), half), reach), v3(0, 0, 0));
    return v3(t.x < 0 ? -g.x : g.x, t.y < 0 ? -g.y : g.y, t.z < 0 ? -g.z : g.z);
}

double lw_box_gap(const lw_box_frames *frames, const lw_node *a, const lw_node *b, vec3 *normal)
{
    vec3 t = sub(add(rotate(frames->rotation, b->center), frames->position), a->center);
    vec3 in_a = gap_vector(t, a->half, rotate(frames->absolute, b->half));
    vec3 in_b =
        gap_vector(rotate_back(frames->rotation, t), b->half, rotate_back(frames->absolute, a->half));
    double square_a = norm2(in_a);
    double square_b = norm2(in_b);
    double square = fmax(square_a, square_b);
    if (!(square > 0))
        return 0;
    double gap = sqrt(square);
    *normal = scale(1 / gap, square_a >= square_b ? in_a : rotate(frames->rotation, in_b));
    return gap * LW_GAP_SHRINK;
}

/* How far a placed point can lie from where it should. Placing: three products and three sums a
 * coordinate, of numbers up to the body's extent and the pose's position: 12 u and 7 u of them, as a
 * vector. Composing two poses and going back through the first one's transpose, which is its inverse
 * only as nearly as its axes are perpendicular, costs a few dozen u of everything. */
lw_pairing lw_pairing_make(const lw_geometry *a, const lw_geometry *b, pose b_in_a)
{
    double far = norm(b_in_a.position);
    return (lw_pairing){.a = a,
                        .b = b,
                        .b_in_a = b_in_a,
                        .frames = lw_box_frames_make(b_in_a),
                        .placing = 0x1p-49 * (b->extent + far),
                        .composing = 0x1p-46 * (a->extent + b->extent + far)};
}

static void triangles(const lw_pairing *p, uint32_t i, uint32_t j, lw_bracket *found)
{
    vec3 placed[3];
    for (int k = 0; k < 3; k++)
        placed[k] = transform(p->b_in_a, p->b->triangles[j][k]);
    lw_triangle_triangle((const vec3 *)p->a->triangles[i], placed, found);
    found->lower -= p->placing;
}

static void shapes(const lw_pairing *p, uint32_t i, uint32_t j, double enough, double touch,
                   lw_memory *memory, lw_bracket *found)
{
    lw_convex shape[2];
    pose at[2];
    lw_geometry_element(p->a, i, &shape[0], &at[0]);
    lw_geometry_element(p->b, j, &shape[1], &at[1]);
    at[1] = j < p->b->triangle_count ? p->b_in_a : compose(p->b_in_a, at[1]);
    pose between = relative(at[0], at[1]);
    lw_convex_distance_until(&shape[0], &shape[1], between, enough, touch, memory, found);
    found->lower -= p->composing;
    found->points[0] = transform(at[0], found->points[0]);
    found->points[1] = transform(at[0], found->points[1]);
    found->normal = rotate(at[0].rotation, found->normal);
}

void lw_element_distance(const lw_pairing *pairing, uint32_t i, uint32_t j, double enough, double touch,
                         lw_memory *memory, lw_bracket *out)
{
    if (i < pairing->a->triangle_count && j < pairing->b->triangle_count)
        triangles(pairing, i, j, out);
    else
        shapes(pairing, i, j, enough, touch, memory, out);
    if (!(out->lower > 0)) {
        out->lower = 0;
        out->normal = v3(0, 0, 0);
    }
}

static void set_limit(search *s)
{
    double limit = fmin(s->out->upper * (1 - s->query->relative), s->query->enough);
    s->limit_square = limit * limit;
}

/* Two elements. */
static void meet(search *s, uint32_t i, uint32_t j, lw_memory *memory)
{
    lw_bracket found;
    /* once it is farther than this it plays no part any more */
    double enough = fmin(s->out->upper, s->query->enough);
    lw_element_distance(&s->placed, i, j, enough, s->query->touch, memory, &found);
    s->lower = fmin(s->lower, found.lower);
    if (found.upper < s->out->upper) {
        *s->out = found;
        s->pair[0] = i;
        s->pair[1] = j;
        set_limit(s);
    }
}

static void leave_out(search *s, double square)
{
    s->left_out = square < s->left_out ? square : s->left_out;
}

/* Which of two boxes to split: the larger one that can be. */
static bool splits_a(const lw_node *a, const lw_node *b)
{
    return b->child < 0 || (a->child >= 0 && lw_node_size(a) >= lw_node_size(b));
}

static bool touches(const search *s)
{
    return s->out->upper <= s->query->touch;
}

static bool is_known(const search *s, uint32_t i, uint32_t j)
{
    const lw_query_memory *m = s->memory;
    return m && m->known && m->element[0] == i && m->element[1] == j;
}

/* From a pair of boxes on. The stack holds what waits. */
static void descend(search *s, double square)
{
    visit stack[STACK];
    uint32_t waiting = 0;
    visit here = {0, 0, square};
    for (;;) {
        if (here.square >= s->limit_square || touches(s)) {
            leave_out(s, here.square);
            if (waiting == 0)
                return;
            here = stack[--waiting];
            continue;
        }
        const lw_node *a = &s->placed.a->nodes[here.a];
        const lw_node *b = &s->placed.b->nodes[here.b];
        if (a->child < 0 && b->child < 0) {
            if (!is_known(s, a->element, b->element))
                meet(s, a->element, b->element, NULL);
            if (waiting == 0)
                return;
            here = stack[--waiting];
            continue;
        }
        visit first = here;
        visit second = here;
        if (splits_a(a, b)) {
            first.a = (uint32_t)a->child;
            second.a = first.a + 1;
        } else {
            first.b = (uint32_t)b->child;
            second.b = first.b + 1;
        }
        first.square = lw_box_gap_square(&s->placed.frames, &s->placed.a->nodes[first.a],
                                         &s->placed.b->nodes[first.b]);
        second.square = lw_box_gap_square(&s->placed.frames, &s->placed.a->nodes[second.a],
                                          &s->placed.b->nodes[second.b]);
        bool swap = second.square < first.square;
        here = swap ? second : first;
        stack[waiting++] = swap ? first : second;
    }
}

/* Some point of an element, in its body's frame. */
static vec3 some_point(const lw_geometry *geometry, uint32_t element)
{
    return element < geometry->triangle_count ? geometry->triangles[element][0] : geometry->seeds[0];
}

/* Any two points, where the bodies are too far apart for a look at their elements. */
static void any_points(search *s)
{
    lw_bracket *out = s->out;
    out->points[0] = some_point(s->placed.a, 0);
    out->points[1] = transform(s->query->b_in_a, some_point(s->placed.b, 0));
    out->upper = norm(sub(out->points[1], out->points[0])) * (1 + 0x1p-50);
    s->pair[0] = 0;
    s->pair[1] = 0;
    lw_box_gap(&s->placed.frames, &s->placed.a->nodes[0], &s->placed.b->nodes[0], &out->normal);
}

static void remember(search *s)
{
    if (!s->memory)
        return;
    s->memory->known = 1;
    s->memory->element[0] = s->pair[0];
    s->memory->element[1] = s->pair[1];
}

void lw_geometry_distance(const lw_geometry *a, const lw_geometry *b, const lw_query *query,
                          lw_query_memory *memory, lw_bracket *out, uint32_t pair[2])
{
    *out = (lw_bracket){.lower = INFINITY, .upper = INFINITY};
    pair[0] = pair[1] = 0;
    if (a->node_count == 0 || b->node_count == 0)
        return;
    search s = {.query = query, .memory = memory, .pair = pair, .out = out};
    s.placed = lw_pairing_make(a, b, query->b_in_a);
    s.left_out = s.lower = INFINITY;
    set_limit(&s);
    bool known = memory && memory->known && memory->element[0] < a->triangle_count + a->piece_count &&
                 memory->element[1] < b->triangle_count + b->piece_count;
    if (known)
        meet(&s, memory->element[0], memory->element[1], &memory->memory);
    descend(&s, lw_box_gap_square(&s.placed.frames, &a->nodes[0], &b->nodes[0]));
    if (isinf(out->upper))
        any_points(&s);
    else
        remember(&s);
    out->lower = fmin(fmin(s.lower, sqrt(s.left_out) * LW_GAP_SHRINK), out->upper);
    if (!(out->lower > 0))
        out->normal = v3(0, 0, 0);
}
