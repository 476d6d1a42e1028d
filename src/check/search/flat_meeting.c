/* PCDA for two convex parts in the plane: their planar joints' paths as the motion of two shapes in
 * space, which stay in the plane z = 0. */
#include "check/search/flat_meeting.h"

#include "base/assert.h"
#include "convex/grown_pair.h"
#include "math/rounding.h"

/* What PCDA's motion is made from. */
typedef struct course {
    const lw_flat_meeting *meeting;
    pose local[2];   /* the parts, in the frames that the joints move */
    double lever[2]; /* how far their origins are from those of the frames */
} course;

static mat3 rotation_by(double cosine, double sine)
{
    return (mat3){v3(cosine, sine, 0), v3(-sine, cosine, 0), v3(0, 0, 1)};
}

/* A part in the frame of lw_flat_body.parts. */
static pose local_of(const lw_meeting_part *part)
{
    const lw_geometry *geometry = part->body->geometry;
    LW_ASSERT(geometry->part_count, ==, part->flat->part_count);
    LW_ASSERT(part->index, <, geometry->part_count);
    pose local = compose(part->body->local, geometry->parts[part->index].at);
    if (part->flat->variable < 0)
        local.position = sub(local.position, v3(part->flat->base.x, part->flat->base.y, 0));
    return local;
}

static void moves(void *context, double at, double until, lw_moving bodies[2])
{
    const course *c = context;
    const lw_flat_meeting *meeting = c->meeting;
    double length = until - at;
    meeting->sampled(meeting->context, at);
    for (int i = 0; i < 2; i++) {
        lw_flat_position origin;
        lw_flat_turn turn;
        lw_flat_position_at(&meeting->pieces[i], at, length, &origin);
        lw_flat_turn_at(&meeting->pieces[i], at, length, &turn);
        const pose frame = {rotation_by(turn.cosine, turn.sine), v3(origin.at.x, origin.at.y, 0)};
        const vec3 angular = v3(0, 0, turn.rate);
        const vec3 arm = rotate(frame.rotation, c->local[i].position);
        const double bend = turn.spin * turn.spin + turn.acceleration;
        bodies[i] =
            (lw_moving){.pose = compose(frame, c->local[i]),
                        .linear = add(v3(origin.velocity.x, origin.velocity.y, 0), cross(angular, arm)),
                        .angular = angular,
                        .acceleration = (origin.acceleration + bend * c->lever[i]) * LW_UPWARD,
                        .spin = turn.spin * LW_UPWARD,
                        .spin_change = turn.acceleration * LW_UPWARD};
    }
}

static bool stop(void *context)
{
    const lw_flat_meeting *meeting = ((const course *)context)->meeting;
    return meeting->stop(meeting->context);
}

/* A bound on the error of a body's points anywhere in the interval, as the motion above gives them: of
 * their positions, and of their velocities over the length of the interval. */
static double error_of(const course *c, int which)
{
    const lw_flat_meeting *meeting = c->meeting;
    const lw_meeting_part *part = &meeting->parts[which];
    const lw_polygon *polygon = part->flat->parts[part->index];
    const lw_flat_path *path = meeting->pieces[which].path;
    const double length = meeting->to - meeting->from;
    /* of the shape's points from its own origin, and of that from the frame's */
    const double reach = polygon->reach + polygon->radius + meeting->required + 2 * c->lever[which];
    lw_flat_position origin;
    lw_flat_turn turn;
    lw_flat_position_at(&meeting->pieces[which], meeting->from, length, &origin);
    lw_flat_turn_at(&meeting->pieces[which], meeting->from, length, &turn);
    double size = fabs(path->center.x) + fabs(path->center.y) + path->half.x + path->half.y +
                  part->flat->extent + reach;
    double speed = length2(origin.velocity) + length * origin.acceleration + turn.spin * reach;
    double speed_error = origin.velocity_error + turn.rate_error * reach;
    return origin.error + turn.error * reach + length * speed_error +
           LW_FLAT_BOUND_ROUNDING * (size + length * speed);
}

lw_pcda_result lw_flat_meet(const lw_flat_meeting *meeting)
{
    course c = {.meeting = meeting};
    const lw_convex *shapes[2];
    for (int i = 0; i < 2; i++) {
        const lw_meeting_part *part = &meeting->parts[i];
        shapes[i] = &part->body->geometry->parts[part->index].shape;
        c.local[i] = local_of(part);
        c.lever[i] = norm(c.local[i].position) * LW_UPWARD;
    }
    lw_grown_pair grown = lw_grow_pair(shapes[0], shapes[1], meeting->required);
    lw_pcda pcda = lw_default_pcda(&grown.shapes[0], &grown.shapes[1], moves, &c);
    pcda.begin = meeting->from;
    pcda.end = meeting->to;
    pcda.gap = (meeting->error + error_of(&c, 0) + error_of(&c, 1) + grown.missing) * LW_UPWARD;
    pcda.trusted = true;
    pcda.delay = lw_grown_pair_delay(&grown, meeting->time_tolerance, meeting->length);
    pcda.stop = stop;
    return lw_pcda_run(&pcda);
}
