/* The model that a proof is about, as the first line of its file states it: frames, bodies, pairs; and
 * a motion, as its own first line states it. All numbers are the exact values of doubles. */
#ifndef LW_AUDIT_MODEL_H
#define LW_AUDIT_MODEL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ends the audit of a motion, or of the whole file, with a sentence. */
typedef struct refusal {
    char sentence[512];
} refusal;

bool refuse(refusal *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct given_pose {
    double position[3];
    double rotation[9]; /* columns x, y, z */
} given_pose;

typedef enum frame_kind { FRAME_TURNS, FRAME_SLIDES, FRAME_FIXED } frame_kind;

/* frame = parent's frame * before * (a turn about z, or a slide along z, by multiplier * variable +
 * offset) */
typedef struct frame {
    frame_kind kind;
    int parent;   /* -1: the world; else before this one */
    int variable; /* -1: none */
    double multiplier, offset;
    given_pose before;
} frame;

typedef enum core {
    CORE_POINTS, /* the hull of its points */
    CORE_SEGMENT,
    CORE_BOX,
    CORE_CYLINDER,
    CORE_CONE,
    CORE_ELLIPSOID
} core;

/* A convex set: its core, grown by the radius, at its place in the frame of its body. */
typedef struct element {
    core core;
    double radius, half[3], base;
    double (*points)[3];
    size_t point_count;
    given_pose at;
    bool has_at, is_triangle;
} element;

/* A ball about balls of a cover; children: 0 where it is one of them, else the first of two that follow
 * each other. */
typedef struct ball_node {
    double centre[3], radius;
    size_t children;
} ball_node;

/* A closed component of a solid body's triangles. */
typedef struct shell {
    size_t *triangles, count; /* elements */
    double box[6];
} shell;

/* A node of the tree that cuts the space about a body: of the points of its own region, the first child
 * has those whose coordinate is at most `at`, the second one, behind it, those whose coordinate is at
 * least `at`. */
typedef struct cell {
    size_t child; /* 0: a leaf */
    int axis;
    double at;
    double (*corners)[3]; /* of a leaf: what triangles have in its region is in the hull of points, each
                             of whose coordinates is within `off` of one of these */
    size_t corner_count;
    bool is_filled;      /* of node 0: the corners of all leaves are there */
    double off, size[3]; /* size: the largest absolute values of the corners' coordinates */
} cell;

typedef struct body {
    const char *name;
    int frame; /* -1: the world */
    given_pose at;
    double ball[4];
    double levers[2]; /* no point of an element's core is farther from the axis of `frame`, and from its
                         origin */
    bool solid;
    element *elements;
    size_t element_count;
    int64_t *tree;
    size_t tree_count;
    size_t **hulls; /* lists of elements; hull_sizes: how many each has */
    size_t *hull_sizes, hull_count;
    cell *cells; /* none: the body is not cut */
    size_t cell_count;
    double cell_radius; /* the largest radius of an element, if it is cut */
    double (*cover)[4];
    size_t cover_count;
    size_t given_count; /* how many balls the file gives; fewer are used if they are not enough */
    ball_node *balls;   /* a binary tree of balls about those of the cover; its root comes first */
    size_t ball_count;
    double off;      /* how far its elements may stick out of its cover, or of the set around it */
    bool surrounded; /* in a stage: it has a cover, or a set around it, of its own */
    bool stands_elsewhere; /* in a stage: its place is not that of the first line */
    double shift;          /* how far the body may be from where the motion has it */
    element *around;       /* NULL: none */
    double (*boxes)[6];    /* per node of the tree: a box about it, in the body's frame */
    shell *shells;
    size_t shell_count;
    size_t *seeds, seed_count; /* an element of each connected piece */
    bool *of_files; /* per element: it is part of the geometry in the scene's files; NULL: these
                       were not read */
} body;

typedef struct pair {
    int bodies[2];
    int common; /* the last frame above both bodies; -1: the world */
    double margin, padding[2];
    double
        due; /* the distance below which the two are in contact; NaN: the scene's files let them meet */
} pair;

/* A pair of bodies that could meet and is not checked. */
typedef struct exemption {
    int bodies[2];
    const char *reason;
} exemption;

typedef struct model {
    json_t *line;
    const char *program; /* that wrote the file; NULL: it does not say */
    frame *frames;
    size_t frame_count, variable_count;
    body *bodies;
    size_t body_count;
    pair *pairs;
    size_t pair_count;
    exemption *exempt;
    size_t exempt_count;
} model;

/* The highest degree of a motion's polynomials, and how many coefficients they have. */
enum { MOST_DEGREE = 9, MOST_POWERS = MOST_DEGREE + 1 };

/* One robot's motion: polynomials in u = (t - times[k]) / (times[k + 1] - times[k]) on each of its
 * pieces. */
typedef struct track {
    double *times;
    size_t piece_count, column_count, degree;
    int *variables;
    double *coefficients; /* piece, column, power */
    size_t slot_count;
    int *slots;         /* frames of floating joints, whose `before` is given anew for each piece */
    given_pose *before; /* piece, slot */
    bool stands;        /* it has one piece, and polynomials without powers: its times are no knots */
} track;

typedef struct motion {
    double begin, end;
    double *rest; /* per variable */
    track *tracks;
    size_t track_count;
} motion;

/* Memory for an array, of zeros. The program ends where there is none: nothing is proven then. */
void *room(size_t count, size_t size);

bool same_numbers(const double *a, const double *b, size_t count);
bool same_pose(const given_pose *a, const given_pose *b);

/* Reads the first line of a file; model_free frees it, also after a refusal. */
bool model_read(model *out, json_t *line, refusal *why);
void model_free(model *m);

/* A stage of a motion: the same frames and bodies, of which some stand elsewhere, and pairs of its own.
 * It uses the arrays of the bodies of the model that it is a stage of; stage_free frees the rest.
 * *begin, *end: its interval. */
bool stage_read(model *out, const model *of, json_t *line, double *begin, double *end, refusal *why);
void stage_free(model *stage, const model *of);

/* Reads the first line of a motion. */
bool motion_read(motion *out, const model *m, json_t *line, refusal *why);
void motion_free(motion *m);

/* Parts of lines. A key that is missing has its default where there is one. */
bool read_number(json_t *node, const char *key, double *out, refusal *why);
bool read_vector(json_t *node, size_t count, double *out, refusal *why);
bool read_index(json_t *node, const char *key, size_t limit, size_t *out, refusal *why);
bool only_keys(json_t *node, const char *const *keys, const char *what, refusal *why);

#endif
