/* One conversation: each line is a motion to check, or sets the scene, changes it, or sets options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/sized.h"
#include "io/motion/motion_json.h"
#include "io/motion/motion_line.h"
#include "io/result/result_json.h"
#include "io/scene/change_json.h"
#include "io/scene/scene_json.h"
#include "io/text/json.h"
#include "io/text/json_write.h"
#include "io/text/number.h"
#include "session/scene_store.h"
#include "session/session_options.h"

/* What an answer tells. */
typedef enum answer_kind { A_RESULT, A_SCENE, A_OPTIONS, AN_ERROR } answer_kind;

struct lw_session {
    lw_scene_store *store;
    char *name;       /* the name whose scene is followed; NULL: the scene is the session's own */
    uint64_t version; /* of the named scene that was taken last; 0: none */
    lw_scene *scene;  /* frozen; NULL: none yet */
    lw_checker *checker;
    lw_motion *motion;
    lw_motion_line segments; /* the defaults of motions, and the reader of plain segments */
    lw_asked asked;
    LW_LIST(lw_clearance) near;
    uint64_t number;      /* motions so far, which number those without an id */
    lw_document document; /* the current line */
    char own_id[LW_NUMBER_SIZE];
    const char *id; /* JSON text of the current line's id */
    answer_kind kind;
    lw_verdict verdict;
    size_t near_count;
    lw_error error;
    LW_LIST(char *) notices; /* of the scene or the change of the current line */
    LW_LIST(char) room;      /* the answer */
};

/* ---- the scene ---------------------------------------------------------------------------------- */

static lw_status take_notice(void *context, const char *file, int line, const char *sentence)
{
    lw_session *s = context;
    (void)file;
    (void)line; /* all are of the session's current line */
    char *own = LW_ARRAY_GROW(&s->notices) ? strdup(sentence) : NULL;
    if (own)
        s->notices.items[s->notices.count++] = own;
    return own ? LW_OK : LW_ERROR_MEMORY;
}

static void drop_notices(lw_session *s)
{
    while (s->notices.count)
        free(s->notices.items[--s->notices.count]);
}

/* Makes a frozen scene the session's, which owns it from then on. After an error the session is as
 * before. */
static lw_status take_scene(lw_session *s, lw_scene *scene, lw_error *error)
{
    lw_checker *checker = NULL;
    lw_motion *motion = NULL;
    lw_status status = lw_checker_create(scene, &checker, error);
    if (!status)
        status = lw_motion_create(scene, &motion, error);
    if (status) {
        lw_checker_destroy(checker);
        lw_scene_destroy(scene);
        return status;
    }
    lw_motion_destroy(s->motion);
    lw_checker_destroy(s->checker);
    lw_scene_destroy(s->scene);
    s->scene = scene;
    s->checker = checker;
    s->motion = motion;
    return lw_motion_line_set_scene(&s->segments, scene, error);
}

/* Follows a name, or none. */
static lw_status set_name(lw_session *s, const char *name, lw_error *error)
{
    char *own = name ? strdup(name) : NULL;
    if (name && !own)
        return lw_fail_memory(error);
    free(s->name);
    s->name = own;
    return LW_OK;
}

/* Takes the scene of a name, if it is another than the one that was taken last. */
static lw_status take_named(lw_session *s, const char *name, uint64_t version, lw_error *error)
{
    lw_scene *scene = NULL;
    lw_status status = lw_scene_store_take(s->store, name, &version, &scene, error);
    if (!status && scene)
        status = take_scene(s, scene, error);
    if (!status)
        s->version = version;
    return status;
}

/* Reads a scene of the session's own. */
static lw_status read_scene(lw_session *s, const lw_value *node, lw_error *error)
{
    lw_scene *scene = NULL;
    lw_status status = lw_scene_create(&scene, error);
    if (!status) {
        lw_scene_on_notice(scene, take_notice, s);
        status = lw_scene_json_add(scene, &s->document, node);
    }
    if (!status)
        status = lw_value_place(&s->document, node, lw_scene_freeze(scene, error));
    if (scene)
        lw_scene_on_notice(scene, NULL, NULL);
    if (status) {
        lw_scene_destroy(scene);
        return status;
    }
    status = take_scene(s, scene, error);
    return status ? status : set_name(s, NULL, error);
}

