/* Models that scenes share copy-on-write, with a reference count. The model of a frozen scene is
 * read-only. A copy of that scene copies the model at the first change, except for new poses of
 * obstacles, which it keeps beside the model. */
#include <stdlib.h>
#include <string.h>

#include "scene/frozen.h"
#include "scene/shared_shape.h"

lw_status lw_model_share(lw_scene *scene, lw_error *error)
{
    if (scene->model.owner)
        return LW_OK;
    lw_model_owner *owner = calloc(1, sizeof *owner);
    if (!owner)
        return lw_fail_memory(error);
    atomic_init(&owner->references, 1);
    owner->model = scene->model;
    scene->model.owner = owner;
    return LW_OK;
}

void lw_model_release(lw_model_owner *owner)
{
    if (!owner || atomic_fetch_sub_explicit(&owner->references, 1, memory_order_acq_rel) > 1)
        return;
    lw_model_free(&owner->model);
    free(owner);
}

static lw_model_owner *retain(lw_model_owner *owner)
{
    atomic_fetch_add_explicit(&owner->references, 1, memory_order_relaxed);
    return owner;
}

lw_status lw_scene_copy(const lw_scene *scene, lw_scene **out, lw_error *error)
{
    if (!out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_scene_copy needs a place for the scene");
    *out = NULL;
    if (!scene || !scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "only a frozen scene can be copied");
    lw_scene *copy = calloc(1, sizeof *copy);
    if (!copy)
        return lw_fail_memory(error);
    copy->model = scene->model;
    retain(copy->model.owner);
    copy->model.notices = calloc(1, sizeof *copy->model.notices);
    copy->from = lw_frozen_share(scene->frozen);
    if (!copy->from || !copy->model.notices) {
        lw_scene_destroy(copy);
        return lw_fail_memory(error);
    }
    const lw_notices *notices = scene->model.notices;
    *copy->model.notices = (lw_notices){
        .listener = notices->listener, .context = notices->context, .strict = notices->strict};
    *out = copy;
    return LW_OK;
}

/* ---- copying a shared model -------------------------------------------------------------------- */

/* Copies the entries of a list, but not what they point to; false when memory ran out. */
#define COPY_LIST(own, from)                                                                           \
    copy_list((void **)&(own)->items, &(own)->count, &(own)->capacity, (from)->items, (from)->count,   \
              sizeof *(from)->items)

static bool copy_list(void **items, size_t *count, size_t *capacity, const void *from,
                      size_t from_count, size_t size)
{
    *items = NULL;
    *count = *capacity = 0;
    /* one more, for an entry that is going to be added */
    if (!lw_array_grow(items, from_count + 1, capacity, size))
        return false;
    if (from_count)
        memcpy(*items, from, from_count * size);
    *count = from_count;
    return true;
}

/* Replaces a string by a copy in an arena; false when memory ran out. */
static bool take(lw_arena *arena, char **string)
{
    bool given = *string;
    *string = lw_arena_string(arena, *string);
    return *string || !given;
}

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Removes entries of a list, from `first` on, that a later one replaces, and copies the strings of the
 * others into the arena. So the list does not grow in a row of copies of copies, each with another
 * padding. */
#define KEEP_LATEST(arena, list, first, replaces, take_strings)                                        \
    do {                                                                                               \
        size_t kept = (first);                                                                         \
        for (size_t i = (first); i < (list)->count; i++) {                                             \
            bool last = true;                                                                          \
            for (size_t k = i + 1; k < (list)->count && last; k++)                                     \
                last = !replaces(&(list)->items[k], &(list)->items[i]);                                \
            if (!last)                                                                                 \
                continue;                                                                              \
            (list)->items[kept] = (list)->items[i];                                                    \
            if (!take_strings(arena, &(list)->items[kept++]))                                          \
                return false;                                                                          \
        }                                                                                              \
        (list)->count = kept;                                                                          \
    } while (0)

static bool rule_replaces(const lw_model_rule *a, const lw_model_rule *b)
{
    return a->robot == b->robot && a->rank == b->rank && a->of_object == b->of_object &&
           same(a->a, b->a) && same(a->b, b->b);
}

static bool take_rule(lw_arena *arena, lw_model_rule *rule)
{
    return take(arena, &rule->a) && take(arena, &rule->b);
}

static bool margin_replaces(const lw_model_margin *a, const lw_model_margin *b)
{
    return same(a->a, b->a) && same(a->b, b->b);
}

static bool take_margin(lw_arena *arena, lw_model_margin *margin)
{
    return take(arena, &margin->a) && take(arena, &margin->b);
}

static bool padding_replaces(const lw_model_padding *a, const lw_model_padding *b)
{
    return a->robot == b->robot && same(a->link, b->link) && (a->has_scale || !b->has_scale) &&
           (a->has_padding || !b->has_padding);
}

static bool take_padding(lw_arena *arena, lw_model_padding *padding)
{
    return take(arena, &padding->link);
}

static bool value_replaces(const lw_model_value *a, const lw_model_value *b)
{
    return a->rank == b->rank && same(a->robot, b->robot) && same(a->joint, b->joint);
}

static bool take_value(lw_arena *arena, lw_model_value *value)
{
    return take(arena, &value->robot) && take(arena, &value->joint);
}

static bool string_replaces(char *const *a, char *const *b)
{
    (void)a;
    (void)b;
    return false;
}

static bool package_replaces(const lw_model_package *a, const lw_model_package *b)
{
    return same(a->name, b->name);
}

static bool take_package(lw_arena *arena, lw_model_package *package)
{
    return take(arena, &package->name) && take(arena, &package->folder);
}

/* Copies the strings of entries that do not come from the root model: they are in the arena of a model
 * that may be freed before this one. */
static bool take_strings(lw_model *own)
{
    const lw_model *first = &own->root->model;
    lw_arena *arena = &own->arena;
    KEEP_LATEST(arena, &own->rules, first->rules.count, rule_replaces, take_rule);
    KEEP_LATEST(arena, &own->margins, first->margins.count, margin_replaces, take_margin);
    KEEP_LATEST(arena, &own->paddings, first->paddings.count, padding_replaces, take_padding);
    KEEP_LATEST(arena, &own->values, first->values.count, value_replaces, take_value);
    for (size_t i = 0; i < own->shapes.count; i++)
        if (own->shapes.items[i].object >= 0 && !take(arena, &own->shapes.items[i].file))
            return false;
    KEEP_LATEST(arena, &own->files, first->files.count, string_replaces, take);
    KEEP_LATEST(arena, &own->package_paths, first->package_paths.count, string_replaces, take);
    KEEP_LATEST(arena, &own->packages, first->packages.count, package_replaces, take_package);
    return take(arena, &own->ros_package_path) && take(arena, &own->ament_prefix_path) &&
           take(arena, &own->inside);
}

static bool copy_names(lw_name_table *out, const lw_name_table *from)
{
    *out = *from;
    out->slots = malloc((from->capacity + 1) * sizeof *out->slots);
    if (!out->slots) {
        *out = (lw_name_table){.used = 0};
        return false;
    }
    if (from->capacity)
        memcpy(out->slots, from->slots, from->capacity * sizeof *out->slots);
    return true;
}

static bool copy_lists(lw_model *own, const lw_model *from)
{
    memset(&own->arena, 0, sizeof own->arena);
    /* the memory that entries hold is retained when all lists are copied or empty */
    bool all = COPY_LIST(&own->robots, &from->robots);
    all &= COPY_LIST(&own->links, &from->links);
    all &= COPY_LIST(&own->joints, &from->joints);
    all &= COPY_LIST(&own->objects, &from->objects);
    all &= COPY_LIST(&own->shapes, &from->shapes);
    all &= COPY_LIST(&own->groups, &from->groups);
    all &= COPY_LIST(&own->states, &from->states);
    all &= COPY_LIST(&own->rules, &from->rules);
    all &= COPY_LIST(&own->margins, &from->margins);
    all &= COPY_LIST(&own->paddings, &from->paddings);
    all &= COPY_LIST(&own->values, &from->values);
    all &= COPY_LIST(&own->motions, &from->motions);
    all &= COPY_LIST(&own->covers, &from->covers);
    all &= COPY_LIST(&own->package_paths, &from->package_paths);
    all &= COPY_LIST(&own->files, &from->files);
    all &= COPY_LIST(&own->packages, &from->packages);
    all &= COPY_LIST(&own->without, &from->without);
    all &= COPY_LIST(&own->left_out, &from->left_out);
    all &= copy_names(&own->object_names, &from->object_names);
    for (size_t i = 0; i < own->shapes.count; i++)
        if (own->shapes.items[i].shared)
            lw_memory_retain(own->shapes.items[i].shared->memory);
    for (size_t i = 0; i < own->objects.count; i++)
        lw_memory_retain(own->objects.items[i].memory);
    return all;
}

/* Writes into the model the poses of obstacles that were moved while it was shared, and the bodies that
 * its objects have in the original. */
static void take_places(const lw_scene *scene, lw_model *own)
{
    const lw_frozen *from = scene->from;
    for (size_t i = 0; i < own->objects.count; i++) {
        lw_model_object *object = &own->objects.items[i];
        object->made = from->object_bodies[i];
        object->stays = object->robot < 0 && object->made >= 0;
        if (object->robot >= 0 || object->made < 0)
            continue;
        const lw_obstacle *obstacle =
            lw_obstacle_at(&from->obstacles, (size_t)object->made - from->moving_count);
        if (!obstacle->moved)
            continue;
        object->placed = true;
        object->pose = obstacle->pose;
    }
    for (size_t i = 0; i < scene->moves.count; i++) {
        const lw_move *move = &scene->moves.items[i];
        own->objects.items[move->object].placed = true;
        own->objects.items[move->object].pose = move->pose;
        own->objects.items[move->object].stays = false;
        own->obstacles_differ = true;
    }
}

lw_status lw_model_unshare(lw_scene *scene, lw_error *error)
{
    lw_model_owner *shared = scene->model.owner;
    if (!shared)
        return LW_OK;
    lw_model own = scene->model;
    own.owner = NULL;
    own.root = retain(shared->model.root ? shared->model.root : shared);
    own.obstacles_differ = false;
    if (!copy_lists(&own, &shared->model) || !take_strings(&own)) {
        lw_model_free(&own);
        return lw_fail_memory(error);
    }
    take_places(scene, &own);
    own.known =
        (lw_model_known){own.rules.count, own.margins.count, own.paddings.count, own.values.count};
    scene->model = own;
    lw_model_release(shared);
    return LW_OK;
}
