/* The broad phase: which pairs may come near in a sample's interval. The bounding sphere of a robot's
 * body, grown by how far the body travels in the interval, by the distance, padding and rounding
 * errors, is held against the boxes of all obstacles and the grown spheres of other robots' bodies.
 * What it leaves out lw_checker_prove_far would prove as well, of which it is the part that needs no
 * pair; so nothing else depends on it, and with claims all pairs are visited. */
#include "check/prove.h"
#include "math/rounding.h"

/* So much more than the limit a pair may be apart and is visited all the same, as a share of the limit
 * and of the sizes of the scene: rounding here does not decide what is proven there. */
static const double LIMIT_GROWTH = 0x1p-30;
static const double SIZE_GROWTH = 0x1p-44;

/* A visit of all pairs that may come near. */
typedef struct walk {
    lw_checker *checker;
    const lw_frozen *frozen;
    double distance;
    lw_pair_visit visit;
    void *context;
} walk;

static double travel_of(const walk *w, uint32_t body)
{
    const lw_frozen *frozen = w->frozen;
    if (w->checker->kinematics.half == 0)
        return 0;
    return lw_checker_travel_of(w->checker, body, (uint32_t)frozen->body_count)->distance;
}

/* How far the surface of a body's sphere may be from a point that is near it at some time, but for the
 * error and the padding of the other body. */
static double grown_radius(const walk *w, uint32_t body)
{
    const lw_body *own = &w->frozen->bodies[body];
    return own->geometry->radius + own->padding + 2 * w->checker->kinematics.error[body] +
           travel_of(w, body);
}

static bool is_checked(const walk *w, uint32_t a, uint32_t b)
{
    return lw_frozen_reason(w->frozen, a, b) == LW_PAIR_CHECKED;
}

/* Whether two bodies of robots may come near, by their spheres. */
static bool may_meet(const walk *w, uint32_t a, uint32_t b, double limit)
{
    const vec3 *centers = w->checker->kinematics.centers;
    double most = limit + grown_radius(w, b);
    most += LIMIT_GROWTH * most + SIZE_GROWTH * (norm(centers[a]) + norm(centers[b]));
    return norm2(sub(centers[b], centers[a])) <= most * most;
}

/* Visits the pairs of a body with bodies of robots; false where a visit ends all. */
static bool visit_moving(const walk *w, uint32_t a, double limit)
{
    const lw_body *bodies = w->frozen->bodies;
    for (uint32_t b = a + 1; b < w->frozen->moving_count; b++)
        if (is_checked(w, a, b) && (bodies[a].robot == bodies[b].robot || may_meet(w, a, b, limit)) &&
            !w->visit(w->context, lw_pair_id_of(a, b)))
            return false;
    return true;
}

static bool visit_obstacles(const walk *w, uint32_t a, double limit)
{
    const lw_obstacles *obstacles = &w->frozen->obstacles;
    vec3 center = w->checker->kinematics.centers[a];
    uint32_t *near = w->checker->near_obstacles;
    uint32_t first = (uint32_t)w->frozen->moving_count;
    double most = limit + obstacles->padding + 2 * obstacles->error;
    most += LIMIT_GROWTH * most + SIZE_GROWTH * (norm(center) + obstacles->size);
    size_t count = lw_box_tree_near(&obstacles->tree, center, most, near);
    for (size_t i = 0; i < count; i++)
        if (is_checked(w, a, first + near[i]) &&
            !w->visit(w->context, lw_pair_id_of(a, first + near[i])))
            return false;
    return true;
}

static void visit_all(const walk *w)
{
    const lw_frozen *frozen = w->frozen;
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1))
        if (!w->visit(w->context, id))
            return;
}

void lw_checker_visit(lw_checker *checker, double distance, lw_pair_visit visit, void *context)
{
    walk w = {checker, checker->frozen, distance, visit, context};
    if (checker->claims.on) {
        visit_all(&w);
        return;
    }
    for (uint32_t a = 0; a < w.frozen->moving_count; a++) {
        double limit = distance + grown_radius(&w, a);
        if (!visit_moving(&w, a, limit) || !visit_obstacles(&w, a, limit))
            return;
    }
}
