/* How exactly an obstacle or a base is known, in JSON. */
#ifndef LW_IO_SCENE_UNCERTAINTY_JSON_H
#define LW_IO_SCENE_UNCERTAINTY_JSON_H

#include "io/text/document.h"
#include "io/text/json_write.h"
#include "leeway/uncertainty.h"

/* Reads the uncertainty under a key of an obstacle or a robot; zeros where it is missing. Errors:
 * syntax, argument, with the place. */
lw_status lw_uncertainty_json(lw_document *document, const lw_value *node, lw_uncertainty *out);

/* Writes it as a member, behind others; nothing where all is known exactly. */
void lw_uncertainty_write(lw_text *text, const lw_uncertainty *uncertainty);

#endif
