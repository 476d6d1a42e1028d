/* Checks of the files that users name for results, by their endings. */
#include "option/file_options.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Endings that stand for one format each: those that the program writes, and those of pictures, films
 * and documents, which it does not write. */
static const char *const text_endings[] = {"json", "jsonl", "csv",  "yaml", "yml",
                                           "txt",  "urdf",  "srdf", NULL};
static const char *const svg_endings[] = {"svg", NULL};
static const char *const page_endings[] = {"html", "htm", "xhtml", NULL};
static const char *const other_endings[] = {"png", "jpg", "jpeg", "gif", "webp", "bmp", "tif",  "tiff",
                                            "ico", "pdf", "ps",   "eps", "svgz", "mp4", "webm", NULL};

static bool is_listed(const char *ending, const char *const *endings)
{
    while (*endings && strcasecmp(ending, *endings) != 0)
        endings++;
    return *endings != NULL;
}

/* Whether an ending stands for another format than the one that is written. */
static bool promises_other(const char *ending, lw_written what)
{
    return is_listed(ending, other_endings) ||
           (what != LW_WRITTEN_TEXT && is_listed(ending, text_endings)) ||
           (what != LW_WRITTEN_SVG && is_listed(ending, svg_endings)) ||
           (what != LW_WRITTEN_PAGE && is_listed(ending, page_endings));
}

void lw_check_written(const lw_command_line *line, const char *option, const char *path,
                      lw_written what)
{
    static const char *const things[] = {"text", "a picture", "a page"};
    static const char *const formats[] = {"text", "SVG", "HTML"};
    static const char *const names[] = {"FILE", "FILE.svg", "FILE.html"};
    if (!path || !strcmp(path, "-")) {
        if (what != LW_WRITTEN_TEXT && isatty(STDOUT_FILENO))
            lw_usage_error(line, "%s needs a file, not a terminal: --%s %s", things[what], option,
                           names[what]);
        return;
    }
    const char *slash = strrchr(path, '/');
    const char *ending = strrchr(slash ? slash : path, '.');
    if (ending && promises_other(ending + 1, what))
        lw_usage_error(line, "--%s writes %s, and '%s' ends like something else", option, formats[what],
                       path);
}
