/* Obstacles, and bases of robots, that are not known exactly: a camera has seen them, a person walks, a
 * robot was bolted down by hand. A check is then about every place where they may be.
 *
 * Free means: wherever within these bounds the obstacles and bases are, no pair is within its margin.
 * Contact means that one such placement brings a pair within its margin: the one that is stated, or
 * another one, and then lw_verdict.deviates is 1 if it takes a turn. Undecided with
 * LW_REASON_TOLERANCE: neither could be shown. Distances and contacts are those of bodies that are
 * grown by `position` and by what they may have moved. */
#ifndef LEEWAY_UNCERTAINTY_H
#define LEEWAY_UNCERTAINTY_H

#include <leeway/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How far something may be from where it is said to be. All zeros: it is known exactly. */
typedef struct lw_uncertainty {
    double position; /* metres: it may be shifted by at most this, in any direction */
    double angle; /* radians, at most pi: and turned by at most this, about any axis through the origin
                     of its frame, before it is shifted */
    double speed; /* metres per second: from the time `since` on each of its points may move at most
                     this fast, and nowhere stops; times are those of the motion */
    double since; /* seconds; may be negative: the frame is older than the motion */
} lw_uncertainty;

/* Sets how exactly an obstacle's pose is known. Its frame is that of its pose; of an obstacle of
 * several shapes that was given no pose of its own, the centre of its bounding sphere is the origin. It
 * keeps its uncertainty when it is moved. An object that a link carries has none: to attach an obstacle
 * that has one is an error (state).
 *
 * A position is served by all methods and functions but proofs and claims, which refuse such a scene.
 * An angle and a speed are served by lw_check, lw_check_many and lw_pool_check, by the methods auto,
 * bisection and slab, without clearances, near misses, claims, `leaving` and motions that attach or
 * release objects, also in scenes in the plane. Functions of one time, which take a pair or a body,
 * speak of the pose that is stated. All others refuse a scene with them (error argument). A speed needs
 * motions in seconds.
 *
 * uncertainty: read while the call runs; NULL: known exactly. Scene open, one thread. Errors: state,
 * name (no such obstacle), argument (a negative number, NaN, an angle above pi), memory. */
LW_API lw_status lw_scene_set_uncertainty(lw_scene *scene, const char *obstacle,
                                          const lw_uncertainty *uncertainty, lw_error *error);

/* Likewise of a robot's base: all links, and what they carry, are off together, about the origin of the
 * base. It does not count in pairs inside the robot. robot NULL: the only one. Errors as above. */
LW_API lw_status lw_scene_set_base_uncertainty(lw_scene *scene, const char *robot,
                                               const lw_uncertainty *uncertainty, lw_error *error);

/* How exactly a body (an index as in lw_scene_body_info) is known: an obstacle, or the base of the
 * robot that moves it. Frozen scenes, any thread. Zeros for an index that is too large. */
LW_API lw_uncertainty lw_scene_uncertainty(const lw_scene *scene, size_t body);

#ifdef __cplusplus
}
#endif

#endif
