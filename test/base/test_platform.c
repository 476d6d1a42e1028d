/* Tests base/platform.h on this system: kinds of files, their creation, size and replacement, real
 * paths, and the sink. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>

#include "base/platform.h"
#include "files_fixture.h"

static uint64_t size_of(const char *path)
{
    uint64_t size = 0;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(lw_file_size(file, &size));
    fclose(file);
    return size;
}

static void test_kinds_of_files(void **state)
{
    (void)state;
    assert_int_equal(lw_file_look(files_path(&here, "none")), LW_FILE_NONE);
    assert_int_equal(errno, ENOENT);
    const char *path = files_write(&here, "some", "text");
    assert_int_equal(lw_file_look(path), LW_FILE_ORDINARY);
    assert_int_equal(lw_file_look(here.folder), LW_FILE_OTHER);
    assert_int_equal(lw_file_look("/dev/null"), LW_FILE_OTHER);
    assert_int_equal(symlink(path, files_path(&here, "link")), 0);
    assert_int_equal(lw_file_look(files_path(&here, "link")), LW_FILE_ORDINARY);
}

static void test_files_are_created_and_replaced(void **state)
{
    (void)state;
    const char *old = files_write(&here, "old", "a long text");
    assert_int_equal(size_of(old), 11);
    FILE *file = lw_file_create(old);
    assert_non_null(file);
    assert_true(fputs("short", file) >= 0);
    assert_true(lw_file_settle(file));
    assert_int_equal(size_of(old), 5);
    fclose(file);
    const char *other = files_write(&here, "other", "the other");
    assert_true(lw_file_replace(other, old));
    assert_int_equal(size_of(old), 9);
    assert_int_equal(lw_file_look(other), LW_FILE_NONE);
    assert_false(lw_file_replace(other, old));
    assert_null(lw_file_create(here.folder));
    assert_int_equal(errno, EISDIR);
}

/* no disk takes what is written into a full device */
static void test_a_full_disk_is_seen(void **state)
{
    (void)state;
    FILE *file = fopen("/dev/full", "wb");
    if (!file)
        skip();
    assert_true(fputs("text", file) >= 0);
    assert_false(lw_file_settle(file));
    fclose(file);
}

static void test_paths_are_resolved(void **state)
{
    (void)state;
    char around[300];
    const char *path = files_write(&here, "real", "");
    assert_int_equal(symlink("real", files_path(&here, "around")), 0);
    snprintf(around, sizeof around, "%s/../%s/around", here.folder, strrchr(here.folder, '/') + 1);
    char *wanted = lw_file_resolve(path);
    char *found = lw_file_resolve(around);
    assert_non_null(wanted);
    assert_string_equal(strrchr(wanted, '/'), "/real");
    assert_string_equal(found, wanted);
    free(found);
    free(wanted);
    assert_int_equal(remove(path), 0);
    assert_null(lw_file_resolve(around));
    assert_int_equal(errno, ENOENT);
}

static void test_a_sink_keeps_the_beginning(void **state)
{
    (void)state;
    char bytes[8] = {0};
    FILE *sink = lw_sink_open(bytes, sizeof bytes);
    assert_non_null(sink);
    fputs("one and two and three", sink);
    fclose(sink);
    assert_memory_equal(bytes, "one and", 7);
}

static void test_numbers_and_sentences(void **state)
{
    (void)state;
    char text[100];
    assert_int_equal(lw_process_number(), getpid());
    assert_true(lw_errno_text(ENOENT, text, sizeof text));
    assert_non_null(strstr(text, "No such file"));
    assert_false(lw_errno_text(ENOENT, text, 2));
    void *memory = lw_aligned_take(256, 512);
    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % 256, 0);
    lw_aligned_free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_of_files),
        cmocka_unit_test(test_files_are_created_and_replaced),
        cmocka_unit_test(test_a_full_disk_is_seen),
        cmocka_unit_test(test_paths_are_resolved),
        cmocka_unit_test(test_a_sink_keeps_the_beginning),
        cmocka_unit_test(test_numbers_and_sentences),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
