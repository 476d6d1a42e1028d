/* One robot of a collection. */
#include "common/collected.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "common/measure.h"
#include "io/text/json_write.h"

enum { MOST_VALUES = 256, PATH = 1024, MOST_KEPT = 3 /* undecided motions of a robot that are kept */ };

static const double PI = 3.14159265358979323846;

typedef struct work {
    const collected_order *order;
    collected *out;
    lw_scene *scene;
    lw_checker *checker;
    lw_motion *motion;
    const lw_joints *joints;
    lw_random random;
    lw_error error;
    double from[MOST_VALUES], to[MOST_VALUES];
} work;

/* ---- the scene --------------------------------------------------------------------------------- */

/* Finds NAME.srdf beside NAME.urdf; false: there is none. */
static bool find_srdf(const char *urdf, char path[PATH])
{
    size_t stem = strlen(urdf) - strlen(".urdf");
    return snprintf(path, PATH, "%.*s.srdf", (int)stem, urdf) < PATH && !access(path, R_OK);
}

static lw_status load(work *w, const char *srdf, lw_scene **out)
{
    lw_status status = lw_scene_create(out, &w->error);
    if (!status)
        status = lw_scene_load_robot(*out, w->order->urdf, srdf, NULL, NULL, &w->error);
    return status ? status : lw_scene_freeze(*out, &w->error);
}

/* Allows the pairs that touch where all joints are at rest. */
static lw_status allow_touching(work *w)
{
    lw_scene *next = NULL;
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_status status = lw_scene_copy(w->scene, &next, &w->error);
    if (!status)
        status = lw_checker_create(w->scene, &checker, &w->error);
    if (!status)
        status = lw_motion_create(w->scene, &motion, &w->error);
    for (size_t i = 0; i < lw_scene_pair_count(w->scene) && !status; i++) {
        size_t bodies[2];
        lw_distance distance = {0};
        status = lw_pair_distance(checker, motion, 0, i, &distance, &w->error);
        if (status || distance.lower > 0)
            continue;
        lw_scene_pair(w->scene, i, bodies);
        status = lw_scene_allow_pair(next, lw_scene_body_name(w->scene, bodies[0]),
                                     lw_scene_body_name(w->scene, bodies[1]), true, &w->error);
        w->out->allowed++;
    }
    if (!status)
        status = lw_scene_freeze(next, &w->error);
    lw_motion_destroy(motion);
    lw_checker_destroy(checker);
    lw_scene_destroy(w->scene);
    w->scene = next;
    return status;
}

static lw_status open_robot(work *w)
{
    char srdf[PATH];
    bool described = find_srdf(w->order->urdf, srdf);
    double begin = bench_work();
    lw_status status = load(w, described ? srdf : NULL, &w->scene);
    w->out->read = bench_work() - begin;
    if (!status && !described)
        status = allow_touching(w);
    if (!status)
        status = lw_checker_create(w->scene, &w->checker, &w->error);
    if (!status)
        status = lw_motion_create(w->scene, &w->motion, &w->error);
    return status;
}

/* ---- motions ----------------------------------------------------------------------------------- */

/* Draws values of a joint within its limits; without limits, within a turn, or a metre either way. */
static void draw_joint(work *w, const lw_joint_info *joint, double *values)
{
    lw_random *random = &w->random;
    if (joint->value_count == 1) {
        bool turns = joint->kind != LW_JOINT_PRISMATIC;
        double low = isfinite(joint->lower) ? joint->lower : turns ? -PI : -1;
        double high = isfinite(joint->upper) ? joint->upper : turns ? PI : 1;
        values[0] = lw_random_between(random, low, high);
        return;
    }
    double size = 0;
    for (size_t i = 0; i < joint->value_count; i++)
        values[i] = lw_random_between(random, -1, 1);
    if (joint->value_count == 3)
        values[2] *= PI;
    for (size_t i = 3; i < joint->value_count; i++)
        size += values[i] * values[i];
    for (size_t i = 3; i < joint->value_count; i++)
        values[i] /= sqrt(size);
}

static lw_status draw(work *w, double *values)
{
    for (size_t i = 0; i < lw_joints_count(w->joints); i++) {
        lw_joint_info joint = lw_default_joint_info();
        int64_t index = lw_scene_find_joint(w->scene, NULL, lw_joints_name(w->joints, i));
        lw_status status = lw_scene_joint_info(w->scene, (size_t)index, &joint, &w->error);
        if (status)
            return status;
        draw_joint(w, &joint, values);
        values += joint.value_count;
    }
    return LW_OK;
}

/* ---- keeping undecided motions
 * ---------------------------------------------------------------------------- */

static void print_string(FILE *file, const char *string)
{
    static char room[6 * PATH + 3]; /* room for a text in which every byte is escaped */
    lw_text text = {.room = room, .size = sizeof room};
    lw_json_write_text(&text, string);
    fwrite(room, 1, text.length < sizeof room ? text.length : sizeof room, file);
}

