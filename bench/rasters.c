/* A height field and depth images around a robot, beside the same world as boxes: pillars on a plane.
 *
 *     rasters [--robot panda|arm] [--quick] [--seconds SECONDS]
 *
 * The field has a height for each corner of cells of 4 mm. The images are taken by one camera beside
 * the robot; what it does not see is free in one and an obstacle in the other. Each motion is checked
 * in all scenes in turn, in a new random order in every round, for any contact and for the time of the
 * first one, without its depth. A motion's time is the least of its rounds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/problems.h"
#include "common/rounds.h"
#include "math/pose.h"
#include "math/vec.h"

enum { KINDS = 4, GOALS = 2, PILLARS = 24, BUILDS = 9 };
enum { SIDE = 1000, ROWS = 480, COLUMNS = 640 };

typedef enum world_kind { BOXES, FIELD, SEEN, UNSEEN } world_kind;

static const char *const names[KINDS] = {"boxes", "height field", "depth, unseen free",
                                         "depth, unseen obstacle"};
static const char *const goals[GOALS] = {"any", "first"};
static const double SPACING = 0.004; /* of heights, metres */
static const double GROUND = -0.125; /* the height of the plane */
static const double FLOOR = -0.5;

typedef struct box {
    vec3 low, high;
} box;

/* The plane, as a slab down to the floor, and pillars on it. */
typedef struct world {
    box boxes[PILLARS + 1];
} world;

static double on_grid(double at)
{
    return SPACING * round(at / SPACING);
}

static world make_world(void)
{
    lw_random random = {5};
    const double most = on_grid(SPACING * (0.5 * SIDE - 1));
    const double least = on_grid(-SPACING * SIDE / 2);
    world w = {{{{least, least, FLOOR}, {most, most, GROUND}}}};
    for (int i = 1; i <= PILLARS; i++) {
        const double turn = lw_random_between(&random, -3.1, 3.1);
        const double from_robot = lw_random_between(&random, 0.45, 1.2);
        const double width = lw_random_between(&random, 0.03, 0.1);
        const vec3 foot = v3(from_robot * cos(turn), from_robot * sin(turn), FLOOR);
        w.boxes[i].low = v3(on_grid(foot.x - width), on_grid(foot.y - width), FLOOR);
        w.boxes[i].high = v3(on_grid(foot.x + width), on_grid(foot.y + width),
                             (double)(float)lw_random_between(&random, 0.1, 0.7));
    }
    return w;
}

static lw_status add_boxes(lw_scene *scene, const world *w, lw_error *error)
{
    lw_status status = LW_OK;
    for (int i = 0; i <= PILLARS && !status; i++) {
        const box *own = &w->boxes[i];
        char id[32];
        snprintf(id, sizeof id, "pillar_%d", i);
        lw_shape_def shape = lw_default_shape();
        shape.kind = LW_SHAPE_BOX;
        shape.size = sub(own->high, own->low);
        lw_pose at = lw_pose_identity();
        at.position = scale(0.5, add(own->low, own->high));
        status = lw_scene_add_obstacle(scene, id, &shape, at, error);
    }
    return status;
}

/* The field of the world: at each corner the height of the highest box there. */
static lw_shape_def make_field(const world *w)
{
    double *heights = calloc((size_t)SIDE * SIDE, sizeof *heights);
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_HEIGHTS;
    shape.rows = shape.columns = SIDE;
    shape.spacing_x = shape.spacing_y = SPACING;
    shape.floor = FLOOR;
    shape.heights = heights;
    const vec3 corner = w->boxes[0].low;
    for (size_t i = 0; heights && i < (size_t)SIDE * SIDE; i++)
        heights[i] = GROUND;
    for (int b = 1; b <= PILLARS && heights; b++) {
        const box *own = &w->boxes[b];
        const size_t row = (size_t)lround((own->low.y - corner.y) / SPACING);
        const size_t column = (size_t)lround((own->low.x - corner.x) / SPACING);
        const size_t last_row = (size_t)lround((own->high.y - corner.y) / SPACING);
        const size_t last_column = (size_t)lround((own->high.x - corner.x) / SPACING);
        for (size_t i = row; i <= last_row; i++)
            for (size_t k = column; k <= last_column; k++)
                heights[i * SIDE + k] = fmax(heights[i * SIDE + k], own->high.z);
    }
    return shape;
}

/* How far along a ray a box begins; HUGE_VAL: the ray misses it. */
static double entry(const box *own, vec3 from, vec3 along)
{
    double begin = 0;
    double end = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        const double one = (component3(own->low, i) - component3(from, i)) / component3(along, i);
        const double two = (component3(own->high, i) - component3(from, i)) / component3(along, i);
        begin = fmax(begin, fmin(one, two));
        end = fmin(end, fmax(one, two));
    }
    return begin < end ? begin : HUGE_VAL;
}

/* Two metres from the robot, looking down at it. */
static pose camera_pose(void)
{
    const vec3 from = v3(2, 0.01, 1.3);
    const vec3 forward = v3(-0.9138, 0, -0.4061);
    const vec3 z = scale(1 / norm(forward), forward);
    return (pose){{v3(0, 1, 0), cross(z, v3(0, 1, 0)), z}, from};
}

