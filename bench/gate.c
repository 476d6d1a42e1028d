/* A gate's answers to random chunks of waypoints of a Panda among boxes, and updates of a motion that
 * runs when one of the boxes moves: how long they take, with the tail.
 *
 *     gate [--quick] [--chunks N] [--boxes N]
 *
 * Each chunk has 50 waypoints, 0.02 s apart; a robot with limits of velocity that its description
 * states and of acceleration of the manufacturer. A chunk's time is the least of five calls, which
 * follow each other, each after a check of another chunk. Without the data (LEEWAY_DATA) the arm of
 * scenes/cell.json takes the Panda's place. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"
#include "leeway/leeway.h"

enum { POINTS = 50, MOST_VALUES = 8, ROUNDS = 5, SEGMENTS = 40, REASONS = LW_GATE_REASON_INPUT + 1 };

static const double PERIOD = 0.02;

struct bench {
    lw_scene *scene;
    const lw_joints *joints;
    size_t width, boxes;
    double lower[MOST_VALUES], upper[MOST_VALUES], velocity[MOST_VALUES], acceleration[MOST_VALUES];
    lw_gate *gate;
    lw_checker *checker;
    lw_motion *motion;
    lw_random random;
};

struct chunk {
    double values[MOST_VALUES], rates[MOST_VALUES], points[POINTS * MOST_VALUES];
};

static void need(lw_status status, const lw_error *error)
{
    if (status) {
        fprintf(stderr, "gate: %s\n", error->message);
        exit(1);
    }
}

/* ---- the scene ----------------------------------------------------------------------------------- */

static lw_pose box_pose(lw_random *random)
{
    const double angle = lw_random_between(random, -3.14159, 3.14159);
    const double far = lw_random_between(random, 0.35, 1.6);
    return lw_pose_from_rpy(
        (lw_vec3){far * cos(angle), far * sin(angle), lw_random_between(random, -0.2, 1.4)},
        lw_random_between(random, -3, 3), lw_random_between(random, -3, 3), 0);
}

static void add_boxes(struct bench *b)
{
    lw_error error = {0};
    lw_shape_def box = lw_default_shape();
    box.kind = LW_SHAPE_BOX;
    for (size_t i = 0; i < b->boxes; i++) {
        char name[32];
        snprintf(name, sizeof name, "box%zu", i);
        box.size = (lw_vec3){lw_random_between(&b->random, 0.02, 0.06),
                             lw_random_between(&b->random, 0.02, 0.06),
                             lw_random_between(&b->random, 0.02, 0.06)};
        need(lw_scene_add_obstacle(b->scene, name, &box, box_pose(&b->random), &error), &error);
    }
}

static void open_scene(struct bench *b)
{
    static const double panda[] = {15, 7.5, 10, 12.5, 15, 20, 20};
    lw_error error = {0};
    need(lw_scene_create(&b->scene, &error), &error);
    if (bench_data()) {
        char urdf[512];
        char srdf[512];
        snprintf(urdf, sizeof urdf, "%s/robots/panda/panda.urdf", bench_data());
        snprintf(srdf, sizeof srdf, "%s/robots/panda/panda.srdf", bench_data());
        need(lw_scene_load_robot(b->scene, urdf, srdf, NULL, NULL, &error), &error);
    } else {
        need(lw_scene_load(b->scene, BENCH_SCENES "/cell.json", &error), &error);
    }
    add_boxes(b);
    need(lw_scene_freeze(b->scene, &error), &error);
    b->joints = lw_scene_joints(b->scene, NULL, bench_data() ? "panda_arm" : NULL, &error);
    need(b->joints ? LW_OK : error.status, &error);
    b->width = lw_joints_value_count(b->joints);
    for (size_t i = 0; i < b->width; i++) {
        lw_joint_info info = lw_default_joint_info();
        const int64_t joint = lw_scene_find_joint(b->scene, NULL, lw_joints_name(b->joints, i));
        need(lw_scene_joint_info(b->scene, (size_t)joint, &info, &error), &error);
        b->lower[i] = fmax(info.lower, -3);
        b->upper[i] = fmin(info.upper, 3);
        b->velocity[i] = fmin(info.velocity, 2.5);
        b->acceleration[i] = bench_data() && i < 7 ? panda[i] : 10;
    }
    need(lw_checker_create(b->scene, &b->checker, &error), &error);
    need(lw_motion_create(b->scene, &b->motion, &error), &error);
}

/* ---- chunks -------------------------------------------------------------------------------------- */

/* A random state that is free. */
static void random_state(struct bench *b, double *values)
{
    lw_error error = {0};
    lw_verdict verdict = lw_default_verdict();
    do {
        for (size_t i = 0; i < b->width; i++)
            values[i] = lw_random_between(&b->random, b->lower[i], b->upper[i]);
        need(lw_motion_set_segment(b->motion, b->joints, values, values, &error), &error);
        need(lw_check(b->checker, b->motion, NULL, &verdict, &error), &error);
    } while (verdict.kind != LW_VERDICT_FREE);
}

