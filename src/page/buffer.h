/* A growing buffer of bytes, for the text and the numbers of a page. It remembers that memory ran out,
 * so that its users check once, at the end. */
#ifndef LW_PAGE_BUFFER_H
#define LW_PAGE_BUFFER_H

#include <stdbool.h>

#include "base/array.h"
#include "leeway/leeway.h"

/* A zeroed buffer is empty; the owner calls free() on its items. */
typedef struct lw_buffer {
    char *items;
    size_t count, capacity;
    bool failed;
} lw_buffer;

void lw_buffer_put(lw_buffer *buffer, const void *bytes, size_t size);
void lw_buffer_text(lw_buffer *buffer, const char *text);
/* Appends a string of JSON with its quotes; NULL: the empty string. Bytes that are not UTF-8 become
 * U+FFFD. */
void lw_buffer_string(lw_buffer *buffer, const char *text);
void lw_buffer_whole(lw_buffer *buffer, int64_t number);
/* Appends a number that reads back as the same double (round trip), or null where it is not finite. */
void lw_buffer_number(lw_buffer *buffer, double value);
/* Appends a number rounded to 1e-9, for lengths and times that are drawn. */
void lw_buffer_rounded(lw_buffer *buffer, double value);
void lw_buffer_vector(lw_buffer *buffer, lw_vec3 v);
void lw_buffer_pose(lw_buffer *buffer, lw_pose at); /* x y z qx qy qz qw */

/* The type of the numbers of an array: single or double precision. */
typedef enum lw_number_type { LW_NUMBER_F32, LW_NUMBER_F64 } lw_number_type;

/* Appends zeros up to a multiple of 2, 4 or 8 bytes. */
void lw_buffer_align(lw_buffer *bytes, size_t alignment);

/* Appends an array of numbers, little endian, to the bytes, and an object with its place to the
 * index. */
void lw_buffer_doubles(lw_buffer *index, lw_buffer *bytes, const double *values, size_t count,
                       lw_number_type type);
/* Appends an array of whole numbers, as u16 if narrow is set and all are below 2^16, else as u32. */
void lw_buffer_wholes(lw_buffer *index, lw_buffer *bytes, const uint32_t *values, size_t count,
                      bool narrow);

#endif
