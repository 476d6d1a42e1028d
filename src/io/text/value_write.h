/* Writes values for other programs, in one of two forms with the same contents: JSON text, or CBOR
 * (RFC 8949), which is shorter and takes less time to write and to read. */
#ifndef LW_IO_TEXT_VALUE_WRITE_H
#define LW_IO_TEXT_VALUE_WRITE_H

#include "io/text/text.h"

enum { LW_VALUES_DEPTH = 32 }; /* objects and lists in one another, at most */

/* Zero, but for `text` and `cbor`, before the first value. */
typedef struct lw_values {
    lw_text *text;
    bool cbor;
    bool after_key;
    unsigned depth;
    bool begun[LW_VALUES_DEPTH]; /* per object or list: it has a value already (JSON) */
} lw_values;

/* Objects and lists: their values follow, until the end. */
void lw_values_object(lw_values *out);
void lw_values_list(lw_values *out);
void lw_values_end_object(lw_values *out);
void lw_values_end_list(lw_values *out);

/* A key of an object, before its value; it must need no escapes. */
void lw_values_key(lw_values *out, const char *key);

void lw_values_true(lw_values *out);
void lw_values_text(lw_values *out, const char *string); /* NULL: null */
void lw_values_whole(lw_values *out, uint64_t value);
void lw_values_signed(lw_values *out, int64_t value);
void lw_values_number(lw_values *out, double value); /* finite; reads back as the same double */

/* A list of finite numbers. */
void lw_values_numbers(lw_values *out, const double *values, size_t count);

/* A value that is JSON text already; in CBOR it stands as such (tag 262). */
void lw_values_json(lw_values *out, const char *json);

/* A key and its value. */
void lw_values_text_of(lw_values *out, const char *key, const char *string);
void lw_values_whole_of(lw_values *out, const char *key, uint64_t value);
void lw_values_number_of(lw_values *out, const char *key, double value);
void lw_values_numbers_of(lw_values *out, const char *key, const double *values, size_t count);

#endif
