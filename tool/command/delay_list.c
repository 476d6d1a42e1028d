/* The delays at which the trajectories of two robots are free of each other. */
#include "command/delay_list.h"

#include "text/fail.h"
#include "text/interrupt.h"
#include "text/json_text.h"
#include "text/text.h"
#include "text/verdict_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

lw_status lw_delay_list_add(lw_delay_list *list, const char *name, lw_motion *motion, lw_error *error)
{
    lw_status status = LW_OK;
    char *copy = strdup(name);
    if (!copy || !LW_LIST_GROW(&list->motions))
        status = lw_fail_memory(error);
    if (!status && !lw_motion_in_seconds(motion))
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "delays are of trajectories; \"%s\" is over t from 0 to 1", name);
    if (status) {
        free(copy);
        lw_motion_destroy(motion);
        return status;
    }
    list->motions.items[list->motions.count++] = (lw_named_motion){copy, motion};
    return LW_OK;
}

void lw_delay_list_free(lw_delay_list *list)
{
    for (size_t i = 0; i < list->motions.count; i++) {
        free(list->motions.items[i].name);
        lw_motion_destroy(list->motions.items[i].motion);
    }
    free(list->motions.items);
}

/* Two trajectories: of either robot, and which motion. */
typedef struct two_ways {
    size_t robot[2];
    const lw_named_motion *of[2];
} two_ways;

static void print_json(const lw_delay_list *list, const two_ways *ways, const lw_delays *delays)
{
    FILE *file = list->output->file;
    lw_print(file, "{\"robots\": [");
    for (int i = 0; i < 2; i++) {
        lw_print(file, i ? ", " : "");
        lw_print_string(file, lw_scene_robot_name(list->scene, ways->robot[i]));
    }
    lw_print(file, "], \"trajectories\": [");
    for (int i = 0; i < 2; i++) {
        lw_print(file, i ? ", " : "");
        lw_print_string(file, ways->of[i]->name);
    }
    lw_print(file, "], \"delays\": [");
    for (size_t i = 0; i < delays->count; i++) {
        const lw_delay_span *span = &delays->spans[i];
        lw_print(file, "%s{\"from\": ", i ? ", " : "");
        lw_print_number(file, span->from);
        lw_print(file, ", \"to\": ");
        lw_print_number(file, span->to);
        lw_print(file, ", \"verdict\": \"%s\"", lw_verdict_word(span->kind));
        if (span->kind == LW_VERDICT_CONTACT) {
            lw_print(file, ", \"pair\": [");
            for (int k = 0; k < 2; k++) {
                lw_print(file, k ? ", " : "");
                lw_print_string(file, lw_scene_body_name(list->scene, (size_t)span->pair[k]));
            }
            lw_print(file, "], \"times\": [");
            lw_print_number(file, span->time[0]);
            lw_print(file, ", ");
            lw_print_number(file, span->time[1]);
            lw_print(file, "]");
        }
        lw_print(file, "}");
    }
    lw_print(file, "], \"complete\": %s, \"tiles\": %llu, \"queries\": %llu}\n",
             delays->complete ? "true" : "false", (unsigned long long)delays->tiles,
             (unsigned long long)delays->queries);
}

/* "from -1.25 to 3 s", or with an infinite end "up to 3 s", "from -1.25 s on", "all delays" */
static void print_interval(FILE *file, double from, double to)
{
    if (isinf(from) && isinf(to))
        lw_print(file, "all delays");
    else if (isinf(from))
        lw_print(file, "up to %.6g s", to);
    else if (isinf(to))
        lw_print(file, "from %.6g s on", from);
    else
        lw_print(file, "from %.6g to %.6g s", from, to);
}

