/* Problems from the data, and from the project's scenes/. */
#include "common/problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/random.h"
#include "io/text/json.h"
#include "scene/frozen.h"

enum { PATH = 512 };

static const struct {
    const char *robot, *group;
} robots[] = {{"panda", "panda_arm"}, {"ur5", "manipulator"}};

const char *bench_data(void)
{
    const char *folder = getenv("LEEWAY_DATA");
    struct stat status;
    return folder && !stat(folder, &status) && S_ISDIR(status.st_mode) ? folder : NULL;
}

static bool complain(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s\n", name, what);
    return false;
}

/* ---- motions of the data ------------------------------------------------------------------- */

/* passes each line of a file as a JSON value to a function, until it returns false */
static bool each_line(const char *path, bool (*take)(void *context, const lw_value *line),
                      void *context)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return complain("cannot be read", path);
    bool good = true;
    char *text = NULL;
    size_t size = 0;
    while (good && getline(&text, &size, file) > 0) {
        lw_document document = {.file = path};
        lw_value *line = NULL;
        good = lw_json_parse(&document, text, strlen(text), 1, &line)
                   ? complain("has a line that is no JSON", path)
                   : take(context, line);
        lw_document_free(&document);
    }
    free(text);
    fclose(file);
    return good;
}

static bool read_values(const lw_value *list, double *values, size_t count)
{
    if (lw_value_item_count(list) != count)
        return false;
    for (size_t i = 0; i < count; i++)
        values[i] = lw_value_as_number(lw_value_item(list, i));
    return true;
}

static bench_motion *append_motion(bench_problem *problem)
{
    size_t size = (problem->motion_count + 1) * sizeof *problem->motions;
    bench_motion *grown = realloc(problem->motions, size);
    if (!grown)
        return NULL;
    problem->motions = grown;
    bench_motion *motion = &grown[problem->motion_count++];
    *motion = (bench_motion){0};
    return motion;
}

/* the problem of a name: the last one, or a new one */
static bench_problem *problem_named(bench_set *set, const char *name)
{
    if (set->count && !strcmp(set->problems[set->count - 1].name, name))
        return &set->problems[set->count - 1];
    bench_problem *grown = realloc(set->problems, (set->count + 1) * sizeof *set->problems);
    if (!grown)
        return NULL;
    set->problems = grown;
    bench_problem *problem = &grown[set->count++];
    *problem = (bench_problem){0};
    snprintf(problem->name, sizeof problem->name, "%s", name);
    return problem;
}

static bool take_truth(void *context, const lw_value *line)
{
    bench_set *set = context;
    const char *name = lw_value_as_text(lw_value_find(line, "problem"));
    const char *verdict = lw_value_as_text(lw_value_find(line, "verdict"));
    if (!name || !verdict)
        return complain("a line without a problem or a verdict", "truth");
    bench_problem *problem = problem_named(set, name);
    bench_motion *motion = problem ? append_motion(problem) : NULL;
    if (!motion)
        return complain("memory ran out", name);
    motion->id = (int64_t)lw_value_as_number(lw_value_find(line, "id"));
    motion->known = true;
    motion->contact = !strcmp(verdict, "contact");
    motion->grazing = lw_value_is_true(lw_value_find(line, "grazing"));
    motion->has_clearance = read_values(lw_value_find(line, "clearance"), motion->clearance, 2);
    return read_values(lw_value_find(line, "time"), motion->time, 2) ||
           complain("a truth without two times", name);
}

typedef struct motion_search {
    const bench_set *set;
    bench_problem *problem;
    bench_choice choice;
    size_t found;
} motion_search;

static bool take_motion(void *context, const lw_value *line)
{
    motion_search *search = context;
    bench_problem *problem = search->problem;
    int64_t id = (int64_t)lw_value_as_number(lw_value_find(line, "id"));
    bench_motion *motion = NULL;
    for (size_t i = 0; i < problem->motion_count && !motion; i++)
        if (problem->motions[i].id == id)
            motion = &problem->motions[i];
    if (!motion && search->choice == BENCH_WITH_TRUTH)
        return true;
    if (!motion && !(motion = append_motion(problem)))
        return complain("memory ran out", problem->name);
    motion->id = id;
    search->found++;
    size_t count = search->set->value_count;
    return (read_values(lw_value_find(line, "from"), motion->from, count) &&
            read_values(lw_value_find(line, "to"), motion->to, count)) ||
           complain("a motion with a wrong number of joint values", problem->name);
}

/* reads the ends of a problem's motions from its file; if all motions are wanted, it adds those without
 * a truth */
static bool read_motions(const bench_set *set, bench_choice choice, bench_problem *problem)
{
    char file[sizeof problem->name];
    snprintf(file, sizeof file, "%s", problem->name);
    char *slash = strchr(file, '/');
    if (slash)
        *slash = '_';
    char path[PATH];
    snprintf(path, sizeof path, "%s/motions/%s/%s.jsonl", bench_data(), set->robot, file);
    size_t wanted = problem->motion_count;
    motion_search search = {set, problem, choice, 0};
    return each_line(path, take_motion, &search) &&
           (search.found >= wanted || complain("lacks motions that the truth names", path));
}

/* keeps every stride-th problem */
static void thin_out(bench_set *set, size_t stride)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (i % stride == 0)
            set->problems[kept++] = set->problems[i];
        else
            free(set->problems[i].motions);
    }
    set->count = kept;
}

