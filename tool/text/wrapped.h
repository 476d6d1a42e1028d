/* Text with line breaks between words. */
#ifndef LW_TOOL_TEXT_WRAPPED_H
#define LW_TOOL_TEXT_WRAPPED_H

#include <stddef.h>
#include <stdio.h>

/* Prints text of ASCII characters from a column on, and breaks its lines at blanks so that they end
 * before the margin; after a break they are indented. Lines of the text stay lines, and their blanks
 * stay except at breaks. A word that is longer than a line is not broken. */
void lw_print_wrapped(FILE *file, const char *text, size_t column, size_t indent, size_t margin);

#endif
