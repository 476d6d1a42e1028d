/* The options that select the scene: the same for every command. The scene given by position is loaded
 * first, then the flags add to it, and at last the flags that override it apply. */
#include "scene_options.h"

#include "command.h"
#include "empty_scene.h"
#include "fail.h"
#include "file_options.h"
#include "numbers.h"
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_ROBOT = 1000,
    OPTION_SRDF,
    OPTION_COVER,
    OPTION_NAME,
    OPTION_BASE,
    OPTION_SCENE,
    OPTION_PACKAGE_PATH,
    OPTION_PACKAGE,
    OPTION_INSIDE,
    OPTION_SET,
    OPTION_JOINT_LIMITS,
    OPTION_MARGIN,
    OPTION_SELF_MARGIN,
    OPTION_LINK_PADDING,
    OPTION_LINK_SCALE,
    OPTION_MESH,
    OPTION_STRICT,
    OPTION_STRICT_LIMITS,
    OPTION_ALLOW_EMPTY
};

/* argp sorts the options of a heading by their names, so no text leans on the one before it */
static const struct argp_option scene_options[] = {
    {0, 0, 0, 0, "The scene, added to SCENE or instead of it:", 0},
    {"robot", OPTION_ROBOT, "FILE", 0,
     "A robot, from its URDF ('-': standard input); may be repeated. --srdf, --cover, --name and "
     "--base belong to the --robot before them",
     0},
    {"srdf", OPTION_SRDF, "FILE", 0, "The robot's SRDF: groups, named states, disabled pairs", 0},
    {"cover", OPTION_COVER, "FILE", 0,
     "Balls that contain the robot's links, as leeway cover writes them, instead of those that would "
     "be "
     "made",
     0},
    {"name", OPTION_NAME, "NAME", 0, "The robot's name, instead of the URDF's", 0},
    {"base", OPTION_BASE, "\"X Y Z R P Y\"", 0,
     "Where the robot's root link stands in the world: metres, then roll, pitch and yaw in radians", 0},
    {"scene", OPTION_SCENE, "FILE", 0,
     "Obstacles and more, Leeway's JSON or MoveIt's YAML; may be repeated", 0},
    {"package-path", OPTION_PACKAGE_PATH, "FOLDER", 0,
     "Where package:// names are looked for first; may be repeated", 0},
    {"package", OPTION_PACKAGE, "NAME=FOLDER", 0,
     "The folder of one package: package://NAME is looked for there alone; may be repeated", 0},
    {"inside", OPTION_INSIDE, "FOLDER", 0,
     "Refuses meshes and other files that files name outside this folder, wherever links lead", 0},
    {"set", OPTION_SET, "JOINT=VALUE", 0,
     "Where a joint is that the motion does not move, radians or metres; a planar or floating joint "
     "takes its values separated by commas; may be repeated",
     0},
    {0, 0, 0, 0, "Instead of what the scene says:", 0},
    {"joint-limits", OPTION_JOINT_LIMITS, "FILE", 0,
     "How far and how fast joints move, from MoveIt's joint_limits.yaml, instead of what the URDF "
     "says; "
     "may be repeated",
     0},
    {"margin", OPTION_MARGIN, "METRES", 0,
     "Closer than this, a robot and an obstacle or another robot are in contact (default 0)", 0},
    {"self-margin", OPTION_SELF_MARGIN, "METRES", 0,
     "Closer than this, two links of one robot are in contact (default 0)", 0},
    {"link-padding", OPTION_LINK_PADDING, "METRES", 0,
     "Grows all links on all sides, against everything but their own robot (0 where only the scale is "
     "given)",
     0},
    {"link-scale", OPTION_LINK_SCALE, "FACTOR", 0,
     "Scales the shapes of all links, before the padding (1 where only the padding is given)", 0},
    {"mesh", OPTION_MESH, "solid|surface", 0,
     "What closed meshes are (default solid), once repaired; open ones are surfaces", 0},
    {"strict", OPTION_STRICT, 0, 0, "Every notice is an error", 0},
    {"strict-limits", OPTION_STRICT_LIMITS, 0, 0,
     "A joint value outside its limits is an error, not a notice", 0},
    {"allow-empty", OPTION_ALLOW_EMPTY, 0, 0,
     "A scene of which no pair is checked is no error, and free says nothing then", 0},
    {0}};

bool lw_scene_options_read_input(const lw_scene_options *options)
{
    for (size_t i = 0; i < options->robots.count; i++)
        if (!strcmp(options->robots.items[i].urdf, "-"))
            return true;
    return false;
}

