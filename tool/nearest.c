/* The name that somebody may have meant: the smallest number of letters put in, left out or changed
 * (Levenshtein's distance), the first among equals. */
#include "nearest.h"

#include <string.h>

/* only so much of a name is looked at */
enum { LONGEST = 64 };

static size_t length_of(const char *text)
{
    size_t length = strlen(text);
    return length < LONGEST ? length : LONGEST;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(const char *a, const char *b)
{
    size_t row[LONGEST + 1];
    size_t width = length_of(b);
    for (size_t k = 0; k <= width; k++)
        row[k] = k;
    for (size_t i = 0; i < length_of(a); i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t k = 0; k < width; k++) {
            size_t changed = diagonal + (a[i] != b[k]);
            diagonal = row[k + 1];
            row[k + 1] = smaller(changed, 1 + smaller(row[k], row[k + 1]));
        }
    }
    return row[width];
}

lw_nearest lw_nearest_begin(const char *wanted)
{
    return (lw_nearest){.wanted = wanted};
}

void lw_nearest_offer(lw_nearest *nearest, const char *name)
{
    size_t found = distance(nearest->wanted, name);
    if (!nearest->name || found < nearest->distance) {
        nearest->name = name;
        nearest->distance = found;
    }
}
