/* One connection of `leeway serve`: reads lines, and sends an answer to each. */
#ifndef LW_TOOL_PART_CONVERSATION_H
#define LW_TOOL_PART_CONVERSATION_H

#include "leeway/leeway.h"

/* Answers the lines that arrive on a connected socket, in order, until the other side ends or breaks
 * off. A line without its newline at the end counts as one. A line of more than line_limit bytes is
 * skipped, and answered by an error. While the other side does not read its answers, no more of its
 * lines are read. */
void lw_converse(int connection, lw_session *session, size_t line_limit);

#endif
