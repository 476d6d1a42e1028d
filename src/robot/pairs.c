/* Freezing, last step: which pairs of bodies are checked. */
#include "robot/frozen.h"

#include <stdlib.h>
#include <string.h>

/* one of the two must be a robot's */
static uint8_t *reason_of(const lw_frozen *frozen, size_t a, size_t b)
{
    return a < b ? &frozen->reasons[a * frozen->body_count + b]
                 : &frozen->reasons[b * frozen->body_count + a];
}

/* the last factor on both chains */
static int32_t common_factor(const lw_frozen *frozen, int32_t a, int32_t b)
{
    while (a != b) {
        /* parents come before their children */
        if (a > b)
            a = frozen->factors[a].parent;
        else
            b = frozen->factors[b].parent;
    }
    return a;
}

static bool adjacent(const lw_frozen *frozen, const lw_body *a, const lw_body *b)
{
    if (a->link < 0 || b->link < 0)
        return false;
    int64_t above_a = frozen->links[a->link].parent_joint;
    int64_t above_b = frozen->links[b->link].parent_joint;
    return (above_a >= 0 && frozen->joints[above_a].parent_link == b->link) ||
           (above_b >= 0 && frozen->joints[above_b].parent_link == a->link);
}

/* what holds where no rule says otherwise */
static lw_pair_reason natural_reason(const lw_frozen *frozen, size_t a, size_t b)
{
    const lw_body *first = &frozen->bodies[a];
    const lw_body *second = &frozen->bodies[b];
    if (first->robot < 0 && second->robot < 0)
        return LW_PAIR_OBSTACLES;
    if (first->robot == second->robot && first->factor == second->factor)
        return LW_PAIR_RIGID;
    if (first->robot == second->robot && adjacent(frozen, first, second))
        return LW_PAIR_ADJACENT;
    return LW_PAIR_CHECKED;
}

/* the rest of a name after "robot/"; NULL where it does not begin so */
static const char *after_robot(const char *robot, const char *name)
{
    size_t length = strlen(robot);
    return !strncmp(name, robot, length) && name[length] == '/' ? name + length + 1 : NULL;
}

/* whether a name means this body: link, object id, or robot/link */
static bool names_body(const lw_frozen *frozen, const char *name, int64_t robot, const lw_body *body)
{
    if (body->link < 0)
        return robot < 0 && !strcmp(body->name, name);
    const char *link = frozen->links[body->link].name;
    if (robot >= 0)
        return body->robot == robot && !strcmp(link, name);
    const char *rest = after_robot(frozen->names[body->robot], name);
    return !strcmp(link, name) || (rest && !strcmp(link, rest));
}

/* bodies of a name into list; how many */
static size_t find_bodies(const lw_frozen *frozen, const char *name, int64_t robot, size_t *list)
{
    size_t count = 0;
    for (size_t i = 0; i < frozen->body_count; i++)
        if (names_body(frozen, name, robot, &frozen->bodies[i]))
            list[count++] = i;
    return count;
}

/* whether the name is somebody's, though perhaps without geometry */
static bool is_known(const lw_scene *scene, const char *name, int64_t robot)
{
    const lw_model *model = &scene->model;
    if (lw_model_find_link(model, robot, name) >= 0)
        return true;
    if (robot >= 0)
        return false;
    if (lw_model_find_object(model, name) >= 0)
        return true;
    for (size_t r = 0; r < model->robots.count; r++) {
        const char *rest = after_robot(model->robots.items[r].name, name);
        if (rest && lw_model_find_link(model, (int64_t)r, rest) >= 0)
            return true;
    }
    return false;
}

/* whether one of the first rules, or the name a of the rule after them, is this name */
static bool said_before(const lw_scene *scene, size_t rules, bool and_a, const char *name)
{
    const lw_model_rule *items = scene->model.rules.items;
    for (size_t i = 0; i < rules; i++)
        if (!strcmp(items[i].a, name) || (items[i].b && !strcmp(items[i].b, name)))
            return true;
    return and_a && !strcmp(items[rules].a, name);
}

static void notice_nobody(const lw_scene *scene, const char *what, const char *name)
{
    lw_scene_notice(scene, NULL, 0, "%s \"%s\", which is nobody's: ignored", what, name);
}

/* one notice for each name that is nobody's */
static void notice_nobodies(const lw_scene *scene)
{
    const lw_model *model = &scene->model;
    for (size_t i = 0; i < model->rules.count; i++) {
        const lw_model_rule *rule = &model->rules.items[i];
        if (!is_known(scene, rule->a, rule->robot) && !said_before(scene, i, false, rule->a))
            notice_nobody(scene, "a rule about pairs names", rule->a);
        if (rule->b && !is_known(scene, rule->b, rule->robot) && !said_before(scene, i, true, rule->b))
            notice_nobody(scene, "a rule about pairs names", rule->b);
    }
    for (size_t i = 0; i < model->margins.count; i++) {
        const lw_model_margin *entry = &model->margins.items[i];
        if (!is_known(scene, entry->a, -1))
            notice_nobody(scene, "the margin of a pair names", entry->a);
        if (entry->b && !is_known(scene, entry->b, -1))
            notice_nobody(scene, "the margin of a pair names", entry->b);
    }
    for (size_t i = 0; i < model->objects.count; i++) {
        const lw_model_object *object = &model->objects.items[i];
        for (size_t t = 0; t < object->touch_link_count; t++)
            if (!is_known(scene, object->touch_links[t], object->robot))
                notice_nobody(scene, "a touch link is named", object->touch_links[t]);
    }
}

