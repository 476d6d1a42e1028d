/* The nearest name to an unknown one, as a suggestion. */
#ifndef LW_BASE_NEAREST_H
#define LW_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* The end of an error message about an unknown name. */
typedef struct lw_hint {
    char text[96]; /* `; the nearest name is "elbow"`, or nothing */
} lw_hint;

typedef struct lw_nearest {
    const char *wanted;
    const char *name; /* the nearest so far; NULL: all names so far are too different */
    size_t distance;
} lw_nearest;

/* wanted NULL: no name is near it. */
lw_nearest lw_nearest_begin(const char *wanted);

/* Offers a name, which is not copied. True: it is now the nearest. */
bool lw_nearest_offer(lw_nearest *nearest, const char *name);

lw_hint lw_nearest_hint(const lw_nearest *nearest);

#endif
