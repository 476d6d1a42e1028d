/* The rules in one kind of real numbers: docs/proofs.md. */
#ifndef LW_AUDIT_JUDGE_H
#define LW_AUDIT_JUDGE_H

#include "model.h"

enum { RULE_SLAB, RULE_TRAVEL, RULE_CHORD };

/* Elements of a body: those below a node of its tree, those of a hull, or what triangles have in a
 * cell.
 */
typedef struct set {
    int body;
    size_t node;
    size_t cell;            /* 0: none */
    const size_t *elements; /* NULL: those below the node */
    size_t count;
} set;

/* A part of a claim. */
typedef struct part {
    set sets[2];
    double normal[3], turn[3];
    int rule;
} part;

typedef struct claim {
    const pair *pair;
    double from, to, at;
    const part *parts;
    size_t part_count;
} claim;

/* A line about a contact: a point of the core of an element of each body; or, where `inner` is a body
 * of the pair, one of that body alone. */
typedef struct contact {
    const pair *pair;
    double time;
    int inner; /* -1: none */
    size_t elements[2];
    double points[2][3];
} contact;

/* What is proven of a contact: how far apart the bodies are at most (of a body inside another: how far
 * the point may be from where it is said to be), and how much of that is taken for rounding. */
typedef struct nearness {
    double gap, rounding;
} nearness;

typedef struct rules rules;

#define DECLARED(kind)                                                                                 \
    rules *begin_##kind(const model *m);                                                               \
    void take_motion_##kind(rules *r, const motion *motion);                                           \
    const char *claim_fails_##kind(rules *r, const claim *c);                                          \
    bool take_block_##kind(rules *r, const double times[8]);                                           \
    bool pair_apart_##kind(rules *r, const pair *p, int k);                                            \
    double shift_of_##kind(rules *before, rules *now, int index, double time);                         \
    bool is_outside_##kind(rules *r, const pair *p, double time);                                      \
    nearness nearness_of_##kind(rules *r, const contact *c);                                           \
    void set_model_##kind(rules *r, const model *m);                                                   \
    void end_##kind(rules *r);
DECLARED(double)
DECLARED(arb)
#undef DECLARED

#endif
