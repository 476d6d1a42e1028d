/* The method `expanded` (Baginski): static tests of geometry that is grown by layers d, 2d, 4d and so
 * on, and steps between tests, each as long as the layers at its two ends cover.
 *
 * Each body steps along the motion among the obstacles, and each pair of moving bodies steps by itself.
 * The one whose next test comes first is stepped next. A step from a to b is proven where
 *     chord + 2 * bend * (b - a)^2 / 8 <= x_a + x_b.
 * Here a pair is farther apart than its margin plus x_a at a, and plus x_b at b, as tests of one body
 * grown by that much show; chord bounds the distance between a point's positions at a and at b, (2),
 * summed over both bodies; and bend bounds the second derivative of the points' paths in between, so
 * that these stay within bend * (b - a)^2 / 8 of their chords.
 *
 * Proof: let p be the difference of two points, one of each body, q the difference of the points that
 * move along their chords instead, L <= chord the distance that q moves, and u in [0, 1] the share of
 * the step. Then
 *     |q| > x_a - u L and |q| > x_b - (1 - u) L, hence
 *     2 |q| > x_a + x_b - L >= 2 * deviation >= 2 |p - q|,
 * all beyond the margin. (The paper's (3) and (4) count the deviation once, and leave out that joints
 * turn together, which is not enough: docs/decisions/expanded.md, "The deviation of a path from a
 * step's chord counts at both ends".) Likewise a step needs no test at its end if
 * chord + deviation <= x_a. Everything is relative to the frame of the last joint that moves both
 * bodies.
 *
 * Thick layers are grown from simplified models of the bodies (section 5, body/grown/simplified.h).
 *
 * A test that finds two bodies near is repeated at an earlier time with the next thinner layer; below
 * the thinnest layer with half of it, a quarter and so on, down to the tolerances. After a step the
 * next thicker layer is tried; where that has failed before, after more steps (section 5). */
#include "body/grown/simplified.h"
#include "check/checker/contact.h"
#include "check/checker/prove.h"
#include "check/method/methods.h"
#include "math/pose.h"
#include "math/rounding.h"
#include "motion/chord.h"

/* the share of a step's expected length that is tried. The length is expected from the last step's
 * speed; a step that turns out too long has been posed in vain */
static const double PRUDENCE = 0.97;

/* layers below the thinnest one, at most: far beyond the precision of poses */
enum { THINNEST = -48 };

/* the thinnest layer that is tried at the beginning of a piece, as a share of the distance tolerance */
static const double LEAST = 0x1p-20;

/* A search of one piece. */
typedef struct expansion {
    lw_time_search *search;
    lw_checker *checker;
    size_t piece;
    double begin, end;
    lw_stepper *steppers;
    size_t count;
    lw_pair_id from; /* the first pair that steppers are made for */
    lw_pair_id rest; /* the first pair without room for a stepper; LW_NO_PAIR: none */
} expansion;

/* ---- steppers ---------------------------------------------------------------------------------- */

/* Makes a stepper for one body and another, or all obstacles (LW_ALL_OBSTACLES). Its bounds on speed
 * and curvature are those of the sample of the whole piece, so that they hold for each step in the
 * piece. */
static lw_stepper new_stepper(const expansion *e, const lw_pair *pair, uint32_t other)
{
    lw_checker *checker = e->checker;
    const lw_travel *first = lw_checker_travel_of(checker, (uint32_t)pair->a, (uint32_t)pair->b);
    const lw_travel *second = lw_checker_travel_of(checker, (uint32_t)pair->b, (uint32_t)pair->a);
    lw_stepper stepper = {.body = (uint32_t)pair->a,
                          .other = other,
                          .time = e->begin,
                          .next = e->begin,
                          .clear = -1,
                          .met = LW_ALL_OBSTACLES,
                          .speed =
                              (first->displacement + second->displacement) / checker->kinematics.half,
                          .bend = first->curvature + second->curvature,
                          .common = pair->common};
    for (int i = 0; i < LW_MOST_LAYERS; i++)
        stepper.delay[i] = 1;
    return stepper;
}

