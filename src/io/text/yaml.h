/* A YAML parser: text to a tree of values, by libyaml. */
#ifndef LW_IO_TEXT_YAML_H
#define LW_IO_TEXT_YAML_H

#include "io/text/document.h"

/* The documents of a YAML stream as the items of a list; empty ones are left out. Plain scalars become
 * numbers, true, false and null as in YAML 1.2's core schema. An alias becomes the same node as its
 * anchor. Errors: syntax (also a key given twice, merge keys, an alias within its own anchor, nesting
 * deeper than LW_DOCUMENT_DEPTH, aliases beyond LW_DOCUMENT_WEIGHT), memory. Free the document also
 * after errors. */
lw_status lw_yaml_parse(lw_document *document, const char *text, size_t length, lw_value **out);

#endif
