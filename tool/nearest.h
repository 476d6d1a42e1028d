/* The name that somebody may have meant. */
#ifndef LW_TOOL_NEAREST_H
#define LW_TOOL_NEAREST_H

#include <stddef.h>

typedef struct lw_nearest {
    const char *wanted;
    const char *name; /* the nearest so far; NULL: none was offered */
    size_t distance;
} lw_nearest;

lw_nearest lw_nearest_begin(const char *wanted);
void lw_nearest_offer(lw_nearest *nearest, const char *name);

#endif
