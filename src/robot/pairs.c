/* Freezing, last step: which pairs of bodies are checked. Names are looked up in a table, so that a
 * rule for each of many obstacles costs no more than the pairs that it concerns. */
#include "base/name_table.h"
#include "robot/frozen.h"
#include "robot/names.h"

#include <stdlib.h>
#include <string.h>

/* one of the two must belong to a robot */
static uint8_t *reason_of(const lw_frozen *frozen, size_t a, size_t b)
{
    return a < b ? &frozen->reasons[a * frozen->body_count + b]
                 : &frozen->reasons[b * frozen->body_count + a];
}

/* the last elementary joint on both chains */
static int32_t common_elementary(const lw_frozen *frozen, int32_t a, int32_t b)
{
    while (a != b) {
        /* parents come before their children */
        if (a > b)
            a = frozen->elementary[a].parent;
        else
            b = frozen->elementary[b].parent;
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

/* the reason where there is no rule */
static lw_pair_reason default_reason(const lw_frozen *frozen, size_t a, size_t b)
{
    const lw_body *first = &frozen->bodies[a];
    const lw_body *second = &frozen->bodies[b];
    if (first->robot < 0 && second->robot < 0)
        return LW_PAIR_OBSTACLES;
    if (first->robot == second->robot && first->elementary == second->elementary)
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

/* how many notices of a scene give the nearest name */
enum { MOST_HINTS = 20 };

typedef struct pair_work {
    const lw_scene *scene;
    lw_frozen *frozen;
    lw_name_table bodies;   /* by the link's name, without its robot's, or the object's id */
    lw_name_table unknown;  /* unknown names that were noticed */
    size_t *first, *second; /* bodies of a rule's names */
    size_t hints;           /* notices with the nearest name */
    size_t *rows;           /* where the pairs of each moving body begin, and at last their end */
} pair_work;

static lw_status list_bodies(pair_work *work, lw_error *error)
{
    const lw_frozen *frozen = work->frozen;
    for (size_t i = 0; i < frozen->body_count; i++) {
        const lw_body *body = &frozen->bodies[i];
        const char *name = body->link < 0 ? body->name : frozen->links[body->link].name;
        if (!lw_name_table_add(&work->bodies, name, (int64_t)i))
            return lw_fail_memory(error);
    }
    return LW_OK;
}

/* Lists the bodies of a name and returns how many there are. robot >= 0: links of that robot only; else
 * links and objects of this name, and for a name robot/link that robot's link. */
static size_t find_bodies(const pair_work *work, const char *name, int64_t robot, size_t *list)
{
    const lw_frozen *frozen = work->frozen;
    size_t count = 0;
    size_t slot = lw_name_table_begin(&work->bodies, name);
    for (int64_t i; (i = lw_name_table_next(&work->bodies, name, &slot)) >= 0;)
        if (robot < 0 || (frozen->bodies[i].link >= 0 && frozen->bodies[i].robot == robot))
            list[count++] = (size_t)i;
    for (size_t r = 0; robot < 0 && r < frozen->robot_count; r++) {
        const char *link = after_robot(frozen->names[r], name);
        if (link)
            count += find_bodies(work, link, (int64_t)r, list + count);
    }
    return count;
}

/* whether a link or object has the name, perhaps without geometry */
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

/* robot -1: any body could have the name */
static void notice_unknown(pair_work *work, const char *what, const char *name, int64_t robot)
{
    /* to compare many names with many takes long, and so many hints are of no use */
    bool hinted = work->hints++ < MOST_HINTS;
    const lw_model *model = &work->scene->model;
    lw_hint hint = !hinted      ? (lw_hint){""}
                   : robot >= 0 ? lw_hint_link(model, robot, name)
                                : lw_hint_body(model, name);
    lw_scene_notice(work->scene, NULL, 0, "%s \"%s\", which nothing in the scene has: ignored%s", what,
                    name, hint.text);
}

/* once for each name */
static lw_status notice_rule(pair_work *work, const char *name, int64_t robot, lw_error *error)
{
    if (!name || is_known(work->scene, name, robot) || lw_name_table_find(&work->unknown, name) >= 0)
        return LW_OK;
    if (!lw_name_table_add(&work->unknown, name, 0))
        return lw_fail_memory(error);
    notice_unknown(work, "a rule about pairs names", name, robot);
    return LW_OK;
}

/* notices the names that no body has */
static lw_status notice_unknown_names(pair_work *work, lw_error *error)
{
    const lw_scene *scene = work->scene;
    const lw_model *model = &scene->model;
    for (size_t i = 0; i < model->rules.count; i++) {
        const lw_model_rule *rule = &model->rules.items[i];
        lw_status status = notice_rule(work, rule->a, rule->robot, error);
        if (status || (status = notice_rule(work, rule->b, rule->robot, error)))
            return status;
    }
    for (size_t i = 0; i < model->margins.count; i++) {
        const lw_model_margin *entry = &model->margins.items[i];
        if (!is_known(scene, entry->a, -1))
            notice_unknown(work, "the margin of a pair names", entry->a, -1);
        if (entry->b && !is_known(scene, entry->b, -1))
            notice_unknown(work, "the margin of a pair names", entry->b, -1);
    }
    for (size_t i = 0; i < model->objects.count; i++) {
        const lw_model_object *object = &model->objects.items[i];
        for (size_t t = 0; t < object->touch_link_count; t++)
            if (!is_known(scene, object->touch_links[t], object->robot))
                notice_unknown(work, "a touch link is named", object->touch_links[t], object->robot);
    }
    return LW_OK;
}

static void set_reason(lw_frozen *frozen, size_t a, size_t b, bool allowed, lw_rank rank)
{
    if (a == b || (a >= frozen->moving_count && b >= frozen->moving_count))
        return; /* two obstacles have no entry */
    uint8_t *reason = reason_of(frozen, a, b);
    if (*reason == LW_PAIR_OBSTACLES || *reason == LW_PAIR_RIGID)
        return; /* nothing to check, whatever the rules say */
    lw_pair_reason why = rank == LW_RANK_ROBOT   ? LW_PAIR_ROBOT
                         : rank == LW_RANK_SCENE ? LW_PAIR_SCENE
                                                 : LW_PAIR_CALLER;
    *reason = (uint8_t)(allowed ? why : LW_PAIR_CHECKED);
}

static void apply_rule(const pair_work *work, const lw_model_rule *rule)
{
    lw_frozen *frozen = work->frozen;
    size_t a = find_bodies(work, rule->a, rule->robot, work->first);
    size_t b = rule->b ? find_bodies(work, rule->b, rule->robot, work->second) : 0;
    for (size_t i = 0; i < a; i++) {
        /* an obstacle is in pairs with moving bodies only */
        size_t all = work->first[i] < frozen->moving_count ? frozen->body_count : frozen->moving_count;
        for (size_t k = 0; !rule->b && k < all; k++)
            set_reason(frozen, work->first[i], k, rule->allowed, rule->rank);
        for (size_t k = 0; k < b; k++)
            set_reason(frozen, work->first[i], work->second[k], rule->allowed, rule->rank);
    }
}

/* an attached object may touch the link that carries it, and its touch links */
static void apply_touch_links(const pair_work *work)
{
    lw_frozen *frozen = work->frozen;
    for (size_t o = 0; o < work->scene->model.objects.count; o++) {
        const lw_model_object *object = &work->scene->model.objects.items[o];
        if (object->robot < 0)
            continue;
        size_t bodies = find_bodies(work, object->id, -1, work->first);
        for (size_t i = 0; i < bodies; i++) {
            size_t b = work->first[i];
            if (frozen->bodies[b].link >= 0)
                continue;
            for (size_t t = 0; t <= object->touch_link_count; t++) {
                const char *name = t ? object->touch_links[t - 1] : object->link;
                size_t count = find_bodies(work, name, object->robot, work->second);
                for (size_t k = 0; k < count; k++)
                    if (*reason_of(frozen, b, work->second[k]) == LW_PAIR_CHECKED)
                        *reason_of(frozen, b, work->second[k]) = LW_PAIR_TOUCH;
            }
        }
    }
}

/* the pair of two bodies, NULL where it is not checked; pairs are in the order of their bodies */
static lw_pair *find_pair(const pair_work *work, size_t a, size_t b)
{
    size_t low = a < b ? a : b;
    int32_t high = (int32_t)(a < b ? b : a);
    if (low >= work->frozen->moving_count)
        return NULL;
    size_t begin = work->rows[low];
    size_t end = work->rows[low + 1];
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        lw_pair *pair = &work->frozen->pairs[middle];
        if (pair->b == high)
            return pair;
        if (pair->b < high)
            begin = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

static void set_margin(const pair_work *work, size_t a, size_t b, double margin)
{
    lw_pair *pair = a == b ? NULL : find_pair(work, a, b);
    if (pair)
        pair->margin = margin;
}

/* the last margin of a pair wins */
static void apply_margins(const pair_work *work)
{
    const lw_frozen *frozen = work->frozen;
    for (size_t m = 0; m < work->scene->model.margins.count; m++) {
        const lw_model_margin *entry = &work->scene->model.margins.items[m];
        size_t a = find_bodies(work, entry->a, -1, work->first);
        size_t b = entry->b ? find_bodies(work, entry->b, -1, work->second) : 0;
        for (size_t i = 0; i < a; i++) {
            size_t all =
                work->first[i] < frozen->moving_count ? frozen->body_count : frozen->moving_count;
            for (size_t k = 0; !entry->b && k < all; k++)
                set_margin(work, work->first[i], k, entry->margin);
            for (size_t k = 0; k < b; k++)
                set_margin(work, work->first[i], work->second[k], entry->margin);
        }
    }
}

static void set_reasons(const pair_work *work)
{
    lw_frozen *frozen = work->frozen;
    for (size_t a = 0; a < frozen->moving_count; a++)
        for (size_t b = a + 1; b < frozen->body_count; b++)
            *reason_of(frozen, a, b) = (uint8_t)default_reason(frozen, a, b);
    apply_touch_links(work);
    const lw_model *model = &work->scene->model;
    for (int rank = LW_RANK_ROBOT; rank <= LW_RANK_CALLER; rank++)
        for (size_t i = 0; i < model->rules.count; i++)
            if (model->rules.items[i].rank == (lw_rank)rank)
                apply_rule(work, &model->rules.items[i]);
}

/* lists the pairs to check, in the order of their bodies */
static lw_status list_pairs(pair_work *work, lw_error *error)
{
    lw_frozen *frozen = work->frozen;
    const lw_model *model = &work->scene->model;
    size_t checked = 0;
    for (size_t a = 0; a < frozen->moving_count; a++)
        for (size_t b = a + 1; b < frozen->body_count; b++)
            checked += *reason_of(frozen, a, b) == LW_PAIR_CHECKED;
    frozen->pairs = lw_arena_array(&frozen->arena, checked, sizeof *frozen->pairs);
    if (!frozen->pairs)
        return lw_fail_memory(error);
    for (size_t a = 0; a < frozen->moving_count; a++) {
        work->rows[a] = frozen->pair_count;
        for (size_t b = a + 1; b < frozen->body_count; b++) {
            if (*reason_of(frozen, a, b) != LW_PAIR_CHECKED)
                continue;
            lw_pair *pair = &frozen->pairs[frozen->pair_count++];
            pair->a = (int32_t)a;
            pair->b = (int32_t)b;
            pair->self = frozen->bodies[a].robot == frozen->bodies[b].robot;
            pair->common =
                common_elementary(frozen, frozen->bodies[a].elementary, frozen->bodies[b].elementary);
            pair->margin = pair->self ? model->self_margin : model->margin;
            pair->padding[0] = pair->self ? 0 : frozen->bodies[a].padding;
            pair->padding[1] = pair->self ? 0 : frozen->bodies[b].padding;
        }
    }
    work->rows[frozen->moving_count] = frozen->pair_count;
    return LW_OK;
}

lw_status lw_freeze_pairs(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    pair_work work = {.scene = scene, .frozen = frozen};
    size_t count = frozen->body_count;
    size_t moving = frozen->moving_count;
    size_t *lists = calloc(2 * count + moving + 2, sizeof *lists);
    frozen->reasons = lw_arena_array(&frozen->arena, moving, count);
    lw_status status = lists && frozen->reasons ? LW_OK : lw_fail_memory(error);
    work.first = lists;
    work.second = lists + count;
    work.rows = lists + 2 * count;
    if (!status && !(status = list_bodies(&work, error)) &&
        !(status = notice_unknown_names(&work, error))) {
        set_reasons(&work);
        status = list_pairs(&work, error);
        if (!status)
            apply_margins(&work);
    }
    free(lists);
    lw_name_table_free(&work.bodies);
    lw_name_table_free(&work.unknown);
    return status;
}
