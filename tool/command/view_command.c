/* leeway view: a page that shows a scene and its motions in a browser. */
#include "command/command.h"
#include "option/explain.h"
#include "option/file_options.h"
#include "option/method_list.h"
#include "option/motion_source.h"
#include "option/scene_options.h"
#include "part/page_output.h"
#include "part/plan_space.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char documentation[] =
    "One HTML file that shows the scene, its motions and what is proven of them, in any browser and "
    "without a network: it plays the motion, with the nearest pair, the distance over time, the "
    "intervals that are proven, and the first contact. Without motions it shows the scene alone.";

static const char examples[] =
    "Examples:\n"
    "  leeway view cell.json -o cell.html\n"
    "  leeway view cell.json --path path.json -o motion.html\n"
    "  leeway view cell.json --motions motions.jsonl -o motions.html\n"
    "  leeway view cell.json --motion 'over the post' --method slab --method sampled -o proof.html\n"
    "  leeway view cell.json --roadmap cell.roadmap -o roadmap.html\n"
    "\n"
    "Exit status, the first that applies:\n" LW_HELP_EXIT_STOPPED "  2  wrong usage or input\n"
    "  0  the page was written, whatever it shows\n";

typedef struct view_arguments {
    lw_scene_options scene;
    lw_motion_options motion;
    lw_check_options options;
    lw_joint_choice choice; /* the joints of the roadmap */
    lw_method_list methods;
    size_t samples; /* 0: not given */
    double near;
    const char *title, *roadmap, *out;
} view_arguments;

static const lw_option view_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "What is shown:"},
    {"title", .argument = "TEXT", .kind = LW_OPTION_TEXT, LW_INTO(view_arguments, title),
     .help = "Of the page (default the scene's file)"},
    {"method", .words = lw_method_words, .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED,
     .take = lw_take_methods, LW_INTO(view_arguments, methods),
     .help =
         "Also what this method asks and proves (again for more of them); of expanded also its layers"},
    {"resolution", .argument = "STEP", .kind = LW_OPTION_NUMBER,
     LW_INTO(view_arguments, options.resolution), .low = 1e-9,
     .help = "Of the method sampled: the largest step of a joint's value, radians or metres (default "
             "0.0174533)"},
    {"expansion", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(view_arguments, options.expansion), .bound = LW_ABOVE,
     .help = "Of the method expanded: by how much the thinnest layer grows a link (default 0.0025)"},
    {"layer-count", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(view_arguments, options.layers),
     .most = UINT32_MAX,
     .help =
         "Of the method expanded: how many layers, each twice as thick as the one before (default 8)"},
    {"samples", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(view_arguments, samples), .least = 2,
     .most = 1000000,
     .help = "At how many times the distance is drawn (default 240; 64 of more than 12 motions)"},
    {"fixed-pairs", .kind = LW_OPTION_FLAG, LW_INTO(view_arguments, options.fixed_pairs),
     .help = "The curves are also those of pairs that the motion does not move against each other, "
             "such as a robot's base and its table"},
    {"near", .argument = "METRES", .kind = LW_OPTION_NUMBER, LW_INTO(view_arguments, near),
     .bound = LW_ABOVE,
     .help = "Also which robots come nearer to each other than this, and when (default 0: not)"},
    {"roadmap", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(view_arguments, roadmap),
     .help = "Also a roadmap of the scene, as leeway roadmap keeps it"},
    {"bounds", .argument = "JOINT=L,U,...", .kind = LW_OPTION_TEXT, .repeat = LW_REPEATED,
     LW_INTO(view_arguments, choice.bounds),
     .help = "Of the roadmap: the bounds that it was made with; may be repeated"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(view_arguments, out),
     .help = "The page's file ('-': standard output)"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    const view_arguments *arguments = into;
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_PAGE);
    if (arguments->choice.bounds.count && !arguments->roadmap)
        lw_usage_error(line, "--bounds are those of --roadmap");
    if (lw_scene_options_read_input(&arguments->scene) &&
        lw_motion_options_read_input(&arguments->motion))
        lw_usage_error(line, "standard input holds the robot or the motions, not both");
}