static lw_status answer_scene(lw_session *s, const lw_value *root, lw_error *error)
{
    static const char *const keys[] = {"id", "scene", NULL};
    const char *name = NULL;
    s->kind = A_SCENE;
    lw_status status = lw_value_keys(&s->document, root, "a line with a scene", keys);
    if (status)
        return status;
    const lw_value *node = lw_value_member(root, "scene");
    if (node->kind == LW_VALUE_MAP)
        return read_scene(s, node, error);
    if ((status = lw_value_text(&s->document, node, "scene", &name)) ||
        (status = lw_value_place(&s->document, node, take_named(s, name, 0, error))))
        return status;
    return set_name(s, name, error);
}

static lw_status fail_no_scene(const lw_session *s, const lw_value *node, lw_error *error)
{
    lw_document document = {.file = s->document.file, .error = error};
    return lw_value_fail(&document, node, LW_ERROR_STATE,
                         "there is no scene yet; send one: {\"scene\": {...}}");
}

/* A frozen copy of the session's scene with a change. */
static lw_status changed_scene(lw_session *s, const lw_value *change, lw_scene **out, lw_error *error)
{
    lw_scene *next = NULL;
    lw_status status = lw_scene_copy(s->scene, &next, error);
    if (status)
        return status;
    lw_scene_on_notice(next, take_notice, s);
    status = lw_change_json_apply(next, &s->document, change);
    if (!status)
        status = lw_value_place(&s->document, change, lw_scene_freeze(next, error));
    lw_scene_on_notice(next, NULL, NULL);
    if (status)
        lw_scene_destroy(next);
    else
        *out = next;
    return status;
}

/* Changes the scene that a name has for all. If another session has changed it meanwhile, the change is
 * made to what that one has left. */
static lw_status change_shared(lw_session *s, const lw_value *change, lw_error *error)
{
    lw_status status = LW_OK;
    bool replaced = false;
    while (!status && !replaced) {
        lw_scene *next = NULL;
        drop_notices(s);
        status = changed_scene(s, change, &next, error);
        if (!status)
            status = lw_scene_store_replace(s->store, s->name, s->version, next, &replaced, error);
        lw_scene_destroy(next);
        if (!status)
            status = take_named(s, s->name, s->version, error);
    }
    return status;
}

/* Changes the session's scene, and with "shared" the one that the name has for all. */
static lw_status answer_change(lw_session *s, const lw_value *root, lw_error *error)
{
    static const char *const keys[] = {"id", "change", "shared", NULL};
    const lw_value *shared_node = lw_value_member(root, "shared");
    const lw_value *node = lw_value_member(root, "change");
    bool shared = false;
    lw_scene *next = NULL;
    s->kind = A_SCENE;
    lw_status status = lw_value_keys(&s->document, root, "a line with a change", keys);
    if (status ||
        (shared_node && (status = lw_value_bool(&s->document, shared_node, "shared", &shared))))
        return status;
    if (!s->scene)
        return fail_no_scene(s, node, error);
    if (shared && !s->name)
        return lw_value_fail(&s->document, shared_node, LW_ERROR_STATE,
                             "the scene is this conversation's own, and is shared by no name");
    if (shared)
        return change_shared(s, node, error);
    status = changed_scene(s, node, &next, error);
    if (!status)
        status = take_scene(s, next, error);
    return status ? status : set_name(s, NULL, error);
}

static lw_status answer_options(lw_session *s, const lw_value *root)
{
    static const char *const keys[] = {"id", "options", NULL};
    s->kind = A_OPTIONS;
    lw_status status = lw_value_keys(&s->document, root, "a line with options", keys);
    return status ? status : lw_asked_read(&s->document, lw_value_member(root, "options"), &s->asked);
}

/* ---- motions ------------------------------------------------------------------------------------ */

static int nearer_first(const void *a, const void *b)
{
    const lw_clearance *one = a;
    const lw_clearance *other = b;
    if (one->upper != other->upper)
        return one->upper < other->upper ? -1 : 1;
    int by_first = (one->pair[0] > other->pair[0]) - (one->pair[0] < other->pair[0]);
    return by_first ? by_first : (one->pair[1] > other->pair[1]) - (one->pair[1] < other->pair[1]);
}

