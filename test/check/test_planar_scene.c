/* Scenes of dimension 2: random vehicles of random outlines on clocks of their own, straight, cubic
 * (whose velocities need not agree with the positions) and quintic. The oracle uses none of the
 * library's kinematics: long-double samples must find no distance below the proven one. The same
 * vehicles in a scene of dimension 3 must get the same answers. */
#include <stdlib.h>

#include "base/random.h"
#include "seed.h"
#include "small_scene.h"
#include "wide_plane.h"

enum { ROBOTS = 2, OBSTACLES = 4, CORNERS = 6, STEPS = 5, SAMPLES = 120 };

/* A body is a fan about its origin, so that its convex parts are known: triangles. Or a segment, or a
 * disc. */
typedef struct body {
    int count; /* of corners; 2: a segment, 0: a disc */
    double outline[3 * CORNERS];
    double radius;  /* of a disc; else the rounding */
    double padding; /* of a robot's */
} body;

typedef struct vehicle {
    body body;
    lw_interpolation interpolation;
    double times[STEPS];
    double rows[STEPS][3], rates[STEPS][3], accelerations[STEPS][3];
    double base[3]; /* x, y and angle from which the rows count */
} vehicle;

typedef struct planar_world {
    vehicle robots[ROBOTS];
    body obstacles[OBSTACLES];
    lw_pose2 poses[OBSTACLES];
    double angles[OBSTACLES];
    double margin;
} planar_world;

static void random_body(lw_random *random, body *out)
{
    static const int counts[] = {0, 0, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6};
    out->count = counts[lw_random_below(random, sizeof counts / sizeof *counts)];
    out->radius = out->count ? (lw_random_below(random, 3) ? 0 : 0.05) : 0.2;
    out->padding = 0;
    for (int i = 0; i < out->count; i++) {
        double angle = 6.283185307179586 * (i + lw_random_between(random, 0, 0.5)) / out->count;
        double radius = lw_random_between(random, 0.1, 0.5);
        out->outline[3 * i] = radius * cos(angle);
        out->outline[3 * i + 1] = radius * sin(angle);
        out->outline[3 * i + 2] = 0;
    }
}

static void random_planar_world(lw_random *random, planar_world *w)
{
    for (int r = 0; r < ROBOTS; r++) {
        vehicle *v = &w->robots[r];
        random_body(random, &v->body);
        v->body.padding = lw_random_below(random, 2) ? 0 : lw_random_between(random, 0, 0.1);
        double time = lw_random_between(random, 0, 1);
        v->interpolation = (lw_interpolation[]){LW_INTERPOLATION_LINEAR, LW_INTERPOLATION_CUBIC,
                                                LW_INTERPOLATION_QUINTIC}[lw_random_below(random, 3)];
        for (int c = 0; c < 3; c++)
            v->base[c] = lw_random_below(random, 2) ? 0 : lw_random_between(random, -1, 1);
        for (int k = 0; k < STEPS; k++) {
            v->times[k] = time;
            time += lw_random_between(random, 0.2, 1);
            for (int c = 0; c < 3; c++)
                v->rows[k][c] = lw_random_between(random, -2, 2);
            for (int c = 0; c < 3; c++) {
                v->rates[k][c] = lw_random_between(random, -3, 3);
                v->accelerations[k][c] = lw_random_between(random, -5, 5);
            }
        }
    }
    for (int i = 0; i < OBSTACLES; i++) {
        random_body(random, &w->obstacles[i]);
        w->angles[i] = lw_random_between(random, -3, 3);
        w->poses[i] = lw_pose2_from_angle(lw_random_between(random, -2.5, 2.5),
                                          lw_random_between(random, -2.5, 2.5), w->angles[i]);
    }
    w->margin = lw_random_below(random, 2) ? 0 : 0.02;
}

/* ---- the oracle ----------------------------------------------------------------------------- */