/* Makes a stepper for a pair that the piece's sample does not prove. */
static bool collect(void *context, lw_pair_id id)
{
    expansion *e = context;
    const lw_frozen *frozen = e->checker->frozen;
    lw_pair pair = lw_frozen_pair(frozen, id);
    bool moves = (size_t)pair.b < frozen->moving_count;
    uint32_t other = moves ? (uint32_t)pair.b : LW_ALL_OBSTACLES;
    if (id < e->from || (e->count > 0 && e->steppers[e->count - 1].body == (uint32_t)pair.a &&
                         e->steppers[e->count - 1].other == other))
        return true;
    e->checker->target = pair.margin;
    if (lw_checker_prove_far(e->checker, &pair, e->begin, e->end))
        return true;
    if (e->count == e->checker->stepper_count) {
        e->rest = id;
        return false;
    }
    e->steppers[e->count++] = new_stepper(e, &pair, other);
    return true;
}

/* ---- how bodies move --------------------------------------------------------------------------- */

/* The poses of a stepper's bodies at the sample, in the frame of the joint that moves both, and their
 * rounding error. */
static void pose_bodies(const expansion *e, const lw_stepper *stepper, pose at[2], double *error)
{
    const lw_kinematics *kinematics = &e->checker->kinematics;
    const uint32_t bodies[] = {stepper->body, stepper->other};
    for (int i = 0; i < 2 && bodies[i] != LW_ALL_OBSTACLES; i++) {
        at[i] = lw_body_pose(kinematics, (int32_t)bodies[i]);
        if (stepper->common >= 0)
            at[i] = relative(kinematics->elementary[stepper->common].frame, at[i]);
    }
    if (stepper->other == LW_ALL_OBSTACLES) {
        *error = 4 * lw_body_error(kinematics, (int32_t)stepper->body);
        return;
    }
    const lw_pair pair = lw_frozen_pair(kinematics->frozen, lw_pair_id_of(bodies[0], bodies[1]));
    *error = 4 * lw_pair_error(kinematics, &pair);
}

static double chord_of(const expansion *e, const lw_stepper *stepper, const pose at[2], double error)
{
    const lw_body *moving = e->checker->frozen->moving;
    double chord = lw_chord(&moving[stepper->body].geometry->nodes[0], &stepper->at[0], &at[0]);
    if (stepper->other != LW_ALL_OBSTACLES)
        chord += lw_chord(&moving[stepper->other].geometry->nodes[0], &stepper->at[1], &at[1]);
    return chord + stepper->error + error;
}

/* ---- static tests ------------------------------------------------------------------------------ */

/* A test of a stepper's pairs at the sample. */
typedef struct grown_test {
    lw_checker *checker;
    double thickness; /* negative: for contacts */
    bool inside;      /* for contacts: whether a body inside a solid counts as one */
    bool bounds_only; /* test only the spheres and boxes about the bodies */
    lw_pair_id met;   /* the first pair that is not farther apart; LW_NO_PAIR: none */
    lw_pair_id known; /* a pair that has been tested; LW_NO_PAIR: none */
} grown_test;

/* Whether two bodies are farther apart than their margin and a thickness; counts a query where their
 * spheres and boxes do not tell. Thick layers grow the simplified models, which contain the bodies: a
 * test of the models may fail where the bodies are a little farther apart, and then a thinner layer is
 * tried. */
static bool is_clear(const grown_test *test, const lw_pair *pair)
{
    lw_checker *checker = test->checker;
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_geometry *a = lw_frozen_body(checker->frozen, pair->a)->geometry;
    const lw_geometry *b = lw_frozen_body(checker->frozen, pair->b)->geometry;
    double error = lw_pair_error(kinematics, pair);
    double distance = lw_pair_unpadded(pair, (pair->margin + test->thickness) * LW_UPWARD) + error;
    if (lw_checker_is_far(checker, pair, distance + 2 * error))
        return true;
    if (test->bounds_only)
        return false;
    lw_meter_take(checker->work, LW_WORK_PAIR + LW_WORK_HULLS);
    checker->verdict->queries++;
    pose b_in_a = relative(lw_body_pose(kinematics, pair->a), lw_body_pose(kinematics, pair->b));
    lw_pair_state *known = lw_checker_state(checker, pair);
    known->grown.work = checker->work;
    return test->thickness >= lw_simplified_from(a, b)
               ? !lw_simplified_within(a, b, b_in_a, distance, &known->hull_start)
               : !lw_geometry_within(a, b, b_in_a, distance, &known->grown);
}

