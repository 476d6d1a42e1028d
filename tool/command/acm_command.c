/* leeway acm: the allowed collision matrix of a robot, as an SRDF: the pairs of links that need no
 * checking. With --verify: the pairs that an SRDF disables and that can meet after all. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/scene_options.h"
#include "part/acm_pairs.h"
#include "part/acm_threads.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/output.h"
#include "text/text.h"

#include <stdlib.h>
#include <string.h>

static const char documentation[] =
    "Which pairs of links of a robot need no checking? Writes an SRDF that disables neighbours, pairs "
    "that never meet and pairs that always do, each proven for all joint values within the limits, not "
    "for samples of them. With --srdf all else in that file stays as it is, and so do pairs that its "
    "designer disabled or enabled. With --verify it writes nothing, and says instead which pairs that "
    "the SRDF disables can meet, and at which joint values.";

static const char examples[] =
    "Examples:\n"
    "  leeway acm --robot panda.urdf -o panda.srdf\n"
    "  leeway acm --robot panda.urdf --srdf old.srdf -o panda.srdf\n"
    "  leeway acm --robot panda.urdf --srdf panda.srdf --verify\n"
    "\n"
    "The reasons that it writes are MoveIt's: Adjacent, Never, Always; and 'Never (sampled)' for what "
    "--samples adds. Two links never meet where they stay more than --self-margin apart.\n"
    "\n"
    "There is no --proof, as of check: proofs are about motions. Pairs that checked_pairs of a scene "
    "names are in the proof of each motion, whatever the SRDF says of them.\n"
    "\n"
    "Exit status, the first that applies:\n" LW_HELP_EXIT_STOPPED "  2  wrong usage or input\n"
    "  1  --verify: a disabled pair can meet, and is neither of neighbours nor always in contact\n"
    "  3  --verify: a disabled pair is undecided\n"
    "  0  the SRDF is written; --verify: all disabled pairs are neighbours or proven\n";

typedef struct acm_arguments {
    lw_scene_options scene;
    lw_meeting_options options;
    const char *out;
    unsigned threads;
    bool verify, sampled, json;
} acm_arguments;

static const lw_option acm_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "What is asked:"},
    {"verify", .kind = LW_OPTION_FLAG, LW_INTO(acm_arguments, verify),
     .help = "Which pairs that the SRDF disables can meet"},
    {"samples", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(acm_arguments, options.samples),
     .most = (uint64_t)1 << 40, LW_GIVEN(acm_arguments, sampled),
     .help = "Also disables what is neither proven nor meets in N random configurations, as 'Never "
             "(sampled)'"},
    {"seed", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(acm_arguments, options.seed),
     .most = UINT64_MAX, .help = "Which random configurations (default 0)"},
    {"budget-boxes", .argument = "N", .kind = LW_OPTION_COUNT,
     LW_INTO(acm_arguments, options.budget_boxes), .most = UINT64_MAX,
     .help = "A pair stays checked after so many boxes of joint values (default 500000; 0: no bound)"},
    {"budget-seconds", .argument = "SECONDS", .kind = LW_OPTION_NUMBER,
     LW_INTO(acm_arguments, options.budget_seconds),
     .help = "A pair stays checked after so long (default 0: no bound); the one option that can make "
             "outputs differ from run to run"},
    {.kind = LW_OPTION_HEADING, .help = "How it is answered:"},
    {"json", .kind = LW_OPTION_FLAG, LW_INTO(acm_arguments, json),
     .help = "With --verify: one line of JSON a pair"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(acm_arguments, out),
     .help = "Into a file (default '-': standard output)"},
    {"threads", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(acm_arguments, threads), .most = 1024,
     .help = "Threads (default 0: all processors); the output is the same"},
    {0}};

/* the SRDF of the only robot; NULL: none */
static const char *srdf_of(const acm_arguments *arguments)
{
    return arguments->scene.robots.count == 1 ? arguments->scene.robots.items[0].srdf : NULL;
}

static void finish(const lw_command_line *line, void *into)
{
    acm_arguments *arguments = into;
    const char *srdf = srdf_of(arguments);
    arguments->sampled = arguments->sampled && arguments->options.samples;
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_TEXT);
    if (arguments->verify && !srdf)
        lw_usage_error(line, "--verify needs the SRDF: --robot FILE --srdf FILE");
    if (arguments->verify && arguments->sampled)
        lw_usage_error(line, "--verify proves; --samples is for writing an SRDF");
    if (arguments->json && !arguments->verify)
        lw_usage_error(line, "--json goes with --verify; without it the answer is an SRDF");
    if (srdf && !strcmp(srdf, "-"))
        lw_usage_error(line, "the SRDF is read twice, and cannot come from standard input");
}

/* How many pairs there are of each kind. */
typedef struct acm_counts {
    size_t all, adjacent, never, always, sampled, designed, enabled, sometimes, undecided;
} acm_counts;

