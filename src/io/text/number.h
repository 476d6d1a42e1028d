/* Numbers from and to text, the same under every locale. */
#ifndef LW_IO_TEXT_NUMBER_H
#define LW_IO_TEXT_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a decimal number as JSON, YAML and CSV write it: sign, digits, point, exponent; also inf, nan
 * with sign and leading point as in YAML. False where the text is anything else; a whole number of
 * several digits that begins with 0 is refused, because YAML 1.1 reads it as octal. The double is the
 * one nearest to the number; too large a number becomes an infinity. */
bool lw_number_read(const char *text, size_t length, double *out);

enum { LW_NUMBER_SIZE = 32 };

/* Prints a finite double with the fewest digits, 15 to 17, that read back as the same double (round
 * trip), in the form of printf's %g. Returns the number of characters. */
size_t lw_number_print(double value, char text[LW_NUMBER_SIZE]);

/* Prints a whole number. Returns the number of characters. */
size_t lw_number_print_whole(uint64_t value, char text[LW_NUMBER_SIZE]);

#endif