static bool test_pair(void *context, lw_pair_id id)
{
    grown_test *test = context;
    if (id == test->known)
        return true;
    lw_pair pair = lw_frozen_pair(test->checker->frozen, id);
    bool clear =
        test->thickness < 0 ? !lw_checker_touches(test->checker, &pair) : is_clear(test, &pair);
    if (clear && test->inside)
        clear = !lw_checker_contained(test->checker, &pair);
    if (!clear)
        test->met = id;
    return clear;
}

/* Tests the pairs of a stepper at the sample, up to the first that is not clear. Begins with the
 * obstacle that the last failed test met. */
static void test_pairs(lw_stepper *stepper, grown_test *test)
{
    lw_checker *checker = test->checker;
    double most = checker->frozen->pairs.largest_margin + greater(0, test->thickness);
    if (stepper->other != LW_ALL_OBSTACLES) {
        checker->tests.of_pairs++;
        test_pair(test, lw_pair_id_of(stepper->body, stepper->other));
        return;
    }
    checker->tests.among_obstacles++;
    if (stepper->met != LW_ALL_OBSTACLES) {
        lw_pair_id first = lw_pair_id_of(stepper->body, stepper->met);
        if (!test_pair(test, first))
            return;
        test->known = first;
    }
    lw_checker_visit_obstacles(checker, stepper->body, most, test_pair, test);
    if (test->met != LW_NO_PAIR)
        stepper->met = lw_pair_second(test->met);
}

/* The first pair of a stepper that is not farther apart at the sample than its margin and a thickness;
 * LW_NO_PAIR: all are. */
static lw_pair_id test_stepper(const expansion *e, lw_stepper *stepper, double thickness)
{
    grown_test test = {
        .checker = e->checker, .thickness = thickness, .met = LW_NO_PAIR, .known = LW_NO_PAIR};
    test_pairs(stepper, &test);
    return test.met;
}

/* Whether the spheres and boxes about the bodies show that all pairs are farther apart than their
 * margin and a thickness. */
static bool is_far(const expansion *e, lw_stepper *stepper, double thickness)
{
    grown_test test = {.checker = e->checker,
                       .thickness = thickness,
                       .bounds_only = true,
                       .met = LW_NO_PAIR,
                       .known = LW_NO_PAIR};
    test_pairs(stepper, &test);
    return test.met == LW_NO_PAIR;
}

/* Notes a contact of a stepper's pairs at the sample, if there is one. After a part of the motion that
 * was given up, a body may be inside a solid. */
static bool note_contact(const expansion *e, lw_stepper *stepper)
{
    grown_test test = {.checker = e->checker,
                       .thickness = -1,
                       .inside = e->search->unresolved < HUGE_VAL,
                       .met = LW_NO_PAIR,
                       .known = LW_NO_PAIR};
    test_pairs(stepper, &test);
    if (test.met != LW_NO_PAIR)
        lw_time_search_note_contact(e->search, test.met, e->piece, e->checker->kinematics.time);
    return test.met != LW_NO_PAIR;
}

/* ---- steps ------------------------------------------------------------------------------------- */

static double thickness_of(const expansion *e, int32_t layer)
{
    return lw_layer_thickness(e->checker->options->expansion, layer);
}

static int32_t layers_of(const expansion *e)
{
    return (int32_t)e->checker->options->layers;
}

/* Where the search ends: at the end of the piece, or at the first contact so far. */
static double limit_of(const expansion *e)
{
    return lesser(e->end, e->search->contact);
}

/* Whether a layer and a time are too small to go on below them. */
static bool is_too_thin(const expansion *e, const lw_stepper *stepper, double time)
{
    const lw_time_search *search = e->search;
    return stepper->layer <= THINNEST || time <= search->shortest ||
           (time <= search->time_tolerance &&
            thickness_of(e, stepper->layer) <= 0.25 * search->distance_tolerance);
}

/* Moves a stepper to the sample, where its pairs are known to be farther apart than `clear`, beyond
 * their margins. */
static void stand(const expansion *e, lw_stepper *stepper, double clear)
{
    pose_bodies(e, stepper, stepper->at, &stepper->error);
    stepper->time = e->checker->kinematics.time;
    stepper->clear = clear;
    if (stepper->layer >= 0)
        stepper->skip = 0;
}

