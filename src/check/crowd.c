/* The obstacles near one body: those whose boxes come near one of the balls that cover it, each grown
 * by how far the body travels in the sample's interval, by the distance, padding and rounding errors.
 * Squares and sums grow with what they are made of, so that a box about others is as near as each of
 * them: what is found depends on each obstacle alone, not on the tree. */
#include "check/crowd.h"

#include "check/prove.h"
#include "math/rounding.h"
#include "robot/obstacles.h"
#include "tree/cover.h"

/* As in check/broad_phase.c: rounding here decides nothing. */
static const double LIMIT_GROWTH = 0x1p-30;
static const double SIZE_GROWTH = 0x1p-44;

enum {
    LEVELS = 64,
    MOST_BALLS = 64, /* of more, the ball around them is taken */
    FEW = 16,        /* so many obstacles are visited */
    MANY = 512,      /* of more, the interval is divided */
    MOST_GAIN = 2    /* and of more than so many times those that are near at the sample */
};

/* A ball of the body at the sample. */
typedef struct near_ball {
    vec3 center;
    double reach;  /* how near an obstacle may be whose pose is exact */
    double square; /* of that for any obstacle */
    double still;  /* the reach without the body's travel */
} near_ball;

typedef struct seeking {
    const lw_obstacles *obstacles;
    const uint8_t *reasons; /* the body's with obstacles */
    near_ball balls[MOST_BALLS];
    uint32_t ball_count;
    uint32_t *found;
    size_t count, most;
    size_t still; /* how many of these come near where the body does not travel */
} seeking;

/* How near an obstacle's box may come to a ball's centre. size: the largest coordinate of the box. */
static double limit_of(double reach, vec3 center, double error, double size)
{
    double limit = reach + 2 * error;
    return limit + LIMIT_GROWTH * limit + SIZE_GROWTH * (norm(center) + size);
}

static double size_of(const lw_world_box *box)
{
    return max_component(max3(abs3(box->low), abs3(box->high)));
}

/* Which of some balls come near a box. */
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

/* Lists an obstacle that comes near one of some balls. */
static void test_obstacle(seeking *s, uint32_t index, uint64_t balls)
{
    const lw_obstacle *own = lw_obstacle_at(s->obstacles, index);
    if (s->reasons[index] != LW_PAIR_CHECKED)
        return;
    double size = size_of(&own->box);
    bool near = false;
    bool still = false;
    for (; balls && !still; balls &= balls - 1) {
        const near_ball *ball = &s->balls[__builtin_ctzll(balls)];
        double square = lw_box_square(&own->box, ball->center);
        double limit = limit_of(ball->reach, ball->center, own->error, size);
        near |= !(square > limit * limit);
        still = !(square > ball->still * ball->still);
    }
    if (near)
        s->found[s->count++] = index;
    s->still += still;
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

/* Sets the balls of a body at the sample. Returns them as bits. */
static uint64_t set_balls(lw_checker *checker, uint32_t body, double distance, seeking *s)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_body *own = &frozen->moving[body];
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_cover *cover = own->cover;
    pose at = lw_body_pose(kinematics, (int32_t)body);
    double more = distance + own->padding + 2 * kinematics->error[body];
    double travel = 0;
    if (kinematics->half > 0)
        travel = lw_checker_travel_of(checker, body, (uint32_t)frozen->body_count)->distance;
    s->ball_count = cover->count <= MOST_BALLS ? cover->count : 1;
    for (uint32_t i = 0; i < s->ball_count; i++) {
        const lw_ball *ball = cover->count <= MOST_BALLS ? &cover->balls[i] : &cover->around;
        vec3 center = transform(at, lw_ball_center(ball));
        double still = more + (double)ball->radius;
        double reach = still + travel;
        double limit = limit_of(reach, center, s->obstacles->error, s->obstacles->size);
        s->balls[i] = (near_ball){center, reach, limit * limit, still};
    }
    return s->ball_count < MOST_BALLS ? ((uint64_t)1 << s->ball_count) - 1 : UINT64_MAX;
}

bool lw_crowd_visit(lw_checker *checker, uint32_t body, double distance, bool divides,
                    lw_pair_visit visit, void *context)
{
    const lw_frozen *frozen = checker->frozen;
    seeking s = {.obstacles = &frozen->obstacles, .found = checker->grown.obstacles};
    s.reasons = frozen->pairs.reasons + body * frozen->body_count + frozen->moving_count;
    s.most = divides ? MANY : SIZE_MAX;
    uint64_t balls = set_balls(checker, body, distance, &s);
    test_tree(&s, balls);
    for (size_t i = 0; i < s.obstacles->moved_count && s.count <= s.most; i++)
        test_obstacle(&s, s.obstacles->moved[i], balls);
    if (divides && s.count > FEW && (s.count > MANY || s.count > MOST_GAIN * s.still))
        return false;
    lw_box_items_sort(s.found, s.count);
    for (size_t i = 0; i < s.count; i++)
        if (!visit(context, lw_pair_id_of(body, (uint32_t)frozen->moving_count + s.found[i])))
            break;
    return true;
}

bool lw_space_visit_group(lw_time_search *search, lw_item item, bool divides, lw_item_visit visit,
                          void *context)
{
    lw_checker *checker = search->context;
    double distance = checker->frozen->pairs.largest_margin;
    return lw_crowd_visit(checker, lw_pair_first(item), distance, divides, visit, context);
}
