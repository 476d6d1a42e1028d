/* leeway distance: the distances of bodies at one configuration. */
#include "command/command.h"
#include "option/file_options.h"
#include "option/joined_motion.h"
#include "option/motion_options.h"
#include "option/scene_options.h"
#include "text/fail.h"
#include "text/json_text.h"
#include "text/length_text.h"
#include "text/list.h"
#include "text/numbers.h"
#include "text/output.h"
#include "text/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char documentation[] =
    "How far apart are the robot and its surroundings, and the links of one robot, at one "
    "configuration? Without --at the robots stand where the scene puts them.";

static const char examples[] =
    "Examples:\n"
    "  leeway distance cell.json\n"
    "  leeway distance cell.json --at 0,-0.785,0,-2.356,0,1.571,0.785\n"
    "  leeway distance cell.json --at ready --pairs\n"
    "  leeway distance cell.json --at left=ready --at right=home --json\n"
    "  leeway distance cell.json --at joint_states.yaml\n"
    "  leeway distance workcell.json --pairs --algorithm barycode\n"
    "\n"
    "Distances are those of the padded bodies; the margin is not taken off. Each is known as a "
    "bracket, whose "
    "lower end is proven. Where bodies overlap the distance is minus the depth, the length of the "
    "shortest translation that parts them.\n"
    "\n"
    "Exit status, the first that applies:\n"
    "  2  wrong usage or input\n"
    "  1  some pair is within its margin\n"
    "  3  some pair is too close to its margin to tell\n"
    "  0  all pairs are farther apart\n";

typedef struct distance_arguments {
    lw_scene_options scene;
    lw_texts at;
    const char *group, *out;
    const char *algorithm; /* NULL: not given */
    lw_planar_algorithm by;
    bool pairs, gradient, json;
} distance_arguments;

static const lw_option distance_options[] = {
    {.kind = LW_OPTION_HEADING, .help = "What is asked:"},
    {"at", .argument = "Q", .kind = LW_OPTION_TEXT, .repeat = LW_ONCE_EACH,
     LW_INTO(distance_arguments, at),
     .help = "The configuration: values separated by commas, the name of a state, or a file of ROS's "
             "JointState or MoveIt's RobotState; ROBOT=Q with several robots, once for each"},
    {"group", .argument = "NAME", .kind = LW_OPTION_TEXT, LW_INTO(distance_arguments, group),
     .help = "The group whose joints the values are for (default the SRDF's only one, else the movable "
             "joints in the URDF's order)"},
    {"pairs", .kind = LW_OPTION_FLAG, LW_INTO(distance_arguments, pairs),
     .help = "Each pair that is checked, the nearest first"},
    {"gradient", .kind = LW_OPTION_FLAG, LW_INTO(distance_arguments, gradient),
     .help =
         "Also how fast each distance grows with the value of each joint that changes it, metres per "
         "radian or metre"},
    {"algorithm", .argument = "NAME", .kind = LW_OPTION_TEXT, LW_INTO(distance_arguments, algorithm),
     .help = "In the plane, how the distance of two convex parts is found: barycode, barycode-climb, "
             "barycode-general, barycode-general-climb, barycode-octant, walk, lin-canny, axes, edges "
             "or auto (default: as in space)"},
    {"json", .kind = LW_OPTION_FLAG, LW_INTO(distance_arguments, json),
     .help = "One line of JSON a pair"},
    {"out", 'o', .argument = "FILE", .kind = LW_OPTION_FILE, LW_INTO(distance_arguments, out),
     .help = "Into a file (default '-': standard output)"},
    {0}};

static void read_algorithm(const lw_command_line *line, distance_arguments *arguments)
{
    const char *names[LW_PLANAR_EDGES + 1];
    size_t count = 0;
    if (!arguments->algorithm || lw_planar_algorithm_from_name(arguments->algorithm, &arguments->by))
        return;
    for (; count < sizeof names / sizeof *names; count++)
        names[count] = lw_planar_algorithm_name((lw_planar_algorithm)count);
    lw_usage_error(line, "there is no planar algorithm \"%s\"%s", arguments->algorithm,
                   lw_suggest(arguments->algorithm, names, count).text);
}

