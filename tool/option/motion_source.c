/* The source of the motions that the options select, one after the other. */
#include "option/motion_source.h"

#include "option/joined_motion.h"
#include "option/wrong_kind.h"
#include "text/fail.h"
#include "text/json_text.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAME = 256, ID = 4096 };

typedef enum source_kind {
    SOURCE_SEGMENT,
    SOURCE_FILE,
    SOURCE_JOINED, /* a file for each robot */
    SOURCE_NAMED,  /* a motion of the scene */
    SOURCE_SCENE   /* all motions of the scene */
} source_kind;

/* A source; sources are read one after the other. */
typedef struct source_item {
    source_kind kind;
    const lw_motion_choice *choice; /* what the command line says; not for the motions of the scene */
    size_t index;                   /* the index of the scene's motion of this name */
} source_item;

/* A name that is searched for in the files of motions. */
typedef struct wanted_name {
    const char *name;
    bool found;       /* found, or reported as missing */
    bool is_near;     /* some motion that was read has a similar name */
    char nearest[ID]; /* the most similar name */
} wanted_name;

struct lw_motion_source {
    const lw_scene *scene;
    const lw_motion_options *options;
    lw_report *report;
    lw_motion_defaults defaults;
    LW_LIST(source_item) items;
    size_t item;              /* the item that is being read */
    size_t next;              /* the index of the item's next motion */
    lw_motion_reader *reader; /* reads the item's file; NULL: not open yet */
    LW_LIST(wanted_name) wanted;
    LW_LIST(lw_robot_file) robot_files;
    char robot[NAME];
    char *made; /* an id; NULL: none */
};

/* ---- listing the sources
 * --------------------------------------------------------------------------- */

static lw_status add_item(lw_motion_source *source, source_kind kind, const lw_motion_choice *choice,
                          lw_error *error)
{
    if (!LW_LIST_GROW(&source->items))
        return lw_fail_memory(error);
    source->items.items[source->items.count++] = (source_item){kind, choice, 0};
    return LW_OK;
}

static lw_status want(lw_motion_source *source, const char *name, lw_error *error)
{
    if (!LW_LIST_GROW(&source->wanted))
        return lw_fail_memory(error);
    wanted_name *wanted = &source->wanted.items[source->wanted.count++];
    wanted->name = name;
    wanted->found = wanted->is_near = false;
    return LW_OK;
}

/* Adds a file of waypoints, or of one robot. Files of robots together are one motion, in the place of
 * the first. */
static lw_status add_path(lw_motion_source *source, const lw_motion_choice *choice, lw_error *error)
{
    lw_robot_file file;
    bool is_robot = false;
    lw_status status = lw_robot_file_read(source->scene, choice->text, &file, &is_robot, error);
    if (status)
        return status;
    if (!is_robot)
        return add_item(source, SOURCE_FILE, choice, error);
    for (size_t i = 0; i < source->robot_files.count; i++)
        if (source->robot_files.items[i].robot == file.robot)
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "'%s' is a second file for the robot \"%s\", which moves in one motion once",
                           choice->text, lw_scene_robot_name(source->scene, file.robot));
    if (!LW_LIST_GROW(&source->robot_files))
        return lw_fail_memory(error);
    source->robot_files.items[source->robot_files.count++] = file;
    return source->robot_files.count == 1 ? add_item(source, SOURCE_JOINED, choice, error) : LW_OK;
}

static lw_status fail_name(const lw_motion_source *source, const char *wanted, lw_error *error)
{
    size_t count = lw_scene_motion_count(source->scene);
    if (!count)
        return lw_fail(error, LW_ERROR_NAME, "the scene names no motions, and so none \"%s\"", wanted);
    const char **names = calloc(count + 1, sizeof *names);
    for (size_t i = 0; names && i < count; i++)
        names[i] = lw_scene_motion_name(source->scene, i);
    lw_suggestion suggestion = lw_suggest(wanted, names, names ? count : 0);
    free(names);
    return lw_fail(error, LW_ERROR_NAME, "the scene has no motion \"%s\"%s", wanted, suggestion.text);
}

static lw_status add_named(lw_motion_source *source, const lw_motion_choice *choice, lw_error *error)
{
    const size_t count = lw_scene_motion_count(source->scene);
    size_t index = 0;
    while (index < count && strcmp(lw_scene_motion_name(source->scene, index), choice->text) != 0)
        index++;
    if (index == count)
        return fail_name(source, choice->text, error);
    lw_status status = add_item(source, SOURCE_NAMED, choice, error);
    if (!status)
        source->items.items[source->items.count - 1].index = index;
    return status;
}

