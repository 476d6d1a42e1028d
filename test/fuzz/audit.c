/* Fuzzing of leeway-audit: the bytes are a proof file, or one that a scene names. */
#include "fuzz.h"

#ifdef LEEWAY_AUDIT
#include <string.h>

#include "audit.h"
#include "source_scene.h"
#include "sources.h"

/* Each line that the auditor writes is a refusal, or about a motion, or about balls of a body. */
static void check_said(char *text, bool refused)
{
    size_t refusals = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (!strncmp(line, "motion ", 7)) {
            fuzz_require(strstr(line, ": proven ") || strstr(line, ": nothing is proven"));
            continue;
        }
        if (!strncmp(line, "body \"", 6)) {
            fuzz_require(strstr(line, "\": contained in its "));
            continue;
        }
        fuzz_require(!strncmp(line, "input:", 6) && strstr(line, ": refused: "));
        refusals++;
    }
    fuzz_require(refused == (refusals > 0));
}

void fuzz_audit(const uint8_t *bytes, size_t size)
{
    char *said = NULL;
    size_t length = 0;
    FILE *file = fopen(fuzz_file(bytes, size, "jsonl"), "rb");
    FILE *out = open_memstream(&said, &length);
    fuzz_require(file && out);
    const audit_options options = {0};
    int status = audit(file, "input", &options, out);
    fuzz_require(status == 0 || status == 1);
    fclose(file);
    fclose(out);
    check_said(said, status == 1);
    free(said);
}
/* The first byte tells the kind of the file: u, s, t, o, p or y; others are a scene in JSON. */
void fuzz_audit_files(const uint8_t *bytes, size_t size)
{
    refusal why = {""};
    mesh read;
    source_robot robot = {0};
    source_scene scene = {0};
    const char kind = size ? (char)bytes[0] : 'j';
    static const char kinds[] = "ustopy";
    static const char *const endings[] = {"urdf", "srdf", "stl", "obj", "ply", "yaml"};
    const char *found = strchr(kinds, kind);
    const char *ending = found && *found ? endings[found - kinds] : "json";
    const char *path = fuzz_file(bytes + (size > 0), size - (size > 0), ending);
    if (ending[0] == 'j' || ending[0] == 'y') {
        sources *s = sources_read(&(audit_options){.scene = path}, &why);
        fuzz_require(s || why.sentence[0]);
        sources_free(s);
        return;
    }
    const bool good = kind == 'u'   ? urdf_read(&scene, path, &robot, &why)
                      : kind == 's' ? srdf_read(&scene, path, &robot, &why)
                                    : mesh_read(&scene.store, path, &read, &why);
    fuzz_require(good || why.sentence[0]);
    source_scene_free(&scene);
}
#else
void fuzz_audit(const uint8_t *bytes, size_t size)
{
    (void)bytes;
    (void)size;
}

void fuzz_audit_files(const uint8_t *bytes, size_t size)
{
    (void)bytes;
    (void)size;
}
#endif
