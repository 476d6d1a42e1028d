/* convex/slab_procedures.h: the steps of a slab, against the slab itself. Its thickness, by a support
 * point of each body at many times, is nowhere below 0 before the time that the step gives, and about 0
 * there. Meanwhile bodies accelerate and turn faster, as fast as the bounds allow, or against each
 * other. */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/random.h"
#include "convex/slab_procedures.h"
#include "math/pose.h"
#include "polytopes.h"
#include "random_unit.h"
#include "seed.h"
#include "shape/polytope.h"

static const double full_turn = 6.283185307179586;

/* From the start at a velocity v with an acceleration a, turned about the axis at a rate w, which
 * changes at b. Both changes fade: they are 1 - t fade times as large. */
typedef struct path {
    pose start;
    vec3 v, a, axis;
    double w, b, fade;
} path;

/* The integral over time of an acceleration that fades, and the integral of that. */
static double gained(const path *p, double t)
{
    return t * (1 - 0.5 * t * p->fade);
}

static double gone(const path *p, double t)
{
    return t * t * (0.5 - t * p->fade / 6);
}

static pose place(const path *p, double t)
{
    mat3 turned = mul(lw_rotation(p->axis, t * p->w + gone(p, t) * p->b), p->start.rotation);
    return (pose){turned, add_scaled(add_scaled(p->start.position, t, p->v), gone(p, t), p->a)};
}

static void path_moves(void *context, double at, double until, lw_moving bodies[2])
{
    const path *paths = context;
    for (int i = 0; i < 2; i++) {
        const path *p = &paths[i];
        double now = p->w + gained(p, at) * p->b;
        double then = p->w + gained(p, until) * p->b;
        bodies[i] = (lw_moving){.pose = place(p, at),
                                .linear = add_scaled(p->v, gained(p, at), p->a),
                                .angular = scale(now, p->axis),
                                .acceleration = (1 - at * p->fade) * norm(p->a),
                                .spin = fmax(fabs(now), fabs(then)),
                                .spin_change = (1 - at * p->fade) * fabs(p->b)};
    }
}

static lw_convex random_body(lw_arena *arena, lw_random *random)
{
    double r = lw_random_between(random, 0.05, 0.3);
    double h = lw_random_between(random, 0.2, 0.8);
    switch (lw_random_below(random, 8)) {
    case 0:
        return (lw_convex){.core = LW_CORE_SEGMENT, .radius = r, .half = {0, 0, h}};
    case 1:
        return (lw_convex){.core = LW_CORE_CYLINDER, .half = {r, 0, h}};
    case 2:
        return (lw_convex){.core = LW_CORE_BOX, .radius = 0.1 * r, .half = {h, 0.1, r}};
    case 3:
        return (lw_convex){.core = LW_CORE_ELLIPSOID, .half = {h, 0.1, r}};
    case 4:
        return random_polytope(random, arena); /* with a hull that is hard to climb */
    default:
        break;
    }
    double points[3 * 80];
    static const uint32_t most[] = {4, 12, 80};
    uint32_t count = 4 + lw_random_below(random, most[lw_random_below(random, 3)] - 3);
    for (uint32_t i = 0; i < count; i++) {
        vec3 p = scale(h, random_unit(random));
        points[3 * i] = p.x;
        points[3 * i + 1] = 0.2 * p.y;
        points[3 * i + 2] = 0.2 * p.z;
    }
    lw_polytope *polytope = NULL;
    assert_int_equal(lw_polytope_create(arena, points, count, &polytope, NULL), LW_OK);
    return (lw_convex){.core = LW_CORE_POLYTOPE, .polytope = polytope};
}

/* Half of the paths move in or against the direction between the bodies, and turn about one axis across
 * it, so that the second derivatives are as large as the bounds; half of these start from rest and
 * swing a long side at the other body. */