static void finish(const lw_command_line *line, void *into)
{
    distance_arguments *arguments = into;
    read_algorithm(line, arguments);
    lw_check_robots(line, "at", &arguments->at);
    lw_check_written(line, "out", arguments->out, LW_WRITTEN_TEXT);
}

typedef struct pair_distance {
    size_t index;
    lw_pair_info pair;
    lw_distance distance;
    /* derivatives of the distance by the values of all movable joints, one robot after the other; NULL:
     * not asked */
    double *gradient;
} pair_distance;

/* The name of the file that a configuration is; NULL: it is a list of numbers or the name of a
 * state. */
static const char *file_of(const lw_scene *scene, const lw_motion_defaults *defaults, const char *text)
{
    lw_robot_file file = {.path = text};
    bool is_robot = false;
    double unused[1];
    size_t count;
    if (lw_robot_file_read(scene, text, &file, &is_robot, NULL) || access(file.path, R_OK) ||
        lw_numbers_read(file.path, unused, 1, &count))
        return NULL;
    const char *robot = is_robot ? lw_scene_robot_name(scene, file.robot) : defaults->robot;
    const lw_joints *joints = lw_scene_joints(scene, robot, defaults->group, NULL);
    double *values = calloc(joints ? lw_joints_value_count(joints) + 1 : 1, sizeof *values);
    const bool is_state = joints && values && !lw_scene_state(scene, joints, file.path, values, NULL);
    free(values);
    return is_state ? NULL : file.path;
}

/* Sets a motion to the state that a file holds. */
static lw_status read_state(const lw_scene *scene, const lw_motion_defaults *defaults, const char *path,
                            lw_motion *motion, lw_error *error)
{
    lw_motion_reader *reader = NULL;
    const char *id;
    bool more = false;
    lw_status status =
        lw_motion_reader_open(scene, path, LW_MOTION_FORMAT_PATH, defaults, &reader, error);
    if (!status)
        status = lw_motion_reader_next(reader, motion, &id, &more, error);
    lw_motion_reader_close(reader);
    return status;
}

/* Whether no joint moves. */
static bool stands_still(const lw_scene *scene, const lw_motion *motion)
{
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    bool still = !lw_motion_in_seconds(motion) && lw_motion_piece_count(motion) <= 1;
    for (size_t i = 0; i < lw_scene_joint_count(scene) && still; i++) {
        double values[2][7] = {{0}, {0}};
        still = !lw_motion_joint_values(motion, i, begin, values[0], NULL) &&
                !lw_motion_joint_values(motion, i, end, values[1], NULL);
        for (int k = 0; k < 7; k++)
            still = still && values[0][k] == values[1][k];
    }
    return still;
}

/* Sets a motion to the states of files: one, or one for each robot. */
static lw_status set_files(const distance_arguments *arguments, const lw_scene *scene,
                           const lw_motion_defaults *defaults, lw_report *report, lw_motion *motion,
                           lw_error *error)
{
    const size_t count = arguments->at.count;
    lw_robot_file *files = calloc(count, sizeof *files);
    bool is_robot = false;
    lw_status status = files ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        status = lw_robot_file_read(scene, arguments->at.items[i], &files[i], &is_robot, error);
        if (!status && !file_of(scene, defaults, arguments->at.items[i]))
            status = lw_fail(error, LW_ERROR_ARGUMENT,
                             "--at: '%s' is no file; give all configurations as files, or none",
                             arguments->at.items[i]);
    }
    const lw_joined_motion joined = {scene, report, defaults, files, count};
    if (!status)
        status = is_robot ? lw_joined_motion_read(&joined, motion, error)
                          : read_state(scene, defaults, arguments->at.items[0], motion, error);
    if (!status && !stands_still(scene, motion))
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "--at takes a state, and '%s' holds a motion, which leeway check judges",
                         arguments->at.items[0]);
    free(files);
    return status;
}

/* sets a motion that stands still at the configuration */
static lw_status set_configuration(const distance_arguments *arguments, const lw_scene *scene,
                                   lw_report *report, lw_motion *motion, lw_error *error)
{
    if (!arguments->at.count)
        return LW_OK;
    char robot[256];
    lw_motion_defaults defaults = lw_group_defaults(scene, arguments->group, robot, sizeof robot);
    if (file_of(scene, &defaults, arguments->at.items[0]))
        return set_files(arguments, scene, &defaults, report, motion, error);
    return lw_typed_motion(scene, &defaults, "--at", arguments->at.items, NULL, arguments->at.count,
                           motion, error);
}

