/* Freezing, last step: which pairs of bodies are checked. Names are looked up in a table, so that a
 * rule for each of many obstacles costs no more than the pairs that it concerns. */
#include "base/name_table.h"
#include "scene/frozen.h"
#include "scene/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* one of the two must belong to a robot */
static uint8_t *reason_of(const lw_frozen *frozen, size_t a, size_t b)
{
    uint8_t *reasons = frozen->pairs.reasons;
    return a < b ? &reasons[a * frozen->body_count + b] : &reasons[b * frozen->body_count + a];
}

/* the last elementary joint on both chains */
static int32_t common_elementary(const lw_frozen *frozen, int32_t a, int32_t b)
{
    while (a != b) {
        /* parents come before their children */
        if (a > b)
            a = frozen->chains->elementary[a].parent;
        else
            b = frozen->chains->elementary[b].parent;
    }
    return a;
}

static bool adjacent(const lw_frozen *frozen, const lw_body *a, const lw_body *b)
{
    if (a->link < 0 || b->link < 0)
        return false;
    int64_t above_a = frozen->chains->links[a->link].parent_joint;
    int64_t above_b = frozen->chains->links[b->link].parent_joint;
    return (above_a >= 0 && frozen->chains->joints[above_a].parent_link == b->link) ||
           (above_b >= 0 && frozen->chains->joints[above_b].parent_link == a->link);
}

/* the reason where there is no rule */
static lw_pair_reason default_reason(const lw_frozen *frozen, size_t a, size_t b)
{
    const lw_body *first = lw_frozen_body(frozen, a);
    const lw_body *second = lw_frozen_body(frozen, b);
    if (first->robot == second->robot && first->elementary == second->elementary)
        return LW_PAIR_RIGID;
    if (first->robot == second->robot && adjacent(frozen, first, second))
        return LW_PAIR_ADJACENT;
    return LW_PAIR_CHECKED;
}

/* the most notices of a scene that give the nearest name. docs/decisions/tool.md, "An unknown name is
 * answered with the nearest name, if it is near enough". */
enum { MOST_HINTS = 20 };

/* the end of a chain of bodies */
#define NO_BODY SIZE_MAX

/* a margin of one pair, and when it was given */
typedef struct given_margin {
    lw_own_margin own;
    size_t order;
} given_margin;

typedef struct pair_work {
    const lw_scene *scene;
    lw_frozen *frozen;
    lw_name_table links;    /* per name of links, without the robot's name: the first body */
    size_t *next, *last;    /* per moving body: the next of its name; per first body: the last of its
                               name */
    lw_name_table unknown;  /* unknown names that a notice has named */
    size_t *first, *second; /* bodies of a rule's names */
    size_t hints;           /* number of notices with the nearest name */
    LW_LIST(given_margin) margins;
} pair_work;

/* Lists the bodies of links by their names, which many robots may share. */
static lw_status list_links(pair_work *work, lw_error *error)
{
    const lw_frozen *frozen = work->frozen;
    const lw_frozen_link *links = frozen->chains->links;
    for (size_t i = 0; i < frozen->moving_count; i++) {
        if (frozen->moving[i].link < 0)
            continue;
        const char *name = links[frozen->moving[i].link].name;
        int64_t first = lw_name_table_find(&work->links, name);
        if (first < 0 && !lw_name_table_add(&work->links, name, (int64_t)i))
            return lw_fail_memory(error);
        size_t chain = first < 0 ? i : (size_t)first;
        work->next[i] = NO_BODY;
        if (first >= 0)
            work->next[work->last[chain]] = i;
        work->last[chain] = i;
    }
    return LW_OK;
}

/* Lists the body of an object, if there is one, and returns the count. */
static size_t find_object(const pair_work *work, const char *id, size_t *list)
{
    const lw_frozen *frozen = work->frozen;
    int64_t object = lw_model_find_object(&work->scene->model, id);
    if (object < 0 || frozen->object_bodies[object] < 0)
        return 0;
    *list = (size_t)frozen->object_bodies[object];
    return 1;
}

