/* The files and folders that people name as the values of options. */
#ifndef LW_TOOL_FILE_OPTIONS_H
#define LW_TOOL_FILE_OPTIONS_H

#include <argp.h>

/* The value of an option that names a file, or a folder. Where it is empty: argp's usage error, which
 * exits. */
const char *lw_option_file(const struct argp_state *state, const char *option, const char *text);
const char *lw_option_folder(const struct argp_state *state, const char *option, const char *text);

typedef enum lw_written {
    LW_WRITTEN_TEXT, /* for people or programs: no picture and no page */
    LW_WRITTEN_SVG,
    LW_WRITTEN_PAGE /* HTML */
} lw_written;

/* Checks where something is written, before there is work to lose; path NULL or "-": standard output.
 * A usage error where the file's ending is that of something else, and where a picture or a page would
 * go to a terminal. */
void lw_check_written(const struct argp_state *state, const char *option, const char *path,
                      lw_written what);

#endif
