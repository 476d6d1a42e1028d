/* leeway info: the scene as it was loaded. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/scene_options.h"
#include "part/info_print.h"
#include "text/output.h"

#include <stdlib.h>

static const char documentation[] =
    "What was loaded: robots with their joints, limits, groups and named states; bodies with their "
    "shapes, triangles and whether meshes are watertight, repaired or open; which pairs are checked, "
    "and why others are "
    "not; how much memory the scene takes.";

static const char examples[] = "Examples:\n"
                               "  leeway info cell.json\n"
                               "  leeway info --robot panda.urdf --srdf panda.srdf --pairs\n"
                               "\n"
                               "Exit status:\n"
                               "  2  wrong usage or input\n"
                               "  0  the scene could be loaded\n";

typedef struct info_arguments {
    lw_scene_options scene;
    const char *out;
    bool pairs, json;
} info_arguments;

static const lw_option info_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "What is asked:"},
    {"pairs", .kind = LW_OPTION_FLAG, LW_INTO(info_arguments, pairs),
     .help = "Each pair, and why it is checked or not"},
    {"json", .kind = LW_OPTION_FLAG, LW_INTO(info_arguments, json), .help = "One JSON object"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(info_arguments, out),
     .help = "Into a file (default '-': standard output)"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    const info_arguments *arguments = into;
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_TEXT);
}

static lw_status answer(const info_arguments *arguments, lw_report *report, lw_error *error)
{
    lw_scene *scene = NULL;
    lw_inputs inputs = {0};
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_DOCUMENT, &inputs);
    lw_status status = lw_scene_options_load(&arguments->scene, report, &scene, error);
    if (!status)
        status = lw_inputs_add_scene(&inputs, scene, error);
    if (!status)
        status = lw_output_begin(&output, error);
    if (!status)
        status = arguments->json ? lw_info_print_json(output.file, scene, arguments->pairs, error)
                                 : lw_info_print_text(output.file, scene, arguments->pairs, error);
    if (!status)
        status = lw_output_close(&output, error);
    lw_output_abandon(&output);
    lw_inputs_free(&inputs);
    lw_scene_destroy(scene);
    return status;
}

static int run(int argc, char **argv)
{
    info_arguments arguments = {.scene = lw_default_scene_options()};
    arguments.scene.needs_pairs = false; /* info shows which pairs are checked */
    lw_command_line_read(&lw_info_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_status status = answer(&arguments, &report, &error);
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    lw_scene_options_free(&arguments.scene);
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}

static const lw_option_group info_group = {info_options, NULL, NULL};

const lw_command lw_info_command = {
    .name = "info",
    .operands = "[SCENE]",
    .documentation = documentation,
    .examples = examples,
    .groups = {{&lw_scene_group, offsetof(info_arguments, scene)}, {&info_group, 0}},
    .finish = finish,
    .run = run};