static bool has_files_of_motions(const lw_motion_options *options)
{
    for (size_t i = 0; i < options->choices.count; i++)
        if (options->choices.items[i].kind == LW_CHOICE_MOTIONS)
            return true;
    return false;
}

static lw_status add_choices(lw_motion_source *source, lw_error *error)
{
    const lw_motion_options *options = source->options;
    const bool in_files = has_files_of_motions(options);
    lw_status status = LW_OK;
    for (size_t i = 0; i < options->choices.count && !status; i++) {
        const lw_motion_choice *choice = &options->choices.items[i];
        switch (choice->kind) {
        case LW_CHOICE_SEGMENT:
            status = add_item(source, SOURCE_SEGMENT, choice, error);
            break;
        case LW_CHOICE_PATH:
            status = add_path(source, choice, error);
            break;
        case LW_CHOICE_MOTIONS:
        case LW_CHOICE_TRAJECTORIES:
        case LW_CHOICE_REQUEST:
            status = add_item(source, SOURCE_FILE, choice, error);
            break;
        case LW_CHOICE_MOTION:
            status = in_files ? want(source, choice->text, error) : add_named(source, choice, error);
            break;
        }
    }
    if (status || source->items.count)
        return status;
    if (lw_scene_motion_count(source->scene))
        return add_item(source, SOURCE_SCENE, NULL, error);
    return lw_fail(error, LW_ERROR_ARGUMENT,
                   "the scene names no motions; say which are meant: --from and --to, --path, "
                   "--motions or --request");
}

static lw_status open_reader(lw_motion_source *source, lw_error *error)
{
    const lw_motion_choice *choice = source->items.items[source->item].choice;
    const lw_motion_format format = choice->kind == LW_CHOICE_PATH      ? LW_MOTION_FORMAT_PATH
                                    : choice->kind == LW_CHOICE_REQUEST ? LW_MOTION_FORMAT_REQUEST
                                                                        : LW_MOTION_FORMAT_JSON_LINES;
    return lw_motion_reader_open(source->scene, choice->text, format, &source->defaults,
                                 &source->reader, error);
}

/* Checks that all files can be read, before work is done. */
static lw_status check_files(const lw_motion_source *source, lw_error *error)
{
    for (size_t i = 0; i < source->items.count; i++) {
        const source_item *item = &source->items.items[i];
        if (item->kind != SOURCE_FILE)
            continue;
        lw_status status = lw_file_check(item->choice->text, error);
        if (status)
            return status;
    }
    for (size_t i = 0; i < source->robot_files.count; i++) {
        lw_status status = lw_file_check(source->robot_files.items[i].path, error);
        if (status)
            return status;
    }
    return LW_OK;
}

lw_status lw_motion_source_open(const lw_scene *scene, const lw_motion_options *options,
                                lw_report *report, lw_motion_source **out, lw_error *error)
{
    *out = NULL;
    lw_motion_source *source = calloc(1, sizeof *source);
    if (!source)
        return lw_fail_memory(error);
    source->scene = scene;
    source->options = options;
    source->report = report;
    source->defaults = lw_motion_options_defaults(options, scene, source->robot, sizeof source->robot);
    lw_status status = add_choices(source, error);
    if (!status)
        status = check_files(source, error);
    if (!status && source->items.items[0].kind == SOURCE_FILE)
        status = open_reader(source, error);
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
    free(source->items.items);
    free(source->wanted.items);
    free(source->robot_files.items);
    free(source->made);
    free(source);
}

/* ---- ids --------------------------------------------------------------------------------------- */

/* Makes a name the id, as JSON text: TEXT, or TEXT:NUMBER. A name that is not UTF-8 is escaped. */
static lw_status make_id(lw_motion_source *source, const char *text, const char *number,
                         const char **id, lw_error *error)
{
    size_t size = 0;
    size_t length = strlen(text) + strlen(number) + 2;
    char *name = malloc(length);
    FILE *file = NULL;
    free(source->made);
    source->made = NULL;
    if (name && (file = open_memstream(&source->made, &size))) {
        snprintf(name, length, "%s%s%s", text, *number ? ":" : "", number);
        char *escaped = NULL;
        if (!lw_print_string_part(file, name, strlen(name)) && (escaped = lw_escaped(name)))
            lw_print_string(file, escaped);
        free(escaped);
    }
    free(name);
    if (!file || fclose(file) || !size)
        return lw_fail_memory(error);
    *id = source->made;
    return LW_OK;
}

