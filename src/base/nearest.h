/* The name that somebody may have meant who wrote one that is not there. */
#ifndef LW_BASE_NEAREST_H
#define LW_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* What a sentence about an unknown name ends with. */
typedef struct lw_hint {
    char text[96]; /* `; the nearest name is "elbow"`, or nothing */
} lw_hint;

typedef struct lw_nearest {
    const char *wanted;
    const char *name; /* the nearest so far; NULL: all that were offered are too far */
    size_t distance;
} lw_nearest;

/* wanted NULL: nothing is near it. */
lw_nearest lw_nearest_begin(const char *wanted);

/* Whether the name, which is not copied, is now the nearest. */
bool lw_nearest_offer(lw_nearest *nearest, const char *name);

lw_hint lw_nearest_hint(const lw_nearest *nearest);

#endif
