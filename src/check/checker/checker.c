/* A checker: the memory of one thread, and the functions that the methods share. */
#include "check/checker/checker.h"

#include "base/clock.h"
#include "base/error.h"
#include "check/checker/prove.h"
#include "lanes/record.h"

#include <stdlib.h>

/* the table of states is made for at most so many pairs. docs/decisions/obstacles.md, "Bodies are held
 * against one tree of all obstacles". */
enum { MOST_STATES = 512 };

/* the size of the table of states: a power of two, at least twice the number of pairs, of which it
 * counts at most MOST_STATES */
static size_t states_of(const lw_frozen *frozen)
{
    size_t wanted = 2 * (frozen->pairs.count < MOST_STATES ? frozen->pairs.count : MOST_STATES);
    size_t count = 1;
    while (count < wanted)
        count *= 2;
    return count;
}

/* Takes memory for near misses, for at most LW_MOST_NEAR pairs at a time. */
static bool create_near(lw_checker *checker)
{
    size_t count =
        checker->frozen->pairs.count < LW_MOST_NEAR ? checker->frozen->pairs.count : LW_MOST_NEAR;
    lw_near_pairs *near = &checker->near;
    near->pairs = lw_arena_array(&checker->arena, count, sizeof *near->pairs);
    near->smallest = lw_arena_array(&checker->arena, count, sizeof *near->smallest);
    return near->pairs && near->smallest;
}

static bool create_broad_phase(lw_checker *checker)
{
    const lw_frozen *frozen = checker->frozen;
    lw_broad_phase *broad_phase = &checker->broad_phase;
    broad_phase->limits =
        lw_arena_array(&checker->arena, frozen->moving_count, sizeof *broad_phase->limits);
    broad_phase->runs = lw_arena_array(&checker->arena, frozen->run_count, sizeof *broad_phase->runs);
    broad_phase->obstacles =
        lw_arena_array(&checker->arena, frozen->obstacles.count, sizeof *broad_phase->obstacles);
    return broad_phase->limits && broad_phase->runs && broad_phase->obstacles;
}

/* Takes memory for the steppers that are stepped together: one for each body and each pair of moving
 * bodies, up to a limit. */
static bool create_steppers(lw_checker *checker)
{
    size_t moving = checker->frozen->moving_count;
    size_t most = moving < LW_MOST_STEPPERS ? moving * (moving + 1) / 2 : LW_MOST_STEPPERS;
    checker->stepper_count = most < LW_MOST_STEPPERS ? most : LW_MOST_STEPPERS;
    checker->steppers =
        lw_arena_array(&checker->arena, checker->stepper_count, sizeof *checker->steppers);
    return checker->steppers;
}

/* Takes the memory for motions with tolerances. */
static bool create_tube(lw_checker *checker)
{
    const lw_chains *chains = checker->frozen->chains;
    lw_arena *arena = &checker->arena;
    double **arrays[] = {&checker->trial, &checker->gradient, &checker->witness.deviation};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i] = lw_arena_array(arena, chains->variable_count, sizeof(double))))
            return false;
    for (int i = 0; i < 2; i++) {
        lw_tube_part **parts = &checker->tube.parts[i];
        if (!(*parts = lw_arena_array(arena, chains->elementary_count, sizeof **parts)))
            return false;
    }
    return true;
}

static lw_status create_lanes(lw_checker *checker, lw_error *error)
{
    const lw_frozen *frozen = checker->frozen;
    /* bodies of the planar search have no covers */
    for (size_t i = 0; i < frozen->moving_count; i++)
        if (!frozen->moving[i].cover)
            return LW_OK;
    checker->left = lw_arena_scratch(&checker->arena, LW_MOST_REST, sizeof *checker->left);
    if (!checker->left)
        return lw_fail_memory(error);
    lw_status status = lw_lanes_create(&checker->arena, checker->frozen, &checker->lanes, error);
    if (!status)
        checker->lanes->block.work = checker->work;
    return status;
}

