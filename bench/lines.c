/* The costs of a motion of a batch besides its check: reading its line and printing its verdict, in
 * memory and from a cached file, by the calls of `leeway check --motions FILE --json`.
 *
 *     lines [--quick]
 *
 * Random segments of seven joints, written with 9 or with 17 digits. The timed calls
 * take turns, the lines in a fresh order each round; times are medians of the rounds, shares medians of
 * the rounds' shares. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/random.h"
#include "common/measure.h"

enum { JOINTS = 7, LINES = 2000, LINE = 512, ROUNDS = 61, QUICK_ROUNDS = 9, NUMBERS = 12 };

/* The timed calls. */
enum { READ, READ_ANY, SET, PRINT_FREE, PRINT_CONTACT, PRINT_BY_C, TIMED };

static const char *const names[TIMED] = {"read: lw_motion_reader_next",
                                         "read: lw_motion_read_json, any keys",
                                         "lw_motion_set_segment alone",
                                         "print: free",
                                         "print: contact",
                                         "print: the contact's numbers by snprintf"};

/* the call whose time counts as 100 % in the share of each call */
static const int against[TIMED] = {READ_ANY, READ_ANY, READ_ANY, PRINT_BY_C, PRINT_BY_C, PRINT_BY_C};

struct work {
    lw_scene *scene;
    lw_motion *motion;
    char path[64];
    char lines[LINES][LINE];
    double ends[LINES][2 * JOINTS];
    double numbers[LINES][NUMBERS];
    uint32_t order[LINES];
    double times[TIMED][ROUNDS];
    lw_error error;
    size_t printed; /* the sum of printed bytes, so that the compiler keeps all printing */
};

/* an arm of seven joints, and a ball that it does not reach */
static lw_status build(struct work *w)
{
    lw_shape_def ball = lw_default_shape();
    lw_pose away = lw_pose_identity();
    ball.radius = 0.05;
    away.position.x = 50;
    lw_status status = lw_scene_create(&w->scene, &w->error);
    if (status || (status = lw_scene_add_robot(w->scene, "arm", lw_pose_identity(), &w->error)) ||
        (status = lw_scene_add_link(w->scene, "arm", "link_0", &w->error)))
        return status;
    for (int i = 0; i < JOINTS && !status; i++) {
        char joint[3][32];
        snprintf(joint[0], sizeof joint[0], "joint_%d", i + 1);
        snprintf(joint[1], sizeof joint[1], "link_%d", i);
        snprintf(joint[2], sizeof joint[2], "link_%d", i + 1);
        lw_joint_def def = lw_default_joint();
        def.name = joint[0];
        def.kind = LW_JOINT_REVOLUTE;
        def.parent = joint[1];
        def.child = joint[2];
        def.axis = (lw_vec3){i % 2, 0, !(i % 2)};
        def.origin.position.z = 0.2;
        def.lower = -3;
        def.upper = 3;
        status = lw_scene_add_link(w->scene, "arm", joint[2], &w->error);
        if (!status)
            status = lw_scene_add_joint(w->scene, "arm", &def, &w->error);
    }
    if (status ||
        (status =
             lw_scene_add_shape(w->scene, "arm", "link_7", &ball, lw_pose_identity(), &w->error)) ||
        (status = lw_scene_add_obstacle(w->scene, "ball", &ball, away, &w->error)) ||
        (status = lw_scene_freeze(w->scene, &w->error)))
        return status;
    return lw_motion_create(w->scene, &w->motion, &w->error);
}

static void make_lines(struct work *w, int digits)
{
    lw_random random = {7};
    for (int i = 0; i < LINES; i++) {
        int used = snprintf(w->lines[i], LINE, "{\"id\": %d", i);
        for (int k = 0; k < 2 * JOINTS; k++) {
            const char *before = k == 0 ? ", \"from\": [" : k == JOINTS ? "], \"to\": [" : ", ";
            w->ends[i][k] = lw_random_between(&random, -2.9, 2.9);
            used += snprintf(w->lines[i] + used, LINE - (size_t)used, "%s%.*g", before, digits,
                             w->ends[i][k]);
        }
        snprintf(w->lines[i] + used, LINE - (size_t)used, "]}");
        for (int k = 0; k < NUMBERS; k++)
            w->numbers[i][k] = lw_random_between(&random, 0.01, 0.9);
        w->order[i] = (uint32_t)i;
    }
}

static lw_status write_lines(struct work *w)
{
    FILE *file = fopen(w->path, "w");
    for (int i = 0; file && i < LINES; i++)
        fprintf(file, "%s\n", w->lines[w->order[i]]);
    return file && !fclose(file) ? LW_OK : LW_ERROR_FILE;
}

