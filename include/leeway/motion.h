/* The motion: where the robots are at each time. */
#ifndef LEEWAY_MOTION_H
#define LEEWAY_MOTION_H

#include <leeway/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lw_motion lw_motion;

typedef enum lw_interpolation {
    LW_INTERPOLATION_DEFAULT, /* quintic with accelerations, cubic with velocities, else linear */
    LW_INTERPOLATION_LINEAR,
    LW_INTERPOLATION_CUBIC,  /* Hermite, through positions and velocities */
    LW_INTERPOLATION_QUINTIC /* Hermite, through positions, velocities and accelerations */
} lw_interpolation;

typedef enum lw_track_kind {
    LW_TRACK_PATH,       /* segments through waypoints, each an equal share of t in [0, 1] */
    LW_TRACK_TRAJECTORY, /* waypoints at times, in seconds */
    LW_TRACK_RIGID,      /* constant velocities of a floating joint, in seconds */
#ifdef LW_DUMMY_KIND
    LW_TRACK_DUMMY
#endif
} lw_track_kind;

typedef enum lw_payload_kind {
    LW_PAYLOAD_ATTACH, /* a link takes an obstacle, which moves with it from then on */
    LW_PAYLOAD_RELEASE /* the robot puts down what it carries, which is an obstacle from then on */
} lw_payload_kind;

/* What a robot takes or puts down at a waypoint of its path or trajectory. An attached object stays
 * where it is in the link, a released one where it is in the world: as it stands at the waypoint, in
 * binary64. Start from lw_default_payload(). All is read while the call runs. A motion has at most
 * 1,000 of them, or with more than 500 obstacles 500,000 by their number, but 20 in any scene; each
 * list has at most 1,000 names.
 *
 * What may touch: the links of touch_links touch the object while it is carried, and also on the
 * segment that ends where it is attached and on the one that begins where it is released. What
 * may_touch names touches it on the segment that begins where it is attached, or that ends where it is
 * released. Where the track has no such segment, it is the time before its first or after its last
 * waypoint. All other pairs are checked, at the waypoint itself too: the link that carries the object,
 * which stays where it is to it in between, before and after. Names that nothing has are ignored with a
 * notice. */
typedef struct lw_payload {
    size_t struct_size;
    lw_payload_kind kind;
    size_t waypoint; /* from 0 */
    const char *object;
    const char *link;               /* attach: of the track's robot */
    const char *const *touch_links; /* attach: of that robot; those of a release are the object's own */
    size_t touch_link_count;
    const char *const *may_touch; /* what the object rests on: names as in lw_scene_allow_pair */
    size_t may_touch_count;
} lw_payload;
LW_STARTS(lw_payload, lw_default_payload)

/* Where some joints of one robot are at each time. Start from lw_default_track(). Arrays are row-major,
 * one row per waypoint, one column per value of the joints, read while the call runs.
 *
 * A trajectory whose first time is above 0 begins with its approach: from `start`, or from where the
 * scene has the joints, at rest at time 0, to the first waypoint, by the trajectory's interpolation. It
 * is segment 0, and waypoints are counted without it. Where `start` is NULL and nothing has stated the
 * value of any of the joints (lw_scene_set_joint, a scene's robot_state), there is no
 * approach: the robot stands at the first waypoint until its time, which a notice says. Where only some
 * are stated the others start at 0, with a notice. */
