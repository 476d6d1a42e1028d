/* A JSON text as a tree of values. */
#ifndef LW_TEST_JSON_TREE_H
#define LW_TEST_JSON_TREE_H

#include <string.h>

#include "io/text/json.h"

/* Parses a text, which must be JSON; freeing the document frees the tree. */
static inline lw_value *json_tree(lw_document *document, const char *text)
{
    lw_error error = {0};
    lw_value *root = NULL;
    *document = (lw_document){.error = &error};
    if (lw_json_parse(document, text, strlen(text), 1, &root))
        fail_msg("%d:%d: %s: %.200s", error.line, error.column, error.message, text);
    document->error = NULL;
    return root;
}

#endif
