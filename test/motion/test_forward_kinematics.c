/* Poses of bodies, and every bound on how they travel, against long double kinematics of random robots
 * in random motions. LEEWAY_LONG=1 checks more than a hundred thousand (motion, interval, body) cases.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "motion/forward_kinematics.h"
#include "random_robot.h"
#include "seed.h"
#include "small_scene.h"

enum { TIMES = 33, MIDDLE = TIMES / 2 };

/* The oracle's own rounding, relative to lengths: angles of some thousand radians in long double. */
#define ORACLE 1e-15L

typedef struct ratios {
    double *items;
    size_t count, capacity;
} ratios;

typedef struct bench {
    lw_random random;
    lw_arena arena; /* of the sample */
    lw_kinematics kinematics;
    world *w;
    world_motion *m;
    wide_pose links[TIMES][WORLD_LINKS];
    size_t cases;
    ratios distance, curvature; /* bound over the value seen */
} bench;

static void note(ratios *list, long double bound, long double seen)
{
    if (!(seen > 1e-9L) || !LW_ARRAY_GROW(list))
        return;
    list->items[list->count++] = (double)(bound / seen);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const ratios *list, double share)
{
    qsort(list->items, list->count, sizeof *list->items, compare);
    return list->items[(size_t)((double)(list->count - 1) * share)];
}

static void wide_world(const bench *b, long double t, wide_pose links[WORLD_LINKS])
{
    long double values[WORLD_JOINTS][7];
    wide_values(b->w, b->m, t, values);
    wide_links(b->w, values, links);
}

static wide_point place_in_double(pose at, wide_point p)
{
    const vec3 *c[3] = {&at.rotation.x, &at.rotation.y, &at.rotation.z};
    wide_point out = {{at.position.x, at.position.y, at.position.z}};
    for (int i = 0; i < 3; i++) {
        out.x[0] += p.x[i] * c[i]->x;
        out.x[1] += p.x[i] * c[i]->y;
        out.x[2] += p.x[i] * c[i]->z;
    }
    return out;
}

static void new_world(bench *b, const world_options *options)
{
    b->w = world_random(&b->random, options);
    b->m = world_motion_create(b->w);
    assert_int_equal(lw_kinematics_create(&b->arena, b->w->scene, &b->kinematics, NULL), LW_OK);
}

static void free_world(bench *b)
{
    world_motion_free(b->m);
    world_free(b->w);
    lw_arena_free(&b->arena);
}

/* ---- poses ---------------------------------------------------------------------------------- */

/* the largest share of its error bound that any point's place is off by */
static long double worst_place(bench *b)
{
    const lw_frozen *frozen = b->w->scene->frozen;
    long double worst = 0;
    for (size_t l = 0; l < b->w->link_count; l++) {
        if (frozen->chains->links[l].body < 0)
            continue;
        size_t body = (size_t)frozen->chains->links[l].body;
        wide_point in_link[WIDE_POINTS];
        wide_point in_body[WIDE_POINTS];
        size_t count = wide_points(&b->random, &b->w->links[l], in_link, in_body);
        for (size_t i = 0; i < count; i++) {
            wide_point wanted = wide_apply(&b->links[MIDDLE][l], in_link[i]);
            wide_point got = place_in_double(b->kinematics.bodies[body], in_body[i]);
            worst = fmaxl(worst, wide_distance(wanted, got) / b->kinematics.error[body]);
        }
    }
    return worst;
}

static void bodies_are_within_their_error_of_where_they_are(void **state)
{
    static bench b;
    (void)state;
    b.random.state = test_seed();
    long double worst = 0;
    for (int round = test_rounds(400, 20000); round > 0; round--) {
        world_options options = {3, 8, pow(10, lw_random_between(&b.random, -3, 2))};
        new_world(&b, &options);
        for (int k = 0; k < 4; k++) {
            world_motion_random(&b.random, b.w, WORLD_ANY, b.m);
            size_t piece = lw_random_below(&b.random, (uint32_t)b.m->motion->pieces.count);
            lw_motion_piece span = b.m->motion->pieces.items[piece];
            double t = lw_random_between(&b.random, span.begin, span.end);
            if (lw_random_below(&b.random, 4) == 0)
                t = span.end;
            lw_kinematics_sample(&b.kinematics, b.m->motion, piece, t, 0);
            wide_world(&b, t, b.links[MIDDLE]);
            worst = fmaxl(worst, worst_place(&b));
            if (worst > 1)
                fail_msg("a point is off by %Lg of its error bound", worst);
        }
        free_world(&b);
    }
    printf("poses are off by at most %.3Lf of their error bound\n", worst);
    /* it is a bound on the worst case; but not one that says nothing */
    assert_true(worst > 1e-3L);
}

