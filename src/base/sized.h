/* Structs of the public interface that may grow, as the program that was compiled with another version
 * has them: each begins with its size there. A member that is added begins at or behind what was the
 * end of the struct, its padding included. */
#ifndef LW_BASE_SIZED_H
#define LW_BASE_SIZED_H

#include "leeway/leeway.h"

/* What the library knows of a struct. */
typedef struct lw_sized {
    const char *name;  /* without its prefix: "options" */
    const char *start; /* the function that starts it, likewise: "default_options" */
    size_t first;      /* its size in the first edition */
    size_t now;        /* its size in this one */
} lw_sized;

/* first: once the struct has grown, offsetof its first new member. */
#define LW_SIZED(noun, start) (&(const lw_sized){#noun, #start, sizeof(lw_##noun), sizeof(lw_##noun)})

/* Whether a struct of the caller's is started, so that it can be read and written. Error argument. */
lw_status lw_sized_check(const lw_sized *type, const void *given, lw_error *error);

/* Copies what the caller's struct has into a full one, which has the defaults, and keeps its own size.
 * Error argument: it is not started, or has set what is not known here. */
lw_status lw_sized_read(const lw_sized *type, const void *given, void *full, lw_error *error);

/* Copies a full struct into the caller's, as far as that goes, and keeps its size. What this edition
 * does not know becomes zero. */
void lw_sized_write(const lw_sized *type, const void *full, void *out);

/* Makes `given`, a pointer to a struct of the caller's or NULL, point to a full struct: to itself, or
 * to a copy in room. status: LW_OK before; error argument as lw_sized_read. */
#define LW_SIZED_TAKE(noun, start, given, room, status, error)                                         \
    do {                                                                                               \
        if ((given) && (given)->struct_size != sizeof *(room)) {                                       \
            *(room) = lw_##start();                                                                    \
            (status) = lw_sized_read(LW_SIZED(noun, start), (given), (room), (error));                 \
            (given) = (room);                                                                          \
        }                                                                                              \
    } while (0)

#endif
