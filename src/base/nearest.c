/* The nearest name to an unknown one: the one with the smallest number of letters inserted, left out,
 * changed or swapped with their neighbour (the Damerau-Levenshtein distance), the first among equals. A
 * name that differs in more than a third of its letters is no misspelling. */
#include "base/nearest.h"

#include "leeway/leeway.h"

#include <stdio.h>
#include <string.h>

/* letters of a name; the rest is ignored */
enum { LONGEST = 64 };

static size_t length_of(const char *text)
{
    return strnlen(text, LONGEST);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(const char *a, const char *b)
{
    /* distances from the first i, i - 1 and i - 2 letters of a to each first part of b */
    size_t rows[3][LONGEST + 1];
    size_t *now = rows[0];
    size_t *before = rows[1];
    size_t *earlier = rows[2];
    size_t width = length_of(b);
    for (size_t k = 0; k <= width; k++)
        now[k] = k;
    for (size_t i = 1; i <= length_of(a); i++) {
        size_t *free_row = earlier;
        earlier = before;
        before = now;
        now = free_row;
        now[0] = i;
        for (size_t k = 1; k <= width; k++) {
            size_t changed = before[k - 1] + (a[i - 1] != b[k - 1]);
            now[k] = smaller(changed, 1 + smaller(before[k], now[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                now[k] = smaller(now[k], earlier[k - 2] + 1);
        }
    }
    return now[width];
}

/* How many letters may differ in a misspelling: none in a name of one letter, where it would be the
 * whole name. */
static size_t most_slips(const char *a, const char *b)
{
    size_t longer = length_of(a) > length_of(b) ? length_of(a) : length_of(b);
    return longer < 2 ? 0 : longer < 6 ? 1 : longer / 3;
}

lw_nearest lw_nearest_begin(const char *wanted)
{
    return (lw_nearest){.wanted = wanted};
}

bool lw_nearest_offer(lw_nearest *nearest, const char *name)
{
    if (!nearest->wanted || !name)
        return false;
    size_t most = most_slips(nearest->wanted, name);
    size_t a = length_of(nearest->wanted);
    size_t b = length_of(name);
    if ((a > b ? a - b : b - a) > most)
        return false;
    size_t found = distance(nearest->wanted, name);
    if (found > most || (nearest->name && found >= nearest->distance))
        return false;
    nearest->name = name;
    nearest->distance = found;
    return true;
}

lw_hint lw_nearest_hint(const lw_nearest *nearest)
{
    lw_hint hint = {""};
    if (nearest->name)
        snprintf(hint.text, sizeof hint.text, "; the nearest name is \"%.64s\"", nearest->name);
    return hint;
}

int64_t lw_text_nearest(const char *wanted, const char *const *names, size_t count)
{
    lw_nearest nearest = lw_nearest_begin(wanted);
    int64_t found = -1;
    for (size_t i = 0; i < count; i++)
        if (lw_nearest_offer(&nearest, names[i]))
            found = (int64_t)i;
    return found;
}