static void count_answer(const lw_acm_pair *pair, acm_counts *counts)
{
    counts->adjacent += pair->answer.adjacent;
    if (pair->answer.adjacent)
        return;
    counts->never += pair->answer.meeting == LW_MEETING_NEVER;
    counts->always += pair->answer.meeting == LW_MEETING_ALWAYS;
    counts->sometimes += pair->answer.meeting == LW_MEETING_SOMETIMES;
    counts->undecided += pair->answer.meeting == LW_MEETING_UNDECIDED;
}

/* ---- --verify ---------------------------------------------------------------------------------- */

static lw_status verify(const acm_arguments *arguments, lw_acm_pairs *pairs, lw_acm_asking *asking,
                        FILE *file, int *exit_status, lw_error *error)
{
    acm_counts counts = {0};
    for (size_t i = 0; i < pairs->list.count; i++) {
        const lw_acm_pair *pair = &pairs->list.items[i];
        if (!pair->wanted)
            continue;
        lw_status status = lw_acm_ask_wait(asking, i, error);
        if (status)
            return status;
        counts.all++;
        count_answer(pair, &counts);
        if (arguments->json)
            lw_acm_print_json(file, pairs, pair);
        else
            lw_acm_print_text(file, pairs, pair);
    }
    if (!arguments->json)
        lw_print(file,
                 "%zu disabled pair%s: %zu of neighbours, %zu never meet, %zu always meet, %zu can "
                 "meet, %zu undecided\n",
                 counts.all, counts.all == 1 ? "" : "s", counts.adjacent, counts.never, counts.always,
                 counts.sometimes, counts.undecided);
    *exit_status = counts.sometimes   ? LW_EXIT_CONTACT
                   : counts.undecided ? LW_EXIT_UNDECIDED
                                      : LW_EXIT_FREE;
    return LW_OK;
}

/* ---- the SRDF ---------------------------------------------------------------------------------- */

/* the reason for which a pair with an answer is disabled; NULL: it stays checked */
static const char *reason_for(const acm_arguments *arguments, const lw_acm_pair *pair)
{
    const lw_meeting_info *answer = &pair->answer;
    if (answer->adjacent)
        return "Adjacent";
    if (answer->meeting == LW_MEETING_NEVER)
        return "Never";
    if (answer->meeting == LW_MEETING_ALWAYS)
        return "Always";
    bool tried = answer->samples >= arguments->options.samples && !answer->meets && answer->apart;
    return arguments->sampled && tried && !answer->unbounded ? LW_SRDF_SAMPLED : NULL;
}

typedef LW_LIST(lw_srdf_pair) disabled_pairs;

static lw_status disable(disabled_pairs *out, const char *a, const char *b, const char *reason,
                         lw_error *error)
{
    if (!LW_LIST_GROW(out))
        return lw_fail_memory(error);
    out->items[out->count++] = (lw_srdf_pair){{a, b}, reason, 0};
    return LW_OK;
}

/* Keeps the pairs that the designer of the SRDF disabled. */
static lw_status keep_designed(const lw_srdf *srdf, lw_report *report, disabled_pairs *out,
                               acm_counts *counts, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_srdf_pair_count(srdf) && !status; i++) {
        lw_srdf_pair pair = lw_srdf_pair_at(srdf, i);
        if (!lw_acm_is_designed(pair.reason))
            continue;
        counts->designed++;
        lw_report_say(report, "line %d: %s and %s stay disabled, as the file says (%s)", pair.line,
                      pair.links[0], pair.links[1], pair.reason ? pair.reason : "no reason");
        status = disable(out, pair.links[0], pair.links[1], pair.reason, error);
    }
    return status;
}

static lw_status decide_pairs(const acm_arguments *arguments, const lw_acm_pairs *pairs,
                              lw_acm_asking *asking, disabled_pairs *out, acm_counts *counts,
                              lw_error *error)
{
    for (size_t i = 0; i < pairs->list.count; i++) {
        const lw_acm_pair *pair = &pairs->list.items[i];
        bool kept = pair->listed && lw_acm_is_designed(pair->reason);
        counts->all++;
        counts->designed += !kept && pair->defaulted;
        counts->enabled += !kept && !pair->defaulted && pair->enabled;
        if (!pair->wanted)
            continue;
        lw_status status = lw_acm_ask_wait(asking, i, error);
        if (status)
            return status;
        const char *reason = reason_for(arguments, pair);
        if (reason && !strcmp(reason, LW_SRDF_SAMPLED))
            counts->sampled++;
        else
            count_answer(pair, counts);
        if (reason && (status = disable(out, pair->links[0], pair->links[1], reason, error)))
            return status;
    }
    return LW_OK;
}

