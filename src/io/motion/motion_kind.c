/* A guess at the kind of a file, from the keys in its first 4096 bytes. */
#include "io/motion/motion_kind.h"

#include <stdbool.h>
#include <string.h>

/* how many bytes of a text are inspected */
enum { BEGINNING = 4096 };

/* the first line that is not a comment */
static const char *first_line(const char *text)
{
    if (!strncmp(text, "\xef\xbb\xbf", 3))
        text += 3;
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (*text != '#')
            return text;
        text += strcspn(text, "\n");
    }
}

/* whether the text has a key, in quotes or, as in YAML, without */
static bool has_key(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = strstr(text, key); at; at = strstr(at + length, key)) {
        const char *end = at + length;
        bool begins = at == text || strchr(" \t\r\n{,\"", at[-1]);
        end += *end == '"';
        end += strspn(end, " \t");
        if (begins && *end == ':')
            return true;
    }
    return false;
}

static bool has_one(const char *text, const char *const *keys)
{
    for (; *keys; keys++)
        if (has_key(text, *keys))
            return true;
    return false;
}

/* whether a job has start times or waits: {"wait": 1} or {"trajectory": "a", ...}; in a motion a
 * trajectory is no text */
static bool has_steps(const char *text)
{
    static const char key[] = "\"trajectory\"";
    static const char *const waits[] = {"wait", "waits", NULL};
    const char *at = strstr(text, key);
    if (has_one(text, waits))
        return true;
    return at && at[sizeof key - 1 + strspn(at + sizeof key - 1, " \t:")] == '"';
}

/* the kind of a text in JSON or YAML, by its keys */
static lw_motion_kind kind_of_keys(const char *text)
{
    static const char *const scene[] = {"obstacles",     "motions",     "urdf",  "links",
                                        "allowed_pairs", "robot_state", "world", NULL};
    static const char *const request[] = {"goal_constraints", "start_state", NULL};
    static const char *const trajectory[] = {"joint_names", "points", "joint_trajectory", NULL};
    static const char *const motion[] = {"from", "to", "path", "trajectory", "rigid", "spline", NULL};
    if (has_one(text, request))
        return LW_MOTION_KIND_REQUEST;
    /* a spline has points, too */
    if (has_one(text, trajectory) && !has_key(text, "spline"))
        return LW_MOTION_KIND_TRAJECTORY;
    if (has_one(text, scene))
        return LW_MOTION_KIND_SCENE;
    if (*text != '{')
        return LW_MOTION_KIND_UNKNOWN;
    if (has_key(text, "robots") && has_steps(text))
        return LW_MOTION_KIND_JOBS;
    if (has_one(text, motion))
        return LW_MOTION_KIND_MOTIONS;
    return has_key(text, "robots") ? LW_MOTION_KIND_JOBS : LW_MOTION_KIND_UNKNOWN;
}

/* whether a line is a row of numbers or names, or one number */
static bool is_row(const char *line, size_t length)
{
    return strchr("+-.0123456789", *line) || memchr(line, ',', length) || memchr(line, ';', length) ||
           memchr(line, '\t', length);
}

static bool ends_open(const char *line, size_t length)
{
    while (length && strchr(" \t\r", line[length - 1]))
        length--;
    return !strchr("}]", line[length - 1]);
}

lw_motion_kind lw_motion_kind_of(const char *text, size_t length)
{
    char beginning[BEGINNING + 1];
    bool whole = length <= BEGINNING;
    size_t used = whole ? length : BEGINNING;
    memcpy(beginning, text, used);
    beginning[used] = '\0';
    const char *line = first_line(beginning);
    size_t width = strcspn(line, "\n");
    if (!*line)
        return LW_MOTION_KIND_UNKNOWN;
    bool json = *line == '{' || *line == '[';
    if (!json && !memchr(line, ':', width) && strncmp(line, "---", 3) != 0)
        return is_row(line, width) ? LW_MOTION_KIND_CSV : LW_MOTION_KIND_UNKNOWN;
    lw_motion_kind kind = kind_of_keys(line);
    bool several = json && (whole || line[width]) && ends_open(line, width);
    return several && (kind == LW_MOTION_KIND_UNKNOWN || kind == LW_MOTION_KIND_MOTIONS ||
                       kind == LW_MOTION_KIND_JOBS)
               ? LW_MOTION_KIND_SEVERAL
               : kind;
}
