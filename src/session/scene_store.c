/* Scenes with names, shared by sessions of several threads. A scene is replaced as a whole and copied
 * for each session (copy-on-write), so that no session waits for the check of another one. */
#include "session/scene_store.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/nearest.h"

typedef struct named_scene {
    char *name;
    lw_scene *scene;
    uint64_t version; /* counts from 1 */
} named_scene;

struct lw_scene_store {
    pthread_mutex_t lock;
    LW_LIST(named_scene) scenes;
};

lw_status lw_scene_store_copy(const lw_scene *scene, lw_scene **out, lw_error *error)
{
    *out = NULL;
    lw_scene *copy = NULL;
    lw_status status = lw_scene_copy(scene, &copy, error);
    if (!status) {
        lw_scene_on_notice(copy, NULL, NULL); /* whose context may end before the copy */
        status = lw_scene_freeze(copy, error);
    }
    if (status)
        lw_scene_destroy(copy);
    else
        *out = copy;
    return status;
}

lw_status lw_scene_store_create(lw_scene_store **out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_scene_store_create needs room for a store");
    *out = NULL;
    lw_scene_store *store = calloc(1, sizeof *store);
    if (!store || pthread_mutex_init(&store->lock, NULL)) {
        free(store);
        return lw_fail_memory(error);
    }
    *out = store;
    return LW_OK;
}

void lw_scene_store_destroy(lw_scene_store *store)
{
    if (!store)
        return;
    for (size_t i = 0; i < store->scenes.count; i++) {
        free(store->scenes.items[i].name);
        lw_scene_destroy(store->scenes.items[i].scene);
    }
    free(store->scenes.items);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

/* The scene of a name; NULL: there is none. The lock is held. */
static named_scene *find(const lw_scene_store *store, const char *name)
{
    for (size_t i = 0; i < store->scenes.count; i++)
        if (!strcmp(store->scenes.items[i].name, name))
            return &store->scenes.items[i];
    return NULL;
}

/* Adds a name without a scene. The lock is held. */
static named_scene *add(lw_scene_store *store, const char *name)
{
    char *own = strdup(name);
    if (!own || !LW_ARRAY_GROW(&store->scenes)) {
        free(own);
        return NULL;
    }
    named_scene *next = &store->scenes.items[store->scenes.count++];
    *next = (named_scene){.name = own};
    return next;
}

/* Gives a name another scene; returns the one before. The lock is held. */
static lw_scene *exchange(named_scene *named, lw_scene *scene)
{
    lw_scene *old = named->scene;
    named->scene = scene;
    named->version++;
    return old;
}

/* Gives a name a copy of a scene. version: NULL, or only if the version of the name's scene is still
 * this one. *done: out, whether it was. */
static lw_status put(lw_scene_store *store, const char *name, const uint64_t *version,
                     const lw_scene *scene, bool *done, lw_error *error)
{
    lw_scene *own = NULL;
    *done = false;
    lw_status status = lw_scene_store_copy(scene, &own, error);
    if (status)
        return status;
    pthread_mutex_lock(&store->lock);
    named_scene *named = find(store, name);
    if (!named && !version && !(named = add(store, name)))
        status = lw_fail_memory(error);
    if (named && (!version || named->version == *version)) {
        own = exchange(named, own);
        *done = true;
    }
    pthread_mutex_unlock(&store->lock);
    lw_scene_destroy(own);
    return status;
}

lw_status lw_scene_store_set(lw_scene_store *store, const char *name, const lw_scene *scene,
                             lw_error *error)
{
    bool done;
    if (!store || !name || !scene)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_scene_store_set needs a store, a name and a scene");
    return put(store, name, NULL, scene, &done, error);
}

lw_status lw_scene_store_replace(lw_scene_store *store, const char *name, uint64_t version,
                                 const lw_scene *scene, bool *replaced, lw_error *error)
{
    return put(store, name, &version, scene, replaced, error);
}

const char *lw_scene_store_first(lw_scene_store *store)
{
    pthread_mutex_lock(&store->lock);
    const char *name = store->scenes.count ? store->scenes.items[0].name : NULL;
    pthread_mutex_unlock(&store->lock);
    return name;
}

/* There is no scene of a name. The lock is held. */
static lw_status fail_name(const lw_scene_store *store, const char *name, lw_error *error)
{
    lw_nearest nearest = lw_nearest_begin(name);
    for (size_t i = 0; i < store->scenes.count; i++)
        lw_nearest_offer(&nearest, store->scenes.items[i].name);
    return lw_fail(error, LW_ERROR_NAME, "there is no scene \"%.60s\"%s", name,
                   lw_nearest_hint(&nearest).text);
}

lw_status lw_scene_store_take(lw_scene_store *store, const char *name, uint64_t *version,
                              lw_scene **out, lw_error *error)
{
    *out = NULL;
    pthread_mutex_lock(&store->lock);
    const named_scene *named = find(store, name);
    lw_status status = LW_OK;
    if (!named)
        status = fail_name(store, name, error);
    else if (named->version != *version)
        status = lw_scene_store_copy(named->scene, out, error);
    if (named && !status)
        *version = named->version;
    pthread_mutex_unlock(&store->lock);
    return status;
}
