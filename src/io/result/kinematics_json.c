/* Writes frames, and motions as polynomials. */
#include "io/result/kinematics_json.h"

#include "io/text/json_write.h"

void lw_kinematics_write_vector(lw_text *text, vec3 v)
{
    lw_json_write_numbers(text, (double[]){v.x, v.y, v.z}, 3);
}

void lw_kinematics_write_rotation(lw_text *text, const mat3 *m)
{
    lw_json_write_numbers(
        text, (double[]){m->x.x, m->x.y, m->x.z, m->y.x, m->y.y, m->y.z, m->z.x, m->z.y, m->z.z}, 9);
}

static void write_pose_members(lw_text *text, const pose *at)
{
    lw_text_put(text, "\"position\": ");
    lw_kinematics_write_vector(text, at->position);
    lw_text_put(text, ", \"rotation\": ");
    lw_kinematics_write_rotation(text, &at->rotation);
}

static void write_pose(lw_text *text, const pose *at)
{
    lw_text_put(text, "{");
    write_pose_members(text, at);
    lw_text_put(text, "}");
}

static void write_index(lw_text *text, const char *key, int32_t index)
{
    if (index < 0)
        return;
    lw_text_put(text, ", \"");
    lw_text_put(text, key);
    lw_text_put(text, "\": ");
    lw_text_put_whole(text, (size_t)index);
}

void lw_kinematics_write_frames(lw_text *text, const lw_frozen *frozen)
{
    static const char *const kinds[] = {[LW_ELEMENTARY_REVOLUTE] = "turn",
                                        [LW_ELEMENTARY_PRISMATIC] = "slide",
                                        [LW_ELEMENTARY_FIXED] = "fixed"};
    lw_text_put(text, ", \"frames\": [");
    for (size_t i = 0; i < frozen->chains->elementary_count; i++) {
        const lw_elementary_joint *own = &frozen->chains->elementary[i];
        lw_text_put(text, i ? ", {\"kind\": \"" : "{\"kind\": \"");
        lw_text_put(text, kinds[own->kind]);
        lw_text_put(text, "\"");
        write_index(text, "parent", own->parent);
        write_index(text, "variable", own->variable);
        if (own->multiplier != 1)
            lw_json_write_number_key(text, "multiplier", own->multiplier);
        if (own->offset != 0)
            lw_json_write_number_key(text, "offset", own->offset);
        lw_text_put(text, ", ");
        write_pose_members(text, &own->before);
        lw_text_put(text, "}");
    }
    lw_text_put(text, "]");
}

void lw_kinematics_write_mount(lw_text *text, const lw_body *body)
{
    write_index(text, "frame", body->elementary);
    lw_text_put(text, ", \"at\": ");
    write_pose(text, &body->local);
}

/* Writes the coefficients of a track's polynomials: per piece, per variable, the lowest power first. */
static void write_coefficients(lw_text *text, const lw_motion_track *track)
{
    const size_t row = (size_t)track->degree + 1;
    lw_text_put(text, ", \"coefficients\": [");
    for (size_t piece = 0; piece < track->piece_count; piece++) {
        lw_text_put(text, piece ? ", [" : "[");
        for (size_t i = 0; i < track->column_count; i++) {
            lw_text_put(text, i ? ", " : "");
            lw_json_write_numbers(text, track->coefficients + (piece * track->column_count + i) * row,
                                  row);
        }
        lw_text_put(text, "]");
    }
    lw_text_put(text, "]");
}

/* Writes the poses of the frames of floating joints, which are others in each piece. */
static void write_slots(lw_text *text, const lw_frozen *frozen, const lw_motion_track *track)
{
    if (!track->floating_count)
        return;
    lw_text_put(text, ", \"slots\": [");
    for (size_t i = 0; i < track->floating_count * LW_FLOATING_SLOTS; i++) {
        const lw_frozen_joint *joint = &frozen->chains->joints[track->floating[i / LW_FLOATING_SLOTS]];
        lw_text_put(text, i ? ", {\"frame\": " : "{\"frame\": ");
        lw_text_put_whole(text, (size_t)joint->elementary + i % LW_FLOATING_SLOTS);
        lw_text_put(text, ", \"poses\": [");
        for (size_t piece = 0; piece < track->piece_count; piece++) {
            lw_text_put(text, piece ? ", " : "");
            write_pose(text, &track->slots[piece * track->floating_count * LW_FLOATING_SLOTS + i]);
        }
        lw_text_put(text, "]}");
    }
    lw_text_put(text, "]");
}

static void write_track(lw_text *text, const lw_frozen *frozen, const lw_motion_track *track)
{
    lw_text_put(text, "{\"times\": ");
    lw_json_write_numbers(text, track->times, track->piece_count + 1);
    lw_text_put(text, ", \"variables\": [");
    for (size_t i = 0; i < track->column_count; i++) {
        lw_text_put(text, i ? ", " : "");
        lw_text_put_whole(text, (size_t)track->variables[i]);
    }
    lw_text_put(text, "]");
    write_coefficients(text, track);
    write_slots(text, frozen, track);
    lw_text_put(text, "}");
}

static bool is_moved(const lw_motion *motion, size_t joint)
{
    for (size_t i = 0; i < motion->tracks.count; i++)
        for (size_t k = 0; k < motion->tracks.items[i].floating_count; k++)
            if (motion->tracks.items[i].floating[k] == joint)
                return true;
    return false;
}

/* Writes a track of the floating joints that no other track moves: it has a pose for each of their
 * frames. Returns whether there are any. */
static bool write_resting(lw_text *text, const lw_motion *motion)
{
    const lw_chains *chains = motion->scene->frozen->chains;
    const double end = motion->end > motion->begin ? motion->end : motion->begin + 1;
    bool any = false;
    for (size_t j = 0; j < chains->joint_count; j++) {
        pose slots[LW_FLOATING_SLOTS];
        if (chains->joints[j].kind != LW_JOINT_FLOATING || is_moved(motion, j))
            continue;
        if (!any) {
            lw_text_put(text, "{\"times\": ");
            lw_json_write_numbers(text, (double[]){motion->begin, end}, 2);
            lw_text_put(text, ", \"variables\": [], \"coefficients\": [[]], \"slots\": [");
        }
        lw_motion_slots(motion, 0, j, slots);
        for (size_t s = 0; s < LW_FLOATING_SLOTS; s++) {
            lw_text_put(text, any || s ? ", {\"frame\": " : "{\"frame\": ");
            lw_text_put_whole(text, (size_t)chains->joints[j].elementary + s);
            lw_text_put(text, ", \"poses\": [");
            write_pose(text, &slots[s]);
            lw_text_put(text, "]}");
        }
        any = true;
    }
    lw_text_put(text, any ? "]}" : "");
    return any;
}

void lw_kinematics_write_motion(lw_text *text, const lw_motion *motion)
{
    const lw_frozen *frozen = motion->scene->frozen;
    lw_text_put(text, ", \"rest\": ");
    lw_json_write_numbers(text, motion->rest, frozen->chains->variable_count);
    lw_text_put(text, ", \"tracks\": [");
    const bool rests = write_resting(text, motion);
    for (size_t i = 0; i < motion->tracks.count; i++) {
        lw_text_put(text, i || rests ? ", " : "");
        write_track(text, frozen, &motion->tracks.items[i]);
    }
    lw_text_put(text, "]");
}
