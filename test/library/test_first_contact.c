/* Tests the first contact of two random bodies by every method: the kernels with vertices and with
 * support functions only, and the methods bisection and slab, for motions with constant velocities in
 * the world and in the body, and for paths by slerp. A time that one method proves free must not be a
 * contact by another. Then the motions are reversed, and the world is moved. */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "io/motion/motion_reader.h"
#include "math/vec.h"
#include "random_robot.h"
#include "seed.h"
#include "two_bodies.h"

/* All methods place the bodies within 1e-13 m of each other (coordinates of at most 10 m, some dozens
 * of roundings). If the bodies approach at speed c, a contact is seen 1e-13 / c apart: 1e-9 s for c
 * above 1e-4 m/s. Slower contacts get less than c^2 / 2a deep, with a some 10 m/s^2: less than 1e-9 m,
 * which happens in a billionth of the motions. */
static const double blur = 1e-9;

typedef struct tally {
    int kinds[3]; /* by PCDA */
    int open;     /* undecided by some method */
    int late;     /* contacts that PCDA proves only later than `blur` after the end of the free part */
} tally;

/* Compares two answers. An undecided one agrees with any: the bodies nearly touch. */
static void must_agree(const answer *one, const answer *other, const char *names, uint64_t seed)
{
    bool decided = one->kind != LW_VERDICT_UNDECIDED && other->kind != LW_VERDICT_UNDECIDED;
    if (decided && one->kind != other->kind)
        fail_msg("seed %#" PRIx64 ", %s: verdict %d and %d", seed, names, (int)one->kind,
                 (int)other->kind);
    for (int i = 0; i < 2; i++) {
        const answer *proof = i ? other : one;
        const answer *contact = i ? one : other;
        if (contact->kind == LW_VERDICT_CONTACT && proof->free_until > contact->time + blur)
            fail_msg("seed %#" PRIx64 ", %s: apart until %.17g, in contact at %.17g", seed, names,
                     proof->free_until, contact->time);
    }
    /* the depth of round bodies is an estimate */
    if (decided && one->kind == LW_VERDICT_CONTACT && one->time == 0 &&
        fabs(one->contact.depth - other->contact.depth) > 1e-4)
        fail_msg("seed %#" PRIx64 ", %s: %g and %g deep", seed, names, one->contact.depth,
                 other->contact.depth);
}

/* compares PCDA's answer with all others, and returns it */
static answer ask_all(asking *a, const encounter *e, uint64_t seed, tally *all)
{
    answer first = ask_way(a, e, BY_PCDA);
    bool open = first.kind == LW_VERDICT_UNDECIDED;
    for (int by = BY_BCDA; by < WAYS; by++) {
        answer other = ask_way(a, e, (way)by);
        char names[40];
        snprintf(names, sizeof names, "PCDA and %s", way_names[by]);
        if (by == BY_BCDA) /* it does not measure the depth */
            other.contact.depth = first.contact.depth;
        must_agree(&first, &other, names, seed);
        open = open || other.kind == LW_VERDICT_UNDECIDED ||
               (other.kind == LW_VERDICT_CONTACT && !other.first);
    }
    all->kinds[first.kind]++;
    all->open += open;
    if (first.kind == LW_VERDICT_CONTACT) {
        all->late += first.time - first.free_until > blur;
        if (distance_at(a, e, first.time) > 1e-13)
            fail_msg("seed %#" PRIx64 ": they do not touch at %.17g", seed, first.time);
        if (first.free_until > 0 && !(distance_at(a, e, 0.999 * first.free_until) > 0))
            fail_msg("seed %#" PRIx64 ": they touch before %.17g", seed, first.free_until);
    }
    return first;
}

static encounter cut(const encounter *e, double duration)
{
    encounter out = *e;
    out.duration = duration;
    return out;
}

/* Backwards a free motion stays free, and a contact is met from the other side, at its time or earlier.
 * The part before the contact is free backwards, and a motion backwards from the contact begins in
 * contact. */
