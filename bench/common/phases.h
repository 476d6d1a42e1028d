/* What planning problems cost, phase by phase, and which of them cost most. */
#ifndef BENCH_PHASES_H
#define BENCH_PHASES_H

#include <stddef.h>
#include <stdint.h>

/* A search of a problem. Seconds. */
typedef struct bench_search {
    char name[64]; /* of the problem */
    uint64_t seed;
    double loading;      /* reading the files and freezing the scene */
    double making;       /* making the planner */
    double search;       /* to the first path; infinite: none was found */
    double shortcuts;    /* what the same search takes longer with shortcuts */
    double edges, nodes; /* of the first path */
} bench_search;

/* Prints a table with a row for each phase, and for segments and nodes: median, mean, 95th percentile
 * and maximum; then the dearest searches by name, with their share of the time of all. Sorts the
 * searches. */
void bench_print_phases(bench_search *searches, size_t count);

#endif