static void random_paths(lw_random *random, path paths[2])
{
    vec3 between = random_unit(random);
    vec3 across = cross(between, random_unit(random));
    across = scale(1 / norm(across), across);
    vec3 aside = cross(across, between);
    bool aligned = lw_random_below(random, 2);
    bool swings = aligned && lw_random_below(random, 2);
    for (int i = 0; i < 2; i++) {
        double side = i ? 1 : -1;
        path *p = &paths[i];
        p->start.rotation = lw_rotation(random_unit(random), lw_random_between(random, 0, full_turn));
        p->start.position = scale(side * lw_random_between(random, 0.3, 1.2), between);
        p->axis = aligned ? scale(lw_random_below(random, 2) ? 1 : -1, across) : random_unit(random);
        p->v = aligned ? scale(-side * lw_random_between(random, -0.5, 1), between)
                       : scale(lw_random_between(random, 0, 1), random_unit(random));
        p->a = aligned ? scale(-side * lw_random_between(random, 0, 3), between)
                       : scale(lw_random_between(random, 0, 2), random_unit(random));
        p->w = lw_random_between(random, -3, 3);
        p->b = lw_random_below(random, 2) ? lw_random_between(random, -4, 4) : 0;
        p->fade = lw_random_below(random, 2);
        if (lw_random_below(random, 3) == 0)
            p->a = p->v = v3(0, 0, 0);
        if (!swings)
            continue;
        p->start.rotation = (mat3){aside, between, cross(aside, between)};
        p->start.position = add_scaled(scale(side * lw_random_between(random, 0.15, 0.4), between),
                                       side * lw_random_between(random, 0, 0.7), aside);
        p->a = p->v = v3(0, 0, 0);
        p->w = 0;
        p->b = lw_random_between(random, -4, 4);
    }
}

static double reach(const lw_convex *shape, const pose *at, vec3 direction)
{
    vec3 own = rotate_back(at->rotation, direction);
    return dot(direction, at->position) + dot(lw_support(shape, own, NULL), own) + shape->radius;
}

/* The thickness of the slab along a unit normal in the world. */
static double thickness(const lw_pcda *pcda, double t, vec3 normal)
{
    const path *paths = pcda->context;
    pose one = place(&paths[0], t);
    pose other = place(&paths[1], t);
    return -reach(pcda->shapes[1], &other, neg(normal)) - reach(pcda->shapes[0], &one, normal);
}

static mat3 turned_by(vec3 turn, double t)
{
    double rate = norm(turn);
    return lw_rotation(rate > 0 ? scale(1 / rate, turn) : v3(0, 0, 1), rate * t);
}

static vec3 normal_at(const lw_pcda *pcda, const lw_normal_course *course, double t)
{
    const path *paths = pcda->context;
    if (course->carrier == LW_CARRIER_WORLD)
        return rotate(turned_by(course->turn, t - course->since), course->normal);
    if (course->carrier == LW_CARRIER_EDGES) {
        vec3 normal = cross(rotate(place(&paths[0], t).rotation, course->edges[0]),
                            rotate(place(&paths[1], t).rotation, course->edges[1]));
        return scale(1 / norm(normal), normal);
    }
    return rotate(place(&paths[course->carrier], t).rotation, course->normal);
}

enum { SAMPLES = 60, NEARER = 12 };

/* The times to test: evenly spread, and denser towards the end. */
static double time_of(double end, int i)
{
    return i < SAMPLES ? end * i / SAMPLES : end * (1 - pow(10, -0.75 * (i - SAMPLES + 1)));
}

typedef struct counts {
    int open, closed, loose, edges;
} counts;

static void check_ride(const lw_pcda *pcda, const lw_pair_sample *sample, lw_normal_course course,
                       uint64_t seed, counts *all)
{
    lw_carrier carrier = course.carrier;
    for (int closed = 0; closed < 2; closed++) {
        lw_pair_sample last = *sample;
        lw_slab_extension got = lw_slab_extend(pcda, &last, course, closed);
        if (!got.trusted)
            fail_msg("seed %#" PRIx64 ", ride %d: an honest motion is not believed", seed,
                     (int)carrier);
        for (int i = 0; i < SAMPLES + NEARER && got.time > 0; i++) {
            double t = time_of(got.time, i);
            double left = thickness(pcda, t, normal_at(pcda, &course, t));
            if (left < -1e-13)
                fail_msg("seed %#" PRIx64 ", ride %d: %g thick at %.17g, open until %.17g", seed,
                         (int)carrier, left, t, got.time);
        }
        double end = thickness(pcda, got.time, normal_at(pcda, &course, got.time));
        all->open += got.at_end;
        all->closed += !got.at_end;
        all->loose += !got.at_end && !got.open && end > 1e-7;
        if (end < -1e-13)
            fail_msg("seed %#" PRIx64 ", ride %d: %g thick where it ends", seed, (int)carrier, end);
    }
}

