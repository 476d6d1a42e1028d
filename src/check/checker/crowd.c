/* The obstacles near one body: those whose boxes come near one of the balls that cover it, each ball
 * grown by the body's displacement in the sample's interval, by the distance, padding and rounding
 * errors. Rounded squares and sums are monotonic, so that a box that contains others is at least as
 * near as each of them: the result depends on each obstacle alone, not on the tree. */
#include "check/checker/crowd.h"

#include "body/cover.h"
#include "check/checker/doubt.h"
#include "check/checker/prove.h"
#include "math/rounding.h"
#include "scene/obstacles.h"

/* As in check/checker/broad_phase.c: rounding here decides nothing. */
static const double LIMIT_GROWTH = 0x1p-30;
static const double SIZE_GROWTH = 0x1p-44;

/* docs/decisions/obstacles.md, "More than 512 near obstacles become one item, a crowd" */
enum {
    LEVELS = 64,
    MOST_BALLS = 64, /* if there are more, the ball around all is taken */
    FEW = 16,        /* no more obstacles than this are always visited */
    MANY = 512,      /* if more are near, the interval is divided */
    MOST_GAIN = 2    /* also if more are near than so many times those near at the sample */
};

/* A ball of the body at the sample. */
typedef struct near_ball {
    vec3 center;
    double size;   /* distance of the centre from the world's origin */
    double reach;  /* an obstacle with an exact pose must be nearer than this to count */
    double square; /* square of a limit that holds for every obstacle */
    double still;  /* the reach without the body's travel */
} near_ball;

typedef struct seeking {
    const lw_obstacles *obstacles;
    const uint8_t *reasons; /* lw_pair_reason of the body's pair with each obstacle */
    near_ball balls[MOST_BALLS];
    uint32_t ball_count;
    uint32_t *found;
    size_t count, most;
    size_t *still; /* number of those found that are near without travel; NULL: not counted */
} seeking;

/* The distance from a ball's centre up to which an obstacle counts as near. size: the largest
 * coordinate of its box. */
static double limit_of(const near_ball *ball, double error, double size)
{
    double limit = ball->reach + 2 * error;
    return limit + LIMIT_GROWTH * limit + SIZE_GROWTH * (ball->size + size);
}

static double size_of(const lw_world_box *box)
{
    return max_component(max3(abs3(box->low), abs3(box->high)));
}

/* The balls that come near a box, of those given as bits; as bits too. */
static uint64_t near_box(const seeking *s, const lw_world_box *box, uint64_t balls)
{
    uint64_t near = 0;
    for (uint64_t rest = balls; rest; rest &= rest - 1) {
        const near_ball *ball = &s->balls[__builtin_ctzll(rest)];
        if (!(lw_box_square(box, ball->center) > ball->square))
            near |= rest & -rest;
    }
    return near;
}

/* Whether a ball that does not travel comes as near to an obstacle as its exact pose allows. */
static bool is_near_still(const seeking *s, const lw_obstacle *own, uint64_t balls)
{
    for (; balls; balls &= balls - 1) {
        const near_ball *ball = &s->balls[__builtin_ctzll(balls)];
        if (!(lw_box_square(&own->box, ball->center) > ball->still * ball->still))
            return true;
    }
    return false;
}

/* Lists an obstacle that comes near one of some balls. */
static void test_obstacle(seeking *s, uint32_t index, uint64_t balls)
{
    const lw_obstacle *own = lw_obstacle_at(s->obstacles, index);
    if (s->reasons[index] != LW_PAIR_CHECKED)
        return;
    double size = size_of(&own->box);
    for (uint64_t rest = balls; rest; rest &= rest - 1) {
        const near_ball *ball = &s->balls[__builtin_ctzll(rest)];
        double limit = limit_of(ball, own->error, size);
        if (lw_box_square(&own->box, ball->center) > limit * limit)
            continue;
        s->found[s->count++] = index;
        if (s->still)
            *s->still += is_near_still(s, own, balls);
        return;
    }
}

static lw_world_box box_of_item(const lw_box_leaf *leaf, uint32_t i)
{
    return (lw_world_box){v3(leaf->low[0][i], leaf->low[1][i], leaf->low[2][i]),
                          v3(leaf->high[0][i], leaf->high[1][i], leaf->high[2][i])};
}

