/* A message about links of one robot that touch each other at the beginning of a motion. Descriptions
 * of robots often have links that overlap, and an SRDF beside them that allows it. */
#include "part/start_contacts.h"

#include <stdio.h>
#include <string.h>

/* how many pairs are named; the others are counted */
enum { MOST_NAMED = 12 };

/* the robot of a body; -1: none */
static int64_t robot_of(const lw_scene *scene, int64_t body)
{
    lw_body_info info = {.struct_size = sizeof(lw_body_info), .robot = -1};
    if (body >= 0)
        lw_scene_body_info(scene, (size_t)body, &info, NULL);
    return info.robot;
}

/* whether an SRDF allows some pair of the robot */
static bool has_rules(const lw_scene *scene, int64_t robot)
{
    size_t count = lw_scene_link_count(scene);
    lw_link_info one = lw_default_link_info();
    lw_link_info other = lw_default_link_info();
    lw_pair_reason reason;
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            if (!lw_scene_link_info(scene, i, &one, NULL) && one.robot == (size_t)robot &&
                one.body >= 0 && !lw_scene_link_info(scene, k, &other, NULL) &&
                other.robot == (size_t)robot && other.body >= 0 &&
                !lw_scene_pair_reason(scene, (size_t)one.body, (size_t)other.body, &reason, NULL) &&
                (reason == LW_PAIR_ROBOT || reason == LW_PAIR_SAMPLED))
                return true;
    return false;
}

bool lw_start_contacts_say(const lw_motion *motion, const lw_verdict *verdict, lw_report *report)
{
    const lw_motion *first = lw_motion_stage(motion, 0);
    const lw_scene *scene = lw_motion_scene(motion);
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    if (verdict->kind != LW_VERDICT_CONTACT || verdict->time > begin || verdict->pair[0] < 0)
        return false;
    int64_t robot = robot_of(scene, verdict->pair[0]);
    if (robot < 0 || robot_of(scene, verdict->pair[1]) != robot || has_rules(scene, robot))
        return false;
    lw_checker *checker = NULL;
    scene = lw_motion_scene(first); /* the scene of the first stage, with the same links */
    if (lw_checker_create(scene, &checker, NULL))
        return false;
    char names[1600] = "";
    size_t count = 0;
    for (size_t i = 0; i < lw_scene_pair_count(scene); i++) {
        lw_pair_info pair = lw_default_pair_info();
        lw_distance distance;
        if (lw_scene_pair_info(scene, i, &pair, NULL) || !pair.self ||
            robot_of(scene, (int64_t)pair.bodies[0]) != robot ||
            lw_pair_distance(checker, first, begin, i, &distance, NULL) || distance.upper > pair.margin)
            continue;
        size_t used = strlen(names);
        if (count++ < MOST_NAMED)
            snprintf(names + used, sizeof names - used, "%s[\"%s\", \"%s\"]", used ? ", " : "",
                     lw_scene_body_name(scene, pair.bodies[0]),
                     lw_scene_body_name(scene, pair.bodies[1]));
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
            lw_scene_robot_name(scene, (size_t)robot), names);
    return count > 0;
}