static void check_round(uint64_t seed, counts *all)
{
    lw_random random = {seed};
    lw_arena arena = {0};
    lw_convex a = random_body(&arena, &random);
    lw_convex b = random_body(&arena, &random);
    path paths[2];
    random_paths(&random, paths);
    lw_pcda pcda = lw_default_pcda(&a, &b, path_moves, paths);
    lw_pair_sample sample;
    assert_true(lw_pcda_sample(&pcda, 0, pcda.end, &sample));
    lw_bracket bracket;
    const pose at = relative(sample.bodies[0].pose, sample.bodies[1].pose);
    lw_convex_distance(&a, &b, &at, NULL, &bracket);
    for (int carrier = LW_CARRIER_FIRST; carrier <= LW_CARRIER_WORLD && bracket.lower > 0; carrier++)
        check_ride(&pcda, &sample, lw_slab_normal_course(&pcda, &sample, &bracket, (lw_carrier)carrier),
                   seed, all);
    lw_normal_course course;
    if (bracket.lower > 0) {
        course = lw_slab_normal_course(&pcda, &sample, &bracket, LW_CARRIER_WORLD);
        course.turn = scale(lw_random_between(&random, 0, 3), random_unit(&random));
        course.since = sample.at;
        check_ride(&pcda, &sample, course, seed, all);
    }
    if (bracket.lower > 0 && lw_slab_edges(&pcda, &sample, &bracket, &course)) {
        check_ride(&pcda, &sample, course, seed, all);
        all->edges++;
    }
    lw_arena_free(&arena);
}

static void test_the_slab_is_open_as_long_as_said(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    counts all = {0, 0, 0, 0};
    int rounds = test_rounds(1500, 60000);
    for (int round = 0; round < rounds; round++)
        check_round(lw_random_bits(&random), &all);
    printf(
        "%d open to the end, %d closed before, %d of them with more than 1e-7 left; %d of two edges\n",
        all.open, all.closed, all.loose, all.edges);
    assert_true(all.open > rounds / 4 && all.closed > rounds / 2);
    assert_true(all.loose <= all.closed / 100);
    assert_true(all.edges > rounds / 60);
}

/* A capsule that falls on a box stops turning about its own line when it meets the box. The difference
 * of its two rates of turning is then a rounding error, which must not count as a turn beyond the
 * states' bounds. */
static void test_turns_that_cancel(void **state)
{
    (void)state;
    lw_convex box = {.core = LW_CORE_BOX, .half = {1, 0.2, 1}};
    lw_convex capsule = {.core = LW_CORE_SEGMENT, .radius = 0.2, .half = {0, 0, 0.5}};
    for (int i = 0; i < 200; i++) {
        double contact = 0.3 + i / 400.0;
        path paths[2] = {
            {.start = pose_identity(), .axis = {0, 0, 1}},
            {.start = {mat3_identity(), {0, 0.4 + contact, 0}}, .v = {0, -1, 0}, .axis = {0, 0, 1}}};
        paths[1].b = 3 + i / 70.0;
        paths[1].w = -paths[1].b * contact;
        lw_pcda pcda = lw_default_pcda(&box, &capsule, path_moves, paths);
        pcda.end = contact + 1e-5; /* so that it does not turn faster later */
        lw_pcda_result got = lw_pcda_run(&pcda);
        if (got.state != LW_PCDA_CONTACT || fabs(got.time - contact) > 1e-9)
            fail_msg("round %d: state %d at %.17g, not %.17g", i, (int)got.state, got.time, contact);
    }
}

/* The second body turns about b, which turns about a: |w| and |w'| are constant. */
typedef struct top {
    vec3 a, b, velocity;
    pose start;
} top;

static void top_moves(void *context, double at, double until, lw_moving bodies[2])
{
    const top *p = context;
    (void)until;
    mat3 turned = turned_by(p->a, at);
    vec3 spin = add(p->a, p->b);
    bodies[0] = (lw_moving){.pose = pose_identity()};
    bodies[1] = (lw_moving){
        .pose = {mul(turned, mul(turned_by(p->b, at), p->start.rotation)),
                 add_scaled(p->start.position, at, p->velocity)},
        .linear = p->velocity,
        .angular = add(p->a, rotate(turned, p->b)),
        .spin = norm(spin) * (1 + 0x1p-48),
        .spin_change = norm(cross(p->a, p->b)) * (1 + 0x1p-48),
    };
}

