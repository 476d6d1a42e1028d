/* --explain: prints the effect of the options, on standard error. */
#include "option/explain.h"

#include "option/scene_facts.h"
#include "text/json_text.h"
#include "text/length_text.h"
#include "text/text.h"

#include <math.h>
#include <string.h>

/* The most obstacles, files and motions that are listed: all fits on a screen. */
enum { MOST_LISTED = 8 };

static void say_more(size_t count, const char *what)
{
    if (count > MOST_LISTED)
        lw_print(stderr, "    and %zu more %s\n", count - MOST_LISTED, what);
}

static const char *unit_of(lw_joint_kind kind)
{
    return kind == LW_JOINT_PRISMATIC                                 ? " m"
           : kind == LW_JOINT_REVOLUTE || kind == LW_JOINT_CONTINUOUS ? " rad"
           : kind == LW_JOINT_PLANAR                                  ? " (x m, y m, heading rad)"
                                     : " (x y z m, quaternion x y z w)";
}

static void print_values(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lw_print(stderr, "%s%.6g", i ? ", " : "", values[i]);
}

static void print_limits(const lw_joint_info *joint)
{
    if (isfinite(joint->lower) || isfinite(joint->upper))
        lw_print(stderr, "; limits %.6g to %.6g", joint->lower, joint->upper);
    else if (joint->kind == LW_JOINT_REVOLUTE || joint->kind == LW_JOINT_PRISMATIC)
        fputs("; no limits", stderr);
}

/* Prints the name of a joint, with its robot if there are several. */
static void print_joint_name(const lw_scene *scene, const lw_joint_info *joint)
{
    const bool several = lw_scene_robot_count(scene) > 1;
    lw_print(stderr, "    %s%s%s", several ? lw_scene_robot_name(scene, joint->robot) : "",
             several ? "/" : "", joint->name);
}

/* ---- the scene --------------------------------------------------------------------------------- */

/* The source of the value of a joint at rest: an option, a file, or the default. */
static const char *source_of(const lw_scene_options *options, const lw_scene *scene, size_t index,
                             const lw_joint_info *joint)
{
    return lw_scene_options_set(options, scene, index) ? "--set"
           : joint->stated                             ? "the scene"
                                                       : "the default: nothing says where";
}

static void explain_joint(const lw_scene_options *options, const lw_scene *scene, size_t index,
                          const lw_joint_info *joint)
{
    lw_joint_info followed = lw_default_joint_info();
    print_joint_name(scene, joint);
    lw_print(stderr, "  %s", lw_joint_kind_name(joint->kind));
    if (joint->mimic >= 0 && !lw_scene_joint_info(scene, (size_t)joint->mimic, &followed, NULL)) {
        lw_print(stderr, ", follows %s: %g times it, plus %g\n", followed.name, joint->mimic_multiplier,
                 joint->mimic_offset);
        return;
    }
    print_limits(joint);
    fputs("; stands at ", stderr);
    print_values(joint->rest, joint->value_count);
    lw_print(stderr, "%s (%s)\n", unit_of(joint->kind), source_of(options, scene, index, joint));
}

static void explain_robot(const lw_scene_options *options, const lw_scene *scene, size_t robot)
{
    lw_robot_info info = lw_default_robot_info();
    lw_joint_info joint = lw_default_joint_info();
    if (lw_scene_robot_info(scene, robot, &info, NULL))
        return;
    const lw_pose base = info.base;
    lw_print(stderr,
             "  robot %s, its root link in the world at (%g, %g, %g) m, quaternion (%g, %g, %g, %g)\n",
             info.name, base.position.x, base.position.y, base.position.z, base.orientation.x,
             base.orientation.y, base.orientation.z, base.orientation.w);
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++)
        if (!lw_scene_joint_info(scene, i, &joint, NULL) && joint.robot == robot &&
            joint.kind != LW_JOINT_FIXED)
            explain_joint(options, scene, i, &joint);
}