static int compare_pairs(const void *a, const void *b)
{
    const pair_distance *x = a;
    const pair_distance *y = b;
    if (x->distance.upper != y->distance.upper)
        return x->distance.upper < y->distance.upper ? -1 : 1;
    if (x->distance.depth != y->distance.depth)
        return x->distance.depth > y->distance.depth ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* How many values the movable joints of the first `robots` robots have. */
static size_t count_values(const lw_scene *scene, size_t robots)
{
    size_t count = 0;
    for (size_t i = 0; i < robots; i++)
        count += lw_joints_value_count(lw_scene_movable_joints(scene, i));
    return count;
}

/* The index of the nearest one of the sorted pairs, inside robots or not; count: none. */
static size_t find_nearest(const pair_distance *pairs, size_t count, bool self)
{
    size_t i = 0;
    while (i < count && pairs[i].pair.self != self)
        i++;
    return i;
}

static lw_status find_gradient(const lw_scene *scene, lw_checker *checker, const lw_motion *motion,
                               pair_distance *found, lw_error *error)
{
    const size_t robots = lw_scene_robot_count(scene);
    lw_status status = LW_OK;
    found->gradient = calloc(count_values(scene, robots) + 1, sizeof *found->gradient);
    if (!found->gradient)
        return lw_fail_memory(error);
    for (size_t i = 0; i < robots && !status; i++)
        status = lw_pair_gradient(checker, motion, 0, found->index, &found->distance,
                                  lw_scene_movable_joints(scene, i),
                                  found->gradient + count_values(scene, i), error);
    return status;
}

/* queries all pairs and sorts them, the nearest first */
static lw_status measure(const distance_arguments *arguments, const lw_scene *scene, lw_report *report,
                         pair_distance *pairs, lw_error *error)
{
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_status status = lw_report_motion(report, scene, &motion, error);
    if (!status)
        status = set_configuration(arguments, scene, report, motion, error);
    if (!status)
        status = lw_scene_options_check_sets(&arguments->scene, scene, motion, error);
    if (!status)
        status = lw_checker_create(scene, &checker, error);
    size_t count = lw_scene_pair_count(scene);
    for (size_t i = 0; i < count && !status; i++) {
        pairs[i].index = i;
        pairs[i].pair = lw_default_pair_info();
        status = lw_scene_pair_info(scene, i, &pairs[i].pair, error);
        if (!status)
            status = arguments->algorithm
                         ? lw_pair_distance_by(checker, motion, 0, i, arguments->by, &pairs[i].distance,
                                               error)
                         : lw_pair_distance(checker, motion, 0, i, &pairs[i].distance, error);
    }
    if (!status)
        qsort(pairs, count, sizeof *pairs, compare_pairs);
    const size_t printed[2] = {find_nearest(pairs, count, false), find_nearest(pairs, count, true)};
    for (size_t i = 0; arguments->gradient && i < count && !status; i++)
        if (arguments->pairs || i == printed[0] || i == printed[1])
            status = find_gradient(scene, checker, motion, &pairs[i], error);
    lw_checker_destroy(checker);
    lw_motion_destroy(motion);
    return status;
}

/* Prints a joint that changes the distance, with its `count` values. */
typedef void gradient_printer(FILE *file, const char *robot, const char *joint, const double *values,
                              size_t count, bool first);

/* Prints all joints that change the distance; returns whether there are any. */
static bool print_gradient(FILE *file, const lw_scene *scene, const double *gradient,
                           gradient_printer *print)
{
    bool first = true;
    for (size_t r = 0; r < lw_scene_robot_count(scene); r++) {
        const lw_joints *joints = lw_scene_movable_joints(scene, r);
        const char *robot = lw_scene_robot_count(scene) > 1 ? lw_scene_robot_name(scene, r) : NULL;
        for (size_t i = 0; i < lw_joints_count(joints); i++) {
            lw_joint_info info = lw_default_joint_info();
            const char *name = lw_joints_name(joints, i);
            const int64_t joint = lw_scene_find_joint(scene, lw_scene_robot_name(scene, r), name);
            if (joint < 0 || lw_scene_joint_info(scene, (size_t)joint, &info, NULL))
                continue;
            bool any = false;
            for (size_t k = 0; k < info.value_count; k++)
                any = any || gradient[k] != 0;
            if (any)
                print(file, robot, name, gradient, info.value_count, first);
            first = first && !any;
            gradient += info.value_count;
        }
    }
    return !first;
}

static void print_joint_json(FILE *file, const char *robot, const char *joint, const double *values,
                             size_t count, bool first)
{
    char name[512];
    snprintf(name, sizeof name, "%s%s%s", robot ? robot : "", robot ? "/" : "", joint);
    fputs(first ? "" : ", ", file);
    lw_print_string(file, name);
    fputs(count == 1 ? ": " : ": [", file);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", file);
        lw_print_number(file, values[i]);
    }
    fputs(count == 1 ? "" : "]", file);
}

