/* Lengths in words, for people. */
#ifndef LW_TOOL_TEXT_LENGTH_TEXT_H
#define LW_TOOL_TEXT_LENGTH_TEXT_H

#include <stddef.h>

/* A length in the unit that suits it: "21.4 mm", "1.2 m". */
void lw_length_text(double metres, char *text, size_t size);

/* A proven lower bound, rounded down, so that the text never exceeds it, except by 1e-12 of it for
 * rounding errors. If the bound is at least a margin (metres; 0: none), so is the text: it then has
 * more digits. */
void lw_at_least_text(double metres, double margin, char *text, size_t size);

/* A depth that lies between two lengths: "about 21.4 mm", or "10 mm to 21.4 mm" where they differ by
 * more than 2 % of the greater one and a micrometre. */
void lw_depth_text(double lower, double upper, char *text, size_t size);

/* A proven upper bound, rounded up, except for the same 1e-12. */
void lw_at_most_text(double metres, char *text, size_t size);

#endif