/* Lists the body of a robot's link, if it has one, and returns the count. */
static size_t find_link(const pair_work *work, const char *name, int64_t robot, size_t *list)
{
    int64_t link = lw_model_find_link(&work->scene->model, robot, name);
    int64_t body = link < 0 ? -1 : work->frozen->chains->links[link].body;
    if (body < 0)
        return 0;
    *list = (size_t)body;
    return 1;
}

/* Lists the bodies of a name and returns the count. robot >= 0: links of that robot only; else links
 * and objects of this name, and for a name robot/link that robot's link. */
static size_t find_bodies(const pair_work *work, const char *name, int64_t robot, size_t *list)
{
    if (robot >= 0)
        return find_link(work, name, robot, list);
    size_t count = 0;
    int64_t first = lw_name_table_find(&work->links, name);
    for (size_t i = first < 0 ? NO_BODY : (size_t)first; i != NO_BODY; i = work->next[i])
        list[count++] = i;
    count += find_object(work, name, list + count);
    const char *link = lw_model_split_name(&work->scene->model, name, &robot);
    return count + (link ? find_link(work, link, robot, list + count) : 0);
}

/* robot -1: any body could have the name */
static void notice_unknown(pair_work *work, const char *what, const char *name, int64_t robot)
{
    /* to find the nearest of many names for many others takes long, and so many hints are of no use */
    bool hinted = work->hints++ < MOST_HINTS;
    const lw_model *model = &work->scene->model;
    lw_hint hint = !hinted      ? (lw_hint){""}
                   : robot >= 0 ? lw_hint_link(model, robot, name)
                                : lw_hint_body(model, name);
    lw_scene_notice(work->scene, NULL, 0, "%s \"%s\", which nothing in the scene has: ignored%s", what,
                    name, hint.text);
}

/* gives one notice for each name */
static lw_status notice_rule(pair_work *work, const char *name, int64_t robot, lw_error *error)
{
    if (!name || lw_name_is_known(&work->scene->model, name, robot) ||
        lw_name_table_find(&work->unknown, name) >= 0)
        return LW_OK;
    if (!lw_name_table_add(&work->unknown, name, 0))
        return lw_fail_memory(error);
    notice_unknown(work, "a rule about pairs names", name, robot);
    return LW_OK;
}

/* gives notices of names that no link or object has */
static lw_status notice_unknown_names(pair_work *work, lw_error *error)
{
    const lw_scene *scene = work->scene;
    const lw_model *model = &scene->model;
    for (size_t i = model->known.rules; i < model->rules.count; i++) {
        const lw_model_rule *rule = &model->rules.items[i];
        lw_status status = notice_rule(work, rule->a, rule->of_object ? -1 : rule->robot, error);
        if (status || (status = notice_rule(work, rule->b, rule->robot, error)))
            return status;
    }
    for (size_t i = model->known.margins; i < model->margins.count; i++) {
        const lw_model_margin *entry = &model->margins.items[i];
        if (!lw_name_is_known(model, entry->a, -1))
            notice_unknown(work, "the margin of a pair names", entry->a, -1);
        if (entry->b && !lw_name_is_known(model, entry->b, -1))
            notice_unknown(work, "the margin of a pair names", entry->b, -1);
    }
    for (size_t i = 0; i < model->objects.count; i++) {
        const lw_model_object *object = &model->objects.items[i];
        bool carried_before =
            scene->from && object->made >= 0 && (size_t)object->made < scene->from->moving_count;
        for (size_t t = 0; t < object->touch_link_count && !carried_before; t++)
            if (!lw_name_is_known(model, object->touch_links[t], object->robot) &&
                !lw_model_is_carried(model, lw_model_find_object(model, object->touch_links[t])))
                notice_unknown(work, "a touch link is named", object->touch_links[t], object->robot);
    }
    return LW_OK;
}

