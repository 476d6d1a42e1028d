/* Paths for MotionBenchMaker's problems: leeway plan's search beside OMPL's RRT-Connect on FCL at
 * MoveIt's resolution, and on Leeway (leeway/ompl.h).
 *
 *     plan [--quick] [--stride N] [--seed N] [--seeds N] [--robot panda|ur5] [--budget SECONDS]
 *          [--star] [--spheres] [--alone]
 *
 * README.md explains the rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/measure.h"
#include "common/phases.h"
#include "common/problems.h"
#include "peer_ompl.h"
#include "peer_sampler.h"

enum { SETS = 7, PROBLEMS = 40, VALUES = 8, MOST = 1 << 14 };

static const char *const sets[SETS] = {
    "bookshelf_small", "bookshelf_tall",  "bookshelf_thin", "box", "cage",
    "table_pick",      "table_under_pick"};

typedef struct settings {
    const char *robot;
    size_t stride, seeds;
    uint64_t seed; /* the first one */
    double budget;
    bool star;
    bool spheres; /* the robot's sphere model */
    bool alone;   /* without peers */
} settings;

/* A problem: its scene, and the start and goal of its request. */
typedef struct problem {
    const settings *with;
    size_t index;
    char name[64];
    lw_scene *scene;
    lw_scene *still; /* a copy with the unplanned joints at the request's values */
    const char *group;
    lw_motion *request, *segment;
    const lw_joints *joints;
    size_t count;
    double from[VALUES], to[VALUES], lower[VALUES], upper[VALUES];
    lw_checker *checker;
    lw_planner *planner;
    peer_sampler *sampler;
    double loading, making; /* seconds that the scene and the planner took */
} problem;

typedef enum way { FIRST, SHORT, TENTH, SECOND, OMPL, PROVEN, STAR, BIT_STAR, WAYS } way;

static const char *const names[WAYS] = {
    [FIRST] = "Leeway, first path",
    [SHORT] = "Leeway, with shortcuts",
    [OMPL] = "OMPL's RRT-Connect, FCL at MoveIt's resolution",
    [PROVEN] = "OMPL's RRT-Connect, Leeway",
    [TENTH] = "Leeway, aorrtc, 0.1 seconds",
    [SECOND] = "Leeway, aorrtc, one second",
    [STAR] = "OMPL's RRT*, the same, one second",
    [BIT_STAR] = "OMPL's BIT*, the same, one second",
};

/* Whether a way to plan searches on after its first path; such ways run only with --star. */
static bool goes_on(way by)
{
    return by != FIRST && by != SHORT && by != OMPL && by != PROVEN;
}

static bool is_asked(const settings *with, way by)
{
    return (with->star || !goes_on(by)) && (!with->alone || by < OMPL);
}

/* Two ways to plan: the length of our path is compared with that of theirs, if both have one. */
typedef struct comparison {
    way ours, theirs;
} comparison;

static const comparison compared[] = {{SHORT, STAR},     {TENTH, STAR},      {SECOND, STAR},
                                      {SHORT, BIT_STAR}, {SECOND, BIT_STAR}, {SECOND, SHORT}};
enum { COMPARED = sizeof compared / sizeof *compared };

/* For each way to plan, a number for each search; infinite: no path. */
typedef struct results {
    double seconds[WAYS][MOST], length[WAYS][MOST];
    double ratio[MOST];  /* OMPL's time on FCL to that of Leeway's first path */
    double faster[MOST]; /* OMPL's time on FCL to its time on Leeway */
    double sums[2];      /* sums of OMPL's times on FCL and on Leeway, if both find a path */
    double longer[COMPARED][MOST];
    size_t both[COMPARED];
    bench_search searches[MOST];
    size_t count;
    size_t solved[WAYS], contacts[WAYS], undecided[WAYS];
    size_t sampled;  /* Leeway's paths on which fine samples find a contact */
    size_t left_out; /* problems whose start or goal is in contact, as some are with spheres */
} results;

/* ---- a problem --------------------------------------------------------------------------------- */

static bool complain(const problem *p, const lw_error *error)
{
    fprintf(stderr, "%s: %s:%d: %s\n", p->name, error->file, error->line, error->message);
    return false;
}

