/* Numbers that people type as the values of options. */
#ifndef LW_TOOL_TEXT_NUMBERS_H
#define LW_TOOL_TEXT_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads finite numbers separated by commas or blanks, at most capacity of them, into out; false where
 * the text is anything else. */
bool lw_numbers_read(const char *text, double *out, size_t capacity, size_t *count);

/* The shortest of 15 to 17 digits that reads back as the same finite double. */
enum { LW_NUMBER_SIZE = 32 };
void lw_number_text(double value, char text[LW_NUMBER_SIZE]);

#endif
