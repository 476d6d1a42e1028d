/* The smallest distances of a motion beside very many obstacles.
 *
 * At a sample the pair with the nearest obstacle is proven first: it lowers the target, and the other
 * obstacles need to be proven only on the part of the interval that it proves. Of these, most are left
 * out because the body cannot travel to them in that part. The rest are split into groups, and one slab
 * (Hong) between the body and the box about a group proves all of it. A group that it does not prove is
 * split, down to single obstacles.
 *
 * Whether an obstacle is near depends on it alone, and a group is split by its obstacles' places, not
 * by the tree: equal scenes have the same answers, however they were built. */
#include "check/ask/crowd_clearance.h"

#include "check/checker/contact.h"
#include "check/checker/crowd.h"
#include "check/checker/prove.h"
#include "check/method/methods.h"
#include "math/rounding.h"
#include "scene/obstacles.h"

/* docs/decisions/obstacles.md, "A clearance beside a crowd is proven for groups of obstacles" */
enum {
    MANY_OBSTACLES = 256, /* with no more obstacles, each is an item */
    MOST = 64,            /* if more obstacles are near, the part of the interval is halved; */
    MOST_GAIN = 2,        /* not if more than MOST / MOST_GAIN would be near without travel */
    MOST_HALVES = 8,      /* the part is halved at most so often */
    LEVELS = 64,
    DIRECTIONS = 2
};

/* A group's slab is good enough if it proves so much of the part before the sample, and after it. */
static const double ENOUGH = 0.5;

/* A body and its obstacles at a sample. */
typedef struct proving {
    lw_time_search *search;
    lw_checker *checker;
    uint32_t body;
    lw_pair pair;                /* with the nearest obstacle; only members that suit all are used */
    lw_pair_bound bound;         /* of the body and a group's box */
    vec3 directions[DIRECTIONS]; /* directions that separated groups, the last one first; zero: none */
    lw_proven_part part;         /* proven so far */
    bool open;                   /* a single obstacle was not proven on all of the part */
    bool settled;                /* the smallest distance is 0 */
} proving;

/* ---- single obstacles --------------------------------------------------------------------------- */

static bool is_empty(const proving *p)
{
    return !(p->part.from < p->part.to) && p->checker->kinematics.half > 0;
}

/* Cuts the part to the part that is proven for one obstacle. */
static void prove_one(proving *p, uint32_t obstacle)
{
    lw_time_search *search = p->search;
    double middle = p->checker->kinematics.time;
    lw_item item = lw_pair_id_of(p->body, (uint32_t)p->checker->frozen->moving_count + obstacle);
    const lw_smallest *smallest = search->bound->smallest(search, item);
    double margin = lw_space_margin(search, item);
    if (lw_smallest_is_settled(smallest, margin))
        return;
    lw_proven_part part = {middle, middle, middle, HUGE_VAL};
    if (lw_space_slabs.prove(search, item, p->part.from, p->part.to, &part) == LW_BOUND_PROVEN)
        return;
    p->open = true;
    p->part.from = greater(p->part.from, part.from);
    p->part.to = lesser(p->part.to, part.to);
    p->settled = smallest->upper <= 0;
}

/* ---- groups ------------------------------------------------------------------------------------- */

/* A group of obstacles: a part of the list of those found near. */
typedef struct group {
    uint32_t *items;
    size_t count;
} group;

/* The box about a group; *error: the largest rounding error of its obstacles. */
static lw_world_box box_of(const proving *p, const group *g, double *error)
{
    const lw_obstacles *obstacles = &p->checker->frozen->obstacles;
    lw_world_box box = lw_obstacle_at(obstacles, g->items[0])->box;
    *error = 0;
    for (size_t i = 0; i < g->count; i++) {
        const lw_obstacle *own = lw_obstacle_at(obstacles, g->items[i]);
        box.low = min3(box.low, own->box.low);
        box.high = max3(box.high, own->box.high);
        *error = greater(*error, own->error);
    }
    return box;
}

static lw_node node_of(const proving *p, const lw_world_box *box)
{
    const pose at = lw_body_pose(&p->checker->kinematics, (int32_t)p->body);
    lw_node node = {.center = scale(0.5, add(box->low, box->high)), .child = -1};
    vec3 half = scale(0.5, sub(box->high, box->low));
    double rounding = LW_ROUNDING(64) * (norm(node.center) + norm(half) + norm(at.position));
    node.half = add(half, v3(rounding, rounding, rounding));
    return node;
}

static void keep_direction(proving *p, vec3 normal)
{
    for (int i = DIRECTIONS - 1; i > 0; i--)
        p->directions[i] = p->directions[i - 1];
    p->directions[0] = normal;
}

/* Whether a slab along a direction proves enough of the part for a group: then cuts the part to its
 * proof. */