static bool read_ends(problem *p, lw_error *error)
{
    p->count = lw_joints_value_count(p->joints);
    for (size_t i = 0; i < p->count; i++) {
        int64_t joint = lw_scene_find_joint(p->scene, NULL, lw_joints_name(p->joints, i));
        lw_joint_info info = lw_default_joint_info();
        if (joint < 0 || lw_scene_joint_info(p->scene, (size_t)joint, &info, error) ||
            lw_motion_joint_values(p->request, (size_t)joint, 0, &p->from[i], error) ||
            lw_motion_joint_values(p->request, (size_t)joint, 1, &p->to[i], error))
            return false;
        p->lower[i] = info.lower;
        p->upper[i] = info.upper;
    }
    return true;
}

static bool read_problem(problem *p, const char *set, int number, lw_error *error)
{
    char paths[4][512];
    const char *data = bench_data();
    const char *robot = p->with->robot;
    p->group = strcmp(robot, "panda") ? "manipulator" : "panda_arm";
    lw_motion_reader *reader = NULL;
    const char *id;
    bool more;
    snprintf(paths[0], sizeof paths[0], "%s/robots/%s/%s%s.urdf", data, robot, robot,
             p->with->spheres ? "_spherized" : "");
    snprintf(paths[1], sizeof paths[1], "%s/robots/%s/%s.srdf", data, robot, robot);
    snprintf(paths[2], sizeof paths[2], "%s/mbm/%s/%s/scene%04d.yaml", data, robot, set, number);
    snprintf(paths[3], sizeof paths[3], "%s/mbm/%s/%s/request%04d.yaml", data, robot, set, number);
    bool good =
        !lw_scene_create(&p->scene, error) &&
        !lw_scene_load_robot(p->scene, paths[0], paths[1], NULL, NULL, error) &&
        !lw_scene_load(p->scene, paths[2], error) &&
        /* spheres of these links overlap in every configuration */
        (!p->with->spheres || strcmp(robot, "ur5") ||
         !lw_scene_allow_pair(p->scene, "wrist_2_link", "fts_robotside", true, error)) &&
        !lw_scene_freeze(p->scene, error) && !lw_motion_create(p->scene, &p->request, error) &&
        !lw_motion_reader_open(p->scene, paths[3], LW_MOTION_FORMAT_REQUEST, NULL, &reader, error) &&
        !lw_motion_reader_next(reader, p->request, &id, &more, error) &&
        (p->joints = lw_scene_joints(p->scene, NULL, p->group, error)) && read_ends(p, error);
    lw_motion_reader_close(reader);
    return good;
}

/* Makes the scene in which paths are judged, and in which the peers test states. */
static bool make_still(problem *p, lw_error *error)
{
    bool good = !lw_scene_copy(p->scene, &p->still, error);
    for (size_t i = 0; good && i < lw_scene_joint_count(p->scene); i++) {
        lw_joint_info joint = lw_default_joint_info();
        double values[7];
        good = !lw_scene_joint_info(p->scene, i, &joint, error) &&
               (!joint.value_count ||
                (!lw_motion_joint_values(p->request, i, 0, values, error) &&
                 !lw_scene_set_joint(p->still, NULL, joint.name, values, joint.value_count, error)));
    }
    return good && !lw_scene_freeze(p->still, error) &&
           !lw_motion_create(p->still, &p->segment, error) &&
           !lw_checker_create(p->still, &p->checker, error);
}

static bool open_problem(problem *p, const settings *with, size_t index)
{
    lw_error error = {0};
    lw_plan_space space = lw_default_plan_space();
    *p = (problem){.with = with, .index = index};
    const char *set = sets[index / PROBLEMS];
    const int number = (int)(index % PROBLEMS) + 1;
    snprintf(p->name, sizeof p->name, "%s/%04d", set, number);
    double begin = bench_work();
    if (!read_problem(p, set, number, &error))
        return complain(p, &error);
    p->loading = bench_work() - begin;
    space.joints = &p->joints;
    space.joints_count = 1;
    space.rest = p->request;
    if (!make_still(p, &error))
        return complain(p, &error);
    begin = bench_work();
    if (lw_planner_create(p->scene, &space, 1, &p->planner, &error))
        return complain(p, &error);
    p->making = bench_work() - begin;
    if (!with->alone)
        p->sampler = peer_sampler_create(p->still, (peer_fcl_options){.boxes_as_meshes = true});
    return with->alone || p->sampler;
}

