/* A page as the output of a command. */
#include "part/page_output.h"

#include <string.h>

enum { MANY_SAMPLES = 64, MANY_BOUNDS = 16 };

lw_page_motion lw_shown_motion(bool fully)
{
    lw_page_motion shown = lw_default_page_motion();
    if (fully)
        return shown;
    shown.samples = MANY_SAMPLES;
    shown.bounds = MANY_BOUNDS;
    shown.self = shown.links = shown.claims = false;
    return shown;
}

const char *lw_page_title(const lw_scene_options *scene)
{
    const char *file = scene->file;
    if (!file && scene->scenes.count)
        file = scene->scenes.items[0];
    if (!file && scene->robots.count)
        file = scene->robots.items[0].urdf;
    const char *slash = file ? strrchr(file, '/') : NULL;
    return slash ? slash + 1 : file;
}

/* Write errors show when the file is closed. */
static lw_status write_part(void *context, const char *bytes, size_t size)
{
    fwrite(bytes, 1, size, context);
    return LW_OK;
}

lw_status lw_page_print(const lw_page *page, const lw_output *output, lw_error *error)
{
    return lw_page_write(page, write_part, output->file, error);
}