static bool load_data(bench_choice choice, size_t stride, bench_set *set)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/truth/%s_mesh.jsonl", bench_data(), set->robot);
    if (!each_line(path, take_truth, set))
        return false;
    thin_out(set, stride);
    for (size_t i = 0; i < set->count; i++)
        if (!read_motions(set, choice, &set->problems[i]))
            return false;
    return true;
}

/* ---- scenes -------------------------------------------------------------------------------- */

static lw_status build_scene(const bench_set *set, const bench_problem *problem, lw_scene *scene,
                             lw_error *error)
{
    char urdf[PATH] = BENCH_SCENES "/cell.json";
    if (!strcmp(set->robot, "arm")) {
        lw_status status = lw_scene_load(scene, urdf, error);
        /* FCL has no margins */
        if (!status)
            status = lw_scene_set_margin(scene, 0, error);
        return status ? status : lw_scene_freeze(scene, error);
    }
    char srdf[PATH];
    char world[PATH];
    char number[8] = "";
    char folder[sizeof problem->name] = "";
    sscanf(problem->name, "%63[^/]/%7s", folder, number);
    snprintf(urdf, sizeof urdf, "%s/robots/%s/%s%s.urdf", bench_data(), set->robot, set->robot,
             set->spheres ? "_spherized" : "");
    snprintf(srdf, sizeof srdf, "%s/robots/%s/%s.srdf", bench_data(), set->robot, set->robot);
    snprintf(world, sizeof world, "%s/mbm/%s/%s/scene%s.yaml", bench_data(), set->robot, folder,
             number);
    lw_status status = lw_scene_set_mesh_mode(scene, LW_MESH_SURFACE, error);
    if (!status)
        status = lw_scene_load_robot(scene, urdf, srdf, NULL, NULL, error);
    if (!status)
        status = lw_scene_load(scene, world, error);
    /* spheres of these links overlap in every configuration */
    if (!status && set->spheres && !strcmp(set->robot, "ur5"))
        status = lw_scene_allow_pair(scene, "wrist_2_link", "fts_robotside", true, error);
    return status ? status : lw_scene_freeze(scene, error);
}

void bench_take_spheres(bench_set *set)
{
    set->spheres = true;
    for (size_t i = 0; i < set->count; i++)
        for (size_t k = 0; k < set->problems[i].motion_count; k++)
            set->problems[i].motions[k].known = false;
}

lw_scene *bench_open_scene(const bench_set *set, const bench_problem *problem)
{
    lw_error error = {0};
    lw_scene *scene = NULL;
    lw_status status = lw_scene_create(&scene, &error);
    if (!status)
        status = build_scene(set, problem, scene, &error);
    if (!status)
        return scene;
    fprintf(stderr, "%s %s: %s:%d: %s\n", set->robot, problem->name, error.file, error.line,
            error.message);
    lw_scene_destroy(scene);
    return NULL;
}

/* ---- motions of our own arm ---------------------------------------------------------------- */

/* a motion from anywhere within the limits. A length between 0.2 and 1.2, as in motions that planners
 * check, is the most by which a joint value changes. */
static void random_motion(const lw_joints *joints, lw_random *random, bench_motion *motion)
{
    double length = lw_random_between(random, 0.2, 1.2);
    for (size_t i = 0; i < joints->count; i++) {
        const lw_frozen_joint *joint = &joints->chains->joints[joints->joints[i]];
        double lower = fmax(joint->lower, -3);
        double upper = fmin(joint->upper, 3);
        motion->from[i] = lw_random_between(random, lower, upper);
        double to = motion->from[i] + lw_random_between(random, -length, length);
        motion->to[i] = fmin(fmax(to, lower), upper);
    }
}

static bool make_motions(bench_set *set)
{
    enum { MOTIONS = 300, SEED = 1 };
    bench_problem *problem = problem_named(set, "cell");
    lw_scene *scene = problem ? bench_open_scene(set, problem) : NULL;
    if (!scene)
        return false;
    lw_error error = {0};
    const lw_joints *joints = lw_scene_joints(scene, NULL, set->group, &error);
    lw_random random = {SEED};
    bool good = joints && joints->value_count <= BENCH_VALUES && joints->value_count == joints->count;
    if (good)
        set->value_count = joints->value_count;
    for (size_t i = 0; good && i < MOTIONS; i++) {
        bench_motion *motion = append_motion(problem);
        good = motion != NULL;
        if (motion) {
            motion->id = (int64_t)i;
            random_motion(joints, &random, motion);
        }
    }
    lw_scene_destroy(scene);
    return good || complain("its motions cannot be made", set->robot);
}

/* ---- both ---------------------------------------------------------------------------------- */

bool bench_load(const char *robot, bench_choice choice, size_t stride, bench_set *out)
{
    *out = (bench_set){0};
    snprintf(out->robot, sizeof out->robot, "%s", robot);
    bool good;
    if (!strcmp(robot, "arm")) {
        good = make_motions(out);
    } else {
        for (size_t i = 0; i < sizeof robots / sizeof *robots; i++)
            if (!strcmp(robots[i].robot, robot))
                out->group = robots[i].group;
        out->value_count = strcmp(robot, "panda") ? 6 : 7;
        good = load_data(choice, stride ? stride : 1, out);
    }
    if (!good)
        bench_free(out);
    return good;
}

void bench_free(bench_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->problems[i].motions);
    free(set->problems);
    *set = (bench_set){0};
}
