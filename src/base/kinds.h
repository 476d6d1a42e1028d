/* A compile-time check that a table has a row for each kind of an enumeration. A build with
 * LW_DUMMY_KIND adds a kind: each table is then too short, and test/project/test_kinds.sh lists the
 * errors. */
#ifndef LW_BASE_KINDS_H
#define LW_BASE_KINDS_H

#ifdef LW_DUMMY_KIND
enum { LW_DUMMY_KINDS = 1 };
#else
enum { LW_DUMMY_KINDS = 0 };
#endif

/* last: the last kind. */
#define LW_ROW_FOR_EACH(kind, table, last)                                                             \
    _Static_assert(sizeof(table) / sizeof *(table) == (last) + 1 + LW_DUMMY_KINDS,                     \
                   "a row for each " #kind)

#endif