typedef struct lw_track {
    size_t struct_size;
    lw_track_kind kind;
    const lw_joints *joints; /* NULL: the default joints of the scene's only robot */
    size_t point_count;
    const double *positions;
    const double *velocities;    /* trajectory; NULL: none */
    const double *accelerations; /* trajectory; NULL: none */
    const double *times;         /* trajectory, increasing */
    lw_interpolation interpolation;
    bool no_wrap; /* path: continuous joints and headings of planar joints are not turned the shorter
                     way; joints that others mimic never are. Half a turn goes as the numbers say */
    lw_pose pose; /* rigid: at time 0, in the frame of the joint's values */
    lw_vec3 linear_velocity;  /* rigid: of the body's origin */
    lw_vec3 angular_velocity; /* rigid */
    bool in_body_frame;       /* rigid: velocities constant in the body's frame, not in its parent's */
    double duration;          /* rigid */
    const lw_payload *payloads; /* path, trajectory: what the robot takes and puts down, in any order;
                                   those of one waypoint in this order, releases first */
    size_t payload_count;
    const double *start; /* trajectory whose first time is above 0: the values of its joints at time 0;
                            NULL: the scene's */
    bool no_approach;    /* such a trajectory waits at its first waypoint, in place of its approach */
} lw_track;

static inline lw_track lw_default_track(void)
{
    lw_track track;
    memset(&track, 0, sizeof track);
    track.struct_size = sizeof track;
    track.pose.orientation.w = 1;
    return track;
}

/* A motion of this scene, in which everything stands still until it is set. It holds memory that grows
 * with the largest motion that it was set to. Not from two threads at once; checks only read it. */
LW_API lw_status lw_motion_create(const lw_scene *scene, lw_motion **out, lw_error *error);
LW_API void lw_motion_destroy(lw_motion *motion);

/* Makes a motion one of another scene, which came from the motion's own by lw_scene_copy, or the other
 * way round, or both from one: it keeps its tracks; joints that neither they nor lw_motion_set_joint
 * move are where the other scene has them. The scene that it was of is not looked at, and may have been
 * destroyed. Errors: argument (a scene with other robots), state. Where objects are attached or
 * released on the way, that is done anew in the other scene, also by lw_motion_set_joint, with the
 * errors of lw_motion_set, after which the motion stands still. */
LW_API lw_status lw_motion_set_scene(lw_motion *motion, const lw_scene *scene, lw_error *error);
/* Where the notices of calls that set the motion go (values outside their limits, joints that a file
 * names and no robot has), in the thread that makes the call; NULL (the default): nowhere. */
LW_API void lw_motion_on_notice(lw_motion *motion, lw_notice_fn notice, void *context);

/* What was repaired, ignored or assumed when the motion was set, a sentence each, whether somebody
 * listens or not: the notices, each once, and for each continuous joint or heading that a path turns
 * the shorter way, or heading that a literal motion turns the longer way, one sentence, which no
 * listener hears and which is never an error. After 100 notices a sentence says how many are left out.
 * They stay until the motion is set again, and lw_result_json writes them; a stage has none of its own.
 */
LW_API size_t lw_motion_notice_count(const lw_motion *motion);
/* Writes a sentence as snprintf does: at most size bytes, a zero at their end (text may be NULL where
 * size is 0). Returns the length of the whole without the zero; 0 for an index that is too large. Names
 * stand in it as the files have them, as in lw_error. */
LW_API size_t lw_motion_notice(const lw_motion *motion, size_t index, char *text, size_t size);

/* A straight segment in joint space over t in [0, 1]. joints NULL: the default. Only the first call
 * allocates memory, and the first with notices, and one after another of the same joints is soonest
 * set. from, to: lw_joints_value_count values. Errors: argument (NaN), limit. */
LW_API lw_status lw_motion_set_segment(lw_motion *motion, const lw_joints *joints, const double *from,
                                       const double *to, lw_error *error);
/* How far paths turn an angle that turns without end, from a to b in radians: b - a where that is at
 * most half a turn, so that half a turn goes as the numbers say, as in OMPL and MoveIt; else the
 * shorter way, with an error of a few units of the last place of a however large b is. Angles that are
 * whole turns apart, to within rounding, differ by a tiny angle, since 0 would mean that nothing moves.
 * NaN where the difference is not finite. Any thread. */
