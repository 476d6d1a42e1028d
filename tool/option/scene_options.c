/* The options that select the scene: the same for every command. The scene given by position is loaded
 * first, then the flags add to it, and at last the flags that override it apply. */
#include "option/scene_options.h"

#include "option/empty_scene.h"
#include "option/explain.h"
#include "option/heights_options.h"
#include "option/option_value.h"
#include "option/sensor_options.h"
#include "text/fail.h"
#include "text/numbers.h"
#include "text/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lw_scene_options_read_input(const lw_scene_options *options)
{
    for (size_t i = 0; i < options->robots.count; i++)
        if (!strcmp(options->robots.items[i].urdf, "-"))
            return true;
    return false;
}

lw_scene_options lw_default_scene_options(void)
{
    return (lw_scene_options){.margin = -1,
                              .self_margin = -1,
                              .link_padding = -1,
                              .link_scale = -1,
                              .self_filter_margin = -1,
                              .merge_images = -1,
                              .occupancy = -1,
                              .needs_pairs = true};
}

void lw_scene_options_free(lw_scene_options *options)
{
    free(options->sets.items);
    free(options->robots.items);
    free(options->clouds.items);
    free(options->heights.items);
    free(options->images.items);
    free(options->octomaps.items);
    free(options->self_filter.items);
    free(options->scenes.items);
    free(options->joint_limits.items);
    free(options->package_paths.items);
    free(options->packages.items);
    free(options->without_mesh.items);
}

static void take_robot(const lw_command_line *line, const lw_option *option, const char *text,
                       void *into)
{
    lw_scene_options *options = into;
    lw_option_file(line, option->name, text);
    for (size_t i = 0; i < options->robots.count && !strcmp(text, "-"); i++)
        if (!strcmp(options->robots.items[i].urdf, "-"))
            lw_usage_error(line, "standard input holds one robot: --%s - can be given once",
                           option->name);
    if (!LW_LIST_GROW(&options->robots))
        lw_usage_out_of_memory(line);
    options->robots.items[options->robots.count++] = (lw_robot_option){.urdf = text};
}

/* The robot that --srdf, --cover, --name and --base refer to. */
static lw_robot_option *last_robot(const lw_command_line *line, const lw_option *option, void *into)
{
    lw_scene_options *options = into;
    if (!options->robots.count)
        lw_usage_error(line, "--%s belongs to a robot: put --robot FILE before it", option->name);
    return &options->robots.items[options->robots.count - 1];
}

/* Refuses a second value of an option for a robot. */
static void check_once(const lw_command_line *line, const lw_option *option,
                       const lw_robot_option *robot, bool given)
{
    if (given)
        lw_usage_error(line, "--%s is given twice for --robot %s", option->name, robot->urdf);
}

static void take_srdf(const lw_command_line *line, const lw_option *option, const char *text,
                      void *into)
{
    lw_robot_option *robot = last_robot(line, option, into);
    check_once(line, option, robot, robot->srdf != NULL);
    robot->srdf = lw_option_file(line, option->name, text);
}

static void take_cover(const lw_command_line *line, const lw_option *option, const char *text,
                       void *into)
{
    lw_robot_option *robot = last_robot(line, option, into);
    check_once(line, option, robot, robot->cover != NULL);
    robot->cover = lw_option_file(line, option->name, text);
}

static void take_name(const lw_command_line *line, const lw_option *option, const char *text,
                      void *into)
{
    lw_robot_option *robot = last_robot(line, option, into);
    check_once(line, option, robot, robot->name != NULL);
    robot->name = text;
}

static void take_base(const lw_command_line *line, const lw_option *option, const char *text,
                      void *into)
{
    lw_robot_option *robot = last_robot(line, option, into);
    check_once(line, option, robot, robot->has_base);
    robot->base = lw_sensor_pose(line, option, text);
    robot->has_base = true;
}

static void take_package(const lw_command_line *line, const lw_option *option, const char *text,
                         void *into)
{
    if (!strchr(text, '=') || *text == '=')
        lw_usage_error(line, "--%s takes a name and a folder, NAME=FOLDER, not '%s'", option->name,
                       text);
    lw_texts *packages = &((lw_scene_options *)into)->packages;
    const size_t length = strcspn(text, "=");
    lw_option_folder(line, option->name, text + length + 1);
    for (size_t i = 0; i < packages->count; i++)
        if (!strncmp(packages->items[i], text, length + 1))
            lw_usage_error(line, "--%s is given twice for the package \"%.*s\"", option->name,
                           (int)length, text);
    lw_texts_add(line, packages, text);
}