/* Finds the pairs that come near, the nearest first. */
static lw_status find_near(lw_session *s, lw_error *error)
{
    enum { USUAL = 64 };
    size_t wanted = USUAL;
    for (int tries = 0; tries < 2; tries++) {
        if (!LW_ARRAY_RESERVE(&s->near, wanted))
            return lw_fail_memory(error);
        lw_status status = lw_near_misses(s->checker, s->motion, s->asked.near, &s->asked.check,
                                          s->near.items, s->near.capacity, &wanted, error);
        if (status)
            return status;
        if (wanted <= s->near.capacity)
            break;
    }
    /* two searches that a budget ends may find different pairs */
    s->near_count = wanted < s->near.capacity ? wanted : s->near.capacity;
    qsort(s->near.items, s->near_count, sizeof *s->near.items, nearer_first);
    return LW_OK;
}

static lw_status check(lw_session *s, lw_error *error)
{
    s->verdict = lw_default_verdict();
    s->near_count = 0;
    lw_status status = lw_check(s->checker, s->motion, &s->asked.check, &s->verdict, error);
    return !status && s->asked.near > 0 ? find_near(s, error) : status;
}

static lw_status answer_motion(lw_session *s, const lw_value *root, lw_error *error)
{
    if (!s->scene)
        return fail_no_scene(s, root, error);
    lw_status status =
        lw_motion_json_set(s->scene, &s->document, root, &s->segments.defaults, s->motion);
    return status ? status : check(s, error);
}

/* ---- lines -------------------------------------------------------------------------------------- */

/* Answers a line that is no plain segment. */
static lw_status answer_parsed(lw_session *s, const char *line, size_t length, lw_error *error)
{
    lw_value *root = NULL;
    lw_status status = lw_json_parse(&s->document, line, length, 1, &root);
    if (!status)
        status = lw_value_expect(&s->document, root, "a line", LW_VALUE_MAP);
    if (status)
        return status;
    const lw_value *id = lw_value_member(root, "id");
    if (id && !(s->id = lw_json_source(&s->document, id)))
        return lw_fail_memory(error);
    if (lw_value_member(root, "scene"))
        return answer_scene(s, root, error);
    if (lw_value_member(root, "change"))
        return answer_change(s, root, error);
    if (lw_value_member(root, "options"))
        return answer_options(s, root);
    if (!id)
        lw_number_print_whole(s->number, s->own_id);
    s->number++;
    return answer_motion(s, root, error);
}

static lw_status answer_line(lw_session *s, const char *line, size_t length, lw_error *error)
{
    lw_status status = s->name ? take_named(s, s->name, s->version, error) : LW_OK;
    if (status)
        return status;
    s->kind = A_RESULT;
    if (!lw_motion_line_set_segment(&s->segments, &s->document, line, length, s->motion, &s->id,
                                    &status))
        return answer_parsed(s, line, length, error);
    lw_number_print_whole(s->number++, s->own_id);
    return status ? status : check(s, error);
}

static void write_scene(lw_text *text, const lw_session *s)
{
    char fingerprint[24];
    uint64_t hash = 0;
    (void)lw_scene_fingerprint(s->scene, &hash, NULL);
    snprintf(fingerprint, sizeof fingerprint, "%016llx", (unsigned long long)hash);
    lw_text_put(text, ", \"scene\": ");
    if (s->name)
        lw_json_write_text(text, s->name);
    else
        lw_text_put(text, "null");
    lw_text_put(text, ", \"fingerprint\": ");
    lw_json_write_text(text, fingerprint);
    lw_text_put(text, ", \"bodies\": ");
    lw_text_put_whole(text, lw_scene_body_count(s->scene));
    lw_text_put(text, ", \"pairs\": ");
    lw_text_put_whole(text, lw_scene_pair_count(s->scene));
    for (size_t i = 0; i < s->notices.count; i++) {
        lw_text_put(text, i ? ", " : ", \"notices\": [");
        lw_json_write_text(text, s->notices.items[i]);
    }
    if (s->notices.count)
        lw_text_put(text, "]");
}

static void write_error(lw_text *text, const lw_error *error)
{
    lw_text_put(text, ", \"error\": {\"status\": ");
    lw_json_write_text(text, lw_status_name(error->status));
    lw_text_put(text, ", \"message\": ");
    lw_json_write_text(text, error->message);
    if (error->column > 0) {
        lw_text_put(text, ", \"column\": ");
        lw_text_put_whole(text, (uint64_t)error->column);
    }
    lw_text_put(text, "}");
}