static void test_leaf(seeking *s, const lw_box_leaf *leaf, uint64_t balls)
{
    for (uint32_t i = 0; i < leaf->count && s->count <= s->most; i++) {
        const lw_world_box box = box_of_item(leaf, i);
        uint64_t near = near_box(s, &box, balls);
        if (near && !lw_obstacles_has_moved(s->obstacles, leaf->items[i]))
            test_obstacle(s, leaf->items[i], near);
    }
}

/* Some balls at a node of the tree. */
typedef struct seeking_at {
    int32_t node;
    uint64_t balls;
} seeking_at;

static void test_tree(seeking *s, uint64_t balls)
{
    const lw_box_tree *tree = s->obstacles->tree;
    for (uint32_t i = 0; !tree->node_count && i < tree->leaf_count; i++)
        test_leaf(s, &tree->leaves[i], balls);
    seeking_at waiting[LEVELS];
    int count = 0;
    if (tree->node_count)
        waiting[count++] = (seeking_at){0, balls};
    while (count && s->count <= s->most) {
        seeking_at at = waiting[--count];
        const lw_box_node *node = &tree->nodes[at.node];
        const lw_world_box box = {v3(node->low[0], node->low[1], node->low[2]),
                                  v3(node->high[0], node->high[1], node->high[2])};
        at.balls = near_box(s, &box, at.balls);
        if (at.balls && node->child < 0) {
            test_leaf(s, &tree->leaves[-1 - node->child], at.balls);
        } else if (at.balls) {
            waiting[count++] = (seeking_at){node->child + 1, at.balls};
            waiting[count++] = (seeking_at){node->child, at.balls};
        }
    }
}

/* Begins a search with the balls of a body at the sample, and returns them as bits. The array of balls
 * is not cleared before, as it is long and few of its entries are set. */
static uint64_t seek_near(lw_checker *checker, uint32_t body, double distance, double travel,
                          seeking *s)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_body *own = &frozen->moving[body];
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_cover *cover = own->cover;
    pose at = lw_body_pose(kinematics, (int32_t)body);
    double required = distance + own->padding + 2 * kinematics->error[body] +
                      lw_doubt_of_body(checker, body) + lw_doubt_of_obstacles(checker);
    s->obstacles = &frozen->obstacles;
    s->reasons = frozen->pairs.reasons + body * frozen->body_count + frozen->moving_count;
    s->found = checker->broad_phase.obstacles;
    s->count = 0;
    s->ball_count = cover->count <= MOST_BALLS ? cover->count : 1;
    for (uint32_t i = 0; i < s->ball_count; i++) {
        const lw_ball *ball = cover->count <= MOST_BALLS ? &cover->balls[i] : &cover->around;
        vec3 center = transform(at, lw_ball_center(ball));
        double still = required + (double)ball->radius;
        double reach = still + travel;
        near_ball near = {center, norm(center), reach, 0, still};
        double limit = limit_of(&near, s->obstacles->error, s->obstacles->size);
        near.square = limit * limit;
        s->balls[i] = near;
    }
    return s->ball_count < MOST_BALLS ? ((uint64_t)1 << s->ball_count) - 1 : UINT64_MAX;
}

size_t lw_crowd_list(lw_checker *checker, uint32_t body, double distance, double travel, size_t most,
                     size_t *still)
{
    seeking s;
    if (still)
        *still = 0;
    uint64_t balls = seek_near(checker, body, distance, travel, &s);
    s.most = most;
    s.still = still;
    test_tree(&s, balls);
    for (size_t i = 0; i < s.obstacles->moved_count && s.count <= s.most; i++)
        test_obstacle(&s, s.obstacles->moved[i], balls);
    return s.count;
}

bool lw_crowd_visit(lw_checker *checker, uint32_t body, double distance, bool divides,
                    lw_pair_visit visit, void *context)
{
    const lw_frozen *frozen = checker->frozen;
    double travel = 0;
    if (checker->kinematics.half > 0 || checker->kinematics.coordinates.slackens)
        travel = lw_checker_travel_of(checker, body, (uint32_t)frozen->body_count)->displacement;
    size_t still;
    size_t count = lw_crowd_list(checker, body, distance, travel, divides ? MANY : SIZE_MAX, &still);
    if (divides && count > FEW && (count > MANY || count > MOST_GAIN * still))
        return false;
    uint32_t *found = checker->broad_phase.obstacles;
    lw_box_items_sort(found, count);
    for (size_t i = 0; i < count; i++)
        if (!visit(context, lw_pair_id_of(body, (uint32_t)frozen->moving_count + found[i])))
            break;
    return true;
}

