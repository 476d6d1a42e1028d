/* A checker: the memory of one thread, and the functions that the methods share. */
#include "check/checker.h"

#include "base/error.h"
#include "check/prove.h"

#include <stdlib.h>
#include <time.h>

/* the index of a body's travel relative to an elementary joint, added if it is new */
static uint32_t share_travel(lw_checker *checker, int32_t body, int32_t common)
{
    for (size_t i = 0; i < checker->travel_count; i++)
        if (checker->travels[i].body == body && checker->travels[i].common == common)
            return (uint32_t)i;
    checker->travels[checker->travel_count] = (lw_known_travel){.body = body, .common = common};
    return (uint32_t)checker->travel_count++;
}

/* The travel of each body relative to the world comes first, at the body's own index; then those
 * relative to a common elementary joint, which only pairs inside one robot have. */
static lw_status share_travels(lw_checker *checker, lw_error *error)
{
    const lw_frozen *frozen = checker->frozen;
    size_t most = frozen->body_count;
    for (size_t i = 0; i < frozen->pair_count; i++)
        most += frozen->pairs[i].common >= 0 ? 2 : 0;
    checker->travels = lw_arena_array(&checker->arena, most, sizeof *checker->travels);
    checker->travel_of_pair =
        lw_arena_array(&checker->arena, frozen->pair_count, sizeof *checker->travel_of_pair);
    if (!checker->travels || !checker->travel_of_pair)
        return lw_fail_memory(error);
    checker->travel_count = frozen->body_count;
    for (size_t i = 0; i < frozen->body_count; i++)
        checker->travels[i] = (lw_known_travel){.body = (int32_t)i, .common = -1};
    for (size_t i = 0; i < frozen->pair_count; i++) {
        const lw_pair *pair = &frozen->pairs[i];
        int32_t ends[2] = {pair->a, pair->b};
        for (int k = 0; k < 2; k++)
            checker->travel_of_pair[i][k] =
                pair->common < 0 ? (uint32_t)ends[k] : share_travel(checker, ends[k], pair->common);
    }
    return LW_OK;
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
    checker->states = lw_arena_array(&checker->arena, frozen->pair_count, sizeof *checker->states);
    checker->targets = lw_arena_array(&checker->arena, frozen->pair_count, sizeof *checker->targets);
    checker->smallest =
        lw_arena_array(&checker->arena, frozen->pair_count + 2, sizeof *checker->smallest);
    if (frozen->flat) {
        checker->paths = lw_arena_array(&checker->arena, frozen->body_count, sizeof *checker->paths);
        checker->path_of =
            lw_arena_array(&checker->arena, frozen->variable_count, sizeof *checker->path_of);
    }
    lw_status status = LW_OK;
    if (!checker->states || !checker->targets || !checker->smallest ||
        (frozen->flat && (!checker->paths || !checker->path_of)))
        status = lw_fail_memory(error);
    if (!status)
        status = share_travels(checker, error);
    if (!status)
        status = lw_kinematics_create(&checker->arena, scene, &checker->kinematics, error);
    for (int i = 0; i < LW_KEPT_SAMPLES && !status; i++)
        status = lw_kinematics_create(&checker->arena, scene, &checker->kept[i], error);
    if (!status)
        status = lw_queue_create(&checker->arena, frozen->pair_count, &checker->queue, error);
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
    lw_arena_free(&checker->arena);
    lw_claim_parts_free(&checker->claims.parts);
    free(checker);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool queries_are_used_up(const lw_checker *checker)
{
    uint64_t budget = checker->options->budget_queries;
    return budget && checker->verdict->queries >= budget;
}

bool lw_checker_out_of_queries(lw_checker *checker)
{
    if (!queries_are_used_up(checker))
        return false;
    checker->verdict->reason = LW_REASON_BUDGET;
    return true;
}

bool lw_checker_out_of_budget(lw_checker *checker)
{
    const lw_options *options = checker->options;
    lw_verdict *verdict = checker->verdict;
    if (lw_checker_out_of_queries(checker))
        return true;
    if (options->budget_seconds > 0 && now() >= checker->deadline)
        verdict->reason = LW_REASON_BUDGET;
    else if (lw_claims_failed(&checker->claims) ||
             (options->stop && options->stop(options->stop_context)))
        verdict->reason = LW_REASON_STOPPED;
    else
        return false;
    return true;
}

void lw_checker_sample(lw_checker *checker, size_t piece, double t, double half)
{
    lw_kinematics_sample(&checker->kinematics, checker->motion, piece, t, half);
    checker->samples_taken++;
    checker->verdict->samples++;
}

bool lw_checker_contained(lw_checker *checker, uint32_t index)
{
    const lw_pair *pair = &checker->frozen->pairs[index];
    const lw_kinematics *kinematics = &checker->kinematics;
    const lw_geometry *a = checker->frozen->bodies[pair->a].geometry;
    const lw_geometry *b = checker->frozen->bodies[pair->b].geometry;
    double radii = a->radius + b->radius;
    vec3 between = sub(kinematics->centers[pair->b], kinematics->centers[pair->a]);
    vec3 point;
    if (!a->solid_count && !b->solid_count)
        return false;
    if (norm2(between) < radii * radii &&
        lw_geometry_contained(a, b, relative(kinematics->bodies[pair->a], kinematics->bodies[pair->b]),
                              &point))
        return true;
    if (checker->claims.on)
        lw_claim_outside(checker, index);
    return false;
}

int64_t lw_checker_touching(lw_checker *checker, bool inside)
{
    for (uint32_t i = 0; i < checker->frozen->pair_count; i++) {
        if (queries_are_used_up(checker))
            return -1;
        if (lw_checker_touches(checker, i) || (inside && lw_checker_contained(checker, i)))
            return i;
    }
    return -1;
}

void lw_checker_begin(lw_checker *checker, const lw_motion *motion, const lw_options *options,
                      lw_verdict *verdict)
{
    *verdict =
        (lw_verdict){.pair = {-1, -1}, .clearance_pair = {-1, -1}, .self_clearance_pair = {-1, -1}};
    verdict->pairs = checker->frozen->pair_count;
    checker->motion = motion;
    checker->options = options;
    checker->verdict = verdict;
    checker->motions++;
    checker->deadline = options->budget_seconds > 0 ? now() + options->budget_seconds : HUGE_VAL;
    for (size_t i = 0; i < checker->frozen->pair_count; i++)
        checker->targets[i] = checker->frozen->pairs[i].margin;
}

void lw_checker_end(lw_checker *checker)
{
    checker->motion = NULL;
    checker->options = NULL;
    checker->verdict = NULL;
}
