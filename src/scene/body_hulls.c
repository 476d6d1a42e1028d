/* Convex hulls of the polytopes of objects, found by several threads. */
#include "scene/body_hulls.h"

#include "scene/body_geometry.h"

#include <stdlib.h>

/* Points per thread: their hulls take about a millisecond, for which a thread is worth making.
 * docs/decisions/scene.md, "The hulls of polytopes are found by several threads while a scene is
 * frozen". */
enum { WORTH = 400 };

/* Whether building the bodies will ask for the hull of a shape. */
static bool is_wanted(const lw_scene *scene, const lw_model_shape *shape)
{
    return shape->object >= 0 && !shape->shared && shape->def.kind == LW_SHAPE_POLYTOPE &&
           !lw_body_made_before(scene, -1, shape->object, 1);
}

static bool find(void *context, unsigned worker, size_t item)
{
    (void)worker;
    const lw_body_hulls *hulls = context;
    size_t index = hulls->wanted[item];
    const lw_shape_def *def = &hulls->shapes[index].def;
    (void)lw_hull_find(def->vertices, def->vertex_count, &hulls->found[index], NULL);
    return true;
}

/* Counts the shapes whose hulls are wanted, and their points. wanted: NULL, or room for the shapes'
 * indices. */
static size_t list_wanted(const lw_scene *scene, size_t *points, size_t *wanted)
{
    const lw_model *model = &scene->model;
    size_t count = 0;
    *points = 0;
    for (size_t i = 0; i < model->shapes.count; i++) {
        if (!is_wanted(scene, &model->shapes.items[i]))
            continue;
        *points += model->shapes.items[i].def.vertex_count;
        if (wanted)
            wanted[count] = i;
        count++;
    }
    return count;
}

void lw_body_hulls_begin(const lw_scene *scene, unsigned threads, lw_body_hulls *out)
{
    size_t points;
    size_t count = list_wanted(scene, &points, NULL);
    *out = (lw_body_hulls){.shapes = scene->model.shapes.items, .count = scene->model.shapes.count};
    threads = lw_parallel_threads(threads, points / WORTH < count ? points / WORTH : count);
    if (count < 2 || threads < 2)
        return;
    out->found = calloc(out->count, sizeof *out->found);
    out->wanted = malloc(count * sizeof *out->wanted);
    if (!out->found || !out->wanted || !(out->workers = lw_workers_create(threads)))
        return;
    list_wanted(scene, &points, out->wanted);
    lw_workers_begin(out->workers, count, find, out);
}

void lw_body_hulls_end(lw_body_hulls *hulls)
{
    if (!hulls->workers)
        return;
    lw_workers_end(hulls->workers);
    lw_workers_destroy(hulls->workers);
    hulls->workers = NULL;
}

lw_found_hull *lw_body_hull(const lw_body_hulls *hulls, size_t shape)
{
    bool is_done = hulls->found && !hulls->workers;
    return is_done && hulls->found[shape].keep ? &hulls->found[shape] : NULL;
}

void lw_body_hulls_free(lw_body_hulls *hulls)
{
    lw_body_hulls_end(hulls);
    for (size_t i = 0; hulls->found && i < hulls->count; i++)
        lw_found_hull_free(&hulls->found[i]);
    free(hulls->found);
    free(hulls->wanted);
    *hulls = (lw_body_hulls){0};
}