lw_status lw_checker_create(const lw_scene *scene, lw_checker **out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_checker_create needs a place for the checker");
    *out = NULL;
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "a checker is of a frozen scene");
    lw_checker *checker = calloc(1, sizeof *checker);
    if (!checker)
        return lw_fail_memory(error);
    const lw_frozen *frozen = scene->frozen;
    checker->scene = scene;
    checker->frozen = frozen;
    checker->world = lw_memory_retain(frozen->world);
    checker->state_count = states_of(frozen);
    checker->states = lw_arena_array(&checker->arena, checker->state_count, sizeof *checker->states);
    checker->work = lw_arena_array(&checker->arena, 1, sizeof *checker->work);
    if (checker->work)
        *checker->work = (lw_meter){LW_WORK_UNBOUNDED};
    checker->travels =
        lw_arena_array(&checker->arena, frozen->pairs.travel_count, sizeof *checker->travels);
    if (frozen->flat) {
        checker->paths =
            lw_arena_array(&checker->arena, frozen->moving_count + 1, sizeof *checker->paths);
        checker->path_of =
            lw_arena_array(&checker->arena, frozen->chains->variable_count, sizeof *checker->path_of);
    }
    lw_status status = LW_OK;
    if (!checker->states || !checker->work || !checker->travels || !create_near(checker) ||
        !create_broad_phase(checker) || !create_steppers(checker) || !create_tube(checker) ||
        (frozen->flat && (!checker->paths || !checker->path_of)))
        status = lw_fail_memory(error);
    if (!status)
        status = lw_kinematics_create(&checker->arena, scene, &checker->kinematics, error);
    if (!status)
        status = lw_kinematics_create(&checker->arena, scene, &checker->trials, error);
    for (int i = 0; i < LW_KEPT_SAMPLES && !status; i++)
        status = lw_kinematics_create(&checker->arena, scene, &checker->kept[i], error);
    if (!status)
        status = create_lanes(checker, error);
    if (!status)
        status = lw_queue_create(&checker->arena, frozen->pairs.count, &checker->queue, error);
    if (status) {
        lw_checker_destroy(checker);
        return status;
    }
    *out = checker;
    return LW_OK;
}

void lw_checker_destroy(lw_checker *checker)
{
    if (!checker)
        return;
    lw_memory_release(checker->world);
    lw_arena_free(&checker->arena);
    lw_claim_parts_free(&checker->claims.parts);
    if (checker->claims.kept)
        lw_lanes_record_free(checker->claims.kept);
    free(checker->claims.kept);
    free(checker);
}

bool lw_checker_suits(const lw_checker *checker, const lw_scene *scene)
{
    return checker->world == scene->frozen->world;
}

void lw_checker_use(lw_checker *checker, const lw_scene *scene)
{
    /* only poses of obstacles differ, and a checker remembers nothing of these from motion to motion */
    checker->scene = scene;
    checker->frozen = checker->kinematics.frozen = checker->trials.frozen = scene->frozen;
    for (int i = 0; i < LW_KEPT_SAMPLES; i++)
        checker->kept[i].frozen = scene->frozen;
    if (checker->lanes)
        lw_lanes_use(checker->lanes, scene->frozen);
}

lw_status lw_checker_set_scene(lw_checker *checker, const lw_scene *scene, lw_error *error)
{
    if (!checker)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no checker was given");
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "a checker is of a frozen scene");
    if (lw_checker_suits(checker, scene)) {
        lw_checker_use(checker, scene);
        return LW_OK;
    }
    lw_checker *other = NULL;
    lw_status status = lw_checker_create(scene, &other, error);
    if (status)
        return status;
    const lw_checker old = *checker;
    *checker = *other;
    *other = old;
    lw_checker_destroy(other);
    return LW_OK;
}

static bool queries_are_used_up(const lw_checker *checker)
{
    uint64_t budget = checker->options->budget_queries;
    return (budget && checker->verdict->queries >= budget) || lw_meter_is_over(checker->work);
}

