/* What the proof of a free motion costs: the time to make it and to write it, beside the check alone,
 * its size, and the time of leeway-audit.
 *
 *     proofs [--quick] [--rounds N] [--robot NAME]
 *
 * The free motions of a robot's problems are taken in a new order in every round; each of them is
 * checked in three ways, one after the other, in an order that changes too. A motion's times are the
 * medians of its rounds. README.md says what the columns mean. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"

enum {
    MOST_ROUNDS = 99,
    A_PROBLEM = 10, /* motions of a problem, at most */
    ROOM = 1 << 20  /* bytes of a proof, at most */
};

/* The ways to check: without a proof; with its claims, which are dropped; with its lines, as text and
 * in CBOR. */
enum { CHECK, CLAIMS, TEXT, CBOR, WAYS };

struct arguments {
    size_t stride, rounds;
    const char *robot; /* NULL: all */
};

/* The lines of one motion's proof. */
struct lines {
    char *text;
    size_t length, count;
    bool cbor, failed;
};

struct problem {
    lw_scene *scene;
    lw_checker *checker;
    size_t first, end; /* its motions */
};

struct item {
    const struct problem *of;
    lw_motion *motion;
    double times[WAYS][MOST_ROUNDS];
    size_t bytes[WAYS];
};

struct work {
    struct problem *problems;
    size_t problem_count;
    struct item *items;
    size_t count;
    struct lines lines;
    lw_error error;
};

/* ---- proofs ------------------------------------------------------------------------------------ */

static lw_status count_claim(void *context, const lw_claim *claim)
{
    struct lines *lines = context;
    (void)claim;
    lines->count++;
    return LW_OK;
}

/* Ends a line that one of the library's functions has written. */
static void end_line(struct lines *lines, lw_status status, size_t length)
{
    lines->failed |= status || lines->length + length + 1 >= ROOM;
    if (lines->failed)
        return;
    lines->length += length;
    if (!lines->cbor)
        lines->text[lines->length++] = '\n';
}

static lw_status write_claim(void *context, const lw_claim *claim)
{
    struct lines *lines = context;
    size_t length = 0;
    lines->count++;
    lw_status status = (lines->cbor ? lw_claim_cbor : lw_claim_json)(
        claim, lines->text + lines->length, ROOM - lines->length, &length, NULL);
    end_line(lines, status, length);
    return LW_OK;
}

static void begin_lines(struct lines *lines, const lw_claimed_motion *of)
{
    size_t length = 0;
    lines->length = lines->count = 0;
    lines->failed = false;
    lw_status status = (lines->cbor ? lw_claims_blocks_begin_cbor : lw_claims_blocks_begin_json)(
        of, lines->text, ROOM, &length, NULL);
    end_line(lines, status, length);
}

static void end_lines(struct lines *lines, lw_claimed_motion *of, const lw_verdict *verdict)
{
    size_t length = 0;
    of->verdict = verdict;
    of->claim_count = lines->count;
    lw_status status = (lines->cbor ? lw_claims_end_cbor : lw_claims_end_json)(
        of, lines->text + lines->length, ROOM - lines->length, &length, NULL);
    end_line(lines, status, length);
}

/* Checks a motion, and returns the seconds that it took; below 0: an error. */
static double check(struct work *w, const struct item *item, int way, lw_verdict *verdict)
{
    lw_check_options options = lw_default_check_options();
    lw_claimed_motion of = lw_default_claimed_motion();
    const bool written = way == TEXT || way == CBOR;
    options.claim = written ? write_claim : way == CLAIMS ? count_claim : NULL;
    options.claim_context = &w->lines;
    options.blocks = way != CHECK;
    of.motion = item->motion;
    of.id = "0";
    *verdict = lw_default_verdict();
    w->lines.cbor = way == CBOR;
    double begin = bench_work();
    if (written)
        begin_lines(&w->lines, &of);
    lw_status status = lw_check(item->of->checker, item->motion, &options, verdict, &w->error);
    if (written)
        end_lines(&w->lines, &of, verdict);
    double seconds = bench_work() - begin;
    return status || (written && w->lines.failed) ? -1 : seconds;
}

/* ---- problems ---------------------------------------------------------------------------------- */

/* Adds the free motions of a problem, evenly chosen. */
static bool add_motions(struct work *w, const bench_problem *problem, struct problem *own)
{
    size_t step = problem->motion_count / A_PROBLEM + 1;
    own->first = w->count;
    for (size_t i = 0; i < problem->motion_count; i += step) {
        struct item *item = &w->items[w->count];
        const bench_motion *motion = &problem->motions[i];
        lw_verdict verdict;
        *item = (struct item){.of = own};
        if (lw_motion_create(own->scene, &item->motion, &w->error) ||
            lw_motion_set_segment(item->motion, NULL, motion->from, motion->to, &w->error))
            return false;
        for (int way = TEXT; way <= CBOR; way++) {
            if (check(w, item, way, &verdict) < 0)
                return false;
            item->bytes[way] = w->lines.length;
        }
        if (verdict.kind == LW_VERDICT_FREE)
            w->count++;
        else
            lw_motion_destroy(item->motion);
    }
    own->end = w->count;
    return true;
}

