/* The work-cells of Feyeux and Landry, rebuilt, and the method as published. */
#include "workcell/workcell.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 60 };

const char *const lw_workcell_names[LW_WORKCELL_ROBOTS] = {"R1", "R2"};
const double lw_workcell_square[4][2] = {{-0.25, -0.25}, {0.25, -0.25}, {0.25, 0.25}, {-0.25, 0.25}};
const double lw_workcell_obstacles[LW_WORKCELL_OBSTACLES][4][2] = {
    {{1.6, 0.6}, {3.0, 0.4}, {3.2, 1.5}, {1.8, 1.7}},
    {{5.0, 0.5}, {6.3, 0.8}, {6.1, 1.9}, {4.9, 1.6}},
    {{1.7, 3.6}, {3.1, 3.4}, {3.3, 4.6}, {1.9, 4.8}},
    {{5.1, 3.5}, {6.4, 3.7}, {6.2, 4.7}, {5.0, 4.5}}};

/* A cubic Bezier curve, followed from rest to rest while turning. */
typedef struct curve {
    double points[4][2];
    double turn, begin, end, stretch; /* times are denser at the beginning where stretch is above 1 */
    size_t count;
} curve;

static void sample(const curve *c, lw_workcell_trajectory *out)
{
    out->count = c->count;
    for (size_t k = 0; k < c->count; k++) {
        double s = pow((double)k / (double)(c->count - 1), c->stretch);
        double u = s * s * (3 - 2 * s);
        double rate = 6 * s * (1 - s) / (c->end - c->begin);
        double v = 1 - u;
        out->times[k] = c->begin + (c->end - c->begin) * s;
        for (int i = 0; i < 2; i++) {
            const double p[4] = {c->points[0][i], c->points[1][i], c->points[2][i], c->points[3][i]};
            out->positions[k][i] =
                v * v * v * p[0] + 3 * v * v * u * p[1] + 3 * v * u * u * p[2] + u * u * u * p[3];
            out->rates[k][i] = rate * (3 * v * v * (p[1] - p[0]) + 6 * v * u * (p[2] - p[1]) +
                                       3 * u * u * (p[3] - p[2]));
        }
        out->positions[k][2] = c->turn * u;
        out->rates[k][2] = c->turn * rate;
    }
}

void lw_workcell_trajectories(lw_workcell_case which,
                              lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS])
{
    const curve curves[2][LW_WORKCELL_ROBOTS] = {
        {{{{0.6, 2.2}, {0.35, 1.6}, {6.8, 3.4}, {6.4, 2.8}}, 1.6, 0, 7.6, 1.05, 27},
         {{{4.1, 0.4}, {4.3, 2.95}, {5.8, 2.95}, {5.8, 2.7}}, -1.6, 4.25, 8.7, 1.1, 26}},
        {{{{0.6, 2.3}, {2.7, 1.7}, {4.9, 3.2}, {7.3, 2.6}}, 1.35, 0, 8, 1, 37},
         {{{0.6, 3.1}, {2.35, 2.9}, {5.05, 2.45}, {7.3, 2.6}}, 1.5, 0.9, 8.6, 1, 36}}};
    for (int r = 0; r < LW_WORKCELL_ROBOTS; r++)
        sample(&curves[which][r], &trajectories[r]);
}

/* ---- the method as published ----------------------------------------------------------------- */

/* a robot at a time */
typedef struct state {
    double position[3], rate[3];
} state;

typedef struct search {
    const lw_polygon *outline;
    const lw_workcell_trajectory *trajectories;
    double radius; /* radius of the disc about the outline */
    double safety; /* delta */
    lw_polygon_features features;
    lw_workcell_counts counts;
} search;

/* a robot's state at a time, by (1), (4) and (5); a robot that stands still has no velocity */
static state interpolate(const lw_workcell_trajectory *trajectory, double t)
{
    state out = {{0}, {0}};
    size_t k = 0;
    while (k + 2 < trajectory->count && t > trajectory->times[k + 1])
        k++;
    double u = (t - trajectory->times[k]) / (trajectory->times[k + 1] - trajectory->times[k]);
    bool rests = u < 0 || u > 1;
    u = fmin(fmax(u, 0), 1);
    for (int i = 0; i < 3; i++) {
        out.position[i] = (1 - u) * trajectory->positions[k][i] + u * trajectory->positions[k + 1][i];
        out.rate[i] = rests ? 0 : (1 - u) * trajectory->rates[k][i] + u * trajectory->rates[k + 1][i];
    }
    return out;
}

