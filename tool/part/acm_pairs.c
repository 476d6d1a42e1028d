/* The pairs of links of one robot: their entries in the SRDF, and whether they ever meet. */
#include "part/acm_pairs.h"

#include "text/fail.h"
#include "text/json_text.h"
#include "text/numbers.h"
#include "text/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the list ---------------------------------------------------------------------------------- */

static bool names(const lw_srdf_pair *entry, const lw_acm_pair *pair)
{
    return (!strcmp(entry->links[0], pair->links[0]) && !strcmp(entry->links[1], pair->links[1])) ||
           (!strcmp(entry->links[0], pair->links[1]) && !strcmp(entry->links[1], pair->links[0]));
}

/* looks up the entries of an SRDF about a pair; the last one counts */
static void look_up(const lw_srdf *srdf, const lw_srdf_pair *entries, size_t count, lw_acm_pair *pair)
{
    pair->enabled = lw_srdf_enables(srdf, pair->links[0], pair->links[1]);
    for (size_t i = 0; i < count; i++)
        if (names(&entries[i], pair)) {
            pair->listed = true;
            pair->reason = entries[i].reason;
        }
}

/* whether two bodies are links of the robot; fills in their names */
static bool are_links(const lw_scene *scene, lw_acm_pair *pair)
{
    for (int i = 0; i < 2; i++) {
        lw_body_info body = lw_default_body_info();
        lw_link_info link = lw_default_link_info();
        if (lw_scene_body_info(scene, pair->bodies[i], &body, NULL) || body.robot < 0 ||
            body.attached || lw_scene_link_info(scene, (size_t)body.link, &link, NULL))
            return false;
        pair->links[i] = link.name;
    }
    return true;
}

static lw_status add_pairs(const lw_srdf *srdf, const lw_srdf_pair *entries, size_t count,
                           lw_acm_pairs *out, lw_error *error)
{
    const lw_scene *scene = out->scene;
    for (size_t a = 0; a < lw_scene_body_count(scene); a++)
        for (size_t b = a + 1; b < lw_scene_body_count(scene); b++) {
            lw_acm_pair pair = {.bodies = {a, b}};
            lw_pair_reason reason = LW_PAIR_CHECKED;
            if (!are_links(scene, &pair))
                continue;
            if (!LW_LIST_GROW(&out->list))
                return lw_fail_memory(error);
            look_up(srdf, entries, count, &pair);
            lw_scene_pair_reason(scene, a, b, &reason, NULL);
            pair.defaulted = !pair.listed && reason == LW_PAIR_ROBOT;
            out->list.items[out->list.count++] = pair;
        }
    return LW_OK;
}

lw_status lw_acm_pairs_find(const lw_scene *scene, const lw_srdf *srdf, lw_acm_pairs *out,
                            lw_error *error)
{
    *out = (lw_acm_pairs){.scene = scene};
    if (lw_scene_robot_count(scene) != 1)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "an SRDF is of one robot, and there are %zu; say which: --robot FILE",
                       lw_scene_robot_count(scene));
    size_t count = lw_srdf_pair_count(srdf);
    lw_srdf_pair *entries = calloc(count + 1, sizeof *entries);
    if (!entries)
        return lw_fail_memory(error);
    for (size_t i = 0; i < count; i++)
        entries[i] = lw_srdf_pair_at(srdf, i);
    lw_status status = add_pairs(srdf, entries, count, out, error);
    free(entries);
    if (!status && !out->list.count)
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "robot \"%s\" has no two links with geometry: there is no pair",
                         lw_scene_robot_name(scene, 0));
    return status;
}

void lw_acm_pairs_free(lw_acm_pairs *pairs)
{
    for (size_t i = 0; i < pairs->list.count; i++)
        free(pairs->list.items[i].meets);
    free(pairs->list.items);
    pairs->list.items = NULL;
}

bool lw_acm_is_disabled(const lw_acm_pair *pair)
{
    return pair->listed || pair->defaulted;
}

bool lw_acm_is_designed(const char *reason)
{
    static const char *const written[] = {"Adjacent", "Never", "Always", "Default", LW_SRDF_SAMPLED};
    for (size_t i = 0; i < sizeof written / sizeof *written && reason; i++)
        if (!strcmp(reason, written[i]))
            return false;
    return true;
}

/* ---- the answers ------------------------------------------------------------------------------- */

lw_status lw_acm_ask(const lw_acm_pairs *pairs, const lw_meeting_options *options, lw_acm_pair *pair,
                     lw_error *error)
{
    lw_meeting_options own = *options;
    const lw_joints *joints = lw_scene_movable_joints(pairs->scene, pairs->robot);
    pair->meets = calloc(lw_joints_value_count(joints) + 1, sizeof *pair->meets);
    if (!pair->meets)
        return lw_fail_memory(error);
    own.meets = pair->meets;
    pair->answer = lw_default_meeting_info();
    return lw_scene_meeting(pairs->scene, pair->bodies[0], pair->bodies[1], &own, &pair->answer, error);
}

const char *lw_acm_word(const lw_acm_pair *pair)
{
    static const char *const words[] = {"undecided", "never", "always", "sometimes"};
    return pair->answer.adjacent ? "adjacent" : words[pair->answer.meeting];
}

