/* A frozen scene: joints as chains of elementary joints, links with geometry and obstacles as bodies,
 * and the pairs of bodies to check. Freezing compiles it from the model (scene/model.h); from then on
 * it is read-only. A scene and its copies share its parts copy-on-write, by reference count
 * (base/memory.h). */
#ifndef LW_SCENE_FROZEN_H
#define LW_SCENE_FROZEN_H

#include "base/assert.h"
#include "base/memory.h"
#include "body/box_tree.h"
#include "body/geometry.h"
#include "math/rounding.h"
#include "scene/model.h"
#include "shape/plane/polygon.h"

typedef enum lw_elementary_kind {
    LW_ELEMENTARY_REVOLUTE,  /* turns about its z axis */
    LW_ELEMENTARY_PRISMATIC, /* slides along its z axis */
    LW_ELEMENTARY_FIXED      /* has no coordinate: the last slot of a floating joint */
} lw_elementary_kind;

/* A measure for the rounding error of a composed pose, which grows with the summed lengths of the poses
 * that were composed, and with their number. */
typedef struct lw_composed {
    double length, steps;
} lw_composed;

/* The rounding error of the points of a body that stands still. */
static inline double lw_rest_error(const lw_composed *composed)
{
    return LW_POSE_ROUNDING * (composed->steps + 1) * composed->length;
}

/* An elementary joint: frame = frame of parent * before * motion(coordinate), where the motion is a
 * turn about or a slide along z. The coordinate is multiplier * variable + offset (mimic). */
typedef struct lw_elementary_joint {
    lw_elementary_kind kind;
    int32_t parent;   /* -1: the world; parents come before their children */
    int32_t variable; /* -1: none */
    double multiplier;
    double offset;
    pose before;          /* of a floating joint: replaced in each piece of a motion */
    lw_composed composed; /* measure of `before`; of a floating joint: without the piece's poses */
} lw_elementary_joint;

/* A floating joint is broken down into five elementary joints, its slots: three slides, a turn, and one
 * that stands still. For each of its pieces a motion replaces `before` (lw_elementary_joint) of the
 * slots, such that together they move exactly by slerp or along a screw. */
enum { LW_FLOATING_SLOTS = 5, LW_FLOATING_VARIABLES = 4 };

typedef struct lw_frozen_joint {
    const char *name;
    lw_joint_kind kind;
    size_t robot;
    size_t definition; /* the joint in the model */
    int64_t parent_link, child_link;
    int32_t elementary; /* its first elementary joint; -1: fixed */
    int32_t variable;   /* its first variable, or that of the joint that it mimics; -1: none */
    int64_t mimic;      /* the joint that moves this one; -1: none */
    double lower, upper;
    pose base; /* floating: the joint's frame at its identity, in the parent elementary joint's frame */
} lw_frozen_joint;

typedef struct lw_frozen_link {
    size_t robot;
    const char *name;
    int32_t elementary;   /* -1: never moves */
    pose local;           /* its frame, in the frame of `elementary` or in the world */
    lw_composed composed; /* measure of `local` */
    int64_t parent_joint;
    int64_t body; /* -1: no geometry */
} lw_frozen_link;

/* How far a body may be from where it is said to be, beside its padding: it may be turned about a point
 * by at most an angle, and move from a time on. The end of this file has what follows from it. */
typedef struct lw_doubt {
    double angle;        /* radians */
    double speed, since; /* metres per second; seconds */
    vec3 origin;         /* about which it may be turned: in the world; of an obstacle: in its frame */
} lw_doubt;

typedef struct lw_body {
    const char *name;   /* as verdicts give it */
    int64_t robot;      /* -1: an obstacle */
    int64_t link;       /* -1: an obstacle or an attached object */
    int32_t elementary; /* -1: never moves */
    double padding; /* metres; counts in pairs with bodies that are not of the same robot. How far the
                       body may be shifted from where it is said to be is a part of it */
    lw_doubt doubt; /* counts in the same pairs */
    pose local;     /* of the geometry, in the frame of `elementary` or in the world */
    const lw_geometry *geometry;
    lw_composed composed;     /* measure of `local` and the body's extent */
    uint32_t first_lever_arm; /* index in lw_frozen.lever_arms: one per elementary joint of its chain,
                                 the last joint first */
    uint32_t lever_arm_count;
    const lw_polygon **polygons; /* in the plane: the geometry's parts, in its frame */
    uint32_t polygon_count;
    lw_memory *memory;            /* holds the geometry and the polygons */
    const struct lw_cover *cover; /* only of a robot's body, not for the planar search */
    lw_memory *cover_memory;      /* holds the cover */
} lw_body;