lw_scene_options lw_default_scene_options(void)
{
    return (lw_scene_options){
        .margin = -1, .self_margin = -1, .link_padding = -1, .link_scale = -1, .needs_pairs = true};
}

void lw_scene_options_free(lw_scene_options *options)
{
    free(options->sets.items);
    free(options->robots.items);
    free(options->scenes.items);
    free(options->joint_limits.items);
    free(options->package_paths.items);
    free(options->packages.items);
}

static void out_of_memory(const struct argp_state *state)
{
    argp_failure(state, LW_EXIT_INPUT, 0, "out of memory");
}

static void add_robot(const struct argp_state *state, lw_scene_options *options, const char *urdf)
{
    for (size_t i = 0; i < options->robots.count && !strcmp(urdf, "-"); i++)
        if (!strcmp(options->robots.items[i].urdf, "-"))
            lw_usage_error(state, "standard input holds one robot: --robot - can be given once");
    if (!LW_LIST_GROW(&options->robots))
        out_of_memory(state);
    else
        options->robots.items[options->robots.count++] = (lw_robot_option){.urdf = urdf};
}

/* the robot that --srdf, --cover, --name and --base refer to */
static lw_robot_option *last_robot(const struct argp_state *state, lw_scene_options *options,
                                   const char *option)
{
    if (!options->robots.count)
        lw_usage_error(state, "--%s belongs to a robot: put --robot FILE before it", option);
    return &options->robots.items[options->robots.count - 1];
}

static lw_pose read_base(const struct argp_state *state, const char *text)
{
    double v[6] = {0};
    size_t count;
    if (!lw_numbers_read(text, v, 6, &count) || count != 6)
        lw_usage_error(state, "--base takes six numbers, \"x y z roll pitch yaw\", not '%s'", text);
    return lw_pose_from_rpy((lw_vec3){v[0], v[1], v[2]}, v[3], v[4], v[5]);
}

static void add_set(const struct argp_state *state, lw_scene_options *options, const char *text)
{
    lw_set_option set = {.joint = text};
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !lw_numbers_read(equals + 1, set.values, 7, &set.count))
        lw_usage_error(state, "--set takes a joint and its value, JOINT=VALUE, not '%s'", text);
    else if (!LW_LIST_GROW(&options->sets))
        out_of_memory(state);
    else
        options->sets.items[options->sets.count++] = set;
}

static lw_mesh_mode read_mesh_mode(const struct argp_state *state, const char *text)
{
    if (!strcmp(text, "surface"))
        return LW_MESH_SURFACE;
    if (strcmp(text, "solid") != 0)
        lw_usage_error(state, "--mesh takes solid or surface, not '%s'", text);
    return LW_MESH_SOLID;
}

