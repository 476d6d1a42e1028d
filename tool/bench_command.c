/* leeway bench: reproduces tables of papers, from generated data, without peers. */
#include "bench_command.h"

#include "bench_print.h"
#include "command.h"
#include "fail.h"
#include "file_options.h"
#include "help.h"
#include "numbers.h"
#include "output.h"
#include "report.h"
#include "text.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

typedef struct benchmark {
    const char *name;
    lw_status (*run)(const lw_bench_options *options, lw_bench_results *results, lw_error *error);
    const char *paper;
    unsigned rounds, lines; /* where the options do not say; 0: there are none of them */
} benchmark;

static const benchmark benchmarks[] = {
    {"adaptive", lw_bench_adaptive,
     "Wu et al., Adaptive Continuous Collision Detection for Linear Segments in High Dimensional "
     "Configuration Space, Table 1",
     5, 200},
    {"baginski", lw_bench_baginski,
     "Baginski, Efficient Dynamic Collision Detection using Expanded Geometry Models, Table 1", 0,
     1000},
    {"barycode", lw_bench_barycode, "Zhang et al., Barycode-based GJK Algorithm, Tables I to VI", 31,
     0},
    {"hong", lw_bench_hong,
     "Hong, A New Algorithm for Detecting the Collision of Moving Objects, Table II", 31, 0},
    {"workcell", lw_bench_workcell,
     "Feyeux and Landry, Collision detection between robots moving along specified trajectories, "
     "section 6",
     31, 0},
};
enum { BENCHMARK_COUNT = sizeof benchmarks / sizeof *benchmarks };

enum {
    OPTION_SEED = 1500,
    OPTION_ROUNDS,
    OPTION_POLYTOPES,
    OPTION_LINES,
    OPTION_JSON,
    MOST_FILES = 64
};

static const char documentation[] =
    "A paper's table again, from data that are generated, with the paper's figures beside it."
    "\v"
    "Benchmarks:\n"
    "  adaptive   Wu et al., Adaptive Continuous Collision Detection for Linear Segments in High "
    "Dimensional Configuration Space, Table 1: mesh robots of 6, 8 and 14 joints, fixed resolution as "
    "published and with steps that are right, the adaptive method, and Leeway's, at 0.01, 0.001 and "
    "0.0001 m (five minutes)\n"
    "  baginski   Baginski, Efficient Dynamic Collision Detection using Expanded Geometry Models, "
    "Table 1: arms of 2 to 16 joints, static tests by the 1-norm, by steps of each link and by layers, "
    "as published and as the method expanded makes them, and how often the published ones let a "
    "contact "
    "pass\n"
    "  barycode   Zhang et al., Barycode-based GJK Algorithm, Tables I to VI: polygons of 4 to 24 "
    "vertices, 1,000 pairs a class\n"
    "  hong       Hong, A New Algorithm for Detecting the Collision of Moving Objects, Table II: "
    "moving polytopes of 12, 44 and 164 vertices, what share of them meets by itself, and how often "
    "the root finder of its appendix steps over a root\n"
    "  workcell   Feyeux and Landry, Collision detection between robots moving along specified "
    "trajectories, section 6: two robots among four obstacles, and what the bound (12) misses\n"
    "\n"
    "Times are medians, and the papers' are of other machines: hold rows against rows.\n"
    "\n"
    "Examples:\n"
    "  leeway bench barycode\n"
    "  leeway bench hong --polytopes hong_12_12.txt --polytopes hong_44_12.txt\n"
    "  leeway bench barycode --json -o barycode.json && leeway plot --bench barycode.json -o "
    "barycode.svg\n"
    "\n"
    "Exit status:\n"
    "  2  wrong usage\n"
    "  0  the table is printed\n";

static const struct argp_option bench_options[] = {
    {"seed", OPTION_SEED, "N", 0, "Of what is generated (default 1)", 0},
    {"rounds", OPTION_ROUNDS, "N", 0, "How often each query is timed (default 31; adaptive: 5)", 0},
    {"polytopes", OPTION_POLYTOPES, "FILE", 0,
     "hong: moving polytopes from a file instead of generated ones (again for more files)", 0},
    {"lines", OPTION_LINES, "N", 0,
     "adaptive, baginski: random lines of each case or arm (default 200, 1000)", 0},
    {"json", OPTION_JSON, 0, 0, "The tables as JSON, which leeway plot --bench draws", 0},
    {"out", 'o', "FILE", 0, "Into a file (default '-': standard output)", 0},
    {0}};