bool lw_checker_out_of_queries(lw_checker *checker)
{
    if (!queries_are_used_up(checker))
        return false;
    checker->verdict->reason = LW_REASON_BUDGET;
    return true;
}

bool lw_checker_out_of_work(lw_checker *checker)
{
    if (lw_meter_is_over(checker->work))
        checker->verdict->reason = LW_REASON_BUDGET;
    return lw_meter_is_over(checker->work);
}

bool lw_checker_out_of_budget(lw_checker *checker)
{
    const lw_check_options *options = checker->options;
    lw_verdict *verdict = checker->verdict;
    lw_meter_take(checker->work, LW_WORK_INTERVAL);
    if (lw_checker_out_of_queries(checker))
        return true;
    if (options->budget_seconds > 0 && lw_clock() >= checker->deadline)
        verdict->reason = LW_REASON_BUDGET;
    else if (lw_claims_failed(&checker->claims) ||
             (options->stop && options->stop(options->stop_context)))
        verdict->reason = LW_REASON_STOPPED;
    else
        return false;
    return true;
}

bool lw_checker_out_of_samples(lw_checker *checker)
{
    uint64_t budget = checker->options->budget_queries;
    if (!budget || checker->verdict->samples < budget)
        return lw_checker_out_of_budget(checker);
    checker->verdict->reason = LW_REASON_BUDGET;
    return true;
}

/* Counts a sample, and numbers it. */
static void note_sample(lw_checker *checker, double t)
{
    checker->kinematics.motion = checker->motions;
    checker->samples_taken++;
    lw_meter_take(checker->work, LW_WORK_BODY * (int64_t)checker->frozen->moving_count);
    lw_checker_count(checker, t, 1);
}

void lw_checker_sample(lw_checker *checker, size_t piece, double t, double half)
{
    lw_kinematics_sample(&checker->kinematics, checker->motion, piece, t, half);
    note_sample(checker, t);
}

void lw_checker_sample_some(lw_checker *checker, size_t piece, double t, double half,
                            const lw_some_bodies *bodies)
{
    lw_kinematics_sample_some(&checker->kinematics, checker->motion, piece, t, half, bodies);
    note_sample(checker, t);
}

void lw_checker_pose_pair(lw_checker *checker, size_t piece, double t, lw_pair_id pair)
{
    lw_kinematics_pose_pair(&checker->kinematics, checker->motion, piece, t, pair);
    note_sample(checker, t);
}

void lw_checker_swap_sample(lw_checker *checker, lw_kinematics *other)
{
    lw_kinematics kept = *other;
    *other = checker->kinematics;
    checker->kinematics = kept;
    checker->samples_taken++;
}

void lw_checker_count(lw_checker *checker, double t, uint64_t samples)
{
    const lw_check_options *options = checker->options;
    checker->verdict->samples += samples;
    for (uint64_t i = 0; options->sample && i < samples; i++)
        options->sample(options->sample_context, t);
}

bool lw_checker_has_inside(const lw_checker *checker, const lw_pair *pair)
{
    return lw_frozen_body(checker->frozen, pair->a)->geometry->solid_count ||
           lw_frozen_body(checker->frozen, pair->b)->geometry->solid_count;
}

bool lw_checker_inside(const lw_checker *checker, const lw_pair *pair, pose at_a, pose at_b)
{
    const lw_geometry *a = lw_frozen_body(checker->frozen, pair->a)->geometry;
    const lw_geometry *b = lw_frozen_body(checker->frozen, pair->b)->geometry;
    double radii = a->radius + b->radius;
    vec3 between = sub(transform(at_b, b->center), transform(at_a, a->center));
    vec3 point;
    return norm2(between) < radii * radii && lw_geometry_contained(a, b, relative(at_a, at_b), &point);
}