/* ---- travel --------------------------------------------------------------------------------- */

/* an interval within a piece, from very short to all of it */
static bool random_interval(bench *b, size_t *piece, double *t, double *half)
{
    const lw_motion *motion = b->m->motion;
    *piece = lw_random_below(&b->random, (uint32_t)motion->pieces.count);
    lw_motion_piece span = motion->pieces.items[*piece];
    double length = span.end - span.begin;
    if (!(length > 0))
        return false;
    uint32_t kind = lw_random_below(&b->random, 4);
    *t = span.begin + length / 2;
    if (kind > 0)
        *t = lw_random_between(&b->random, span.begin, span.end);
    /* rounded down, so that the interval does not leave the piece */
    *half = fmin(*t - span.begin, span.end - *t) * (1 - 0x1p-50);
    if (kind > 1)
        *half *= pow(10, lw_random_between(&b->random, -6, 0));
    return true;
}

/* the path of one point of a body: its places relative to the common frame, in world axes at the middle
 */
typedef struct path {
    wide_point at[TIMES];
    long double size; /* of the numbers that the oracle computed with */
} path;

static long double twist_error(const lw_twist *twist, const path *p, int i, long double tau)
{
    const long double *x = p->at[MIDDLE].x;
    const vec3 w = twist->angular;
    long double v[3] = {twist->linear.x + w.y * x[2] - w.z * x[1],
                        twist->linear.y + w.z * x[0] - w.x * x[2],
                        twist->linear.z + w.x * x[1] - w.y * x[0]};
    wide_point straight = p->at[MIDDLE];
    for (int k = 0; k < 3; k++)
        straight.x[k] += tau * v[k];
    return wide_distance(p->at[i], straight);
}

static long double chord_error(const path *p, int i)
{
    wide_point chord;
    for (int k = 0; k < 3; k++)
        chord.x[k] = p->at[0].x[k] + (p->at[TIMES - 1].x[k] - p->at[0].x[k]) * i / (TIMES - 1);
    return wide_distance(p->at[i], chord);
}

static long double second_difference(const path *p, int i)
{
    wide_point sum;
    wide_point twice;
    for (int k = 0; k < 3; k++) {
        sum.x[k] = p->at[i - 1].x[k] + p->at[i + 1].x[k];
        twice.x[k] = 2 * p->at[i].x[k];
    }
    return wide_distance(sum, twice);
}

/* How far any point of the body gets from its chord over the interval, by the bound. */
static double chord_deviation(const lw_travel *travel, double half)
{
    return travel->curvature * half * half * 0.5 * LW_UPWARD;
}

/* seen: the longest way, and the largest second derivative that would explain the path */
static void check_path(const lw_travel *travel, const lw_kinematics *kinematics, const path *p,
                       long double seen[2])
{
    double half = kinematics->half;
    /* the oracle's times are rounded as well */
    long double speed = travel->displacement / half;
    long double step = (long double)half / MIDDLE;
    long double slack = ORACLE * p->size + 4 * LDBL_EPSILON * kinematics->time * speed;
    for (int i = 0; i < TIMES; i++) {
        long double tau = (long double)half * (i - MIDDLE) / MIDDLE;
        long double moved = wide_distance(p->at[i], p->at[MIDDLE]);
        long double off = twist_error(&travel->twist, p, i, tau);
        long double bent = chord_error(p, i);
        /* |p(m + tau) - p(m) - tau v| is the largest of n . (...) over all unit n */
        if (off > travel->speed_error * fabsl(tau) + travel->curvature * tau * tau / 2 + slack)
            fail_msg("half %g: a point leaves its velocity by %Lg within %Lg, curvature %g, noise %g",
                     half, off, tau, travel->curvature, travel->speed_error);
        if (moved > travel->displacement + slack)
            fail_msg("half %g: a point moves %.20Lg, the bound is %.17g", half, moved,
                     travel->displacement);
        if (bent > chord_deviation(travel, half) + slack)
            fail_msg("half %g: a point leaves its chord by %.20Lg, the bound is %.17g", half, bent,
                     chord_deviation(travel, half));
        if (i > 0 && i < TIMES - 1) {
            /* a second difference is at most the largest second derivative around it */
            long double second = second_difference(p, i);
            if (second > travel->curvature * step * step + 4 * slack)
                fail_msg("half %g: a second difference is %Lg, the bound is %Lg", half, second,
                         travel->curvature * step * step);
        }
        seen[0] = fmaxl(seen[0], moved);
        if (fabsl(tau) > 0.4L * half)
            seen[1] = fmaxl(seen[1], 2 * off / (tau * tau));
    }
}

