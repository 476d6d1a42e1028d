/* leeway cover: lists the covers of a robot, balls that contain its links, and writes them as a file
 * for --cover. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/scene_options.h"
#include "part/claims_file.h"
#include "text/fail.h"
#include "text/json_text.h"
#include "text/output.h"
#include "text/text.h"

#include <stdlib.h>
#include <string.h>

static const char documentation[] =
    "Balls that contain the links of a robot together with what is inside of them: the method auto "
    "proves "
    "with them that links stay apart. Lists how many balls each link has, and how far one of them "
    "sticks "
    "out of it at most; with --out it writes the balls too, as a file for the option --cover and for a "
    "scene's robot. Without such a file the same balls are made each time that a robot is loaded.";

static const char examples[] =
    "Examples:\n"
    "  leeway cover --robot panda.urdf -o panda.cover.json\n"
    "  leeway cover --robot panda.urdf --balls 24 --json\n"
    "  leeway cover --robot panda.urdf --proof cover.cbor\n"
    "  leeway check --robot panda.urdf --cover panda.cover.json --from home --to ready\n"
    "\n"
    "The file can be edited, and balls written by hand: each time that it is read, the balls are "
    "proven "
    "to contain the links. It is for one geometry at one scale, whatever the padding.\n"
    "\n"
    "Exit status:\n"
    "  2  wrong usage or input\n"
    "  0  the robot has a cover\n";

typedef struct cover_arguments {
    lw_scene_options scene;
    const char *out;
    const char *proof; /* NULL: none */
    bool json;
} cover_arguments;

static const lw_option cover_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "How it is answered:"},
    {"balls", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(cover_arguments, scene.cover_balls),
     .least = 1, .most = LW_COVER_MOST_BALLS,
     .help = "How many balls a link has at most, 1 to 64 (default 12)"},
    {"json", .kind = LW_OPTION_FLAG, LW_INTO(cover_arguments, json),
     .help = "The list as one JSON object"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(cover_arguments, out),
     .help = "Writes the cover into a file ('-': to standard output, instead of the list)"},
    {"proof", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(cover_arguments, proof),
     .help = "Writes the links and their balls for leeway-audit, which verifies that the balls contain "
             "the links; in CBOR if FILE ends with .cbor"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    const cover_arguments *arguments = into;
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_TEXT);
    if (arguments->json && arguments->out && !strcmp(arguments->out, "-"))
        lw_usage_error(line, "--json is for the list, which -o - leaves out");
    if (!arguments->proof)
        return;
    lw_check_written(line, "proof", arguments->proof, LW_WRITTEN_TEXT);
    if (!strcmp(arguments->proof, "-"))
        lw_usage_error(line, "the list goes to standard output: say --proof FILE");
}

/* ---- the list ---------------------------------------------------------------------------------- */

/* A link that has a cover. */
typedef struct covered_link {
    const char *name;
    lw_cover_info info;
} covered_link;

typedef struct cover_list {
    const char *robot;
    LW_LIST(covered_link) links;
    size_t ball_count;
    double excess; /* the largest */
} cover_list;

static lw_status find_links(const lw_scene *scene, cover_list *list, lw_error *error)
{
    list->robot = lw_scene_robot_name(scene, 0);
    for (size_t i = 0; i < lw_scene_link_count(scene); i++) {
        lw_link_info link = lw_default_link_info();
        covered_link covered = {.info = lw_default_cover_info()};
        lw_status status = lw_scene_link_info(scene, i, &link, error);
        if (!status && link.body >= 0)
            status = lw_scene_cover_info(scene, (size_t)link.body, &covered.info, error);
        if (status)
            return status;
        if (!covered.info.ball_count)
            continue;
        covered.name = link.name;
        if (!LW_LIST_GROW(&list->links))
            return lw_fail_memory(error);
        list->links.items[list->links.count++] = covered;
        list->ball_count += covered.info.ball_count;
        list->excess = covered.info.excess > list->excess ? covered.info.excess : list->excess;
    }
    return LW_OK;
}

static void print_text(FILE *file, const cover_list *list)
{
    size_t count = list->links.count;
    lw_print(file, "robot \"%s\": %zu ball%s on %zu link%s, which stick out by at most %.4g m\n",
             list->robot, list->ball_count, list->ball_count == 1 ? "" : "s", count,
             count == 1 ? "" : "s", list->excess);
    for (size_t i = 0; i < count; i++) {
        const covered_link *link = &list->links.items[i];
        lw_print(file, "  \"%s\": %zu ball%s, %.4g m\n", link->name, link->info.ball_count,
                 link->info.ball_count == 1 ? "" : "s", link->info.excess);
    }
}