static void sum_up(lw_report *report, const acm_counts *counts)
{
    lw_report_say(report,
                  "%zu pairs: disabled are %zu of neighbours, %zu that never meet and %zu that always "
                  "do, both proven, %zu by samples alone, %zu by the SRDF's designer; checked are %zu "
                  "that can meet, %zu undecided, %zu that the SRDF enables",
                  counts->all, counts->adjacent, counts->never, counts->always, counts->sampled,
                  counts->designed, counts->sometimes, counts->undecided, counts->enabled);
}

static lw_status write_srdf(const acm_arguments *arguments, lw_srdf *srdf, lw_acm_pairs *pairs,
                            lw_acm_asking *asking, lw_report *report, FILE *file, lw_error *error)
{
    lw_srdf *out = NULL;
    disabled_pairs disabled = {0};
    acm_counts counts = {0};
    const char *text = NULL;
    size_t size = 0;
    lw_status status = keep_designed(srdf, report, &disabled, &counts, error);
    if (!status)
        status = decide_pairs(arguments, pairs, asking, &disabled, &counts, error);
    /* another copy of the file, because the names belong to the first one */
    if (!status)
        status = lw_srdf_open(srdf_of(arguments), lw_scene_robot_name(pairs->scene, pairs->robot), &out,
                              error);
    if (!status)
        status = lw_srdf_set_pairs(out, disabled.items, disabled.count, error);
    if (!status)
        status = lw_srdf_text(out, &text, &size, error);
    if (!status) {
        fwrite(text, 1, size, file);
        sum_up(report, &counts);
    }
    lw_srdf_close(out);
    free(disabled.items);
    return status;
}

/* Chooses the pairs to ask about: with --verify those that the SRDF disables, else those about which
 * its designer has said nothing. */
static void choose_pairs(const acm_arguments *arguments, lw_acm_pairs *pairs)
{
    for (size_t i = 0; i < pairs->list.count; i++) {
        lw_acm_pair *pair = &pairs->list.items[i];
        bool designed = pair->listed && lw_acm_is_designed(pair->reason);
        pair->wanted = arguments->verify ? lw_acm_is_disabled(pair)
                                         : !designed && !pair->defaulted && !pair->enabled;
    }
}

static lw_status answer(const acm_arguments *arguments, lw_report *report, int *exit_status,
                        lw_error *error)
{
    lw_scene *scene = NULL;
    lw_srdf *srdf = NULL;
    lw_inputs inputs = {0};
    lw_acm_pairs pairs = {0};
    lw_acm_asking *asking = NULL;
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_DOCUMENT, &inputs);
    lw_status status = lw_scene_options_load(&arguments->scene, report, &scene, error);
    if (!status && srdf_of(arguments))
        status = lw_srdf_open(
            srdf_of(arguments),
            arguments->scene.robots.items[0].name ? NULL : lw_scene_robot_name(scene, 0), &srdf, error);
    if (!status)
        status = lw_acm_pairs_find(scene, srdf, &pairs, error);
    if (!status)
        status = lw_inputs_add_scene(&inputs, scene, error);
    if (!status)
        status = lw_output_begin(&output, error);
    lw_interrupt_catch();
    if (!status) {
        choose_pairs(arguments, &pairs);
        status = lw_acm_ask_begin(&pairs, &arguments->options, arguments->threads, &asking, error);
    }
    if (!status)
        status = arguments->verify
                     ? verify(arguments, &pairs, asking, output.file, exit_status, error)
                     : write_srdf(arguments, srdf, &pairs, asking, report, output.file, error);
    lw_acm_ask_end(asking);
    if (!status)
        status = lw_output_close(&output, error);
    lw_output_abandon(&output);
    lw_acm_pairs_free(&pairs);
    lw_inputs_free(&inputs);
    lw_srdf_close(srdf);
    lw_scene_destroy(scene);
    return status;
}

static int run(int argc, char **argv)
{
    acm_arguments arguments = {.scene = lw_default_scene_options(),
                               .options = lw_default_meeting_options()};
    arguments.scene.needs_pairs = false; /* the scene's own pairs do not matter */
    arguments.options.stop = lw_interrupted;
    arguments.options.skip_adjacent = true;
    lw_command_line_read(&lw_acm_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    int exit_status = LW_EXIT_FREE;
    lw_status status = answer(&arguments, &report, &exit_status, &error);
    if (status) {
        lw_report_error(&report, &error);
        exit_status = lw_exit_status(status);
    }
    lw_report_end(&report);
    lw_scene_options_free(&arguments.scene);
    return exit_status;
}

static const lw_option_group acm_group = {acm_options, NULL, NULL};

const lw_command lw_acm_command = {
    .name = "acm",
    .operands = "[SCENE]",
    .documentation = documentation,
    .examples = examples,
    .groups = {{&lw_scene_group, offsetof(acm_arguments, scene)}, {&acm_group, 0}},
    .finish = finish,
    .run = run};
