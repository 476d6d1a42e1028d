/* Moving polytopes from a file, with their first contacts: for `leeway-bench hong` and the benchmarks.
 * docs/interfaces.md has the format. */
#ifndef TOOL_HONG_FILE_H
#define TOOL_HONG_FILE_H

#include "hong/hong_motions.h"

typedef struct lw_hong_case {
    lw_hong_start start;
    bool contact;
    double free_until; /* proven apart until this time; a contact, if any, comes right after it */
} lw_hong_case;

typedef struct lw_hong_set {
    lw_convex shapes[2];
    lw_hong_case *cases;
    size_t count;
} lw_hong_set;

/* Everything lives in the arena. Errors: no such file, malformed, memory. */
lw_status lw_hong_read(lw_arena *arena, const char *path, lw_hong_set *out, lw_error *error);

#endif
