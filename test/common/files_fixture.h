/* Files that all tests of a program write into one folder: cmocka's setup and teardown of a group. */
#ifndef LW_TEST_FILES_FIXTURE_H
#define LW_TEST_FILES_FIXTURE_H

#include "files.h"

static files here;

static inline int open_files(void **state)
{
    (void)state;
    files_open(&here);
    return 0;
}

static inline int close_files(void **state)
{
    (void)state;
    files_close(&here);
    return 0;
}

#endif
