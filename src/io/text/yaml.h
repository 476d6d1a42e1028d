/* YAML as a tree of values, by libyaml. */
#ifndef LW_IO_TEXT_YAML_H
#define LW_IO_TEXT_YAML_H

#include "io/text/document.h"

/* The documents of a YAML stream, empty ones left out, as the items of a list. Plain scalars become
 * numbers, true, false and null as in YAML 1.2's core schema; aliases stand for what their anchor
 * holds. Errors: syntax (also for a key given twice, merge keys, an alias within its own anchor,
 * nesting or contents beyond the document's bounds), memory. The document must be freed in any case. */
lw_status lw_yaml_parse(lw_document *document, const char *text, size_t length, lw_value **out);

#endif