static void check_body(bench *b, size_t link, int64_t common_link)
{
    const lw_frozen *frozen = b->w->scene->frozen;
    int32_t common = common_link < 0 ? -1 : frozen->chains->links[common_link].elementary;
    lw_travel travel;
    lw_travel_of(&b->kinematics, (size_t)frozen->chains->links[link].body, common, &travel);
    wide_pose relative[TIMES];
    for (int i = 0; i < TIMES; i++) {
        relative[i] = b->links[i][link];
        if (common_link >= 0) {
            wide_pose back = wide_inverse(&b->links[i][common_link]);
            relative[i] = wide_multiply(&back, &relative[i]);
            relative[i] = wide_multiply(&b->links[MIDDLE][common_link], &relative[i]);
        }
    }
    wide_point in_link[WIDE_POINTS];
    wide_point in_body[WIDE_POINTS];
    size_t count = wide_points(&b->random, &b->w->links[link], in_link, in_body);
    long double seen[2] = {0, 0};
    for (size_t k = 0; k < count; k++) {
        path p;
        wide_point origin = {{0, 0, 0}};
        p.size = 1;
        for (int i = 0; i < TIMES; i++) {
            p.at[i] = wide_apply(&relative[i], in_link[k]);
            p.size =
                fmaxl(p.size, wide_distance(p.at[i], origin) +
                                  wide_distance(wide_apply(&b->links[i][link], in_link[k]), origin));
        }
        check_path(&travel, &b->kinematics, &p, seen);
    }
    double half = b->kinematics.half;
    note(&b->distance, travel.displacement, seen[0]);
    if (seen[1] * half * half > 1e-9L)
        note(&b->curvature, travel.curvature, seen[1]);
    b->cases++;
}

/* every body relative to every frame that it can have in common with another, and to the world */
static void check_interval(bench *b)
{
    size_t piece;
    double t;
    double half;
    if (!random_interval(b, &piece, &t, &half))
        return;
    const lw_frozen *frozen = b->w->scene->frozen;
    lw_kinematics_sample(&b->kinematics, b->m->motion, piece, t, half);
    for (int i = 0; i < TIMES; i++)
        wide_world(b, t + (long double)half * (i - MIDDLE) / MIDDLE, b->links[i]);
    for (size_t l = 0; l < b->w->link_count; l++) {
        if (frozen->chains->links[l].body < 0)
            continue;
        int32_t last = frozen->chains->links[l].elementary;
        for (size_t up = l; b->w->links[up].joint >= 0;) {
            up = b->w->joints[b->w->links[up].joint].parent;
            if (frozen->chains->links[up].elementary != last &&
                frozen->chains->links[up].elementary >= 0)
                check_body(b, l, (int64_t)up);
            last = frozen->chains->links[up].elementary;
        }
        check_body(b, l, -1);
    }
}

static void no_point_travels_beyond_its_bounds(void **state)
{
    static bench b;
    (void)state;
    b.random.state = test_seed();
    size_t wanted = (size_t)test_rounds(4000, 150000);
    while (b.cases < wanted) {
        world_options options = {2, 7, pow(10, lw_random_between(&b.random, -2, 1))};
        new_world(&b, &options);
        for (int k = 0; k < 6; k++) {
            world_motion_random(&b.random, b.w, WORLD_ANY, b.m);
            check_interval(&b);
            check_interval(&b);
        }
        free_world(&b);
    }
    double distance = quantile(&b.distance, 0.5);
    double curvature = quantile(&b.curvature, 0.5);
    printf("%zu cases; bound / seen, 1 in 100, median, 99 in 100: distance %.3f %.3f %.1f, "
           "curvature %.3f %.3f %.1f\n",
           b.cases, quantile(&b.distance, 0.01), distance, quantile(&b.distance, 0.99),
           quantile(&b.curvature, 0.01), curvature, quantile(&b.curvature, 0.99));
    assert_true(distance < 2.5);
    assert_true(curvature < 6);
    free(b.distance.items);
    free(b.curvature.items);
}

