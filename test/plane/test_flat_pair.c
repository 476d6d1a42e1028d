/* plane/flat_pair.h and the search over it: times of impact that have formulas, for motions that end a
 * little after or before them; bodies exactly at the target distance, which must not be proven farther
 * apart; and searches that are stopped. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/random.h"
#include "check/search/flat_search.h"
#include "seed.h"

enum { CUBIC = 4, NEVER = -1 };

/* Two bodies of one part each, whose coordinates are cubics in the time over the duration, one piece
 * long, seen in a plane that is turned. */
typedef struct encounter {
    lw_polygon *parts[2];
    const lw_polygon *lists[2];
    lw_flat_body bodies[2];
    double times[2], c[2][3][CUBIC];
    bool at_once; /* the question is about the beginning alone */
    lw_motion_track tracks[2];
    lw_flat_path paths[2];
    double tolerance;   /* of time, as a share of the duration */
    double travel;      /* the tolerance of distance */
    int asked, stop_at; /* after so many distances the search is stopped; NEVER */
    uint64_t queries, samples;
} encounter;

/* Discs, or outlines of some vertices, that turn about their origins. */
static void set_body(encounter *e, int i, const double *vertices, size_t count, double radius)
{
    static const double origin[2] = {0, 0};
    lw_polygon_destroy(e->parts[i]);
    assert_int_equal(
        lw_polygon_create(count ? vertices : origin, count ? count : 1, radius, &e->parts[i], NULL),
        LW_OK);
    e->lists[i] = e->parts[i];
    e->bodies[i] = (lw_flat_body){.parts = &e->lists[i],
                                  .part_count = 1,
                                  .extent = (e->parts[i]->extent + radius) * (1 + 0x1p-50)};
}

/* Coordinate 0 to 2 of a body: start + rate t + acceleration t^2 / 2, over the whole duration. */
static void set_motion(encounter *e, int i, int coordinate, double start, double rate,
                       double acceleration)
{
    double w = e->times[1];
    e->c[i][coordinate][0] = start;
    e->c[i][coordinate][1] = rate * w;
    e->c[i][coordinate][2] = 0.5 * acceleration * w * w;
    e->c[i][coordinate][3] = 0;
}

static void begin(encounter *e, double duration)
{
    *e = (encounter){.times = {0, duration}, .tolerance = 1e-12, .travel = 1e-12, .stop_at = NEVER};
}

static void end(encounter *e)
{
    lw_polygon_destroy(e->parts[0]);
    lw_polygon_destroy(e->parts[1]);
}

static bool is_out_of_budget(void *context)
{
    encounter *e = context;
    return ++e->asked == e->stop_at;
}

/* Straight tracks where nothing accelerates. */
static void lay_tracks(encounter *e)
{
    for (int i = 0; i < 2; i++) {
        bool bends = false;
        for (int k = 0; k < 3; k++)
            bends = bends || e->c[i][k][2] != 0 || e->c[i][k][3] != 0;
        for (int k = 0; k < 3 && !bends; k++)
            memmove(&e->c[i][0][0] + 2 * k, e->c[i][k], 2 * sizeof(double));
        e->tracks[i] = (lw_motion_track){.piece_count = 1,
                                         .times = e->times,
                                         .last = e->times[1],
                                         .degree = bends ? CUBIC - 1 : 1,
                                         .column_count = 3,
                                         .coefficients = &e->c[i][0][0]};
    }
}

/* plane: where the encounter's origin is in the world. */
static lw_flat_search ask(encounter *e, lw_pose2 plane, double target)
{
    for (int i = 0; i < 2; i++) {
        e->paths[i] = (lw_flat_path){.track = &e->tracks[i], .base = plane};
        lw_flat_path_close(&e->paths[i]);
    }
    e->asked = 0;
    static const lw_pair pair = {.padding = {0, 0}};
    lw_arena arena = {0};
    lw_queue queue;
    assert_int_equal(lw_queue_create(&arena, 1, &queue, NULL), LW_OK);
    lw_flat_search search = {.pair = {.pair = &pair,
                                      .bodies = {&e->bodies[0], &e->bodies[1]},
                                      .paths = {&e->paths[0], &e->paths[1]}},
                             .queue = &queue,
                             .to = e->at_once ? 0 : e->times[1],
                             .time_tolerance = e->tolerance * e->times[1],
                             .distance_tolerance = e->travel,
                             .shortest = 0x1p-44 * e->times[1],
                             .out_of_budget = is_out_of_budget,
                             .context = e,
                             .target = target,
                             .queries = &e->queries,
                             .samples = &e->samples};
    lw_flat_search_run(&search);
    lw_arena_free(&arena);
    return search;
}