static void set_reason(lw_frozen *frozen, size_t a, size_t b, const lw_model_rule *rule)
{
    if (a == b || (a >= frozen->moving_count && b >= frozen->moving_count))
        return; /* two obstacles have no entry */
    uint8_t *reason = reason_of(frozen, a, b);
    if (*reason == LW_PAIR_OBSTACLES || *reason == LW_PAIR_RIGID)
        return; /* nothing to check, whatever the rules say */
    lw_pair_reason why = rule->sampled                 ? LW_PAIR_SAMPLED
                         : rule->rank == LW_RANK_ROBOT ? LW_PAIR_ROBOT
                         : rule->rank == LW_RANK_SCENE ? LW_PAIR_SCENE
                                                       : LW_PAIR_CALLER;
    *reason = (uint8_t)(rule->allowed ? why : LW_PAIR_CHECKED);
}

static void apply_rule(const pair_work *work, const lw_model_rule *rule)
{
    lw_frozen *frozen = work->frozen;
    size_t a = rule->of_object ? find_object(work, rule->a, work->first)
                               : find_bodies(work, rule->a, rule->robot, work->first);
    size_t b = rule->b ? find_bodies(work, rule->b, rule->robot, work->second) : 0;
    for (size_t i = 0; i < a; i++) {
        /* an obstacle is in pairs with moving bodies only */
        size_t all = work->first[i] < frozen->moving_count ? frozen->body_count : frozen->moving_count;
        for (size_t k = 0; !rule->b && k < all; k++)
            set_reason(frozen, work->first[i], k, rule);
        for (size_t k = 0; k < b; k++)
            set_reason(frozen, work->first[i], work->second[k], rule);
    }
}

/* An attached object may touch the link that carries it, and its touch links: links of its robot, and
 * else other attached objects, as in MoveIt. */
static void apply_touch_links(const pair_work *work)
{
    lw_frozen *frozen = work->frozen;
    for (size_t o = 0; o < work->scene->model.objects.count; o++) {
        const lw_model_object *object = &work->scene->model.objects.items[o];
        if (object->robot < 0)
            continue;
        size_t body;
        if (!find_object(work, object->id, &body))
            continue;
        for (size_t t = 0; t <= object->touch_link_count; t++) {
            const char *name = t ? object->touch_links[t - 1] : object->link;
            size_t count = find_link(work, name, object->robot, work->second);
            if (lw_model_find_link(&work->scene->model, object->robot, name) < 0 &&
                lw_model_is_carried(&work->scene->model,
                                    lw_model_find_object(&work->scene->model, name)))
                count = find_object(work, name, work->second);
            for (size_t k = 0; k < count; k++)
                if (body != work->second[k] &&
                    *reason_of(frozen, body, work->second[k]) == LW_PAIR_CHECKED)
                    *reason_of(frozen, body, work->second[k]) = LW_PAIR_TOUCH;
        }
    }
}

static lw_status set_margin(pair_work *work, size_t a, size_t b, double margin, lw_error *error)
{
    const lw_frozen *frozen = work->frozen;
    size_t low = a < b ? a : b;
    size_t high = a < b ? b : a;
    if (a == b || low >= frozen->moving_count || *reason_of(frozen, low, high) != LW_PAIR_CHECKED)
        return LW_OK;
    if (!LW_ARRAY_GROW(&work->margins))
        return lw_fail_memory(error);
    size_t order = work->margins.count++;
    work->margins.items[order] =
        (given_margin){{lw_pair_id_of((uint32_t)low, (uint32_t)high), margin}, order};
    return LW_OK;
}

static lw_status take_margin(pair_work *work, const lw_model_margin *entry, lw_error *error)
{
    const lw_frozen *frozen = work->frozen;
    lw_status status = LW_OK;
    size_t a = find_bodies(work, entry->a, -1, work->first);
    size_t b = entry->b ? find_bodies(work, entry->b, -1, work->second) : 0;
    for (size_t i = 0; i < a && !status; i++) {
        size_t all = work->first[i] < frozen->moving_count ? frozen->body_count : frozen->moving_count;
        for (size_t k = 0; !entry->b && k < all && !status; k++)
            status = set_margin(work, work->first[i], k, entry->margin, error);
        for (size_t k = 0; k < b && !status; k++)
            status = set_margin(work, work->first[i], work->second[k], entry->margin, error);
    }
    return status;
}

