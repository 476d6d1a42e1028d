/* A verdict in words, for people. */
#include "text/verdict_text.h"

#include "text/json_text.h"
#include "text/length_text.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>

enum {
    SHORT = 64,
    MOST_MEASURED = 10000 /* with more pairs, rounding errors are not searched for */
};

/* Metres: if a distance is known better than this, the reason is a small gap, not rounding. */
static const double LITTLE = 1e-6;

const char *lw_verdict_word(lw_verdict_kind kind)
{
    static const char *const words[] = {"free", "contact", "undecided", "leaves contact"};
    return words[kind];
}

const char *lw_reason_text(lw_reason reason)
{
    switch (reason) {
    case LW_REASON_BUDGET:
        return "the budget ran out";
    case LW_REASON_PRECISION:
        return "the gap comes too close to the margin to tell";
    case LW_REASON_SAMPLED:
        return "nothing was found, but samples prove nothing";
    case LW_REASON_STOPPED:
        return "stopped";
    case LW_REASON_DEPTH:
        return "whether it gets deeper could not be shown";
    case LW_REASON_LIMIT:
        return "a joint is beyond its limit";
    case LW_REASON_TOLERANCE:
        return "whether all motions within the tolerance are free could not be shown";
    case LW_REASON_NONE:
        break;
    }
    return "";
}

void lw_time_text(const lw_motion *motion, double time, char *text, size_t size)
{
    snprintf(text, size, lw_motion_in_seconds(motion) ? "%.6g s" : "t = %.6g", time);
}

void lw_verdict_print_word(const lw_output *output, lw_verdict_kind kind)
{
    static const char *const colors[] = {"\033[32m", "\033[31m", "\033[33m", "\033[32m"};
    const char *word = lw_verdict_word(kind);
    if (output->color)
        fprintf(output->file, "%s%s\033[0m", colors[kind], word);
    else
        fputs(word, output->file);
}

static void print_pair(const lw_output *output, const lw_scene *scene, const int64_t pair[2])
{
    for (int i = 0; i < 2; i++) {
        const char *name = pair[i] < 0 ? NULL : lw_scene_body_name(scene, (size_t)pair[i]);
        lw_print(output->file, "%s%s", i ? " and " : "", name ? name : "?");
    }
}

bool lw_pair_margin(const lw_scene *scene, const int64_t pair[2], double *margin)
{
    lw_pair_info info = lw_default_pair_info();
    if (pair[0] < 0 || pair[1] < 0)
        return false;
    int64_t index = lw_scene_find_pair(scene, (size_t)pair[0], (size_t)pair[1]);
    if (index < 0 || lw_scene_pair_info(scene, (size_t)index, &info, NULL))
        return false;
    *margin = info.margin;
    return true;
}

/* the margin of a pair in a stage; false where it does not check the pair */
static bool stage_margin(const lw_motion *motion, size_t stage, const int64_t pair[2], double *margin)
{
    int64_t bodies[2];
    for (int i = 0; i < 2; i++)
        bodies[i] = pair[i] < 0 ? -1 : lw_motion_stage_body(motion, stage, (size_t)pair[i]);
    return lw_pair_margin(lw_motion_scene(lw_motion_stage(motion, stage)), bodies, margin);
}

double lw_motion_margin(const lw_motion *motion, double time, const int64_t pair[2])
{
    double margin = 0;
    for (size_t i = 0; i < lw_motion_stage_count(motion); i++) {
        double begin;
        double end;
        lw_motion_interval(lw_motion_stage(motion, i), &begin, &end);
        if (begin <= time && time <= end && stage_margin(motion, i, pair, &margin))
            break;
    }
    return margin;
}

static void print_free_until(const lw_output *output, const lw_motion *motion,
                             const lw_verdict *verdict)
{
    char time[SHORT];
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    if (verdict->free_until <= begin)
        return;
    lw_time_text(motion, verdict->free_until, time, sizeof time);
    lw_print(output->file, ", free until %s", time);
}

