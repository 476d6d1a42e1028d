/* The papers' bodies and motions as files. */
#include "table/scene_files.h"

#include "base/error.h"
#include "text/json_text.h"

#include <stdlib.h>

enum { PATH_SIZE = 4096, RESULT_SIZE = 1 << 16 };

static FILE *create(const lw_scene_files *files, const char *name, const char *ending, lw_error *error)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s%s", files->folder, name, ending);
    FILE *file = fopen(path, "w");
    if (!file)
        lw_fail(error, LW_ERROR_FILE, "%s cannot be written; the folder must exist", path);
    return file;
}

static lw_status write_scene(const lw_scene_files *files, const char *name, const lw_scene *scene,
                             lw_error *error)
{
    size_t length = 0;
    lw_status status = lw_scene_json(scene, NULL, 0, &length, error);
    if (status)
        return status;
    char *text = malloc(length + 1);
    if (!text)
        return lw_fail_memory(error);
    FILE *file = NULL;
    status = lw_scene_json(scene, text, length + 1, NULL, error);
    if (!status && !(file = create(files, name, ".json", error)))
        status = LW_ERROR_FILE;
    if (file) {
        const bool written = fwrite(text, 1, length, file) == length;
        if (fclose(file) || !written)
            status =
                lw_fail(error, LW_ERROR_FILE, "%s/%s.json could not be written", files->folder, name);
    }
    free(text);
    return status;
}

lw_status lw_scene_files_open(lw_scene_files *files, const char *name, const lw_scene *scene,
                              lw_error *error)
{
    lw_status status = write_scene(files, name, scene, error);
    if (!status)
        status = lw_checker_create(scene, &files->checker, error);
    if (status)
        return status;
    files->scene = scene;
    files->index = 0;
    files->lines = create(files, name, ".motions.jsonl", error);
    files->verdicts = files->lines ? create(files, name, ".verdicts.jsonl", error) : NULL;
    files->scenes++;
    return files->verdicts ? LW_OK : LW_ERROR_FILE;
}

FILE *lw_scene_files_line(lw_scene_files *files)
{
    fprintf(files->lines, "{\"id\": %zu", files->index);
    return files->lines;
}

void lw_scene_files_row(FILE *file, const double *values, size_t count)
{
    fputc('[', file);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", file);
        lw_print_number(file, values[i]);
    }
    fputc(']', file);
}

lw_status lw_scene_files_judge(lw_scene_files *files, const lw_motion *motion, lw_verdict *out,
                               lw_error *error)
{
    char id[32];
    static const size_t size = RESULT_SIZE;
    size_t length = 0;
    lw_verdict verdict = lw_default_verdict();
    lw_status status = lw_check(files->checker, motion, NULL, &verdict, error);
    if (status)
        return status;
    char *text = malloc(size);
    if (!text)
        return lw_fail_memory(error);
    fputs("}\n", files->lines);
    snprintf(id, sizeof id, "%zu", files->index++);
    files->motions++;
    lw_result result = lw_default_result();
    result.scene = files->scene;
    result.motion = motion;
    result.id = id;
    result.verdict = &verdict;
    status = lw_result_json(&result, text, size, &length, error);
    if (!status)
        fprintf(files->verdicts, "%s\n", text);
    free(text);
    if (out)
        *out = verdict;
    return status;
}

static void close_file(lw_scene_files *files, FILE **file)
{
    if (!*file)
        return;
    files->failed = ferror(*file) || files->failed;
    files->failed = fclose(*file) || files->failed;
    *file = NULL;
}

lw_status lw_scene_files_close(lw_scene_files *files, lw_error *error)
{
    close_file(files, &files->lines);
    close_file(files, &files->verdicts);
    lw_checker_destroy(files->checker);
    files->checker = NULL;
    files->scene = NULL;
    if (!files->failed)
        return LW_OK;
    return lw_fail(error, LW_ERROR_FILE, "a file in %s could not be written", files->folder);
}
