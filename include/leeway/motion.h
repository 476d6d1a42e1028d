/* The motion: the configuration of the robots at each time. */
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
    LW_INTERPOLATION_CUBIC,   /* Hermite, through positions and velocities */
    LW_INTERPOLATION_QUINTIC, /* Hermite, through positions, velocities and accelerations */
    LW_INTERPOLATION_SPLINE   /* what leeway/spline.h sets; no track asks for it */
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
    LW_PAYLOAD_RELEASE /* the robot puts down an object that it carries, which is then an obstacle */
} lw_payload_kind;

/* An object that a robot attaches or releases at a waypoint of its path or trajectory. An attached
 * object keeps its pose in the link, a released one its pose in the world, as of the waypoint, in
 * binary64. Start from lw_default_payload(). All is read while the call runs. A motion has at most
 * 1,000 payloads; in a scene of n > 500 obstacles and carried objects at most 500,000 / n, but 20 are
 * always possible. Each list has at most 1,000 names.
 *
 * The links of touch_links may touch the object while it is carried, on the segment that ends where it
 * is attached, and on the one that begins where it is released. The bodies of may_touch may touch it on
 * the segment that begins where it is attached, or that ends where it is released. At an end of the
 * track, the time before the first or after the last waypoint stands for the segment. All other pairs
 * are checked, at the waypoint itself too. The pair of the object and its carrying link is checked
 * before and after it is carried. Names that nothing in the scene has are ignored with a notice. */
typedef struct lw_payload {
    size_t struct_size;
    lw_payload_kind kind;
    size_t waypoint; /* from 0 */
    const char *object;
    const char *link;               /* attach: the link of the track's robot that takes the object */
    const char *const *touch_links; /* attach: links of that robot; a release uses the object's own */
    size_t touch_link_count;
    const char *const *may_touch; /* bodies that the object rests on, named as in lw_scene_allow_pair */
    size_t may_touch_count;
} lw_payload;
LW_STARTS(lw_payload, lw_default_payload)

/* The values of some joints of one robot over time. Start from lw_default_track(). Arrays are
 * row-major, one row per waypoint, one column per value of the joints, read while the call runs.
 *
 * A trajectory whose first time is above 0 begins with its approach: from `start`, or else from the
 * values that the scene has, at rest at time 0, to the first waypoint, by the trajectory's
 * interpolation. The approach is segment 0; waypoints are counted without it. If `start` is NULL and
 * nothing has stated the value of any of the joints (lw_scene_set_joint, a scene's robot_state), there
 * is no approach: the robot stands at the first waypoint until its time, with a notice. If only some
 * are stated, the others start at 0, with a notice. */
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
    bool no_wrap; /* path: continuous joints and headings of planar joints turn as the numbers say,
                     not the shorter way (half a turn and joints that others mimic always do) */
    lw_pose pose; /* rigid: at time 0, in the frame of the joint's values */
    lw_vec3 linear_velocity;  /* rigid: of the body's origin */
    lw_vec3 angular_velocity; /* rigid */
    bool in_body_frame;       /* rigid: velocities constant in the body's frame, not in its parent's */
    double duration;          /* rigid */
    const lw_payload *payloads; /* path, trajectory: in any order; at one waypoint releases are done
                                   first, else in the order given */
    size_t payload_count;
    const double *start; /* trajectory whose first time is above 0: the values of its joints at time 0;
                            NULL: the scene's */
    bool no_approach;    /* trajectory: waits at its first waypoint, in place of its approach */
} lw_track;

static inline lw_track lw_default_track(void)
{
    lw_track track;
    memset(&track, 0, sizeof track);
    track.struct_size = sizeof track;
    track.pose.orientation.w = 1;
    return track;
}

/* Creates a motion, in which everything stands still until it is set. The scene must live as long as
 * the motion is used; lw_motion_set_scene and lw_motion_destroy alone do not read it. The motion's
 * memory grows with the largest motion that it was set to. Not from two threads at once; checks only
 * read it. */
LW_API lw_status lw_motion_create(const lw_scene *scene, lw_motion **out, lw_error *error);
LW_API void lw_motion_destroy(lw_motion *motion);

/* Moves a motion to another scene that is related to its own by lw_scene_copy: a copy of it, its
 * original, or another copy of one original. The tracks stay; joints that neither they nor
 * lw_motion_set_joint set have the values of the other scene. The old scene is not read, and may have
 * been destroyed. Errors: argument (a scene with other robots), state. Objects are attached and
 * released anew in the other scene (lw_motion_set_joint too does them anew), with the errors of
 * lw_motion_set, after which the motion stands still. */
LW_API lw_status lw_motion_set_scene(lw_motion *motion, const lw_scene *scene, lw_error *error);
/* Sets the listener for notices of calls that set the motion (values outside their limits, joints that
 * a file names and no robot has); it runs in the thread of the call. NULL (the default): none. */
LW_API void lw_motion_on_notice(lw_motion *motion, lw_notice_fn notice, void *context);

/* The number of sentences that tell what was repaired, ignored or assumed when the motion was set. They
 * are: each notice once, with or without a listener; and one sentence for each continuous joint or
 * heading that a path turns the shorter way, or heading that no_wrap lets turn the longer way,
 * which goes to no listener and is never an error. After 100 notices a sentence says how many are left
 * out. The sentences stay until the motion is set again, and lw_result_json writes them; a stage has
 * none of its own. */