static int compare_margins(const void *a, const void *b)
{
    const given_margin *one = a;
    const given_margin *other = b;
    if (one->own.id != other->own.id)
        return one->own.id < other->own.id ? -1 : 1;
    return (one->order > other->order) - (one->order < other->order);
}

/* Keeps the margins of pairs that have their own, in order; the last one given for a pair wins. */
static lw_status keep_margins(pair_work *work, lw_error *error)
{
    lw_pairs *pairs = &work->frozen->pairs;
    const lw_model *model = &work->scene->model;
    lw_status status = LW_OK;
    for (size_t i = 0; i < model->margins.count && !status; i++)
        status = take_margin(work, &model->margins.items[i], error);
    size_t count = work->margins.count;
    given_margin *given = work->margins.items;
    if (count)
        qsort(given, count, sizeof *given, compare_margins);
    pairs->own = lw_arena_array(&work->frozen->world->arena, count, sizeof *pairs->own);
    if (!status && !pairs->own)
        status = lw_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++)
        if (i + 1 == count || given[i + 1].own.id != given[i].own.id)
            pairs->own[pairs->own_count++] = given[i].own;
    return status;
}

static void set_reasons(const pair_work *work)
{
    lw_frozen *frozen = work->frozen;
    size_t moving = frozen->moving_count;
    /* pairs with obstacles are checked by default: LW_PAIR_CHECKED is 0 */
    for (size_t a = 0; a < moving; a++)
        for (size_t b = a + 1; b < moving; b++)
            *reason_of(frozen, a, b) = (uint8_t)default_reason(frozen, a, b);
    apply_touch_links(work);
    const lw_model *model = &work->scene->model;
    for (int rank = LW_RANK_ROBOT; rank <= LW_RANK_CALLER; rank++)
        for (size_t i = 0; i < model->rules.count; i++)
            if (model->rules.items[i].rank == (lw_rank)rank)
                apply_rule(work, &model->rules.items[i]);
}

/* Counts the pairs to check, per row and block of bodies. */
static lw_status count_pairs(lw_frozen *frozen, lw_error *error)
{
    lw_pairs *pairs = &frozen->pairs;
    size_t moving = frozen->moving_count;
    pairs->block_count = (frozen->body_count + LW_PAIR_BLOCK - 1) / LW_PAIR_BLOCK;
    pairs->rows = lw_arena_array(&frozen->world->arena, moving + 1, sizeof *pairs->rows);
    pairs->ranks =
        lw_arena_array(&frozen->world->arena, moving * pairs->block_count, sizeof *pairs->ranks);
    if (!pairs->rows || !pairs->ranks)
        return lw_fail_memory(error);
    for (size_t a = 0; a < moving; a++) {
        const uint8_t *row = pairs->reasons + a * frozen->body_count;
        uint32_t count = 0;
        for (size_t b = 0; b < frozen->body_count; b++) {
            if (b % LW_PAIR_BLOCK == 0)
                pairs->ranks[a * pairs->block_count + b / LW_PAIR_BLOCK] = count;
            count += b > a && row[b] == LW_PAIR_CHECKED;
        }
        pairs->rows[a] = pairs->count;
        pairs->count += count;
    }
    pairs->rows[moving] = pairs->count;
    return LW_OK;
}

/* the travel of a body relative to an elementary joint, appended if it is new to the body's row */
static uint32_t add_travel(lw_pairs *pairs, size_t first, uint32_t body, int32_t common)
{
    if (common < 0)
        return body;
    for (size_t i = first; i < pairs->travel_count; i++)
        if (pairs->travels[i].common == common)
            return (uint32_t)i;
    pairs->travels[pairs->travel_count] = (lw_travel_slot){(int32_t)body, common};
    return (uint32_t)pairs->travel_count++;
}

