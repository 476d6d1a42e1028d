/* A motion that runs while the world changes: whether the rest of it is still free. */
#ifndef LEEWAY_RUNNING_H
#define LEEWAY_RUNNING_H

#include <leeway/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A motion that runs, with what has been proven of it. For one thread at a time. */
typedef struct lw_running lw_running;

/* Makes one of a motion, which is copied with its tolerances. Its scene must live until the first
 * update has been given another one. options NULL: the defaults; `any`, `clearance`, `leaving`, claims,
 * steps and samples are left out. Errors: argument (a motion that attaches or releases objects; check
 * options), memory. */
LW_API lw_status lw_running_create(const lw_motion *motion, const lw_check_options *options,
                                   lw_running **out, lw_error *error);
LW_API void lw_running_destroy(lw_running *running);

/* Whether the rest of the motion, from the time `now` on, is free in the scene of now. The answer is
 * the verdict that lw_check gives on the motion cut at that time (lw_motion_cut): the same kind, and
 * where it is not free the same in all. Free until verdict.free_until; where it is free, `queries` and
 * `samples` count what this call needed.
 *
 * scene: a frozen copy of the motion's scene (lw_scene_copy), its original, or another copy; NULL: that
 * of the last call. It must live until the next call with another one. now: in the motion's own unit;
 * after its end, the end.
 *
 * Where the motion has been proven free in a scene from which this one differs in poses of obstacles
 * alone, only the obstacles that have moved since are checked. The boxes that each body keeps to during
 * some hundred intervals of time are kept, and an obstacle whose box meets none of them is proven. The
 * others are checked with these bodies, during these intervals. Where that does not prove them free, or
 * more has changed, the whole rest is checked, and a new checker is made where lw_checker_set_scene
 * makes one. Allocates some hundred bytes for each thousand obstacles where it proves only what has
 * moved.
 *
 * Errors: argument (a time that is not finite or before the last one, a scene with other robots), state
 * (a scene that is not frozen), memory; then nothing has changed, and the verdict says nothing. */
LW_API lw_status lw_running_update(lw_running *running, const lw_scene *scene, double now,
                                   lw_verdict *out, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