static void print_json(FILE *file, const cover_list *list)
{
    fputs("{\"robot\": ", file);
    lw_print_string(file, list->robot);
    fprintf(file, ", \"balls\": %zu, \"excess\": ", list->ball_count);
    lw_print_number(file, list->excess);
    fputs(", \"links\": [", file);
    for (size_t i = 0; i < list->links.count; i++) {
        const covered_link *link = &list->links.items[i];
        fputs(i ? ", {\"link\": " : "{\"link\": ", file);
        lw_print_string(file, link->name);
        fprintf(file, ", \"balls\": %zu, \"excess\": ", link->info.ball_count);
        lw_print_number(file, link->info.excess);
        fputs("}", file);
    }
    fputs("]}\n", file);
}

/* ---- the file ---------------------------------------------------------------------------------- */

static lw_status print_cover(FILE *file, const lw_scene *scene, lw_error *error)
{
    size_t length = 0;
    lw_status status = lw_scene_cover_json(scene, 0, NULL, 0, &length, error);
    if (status)
        return status;
    char *text = malloc(length + 1);
    if (!text)
        return lw_fail_memory(error);
    status = lw_scene_cover_json(scene, 0, text, length + 1, NULL, error);
    if (!status)
        fprintf(file, "%s\n", text);
    free(text);
    return status;
}

static lw_status print_to(const cover_arguments *arguments, const lw_scene *scene, bool list_only,
                          const lw_inputs *inputs, lw_error *error)
{
    lw_output output = lw_output_to(list_only ? NULL : arguments->out, LW_OUTPUT_DOCUMENT, inputs);
    cover_list list = {0};
    lw_status status = lw_output_begin(&output, error);
    if (!status && list_only)
        status = find_links(scene, &list, error);
    if (!status && !list_only)
        status = print_cover(output.file, scene, error);
    else if (!status && arguments->json)
        print_json(output.file, &list);
    else if (!status)
        print_text(output.file, &list);
    if (!status)
        status = lw_output_close(&output, error);
    lw_output_abandon(&output);
    free(list.links.items);
    return status;
}

/* Writes the first line of a file of proofs, which has the links and their balls. */
static lw_status write_proof(const cover_arguments *arguments, const lw_scene *scene,
                             const lw_inputs *inputs, lw_error *error)
{
    lw_claims_file file;
    lw_status status = lw_claims_file_open(&file, arguments->proof, arguments->out, inputs, error);
    if (!status)
        status = lw_claims_file_begin(&file, scene, error);
    if (!status)
        status = lw_claims_file_close(&file, error);
    lw_claims_file_free(&file);
    return status;
}

static lw_status check_scene(const lw_scene *scene, lw_error *error)
{
    size_t count = lw_scene_robot_count(scene);
    if (count != 1)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "the scene has %zu robots; a cover is of one: give it with --robot", count);
    if (lw_scene_dimension(scene) == 2)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "covers of robots in the plane are neither read nor written");
    return LW_OK;
}

static lw_status answer(const cover_arguments *arguments, lw_report *report, lw_error *error)
{
    lw_scene *scene = NULL;
    lw_inputs inputs = {0};
    lw_status status = lw_scene_options_load(&arguments->scene, report, &scene, error);
    if (!status)
        status = check_scene(scene, error);
    if (!status)
        status = lw_inputs_add_scene(&inputs, scene, error);
    if (!status && arguments->out)
        status = print_to(arguments, scene, false, &inputs, error);
    if (!status && arguments->proof)
        status = write_proof(arguments, scene, &inputs, error);
    if (!status && (!arguments->out || strcmp(arguments->out, "-") != 0))
        status = print_to(arguments, scene, true, &inputs, error);
    lw_inputs_free(&inputs);
    lw_scene_destroy(scene);
    return status;
}

static int run(int argc, char **argv)
{
    cover_arguments arguments = {.scene = lw_default_scene_options()};
    arguments.scene.needs_pairs = false; /* a robot alone may have no pairs */
    lw_command_line_read(&lw_cover_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_status status = answer(&arguments, &report, &error);
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    lw_scene_options_free(&arguments.scene);
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}

static const lw_option_group cover_group = {cover_options, NULL, NULL};

const lw_command lw_cover_command = {
    .name = "cover",
    .operands = "[SCENE]",
    .documentation = documentation,
    .examples = examples,
    .groups = {{&lw_scene_group, offsetof(cover_arguments, scene)}, {&cover_group, 0}},
    .finish = finish,
    .run = run};
