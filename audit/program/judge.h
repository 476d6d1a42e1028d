/* The rules in one kind of real numbers: docs/claims.md. */
#ifndef LW_AUDIT_JUDGE_H
#define LW_AUDIT_JUDGE_H

#include "model.h"

enum { RULE_SLAB, RULE_TRAVEL, RULE_CHORD };

/* Elements of a body: those below a node of its tree, or those of a hull. */
typedef struct set {
    int body;
    size_t node;
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

typedef struct rules rules;

#define DECLARED(kind)                                                                                 \
    rules *begin_##kind(const model *m);                                                               \
    void take_motion_##kind(rules *r, const motion *motion);                                           \
    const char *claim_fails_##kind(rules *r, const claim *c);                                          \
    bool take_block_##kind(rules *r, const double times[8]);                                           \
    bool pair_apart_##kind(rules *r, const pair *p, int k);                                            \
    double shift_of_##kind(rules *before, rules *now, int index, double time);                         \
    bool is_outside_##kind(rules *r, const pair *p, double time);                                      \
    void set_model_##kind(rules *r, const model *m);                                                   \
    void end_##kind(rules *r);
DECLARED(double)
DECLARED(arb)
#undef DECLARED

#endif