static void print_joint_text(FILE *file, const char *robot, const char *joint, const double *values,
                             size_t count, bool first)
{
    lw_print(file, "%s%s%s%s", first ? "    gradient: " : ", ", robot ? robot : "", robot ? "/" : "",
             joint);
    for (size_t i = 0; i < count; i++)
        lw_print(file, " %.6g", values[i]);
}

static void print_json(FILE *file, const lw_scene *scene, const pair_distance *found)
{
    const lw_pair_info *pair = &found->pair;
    const lw_distance *distance = &found->distance;
    fputs("{\"pair\": [", file);
    lw_print_string(file, lw_scene_body_name(scene, pair->bodies[0]));
    fputs(", ", file);
    lw_print_string(file, lw_scene_body_name(scene, pair->bodies[1]));
    lw_print(file, "], \"self\": %s, \"margin\": ", pair->self ? "true" : "false");
    lw_print_number(file, pair->margin);
    fputs(", \"distance\": [", file);
    lw_print_number(file, distance->lower);
    fputs(", ", file);
    lw_print_number(file, distance->upper);
    fputs("], \"points\": [", file);
    lw_print_vector(file, distance->points[0]);
    fputs(", ", file);
    lw_print_vector(file, distance->points[1]);
    fputs("], \"normal\": ", file);
    lw_print_vector(file, distance->normal);
    fputs(", \"depth\": ", file);
    lw_print_number(file, distance->depth);
    if (found->gradient) {
        fputs(", \"gradient\": {", file);
        print_gradient(file, scene, found->gradient, print_joint_json);
        fputc('}', file);
    }
    fputs("}\n", file);
}

static bool within_margin(const pair_distance *found)
{
    return found->distance.upper <= found->pair.margin;
}

static void print_text(const lw_output *output, const lw_scene *scene, const pair_distance *found)
{
    const lw_pair_info *pair = &found->pair;
    const lw_distance *distance = &found->distance;
    FILE *file = output->file;
    char text[64];
    bool touching = !(distance->upper > 0);
    if (touching)
        lw_depth_text(-distance->upper, distance->depth, text, sizeof text);
    else
        lw_length_text(distance->upper, text, sizeof text);
    lw_print(file, "%s and %s: ", lw_scene_body_name(scene, pair->bodies[0]),
             lw_scene_body_name(scene, pair->bodies[1]));
    if (touching) {
        fputs(output->color ? "\033[31mcontact\033[0m" : "contact", file);
        lw_print(file, ", %s deep", text);
    } else {
        lw_print(file, "%s%s", text, within_margin(found) ? ", within the margin" : "");
    }
    lw_print(file, ", (%.4f, %.4f, %.4f) to (%.4f, %.4f, %.4f) m\n", distance->points[0].x,
             distance->points[0].y, distance->points[0].z, distance->points[1].x, distance->points[1].y,
             distance->points[1].z);
    if (found->gradient) {
        const bool any = print_gradient(file, scene, found->gradient, print_joint_text);
        fputs(any ? " (metres per radian or metre)\n" : "    gradient: zero\n", file);
    }
}