/* A body of a scene in the plane for the planar search (check/method/planar.h). It stands still, or one
 * planar joint moves it, whose parent link stands still. */
typedef struct lw_flat_body {
    int32_t variable;         /* the joint's x; y and theta follow. -1: stands still */
    lw_pose2 base;            /* the joint's frame at value 0; of a body that stands still, its pose */
    const lw_polygon **parts; /* in the frame that the joint moves, or in the frame `base` */
    uint32_t part_count;
    double extent; /* largest distance of its points from the frame's origin, radii included */
    double error;  /* rounding error of a point's position, without that of the joint's values */
} lw_flat_body;

/* An obstacle: a body that belongs to no robot. */
typedef struct lw_obstacle {
    lw_body body;
    vec3 center;            /* of its bounding sphere, in the world */
    double error;           /* rounding error of the positions of its points */
    lw_world_box box;       /* contains it, with its padding and however it may be turned */
    lw_flat_body flat;      /* in the plane */
    lw_memory *flat_memory; /* holds its polygons */
    int64_t was;            /* while freezing: its index in the original; -1: none, or it has moved */
    bool moved;             /* to `pose`, since the model was written */
    lw_pose pose;
} lw_obstacle;

/* A page of obstacles with consecutive indices. Scenes share pages copy-on-write: a page with several
 * references is read-only. docs/decisions/scene.md, "A changed scene shares unchanged parts by
 * reference counts (copy-on-write)". */
enum { LW_PAGE = 32 };
typedef struct lw_obstacle_page {
    atomic_size_t references;
    lw_obstacle items[LW_PAGE];
} lw_obstacle_page;

/* All obstacles, and a tree over their boxes: a bounding volume hierarchy (body/box_tree.h). */
enum { LW_MOST_MOVED = 16 };
typedef struct lw_obstacles {
    LW_LIST(lw_obstacle_page *) pages;
    size_t count;
    const lw_box_tree *tree;
    lw_memory *tree_memory;
    double error, padding;         /* at least the largest */
    double size;                   /* at least the largest coordinate of a box */
    uint32_t moved[LW_MOST_MOVED]; /* obstacles whose boxes differ from the tree's; ascending */
    size_t moved_count;
} lw_obstacles;

static inline const lw_obstacle *lw_obstacle_at(const lw_obstacles *obstacles, size_t index)
{
    return &obstacles->pages.items[index / LW_PAGE]->items[index % LW_PAGE];
}

/* A pair of bodies as one number, by which pairs are ordered: the first body, which is the lower and
 * moves with a robot, times 2^32, plus the second. */
typedef uint64_t lw_pair_id;

static inline lw_pair_id lw_pair_id_of(uint32_t a, uint32_t b)
{
    return (lw_pair_id)a << 32 | b;
}

static inline uint32_t lw_pair_first(lw_pair_id id)
{
    return (uint32_t)(id >> 32);
}

static inline uint32_t lw_pair_second(lw_pair_id id)
{
    return (uint32_t)id;
}

/* The second body of a pair that stands for a moving body and every obstacle: a crowd. It comes after
 * the moving body's other pairs. */
#define LW_ALL_OBSTACLES UINT32_MAX

static inline bool lw_pair_is_crowd(lw_pair_id id)
{
    return lw_pair_second(id) == LW_ALL_OBSTACLES;
}

/* A pair with all that a check needs to know about it; see lw_frozen_pair. */
typedef struct lw_pair {
    int32_t a, b;   /* bodies; a link comes before an obstacle */
    int32_t common; /* the last elementary joint that moves both; -1: the world */
    bool self;      /* both of one robot */
    double margin;
    double padding[2]; /* of a and b in this pair: their geometry is grown by it on all sides */
} lw_pair;

/* A pair that has a margin of its own, in place of the scene's. */
typedef struct lw_own_margin {
    lw_pair_id id;
    double margin;
} lw_own_margin;

/* A body's travel relative to the frame of an elementary joint; -1: to the world. */
typedef struct lw_travel_slot {
    int32_t body, common;
} lw_travel_slot;

enum { LW_PAIR_BLOCK = 64 /* bodies in a block of lw_pairs.ranks */ };

/* The pairs to check. They are not listed one by one, since a robot among obstacles has very many.
 * lw_frozen_pair computes a pair from its two bodies and the few tables here. */