/* The data of the command. */
typedef struct view_job {
    const view_arguments *arguments;
    lw_report *report;
    lw_scene *scene;
    lw_inputs inputs;
    lw_page *page;
} view_job;

static lw_status make_page(view_job *job, lw_error *error)
{
    lw_page_options options = lw_default_page_options();
    options.title =
        job->arguments->title ? job->arguments->title : lw_page_title(&job->arguments->scene);
    options.near = job->arguments->near;
    return lw_page_create(job->scene, &options, &job->page, error);
}

/* Whether the user or the scene names motions. */
static bool has_motions(const view_job *job)
{
    const lw_motion_options *motion = &job->arguments->motion;
    return motion->choices.count || lw_scene_motion_count(job->scene);
}

/* Motions are read one after the other, and added together on several threads. */
enum { MOST_WAITING = 32 };

typedef struct motion_chunk {
    lw_motion *motions[MOST_WAITING]; /* made when first needed, and reused */
    char *ids[MOST_WAITING];
    size_t count;
    bool is_last;
} motion_chunk;

static lw_status read_motion(view_job *job, lw_motion_source *source, motion_chunk *chunk,
                             lw_error *error)
{
    lw_motion **motion = &chunk->motions[chunk->count];
    const char *id;
    bool more = false;
    lw_status status = *motion ? LW_OK : lw_report_motion(job->report, job->scene, motion, error);
    if (!status)
        status = lw_motion_source_next(source, *motion, &id, &more, error);
    /* after an interrupt, waiting for input ends with an error */
    if (lw_interrupted(NULL)) {
        chunk->is_last = true;
        return LW_OK;
    }
    if (!status && more)
        status = lw_scene_options_check_sets(&job->arguments->scene, job->scene, *motion, error);
    if (!status && more)
        lw_explain_motion(&job->arguments->scene, job->scene, *motion, id, job->report);
    chunk->is_last = !more;
    if (status || !more)
        return status;
    chunk->ids[chunk->count] = strdup(id);
    if (!chunk->ids[chunk->count])
        return lw_fail_memory(error);
    chunk->count++;
    return LW_OK;
}

static lw_status add_chunk(view_job *job, const motion_chunk *chunk, bool is_batch, bool fully,
                           lw_error *error)
{
    const view_arguments *arguments = job->arguments;
    lw_page_motion shown[MOST_WAITING];
    for (size_t i = 0; i < chunk->count; i++) {
        shown[i] = lw_shown_motion(fully);
        if (arguments->samples)
            shown[i].samples = arguments->samples;
        shown[i].motion = chunk->motions[i];
        shown[i].id = chunk->ids[i];
        shown[i].name = is_batch ? NULL : "motion";
        shown[i].options = &arguments->options;
        shown[i].methods = arguments->methods.items;
        shown[i].method_count = arguments->methods.count;
    }
    return lw_page_add_many(job->page, shown, chunk->count, 0, error);
}

static void forget_ids(motion_chunk *chunk)
{
    for (size_t i = 0; i < chunk->count; i++)
        free(chunk->ids[i]);
    chunk->count = 0;
}

static lw_status add_motions(view_job *job, lw_error *error)
{
    const double began = lw_clock_seconds();
    lw_motion_source *source = NULL;
    motion_chunk chunk = {.count = 0};
    lw_status status =
        lw_motion_source_open(job->scene, &job->arguments->motion, job->report, &source, error);
    const uint64_t total = status ? 0 : lw_motion_source_count(source);
    while (!status && !chunk.is_last && !lw_interrupted(NULL)) {
        while (!status && !chunk.is_last && chunk.count < MOST_WAITING && !lw_interrupted(NULL))
            status = read_motion(job, source, &chunk, error);
        if (!status)
            status = add_chunk(job, &chunk, lw_motion_source_is_batch(source), total <= LW_FULL_MOTIONS,
                               error);
        forget_ids(&chunk);
        lw_report_progress(job->report, "motions", lw_page_motion_count(job->page), total,
                           lw_clock_seconds() - began);
    }
    lw_report_clear(job->report);
    if (!status && !lw_page_motion_count(job->page))
        status = lw_interrupted(NULL)
                     ? lw_fail(error, LW_ERROR_STOPPED, "stopped before there was a motion to show")
                     : lw_fail(error, LW_ERROR_ARGUMENT, "there is no motion to show");
    for (size_t i = 0; i < MOST_WAITING; i++)
        lw_motion_destroy(chunk.motions[i]);
    lw_motion_source_close(source);
    return status;
}

