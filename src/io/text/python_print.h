/* ROS messages as Python prints them, which is how `ros2 service call` shows requests and responses:
 * package.srv.Name_Response(key=value, other=[1.0, 2.0]). */
#ifndef LW_IO_TEXT_PYTHON_PRINT_H
#define LW_IO_TEXT_PYTHON_PRINT_H

#include "io/text/document.h"

/* Where the first message of such a text begins, behind the lines that the command prints before it;
 * NULL where the text is none. */
const char *lw_python_find(const char *text);

/* The messages of such a text as the items of a list, requests left out. Constructors become maps,
 * tuples and arrays lists, bytes a text. text: as lw_python_find needs it, with a NUL character behind
 * its length. Errors: syntax, also for a key given twice and for what is nested too deep; memory. */
lw_status lw_python_parse(lw_document *document, const char *text, size_t length, lw_value **out);

#endif
