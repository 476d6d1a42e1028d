/* Reads a line of JSON Lines by the fast parser of segments, and compares with the JSON parser. */
#ifndef LW_TEST_SEGMENT_TWICE_H
#define LW_TEST_SEGMENT_TWICE_H

#include <math.h>
#include <string.h>

#include "io/motion/segment_line.h"
#include "io/text/json.h"

enum { SEGMENT_VALUES = 16 }; /* of each end, at most */

/* whether the numbers are the same, zeros of the same sign */
static inline bool segment_same(const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i] || !signbit(a[i]) != !signbit(b[i]))
            return false;
    return true;
}

/* whether a value is a list of these numbers */
static inline bool segment_list(const lw_value *value, const double *numbers, size_t count)
{
    bool same = value && value->kind == LW_VALUE_LIST && value->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = value->items[i]->kind == LW_VALUE_NUMBER &&
               segment_same(&value->items[i]->number, &numbers[i], 1);
    return same;
}

/* Whether a line that the fast parser accepted has the values that it read, and no others. */
static inline bool segment_agrees(const char *text, size_t length, const lw_segment_line *line)
{
    lw_document document = {.error = NULL};
    lw_value *root = NULL;
    bool same = !lw_json_parse(&document, text, length, 1, &root) && root->kind == LW_VALUE_MAP &&
                root->count == (line->id ? 3 : 2) && root->column == 1 &&
                segment_list(lw_value_find(root, "from"), line->values, line->count) &&
                segment_list(lw_value_find(root, "to"), line->values + line->count, line->count);
    if (same && line->id) {
        const lw_value *id = lw_value_find(root, "id");
        const char *source = id ? lw_json_source(&document, id) : "";
        same =
            source && strlen(source) == line->id_length && !memcmp(source, line->id, line->id_length);
    }
    lw_document_free(&document);
    return same;
}

#endif