static void write_answer(lw_text *text, const lw_session *s)
{
    if (s->kind == A_RESULT) {
        lw_result result = lw_default_result();
        result.scene = s->scene;
        result.motion = s->motion;
        result.id = s->id;
        result.verdict = &s->verdict;
        result.near = s->asked.near > 0 ? s->near.items : NULL;
        result.near_count = s->near_count;
        lw_result_write_json(text, &result);
    } else {
        lw_text_put(text, "{\"id\": ");
        lw_text_put(text, s->id);
        if (s->kind == A_SCENE)
            write_scene(text, s);
        if (s->kind == AN_ERROR)
            write_error(text, &s->error);
        if (s->kind == A_OPTIONS) {
            lw_text_put(text, ", \"options\": ");
            lw_asked_write(text, &s->asked);
        }
        lw_text_put(text, "}");
    }
    lw_text_put(text, "\n");
}

static lw_status put_answer(lw_session *s, const char **answer, size_t *length, lw_error *error)
{
    enum { USUAL = 4096 };
    size_t wanted = USUAL;
    lw_text text;
    do {
        if (!LW_ARRAY_RESERVE(&s->room, wanted + 1))
            return lw_fail_memory(error);
        text = (lw_text){.room = s->room.items, .size = s->room.capacity};
        write_answer(&text, s);
        wanted = text.length;
    } while (wanted >= s->room.capacity);
    lw_text_end(&text, length);
    *answer = s->room.items;
    return LW_OK;
}

lw_status lw_session_answer(lw_session *session, const char *line, size_t length, const char **answer,
                            size_t *answer_length, lw_error *error)
{
    if (answer)
        *answer = "";
    if (answer_length)
        *answer_length = 0;
    if (!session || (!line && length) || !answer || !answer_length)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_session_answer needs a session, a line and room for an answer");
    if (length && line[length - 1] == '\n')
        length--;
    if (lw_line_is_empty(line, length))
        return LW_OK;
    lw_arena_empty(&session->document.arena);
    session->error = (lw_error){LW_OK, "", "", 0, 0};
    session->document.error = &session->error;
    session->document.subject[0] = '\0';
    drop_notices(session);
    snprintf(session->own_id, sizeof session->own_id, "null");
    session->id = session->own_id;
    lw_status status = answer_line(session, line, length, &session->error);
    if (status)
        session->kind = AN_ERROR;
    if (status && error)
        *error = session->error;
    lw_status written = put_answer(session, answer, answer_length, error);
    return written ? written : status;
}

/* ---- the session -------------------------------------------------------------------------------- */

static lw_status copy_options(lw_session *s, const lw_session_options *options, lw_error *error)
{
    s->asked.check = lw_default_check_options();
    lw_status status = lw_motion_line_begin(&s->segments, options->defaults, error);
    if (!status && options->check)
        status = lw_sized_read(LW_SIZED(check_options), options->check, &s->asked.check, error);
    s->asked.check.claim = NULL;
    s->asked.check.step = NULL;
    s->asked.check.sample = NULL;
    return status;
}

static lw_status begin(lw_session *s, const lw_session_options *options, lw_error *error)
{
    lw_status status = copy_options(s, options, error);
    const char *name = options->scene ? options->scene : lw_scene_store_first(s->store);
    if (!status && name)
        status = take_named(s, name, 0, error);
    return !status && name ? set_name(s, name, error) : status;
}

lw_status lw_session_create(lw_scene_store *store, const lw_session_options *options, lw_session **out,
                            lw_error *error)
{
    if (!store || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "lw_session_create needs a store and room for a session");
    *out = NULL;
    lw_session_options own = lw_default_session_options();
    lw_status status = options ? lw_sized_read(LW_SIZED(session_options), options, &own, error) : LW_OK;
    if (status)
        return status;
    lw_session *session = calloc(1, sizeof *session);
    if (!session)
        return lw_fail_memory(error);
    session->store = store;
    status = begin(session, &own, error);
    if (status)
        lw_session_destroy(session);
    else
        *out = session;
    return status;
}

void lw_session_destroy(lw_session *session)
{
    if (!session)
        return;
    lw_motion_destroy(session->motion);
    lw_checker_destroy(session->checker);
    lw_scene_destroy(session->scene);
    lw_document_free(&session->document);
    drop_notices(session);
    free(session->notices.items);
    lw_motion_line_free(&session->segments);
    free(session->near.items);
    free(session->room.items);
    free(session->name);
    free(session);
}