/* Hermite's basis, written out: p and the derivatives at both ends of a piece of length w */
static double interpolate(lw_interpolation kind, double u, double w, const double p[2],
                          const double v[2], const double a[2])
{
    double r = 1 - u;
    if (kind == LW_INTERPOLATION_LINEAR)
        return r * p[0] + u * p[1];
    if (kind == LW_INTERPOLATION_CUBIC)
        return r * r * (1 + 2 * u) * p[0] + u * u * (3 - 2 * u) * p[1] +
               w * (u * r * r * v[0] - u * u * r * v[1]);
    double end = u * u * u * (10 - 15 * u + 6 * u * u);
    return (1 - end) * p[0] + end * p[1] +
           w * (u * r * r * r * (1 + 3 * u) * v[0] - r * u * u * u * (1 + 3 * r) * v[1]) +
           0.5 * w * w * (u * u * r * r * r * a[0] + r * r * u * u * u * a[1]);
}

/* a vehicle stands still before its first and after its last time */
static lw_pose2 place(const vehicle *v, double time)
{
    int k = 0;
    while (k < STEPS - 2 && time > v->times[k + 1])
        k++;
    double w = v->times[k + 1] - v->times[k];
    double u = fmin(fmax((time - v->times[k]) / w, 0), 1);
    double at[3];
    for (int c = 0; c < 3; c++)
        at[c] = interpolate(v->interpolation, u, w, (double[]){v->rows[k][c], v->rows[k + 1][c]},
                            (double[]){v->rates[k][c], v->rates[k + 1][c]},
                            (double[]){v->accelerations[k][c], v->accelerations[k + 1][c]});
    double cosine = cos(v->base[2]);
    double sine = sin(v->base[2]);
    return (lw_pose2){v->base[0] + cosine * at[0] - sine * at[1],
                      v->base[1] + sine * at[0] + cosine * at[1], cos(v->base[2] + at[2]),
                      sin(v->base[2] + at[2])};
}

/* the triangles of the fan, or the disc's centre */
static int parts_of(const body *b, lw_pose2 at, wide_outline parts[CORNERS])
{
    const lw_vec2 origin = {0, 0};
    if (!b->count) {
        parts[0] = wide_outline_of((const double[]){0, 0}, 1, at, origin);
        return 1;
    }
    if (b->count == 2) {
        const double ends[4] = {b->outline[0], b->outline[1], b->outline[3], b->outline[4]};
        parts[0] = wide_outline_of(ends, 2, at, origin);
        return 1;
    }
    for (int i = 0; i < b->count; i++) {
        int k = (i + 1) % b->count;
        const double corners[6] = {
            0, 0, b->outline[3 * i], b->outline[3 * i + 1], b->outline[3 * k], b->outline[3 * k + 1]};
        parts[i] = wide_outline_of(corners, 3, at, origin);
    }
    return b->count;
}

static long double distance_of(const body *a, lw_pose2 at_a, const body *b, lw_pose2 at_b)
{
    wide_outline one[CORNERS];
    wide_outline other[CORNERS];
    int m = parts_of(a, at_a, one);
    int n = parts_of(b, at_b, other);
    long double least = HUGE_VALL;
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++)
            least = fminl(least, wide_separation(&one[i], &other[k]));
    return least - a->radius - b->radius - a->padding - b->padding;
}

/* the least distance of any pair at a time; below 0 where two overlap */
static long double nearest_at(const planar_world *w, double time)
{
    long double least = HUGE_VALL;
    lw_pose2 at[ROBOTS];
    for (int r = 0; r < ROBOTS; r++)
        at[r] = place(&w->robots[r], time);
    for (int r = 0; r < ROBOTS; r++) {
        for (int i = 0; i < OBSTACLES; i++)
            least = fminl(least, distance_of(&w->robots[r].body, at[r], &w->obstacles[i], w->poses[i]));
        for (int other = r + 1; other < ROBOTS; other++)
            least =
                fminl(least, distance_of(&w->robots[r].body, at[r], &w->robots[other].body, at[other]));
    }
    return least;
}