static void check_backwards(asking *a, const encounter *e, const answer *forward, uint64_t seed)
{
    static const way ways[] = {BY_PCDA, BY_SLAB};
    encounter back = encounter_reversed(e);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        answer got = ask_way(a, &back, ways[i]);
        if (got.kind != forward->kind && got.kind != LW_VERDICT_UNDECIDED &&
            forward->kind != LW_VERDICT_UNDECIDED)
            fail_msg("seed %#" PRIx64 ", %s: verdict %d, backwards %d", seed, way_names[ways[i]],
                     (int)forward->kind, (int)got.kind);
        if (forward->kind == LW_VERDICT_CONTACT && got.free_until > e->duration - forward->time + blur)
            fail_msg("seed %#" PRIx64 ", %s: backwards apart until %.17g of %.17g, contact at %.17g",
                     seed, way_names[ways[i]], got.free_until, e->duration, forward->time);
        if (forward->kind != LW_VERDICT_CONTACT || forward->free_until < 1e-3)
            continue;
        encounter before = cut(e, forward->free_until - 1e-6);
        before = encounter_reversed(&before);
        got = ask_way(a, &before, ways[i]);
        if (got.kind == LW_VERDICT_CONTACT)
            fail_msg("seed %#" PRIx64 ", %s: before the contact there is one backwards, at %.17g", seed,
                     way_names[ways[i]], got.time);
        /* a little later the bodies overlap, unless they only touch */
        encounter after = cut(e, fmin(forward->time + 1e-9, e->duration));
        after = encounter_reversed(&after);
        got = ask_way(a, &after, ways[i]);
        if (distance_at(a, &after, 0) <= 0 && (got.kind != LW_VERDICT_CONTACT || got.time > 0))
            fail_msg("seed %#" PRIx64 ", %s: not in contact where contact ends", seed,
                     way_names[ways[i]]);
    }
}

/* The smallest distance is the same backwards and in a moved world, and at most as large as every
 * sampled one. */
static void check_clearance(asking *a, const encounter *e, const encounter *moved, uint64_t seed)
{
    encounter others[2] = {encounter_reversed(e), *moved};
    a->options.clearance = true;
    a->options.clearance_relative = 1e-3;
    a->options.clearance_absolute = 1e-6;
    answer one = ask_way(a, e, BY_SLAB);
    for (int i = 0; i < 2; i++) {
        answer other = ask_way(a, &others[i], i ? BY_BISECTION : BY_SLAB);
        bool free = one.kind == LW_VERDICT_FREE && other.kind == LW_VERDICT_FREE;
        if (free && (one.clearance[0] > other.clearance[1] + 1e-12 ||
                     other.clearance[0] > one.clearance[1] + 1e-12))
            fail_msg("seed %#" PRIx64 ": clearance %.17g to %.17g, %s %.17g to %.17g", seed,
                     one.clearance[0], one.clearance[1], i ? "moved" : "backwards", other.clearance[0],
                     other.clearance[1]);
    }
    for (int i = 0; i <= 20 && one.kind == LW_VERDICT_FREE; i++) {
        double seen = distance_at(a, e, e->duration * (i / 20.0));
        if (one.clearance[0] > seen + 1e-12)
            fail_msg("seed %#" PRIx64 ": clearance %.17g, and %.17g is seen", seed, one.clearance[0],
                     seen);
    }
    a->options.clearance = false;
}

static void test_flights(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static double vertices[2][3 * MOST_VERTICES];
    tally all = {{0, 0, 0}, 0, 0};
    tally elsewhere = {{0, 0, 0}, 0, 0};
    int rounds = test_rounds(400, 40000);
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = random.state;
        encounter e = random_encounter(&random, vertices);
        asking a;
        asking_open(&a, &e);
        if (lw_random_below(&random, 2))
            a.options.time_tolerance = 1e-4;
        answer got = ask_all(&a, &e, seed, &all);
        check_backwards(&a, &e, &got, seed);
        lw_vec3 to = random_vector(&random, 3);
        lw_pose frame = placed(to, random_vector(&random, 2));
        encounter moved = encounter_moved(&e, frame);
        answer there = ask_all(&a, &moved, seed, &elsewhere);
        must_agree(&got, &there, "PCDA, and in a moved world", seed);
        if (got.kind == LW_VERDICT_FREE)
            check_clearance(&a, &e, &moved, seed);
        asking_close(&a);
    }
    printf("%d free, %d contact, %d undecided; %d in some way, %d shown late\n",
           all.kinds[LW_VERDICT_FREE], all.kinds[LW_VERDICT_CONTACT], all.kinds[LW_VERDICT_UNDECIDED],
           all.open, all.late);
    assert_true(all.kinds[LW_VERDICT_FREE] > rounds / 4 && all.kinds[LW_VERDICT_CONTACT] > rounds / 4);
    assert_true(all.open + elsewhere.open <= rounds / 200 + 1);
    assert_true(all.late + elsewhere.late <= rounds / 100 + 1);
}

/* ---- paths --------------------------------------------------------------------------------------- */

enum { WAYPOINTS = 4 };