typedef struct lw_pairs {
    size_t count;
    uint8_t *reasons;   /* lw_pair_reason: row per moving body, column per body; for row < column */
    size_t *rows;       /* per row: number of pairs in the rows before it; and at last the count */
    uint32_t *ranks;    /* per row and block of bodies: number of pairs in the row before the block */
    size_t block_count; /* of a row */
    double margin[2];   /* the scene's; [0]: with obstacles and between robots; [1]: inside robots */
    lw_own_margin *own; /* margins of pairs that have their own; in ascending order of ids */
    size_t own_count;
    double least_margin[2]; /* least of `margin` and `own` in use; infinite where there is no pair */
    double largest_margin;

    /* the travels that pairs need: first those of the moving bodies relative to the world, at the
     * bodies' indices; then those relative to the common joint of a pair inside a robot */
    lw_travel_slot *travels;
    size_t travel_count;
    uint32_t *travel_of; /* [a * moving bodies + b]: travel of a in the pair of a and b */
} lw_pairs;

/* The distance that the bodies without padding have where the padded bodies have `distance`, rounded
 * up; finite where `distance` is. */
static inline double lw_pair_unpadded(const lw_pair *pair, double distance)
{
    double padding = pair->padding[0] + pair->padding[1];
    double unpadded = (distance + padding) * LW_UP_BY(4);
    return padding > 0 && unpadded < HUGE_VAL ? unpadded : distance;
}

/* The distance of the padded bodies from the distance of the bodies without padding, rounded down:
 * lw_pair_padded(pair, lw_pair_unpadded(pair, d)) <= d. 0 where the padded bodies meet. */
static inline double lw_pair_padded(const lw_pair *pair, double unpadded)
{
    double padding = pair->padding[0] + pair->padding[1];
    double distance = unpadded < HUGE_VAL ? unpadded - padding - LW_ROUNDING(8) * unpadded : unpadded;
    return padding > 0 ? greater(0, distance) : unpadded;
}

struct lw_joints {
    const char *name; /* of the group; NULL: not a group */
    size_t robot;
    size_t count;
    const int64_t *joints;
    size_t value_count;
    const struct lw_chains *chains;
};

/* The joints and links of all robots, without values of the joints. A scene and its copies share them,
 * so that joints and motions of one scene are good for the other. */
typedef struct lw_chains {
    lw_memory *memory; /* holds all below, and this struct */
    size_t elementary_count, variable_count, joint_count, link_count, robot_count;
    lw_elementary_joint *elementary;
    lw_frozen_joint *joints;                /* parents before children, a robot's joints together */
    lw_frozen_link *links;                  /* in the order given */
    const char **names;                     /* of the robots */
    lw_name_table robot_names, joint_names; /* the model's: they give the model's indices */
    int64_t *joint_of;                      /* per joint of the model: its index in `joints` */
    struct lw_joints *defaults;             /* per robot: its movable joints in file order */
    struct lw_joints *groups;
    size_t group_count;
} lw_chains;

#define LW_NO_SHAPE SIZE_MAX

/* Bodies of one robot with consecutive indices, as a robot's links have, or the objects that it
 * carries. */
typedef struct lw_body_run {
    uint32_t first, end;
} lw_body_run;

/* Bodies that may move, from their doubts: the largest speed, and the earliest time from which on one
 * of them may move. */
typedef struct lw_movers {
    double fastest, since;
} lw_movers;

typedef struct lw_frozen {
    lw_chains *chains;
    lw_memory *world;    /* holds all below but the obstacles */
    lw_memory *geometry; /* for the geometry of bodies that freezing builds */
    size_t body_count;
    lw_body *moving; /* bodies of robots: of links, then attached objects; see lw_frozen_body */
    size_t moving_count;
    lw_flat_body *flat; /* per moving body; NULL: not in the plane, or chains of several joints */
    lw_body_run *runs;
    size_t run_count;
    lw_pairs pairs;
    lw_obstacles obstacles;
    size_t *link_shapes;    /* per link of the model: its first shape; LW_NO_SHAPE: none */
    size_t *object_shapes;  /* per object of the model: its first shape */
    size_t *next_shape;     /* per shape of the model: the next one of the same link or object */
    double *link_scales;    /* per link of the model */
    double *link_paddings;  /* per link of the model */
    double *link_distances; /* per link of the model: upper bound on the distance of its frame from its
                               robot's root link */
    const double **scaled;  /* per shape of the model: its vertices scaled; NULL: they are as given */
    int64_t *object_bodies; /* per object of the model: its body */
    double *lever_arms;     /* upper bounds, see lw_body; INFINITY where there is a slide between */
    double *rest;           /* per variable: its value where nothing moves it; floating: 0 */
    lw_pose *rest_pose;     /* per joint, of floating ones: its pose where nothing moves it */
    bool *stated;           /* per joint: the caller or the scene's file has given its value */
    bool uncertain;         /* some body is not known exactly */
    bool doubts;            /* some body has a doubt */
    bool bases_turn;        /* some robot's base may be turned */
    lw_movers obstacles_move, bases_move;
    lw_mesh_mode mesh_mode;
} lw_frozen;