/* Finds the common joints of the pairs inside robots, and lists the travels that pairs need. */
static lw_status share_travels(lw_frozen *frozen, lw_error *error)
{
    lw_pairs *pairs = &frozen->pairs;
    size_t moving = frozen->moving_count;
    size_t most = moving;
    for (size_t a = 0; a < moving; a++)
        for (size_t b = a + 1; b < moving; b++)
            most += lw_frozen_body(frozen, a)->robot == lw_frozen_body(frozen, b)->robot ? 2 : 0;
    pairs->travels = lw_arena_array(&frozen->world->arena, most, sizeof *pairs->travels);
    pairs->travel_of = lw_arena_array(&frozen->world->arena, moving * moving, sizeof *pairs->travel_of);
    if (!pairs->travels || !pairs->travel_of)
        return lw_fail_memory(error);
    pairs->travel_count = moving;
    for (uint32_t a = 0; a < moving; a++) {
        const lw_body *body = lw_frozen_body(frozen, a);
        size_t first = pairs->travel_count;
        pairs->travels[a] = (lw_travel_slot){(int32_t)a, -1};
        for (uint32_t b = 0; b < moving; b++) {
            const lw_body *other = lw_frozen_body(frozen, b);
            bool self = a != b && body->robot == other->robot;
            pairs->travel_of[a * moving + b] =
                self ? add_travel(pairs, first, a,
                                  common_elementary(frozen, body->elementary, other->elementary))
                     : a;
        }
    }
    return LW_OK;
}

/* Finds the least and the largest margin of the pairs. */
static void bound_margins(lw_frozen *frozen)
{
    lw_pairs *pairs = &frozen->pairs;
    pairs->least_margin[0] = pairs->least_margin[1] = HUGE_VAL;
    /* of pairs with the scene's margins, it is enough to find one inside a robot and one other */
    size_t found[2] = {0, 0};
    size_t own = 0;
    for (lw_pair_id id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR && !(found[0] && found[1]);
         id = lw_frozen_next_pair(frozen, id + 1)) {
        while (own < pairs->own_count && pairs->own[own].id < id)
            own++;
        bool self = frozen->moving[lw_pair_first(id)].robot ==
                    lw_frozen_body(frozen, lw_pair_second(id))->robot;
        if (own == pairs->own_count || pairs->own[own].id != id)
            found[self] = 1;
    }
    for (int self = 0; self < 2; self++)
        if (found[self]) {
            pairs->least_margin[self] = pairs->margin[self];
            pairs->largest_margin = fmax(pairs->largest_margin, pairs->margin[self]);
        }
    for (size_t i = 0; i < pairs->own_count; i++) {
        lw_pair pair = lw_frozen_pair(frozen, pairs->own[i].id);
        pairs->least_margin[pair.self] = fmin(pairs->least_margin[pair.self], pair.margin);
        pairs->largest_margin = fmax(pairs->largest_margin, pair.margin);
    }
}

lw_status lw_freeze_pairs(const lw_scene *scene, lw_frozen *frozen, lw_error *error)
{
    pair_work work = {.scene = scene, .frozen = frozen};
    size_t count = frozen->body_count;
    size_t *lists = calloc(4 * count + 1, sizeof *lists);
    frozen->pairs.reasons = lw_arena_array(&frozen->world->arena, frozen->moving_count, count);
    frozen->pairs.margin[0] = scene->model.margin;
    frozen->pairs.margin[1] = scene->model.self_margin;
    lw_status status = lists && frozen->pairs.reasons ? LW_OK : lw_fail_memory(error);
    work.first = lists;
    work.second = lists ? lists + count : NULL;
    work.next = lists ? lists + 2 * count : NULL;
    work.last = lists ? lists + 3 * count : NULL;
    if (!status && !(status = list_links(&work, error)) &&
        !(status = notice_unknown_names(&work, error))) {
        set_reasons(&work);
        status = count_pairs(frozen, error);
        if (!status)
            status = share_travels(frozen, error);
        if (!status)
            status = keep_margins(&work, error);
        if (!status)
            bound_margins(frozen);
    }
    free(lists);
    free(work.margins.items);
    lw_name_table_free(&work.links);
    lw_name_table_free(&work.unknown);
    return status;
}
