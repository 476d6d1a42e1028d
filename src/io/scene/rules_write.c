/* Writes the rules about pairs as "allowed_pairs" and "checked_pairs". Of several rules about a pair
 * the one of the highest rank decides, and of those the last; of the two lists the second decides. So a
 * rule that checks a pair may only stand before a rule that allows it if both are about the same two
 * bodies: then it is left out. */
#include "io/scene/scene_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of a rule's body behind its robot. */
static const char *bare_name(const char *name)
{
    const char *slash = name ? strrchr(name, '/') : NULL;
    return slash ? slash + 1 : name;
}

static bool same(const char *a, const char *b)
{
    return a && b && !strcmp(bare_name(a), bare_name(b));
}

/* Whether two rules can be about one pair; names with and without a robot may mean the same. */
static bool overlap(const lw_model_rule *one, const lw_model_rule *other)
{
    if (!one->b || !other->b) {
        const lw_model_rule *all = one->b ? other : one;
        const lw_model_rule *some = one->b ? one : other;
        return same(all->a, some->a) || same(all->a, some->b) || (!some->b && !all->b);
    }
    return (same(one->a, other->a) && same(one->b, other->b)) ||
           (same(one->a, other->b) && same(one->b, other->a));
}

static bool exactly(const char *a, const char *b)
{
    return a && b && !strcmp(a, b);
}

/* Whether two rules are about the same two bodies. */
static bool equal(const lw_model_rule *one, const lw_model_rule *other)
{
    if (one->robot != other->robot)
        return false;
    if (!one->b || !other->b)
        return !one->b && !other->b && exactly(one->a, other->a);
    return (exactly(one->a, other->a) && exactly(one->b, other->b)) ||
           (exactly(one->a, other->b) && exactly(one->b, other->a));
}

/* Lists the rules in the order in which they decide: each over those before it. NULL: out of memory. */
static const lw_model_rule **in_order(const lw_model *model)
{
    const lw_model_rule **order = malloc((model->rules.count + 1) * sizeof *order);
    size_t count = 0;
    for (int rank = LW_RANK_ROBOT; order && rank <= LW_RANK_CALLER; rank++)
        for (size_t i = 0; i < model->rules.count; i++)
            if (model->rules.items[i].rank == (lw_rank)rank)
                order[count++] = &model->rules.items[i];
    return order;
}

/* Whether a later rule that allows a pair replaces the rule of this index, which checks it. */
static lw_status find_replaced(const lw_scene_writer *w, const lw_model_rule *const *order,
                               size_t index, bool *replaced)
{
    *replaced = false;
    for (size_t i = index + 1; i < w->model->rules.count; i++) {
        if (!order[i]->allowed || !overlap(order[i], order[index]))
            continue;
        if (!equal(order[i], order[index]))
            return lw_fail(
                w->error, LW_ERROR_ARGUMENT,
                "the pairs of \"%s\" are allowed after some of them were said to be checked; "
                "in a JSON scene checked_pairs always decide over allowed_pairs",
                order[i]->a);
        *replaced = true;
    }
    return LW_OK;
}

static void write_name(const lw_scene_writer *w, const lw_model_rule *rule, const char *name)
{
    if (name)
        lw_write_robot_name(w, rule->robot, name);
    else
        lw_json_write_text(w->text, "*");
}

/* Writes the rules that allow pairs, or those that check them. */
static lw_status write_list(const lw_scene_writer *w, const lw_model_rule *const *order, bool allowed)
{
    size_t written = 0;
    for (size_t i = 0; i < w->model->rules.count; i++) {
        bool replaced = false;
        const lw_model_rule *rule = order[i];
        if (rule->allowed != allowed)
            continue;
        lw_status status = allowed ? LW_OK : find_replaced(w, order, i, &replaced);
        if (status)
            return status;
        if (replaced)
            continue;
        if (!written)
            lw_text_put(w->text, allowed ? ",\n \"allowed_pairs\": [" : ",\n \"checked_pairs\": [");
        lw_write_next(w->text, written++);
        lw_text_put(w->text, "[");
        write_name(w, rule, rule->a);
        lw_text_put(w->text, ", ");
        write_name(w, rule, rule->b);
        lw_text_put(w->text, "]");
    }
    lw_text_put(w->text, written ? "]" : "");
    return LW_OK;
}

lw_status lw_write_rules(const lw_scene_writer *w)
{
    const lw_model_rule **order = in_order(w->model);
    if (!order)
        return lw_fail_memory(w->error);
    lw_status status = write_list(w, order, true);
    if (!status)
        status = write_list(w, order, false);
    free(order);
    return status;
}