/* Bounds that are exactly as large as they must be are accepted, far from contact and near it. */
static void test_tops(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_convex box = {.core = LW_CORE_BOX, .half = {0.5, 0.2, 0.1}};
    int met = 0;
    int rounds = test_rounds(1000, 100000);
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = random.state;
        top p = {.start = {lw_rotation(random_unit(&random), lw_random_between(&random, 0, 3)),
                           scale(lw_random_between(&random, 0.6, 3), random_unit(&random))}};
        p.a = scale(pow(10, lw_random_between(&random, -2, 1)), random_unit(&random));
        p.b = scale(pow(10, lw_random_between(&random, -2, 1)), random_unit(&random));
        p.velocity = scale(-lw_random_between(&random, 0, 1), p.start.position);
        lw_pcda pcda = lw_default_pcda(&box, &box, top_moves, &p);
        lw_pcda_result got = lw_pcda_run(&pcda);
        if (got.state == LW_PCDA_MOTION)
            fail_msg("seed %#" PRIx64 ": an honest motion is not believed at %.17g", seed, got.time);
        met += got.state == LW_PCDA_CONTACT;
    }
    assert_true(met > rounds / 20 && met < rounds * 9 / 10);
}

/* The second body comes down from rest, `height` above contact, at an acceleration `down`. From the
 * time `turns` on it slows down as fast, and so is lowest at twice that time. Meanwhile it turns about
 * y, ever faster. */
typedef struct dip {
    double floor, height, down, turns, start, faster;
    double off, on; /* between these times it is elsewhere, which no bound allows */
    double arm;     /* not 0: it is the end of an arm so long, and swings about y instead */
} dip;

static double height_at(const dip *d, double t)
{
    double after = fmax(t - d->turns, 0);
    return d->height + d->down * (after * after - 0.5 * t * t);
}

static void dip_moves(void *context, double at, double until, lw_moving bodies[2])
{
    const dip *d = context;
    bodies[0] = (lw_moving){.pose = pose_identity()};
    if (d->arm > 0) {
        double rate = d->down * (2 * fmax(at - d->turns, 0) - at) / d->arm;
        bodies[1] = (lw_moving){
            .pose = {lw_rotation(v3(0, -1, 0), height_at(d, at) / d->arm), v3(-d->arm, 0, 1)},
            .angular = {0, -rate, 0},
            .spin = d->down * until / d->arm,
            .spin_change = d->down / d->arm,
        };
        return;
    }
    bodies[1] = (lw_moving){
        .pose = {lw_rotation(v3(0, 1, 0), d->start + 0.5 * at * at * d->faster),
                 v3(0, 0, d->floor + height_at(d, at))},
        .linear = {0, 0, d->down * (2 * fmax(at - d->turns, 0) - at)},
        .angular = {0, at * d->faster, 0},
        .acceleration = d->down,
        .spin = until * d->faster,
        .spin_change = d->faster,
    };
    if (at >= d->off && at < d->on) {
        bodies[1].pose.position.y = 5;
        bodies[1].acceleration *=
            2; /* this bound is true too; it makes steps short, so that samples come in pairs */
    }
}

/* Carries a slab with a fixed normal until it closes. */
static lw_slab_extension carry_through(dip *d, const lw_convex *falling, double end)
{
    static const lw_convex ground = {.core = LW_CORE_BOX, .half = {1, 1, 1}};
    lw_pcda pcda = lw_default_pcda(&ground, falling, dip_moves, d);
    pcda.end = end;
    lw_pair_sample sample;
    assert_true(lw_pcda_sample(&pcda, 0, pcda.end, &sample));
    lw_normal_course course = {.carrier = LW_CARRIER_WORLD, .normal = {0, 0, 1}};
    return lw_slab_extend(&pcda, &sample, course, true);
}

static double carried_through(dip *d, const lw_convex *falling)
{
    lw_slab_extension extended = carry_through(d, falling, 4 * d->turns);
    assert_true(extended.trusted);
    return extended.time;
}

/* Two samples at which the slab is open do not prove that it is open in between. By the first one's
 * bounds it may be closed after sqrt(2 height / down). At 1.9 times that, at the second sample, it is
 * open again; at sqrt(2) times that, it is closed. */
