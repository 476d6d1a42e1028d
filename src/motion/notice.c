/* Notices of what sets a motion: they go to the motion's own listener, in the thread that sets it, and
 * not to the scene's, which other threads share. */
#include "motion/notice.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

void lw_motion_on_notice(lw_motion *motion, lw_notice_fn notice, void *context)
{
    motion->listener = notice;
    motion->listener_context = context;
}

lw_status lw_motion_notice(const lw_motion *motion, lw_status strict, const char *file, lw_error *error,
                           const char *format, ...)
{
    char sentence[480];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (motion->scene->model.notices->strict)
        return lw_fail_at(error, strict, file, 0, 0, "%s", sentence);
    return lw_tell_notice(motion->listener, motion->listener_context, file, 0, sentence, error);
}
