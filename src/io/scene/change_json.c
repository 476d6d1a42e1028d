/* Changes of a scene that is there already: objects that go, move, are taken or put down, and new ones.
 */
#include "io/scene/change_json.h"

#include <string.h>

#include "io/scene/pose_json.h"
#include "io/scene/scene_json.h"

typedef struct changer {
    lw_scene *scene;
    lw_document *document;
} changer;

typedef lw_status (*change_item)(const changer *c, const lw_value *node);

/* A list that the change has of its own, beside those of a scene file. */
typedef struct own_list {
    const char *key;
    change_item apply;
} own_list;

/* The keys of a pose, and `more` of them before. The array has room for all. */
static void put_keys(const char **keys, const lw_scene *scene, const char *const *more)
{
    size_t count = 0;
    for (; *more; more++)
        keys[count++] = *more;
    for (const char *const *pose = lw_json_pose_keys(scene->model.planar); *pose; pose++)
        keys[count++] = *pose;
    keys[count] = NULL;
}

/* Reads an item with an id and a pose. */
static lw_status read_placed(const changer *c, const lw_value *node, const char *name,
                             const char *const *more, const char **id, lw_pose *pose)
{
    enum { MOST_KEYS = 16 };
    const char *keys[MOST_KEYS];
    lw_value *value = NULL;
    put_keys(keys, c->scene, more);
    lw_status status = lw_value_keys(c->document, node, name, keys);
    if (status || (status = lw_value_need(c->document, node, "id", &value)) ||
        (status = lw_value_text(c->document, value, "id", id)))
        return status;
    lw_document_subject(c->document, "object \"%.60s\"", *id);
    return lw_json_pose(c->document, node, c->scene->model.planar, pose);
}

static lw_status apply_remove(const changer *c, const lw_value *node)
{
    const char *id = NULL;
    lw_status status = lw_value_text(c->document, node, "an id", &id);
    return status
               ? status
               : lw_value_place(c->document, node, lw_scene_remove(c->scene, id, c->document->error));
}

/* Puts an object at a pose in the world. */
static lw_status place(const changer *c, const lw_value *node, const char *name,
                       lw_status (*put)(lw_scene *scene, const char *id, lw_pose pose, lw_error *error))
{
    static const char *const more[] = {"id", NULL};
    const char *id = NULL;
    lw_pose pose;
    lw_status status = read_placed(c, node, name, more, &id, &pose);
    return status ? status
                  : lw_value_place(c->document, node, put(c->scene, id, pose, c->document->error));
}

static lw_status apply_release(const changer *c, const lw_value *node)
{
    return place(c, node, "a release", lw_scene_release);
}

static lw_status apply_move(const changer *c, const lw_value *node)
{
    return place(c, node, "a move", lw_scene_move_obstacle);
}

static lw_status apply_attach(const changer *c, const lw_value *node)
{
    static const char *const more[] = {"id", "robot", "link", "touch_links", NULL};
    const char *id = NULL;
    lw_json_carrier carrier;
    lw_pose pose;
    lw_status status = read_placed(c, node, "an attachment", more, &id, &pose);
    if (status || (status = lw_scene_json_carrier(c->scene, c->document, node, &carrier)))
        return status;
    return lw_value_place(c->document, node,
                          lw_scene_attach_obstacle(c->scene, carrier.robot, carrier.link, id, pose,
                                                   carrier.touch_links, carrier.touch_link_count,
                                                   c->document->error));
}

/* In the order in which they apply. */
static const own_list own_lists[] = {{"remove", apply_remove},
                                     {"release", apply_release},
                                     {"move", apply_move},
                                     {"attach", apply_attach}};
enum { OWN_LISTS = sizeof own_lists / sizeof *own_lists };

static bool is_own(const char *key)
{
    for (int i = 0; i < OWN_LISTS; i++)
        if (!strcmp(own_lists[i].key, key))
            return true;
    return false;
}

/* Adds the members that a scene file has too. The scene keeps its dimension. */
static lw_status add_scene_members(const changer *c, const lw_value *root)
{
    lw_value dimension = {.kind = LW_VALUE_NUMBER, .number = c->scene->model.planar ? 2 : 3};
    lw_value rest = *root;
    rest.count = 0;
    rest.members = lw_document_take(c->document, root->count + 1, sizeof *rest.members);
    if (!rest.members)
        return lw_fail_memory(c->document->error);
    for (size_t i = 0; i < root->count; i++)
        if (!is_own(root->members[i].key))
            rest.members[rest.count++] = root->members[i];
    if (!rest.count)
        return LW_OK;
    if (!lw_value_member(&rest, "dimension"))
        rest.members[rest.count++] = (lw_member){.key = "dimension", .value = &dimension};
    return lw_scene_json_add(c->scene, c->document, &rest);
}

lw_status lw_change_json_apply(lw_scene *scene, lw_document *document, const lw_value *root)
{
    const changer c = {scene, document};
    lw_document_subject(document, "%s", "");
    lw_status status = lw_value_expect(document, root, "a change", LW_VALUE_MAP);
    if (!status)
        status = lw_value_refuse_null(document, root);
    for (int k = 0; k < OWN_LISTS && !status; k++) {
        const lw_value *list = lw_value_find(root, own_lists[k].key);
        if (!list)
            continue;
        lw_document_subject(document, "%s", "");
        status = lw_value_expect(document, list, own_lists[k].key, LW_VALUE_LIST);
        for (size_t i = 0; i < list->count && !status; i++) {
            lw_document_subject(document, "%s", own_lists[k].key);
            status = own_lists[k].apply(&c, list->items[i]);
        }
    }
    return status ? status : add_scene_members(&c, root);
}
