/* Tests the targets of the fuzzers (fuzz/fuzz.h) on the inputs in fuzz/corpus: examples of each format,
 * and inputs that once failed. Each is also run with bytes changed and with its end cut off. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "files.h"
#include "fuzz/fuzz.h"
#include "seed.h"

/* the changes do not depend on the order of the files in a folder */
static void run_changed(const fuzz_target *target, const char *bytes, size_t size, uint64_t seed)
{
    lw_random random = {seed + size};
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    for (int round = 0; round < test_rounds(4, 400); round++) {
        memcpy(copy, bytes, size);
        for (uint32_t k = 1 + lw_random_below(&random, 4); k && size; k--)
            copy[lw_random_below(&random, (uint32_t)size)] = (char)lw_random_below(&random, 256);
        target->run((const uint8_t *)copy, size);
        target->run((const uint8_t *)bytes, lw_random_below(&random, (uint32_t)size + 1));
    }
    free(copy);
}

/* runs all files of a folder and returns their number */
static int run_folder(const fuzz_target *target, const char *folder, uint64_t seed)
{
    int count = 0;
    DIR *entries = opendir(folder);
    for (struct dirent *entry = NULL; entries && (entry = readdir(entries));) {
        char path[600];
        size_t size = 0;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%.300s/%.255s", folder, entry->d_name);
        char *bytes = files_read(path, &size);
        assert_non_null(bytes);
        target->run((const uint8_t *)bytes, size);
        run_changed(target, bytes, size, seed);
        free(bytes);
        count++;
    }
    if (entries)
        closedir(entries);
    return count;
}

static void test_corpus(void **state)
{
    (void)state;
    uint64_t seed = test_seed();
    for (size_t i = 0; i < FUZZ_TARGETS; i++) {
        char folder[100];
        snprintf(folder, sizeof folder, "test/fuzz/corpus/%.40s", fuzz_targets[i].name);
        fuzz_targets[i].run((const uint8_t *)"", 0);
        if (!run_folder(&fuzz_targets[i], folder, seed))
            fail_msg("%s holds nothing", folder);
    }
}

/* every folder of the corpus belongs to a target: a misnamed one would never be run */
static void test_folders(void **state)
{
    (void)state;
    DIR *entries = opendir("test/fuzz/corpus");
    assert_non_null(entries);
    for (struct dirent *entry = NULL; (entry = readdir(entries));)
        if (entry->d_name[0] != '.' && !fuzz_find(entry->d_name))
            fail_msg("there is no target %s", entry->d_name);
    closedir(entries);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corpus),
        cmocka_unit_test(test_folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