static lw_status add_roadmap(view_job *job, lw_error *error)
{
    const view_arguments *arguments = job->arguments;
    lw_joint_choice choice = arguments->choice;
    lw_joint_space space = {0};
    lw_planner *planner = NULL;
    lw_roadmap *roadmap = NULL;
    choice.group = arguments->motion.group;
    lw_status status = lw_joint_space_make(job->scene, &choice, &space, error);
    if (!status)
        status = lw_planner_create(job->scene, &space.def, 1, &planner, error);
    if (!status)
        status = lw_roadmap_load(planner, arguments->roadmap, &roadmap, error);
    if (!status)
        status = lw_page_set_roadmap(job->page, roadmap, -1, error);
    lw_roadmap_destroy(roadmap);
    lw_planner_destroy(planner);
    lw_joint_space_free(&space);
    return status;
}

static lw_status answer(view_job *job, lw_error *error)
{
    const view_arguments *arguments = job->arguments;
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_DOCUMENT, &job->inputs);
    lw_status status = lw_inputs_add_scene(&job->inputs, job->scene, error);
    if (!status)
        status = lw_motion_options_inputs(&arguments->motion, &job->inputs, error);
    if (!status)
        status = lw_inputs_add(&job->inputs, arguments->roadmap, error);
    if (!status)
        status = make_page(job, error);
    if (!status && has_motions(job))
        status = add_motions(job, error);
    if (!status && arguments->roadmap)
        status = add_roadmap(job, error);
    if (!status)
        status = lw_output_begin(&output, error);
    if (!status)
        status = lw_page_print(job->page, &output, error);
    if (!status)
        status = lw_output_close(&output, error);
    lw_output_abandon(&output);
    return status;
}

static int run(int argc, char **argv)
{
    view_arguments arguments = {.scene = lw_default_scene_options(),
                                .options = lw_default_check_options()};
    arguments.scene.needs_pairs = false;
    arguments.options.stop = lw_interrupted;
    lw_command_line_read(&lw_view_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    view_job job = {.arguments = &arguments, .report = &report};
    lw_status status = lw_scene_options_load(&arguments.scene, &report, &job.scene, &error);
    lw_interrupt_catch();
    if (!status)
        status = answer(&job, &error);
    if (!status && lw_interrupted(NULL)) {
        size_t count = lw_page_motion_count(job.page);
        status = lw_fail(&error, LW_ERROR_STOPPED, "stopped: the page shows %zu motion%s", count,
                         count == 1 ? "" : "s");
    }
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    lw_page_destroy(job.page);
    lw_inputs_free(&job.inputs);
    lw_scene_destroy(job.scene);
    lw_scene_options_free(&arguments.scene);
    lw_motion_options_free(&arguments.motion);
    free(arguments.choice.bounds.items);
    return lw_exit_status(status);
}

static const lw_option_group view_group = {view_options, NULL, NULL};

const lw_command lw_view_command = {.name = "view",
                                    .operands = "[SCENE]",
                                    .documentation = documentation,
                                    .examples = examples,
                                    .groups = {{&lw_scene_group, offsetof(view_arguments, scene)},
                                               {&lw_motion_group, offsetof(view_arguments, motion)},
                                               {&view_group, 0}},
                                    .finish = finish,
                                    .run = run};
