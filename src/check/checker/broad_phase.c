/* The broad phase: finds the pairs that may come near in a sample's interval. The bounding sphere of a
 * robot's body, grown by the body's displacement in the interval, by the distance, padding and rounding
 * errors, is compared with the boxes of all obstacles and the grown spheres of other robots' bodies.
 * lw_checker_prove_far would prove every pair that it leaves out, so that it changes no result; with
 * claims all pairs are visited. */
#include "check/checker/doubt.h"
#include "check/checker/prove.h"
#include "math/rounding.h"
#include "scene/obstacles.h"

/* Pairs are visited up to so much beyond the limit, as shares of the limit and of the sizes in the
 * scene: rounding here leaves out no pair that lw_checker_prove_far could not prove. */
static const double LIMIT_GROWTH = 0x1p-30;
static const double SIZE_GROWTH = 0x1p-44;

/* Up to so many obstacles near a robot are compared with each body; if there are more, each body
 * queries the tree. */
enum { FEW_OBSTACLES = 64 };

/* A visit of all pairs that may come near. */
typedef struct walk {
    lw_checker *checker;
    const lw_frozen *frozen;
    const vec3 *centers;
    lw_broad_phase *broad_phase; /* the checker's */
    bool crowds; /* a body's pairs with obstacles are one item (check/checker/crowd.h) */
    lw_pair_visit visit;
    void *context;
} walk;

/* The largest distance of a body's padded points, in the interval, from its centre at the sample. */
static double radius_of(lw_checker *checker, uint32_t body)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_body *own = &frozen->moving[body];
    double radius = own->geometry->radius + own->padding + 2 * checker->kinematics.error[body];
    radius += lw_doubt_of_body(checker, body);
    if (checker->kinematics.half == 0 && !checker->kinematics.coordinates.slackens)
        return radius;
    return radius + lw_checker_travel_of(checker, body, (uint32_t)frozen->body_count)->displacement;
}

/* The limit of a body: an obstacle that comes within the distance of the body in the interval is nearer
 * than this to its centre at the sample. */
static double limit_of(const walk *w, uint32_t body, double distance)
{
    const lw_obstacles *obstacles = &w->frozen->obstacles;
    double other = obstacles->padding + 2 * obstacles->error + lw_doubt_of_obstacles(w->checker);
    double limit = distance + other + radius_of(w->checker, body);
    return limit + LIMIT_GROWTH * limit + SIZE_GROWTH * (norm(w->centers[body]) + obstacles->size);
}

/* Computes the limits of all bodies, and the boxes of the runs. False where a limit is not finite. */
static bool grow(const walk *w, double distance)
{
    const lw_frozen *frozen = w->frozen;
    for (size_t r = 0; r < frozen->run_count; r++) {
        lw_world_box *box = &w->broad_phase->runs[r];
        *box = (lw_world_box){v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
        for (uint32_t a = frozen->runs[r].first; a < frozen->runs[r].end; a++) {
            vec3 center = w->centers[a];
            double limit = limit_of(w, a, distance);
            if (!(limit < HUGE_VAL))
                return false;
            w->broad_phase->limits[a] = limit;
            vec3 half = v3(limit, limit, limit);
            box->low = min3(box->low, sub(center, half));
            box->high = max3(box->high, add(center, half));
        }
    }
    return true;
}

/* Makes all limits infinite, so that no pair of moving bodies is left out. */
static void grow_without_end(const walk *w)
{
    const lw_frozen *frozen = w->frozen;
    for (size_t r = 0; r < frozen->run_count; r++) {
        w->broad_phase->runs[r] =
            (lw_world_box){v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL), v3(HUGE_VAL, HUGE_VAL, HUGE_VAL)};
        for (uint32_t a = frozen->runs[r].first; a < frozen->runs[r].end; a++)
            w->broad_phase->limits[a] = HUGE_VAL;
    }
}

static bool is_checked(const walk *w, uint32_t a, uint32_t b)
{
    return lw_frozen_reason(w->frozen, a, b) == LW_PAIR_CHECKED;
}

/* Whether two bodies of different robots may come near, by the sum of their limits, each of which
 * includes the distance. */
static bool may_meet(const walk *w, uint32_t a, uint32_t b)
{
    double most = w->broad_phase->limits[a] + w->broad_phase->limits[b];
    return norm2(sub(w->centers[b], w->centers[a])) <= most * most;
}

