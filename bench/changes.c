/* The time to change a scene (copy it, change the copy, freeze it, move a checker over), beside the
 * time to make the scene anew. The last change replaces 16 polytopes of 16 points each.
 *
 *     changes [--robot chain|panda]
 *
 * Each change is made on a row of scenes, the next one from the last; the median of a row is printed,
 * with the slowest. Which obstacle is changed is random. */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "common/crowd.h"
#include "common/measure.h"
#include "common/problems.h"

enum { SIZES = 5, CHANGES = 300, HULLS = 16, HULL_POINTS = 16 };

/* The scenes and their parts. */
struct work {
    crowd crowd;
    lw_scene *scene; /* the last scene of a row */
    lw_checker *checker;
    lw_shape *shape;
    lw_random random;
    size_t obstacles;
    const char *link;
    bool has_hulls;
    lw_error error;
};

static lw_pose random_place(struct work *w)
{
    lw_vec3 at = {lw_random_between(&w->random, 5, 9), lw_random_between(&w->random, -2, 2),
                  lw_random_between(&w->random, -2, 2)};
    return lw_pose_from_rpy(at, 0, 0, at.y);
}

static const char *random_obstacle(struct work *w)
{
    static char id[32];
    snprintf(id, sizeof id, "obstacle_%u", lw_random_below(&w->random, (uint32_t)w->obstacles));
    return id;
}

/* Changes an open scene; odd: true every second time. */
typedef lw_status (*change_fn)(struct work *w, lw_scene *scene, bool odd);

static lw_status move_any(struct work *w, lw_scene *scene, bool odd)
{
    (void)odd;
    return lw_scene_move_obstacle(scene, random_obstacle(w), random_place(w), &w->error);
}

static lw_status move_one(struct work *w, lw_scene *scene, bool odd)
{
    (void)odd;
    return lw_scene_move_obstacle(scene, "obstacle_0", random_place(w), &w->error);
}

static lw_status move_tenth(struct work *w, lw_scene *scene, bool odd)
{
    lw_status status = LW_OK;
    for (size_t i = 0; i < w->obstacles / 10 && !status; i++)
        status = move_any(w, scene, odd);
    return status;
}

static lw_status attach_or_remove(struct work *w, lw_scene *scene, bool odd)
{
    lw_pose at = lw_pose_identity();
    at.position.z = 0.1;
    if (odd)
        return lw_scene_remove(scene, "held", &w->error);
    return lw_scene_add_shared_attached(scene, NULL, w->link, "held", w->shape, at, NULL, 0, &w->error);
}

static lw_status attach_or_release(struct work *w, lw_scene *scene, bool odd)
{
    lw_pose at = lw_pose_identity();
    at.position.z = 0.1;
    if (odd)
        return lw_scene_release(scene, "obstacle_0", random_place(w), &w->error);
    return lw_scene_attach_obstacle(scene, NULL, w->link, "obstacle_0", at, NULL, 0, &w->error);
}

static lw_status add_or_remove(struct work *w, lw_scene *scene, bool odd)
{
    if (odd)
        return lw_scene_remove(scene, "new", &w->error);
    return lw_scene_add_shared_obstacle(scene, "new", w->shape, random_place(w), &w->error);
}

static lw_status pad(struct work *w, lw_scene *scene, bool odd)
{
    return lw_scene_set_link_padding(scene, NULL, w->link, 1, odd ? 0.01 : 0.02, &w->error);
}

/* Replaces polytopes by others of random points, new in each scene. */
static lw_status add_hulls(struct work *w, lw_scene *scene, bool odd)
{
    (void)odd;
    lw_status status = LW_OK;
    for (int i = 0; i < HULLS && !status; i++) {
        lw_vec3 points[HULL_POINTS];
        for (int k = 0; k < HULL_POINTS; k++)
            points[k] = random_place(w).position;
        lw_shape_def hull = lw_default_shape();
        hull.kind = LW_SHAPE_POLYTOPE;
        hull.vertices = &points[0].x;
        hull.vertex_count = HULL_POINTS;
        char id[32];
        snprintf(id, sizeof id, "hull_%d", i);
        if (w->has_hulls)
            status = lw_scene_remove(scene, id, &w->error);
        if (!status)
            status = lw_scene_add_obstacle(scene, id, &hull, lw_pose_identity(), &w->error);
    }
    w->has_hulls = true;
    return status;
}