/* Computes the expected time of the next test, from the last step's speed and the layers. */
static void expect(const expansion *e, lw_stepper *stepper)
{
    double limit = limit_of(e);
    double room = stepper->clear + thickness_of(e, stepper->layer);
    double time = PRUDENCE * lw_step_time(stepper->speed, stepper->bend, room);
    stepper->next = stepper->time + time < limit ? stepper->time + time : limit;
}

/* Gives up a part of the motion, as long as the last step would have been; after it, only contacts are
 * searched for. If that is not enough, the next part is twice as long. */
static void give_up(const expansion *e, lw_stepper *stepper, double time)
{
    lw_time_search *search = e->search;
    search->unresolved = lesser(search->unresolved, stepper->time);
    stepper->skip = greater(2 * stepper->skip, greater(time, search->shortest));
    stepper->clear = -1;
    stepper->time = stepper->next = stepper->time + stepper->skip;
    stepper->done = stepper->time >= limit_of(e);
}

/* Samples a time, unless the last sample is of this time. */
static void sample(const expansion *e, double time)
{
    const lw_kinematics *last = &e->checker->kinematics;
    if (last->piece != e->piece || last->time != time || last->half != 0)
        lw_checker_sample(e->checker, e->piece, time, 0);
}

/* Begins at a time at which nothing is known: finds a layer by which the pairs are apart, or gives up a
 * part of the motion. */
static void begin_at(const expansion *e, lw_stepper *stepper)
{
    sample(e, stepper->time);
    bool tested = e->piece == 0 && stepper->time == e->begin;
    if (!tested && note_contact(e, stepper)) {
        stepper->done = true;
        return;
    }
    /* the first layer tried is the thickest one that the spheres and boxes prove, else layer 0 */
    stepper->layer = layers_of(e) - 1;
    while (stepper->layer > 0 && !is_far(e, stepper, thickness_of(e, stepper->layer)))
        stepper->layer--;
    for (; test_stepper(e, stepper, thickness_of(e, stepper->layer)) != LW_NO_PAIR; stepper->layer--)
        if (thickness_of(e, stepper->layer) <= LEAST * e->search->distance_tolerance) {
            give_up(e, stepper, 0);
            return;
        }
    stand(e, stepper, thickness_of(e, stepper->layer));
    lw_stepper_rise(stepper, layers_of(e));
    expect(e, stepper);
}

/* Tells the caller of a step that is proven. */
static void tell(const expansion *e, const lw_stepper *stepper, double to, double clear)
{
    lw_checker *checker = e->checker;
    const lw_check_options *options = checker->options;
    if (!options->step || !(to > stepper->time))
        return;
    lw_step *shown = &checker->shown_step.known;
    *shown = (lw_step){
        .struct_size = sizeof *shown,
        .body = stepper->body,
        .other = stepper->other == LW_ALL_OBSTACLES ? -1 : (int64_t)stepper->other,
        .from = stepper->time,
        .to = to,
        .clear = {stepper->clear, clear},
        .layer = stepper->layer,
        .stage = checker->motion->stage,
    };
    checker->step_status = options->step(options->step_context, shown);
    if (checker->step_status)
        checker->verdict->reason = LW_REASON_STOPPED;
    e->search->stopped = checker->step_status != LW_OK;
}

/* Counts a step of one body, and the share of its layers that it uses. */
static void note_use(const expansion *e, const lw_stepper *stepper, double used)
{
    lw_body_tests *tests = &e->checker->tests;
    if (stepper->other == LW_ALL_OBSTACLES) {
        tests->steps++;
        tests->used += used;
    }
}

typedef enum next_time {
    NEXT_TEST, /* a test is due at the sample */
    NEXT_NONE, /* no further test is needed: the stepper is done */
    NEXT_STUCK /* the layer is too thin for any step */
} next_time;

/* Finds a time for the next test such that the layers cover the step to it, and samples it. used: the
 * share of the layers' thickness that the step needs. */
