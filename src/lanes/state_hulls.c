/* Proves pairs of bodies in a state by their bounding hulls and slices. */
#include "lanes/state_hulls.h"

#include "distance/distance.h"
#include "math/pose.h"

/* Two bodies with more pairs of hulls are left to their trees, which are faster then. */
enum { MOST_HULL_PAIRS = 16 };

/* A gap proves a pair only if it is more than MORE_THAN times the required distance. The excess is for
 * the rounding of the gap, which is computed in doubles: a required distance contains a bound on the
 * rounding errors of the same positions in floats, and 2^-16 of that is far more. */
static const double MORE_THAN = 1 + 0x1p-16;

/* Convex shapes that contain one of two bodies, and the body's pose in the world. */
typedef struct side {
    const lw_lane_hull *hulls;
    uint32_t count;
    const pose *at;
} side;

typedef struct two_sides {
    side of[2];
    double required;
    vec3 direction; /* the last direction, from the first to the second, in the world */
} two_sides;

/* ---- which joint ------------------------------------------------------------------------------- */

/* How many joints are between the last one that moves a body and another above it. */
static int steps_to(const lw_block *block, int32_t joint, int32_t above)
{
    int steps = 0;
    for (; joint != above; joint = block->joints[joint].parent)
        steps++;
    return steps;
}

int32_t lw_joint_halfway(const lw_block *block, const lw_lane_pair *pair)
{
    int32_t first = block->bodies[pair->a].joint;
    int32_t second = block->bodies[pair->b].joint;
    int up = steps_to(block, first, pair->common);
    int down = steps_to(block, second, pair->common);
    /* the way up begins at the body that is farther from the last common joint */
    int32_t joint = down > up ? second : first;
    for (int i = (up + down) / 2; i > 0; i--)
        joint = block->joints[joint].parent;
    return joint;
}

/* ---- hulls ------------------------------------------------------------------------------------- */

/* The support value of a hull along a direction in the world, from the world's origin: so the values of
 * hulls in different frames can be compared. */
static double support_value(const side *s, const lw_lane_hull *hull, vec3 direction)
{
    const lw_part *part = hull->part;
    vec3 own = rotate_back(s->at->rotation, direction);
    vec3 inner = rotate_back(part->at.rotation, own);
    return dot(direction, s->at->position) + dot(own, part->at.position) +
           dot(inner, lw_support(&part->shape, inner, NULL)) + (double)hull->radius * norm(direction);
}

/* Whether the last direction separates two hulls by more than the required distance. */
static bool separates(const two_sides *t, const lw_lane_hull *first, const lw_lane_hull *second)
{
    double to = support_value(&t->of[0], first, t->direction);
    double from = -support_value(&t->of[1], second, scale(-1, t->direction));
    return from - to > t->required * MORE_THAN * norm(t->direction);
}

/* Takes the direction by which a query proves that the distance of two hulls is more than required; the
 * query ends as soon as it is proven. False where it is not. */
static bool take_direction(two_sides *t, const lw_lane_hull *first, const lw_lane_hull *second)
{
    pose a = compose(*t->of[0].at, first->part->at);
    pose b_in_a = relative(a, compose(*t->of[1].at, second->part->at));
    lw_bracket found;
    lw_convex_distance_until(&first->part->shape, &second->part->shape, &b_in_a,
                             t->required * MORE_THAN, t->required, NULL, &found);
    if (!(found.lower > t->required))
        return false;
    t->direction = rotate(a.rotation, found.normal);
    return true;
}

static vec3 center_of(const side *s, const lw_lane_hull *hull)
{
    const float *c = hull->around.center;
    return transform(*s->at, v3((double)c[0], (double)c[1], (double)c[2]));
}

/* Whether the balls around two hulls are farther apart than required. */
static bool are_far(const two_sides *t, const lw_lane_hull *first, const lw_lane_hull *second)
{
    vec3 between = sub(center_of(&t->of[1], second), center_of(&t->of[0], first));
    double far = t->required + (double)first->around.radius + (double)second->around.radius;
    return norm2(between) > far * far * MORE_THAN;
}

/* Whether all hulls of one side are proven clear of all hulls of the other. query: distances may be
 * queried for new directions. */
static bool all_apart(two_sides *t, bool query)
{
    const side *a = &t->of[0];
    const side *b = &t->of[1];
    if (!a->count || !b->count || a->count * b->count > MOST_HULL_PAIRS)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            const lw_lane_hull *first = &a->hulls[i];
            const lw_lane_hull *second = &b->hulls[j];
            if (!are_far(t, first, second) && !separates(t, first, second) &&
                !(query && take_direction(t, first, second) && separates(t, first, second)))
                return false;
        }
    return true;
}

static bool take_slices(two_sides *t, const lw_hull_pair *pair)
{
    bool any = false;
    for (int i = 0; i < 2; i++) {
        const lw_lane_body *body = pair->body[i];
        if (!body->slice_count)
            continue;
        t->of[i].hulls = body->slices;
        t->of[i].count = body->slice_count;
        any = true;
    }
    return any;
}

bool lw_state_hulls_apart(const lw_hull_pair *pair, lw_hull_hint *hint)
{
    const float *d = hint->direction;
    vec3 remembered = {(double)d[0], (double)d[1], (double)d[2]};
    two_sides t = {.required = pair->required, .direction = rotate(pair->halfway, remembered)};
    for (int i = 0; i < 2; i++)
        t.of[i] = (side){pair->body[i]->hulls, pair->body[i]->hull_count, &pair->at[i]};
    bool apart = all_apart(&t, !hint->overlap);
    hint->overlap = !apart;
    if (!apart)
        apart = take_slices(&t, pair) && all_apart(&t, true);
    vec3 last = rotate_back(pair->halfway, t.direction);
    hint->direction[0] = (float)last.x;
    hint->direction[1] = (float)last.y;
    hint->direction[2] = (float)last.z;
    return apart;
}
