/* Curves of a motion as a picture with texts, and as numbers. */
#include "part/curve_output.h"

#include "plot/svg_plot.h"
#include "text/fail.h"
#include "text/json_text.h"
#include "text/length_text.h"
#include "text/text.h"
#include "text/verdict_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 512 };

/* the name of one of the two bodies that are nearest at a sample of a curve */
static const char *body_name(const lw_plot_subject *subject, int curve, size_t sample, int which)
{
    const size_t stage = subject->curve.stages[sample];
    const lw_scene *scene = lw_motion_scene(lw_motion_stage(subject->motion, stage));
    size_t bodies[2];
    lw_scene_pair(scene, subject->curve.pairs[curve][sample], bodies);
    return lw_scene_body_name(scene, bodies[which]);
}

static void print_csv_name(FILE *file, const char *name)
{
    if (!strpbrk(name, ",\"")) {
        lw_print(file, ",%s", name);
        return;
    }
    fputs(",\"", file);
    for (size_t length; (length = strcspn(name, "\"")), true; name += length + 1) {
        lw_print(file, "%.*s", (int)length, name);
        if (!name[length])
            break;
        fputs("\"\"", file);
    }
    fputc('"', file);
}

void lw_print_curves_csv(FILE *file, const lw_plot_subject *subject)
{
    const lw_curve *curve = &subject->curve;
    fputs("t,distance,first,second,self_distance,self_first,self_second\n", file);
    for (size_t i = 0; i < curve->count; i++) {
        lw_print_number(file, curve->times[i]);
        for (int c = 0; c < LW_CURVE_COUNT; c++) {
            if (!isfinite(curve->distances[c][i])) {
                fputs(",,,", file);
                continue;
            }
            fputc(',', file);
            lw_print_number(file, curve->distances[c][i]);
            print_csv_name(file, body_name(subject, c, i, 0));
            print_csv_name(file, body_name(subject, c, i, 1));
        }
        fputc('\n', file);
    }
}

void lw_describe_verdict(const lw_plot_subject *subject, char *text, size_t size)
{
    const lw_verdict *verdict = &subject->verdict;
    char time[64];
    char lower[64];
    char upper[64];
    if (verdict->kind == LW_VERDICT_CONTACT) {
        lw_time_text(subject->motion, verdict->time, time, sizeof time);
        snprintf(text, size, "In contact at %s: %s and %s.", time,
                 lw_scene_body_name(subject->scene, (size_t)verdict->pair[0]),
                 lw_scene_body_name(subject->scene, (size_t)verdict->pair[1]));
    } else if (verdict->kind == LW_VERDICT_UNDECIDED) {
        lw_time_text(subject->motion, verdict->free_until, time, sizeof time);
        snprintf(text, size, "Undecided: %s. Proven free until %s.", lw_reason_text(verdict->reason),
                 time);
    } else if (verdict->clearance.pair[0] >= 0) {
        double margin =
            lw_motion_margin(subject->motion, verdict->clearance.at, verdict->clearance.pair);
        lw_at_least_text(verdict->clearance.lower, margin, lower, sizeof lower);
        lw_at_most_text(verdict->clearance.upper, upper, sizeof upper);
        snprintf(text, size,
                 "Proven free all along: the smallest distance to others is between %s and %s.", lower,
                 upper);
    } else {
        snprintf(text, size, "Proven free all along.");
    }
}

/* the index of the sample at which a curve is lowest */
static size_t lowest_sample(const lw_curve *curve, int which)
{
    size_t lowest = 0;
    for (size_t i = 1; i < curve->count; i++)
        if (curve->distances[which][i] < curve->distances[which][lowest])
            lowest = i;
    return lowest;
}

/* writes the legend of a curve: its name, and where its lowest sample is */
static void describe_curve(const lw_plot_subject *subject, int which, const lw_plot_curve *curve,
                           char *text, size_t size)
{
    static const char *const names[] = {"to obstacles and other robots", "inside the robot"};
    char lowest[64];
    char margin[64];
    lw_length_text(curve->values[curve->lowest], lowest, sizeof lowest);
    lw_length_text(curve->margin, margin, sizeof margin);
    snprintf(text, size, "%s: lowest sample %s, %s and %s%s%s", names[which], lowest,
             body_name(subject, which, curve->lowest, 0), body_name(subject, which, curve->lowest, 1),
             curve->margin > 0 ? "; dashed: margin " : "", curve->margin > 0 ? margin : "");
}