/* Whether there are several sources: motions without an id then get the name of their file. */
static bool has_several(const lw_motion_source *source)
{
    return source->items.count > 1;
}

/* The id of the last motion read from a file. number: its index in the file. */
static lw_status file_id(lw_motion_source *source, size_t number, const char **id, lw_error *error)
{
    const lw_motion_choice *choice = source->items.items[source->item].choice;
    const char *name = strcmp(choice->text, "-") != 0 ? choice->text : "standard input";
    const bool is_batch = choice->kind == LW_CHOICE_MOTIONS;
    char text[32] = "";
    if (!has_several(source) || lw_motion_reader_own_id(source->reader))
        return LW_OK;
    if (is_batch || number)
        snprintf(text, sizeof text, "%.20s", *id);
    return make_id(source, name, text, id, error);
}

/* ---- one after the other ----------------------------------------------------------------------- */

static lw_status next_segment(lw_motion_source *source, lw_motion *motion, const char **id, bool *more,
                              lw_error *error)
{
    const lw_motion_options *options = source->options;
    *more = !source->next++;
    if (!*more)
        return LW_OK;
    *id = has_several(source) ? "\"segment\"" : "0";
    return lw_typed_motion(source->scene, &source->defaults, "--from, --to", options->from.items,
                           options->to.items, options->from.count, motion, error);
}

static lw_status next_joined(lw_motion_source *source, lw_motion *motion, const char **id, bool *more,
                             lw_error *error)
{
    const lw_joined_motion joined = {source->scene, source->report, &source->defaults,
                                     source->robot_files.items, source->robot_files.count};
    *more = !source->next++;
    if (!*more)
        return LW_OK;
    lw_status status = lw_joined_motion_read(&joined, motion, error);
    char *text = NULL;
    size_t size = 0;
    FILE *file = NULL;
    *id = "0";
    if (status || !has_several(source))
        return status;
    if (!(file = open_memstream(&text, &size)))
        return lw_fail_memory(error);
    for (size_t i = 0; i < joined.count; i++)
        fprintf(file, "%s%s", i ? " " : "", joined.files[i].text);
    status = fclose(file) ? lw_fail_memory(error) : make_id(source, text, "", id, error);
    free(text);
    return status;
}

/* Reads a motion of the scene; its name is its id if it has no other. */
static lw_status read_named(lw_motion_source *source, size_t index, lw_motion *motion, const char **id,
                            lw_error *error)
{
    char own[ID];
    lw_status status =
        lw_scene_motion_read(source->scene, index, &source->defaults, motion, own, sizeof own, error);
    if (status)
        return status;
    if (!strcmp(own, "null"))
        return make_id(source, lw_scene_motion_name(source->scene, index), "", id, error);
    free(source->made);
    source->made = strdup(own);
    *id = source->made;
    return source->made ? LW_OK : lw_fail_memory(error);
}

static lw_status next_named(lw_motion_source *source, lw_motion *motion, const char **id, bool *more,
                            lw_error *error)
{
    *more = !source->next++;
    return *more ? read_named(source, source->items.items[source->item].index, motion, id, error)
                 : LW_OK;
}

static lw_status next_of_scene(lw_motion_source *source, lw_motion *motion, const char **id, bool *more,
                               lw_error *error)
{
    const size_t index = source->next++;
    *more = index < lw_scene_motion_count(source->scene);
    return *more ? read_named(source, index, motion, id, error) : LW_OK;
}

/* Reads a motion. If a file is of another kind, one error about the file is reported, before any motion
 * is read. */
static lw_status read(lw_motion_source *source, lw_motion *motion, const char **id, bool *more,
                      lw_error *error)
{
    static const lw_file_flag flags[] = {[LW_CHOICE_PATH] = LW_FLAG_PATH,
                                         [LW_CHOICE_MOTIONS] = LW_FLAG_MOTIONS,
                                         [LW_CHOICE_TRAJECTORIES] = LW_FLAG_TRAJECTORIES,
                                         [LW_CHOICE_REQUEST] = LW_FLAG_REQUEST};
    lw_status status = lw_motion_reader_next(source->reader, motion, id, more, error);
    const size_t number = source->next;
    source->next += !status;
    if (!status && *more)
        return file_id(source, number, id, error);
    if (!status || source->next || status == LW_ERROR_FILE || status == LW_ERROR_MEMORY)
        return status;
    const lw_motion_choice *choice = source->items.items[source->item].choice;
    bool wrong = lw_wrong_kind(flags[choice->kind],
                               strcmp(choice->text, "-") != 0 ? choice->text : "standard input",
                               lw_motion_reader_kind(source->reader), error);
    return wrong ? LW_ERROR_FILE : status;
}

