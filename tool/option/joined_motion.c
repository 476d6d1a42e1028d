/* A motion of several robots, each from a file of its own: ROBOT=FILE. */
#include "option/joined_motion.h"

#include "option/wrong_kind.h"
#include "text/fail.h"
#include "text/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 256 };

static lw_status fail_robot(const lw_scene *scene, const char *text, const char *name, lw_error *error)
{
    const size_t count = lw_scene_robot_count(scene);
    const char **names = calloc(count + 1, sizeof *names);
    for (size_t i = 0; names && i < count; i++)
        names[i] = lw_scene_robot_name(scene, i);
    const lw_suggestion suggestion = lw_suggest(name, names, names ? count : 0);
    free(names);
    return lw_fail(error, LW_ERROR_NAME, "'%s': there is no robot \"%s\"%s", text, name,
                   suggestion.text);
}

lw_status lw_robot_file_read(const lw_scene *scene, const char *text, lw_robot_file *out,
                             bool *is_robot, lw_error *error)
{
    const char *equals = strchr(text, '=');
    char name[NAME];
    *is_robot = false;
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof name)
        return LW_OK;
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = '\0';
    const int64_t robot = lw_scene_find_robot(scene, name);
    if (robot < 0)
        return strchr(name, '/') || !access(text, F_OK) ? LW_OK : fail_robot(scene, text, name, error);
    *out = (lw_robot_file){text, equals + 1, (size_t)robot};
    *is_robot = true;
    return LW_OK;
}

lw_status lw_file_check(const char *path, lw_error *error)
{
    if (!strcmp(path, "-") || !access(path, R_OK))
        return LW_OK;
    return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "cannot be read: %s", strerror(errno));
}

/* Checks that a part moves only its own robot. */
static lw_status check_robot(const lw_joined_motion *joined, const lw_robot_file *file,
                             const lw_motion *part, lw_error *error)
{
    for (size_t i = 0; i < lw_scene_joint_count(joined->scene); i++) {
        lw_joint_info joint = lw_default_joint_info();
        if (!lw_motion_moves(part, i))
            continue;
        lw_status status = lw_scene_joint_info(joined->scene, i, &joint, error);
        if (status)
            return status;
        if (joint.robot != file->robot)
            return lw_fail(error, LW_ERROR_ARGUMENT, "'%s': the file moves the robot \"%s\"",
                           file->text, lw_scene_robot_name(joined->scene, joint.robot));
    }
    return LW_OK;
}

/* The defaults for a robot; a group of another robot is left out. */
static lw_motion_defaults defaults_of(const lw_joined_motion *joined, const char *robot)
{
    lw_motion_defaults defaults = *joined->defaults;
    if (defaults.robot && strcmp(defaults.robot, robot) != 0)
        defaults.group = NULL;
    defaults.robot = robot;
    return defaults;
}

static lw_status read_part(const lw_joined_motion *joined, const lw_robot_file *file, lw_motion *part,
                           lw_error *error)
{
    const lw_motion_defaults defaults =
        defaults_of(joined, lw_scene_robot_name(joined->scene, file->robot));
    lw_motion_reader *reader = NULL;
    lw_motion *second = NULL;
    const char *id;
    bool more = false;
    lw_status status = lw_motion_reader_open(joined->scene, file->path, LW_MOTION_FORMAT_PATH,
                                             &defaults, &reader, error);
    if (status)
        return status;
    status = lw_motion_reader_next(reader, part, &id, &more, error);
    if (status && status != LW_ERROR_FILE && status != LW_ERROR_MEMORY &&
        lw_wrong_kind(LW_FLAG_PATH, file->path, lw_motion_reader_kind(reader), error))
        status = LW_ERROR_FILE;
    if (!status)
        status = check_robot(joined, file, part, error);
    if (!status)
        status = lw_motion_create(joined->scene, &second, error);
    if (!status)
        status = lw_motion_reader_next(reader, second, &id, &more, error);
    if (!status && more)
        status = lw_fail_at(error, LW_ERROR_ARGUMENT, file->path, 0, 0,
                            "there are several motions, and ROBOT=FILE takes one");
    lw_motion_destroy(second);
    lw_motion_reader_close(reader);
    return status;
}

lw_status lw_joined_motion_read(const lw_joined_motion *joined, lw_motion *motion, lw_error *error)
{
    lw_motion **parts = calloc(joined->count, sizeof(lw_motion *));
    lw_status status = parts ? LW_OK : lw_fail_memory(error);
    for (size_t i = 0; i < joined->count && !status; i++) {
        status = lw_report_motion(joined->report, joined->scene, &parts[i], error);
        if (!status)
            status = read_part(joined, &joined->files[i], parts[i], error);
    }
    if (!status)
        status = lw_motion_join(motion, (const lw_motion *const *)parts, joined->count, error);
    for (size_t i = 0; parts && i < joined->count; i++)
        lw_motion_destroy(parts[i]);
    free(parts);
    return status;
}