static void print_point(const lw_output *output, lw_vec3 p)
{
    lw_print(output->file, "(%.4f, %.4f, %.4f)", p.x, p.y, p.z);
}

static void print_contact(const lw_output *output, const lw_motion *motion, const lw_verdict *verdict)
{
    char time[SHORT];
    lw_time_text(motion, verdict->time, time, sizeof time);
    lw_print(output->file, " at %s", time);
    if (verdict->segment > 0)
        lw_print(output->file, " in segment %lld", (long long)verdict->segment);
    print_free_until(output, motion, verdict);
    fputs(verdict->first ? "" : ", perhaps not the first", output->file);
    fputs(verdict->deviates ? ", of a motion within the tolerance" : "", output->file);
    if (verdict->reason == LW_REASON_LIMIT)
        lw_print(output->file, ": %s", lw_reason_text(verdict->reason));
}

/* Prints the violation of a limit by which a verdict is a contact. */
static void print_limit(const lw_output *output, const lw_scene *scene, const lw_motion *motion)
{
    static const char *const parts[] = {"x of ", "y of ", "theta of "};
    lw_violation first;
    lw_joint_info joint = lw_default_joint_info();
    size_t count = 0;
    char time[SHORT];
    if (lw_motion_limits(motion, LW_LIMITS_SLACK, &first, 1, &count, NULL) || !count ||
        lw_scene_joint_info(scene, first.joint, &joint, NULL))
        return;
    const char *robot = lw_scene_robot_count(scene) > 1 ? lw_scene_robot_name(scene, joint.robot) : "";
    lw_time_text(motion, first.time, time, sizeof time);
    lw_print(output->file,
             "\n    %sjoint %s%s%s: ", joint.kind == LW_JOINT_PLANAR ? parts[first.part] : "", robot,
             *robot ? "/" : "", joint.name);
    if (first.kind == LW_LIMIT_VELOCITY_JUMP || first.kind == LW_LIMIT_ACCELERATION_JUMP)
        lw_print(output->file, "its %s jumps by %.6g at %s",
                 first.kind == LW_LIMIT_VELOCITY_JUMP ? "velocity" : "acceleration", first.value, time);
    else
        lw_print(output->file, "its %s is %.9g at %s, its limit %.9g", lw_limit_name(first.kind),
                 first.value, time, first.limit);
}

static void print_touching(const lw_output *output, const lw_scene *scene, const lw_motion *motion,
                           const lw_verdict *verdict)
{
    const lw_distance *contact = &verdict->contact;
    double margin = lw_motion_margin(motion, verdict->time, verdict->pair);
    bool apart = !(contact->depth > 0) && contact->upper > 0 && margin > 0;
    char text[SHORT];
    fputs("\n    ", output->file);
    print_pair(output, scene, verdict->pair);
    if (contact->depth > 0) {
        lw_depth_text(-contact->upper, contact->depth, text, sizeof text);
        lw_print(output->file, " overlap by %s at ", text);
    } else if (apart) {
        lw_length_text(contact->upper, text, sizeof text);
        lw_print(output->file, " are %s apart", text);
        lw_length_text(margin, text, sizeof text);
        lw_print(output->file, " (margin %s) at ", text);
    } else {
        fputs(" touch at ", output->file);
    }
    print_point(output, contact->points[0]);
    if (apart) {
        fputs(" and ", output->file);
        print_point(output, contact->points[1]);
    }
    fputs(" m", output->file);
}

/* How a motion fails that may begin in contact. */
static const char *failure_text(lw_failure failure)
{
    switch (failure) {
    case LW_FAILURE_NEW:
        return ": the pair was free at the beginning";
    case LW_FAILURE_DEEPER:
        return ": deeper than at the beginning";
    case LW_FAILURE_STAYS:
        return ": in contact from the beginning to the end";
    case LW_FAILURE_NONE:
        break;
    }
    return "";
}