/* the robots' distance at a time: that of their discs, (13); if the discs come closer than the safety
 * distance, that of the polygons */
static double distance_at(search *s, double t)
{
    state one = interpolate(&s->trajectories[0], t);
    state other = interpolate(&s->trajectories[1], t);
    double apart =
        hypot(other.position[0] - one.position[0], other.position[1] - one.position[1]) - 2 * s->radius;
    if (apart >= s->safety)
        return apart;
    lw_separation found;
    s->counts.narrow++;
    lw_polygon_track(s->outline, lw_pose2_from_angle(one.position[0], one.position[1], one.position[2]),
                     s->outline,
                     lw_pose2_from_angle(other.position[0], other.position[1], other.position[2]),
                     &s->features, &found);
    s->counts.tests += s->features.tests;
    return found.lower;
}

/* The bound (12), summed over both robots: no point travels farther than (10), with velocities
 * interpolated as in (11). Also counts the intervals in which a robot's centre travels farther. */
static double bound(search *s, double a, double b)
{
    double sum = 0;
    bool is_short = false;
    for (int r = 0; r < LW_WORKCELL_ROBOTS; r++) {
        state from = interpolate(&s->trajectories[r], a);
        state to = interpolate(&s->trajectories[r], b);
        double one = 0.5 * (b - a) *
                     (s->radius * (fabs(from.rate[2]) + fabs(to.rate[2])) +
                      hypot(from.rate[0], from.rate[1]) + hypot(to.rate[0], to.rate[1]));
        double travelled = hypot(to.position[0] - from.position[0], to.position[1] - from.position[1]);
        is_short = is_short || travelled > one + 1e-12;
        sum += one;
    }
    s->counts.short_by += is_short;
    return sum;
}

/* Inequality(a, b) of Table 1, proven by (6): points that met between a and b would have travelled (7)
 * and (8), together (9), which (6) excludes. at_a, at_b: the distances at both ends. */
static bool inequality(search *s, double a, double at_a, double b, double at_b, int deep)
{
    if (bound(s, a, b) < at_a + at_b)
        return true;
    double middle = 0.5 * (a + b);
    double between = distance_at(s, middle);
    s->counts.bisected++;
    if (between < s->safety || deep == 0)
        return false;
    return inequality(s, a, at_a, middle, between, deep - 1) &&
           inequality(s, middle, between, b, at_b, deep - 1);
}

/* merges the times of both trajectories, in order, each once */
static size_t merge(const lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS], double *times)
{
    size_t count = 0;
    size_t i = 0;
    size_t k = 0;
    while (i < trajectories[0].count || k < trajectories[1].count) {
        bool first =
            k == trajectories[1].count ||
            (i < trajectories[0].count && trajectories[0].times[i] <= trajectories[1].times[k]);
        double next = first ? trajectories[0].times[i++] : trajectories[1].times[k++];
        if (!count || next > times[count - 1])
            times[count++] = next;
    }
    return count;
}

lw_workcell_counts lw_workcell_published(const lw_polygon *outline,
                                         const lw_workcell_trajectory trajectories[LW_WORKCELL_ROBOTS],
                                         double safety)
{
    search s = {.outline = outline, .trajectories = trajectories, .safety = safety};
    double times[2 * LW_WORKCELL_STEPS];
    size_t count = merge(trajectories, times);
    for (size_t i = 0; i < lw_polygon_count(outline); i++) {
        lw_vec2 p = lw_polygon_vertex(outline, i);
        s.radius = fmax(s.radius, hypot(p.x, p.y));
    }
    s.counts.all = count - 1;
    s.counts.apart = true;
    double before = distance_at(&s, times[0]);
    for (size_t i = 1; i < count && s.counts.apart; i++) {
        double here = distance_at(&s, times[i]);
        s.counts.intervals = i;
        s.counts.apart = before >= safety && here >= safety &&
                         inequality(&s, times[i - 1], before, times[i], here, DEEPEST);
        before = here;
    }
    return s.counts;
}