/* ---- pairs far away ------------------------------------------------------------------------- */

/* Makes the joints next to the roots, and some others, turn and slide as far as some robots'
 * descriptions let them. */
static void send_far(bench *b, double factor)
{
    lw_track defs[WORLD_ROBOTS];
    for (size_t t = 0; t < b->m->track_count; t++) {
        world_track *track = &b->m->tracks[t];
        size_t stride = 0;
        for (size_t k = 0; k < track->joint_count; k++)
            stride += lw_joint_value_count(b->w->joints[track->joints[k]].def.kind);
        size_t column = 0;
        for (size_t k = 0; k < track->joint_count; k++) {
            const world_joint *joint = &b->w->joints[track->joints[k]];
            size_t count = lw_joint_value_count(joint->def.kind);
            bool far = b->w->links[joint->parent].joint < 0 || lw_random_below(&b->random, 4) == 0;
            for (size_t i = 0; far && count == 1 && i < track->def.point_count; i++) {
                track->positions[i * stride + column] *= factor;
                track->velocities[i * stride + column] *= factor;
                track->accelerations[i * stride + column] *= factor;
            }
            column += count;
        }
        defs[t] = track->def;
    }
    assert_int_equal(lw_motion_set(b->m->motion, defs, b->m->track_count, NULL), LW_OK);
}

/* The vector from one point to the other as the kinematics have it, tau later, if nothing accelerated.
 */
static long double predicted(const bench *b, const lw_travel travel[2], const size_t body[2],
                             const wide_point in_body[2], long double tau)
{
    wide_point at[2];
    for (int i = 0; i < 2; i++) {
        at[i] = place_in_double(b->kinematics.bodies[body[i]], in_body[i]);
        const long double *x = at[i].x;
        const vec3 w = travel[i].twist.angular;
        const vec3 v = travel[i].twist.linear;
        long double speed[3] = {v.x + w.y * x[2] - w.z * x[1], v.y + w.z * x[0] - w.x * x[2],
                                v.z + w.x * x[1] - w.y * x[0]};
        for (int k = 0; k < 3; k++)
            at[i].x[k] += tau * speed[k];
    }
    return wide_distance(at[0], at[1]);
}

/* Two points of a pair inside a robot are as far apart as the oracle has them, up to the pair's error,
 * and move beside each other as their twists say, up to the errors of the speeds. worst: shares of
 * these bounds. */
static void check_far_pair(bench *b, const lw_pair *pair, const size_t link[2], long double worst[2])
{
    const size_t body[2] = {(size_t)pair->a, (size_t)pair->b};
    double error = lw_pair_error(&b->kinematics, pair);
    lw_travel travel[2];
    wide_point in_link[2][WIDE_POINTS];
    wide_point in_body[2][WIDE_POINTS];
    for (int i = 0; i < 2; i++) {
        lw_travel_of(&b->kinematics, body[i], pair->common, &travel[i]);
        wide_points(&b->random, &b->w->links[link[i]], in_link[i], in_body[i]);
    }
    for (int i = 0; i < TIMES; i++) {
        const wide_point ends[2] = {in_body[0][0], in_body[1][0]};
        long double tau = (long double)b->kinematics.half * (i - MIDDLE) / MIDDLE;
        long double real = wide_distance(wide_apply(&b->links[i][link[0]], in_link[0][0]),
                                         wide_apply(&b->links[i][link[1]], in_link[1][0]));
        long double off = fabsl(real - predicted(b, travel, body, ends, tau));
        long double bend = (travel[0].curvature + travel[1].curvature) * tau * tau / 2;
        long double drift = (travel[0].speed_error + travel[1].speed_error) * fabsl(tau);
        /* the oracle computes with numbers this large */
        long double slack = 64 * LDBL_EPSILON * (b->kinematics.elementary[pair->common].length + 1);
        if (off > error + drift + bend + slack)
            fail_msg("two points are off by %Lg after %Lg; the errors are %g and %Lg, the bend %Lg",
                     off, tau, error, drift, bend);
        if (i == MIDDLE)
            worst[0] = fmaxl(worst[0], off / error);
    }
    worst[1] = fmaxl(worst[1], error);
}

