/* Boxes that contain a motion, for each body and each of many short intervals of time. */
#include "gate/way_boxes.h"

#include "base/error.h"
#include "math/rounding.h"
#include "motion/forward_kinematics.h"

#include <stdlib.h>

/* About so many intervals; each piece of the motion has one at least. */
enum { INTERVALS = 256 };

/* Boxes are grown by so much, as shares of a distance and of coordinates: more than rounding. */
static const double DISTANCE_GROWTH = 0x1p-30;
static const double SIZE_GROWTH = 0x1p-44;

static const lw_world_box EMPTY = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

/* The number of intervals of a piece. */
static size_t intervals_of(const lw_motion *motion, size_t piece)
{
    const lw_motion_piece *of = &motion->pieces.items[piece];
    const double length = motion->end - motion->begin;
    const double share = length > 0 ? (of->end - of->begin) / length : 0;
    return (size_t)(share * INTERVALS) + 1;
}

static lw_status take_memory(const lw_motion *motion, lw_way_boxes *out, lw_error *error)
{
    size_t count = 0;
    for (size_t i = 0; i < motion->pieces.count; i++)
        count += intervals_of(motion, i);
    out->body_count = motion->scene->frozen->moving_count;
    out->leaf_count = 1;
    while (out->leaf_count < count)
        out->leaf_count *= 2;
    out->times = calloc(count + 1, sizeof *out->times);
    out->boxes = calloc(2 * out->leaf_count * out->body_count + 1, sizeof *out->boxes);
    return out->times && out->boxes ? LW_OK : lw_fail_memory(error);
}

static lw_world_box *tree_of(const lw_way_boxes *boxes, uint32_t body)
{
    return boxes->boxes + 2 * boxes->leaf_count * body;
}

/* The box of a body in the interval of a sample. */
static lw_world_box box_of(const lw_kinematics *kinematics, uint32_t body)
{
    const lw_body *own = &kinematics->frozen->moving[body];
    const vec3 center = kinematics->centers[body];
    lw_travel travel;
    lw_travel_of(kinematics, body, -1, &travel);
    const double radius = own->geometry->radius + 2 * kinematics->error[body] + travel.displacement;
    const double all = radius + DISTANCE_GROWTH * radius + SIZE_GROWTH * norm(center);
    const vec3 half = v3(all, all, all);
    return (lw_world_box){sub(center, half), add(center, half)};
}

/* Adds the intervals of a piece. */
static void add_piece(const lw_motion *motion, lw_kinematics *kinematics, size_t piece,
                      lw_way_boxes *out)
{
    const lw_motion_piece *of = &motion->pieces.items[piece];
    const size_t count = intervals_of(motion, piece);
    for (size_t i = 0; i < count; i++) {
        const double begin = of->begin + (of->end - of->begin) * (double)i / (double)count;
        const double end = i + 1 < count
                               ? of->begin + (of->end - of->begin) * (double)(i + 1) / (double)count
                               : of->end;
        const double middle = begin + (end - begin) / 2;
        lw_kinematics_sample(kinematics, motion, piece, middle, greater(middle - begin, end - middle));
        for (uint32_t body = 0; body < out->body_count; body++)
            tree_of(out, body)[out->leaf_count + out->interval_count] = box_of(kinematics, body);
        out->times[out->interval_count++] = begin;
        out->times[out->interval_count] = end;
    }
}

/* Fills the nodes above the intervals. */
static void fill_tree(const lw_way_boxes *boxes, uint32_t body)
{
    lw_world_box *tree = tree_of(boxes, body);
    for (size_t i = boxes->interval_count; i < boxes->leaf_count; i++)
        tree[boxes->leaf_count + i] = EMPTY;
    for (size_t i = boxes->leaf_count; i-- > 1;)
        tree[i] = (lw_world_box){min3(tree[2 * i].low, tree[2 * i + 1].low),
                                 max3(tree[2 * i].high, tree[2 * i + 1].high)};
}

lw_status lw_way_boxes_make(const lw_motion *motion, lw_way_boxes *out, lw_error *error)
{
    lw_arena arena = {0};
    lw_kinematics kinematics;
    lw_way_boxes_free(out);
    lw_status status = take_memory(motion, out, error);
    if (!status)
        status = lw_kinematics_create(&arena, motion->scene, &kinematics, error);
    for (size_t i = 0; i < motion->pieces.count && !status; i++)
        add_piece(motion, &kinematics, i, out);
    for (uint32_t body = 0; body < out->body_count && !status; body++)
        fill_tree(out, body);
    lw_arena_free(&arena);
    if (status)
        lw_way_boxes_free(out);
    return status;
}

void lw_way_boxes_free(lw_way_boxes *boxes)
{
    free(boxes->times);
    free(boxes->boxes);
    *boxes = (lw_way_boxes){.body_count = 0};
}

/* A search in the tree of one body. */
typedef struct meeting {
    const lw_way_boxes *boxes;
    const lw_world_box *tree;
    lw_world_box grown;
    double now;
    lw_way_part *out;
    size_t room, count;
} meeting;

/* Adds the intervals below a node whose boxes meet the grown box. */
static void add_below(meeting *m, size_t node)
{
    if (m->count > m->room || !lw_boxes_meet(&m->tree[node], &m->grown))
        return;
    if (node < m->boxes->leaf_count) {
        add_below(m, 2 * node);
        add_below(m, 2 * node + 1);
        return;
    }
    const size_t interval = node - m->boxes->leaf_count;
    const double *times = m->boxes->times + interval;
    if (times[1] <= m->now && interval + 1 < m->boxes->interval_count)
        return;
    if (m->count < m->room)
        m->out[m->count] = (lw_way_part){greater(times[0], m->now), times[1]};
    m->count++;
}

size_t lw_way_boxes_meet(const lw_way_boxes *boxes, uint32_t body, const lw_world_box *box,
                         double distance, double now, lw_way_part *out, size_t room)
{
    const double all = distance + DISTANCE_GROWTH * distance +
                       SIZE_GROWTH * (norm(abs3(box->low)) + norm(abs3(box->high)));
    const vec3 half = v3(all, all, all);
    meeting m = {.boxes = boxes,
                 .tree = tree_of(boxes, body),
                 .grown = {sub(box->low, half), add(box->high, half)},
                 .now = now,
                 .out = out,
                 .room = room};
    add_below(&m, 1);
    return m.count;
}
