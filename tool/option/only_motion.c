/* The one motion that the options select. */
#include "option/only_motion.h"

#include "text/fail.h"
#include "text/json_text.h"

static lw_status read_from(lw_motion_source *source, const char *purpose, lw_motion *second,
                           lw_only_motion *out, lw_error *error)
{
    const char *id;
    bool more = false;
    lw_status status = lw_motion_source_next(source, out->motion, &id, &more, error);
    if (!status && !more)
        status = lw_fail(error, LW_ERROR_ARGUMENT, "there is no motion to %s", purpose);
    if (status)
        return status;
    lw_plain_id(id, out->name, sizeof out->name);
    out->is_batch = lw_motion_source_is_batch(source);
    status = lw_motion_source_next(source, second, &id, &more, error);
    if (!status && more)
        status = lw_fail(error, LW_ERROR_ARGUMENT,
                         "there are several motions, and this command takes one: give one, or choose "
                         "it with --motion NAME");
    return status;
}

lw_status lw_only_motion_read(const lw_scene *scene, const lw_motion_options *options,
                              const char *purpose, lw_report *report, lw_only_motion *out,
                              lw_error *error)
{
    lw_motion_source *source = NULL;
    lw_motion *second = NULL;
    lw_status status = lw_motion_source_open(scene, options, report, &source, error);
    if (!status)
        status = lw_report_motion(report, scene, &out->motion, error);
    if (!status)
        status = lw_report_motion(report, scene, &second, error);
    if (!status)
        status = read_from(source, purpose, second, out, error);
    lw_motion_destroy(second);
    lw_motion_source_close(source);
    return status;
}