/* ---- contacts in closed form ------------------------------------------------------------------- */

/* Two bodies whose gap is gap - rate t - acceleration t^2 / 2 along the x axis of a plane that is
 * turned, and constant across it. The motion is shared between them. */
static void approach(encounter *e, lw_random *random, double gap, double rate, double acceleration)
{
    double part = lw_random_between(random, -1, 2);
    double other = lw_random_between(random, -1, 2);
    set_motion(e, 0, 0, 0, part * rate, other * acceleration);
    set_motion(e, 1, 0, gap, (part - 1) * rate, (other - 1) * acceleration);
    double across = lw_random_between(random, -1, 1);
    set_motion(e, 0, 1, 0, across, -across);
    set_motion(e, 1, 1, 0, across, -across);
}

/* Chooses a disc, a square or a rounded bar against a wall or a disc. Returns the distance of their
 * origins along the x axis when they touch. */
static double choose_bodies(encounter *e, lw_random *random)
{
    static const double square[] = {-0.25, -0.25, 0.25, -0.25, 0.25, 0.25, -0.25, 0.25};
    static const double bar[] = {0, -0.5, 0, 0.5};
    static const double wall[] = {0, -4, 0.5, -4, 0.5, 4, 0, 4};
    double reach;
    switch (lw_random_below(random, 3)) {
    case 0:
        set_body(e, 0, NULL, 0, reach = 0.5);
        break;
    case 1:
        set_body(e, 0, square, 4, 0);
        reach = 0.25;
        break;
    default:
        set_body(e, 0, bar, 2, reach = 0.125);
    }
    if (lw_random_below(random, 2)) {
        set_body(e, 1, wall, 4, 0);
        return reach;
    }
    set_body(e, 1, NULL, 0, 0.75);
    return reach + 0.75;
}

/* Checks an approach with contact at a time, and a motion that ends a little later or earlier. */
static void check_end(encounter *e, lw_pose2 plane, double contact, double target, int round)
{
    lay_tracks(e);
    lw_flat_search found = ask(e, plane, target);
    double noise = 1e-11 * contact;
    if (contact > e->times[1]) {
        if (found.contact < HUGE_VAL || found.unresolved || found.proven < e->times[1])
            fail_msg("round %d: free to %.17g, and proven to %.17g (contact at %.17g)", round,
                     e->times[1], found.proven, found.contact);
        return;
    }
    if (!(fabs(found.contact - contact) <= noise) || found.proven > contact + noise)
        fail_msg("round %d: contact at %.17g, not %.17g; proven to %.17g", round, found.contact,
                 contact, found.proven);
}

static double random_end(lw_random *random, double contact)
{
    double share = pow(10, lw_random_between(random, -7, -1.5));
    return contact * (lw_random_below(random, 2) ? 1 + share : 1 - share);
}

static lw_pose2 random_plane(lw_random *random)
{
    return lw_pose2_from_angle(lw_random_between(random, -1, 1), lw_random_between(random, -1, 1),
                               lw_random_between(random, -3, 3));
}

/* Contact in the last per cent or so of a motion, or just after it; straight or accelerated. */
static void test_approach(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    int rounds = test_rounds(2000, 100000);
    for (int round = 0; round < rounds; round++) {
        encounter e;
        uint32_t kind = lw_random_below(&random, 3);
        double rate = kind == 1 ? 0 : lw_random_between(&random, 0.1, 2);
        double acceleration = kind == 0 ? 0 : lw_random_between(&random, 0.1, 4);
        double contact = lw_random_between(&random, 0.5, 2);
        begin(&e, random_end(&random, contact));
        double gap = contact * (rate + 0.5 * acceleration * contact);
        double target = lw_random_below(&random, 2) ? 0 : 0.05;
        double kept = choose_bodies(&e, &random) + target;
        approach(&e, &random, gap + kept, rate, acceleration);
        check_end(&e, random_plane(&random), contact, target, round);
        end(&e);
    }
}

/* A bar turns about its end, and its rounded tip or its corner meets a wall above. Its angle grows
 * linearly or as a square, and the tip is at the wall when length sin(angle) = height. */
