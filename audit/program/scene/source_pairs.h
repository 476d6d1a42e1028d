/* Which pairs of bodies have to be checked, by what the files say: docs/proofs.md, "The pairs to
 * check". */
#ifndef LW_AUDIT_SOURCE_PAIRS_H
#define LW_AUDIT_SOURCE_PAIRS_H

#include "source_bodies.h"

typedef enum pair_state {
    PAIR_NEVER, /* two obstacles, or two bodies that cannot move relative to each other */
    PAIR_CHECKED,
    PAIR_ADJACENT, /* the two links of a joint may meet */
    PAIR_TOUCH,    /* so may an object and what it may touch */
    PAIR_SRDF,
    PAIR_SCENE,
    PAIR_PERMITTED /* for a while, by a motion */
} pair_state;

/* What of bodies the pairs depend on, and may be another in a stage. */
typedef struct pair_body {
    int robot, mover;
    double padding;
    const char *carrier; /* of an object: the link that carries it; NULL: none */
    json_t *touch;
} pair_body;

/* Per two bodies: a row for the first, which is the one of the lesser index. */
typedef struct source_pairs {
    size_t count;
    unsigned char *states;
    double *margins;
} source_pairs;

/* The bodies as the scene has them, without motions. */
pair_body *pair_bodies_make(const source_bodies *all);

/* Finds the state and the margin of each two bodies. */
bool source_pairs_make(source_pairs *out, const source_bodies *all, const pair_body *bodies,
                       refusal *why);
void source_pairs_free(source_pairs *p);
/* Two bodies may meet, whatever the rules say. */
void permit_pair(source_pairs *p, const int of[2]);
/* Marks the bodies that a name stands for: by a link's name, robot/link, or an object's id. */
void mark_named(const source_bodies *all, const char *name, bool *marks);

/* Whether the pairs of a model, and those that it calls exempt, are what the files say. Sets the
 * distances at which pairs are in contact. of_model: per body of the model that of the files. */
bool pairs_agree(const source_pairs *p, const source_bodies *all, const pair_body *bodies, model *m,
                 const int *of_model, refusal *why);

#endif