bool lw_checker_contained(lw_checker *checker, const lw_pair *pair)
{
    const lw_kinematics *kinematics = &checker->kinematics;
    if (!lw_checker_has_inside(checker, pair))
        return false;
    if (!lw_meter_take(checker->work, LW_WORK_INSIDE))
        return false;
    if (lw_checker_inside(checker, pair, lw_body_pose(kinematics, pair->a),
                          lw_body_pose(kinematics, pair->b)))
        return true;
    if (checker->claims.on)
        lw_claim_outside(checker, pair);
    return false;
}

/* A test of all pairs at a sample. */
typedef struct touching {
    lw_checker *checker;
    bool inside;
    lw_pair_id found;
} touching;

static bool test_pair(void *context, lw_pair_id id)
{
    touching *test = context;
    if (queries_are_used_up(test->checker))
        return false;
    lw_pair pair = lw_frozen_pair(test->checker->frozen, id);
    if (lw_checker_touches(test->checker, &pair) ||
        (test->inside && lw_checker_contained(test->checker, &pair)))
        test->found = id;
    return test->found == LW_NO_PAIR;
}

lw_pair_id lw_checker_touching(lw_checker *checker, bool inside)
{
    touching test = {checker, inside, LW_NO_PAIR};
    lw_checker_visit(checker, checker->frozen->pairs.largest_margin, test_pair, &test);
    return test.found;
}

size_t lw_near_place(const lw_near_pairs *near, lw_pair_id id)
{
    size_t begin = 0;
    size_t end = near->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (near->pairs[middle] < id)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

lw_smallest *lw_checker_smallest(lw_checker *checker, lw_pair_id id)
{
    const lw_frozen *frozen = checker->frozen;
    bool self = lw_pair_second(id) < frozen->moving_count &&
                frozen->moving[lw_pair_first(id)].robot == frozen->moving[lw_pair_second(id)].robot;
    if (checker->near.count)
        return &checker->near.smallest[lw_near_place(&checker->near, id)];
    return &checker->smallest[self];
}

void lw_verdict_empty(lw_verdict *verdict)
{
    static const lw_distance no_contact;
    static const lw_clearance unknown = {.pair = {-1, -1}, .upper = (double)INFINITY};
    verdict->struct_size = sizeof *verdict;
    verdict->kind = LW_VERDICT_FREE;
    verdict->reason = LW_REASON_NONE;
    verdict->free_until = verdict->time = 0;
    verdict->first = false;
    verdict->segment = 0;
    verdict->pair[0] = verdict->pair[1] = -1;
    verdict->contact = no_contact;
    verdict->clearance = unknown;
    verdict->self_clearance = unknown;
    verdict->pairs = verdict->queries = verdict->samples = 0;
    verdict->start_pairs = 0;
    verdict->kept_until = verdict->start_distance[0] = verdict->start_distance[1] = 0;
    verdict->failure = LW_FAILURE_NONE;
    verdict->deviates = verdict->work = 0;
}

/* The units of a check's budget. */
static int64_t work_of(const lw_check_options *options)
{
    const uint64_t budget = options->budget_work;
    return budget && budget < LW_WORK_UNBOUNDED ? (int64_t)budget : LW_WORK_UNBOUNDED;
}

uint64_t lw_checker_work(const lw_checker *checker)
{
    const int64_t left = checker->work->left;
    return (uint64_t)(work_of(checker->options) - (left < 0 ? 0 : left));
}

void lw_checker_begin(lw_checker *checker, const lw_motion *motion, const lw_check_options *options,
                      lw_verdict *verdict)
{
    lw_verdict_empty(verdict);
    verdict->pairs = checker->frozen->pairs.count;
    checker->motion = motion;
    checker->options = options;
    checker->verdict = verdict;
    checker->motions++;
    checker->work->left = work_of(options);
    checker->deadline = options->budget_seconds > 0 ? lw_clock() + options->budget_seconds : HUGE_VAL;
}

void lw_checker_end(lw_checker *checker)
{
    checker->work->left = LW_WORK_UNBOUNDED; /* lanes also serve states without a check */
    checker->motion = NULL;
    checker->options = NULL;
    checker->verdict = NULL;
}