/* the label of an object that is attached or released */
static char *payload_label(const lw_plot_subject *subject, const lw_payload_info *payload)
{
    const char *verb = payload->kind == LW_PAYLOAD_ATTACH ? "attach" : "release";
    const char *name = NULL;
    lw_robot_info robot = lw_default_robot_info();
    if (lw_scene_robot_count(subject->scene) > 1 &&
        !lw_scene_robot_info(subject->scene, payload->robot, &robot, NULL))
        name = robot.name;
    const size_t size = strlen(verb) + strlen(payload->object) + (name ? strlen(name) : 0) + 5;
    char *label = malloc(size);
    if (label)
        snprintf(label, size, "%s %s%s%s%s", verb, payload->object, name ? " (" : "", name ? name : "",
                 name ? ")" : "");
    return label;
}

lw_status lw_mark_payloads(lw_plot_subject *subject, lw_error *error)
{
    const size_t count = lw_motion_payload_count(subject->motion);
    lw_status status = LW_OK;
    subject->marks = calloc(count + 1, sizeof *subject->marks);
    if (!subject->marks)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        lw_payload_info payload = lw_default_payload_info();
        status = lw_motion_payload(subject->motion, i, &payload, error);
        if (status)
            break;
        char *label = payload_label(subject, &payload);
        subject->marks[subject->mark_count++] = (lw_plot_mark){payload.time, label};
        status = label ? LW_OK : lw_fail_memory(error);
    }
    return status;
}

void lw_free_marks(lw_plot_subject *subject)
{
    for (size_t i = 0; i < subject->mark_count; i++)
        free((char *)subject->marks[i].label);
    free(subject->marks);
}

/* the number of distinct times of a curve, some of which are sampled in two stages */
static size_t count_times(const lw_curve *curve)
{
    size_t count = 1;
    for (size_t i = 1; i < curve->count; i++)
        count += curve->times[i] > curve->times[i - 1];
    return count;
}

static const char breaks_text[] =
    "They break where other pairs are checked from then on: what is carried changes, or what may touch "
    "it.";

static const char *const rows_text[] = {
    "Lines: intervals that are proven, each as high as it is long, with a dot where it was asked. "
    "Ticks: "
    "samples.",
    "Bars: green what is proven of all pairs, hatched what is not, grey what comes after the contact."};

lw_status lw_print_curves_svg(FILE *file, const lw_plot_subject *subject, const char *title,
                              lw_error *error)
{
    const double margins[] = {lw_scene_margin(subject->scene), lw_scene_self_margin(subject->scene)};
    const lw_curve *curve = &subject->curve;
    const lw_verdict *verdict = &subject->verdict;
    char legends[LW_CURVE_COUNT][TEXT];
    char caption[2][TEXT];
    const bool breaks = lw_motion_stage_count(subject->motion) > 1;
    lw_plot plot = {.title = title ? title : subject->name,
                    .time_label = lw_motion_in_seconds(subject->motion) ? "time (s)" : "t",
                    .caption = {caption[0], caption[1]},
                    .count = curve->count,
                    .times = curve->times,
                    .parts = curve->stages,
                    .marks = subject->marks,
                    .mark_count = subject->mark_count,
                    .rows = subject->rows,
                    .row_count = subject->row_count,
                    .contact = verdict->kind == LW_VERDICT_CONTACT ? verdict->time : (double)NAN};
    plot.proven =
        verdict->kind == LW_VERDICT_FREE ? curve->times[curve->count - 1] : verdict->free_until;
    for (int c = 0; c < LW_CURVE_COUNT; c++) {
        size_t lowest = lowest_sample(curve, c);
        if (!isfinite(curve->distances[c][lowest]))
            continue;
        plot.curves[c] = (lw_plot_curve){legends[c], curve->distances[c], lowest, margins[c]};
        describe_curve(subject, c, &plot.curves[c], legends[c], sizeof legends[c]);
    }
    lw_describe_verdict(subject, caption[0], sizeof caption[0]);
    snprintf(caption[1], sizeof caption[1],
             "The curves are sampled at %zu times and joined by straight lines; only the verdict is "
             "proven.",
             count_times(curve));
    int lines = 2;
    if (breaks)
        plot.caption[lines++] = breaks_text;
    if (subject->row_count)
        for (int i = 0; i < 2; i++)
            plot.caption[lines++] = rows_text[i];
    return lw_svg_plot_write(file, &plot) ? LW_OK : lw_fail_memory(error);
}