static void print_text(const lw_delay_list *list, const two_ways *ways, const lw_delays *delays)
{
    FILE *file = list->output->file;
    lw_print(file, "%s (%s), and %s (%s) later by\n", lw_scene_robot_name(list->scene, ways->robot[0]),
             ways->of[0]->name, lw_scene_robot_name(list->scene, ways->robot[1]), ways->of[1]->name);
    for (size_t i = 0; i < delays->count; i++) {
        const lw_delay_span *span = &delays->spans[i];
        lw_print(file, "    ");
        print_interval(file, span->from, span->to);
        lw_print(file, ": %s", lw_verdict_word(span->kind));
        if (span->kind == LW_VERDICT_CONTACT)
            lw_print(file, ", %s and %s touch when they are at %.6g s and %.6g s of their own",
                     lw_scene_body_name(list->scene, (size_t)span->pair[0]),
                     lw_scene_body_name(list->scene, (size_t)span->pair[1]), span->time[0],
                     span->time[1]);
        lw_print(file, "\n");
    }
}

/* What all delays are together. */
static lw_verdict_kind kind_of(const lw_delays *delays)
{
    lw_verdict_kind kind = LW_VERDICT_FREE;
    for (size_t i = 0; i < delays->count && kind != LW_VERDICT_CONTACT; i++)
        if (delays->spans[i].kind != LW_VERDICT_FREE)
            kind = delays->spans[i].kind;
    return kind;
}

/* Beyond the longer of the two trajectories one of the robots only stands. */
static lw_status add_to_page(lw_delay_list *list, const two_ways *ways, const lw_delays *delays,
                             lw_error *error)
{
    lw_page_delays shown = {
        {ways->robot[0], ways->robot[1]}, {ways->of[0]->name, ways->of[1]->name}, .delays = delays};
    double begin = 0;
    double room = 0;
    for (int i = 0; i < 2; i++) {
        double end = 0;
        lw_motion_interval(ways->of[i]->motion, &begin, &end);
        *(i ? &shown.from : &shown.to) = i ? -end : end;
        room += 0.05 * end;
    }
    shown.from -= room;
    shown.to += room;
    return lw_page_add_delays(list->page->page, &shown, error);
}

lw_status lw_delay_list_close_page(lw_delay_list *list, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < list->motions.count && !status; i++) {
        lw_page_motion shown = lw_shown_motion(list->motions.count <= LW_FULL_MOTIONS);
        shown.motion = list->motions.items[i].motion;
        shown.name = list->motions.items[i].name;
        shown.options = list->page->options;
        status = lw_page_add(list->page->page, &shown, error);
    }
    return status ? status : lw_report_page_close(list->page, error);
}

/* Finds and prints the delays of two trajectories. False: the output is of no use any more. */
static bool answer(lw_delay_list *list, const two_ways *ways, lw_counts *counts)
{
    lw_error error = {0};
    lw_delays delays = lw_default_delays();
    lw_status status = lw_delays_find(ways->of[0]->motion, ways->robot[0], ways->of[1]->motion,
                                      ways->robot[1], list->options, &delays, &error);
    counts->stopped = counts->stopped || (!status && lw_interrupted(NULL));
    if (!status && !counts->stopped)
        status = lw_output_begin(list->output, &error);
    if (!status && !counts->stopped) {
        (list->json ? print_json : print_text)(list, ways, &delays);
        counts->verdicts[kind_of(&delays)]++;
        status = lw_output_flush(list->output, &error);
    }
    if (!status && !counts->stopped && list->page)
        status = add_to_page(list, ways, &delays, &error);
    lw_delays_free(&delays);
    if (status) {
        lw_report_error(list->report, &error);
        counts->failed = true;
    }
    return !status && !counts->stopped && !list->output->unread;
}

lw_counts lw_delay_list_print(lw_delay_list *list)
{
    lw_counts counts = {0};
    const size_t robots = lw_scene_robot_count(list->scene);
    bool goes_on = true;
    two_ways ways;
    for (ways.robot[0] = 0; ways.robot[0] < robots; ways.robot[0]++)
        for (ways.robot[1] = ways.robot[0] + 1; ways.robot[1] < robots; ways.robot[1]++)
            for (size_t i = 0; i < list->motions.count; i++)
                for (size_t j = 0; goes_on && j < list->motions.count; j++) {
                    ways.of[0] = &list->motions.items[i];
                    ways.of[1] = &list->motions.items[j];
                    if (lw_motion_moves_robot(ways.of[0]->motion, ways.robot[0]) &&
                        lw_motion_moves_robot(ways.of[1]->motion, ways.robot[1]))
                        goes_on = answer(list, &ways, &counts);
                }
    return counts;
}
