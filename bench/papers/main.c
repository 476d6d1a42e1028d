/* leeway-bench: reproduces tables of papers, from generated data, without peers. */
#include "table/papers.h"

#include "command/command.h"
#include "figure/plot_bench.h"
#include "option/file_options.h"
#include "option/help.h"
#include "option/option_value.h"
#include "table/bench_print.h"
#include "text/fail.h"
#include "text/output.h"
#include "text/report.h"
#include "text/standard_streams.h"
#include "text/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct benchmark {
    const char *name;
    lw_status (*run)(const lw_bench_options *options, lw_bench_results *results, lw_error *error);
    lw_status (*write_scenes)(const lw_bench_options *options, lw_scene_files *files, lw_error *error);
    const char *paper;
    unsigned rounds, lines; /* defaults of the options; 0: the benchmark has none */
} benchmark;

static const benchmark benchmarks[] = {
    {"adaptive", lw_bench_adaptive, lw_adaptive_write_scenes,
     "Wu et al., Adaptive Continuous Collision Detection for Linear Segments in High Dimensional "
     "Configuration Space, Table 1",
     5, 200},
    {"baginski", lw_bench_baginski, lw_baginski_write_scenes,
     "Baginski, Efficient Dynamic Collision Detection using Expanded Geometry Models, Table 1", 0,
     1000},
    {"barycode", lw_bench_barycode, lw_barycode_write_scenes,
     "Zhang et al., Barycode-based GJK Algorithm, Tables I to VI", 31, 0},
    {"findings", lw_bench_findings, NULL, "Hong; Baginski; Zhang et al.; Feyeux and Landry; Wu et al.",
     0, 0},
    {"hong", lw_bench_hong, lw_hong_write_scenes,
     "Hong, A New Algorithm for Detecting the Collision of Moving Objects, Table II", 31, 0},
    {"workcell", lw_bench_workcell, lw_workcell_write_scenes,
     "Feyeux and Landry, Collision detection between robots moving along specified trajectories, "
     "section 6",
     31, 0},
};
enum { BENCHMARK_COUNT = sizeof benchmarks / sizeof *benchmarks };

static const char documentation[] =
    "A paper's table again, from data that are generated, with the paper's figures beside it.";

static const char examples[] =
    "Benchmarks:\n"
    "  adaptive   Wu et al., Adaptive Continuous Collision Detection for Linear Segments in High "
    "Dimensional Configuration Space, Table 1: mesh robots of 6, 8 and 14 joints, fixed resolution as "
    "published and with steps that are right, the adaptive method, and Leeway's, at 0.01, 0.001 and "
    "0.0001 m, also on roadmaps (seven minutes)\n"
    "  baginski   Baginski, Efficient Dynamic Collision Detection using Expanded Geometry Models, "
    "Table 1: arms of 2 to 16 joints, static tests by the 1-norm, by steps of each link and by layers, "
    "as published and as the method expanded makes them, and how often the published ones let a "
    "contact "
    "pass\n"
    "  barycode   Zhang et al., Barycode-based GJK Algorithm, Tables I to VI: polygons of 4 to 24 "
    "vertices, 1,000 pairs a class\n"
    "  findings   what these papers claim, their figures and ours, and whether each claim is "
    "reproduced, not "
    "reproduced or refuted, by a rule that stands beside it (five minutes; --quick: seconds)\n"
    "  hong       Hong, A New Algorithm for Detecting the Collision of Moving Objects, Table II: "
    "moving polytopes of 12, 44 and 164 vertices, what share of them meets by itself, and how often "
    "the root finder of its appendix steps over a root\n"
    "  workcell   Feyeux and Landry, Collision detection between robots moving along specified "
    "trajectories, section 6: two robots among four obstacles, and what the bound (12) misses\n"
    "\n"
    "Times are medians, and the papers' are of other machines: hold rows against rows.\n"
    "\n"
    "Examples:\n"
    "  leeway-bench barycode\n"
    "  leeway-bench hong --polytopes hong_12_12.txt --polytopes hong_44_12.txt\n"
    "  leeway-bench barycode --json -o barycode.json && leeway-bench --plot barycode.json -o "
    "barycode.svg\n"
    "\n"
    "  leeway-bench baginski --lines 100 --scenes FOLDER && leeway check FOLDER/baginski_6_joints.json "
    "--motions FOLDER/baginski_6_joints.motions.jsonl\n"
    "\n"
    "Exit status:\n"
    "  2  wrong usage\n"
    "  0  the table is printed\n";

