/* Leeway: continuous collision checking. It proves whether a motion of robots is free of collision, all
 * along the way.
 *
 * A scene (robots and obstacles) is built, then frozen. From then on it is read-only, so that threads
 * share it. A motion gives the configuration of the robots at each time. A checker, one per thread,
 * answers for the whole motion: free (proven), contact (with the time, the pair, the points), or
 * undecided.
 *
 *     lw_scene *scene = NULL;
 *     lw_scene_create(&scene, &error);
 *     lw_scene_load(scene, "cell.json", &error);
 *     lw_scene_freeze(scene, &error);
 *     lw_checker_create(scene, &checker, &error);
 *     lw_motion_create(scene, &motion, &error);
 *     lw_motion_set_segment(motion, NULL, from, to, &error);
 *     lw_verdict verdict = lw_default_verdict();
 *     lw_check(checker, motion, &options, &verdict, &error);
 *
 * This header includes the whole interface. Its parts, each of which compiles alone:
 *
 *     base.h     conventions, the version, errors, poses
 *     scene.h    robots and obstacles: built, frozen, changed
 *     camera.h   the camera of a depth image
 *     motion.h   the configuration of the robots at each time
 *     check.h    whether a motion is free: the main job, with those above
 *     pool.h     many motions, states and segments, on a thread pool
 *     ask.h      robots, links, joints, bodies, pairs; distances, gradients
 *     limits.h   whether a motion keeps the limits of the joints
 *     files.h    packages, covers, motions from files, results as JSON
 *     session.h  conversations in JSON Lines: scenes, changes, motions
 *     look.h     inspection of a check: claims, steps, traces, curves
 *     cross.h    second opinions: all methods on one motion, compared
 *     plan.h     paths that are proven free, in time; roadmaps
 *     plane.h    convex shapes in the plane
 *     cell.h     assignments of trajectories to several robots
 *     delay.h    two robots: at which delays their trajectories are free of each other
 *     schedule.h which robot does which task, in which order and when
 *     page.h     a scene and its motions as an HTML file
 *     spline.h   Bézier curves, B-splines, polynomials; rounded corners
 *     tolerance.h how far a real motion may be from the one that is checked
 *     uncertainty.h obstacles and bases that are not known exactly, or may move
 *     verify.h   whether a robot may run a trajectory; braking motions
 *     gate.h     chunks of waypoints: which of them may pass to the robot
 *     running.h  a motion that runs: whether its rest is still free when obstacles move
 *     convex.h   two convex shapes in motion: the time of impact
 *     seen.h     what several depth cameras have seen together, as one obstacle
 *     acm.h      the allowed collision matrix; the pairs of an SRDF
 */
#ifndef LEEWAY_H
#define LEEWAY_H

#include <leeway/acm.h>
#include <leeway/ask.h>
#include <leeway/base.h>
#include <leeway/camera.h>
#include <leeway/cell.h>
#include <leeway/check.h>
#include <leeway/convex.h>
#include <leeway/cross.h>
#include <leeway/delay.h>
#include <leeway/deprecated.h>
#include <leeway/files.h>
#include <leeway/gate.h>
#include <leeway/limits.h>
#include <leeway/look.h>
#include <leeway/motion.h>
#include <leeway/page.h>
#include <leeway/plan.h>
#include <leeway/plane.h>
#include <leeway/pool.h>
#include <leeway/running.h>
#include <leeway/scene.h>
#include <leeway/schedule.h>
#include <leeway/seen.h>
#include <leeway/session.h>
#include <leeway/spline.h>
#include <leeway/tolerance.h>
#include <leeway/uncertainty.h>
#include <leeway/verify.h>

#endif
