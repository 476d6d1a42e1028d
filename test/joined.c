/* The program of several tests: runs the one that is named, and lists the names without one. */
#include "joined.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    for (const struct joined_test *test = joined_tests; test->name; test++) {
        if (argc == 1)
            puts(test->name);
        else if (argc == 2 && strcmp(argv[1], test->name) == 0)
            return test->run();
    }
    if (argc > 1)
        fprintf(stderr, "%s: expected the name of one of its tests, which it lists without one\n",
                argv[0]);
    return argc == 1 ? 0 : 2;
}
