/* Reads motions from files, one at a time. A batch in JSON Lines is read line by line and needs the
 * memory of its longest line. Files of the other formats have one motion or a few, and are read as a
 * whole. */
#include "io/motion/motion_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/sized.h"
#include "io/motion/csv.h"
#include "io/motion/joint_trajectory.h"
#include "io/motion/motion_json.h"
#include "io/motion/motion_line.h"
#include "io/motion/request_motion.h"
#include "io/text/json.h"
#include "io/text/lines.h"
#include "io/text/number.h"
#include "io/text/python_print.h"
#include "io/text/ros_message.h"
#include "motion/motion.h"

enum { ID_SIZE = 32 };

struct lw_motion_reader {
    const lw_scene *scene;
    lw_motion_format format;
    lw_arena kept;
    char *path;
    const char *name;        /* the file's name in errors */
    lw_lines lines;          /* JSON Lines */
    lw_motion_line segments; /* the defaults, and of JSON Lines the reader of plain segments */
    const char *line;        /* the current line; NULL: none yet */
    size_t line_length;
    lw_document document; /* the current line, or the whole file, parsed */
    uint64_t number;      /* index of the next motion */
    char id[ID_SIZE];     /* the id of a motion that has none: its index */
    char *text;           /* text of a path file */
    size_t length;
    lw_found_trajectories trajectories; /* the trajectories of a path file; none before the first motion
                                           is read, for CSV, and for motions in JSON */
    bool one;                           /* the path file holds one motion in leeway's JSON */
    bool done;
    bool own_id; /* the last motion had an id */
};

static lw_status open_file(lw_motion_reader *reader, lw_error *error)
{
    bool input = !strcmp(reader->path, "-");
    reader->name = input ? "standard input" : reader->path;
    reader->document = (lw_document){.file = reader->name, .error = error};
    if (reader->format == LW_MOTION_FORMAT_PATH)
        return lw_document_read(&reader->document, reader->path, &reader->text, &reader->length);
    if (reader->format == LW_MOTION_FORMAT_REQUEST) /* a request is read by lw_motion_reader_next */
        return LW_OK;
    lw_status status = lw_motion_line_set_scene(&reader->segments, reader->scene, error);
    return status ? status : lw_lines_open(&reader->lines, reader->path, reader->name, error);
}

lw_status lw_motion_reader_open(const lw_scene *scene, const char *path, lw_motion_format format,
                                const lw_motion_defaults *defaults, lw_motion_reader **out,
                                lw_error *error)
{
    if (!scene || !path || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_motion_reader_open needs a scene, a file and a reader");
    *out = NULL;
    if ((int)format < LW_MOTION_FORMAT_JSON_LINES || (int)format > LW_MOTION_FORMAT_REQUEST)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no format %d of motions", (int)format);
    if (!scene->frozen)
        return lw_fail(error, LW_ERROR_STATE, "motions are read for a frozen scene");
    lw_motion_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return lw_fail_memory(error);
    reader->scene = scene;
    reader->format = format;
    reader->lines.descriptor = -1;
    reader->path = lw_arena_string(&reader->kept, path);
    lw_status status =
        reader->path ? lw_motion_line_begin(&reader->segments, defaults, error) : lw_fail_memory(error);
    if (!status)
        status = open_file(reader, error);
    if (status) {
        lw_motion_reader_close(reader);
        return status;
    }
    *out = reader;
    return LW_OK;
}

void lw_motion_reader_close(lw_motion_reader *reader)
{
    if (!reader)
        return;
    lw_lines_close(&reader->lines);
    lw_document_free(&reader->document);
    lw_motion_line_free(&reader->segments);
    lw_arena_free(&reader->kept);
    free(reader);
}

/* Sets the motion of a parsed line or file. *id stays as it is where the motion has no id. */
static lw_status set_parsed(lw_motion_reader *reader, const lw_value *root, lw_motion *motion,
                            const char **id, lw_error *error)
{
    const lw_value *own = NULL; /* not lw_value_find: an id may be null */
    for (size_t i = 0; root->kind == LW_VALUE_MAP && i < root->count; i++)
        if (!strcmp(root->members[i].key, "id"))
            own = root->members[i].value;
    if (own && !(*id = lw_json_source(&reader->document, own)))
        return lw_fail_memory(error);
    return lw_motion_json_set(reader->scene, &reader->document, root, &reader->segments.defaults,
                              motion);
}

static lw_status next_json(lw_motion_reader *reader, lw_motion *motion, const char **id, bool *more,
                           lw_error *error)
{
    lw_value *root = NULL;
    const char *text;
    size_t length;
    lw_status status;
    reader->line = NULL;
    do {
        status = lw_lines_next(&reader->lines, &text, &length, more, error);
    } while (!status && *more && lw_line_is_empty(text, length));
    if (status || !*more)
        return status;
    lw_arena_empty(&reader->document.arena);
    reader->line = text;
    reader->line_length = length;
    reader->document.error = error;
    reader->document.subject[0] = '\0';
    const lw_value place = {.line = reader->lines.number, .column = 1};
    if (lw_motion_line_set_segment(&reader->segments, &reader->document, text, length, motion, id,
                                   &status))
        return lw_value_place(&reader->document, &place, status);
    status = lw_json_parse(&reader->document, text, length, reader->lines.number, &root);
    return status ? status : set_parsed(reader, root, motion, id, error);
}

/* Whether the first line that is neither empty nor a comment is YAML, JSON or Python, not a row of
 * CSV. */
static bool is_message(const char *text)
{
    if (lw_python_find(text))
        return true;
    if (!strncmp(text, "\xef\xbb\xbf", 3))
        text += 3;
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (*text != '#')
            break;
        text += strcspn(text, "\n");
    }
    size_t length = strcspn(text, "\n");
    return *text == '{' || *text == '[' || *text == '%' || !strncmp(text, "---", 3) ||
           memchr(text, ':', length);
}

