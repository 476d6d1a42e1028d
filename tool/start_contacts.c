/* The links of one robot that touch each other where a motion begins, for people. Descriptions of
 * robots often have links that overlap, and an SRDF beside them that allows it. */
#include "start_contacts.h"

#include "motion/motion.h"
#include "robot/frozen.h"

#include <stdio.h>
#include <string.h>

/* how many pairs are named; the others are counted */
enum { MOST_NAMED = 12 };

static bool has_rules(const lw_model *model, int64_t robot)
{
    for (size_t i = 0; i < model->rules.count; i++)
        if (model->rules.items[i].robot == robot)
            return true;
    return false;
}

bool lw_start_contacts_say(const lw_scene *scene, const lw_motion *motion, const lw_verdict *verdict,
                           lw_report *report)
{
    const lw_frozen *frozen = scene->frozen;
    if (verdict->kind != LW_CONTACT || verdict->time > motion->begin || verdict->pair[0] < 0)
        return false;
    int64_t robot = frozen->bodies[verdict->pair[0]].robot;
    if (robot < 0 || frozen->bodies[verdict->pair[1]].robot != robot || has_rules(&scene->model, robot))
        return false;
    lw_checker *checker = NULL;
    if (lw_checker_create(scene, &checker, NULL))
        return false;
    char names[1600] = "";
    size_t count = 0;
    for (size_t i = 0; i < frozen->pairs.count; i++) {
        const lw_pair own = lw_frozen_pair(frozen, lw_frozen_pair_at(frozen, i));
        const lw_pair *pair = &own;
        lw_distance distance;
        if (!pair->self || frozen->bodies[pair->a].robot != robot ||
            lw_pair_distance(checker, motion, motion->begin, i, &distance, NULL) ||
            distance.upper > pair->margin)
            continue;
        size_t used = strlen(names);
        if (count++ < MOST_NAMED)
            snprintf(names + used, sizeof names - used, "%s[\"%s\", \"%s\"]", used ? ", " : "",
                     frozen->bodies[pair->a].name, frozen->bodies[pair->b].name);
    }
    lw_checker_destroy(checker);
    if (count > MOST_NAMED)
        snprintf(names + strlen(names), sizeof names - strlen(names), " and %zu more",
                 count - MOST_NAMED);
    if (count)
        lw_report_say(
            report,
            "robot \"%s\" touches itself where the motion begins. Where these pairs may "
            "touch, give its SRDF (--srdf), or put them under \"allowed_pairs\" of a scene: %s",
            frozen->names[robot], names);
    return count > 0;
}