static lw_status read_file(struct work *w)
{
    lw_motion_reader *reader = NULL;
    const char *id;
    bool more = true;
    size_t count = 0;
    lw_status status =
        lw_motion_reader_open(w->scene, w->path, LW_MOTION_FORMAT_JSON_LINES, NULL, &reader, &w->error);
    while (!status && more) {
        status = lw_motion_reader_next(reader, w->motion, &id, &more, &w->error);
        count += more;
    }
    lw_motion_reader_close(reader);
    return status || count == LINES ? status : LW_ERROR_STATE;
}

static lw_status read_line(struct work *w, int way, uint32_t line)
{
    char id[32];
    if (way == READ_ANY)
        return lw_motion_read_json(w->scene, w->lines[line], "lines", 1, NULL, w->motion, id, sizeof id,
                                   &w->error);
    return lw_motion_set_segment(w->motion, NULL, w->ends[line], w->ends[line] + JOINTS, &w->error);
}

static lw_verdict contact_of(const double n[NUMBERS])
{
    lw_verdict verdict = lw_default_verdict();
    verdict.kind = LW_VERDICT_CONTACT;
    verdict.free_until = n[0];
    verdict.time = n[1];
    verdict.pair[0] = 0;
    verdict.pair[1] = 1;
    verdict.contact.points[0] = (lw_vec3){n[2], n[3], n[4]};
    verdict.contact.points[1] = (lw_vec3){n[5], n[6], n[7]};
    verdict.contact.normal = (lw_vec3){n[8], n[9], n[10]};
    verdict.contact.depth = n[11];
    return verdict;
}

static lw_status print_line(struct work *w, int way, uint32_t line)
{
    char text[2048];
    size_t length = 0;
    if (way == PRINT_BY_C) {
        for (int k = 0; k < NUMBERS; k++)
            w->printed += (size_t)snprintf(text, sizeof text, "%.17g", w->numbers[line][k]);
        return LW_OK;
    }
    lw_verdict verdict = lw_default_verdict();
    if (way == PRINT_CONTACT)
        verdict = contact_of(w->numbers[line]);
    verdict.free_until = way == PRINT_CONTACT ? verdict.free_until : 1;
    lw_result result = lw_default_result();
    result.scene = w->scene;
    result.motion = w->motion;
    result.id = "17";
    result.verdict = &verdict;
    lw_status status = lw_result_json(&result, text, sizeof text, &length, &w->error);
    w->printed += length;
    return status;
}

static lw_status run(struct work *w, int way)
{
    lw_status status = LW_OK;
    if (way == READ)
        return read_file(w);
    for (int i = 0; i < LINES && !status; i++)
        status = way < PRINT_FREE ? read_line(w, way, w->order[i]) : print_line(w, way, w->order[i]);
    return status;
}

static lw_status measure(struct work *w, int rounds, lw_random *random)
{
    lw_status status = LW_OK;
    for (int round = 0; round < rounds && !status; round++) {
        uint32_t ways[TIMED];
        lw_random_order(random, ways, TIMED);
        lw_random_order(random, w->order, LINES);
        status = write_lines(w);
        for (int i = 0; i < TIMED && !status; i++) {
            double begin = bench_work();
            status = run(w, (int)ways[i]);
            w->times[ways[i]][round] = 1e6 * (bench_work() - begin) / LINES;
        }
    }
    return status;
}

static void print(struct work *w, int rounds, int digits, bench_table *out)
{
    bench_row(out, "%s", digits < 17 ? "9 digits; us a motion" : "17 digits; us a motion");
    bench_cell(out, "us");
    bench_cell(out, "share");
    for (int way = 0; way < TIMED; way++) {
        double shares[ROUNDS];
        for (int i = 0; i < rounds; i++)
            shares[i] = w->times[way][i] / w->times[against[way]][i];
        double share = bench_median(shares, (size_t)rounds);
        bench_row(out, "%s", names[way]);
        bench_cell(out, "%.2f", bench_median(w->times[way], (size_t)rounds));
        bench_cell(out, "%.3f", share);
    }
}

int main(int count, char **words)
{
    static struct work w = {.path = "/tmp/leeway-bench-XXXXXX"};
    static bench_table out;
    bool quick = count == 2 && !strcmp(words[1], "--quick");
    if (count != 1 && !quick) {
        fprintf(stderr, "usage: lines [--quick]\n");
        return 2;
    }
    lw_random random = {3};
    int rounds = quick ? QUICK_ROUNDS : ROUNDS;
    int descriptor = mkstemp(w.path);
    lw_status status = descriptor < 0 ? LW_ERROR_FILE : build(&w);
    for (int digits = 9; digits <= 17 && !status; digits += 8) {
        make_lines(&w, digits);
        if (!(status = measure(&w, rounds, &random)))
            print(&w, rounds, digits, &out);
    }
    if (status)
        fprintf(stderr, "lines: %s: %s\n", lw_status_name(status), w.error.message);
    else
        bench_print(&out);
    if (descriptor >= 0) {
        close(descriptor);
        unlink(w.path);
    }
    lw_motion_destroy(w.motion);
    lw_scene_destroy(w.scene);
    return status ? 1 : 0;
}
