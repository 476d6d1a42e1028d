/* Buffers of glTF files. They live in the document's arena. */
#include "io/mesh/gltf_buffer.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/real_path.h"
#include "io/text/base64.h"
#include "io/text/file.h"

/* limit of the bytes of a file and its buffers; meshes of robots have some megabytes at most */
#define MOST_BYTES ((size_t)1 << 30)

/* data:[type];base64,DIGITS */
static lw_status read_data(lw_gltf *gltf, const lw_value *uri, lw_gltf_buffer *out)
{
    static const char mark[] = ";base64";
    const char *comma = memchr(uri->text, ',', uri->length);
    size_t head = comma ? (size_t)(comma - uri->text) : 0;
    if (head < sizeof mark - 1 || memcmp(comma - (sizeof mark - 1), mark, sizeof mark - 1))
        return lw_value_fail(&gltf->document, uri, LW_ERROR_SYNTAX,
                             "the data of a buffer must be written as data:...;base64,...");
    size_t length = uri->length - head - 1;
    unsigned char *bytes = lw_arena_take(&gltf->document.arena, length / 4 * 3 + 3);
    if (!bytes)
        return lw_fail_memory(gltf->document.error);
    if (!lw_base64_decode(comma + 1, length, bytes, &out->size))
        return lw_value_fail(&gltf->document, uri, LW_ERROR_SYNTAX,
                             "the data of a buffer is not written in base64");
    out->bytes = bytes;
    return LW_OK;
}

/* ---- files beside ---- */

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* decodes percent encoding in place, such as %20 for a blank; false: digits are missing, or it is
 * %00 */
static bool decode_percent(char *text)
{
    char *out = text;
    for (const char *at = text; *at; at++) {
        if (*at == '%') {
            int high = hex_value(at[1]);
            int low = high < 0 ? -1 : hex_value(at[2]);
            if (low < 0 || high + low == 0)
                return false;
            *out++ = (char)(16 * high + low);
            at += 2;
        } else {
            *out++ = *at;
        }
    }
    *out = '\0';
    return true;
}

/* where the caller has set a folder, refuses files whose real path, links followed, is outside */
static lw_status check_inside(const char *folder, const char *path, lw_error *error)
{
    char *real = NULL;
    if (!folder)
        return LW_OK;
    /* one sentence, so that it does not tell whether the file exists outside */
    if (lw_real_path(path, &real, error) == LW_ERROR_MEMORY)
        return LW_ERROR_MEMORY;
    bool inside = real && lw_path_inside(folder, real);
    free(real);
    return inside ? LW_OK
                  : lw_fail(error, LW_ERROR_FILE,
                            "it cannot be found inside %.200s, and only files there are read", folder);
}

/* Checks a file's place and lists it among the files of the scene, if the mesh belongs to a scene. */
static lw_status begin_file(const lw_gltf *gltf, const char *path, lw_error *error)
{
    if (!gltf->model)
        return LW_OK;
    lw_status status = check_inside(gltf->model->inside, path, error);
    return status ? status : lw_model_add_file(gltf->model, path, error);
}

static lw_status read_beside(lw_gltf *gltf, const lw_value *uri, lw_gltf_buffer *out)
{
    lw_document *document = &gltf->document;
    const char *file = document->file;
    const char *slash = strrchr(file, '/');
    size_t folder = slash ? (size_t)(slash - file) + 1 : 0;
    char path[PATH_MAX];
    if (strlen(uri->text) != uri->length || uri->length >= sizeof path - folder)
        return lw_value_fail(document, uri, LW_ERROR_SYNTAX,
                             "the name of a buffer's file holds a NUL character, or is too long");
    memcpy(path, file, folder);
    memcpy(path + folder, uri->text, uri->length + 1);
    if (!uri->length || uri->text[0] == '/' || strstr(uri->text, ":/") ||
        !decode_percent(path + folder))
        return lw_value_fail(document, uri, LW_ERROR_FILE,
                             "buffer \"%.80s\": only names relative to the file are read, and data in "
                             "base64",
                             uri->text);
    char *bytes = NULL;
    lw_error problem = {0};
    lw_status status = begin_file(gltf, path, &problem);
    size_t left = gltf->bytes < MOST_BYTES ? MOST_BYTES - gltf->bytes : 0;
    if (!status)
        status = lw_file_read(path, left, &bytes, &out->size, &problem);
    if (status == LW_ERROR_MEMORY)
        return lw_fail_memory(document->error);
    if (status)
        return lw_value_fail(document, uri, status, "buffer \"%.200s\": %s", path, problem.message);
    out->bytes = lw_arena_copy(&document->arena, bytes, out->size);
    free(bytes);
    return out->bytes ? LW_OK : lw_fail_memory(document->error);
}

lw_status lw_gltf_buffer_open(lw_gltf *gltf, const lw_value *index, lw_gltf_buffer *out)
{
    const lw_value *entry = NULL;
    size_t number = 0;
    size_t length = 0;
    lw_status status = lw_gltf_entry(gltf, "buffers", index, &entry, &number);
    if (status)
        return status;
    *out = gltf->buffers[number];
    if (out->bytes)
        return LW_OK;
    const lw_value *uri = lw_value_find(entry, "uri");
    if ((status = lw_gltf_whole(gltf, entry, "byteLength", 0, MOST_BYTES, &length)))
        return status;
    if (uri && (status = lw_value_expect(&gltf->document, uri, "uri", LW_VALUE_TEXT)))
        return status;
    if (!uri && number == 0 && gltf->chunk.bytes)
        *out = gltf->chunk;
    else if (!uri)
        return lw_value_fail(&gltf->document, entry, LW_ERROR_SYNTAX, "buffers[%zu] has no uri",
                             number);
    else if (!strncmp(uri->text, "data:", 5))
        status = read_data(gltf, uri, out);
    else
        status = read_beside(gltf, uri, out);
    if (status)
        return status;
    if (out->size < length)
        return lw_value_fail(&gltf->document, entry, LW_ERROR_SYNTAX,
                             "buffers[%zu] holds %zu bytes, not %zu as its byteLength says", number,
                             out->size, length);
    gltf->bytes += out->size;
    out->size = length;
    gltf->buffers[number] = *out;
    return LW_OK;
}