/* ---- the library ---------------------------------------------------------------------------- */

typedef struct shapes {
    lw_shape_def list[CORNERS];
    double corners[CORNERS][9];
    size_t count;
} shapes;

/* in the plane the outline as it is; in space flat triangles, or a ball */
static void shapes_of(const body *b, int dimension, shapes *out)
{
    bool fan = dimension == 3 && b->count > 2;
    out->count = fan ? (size_t)b->count : 1;
    for (int i = 0; i < (int)out->count; i++) {
        lw_shape_def *shape = &out->list[i];
        *shape = lw_default_shape();
        shape->radius = b->count ? 0 : b->radius;
        shape->rounding = b->count ? b->radius : 0;
        if (!b->count) {
            shape->kind = dimension == 3 ? LW_SHAPE_SPHERE : LW_SHAPE_DISC;
            continue;
        }
        shape->kind = dimension == 3 ? LW_SHAPE_POLYTOPE : LW_SHAPE_POLYGON;
        shape->vertices = b->outline;
        shape->vertex_count = (size_t)b->count;
        if (!fan)
            continue;
        for (int k = 0; k < 3; k++) {
            out->corners[i][k] = 0;
            out->corners[i][3 + k] = b->outline[3 * i + k];
            out->corners[i][6 + k] = b->outline[3 * ((i + 1) % b->count) + k];
        }
        shape->vertices = out->corners[i];
        shape->vertex_count = 3;
    }
}

static void add_vehicle(lw_scene *scene, const char *name, const vehicle *v, int dimension)
{
    lw_error error = {0};
    shapes all;
    shapes_of(&v->body, dimension, &all);
    lw_joint_def joint = lw_default_joint();
    joint.name = "at";
    joint.kind = LW_JOINT_PLANAR;
    joint.axis = (lw_vec3){0, 0, 1};
    joint.parent = "ground";
    joint.child = "body";
    lw_pose base = lw_pose_from_rpy((lw_vec3){v->base[0], v->base[1], 0}, 0, 0, v->base[2]);
    succeed(lw_scene_add_robot(scene, name, base, &error), &error);
    succeed(lw_scene_add_link(scene, name, "ground", &error), &error);
    succeed(lw_scene_add_link(scene, name, "body", &error), &error);
    succeed(lw_scene_add_joint(scene, name, &joint, &error), &error);
    succeed(lw_scene_set_link_padding(scene, name, "body", 1, v->body.padding, &error), &error);
    for (size_t i = 0; i < all.count; i++)
        succeed(lw_scene_add_shape(scene, name, "body", &all.list[i], lw_pose_identity(), &error),
                &error);
}

static built_scene build(const planar_world *w, int dimension)
{
    static const char *const names[ROBOTS] = {"one", "other"};
    static const char *const ids[OBSTACLES] = {"a", "b", "c", "d"};
    lw_error error = {0};
    lw_scene *scene = new_scene();
    lw_track tracks[ROBOTS];
    tracks[0] = lw_default_track();
    succeed(lw_scene_set_dimension(scene, dimension, &error), &error);
    assert_int_equal(lw_scene_dimension(scene), dimension);
    succeed(lw_scene_set_margin(scene, w->margin, &error), &error);
    for (int r = 0; r < ROBOTS; r++)
        add_vehicle(scene, names[r], &w->robots[r], dimension);
    for (int i = 0; i < OBSTACLES; i++) {
        shapes all;
        shapes_of(&w->obstacles[i], dimension, &all);
        lw_vec3 at = {w->poses[i].x, w->poses[i].y, 0};
        for (size_t k = 0; k < all.count; k++)
            succeed(lw_scene_add_obstacle(scene, ids[i], &all.list[k],
                                          lw_pose_from_rpy(at, 0, 0, w->angles[i]), &error),
                    &error);
    }
    built_scene out = build_on(scene);
    for (int r = 0; r < ROBOTS; r++) {
        const vehicle *v = &w->robots[r];
        tracks[r] = lw_default_track();
        tracks[r].kind = LW_TRACK_TRAJECTORY;
        tracks[r].joints = lw_scene_joints(out.scene, names[r], NULL, &error);
        tracks[r].point_count = STEPS;
        tracks[r].times = v->times;
        tracks[r].positions = &v->rows[0][0];
        tracks[r].velocities = &v->rates[0][0];
        tracks[r].accelerations = &v->accelerations[0][0];
        tracks[r].interpolation = v->interpolation;
    }
    succeed(lw_motion_set(out.motion, tracks, ROBOTS, &error), &error);
    return out;
}