typedef struct bench_arguments {
    lw_bench_options options;
    const benchmark *which;
    lw_plot_bench plot; /* a plot, instead of a benchmark */
    const char *out, *title, *scenes;
    bool json;
    lw_texts files;
} bench_arguments;

static void take_table(const lw_command_line *line, const lw_option *option, const char *text,
                       void *into)
{
    lw_plot_bench *plot = &((bench_arguments *)into)->plot;
    const size_t table = lw_option_count(line, option->name, text, 1, SIZE_MAX);
    if (!LW_LIST_GROW(&plot->tables))
        lw_usage_out_of_memory(line);
    plot->tables.items[plot->tables.count++] = table;
}

static const lw_option bench_options[] = {
    {"seed", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(bench_arguments, options.seed),
     .most = UINT64_MAX, .initial = "1", .help = "Of what is generated (default %s)"},
    {"rounds", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(bench_arguments, options.rounds),
     .least = 1, .most = 100000, .help = "How often each query is timed (default 31; adaptive: 5)"},
    {"polytopes", .argument = "FILE", .kind = LW_OPTION_FILE, .repeat = LW_REPEATED,
     LW_INTO(bench_arguments, files),
     .help = "hong: moving polytopes from a file instead of generated ones (again for more files)"},
    {"lines", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(bench_arguments, options.lines),
     .least = 1, .most = 1000000,
     .help = "adaptive, baginski: random lines of each case or arm (default 200, 1000)"},
    {"quick", .kind = LW_OPTION_FLAG, LW_INTO(bench_arguments, options.quick),
     .help = "findings: few lines and one round, so that it takes seconds"},
    {"scenes", .argument = "FOLDER", .kind = LW_OPTION_FOLDER, LW_INTO(bench_arguments, scenes),
     .help = "No table: writes the paper's bodies and motions into this folder, as scenes and motions "
             "of leeway check, with the verdicts that it gives"},
    {"json", .kind = LW_OPTION_FLAG, LW_INTO(bench_arguments, json),
     .help = "The tables as JSON, which --plot draws"},
    {"plot", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(bench_arguments, plot.path),
     .help = "No benchmark: draws the results that --json wrote, as SVG"},
    {"table", .argument = "N", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED, .take = take_table,
     .help = "Only this table of --plot, from 1 (again for more of them)"},
    {"title", .argument = "TEXT", .kind = LW_OPTION_TEXT, LW_INTO(bench_arguments, title),
     .help = "Above the picture of --plot (default the benchmark's name)"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(bench_arguments, out),
     .help = "Into a file (default '-': standard output)"},
    {0}};

static const benchmark *find(const lw_command_line *line, const char *name)
{
    const char *names[BENCHMARK_COUNT];
    for (int i = 0; i < BENCHMARK_COUNT; i++) {
        if (!strcmp(benchmarks[i].name, name))
            return &benchmarks[i];
        names[i] = benchmarks[i].name;
    }
    lw_usage_error(line, "there is no benchmark \"%s\"%s", name,
                   lw_suggest(name, names, BENCHMARK_COUNT).text);
}

static void read_operand(const lw_command_line *line, const char *text, void *into)
{
    bench_arguments *arguments = into;
    if (arguments->which)
        lw_usage_error(line, "one benchmark at a time");
    arguments->which = find(line, text);
}

/* Refuses options of benchmarks beside --plot, which draws existing results. */
static void refuse_beside_plot(const lw_command_line *line, const bench_arguments *arguments)
{
    if (arguments->which || arguments->json || arguments->scenes || arguments->options.rounds ||
        arguments->options.lines || arguments->options.quick || arguments->files.count)
        lw_usage_error(line, "--plot draws the results of a benchmark, and runs none beside it");
}