static lw_shape_def make_image(const world *w, lw_unknown unseen)
{
    float *depths = calloc((size_t)ROWS * COLUMNS, sizeof *depths);
    const pose at = camera_pose();
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_DEPTH_IMAGE;
    shape.rows = ROWS;
    shape.columns = COLUMNS;
    shape.depths = depths;
    shape.unknown = unseen;
    shape.camera = (lw_camera){.fx = 360,
                               .fy = 360,
                               .cx = 319.5,
                               .cy = 239.5,
                               .near_z = 0.3,
                               .far_z = 6,
                               .error = 0.002,
                               .relative_error = 0.002};
    for (size_t i = 0; depths && i < (size_t)ROWS * COLUMNS; i++) {
        const size_t row = i / COLUMNS;
        const vec3 ray = v3(((double)(i % COLUMNS) - shape.camera.cx) / shape.camera.fx,
                            ((double)row - shape.camera.cy) / shape.camera.fy, 1);
        const vec3 along = rotate(at.rotation, ray);
        double depth = HUGE_VAL;
        for (int b = 0; b <= PILLARS; b++)
            depth = fmin(depth, entry(&w->boxes[b], at.position, along));
        depths[i] = depth < shape.camera.far_z ? (float)depth : 0;
    }
    return shape;
}

/* The obstacle of a kind of world that is one, and its pose. Its array belongs to the caller. */
static lw_shape_def make_obstacle(const world *w, world_kind kind, lw_pose *at)
{
    *at = lw_pose_identity();
    if (kind == FIELD) {
        at->position = v3(w->boxes[0].low.x, w->boxes[0].low.y, 0);
        return make_field(w);
    }
    *at = lw_pose_out(camera_pose());
    return make_image(w, kind == SEEN ? LW_UNKNOWN_FREE : LW_UNKNOWN_OBSTACLE);
}

static lw_status add_world(lw_scene *scene, const world *w, world_kind kind, lw_error *error)
{
    if (kind == BOXES)
        return add_boxes(scene, w, error);
    lw_pose at;
    const lw_shape_def shape = make_obstacle(w, kind, &at);
    lw_status status = shape.heights || shape.depths
                           ? lw_scene_add_obstacle(scene, "world", &shape, at, error)
                           : LW_ERROR_MEMORY;
    free((void *)shape.heights);
    free((void *)shape.depths);
    return status;
}

/* ---- scenes ------------------------------------------------------------------------------------- */

/* A copy of a scene without obstacles. */
static lw_status copy_robots(const lw_scene *scene, lw_scene **out, lw_error *error)
{
    lw_status status = lw_scene_copy(scene, out, error);
    for (size_t i = 0; i < lw_scene_body_count(scene) && !status; i++) {
        lw_body_info info = lw_default_body_info();
        status = lw_scene_body_info(scene, i, &info, error);
        if (!status && info.robot < 0)
            status = lw_scene_remove(*out, info.name, error);
    }
    return status;
}

/* Some motions of all problems. */
static void choose(const bench_set *set, const bench_motion *out[BENCH_MOTIONS])
{
    lw_random random = {1};
    for (size_t i = 0; i < BENCH_MOTIONS; i++) {
        const bench_problem *problem = &set->problems[lw_random_below(&random, (uint32_t)set->count)];
        out[i] = &problem->motions[lw_random_below(&random, (uint32_t)problem->motion_count)];
    }
}

static lw_status open_scene(const bench_set *set, const lw_scene *robots, const world *w,
                            world_kind kind, bench_scene *out, lw_error *error)
{
    const bench_motion *motions[BENCH_MOTIONS];
    lw_status status = copy_robots(robots, &out->scene, error);
    if (!status)
        status = add_world(out->scene, w, kind, error);
    if (!status)
        status = lw_scene_freeze(out->scene, error);
    if (!status)
        status = lw_checker_create(out->scene, &out->checker, error);
    const lw_joints *joints = status ? NULL : lw_scene_joints(out->scene, NULL, set->group, error);
    if (!status && !joints)
        status = error->status;
    choose(set, motions);
    for (size_t i = 0; i < BENCH_MOTIONS && !status; i++) {
        status = lw_motion_create(out->scene, &out->motions[i], error);
        if (!status)
            status =
                lw_motion_set_segment(out->motions[i], joints, motions[i]->from, motions[i]->to, error);
    }
    return status;
}

/* ---- times -------------------------------------------------------------------------------------- */

/* The count of the motions of one verdict, and the mean and median of their times. */
static void add_cells(bench_table *table, bench_check (*checks)[BENCH_MOTIONS], int kind,
                      lw_verdict_kind verdict)
{
    double own[BENCH_MOTIONS];
    size_t count = 0;
    for (size_t i = 0; i < BENCH_MOTIONS; i++)
        if (checks[kind][i].kind == verdict)
            own[count++] = 1e6 * checks[kind][i].least;
    bench_cell(table, "%zu", count);
    bench_cell(table, "%.1f", bench_mean(own, count));
    bench_cell(table, "%.1f", bench_median(own, count));
}

