/* Tests of pairs of bodies that balls are too coarse for: by their bounding hulls
 * (body/bounding_hulls.c), and where these overlap by their slices (body/slices.h). A part of
 * lanes/kernel/kernel.h, which includes this file.
 *
 * A direction is fixed in the frame of the pair's last common joint; where the bodies turn little, it
 * separates them at several poses. While the vertices of two hulls go along chords, their gap along it
 * is a minimum of linear functions of time, so it is no less than the smaller gap at the two ends of
 * the chords. If the gap is more than required at two poses, the pair is clear between them. The
 * directions come from the distance at one pose, in doubles; any other would be sound as well. */
#ifndef LW_LANES_KERNEL_HULLS_H
#define LW_LANES_KERNEL_HULLS_H

#include "distance/distance.h"
#include "lanes/block.h"
#include "lanes/kernel/notes.h"
#include "math/pose.h"
#include "shape/support.h"

enum {
    MOST_DIRECTIONS = 3, /* the most directions that are tried for two hulls */
    MOST_HULLS = 16,     /* a body with more hulls is not tried */
    MOST_HULL_PAIRS = 64 /* two bodies with more pairs of hulls are not tried */
};

/* Normals are shorter than this, with room for its rounding. */
#define MOST_OF_NORMAL (1 + 0x1p-16F)

/* One of two bodies, in the frame in which both are seen. */
typedef struct hull_side {
    lw_lane_frame turn; /* the body's pose; place_hulls sets its position */
    const lw_lane_hull *hulls;
    uint32_t count;
    lw_lane_vec normal;              /* the last direction, in the body's frame */
    lw_lane_vec centers[MOST_HULLS]; /* centres of the balls around the hulls, seen from the first
                                        body's origin */
} hull_side;

typedef struct hull_test {
    hull_side side[2];
    lw_lane_vec apart; /* from the first body's origin to the second's */
    float required;
    lw_floats offset; /* how far apart the origins are along the last direction */
    vec3 direction;   /* the last direction, from the first side to the second */
    noted_hulls notes;
} hull_test;

/* Vector by vector: gcc copies the struct as a whole by `rep movs`, which takes long to begin. */
LW_INLINED void copy_frame(const lw_lane_frame *from, lw_lane_frame *to)
{
    to->x = from->x;
    to->y = from->y;
    to->z = from->z;
    to->position = from->position;
}

/* The coordinates of a vector in a frame. */
LW_INLINED void into_frame(const lw_lane_frame *frame, const lw_lane_vec *v, lw_lane_vec *out)
{
    lw_lane_vec in = {v->x * frame->x.x + v->y * frame->x.y + v->z * frame->x.z,
                      v->x * frame->y.x + v->y * frame->y.y + v->z * frame->y.z,
                      v->x * frame->z.x + v->y * frame->z.y + v->z * frame->z.z};
    *out = in;
}

LW_INLINED void reach_of_point(const float p[3], const lw_lane_vec *n, lw_floats *out)
{
    *out = n->x * ALL(p[0]) + n->y * ALL(p[1]) + n->z * ALL(p[2]);
}

/* The support value of a hull's vertices along a vector: a maximum of the even ones and one of the odd
 * ones, because in a single maximum each step waits for the one before. */
LW_INLINED void reach_of_points(const lw_lane_hull *hull, const lw_lane_vec *n, lw_floats *out)
{
    lw_floats even;
    lw_floats reach;
    reach_of_point(hull->points[0], n, &even);
    lw_floats odd = even;
    uint32_t i = 1;
    for (; i + 1 < hull->point_count; i += 2) {
        reach_of_point(hull->points[i], n, &reach);
        odd = GREATER(odd, reach);
        reach_of_point(hull->points[i + 1], n, &reach);
        even = GREATER(even, reach);
    }
    if (i < hull->point_count) {
        reach_of_point(hull->points[i], n, &reach);
        odd = GREATER(odd, reach);
    }
    *out = GREATER(even, odd);
}

/* The support value of a hull along the normal of its side, or against it. */
static void hull_support_value(const hull_side *side, const lw_lane_hull *hull, bool against,
                               lw_floats *out)
{
    lw_lane_vec n = side->normal;
    if (against)
        n = (lw_lane_vec){-n.x, -n.y, -n.z};
    lw_floats value = {0};
    if (hull->point_count) {
        reach_of_points(hull, &n, &value);
    } else {
        const lw_part *part = hull->part;
        for (int i = 0; i < LW_LANES; i++) {
            vec3 own = lw_in_lane(&n, i);
            vec3 inner = rotate_back(part->at.rotation, own);
            value[i] = (float)(dot(own, part->at.position) +
                               dot(inner, lw_support(&part->shape, inner, NULL)));
        }
    }
    *out = value + ALL(hull->radius * MOST_OF_NORMAL);
}