typedef struct bench_arguments {
    lw_bench_options options;
    const benchmark *which;
    const char *out;
    bool json;
    const char *files[MOST_FILES];
} bench_arguments;

static const benchmark *find(const char *name, struct argp_state *state)
{
    const char *names[BENCHMARK_COUNT];
    for (int i = 0; i < BENCHMARK_COUNT; i++) {
        if (!strcmp(benchmarks[i].name, name))
            return &benchmarks[i];
        names[i] = benchmarks[i].name;
    }
    lw_usage_error(state, "there is no benchmark \"%s\"%s", name,
                   lw_suggest(name, names, BENCHMARK_COUNT).text);
    return NULL;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    bench_arguments *arguments = state->input;
    switch (key) {
    case OPTION_SEED:
        arguments->options.seed = lw_option_count(state, "seed", text, UINT64_MAX);
        return 0;
    case OPTION_ROUNDS:
        arguments->options.rounds = (unsigned)lw_option_count(state, "rounds", text, 100000) | 1;
        return 0;
    case OPTION_POLYTOPES:
        if (arguments->options.file_count == MOST_FILES)
            argp_error(state, "--polytopes takes at most %d files", MOST_FILES);
        arguments->files[arguments->options.file_count++] = lw_option_file(state, "polytopes", text);
        return 0;
    case OPTION_LINES:
        arguments->options.lines = (unsigned)lw_option_count(state, "lines", text, 1000000);
        if (!arguments->options.lines)
            argp_error(state, "--lines takes 1 or more");
        return 0;
    case OPTION_JSON:
        arguments->json = true;
        return 0;
    case 'o':
        arguments->out = lw_option_file(state, "out", text);
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->which)
            lw_usage_error(state, "one benchmark at a time");
        arguments->which = find(text, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        lw_help_words(state);
        return 0;
    case ARGP_KEY_END:
        lw_check_written(state, "out", arguments->out, LW_WRITTEN_TEXT);
        if (!arguments->options.rounds)
            arguments->options.rounds = arguments->which->rounds;
        if (!arguments->options.lines)
            arguments->options.lines = arguments->which->lines;
        if (arguments->options.file_count && arguments->which->run != lw_bench_hong)
            argp_error(state, "--polytopes belongs to 'hong'");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child bench_children[] = {{&lw_help_argp, 0, 0, -1}, {0}};

static const struct argp bench_argp = {
    bench_options, parse_option, "NAME", documentation, bench_children, 0, 0};

static lw_status answer(const bench_arguments *arguments, lw_bench_results *results, lw_error *error)
{
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_DOCUMENT, NULL);
    lw_status status = lw_output_begin(&output, error);
    if (!status)
        status = arguments->which->run(&arguments->options, results, error);
    if (!status && results->out_of_memory)
        status = lw_fail_memory(error);
    if (!status && arguments->json)
        lw_bench_print_json(output.file, results);
    else if (!status)
        lw_bench_print_text(output.file, results);
    if (!status)
        status = lw_output_close(&output, error);
    lw_output_abandon(&output);
    return status;
}

/* What the results are of. */
static lw_bench_results begin_results(const bench_arguments *arguments)
{
    return (lw_bench_results){.bench = arguments->which->name,
                              .paper = arguments->which->paper,
                              .version = lw_version(),
                              .seed = arguments->options.seed,
                              .rounds = arguments->which->rounds ? arguments->options.rounds : 0,
                              .lines = arguments->which->lines ? arguments->options.lines : 0};
}

int lw_bench_command(int argc, char **argv)
{
    bench_arguments arguments = {.options = {.seed = 1}};
    arguments.options.files = arguments.files;
    argp_parse(&bench_argp, argc, argv, ARGP_NO_HELP, NULL, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_bench_results results = begin_results(&arguments);
    lw_status status = answer(&arguments, &results, &error);
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    lw_bench_results_free(&results);
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}