static void take_set(const lw_command_line *line, const lw_option *option, const char *text, void *into)
{
    lw_scene_options *options = into;
    lw_set_option set = {.joint = text};
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !lw_numbers_read(equals + 1, set.values, 7, &set.count))
        lw_usage_error(line, "--%s takes a joint and its value, JOINT=VALUE, not '%s'", option->name,
                       text);
    if (!LW_LIST_GROW(&options->sets))
        lw_usage_out_of_memory(line);
    options->sets.items[options->sets.count++] = set;
}

static const lw_option scene_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "The scene, added to SCENE or instead of it:"},
    {"robot", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED, .take = take_robot,
     .help = "A robot, from its URDF ('-': standard input); may be repeated. --srdf, --cover, --name "
             "and --base belong to the --robot before them"},
    {"srdf", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH, .take = take_srdf,
     .help = "The robot's SRDF: groups, named states, disabled pairs"},
    {"cover", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH, .take = take_cover,
     .help = "Balls that contain the robot's links, as leeway cover writes them, instead of those that "
             "would be made"},
    {"name", .argument = "NAME", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH, .take = take_name,
     .help = "The robot's name, instead of the URDF's"},
    {"base", .argument = "\"X Y Z R P Y\"", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = take_base,
     .help = "Where the robot's root link stands in the world: metres, then roll, pitch and yaw in "
             "radians"},
    {"scene", .argument = "FILE", .kind = LW_OPTION_FILE, .repeat = LW_REPEATED,
     LW_INTO(lw_scene_options, scenes),
     .help =
         "Obstacles and more, Leeway's JSON, or messages of MoveIt as they are printed (YAML, JSON, "
         "Python) or saved (.scene); may be repeated"},
    {"cloud", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED,
     .take = lw_sensor_take_cloud,
     .help =
         "An obstacle of points, in PCD, PLY, NPY or a PointCloud2 of ROS (YAML, JSON), in metres, "
         "which has the file's name; may be repeated. --point-radius and --cloud-pose belong to the "
         "--cloud before them"},
    {"point-radius", .argument = "METRES", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_sensor_take_radius,
     .help = "The radius of the balls about the cloud's points (default 0.005)"},
    {"cloud-pose", .argument = "\"X Y Z R P Y\"", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_sensor_take_cloud_pose,
     .help = "Where the cloud's frame is in the world, as for --base (default: it is the world's)"},
    {"octomap", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED,
     .take = lw_sensor_take_octomap,
     .help =
         "An obstacle of the cells of an OctoMap file (.bt, .ot) or an Octomap of ROS (YAML, JSON), "
         "which has the file's name; may be repeated. It needs --unknown. --octomap-pose belongs "
         "to the --octomap before it"},
    {"octomap-pose", .argument = "\"X Y Z R P Y\"", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_sensor_take_octomap_pose,
     .help = "Where the map's frame is in the world, as for --base (default: it is the world's)"},
    {"unknown", .argument = "free|obstacle", .kind = LW_OPTION_CHOICE,
     LW_INTO(lw_scene_options, unknown), LW_GIVEN(lw_scene_options, has_unknown),
     .first = LW_UNKNOWN_FREE,
     .help = "What space is that no cell of --octomap, or of an octomap in a message of MoveIt, stands "
             "for; there is no default"},
    {"occupancy-threshold", .argument = "SHARE", .kind = LW_OPTION_NUMBER,
     LW_INTO(lw_scene_options, occupancy), .bound = LW_ABOVE,
     .help = "The probability, below 1, from which on a cell of an .ot file or of a message is "
             "occupied (default 0.5, as in OctoMap)"},
    {"self-filter", .argument = "Q", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_sensor_take_filter,
     .help = "Leaves out the points of clouds that are on the robots at this configuration: values "
             "separated by commas, or the name of a state; ROBOT=Q with several robots, once for each"},
    {"self-filter-margin", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(lw_scene_options, self_filter_margin),
     .help = "How near to a robot, its padding included, a point is left out (default 0.01)"},
    {"heights", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED,
     .take = lw_take_heights,
     .help =
         "An obstacle that is a height field, an array in NPY or grey levels in PNG, from the world's "
         "origin along x (columns) and y (rows), which has the file's name; may be repeated. "
         "--heights-spacing, --heights-floor (both needed) and --heights-scale belong to the "
         "--heights before them"},
    {"heights-spacing", .argument = "METRES|X,Y", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_take_heights_spacing,
     .help = "How far apart neighbouring heights are, between columns (X) and between rows (Y)"},
    {"heights-scale", .argument = "METRES", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_take_heights_scale,
     .help = "How many metres a unit of the file's heights is (default 1; a PNG needs it)"},
    {"heights-floor", .argument = "METRES", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_take_heights_floor,
     .help = "The z down to which the height field is solid; no height may be below it"},
    {"depth-image", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED,
     .take = lw_take_image,
     .help =
         "An obstacle that is a depth image, an array of depths along the camera's z in NPY or grey "
         "levels in PNG, which has the file's name; 0, NaN and infinity: nothing was measured; may be "
         "repeated. --camera, --unseen (both needed) and --depth-scale belong to the --depth-image "
         "before them"},
    {"camera", .argument = "FILE", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_take_camera,
     .help =
         "The camera of the depth image, in JSON: fx, fy, cx, cy, near, far, error, relative_error, "
         "and its pose in the world (position, rpy or orientation), z forward, y down"},
    {"unseen", .argument = "obstacle|free", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_take_unseen,
     .help =
         "What the space is that the camera does not see: behind what it measured, where it measured "
         "nothing, before near, behind far and outside the picture. There is no default"},
    {"depth-scale", .argument = "METRES", .kind = LW_OPTION_OTHER, .repeat = LW_ONCE_EACH,
     .take = lw_take_depth_scale,
     .help = "How many metres a unit of the file's depths is (default 1; a PNG needs it)"},
    {"merge-images", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(lw_scene_options, merge_images),
     .help =
         "All depth images together as one obstacle, <depth images>, of cells of this edge: what one "
         "camera has seen empty is free, what none has seen is not. It needs --unseen obstacle. "
         "--self-filter then makes cells free too that are wholly on the robots"},
    {"package-path", .argument = "FOLDER", .kind = LW_OPTION_FOLDER, .repeat = LW_REPEATED,
     LW_INTO(lw_scene_options, package_paths),
     .help = "Where package:// names are looked for first; may be repeated"},
    {"package", .argument = "NAME=FOLDER", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED,
     .take = take_package,
     .help = "The folder of one package: package://NAME is looked for there alone; may be repeated"},
    {"inside", .argument = "FOLDER", .kind = LW_OPTION_FOLDER, LW_INTO(lw_scene_options, inside),
     .help = "Refuses meshes and other files that files name outside this folder, wherever links lead"},
    {"without-mesh", .argument = "LINK", .kind = LW_OPTION_TEXT, .repeat = LW_REPEATED,
     LW_INTO(lw_scene_options, without_mesh),
     .help =
         "Leaves the meshes of this link of a URDF out (ROBOT/LINK with several robots), which every "
         "verdict then says; may be repeated"},
    {"set", .argument = "JOINT=VALUE", .kind = LW_OPTION_OTHER, .repeat = LW_REPEATED, .take = take_set,
     .help = "Where a joint is that the motion does not move, radians or metres; a planar or floating "
             "joint takes its values separated by commas; may be repeated"},
    {.kind = LW_OPTION_HEADING, .help = "Instead of what the scene says:"},
    {"joint-limits", .argument = "FILE", .kind = LW_OPTION_FILE, .repeat = LW_REPEATED,
     LW_INTO(lw_scene_options, joint_limits),
     .help = "How far and how fast joints move, from MoveIt's joint_limits.yaml, instead of what the "
             "URDF says; may be repeated"},
    {"margin", .argument = "METRES", .kind = LW_OPTION_NUMBER, LW_INTO(lw_scene_options, margin),
     .help = "Closer than this, a robot and an obstacle or another robot are in contact (default 0)"},
    {"self-margin", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(lw_scene_options, self_margin),
     .help = "Closer than this, two links of one robot are in contact (default 0)"},
    {"link-padding", .argument = "METRES", .kind = LW_OPTION_NUMBER,
     LW_INTO(lw_scene_options, link_padding),
     .help = "Grows all links on all sides, against everything but their own robot (0 where only the "
             "scale is given)"},
    {"link-scale", .argument = "FACTOR", .kind = LW_OPTION_NUMBER,
     LW_INTO(lw_scene_options, link_scale), .bound = LW_ABOVE,
     .help = "Scales the shapes of all links, before the padding (1 where only the padding is given)"},
    {"mesh", .argument = "solid|surface", .kind = LW_OPTION_CHOICE,
     LW_INTO(lw_scene_options, mesh_mode), LW_GIVEN(lw_scene_options, has_mesh_mode),
     .first = LW_MESH_SOLID,
     .help = "What closed meshes are (default solid), once repaired; open ones are surfaces"},
    {"strict", .kind = LW_OPTION_FLAG, LW_INTO(lw_scene_options, strict),
     .help = "Every notice is an error"},
    {"strict-limits", .kind = LW_OPTION_FLAG, LW_INTO(lw_scene_options, strict_limits),
     .help = "A joint value outside its limits is an error, not a notice; of leeway check limits then "
             "count in the verdict"},
    {"allow-empty", .kind = LW_OPTION_FLAG, LW_INTO(lw_scene_options, allow_empty),
     .help = "A scene of which no pair is checked is no error, and free says nothing then"},
    {"explain", .kind = LW_OPTION_FLAG, LW_INTO(lw_scene_options, explain),
     .help =
         "Also says on standard error what was understood: robots, where their joints stand and who "
         "says so, obstacles, margins, pairs, files, and the first motions"},
    {0}};

