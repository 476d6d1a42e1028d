/* Fuzzing of conversations: the bytes are lines, each of which must get one line as its answer. */
#include "fuzz.h"

#include <string.h>

static const char scene_text[] = "{\"scene\": {\"robots\": [{\"name\": \"arm\", \"links\": [{\"name\": "
                                 "\"a\"}, {\"name\": \"b\", \"shapes\": "
                                 "[{\"type\": \"sphere\", \"radius\": 0.1, \"position\": [1, 0, "
                                 "0]}]}], \"joints\": [{\"name\": \"j\", "
                                 "\"type\": \"revolute\", \"parent\": \"a\", \"child\": \"b\", "
                                 "\"axis\": [0, 0, 1], \"limits\": [-3, "
                                 "3]}]}], \"obstacles\": [{\"id\": \"o\", \"type\": \"box\", \"size\": "
                                 "[0.2, 0.2, 0.2], \"position\": "
                                 "[0, 1, 0]}]}}";

static void answer(lw_session *session, const char *line, size_t length)
{
    lw_error error = {LW_OK, "", "", 0, 0};
    const char *text = NULL;
    size_t answered = 0;
    lw_status status = lw_session_answer(session, line, length, &text, &answered, &error);
    (void)fuzz_answer(status, &error);
    if (!answered) {
        fuzz_require(!status || status == LW_ERROR_MEMORY);
        return;
    }
    fuzz_require(text[answered - 1] == '\n');
    fuzz_require(memchr(text, '\n', answered) == text + answered - 1);
    fuzz_require(!status == !strstr(text, "\"error\": {"));
}

void fuzz_session(const uint8_t *bytes, size_t size)
{
    const char *from = (const char *)bytes;
    const char *const end = from + size;
    lw_scene_store *store = NULL;
    lw_session *session = NULL;
    lw_check_options check = lw_default_check_options();
    lw_session_options options = lw_default_session_options();
    check.budget_queries = 1000;
    options.check = &check;
    fuzz_require(!lw_scene_store_create(&store, NULL));
    fuzz_require(!lw_session_create(store, &options, &session, NULL));
    answer(session, scene_text, sizeof scene_text - 1);
    while (from < end) {
        const char *newline = memchr(from, '\n', (size_t)(end - from));
        const char *next = newline ? newline + 1 : end;
        answer(session, from, (size_t)(next - from));
        from = next;
    }
    lw_session_destroy(session);
    lw_scene_store_destroy(store);
}