static void check_dip(dip d, const lw_convex *shape)
{
    double contact = sqrt(2) * sqrt(2 * d.height / d.down);
    d.turns = 0.5 * contact * 0.999;
    double time = carried_through(&d, shape);
    assert_true(time > 1.5 * contact); /* with the turn a little earlier, the body stays free */
    d.turns = 0.5 * contact * 1.001;
    assert_true(height_at(&d, contact) < 0 && height_at(&d, 1.9 * contact / sqrt(2)) > 0);
    time = carried_through(&d, shape);
    if (!(height_at(&d, time) >= 0 && time < contact))
        fail_msg("height %g, arm %g: open until %g, through contact at %g", d.height, d.arm, time,
                 contact);
}

static void test_a_dip_between_two_looks(void **state)
{
    (void)state;
    lw_convex box = {.core = LW_CORE_BOX, .half = {1, 1, 1}};
    for (int i = -6; i <= 6; i++)
        check_dip((dip){.floor = 2, .height = pow(10, i), .down = 2}, &box);
    const double arm = 1e6;
    lw_convex hand = {.core = LW_CORE_TRIANGLE, .triangle = {{arm, -1, 0}, {arm, 1, 0}, {arm, 0, 1}}};
    for (int i = -1; i <= 1; i++)
        check_dip((dip){.height = pow(10, i), .down = 2, .arm = arm}, &hand);
}

/* A dip before the second sample, at which the body turns so fast that its bound says nothing about the
 * time when the bound of the first one ends: the body may have turned many times since. */
static void test_a_dip_before_a_fast_turn(void **state)
{
    (void)state;
    const double corners[] = {1, 0.1, 0, 1, -0.1, 0, 1.2, 0, 0.1, 1.2, 0, -0.1};
    lw_arena arena = {0};
    lw_polytope *polytope = NULL;
    assert_int_equal(lw_polytope_create(&arena, corners, 4, &polytope, NULL), LW_OK);
    lw_convex aside = {.core = LW_CORE_POLYTOPE, .polytope = polytope};
    for (int i = 0; i < 100; i++) {
        dip d = {
            .floor = 2.3, .height = 1000, .down = 1.8, .start = 0.0628 * i, .faster = 0.1 + i / 999.0};
        d.turns = sqrt(d.height / d.down) * 1.01;
        double time = carried_through(&d, &aside);
        if (!(time < 2 * d.turns))
            fail_msg("start %g: open until %g, through contact at %g", d.start, time, 2 * d.turns);
    }
    lw_arena_free(&arena);
}

/* The second body is thrown up and falls: it accelerates at 1 m/s^2 down, up and down again, one phase
 * after the other, and flies on at its last velocity. The motion gives the acceleration from a sample
 * on. Or the body is the end of a long arm, which swings up and down in this way, about y. */
typedef struct throw
{
    double height, rate, until[3];
    double calm; /* from this time on the bound on the acceleration is 0 */
    double arm;  /* the length of the arm; 0: the body flies */
}
throw;

static void thrown_to(const throw *p, double t, double *height, double *rate)
{
    *height = p->height;
    *rate = p->rate;
    double from = 0;
    for (int i = 0; i < 4; i++) {
        double to = i < 3 ? fmin(t, p->until[i]) : t;
        double down = i == 3 ? 0 : i == 1 ? -1 : 1;
        double w = fmax(to - from, 0);
        *height += *rate * w - 0.5 * down * w * w;
        *rate -= down * w;
        from += w;
    }
}

static void throw_moves(void *context, double at, double until, lw_moving bodies[2])
{
    const throw *p = context;
    double height;
    double rate;
    (void)until;
    thrown_to(p, at, &height, &rate);
    bodies[0] = (lw_moving){.pose = pose_identity()};
    if (p->arm > 0) {
        bodies[1] = (lw_moving){
            .pose = {lw_rotation(v3(0, -1, 0), height / p->arm), v3(-p->arm, 0, 1)},
            .angular = {0, -rate / p->arm, 0},
            .spin = 10 / p->arm,
            .spin_change = at < p->calm ? 1 / p->arm : 0,
        };
        return;
    }
    bodies[1] = (lw_moving){.pose = {mat3_identity(), v3(0, 0, 2 + height)},
                            .linear = {0, 0, rate},
                            .acceleration = at < p->calm ? 1 : 0};
}

