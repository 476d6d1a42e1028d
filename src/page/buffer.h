/* Bytes that grow: the text and the numbers of a page. A buffer remembers that memory ran out, so that
 * who writes into it asks once, at the end. */
#ifndef LW_PAGE_BUFFER_H
#define LW_PAGE_BUFFER_H

#include <stdbool.h>

#include "base/array.h"
#include "leeway/leeway.h"

/* Zeroed it is empty; free() the items. */
typedef struct lw_buffer {
    char *items;
    size_t count, capacity;
    bool failed;
} lw_buffer;

void lw_buffer_put(lw_buffer *buffer, const void *bytes, size_t size);
void lw_buffer_text(lw_buffer *buffer, const char *text);
/* A string of JSON with its quotes; NULL is the empty one. Bytes that are not UTF-8 become U+FFFD. */
void lw_buffer_string(lw_buffer *buffer, const char *text);
void lw_buffer_whole(lw_buffer *buffer, int64_t number);
/* A number so that it reads back as the same double, or null where it is not finite. */
void lw_buffer_number(lw_buffer *buffer, double value);
/* The same, to a billionth: lengths and times that are drawn. */
void lw_buffer_rounded(lw_buffer *buffer, double value);
void lw_buffer_vector(lw_buffer *buffer, lw_vec3 v);
void lw_buffer_pose(lw_buffer *buffer, lw_pose at); /* x y z qx qy qz qw */

/* The numbers of arrays, which the index tells the place of. */
typedef enum lw_number_type { LW_NUMBER_F32, LW_NUMBER_F64 } lw_number_type;

/* Fills up with zeros to a multiple of 2, 4 or 8 bytes. */
void lw_buffer_align(lw_buffer *bytes, size_t alignment);

/* An array of numbers into the bytes, and its place, as an object, into the index. */
void lw_buffer_doubles(lw_buffer *index, lw_buffer *bytes, const double *values, size_t count,
                       lw_number_type type);
/* As u16 where all are below 2^16 and narrow is set. */
void lw_buffer_wholes(lw_buffer *index, lw_buffer *bytes, const uint32_t *values, size_t count,
                      bool narrow);

#endif
