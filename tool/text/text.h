/* Text for people, with names from files escaped: a name with a newline could forge a result, one with
 * an escape sequence could control the terminal. All text that the program prints goes through here. */
#ifndef LW_TOOL_TEXT_TEXT_H
#define LW_TOOL_TEXT_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* As fprintf, but the arguments of %s are escaped: control characters (\n, \x1b, \u009b), those that
 * change the direction of writing (\u202e) and bytes that are not UTF-8 (\xff) become visible and have
 * no effect. The format is printed as it is. It may hold %s, %c, %d, %i, %u, %x, %f, %e and %g, with
 * their lengths. */
void lw_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lw_print_arguments(FILE *file, const char *format, va_list given)
    __attribute__((format(printf, 2, 0)));

/* The escaped text, for the caller to free; NULL where memory ran out. */
char *lw_escaped(const char *text);

/* The end of a sentence about an unknown name. */
typedef struct lw_suggestion {
    char text[96]; /* `; the nearest name is "elbow"`, or nothing */
} lw_suggestion;

lw_suggestion lw_suggest(const char *wanted, const char *const *names, size_t count);

#endif
