/* Motions of the options --path, --from and --to, as motions in JSON: docs/interfaces.md, "CSV" and
 * "Motions". */
#include "path_files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- waypoints ---------------------------------------------------------------------------------- */

/* Cuts a line into words, at commas or semicolons if it has any, else at blanks. Returns how many there
 * are. line: without comment; it is written to. */
static size_t words_of(char *line, char **words)
{
    const char *const marks = strpbrk(line, ",;") ? ",;" : " \t\r\v\f";
    size_t count = 0;
    char *rest = line;
    for (char *word = strtok_r(line, marks, &rest); word; word = strtok_r(NULL, marks, &rest)) {
        while (isspace((unsigned char)*word))
            word++;
        char *end = word + strlen(word);
        while (end > word && isspace((unsigned char)end[-1]))
            *--end = 0;
        words[count++] = word;
    }
    return count;
}

static bool is_value(const char *word)
{
    double value;
    return numbers_of_text(word, 1, &value);
}

static bool is_time(const char *name)
{
    return !strcasecmp(name, "t") || !strcasecmp(name, "time");
}

/* Takes the first line, which names the columns. */
static bool take_names(json_t *names, char **words, size_t count, bool *timed, refusal *why)
{
    *timed = is_time(words[0]);
    for (size_t i = *timed; i < count; i++) {
        if (!*words[i] || strchr(words[i], '['))
            return refuse(why, "columns without a name, or whose names have units, are not read here");
        json_array_append_new(names, json_string(words[i]));
    }
    return true;
}

/* Takes a waypoint. times: NULL, if it has none. */
static bool take_row(json_t *rows, json_t *times, char **words, size_t count, refusal *why)
{
    json_t *row = json_array();
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        double value;
        good = numbers_of_text(words[i], 1, &value) || refuse(why, "a value is no finite number");
        if (good)
            json_array_append_new(times && !i ? times : row, json_real(value));
    }
    json_array_append_new(rows, row);
    return good;
}

/* A file of waypoints as a motion; NULL: it is none. text: is written to. */
static json_t *motion_of_csv(const char *path, char *text, refusal *why)
{
    json_t *names = json_array();
    json_t *rows = json_array();
    json_t *times = json_array();
    char **words = room(strlen(text) + 1, sizeof *words);
    refusal own = {""};
    bool timed = false;
    bool good = true;
    size_t number = 1;
    for (char *line = text; line && good; number++) {
        char *next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        line[strcspn(line, "#")] = 0;
        const size_t count = words_of(line, words);
        const bool is_first = !json_array_size(names) && !json_array_size(rows);
        if (count && is_first && !is_value(words[0]))
            good = take_names(names, words, count, &timed, &own);
        else if (count)
            good = take_row(rows, timed ? times : NULL, words, count, &own);
        if (!good)
            refuse(why, "%.300s:%zu: %.150s", path, number, own.sentence);
        line = next;
    }
    free(words);
    json_t *node = json_object();
    if (json_array_size(names))
        json_object_set(node, "joints", names);
    if (timed)
        json_object_set_new(
            node, "trajectory",
            json_pack("{s:O, s:O, s:s}", "times", times, "positions", rows, "interpolation", "linear"));
    else
        json_object_set(node, "path", rows);
    json_decref(names);
    json_decref(rows);
    json_decref(times);
    if (good)
        return node;
    json_decref(node);
    return NULL;
}

/* ---- files -------------------------------------------------------------------------------------- */

/* The motion of a file; NULL: it has none that is read here. */
static json_t *motion_of_file(source_scene *scene, const char *path, refusal *why)
{
    const source_file *file = source_file_at(&scene->store, path, why);
    if (!file)
        return NULL;
    const char *first = file->bytes + strspn(file->bytes, " \t\r\n\f\v");
    if (*first != '{') {
        if (*first == '[' || !strncmp(first, "---", 3) || (strchr(first, ':') && !strchr(first, ',')))
            refuse(why,
                   "%.300s: it is no motion in JSON and no list of waypoints; messages of ROS are not "
                   "read here",
                   path);
        else
            return motion_of_csv(path, keep_text(&scene->store, file->bytes, file->size), why);
        return NULL;
    }
    json_error_t error;
    json_t *node = json_loadb(file->bytes, file->size, JSON_REJECT_DUPLICATES, &error);
    if (node && !json_object_get(node, "joint_names") && !json_object_get(node, "points"))
        return node;
    if (node)
        refuse(why, "%.300s: messages of ROS are not read here", path);
    else
        refuse(why, "%.300s:%d: it is no motion in JSON: %.200s", path, error.line, error.text);
    json_decref(node);
    return NULL;
}