/* Writes the scene as a file: the robot, and the pairs that may meet. */
static void keep_scene(const work *w, const char *path)
{
    FILE *file = fopen(path, "w");
    const size_t bodies = lw_scene_body_count(w->scene);
    size_t count = 0;
    if (!file)
        return;
    fputs("{\"robots\": [{\"urdf\": ", file);
    print_string(file, w->order->urdf);
    fputs("}],\n \"allowed_pairs\": [", file);
    for (size_t a = 0; a < bodies; a++)
        for (size_t b = a + 1; b < bodies; b++) {
            lw_pair_reason reason;
            if (lw_scene_pair_reason(w->scene, a, b, &reason, NULL) || reason != LW_PAIR_CALLER)
                continue;
            fputs(count++ ? ",\n  [" : "\n  [", file);
            print_string(file, lw_scene_body_name(w->scene, a));
            fputs(", ", file);
            print_string(file, lw_scene_body_name(w->scene, b));
            fputs("]", file);
        }
    fputs("]}\n", file);
    fclose(file);
}

static void print_values(FILE *file, const char *option, const double *values, size_t count)
{
    fprintf(file, " --%s=", option);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s%.17g", i ? "," : "", values[i]);
}

/* Writes a command that repeats the check. */
static void keep(const work *w, collected_question question, const lw_verdict *verdict)
{
    static const char *const options[COLLECTED_QUESTIONS] = {" --any", "", " --clearance"};
    static const char *const reasons[] = {"none", "budget", "precision", "sampled", "stopped"};
    char path[PATH];
    char name[PATH];
    snprintf(name, sizeof name, "%s", w->order->urdf);
    for (char *c = name; (c = strchr(c, '/'));)
        *c = '_';
    snprintf(path, sizeof path, "%.300s/%.600s.json", w->order->keep, name);
    keep_scene(w, path);
    char list[PATH];
    snprintf(list, sizeof list, "%.900s/undecided.txt", w->order->keep);
    FILE *file = fopen(list, "a");
    if (!file)
        return;
    fprintf(file, "# %s: %s, free until %.9g\nleeway check %s%s", w->order->urdf,
            reasons[verdict->reason], verdict->free_until, path, options[question]);
    print_values(file, "from", w->from, w->out->values);
    print_values(file, "to", w->to, w->out->values);
    fputc('\n', file);
    fclose(file);
}

/* ---- questions --------------------------------------------------------------------------------- */

static lw_status ask(work *w)
{
    lw_verdict_kind kinds[COLLECTED_QUESTIONS];
    double seconds[COLLECTED_QUESTIONS];
    bool undecided = false;
    lw_status status = lw_motion_set_segment(w->motion, w->joints, w->from, w->to, &w->error);
    for (int question = 0; question < COLLECTED_QUESTIONS && !status; question++) {
        lw_check_options options = lw_default_check_options();
        lw_verdict verdict = lw_default_verdict();
        options.any = question == COLLECTED_ANY;
        options.clearance = question == COLLECTED_CLEARANCE;
        double begin = bench_work();
        status = lw_check(w->checker, w->motion, &options, &verdict, &w->error);
        seconds[question] = bench_work() - begin;
        kinds[question] = verdict.kind;
        if (verdict.kind != LW_VERDICT_UNDECIDED)
            continue;
        if (w->order->keep && !undecided && w->out->undecided < MOST_KEPT)
            keep(w, question, &verdict);
        undecided = true;
    }
    if (status)
        return status;
    for (int question = 0; question < COLLECTED_QUESTIONS; question++)
        w->out->seconds[question] += seconds[question];
    w->out->undecided += undecided;
    w->out->contacts += !undecided && kinds[0] == LW_VERDICT_CONTACT;
    w->out->free += !undecided && kinds[0] == LW_VERDICT_FREE;
    w->out->differ += !undecided && (kinds[0] != kinds[1] || kinds[0] != kinds[2]);
    w->out->motions++;
    return LW_OK;
}

static lw_status ask_all(work *w)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < w->order->motions && !status; i++) {
        status = draw(w, w->from);
        if (!status)
            status = draw(w, w->to);
        if (!status)
            status = ask(w);
    }
    return status;
}

void bench_collect(const collected_order *order, collected *out)
{
    work w = {.order = order, .out = out, .random = {order->seed}};
    *out = (collected){.phase = COLLECTED_READING};
    out->status = open_robot(&w);
    if (!out->status) {
        w.joints = lw_scene_movable_joints(w.scene, 0);
        out->values = lw_joints_value_count(w.joints);
        out->pairs = lw_scene_pair_count(w.scene);
        out->phase = COLLECTED_ASKING;
    }
    if (!out->status && (!out->values || !out->pairs || out->values > MOST_VALUES))
        out->phase = COLLECTED_STILL;
    else if (!out->status)
        out->status = ask_all(&w);
    if (out->status) {
        snprintf(out->message, sizeof out->message, "%d: %.240s", w.error.line, w.error.message);
        out->phase = COLLECTED_REFUSED;
    } else if (out->phase == COLLECTED_ASKING) {
        out->phase = COLLECTED_DONE;
    }
    lw_motion_destroy(w.motion);
    lw_checker_destroy(w.checker);
    lw_scene_destroy(w.scene);
}
