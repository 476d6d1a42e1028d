/* Lengths in words, for people. */
#ifndef LW_TOOL_LENGTH_TEXT_H
#define LW_TOOL_LENGTH_TEXT_H

#include <stddef.h>

/* A length in the unit that suits it: "21.4 mm", "1.2 m". */
void lw_length_text(double metres, char *text, size_t size);

/* The same, rounded down or up, for a length that is proven to be no less, or no more, so that the text
 * never says more than is proven, but for 1e-12 of it, which the change of the unit may lose. */
void lw_at_least_text(double metres, char *text, size_t size);
void lw_at_most_text(double metres, char *text, size_t size);

#endif
