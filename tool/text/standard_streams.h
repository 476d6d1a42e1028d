/* Prepares standard input, output and error at the program's start, for streams that are closed and
 * pipes that lose their reader. */
#ifndef LW_TOOL_TEXT_STANDARD_STREAMS_H
#define LW_TOOL_TEXT_STANDARD_STREAMS_H

/* Replaces standard streams that are closed, so that no file that is opened later gets their numbers
 * and the printed output; reading and writing them fails as on a closed stream. If the reader of a pipe
 * has closed it, a write fails (output.c), and there is no signal. On failure it ends the program with
 * LW_EXIT_INPUT. */
void lw_standard_streams_begin(void);

#endif