/* whether a joint moves a body */
static bool is_above(const lw_scene *scene, int64_t joint, size_t body)
{
    lw_body_info info = lw_default_body_info();
    lw_link_info link = lw_default_link_info();
    lw_joint_info above = lw_default_joint_info();
    lw_scene_body_info(scene, body, &info, NULL);
    lw_scene_link_info(scene, (size_t)info.link, &link, NULL);
    while (link.parent_joint >= 0 && link.parent_joint != joint) {
        lw_scene_joint_info(scene, (size_t)link.parent_joint, &above, NULL);
        lw_scene_link_info(scene, above.parent, &link, NULL);
    }
    return link.parent_joint >= 0;
}

/* whether a joint, or one that follows it, is between the two bodies */
static bool is_between(const lw_scene *scene, int64_t joint, const lw_acm_pair *pair)
{
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++) {
        lw_joint_info info = lw_default_joint_info();
        lw_scene_joint_info(scene, i, &info, NULL);
        if (((int64_t)i == joint || info.mimic == joint) &&
            is_above(scene, (int64_t)i, pair->bodies[0]) !=
                is_above(scene, (int64_t)i, pair->bodies[1]))
            return true;
    }
    return false;
}

/* Prints the joints between the two bodies and their values where they meet. */
static void print_values(FILE *file, const lw_acm_pairs *pairs, const lw_acm_pair *pair, bool json)
{
    const lw_scene *scene = pairs->scene;
    const lw_joints *joints = lw_scene_movable_joints(scene, pairs->robot);
    const double *values = pair->meets;
    bool any = false;
    for (size_t i = 0; i < lw_joints_count(joints); i++) {
        const char *name = lw_joints_name(joints, i);
        lw_joint_info info = lw_default_joint_info();
        int64_t joint = lw_scene_find_joint(scene, lw_scene_robot_name(scene, pairs->robot), name);
        lw_scene_joint_info(scene, (size_t)joint, &info, NULL);
        if (info.value_count == 1 && is_between(scene, joint, pair)) {
            char number[LW_NUMBER_SIZE];
            lw_number_text(*values, number);
            fputs(json && any ? ", " : json ? "" : " --set ", file);
            if (json) {
                lw_print_string(file, name);
                lw_print(file, ": %s", number);
            } else {
                lw_print(file, "%s=%s", name, number);
            }
            any = true;
        }
        values += info.value_count;
    }
}

static const char *why_undecided(const lw_meeting_info *answer)
{
    switch (answer->reason) {
    case LW_REASON_BUDGET:
        return "the budget was used up";
    case LW_REASON_PRECISION:
        return "they only just touch, or only just do not";
    case LW_REASON_STOPPED:
        return "stopped";
    case LW_REASON_SAMPLED:
        return "a joint between them has no limits, or is planar or floating";
    case LW_REASON_DEPTH: /* these are only for motions */
    case LW_REASON_LIMIT:
    case LW_REASON_TOLERANCE:
    case LW_REASON_NONE:
        break;
    }
    return "no reason is given";
}

void lw_acm_print_text(FILE *file, const lw_acm_pairs *pairs, const lw_acm_pair *pair)
{
    lw_print(file, "%s and %s (%s): ", pair->links[0], pair->links[1],
             pair->reason      ? pair->reason
             : pair->defaulted ? "by default"
                               : "no reason");
    if (pair->answer.adjacent) {
        fputs("neighbours\n", file);
        return;
    }
    switch (pair->answer.meeting) {
    case LW_MEETING_NEVER:
        fputs("never meet, proven\n", file);
        break;
    case LW_MEETING_ALWAYS:
        fputs("always meet, proven\n", file);
        break;
    case LW_MEETING_SOMETIMES:
        fputs("can meet, at\n   ", file);
        print_values(file, pairs, pair, false);
        fputc('\n', file);
        break;
    case LW_MEETING_UNDECIDED:
        lw_print(file, "undecided: %s\n", why_undecided(&pair->answer));
        break;
    }
}

void lw_acm_print_json(FILE *file, const lw_acm_pairs *pairs, const lw_acm_pair *pair)
{
    fputs("{\"pair\": [", file);
    lw_print_string(file, pair->links[0]);
    fputs(", ", file);
    lw_print_string(file, pair->links[1]);
    fputs("], \"reason\": ", file);
    if (pair->reason)
        lw_print_string(file, pair->reason);
    else
        fputs("null", file);
    lw_print(file, ", \"meeting\": \"%s\"", lw_acm_word(pair));
    if (!pair->answer.adjacent) {
        fputs(", \"nearest\": ", file);
        lw_print_number(file, pair->answer.nearest);
        lw_print(file, ", \"boxes\": %" PRIu64, pair->answer.boxes);
    }
    if (!pair->answer.adjacent && pair->answer.meeting == LW_MEETING_UNDECIDED) {
        fputs(", \"why\": ", file);
        lw_print_string(file, why_undecided(&pair->answer));
    }
    if (!pair->answer.adjacent && pair->answer.meeting == LW_MEETING_SOMETIMES) {
        fputs(", \"configuration\": {", file);
        print_values(file, pairs, pair, true);
        fputc('}', file);
    }
    fputs("}\n", file);
}