static void check_far_pairs(bench *b, long double worst[2])
{
    const lw_frozen *frozen = b->w->scene->frozen;
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR;
         id = lw_frozen_next_pair(frozen, id + 1)) {
        const lw_pair pair = lw_frozen_pair(frozen, id);
        if (pair.common < 0)
            continue;
        size_t link[2] = {(size_t)lw_frozen_body(frozen, (size_t)pair.a)->link,
                          (size_t)lw_frozen_body(frozen, (size_t)pair.b)->link};
        check_far_pair(b, &pair, link, worst);
    }
}

/* The error of a joint far above a pair moves both of its bodies: behind a base that has turned by a
 * million radians and slid a million metres, the distances inside the robot are known to less than a
 * micron. */
static void pairs_far_away_are_known_beside_each_other(void **state)
{
    static bench b;
    (void)state;
    b.random.state = test_seed();
    long double worst[2] = {0, 0};
    for (int round = test_rounds(200, 10000); round > 0; round--) {
        world_options options = {2, 7, 0.3};
        new_world(&b, &options);
        for (int k = 0; k < 2; k++) {
            size_t piece;
            double t;
            double half;
            world_motion_random(&b.random, b.w, (world_motion_kind)lw_random_below(&b.random, 4), b.m);
            send_far(&b, 1e6);
            if (!random_interval(&b, &piece, &t, &half))
                continue;
            lw_kinematics_sample(&b.kinematics, b.m->motion, piece, t, half);
            for (int i = 0; i < TIMES; i++)
                wide_world(&b, t + (long double)half * (i - MIDDLE) / MIDDLE, b.links[i]);
            check_far_pairs(&b, worst);
        }
        free_world(&b);
    }
    printf("pairs are off by at most %.3Lf of their error bound, of at most %.3Lg m\n", worst[0],
           worst[1]);
    assert_true(worst[0] > 1e-3L && worst[0] <= 1);
}

/* a body does not travel relative to a joint that it is fixed to, nor does a body that never moves */
static void what_stands_still_does_not_travel(void **state)
{
    static bench b;
    (void)state;
    b.random.state = test_seed();
    world_options options = {2, 6, 1};
    for (int round = 0; round < 50; round++) {
        new_world(&b, &options);
        const lw_frozen *frozen = b.w->scene->frozen;
        lw_kinematics_sample(&b.kinematics, b.m->motion, 0, 0.5, 0.5);
        for (size_t i = 0; i < frozen->body_count; i++) {
            lw_travel travel;
            lw_travel_of(&b.kinematics, i, -1, &travel);
            assert_true(travel.displacement == 0 && travel.curvature == 0 && travel.speed_error == 0);
            assert_true(norm(travel.twist.linear) == 0 && norm(travel.twist.angular) == 0);
        }
        world_motion_random(&b.random, b.w, WORLD_QUINTIC, b.m);
        double t = b.m->motion->pieces.items[0].begin;
        lw_kinematics_sample(&b.kinematics, b.m->motion, 0, t, 0);
        for (size_t i = 0; i < frozen->body_count; i++) {
            lw_travel travel;
            lw_travel_of(&b.kinematics, i, lw_frozen_body(frozen, i)->elementary, &travel);
            assert_true(travel.displacement == 0 && travel.curvature == 0 && travel.speed_error == 0);
            assert_true(chord_deviation(&travel, 1) == 0);
        }
        free_world(&b);
    }
}

/* A slide s(t) = t - 1 that carries a turn's point outwards through its axis, and the turn's angle
 * (t - 1)^2 / 2: at t = 2 the point's second derivative is s q'' + 2 s' q' = 3 across and s q'^2 = 1
 * along, while at the middle, t = 1, it is on the axis and the turn at rest. */
