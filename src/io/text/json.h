/* A JSON parser: text to a tree of values, and back to text. */
#ifndef LW_IO_TEXT_JSON_H
#define LW_IO_TEXT_JSON_H

#include "io/text/document.h"

/* Parses one JSON value of any kind. first_line: the number of the text's first line in its file.
 * Errors: syntax (malformed, not UTF-8, a number that no double holds, a duplicate key, nested too
 * deep), memory. The nodes point into text (source), which must live as long. The document must be
 * freed in any case. */
lw_status lw_json_parse(lw_document *document, const char *text, size_t length, int first_line,
                        lw_value **out);

/* A value's source on one line, without blanks outside strings; for a value that is not from JSON, its
 * text as a JSON string. NULL when memory ran out. */
char *lw_json_source(lw_document *document, const lw_value *node);

/* A text as a JSON string with its quotes. NULL when memory ran out. */
char *lw_json_quote(lw_document *document, const char *text, size_t length);

#endif