/* Visits the pairs of a body with bodies of robots; false where a visit ends all. */
static bool visit_moving(const walk *w, size_t run, uint32_t a)
{
    const lw_frozen *frozen = w->frozen;
    int64_t robot = frozen->moving[a].robot;
    for (size_t r = run; r < frozen->run_count; r++) {
        uint32_t first = frozen->runs[r].first;
        bool self = frozen->moving[first].robot == robot;
        if (!self && !lw_boxes_meet(&w->broad_phase->runs[run], &w->broad_phase->runs[r]))
            continue;
        for (uint32_t b = r == run ? a + 1 : first; b < frozen->runs[r].end; b++)
            if (is_checked(w, a, b) && (self || may_meet(w, a, b)) &&
                !w->visit(w->context, lw_pair_id_of(a, b)))
                return false;
    }
    return true;
}

/* Visits the pairs of a body with obstacles; false where a visit ends all. near_run: the number of
 * obstacles found near the body's run. */
static bool visit_obstacles(const walk *w, uint32_t a, size_t near_run)
{
    if (w->crowds && w->frozen->moving[a].cover)
        return w->visit(w->context, lw_pair_id_of(a, LW_ALL_OBSTACLES));
    uint32_t first = (uint32_t)w->frozen->moving_count;
    uint32_t *near = w->broad_phase->obstacles;
    vec3 center = w->centers[a];
    double limit = w->broad_phase->limits[a];
    bool few = near_run <= FEW_OBSTACLES;
    size_t count = few ? near_run : lw_obstacles_near(&w->frozen->obstacles, center, limit, near);
    for (size_t i = 0; i < count; i++) {
        uint32_t b = first + near[i];
        if ((!few || lw_box_square(&lw_obstacle_at(&w->frozen->obstacles, near[i])->box, center) <=
                         limit * limit) &&
            is_checked(w, a, b) && !w->visit(w->context, lw_pair_id_of(a, b)))
            return false;
    }
    return true;
}

/* Visits the pairs of a body with obstacles nearer than a limit, without the tree. */
static void visit_all_obstacles(const walk *w, uint32_t a, double limit)
{
    const lw_obstacles *obstacles = &w->frozen->obstacles;
    uint32_t first = (uint32_t)w->frozen->moving_count;
    vec3 center = w->centers[a];
    for (uint32_t i = 0; i < obstacles->count; i++)
        if (!(lw_box_square(&lw_obstacle_at(obstacles, i)->box, center) > limit * limit) &&
            is_checked(w, a, first + i) && !w->visit(w->context, lw_pair_id_of(a, first + i)))
            return;
}

void lw_checker_visit_obstacles(lw_checker *checker, uint32_t body, double distance,
                                lw_pair_visit visit, void *context)
{
    const lw_frozen *frozen = checker->frozen;
    const lw_obstacles *obstacles = &frozen->obstacles;
    walk w = {checker, frozen, checker->kinematics.centers, &checker->broad_phase, false,
              visit,   context};
    double limit = limit_of(&w, body, distance);
    if (obstacles->count <= FEW_OBSTACLES || !(limit < HUGE_VAL)) {
        visit_all_obstacles(&w, body, limit);
        return;
    }
    checker->broad_phase.limits[body] = limit;
    visit_obstacles(&w, body, FEW_OBSTACLES + 1);
}

static void visit_all(const walk *w)
{
    const lw_frozen *frozen = w->frozen;
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1))
        if (!w->visit(w->context, id))
            return;
}

static void visit_near(const walk *w, double distance)
{
    const lw_frozen *frozen = w->frozen;
    /* a single robot has only pairs inside it */
    bool alone = frozen->run_count < 2 && !frozen->obstacles.count;
    bool grown = !w->checker->claims.on && !alone && grow(w, distance);
    if (!grown && !w->crowds) {
        visit_all(w);
        return;
    }
    if (!grown)
        grow_without_end(w);
    for (size_t r = 0; r < frozen->run_count; r++) {
        /* beside crowds, a body without a cover queries the tree */
        size_t near = FEW_OBSTACLES + 1;
        if (!w->crowds)
            near = lw_obstacles_meeting(&frozen->obstacles, &w->broad_phase->runs[r], FEW_OBSTACLES,
                                        w->broad_phase->obstacles);
        for (uint32_t a = frozen->runs[r].first; a < frozen->runs[r].end; a++)
            if (!visit_moving(w, r, a) || !visit_obstacles(w, a, near))
                return;
    }
}

void lw_checker_visit(lw_checker *checker, double distance, lw_pair_visit visit, void *context)
{
    walk w = {checker, checker->frozen, checker->kinematics.centers, &checker->broad_phase, false,
              visit,   context};
    visit_near(&w, distance);
}

void lw_checker_visit_crowds(lw_checker *checker, double distance, lw_pair_visit visit, void *context)
{
    walk w = {checker, checker->frozen, checker->kinematics.centers, &checker->broad_phase, true,
              visit,   context};
    visit_near(&w, distance);
}
