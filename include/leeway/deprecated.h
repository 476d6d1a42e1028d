/* Old names of types and functions that were renamed or are of no use any more. Each stays for one
 * version. */
#ifndef LEEWAY_DEPRECATED_H
#define LEEWAY_DEPRECATED_H

#include <leeway/look.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LW_OLD_NAME(new_name) __attribute__((deprecated("it is called " #new_name)))
#define LW_OLD_USE(reason)    __attribute__((deprecated(reason)))
#else
#define LW_OLD_NAME(new_name)
#define LW_OLD_USE(reason)
#endif

LW_OLD_USE("every build has the viewer")
static inline bool lw_page_has_viewer(void)
{
    return true;
}

typedef lw_check_options lw_options LW_OLD_NAME(lw_check_options);

LW_OLD_NAME(lw_default_check_options)
static inline lw_check_options lw_default_options(void)
{
    return lw_default_check_options();
}

LW_OLD_NAME(lw_scene_add_shared_shape)
static inline lw_status lw_scene_add_link_shape(lw_scene *scene, const char *robot, const char *link,
                                                const lw_shape *shape, lw_pose pose, lw_error *error)
{
    return lw_scene_add_shared_shape(scene, robot, link, shape, pose, error);
}

LW_OLD_NAME(lw_scene_add_shared_obstacle)
static inline lw_status lw_scene_add_obstacle_shape(lw_scene *scene, const char *id,
                                                    const lw_shape *shape, lw_pose pose,
                                                    lw_error *error)
{
    return lw_scene_add_shared_obstacle(scene, id, shape, pose, error);
}

LW_OLD_NAME(lw_scene_add_attached)
static inline lw_status lw_scene_attach(lw_scene *scene, const char *robot, const char *link,
                                        const char *id, const lw_shape_def *shape, lw_pose pose,
                                        const char *const *touch_links, size_t touch_link_count,
                                        lw_error *error)
{
    return lw_scene_add_attached(scene, robot, link, id, shape, pose, touch_links, touch_link_count,
                                 error);
}

LW_OLD_NAME(lw_scene_add_shared_attached)
static inline lw_status lw_scene_attach_shape(lw_scene *scene, const char *robot, const char *link,
                                              const char *id, const lw_shape *shape, lw_pose pose,
                                              const char *const *touch_links, size_t touch_link_count,
                                              lw_error *error)
{
    return lw_scene_add_shared_attached(scene, robot, link, id, shape, pose, touch_links,
                                        touch_link_count, error);
}

/* Claims without blocks had lines of their own. */
LW_OLD_NAME(lw_claims_blocks_json)
LW_API lw_status lw_claims_scene_json(const lw_scene *scene, char *text, size_t size, size_t *length,
                                      lw_error *error);
LW_OLD_NAME(lw_claims_blocks_begin_json)
LW_API lw_status lw_claims_begin_json(const lw_claimed_motion *of, char *text, size_t size,
                                      size_t *length, lw_error *error);
LW_OLD_NAME(lw_claims_blocks_stage_json)
LW_API lw_status lw_claims_stage_json(const lw_motion *motion, size_t stage, char *text, size_t size,
                                      size_t *length, lw_error *error);

#ifdef __cplusplus
}
#endif

#endif
