/* Lengths in words, for people. */
#ifndef LW_TOOL_TEXT_LENGTH_TEXT_H
#define LW_TOOL_TEXT_LENGTH_TEXT_H

#include <stddef.h>

/* A length in the unit that suits it: "21.4 mm", "1.2 m". */
void lw_length_text(double metres, char *text, size_t size);

/* A length that is proven to be no less, rounded down, so that the text never says more than is proven,
 * but for 1e-12 of it, which rounding may have made. Where it is no less than a margin (metres; 0:
 * none), the text is not either: it has more digits then. */
void lw_at_least_text(double metres, double margin, char *text, size_t size);

/* A depth that lies between two lengths: "about 21.4 mm", or "10 mm to 21.4 mm" where they differ by
 * more than 2 % of the greater one and a micrometre. */
void lw_depth_text(double lower, double upper, char *text, size_t size);

/* A length that is proven to be no more, rounded up, but for as much. */
void lw_at_most_text(double metres, char *text, size_t size);

#endif