/* the distance of a pair's bodies, robots before obstacles, at a time; 0 where they overlap */
static long double pair_at(const planar_world *w, const int64_t pair[2], double time)
{
    const body *bodies[2];
    lw_pose2 at[2];
    for (int i = 0; i < 2; i++) {
        bool robot = pair[i] < ROBOTS;
        bodies[i] = robot ? &w->robots[pair[i]].body : &w->obstacles[pair[i] - ROBOTS];
        at[i] = robot ? place(&w->robots[pair[i]], time) : w->poses[pair[i] - ROBOTS];
    }
    return fmaxl(0, distance_of(bodies[0], at[0], bodies[1], at[1]));
}

static void check_verdict(const planar_world *w, const lw_verdict *v, double end, int round)
{
    long double least = HUGE_VALL;
    for (int i = 0; i <= SAMPLES; i++) {
        double time = v->free_until * i / SAMPLES;
        long double here = nearest_at(w, time);
        least = fminl(least, here);
        if (here <= (long double)w->margin - 1e-12L && time < v->free_until - 1e-12)
            fail_msg("round %d: free until %.17g, and %Lg apart at %.17g", round, v->free_until, here,
                     time);
    }
    if (v->kind == LW_VERDICT_CONTACT) {
        long double there = nearest_at(w, v->time);
        if (there > (long double)w->margin + 1e-9L)
            fail_msg("round %d: no contact at %.17g: %Lg apart", round, v->time, there);
        assert_true(v->first && v->time - v->free_until <= 1e-4 * end);
        assert_true(v->contact.points[0].z == 0 && v->contact.points[1].z == 0);
    } else if (v->kind == LW_VERDICT_FREE) {
        assert_true(v->free_until == end && v->clearance.pair[0] >= 0);
        if (v->clearance.lower > (double)least + 1e-12)
            fail_msg("round %d: clearance %.17g, and %Lg is seen", round, v->clearance.lower, least);
        /* at that time another pair may be nearer yet, by less than the bracket is wide */
        long double there = pair_at(w, v->clearance.pair, v->clearance.at);
        if (fabsl(there - (long double)v->clearance.upper) > 1e-9L)
            fail_msg("round %d: %.17g at %.17g, where %.17Lg is seen", round, v->clearance.upper,
                     v->clearance.at, there);
    }
}

/* two verdicts on one motion; time: how far apart their contacts may be */
static void check_same(const lw_verdict *a, const lw_verdict *b, double time, int round)
{
    if (a->kind == LW_VERDICT_UNDECIDED || b->kind == LW_VERDICT_UNDECIDED)
        return;
    if (a->kind != b->kind)
        fail_msg("round %d: verdict %d in the plane, %d in space", round, (int)a->kind, (int)b->kind);
    if (a->kind == LW_VERDICT_CONTACT && fabs(a->time - b->time) > time)
        fail_msg("round %d: contact at %.17g in the plane, %.17g in space", round, a->time, b->time);
    if (a->kind == LW_VERDICT_FREE)
        assert_true(a->clearance.lower <= b->clearance.upper + 1e-12 &&
                    b->clearance.lower <= a->clearance.upper + 1e-12);
}

