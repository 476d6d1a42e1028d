/* Hints: the name in the scene that is nearest to a name that does not exist. */
#include "scene/names.h"

#include <string.h>

static bool is_of(size_t owner, int64_t robot)
{
    return robot < 0 || owner == (size_t)robot;
}

lw_hint lw_hint_robot(const lw_model *model, const char *wanted)
{
    lw_nearest nearest = lw_nearest_begin(wanted);
    for (size_t i = 0; i < model->robots.count; i++)
        lw_nearest_offer(&nearest, model->robots.items[i].name);
    return lw_nearest_hint(&nearest);
}

static void offer_links(const lw_model *model, int64_t robot, lw_nearest *nearest)
{
    for (size_t i = 0; i < model->links.count; i++)
        if (is_of(model->links.items[i].robot, robot))
            lw_nearest_offer(nearest, model->links.items[i].name);
}

lw_hint lw_hint_link(const lw_model *model, int64_t robot, const char *wanted)
{
    lw_nearest nearest = lw_nearest_begin(wanted);
    offer_links(model, robot, &nearest);
    return lw_nearest_hint(&nearest);
}

lw_hint lw_hint_joint(const lw_model *model, int64_t robot, const char *wanted)
{
    lw_nearest nearest = lw_nearest_begin(wanted);
    for (size_t i = 0; i < model->joints.count; i++)
        if (is_of(model->joints.items[i].robot, robot))
            lw_nearest_offer(&nearest, model->joints.items[i].def.name);
    return lw_nearest_hint(&nearest);
}

lw_hint lw_hint_group(const lw_model *model, int64_t robot, const char *wanted)
{
    lw_nearest nearest = lw_nearest_begin(wanted);
    for (size_t i = 0; i < model->groups.count; i++)
        if (is_of(model->groups.items[i].robot, robot))
            lw_nearest_offer(&nearest, model->groups.items[i].name);
    return lw_nearest_hint(&nearest);
}

lw_hint lw_hint_state(const lw_model *model, int64_t robot, const char *wanted)
{
    lw_nearest nearest = lw_nearest_begin(wanted);
    for (size_t i = 0; i < model->states.count; i++)
        if (is_of(model->states.items[i].robot, robot))
            lw_nearest_offer(&nearest, model->states.items[i].name);
    return lw_nearest_hint(&nearest);
}

lw_hint lw_hint_body(const lw_model *model, const char *wanted)
{
    lw_nearest nearest = lw_nearest_begin(wanted);
    offer_links(model, -1, &nearest);
    for (size_t i = 0; i < model->objects.count; i++)
        lw_nearest_offer(&nearest, model->objects.items[i].id);
    return lw_nearest_hint(&nearest);
}

bool lw_name_is_known(const lw_model *model, const char *name, int64_t robot)
{
    if (lw_model_find_link(model, robot, name) >= 0)
        return true;
    if (robot >= 0)
        return false;
    if (lw_model_find_object(model, name) >= 0)
        return true;
    const char *rest = lw_model_split_name(model, name, &robot);
    return rest && lw_model_find_link(model, robot, rest) >= 0;
}
