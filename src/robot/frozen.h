/* A frozen scene: every joint broken down into factors of one coordinate each, every link with
 * geometry and every obstacle as a body, and the pairs of bodies to check. Read-only. */
#ifndef LW_ROBOT_FROZEN_H
#define LW_ROBOT_FROZEN_H

#include "robot/model.h"
#include "shape/polygon.h"
#include "tree/geometry.h"

typedef enum lw_elementary_kind {
    LW_ELEMENTARY_REVOLUTE,  /* turns about its z axis */
    LW_ELEMENTARY_PRISMATIC, /* slides along its z axis */
    LW_ELEMENTARY_FIXED      /* has no coordinate: the last slot of a floating joint */
} lw_elementary_kind;

/* What rounding grows with: the lengths of the poses that went into one, and how many they were. */
typedef struct lw_composed {
    double length, steps;
} lw_composed;

/* One coordinate of a chain: frame = frame of parent * before * motion(coordinate), where the motion
 * is a turn about or a slide along z. The coordinate is multiplier * variable + offset (mimic). */
typedef struct lw_elementary_joint {
    lw_elementary_kind kind;
    int32_t parent;   /* -1: the world; parents come before their children */
    int32_t variable; /* -1: none */
    double multiplier;
    double offset;
    pose before;          /* floating joints: set anew by each piece of a motion */
    lw_composed composed; /* into before; floating joints: what each piece sets not counted */
} lw_elementary_joint;

/* The slots of a floating joint: three slides, a turn, and one that stands still. A motion chooses
 * their `before` so that slerp, or a screw, is exactly what they make. */
enum { LW_FLOATING_SLOTS = 5, LW_FLOATING_VARIABLES = 4 };

typedef struct lw_frozen_joint {
    const char *name;
    lw_joint_kind kind;
    size_t robot;
    int64_t parent_link, child_link;
    int32_t elementary; /* its first; -1: fixed */
    int32_t variable;   /* its first; -1: fixed or mimic */
    int64_t mimic;      /* the joint that moves this one; -1: none */
    double lower, upper;
    pose base; /* floating: from the parent factor's frame to the joint's own at value identity */
} lw_frozen_joint;

typedef struct lw_frozen_link {
    size_t robot;
    const char *name;
    int32_t elementary;   /* -1: never moves */
    pose local;           /* in the factor's frame, or in the world */
    lw_composed composed; /* into local */
    int64_t parent_joint;
    int64_t body; /* -1: no geometry */
} lw_frozen_link;

typedef struct lw_body {
    const char *name;   /* as verdicts give it */
    int64_t robot;      /* -1: an obstacle */
    int64_t link;       /* -1: an obstacle or an attached object */
    int32_t elementary; /* -1: never moves */
    double padding;     /* in pairs with what is not of the same robot */
    pose local;         /* of the geometry in the factor's frame, or in the world */
    const lw_geometry *geometry;
    lw_composed composed;     /* into local, and the body's extent */
    uint32_t first_lever_arm; /* into arms: one entry per factor of the chain, last factor first */
    uint32_t lever_arm_count;
    const lw_polygon **polygons; /* in the plane: the geometry's pieces, in its frame */
    uint32_t polygon_count;
} lw_body;

/* A body of a scene in the plane as its own road sees it (check/planar.h): it hangs on one planar joint
 * that hangs on nothing that moves, or stands still. */
typedef struct lw_flat_body {
    int32_t variable;         /* the joint's x; y and theta follow. -1: stands still */
    lw_pose2 base;            /* from which the joint's values count; of what stands still, its place */
    const lw_polygon **parts; /* in the frame that the values move, or that stands at base */
    uint32_t part_count;
    double reach; /* no point of the body, radii included, is farther from the frame's origin */
    double error; /* how far a point may be from where it is computed, besides what values bring */
} lw_flat_body;