static lw_verdict verdict_of(const built_scene *b)
{
    lw_check_options options = lw_default_check_options();
    lw_error error = {0};
    lw_verdict v = lw_default_verdict();
    options.clearance = true;
    succeed(lw_check(b->checker, b->motion, &options, &v, &error), &error);
    return v;
}

static void test_vehicles(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t kinds[3] = {0, 0, 0};
    int rounds = test_rounds(150, 20000);
    for (int round = 0; round < rounds; round++) {
        planar_world w;
        random_planar_world(&random, &w);
        built_scene flat = build(&w, 2);
        built_scene solid = build(&w, 3);
        double begin;
        double end;
        lw_motion_interval(flat.motion, &begin, &end);
        lw_verdict v = verdict_of(&flat);
        lw_verdict in_space = verdict_of(&solid);
        check_verdict(&w, &v, end, round);
        check_same(&v, &in_space, 2e-4 * end, round);
        kinds[v.kind]++;
        drop_built(&flat);
        drop_built(&solid);
    }
    assert_true(kinds[LW_VERDICT_FREE] > 0 && kinds[LW_VERDICT_CONTACT] > (size_t)rounds / 4);
    assert_true(kinds[LW_VERDICT_UNDECIDED] <= (size_t)rounds / 100);
}

/* ---- near misses ---------------------------------------------------------------------------- */

/* every pair, listed or not, against samples of it */
static size_t check_all_near(const planar_world *w, const built_scene *b, double threshold)
{
    enum { PAIRS = ROBOTS * OBSTACLES + ROBOTS * (ROBOTS - 1) / 2 };
    lw_clearance near[PAIRS];
    size_t count;
    lw_error error = {0};
    double begin;
    double end;
    lw_motion_interval(b->motion, &begin, &end);
    assert_int_equal(lw_scene_pair_count(b->scene), PAIRS);
    lw_check_options options = lw_default_check_options();
    options.fixed_pairs = 1;
    succeed(lw_near_misses(b->checker, b->motion, threshold, &options, near, SIZE_MAX, &count, &error),
            &error);
    for (size_t i = 0, k = 0; i < PAIRS; i++) {
        size_t ends[2];
        lw_scene_pair(b->scene, i, ends);
        const int64_t pair[2] = {(int64_t)ends[0], (int64_t)ends[1]};
        bool listed = k < count && near[k].pair[0] == pair[0] && near[k].pair[1] == pair[1];
        double lower = listed ? near[k].lower : threshold;
        for (int t = 0; t <= SAMPLES; t++)
            assert_true(pair_at(w, pair, begin + (end - begin) * t / SAMPLES) >=
                        (long double)lower - 1e-12L);
        if (!listed)
            continue;
        long double there = pair_at(w, pair, near[k].at);
        if (!(near[k].upper < threshold) || there > (long double)near[k].upper + 1e-12L ||
            there < (long double)lower - 1e-12L)
            fail_msg("pair %zu: [%.17g, %.17g] at %.17g, where %.17Lg is seen", i, lower, near[k].upper,
                     near[k].at, there);
        assert_true(near[k].upper - lower <= fmax(0.01 * near[k].upper, 1e-5) * (1 + 1e-9));
        k++;
    }
    return count;
}

static void test_near_misses(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    size_t listed = 0;
    int rounds = test_rounds(30, 3000);
    for (int round = 0; round < rounds; round++) {
        planar_world w;
        random_planar_world(&random, &w);
        w.margin = 0;
        for (int dimension = 2; dimension <= 3; dimension++) {
            built_scene b = build(&w, dimension);
            size_t count = check_all_near(&w, &b, 0.3);
            listed += count;
            drop_built(&b);
        }
    }
    assert_true(listed > (size_t)rounds);
}

