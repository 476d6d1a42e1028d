/* Idle checkers and thread pools, kept for the next call. A scene and its copies share them: moving a
 * checker to another scene takes no time if only obstacles have moved. All functions here need the
 * interpreter's lock; each checker and pool is used by one call at a time. */
#include "core.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The most idle ones of each kind; further ones are destroyed when their calls end. */
enum { MOST_IDLE = 8 };

struct core_family {
    size_t holders;
    core_worker *workers;
    core_pool *pools;
    size_t worker_count, pool_count;
};

static unsigned forks;

unsigned core_forks(void)
{
    return forks;
}

static void count_fork(void)
{
    forks++;
}

bool core_workers_ready(void)
{
    return !pthread_atfork(NULL, NULL, count_fork);
}

core_family *core_family_create(void)
{
    core_family *family = calloc(1, sizeof *family);
    if (family)
        family->holders = 1;
    return family;
}

core_family *core_family_hold(core_family *family)
{
    family->holders++;
    return family;
}

static void worker_destroy(core_worker *worker)
{
    lw_motion_destroy(worker->motion);
    lw_checker_destroy(worker->checker);
    free(worker);
}

/* A pool from before a fork is leaked: its threads do not exist in this process. */
static void pool_destroy(core_pool *pool)
{
    if (pool->forks == forks)
        lw_pool_destroy(pool->pool);
    free(pool);
}

void core_family_drop(core_family *family)
{
    if (!family || --family->holders)
        return;
    while (family->workers) {
        core_worker *worker = family->workers;
        family->workers = worker->next;
        worker_destroy(worker);
    }
    while (family->pools) {
        core_pool *pool = family->pools;
        family->pools = pool->next;
        pool_destroy(pool);
    }
    free(family);
}

static core_worker *worker_create(core_scene *scene)
{
    core_worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return (core_worker *)PyErr_NoMemory();
    lw_error error;
    worker->serial = scene->serial;
    if (!lw_checker_create(scene->scene, &worker->checker, &error) &&
        !lw_motion_create(scene->scene, &worker->motion, &error))
        return worker;
    core_fail(&error);
    worker_destroy(worker);
    return NULL;
}

core_worker *core_worker_take(core_scene *scene)
{
    core_family *family = scene->family;
    core_worker **place = &family->workers;
    while (*place && (*place)->serial != scene->serial)
        place = &(*place)->next;
    if (!*place)
        place = &family->workers;
    core_worker *worker = *place;
    if (!worker)
        return worker_create(scene);
    *place = worker->next;
    family->worker_count--;
    if (worker->serial == scene->serial)
        return worker;
    worker->serial = scene->serial;
    if (!lw_checker_set_scene(worker->checker, scene->scene, NULL) &&
        !lw_motion_set_scene(worker->motion, scene->scene, NULL))
        return worker;
    worker_destroy(worker);
    return worker_create(scene);
}

void core_worker_give(core_scene *scene, core_worker *worker)
{
    core_family *family = scene->family;
    if (family->worker_count >= MOST_IDLE) {
        worker_destroy(worker);
        return;
    }
    worker->next = family->workers;
    family->workers = worker;
    family->worker_count++;
}

static core_pool *pool_create(core_scene *scene, unsigned threads)
{
    core_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return (core_pool *)PyErr_NoMemory();
    lw_error error;
    *pool = (core_pool){.serial = scene->serial, .asked = threads, .forks = forks};
    if (!lw_pool_create(scene->scene, threads, &pool->pool, &error))
        return pool;
    free(pool);
    core_fail(&error);
    return NULL;
}

core_pool *core_pool_take(core_scene *scene, unsigned threads)
{
    core_family *family = scene->family;
    core_pool **found = NULL;
    for (core_pool **place = &family->pools; *place;) {
        core_pool *pool = *place;
        if (pool->forks != forks) {
            *place = pool->next;
            family->pool_count--;
            pool_destroy(pool);
            continue;
        }
        if (pool->asked == threads && (!found || pool->serial == scene->serial))
            found = place;
        place = &pool->next;
    }
    if (!found)
        return pool_create(scene, threads);
    core_pool *pool = *found;
    *found = pool->next;
    family->pool_count--;
    if (pool->serial == scene->serial)
        return pool;
    pool->serial = scene->serial;
    if (!lw_pool_set_scene(pool->pool, scene->scene, NULL))
        return pool;
    pool_destroy(pool);
    return pool_create(scene, threads);
}

void core_pool_give(core_scene *scene, core_pool *pool)
{
    core_family *family = scene->family;
    lw_pool_on_notice(pool->pool, NULL, NULL);
    if (family->pool_count >= MOST_IDLE) {
        pool_destroy(pool);
        return;
    }
    pool->next = family->pools;
    family->pools = pool;
    family->pool_count++;
}
