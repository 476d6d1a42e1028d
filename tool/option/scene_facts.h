/* Facts about a frozen scene, collected for `info`. */
#ifndef LW_TOOL_OPTION_SCENE_FACTS_H
#define LW_TOOL_OPTION_SCENE_FACTS_H

#include "leeway/leeway.h"

enum { LW_SHAPE_KINDS = LW_SHAPE_DEPTH_IMAGE + 1, LW_PAIR_REASONS = LW_PAIR_SAMPLED + 1 };

/* A component of a mesh that stays open after repair. */
typedef struct lw_open_part {
    size_t number; /* among the components of the link's or object's meshes, from 1 */
    size_t triangles;
    size_t edges;      /* its open edges */
    bool hollow;       /* a body inside it would not be found */
    lw_vec3 low, high; /* its box, in the frame of its mesh */
} lw_open_part;

/* The shapes of one link or object. Mesh counts are of the cleaned meshes. */
typedef struct lw_shape_facts {
    size_t kinds[LW_SHAPE_KINDS]; /* how many of each kind */
    size_t triangles;
    size_t dropped;  /* triangles without area that lie on edges of others: left out */
    size_t segments; /* other triangles without area */
    size_t components;
    size_t closed;   /* components that are watertight in the file */
    size_t repaired; /* components that are watertight once repaired */
    size_t cavities; /* watertight surfaces that are oriented inwards */
    size_t points;   /* of clouds */
    size_t points_left_out, points_joined, points_filtered;
    double least_radius, largest_radius; /* of clouds */
    size_t occupied, free;               /* cells of octrees */
    size_t unknown_obstacles;            /* octrees whose unknown space is an obstacle */
    double least_resolution, largest_resolution;
    size_t heights; /* of height fields */
    double lowest, highest, lowest_floor;
    size_t pixels, unmeasured; /* of depth images */
    size_t unseen_obstacles;   /* depth images whose unseen space is an obstacle */
    double nearest, farthest;  /* measured depths; 0: none was measured */
    struct {
        lw_open_part *items;
        size_t count, capacity;
    } open; /* components that stay open */
} lw_shape_facts;

/* The facts about a body; body -1: there is none, and all facts are empty. Errors: memory. Free the
 * facts in any case. */
lw_status lw_shape_facts_find(const lw_scene *scene, int64_t body, lw_shape_facts *out,
                              lw_error *error);

/* How many cells of an octree have a state. */
size_t lw_cells_of_state(const lw_shape_def *octree, int state);

void lw_shape_facts_free(lw_shape_facts *facts);

/* "2 boxes, mesh of 412 triangles, 3 parts, watertight". */
void lw_shape_facts_text(const lw_shape_facts *facts, char *text, size_t size);

/* How many bodies are not obstacles: they come first. */
size_t lw_robot_body_count(const lw_scene *scene);

/* Counts the pairs with a body of a robot, by reason. */
void lw_pair_reasons_count(const lw_scene *scene, size_t counts[LW_PAIR_REASONS]);
lw_pair_reason lw_pair_reason_of(const lw_scene *scene, size_t a, size_t b);

/* A reason in words, for people; and as one word, for programs. */
const char *lw_pair_reason_text(lw_pair_reason reason);
const char *lw_pair_reason_name(lw_pair_reason reason);

const char *lw_joint_kind_name(lw_joint_kind kind);
const char *lw_shape_kind_name(lw_shape_kind kind);

#endif