static bool try_direction(proving *p, const lw_pair_bound *bound, vec3 normal)
{
    double middle = p->checker->kinematics.time;
    lw_share_open before;
    lw_share_open after;
    if (!(norm2(normal) > 0) || !lw_pair_slab(bound, normal, v3(0, 0, 0), &before, &after) ||
        before.open < ENOUGH || after.open < ENOUGH)
        return false;
    lw_pair_bound_part(bound, middle, before.open, after.open, &p->part.from, &p->part.to);
    return true;
}

/* Whether one slab proves a group on the part, or on enough of it. */
static bool prove_group(proving *p, const group *g)
{
    double error;
    const lw_world_box box = box_of(p, g, &error);
    lw_node node = node_of(p, &box);
    lw_part part = {{.core = LW_CORE_BOX, .half = node.half}, {mat3_identity(), node.center}};
    const lw_geometry geometry = {.nodes = &node,
                                  .node_count = 1,
                                  .hulls = &part,
                                  .hull_count = 1,
                                  .center = node.center,
                                  .radius = norm(node.half),
                                  .extent = norm(node.center) + norm(node.half)};
    double middle = p->checker->kinematics.time;
    lw_pair_bound bound = p->bound;
    bound.geometry[1] = &geometry;
    bound.error = lw_body_error(&p->checker->kinematics, (int32_t)p->body) + error;
    bound.before = middle - p->part.from;
    bound.after = p->part.to - middle;
    for (int i = 0; i < DIRECTIONS; i++)
        if (try_direction(p, &bound, p->directions[i]))
            return true;
    lw_box_frames frames;
    vec3 normal;
    lw_box_frames_set(&frames, &bound.b_in_a);
    if (!(lw_box_gap(&frames, &lw_frozen_body(p->checker->frozen, p->body)->geometry->nodes[0], &node,
                     &normal) > 0) ||
        !try_direction(p, &bound, normal))
        return false;
    keep_direction(p, normal);
    return true;
}

static double center_along(const lw_obstacles *obstacles, uint32_t index, int axis)
{
    const lw_world_box *box = &lw_obstacle_at(obstacles, index)->box;
    return component3(box->low, axis) + component3(box->high, axis);
}

/* Splits a group in the middle of its boxes' centres, along the axis on which these are spread widest.
 * If that leaves all on one side, or if there are many levels, splits by the obstacles' indices. */
static group split(const proving *p, group *g, bool by_numbers)
{
    const lw_obstacles *obstacles = &p->checker->frozen->obstacles;
    vec3 low = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    vec3 high = neg(low);
    for (size_t i = 0; i < g->count; i++) {
        const lw_world_box *box = &lw_obstacle_at(obstacles, g->items[i])->box;
        vec3 center = add(box->low, box->high);
        low = min3(low, center);
        high = max3(high, center);
    }
    vec3 wide = sub(high, low);
    int axis = wide.x >= wide.y && wide.x >= wide.z ? 0 : wide.y >= wide.z ? 1 : 2;
    double middle = 0.5 * (component3(low, axis) + component3(high, axis));
    size_t first = 0;
    for (size_t i = 0; i < g->count && !by_numbers; i++)
        if (center_along(obstacles, g->items[i], axis) < middle) {
            uint32_t item = g->items[i];
            g->items[i] = g->items[first];
            g->items[first++] = item;
        }
    if (first == 0 || first == g->count) {
        lw_box_items_sort(g->items, g->count);
        first = g->count / 2;
    }
    group rest = {g->items + first, g->count - first};
    g->count = first;
    return rest;
}

/* Proves the obstacles found, in groups. Each is proven on the part that the groups before it have
 * left. */
static void prove_groups(proving *p, group found)
{
    group waiting[LEVELS];
    size_t count = 0;
    if (found.count)
        waiting[count++] = found;
    while (count && !is_empty(p) && !p->settled) {
        group g = waiting[--count];
        if (g.count == 1) {
            prove_one(p, g.items[0]);
        } else if (!prove_group(p, &g)) {
            group rest = split(p, &g, count > LEVELS / 2);
            waiting[count++] = rest;
            waiting[count++] = g;
        }
    }
}

/* ---- an item ------------------------------------------------------------------------------------ */

/* An upper bound on the body's displacement in the part. */
static double travel_in(const proving *p)
{
    const lw_kinematics *kinematics = &p->checker->kinematics;
    double middle = kinematics->time;
    if (kinematics->half == 0)
        return 0;
    const lw_travel *travel =
        lw_checker_travel_of(p->checker, p->body, (uint32_t)p->checker->frozen->body_count);
    vec3 center = lw_body_center(kinematics, (int32_t)p->body);
    double radius =
        lw_frozen_body(p->checker->frozen, p->body)->geometry->radius + 4 * kinematics->error[p->body];
    double speed = norm(add(travel->twist.linear, cross(travel->twist.angular, center))) +
                   norm(travel->twist.angular) * radius + travel->speed_error;
    double half = greater(middle - p->part.from, p->part.to - middle);
    double within = (half * speed + 0.5 * half * half * travel->curvature) * LW_UPWARD;
    return lesser(travel->displacement, within);
}

