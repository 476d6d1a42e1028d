/* A verdict in words, for people. */
#ifndef LW_TOOL_TEXT_VERDICT_TEXT_H
#define LW_TOOL_TEXT_VERDICT_TEXT_H

#include "text/output.h"

/* Prints one line, and further ones for a pair and points, a clearance or near misses. id NULL: not
 * printed. */
void lw_verdict_print(const lw_output *output, const lw_result *result);

/* "free", "contact" or "undecided". */
const char *lw_verdict_word(lw_verdict_kind kind);

/* Prints the word of a verdict, in colour if the output has colours. */
void lw_verdict_print_word(const lw_output *output, lw_verdict_kind kind);

/* Why a verdict is undecided, as a clause: "the budget ran out". */
const char *lw_reason_text(lw_reason reason);

/* The margin of a pair of bodies, metres. False if it is not checked. */
bool lw_pair_margin(const lw_scene *scene, const int64_t pair[2], double *margin);

/* The margin of a pair that is checked at a time; where two stages meet, it is checked in at least one
 * of them. */
double lw_motion_margin(const lw_motion *motion, double time, const int64_t pair[2]);

/* A time of a motion: "t = 0.3127", or "1.52 s". */
void lw_time_text(const lw_motion *motion, double time, char *text, size_t size);

#endif