static bool make_next(struct work *w, change_fn change, bool odd, double *seconds)
{
    lw_scene *next = NULL;
    double begin = bench_work();
    lw_status status = lw_scene_copy(w->scene, &next, &w->error);
    if (!status)
        status = change(w, next, odd);
    if (!status)
        status = lw_scene_freeze(next, &w->error);
    if (!status)
        status = lw_checker_set_scene(w->checker, next, &w->error);
    *seconds = bench_work() - begin;
    if (status) {
        fprintf(stderr, "changes: %s\n", w->error.message);
        lw_scene_destroy(next);
        return false;
    }
    if (w->scene != w->crowd.scene)
        lw_scene_destroy(w->scene);
    w->scene = next;
    return true;
}

static bool make_row(struct work *w, change_fn change, bench_table *table)
{
    double times[CHANGES];
    double most = 0;
    /* an even number, so that each change is undone by its opposite */
    for (int i = 0; i < CHANGES; i++) {
        if (!make_next(w, change, i % 2, &times[i]))
            return false;
        most = times[i] > most ? times[i] : most;
    }
    bench_cell(table, "%.1f", 1e6 * bench_median(times, CHANGES));
    bench_cell(table, "%.0f", 1e6 * most);
    return true;
}

static bool measure(crowd_kind kind, size_t obstacles, bench_table *table)
{
    static const change_fn changes[] = {move_one,          move_any,      move_tenth, attach_or_remove,
                                        attach_or_release, add_or_remove, pad,        add_hulls};
    struct work w = {.random = {1}, .obstacles = obstacles};
    crowd_def def = {.kind = kind, .obstacles = obstacles, .near = true};
    w.link = kind == CROWD_PANDA ? "panda_hand" : "link6";
    lw_shape_def shape = lw_default_shape();
    shape.kind = LW_SHAPE_BOX;
    shape.size = (lw_vec3){0.05, 0.05, 0.1};
    if (!crowd_open(&def, &w.crowd))
        return false;
    w.scene = w.crowd.scene;
    bool good = !lw_shape_create(&shape, &w.shape, &w.error) &&
                !lw_checker_create(w.scene, &w.checker, &w.error);
    bench_row(table, "%zu", obstacles);
    bench_cell(table, "%.2f", 1e3 * (w.crowd.add + w.crowd.freeze));
    for (size_t i = 0; i < sizeof changes / sizeof *changes && good; i++)
        good = make_row(&w, changes[i], table);
    lw_checker_destroy(w.checker);
    if (w.scene != w.crowd.scene)
        lw_scene_destroy(w.scene);
    lw_shape_destroy(w.shape);
    crowd_close(&w.crowd);
    return good;
}

int main(int count, char **words)
{
    static const size_t sizes[SIZES] = {10, 100, 1000, 10000, 100000};
    static const char *const head[] = {
        "anew, ms", "move one",    "most", "move any",  "most", "move 1/10",
        "most",     "carry, drop", "most", "pick, put", "most", "add, remove",
        "most",     "pad",         "most", "16 hulls",  "most"};
    bool chain = count == 3 && !strcmp(words[1], "--robot") && !strcmp(words[2], "chain");
    bool panda = count == 3 && !strcmp(words[1], "--robot") && !strcmp(words[2], "panda");
    if (count != 1 && !chain && !panda) {
        fprintf(stderr, "usage: changes [--robot chain|panda]\n");
        return 2;
    }
    for (int kind = 0; kind < 2; kind++) {
        if (kind ? chain : panda)
            continue;
        if (kind && !bench_data()) {
            printf("LEEWAY_DATA names no folder: the Panda is left out\n");
            continue;
        }
        bench_table table = {0};
        bench_row(&table, kind ? "Panda; us" : "chain; us");
        for (size_t i = 0; i < sizeof head / sizeof *head; i++)
            bench_cell(&table, "%s", head[i]);
        for (size_t i = 0; i < SIZES; i++)
            if (!measure(kind ? CROWD_PANDA : CROWD_CHAIN, sizes[i], &table))
                return 1;
        bench_print(&table);
        printf("\n");
    }
    return 0;
}
