/* Writes frames, and motions as polynomials. */
#include "io/result/kinematics_json.h"

void lw_kinematics_write_vector(lw_values *out, vec3 v)
{
    lw_values_numbers(out, (double[]){v.x, v.y, v.z}, 3);
}

void lw_kinematics_write_rotation(lw_values *out, const mat3 *m)
{
    lw_values_numbers(
        out, (double[]){m->x.x, m->x.y, m->x.z, m->y.x, m->y.y, m->y.z, m->z.x, m->z.y, m->z.z}, 9);
}

static void write_pose_members(lw_values *out, const pose *at)
{
    lw_values_key(out, "position");
    lw_kinematics_write_vector(out, at->position);
    lw_values_key(out, "rotation");
    lw_kinematics_write_rotation(out, &at->rotation);
}

static void write_pose(lw_values *out, const pose *at)
{
    lw_values_object(out);
    write_pose_members(out, at);
    lw_values_end_object(out);
}

static void write_index(lw_values *out, const char *key, int32_t index)
{
    if (index >= 0)
        lw_values_whole_of(out, key, (uint64_t)index);
}

void lw_kinematics_write_frames(lw_values *out, const lw_frozen *frozen)
{
    static const char *const kinds[] = {[LW_ELEMENTARY_REVOLUTE] = "turn",
                                        [LW_ELEMENTARY_PRISMATIC] = "slide",
                                        [LW_ELEMENTARY_FIXED] = "fixed"};
    lw_values_key(out, "frames");
    lw_values_list(out);
    for (size_t i = 0; i < frozen->chains->elementary_count; i++) {
        const lw_elementary_joint *own = &frozen->chains->elementary[i];
        lw_values_object(out);
        lw_values_text_of(out, "kind", kinds[own->kind]);
        write_index(out, "parent", own->parent);
        write_index(out, "variable", own->variable);
        if (own->multiplier != 1)
            lw_values_number_of(out, "multiplier", own->multiplier);
        if (own->offset != 0)
            lw_values_number_of(out, "offset", own->offset);
        write_pose_members(out, &own->before);
        lw_values_end_object(out);
    }
    lw_values_end_list(out);
}

void lw_kinematics_write_mount(lw_values *out, const lw_body *body)
{
    write_index(out, "frame", body->elementary);
    lw_values_key(out, "at");
    write_pose(out, &body->local);
}

/* Writes the coefficients of a track's polynomials: per piece, per variable, the lowest power first. */
static void write_coefficients(lw_values *out, const lw_motion_track *track)
{
    const size_t row = (size_t)track->degree + 1;
    lw_values_key(out, "coefficients");
    lw_values_list(out);
    for (size_t piece = 0; piece < track->piece_count; piece++) {
        lw_values_list(out);
        for (size_t i = 0; i < track->column_count; i++)
            lw_values_numbers(out, track->coefficients + (piece * track->column_count + i) * row, row);
        lw_values_end_list(out);
    }
    lw_values_end_list(out);
}

/* Writes the poses of the frames of floating joints, which are others in each piece. */
static void write_slots(lw_values *out, const lw_frozen *frozen, const lw_motion_track *track)
{
    if (!track->floating_count)
        return;
    lw_values_key(out, "slots");
    lw_values_list(out);
    for (size_t i = 0; i < track->floating_count * LW_FLOATING_SLOTS; i++) {
        const lw_frozen_joint *joint = &frozen->chains->joints[track->floating[i / LW_FLOATING_SLOTS]];
        lw_values_object(out);
        lw_values_whole_of(out, "frame", (size_t)joint->elementary + i % LW_FLOATING_SLOTS);
        lw_values_key(out, "poses");
        lw_values_list(out);
        for (size_t piece = 0; piece < track->piece_count; piece++)
            write_pose(out, &track->slots[piece * track->floating_count * LW_FLOATING_SLOTS + i]);
        lw_values_end_list(out);
        lw_values_end_object(out);
    }
    lw_values_end_list(out);
}

static void write_track(lw_values *out, const lw_frozen *frozen, const lw_motion_track *track)
{
    lw_values_object(out);
    lw_values_numbers_of(out, "times", track->times, track->piece_count + 1);
    lw_values_key(out, "variables");
    lw_values_list(out);
    for (size_t i = 0; i < track->column_count; i++)
        lw_values_whole(out, (uint64_t)track->variables[i]);
    lw_values_end_list(out);
    write_coefficients(out, track);
    write_slots(out, frozen, track);
    lw_values_end_object(out);
}

/* Whether a track of the motion moves a floating joint. */
static bool is_moved(const lw_motion *motion, size_t joint)
{
    for (size_t i = 0; i < motion->tracks.count; i++)
        for (size_t k = 0; k < motion->tracks.items[i].floating_count; k++)
            if (motion->tracks.items[i].floating[k] == joint)
                return true;
    return false;
}

/* Writes a track of the floating joints that no other track moves: it has a pose for each of their
 * frames. */
static void write_resting(lw_values *out, const lw_motion *motion)
{
    const lw_chains *chains = motion->scene->frozen->chains;
    const double end = motion->end > motion->begin ? motion->end : motion->begin + 1;
    bool any = false;
    for (size_t j = 0; j < chains->joint_count; j++) {
        pose slots[LW_FLOATING_SLOTS];
        if (chains->joints[j].kind != LW_JOINT_FLOATING || is_moved(motion, j))
            continue;
        if (!any) {
            lw_values_object(out);
            lw_values_numbers_of(out, "times", (double[]){motion->begin, end}, 2);
            lw_values_numbers_of(out, "variables", NULL, 0);
            lw_values_key(out, "coefficients");
            lw_values_list(out);
            lw_values_numbers(out, NULL, 0);
            lw_values_end_list(out);
            lw_values_key(out, "slots");
            lw_values_list(out);
        }
        lw_motion_slots(motion, 0, j, slots);
        for (size_t s = 0; s < LW_FLOATING_SLOTS; s++) {
            lw_values_object(out);
            lw_values_whole_of(out, "frame", (size_t)chains->joints[j].elementary + s);
            lw_values_key(out, "poses");
            lw_values_list(out);
            write_pose(out, &slots[s]);
            lw_values_end_list(out);
            lw_values_end_object(out);
        }
        any = true;
    }
    if (!any)
        return;
    lw_values_end_list(out);
    lw_values_end_object(out);
}

void lw_kinematics_write_motion(lw_values *out, const lw_motion *motion)
{
    const lw_frozen *frozen = motion->scene->frozen;
    lw_values_numbers_of(out, "rest", motion->rest, frozen->chains->variable_count);
    lw_values_key(out, "tracks");
    lw_values_list(out);
    write_resting(out, motion);
    for (size_t i = 0; i < motion->tracks.count; i++)
        write_track(out, frozen, &motion->tracks.items[i]);
    lw_values_end_list(out);
}