static void test_turning(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 1};
    static const double wall[] = {-4, 0, 4, 0, 4, 1, -4, 1};
    int rounds = test_rounds(2000, 100000);
    for (int round = 0; round < rounds; round++) {
        encounter e;
        double length = lw_random_between(&random, 0.5, 2);
        double radius = lw_random_below(&random, 2) ? 0 : 0.1;
        double angle = lw_random_between(&random, 0.2, 1.4);
        bool faster = lw_random_below(&random, 2);
        double contact = 1;
        begin(&e, random_end(&random, contact));
        const double bar[] = {0, 0, length, 0};
        set_body(&e, 0, bar, 2, radius);
        set_body(&e, 1, wall, 4, 0);
        set_motion(&e, 0, 2, 0, faster ? 0 : angle, faster ? 2 * angle : 0);
        set_motion(&e, 1, 1, length * sin(angle) + radius, 0, 0);
        check_end(&e, random_plane(&random), contact, 0, round);
        end(&e);
    }
}

/* A disc on the rim of a wheel comes back over it, ever faster, towards a wall at its side. */
static void test_rim(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 2};
    static const double wall[] = {-1, -4, 0, -4, 0, 4, -1, 4};
    int rounds = test_rounds(2000, 100000);
    for (int round = 0; round < rounds; round++) {
        encounter e;
        double length = lw_random_between(&random, 0.5, 2);
        double radius = lw_random_below(&random, 2) ? 0 : 0.1;
        double angle = lw_random_between(&random, 0.2, 1.4);
        bool faster = lw_random_below(&random, 2);
        begin(&e, random_end(&random, 1));
        const double rim[] = {length, 0};
        set_body(&e, 0, rim, 1, radius);
        set_body(&e, 1, wall, 4, 0);
        set_motion(&e, 0, 2, 0, faster ? 0 : angle, faster ? 2 * angle : 0);
        set_motion(&e, 1, 0, length * cos(angle) - radius, 0, 0);
        check_end(&e, random_plane(&random), 1, 0, round);
        end(&e);
    }
}

/* Two bodies come nearer ever slower, and part again: they meet first at the first root of the square,
 * or never, however long the rest of the motion is. */
static void test_dip(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 5};
    int rounds = test_rounds(1000, 100000);
    for (int round = 0; round < rounds; round++) {
        encounter e;
        double rate = lw_random_between(&random, 0.1, 2);
        double slowing = lw_random_between(&random, 0.5, 4);
        double lowest = rate / slowing;
        begin(&e, lowest * pow(10, lw_random_between(&random, 0.1, 1.5)));
        double share = pow(10, lw_random_between(&random, -7, -1));
        bool meets = lw_random_below(&random, 2);
        double gap = 0.5 * rate * lowest * (meets ? 1 - share : 1 + share);
        double target = lw_random_below(&random, 2) ? 0 : 0.05;
        double kept = choose_bodies(&e, &random) + target;
        approach(&e, &random, gap + kept, rate, -slowing);
        lay_tracks(&e);
        double contact = meets ? lowest * (1 - sqrt(share)) : HUGE_VAL;
        lw_flat_search found = ask(&e, random_plane(&random), target);
        /* with a small share the root is known less well */
        double noise = 1e-11 * lowest / sqrt(share);
        if (!meets && (found.contact < HUGE_VAL || found.proven < e.times[1]))
            fail_msg("round %d: contact at %g, free to %g of %g", round, found.contact, found.proven,
                     e.times[1]);
        if (meets && (!(fabs(found.contact - contact) <= noise) || found.proven > contact + noise))
            fail_msg("round %d: contact at %.17g, not %.17g; proven to %.17g", round, found.contact,
                     contact, found.proven);
        end(&e);
    }
}

/* Two such bodies that never meet, slowest in the middle: they stay farther apart than the tolerance of
 * distance, so that the whole motion is proven, for any tolerance of time. */
static void test_dip_above_the_tolerance(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 8};
    int rounds = test_rounds(500, 100000);
    for (int round = 0; round < rounds; round++) {
        encounter e;
        double rate = lw_random_between(&random, 0.1, 2);
        double slowing = lw_random_between(&random, 0.5, 4);
        double lowest = rate / slowing;
        begin(&e, 2 * lowest);
        double above = rate * lowest * pow(10, lw_random_between(&random, -3, -1));
        e.tolerance = 1;
        e.travel = 0.99 * above;
        double kept = choose_bodies(&e, &random);
        approach(&e, &random, 0.5 * rate * lowest + above + kept, rate, -slowing);
        lay_tracks(&e);
        lw_flat_search found = ask(&e, random_plane(&random), 0);
        if (found.contact < HUGE_VAL || found.unresolved || found.proven < e.times[1])
            fail_msg("round %d: free to %g of %g", round, found.proven, e.times[1]);
        end(&e);
    }
}