static void set_reason(lw_frozen *frozen, size_t a, size_t b, bool allowed, lw_rank rank)
{
    if (a == b || (a >= frozen->moving_count && b >= frozen->moving_count))
        return; /* two obstacles have no entry */
    uint8_t *reason = reason_of(frozen, a, b);
    if (*reason == LW_PAIR_OBSTACLES || *reason == LW_PAIR_RIGID)
        return; /* nothing to check, whatever is said */
    lw_pair_reason why = rank == LW_RANK_ROBOT   ? LW_PAIR_ROBOT
                         : rank == LW_RANK_SCENE ? LW_PAIR_SCENE
                                                 : LW_PAIR_CALLER;
    *reason = (uint8_t)(allowed ? why : LW_PAIR_CHECKED);
}

static void apply_rule(lw_frozen *frozen, const lw_model_rule *rule, size_t *first, size_t *second)
{
    size_t a = find_bodies(frozen, rule->a, rule->robot, first);
    size_t b = rule->b ? find_bodies(frozen, rule->b, rule->robot, second) : 0;
    for (size_t i = 0; i < a; i++) {
        if (!rule->b)
            for (size_t k = 0; k < frozen->body_count; k++)
                set_reason(frozen, first[i], k, rule->allowed, rule->rank);
        for (size_t k = 0; k < b; k++)
            set_reason(frozen, first[i], second[k], rule->allowed, rule->rank);
    }
}

/* an attached object may touch the link that carries it, and those it names */
static void apply_touch_links(const lw_scene *scene, lw_frozen *frozen, size_t *list)
{
    for (size_t o = 0; o < scene->model.objects.count; o++) {
        const lw_model_object *object = &scene->model.objects.items[o];
        if (object->robot < 0)
            continue;
        for (size_t b = 0; b < frozen->moving_count; b++) {
            if (frozen->bodies[b].link >= 0 || !names_body(frozen, object->id, -1, &frozen->bodies[b]))
                continue;
            for (size_t t = 0; t <= object->touch_link_count; t++) {
                const char *name = t ? object->touch_links[t - 1] : object->link;
                size_t count = find_bodies(frozen, name, object->robot, list);
                for (size_t k = 0; k < count; k++)
                    if (*reason_of(frozen, b, list[k]) == LW_PAIR_CHECKED)
                        *reason_of(frozen, b, list[k]) = LW_PAIR_TOUCH;
            }
        }
    }
}

static double pair_margin(const lw_scene *scene, const lw_frozen *frozen, const lw_pair *pair)
{
    const lw_model *model = &scene->model;
    double margin = pair->self ? model->self_margin : model->margin;
    const lw_body *a = &frozen->bodies[pair->a];
    const lw_body *b = &frozen->bodies[pair->b];
    for (size_t i = 0; i < model->margins.count; i++) {
        const lw_model_margin *entry = &model->margins.items[i];
        bool forward =
            names_body(frozen, entry->a, -1, a) && (!entry->b || names_body(frozen, entry->b, -1, b));
        bool backward =
            names_body(frozen, entry->a, -1, b) && (!entry->b || names_body(frozen, entry->b, -1, a));
        if (forward || backward)
            margin = entry->margin;
    }
    return margin;
}

lw_status lw_freeze_pairs(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    size_t count = frozen->body_count;
    size_t moving = frozen->moving_count;
    size_t *lists = calloc(2 * count + 1, sizeof *lists);
    frozen->reasons = lw_arena_array(&frozen->arena, moving, count);
    if (!lists || !frozen->reasons) {
        free(lists);
        return lw_fail_memory(error);
    }
    for (size_t a = 0; a < moving; a++)
        for (size_t b = a + 1; b < count; b++)
            *reason_of(frozen, a, b) = (uint8_t)natural_reason(frozen, a, b);
    notice_nobodies(scene);
    apply_touch_links(scene, frozen, lists);
    for (int rank = LW_RANK_ROBOT; rank <= LW_RANK_CALLER; rank++)
        for (size_t i = 0; i < scene->model.rules.count; i++)
            if (scene->model.rules.items[i].rank == (lw_rank)rank)
                apply_rule(frozen, &scene->model.rules.items[i], lists, lists + count);
    free(lists);

    size_t checked = 0;
    for (size_t a = 0; a < moving; a++)
        for (size_t b = a + 1; b < count; b++)
            checked += *reason_of(frozen, a, b) == LW_PAIR_CHECKED;
    frozen->pairs = lw_arena_array(&frozen->arena, checked, sizeof *frozen->pairs);
    if (!frozen->pairs)
        return lw_fail_memory(error);
    for (size_t a = 0; a < moving; a++)
        for (size_t b = a + 1; b < count; b++) {
            if (*reason_of(frozen, a, b) != LW_PAIR_CHECKED)
                continue;
            lw_pair *pair = &frozen->pairs[frozen->pair_count++];
            pair->a = (int32_t)a;
            pair->b = (int32_t)b;
            pair->self = frozen->bodies[a].robot == frozen->bodies[b].robot;
            pair->common = common_factor(frozen, frozen->bodies[a].factor, frozen->bodies[b].factor);
            pair->margin = pair_margin(scene, frozen, pair);
        }
    return LW_OK;
}
