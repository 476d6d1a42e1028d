/* The tests that are linked into one program. */
#ifndef LW_TEST_JOINED_H
#define LW_TEST_JOINED_H

/* A test and its main. */
struct joined_test {
    const char *name;
    int (*run)(void);
};

/* Those of this program, up to one without a name; CMake writes it. */
extern const struct joined_test joined_tests[];

#endif
