/* Tables with a row for each kind. Where LW_DUMMY_KIND adds a kind, they are too short, so that
 * test/project/test_kinds.sh finds them. */
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