static void test_near_arguments(void **state)
{
    (void)state;
    planar_world w;
    lw_random random = {test_seed()};
    random_planar_world(&random, &w);
    built_scene b = build(&w, 2);
    lw_clearance near[ROBOTS * OBSTACLES + 1];
    size_t count = 7;
    lw_error error = {0};
    const double wrong[] = {0, -1, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(
            lw_near_misses(b.checker, b.motion, wrong[i], NULL, near, SIZE_MAX, &count, &error),
            LW_ERROR_ARGUMENT);
        assert_int_equal(count, 0);
    }
    assert_int_equal(lw_near_misses(b.checker, b.motion, 1, NULL, NULL, SIZE_MAX, &count, &error),
                     LW_ERROR_ARGUMENT);
    /* a budget that is used up at once leaves every pair open */
    lw_check_options options = lw_default_check_options();
    options.budget_queries = 1;
    succeed(lw_near_misses(b.checker, b.motion, 100, &options, near, SIZE_MAX, &count, &error), &error);
    assert_int_equal(count, ROBOTS * OBSTACLES + 1);
    for (size_t i = 0; i < count; i++)
        assert_true(near[i].lower == 0);
    drop_built(&b);
}

/* A segment that turns a hundred million times, next to a point that it misses by less than rounding
 * can tell: undecided, and soon. */
static void test_whirl(void **state)
{
    (void)state;
    planar_world w;
    lw_random random = {test_seed()};
    random_planar_world(&random, &w);
    vehicle *v = &w.robots[0];
    w.margin = 0;
    v->body = (body){.count = 2, .outline = {0, 0, 0, 1, 0, 0}};
    v->interpolation = LW_INTERPOLATION_LINEAR;
    w.robots[1].body = (body){.radius = 1e-3};
    for (int k = 0; k < STEPS; k++) {
        v->times[k] = w.robots[1].times[k] = k;
        for (int c = 0; c < 3; c++) {
            v->rows[k][c] = c == 2 ? 2e8 * k : 0;
            v->base[c] = w.robots[1].base[c] = 0;
            w.robots[1].rows[k][c] = c == 0 ? 50 : 0;
        }
    }
    w.robots[1].interpolation = LW_INTERPOLATION_LINEAR;
    for (int i = 0; i < OBSTACLES; i++) {
        w.obstacles[i] = (body){0};
        w.poses[i] = (lw_pose2){i ? 30 + i : 1 + 1e-14, 0, 1, 0};
        w.angles[i] = 0;
    }
    built_scene b = build(&w, 2);
    lw_verdict verdict = verdict_of(&b);
    assert_int_equal(verdict.kind, LW_VERDICT_UNDECIDED);
    assert_true(verdict.reason == LW_REASON_PRECISION || verdict.reason == LW_REASON_BUDGET);
    assert_true(verdict.free_until < STEPS - 1 && verdict.samples < 10000000);
    drop_built(&b);
}

/* ---- bodies and joints that are not in the plane -------------------------------------------- */

static void expect(lw_status got, lw_status wanted, lw_error *error, const char *sentence)
{
    assert_int_equal(got, wanted);
    assert_string_equal(error->message, sentence);
    *error = (lw_error){0};
}