static bool open_problems(struct work *w, const bench_set *set)
{
    w->problems = calloc(set->count, sizeof *w->problems);
    w->items = calloc(set->count * A_PROBLEM, sizeof *w->items);
    w->lines.text = malloc(ROOM);
    if (!w->problems || !w->items || !w->lines.text)
        return false;
    for (size_t i = 0; i < set->count; i++) {
        struct problem *own = &w->problems[w->problem_count++];
        own->scene = bench_open_scene(set, &set->problems[i]);
        if (!own->scene || lw_checker_create(own->scene, &own->checker, &w->error) ||
            !add_motions(w, &set->problems[i], own))
            return false;
    }
    return w->count > 0;
}

static void close_problems(struct work *w)
{
    for (size_t i = 0; i < w->count; i++)
        lw_motion_destroy(w->items[i].motion);
    for (size_t i = 0; i < w->problem_count; i++) {
        lw_checker_destroy(w->problems[i].checker);
        lw_scene_destroy(w->problems[i].scene);
    }
    free(w->problems);
    free(w->items);
    free(w->lines.text);
}

/* ---- times ------------------------------------------------------------------------------------- */

static bool time_round(struct work *w, size_t round, lw_random *random)
{
    uint32_t *order = malloc(w->count * sizeof *order);
    bool good = order != NULL;
    if (good)
        lw_random_order(random, order, (uint32_t)w->count);
    for (size_t i = 0; i < w->count && good; i++) {
        struct item *item = &w->items[order[i]];
        uint32_t ways[WAYS];
        lw_random_order(random, ways, WAYS);
        for (int k = 0; k < WAYS && good; k++) {
            lw_verdict verdict;
            double seconds = check(w, item, (int)ways[k], &verdict);
            good = seconds >= 0 && verdict.kind == LW_VERDICT_FREE;
            item->times[ways[k]][round] = seconds;
        }
    }
    free(order);
    return good;
}

/* The value that a share of sorted values does not exceed. */
static double quantile(double *values, size_t count, double share)
{
    bench_median(values, count);
    return values[(size_t)(share * (double)(count - 1))];
}

static void print_times(struct work *w, size_t rounds, const char *robot)
{
    static const char *const names[WAYS] = {"check", "claims of its proof", "its proof as text",
                                            "its proof in CBOR"};
    double *seconds = malloc(w->count * sizeof *seconds);
    double *shares = malloc(w->count * sizeof *shares);
    double mean = 0;
    bench_table table = {0};
    bench_row(&table, "%s, %zu free motions", robot, w->count);
    bench_cell(&table, "mean, us");
    bench_cell(&table, "median");
    bench_cell(&table, "95 %%");
    bench_cell(&table, "of the means");
    bench_cell(&table, "median of shares");
    bench_cell(&table, "95 %%");
    for (int way = 0; way < WAYS && seconds && shares; way++) {
        for (size_t i = 0; i < w->count; i++) {
            seconds[i] = bench_median(w->items[i].times[way], rounds);
            shares[i] = seconds[i] / bench_median(w->items[i].times[CHECK], rounds);
        }
        double own = bench_mean(seconds, w->count);
        mean = way == CHECK ? own : mean;
        bench_row(&table, "  %s", names[way]);
        bench_cell(&table, "%.1f", 1e6 * own);
        bench_cell(&table, "%.1f", 1e6 * bench_median(seconds, w->count));
        bench_cell(&table, "%.1f", 1e6 * quantile(seconds, w->count, 0.95));
        bench_cell(&table, "%.2f", own / mean);
        bench_cell(&table, "%.2f", bench_median(shares, w->count));
        bench_cell(&table, "%.2f", quantile(shares, w->count, 0.95));
    }
    bench_print(&table);
    for (int way = TEXT; way <= CBOR && seconds; way++) {
        for (size_t i = 0; i < w->count; i++)
            seconds[i] = (double)w->items[i].bytes[way];
        printf("  bytes %s: mean %.0f, median %.0f, 95 %% %.0f\n", way == TEXT ? "as text" : "in CBOR",
               bench_mean(seconds, w->count), bench_median(seconds, w->count),
               quantile(seconds, w->count, 0.95));
    }
    free(seconds);
    free(shares);
}

/* ---- leeway-audit ------------------------------------------------------------------------------ */