static void close_problem(problem *p)
{
    peer_sampler_destroy(p->sampler);
    lw_planner_destroy(p->planner);
    lw_checker_destroy(p->checker);
    lw_motion_destroy(p->segment);
    lw_motion_destroy(p->request);
    lw_scene_destroy(p->still);
    lw_scene_destroy(p->scene);
}

/* ---- paths ------------------------------------------------------------------------------------- */

static double length_of(const problem *p, const double *path, size_t points)
{
    double sum = 0;
    for (size_t i = 1; i < points; i++) {
        double square = 0;
        for (size_t k = 0; k < p->count; k++)
            square += pow(path[i * p->count + k] - path[(i - 1) * p->count + k], 2);
        sum += sqrt(square);
    }
    return sum;
}

/* The verdict on a path, by samples or by proof. */
static bool judge(problem *p, const double *path, size_t points, bool sampled, lw_verdict_kind *kind)
{
    lw_error error = {0};
    lw_track track = lw_default_track();
    lw_check_options options = lw_default_check_options();
    lw_verdict verdict = lw_default_verdict();
    track.joints = p->joints;
    track.point_count = points;
    track.positions = path;
    track.no_wrap = true;
    if (sampled) { /* a hundred times finer than MoveIt's steps */
        options.method = LW_METHOD_SAMPLED;
        options.resolution = 0.001;
    }
    if (lw_motion_set(p->segment, &track, 1, &error) ||
        lw_check(p->checker, p->segment, &options, &verdict, &error))
        return complain(p, &error);
    *kind = verdict.kind;
    return true;
}

static bool state_is_free(void *context, const double *values)
{
    problem *p = context;
    lw_error error;
    return !lw_motion_set_segment(p->segment, p->joints, values, values, &error) &&
           !peer_sampler_touches(p->sampler, p->segment, 1, PEER_IN_TIME);
}

/* Whether neither the start nor the goal is in contact. */
static bool has_free_ends(problem *p, bool *free)
{
    lw_error error = {0};
    lw_plan found = lw_default_plan();
    lw_plan_options options = lw_default_plan_options();
    options.budget_nodes = 1;
    if (lw_planner_find(p->planner, p->from, p->to, &options, &found, &error))
        return complain(p, &error);
    *free = found.kind != LW_PLAN_START_IN_CONTACT && found.kind != LW_PLAN_GOAL_IN_CONTACT;
    return true;
}

static bool plan(problem *p, way by, uint64_t seed, results *out, bool *solved)
{
    lw_error error = {0};
    lw_plan found = lw_default_plan();
    lw_plan_options options = lw_default_plan_options();
    options.seed = seed;
    options.budget_seconds = p->with->budget;
    options.budget_nodes = UINT64_MAX;
    if (by == FIRST)
        options.shortcuts = 0;
    if (goes_on(by)) {
        options.method = LW_PLAN_AORRTC;
        options.budget_seconds = by == TENTH ? 0.1 : 1;
    }
    double begin = bench_work();
    if (lw_planner_find(p->planner, p->from, p->to, &options, &found, &error))
        return complain(p, &error);
    out->seconds[by][out->count] = bench_work() - begin;
    if (by == FIRST) {
        out->searches[out->count].edges = (double)found.edges;
        out->searches[out->count].nodes = (double)found.nodes;
    }
    *solved = found.kind == LW_PLAN_FOUND;
    if (!*solved)
        return true;
    lw_verdict_kind kinds[2];
    if (!judge(p, found.path, found.point_count, false, &kinds[0]) ||
        !judge(p, found.path, found.point_count, true, &kinds[1]))
        return false;
    out->length[by][out->count] = found.length;
    out->contacts[by] += kinds[0] == LW_VERDICT_CONTACT;
    out->undecided[by] += kinds[0] == LW_VERDICT_UNDECIDED;
    out->sampled += kinds[1] == LW_VERDICT_CONTACT;
    return true;
}

