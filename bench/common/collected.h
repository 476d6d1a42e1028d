/* One robot of a collection: reads it, allows its contacts at rest if there is no SRDF, and checks
 * random motions. */
#ifndef BENCH_COMMON_COLLECTED_H
#define BENCH_COMMON_COLLECTED_H

#include "leeway/leeway.h"

enum { COLLECTED_TEXT = 256 };

/* The questions about each motion, by the method auto. */
typedef enum collected_question {
    COLLECTED_ANY,
    COLLECTED_FIRST,
    COLLECTED_CLEARANCE,
    COLLECTED_QUESTIONS
} collected_question;

typedef enum collected_phase {
    COLLECTED_READING,
    COLLECTED_ASKING,
    COLLECTED_DONE,
    COLLECTED_REFUSED, /* the robot cannot be read: see status and message */
    COLLECTED_STILL    /* no joint moves, or no pair is checked */
} collected_phase;

/* Plain data in shared memory, which another process reads while it grows; counts are written last. */
typedef struct collected {
    collected_phase phase;
    lw_status status;
    char message[COLLECTED_TEXT];             /* LINE: the error there */
    size_t values, pairs, allowed;            /* allowed: pairs that touch at rest */
    double read;                              /* seconds: to read the robot and freeze the scene */
    double seconds[COLLECTED_QUESTIONS];      /* sums over the motions */
    size_t contacts, free, undecided, differ; /* differ: motions whose answers contradict each other */
    size_t motions;
} collected;

typedef struct collected_order {
    const char *urdf;
    size_t motions;
    uint64_t seed;
    const char *keep; /* a folder for scenes and commands of undecided motions; NULL: none */
} collected_order;

void bench_collect(const collected_order *order, collected *out);

#endif