/* Makes the part half as long. */
static void halve(proving *p)
{
    double middle = p->checker->kinematics.time;
    p->part.from = 0.5 * (p->part.from + middle);
    p->part.to = 0.5 * (p->part.to + middle);
}

/* Lists the obstacles that are to be proven on the part. Halves the part while they are too many,
 * unless more than MOST / MOST_GAIN are near without travel, at the sample. */
static group find(proving *p, double target)
{
    lw_checker *checker = p->checker;
    uint32_t *found = checker->broad_phase.obstacles;
    for (int i = 0; i < MOST_HALVES; i++) {
        size_t count = lw_crowd_list(checker, p->body, target, travel_in(p), MOST, NULL);
        if (count <= MOST)
            return (group){found, count};
        if (lw_crowd_list(checker, p->body, target, 0, MOST / MOST_GAIN, NULL) > MOST / MOST_GAIN)
            break;
        halve(p);
    }
    return (group){found, lw_crowd_list(checker, p->body, target, travel_in(p), SIZE_MAX, NULL)};
}

/* Begins the proof with the nearest obstacle. False where there is none. */
static bool begin(proving *p, double from, double to)
{
    lw_checker *checker = p->checker;
    uint32_t nearest = lw_crowd_nearest(checker, p->body);
    if (nearest == LW_ALL_OBSTACLES)
        return false;
    lw_pair_id id = lw_pair_id_of(p->body, (uint32_t)checker->frozen->moving_count + nearest);
    p->pair = lw_frozen_pair(checker->frozen, id);
    p->part.from = from;
    p->part.to = to;
    prove_one(p, nearest);
    const lw_pair_state *state = lw_checker_state(checker, &p->pair);
    const pose at = lw_body_pose(&checker->kinematics, (int32_t)p->body);
    p->directions[0] = p->directions[1] = v3(0, 0, 0);
    if (state->separated)
        p->directions[0] = rotate_back(at.rotation, state->separating);
    return true;
}

static lw_bound_result prove_crowd(lw_time_search *search, lw_item item, double from, double to,
                                   lw_proven_part *part)
{
    lw_checker *checker = search->context;
    proving p = {.search = search, .checker = checker, .body = lw_pair_first(item), .part = *part};
    if (!begin(&p, from, to))
        return LW_BOUND_PROVEN;
    const lw_smallest *smallest = search->bound->smallest(search, item);
    checker->target = smallest->target;
    lw_checker_bound_box(checker, &p.pair, from, to, &p.bound);
    if (!is_empty(&p) && !p.settled)
        prove_groups(&p, find(&p, smallest->target));
    /* a single time is a part that cannot become shorter */
    bool whole = !p.settled && !p.open && p.part.from <= from && p.part.to >= to;
    *part = p.part;
    part->closes = part->to;
    return whole ? LW_BOUND_PROVEN : LW_BOUND_OPEN;
}

static lw_bound_result prove(lw_time_search *search, lw_item item, double from, double to,
                             lw_proven_part *part)
{
    return lw_pair_is_crowd(item) ? prove_crowd(search, item, from, to, part)
                                  : lw_space_slabs.prove(search, item, from, to, part);
}

/* An item on an interval that is not divided any more. */
typedef struct settling {
    lw_time_search *search;
    double from, to;
    bool proven;
} settling;

static bool settle_one(void *context, lw_pair_id id)
{
    settling *s = context;
    double contact;
    s->proven = lw_space_settle(s->search, id, s->from, s->to, &contact) == LW_BOUND_PROVEN;
    return s->proven;
}

static lw_bound_result settle(lw_time_search *search, lw_item item, double from, double to,
                              double *contact)
{
    if (!lw_pair_is_crowd(item))
        return lw_space_settle(search, item, from, to, contact);
    settling s = {search, from, to, true};
    double target = lw_time_search_target(search, item);
    lw_crowd_visit(search->context, lw_pair_first(item), target, false, settle_one, &s);
    return s.proven ? LW_BOUND_PROVEN : LW_BOUND_OPEN;
}

static void visit(lw_time_search *search, lw_item_visit visit_item, void *context)
{
    lw_checker *checker = search->context;
    lw_checker_visit_crowds(checker, checker->smallest[0].target, visit_item, context);
}

static double margin_of(const lw_time_search *search, lw_item item)
{
    const lw_checker *checker = search->context;
    return lw_pair_is_crowd(item) ? checker->frozen->pairs.least_margin[0]
                                  : lw_space_margin(search, item);
}

bool lw_crowd_clearance_suits(const lw_checker *checker)
{
    return lw_method_takes_shortcuts(checker->options->method) && !checker->near.count &&
           checker->frozen->obstacles.count > MANY_OBSTACLES;
}

const lw_time_bound lw_space_slabs_of_crowds = {.sample = lw_space_sample,
                                                .visit = visit,
                                                .prove = prove,
                                                .settle = settle,
                                                .travel = lw_space_travel,
                                                .margin = margin_of,
                                                .smallest = lw_space_smallest,
                                                .trims = true};
