/* The costs of attaching and releasing objects in a motion: the time to set the motion, beside that to
 * set its path without objects, and the time to check it, beside that to check its stages alone.
 *
 *     payloads [--quick]
 *
 * The motion is that of scenes/pick.json, one attach and one release, with more obstacles out of reach.
 * The timed calls take turns; times are medians of the rounds, shares medians of the rounds' shares. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "motion/motion.h"

enum { SIZES = 4, ROUNDS = 201, QUICK_ROUNDS = 21, MOST_STAGES = 16 };

/* The timed calls. */
enum { PLAIN, SET, CHECK, CHECKS_ALONE, CLEARANCE, CLEARANCES_ALONE, TIMED };

struct work {
    lw_scene *scene;
    lw_motion *motion; /* with payloads */
    lw_motion *plain;
    lw_checker *checker;
    lw_checker *alone[MOST_STAGES]; /* a checker for each stage, ready to check */
    double *waypoints;
    lw_track track; /* the motion as it was read, without payloads */
    lw_payload payloads[2];
    double times[TIMED][ROUNDS];
    lw_error error;
};

static const char *const fingers[] = {"finger_left", "finger_right"};
static const char *const table[] = {"table"};
static const char *const crate[] = {"crate"};

static lw_status add_far(struct work *w, size_t count)
{
    lw_random random = {1};
    lw_shape_def def = lw_default_shape();
    lw_shape *shape = NULL;
    def.radius = 0.1;
    lw_status status = lw_shape_create(&def, &shape, &w->error);
    for (size_t i = 0; i < count && !status; i++) {
        char id[32];
        lw_pose at = lw_pose_identity();
        at.position.x = lw_random_between(&random, 5, 9);
        at.position.y = lw_random_between(&random, -2, 2);
        at.position.z = lw_random_between(&random, -2, 2);
        snprintf(id, sizeof id, "far_%zu", i);
        status = lw_scene_add_shared_obstacle(w->scene, id, shape, at, &w->error);
    }
    lw_shape_destroy(shape);
    return status;
}

/* The waypoints of a path, from its polynomials. */
static lw_status take_waypoints(struct work *w)
{
    const lw_motion_track *from = &w->motion->tracks.items[0];
    const size_t columns = from->column_count;
    const size_t powers = (size_t)from->degree + 1;
    w->waypoints = calloc((from->piece_count + 1) * columns, sizeof *w->waypoints);
    if (!w->waypoints)
        return LW_ERROR_MEMORY;
    for (size_t k = 0; k < from->piece_count; k++)
        for (size_t c = 0; c < columns; c++) {
            const double *of = &from->coefficients[(k * columns + c) * powers];
            w->waypoints[k * columns + c] = of[0];
            double end = 0;
            for (size_t p = 0; p < powers; p++)
                end += of[p];
            w->waypoints[(k + 1) * columns + c] = end;
        }
    w->track = lw_default_track();
    w->track.positions = w->waypoints;
    w->track.point_count = from->piece_count + 1;
    for (int i = 0; i < 2; i++) {
        w->payloads[i] = lw_default_payload();
        w->payloads[i].object = "can";
        w->payloads[i].may_touch = i ? crate : table;
        w->payloads[i].may_touch_count = 1;
    }
    w->payloads[0].waypoint = 2;
    w->payloads[0].link = "gripper";
    w->payloads[0].touch_links = fingers;
    w->payloads[0].touch_link_count = 2;
    w->payloads[1].kind = LW_PAYLOAD_RELEASE;
    w->payloads[1].waypoint = 7;
    return LW_OK;
}

static lw_status set(struct work *w, lw_motion *motion, bool payloads)
{
    lw_track track = w->track;
    track.payloads = w->payloads;
    track.payload_count = payloads ? 2 : 0;
    return lw_motion_set(motion, &track, 1, &w->error);
}

/* Checks the motion, or each of its stages with a checker that is ready for it. */
static lw_status check(struct work *w, bool alone, bool clearance)
{
    lw_check_options options = lw_default_check_options();
    options.clearance = clearance;
    const size_t count = alone ? lw_motion_stage_count(w->motion) : 1;
    lw_status status = LW_OK;
    for (size_t i = 0; i < count && !status; i++) {
        lw_verdict verdict = lw_default_verdict();
        status =
            lw_check(alone ? w->alone[i] : w->checker,
                     alone ? lw_motion_stage(w->motion, i) : w->motion, &options, &verdict, &w->error);
        if (!status && verdict.kind != LW_VERDICT_FREE) {
            status = LW_ERROR_STATE;
            lw_error_set(&w->error, status, NULL, 0, 0, "the motion is not free");
        }
    }
    return status;
}

static lw_status run(struct work *w, int timed)
{
    switch (timed) {
    case PLAIN:
    case SET:
        return set(w, timed == SET ? w->motion : w->plain, timed == SET);
    default:
        return check(w, timed == CHECKS_ALONE || timed == CLEARANCES_ALONE, timed >= CLEARANCE);
    }
}