/* ---- exactly as far apart as is asked for ------------------------------------------------------ */

/* Checks a gap that is the target at one time of the motion, or less by a tiny amount: the result may
 * be contact or unresolved, because of rounding, but never free. */
static void check_open(encounter *e, lw_pose2 plane, double target, double when, int round)
{
    lw_flat_search found = ask(e, plane, target);
    double noise = 0x1p-40 * e->times[1];
    bool open = found.contact < HUGE_VAL || found.unresolved;
    if (!open || found.proven > when + noise)
        fail_msg("round %d: proven to %.17g, where nothing is proven at %.17g", round, found.proven,
                 when);
}

/* A coordinate of a body at the end of its track, in long double. */
static long double last_value(const encounter *e, int i, int coordinate)
{
    int block = e->tracks[i].degree + 1;
    long double sum = 0;
    for (int k = 0; k < block; k++)
        sum += (long double)(&e->c[i][0][0])[coordinate * block + k];
    return sum;
}

static double not_less(long double value)
{
    double rounded = (double)value;
    return (long double)rounded < value ? nextafter(rounded, HUGE_VAL) : rounded;
}

/* Two points on one curve of any size, one behind the other and coming nearer to it: at the very end
 * their distance is the target. */
static void test_last_distance(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 3};
    int rounds = test_rounds(3000, 100000);
    for (int round = 0; round < rounds; round++) {
        encounter e;
        double far = pow(10, lw_random_between(&random, 0, 8));
        begin(&e, 1);
        e.tolerance = 1e-3;
        set_body(&e, 0, NULL, 0, 0);
        set_body(&e, 1, NULL, 0, 0);
        bool bends = lw_random_below(&random, 2);
        for (int k = 0; k < (bends ? CUBIC : 2); k++)
            for (int c = 0; c < 2; c++)
                e.c[0][c][k] = e.c[1][c][k] = lw_random_between(&random, -far, far);
        e.c[1][0][0] += lw_random_between(&random, 1.1, 2);
        e.c[1][0][1] -= 1;
        lw_pose2 plane = {far * lw_random_between(&random, -1, 1), 0, 1, 0};
        lay_tracks(&e);
        long double x = last_value(&e, 1, 0) - last_value(&e, 0, 0);
        long double y = last_value(&e, 1, 1) - last_value(&e, 0, 1);
        check_open(&e, plane, not_less(hypotl(x, y)), 1, round);
        end(&e);
    }
}

/* A bar that has turned very often comes as near to a wall as the target at the very end. */
static void test_last_turn(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 4};
    static const double wall[] = {-4, 0, 4, 0, 4, 1, -4, 1};
    static const double bar[] = {0, 0, 1, 0};
    int rounds = test_rounds(3000, 100000);
    for (int round = 0; round < rounds; round++) {
        encounter e;
        begin(&e, 1);
        e.tolerance = 1e-3;
        set_body(&e, 0, bar, 2, 0);
        set_body(&e, 1, wall, 4, 0);
        double turns = floor(pow(10, lw_random_between(&random, 0, 7)));
        double angle = lw_random_between(&random, 0.2, 1.4);
        e.c[0][2][0] = 6.283185307179586 * turns;
        e.c[0][2][1] = angle;
        if (lw_random_below(&random, 2))
            e.c[0][2][3] = lw_random_between(&random, 0.01, 0.1);
        double height = lw_random_between(&random, 1.1, 1.3);
        set_motion(&e, 1, 1, height, 0, 0);
        lay_tracks(&e);
        long double tip = sinl(last_value(&e, 0, 2));
        check_open(&e, (lw_pose2){0, 0, 1, 0}, not_less(height - tip), 1, round);
        end(&e);
    }
}

/* Bodies whose points are known no better than to a millimetre: a distance within both errors of the
 * target is not proven, at one moment, on the way there, or by the boxes of both paths. */