/* A body: those of robots come before the obstacles. */
static inline const lw_body *lw_frozen_body(const lw_frozen *frozen, size_t body)
{
    return body < frozen->moving_count
               ? &frozen->moving[body]
               : &lw_obstacle_at(&frozen->obstacles, body - frozen->moving_count)->body;
}

/* A body in the plane. frozen->flat must not be NULL. */
static inline const lw_flat_body *lw_frozen_flat(const lw_frozen *frozen, size_t body)
{
    return body < frozen->moving_count
               ? &frozen->flat[body]
               : &lw_obstacle_at(&frozen->obstacles, body - frozen->moving_count)->flat;
}

/* The steps of freezing, in order. Each fills its part; errors as lw_scene_freeze. */
lw_status lw_freeze_chains(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_groups(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_values(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_scaling(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_bodies(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_covers(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_shapes(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_sizes(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
/* A body as polygons for the planar search. joint: the one planar joint that moves it; NULL: it stands
 * still. */
lw_status lw_flatten_body(lw_arena *arena, const lw_chains *chains, const lw_body *body,
                          const lw_frozen_joint *joint, lw_flat_body *flat, lw_error *error);
lw_status lw_freeze_plane(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
/* Whether the planar search serves a scene whose bodies are listed: it is in the plane, and each body
 * stands still or hangs on one planar joint. */
bool lw_frozen_is_flat(const lw_model *model, const lw_frozen *frozen);
/* Sums up the doubts of all bodies. */
void lw_freeze_doubts(const lw_model *model, lw_frozen *frozen);
lw_status lw_freeze_obstacles(const lw_scene *scene, lw_frozen *frozen, lw_error *error);
lw_status lw_freeze_pairs(const lw_scene *scene, lw_frozen *frozen, lw_error *error);

/* Why a pair is checked, or is not. a < b, and a moves with a robot. */
static inline lw_pair_reason lw_frozen_reason(const lw_frozen *frozen, uint32_t a, uint32_t b)
{
    return (lw_pair_reason)frozen->pairs.reasons[a * frozen->body_count + b];
}

/* The own margin of a pair, or the one given. */
double lw_frozen_margin(const lw_pairs *pairs, lw_pair_id id, double margin);

/* The index in lw_pairs.travels of a body's travel in its pair with another one. The body moves with a
 * robot. */
static inline uint32_t lw_frozen_travel(const lw_frozen *frozen, uint32_t body, uint32_t other)
{
    return other < frozen->moving_count ? frozen->pairs.travel_of[body * frozen->moving_count + other]
                                        : body;
}

/* The pair of an id, for which lw_frozen_reason is LW_PAIR_CHECKED. */
static inline lw_pair lw_frozen_pair(const lw_frozen *frozen, lw_pair_id id)
{
    const lw_pairs *pairs = &frozen->pairs;
    uint32_t a = lw_pair_first(id);
    uint32_t b = lw_pair_second(id);
    const lw_body *moving = frozen->moving;
    LW_ASSERT(a, <, b);
    bool moves = b < frozen->moving_count;
    bool self = moves && moving[a].robot == moving[b].robot;
    lw_pair pair = {.a = (int32_t)a, .b = (int32_t)b, .common = -1, .self = self};
    pair.margin = pairs->margin[self];
    if (pairs->own_count)
        pair.margin = lw_frozen_margin(pairs, id, pair.margin);
    if (self) {
        pair.common = pairs->travels[lw_frozen_travel(frozen, a, b)].common;
    } else {
        pair.padding[0] = moving[a].padding;
        pair.padding[1] = lw_frozen_body(frozen, b)->padding;
    }
    return pair;
}

/* The pair at an index below the count, in the order of pairs; and the index of a pair. */
lw_pair_id lw_frozen_pair_at(const lw_frozen *frozen, size_t index);
size_t lw_frozen_pair_index(const lw_frozen *frozen, lw_pair_id id);

/* The first pair from an id on (LW_NO_PAIR: there is none), so that all are visited in order by
 * for (id = lw_frozen_next_pair(frozen, 0); id != LW_NO_PAIR; id = lw_frozen_next_pair(frozen, id +
 * 1)). */
#define LW_NO_PAIR UINT64_MAX
lw_pair_id lw_frozen_next_pair(const lw_frozen *frozen, lw_pair_id id);

/* A copy that shares all parts with the original, by reference count; NULL when memory ran out. */
lw_frozen *lw_frozen_share(const lw_frozen *frozen);

/* Freezes a copy whose model is still shared: moves its obstacles (lw_scene.moves), and shares all
 * else. Errors: memory. */
lw_status lw_freeze_moves(const lw_scene *scene, lw_frozen *frozen, lw_error *error);

/* Sets a body's pose and its rounding measure: `at` in the frame of its carrier, which has the measure
 * `composed`. */
void lw_body_place(lw_body *body, pose carrier, lw_composed composed, lw_pose at);

/* Frees a frozen scene, also one that was not finished. Parts that other scenes share stay. */
void lw_frozen_destroy(lw_frozen *frozen);

/* The bytes that it holds, with parts that other scenes share, without shared shapes. NULL: 0. */
size_t lw_frozen_memory(const lw_frozen *frozen);

/* A joint of a robot by name; -1: none. */
int64_t lw_chains_find_joint(const lw_chains *chains, int64_t robot, const char *name);

/* A joint by its name and its robot's; robot NULL: the only robot with such a joint. *joint is -1 if
 * there is none. Errors: name (no such robot, or several robots with such a joint). */
lw_status lw_chains_named_joint(const lw_chains *chains, const char *robot, const char *name,
                                int64_t *joint, lw_error *error);

/* What follows from how exactly bodies are known (leeway/uncertainty.h).
 *
 * A point p of a body that is turned by an angle of at most phi about o, and then shifted by at most
 * delta, is off by at most delta + 2 sin(phi / 2) |p - o|, and 2 sin(phi / 2) <= min(phi, 2). The shift
 * is a padding: some shift by delta brings the body nearer to another one by delta, no matter where
 * that is, so that contacts of the padded bodies are contacts of a placement. So it is with what a body
 * has moved since a time. A turn is no padding: only what it may do at most is known. */

static inline bool lw_doubt_is_any(const lw_doubt *doubt)
{
    return doubt->angle > 0 || doubt->speed > 0;
}

/* How far something may have moved at a time. */
static inline double lw_moved_by(double speed, double since, double time)
{
    return speed > 0 && time > since ? speed * (time - since) * LW_UPWARD : 0;
}

/* How far a turn moves the points that are at most `reach` from the origin of the doubt. */
static inline double lw_doubt_turn(const lw_doubt *doubt, double reach)
{
    return lesser(doubt->angle, 2) * reach * LW_UPWARD;
}

/* How far the points of an obstacle are from the origin of its doubt. */
static inline double lw_doubt_reach(const lw_body *obstacle)
{
    const lw_geometry *geometry = obstacle->geometry;
    return (norm(sub(geometry->center, obstacle->doubt.origin)) + geometry->radius) * LW_UPWARD;
}

/* How fast the fastest obstacle or base may move; 0: none moves. */
static inline double lw_frozen_fastest(const lw_frozen *frozen)
{
    return greater(frozen->obstacles_move.fastest, frozen->bases_move.fastest);
}

/* Whether the doubts of a pair's bodies count. */
static inline bool lw_pair_is_doubted(const lw_frozen *frozen, const lw_pair *pair)
{
    return frozen->doubts && !pair->self;
}

/* A pair, padded by what its bodies may have moved at a time. */
static inline lw_pair lw_pair_at(const lw_frozen *frozen, const lw_pair *pair, double time)
{
    lw_pair at = *pair;
    if (!lw_pair_is_doubted(frozen, pair))
        return at;
    const int32_t bodies[2] = {pair->a, pair->b};
    for (int i = 0; i < 2; i++) {
        const lw_doubt *doubt = &lw_frozen_body(frozen, (size_t)bodies[i])->doubt;
        at.padding[i] += lw_moved_by(doubt->speed, doubt->since, time);
    }
    return at;
}

#endif