static void set_file(const struct argp_state *state, lw_scene_options *options, const char *file)
{
    if (!*file)
        lw_usage_error(state, "the scene's file name is empty");
    if (options->file)
        lw_usage_error(
            state, "one scene by position is enough ('%s' is a second one); add others with --scene",
            file);
    const char *ending = strrchr(file, '.');
    if (ending && !strcmp(ending, ".urdf"))
        lw_usage_error(state, "'%s' is a robot, not a scene: --robot %s", file, file);
    options->file = file;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    lw_scene_options *options = state->input;
    switch (key) {
    case OPTION_ROBOT:
        add_robot(state, options, lw_option_file(state, "robot", text));
        return 0;
    case OPTION_SRDF:
        last_robot(state, options, "srdf")->srdf = lw_option_file(state, "srdf", text);
        return 0;
    case OPTION_COVER:
        last_robot(state, options, "cover")->cover = lw_option_file(state, "cover", text);
        return 0;
    case OPTION_NAME:
        last_robot(state, options, "name")->name = text;
        return 0;
    case OPTION_BASE:
        last_robot(state, options, "base")->base = read_base(state, text);
        last_robot(state, options, "base")->has_base = true;
        return 0;
    case OPTION_SCENE:
        if (!LW_LIST_GROW(&options->scenes))
            return ENOMEM;
        options->scenes.items[options->scenes.count++] = lw_option_file(state, "scene", text);
        return 0;
    case OPTION_JOINT_LIMITS:
        if (!LW_LIST_GROW(&options->joint_limits))
            return ENOMEM;
        options->joint_limits.items[options->joint_limits.count++] =
            lw_option_file(state, "joint-limits", text);
        return 0;
    case OPTION_PACKAGE_PATH:
        if (!LW_LIST_GROW(&options->package_paths))
            return ENOMEM;
        options->package_paths.items[options->package_paths.count++] =
            lw_option_folder(state, "package-path", text);
        return 0;
    case OPTION_PACKAGE:
        if (!strchr(text, '=') || *text == '=')
            lw_usage_error(state, "--package takes a name and a folder, NAME=FOLDER, not '%s'", text);
        lw_option_folder(state, "package", strchr(text, '=') + 1);
        if (!LW_LIST_GROW(&options->packages))
            return ENOMEM;
        options->packages.items[options->packages.count++] = text;
        return 0;
    case OPTION_INSIDE:
        options->inside = lw_option_folder(state, "inside", text);
        return 0;
    case OPTION_SET:
        add_set(state, options, text);
        return 0;
    case OPTION_MARGIN:
        options->margin = lw_option_number(state, "margin", text, LW_AT_LEAST, 0);
        return 0;
    case OPTION_SELF_MARGIN:
        options->self_margin = lw_option_number(state, "self-margin", text, LW_AT_LEAST, 0);
        return 0;
    case OPTION_LINK_PADDING:
        options->link_padding = lw_option_number(state, "link-padding", text, LW_AT_LEAST, 0);
        return 0;
    case OPTION_LINK_SCALE:
        options->link_scale = lw_option_number(state, "link-scale", text, LW_ABOVE, 0);
        return 0;
    case OPTION_MESH:
        options->mesh_mode = read_mesh_mode(state, text);
        options->has_mesh_mode = true;
        return 0;
    case OPTION_STRICT:
        options->strict = true;
        return 0;
    case OPTION_ALLOW_EMPTY:
        options->needs_pairs = false;
        return 0;
    case OPTION_STRICT_LIMITS:
        options->strict_limits = true;
        return 0;
    case ARGP_KEY_ARG:
        set_file(state, options, text);
        return 0;
    case ARGP_KEY_END:
        if (!options->may_lack && !options->file && !options->scenes.count && !options->robots.count)
            lw_usage_error(state, "a scene is missing: give a file, or --robot FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp lw_scene_argp = {scene_options, parse_option, 0, 0, 0, 0, 0};

/* Whether the scene by position is MoveIt's: it applies to the robots loaded before it, so it has to
 * wait for those of the flags. One of ours begins with a brace. */
static bool needs_robots_first(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    int c;
    while ((c = getc(file)) != EOF && isspace(c))
        ;
    fclose(file);
    return c != '{';
}

static lw_status load_robots(const lw_scene_options *options, lw_scene *scene, lw_error *error)
{
    for (size_t i = 0; i < options->robots.count; i++) {
        const lw_robot_option *robot = &options->robots.items[i];
        lw_status status = lw_scene_load_robot(scene, robot->urdf, robot->srdf, robot->name,
                                               robot->has_base ? &robot->base : NULL, error);
        if (!status && robot->cover)
            status =
                lw_scene_load_cover(scene, lw_scene_robot_name(scene, lw_scene_robot_count(scene) - 1),
                                    robot->cover, error);
        if (status)
            return status;
    }
    return LW_OK;
}

static lw_status load_files(const lw_scene_options *options, lw_scene *scene, lw_error *error)
{
    bool wait = options->file && options->robots.count && needs_robots_first(options->file);
    lw_status status = LW_OK;
    if (options->file && !wait)
        status = lw_scene_load(scene, options->file, error);
    if (!status)
        status = load_robots(options, scene, error);
    if (!status && wait)
        status = lw_scene_load(scene, options->file, error);
    for (size_t i = 0; i < options->scenes.count && !status; i++)
        status = lw_scene_load(scene, options->scenes.items[i], error);
    for (size_t i = 0; i < options->joint_limits.count && !status; i++)
        status = lw_scene_load_joint_limits(scene, options->joint_limits.items[i], error);
    return status;
}

/* NAME=FOLDER */
static lw_status add_package(lw_scene *scene, const char *text, lw_error *error)
{
    size_t length = strcspn(text, "=");
    char *name = strndup(text, length);
    lw_status status =
        name ? lw_scene_add_package(scene, name, text + length + 1, error) : lw_fail_memory(error);
    free(name);
    return status;
}

/* applies the options that files depend on */
static lw_status prepare(const lw_scene_options *options, lw_scene *scene, lw_error *error)
{
    lw_status status = lw_scene_set_strict_limits(scene, options->strict_limits, error);
    if (!status)
        status = lw_scene_set_strict(scene, options->strict, error);
    for (size_t i = 0; i < options->package_paths.count && !status; i++)
        status = lw_scene_add_package_path(scene, options->package_paths.items[i], error);
    for (size_t i = 0; i < options->packages.count && !status; i++)
        status = add_package(scene, options->packages.items[i], error);
    if (!status)
        status = lw_scene_set_ros_paths(scene, getenv("ROS_PACKAGE_PATH"), getenv("AMENT_PREFIX_PATH"),
                                        error);
    return status || !options->inside ? status : lw_scene_set_inside(scene, options->inside, error);
}

/* Splits the names in --set ROBOT/JOINT=VALUE, into name; *robot NULL: there is only one. */
static void split_set(const lw_scene *scene, const lw_set_option *set, char *name, const char **robot,
                      const char **joint)
{
    size_t length = strcspn(set->joint, "=");
    memcpy(name, set->joint, length);
    name[length] = '\0';
    *robot = NULL;
    *joint = name;
    char *slash = strchr(name, '/');
    if (!slash)
        return;
    *slash = '\0';
    /* a robot's name holds no slash, a joint's may */
    if (lw_scene_find_robot(scene, name) >= 0) {
        *robot = name;
        *joint = slash + 1;
    } else {
        *slash = '/';
    }
}

static lw_status set_joint(lw_scene *scene, const lw_set_option *set, lw_error *error)
{
    char *name = malloc(strlen(set->joint) + 1);
    if (!name)
        return lw_fail_memory(error);
    const char *robot;
    const char *joint;
    split_set(scene, set, name, &robot, &joint);
    lw_status status = lw_scene_set_joint(scene, robot, joint, set->values, set->count, error);
    free(name);
    return status;
}

lw_status lw_scene_options_check_sets(const lw_scene_options *options, const lw_scene *scene,
                                      lw_motion *motion, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < options->sets.count && !status; i++) {
        const lw_set_option *set = &options->sets.items[i];
        char *name = malloc(strlen(set->joint) + 1);
        const char *robot;
        const char *joint;
        if (!name)
            return lw_fail_memory(error);
        split_set(scene, set, name, &robot, &joint);
        int64_t index = lw_scene_find_joint(scene, robot, joint);
        if (index >= 0 && lw_motion_moves(motion, (size_t)index)) {
            lw_error notice;
            lw_fail(&notice, LW_ERROR_NOTICE,
                    "--set %.*s has no effect where the motion moves the joint",
                    (int)strcspn(set->joint, "="), set->joint);
            status = lw_motion_add_notice(motion, notice.message, error);
        }
        free(name);
    }
    return status;
}

/* grows link by link, because a scene's entry for one link wins over one for all */
static lw_status grow_links(const lw_scene_options *options, lw_scene *scene, lw_error *error)
{
    double factor = options->link_scale >= 0 ? options->link_scale : 1;
    double padding = options->link_padding >= 0 ? options->link_padding : 0;
    lw_status status = LW_OK;
    for (size_t i = 0; i < lw_scene_link_count(scene) && !status; i++) {
        lw_link_info link = lw_default_link_info();
        status = lw_scene_link_info(scene, i, &link, error);
        if (!status)
            status = lw_scene_set_link_padding(scene, lw_scene_robot_name(scene, link.robot), link.name,
                                               factor, padding, error);
    }
    return status;
}

/* applies the options that override the files */
static lw_status decide(const lw_scene_options *options, lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    if (options->margin >= 0)
        status = lw_scene_set_margin(scene, options->margin, error);
    if (!status && options->self_margin >= 0)
        status = lw_scene_set_self_margin(scene, options->self_margin, error);
    if (!status && options->has_mesh_mode)
        status = lw_scene_set_mesh_mode(scene, options->mesh_mode, error);
    if (!status && (options->link_padding >= 0 || options->link_scale >= 0))
        status = grow_links(options, scene, error);
    if (!status && options->cover_balls)
        status = lw_scene_set_cover_balls(scene, options->cover_balls, error);
    for (size_t i = 0; i < options->sets.count && !status; i++)
        status = set_joint(scene, &options->sets.items[i], error);
    return status;
}

lw_status lw_scene_options_load(const lw_scene_options *options, lw_report *report, lw_scene **out,
                                lw_error *error)
{
    lw_scene *scene = NULL;
    *out = NULL;
    lw_status status = lw_scene_create(&scene, error);
    if (status)
        return status;
    lw_scene_on_notice(scene, lw_report_notice, report);
    status = prepare(options, scene, error);
    if (!status)
        status = load_files(options, scene, error);
    if (!status)
        status = decide(options, scene, error);
    if (!status)
        status = lw_scene_freeze(scene, error);
    if (!status && options->needs_pairs)
        status = lw_empty_scene_refuse(scene, error);
    if (status) {
        lw_scene_destroy(scene);
        return status;
    }
    *out = scene;
    return LW_OK;
}