/* Prints the penetration depth of a pair at the beginning of a motion that may begin in contact. */
static void print_start(const lw_output *output, const lw_scene *scene, const lw_verdict *verdict)
{
    const double *distance = verdict->start_distance;
    char text[SHORT];
    if (!verdict->start_pairs || !(distance[0] != 0 || distance[1] != 0))
        return;
    fputs("\n    ", output->file);
    print_pair(output, scene, verdict->pair);
    if (distance[0] < 0)
        lw_depth_text(-distance[1], -distance[0], text, sizeof text);
    else
        lw_length_text(distance[1], text, sizeof text);
    if (distance[0] < 0)
        lw_print(output->file, " overlap by %s at the beginning", text);
    else
        lw_print(output->file, " are %s apart at the beginning, within their margin", text);
    if (verdict->kind == LW_VERDICT_LEAVES && verdict->start_pairs > 1)
        lw_print(output->file, ", the last to leave of %llu pairs",
                 (unsigned long long)verdict->start_pairs);
}

static void print_leaves(const lw_output *output, const lw_motion *motion, const lw_verdict *verdict)
{
    char time[SHORT];
    lw_time_text(motion, verdict->time, time, sizeof time);
    lw_print(output->file, " at %s, free from then on", time);
}

static void print_clearance(const lw_output *output, const lw_scene *scene, const lw_motion *motion,
                            const char *before, const lw_clearance *clearance)
{
    char lower[SHORT];
    char upper[SHORT];
    char time[SHORT];
    double margin = lw_motion_margin(motion, clearance->at, clearance->pair);
    lw_at_least_text(clearance->lower, margin, lower, sizeof lower);
    lw_at_most_text(clearance->upper, upper, sizeof upper);
    lw_time_text(motion, clearance->at, time, sizeof time);
    if (clearance->upper > 0)
        lw_print(output->file, "\n    %s %s to %s, ", before, lower, upper);
    else
        lw_print(output->file, "\n    %s contact, ", before);
    print_pair(output, scene, clearance->pair);
    lw_print(output->file, " at %s", time);
}

static void print_clearances(const lw_output *output, const lw_scene *scene, const lw_motion *motion,
                             const lw_verdict *verdict)
{
    if (verdict->clearance.pair[0] >= 0)
        print_clearance(output, scene, motion, "clearance", &verdict->clearance);
    if (verdict->self_clearance.pair[0] >= 0)
        print_clearance(output, scene, motion, "inside the robot", &verdict->self_clearance);
}

/* whether the motion moves a floating joint */
static bool flies(const lw_scene *scene, const lw_motion *motion)
{
    lw_joint_info joint = lw_default_joint_info();
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++)
        if (!lw_scene_joint_info(scene, i, &joint, NULL) && joint.kind == LW_JOINT_FLOATING &&
            lw_motion_moves(motion, i))
            return true;
    return false;
}

/* prints the interpolation between the waypoints of a trajectory, which the proof depends on; a rigid
 * motion has none */
static void print_interpolation(const lw_output *output, const lw_scene *scene, const lw_motion *motion)
{
    static const char *const names[] = {"", "linear", "cubic", "quintic", "spline"};
    if (lw_motion_in_seconds(motion) && !flies(scene, motion))
        lw_print(output->file, " (%s interpolation)", names[lw_motion_interpolation(motion)]);
}

/* Prints the time from which a motion that was cut is judged. */
static void print_since(const lw_output *output, const lw_motion *motion)
{
    char time[SHORT];
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    if (!(begin > 0))
        return;
    lw_time_text(motion, begin, time, sizeof time);
    lw_print(output->file, " (judged since %s)", time);
}

static void print_near(const lw_output *output, const lw_result *result)
{
    for (size_t i = 0; i < result->near_count; i++)
        print_clearance(output, result->scene, result->motion, "near:", &result->near[i]);
    if (result->near && !result->near_count)
        fputs("\n    no pair comes near", output->file);
}