static void test_errors_of_bodies(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 6};
    int rounds = test_rounds(1000, 50000);
    for (int round = 0; round < rounds; round++) {
        encounter e;
        begin(&e, 1);
        double target = lw_random_below(&random, 2) ? 0 : 0.05;
        double reach = choose_bodies(&e, &random);
        double errors[2] = {lw_random_between(&random, 0, 1e-3), lw_random_between(&random, 0, 1e-3)};
        for (int i = 0; i < 2; i++)
            e.bodies[i].error = errors[i];
        double open = (errors[0] + errors[1]) * lw_random_between(&random, 0.01, 0.99);
        /* the motion ends, or begins, nearer than both errors */
        double rate = lw_random_below(&random, 2) ? lw_random_between(&random, 0.1, 2) : 0;
        e.at_once = rate == 0;
        e.tolerance = 1e-3;
        approach(&e, &random, rate + reach + target + open, rate, 0);
        lay_tracks(&e);
        lw_pose2 plane = random_plane(&random);
        lw_flat_search found = ask(&e, plane, target);
        if (found.contact < HUGE_VAL || !found.unresolved)
            fail_msg("round %d: within %g of the target, and %s", round, open,
                     found.unresolved ? "contact" : "free");
        if (rate > 0)
            assert_true(found.proven <= 1 - (errors[0] + errors[1] - open) / rate + 1e-9);
        assert_false(lw_flat_far(&found.pair, target));
        end(&e);
    }
}

/* One moment: contact if the distance is the target or less, free above it. */
static void test_one_moment(void **state)
{
    (void)state;
    lw_random random = {test_seed() + 7};
    for (int round = 0; round < 1000; round++) {
        encounter e;
        begin(&e, 1);
        e.at_once = true;
        double target = lw_random_below(&random, 2) ? 0 : 0.05;
        double reach = choose_bodies(&e, &random);
        bool meets = lw_random_below(&random, 2);
        double off = (meets ? -1 : 1) * pow(10, lw_random_between(&random, -9, -2));
        approach(&e, &random, reach + target + off, 0, 0);
        lay_tracks(&e);
        lw_flat_search found = ask(&e, random_plane(&random), target);
        if ((found.contact < HUGE_VAL) != meets || (found.unresolved && !meets))
            fail_msg("round %d: %g from the target: contact at %g", round, off, found.contact);
        end(&e);
    }
}