/* Checkers for the stages, whose scenes are new whenever the motion is set. */
static lw_status prepare(struct work *w)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_motion_stage_count(w->motion) && !status; i++) {
        const lw_scene *scene = lw_motion_scene(lw_motion_stage(w->motion, i));
        lw_checker_destroy(w->alone[i]);
        w->alone[i] = NULL;
        status = lw_checker_create(scene, &w->alone[i], &w->error);
    }
    return status;
}

static lw_status open_work(struct work *w, size_t obstacles)
{
    lw_status status = lw_scene_create(&w->scene, &w->error);
    if (status || (status = lw_scene_load(w->scene, BENCH_SCENES "/pick.json", &w->error)) ||
        (status = add_far(w, obstacles)) || (status = lw_scene_freeze(w->scene, &w->error)) ||
        (status = lw_motion_create(w->scene, &w->motion, &w->error)) ||
        (status = lw_motion_create(w->scene, &w->plain, &w->error)) ||
        (status = lw_checker_create(w->scene, &w->checker, &w->error)) ||
        (status = lw_scene_motion_read(w->scene, 0, NULL, w->motion, NULL, 0, &w->error)))
        return status;
    return take_waypoints(w);
}

static void close_work(struct work *w)
{
    for (size_t i = 0; i < MOST_STAGES; i++)
        lw_checker_destroy(w->alone[i]);
    lw_checker_destroy(w->checker);
    lw_motion_destroy(w->plain);
    lw_motion_destroy(w->motion);
    lw_scene_destroy(w->scene);
    free(w->waypoints);
}

static lw_status measure(struct work *w, size_t rounds)
{
    lw_status status = LW_OK;
    for (size_t round = 0; round < rounds && !status; round++)
        for (int timed = 0; timed < TIMED && !status; timed++) {
            /* each check runs once before, so that its scenes are in the caches */
            if (timed >= CHECK && (status = run(w, timed)))
                break;
            double begin = bench_work();
            status = run(w, timed);
            w->times[timed][round] = bench_work() - begin;
            if (!status && timed == SET)
                status = prepare(w);
        }
    return status;
}

/* How many scenes were made for the stages. */
static size_t count_copies(const struct work *w)
{
    size_t copies = 0;
    for (size_t i = 0; i < lw_motion_stage_count(w->motion); i++) {
        const lw_scene *scene = lw_motion_scene(lw_motion_stage(w->motion, i));
        bool known = scene == w->scene;
        for (size_t k = 0; k < i; k++)
            known = known || lw_motion_scene(lw_motion_stage(w->motion, k)) == scene;
        copies += !known;
    }
    return copies;
}

static double median_share(const struct work *w, int of, int from, size_t rounds)
{
    double shares[ROUNDS];
    for (size_t i = 0; i < rounds; i++)
        shares[i] = w->times[of][i] / w->times[from][i];
    return bench_median(shares, rounds);
}

static void print_row(struct work *w, size_t obstacles, size_t rounds, bench_table *out)
{
    const double check_share = median_share(w, CHECK, CHECKS_ALONE, rounds);
    const double clearance_share = median_share(w, CLEARANCE, CLEARANCES_ALONE, rounds);
    const size_t copies = count_copies(w);
    double medians[TIMED];
    for (int timed = 0; timed < TIMED; timed++)
        medians[timed] = 1e6 * bench_median(w->times[timed], rounds);
    bench_row(out, "%zu", obstacles);
    bench_cell(out, "%.1f", medians[PLAIN]);
    bench_cell(out, "%.1f", medians[SET]);
    bench_cell(out, "%zu", copies);
    bench_cell(out, "%.1f", (medians[SET] - medians[PLAIN]) / (double)copies);
    bench_cell(out, "%.0f", medians[CHECK]);
    bench_cell(out, "%.0f", medians[CHECKS_ALONE]);
    bench_cell(out, "%.3f", check_share);
    bench_cell(out, "%.0f", medians[CLEARANCE]);
    bench_cell(out, "%.0f", medians[CLEARANCES_ALONE]);
    bench_cell(out, "%.3f", clearance_share);
}

int main(int count, char **words)
{
    static const size_t sizes[SIZES] = {0, 100, 1000, 10000};
    static const char *const head[] = {"without", "set",   "scenes",    "a scene", "check",
                                       "alone",   "share", "clearance", "alone",   "share"};
    bool quick = count == 2 && !strcmp(words[1], "--quick");
    if (count != 1 && !quick) {
        fprintf(stderr, "usage: payloads [--quick]\n");
        return 2;
    }
    const size_t rounds = quick ? QUICK_ROUNDS : ROUNDS;
    static bench_table out;
    bench_row(&out, "far obstacles; us");
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        bench_cell(&out, "%s", head[i]);
    for (size_t i = 0; i < SIZES; i++) {
        static struct work w;
        w = (struct work){0};
        lw_status status = open_work(&w, sizes[i]);
        if (!status)
            status = measure(&w, rounds);
        if (status)
            fprintf(stderr, "payloads: %s\n",
                    status == LW_ERROR_MEMORY ? "out of memory" : w.error.message);
        else
            print_row(&w, sizes[i], rounds, &out);
        close_work(&w);
        if (status)
            return 1;
    }
    bench_print(&out);
    return 0;
}