/* The intervals on which the last direction separates two hulls by more than required. first, second:
 * their support values along it and against it. */
LW_INLINED unsigned separated_by(const hull_test *t, const lw_floats *first, const lw_floats *second)
{
    lw_floats gap = t->offset - *first - *second;
    lw_ints far = COMPARE_ALL(gap, >, t->required * MOST_OF_NORMAL);
    unsigned poses = bits_of(&far);
    return poses & poses >> 1;
}

static unsigned separated(const hull_test *t, uint32_t i, uint32_t j)
{
    lw_floats first;
    lw_floats second;
    hull_support_value(&t->side[0], &t->side[0].hulls[i], false, &first);
    hull_support_value(&t->side[1], &t->side[1].hulls[j], true, &second);
    return separated_by(t, &first, &second);
}

/* Sets the last direction to 0, which separates nothing. */
LW_INLINED void forget_direction(hull_test *t)
{
    const lw_lane_vec none = {{0}, {0}, {0}};
    t->side[0].normal = t->side[1].normal = none;
    t->offset = none.x;
    t->direction = v3(0, 0, 0);
}

/* Takes a direction, from the first body to the second in the frame in which both are seen. */
LW_INLINED void set_direction(hull_test *t, vec3 normal)
{
    t->direction = normal;
    const lw_floats zero = {0};
    lw_lane_vec n = {zero + ALL((float)normal.x), zero + ALL((float)normal.y),
                     zero + ALL((float)normal.z)};
    into_frame(&t->side[0].turn, &n, &t->side[0].normal);
    into_frame(&t->side[1].turn, &n, &t->side[1].normal);
    t->offset = n.x * t->apart.x + n.y * t->apart.y + n.z * t->apart.z;
}

/* The middle pose of the first run of some intervals. */
LW_INLINED int middle_of_run(unsigned intervals)
{
    int first = __builtin_ctz(intervals);
    int last = first + __builtin_ctz(~(intervals >> first));
    return (first + last) / 2;
}

/* Takes the direction of the shortest distance between two hulls at a pose. False where the distance is
 * not proven to be more than required. */
static bool take_direction(hull_test *t, uint32_t i, uint32_t j, int lane)
{
    const lw_part *part[2] = {t->side[0].hulls[i].part, t->side[1].hulls[j].part};
    mat3 turn[2] = {lw_rotation_in_lane(&t->side[0].turn, lane),
                    lw_rotation_in_lane(&t->side[1].turn, lane)};
    vec3 apart = lw_in_lane(&t->apart, lane);
    pose first = {mul(turn[0], part[0]->at.rotation), rotate(turn[0], part[0]->at.position)};
    pose second = {mul(turn[1], part[1]->at.rotation),
                   add(apart, rotate(turn[1], part[1]->at.position))};
    pose b_in_a = relative(first, second);
    lw_bracket found;
    lw_convex_distance(&part[0]->shape, &part[1]->shape, &b_in_a, NULL, &found);
    if (!(found.lower > (double)t->required))
        return false;
    set_direction(t, rotate(first.rotation, found.normal));
    return true;
}

/* The intervals of `open` on which two hulls are not separated, by the last direction and some new
 * ones. */
static unsigned open_of_two(hull_test *t, uint32_t i, uint32_t j, unsigned open)
{
    unsigned by_last = open & separated(t, i, j);
    note_direction(&t->notes, i, j, by_last, t->direction);
    open &= ~by_last;
    for (int k = 0; k < MOST_DIRECTIONS && open; k++) {
        if (!take_direction(t, i, j, middle_of_run(open)))
            return open;
        unsigned left = open & ~separated(t, i, j);
        if (left == open)
            return open;
        note_direction(&t->notes, i, j, open & ~left, t->direction);
        open = left;
    }
    return open;
}

/* Places the centres of the balls around the hulls of a side. origin: of the body. */
static void place_hulls(hull_side *side, const lw_lane_vec *origin)
{
    side->turn.position = *origin;
    for (uint32_t i = 0; i < side->count; i++)
        place_center(&side->turn, &side->hulls[i].around, &side->centers[i]);
}

