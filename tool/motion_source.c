/* The source of the motions that the options select, one after the other. */
#include "motion_source.h"

#include "fail.h"
#include "json_text.h"
#include "text.h"
#include "wrong_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAME = 256, ID = 4096 };

struct lw_motion_source {
    const lw_scene *scene;
    const lw_motion_options *options;
    lw_motion_defaults defaults;
    lw_motion_reader *reader; /* NULL: the motions are not from a file */
    size_t next;              /* the index among the scene's motions, or those read */
    bool found;               /* the motion of the wanted name was found, or its absence reported */
    bool is_near;             /* one of those read from a file has a name near the wanted one: */
    char nearest[ID];         /* the nearest */
    char robot[NAME];
    char id[ID];
};

static lw_status open_reader(lw_motion_source *source, lw_error *error)
{
    const lw_motion_options *options = source->options;
    const char *path = options->motions ? options->motions
                       : options->path  ? options->path
                                        : options->request;
    lw_motion_format format = options->motions ? LW_MOTION_FORMAT_JSON_LINES
                              : options->path  ? LW_MOTION_FORMAT_PATH
                                               : LW_MOTION_FORMAT_REQUEST;
    if (!path)
        return LW_OK;
    return lw_motion_reader_open(source->scene, path, format, &source->defaults, &source->reader,
                                 error);
}

lw_status lw_motion_source_open(const lw_scene *scene, const lw_motion_options *options,
                                lw_motion_source **out, lw_error *error)
{
    *out = NULL;
    lw_motion_source *source = calloc(1, sizeof *source);
    if (!source)
        return lw_fail_memory(error);
    source->scene = scene;
    source->options = options;
    source->defaults = lw_motion_options_defaults(options, scene, source->robot, sizeof source->robot);
    lw_status status = open_reader(source, error);
    if (!status && !source->reader && !options->from && !lw_scene_motion_count(scene))
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "the scene names no motions; say which are meant: --from and --to, --path, "
                         "--motions or --request");
    if (status) {
        lw_motion_source_close(source);
        return status;
    }
    *out = source;
    return LW_OK;
}

void lw_motion_source_close(lw_motion_source *source)
{
    if (!source)
        return;
    lw_motion_reader_close(source->reader);
    free(source);
}

static lw_status next_segment(lw_motion_source *source, lw_motion *motion, bool *more, lw_error *error)
{
    *more = !source->next++;
    if (!*more)
        return LW_OK;
    snprintf(source->id, sizeof source->id, "0");
    return lw_typed_motion(source->scene, &source->defaults, "--from, --to", &source->options->from,
                           &source->options->to, 1, motion, error);
}

/* Makes the name of a scene's motion its id, as JSON text, where it has no other. A name has at most
 * 200 bytes, so that there is room for all of its escapes. */
static lw_status name_as_id(lw_motion_source *source, const char *name, lw_error *error)
{
    FILE *file = fmemopen(source->id, sizeof source->id, "w");
    if (!file)
        return lw_fail_memory(error);
    lw_print_string(file, name);
    fclose(file);
    return LW_OK;
}

static lw_status next_named(lw_motion_source *source, lw_motion *motion, bool *more, lw_error *error)
{
    const lw_scene *scene = source->scene;
    const char *wanted = source->options->motion;
    while (wanted && source->next < lw_scene_motion_count(scene) &&
           strcmp(lw_scene_motion_name(scene, source->next), wanted) != 0)
        source->next++;
    *more = source->next < lw_scene_motion_count(scene);
    if (!*more)
        return LW_OK;
    source->found = true;
    size_t index = source->next++;
    lw_status status = lw_scene_motion_read(scene, index, &source->defaults, motion, source->id,
                                            sizeof source->id, error);
    if (!status && !strcmp(source->id, "null"))
        status = name_as_id(source, lw_scene_motion_name(scene, index), error);
    return status;
}

/* Reads a motion. A file of another kind is not the error of one motion, and is reported once: before
 * any motion was read. */