static void read_operand(const lw_command_line *line, const char *text, void *into)
{
    lw_scene_options *options = into;
    if (!*text)
        lw_usage_error(line, "the scene's file name is empty");
    if (options->file)
        lw_usage_error(
            line, "one scene by position is enough ('%s' is a second one); add others with --scene",
            text);
    const char *ending = strrchr(text, '.');
    if (ending && !strcmp(ending, ".urdf"))
        lw_usage_error(line, "'%s' is a robot, not a scene: --robot %s", text, text);
    options->file = text;
}

static void finish(const lw_command_line *line, void *into)
{
    const lw_scene_options *options = into;
    if (!options->may_lack && !options->file && !options->scenes.count && !options->robots.count)
        lw_usage_error(line, "a scene is missing: give a file, or --robot FILE");
    lw_sensor_finish(line, options);
    lw_check_heights(line, options);
}

const lw_option_group lw_scene_group = {scene_options, read_operand, finish};

/* Whether the scene given by position is MoveIt's. Such a scene applies to the robots loaded before it,
 * so it is loaded after those of the flags. A scene of Leeway begins with a brace. */
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
    if (!status && options->has_unknown)
        status = lw_scene_set_unknown(scene, options->unknown, error);
    if (!status && options->occupancy >= 0)
        status = lw_scene_set_occupancy_threshold(scene, options->occupancy, error);
    for (size_t i = 0; i < options->package_paths.count && !status; i++)
        status = lw_scene_add_package_path(scene, options->package_paths.items[i], error);
    for (size_t i = 0; i < options->packages.count && !status; i++)
        status = add_package(scene, options->packages.items[i], error);
    for (size_t i = 0; i < options->without_mesh.count && !status; i++)
        status = lw_scene_leave_out_mesh(scene, options->without_mesh.items[i], error);
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