/* The pair with the smallest lower bound of the distance beyond its margin, at a time; -1: none. */
static int64_t least_known(const lw_scene *scene, const lw_motion *motion, double time,
                           lw_distance *out)
{
    lw_checker *checker = NULL;
    int64_t found = -1;
    size_t count = lw_scene_pair_count(scene);
    if (count > MOST_MEASURED || lw_checker_create(scene, &checker, NULL))
        return -1;
    double least = HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        lw_pair_info info = lw_default_pair_info();
        lw_distance distance;
        if (lw_pair_distance(checker, motion, time, i, &distance, NULL) ||
            lw_scene_pair_info(scene, i, &info, NULL) || !(distance.upper > 0) ||
            !(distance.lower - info.margin < least))
            continue;
        least = distance.lower - info.margin;
        *out = distance;
        found = (int64_t)i;
    }
    lw_checker_destroy(checker);
    return found;
}

/* If a proof ends because numbers are so large that they round by more than the gap, prints a line
 * about it. */
static void print_rounding(const lw_output *output, const lw_scene *scene, const lw_motion *motion,
                           const lw_verdict *verdict)
{
    lw_distance distance;
    int64_t found = least_known(scene, motion, verdict->free_until, &distance);
    if (found < 0 || !(distance.upper - distance.lower > LITTLE))
        return;
    size_t bodies[2];
    char lower[SHORT];
    char upper[SHORT];
    char time[SHORT];
    lw_scene_pair(scene, (size_t)found, bodies);
    lw_at_least_text(distance.lower, 0, lower, sizeof lower);
    lw_at_most_text(distance.upper, upper, sizeof upper);
    lw_time_text(motion, verdict->free_until, time, sizeof time);
    fputs("\n    ", output->file);
    print_pair(output, scene, (const int64_t[]){(int64_t)bodies[0], (int64_t)bodies[1]});
    lw_print(
        output->file,
        " are %s to %s apart at %s: joint values or places are so large that they round by as much",
        lower, upper, time);
}

static void print_notices(const lw_output *output, const lw_motion *motion)
{
    char sentence[1024];
    for (size_t i = 0; i < lw_motion_notice_count(motion); i++) {
        lw_motion_notice(motion, i, sentence, sizeof sentence);
        lw_print(output->file, "\n    notice: %s", sentence);
    }
}

void lw_verdict_print(const lw_output *output, const lw_result *result)
{
    const lw_scene *scene = result->scene;
    const lw_motion *motion = result->motion;
    const lw_verdict *verdict = result->verdict;
    if (result->id) {
        char plain[512];
        lw_plain_id(result->id, plain, sizeof plain);
        lw_print(output->file, "%s: ", plain);
    }
    lw_verdict_print_word(output, verdict->kind);
    if (verdict->kind == LW_VERDICT_CONTACT)
        print_contact(output, motion, verdict);
    if (verdict->kind == LW_VERDICT_LEAVES)
        print_leaves(output, motion, verdict);
    fputs(failure_text(verdict->failure), output->file);
    if (verdict->kind == LW_VERDICT_UNDECIDED) {
        lw_print(output->file, ": %s", lw_reason_text(verdict->reason));
        print_free_until(output, motion, verdict);
    }
    print_since(output, motion);
    print_interpolation(output, scene, motion);
    if (result->microseconds > 0)
        lw_print(output->file, " [%.1f us]", result->microseconds);
    if (verdict->reason == LW_REASON_LIMIT)
        print_limit(output, scene, motion);
    else if (verdict->kind == LW_VERDICT_CONTACT)
        print_touching(output, scene, motion, verdict);
    if (verdict->kind == LW_VERDICT_FREE)
        print_clearances(output, scene, motion, verdict);
    print_start(output, scene, verdict);
    if (verdict->kind == LW_VERDICT_UNDECIDED && verdict->reason == LW_REASON_PRECISION)
        print_rounding(output, scene, motion, verdict);
    print_near(output, result);
    print_notices(output, motion);
    fputc('\n', output->file);
}