static void test_no_mixing(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_shape_def ball = lw_default_shape();
    lw_shape_def disc = lw_default_shape();
    ball.radius = disc.radius = 1;
    disc.kind = LW_SHAPE_DISC;
    lw_pose lifted = lw_pose_identity();
    lifted.position.z = 1;
    succeed(lw_scene_create(&scene, &error), &error);
    expect(lw_scene_add_obstacle(scene, "a", &disc, lw_pose_identity(), &error), LW_ERROR_ARGUMENT,
           &error, "discs and polygons are shapes of dimension 2; this scene has 3");
    expect(lw_scene_set_dimension(scene, 4, &error), LW_ERROR_ARGUMENT, &error,
           "dimension is 4; it must be 2 or 3");
    succeed(lw_scene_set_dimension(scene, 2, &error), &error);
    expect(lw_scene_add_obstacle(scene, "a", &ball, lw_pose_identity(), &error), LW_ERROR_ARGUMENT,
           &error, "in dimension 2 shapes are discs and polygons");
    expect(lw_scene_add_obstacle(scene, "a", &disc, lifted, &error), LW_ERROR_ARGUMENT, &error,
           "a shape's pose is out of the plane; in dimension 2 z is 0 and all turns are about z");
    expect(lw_scene_add_obstacle(scene, "a", &disc, lw_pose_from_rpy((lw_vec3){0, 0, 0}, 0.1, 0, 0),
                                 &error),
           LW_ERROR_ARGUMENT, &error,
           "a shape's pose is out of the plane; in dimension 2 z is 0 and all turns are about z");
    const double raised[] = {0, 0, 0, 1, 0, 0, 0, 1, 0.5};
    lw_shape_def polygon = lw_default_shape();
    polygon.kind = LW_SHAPE_POLYGON;
    polygon.vertices = raised;
    polygon.vertex_count = 3;
    expect(lw_scene_add_obstacle(scene, "a", &polygon, lw_pose_identity(), &error), LW_ERROR_ARGUMENT,
           &error, "vertex 2 of a polygon has z = 0.5; it must be 0");
    succeed(lw_scene_add_robot(scene, "robot", lw_pose_identity(), &error), &error);
    lw_joint_def joint = lw_default_joint();
    joint.parent = "base";
    joint.child = "arm";
    static const struct {
        lw_joint_kind kind;
        lw_vec3 axis;
        bool stays;
    } joints[] = {
        {LW_JOINT_REVOLUTE, {1, 0, 0}, false},     {LW_JOINT_REVOLUTE, {0, 1e-300, 1}, false},
        {LW_JOINT_REVOLUTE, {0, 0, 1}, true},      {LW_JOINT_REVOLUTE, {0, 0, -2}, true},
        {LW_JOINT_CONTINUOUS, {0, 1, 0}, false},   {LW_JOINT_CONTINUOUS, {0, 0, -1}, true},
        {LW_JOINT_PRISMATIC, {1, 0, 1e-9}, false}, {LW_JOINT_PRISMATIC, {0, 0, 1}, false},
        {LW_JOINT_PRISMATIC, {1, 2, 0}, true},     {LW_JOINT_PLANAR, {0, 0, -1}, false},
        {LW_JOINT_PLANAR, {1, 0, 1}, false},       {LW_JOINT_PLANAR, {0, 0, 3}, true},
        {LW_JOINT_FLOATING, {0, 0, 1}, false},     {LW_JOINT_FIXED, {1, 1, 1}, true},
    };
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        char name[16];
        snprintf(name, sizeof name, "turn%zu", i);
        joint.name = joints[i].stays ? name : "turn";
        joint.kind = joints[i].kind;
        joint.axis = joints[i].axis;
        if (joints[i].stays)
            succeed(lw_scene_add_joint(scene, "robot", &joint, &error), &error);
        else
            expect(lw_scene_add_joint(scene, "robot", &joint, &error), LW_ERROR_MODEL, &error,
                   "joint \"turn\" leads out of the plane; in dimension 2 joints turn about z or -z, "
                   "slide along an axis whose z is 0, are planar with axis z, or fixed");
    }
    expect(lw_scene_set_dimension(scene, 3, &error), LW_ERROR_STATE, &error,
           "the scene holds robots or obstacles of dimension 2 already");
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vehicles),       cmocka_unit_test(test_near_misses),
        cmocka_unit_test(test_near_arguments), cmocka_unit_test(test_whirl),
        cmocka_unit_test(test_no_mixing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
