/* The messages of the program on standard error: errors, notices, and progress. */
#include "text/report.h"

#include "text/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The most different notices that are remembered; further ones are only counted. */
enum { MOST_NOTICES = 200, LINE = 2048 };

struct lw_reported_notice {
    lw_reported_notice *next;
    size_t times;
    char *key;      /* file and sentence, without numbers */
    char *sentence; /* as first reported */
};

lw_report lw_report_begin(void)
{
    return (lw_report){.terminal = isatty(STDERR_FILENO)};
}

void lw_report_clear(lw_report *report)
{
    if (report->progress)
        fputs("\r\033[K", stderr);
    report->progress = false;
}

void lw_report_say(lw_report *report, const char *format, ...)
{
    lw_report_clear(report);
    va_list arguments;
    va_start(arguments, format);
    lw_print(stderr, "%s: ", report->program ? report->program : "leeway");
    lw_print_arguments(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void lw_report_error(lw_report *report, const lw_error *error)
{
    char text[LINE];
    lw_error_format(error, text, sizeof text);
    lw_report_say(report, "%s", text);
}

/* whether a number begins here that is not part of a name such as joint_4 */
static bool begins_number(const char *text, size_t at)
{
    if (!isdigit((unsigned char)text[at]))
        return false;
    return at == 0 || !(isalnum((unsigned char)text[at - 1]) || strchr("_\"/", text[at - 1]));
}

/* removes the numbers of a sentence */
static void remove_numbers(char *text)
{
    size_t length = 0;
    for (size_t i = 0; text[i];) {
        if (begins_number(text, i)) {
            while (text[i] && (isalnum((unsigned char)text[i]) || strchr(".+-", text[i])))
                i++;
            text[length++] = '#';
        } else {
            text[length++] = text[i++];
        }
    }
    text[length] = '\0';
}

static lw_reported_notice *find_notice(const lw_report *report, const char *key)
{
    lw_reported_notice *notice = report->notices;
    while (notice && strcmp(notice->key, key) != 0)
        notice = notice->next;
    return notice;
}

/* remembers a notice; false where memory ran out */
static bool add_notice(lw_report *report, const char *key, const char *sentence)
{
    lw_reported_notice *notice = calloc(1, sizeof *notice);
    if (!notice)
        return false;
    notice->key = strdup(key);
    notice->sentence = strdup(sentence);
    if (!notice->key || !notice->sentence) {
        free(notice->key);
        free(notice->sentence);
        free(notice);
        return false;
    }
    notice->next = report->notices;
    report->notices = notice;
    report->notice_count++;
    return true;
}

lw_status lw_report_notice(void *context, const char *file, int line, const char *sentence)
{
    lw_report *report = context;
    char key[LINE];
    snprintf(key, sizeof key, "%s: %s", file ? file : "", sentence);
    remove_numbers(key);
    lw_reported_notice *notice = find_notice(report, key);
    if (notice) {
        notice->times++;
        return LW_OK;
    }
    if (report->notice_count >= MOST_NOTICES || !add_notice(report, key, sentence)) {
        report->forgotten++;
        return LW_OK;
    }
    if (!file)
        lw_report_say(report, "%s", sentence);
    else if (line <= 0)
        lw_report_say(report, "%s: %s", file, sentence);
    else
        lw_report_say(report, "%s:%d: %s", file, line, sentence);
    return LW_OK;
}

lw_status lw_report_motion(lw_report *report, const lw_scene *scene, lw_motion **out, lw_error *error)
{
    lw_status status = lw_motion_create(scene, out, error);
    if (!status)
        lw_motion_on_notice(*out, lw_report_notice, report);
    return status;
}

/* reverses a list: the oldest notice first */
static lw_reported_notice *reversed(lw_reported_notice *list)
{
    lw_reported_notice *out = NULL;
    while (list) {
        lw_reported_notice *next = list->next;
        list->next = out;
        out = list;
        list = next;
    }
    return out;
}

void lw_report_end(lw_report *report)
{
    lw_report_clear(report);
    for (lw_reported_notice *notice = reversed(report->notices), *next; notice; notice = next) {
        if (notice->times)
            lw_report_say(report, "%zu more like this: %s", notice->times, notice->sentence);
        next = notice->next;
        free(notice->key);
        free(notice->sentence);
        free(notice);
    }
    if (report->forgotten)
        lw_report_say(report, "and %zu other notices", report->forgotten);
    *report = (lw_report){.terminal = report->terminal};
}

/* Whether it is time to show progress again. */
static bool is_time(lw_report *report, double seconds)
{
    /* no progress for short work, and not more often than people can read */
    if (!report->terminal || seconds < 0.5 || seconds < report->shown + 0.1)
        return false;
    report->shown = seconds;
    report->progress = true;
    return true;
}

void lw_report_waiting(lw_report *report, const char *what, double seconds)
{
    if (!is_time(report, seconds))
        return;
    fprintf(stderr, "\r\033[K%s: %.1f s", what, seconds);
    fflush(stderr);
}

void lw_report_progress(lw_report *report, const char *things, uint64_t done, uint64_t total,
                        double seconds)
{
    if (!is_time(report, seconds))
        return;
    double rate = (double)done / seconds;
    fprintf(stderr, "\r\033[K%" PRIu64, done);
    if (total)
        fprintf(stderr, " of %" PRIu64, total);
    fprintf(stderr, " %s, %.0f a second", things, rate);
    if (total > done && done)
        fprintf(stderr, ", %.0f s left", (double)(total - done) / rate);
    fflush(stderr);
}

double lw_clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