/* By the first sample's bounds the body may be down after 2.01 s. It is down from 2.31 s on, for 0.26
 * s. The second sample, after 3.82 s, sees it high, coming down, and perhaps not accelerated any more,
 * which says nothing of the time before. */
static void check_dip_in_the_first_half(const lw_convex *shape, double arm, double calm)
{
    static const lw_convex ground = {.core = LW_CORE_BOX, .half = {1, 1, 1}};
    throw p = {.height = 0.01, .rate = 1, .until = {1.72, 2.9, 3.81}, .calm = calm, .arm = arm};
    lw_pcda pcda = lw_default_pcda(&ground, shape, throw_moves, &p);
    pcda.end = 8;
    lw_pair_sample sample;
    assert_true(lw_pcda_sample(&pcda, 0, pcda.end, &sample));
    lw_normal_course course = {.carrier = LW_CARRIER_WORLD, .normal = {0, 0, 1}};
    lw_slab_extension extended = lw_slab_extend(&pcda, &sample, course, true);
    double deepest;
    double later;
    double rate;
    thrown_to(&p, 2.44, &deepest, &rate);
    thrown_to(&p, 3.82, &later, &rate);
    assert_true(deepest < -0.005 && later > 0.05 && rate < -0.4);
    double closes = 2.44 - sqrt(-2 * deepest);
    assert_true(extended.trusted && extended.time <= closes && extended.time > closes - 1e-6);
}

static void test_a_dip_in_the_first_half(void **state)
{
    (void)state;
    const double arm = 1e6;
    lw_convex box = {.core = LW_CORE_BOX, .half = {1, 1, 1}};
    lw_convex hand = {.core = LW_CORE_TRIANGLE, .triangle = {{arm, -1, 0}, {arm, 1, 0}, {arm, 0, 1}}};
    for (int calm = 0; calm < 2; calm++) {
        check_dip_in_the_first_half(&box, 0, calm ? 3.81 : HUGE_VAL);
        check_dip_in_the_first_half(&hand, arm, calm ? 3.81 : HUGE_VAL);
    }
}

/* A point flies round another one, at one acceleration and then at a second; the slab between the two
 * turns against it about y. */
typedef struct round_trip {
    vec3 from, rate, first, second;
    double changes, most; /* when the acceleration changes, and the bound on it */
} round_trip;

static vec3 trip_at(const round_trip *p, double t, vec3 *rate)
{
    double one = fmin(t, p->changes);
    double two = fmax(t - p->changes, 0);
    vec3 turned = add_scaled(p->rate, one, p->first);
    *rate = add_scaled(turned, two, p->second);
    vec3 there = add_scaled(add_scaled(p->from, one, p->rate), 0.5 * one * one, p->first);
    return add_scaled(add_scaled(there, two, turned), 0.5 * two * two, p->second);
}

static void trip_moves(void *context, double at, double until, lw_moving bodies[2])
{
    const round_trip *p = context;
    (void)until;
    bodies[0] = bodies[1] = (lw_moving){.pose = pose_identity()};
    bodies[1].pose.position = trip_at(p, at, &bodies[1].linear);
    bodies[1].acceleration = p->most;
}

/* Seen from a second sample, the slab turns back the way that it came. If it were turned on instead, it
 * would be open while the point is behind it. */
static void test_a_slab_that_turns_between_two_looks(void **state)
{
    (void)state;
    lw_convex point = {.core = LW_CORE_POINT};
    round_trip p = {.from = {0, 0, 1},
                    .rate = {-2.123, 0, 0.384},
                    .first = {2.361, 0, -1.63},
                    .second = {-2.663, 0, 1.067},
                    .changes = 1.84,
                    .most = 2.872};
    const double turn = -0.88;
    lw_pcda pcda = lw_default_pcda(&point, &point, trip_moves, &p);
    pcda.end = 4;
    lw_pair_sample sample;
    assert_true(lw_pcda_sample(&pcda, 0, pcda.end, &sample));
    lw_normal_course course = {.carrier = LW_CARRIER_WORLD, .normal = {0, 0, 1}, .turn = {0, turn, 0}};
    lw_slab_extension got = lw_slab_extend(&pcda, &sample, course, true);
    assert_true(got.trusted && got.time > 1);
    double least = HUGE_VAL;
    for (int i = 0; i <= 400; i++) {
        double t = 0.01 * i;
        vec3 rate;
        vec3 normal = v3(sin(turn * t), 0, cos(turn * t));
        double thick = dot(normal, trip_at(&p, t, &rate));
        least = fmin(least, thick);
        if (t < got.time && thick < 0)
            fail_msg("%g thick at %g, open until %g", thick, t, got.time);
    }
    assert_true(least < -0.05);
}

