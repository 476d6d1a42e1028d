/* Tests base/arena.h: memory is aligned, zeroed and disjoint, and an arena survives every allocation
 * failure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "allocation.h"
#include "base/arena.h"
#include "base/random.h"
#include "seed.h"

#define BLOCK ((size_t)64 * 1024)

enum { PIECES = 300 };

static void test_pieces_are_aligned_zeroed_and_apart(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    lw_arena arena = {0};
    unsigned char *pieces[PIECES];
    size_t sizes[PIECES];
    for (size_t i = 0; i < PIECES; i++) {
        /* small ones, and now and then one larger than a block */
        sizes[i] = lw_random_below(&random, i % 40 == 0 ? 200000 : 2000);
        pieces[i] = lw_arena_take(&arena, sizes[i]);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 64, 0);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(pieces[i][k], 0);
        memset(pieces[i], (int)(i % 255) + 1, sizes[i]);
    }
    size_t sum = 0;
    for (size_t i = 0; i < PIECES; i++) {
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(pieces[i][k], i % 255 + 1);
        sum += sizes[i];
    }
    assert_true(arena.total >= sum);
    lw_arena_free(&arena);
    assert_int_equal(arena.total, 0);
    assert_null(arena.blocks);
}

static void test_free_leaves_an_arena_that_works(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_arena_free(&arena);
    for (int round = 0; round < 3; round++) {
        assert_non_null(lw_arena_take(&arena, 0));
        assert_non_null(lw_arena_array(&arena, 1000, 100));
        lw_arena_free(&arena);
    }
}

static void test_small_pieces_share_a_block(void **state)
{
    (void)state;
    lw_arena arena = {0};
    size_t before = allocation_count();
    for (size_t i = 0; i < BLOCK / 64; i++)
        assert_non_null(lw_arena_take(&arena, 64));
    assert_int_equal(allocation_count() - before, 1);
    assert_non_null(lw_arena_take(&arena, 1));
    assert_int_equal(allocation_count() - before, 2);
    lw_arena_free(&arena);
}

/* Blocks of an arena that begins small: each is twice as large as the last, up to the ordinary size. */
static void test_a_small_beginning(void **state)
{
    (void)state;
    lw_arena arena = {.block = 1024};
    size_t before = 0;
    size_t expected = 1024;
    for (size_t i = 0; i < 4 * BLOCK / 64; i++) {
        assert_non_null(lw_arena_take(&arena, 64));
        if (arena.total == before)
            continue;
        assert_int_equal(arena.total - before, expected + 64);
        before = arena.total;
        expected = expected < BLOCK ? 2 * expected : BLOCK;
    }
    assert_int_equal(expected, BLOCK);
    assert_non_null(lw_arena_take(&arena, 3 * BLOCK));
    assert_int_equal(arena.total - before, 3 * BLOCK + 64);
    lw_arena_free(&arena);
}

/* Small pieces stand 16 bytes apart, and pieces after them are aligned to 64 bytes as ever. */
static void test_small_pieces(void **state)
{
    (void)state;
    lw_arena arena = {0};
    size_t before = allocation_count();
    unsigned char *last = lw_arena_take_small(&arena, 1);
    for (size_t i = 1; i < BLOCK / 16; i++) {
        unsigned char *piece = lw_arena_take_small(&arena, i % 16 + 1);
        assert_ptr_equal(piece, last + 16);
        last = piece;
    }
    assert_int_equal(allocation_count() - before, 1);
    assert_non_null(lw_arena_take_small(&arena, 1));
    assert_int_equal(allocation_count() - before, 2);
    assert_int_equal((uintptr_t)lw_arena_take(&arena, 1) % 64, 0);
    for (size_t i = 0; i < BLOCK / 16; i++) { /* in any order: all writes stay within their blocks */
        memset(lw_arena_take_small(&arena, i % 100), 1, i % 100);
        memset(lw_arena_take(&arena, i % 70), 1, i % 70);
    }
    lw_arena_free(&arena);
}