/* The intervals of `todo` on which the balls around two hulls are not proven clear. */
static unsigned open_of_around(const hull_test *t, uint32_t i, uint32_t j, unsigned todo)
{
    const lw_lane_vec *a = &t->side[0].centers[i];
    const lw_lane_vec *b = &t->side[1].centers[j];
    lw_lane_vec d = {b->x - a->x, b->y - a->y, b->z - a->z};
    float radii = t->side[0].hulls[i].around.radius + t->side[1].hulls[j].around.radius;
    return todo & ~clear_of_origin(&d, t->required + radii);
}

/* Notes the intervals on which the balls around all hulls, which are the same for each hull of a body,
 * are clear: with the direction to the point of a chord that is nearest to the origin. */
static void note_around(hull_test *t, unsigned todo)
{
    const lw_lane_vec *a = &t->side[0].centers[0];
    const lw_lane_vec *b = &t->side[1].centers[0];
    const lw_lane_vec d = {b->x - a->x, b->y - a->y, b->z - a->z};
    for (unsigned clear = todo & ~open_of_around(t, 0, 0, todo); clear; clear &= clear - 1) {
        int k = __builtin_ctz(clear);
        note_direction(&t->notes, LW_EVERY_HULL, LW_EVERY_HULL, 1U << k,
                       nearest_of_chord(lw_in_lane(&d, k), lw_in_lane(&d, k + 1)));
    }
}

static unsigned open_of_hulls(hull_test *t, unsigned todo)
{
    uint32_t first = t->side[0].count;
    uint32_t second = t->side[1].count;
    if (!first || !second || first > MOST_HULLS || second > MOST_HULLS ||
        first * second > MOST_HULL_PAIRS)
        return todo;
    const lw_floats zero = {0};
    const lw_lane_vec origin = {zero, zero, zero};
    place_hulls(&t->side[0], &origin);
    place_hulls(&t->side[1], &t->apart);
    if (t->notes.to)
        note_around(t, todo);
    unsigned open = 0;
    for (uint32_t i = 0; i < first; i++)
        for (uint32_t j = 0; j < second && open != todo; j++) {
            unsigned near = open_of_around(t, i, j, todo & ~open);
            if (near)
                open |= open_of_two(t, i, j, near);
        }
    return open;
}

#include "lanes/kernel/slice_notes.h"

/* The pose of a body's own frame. */
static void place_body(const lw_block *block, const lw_lane_body *body, lw_lane_frame *out)
{
    const lw_lane_frame *frame = lw_frame_of(block, body->joint);
    if (body->has_local)
        compose_with(frame, &body->local, out);
    else
        copy_frame(frame, out);
}

static void set_side(const lw_lane_body *body, const lw_lane_frame *placed, const lw_lane_frame *common,
                     hull_side *side)
{
    side->hulls = body->hulls;
    side->count = body->hull_count;
    if (!common) {
        copy_frame(placed, &side->turn);
        return;
    }
    into_frame(common, &placed->x, &side->turn.x);
    into_frame(common, &placed->y, &side->turn.y);
    into_frame(common, &placed->z, &side->turn.z);
}

static void take_slices(const lw_lane_body *body, hull_side *side)
{
    if (!body->slice_count)
        return;
    side->hulls = body->slices;
    side->count = body->slice_count;
}

/* The intervals of `todo` on which neither the hulls of a pair nor their slices are separated. */
static unsigned open_of_pair_hulls(lw_block *block, const two_bodies *two, unsigned todo)
{
    const lw_lane_frame *common = two->common < 0 ? NULL : lw_frame_of(block, two->common);
    lw_lane_frame a;
    lw_lane_frame b;
    place_body(block, two->a, &a);
    place_body(block, two->b, &b);
    hull_test t;
    t.required = two->required;
    forget_direction(&t);
    t.notes = begin_notes(block, two->pair, two->a, todo);
    set_side(two->a, &a, common, &t.side[0]);
    set_side(two->b, &b, common, &t.side[1]);
    t.apart = (lw_lane_vec){b.position.x - a.position.x, b.position.y - a.position.y,
                            b.position.z - a.position.z};
    if (common)
        into_frame(common, &t.apart, &t.apart);
    unsigned open = open_of_hulls(&t, todo);
    end_notes(&t.notes, todo & ~open);
    if (!open || (!two->a->slice_count && !two->b->slice_count))
        return open;
    take_slices(two->a, &t.side[0]);
    take_slices(two->b, &t.side[1]);
    unsigned left = open_of_hulls(&t, open);
    if (block->notes && left != open)
        note_slices(block, &t, open & ~left);
    return left;
}

#endif
