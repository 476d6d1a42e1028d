/* A file of one YAML document as a JSON value, whose numbers are texts. */
#ifndef LW_AUDIT_YAML_FILE_H
#define LW_AUDIT_YAML_FILE_H

#include "source_files.h"

/* NULL: it is no YAML, or has aliases, keys that are no texts or stand twice, several documents, or
 * more levels than scenes have. */
json_t *yaml_load(const source_file *file, refusal *why);

#endif
