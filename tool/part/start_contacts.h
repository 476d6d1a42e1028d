/* A message about links of one robot that touch each other at the beginning of a motion. */
#ifndef LW_TOOL_PART_START_CONTACTS_H
#define LW_TOOL_PART_START_CONTACTS_H

#include "text/report.h"

/* If a motion begins with two links of one robot in contact, and nothing says which of its links may
 * touch, prints all such pairs, and how to allow them. False if it prints nothing. */
bool lw_start_contacts_say(const lw_motion *motion, const lw_verdict *verdict, lw_report *report);

#endif