/* A body of two parts beside a disc: either part counts, in either order. */
static void test_parts(void **state)
{
    (void)state;
    static const double places[2] = {0, 6};
    lw_polygon *parts[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(lw_polygon_create((const double[]){0, places[i]}, 1, 0.5, &parts[i], NULL),
                         LW_OK);
    for (int order = 0; order < 2; order++)
        for (int first = 0; first < 2; first++)
            for (int kind = 0; kind < 3; kind++) {
                encounter e;
                begin(&e, 1);
                set_body(&e, 0, NULL, 0, 0.5);
                set_body(&e, 1, NULL, 0, 0.5);
                const lw_polygon *list[2] = {parts[order], parts[!order]};
                e.bodies[first] = (lw_flat_body){.parts = list, .part_count = 2, .extent = 6.5 + 1e-9};
                /* the disc meets a part, is too near to tell, or is beside both parts */
                double near = kind == 0 ? 0.9 : kind == 1 ? 1 + 1e-3 : 1.5;
                e.bodies[!first].error = kind == 1 ? 0.01 : 0;
                e.at_once = true;
                set_motion(&e, !first, 0, near, 0, 0);
                e.tolerance = 1e-3;
                lay_tracks(&e);
                lw_flat_search found = ask(&e, (lw_pose2){0, 0, 1, 0}, 0);
                assert_int_equal(found.contact < HUGE_VAL, kind == 0);
                assert_int_equal(found.unresolved, kind < 2);
                end(&e);
            }
    lw_polygon_destroy(parts[0]);
    lw_polygon_destroy(parts[1]);
}

/* A disc drives along a bar, which the first query in its interval proves, and into a disc of the same
 * body. The search is stopped before it queries that disc. */
static void test_stopped_before_a_part(void **state)
{
    (void)state;
    encounter e;
    begin(&e, 1);
    lw_polygon *along;
    lw_polygon *ahead;
    assert_int_equal(lw_polygon_create((const double[]){-2, 1.2, 2, 1.2}, 2, 0, &along, NULL), LW_OK);
    assert_int_equal(lw_polygon_create((const double[]){0, 0}, 1, 0.5, &ahead, NULL), LW_OK);
    const lw_polygon *list[2] = {along, ahead};
    set_body(&e, 0, NULL, 0, 0.5);
    e.bodies[1] = (lw_flat_body){.parts = list, .part_count = 2, .extent = 2.5};
    set_motion(&e, 0, 0, 1.5, -1, 0);
    lay_tracks(&e);
    lw_flat_search whole = ask(&e, (lw_pose2){0, 0, 1, 0}, 0);
    assert_true(fabs(whole.contact - 0.5) < 1e-9);
    e.stop_at = 3; /* both parts at the beginning, then the bar */
    lw_flat_search found = ask(&e, (lw_pose2){0, 0, 1, 0}, 0);
    assert_true(found.stopped && found.contact == HUGE_VAL && found.proven == 0);
    lw_polygon_destroy(along);
    lw_polygon_destroy(ahead);
    end(&e);
}

/* A disc passes a part closely, late, which takes several samples, and meets another part early. */
static void test_stopped_within_a_part(void **state)
{
    (void)state;
    lw_polygon *parts[2];
    assert_int_equal(lw_polygon_create((const double[]){3.2, 1.001}, 1, 0.5, &parts[0], NULL), LW_OK);
    assert_int_equal(lw_polygon_create((const double[]){1, -0.25}, 1, 0.25, &parts[1], NULL), LW_OK);
    const double contact = (1 - sqrt(0.75 * 0.75 - 0.25 * 0.25)) / 4;
    for (int order = 0; order < 2; order++) {
        encounter e;
        begin(&e, 1);
        const lw_polygon *list[2] = {parts[order], parts[!order]};
        set_body(&e, 0, NULL, 0, 0.5);
        e.bodies[1] = (lw_flat_body){.parts = list, .part_count = 2, .extent = 4};
        set_motion(&e, 0, 0, 0, 4, 0);
        lay_tracks(&e);
        lw_flat_search whole = ask(&e, (lw_pose2){0, 0, 1, 0}, 0);
        assert_true(fabs(whole.contact - contact) < 1e-9);
        int all = e.asked;
        assert_true(all > 6);
        for (e.stop_at = 1; e.stop_at <= all; e.stop_at++) {
            lw_flat_search found = ask(&e, (lw_pose2){0, 0, 1, 0}, 0);
            assert_true(found.stopped && found.proven <= contact);
        }
        end(&e);
    }
    lw_polygon_destroy(parts[0]);
    lw_polygon_destroy(parts[1]);
}

/* The search ends as soon as it is told to, at any query; and the part that it calls proven is proven.
 */
static void test_stopped(void **state)
{
    (void)state;
    static const double bar[] = {0, 0, 1, 0};
    static const double wall[] = {-4, 0, 4, 0, 4, 1, -4, 1};
    for (int later = 0; later < 2; later++) {
        double contact = later ? 0.75 : HUGE_VAL;
        double angle = 1.25;
        lw_flat_search whole;
        encounter e;
        begin(&e, 1);
        set_body(&e, 0, bar, 2, 0);
        set_body(&e, 1, wall, 4, 0);
        set_motion(&e, 0, 2, 0, angle, 0);
        set_motion(&e, 1, 1, later ? sin(contact * angle) : 1.0001 * sin(angle), 0, 0);
        lay_tracks(&e);
        whole = ask(&e, (lw_pose2){0, 0, 1, 0}, 0);
        assert_true(later ? fabs(whole.contact - contact) < 1e-9 : whole.contact == HUGE_VAL);
        int all = e.asked;
        assert_true(all > 3);
        double until = 0;
        for (int stop = 1; stop <= all; stop++) {
            e.stop_at = stop;
            lw_flat_search found = ask(&e, (lw_pose2){0, 0, 1, 0}, 0);
            assert_true(found.stopped && e.asked == stop);
            assert_true(found.proven <= lesser(contact, 1) && found.proven >= until);
            assert_true(found.contact >= contact);
            until = found.proven;
        }
        assert_true(until > 0.5);
        end(&e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_approach),
        cmocka_unit_test(test_turning),
        cmocka_unit_test(test_rim),
        cmocka_unit_test(test_last_distance),
        cmocka_unit_test(test_last_turn),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_dip),
        cmocka_unit_test(test_errors_of_bodies),
        cmocka_unit_test(test_one_moment),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_stopped_before_a_part),
        cmocka_unit_test(test_stopped_within_a_part),
        cmocka_unit_test(test_dip_above_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