/* Whether a motion that was read has a wanted name; remembers similar names. */
static bool is_wanted(lw_motion_source *source, const char *id)
{
    char plain[ID];
    bool found = false;
    lw_plain_id(id, plain, sizeof plain);
    for (size_t i = 0; i < source->wanted.count; i++) {
        wanted_name *wanted = &source->wanted.items[i];
        if (!strcmp(plain, wanted->name) || !strcmp(id, wanted->name)) {
            wanted->found = found = true;
            continue;
        }
        const char *const names[] = {wanted->is_near ? wanted->nearest : NULL, plain};
        if (lw_text_nearest(wanted->name, names, 2) == 1) {
            memcpy(wanted->nearest, plain, sizeof plain);
            wanted->is_near = true;
        }
    }
    return found;
}

static lw_status next_of_file(lw_motion_source *source, lw_motion *motion, const char **id, bool *more,
                              lw_error *error)
{
    const lw_motion_choice *choice = source->items.items[source->item].choice;
    lw_status status = LW_OK;
    if (!source->reader) {
        if (source->next) /* the file could not be opened */
            return LW_OK;
        status = open_reader(source, error);
        source->next += status != LW_OK;
    }
    if (status)
        return status;
    do
        status = read(source, motion, id, more, error);
    while (!status && *more && choice->kind == LW_CHOICE_MOTIONS && source->wanted.count &&
           !is_wanted(source, *id));
    return status;
}

static lw_status next_of_item(lw_motion_source *source, lw_motion *motion, const char **id, bool *more,
                              lw_error *error)
{
    switch (source->items.items[source->item].kind) {
    case SOURCE_SEGMENT:
        return next_segment(source, motion, id, more, error);
    case SOURCE_FILE:
        return next_of_file(source, motion, id, more, error);
    case SOURCE_JOINED:
        return next_joined(source, motion, id, more, error);
    case SOURCE_NAMED:
        return next_named(source, motion, id, more, error);
    case SOURCE_SCENE:
        return next_of_scene(source, motion, id, more, error);
    }
    return LW_OK;
}

/* Reports a name that no file had; each name once. */
static lw_status check_wanted(lw_motion_source *source, lw_error *error)
{
    for (size_t i = 0; i < source->wanted.count; i++) {
        wanted_name *wanted = &source->wanted.items[i];
        if (wanted->found)
            continue;
        const char *const nearest = wanted->nearest;
        const char *file = source->items.count == 1 ? source->items.items[0].choice->text : NULL;
        wanted->found = true;
        return lw_fail(error, LW_ERROR_NAME, "%s%sthere is no motion \"%s\"%s", file ? file : "",
                       file ? ": " : "", wanted->name,
                       lw_suggest(wanted->name, &nearest, wanted->is_near ? 1 : 0).text);
    }
    return LW_OK;
}

lw_status lw_motion_source_next(lw_motion_source *source, lw_motion *motion, const char **id,
                                bool *more, lw_error *error)
{
    *id = "0";
    *more = false;
    while (source->item < source->items.count) {
        lw_status status = next_of_item(source, motion, id, more, error);
        if (status || *more)
            return status;
        lw_motion_reader_close(source->reader);
        source->reader = NULL;
        source->next = 0;
        source->item++;
    }
    return check_wanted(source, error);
}

bool lw_motion_source_waits(const lw_motion_source *source)
{
    return source->reader && lw_motion_reader_waits(source->reader);
}

/* Whether an item's motions have names or ids. */
static bool is_batch(const source_item *item)
{
    return item->kind == SOURCE_NAMED || item->kind == SOURCE_SCENE ||
           (item->kind == SOURCE_FILE &&
            (item->choice->kind == LW_CHOICE_MOTIONS || item->choice->kind == LW_CHOICE_TRAJECTORIES));
}

bool lw_motion_source_is_batch(const lw_motion_source *source)
{
    return has_several(source) || is_batch(&source->items.items[0]);
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
    uint64_t count = 0;
    if (source->wanted.count)
        return 0;
    for (size_t i = 0; i < source->items.count; i++) {
        const source_item *item = &source->items.items[i];
        const uint64_t own = item->kind == SOURCE_SCENE ? lw_scene_motion_count(source->scene)
                             : item->kind == SOURCE_FILE && is_batch(item)
                                 ? count_lines(item->choice->text)
                                 : 1;
        if (!own)
            return 0;
        count += own;
    }
    return count;
}