static void arms_that_grow_within_an_interval_are_counted(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    lw_shape_def sphere = sphere_of(0.001);
    lw_joint_def turn = joint_of("turn", LW_JOINT_CONTINUOUS, "a", "b");
    lw_joint_def slide = joint_of("slide", LW_JOINT_PRISMATIC, "b", "c");
    slide.origin = lw_pose_identity();
    slide.axis = v3(1, 0, 0);
    succeed(lw_scene_add_robot(scene, "r", lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_link(scene, "r", "a", &e), &e);
    succeed(lw_scene_add_link(scene, "r", "b", &e), &e);
    succeed(lw_scene_add_link(scene, "r", "c", &e), &e);
    succeed(lw_scene_add_joint(scene, "r", &turn, &e), &e);
    succeed(lw_scene_add_joint(scene, "r", &slide, &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "c", &sphere, lw_pose_identity(), &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &e), &e);
    lw_track track = lw_default_track();
    track.kind = LW_TRACK_TRAJECTORY;
    track.point_count = 2;
    track.times = (double[]){0, 2};
    track.positions = (double[]){0.5, -1, 0.5, 1};
    track.velocities = (double[]){-1, 1, 1, 1};
    succeed(lw_motion_set(motion, &track, 1, &e), &e);
    lw_arena arena = {0};
    lw_kinematics kinematics;
    succeed(lw_kinematics_create(&arena, scene, &kinematics, &e), &e);
    lw_kinematics_sample(&kinematics, motion, 0, 1, 1);
    lw_travel travel;
    lw_travel_of(&kinematics, 0, -1, &travel);
    assert_near(travel.twist.linear.x, 1, 1e-12);
    assert_true(travel.curvature >= sqrt(10));
    lw_arena_free(&arena);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

/* With the largest numbers that are taken, bounds are huge but never NaN, which compares as false with
 * every number. */
static void the_largest_numbers_do_not_overflow(void **state)
{
    (void)state;
    lw_error e = {LW_OK, "", "", 0, 0};
    lw_scene *scene = new_scene();
    lw_shape_def shape = sphere_of(LW_LARGEST);
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_PRISMATIC, LW_JOINT_PLANAR}, 3);
    lw_joint_def joint = joint_of("j4", LW_JOINT_REVOLUTE, "l3", "l4");
    joint.origin.position = v3(LW_LARGEST, -LW_LARGEST, LW_LARGEST);
    joint.mimic = "j1";
    joint.mimic_multiplier = joint.mimic_offset = LW_LARGEST;
    succeed(lw_scene_add_link(scene, "r", "l4", &e), &e);
    succeed(lw_scene_add_shape(scene, "r", "l4", &shape, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    lw_motion *motion = NULL;
    succeed(lw_motion_create(scene, &motion, &e), &e);
    lw_arena arena = {0};
    lw_kinematics kinematics;
    succeed(lw_kinematics_create(&arena, scene, &kinematics, &e), &e);
    double rows[10];
    for (int i = 0; i < 10; i++)
        rows[i] = (i % 3 ? 1 : -1) * LW_LARGEST;
    const double ends[] = {1e-15, 2e-15, LW_LARGEST};
    for (int i = 0; i < 3; i++) {
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.point_count = 2;
        track.times = (double[]){0, ends[i]};
        track.positions = track.velocities = track.accelerations = rows;
        succeed(lw_motion_set(motion, &track, 1, &e), &e);
        lw_kinematics_sample(&kinematics, motion, 0, ends[i] / 2, ends[i] / 2);
        for (size_t b = 0; b < scene->frozen->body_count; b++) {
            lw_travel travel;
            lw_travel_of(&kinematics, b, -1, &travel);
            assert_true(isfinite(kinematics.error[b]) && isfinite(travel.displacement));
            assert_true(isfinite(travel.curvature) && isfinite(travel.speed_error));
            assert_true(isfinite(chord_deviation(&travel, ends[i] / 2)));
            assert_true(finite3(travel.twist.linear) && finite3(travel.twist.angular));
        }
    }
    lw_arena_free(&arena);
    lw_motion_destroy(motion);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_are_within_their_error_of_where_they_are),
        cmocka_unit_test(no_point_travels_beyond_its_bounds),
        cmocka_unit_test(pairs_far_away_are_known_beside_each_other),
        cmocka_unit_test(what_stands_still_does_not_travel),
        cmocka_unit_test(arms_that_grow_within_an_interval_are_counted),
        cmocka_unit_test(the_largest_numbers_do_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
