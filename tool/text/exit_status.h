/* The exit statuses of the program, and the help texts about them. */
#ifndef LW_TOOL_TEXT_EXIT_STATUS_H
#define LW_TOOL_TEXT_EXIT_STATUS_H

/* A contradiction of methods decides the exit status, then an interrupt; otherwise the first status
 * below LW_EXIT_FREE that applies is the exit status, or LW_EXIT_FREE if none does. */
enum {
    LW_EXIT_FREE = 0,      /* all motions are free, or the command succeeded */
    LW_EXIT_DISAGREE = 4,  /* methods contradict each other; comes first, even after an interrupt */
    LW_EXIT_INPUT = 2,     /* wrong usage or input, or results that could not be written */
    LW_EXIT_CONTACT = 1,   /* some motion is in contact */
    LW_EXIT_UNDECIDED = 3, /* some motion is undecided */
    LW_EXIT_SIGNAL = 128   /* plus the signal's number: an interrupt stopped the work */
};

/* A line of the exit statuses in the help text of each command that Ctrl-C can stop. */
#define LW_HELP_EXIT_STOPPED "130  stopped by Ctrl-C (143 by a request to terminate)\n"

/* The first line of the exit statuses, and the last ones of each command that gives verdicts. */
#define LW_HELP_EXIT_FIRST "Exit status, the first that applies:\n"
#define LW_HELP_EXIT_VERDICTS                                                                          \
    LW_HELP_EXIT_STOPPED                                                                               \
    "  2  wrong usage or input; a batch answers what it can read first\n"                              \
    "  1  contact\n"                                                                                   \
    "  3  undecided\n"                                                                                 \
    "  0  free\n"

/* The end of the help text of each command that gives verdicts. */
#define LW_HELP_EXIT_STATUS LW_HELP_EXIT_FIRST LW_HELP_EXIT_VERDICTS

#endif