/* The flight of one segment: straight on, and the shorter way round, at constant speed. */
static void fly_segment(flying *body, const lw_pose *from, const lw_pose *to, double duration)
{
    lw_pose back = {{0, 0, 0}, from->orientation};
    back.orientation.w = -back.orientation.w;
    lw_quat q = pose_multiply((lw_pose){{0, 0, 0}, to->orientation}, back).orientation;
    vec3 half = v3(q.x, q.y, q.z);
    double sine = norm(half);
    double angle = 2 * atan2(sine, fabs(q.w)) * (q.w < 0 ? -1 : 1);
    body->from = *from;
    body->linear = scale(1 / duration, sub(to->position, from->position));
    body->angular = scale(sine > 0 ? angle / sine / duration : 0, half);
}

static void write_paths(const lw_pose path[2][WAYPOINTS], char *text, size_t size)
{
    int used = snprintf(text, size, "{\"robots\": {");
    for (int i = 0; i < 2; i++) {
        used +=
            snprintf(text + used, size - (size_t)used, "%s: {\"path\": [", i ? ", \"two\"" : "\"one\"");
        for (int k = 0; k < WAYPOINTS; k++) {
            lw_vec3 p = path[i][k].position;
            lw_quat q = path[i][k].orientation;
            used += snprintf(text + used, size - (size_t)used,
                             "%s[%.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g]", k ? ", " : "", p.x,
                             p.y, p.z, q.x, q.y, q.z, q.w);
        }
        used += snprintf(text + used, size - (size_t)used, "]}");
    }
    used += snprintf(text + used, size - (size_t)used, "}}");
    assert_true((size_t)used < size);
}

/* Asks about one segment after the other, because the kernels answer for a single smooth piece. */
static answer ask_segments(asking *a, encounter *e, const lw_pose path[2][WAYPOINTS], way by)
{
    answer got = {.kind = LW_VERDICT_FREE};
    double share = 1.0 / (WAYPOINTS - 1);
    e->duration = share;
    for (int k = 0; k + 1 < WAYPOINTS && got.kind == LW_VERDICT_FREE; k++) {
        for (int i = 0; i < 2; i++)
            fly_segment(&e->bodies[i], &path[i][k], &path[i][k + 1], share);
        got = ask_way(a, e, by);
        got.free_until += k * share;
        got.time += k * share;
    }
    return got;
}

static answer ask_path(asking *a, const char *text, lw_method method)
{
    lw_error error = {0};
    lw_verdict v = lw_default_verdict();
    if (lw_motion_read_json(a->scene, text, NULL, 1, NULL, a->motion, NULL, 0, &error))
        fail_msg("%s", error.message);
    a->options.method = method;
    assert_int_equal(lw_check(a->checker, a->motion, &a->options, &v, &error), LW_OK);
    return (answer){.kind = v.kind,
                    .first = v.first,
                    .free_until = v.free_until,
                    .time = v.time,
                    .contact = v.contact};
}

static void test_paths_by_slerp(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    static double vertices[2][3 * MOST_VERTICES];
    int counts[3] = {0};
    int open = 0;
    int rounds = test_rounds(150, 10000);
    for (int round = 0; round < rounds; round++) {
        uint64_t seed = random.state;
        encounter e = random_encounter(&random, vertices);
        lw_pose path[2][WAYPOINTS];
        for (int i = 0; i < 2; i++) {
            e.bodies[i].screw = false;
            for (int k = 0; k < WAYPOINTS; k++) {
                lw_vec3 place = random_vector(&random, lw_random_between(&random, 0.2, 1.5));
                path[i][k] = placed(place, random_vector(&random, lw_random_between(&random, 0, 6)));
            }
        }
        char text[2048];
        write_paths((const lw_pose(*)[WAYPOINTS])path, text, sizeof text);
        asking a;
        asking_open(&a, &e);
        answer got = ask_segments(&a, &e, (const lw_pose(*)[WAYPOINTS])path, BY_PCDA);
        counts[got.kind]++;
        open += got.kind == LW_VERDICT_UNDECIDED;
        for (int by = BY_BISECTION; by < WAYS; by++) {
            answer other = ask_path(&a, text,
                                    by == BY_SLAB       ? LW_METHOD_SLAB
                                    : by == BY_EXPANDED ? LW_METHOD_EXPANDED
                                                        : LW_METHOD_BISECTION);
            must_agree(&got, &other, way_names[by], seed);
            open += other.kind == LW_VERDICT_UNDECIDED;
        }
        asking_close(&a);
    }
    printf("%d free, %d contact, %d undecided\n", counts[LW_VERDICT_FREE], counts[LW_VERDICT_CONTACT],
           open);
    assert_true(counts[LW_VERDICT_FREE] > rounds / 5 && counts[LW_VERDICT_CONTACT] > rounds / 5);
    assert_true(open <= rounds / 100 + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flights),
        cmocka_unit_test(test_paths_by_slerp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