/* A slab that is open all along the first sample's bound is open to the end only if the body is then
 * where that bound says. */
static void test_a_leap_at_the_end(void **state)
{
    (void)state;
    lw_convex box = {.core = LW_CORE_BOX, .half = {1, 1, 1}};
    dip d = {.floor = 2, .height = 1, .down = 0.1, .turns = 8};
    lw_slab_extension honest = carry_through(&d, &box, 1);
    assert_true(honest.trusted && honest.at_end && honest.time == 1);
    d.off = 1;
    d.on = 2;
    lw_slab_extension extended = carry_through(&d, &box, 1);
    assert_true(!extended.trusted && !extended.at_end && extended.time == 0);
}

/* A body falls from 1 m, at 2 m/s^2 for 0.72 s, and slows down then. It is sampled again at 1.9 s,
 * where the slab is long closed, then at 1 s, and after that until the slab closes. A leap is found out
 * at the first sample that sees it, and the part proven before stays proven. */
static void test_leaps_on_the_way(void **state)
{
    (void)state;
    lw_convex box = {.core = LW_CORE_BOX, .half = {1, 1, 1}};
    dip d = {.floor = 2, .height = 1, .down = 2, .turns = 0.72};
    lw_slab_extension honest = carry_through(&d, &box, 4);
    double closes = 1.44 - sqrt(0.0368); /* t^2 - 2.88 t + 2.0368 = 0 */
    assert_true(honest.trusted && honest.time <= closes && honest.time > closes - 1e-9);
    const double leaps[][2] = {{1.5, 4}, {0.5, 1.5}};
    for (int i = 0; i < 2; i++) {
        d.off = leaps[i][0];
        d.on = leaps[i][1];
        lw_slab_extension extended = carry_through(&d, &box, 4);
        assert_false(extended.trusted);
        assert_true(extended.time <= honest.time && !extended.at_end);
    }
}

/* A rod without thickness, or the edge of a triangle, and another rod that comes across it: the slab
 * between them is that of two edges. */
static void test_edges_of_rods(void **state)
{
    (void)state;
    lw_convex shapes[] = {{.core = LW_CORE_SEGMENT, .half = {0, 0, 1}},
                          {.core = LW_CORE_TRIANGLE, .triangle = {{-1, 0, 0}, {0, 0, -1}, {0, 0, 1}}}};
    path paths[2] = {
        {.start = pose_identity(), .axis = {0, 0, 1}},
        {.start = {lw_rotation(v3(1, 0, 0), 1), {0.5, 0, 0}}, .v = {-1, 0, 0}, .axis = {0, 0, 1}}};
    for (int i = 0; i < 2; i++) {
        lw_pcda pcda = lw_default_pcda(&shapes[i], &shapes[0], path_moves, paths);
        lw_pair_sample sample;
        assert_true(lw_pcda_sample(&pcda, 0, pcda.end, &sample));
        lw_bracket bracket;
        const pose between = relative(sample.bodies[0].pose, sample.bodies[1].pose);
        lw_convex_distance(&shapes[i], &shapes[0], &between, NULL, &bracket);
        lw_normal_course course;
        assert_true(lw_slab_edges(&pcda, &sample, &bracket, &course));
        lw_slab_extension extended = lw_slab_extend(&pcda, &sample, course, true);
        assert_true(extended.trusted && extended.time <= 0.5 && extended.time > 0.5 - 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_slab_is_open_as_long_as_said),
        cmocka_unit_test(test_turns_that_cancel),
        cmocka_unit_test(test_tops),
        cmocka_unit_test(test_a_dip_between_two_looks),
        cmocka_unit_test(test_a_dip_before_a_fast_turn),
        cmocka_unit_test(test_a_dip_in_the_first_half),
        cmocka_unit_test(test_a_slab_that_turns_between_two_looks),
        cmocka_unit_test(test_a_leap_at_the_end),
        cmocka_unit_test(test_leaps_on_the_way),
        cmocka_unit_test(test_edges_of_rods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