static void print(const char *goal, bench_check (*checks)[BENCH_MOTIONS])
{
    static bench_table table;
    static const char *const head[] = {"free",     "mean, us", "median",   "contact",
                                       "mean, us", "median",   "undecided"};
    table = (bench_table){0};
    bench_row(&table, "%s", goal);
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        bench_cell(&table, "%s", head[i]);
    for (int kind = 0; kind < KINDS; kind++) {
        size_t left = 0;
        size_t by_balls = 0;
        for (size_t i = 0; i < BENCH_MOTIONS; i++) {
            by_balls += checks[kind][i].kind == LW_VERDICT_FREE && checks[kind][i].by_balls;
            left +=
                checks[kind][i].kind != LW_VERDICT_FREE && checks[kind][i].kind != LW_VERDICT_CONTACT;
        }
        bench_row(&table, "%s", names[kind]);
        add_cells(&table, checks, kind, LW_VERDICT_FREE);
        add_cells(&table, checks, kind, LW_VERDICT_CONTACT);
        bench_cell(&table, "%zu", left);
        bench_cell(&table, "%zu", by_balls);
    }
    bench_print(&table);
    fflush(stdout);
}

/* Motions that are free of the field, which holds the boxes, but not of these; should be 0. */
static size_t count_wrong(bench_check (*checks)[BENCH_MOTIONS])
{
    size_t count = 0;
    for (size_t i = 0; i < BENCH_MOTIONS; i++)
        count +=
            checks[FIELD][i].kind == LW_VERDICT_FREE && checks[BOXES][i].kind == LW_VERDICT_CONTACT;
    return count;
}

/* Prints the time to add a kind of world to a scene and to freeze it, the first and the least one, and
 * the memory of a scene of it alone. */
static lw_status print_build(const world *w, world_kind kind, lw_error *error)
{
    lw_pose at;
    const lw_shape_def shape = make_obstacle(w, kind, &at);
    double first = 0;
    double least = HUGE_VAL;
    size_t bytes = 0;
    lw_status status = shape.heights || shape.depths ? LW_OK : LW_ERROR_MEMORY;
    for (int i = 0; i < BUILDS && !status; i++) {
        lw_scene *scene = NULL;
        status = lw_scene_create(&scene, error);
        const double begin = bench_work();
        if (!status && !(status = lw_scene_add_obstacle(scene, "world", &shape, at, error)))
            status = lw_scene_freeze(scene, error);
        const double taken = bench_work() - begin;
        first = i == 0 ? taken : first;
        least = fmin(least, taken);
        bytes = status ? 0 : lw_scene_memory(scene);
        lw_scene_destroy(scene);
    }
    free((void *)shape.heights);
    free((void *)shape.depths);
    if (!status)
        printf("%s: added and frozen in %.2f ms, at first %.2f ms; %.2f MB\n", names[kind], 1e3 * least,
               1e3 * first, 1e-6 * (double)bytes);
    return status;
}

static bool run(const bench_set *set, double seconds)
{
    static bench_check checks[KINDS][BENCH_MOTIONS];
    bench_scene scenes[KINDS] = {{0}};
    lw_error error = {0};
    size_t wrong = 0;
    const world w = make_world();
    lw_scene *robots = bench_open_scene(set, &set->problems[0]);
    lw_status status = robots ? LW_OK : LW_ERROR_STATE;
    for (int k = FIELD; k < KINDS && !status; k++)
        status = print_build(&w, (world_kind)k, &error);
    for (int k = 0; k < KINDS && !status; k++)
        status = open_scene(set, robots, &w, (world_kind)k, &scenes[k], &error);
    for (int goal = 0; goal < GOALS && !status; goal++) {
        lw_check_options options = lw_default_check_options();
        options.any = goal == 0;
        options.unmeasured = true;
        if ((status = bench_rounds(scenes, KINDS, &options, seconds / GOALS, checks, &error)))
            break;
        print(goals[goal], checks);
        wrong += count_wrong(checks);
    }
    for (int k = 0; k < KINDS; k++)
        bench_scene_close(&scenes[k]);
    lw_scene_destroy(robots);
    if (status)
        fprintf(stderr, "rasters: %s\n", error.message);
    else
        printf("%zu motions free of the field but not of the boxes\n", wrong);
    return !status;
}

int main(int count, char **words)
{
    double seconds = 60;
    const char *robot = bench_data() ? "panda" : "arm";
    bool good = true;
    for (int i = 1; i < count && good; i++) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        if (!strcmp(words[i], "--quick"))
            seconds = 5;
        else if (value && !strcmp(words[i], "--robot"))
            robot = value, i++;
        else if (value && !strcmp(words[i], "--seconds"))
            seconds = strtod(value, NULL), i++;
        else
            good = false;
    }
    if (!good) {
        fprintf(stderr, "usage: rasters [--robot panda|arm] [--quick] [--seconds SECONDS]\n");
        return 2;
    }
    bench_set set = {.count = 0};
    good = bench_load(robot, BENCH_ALL, 1, &set) && run(&set, seconds);
    bench_free(&set);
    return good ? 0 : 1;
}