static bool plan_peer(problem *p, way by, uint64_t seed, results *out, bool *solved)
{
    peer_ompl_problem ask = {
        .count = p->count,
        .lower = p->lower,
        .upper = p->upper,
        .from = p->from,
        .to = p->to,
        .is_free = state_is_free,
        .context = p,
        .seed = (uint32_t)(seed * SETS * PROBLEMS + p->index), /* one for each search */
        .seconds = goes_on(by) ? 1 : p->with->budget};
    static const peer_ompl_planner planners[WAYS] = {[OMPL] = PEER_OMPL_RRT_CONNECT,
                                                     [PROVEN] = PEER_OMPL_RRT_CONNECT,
                                                     [STAR] = PEER_OMPL_RRT_STAR,
                                                     [BIT_STAR] = PEER_OMPL_BIT_STAR};
    if (by == PROVEN) {
        ask.scene = p->still;
        ask.group = p->group;
    }
    size_t points = 0;
    double *path = peer_ompl_solve(&ask, planners[by], &points, &out->seconds[by][out->count]);
    lw_verdict_kind kind;
    *solved = path != NULL;
    if (!path)
        return true;
    bool good = judge(p, path, points, false, &kind);
    out->length[by][out->count] = length_of(p, path, points);
    out->contacts[by] += good && kind == LW_VERDICT_CONTACT;
    out->undecided[by] += good && kind == LW_VERDICT_UNDECIDED;
    free(path);
    return good;
}

static void keep_search(const problem *p, uint64_t seed, results *out)
{
    bench_search *search = &out->searches[out->count];
    snprintf(search->name, sizeof search->name, "%s", p->name);
    search->seed = seed;
    search->loading = p->loading;
    search->making = p->making;
    search->search = out->seconds[FIRST][out->count];
    search->shortcuts = out->seconds[SHORT][out->count] - search->search;
}

static bool solve(problem *p, lw_random *random, results *out)
{
    for (size_t turns = 0; turns < p->with->seeds && out->count < MOST; turns++) {
        const uint64_t seed = p->with->seed + turns;
        uint32_t order[WAYS];
        lw_random_order(random, order, WAYS);
        for (int turn = 0; turn < WAYS; turn++) {
            way by = (way)order[turn];
            bool solved = false;
            out->seconds[by][out->count] = out->length[by][out->count] = HUGE_VAL;
            if (!is_asked(p->with, by))
                continue;
            if (!(by < OMPL ? plan(p, by, seed, out, &solved) : plan_peer(p, by, seed, out, &solved)))
                return false;
            out->solved[by] += solved;
            if (!solved)
                out->seconds[by][out->count] = HUGE_VAL;
        }
        keep_search(p, seed, out);
        out->ratio[out->count] = out->seconds[OMPL][out->count] / out->seconds[FIRST][out->count];
        out->faster[out->count] = out->seconds[OMPL][out->count] / out->seconds[PROVEN][out->count];
        if (out->seconds[OMPL][out->count] < HUGE_VAL && out->seconds[PROVEN][out->count] < HUGE_VAL) {
            out->sums[0] += out->seconds[OMPL][out->count];
            out->sums[1] += out->seconds[PROVEN][out->count];
        }
        for (int i = 0; i < COMPARED; i++) {
            double ours = out->length[compared[i].ours][out->count];
            double theirs = out->length[compared[i].theirs][out->count];
            if (ours < HUGE_VAL && theirs < HUGE_VAL)
                out->longer[i][out->both[i]++] = ours / theirs;
        }
        out->count++;
    }
    return true;
}

static void print_peers(results *r)
{
    printf("OMPL's RRT-Connect takes %.1f times as long as Leeway's first path, the median of the "
           "ratios; fine samples find a contact in %zu of Leeway's paths\n",
           bench_median(r->ratio, r->count), r->sampled);
    printf(
        "on FCL it takes %.1f times as long as on Leeway, the median of the ratios, and %.1f times in "
        "all where both find a path\n",
        bench_median(r->faster, r->count), r->sums[0] / r->sums[1]);
}

