#include "places.h"

#include <stdlib.h>
#include <string.h>

#include "model.h"

int compare_places(const double a[3], const double b[3])
{
    for (int k = 0; k < 3; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

typedef struct numbered {
    double at[3];
    size_t index;
} numbered;

static int by_place(const void *a, const void *b)
{
    return compare_places(((const numbered *)a)->at, ((const numbered *)b)->at);
}

size_t number_points(const double (*points)[3], size_t count, size_t *numbers, double (*distinct)[3])
{
    numbered *list = room(count, sizeof *list);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        memcpy(list[i].at, points[i], sizeof list[i].at);
        list[i].index = i;
    }
    qsort(list, count, sizeof *list, by_place);
    for (size_t i = 0; i < count; i++) {
        if (!i || by_place(&list[i - 1], &list[i]))
            memcpy(distinct[found++], list[i].at, sizeof list[i].at);
        numbers[list[i].index] = found - 1;
    }
    free(list);
    return found;
}
