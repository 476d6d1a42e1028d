/* Fuzzing of leeway-audit: the bytes are a proof file. */
#include "fuzz.h"

#ifdef LEEWAY_AUDIT
#include <string.h>

#include "audit.h"

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
    int status = audit(file, "input", false, false, out);
    fuzz_require(status == 0 || status == 1);
    fclose(file);
    fclose(out);
    check_said(said, status == 1);
    free(said);
}
#else
void fuzz_audit(const uint8_t *bytes, size_t size)
{
    (void)bytes;
    (void)size;
}
#endif