static void print(const settings *with, results *r)
{
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_row(&table, "%s%s, %zu searches", with->robot, with->spheres ? " of spheres" : "", r->count);
    static const char *const heads[] = {"solved",       "mean ms",      "median ms",  "9 of 10 ms",
                                        "95 of 100 ms", "99 of 100 ms", "largest ms", "length",
                                        "mean length",  "contacts",     "undecided"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        bench_cell(&table, "%s", heads[i]);
    for (int by = 0; by < WAYS; by++) {
        if (!is_asked(with, (way)by))
            continue;
        bench_row(&table, "%s", names[by]);
        bench_cell(&table, "%.1f %%", 100 * (double)r->solved[by] / (double)r->count);
        double mean = 0;
        for (size_t i = 0; i < r->count; i++)
            mean += r->seconds[by][i] < HUGE_VAL ? r->seconds[by][i] : with->budget;
        bench_cell(&table, "%.2f", 1e3 * mean / (double)r->count);
        double median = bench_median(r->seconds[by], r->count); /* sorts */
        bench_cell(&table, "%.2f", 1e3 * median);
        bench_cell(&table, "%.2f", 1e3 * r->seconds[by][r->count * 9 / 10]);
        bench_cell(&table, "%.2f", 1e3 * r->seconds[by][r->count * 95 / 100]);
        bench_cell(&table, "%.2f", 1e3 * r->seconds[by][r->count * 99 / 100]);
        bench_cell(&table, "%.2f", 1e3 * r->seconds[by][r->count - 1]);
        bench_cell(&table, "%.3f", bench_median(r->length[by], r->count)); /* sorts */
        bench_cell(&table, "%.3f", bench_mean(r->length[by], r->solved[by]));
        bench_cell(&table, "%zu", r->contacts[by]);
        bench_cell(&table, "%zu", r->undecided[by]);
    }
    bench_print(&table);
    bench_print_phases(r->searches, r->count);
    if (r->left_out)
        printf("left out: %zu problems whose start or goal is in contact\n", r->left_out);
    if (with->alone)
        printf("fine samples find a contact in %zu of Leeway's paths\n", r->sampled);
    else
        print_peers(r);
    for (int i = 0; i < COMPARED; i++)
        if (r->both[i]) {
            double median = bench_median(r->longer[i], r->both[i]); /* sorts */
            printf("%s, is %.3f times as long as %s: the median over %zu; 9 of 10 below %.3f\n",
                   names[compared[i].ours], median, names[compared[i].theirs], r->both[i],
                   r->longer[i][r->both[i] * 9 / 10]);
        }
    putchar('\n');
}

static bool run(const settings *with)
{
    static results all;
    lw_random random = {1};
    memset(&all, 0, sizeof all);
    for (size_t i = 0; i < (size_t)SETS * PROBLEMS; i += with->stride) {
        problem p;
        bool free = false;
        bool good = open_problem(&p, with, i) && has_free_ends(&p, &free);
        if (free)
            good = solve(&p, &random, &all);
        else
            all.left_out++;
        close_problem(&p);
        if (!good)
            return false;
    }
    print(with, &all);
    return true;
}

int main(int count, char **words)
{
    settings with = {.stride = 4, .seed = 1, .seeds = 1, .budget = 5};
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? words[i + 1] : "";
        bool star = !strcmp(words[i], "--star");
        bool spheres = !strcmp(words[i], "--spheres");
        bool alone = !strcmp(words[i], "--alone");
        bool quick = !strcmp(words[i], "--quick");
        with.star |= star;
        with.spheres |= spheres;
        with.alone |= alone;
        with.stride = quick ? 40 : with.stride;
        if (star || spheres || alone || quick)
            continue;
        if (!strcmp(words[i], "--robot"))
            with.robot = value;
        else if (!strcmp(words[i], "--stride") && strtoul(value, NULL, 10))
            with.stride = strtoul(value, NULL, 10);
        else if (!strcmp(words[i], "--seed") && strtoul(value, NULL, 10))
            with.seed = strtoul(value, NULL, 10);
        else if (!strcmp(words[i], "--seeds") && strtoul(value, NULL, 10))
            with.seeds = strtoul(value, NULL, 10);
        else if (!strcmp(words[i], "--budget") && strtod(value, NULL) > 0)
            with.budget = strtod(value, NULL);
        else
            return fprintf(stderr, "plan: %s %s is not understood\n", words[i], value), 2;
        i++;
    }
    if (!bench_data())
        return puts("plan: skipped, LEEWAY_DATA names no folder"), 0;
    const char *const robots[] = {"panda", "ur5"};
    const char *only = with.robot;
    for (int r = 0; r < 2; r++) {
        with.robot = robots[r];
        if ((!only || !strcmp(only, robots[r])) && !run(&with))
            return 1;
    }
    return 0;
}
