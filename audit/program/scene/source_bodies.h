/* The bodies of a scene, as its files give them: their shapes, in the body's frame, and what moves
 * them. */
#ifndef LW_AUDIT_SOURCE_BODIES_H
#define LW_AUDIT_SOURCE_BODIES_H

#include "source_scene.h"

/* A joint of one coordinate: its frame is that of the parent * before * (a turn about, or a slide
 * along, the axis). A floating joint has five of them, whose `before` and axes its motion chooses:
 * three slides, a turn, and none. */
typedef struct source_frame {
    frame_kind kind;
    int parent;   /* -1: the world */
    int variable; /* -1: none */
    int slot;     /* of a floating joint: which of the five; -1: of another */
    pose before;
    vec axis;
    real multiplier, offset;
    int robot, joint;
} source_frame;

/* A value of a joint; of a floating one 0 to 3: the coordinates of its slides and its turn. */
typedef struct source_variable {
    int robot, joint, component;
} source_variable;

typedef struct source_body {
    const char *name;
    int robot;        /* -1: an obstacle */
    const char *link; /* its own; NULL: it is an object */
    int object;       /* -1: a link */
    int mover;        /* the last frame above it; -1: none */
    pose local;       /* in the mover's frame */
    source_shape *shapes;
    size_t shape_count;
    double padding;
    const char *unread, *unread_file; /* why its geometry is not compared; NULL: it is */
} source_body;

/* The frame that moves a link, and the link's pose in it. */
typedef struct link_place {
    int mover;
    pose at;
    bool known;
} link_place;

typedef struct source_bodies {
    source_scene *scene;
    source_frame *frames;
    size_t frame_count;
    source_variable *variables;
    size_t variable_count;
    link_place **links; /* per robot and link */
    source_body *bodies;
    size_t body_count;
} source_bodies;

bool source_bodies_make(source_bodies *out, source_scene *scene, refusal *why);

/* -1: there is none. */
int link_named(const source_robot *robot, const char *name);
int joint_named(const source_robot *robot, const char *name);
int body_named(const source_bodies *all, const char *name);
/* Whether a name stands for a link: its own name, in any robot, or robot/link. */
bool names_link(const source_scene *scene, const char *name, int robot, const char *link);
/* The padding of a link. */
bool link_padding(const source_scene *scene, int robot, const char *link, double *out, refusal *why);
int variable_of(const source_bodies *all, int robot, int joint, int component);

#endif
