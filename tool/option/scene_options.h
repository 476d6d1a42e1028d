/* The options that select the scene: the same for every command. */
#ifndef LW_TOOL_OPTION_SCENE_OPTIONS_H
#define LW_TOOL_OPTION_SCENE_OPTIONS_H

#include "option/options.h"
#include "text/report.h"

/* --robot and its other options. Strings are the command line's. */
typedef struct lw_robot_option {
    const char *urdf, *srdf, *cover, *name;
    bool has_base;
    lw_pose base;
} lw_robot_option;

/* --cloud, its --point-radius and --cloud-pose. */
typedef struct lw_cloud_option {
    const char *file;
    bool has_radius, has_pose;
    double radius;
    lw_pose pose;
} lw_cloud_option;

/* --octomap and its --octomap-pose. */
typedef struct lw_octomap_option {
    const char *file;
    bool has_pose;
    lw_pose pose;
} lw_octomap_option;

/* --heights and its --heights-spacing, --heights-scale and --heights-floor. */
typedef struct lw_heights_option {
    const char *file;
    bool has_spacing, has_scale, has_floor;
    lw_vec3 spacing; /* as lw_heights_read takes it */
    double floor;
} lw_heights_option;

/* --depth-image and its --camera, --unseen and --depth-scale. */
typedef struct lw_image_option {
    const char *file, *camera;
    bool has_scale;
    double scale;
    lw_unknown unseen; /* unsaid: not given */
} lw_image_option;

/* --set JOINT=VALUE,... */
typedef struct lw_set_option {
    const char *joint; /* JOINT or ROBOT/JOINT; it ends at the '=' */
    double values[7];
    size_t count;
} lw_set_option;

typedef struct lw_scene_options {
    const char *file; /* by position */
    LW_LIST(lw_robot_option) robots;
    LW_LIST(lw_set_option) sets;
    LW_LIST(lw_cloud_option) clouds;
    LW_LIST(lw_octomap_option) octomaps;
    lw_texts self_filter; /* configurations at which robots are filtered out of clouds; none: not */
    double self_filter_margin; /* negative: not given */
    double occupancy;          /* threshold of octrees; negative: not given */
    LW_LIST(lw_heights_option) heights;
    LW_LIST(lw_image_option) images;
    double merge_images; /* edge of the cells; negative: not given */
    lw_texts scenes;
    lw_texts joint_limits;
    lw_texts package_paths;
    lw_texts packages;                                    /* NAME=FOLDER */
    lw_texts without_mesh;                                /* links */
    const char *inside;                                   /* NULL: anywhere */
    double margin, self_margin, link_padding, link_scale; /* negative: the scene's */
    size_t cover_balls;                                   /* for each link; 0: the library's number */
    bool has_unknown;
    lw_unknown unknown; /* of octrees */
    bool has_mesh_mode;
    lw_mesh_mode mesh_mode;
    bool strict, strict_limits;
    bool explain;
    bool may_lack;    /* no scene is needed */
    bool needs_pairs; /* it is an error if no pair is checked, unless allow_empty is set */
    bool allow_empty; /* the user allows that no pair is checked */
} lw_scene_options;

lw_scene_options lw_default_scene_options(void);
void lw_scene_options_free(lw_scene_options *options);

/* Whether a robot comes from standard input. */
bool lw_scene_options_read_input(const lw_scene_options *options);

/* The group of an lw_scene_options. */
extern const lw_option_group lw_scene_group;

/* Whether a --set is of this joint of the frozen scene. */
bool lw_scene_options_set(const lw_scene_options *options, const lw_scene *scene, size_t joint);

/* Gives the motion a notice for each --set of a joint that it moves, since that has no effect. Errors:
 * notice (where every notice is an error), memory. */
lw_status lw_scene_options_check_sets(const lw_scene_options *options, const lw_scene *scene,
                                      lw_motion *motion, lw_error *error);

/* Builds the scene and freezes it; notices go to the report. */
lw_status lw_scene_options_load(const lw_scene_options *options, lw_report *report, lw_scene **out,
                                lw_error *error);

#endif