/* Why a pair is checked, or is not. */
typedef enum lw_pair_reason {
    LW_PAIR_CHECKED,
    LW_PAIR_RIGID,    /* of one robot, and cannot move relative to each other */
    LW_PAIR_ADJACENT, /* the two links of one joint */
    LW_PAIR_TOUCH,    /* an attached object and a link that it may touch */
    LW_PAIR_ROBOT,    /* allowed by the SRDF */
    LW_PAIR_SCENE,    /* allowed by the scene */
    LW_PAIR_CALLER,   /* allowed by a flag or a call */
    LW_PAIR_OBSTACLES /* neither is a robot's */
} lw_pair_reason;

typedef struct lw_pair {
    int32_t a, b;   /* bodies; a link stands before an obstacle */
    int32_t common; /* the last factor that moves both; -1: the world */
    bool self;      /* both of one robot */
    double margin;
    double padding[2]; /* of a and b in this pair: their geometry is grown by it on all sides */
} lw_pair;

/* How far the bodies themselves must be apart for a distance of the padded ones, rounded up; finite
 * where the distance is. */
static inline double lw_pair_gap(const lw_pair *pair, double distance)
{
    double padding = pair->padding[0] + pair->padding[1];
    double gap = (distance + padding) * (1 + 0x1p-51);
    return padding > 0 && gap < HUGE_VAL ? gap : distance;
}

/* The distance of the padded bodies where they themselves are a gap apart, rounded down so far that
 * lw_pair_gap of a distance comes back as no more than it; 0 where they meet. */
static inline double lw_pair_padded(const lw_pair *pair, double gap)
{
    double padding = pair->padding[0] + pair->padding[1];
    double distance = gap < HUGE_VAL ? gap - padding - 0x1p-50 * gap : gap;
    return padding > 0 ? greater(0, distance) : gap;
}

struct lw_joints {
    const char *name; /* of the group; NULL: not a group */
    size_t robot;
    size_t count;
    const int64_t *joints;
    size_t value_count;
    const struct lw_frozen *frozen;
};

#define LW_NO_SHAPE SIZE_MAX

typedef struct lw_frozen {
    lw_arena arena;
    size_t elementary_count, variable_count, joint_count, link_count, body_count, pair_count,
        robot_count;
    lw_elementary_joint *elementary;
    lw_frozen_joint *joints; /* parents before children, a robot's joints together */
    lw_frozen_link *links;   /* in the order given */
    lw_body *bodies;         /* links and attached objects before obstacles */
    lw_flat_body *flat;      /* per body; NULL: not in the plane, or chains of several joints */
    size_t moving_count;     /* how many bodies belong to robots */
    lw_pair *pairs;
    uint8_t *reasons;      /* lw_pair_reason, moving_count rows of body_count, upper half */
    size_t *link_shapes;   /* per link of the model: its first shape there; LW_NO_SHAPE: none */
    size_t *object_shapes; /* the same per object */
    size_t *next_shape;    /* per shape of the model: the next one of the same link or object */
    double *lever_arms; /* see lw_body: bounds on the distance of the body from a factor's axis in any
                     configuration, INFINITY where a slide between has no end */
    double *rest;       /* a value for each variable; floating: 0, the pose is in rest_pose */
    lw_pose *rest_pose; /* per joint, floating ones only: the pose where nothing moves it */
    double largest_extent;
    struct lw_joints *defaults; /* per robot: its movable joints in file order */
    struct lw_joints *groups;
    size_t group_count;
    const char **names; /* robots */
} lw_frozen;

/* Steps of freezing, in order. Each fills its part; errors as lw_scene_freeze. */
lw_status lw_freeze_chains(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_values(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_bodies(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_plane(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_pairs(const lw_scene *scene, lw_frozen *frozen, lw_error *error);

/* A joint of a robot (-1: any) by name; -1: none. */
int64_t lw_frozen_find_joint(const lw_frozen *frozen, int64_t robot, const char *name);

/* The same by the robot's name; NULL: the only robot with such a joint. *joint is -1 where there is
 * none. Errors: name (no such robot, or several robots with such a joint). */
lw_status lw_frozen_named_joint(const lw_frozen *frozen, const char *robot, const char *name,
                                int64_t *joint, lw_error *error);

#endif