static void print_pair(const distance_arguments *arguments, const lw_output *output,
                       const lw_scene *scene, const pair_distance *found)
{
    if (arguments->json)
        print_json(output->file, scene, found);
    else
        print_text(output, scene, found);
}

/* prints the nearest pair inside robots, or between a robot and something else */
static void print_nearest(const distance_arguments *arguments, const lw_output *output,
                          const lw_scene *scene, const pair_distance *pairs, bool self)
{
    const size_t count = lw_scene_pair_count(scene);
    const size_t i = find_nearest(pairs, count, self);
    if (!arguments->json)
        fputs(self ? "inside the robot: " : "to others: ", output->file);
    if (i < count)
        print_pair(arguments, output, scene, &pairs[i]);
    else if (!arguments->json)
        fputs("no pair is checked\n", output->file);
}

static int judge(const lw_scene *scene, const pair_distance *pairs)
{
    int status = LW_EXIT_FREE;
    for (size_t i = 0; i < lw_scene_pair_count(scene); i++) {
        if (within_margin(&pairs[i]))
            return LW_EXIT_CONTACT;
        if (pairs[i].distance.lower <= pairs[i].pair.margin)
            status = LW_EXIT_UNDECIDED;
    }
    return status;
}

/* Adds the files among the configurations to the inputs. */
static lw_status add_inputs(const distance_arguments *arguments, const lw_scene *scene,
                            lw_inputs *inputs, lw_error *error)
{
    lw_status status = lw_inputs_add_scene(inputs, scene, error);
    for (size_t i = 0; i < arguments->at.count && !status; i++) {
        lw_robot_file file = {.path = arguments->at.items[i]};
        bool is_robot = false;
        if (!lw_robot_file_read(scene, file.path, &file, &is_robot, NULL) && !access(file.path, R_OK))
            status = lw_inputs_add(inputs, file.path, error);
    }
    return status;
}

static lw_status answer(const distance_arguments *arguments, lw_report *report, int *exit_status,
                        lw_error *error)
{
    lw_scene *scene = NULL;
    lw_inputs inputs = {0};
    lw_output output = lw_output_to(arguments->out, LW_OUTPUT_DOCUMENT, &inputs);
    pair_distance *pairs = NULL;
    lw_status status = lw_scene_options_load(&arguments->scene, report, &scene, error);
    if (status)
        return status;
    size_t count = lw_scene_pair_count(scene);
    pairs = calloc(count + 1, sizeof *pairs);
    status = pairs ? measure(arguments, scene, report, pairs, error) : lw_fail_memory(error);
    if (!status)
        status = add_inputs(arguments, scene, &inputs, error);
    if (!status)
        status = lw_output_begin(&output, error);
    if (!status) {
        for (size_t i = 0; i < count && arguments->pairs; i++)
            print_pair(arguments, &output, scene, &pairs[i]);
        if (!arguments->pairs) {
            print_nearest(arguments, &output, scene, pairs, false);
            print_nearest(arguments, &output, scene, pairs, true);
        }
        *exit_status = judge(scene, pairs);
        status = lw_output_close(&output, error);
    }
    for (size_t i = 0; pairs && i < count; i++)
        free(pairs[i].gradient);
    free(pairs);
    lw_inputs_free(&inputs);
    lw_scene_destroy(scene);
    return status;
}

static int run(int argc, char **argv)
{
    distance_arguments arguments = {.scene = lw_default_scene_options()};
    lw_command_line_read(&lw_distance_command, argc, argv, &arguments);
    lw_report report = lw_report_begin();
    lw_error error = {0};
    int exit_status = LW_EXIT_INPUT;
    if (answer(&arguments, &report, &exit_status, &error)) {
        lw_report_error(&report, &error);
        exit_status = LW_EXIT_INPUT;
    }
    lw_report_end(&report);
    lw_scene_options_free(&arguments.scene);
    free(arguments.at.items);
    return exit_status;
}

static const lw_option_group distance_group = {distance_options, NULL, NULL};

const lw_command lw_distance_command = {
    .name = "distance",
    .operands = "[SCENE]",
    .documentation = documentation,
    .examples = examples,
    .groups = {{&lw_scene_group, offsetof(distance_arguments, scene)}, {&distance_group, 0}},
    .finish = finish,
    .run = run};
