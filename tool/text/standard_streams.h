/* Standard input, output and error, before anything is read or written. */
#ifndef LW_TOOL_TEXT_STANDARD_STREAMS_H
#define LW_TOOL_TEXT_STANDARD_STREAMS_H

/* Opens something in the place of standard streams that are closed, so that no file gets their numbers
 * and with them what is printed; reading and writing there fails as on a closed one. A reader that has
 * closed its pipe shows up as a failed write (output.c), not as a signal. Ends the program with
 * LW_EXIT_INPUT where that fails. */
void lw_standard_streams_begin(void);

#endif