/* An emptied arena takes no more memory until its block is full again, and its memory is zeroed. */
static void test_emptied(void **state)
{
    (void)state;
    lw_arena arena = {0};
    lw_arena_empty(&arena);
    assert_int_equal(arena.total, 0);
    for (int i = 0; i < 5; i++)
        memset(lw_arena_take(&arena, BLOCK / 2), 0xff, BLOCK / 2);
    size_t one = arena.total / 3;
    size_t before = allocation_count();
    for (int i = 0; i < 100; i++) {
        lw_arena_empty(&arena);
        assert_int_equal(arena.total, one);
        unsigned char *bytes = lw_arena_take(&arena, BLOCK);
        for (size_t k = 0; k < BLOCK; k++)
            assert_int_equal(bytes[k], 0);
        memset(bytes, 0xff, BLOCK);
    }
    assert_int_equal(allocation_count(), before);
    /* a large block is not kept */
    assert_non_null(lw_arena_take(&arena, 3 * BLOCK));
    lw_arena_empty(&arena);
    assert_int_equal(arena.total, 0);
}

static void test_sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    lw_arena arena = {0};
    assert_null(lw_arena_take(&arena, SIZE_MAX));
    assert_null(lw_arena_take(&arena, SIZE_MAX / 2 + 1));
    assert_null(lw_arena_array(&arena, SIZE_MAX / 8, 16));
    assert_null(lw_arena_array(&arena, (size_t)1 << 32, (size_t)1 << 32));
    assert_int_equal(arena.total, 0);
    assert_non_null(lw_arena_array(&arena, SIZE_MAX, 0));
    assert_non_null(lw_arena_array(&arena, 0, SIZE_MAX));
    lw_arena_free(&arena);
}

static void test_copies(void **state)
{
    (void)state;
    lw_arena arena = {0};
    char word[] = "shoulder_pan_joint";
    char *copy = lw_arena_string(&arena, word);
    assert_ptr_not_equal(copy, word);
    memset(word, 'x', sizeof word - 1);
    assert_string_equal(copy, "shoulder_pan_joint");
    assert_null(lw_arena_string(&arena, NULL));
    const uint32_t numbers[3] = {1, 2, 3};
    assert_memory_equal(lw_arena_copy(&arena, numbers, sizeof numbers), numbers, sizeof numbers);
    assert_non_null(lw_arena_copy(&arena, NULL, 0));
    lw_arena_free(&arena);
}

/* Takes several blocks; false as soon as a piece could not be allocated. */
static bool fill(lw_arena *arena)
{
    return lw_arena_take(arena, 100) && lw_arena_take(arena, 2 * BLOCK) &&
           lw_arena_array(arena, BLOCK, 1) && lw_arena_string(arena, "name") &&
           lw_arena_copy(arena, "bytes", 5);
}

static void test_every_failure_in_turn(void **state)
{
    (void)state;
    size_t failures = 0;
    for (size_t n = 1;; n++) {
        lw_arena arena = {0};
        allocation_fail(n);
        bool filled = fill(&arena);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(filled, !failed);
        /* the pieces from before the failure still count, and the arena goes on working */
        assert_true(fill(&arena));
        lw_arena_free(&arena);
        if (!failed)
            break;
        failures++;
    }
    /* one failure per block: of the first piece, the large one, the one of a block's size, and the
     * short ones */
    assert_int_equal(failures, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_are_aligned_zeroed_and_apart),
        cmocka_unit_test(test_free_leaves_an_arena_that_works),
        cmocka_unit_test(test_small_pieces_share_a_block),
        cmocka_unit_test(test_a_small_beginning),
        cmocka_unit_test(test_small_pieces),
        cmocka_unit_test(test_emptied),
        cmocka_unit_test(test_sizes_that_overflow_are_refused),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_every_failure_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