/* From a random state with a random velocity, under accelerations that change slowly. */
static void random_chunk(struct bench *b, struct chunk *c)
{
    random_state(b, c->values);
    double at[MOST_VALUES];
    for (size_t i = 0; i < b->width; i++) {
        double rate = lw_random_between(&b->random, -0.5, 0.5) * b->velocity[i];
        const double most = 0.4 * b->acceleration[i];
        double acceleration = 0;
        c->rates[i] = rate;
        at[i] = c->values[i];
        for (size_t k = 0; k < POINTS; k++) {
            acceleration += lw_random_between(&b->random, -0.2, 0.2) * most;
            acceleration = fmin(fmax(acceleration, -most), most);
            if (fabs(rate + acceleration * 0.2) > 0.8 * b->velocity[i])
                acceleration = -copysign(0.5 * most, rate);
            at[i] += (rate + acceleration * PERIOD / 2) * PERIOD;
            rate += acceleration * PERIOD;
            c->points[k * b->width + i] = at[i];
        }
    }
}

/* ---- the gate ------------------------------------------------------------------------------------ */

static lw_gate_answer ask(struct bench *b, const struct chunk *c, double *seconds)
{
    lw_error error = {0};
    lw_gate_request request = lw_default_gate_request();
    lw_gate_answer answer = lw_default_gate_answer();
    request.values = c->values;
    request.rates = c->rates;
    request.points = c->points;
    request.count = POINTS;
    const double begin = bench_work();
    need(lw_gate_check(b->gate, &request, &answer, &error), &error);
    *seconds = bench_work() - begin;
    return answer;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void add_row(bench_table *table, const char *name, double *times, size_t count)
{
    static const double shares[] = {0.5, 0.9, 0.99, 0.999, 0.9999, 1};
    qsort(times, count, sizeof *times, compare);
    bench_row(table, "%s", name);
    bench_cell(table, "%zu", count);
    for (size_t i = 0; i < sizeof shares / sizeof *shares && count; i++)
        bench_cell(table, "%.1f", 1e6 * times[(size_t)(shares[i] * (double)(count - 1))]);
}

static void begin_table(bench_table *table)
{
    static const char *const heads[] = {"count",    "p50 us",    "p90 us",  "p99 us",
                                        "p99.9 us", "p99.99 us", "worst us"};
    *table = (bench_table){0};
    bench_row(table, "answer");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        bench_cell(table, "%s", heads[i]);
}

static void measure_gate(struct bench *b, size_t count)
{
    static bench_table table;
    static const char *const names[] = {"all pass", "some pass", "stop", "together"};
    double *times[4];
    size_t counts[4] = {0};
    size_t reasons[REASONS] = {0};
    struct chunk *chunks = calloc(2, sizeof *chunks);
    for (int i = 0; i < 4; i++)
        times[i] = calloc(count + 1, sizeof *times[i]);
    if (!chunks || !times[0] || !times[1] || !times[2] || !times[3])
        exit(1);
    random_chunk(b, &chunks[1]);
    for (size_t n = 0; n < count; n++) {
        double least = HUGE_VAL;
        lw_gate_answer answer = {0};
        random_chunk(b, &chunks[0]);
        for (int round = 0; round < ROUNDS; round++) {
            double seconds;
            ask(b, &chunks[1], &seconds);
            answer = ask(b, &chunks[0], &seconds);
            least = fmin(least, seconds);
        }
        const int kind = answer.passed == POINTS ? 0 : answer.passed ? 1 : 2;
        times[kind][counts[kind]++] = times[3][counts[3]++] = least;
        reasons[answer.reason]++;
        chunks[1] = chunks[0];
    }
    begin_table(&table);
    for (int i = 0; i < 4; i++)
        add_row(&table, names[i], times[i], counts[i]);
    bench_print(&table);
    for (size_t i = 1; i < REASONS; i++)
        if (reasons[i])
            printf("%s: %zu\n", lw_gate_reason_name((lw_gate_reason)i), reasons[i]);
    for (int i = 0; i < 4; i++)
        free(times[i]);
    free(chunks);
}

/* ---- a motion that runs -------------------------------------------------------------------------- */

/* Sets the motion to a random trajectory of 10 s that is free. */
static void random_trajectory(struct bench *b)
{
    lw_error error = {0};
    double times[SEGMENTS + 1];
    double points[(SEGMENTS + 1) * MOST_VALUES];
    lw_verdict verdict = lw_default_verdict();
    do {
        random_state(b, points);
        for (size_t k = 1; k <= SEGMENTS; k++)
            for (size_t i = 0; i < b->width; i++)
                points[k * b->width + i] = fmin(
                    fmax(points[(k - 1) * b->width + i] + lw_random_between(&b->random, -0.06, 0.06),
                         b->lower[i]),
                    b->upper[i]);
        lw_track track = lw_default_track();
        track.kind = LW_TRACK_TRAJECTORY;
        track.joints = b->joints;
        track.point_count = SEGMENTS + 1;
        track.times = times;
        track.positions = points;
        for (int k = 0; k <= SEGMENTS; k++)
            times[k] = 10.0 * k / SEGMENTS;
        need(lw_motion_set(b->motion, &track, 1, &error), &error);
        need(lw_check(b->checker, b->motion, NULL, &verdict, &error), &error);
    } while (verdict.kind != LW_VERDICT_FREE);
}

/* The time of one update after a random box has moved, and that of a check from scratch. */
static lw_verdict_kind move_box(struct bench *b, lw_running *running, double *seconds, double *scratch)
{
    lw_error error = {0};
    lw_scene *copy = NULL;
    lw_verdict verdict = lw_default_verdict();
    char name[32];
    snprintf(name, sizeof name, "box%u", (unsigned)lw_random_below(&b->random, (uint32_t)b->boxes));
    need(lw_scene_copy(b->scene, &copy, &error), &error);
    need(lw_scene_move_obstacle(copy, name, box_pose(&b->random), &error), &error);
    need(lw_scene_freeze(copy, &error), &error);
    double begin = bench_work();
    need(lw_running_update(running, copy, 0, &verdict, &error), &error);
    *seconds = bench_work() - begin;
    need(lw_checker_set_scene(b->checker, copy, &error), &error);
    need(lw_motion_set_scene(b->motion, copy, &error), &error);
    lw_verdict whole = lw_default_verdict();
    begin = bench_work();
    need(lw_check(b->checker, b->motion, NULL, &whole, &error), &error);
    *scratch = bench_work() - begin;
    if (verdict.kind != whole.kind)
        printf("an update differs from a check from scratch\n");
    lw_scene_destroy(b->scene);
    b->scene = copy;
    return verdict.kind;
}

static void measure_running(struct bench *b, size_t count)
{
    static bench_table table;
    enum { PER_MOTION = 200 };
    double *times[2];
    double *scratch = calloc(count + PER_MOTION, sizeof *scratch);
    size_t counts[2] = {0};
    size_t all = 0;
    lw_error error = {0};
    for (int i = 0; i < 2; i++)
        times[i] = calloc(count + PER_MOTION, sizeof *times[i]);
    if (!scratch || !times[0] || !times[1])
        exit(1);
    while (all < count) {
        lw_running *running = NULL;
        lw_verdict verdict = lw_default_verdict();
        random_trajectory(b);
        need(lw_running_create(b->motion, NULL, &running, &error), &error);
        need(lw_running_update(running, b->scene, 0, &verdict, &error), &error);
        for (int i = 0; i < PER_MOTION; i++) {
            double seconds;
            const bool free_now = move_box(b, running, &seconds, &scratch[all++]) == LW_VERDICT_FREE;
            times[!free_now][counts[!free_now]++] = seconds;
            if (!free_now)
                break; /* the next motion has other boxes in its way */
        }
        lw_running_destroy(running);
    }
    begin_table(&table);
    add_row(&table, "still free", times[0], counts[0]);
    add_row(&table, "free until", times[1], counts[1]);
    add_row(&table, "from scratch", scratch, all);
    bench_print(&table);
    free(times[0]);
    free(times[1]);
    free(scratch);
}

static int usage(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
    return 2;
}

int main(int argc, char **argv)
{
    lw_error error = {0};
    struct bench b = {.boxes = 1000, .random = {11}};
    size_t chunks = 20000;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--quick"))
            chunks = 1000;
        else if (!strcmp(argv[i], "--chunks") && i + 1 < argc)
            chunks = strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--boxes") && i + 1 < argc)
            b.boxes = strtoul(argv[++i], NULL, 10);
        else
            return usage("usage: gate [--quick] [--chunks N] [--boxes N]");
    }
    if (!chunks || !b.boxes)
        return usage("gate: there must be a chunk and a box");
    open_scene(&b);
    lw_gate_options options = lw_default_gate_options();
    options.joints = b.joints;
    options.period = PERIOD;
    options.stop_acceleration = b.acceleration;
    need(lw_gate_create(b.scene, &options, &b.gate, &error), &error);
    printf("chunks of %d waypoints among %zu boxes\n", POINTS, b.boxes);
    measure_gate(&b, chunks);
    printf("\nupdates of a trajectory of 10 s and %d segments, after one box has moved\n", SEGMENTS);
    measure_running(&b, chunks / 4 + 1);
    lw_gate_destroy(b.gate);
    lw_motion_destroy(b.motion);
    lw_checker_destroy(b.checker);
    lw_scene_destroy(b.scene);
    return 0;
}
