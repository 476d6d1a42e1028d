/* leeway info: the scene as it was loaded. */
#include "command.h"
#include "file_options.h"
#include "help.h"
#include "info_print.h"
#include "output.h"
#include "scene_options.h"

#include <stdlib.h>

enum { OPTION_PAIRS = 1400, OPTION_JSON };

static const char documentation[] =
    "What was loaded: robots with their joints, limits, groups and named states; bodies with their "
    "shapes, triangles and whether meshes are watertight, repaired or open; which pairs are checked, "
    "and why others are "
    "not; how much memory the scene takes."
    "\v"
    "Examples:\n"
    "  leeway info cell.json\n"
    "  leeway info --robot panda.urdf --srdf panda.srdf --pairs\n"
    "\n"
    "Exit status:\n"
    "  2  wrong usage or input\n"
    "  0  the scene could be loaded\n";

static const struct argp_option info_options[] = {
    {0, 0, 0, 0, "What is asked:", 20},
    {"pairs", OPTION_PAIRS, 0, 0, "Each pair, and why it is checked or not", 0},
    {"json", OPTION_JSON, 0, 0, "One JSON object", 0},
    {"out", 'o', "FILE", 0, "Into a file (default '-': standard output)", 0},
    {0}};

static const struct argp_child info_children[] = {
    {&lw_scene_argp, 0, "", 1}, {&lw_help_argp, 0, 0, -1}, {0}};

typedef struct info_arguments {
    lw_scene_options scene;
    const char *out;
    bool pairs, json;
} info_arguments;

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    info_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->scene;
        return 0;
    case OPTION_PAIRS:
        arguments->pairs = true;
        return 0;
    case OPTION_JSON:
        arguments->json = true;
        return 0;
    case 'o':
        arguments->out = lw_option_file(state, "out", text);
        return 0;
    case ARGP_KEY_END:
        lw_check_written(state, "out", arguments->out, LW_WRITTEN_TEXT);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp info_argp = {
    info_options, parse_option, "[SCENE]", documentation, info_children, 0, 0};

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

int lw_info_command(int argc, char **argv)
{
    info_arguments arguments = {.scene = lw_default_scene_options()};
    arguments.scene.needs_pairs = false; /* info says which pairs are checked */
    argp_parse(&info_argp, argc, argv, ARGP_NO_HELP, NULL, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_status status = answer(&arguments, &report, &error);
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    lw_scene_options_free(&arguments.scene);
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}