static next_time sample_next(const expansion *e, lw_stepper *stepper, double *used)
{
    double limit = limit_of(e);
    double room = stepper->clear + thickness_of(e, stepper->layer);
    double to = lesser(stepper->next, limit);
    for (double last = HUGE_VAL; to > stepper->time && to < last;) {
        double span = to - stepper->time;
        pose at[2];
        double error;
        sample(e, to);
        pose_bodies(e, stepper, at, &error);
        double chord = chord_of(e, stepper, at, error);
        stepper->speed = chord / span;
        if (to == limit && lw_step_needed_alone(chord, stepper->bend, span) <= stepper->clear) {
            tell(e, stepper, limit, 0);
            stepper->time = limit;
            stepper->done = true;
            return NEXT_NONE;
        }
        double needed = lw_step_needed(chord, stepper->bend, span);
        *used = needed / room;
        if (needed <= room)
            return NEXT_TEST;
        last = to;
        to = stepper->time + span * (PRUDENCE * room / needed);
    }
    return NEXT_STUCK;
}

/* Makes one test, and a step if it finds the pairs apart. */
static void step(const expansion *e, lw_stepper *stepper)
{
    lw_time_search *search = e->search;
    if (stepper->clear < 0) {
        begin_at(e, stepper);
        return;
    }
    double used = 0;
    next_time next = sample_next(e, stepper, &used);
    if (next == NEXT_NONE)
        return;
    double time = e->checker->kinematics.time;
    double span = next == NEXT_TEST ? time - stepper->time : 0;
    double thickness = thickness_of(e, stepper->layer);
    if (next == NEXT_TEST && test_stepper(e, stepper, thickness) == LW_NO_PAIR) {
        tell(e, stepper, time, thickness);
        note_use(e, stepper, used);
        stand(e, stepper, thickness);
        lw_stepper_rise(stepper, layers_of(e));
        stepper->done = time >= limit_of(e);
    } else {
        /* pairs that are near may touch */
        if (next == NEXT_TEST && stepper->layer <= 0)
            note_contact(e, stepper);
        if (search->contact - stepper->time <= search->time_tolerance)
            stepper->done = true;
        else if (is_too_thin(e, stepper, span))
            give_up(e, stepper, span);
        else
            lw_stepper_fall(stepper);
    }
    if (!stepper->done && stepper->clear >= 0)
        expect(e, stepper);
}

/* The stepper whose next test comes first, of those that are not done; NULL: none. */
static lw_stepper *first_stepper(const expansion *e)
{
    lw_stepper *first = NULL;
    for (size_t i = 0; i < e->count; i++) {
        lw_stepper *stepper = &e->steppers[i];
        if (!stepper->done && stepper->time < e->search->contact &&
            (!first || stepper->next < first->next))
            first = stepper;
    }
    return first;
}

/* Notes the parts before the contact that the steppers leave unproven. */
static void conclude(const expansion *e)
{
    lw_time_search *search = e->search;
    for (size_t i = 0; i < e->count; i++)
        if (e->steppers[i].time < limit_of(e) && (search->stopped || search->contact < HUGE_VAL))
            search->dropped = lesser(search->dropped, e->steppers[i].time);
}

static void run(expansion *e)
{
    lw_time_search *search = e->search;
    lw_stepper *next;
    while (!lw_time_search_is_over(search) && (next = first_stepper(e))) {
        search->stopped = lw_checker_out_of_samples(e->checker);
        if (!search->stopped)
            step(e, next);
    }
    conclude(e);
}

/* The search of a piece (contact.h). */
static void search_span(lw_time_search *search, size_t piece, double begin, double end)
{
    lw_checker *checker = search->context;
    expansion e = {.search = search,
                   .checker = checker,
                   .piece = piece,
                   .begin = begin,
                   .end = end,
                   .steppers = checker->steppers};
    for (e.rest = 0; e.rest != LW_NO_PAIR && !lw_time_search_is_over(search);) {
        e.from = e.rest;
        e.rest = LW_NO_PAIR;
        e.count = 0;
        double middle = begin + 0.5 * (end - begin);
        lw_checker_sample(checker, piece, middle, greater(middle - begin, end - middle));
        lw_checker_visit(checker, checker->frozen->pairs.largest_margin, collect, &e);
        run(&e);
    }
    /* pairs without a stepper are not proven */
    if (e.rest != LW_NO_PAIR)
        search->dropped = lesser(search->dropped, begin);
}

void lw_check_expanded(lw_checker *checker)
{
    /* claims are made by the search over time */
    if (checker->claims.on) {
        lw_check_bisection(checker);
        return;
    }
    lw_check_contact(checker, NULL, search_span);
}