/* The joint of --set; negative: none, or ambiguous. part: for JOINT/PART=VALUE, where PART is one of
 * several values of the joint, the text behind the slash; else "=VALUE". */
static lw_status find_set(const lw_scene *scene, const lw_set_option *set, int64_t *out,
                          const char **part, lw_error *error)
{
    char *name = malloc(strlen(set->joint) + 1);
    const char *robot;
    const char *joint;
    if (!name)
        return lw_fail_memory(error);
    split_set(scene, set, name, &robot, &joint);
    *part = strchr(set->joint, '=');
    *out = lw_scene_find_joint(scene, robot, joint);
    char *slash = *out < 0 ? strrchr(joint, '/') : NULL;
    if (slash) {
        *part -= strlen(slash + 1);
        *slash = '\0';
        *out = lw_scene_find_joint(scene, robot, joint);
    }
    free(name);
    return LW_OK;
}

bool lw_scene_options_set(const lw_scene_options *options, const lw_scene *scene, size_t joint)
{
    for (size_t i = 0; i < options->sets.count; i++) {
        int64_t set = -1;
        const char *part;
        if (!find_set(scene, &options->sets.items[i], &set, &part, NULL) && set == (int64_t)joint)
            return true;
    }
    return false;
}

/* Whether two parts of one joint share a value: they are equal, or one is the whole joint. */
static bool overlap(const char *one, const char *other)
{
    const size_t length = strcspn(one, "=");
    return !length || *other == '=' || (strcspn(other, "=") == length && !strncmp(one, other, length));
}