LW_API size_t lw_motion_notice_count(const lw_motion *motion);
/* Writes a sentence as snprintf does: at most size bytes, a zero at their end (text may be NULL where
 * size is 0). Returns the length of the whole without the zero; 0 for an index that is too large. It
 * holds names as the files have them, as in lw_error. */
LW_API size_t lw_motion_notice(const lw_motion *motion, size_t index, char *text, size_t size);

/* Sets a straight segment in joint space over t in [0, 1]. joints NULL: the default. from, to:
 * lw_joints_value_count values. Only the first call, and the first with notices, allocate memory.
 * Setting one segment after another of the same joints is fastest. Errors: argument (NaN), limit. */
LW_API lw_status lw_motion_set_segment(lw_motion *motion, const lw_joints *joints, const double *from,
                                       const double *to, lw_error *error);
/* The angle, radians, by which a path turns a continuous joint or heading from a to b. If |b - a| is at
 * most half a turn it is b - a, so that half a turn goes as the numbers say, as in OMPL and MoveIt;
 * else it is the shorter way, with an error of a few units in the last place of a however large b is.
 * For angles that are whole turns apart, to within rounding, it is a tiny angle, since 0 would mean
 * that nothing moves. NaN if the difference is not finite. Any thread. */
LW_API double lw_shorter_turn(double a, double b);
/* Sets several tracks at once, of several robots or of groups of one robot. Each joint is in one track
 * at most; a joint without one stands still. Paths and timed tracks cannot be mixed. A track stands
 * still after its last time, and without an approach (lw_track) also before its first one. Objects are
 * attached and released in the order of time, at one time releases first, so that one robot may hand an
 * object to another. Errors: argument, limit, notice (where notices are errors), name (no such object,
 * link or robot), state (an object is attached that a link carries, or released that this robot does
 * not carry), memory. */
LW_API lw_status lw_motion_set(lw_motion *motion, const lw_track *tracks, size_t count,
                               lw_error *error);
/* Sets a motion to several others of its scene together, on one clock, as if their tracks had been
 * given to lw_motion_set. If two parts set a joint by lw_motion_set_joint, the last one counts. The
 * parts are read while the call runs. Their notices are kept, but the listener does not get them again.
 * Errors: argument (a part of another scene, two that move one joint, a path with a trajectory), those
 * of lw_motion_set about objects that are attached and released, memory; then everything stands
 * still. */
LW_API lw_status lw_motion_join(lw_motion *motion, const lw_motion *const *parts, size_t count,
                                lw_error *error);
/* Sets the values of a joint that the motion does not move, in place of the scene's. A value outside
 * the joint's limits is a notice, or error limit, as in a track. */
LW_API lw_status lw_motion_set_joint(lw_motion *motion, const char *robot, const char *joint,
                                     const double *values, size_t count, lw_error *error);
/* Cuts off the part of a motion before a time, in its own unit. The motion then begins at that time;
 * its clock, segments and tolerances stay those of the whole. Verdicts say nothing about the part that
 * is cut off, even if it holds an approach. A time at or before the beginning cuts nothing. A time
 * after the end gives a notice, and leaves the robots standing where the motion ends. Objects that were
 * attached or released before the time stay so. The motion stays cut until it is set again. If parts
 * are cut, lw_motion_join cuts the whole at the latest of their beginnings. Errors: argument (a time
 * that is not finite), notice (where notices are errors), and the status that the listener returns;
 * then the motion is as before. */
LW_API lw_status lw_motion_cut(lw_motion *motion, double time, lw_error *error);
/* The interval of time: [0, 1] for paths, [0, last time] in seconds for timed tracks; a motion that was
 * cut (lw_motion_cut) begins there. */
LW_API void lw_motion_interval(const lw_motion *motion, double *begin, double *end);
LW_API bool lw_motion_in_seconds(const lw_motion *motion);
/* How many pieces the motion has: stretches of time on each of which all values are smooth. */
LW_API size_t lw_motion_piece_count(const lw_motion *motion);
/* Whether a track of the motion moves a joint, or the joint that it follows; false for an index that is
 * too large. */
LW_API bool lw_motion_moves(const lw_motion *motion, size_t joint);
/* Whether the track that moves a joint begins with an approach (lw_track); false if none moves it, and
 * for an index that is too large. */
LW_API bool lw_motion_approaches(const lw_motion *motion, size_t joint);
/* The pose of a body's geometry at a time of the motion. If the body has one shape, it is the pose of
 * the shape; else that of the frame in which the poses of its shapes were given: the link, or the world
 * for an obstacle. Allocates nothing. Any thread. Errors: argument (no such body, a time outside the
 * motion). */
LW_API lw_status lw_motion_pose(const lw_motion *motion, size_t body, double time, lw_pose *out,
                                lw_error *error);
/* Likewise the pose of a link's own frame, with or without geometry, such as a tool's tip. */
LW_API lw_status lw_motion_link_pose(const lw_motion *motion, size_t link, double time, lw_pose *out,
                                     lw_error *error);
/* The values of a joint (lw_scene_joint_info) at a time of the motion: 1, 3 or 7, also for a joint that
 * mimics; none for a fixed one. Angles count whole turns, so that they are continuous over the motion.
 * Errors: argument. */
LW_API lw_status lw_motion_joint_values(const lw_motion *motion, size_t joint, double time,
                                        double *values, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
