/* The entry point of libFuzzer. LEEWAY_FUZZ names the target. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const fuzz_target *target;
    if (!target && !(target = fuzz_find(getenv("LEEWAY_FUZZ")))) {
        fprintf(stderr,
                "LEEWAY_FUZZ names no target; the folders of test/fuzz/corpus are their names\n");
        exit(1);
    }
    target->run(bytes, size);
    return 0;
}