/* The robot whose motion ROBOT=FILE is, and where FILE begins; -1: it is a file of a whole motion. */
static int robot_of_path(const source_scene *scene, const char *path, const char **file)
{
    const char *sign = strchr(path, '=');
    *file = path;
    for (size_t i = 0; sign && i < scene->robot_count; i++)
        if (strlen(scene->robots[i].name) == (size_t)(sign - path) &&
            !strncmp(scene->robots[i].name, path, (size_t)(sign - path))) {
            *file = sign + 1;
            return (int)i;
        }
    return -1;
}

/* Adds the motion of one robot to that of several. */
static bool join_file(source_scene *scene, json_t *robots, int robot, const char *path, refusal *why)
{
    const char *name = scene->robots[robot].name;
    json_t *node = motion_of_file(scene, path, why);
    json_t *all = json_object_get(node, "robots");
    json_t *own = all ? json_object_get(all, name) : node;
    const bool good =
        !node                           ? false
        : json_object_get(robots, name) ? refuse(why, "robot \"%.80s\" has two motions", name)
        : !own || json_object_size(all) > 1
            ? refuse(why, "%.300s: it is not a motion of robot \"%.80s\" alone", path, name)
            : !json_object_set(robots, name, own);
    if (good && own == node)
        json_object_del(own, "id");
    json_decref(node);
    return good;
}

static json_t *motion_of_paths(source_scene *scene, const audit_options *options, refusal *why)
{
    const char *file;
    if (robot_of_path(scene, options->paths[0], &file) < 0) {
        if (options->path_count == 1)
            return motion_of_file(scene, file, why);
        refuse(why, "several files of --path are not read here, unless each is of a robot: ROBOT=FILE");
        return NULL;
    }
    json_t *robots = json_object();
    bool good = true;
    for (size_t i = 0; i < options->path_count && good; i++) {
        const int robot = robot_of_path(scene, options->paths[i], &file);
        good = robot < 0 ? refuse(why, "%.300s: no robot is named before its =", options->paths[i])
                         : join_file(scene, robots, robot, file, why);
    }
    if (good)
        return json_pack("{s:o}", "robots", robots);
    json_decref(robots);
    return NULL;
}

/* ---- segments ----------------------------------------------------------------------------------- */

/* A configuration: values between commas, or the name of a state. */
static json_t *configuration_of(source_scene *scene, const char *text)
{
    char *copy = keep_text(&scene->store, text, strlen(text));
    char **words = room(strlen(text) + 1, sizeof *words);
    const size_t count = words_of(copy, words);
    json_t *values = json_array();
    for (size_t i = 0; i < count && values; i++) {
        double value;
        if (numbers_of_text(words[i], 1, &value)) {
            json_array_append_new(values, json_real(value));
        } else {
            json_decref(values);
            values = NULL;
        }
    }
    free(words);
    return values ? values : json_string(text);
}

bool motion_list_of_options(source_scene *scene, const audit_options *options, motion_list *out,
                            refusal *why)
{
    json_t *node = options->path_count
                       ? motion_of_paths(scene, options, why)
                       : json_pack("{s:o, s:o}", "from", configuration_of(scene, options->from), "to",
                                   configuration_of(scene, options->to));
    if (!node)
        return why->sentence[0] ? false : refuse(why, "there is no memory");
    json_t *id = json_object_get(node, "id");
    *out = (motion_list){.nodes = room(1, sizeof *out->nodes),
                         .ids = room(1, sizeof *out->ids),
                         .is_begun = room(1, sizeof *out->is_begun),
                         .is_asked = true};
    motion_list_add(out, id ? json_incref(id) : json_integer(0), node);
    return true;
}