/* ---- the nearest one ---------------------------------------------------------------------------- */

/* A node is searched up to so much beyond the least distance, as a share of the sizes, so that rounding
 * decides nothing. */
static const double SLACK = 0x1p-40;

/* A search for the nearest box. */
typedef struct nearest {
    const seeking *balls;
    double slack;
    double least;
    uint32_t obstacle;
} nearest;

/* The distance of a box from the nearest ball. Apart from rounding, a box within another one has no
 * smaller distance. */
static double distance_of(const nearest *n, const lw_world_box *box)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < n->balls->ball_count; i++) {
        const near_ball *ball = &n->balls->balls[i];
        double square = lw_box_square(box, ball->center);
        double most = least + ball->reach;
        if (most > 0 && square < most * most)
            least = sqrt(square) - ball->reach;
    }
    return least;
}

static void take_nearer(nearest *n, uint32_t index)
{
    double distance = distance_of(n, &lw_obstacle_at(n->balls->obstacles, index)->box);
    if (n->balls->reasons[index] != LW_PAIR_CHECKED || distance > n->least ||
        (distance == n->least && n->obstacle < index))
        return;
    n->least = distance;
    n->obstacle = index;
}

static void take_leaf(nearest *n, const lw_box_leaf *leaf)
{
    for (uint32_t i = 0; i < leaf->count; i++)
        if (!lw_obstacles_has_moved(n->balls->obstacles, leaf->items[i]))
            take_nearer(n, leaf->items[i]);
}

/* A node, and its distance. */
typedef struct nearest_at {
    int32_t node;
    double distance;
} nearest_at;

static nearest_at come_to(const nearest *n, int32_t node)
{
    const lw_box_node *at = &n->balls->obstacles->tree->nodes[node];
    const lw_world_box box = {v3(at->low[0], at->low[1], at->low[2]),
                              v3(at->high[0], at->high[1], at->high[2])};
    return (nearest_at){node, distance_of(n, &box)};
}

/* Depth first, the nearer of two children first: branch and bound. */
static void search_tree(nearest *n)
{
    const lw_box_tree *tree = n->balls->obstacles->tree;
    for (uint32_t i = 0; !tree->node_count && i < tree->leaf_count; i++)
        take_leaf(n, &tree->leaves[i]);
    nearest_at waiting[LEVELS];
    int count = 0;
    if (tree->node_count)
        waiting[count++] = (nearest_at){0, -HUGE_VAL};
    while (count) {
        nearest_at at = waiting[--count];
        if (at.distance > n->least + n->slack)
            continue;
        int32_t child = tree->nodes[at.node].child;
        if (child < 0) {
            take_leaf(n, &tree->leaves[-1 - child]);
            continue;
        }
        nearest_at one = come_to(n, child);
        nearest_at other = come_to(n, child + 1);
        bool swaps = one.distance < other.distance;
        waiting[count++] = swaps ? other : one;
        waiting[count++] = swaps ? one : other;
    }
}

uint32_t lw_crowd_nearest(lw_checker *checker, uint32_t body)
{
    seeking s;
    seek_near(checker, body, 0, 0, &s);
    double size = s.obstacles->size;
    for (uint32_t i = 0; i < s.ball_count; i++)
        size = greater(size, s.balls[i].size + s.balls[i].reach);
    nearest n = {&s, SLACK * size, HUGE_VAL, LW_ALL_OBSTACLES};
    search_tree(&n);
    for (size_t i = 0; i < s.obstacles->moved_count; i++)
        take_nearer(&n, s.obstacles->moved[i]);
    return n.obstacle;
}

bool lw_space_visit_group(lw_time_search *search, lw_item item, bool divides, lw_item_visit visit,
                          void *context)
{
    lw_checker *checker = search->context;
    double distance = checker->frozen->pairs.largest_margin;
    return lw_crowd_visit(checker, lw_pair_first(item), distance, divides, visit, context);
}