/* Writes the proof file of a problem, of its first `count` motions, in CBOR. */
static bool write_file(struct work *w, const struct problem *problem, size_t count, const char *path)
{
    size_t length = 0;
    FILE *file = fopen(path, "w");
    bool good = file && lw_claims_blocks_cbor(problem->scene, NULL, 0, &length, &w->error) == LW_OK;
    char *text = good ? malloc(length + 1) : NULL;
    good = text && !lw_claims_blocks_cbor(problem->scene, text, length + 1, &length, &w->error) &&
           fwrite(text, 1, length, file) == length;
    for (size_t i = 0; i < count && good; i++) {
        lw_verdict verdict;
        good = check(w, &w->items[problem->first + i], CBOR, &verdict) >= 0 &&
               fwrite(w->lines.text, 1, w->lines.length, file) == w->lines.length;
    }
    free(text);
    return file && !fclose(file) && good;
}

/* The seconds of leeway-audit on a file; below 0: it refuses something. */
static double audit(const char *auditor, const char *path)
{
    char command[1024];
    snprintf(command, sizeof command, "'%s' '%s' >/dev/null", auditor, path);
    double begin = bench_now();
    return system(command) ? -1 : bench_now() - begin; // NOLINT(cert-env33-c): paths of our own
}

/* Times the auditor on the proofs of each problem with its motions, and without. */
static bool time_audits(struct work *w, const char *auditor)
{
    char path[] = "/tmp/leeway-proofs-XXXXXX";
    int made = mkstemp(path);
    double *reading = malloc(w->problem_count * sizeof *reading);
    double *each = malloc(w->problem_count * sizeof *each);
    size_t count = 0;
    bool good = made >= 0 && reading && each;
    for (size_t i = 0; i < w->problem_count && good; i++) {
        const struct problem *own = &w->problems[i];
        size_t motions = own->end - own->first;
        if (!motions)
            continue;
        double none = write_file(w, own, 0, path) ? audit(auditor, path) : -1;
        double all = write_file(w, own, motions, path) ? audit(auditor, path) : -1;
        good = none >= 0 && all >= 0;
        reading[count] = none;
        each[count++] = (all - none) / (double)motions;
    }
    if (good)
        printf("  leeway-audit: %.2f ms a motion (median of %zu problems; 95 %% %.2f), and %.0f ms for "
               "the "
               "first line\n",
               1e3 * bench_median(each, count), count, 1e3 * quantile(each, count, 0.95),
               1e3 * bench_median(reading, count));
    if (made >= 0) {
        close(made);
        unlink(path);
    }
    free(reading);
    free(each);
    return good;
}

/* ---- the command ------------------------------------------------------------------------------- */

static bool run(const char *robot, const struct arguments *arguments, const char *auditor)
{
    bench_set set;
    struct work w = {0};
    lw_random random = {1};
    if (!bench_load(robot, BENCH_ALL, arguments->stride, &set))
        return false;
    bool good = open_problems(&w, &set);
    for (size_t round = 0; round < arguments->rounds && good; round++)
        good = time_round(&w, round, &random);
    if (good)
        print_times(&w, arguments->rounds, robot);
    good = good && (access(auditor, X_OK) || time_audits(&w, auditor));
    if (!good)
        fprintf(stderr, "proofs: %s: %s\n", robot,
                w.error.message[0] ? w.error.message : "a proof is not there, or is refused");
    close_problems(&w);
    bench_free(&set);
    return good;
}

static bool parse(int count, char **words, struct arguments *out)
{
    for (int i = 1; i < count; i++) {
        const bool more = i + 1 < count;
        if (!strcmp(words[i], "--quick"))
            out->stride = 16;
        else if (more && !strcmp(words[i], "--rounds"))
            out->rounds = strtoul(words[++i], NULL, 10);
        else if (more && !strcmp(words[i], "--robot"))
            out->robot = words[++i];
        else
            return false;
    }
    return out->rounds >= 1 && out->rounds <= MOST_ROUNDS;
}

int main(int count, char **words)
{
    static const char *const known[] = {"panda", "ur5", "arm"};
    struct arguments arguments = {.stride = 4, .rounds = 9};
    char auditor[512];
    if (!parse(count, words, &arguments)) {
        fprintf(stderr, "usage: proofs [--quick] [--rounds N] [--robot panda|ur5|arm]\n");
        return 2;
    }
    /* the benchmark is BUILD/bench/proofs */
    const char *end = strrchr(words[0], '/');
    snprintf(auditor, sizeof auditor, "%.*s/../leeway-audit", end ? (int)(end - words[0]) : 1,
             end ? words[0] : ".");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const bool is_own = !strcmp(known[i], "arm");
        const bool wanted =
            arguments.robot ? !strcmp(arguments.robot, known[i]) : is_own == !bench_data();
        if (wanted && !run(known[i], &arguments, auditor))
            return 1;
    }
    return 0;
}
