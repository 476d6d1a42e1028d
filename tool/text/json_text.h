/* Printing JSON, and printing ids, which are JSON text, for people. */
#ifndef LW_TOOL_TEXT_JSON_TEXT_H
#define LW_TOOL_TEXT_JSON_TEXT_H

#include "leeway/leeway.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Print a JSON string; numbers so that they read back as the same double, infinities as null. */
void lw_print_string(FILE *file, const char *text);
void lw_print_number(FILE *file, double value);
void lw_print_vector(FILE *file, lw_vec3 v);

/* Prints the first length bytes of a text as a JSON string. False, and nothing is printed, where they
 * are not UTF-8, or memory ran out. */
bool lw_print_string_part(FILE *file, const char *text, size_t length);

/* Writes an id for people: its JSON text, but a string without its quotes. */
void lw_plain_id(const char *id, char *text, size_t size);

#endif