/* Checks that no joint of the frozen scene is set twice. */
static lw_status check_set(const lw_scene_options *options, const lw_scene *scene, size_t index,
                           lw_error *error)
{
    int64_t joint = -1;
    const char *part;
    const lw_set_option *sets = options->sets.items;
    lw_status status = find_set(scene, &sets[index], &joint, &part, error);
    for (size_t i = 0; i < index && joint >= 0 && !status; i++) {
        int64_t other = -1;
        const char *other_part;
        status = find_set(scene, &sets[i], &other, &other_part, error);
        if (!status && other == joint && overlap(part, other_part))
            status =
                lw_fail(error, LW_ERROR_ARGUMENT, "--set gives one joint two values: '%s' and '%s'",
                        sets[i].joint, sets[index].joint);
    }
    return status;
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

static lw_status set_joints(const lw_scene_options *options, lw_scene *scene, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < options->sets.count && !status; i++)
        status = set_joint(scene, &options->sets.items[i], error);
    return status;
}

static lw_status load_files(const lw_scene_options *options, lw_scene *scene, lw_error *error)
{
    bool wait = options->file && options->robots.count && needs_robots_first(options->file);
    lw_status status = LW_OK;
    if (options->file && !wait)
        status = lw_scene_load(scene, options->file, error);
    if (!status)
        status = load_robots(options, scene, error);
    /* objects in frames of links are placed where these joints put them */
    if (!status)
        status = set_joints(options, scene, error);
    if (!status && wait)
        status = lw_scene_load(scene, options->file, error);
    for (size_t i = 0; i < options->scenes.count && !status; i++)
        status = lw_scene_load(scene, options->scenes.items[i], error);
    if (!status)
        status = lw_sensor_load(options, scene, error);
    if (!status)
        status = lw_load_heights(options, scene, error);
    for (size_t i = 0; i < options->joint_limits.count && !status; i++)
        status = lw_scene_load_joint_limits(scene, options->joint_limits.items[i], error);
    return status;
}

lw_status lw_scene_options_check_sets(const lw_scene_options *options, const lw_scene *scene,
                                      lw_motion *motion, lw_error *error)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < options->sets.count && !status; i++) {
        const lw_set_option *set = &options->sets.items[i];
        int64_t index = -1;
        const char *part;
        status = find_set(scene, set, &index, &part, error);
        if (!status && index >= 0 && lw_motion_moves(motion, (size_t)index) &&
            !lw_motion_approaches(motion, (size_t)index)) {
            lw_error notice;
            lw_fail(&notice, LW_ERROR_NOTICE,
                    "--set %.*s has no effect where the motion moves the joint",
                    (int)strcspn(set->joint, "="), set->joint);
            status = lw_motion_add_notice(motion, notice.message, error);
        }
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
    /* again: now the robots of later files exist too */
    return status ? status : set_joints(options, scene, error);
}

/* Reports the links without their meshes, whatever the command does. */
static void say_left_out(const lw_scene *scene, lw_report *report)
{
    lw_motion *motion = NULL;
    char sentence[600];
    if (lw_motion_create(scene, &motion, NULL))
        return;
    for (size_t i = 0; i < lw_motion_notice_count(motion); i++) {
        lw_motion_notice(motion, i, sentence, sizeof sentence);
        lw_report_notice(report, NULL, 0, sentence);
    }
    lw_motion_destroy(motion);
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
    for (size_t i = 1; i < options->sets.count && !status; i++)
        status = check_set(options, scene, i, error);
    if (!status && options->self_filter.count)
        status = lw_sensor_filter(options, report, &scene, error);
    if (!status && options->needs_pairs && !options->allow_empty)
        status = lw_empty_scene_refuse(scene, error);
    if (!status && options->explain)
        status = lw_explain_scene(options, scene, report, error);
    if (!status)
        say_left_out(scene, report);
    if (status) {
        lw_scene_destroy(scene);
        return status;
    }
    *out = scene;
    return LW_OK;
}