static lw_status read(lw_motion_source *source, lw_motion *motion, const char **id, bool *more,
                      lw_error *error)
{
    const lw_motion_options *options = source->options;
    lw_status status = lw_motion_reader_next(source->reader, motion, id, more, error);
    source->next += !status;
    if (!status || source->next || status == LW_ERROR_FILE || status == LW_ERROR_MEMORY)
        return status;
    const char *path = options->motions ? options->motions
                       : options->path  ? options->path
                                        : options->request;
    lw_file_flag flag = options->trajectories ? LW_FLAG_TRAJECTORIES
                        : options->motions    ? LW_FLAG_MOTIONS
                        : options->path       ? LW_FLAG_PATH
                                              : LW_FLAG_REQUEST;
    bool wrong = lw_wrong_kind(flag, strcmp(path, "-") != 0 ? path : "standard input",
                               lw_motion_reader_kind(source->reader), error);
    return wrong ? LW_ERROR_FILE : status;
}

/* reads the next motion of a file that has the wanted name */
static lw_status next_read(lw_motion_source *source, lw_motion *motion, const char **id, bool *more,
                           lw_error *error)
{
    const char *wanted = source->options->motion;
    for (;;) {
        lw_status status = read(source, motion, id, more, error);
        if (status || !*more || !wanted)
            return status;
        char plain[ID];
        lw_plain_id(*id, plain, sizeof plain);
        if (!strcmp(plain, wanted) || !strcmp(*id, wanted)) {
            source->found = true;
            return LW_OK;
        }
        const char *const names[] = {source->is_near ? source->nearest : NULL, plain};
        if (lw_text_nearest(wanted, names, 2) == 1) {
            memcpy(source->nearest, plain, sizeof plain);
            source->is_near = true;
        }
    }
}

static lw_status fail_name(const lw_motion_source *source, lw_error *error)
{
    const char *wanted = source->options->motion;
    if (source->reader) {
        const char *const read = source->nearest;
        return lw_fail(error, LW_ERROR_NAME, "%s: there is no motion \"%s\"%s",
                       source->options->motions, wanted,
                       lw_suggest(wanted, &read, source->is_near ? 1 : 0).text);
    }
    size_t count = lw_scene_motion_count(source->scene);
    const char **names = calloc(count + 1, sizeof *names);
    for (size_t i = 0; names && i < count; i++)
        names[i] = lw_scene_motion_name(source->scene, i);
    lw_suggestion suggestion = lw_suggest(wanted, names, names ? count : 0);
    free(names);
    return lw_fail(error, LW_ERROR_NAME, "the scene has no motion \"%s\"%s", wanted, suggestion.text);
}

lw_status lw_motion_source_next(lw_motion_source *source, lw_motion *motion, const char **id,
                                bool *more, lw_error *error)
{
    lw_status status;
    *id = source->id;
    *more = false;
    if (source->reader)
        status = next_read(source, motion, id, more, error);
    else if (source->options->from)
        status = next_segment(source, motion, more, error);
    else
        status = next_named(source, motion, more, error);
    if (!status && !*more && source->options->motion && !source->found) {
        source->found = true; /* reported once */
        return fail_name(source, error);
    }
    return status;
}

bool lw_motion_source_waits(const lw_motion_source *source)
{
    return source->reader && lw_motion_reader_waits(source->reader);
}

bool lw_motion_source_is_batch(const lw_motion_source *source)
{
    return source->options->motions || (!source->reader && !source->options->from);
}

/* counts the lines of a regular file */
static uint64_t count_lines(const char *path)
{
    struct stat status;
    FILE *file = stat(path, &status) || !S_ISREG(status.st_mode) ? NULL : fopen(path, "r");
    if (!file)
        return 0;
    char block[65536];
    uint64_t lines = 0;
    for (size_t length; (length = fread(block, 1, sizeof block, file)) > 0;)
        for (size_t i = 0; i < length; i++)
            lines += block[i] == '\n';
    fclose(file);
    return lines;
}

uint64_t lw_motion_source_count(const lw_motion_source *source)
{
    const lw_motion_options *options = source->options;
    if (options->motion)
        return 0;
    if (source->reader)
        return options->motions ? count_lines(options->motions) : 1;
    return options->from ? 1 : lw_scene_motion_count(source->scene);
}
