/* A parser of ROS messages as Python prints them, as `ros2 service call` shows requests and responses:
 * package.srv.Name_Response(key=value, other=[1.0, 2.0]). */
#ifndef LW_IO_TEXT_PYTHON_PRINT_H
#define LW_IO_TEXT_PYTHON_PRINT_H

#include "io/text/document.h"

/* Where the first message of a text begins, after the lines that the command prints before it; NULL
 * where the text is no print of a message. */
const char *lw_python_find(const char *text);

/* The messages of a text as the items of a list, without requests. Constructors become maps, tuples and
 * arrays become lists, bytes become a text. text: with a NUL character after its length. Errors: syntax
 * (also a key given twice, or values nested too deep), memory. */
lw_status lw_python_parse(lw_document *document, const char *text, size_t length, lw_value **out);

#endif
