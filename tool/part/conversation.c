/* One connection. Answers are sent when no whole line is left to answer, or when there are many, so
 * that a batch of lines takes few system calls. */
#include "part/conversation.h"

#include "text/list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>

enum {
    CHUNK = 1 << 16, /* bytes that are read at once */
    MANY = 1 << 16   /* so many bytes of answers are sent before more lines are answered */
};

typedef struct conversation {
    int connection;
    lw_session *session;
    size_t line_limit;
    LW_LIST(char) lines;   /* received, not yet answered: all before `count` */
    size_t searched;       /* no newline stands in the bytes before */
    LW_LIST(char) answers; /* not yet sent */
    bool skips;            /* the rest of a line that is too long is skipped */
} conversation;

/* Sends all answers; false where the other side has gone. */
static bool send_answers(conversation *c)
{
    size_t sent = 0;
    while (sent < c->answers.count) {
        ssize_t some =
            send(c->connection, c->answers.items + sent, c->answers.count - sent, MSG_NOSIGNAL);
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0)
            return false;
        sent += (size_t)some;
    }
    c->answers.count = 0;
    return true;
}

static bool put_answer(conversation *c, const char *answer, size_t length)
{
    if (!length)
        return true;
    if (!LW_LIST_RESERVE(&c->answers, c->answers.count + length))
        return false;
    memcpy(c->answers.items + c->answers.count, answer, length);
    c->answers.count += length;
    return c->answers.count < MANY || send_answers(c);
}

static bool answer(conversation *c, const char *line, size_t length)
{
    const char *text = NULL;
    size_t text_length = 0;
    /* an error stands in the answer too */
    lw_status status = lw_session_answer(c->session, line, length, &text, &text_length, NULL);
    if (status == LW_ERROR_MEMORY && !text_length)
        return false;
    return put_answer(c, text, text_length);
}

static bool answer_long_line(conversation *c)
{
    char text[160];
    int length = snprintf(text, sizeof text,
                          "{\"id\": null, \"error\": {\"status\": \"limit\", \"message\": \"a line has "
                          "more than %zu bytes\"}}\n",
                          c->line_limit);
    return put_answer(c, text, (size_t)length);
}

/* Answers all whole lines that have arrived, and keeps the rest. */
static bool answer_lines(conversation *c)
{
    char *begin = c->lines.items;
    char *const end = c->lines.items + c->lines.count;
    const char *from = c->lines.items + c->searched;
    char *newline;
    while (from < end && (newline = memchr(from, '\n', (size_t)(end - from)))) {
        const size_t length = (size_t)(newline - begin);
        if (!c->skips && !(length > c->line_limit ? answer_long_line(c) : answer(c, begin, length)))
            return false;
        c->skips = false;
        begin = newline + 1;
        from = begin;
    }
    c->lines.count = (size_t)(end - begin);
    memmove(c->lines.items, begin, c->lines.count);
    if (c->skips)
        c->lines.count = 0;
    c->searched = c->lines.count;
    if (c->lines.count <= c->line_limit)
        return true;
    c->lines.count = c->searched = 0;
    c->skips = true;
    return answer_long_line(c);
}

/* Receives some bytes; 0: the other side has ended, negative: it has broken off. */
static ssize_t receive(conversation *c)
{
    if (!LW_LIST_RESERVE(&c->lines, c->lines.count + CHUNK))
        return -1;
    for (;;) {
        ssize_t some = recv(c->connection, c->lines.items + c->lines.count, CHUNK, 0);
        if (some >= 0 || errno != EINTR)
            return some;
    }
}

void lw_converse(int connection, lw_session *session, size_t line_limit)
{
    conversation c = {.connection = connection, .session = session, .line_limit = line_limit};
    ssize_t some;
    bool goes_on = true;
    while (goes_on && (some = receive(&c)) > 0) {
        c.lines.count += (size_t)some;
        goes_on = answer_lines(&c) && send_answers(&c);
    }
    /* the last line, without a newline */
    if (goes_on && some == 0 && c.lines.count && !c.skips && answer(&c, c.lines.items, c.lines.count))
        (void)send_answers(&c); /* nobody may be left to read it */
    free(c.lines.items);
    free(c.answers.items);
}
