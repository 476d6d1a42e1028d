/* lw_scene_meeting: whether two links of a robot never, always or sometimes meet, which an allowed
 * collision matrix (ACM) is made of. Checks the question, runs the search of acm/meeting.h and writes
 * the answer. */
#include "acm/meeting.h"
#include "base/error.h"
#include "base/sized.h"
#include "scene/ask/ask.h"

#include <stdlib.h>
#include <string.h>

/* Whether `other` is an ancestor of a link, with only links without geometry between them. */
static bool hangs_on(const lw_frozen *frozen, int64_t link, int64_t other)
{
    const lw_chains *chains = frozen->chains;
    while (chains->links[link].parent_joint >= 0) {
        link = chains->joints[chains->links[link].parent_joint].parent_link;
        if (link == other)
            return true;
        if (chains->links[link].body >= 0)
            return false;
    }
    return false;
}

/* Whether two links are adjacent: one is an ancestor of the other, with only empty links between. Two
 * that hang side by side on an empty link are not adjacent: the arms of a cell may hang so on its
 * frame. */
static bool are_adjacent(const lw_frozen *frozen, const lw_body *a, const lw_body *b)
{
    return a->link >= 0 && b->link >= 0 &&
           (hangs_on(frozen, a->link, b->link) || hangs_on(frozen, b->link, a->link));
}

static lw_status check_bodies(const lw_scene *scene, size_t a, size_t b, lw_error *error)
{
    size_t count = lw_scene_body_count(scene);
    lw_status status = lw_ask_index("body", a, count, error);
    if (!status)
        status = lw_ask_index("body", b, count, error);
    if (status)
        return status;
    if (a == b)
        return lw_fail(error, LW_ERROR_ARGUMENT, "a pair needs two different bodies");
    const lw_body *first = lw_frozen_body(scene->frozen, a);
    const lw_body *second = lw_frozen_body(scene->frozen, b);
    if (first->robot < 0 || first->robot != second->robot)
        return lw_fail(error, LW_ERROR_ARGUMENT, "\"%s\" and \"%s\" are not of one robot", first->name,
                       second->name);
    return LW_OK;
}

static lw_status begin(lw_meeting_search *s, lw_arena *arena, const lw_scene *scene, size_t a, size_t b,
                       lw_error *error)
{
    const lw_frozen *frozen = scene->frozen;
    lw_status status = lw_joint_path_find(arena, frozen, a, b, &s->path, error);
    if (status)
        return status;
    size_t low = a < b ? a : b;
    size_t high = a < b ? b : a;
    double margin = lw_frozen_margin(&frozen->pairs, lw_pair_id_of((uint32_t)low, (uint32_t)high),
                                     frozen->pairs.margin[1]);
    s->pair = (lw_pair){
        .a = (int32_t)a, .b = (int32_t)b, .common = s->path.common, .self = true, .margin = margin};
    size_t count = s->path.value_count;
    s->starts = lw_arena_array(arena, LW_MEETING_STARTS * count, sizeof *s->starts);
    double **arrays[] = {&s->meets, &s->apart, &s->values, &s->half, &s->shares};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i] = lw_arena_array(arena, count, sizeof(double))))
            return lw_fail_memory(error);
    return s->starts ? LW_OK : lw_fail_memory(error);
}

/* Writes values for all movable joints of the robot: those given for the joints of the path, rest
 * values for all others. */
static void give_values(const lw_meeting_search *s, const double *values, double *out)
{
    const lw_frozen *frozen = s->path.frozen;
    const lw_chains *chains = frozen->chains;
    const struct lw_joints *joints = &chains->defaults[s->path.bodies[0]->robot];
    for (size_t i = 0; i < joints->count; i++) {
        const lw_frozen_joint *joint = &chains->joints[joints->joints[i]];
        size_t count = lw_joint_value_count(joint->kind);
        for (size_t k = 0; k < count; k++)
            out[k] =
                joint->kind == LW_JOINT_FLOATING ? k == 6 : frozen->rest[(size_t)joint->variable + k];
        if (joint->kind == LW_JOINT_FLOATING) {
            const lw_pose *rest = &frozen->rest_pose[joints->joints[i]];
            const double all[7] = {rest->position.x,    rest->position.y,    rest->position.z,
                                   rest->orientation.x, rest->orientation.y, rest->orientation.z,
                                   rest->orientation.w};
            memcpy(out, all, sizeof all);
        }
        for (size_t v = 0; v < s->path.value_count && count == 1; v++)
            if (s->path.values[v].variable == joint->variable)
                *out = values[v];
        out += count;
    }
}

static lw_status decide(lw_meeting_search *s, lw_error *error)
{
    lw_meeting_info *info = s->info;
    info->unbounded = !s->path.bounded;
    if (info->adjacent && s->options->skip_adjacent)
        return LW_OK;
    if (s->path.varies) {
        info->reason = LW_REASON_SAMPLED;
        return LW_OK;
    }
    lw_meeting_sample(s);
    lw_status status = LW_OK;
    if (!(info->meets && info->apart) && !info->reason) {
        if (!s->path.value_count && info->meets) /* the bodies have one relative pose only */
            info->meeting = LW_MEETING_ALWAYS;
        else if (info->unbounded)
            info->reason = LW_REASON_SAMPLED;
        else if (info->meets || info->apart)
            status = lw_meeting_prove(s, error);
        else
            info->reason = LW_REASON_PRECISION;
    }
    if (info->meets && info->apart) {
        info->meeting = LW_MEETING_SOMETIMES;
        info->reason = LW_REASON_NONE;
    }
    return status;
}

lw_status lw_scene_meeting(const lw_scene *scene, size_t a, size_t b, const lw_meeting_options *options,
                           lw_meeting_info *out, lw_error *error)
{
    if (!scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no scene was given");
    const lw_sized *type = LW_SIZED(meeting_info);
    lw_meeting_options own = lw_default_meeting_options();
    lw_status status = lw_ask_frozen(scene, out, error);
    if (status || (status = lw_sized_check(type, out, error)) ||
        (status = check_bodies(scene, a, b, error)))
        return status;
    LW_SIZED_TAKE(meeting_options, options, &own, status, error);
    if (status)
        return status;
    if (!options)
        options = &own;
    if (!(options->budget_seconds >= 0))
        return lw_fail(error, LW_ERROR_ARGUMENT, "budget_seconds is %g; it must be at least 0",
                       options->budget_seconds);
    const lw_frozen *frozen = scene->frozen;
    lw_meeting_info info = lw_default_meeting_info();
    info.nearest = HUGE_VAL;
    info.adjacent = are_adjacent(frozen, lw_frozen_body(frozen, a), lw_frozen_body(frozen, b));
    lw_arena arena = {0};
    lw_meeting_search *search = calloc(1, sizeof *search);
    status = search ? begin(search, &arena, scene, a, b, error) : lw_fail_memory(error);
    if (!status) {
        search->options = options;
        search->info = &info;
        status = decide(search, error);
    }
    if (!status) {
        lw_sized_write(type, &info, out);
        if (options->meets && info.meets)
            give_values(search, search->meets, options->meets);
        if (options->apart && info.apart)
            give_values(search, search->apart, options->apart);
    }
    if (search)
        free(search->boxes.items);
    free(search);
    lw_arena_free(&arena);
    return status;
}
