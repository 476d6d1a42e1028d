/* Notices of the calls that set a motion. They are kept with the motion until it is set again. They go
 * to the motion's own listener, in the thread that sets the motion, not to the scene's listener, which
 * other threads share. */
#include "motion/notice.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No more sentences are kept, so that a result stays short whatever a file holds. */
enum { MOST_KEPT = 100 };

void lw_motion_on_notice(lw_motion *motion, lw_notice_fn notice, void *context)
{
    motion->listener = notice;
    motion->listener_context = context;
}

/* The sentence of an index below the count. */
static const char *kept_sentence(const lw_motion_notices *notices, size_t index)
{
    const char *sentence = notices->sentences.items;
    while (index--)
        sentence += strlen(sentence) + 1;
    return sentence;
}

static bool is_kept(const lw_motion_notices *notices, const char *sentence)
{
    for (size_t i = 0; i < notices->count; i++)
        if (!strcmp(kept_sentence(notices, i), sentence))
            return true;
    return false;
}

/* Keeps each sentence once; false where memory ran out. */
static bool keep(lw_motion_notices *notices, const char *sentence)
{
    if (is_kept(notices, sentence))
        return true;
    if (notices->count == MOST_KEPT) {
        notices->left_out++;
        return true;
    }
    size_t size = strlen(sentence) + 1;
    if (!LW_ARRAY_RESERVE(&notices->sentences, notices->sentences.count + size))
        return false;
    memcpy(notices->sentences.items + notices->sentences.count, sentence, size);
    notices->sentences.count += size;
    notices->count++;
    notices->any = true;
    return true;
}

lw_status lw_motion_give_notice(lw_motion *motion, lw_status strict, const char *file, lw_error *error,
                                const char *format, ...)
{
    char sentence[LW_NOTICE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (motion->scene->model.notices->strict)
        return lw_fail_at(error, strict, file, 0, 0, "%s", sentence);
    if (!keep(&motion->notices, sentence))
        return lw_fail_memory(error);
    return lw_tell_notice(motion->listener, motion->listener_context, file, 0, sentence, error);
}

lw_status lw_motion_add_notice(lw_motion *motion, const char *sentence, lw_error *error)
{
    if (!motion || !sentence)
        return lw_fail(error, LW_ERROR_ARGUMENT, "no motion, or no notice of it, was given");
    return lw_motion_give_notice(motion, LW_ERROR_NOTICE, NULL, error, "%s", sentence);
}

bool lw_motion_keep_turn(lw_motion *motion, const lw_motion_turn *turn)
{
    if (!LW_ARRAY_GROW(&motion->notices.turns))
        return false;
    motion->notices.turns.items[motion->notices.turns.count++] = *turn;
    motion->notices.any = true;
    return true;
}

bool lw_motion_keep_notices(lw_motion *motion, const lw_motion *from)
{
    for (size_t i = 0; i < from->notices.count; i++)
        if (!keep(&motion->notices, kept_sentence(&from->notices, i)))
            return false;
    motion->notices.left_out += from->notices.left_out;
    for (size_t i = 0; i < from->notices.turns.count; i++)
        if (!lw_motion_keep_turn(motion, &from->notices.turns.items[i]))
            return false;
    return true;
}

void lw_motion_clear_notices(lw_motion *motion)
{
    lw_motion_notices *notices = &motion->notices;
    notices->any = false;
    notices->count = notices->left_out = notices->sentences.count = notices->turns.count = 0;
}

void lw_motion_free_notices(lw_motion *motion)
{
    free(motion->notices.sentences.items);
    free(motion->notices.turns.items);
}

/* How many notices were given when the motion was set. */
static size_t count_given(const lw_motion_notices *notices)
{
    return notices->turns.count + notices->count + (notices->left_out > 0);
}

/* Each link of the scene whose mesh is left out counts as a notice of every motion; listeners of
 * motions do not get these. */
size_t lw_motion_notice_count(const lw_motion *motion)
{
    return count_given(&motion->notices) + motion->scene->model.left_out.count;
}

static int write_left_out(const lw_model *model, size_t index, char *text, size_t size)
{
    const char *name = model->left_out.items[index];
    return snprintf(text, size,
                    "the mesh of link \"%s\" is left out; what only it would hit is not seen",
                    model->robots.count > 1 ? name : name + strlen(model->robots.items[0].name) + 1);
}

static int write_turn(const lw_motion_turn *turn, char *text, size_t size)
{
    char more[64] = "";
    char where[80] = "from the start to waypoint 0";
    if (turn->times > 1)
        snprintf(more, sizeof more, "; %zu times in all", turn->times);
    if (turn->waypoint || !turn->approaches)
        snprintf(where, sizeof where, "from waypoint %zu to %zu", turn->waypoint - turn->approaches,
                 turn->waypoint - turn->approaches + 1);
    if (turn->literal)
        return snprintf(text, size,
                        "joint \"%s\": %s, from %.9g to %.9g, its heading turns by %.9g as the numbers "
                        "say; the shorter way is %.9g%s",
                        turn->joint, where, turn->from, turn->to, turn->to - turn->from, turn->way,
                        more);
    return snprintf(text, size,
                    "joint \"%s\": %s, from %.9g to %.9g, it turns the shorter way, by %.9g%s",
                    turn->joint, where, turn->from, turn->to, turn->way, more);
}

size_t lw_motion_notice(const lw_motion *motion, size_t index, char *text, size_t size)
{
    const lw_motion_notices *notices = &motion->notices;
    int length;
    if (index < notices->count)
        length = snprintf(text, size, "%s", kept_sentence(notices, index));
    else if (index < notices->count + notices->turns.count)
        length = write_turn(&notices->turns.items[index - notices->count], text, size);
    else if (index < count_given(notices))
        length = snprintf(text, size, "%zu more notices are left out", notices->left_out);
    else if (index < lw_motion_notice_count(motion))
        length = write_left_out(&motion->scene->model, index - count_given(notices), text, size);
    else
        length = snprintf(text, size, "%s", "");
    return length > 0 ? (size_t)length : 0;
}