/* Whether a path file looks like a motion in leeway's JSON; then *status: out, the result of setting
 * the motion to it. One motion may extend over several lines; a file of several motions, one a line, is
 * no path. */
static bool is_motion(lw_motion_reader *reader, lw_motion *motion, const char **id, lw_status *status,
                      lw_error *error)
{
    lw_motion_kind kind = lw_motion_kind_of(reader->text, reader->length);
    if (kind != LW_MOTION_KIND_MOTIONS && kind != LW_MOTION_KIND_SEVERAL && kind != LW_MOTION_KIND_JOBS)
        return false;
    lw_value *root = NULL;
    *status = lw_json_parse(&reader->document, reader->text, reader->length, 1, &root);
    reader->one = kind == LW_MOTION_KIND_SEVERAL || (!*status && kind == LW_MOTION_KIND_MOTIONS);
    if (!*status)
        *status = set_parsed(reader, root, motion, id, error);
    reader->one = reader->one || !*status;
    return true;
}

static lw_status next_path(lw_motion_reader *reader, lw_motion *motion, const char **id, bool *more,
                           lw_error *error)
{
    lw_document *document = &reader->document;
    document->error = error;
    document->subject[0] = '\0';
    lw_status status = LW_OK;
    if (!reader->trajectories.count) {
        reader->done = true; /* set again below if the file holds trajectories */
        if (!is_message(reader->text))
            return lw_csv_set(reader->scene, document, reader->text, reader->length,
                              &reader->segments.defaults, motion);
        if (is_motion(reader, motion, id, &status, error))
            return status;
        lw_value *messages = NULL;
        if ((status =
                 lw_ros_parse(document, reader->text, reader->length, "joint trajectory", &messages)) ||
            (status = lw_joint_trajectories_find(document, messages, &reader->trajectories)))
            return status;
    }
    reader->done = reader->number + 1 >= reader->trajectories.count;
    *more = true;
    return lw_joint_trajectory_set(reader->scene, document, &reader->trajectories, reader->number,
                                   &reader->segments.defaults, motion);
}

static lw_status next_request(lw_motion_reader *reader, lw_motion *motion, lw_error *error)
{
    lw_moveit_request request;
    reader->done = true;
    reader->document.error = error;
    lw_status status = lw_moveit_read_request(&reader->document, reader->path, &request);
    return status ? status
                  : lw_request_motion_set(reader->scene, &reader->document, &reader->segments.defaults,
                                          &request, motion);
}

lw_status lw_motion_reader_next(lw_motion_reader *reader, lw_motion *motion, const char **id,
                                bool *more, lw_error *error)
{
    lw_status status = LW_OK;
    if (!reader || !motion || !id || !more)
        return lw_fail(
            error, LW_ERROR_ARGUMENT,
            "lw_motion_reader_next needs a reader, a motion, an id and whether there is more");
    if (motion->scene != reader->scene)
        return lw_fail(error, LW_ERROR_ARGUMENT, "the motion is of another scene");
    lw_number_print_whole(reader->number, reader->id);
    *id = reader->id;
    *more = !reader->done;
    if (reader->done)
        return LW_OK;
    if (reader->format == LW_MOTION_FORMAT_JSON_LINES)
        status = next_json(reader, motion, id, more, error);
    else if (reader->format == LW_MOTION_FORMAT_PATH)
        status = next_path(reader, motion, id, more, error);
    else
        status = next_request(reader, motion, error);
    reader->number += *more;
    reader->own_id = *id != reader->id;
    return status;
}

/* the kind of a file that this reader has not kept as text */
static lw_motion_kind kind_of_file(const char *path)
{
    char beginning[4096];
    FILE *file = fopen(path, "r");
    if (!file)
        return LW_MOTION_KIND_UNKNOWN;
    size_t length = fread(beginning, 1, sizeof beginning, file);
    fclose(file);
    return lw_motion_kind_of(beginning, length);
}

lw_motion_kind lw_motion_reader_kind(const lw_motion_reader *reader)
{
    if (reader->format == LW_MOTION_FORMAT_REQUEST)
        return kind_of_file(reader->path);
    if (reader->one) /* the file is of the expected kind */
        return LW_MOTION_KIND_UNKNOWN;
    if (reader->format == LW_MOTION_FORMAT_PATH)
        return lw_motion_kind_of(reader->text, reader->length);
    return reader->line ? lw_motion_kind_of(reader->line, reader->line_length) : LW_MOTION_KIND_UNKNOWN;
}

bool lw_motion_reader_own_id(const lw_motion_reader *reader)
{
    return reader->own_id;
}

const char *lw_motion_reader_text(const lw_motion_reader *reader, size_t *length)
{
    const bool whole = reader->format == LW_MOTION_FORMAT_PATH && reader->one;
    const bool line = reader->format == LW_MOTION_FORMAT_JSON_LINES && reader->line;
    *length = whole ? reader->length : line ? reader->line_length : 0;
    return whole ? reader->text : line ? reader->line : NULL;
}

bool lw_motion_reader_waits(const lw_motion_reader *reader)
{
    return reader->format == LW_MOTION_FORMAT_JSON_LINES && lw_lines_wait(&reader->lines);
}