/* A point of a frame in world coordinates. */
static lw_vec3 in_world(lw_pose frame, lw_vec3 p)
{
    const lw_quat q = frame.orientation;
    const lw_vec3 twice = {2 * (q.y * p.z - q.z * p.y), 2 * (q.z * p.x - q.x * p.z),
                           2 * (q.x * p.y - q.y * p.x)};
    return (lw_vec3){frame.position.x + p.x + q.w * twice.x + q.y * twice.z - q.z * twice.y,
                     frame.position.y + p.y + q.w * twice.y + q.z * twice.x - q.x * twice.z,
                     frame.position.z + p.z + q.w * twice.z + q.x * twice.y - q.y * twice.x};
}

/* Rounds to whole nanometres, so that a sum that is 0 except for rounding errors prints as 0. */
static double rounded(double metres)
{
    return round(1e9 * metres) / 1e9 + 0.0;
}

/* Widens an interval to contain a number. By fmin and fmax gcc 12 for aarch64 fails with an internal
 * error. */
static void widen(double number, double *low, double *high)
{
    if (number < *low)
        *low = number;
    if (number > *high)
        *high = number;
}

/* The box along the world's axes about the corners of a body's own box. */
static void box_in_world(lw_pose frame, const lw_body_info *body, lw_vec3 *low, lw_vec3 *high)
{
    *low = (lw_vec3){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    *high = (lw_vec3){-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 8; i++) {
        const lw_vec3 corner = in_world(frame, (lw_vec3){i & 1 ? body->high.x : body->low.x,
                                                         i & 2 ? body->high.y : body->low.y,
                                                         i & 4 ? body->high.z : body->low.z});
        widen(corner.x, &low->x, &high->x);
        widen(corner.y, &low->y, &high->y);
        widen(corner.z, &low->z, &high->z);
    }
}

static lw_status explain_object(const lw_scene *scene, const lw_motion *rest, size_t body,
                                lw_error *error)
{
    lw_body_info info = lw_default_body_info();
    lw_link_info carrier = lw_default_link_info();
    lw_shape_facts facts;
    lw_pose frame;
    char text[512];
    lw_status status = lw_scene_body_info(scene, body, &info, error);
    if (!status)
        status = lw_motion_pose(rest, body, 0, &frame, error);
    if (status || (status = lw_shape_facts_find(scene, (int64_t)body, &facts, error)))
        return status;
    lw_shape_facts_text(&facts, text, sizeof text);
    lw_shape_facts_free(&facts);
    lw_vec3 low;
    lw_vec3 high;
    box_in_world(frame, &info, &low, &high);
    lw_print(stderr, "    %s: %s, in the world within (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m",
             info.name, text, rounded(low.x), rounded(low.y), rounded(low.z), rounded(high.x),
             rounded(high.y), rounded(high.z));
    if (info.attached && !lw_scene_link_info(scene, (size_t)info.link, &carrier, NULL))
        lw_print(stderr, ", carried by %s", carrier.name);
    fputc('\n', stderr);
    return LW_OK;
}

static lw_status explain_objects(const lw_scene *scene, lw_error *error)
{
    size_t count = 0;
    lw_motion *rest = NULL;
    lw_status status = lw_motion_create(scene, &rest, error);
    for (size_t i = 0; i < lw_scene_body_count(scene) && !status; i++) {
        lw_body_info info = lw_default_body_info();
        status = lw_scene_body_info(scene, i, &info, error);
        if (status || (info.robot >= 0 && !info.attached))
            continue;
        if (!count++)
            fputs("  obstacles and carried objects\n", stderr);
        if (count <= MOST_LISTED)
            status = explain_object(scene, rest, i, error);
    }
    lw_motion_destroy(rest);
    if (!count)
        fputs("  no obstacles\n", stderr);
    say_more(count, "objects");
    return status;
}

/* Prints how many pairs have a margin of their own, and how many bodies have padding. */
static void explain_own_margins(const lw_scene *scene)
{
    size_t own = 0;
    size_t padded = 0;
    for (size_t i = 0; i < lw_scene_pair_count(scene); i++) {
        lw_pair_info pair = lw_default_pair_info();
        if (!lw_scene_pair_info(scene, i, &pair, NULL))
            own += pair.margin != (pair.self ? lw_scene_self_margin(scene) : lw_scene_margin(scene));
    }
    for (size_t i = 0; i < lw_scene_body_count(scene); i++) {
        lw_body_info body = lw_default_body_info();
        if (!lw_scene_body_info(scene, i, &body, NULL))
            padded += body.padding != 0;
    }
    if (own)
        lw_print(stderr, "    but %zu pair%s a margin of %s own (pair_margins)\n", own,
                 own == 1 ? " has" : "s have", own == 1 ? "its" : "their");
    if (padded)
        lw_print(stderr, "    %zu bod%s grown by padding, against what is not of the same robot\n",
                 padded, padded == 1 ? "y is" : "ies are");
}

static void explain_margins(const lw_scene_options *options, const lw_scene *scene)
{
    char margin[64];
    char self_margin[64];
    lw_length_text(lw_scene_margin(scene), margin, sizeof margin);
    lw_length_text(lw_scene_self_margin(scene), self_margin, sizeof self_margin);
    lw_print(stderr, "  contact is: nearer than %s (%s) to an obstacle or another robot\n", margin,
             options->margin >= 0 ? "--margin" : "the scene, or the default");
    lw_print(stderr, "              nearer than %s (%s) between two links of one robot\n", self_margin,
             options->self_margin >= 0 ? "--self-margin" : "the scene, or the default");
    explain_own_margins(scene);
    if (options->link_padding >= 0 || options->link_scale >= 0)
        lw_print(stderr, "  links are scaled by %g, then grown by %g m on all sides (%s)\n",
                 options->link_scale >= 0 ? options->link_scale : 1.0,
                 options->link_padding >= 0 ? options->link_padding : 0.0,
                 options->link_padding < 0 ? "--link-scale" : "--link-padding");
    fputs(lw_scene_dimension(scene) == 2 ? "  all is in the plane\n"
          : lw_scene_mesh_mode(scene) == LW_MESH_SOLID
              ? "  closed meshes are solid, open ones surfaces\n"
              : "  all meshes are surfaces\n",
          stderr);
}

static void explain_pairs(const lw_scene *scene)
{
    size_t counts[LW_PAIR_REASONS];
    size_t all = 0;
    lw_pair_reasons_count(scene, counts);
    for (int i = 0; i < LW_PAIR_REASONS; i++)
        all += counts[i];
    lw_print(stderr,
             "  pairs of bodies: %zu, of which %zu are checked (leeway info --pairs lists them)\n", all,
             counts[LW_PAIR_CHECKED]);
    for (int i = 1; i < LW_PAIR_REASONS; i++)
        if (counts[i])
            lw_print(stderr, "    %zu not: %s\n", counts[i], lw_pair_reason_text((lw_pair_reason)i));
}

static void explain_files(const lw_scene *scene)
{
    const size_t count = lw_scene_file_count(scene);
    fputs(count ? "  files\n" : "", stderr);
    for (size_t i = 0; i < count && i < MOST_LISTED; i++)
        lw_print(stderr, "    %s\n", lw_scene_file(scene, i));
    say_more(count, "files");
}

lw_status lw_explain_scene(const lw_scene_options *options, const lw_scene *scene, lw_report *report,
                           lw_error *error)
{
    lw_report_say(report, "understood, in metres and radians:");
    for (size_t i = 0; i < lw_scene_robot_count(scene); i++)
        explain_robot(options, scene, i);
    lw_status status = explain_objects(scene, error);
    explain_margins(options, scene);
    explain_pairs(scene);
    explain_files(scene);
    return status;
}

/* ---- motions ----------------------------------------------------------------------------------- */

static const char *interpolation_text(lw_interpolation interpolation)
{
    switch (interpolation) {
    case LW_INTERPOLATION_DEFAULT:
    case LW_INTERPOLATION_LINEAR:
        break;
    case LW_INTERPOLATION_CUBIC:
        return "cubic, through positions and velocities";
    case LW_INTERPOLATION_QUINTIC:
        return "quintic, through positions, velocities and accelerations";
    case LW_INTERPOLATION_SPLINE:
        return "a spline";
    }
    return "straight in joint values";
}

/* Prints the movement of a joint that a motion moves. */
static void explain_moved(const lw_scene *scene, const lw_motion *motion, size_t index,
                          const lw_joint_info *joint)
{
    double begin;
    double end;
    double from[7];
    double to[7];
    lw_motion_interval(motion, &begin, &end);
    if (lw_motion_joint_values(motion, index, begin, from, NULL) ||
        lw_motion_joint_values(motion, index, end, to, NULL))
        return;
    print_joint_name(scene, joint);
    fputs("  from ", stderr);
    print_values(from, joint->value_count);
    fputs(" to ", stderr);
    print_values(to, joint->value_count);
    fputs(unit_of(joint->kind), stderr);
    print_limits(joint);
    fputs(lw_motion_approaches(motion, index) ? "; first from where it stands to the first point\n"
                                              : "\n",
          stderr);
}

/* Prints the value of a joint that a motion sets but does not move. */
static void explain_standing(const lw_scene *scene, const lw_motion *motion, size_t index,
                             const lw_joint_info *joint)
{
    double at[7];
    double begin;
    double end;
    lw_motion_interval(motion, &begin, &end);
    if (lw_motion_joint_values(motion, index, begin, at, NULL) ||
        !memcmp(at, joint->rest, joint->value_count * sizeof *at))
        return;
    print_joint_name(scene, joint);
    fputs("  stands at ", stderr);
    print_values(at, joint->value_count);
    lw_print(stderr, "%s (the motion)\n", unit_of(joint->kind));
}

static void explain_payloads(const lw_motion *motion)
{
    for (size_t i = 0; i < lw_motion_payload_count(motion); i++) {
        lw_payload_info info = lw_default_payload_info();
        if (lw_motion_payload(motion, i, &info, NULL))
            continue;
        const bool takes = info.kind == LW_PAYLOAD_ATTACH;
        lw_print(stderr, "    at %g %s %s%s%s\n", info.time, takes ? "takes" : "puts down", info.object,
                 takes ? " with " : "", takes ? info.link : "");
    }
}

void lw_explain_motion(const lw_scene_options *options, const lw_scene *scene, const lw_motion *motion,
                       const char *id, lw_report *report)
{
    if (!options->explain || report->explained >= MOST_LISTED)
        return;
    char name[256];
    double begin;
    double end;
    lw_plain_id(id, name, sizeof name);
    lw_motion_interval(motion, &begin, &end);
    const bool timed = lw_motion_in_seconds(motion);
    lw_report_clear(report);
    lw_print(stderr, "  motion %s: %zu piece%s, %s, %s from %g to %g%s\n", name,
             lw_motion_piece_count(motion), lw_motion_piece_count(motion) == 1 ? "" : "s",
             interpolation_text(lw_motion_interpolation(motion)), timed ? "time" : "t", begin, end,
             timed ? " s" : ", without a clock");
    for (size_t i = 0; i < lw_scene_joint_count(scene); i++) {
        lw_joint_info joint = lw_default_joint_info();
        if (lw_scene_joint_info(scene, i, &joint, NULL) || !joint.value_count)
            continue;
        if (lw_motion_moves(motion, i))
            explain_moved(scene, motion, i, &joint);
        else
            explain_standing(scene, motion, i, &joint);
    }
    explain_payloads(motion);
    if (++report->explained == MOST_LISTED)
        fputs("  further motions are not explained\n", stderr);
}