LW_API double lw_shorter_turn(double a, double b);
/* Several tracks at once: of several robots, or of groups of one robot, as long as each joint is in one
 * track at most; a joint without one stands still. Paths and timed tracks cannot be mixed. After its
 * last time a track stands still, and before its first one where it has no approach (lw_track). What
 * robots attach and release is done in the order of time, at one time releases first, so that one robot
 * may hand an object to another. Errors: argument, limit, notice (where notices are errors), name (no
 * such object, link or robot), state (an object is attached that a link carries, or released that this
 * robot does not carry), memory. */
LW_API lw_status lw_motion_set(lw_motion *motion, const lw_track *tracks, size_t count,
                               lw_error *error);
/* Sets a motion to all of several others of its scene at once, on one clock, as if their tracks had
 * been given to lw_motion_set; of joints that lw_motion_set_joint has set in two of them, the last
 * counts. The parts are read while the call runs. Their notices are kept, and the listener is not told
 * of them again. Errors: argument (a part of another scene, or two that move one joint, or a path with
 * a trajectory), those of what they attach and release together, memory; then everything stands still.
 */
LW_API lw_status lw_motion_join(lw_motion *motion, const lw_motion *const *parts, size_t count,
                                lw_error *error);
/* The value of a joint that the motion does not move, in place of the scene's. A value outside the
 * joint's limits is a notice, or error limit, as in a track. */
LW_API lw_status lw_motion_set_joint(lw_motion *motion, const char *robot, const char *joint,
                                     const double *values, size_t count, lw_error *error);
/* Cuts off what the motion does before a time, in its own unit, so that all that is asked of it is
 * asked of the rest: it begins at that time, and its clock, segments and tolerances stay those of the
 * whole. Nothing is said of the part that is cut off, an approach that is in it too. A time at or
 * before its beginning cuts nothing; after its end, of which a notice tells, it is left standing where
 * it ends. What is attached or released before the time is so. It stays cut until it is set again.
 * Where parts are cut, lw_motion_join cuts the whole at the latest of their beginnings. Errors:
 * argument (a time that is not finite), notice (where notices are errors), and what the listener
 * returns; then the motion is as before. */
LW_API lw_status lw_motion_cut(lw_motion *motion, double time, lw_error *error);
/* The interval of time: [0, 1] for paths, [0, last time] in seconds for timed tracks; of one that was
 * cut (lw_motion_cut) it begins there. */
LW_API void lw_motion_interval(const lw_motion *motion, double *begin, double *end);
LW_API bool lw_motion_in_seconds(const lw_motion *motion);
/* How many pieces the motion has, over each of which all values are smooth: segments of paths,
 * stretches between waypoints of any track. */
LW_API size_t lw_motion_piece_count(const lw_motion *motion);
/* Whether the motion, not the scene, says where a joint is, or the joint that it follows; false for an
 * index that is too large. */
LW_API bool lw_motion_moves(const lw_motion *motion, size_t joint);
/* Whether the motion moves a joint and begins with an approach of it (lw_track); false for an index
 * that is too large. */
LW_API bool lw_motion_approaches(const lw_motion *motion, size_t joint);
/* The pose of a body's geometry at a time of the motion: of the frame of its shape where it has one
 * shape, else of the frame in which their poses were given: the link's, or the world for an obstacle.
 * Allocates nothing. Any thread. Errors: argument (no such body, a time outside the motion). */
LW_API lw_status lw_motion_pose(const lw_motion *motion, size_t body, double time, lw_pose *out,
                                lw_error *error);
/* The same of a link's own frame, whether it has geometry or not: of a tool's tip. */
LW_API lw_status lw_motion_link_pose(const lw_motion *motion, size_t link, double time, lw_pose *out,
                                     lw_error *error);
/* The values of a joint (lw_scene_joint_info) at a time of the motion: 1, 3 or 7 of them, those of a
 * joint that mimics too; none of a fixed one. Of a turn the number of turns is as the motion goes on.
 * Errors: argument. */
LW_API lw_status lw_motion_joint_values(const lw_motion *motion, size_t joint, double time,
                                        double *values, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
