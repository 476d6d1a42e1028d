/* leeway serve: the questions of leeway check over a socket, in JSON Lines. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/scene_options.h"
#include "part/server.h"
#include "text/fail.h"
#include "text/interrupt.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

static const char documentation[] =
    "Answers programs that connect to a socket: each sends motions, one JSON object a line, and gets "
    "one "
    "line for each, as 'leeway check --motions FILE --json' prints it. A line may also set the scene, "
    "change it, or set options. All connections share the scenes that have names.";

static const char examples[] =
    "Examples:\n"
    "  leeway serve cell.json --socket /tmp/leeway\n"
    "  leeway serve --robot panda.urdf --srdf panda.srdf --port 7000\n"
    "\n"
    "Lines of a conversation:\n"
    "  {\"id\": 1, \"from\": [0, 0], \"to\": [1, 0.5]}\n"
    "  {\"options\": {\"clearance\": true}}\n"
    "  {\"change\": {\"move\": [{\"id\": \"box\", \"position\": [0.5, 0, 0.2]}]}}\n"
    "  {\"change\": {\"remove\": [\"box\"]}, \"shared\": true}\n"
    "  {\"scene\": \"scene\"}\n"
    "\n"
    "A line that cannot be answered gets {\"id\": ..., \"error\": {...}}, and the conversation goes "
    "on. "
    "Only programs on this machine can connect: by a port any of them, by --socket those of this user. "
    "They can have the server read scenes, and thus files that it may read.\n"
    "\n"
    "Exit status, the first that applies:\n"
    "  2  wrong usage or input\n"
    "  0  ended by Ctrl-C or a request to terminate\n";

typedef struct serve_arguments {
    lw_scene_options scene;
    const char *path, *name;
    uint64_t port;
    bool has_port;
    uint64_t connections, line_limit;
} serve_arguments;

static const lw_option serve_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "Where it listens:"},
    {"socket", .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(serve_arguments, path),
     .help = "A Unix socket, made there and removed at the end"},
    {"port", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(serve_arguments, port), .most = 65535,
     LW_GIVEN(serve_arguments, has_port),
     .help = "A TCP port of 127.0.0.1; 0: one that is free. The first line on standard output says "
             "which"},
    {.kind = LW_OPTION_HEADING, .help = "How it answers:"},
    {"scene-name", .argument = "NAME", .kind = LW_OPTION_TEXT, LW_INTO(serve_arguments, name),
     .help = "The name of the scene, which each connection begins with (default 'scene')"},
    {"connections", .argument = "N", .kind = LW_OPTION_COUNT, LW_INTO(serve_arguments, connections),
     .least = 1, .most = 10000, .initial = "64",
     .help = "At most so many at once (default %s); others wait"},
    {"line-limit", .argument = "MEGABYTES", .kind = LW_OPTION_COUNT,
     LW_INTO(serve_arguments, line_limit), .least = 1, .most = 1024, .initial = "64",
     .help = "A longer line is skipped, and answered by an error (default %s)"},
    {0}};

static void finish(const lw_command_line *line, void *into)
{
    const serve_arguments *arguments = into;
    if (!arguments->path == !arguments->has_port)
        lw_usage_error(line, "say where to listen: --socket FILE or --port N");
    if (arguments->name && !*arguments->name)
        lw_usage_error(line, "--scene-name is empty");
}

static const lw_option_group serve_group = {serve_options, NULL, finish};

/* Whether the command line names a scene or a robot. */
static bool has_scene(const lw_scene_options *options)
{
    return options->file || options->scenes.count || options->robots.count;
}

/* Gives the store the scene of the command line, if there is one. */
static lw_status fill_store(const serve_arguments *arguments, lw_report *report, lw_scene_store *store,
                            lw_error *error)
{
    lw_scene *scene = NULL;
    if (!has_scene(&arguments->scene))
        return LW_OK;
    lw_status status = lw_scene_options_load(&arguments->scene, report, &scene, error);
    if (!status)
        status = lw_scene_store_set(store, arguments->name ? arguments->name : "scene", scene, error);
    lw_scene_destroy(scene);
    return status;
}

static lw_status listen_where(const serve_arguments *arguments, lw_listener *listener, lw_error *error)
{
    return arguments->path ? lw_listen_unix(arguments->path, listener, error)
                           : lw_listen_tcp((unsigned)arguments->port, listener, error);
}

static lw_status serve(const serve_arguments *arguments, lw_report *report, lw_error *error)
{
    lw_scene_store *store = NULL;
    lw_listener listener = {.descriptor = -1};
    lw_check_options check = lw_default_check_options();
    lw_session_options session = lw_default_session_options();
    check.stop = lw_interrupted;
    session.check = &check;
    lw_status status = lw_scene_store_create(&store, error);
    if (!status)
        status = fill_store(arguments, report, store, error);
    if (!status)
        status = listen_where(arguments, &listener, error);
    if (!status) {
        lw_interrupt_catch();
        lw_print(stdout, "listening on %s\n", listener.where);
        fflush(stdout);
        const lw_server_options options = {store, &session, arguments->connections,
                                           arguments->line_limit << 20};
        status = lw_serve(&listener, &options, error);
    }
    lw_listener_close(&listener);
    lw_scene_store_destroy(store);
    return status;
}

static int run(int argc, char **argv)
{
    serve_arguments arguments = {.scene = lw_default_scene_options()};
    arguments.scene.needs_pairs = false; /* changes may bring obstacles */
    arguments.scene.may_lack = true;
    lw_command_line_read(&lw_serve_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    lw_status status = serve(&arguments, &report, &error);
    if (status)
        lw_report_error(&report, &error);
    lw_report_end(&report);
    lw_scene_options_free(&arguments.scene);
    return status ? LW_EXIT_INPUT : LW_EXIT_FREE;
}

const lw_command lw_serve_command = {
    .name = "serve",
    .operands = "[SCENE]",
    .documentation = documentation,
    .examples = examples,
    .groups = {{&lw_scene_group, offsetof(serve_arguments, scene)}, {&serve_group, 0}},
    .run = run};