static void finish(const lw_command_line *line, void *into)
{
    bench_arguments *arguments = into;
    lw_bench_options *options = &arguments->options;
    lw_check_written(line, "out", arguments->out,
                     arguments->plot.path ? LW_WRITTEN_SVG : LW_WRITTEN_TEXT);
    if (!arguments->plot.path && (arguments->plot.tables.count || arguments->title))
        lw_usage_error(line, "--%s takes --plot", arguments->title ? "title" : "table");
    if (arguments->plot.path) {
        refuse_beside_plot(line, arguments);
        return;
    }
    if (!arguments->which)
        lw_help_words(line->command);
    if (options->rounds && !arguments->which->rounds)
        lw_usage_error(line, "--rounds does not belong to '%s', which is not timed in rounds",
                       arguments->which->name);
    if (options->lines && !arguments->which->lines)
        lw_usage_error(line, "--lines belongs to 'adaptive' and 'baginski'");
    if (arguments->scenes && !arguments->which->write_scenes)
        lw_usage_error(line, "'%s' has no scenes of its own; the other benchmarks write theirs",
                       arguments->which->name);
    if (arguments->scenes && (arguments->json || options->rounds))
        lw_usage_error(line, "--scenes writes scenes in place of tables, without --%s",
                       arguments->json ? "json" : "rounds");
    if (options->quick && arguments->which->run != lw_bench_findings)
        lw_usage_error(line, "--quick belongs to 'findings'");
    /* an odd number has a median */
    options->rounds = options->rounds ? options->rounds | 1 : arguments->which->rounds;
    options->lines = options->lines ? options->lines : arguments->which->lines;
    options->order = options->seed;
    options->files = arguments->files.items;
    options->file_count = arguments->files.count;
    if (options->file_count && arguments->which->run != lw_bench_hong)
        lw_usage_error(line, "--polytopes belongs to 'hong'");
}

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

/* Begins results: the benchmark, its paper and its settings. */
static lw_bench_results begin_results(const bench_arguments *arguments)
{
    return (lw_bench_results){.bench = arguments->which->name,
                              .paper = arguments->which->paper,
                              .version = lw_version(),
                              .seed = arguments->options.seed,
                              .rounds = arguments->which->rounds ? arguments->options.rounds : 0,
                              .lines = arguments->which->lines ? arguments->options.lines : 0};
}

static lw_status print_tables(const bench_arguments *arguments, lw_error *error)
{
    lw_bench_results results = begin_results(arguments);
    lw_status status = answer(arguments, &results, error);
    lw_bench_results_free(&results);
    return status;
}

static lw_status write_scenes(const bench_arguments *arguments, lw_error *error)
{
    lw_scene_files files = {.folder = arguments->scenes};
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_DOCUMENT, NULL);
    lw_status status = arguments->which->write_scenes(&arguments->options, &files, error);
    if (!status)
        status = lw_output_begin(&output, error);
    if (!status) {
        fprintf(output.file, "%zu scenes and %zu motions in %s\n", files.scenes, files.motions,
                arguments->scenes);
        status = lw_output_close(&output, error);
    }
    lw_output_abandon(&output);
    return status;
}

static const lw_option_group bench_group = {bench_options, read_operand, NULL};

static const lw_command program = {.program = "leeway-bench",
                                   .operands = "NAME",
                                   .documentation = documentation,
                                   .examples = examples,
                                   .groups = {{&bench_group, 0}},
                                   .finish = finish};

int main(int argc, char **argv)
{
    lw_standard_streams_begin();
    bench_arguments arguments = {.which = NULL};
    lw_command_line_read(&program, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    report.program = program.program;
    lw_status status = arguments.plot.path
                           ? lw_plot_bench_draw(&arguments.plot, arguments.title, arguments.out, &error)
                       : arguments.scenes ? write_scenes(&arguments, &error)
                                          : print_tables(&arguments, &error);
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    free(arguments.plot.tables.items);
    free(arguments.files.items);
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}
