/* Tests roadmaps that are kept: the same roadmap however it grew, files that are whole or refused, and
 * paths that begin with a roadmap. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "allocation.h"
#include "files.h"
#include "plan_world.h"

enum { FILE_MOST = 1 << 20, FILE_HEADER = 16 + 8 * 8 };

typedef struct place {
    lw_scene *scene;
    lw_planner *planner;
    files files;
} place;

static void begin(place *p, unsigned threads)
{
    p->scene = wall_with_hole(0.5, 0.26);
    p->planner = planner_of(p->scene, NULL, threads);
    files_open(&p->files);
}

static void end(place *p)
{
    files_close(&p->files);
    lw_planner_destroy(p->planner);
    lw_scene_destroy(p->scene);
}

static lw_roadmap *roadmap_of(lw_planner *planner, uint64_t seed)
{
    lw_error error = {0};
    lw_roadmap *roadmap = NULL;
    succeed(lw_roadmap_create(planner, seed, &roadmap, &error), &error);
    return roadmap;
}

static void grow(lw_roadmap *roadmap, uint64_t nodes)
{
    lw_error error = {0};
    lw_roadmap_options options = lw_default_roadmap_options();
    options.nodes = nodes;
    succeed(lw_roadmap_grow(roadmap, &options, &error), &error);
    assert_int_equal(lw_roadmap_node_count(roadmap), nodes);
}

static size_t read_file(const char *path, unsigned char *out)
{
    size_t size = 0;
    char *bytes = files_read(path, &size);
    assert_non_null(bytes);
    assert_true(size < FILE_MOST);
    memcpy(out, bytes, size);
    free(bytes);
    return size;
}

static void save(const lw_roadmap *roadmap, const char *path)
{
    lw_error error = {0};
    succeed(lw_roadmap_save(roadmap, path, &error), &error);
}

static lw_roadmap *load(lw_planner *planner, const char *path)
{
    lw_error error = {0};
    lw_roadmap *roadmap = NULL;
    succeed(lw_roadmap_load(planner, path, &roadmap, &error), &error);
    return roadmap;
}

static size_t files_in(const char *folder)
{
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    size_t count = 0;
    for (const struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

/* ---- one roadmap -------------------------------------------------------------------------------- */

static bool stop_at_third(void *context)
{
    int *asked = context;
    return ++*asked >= 3;
}

/* A roadmap gives the same file, to the byte, whether it grows at once, in steps, is saved and loaded
 * in between, is stopped in the middle of a step, or grows on three threads. */
static void test_one_roadmap(void **state)
{
    (void)state;
    static unsigned char bytes[5][FILE_MOST];
    size_t sizes[5];
    lw_error error = {0};
    place p;
    begin(&p, 1);
    lw_planner *threads = planner_of(p.scene, NULL, 3);
    for (int way = 0; way < 5; way++) {
        lw_roadmap *roadmap = roadmap_of(way == 4 ? threads : p.planner, 7);
        if (way == 1)
            for (uint64_t nodes = 1; nodes < 300; nodes += 37)
                grow(roadmap, nodes);
        if (way == 2) {
            grow(roadmap, 130);
            save(roadmap, files_path(&p.files, "half"));
            lw_roadmap_destroy(roadmap);
            roadmap = load(p.planner, files_path(&p.files, "half"));
            assert_int_equal(lw_roadmap_seed(roadmap), 7);
        }
        if (way == 3) {
            int asked = 0;
            lw_roadmap_options options = lw_default_roadmap_options();
            options.nodes = 300;
            options.stop = stop_at_third;
            options.stop_context = &asked;
            succeed(lw_roadmap_grow(roadmap, &options, &error), &error);
            assert_true(asked >= 3);
            assert_true(lw_roadmap_node_count(roadmap) < 300);
        }
        grow(roadmap, 300);
        /* it has enough nodes already: nothing changes */
        grow(roadmap, 300);
        assert_true(lw_roadmap_edge_count(roadmap) > 600);
        save(roadmap, files_path(&p.files, "whole"));
        sizes[way] = read_file(files_path(&p.files, "whole"), bytes[way]);
        lw_roadmap_destroy(roadmap);
        assert_int_equal(sizes[way], sizes[0]);
        assert_memory_equal(bytes[way], bytes[0], sizes[0]);
    }
    lw_roadmap *other = roadmap_of(p.planner, 8);
    grow(other, 300);
    save(other, files_path(&p.files, "other"));
    size_t size = read_file(files_path(&p.files, "other"), bytes[1]);
    assert_true(size != sizes[0] || memcmp(bytes[0], bytes[1], size) != 0);
    lw_roadmap_destroy(other);
    lw_planner_destroy(threads);
    end(&p);
}

/* Nodes and edges are free, by samples that share no code with the search. */
static void test_edges(void **state)
{
    (void)state;
    place p;
    begin(&p, 1);
    lw_roadmap *roadmap = roadmap_of(p.planner, 3);
    grow(roadmap, 200);
    save(roadmap, files_path(&p.files, "r"));
    static unsigned char bytes[FILE_MOST];
    size_t size = read_file(files_path(&p.files, "r"), bytes);
    size_t edges = lw_roadmap_edge_count(roadmap);
    /* the size follows from the documented layout */
    assert_int_equal(size, FILE_HEADER + 8 * (2 * 200 + edges + 1));
    double(*nodes)[2] = calloc(200, sizeof *nodes);
    memcpy(nodes, bytes + FILE_HEADER, 200 * sizeof *nodes);
    size_t crossing = 0;
    for (size_t i = 0; i < edges; i++) {
        uint32_t ends[2];
        memcpy(ends, bytes + FILE_HEADER + 8 * (2 * 200 + i), sizeof ends);
        assert_true(ends[0] < ends[1] && ends[1] < 200);
        const double *a = nodes[ends[0]];
        const double *b = nodes[ends[1]];
        crossing += a[0] * b[0] < 0;
        for (int k = 0; k <= 100; k++) {
            double x = a[0] + (b[0] - a[0]) * k / 100;
            double y = a[1] + (b[1] - a[1]) * k / 100;
            /* the puck of radius 0.1 passes the wall, which is 0.1 thick, in the hole alone */
            if (fabs(x) < 0.15 - 1e-9)
                assert_true(y > 0.37 && y < 0.63);
        }
    }
    assert_true(crossing > 0);
    free(nodes);
    lw_roadmap_destroy(roadmap);
    end(&p);
}

/* ---- paths -------------------------------------------------------------------------------------- */

/* A search that begins with a roadmap asks about fewer segments, finds the same path each time, and
 * leaves the roadmap as it was. A search without one answers as before. */
static void test_paths(void **state)
{
    (void)state;
    place p;
    begin(&p, 1);
    lw_plan_options options = lw_default_plan_options();
    options.method = LW_PLAN_PRM;
    lw_plan plain = find(p.planner, on_the_left, on_the_right, &options);
    uint64_t edges = plain.edges;
    double length = plain.length;
    lw_roadmap *roadmap = roadmap_of(p.planner, 7);
    grow(roadmap, 400);
    size_t nodes = lw_roadmap_node_count(roadmap);
    size_t known = lw_roadmap_edge_count(roadmap);
    options.roadmap = roadmap;
    double found[2];
    for (int i = 0; i < 2; i++) {
        options.method = i ? LW_PLAN_RRT_CONNECT : LW_PLAN_PRM;
        lw_plan plan = find(p.planner, on_the_left, on_the_right, &options);
        assert_int_equal(plan.kind, LW_PLAN_FOUND);
        check_path(p.scene, lw_scene_movable_joints(p.scene, 0), &plan, on_the_left, on_the_right, 2);
        assert_int_equal(plan.nodes, 2);
        found[i] = plan.length;
        assert_int_equal(lw_roadmap_node_count(roadmap), nodes);
        assert_int_equal(lw_roadmap_edge_count(roadmap), known);
    }
    assert_true(found[0] == found[1]);
    options.shortcuts = 0;
    lw_plan raw = find(p.planner, on_the_left, on_the_right, &options);
    assert_int_equal(raw.kind, LW_PLAN_FOUND);
    assert_true(raw.edges * 4 < edges);
    /* a straight way is a single segment */
    const double low[] = {-0.8, -0.9};
    const double high[] = {-0.8, 0.9};
    raw = find(p.planner, low, high, &options);
    assert_int_equal(raw.kind, LW_PLAN_FOUND);
    assert_int_equal(raw.point_count, 2);
    assert_int_equal(raw.edges, 2 + 1);
    options.shortcuts = 200;
    options.method = LW_PLAN_PRM;
    options.roadmap = NULL;
    plain = find(p.planner, on_the_left, on_the_right, &options);
    assert_true(plain.edges == edges && plain.length == length);
    lw_roadmap_destroy(roadmap);
    end(&p);
}

/* If a roadmap is too small to join start and goal, the search begins with it and goes on by any
 * method. */
static void test_small(void **state)
{
    (void)state;
    place p;
    begin(&p, 1);
    lw_roadmap *roadmap = roadmap_of(p.planner, 7);
    lw_plan_options options = lw_default_plan_options();
    options.roadmap = roadmap;
    for (uint64_t nodes = 0; nodes < 3; nodes++)
        for (int m = 0; lw_plan_method_name((lw_plan_method)m); m++) {
            options.method = (lw_plan_method)m;
            grow(roadmap, nodes);
            lw_plan plan = find(p.planner, on_the_left, on_the_right, &options);
            assert_int_equal(plan.kind, LW_PLAN_FOUND);
            assert_true(plan.nodes > 5);
            check_path(p.scene, lw_scene_movable_joints(p.scene, 0), &plan, on_the_left, on_the_right,
                       2);
            assert_int_equal(lw_roadmap_node_count(roadmap), nodes);
        }
    /* but only within the budget */
    options.method = LW_PLAN_PRM;
    options.budget_nodes = 4;
    lw_plan plan = find(p.planner, on_the_left, on_the_right, &options);
    assert_int_equal(plan.kind, LW_PLAN_NONE);
    assert_int_equal(plan.reason, LW_REASON_BUDGET);
    assert_int_equal(lw_roadmap_node_count(roadmap), 2);
    lw_roadmap_destroy(roadmap);
    end(&p);
}

/* ---- damaged files ------------------------------------------------------------------------------ */

static void refuse_file(const place *p, lw_status status, const char *sentence)
{
    lw_error error = {0};
    lw_roadmap *roadmap = NULL;
    assert_int_equal(lw_roadmap_load(p->planner, files_path(&p->files, "r"), &roadmap, &error), status);
    assert_non_null(strstr(error.message, sentence));
    assert_null(roadmap);
    assert_string_equal(error.file, files_path(&p->files, "r"));
}

static void test_damaged(void **state)
{
    (void)state;
    static unsigned char bytes[FILE_MOST];
    place p;
    begin(&p, 1);
    lw_roadmap *roadmap = roadmap_of(p.planner, 3);
    grow(roadmap, 20);
    save(roadmap, files_path(&p.files, "r"));
    size_t size = read_file(files_path(&p.files, "r"), bytes);
    /* cut off, at any length */
    for (size_t length = 0; length < size; length += length < 100 ? 1 : 97) {
        files_write_bytes(&p.files, "r", bytes, length);
        refuse_file(&p, LW_ERROR_SYNTAX, length < 16 ? "no roadmap" : "not whole");
    }
    /* too long */
    memset(bytes + size, 0, 8);
    files_write_bytes(&p.files, "r", bytes, size + 8);
    refuse_file(&p, LW_ERROR_SYNTAX, "not whole");
    /* with any bit flipped */
    for (size_t bit = 0; bit < 8 * size; bit += bit < 8 * 100 ? 1 : 61) {
        lw_error error = {0};
        lw_roadmap *loaded = NULL;
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        files_write_bytes(&p.files, "r", bytes, size);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        lw_status status = lw_roadmap_load(p.planner, files_path(&p.files, "r"), &loaded, &error);
        assert_true(status == LW_ERROR_SYNTAX || status == LW_ERROR_ARGUMENT);
        assert_null(loaded);
    }
    /* counts that overflow */
    static const uint64_t counts[] = {0, 1, 1u << 31, UINT32_MAX, 1ull << 61, 1ull << 63, UINT64_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (size_t at = 6; at < 8; at++) {
            unsigned char other[FILE_HEADER + 8];
            memcpy(other, bytes, sizeof other);
            memcpy(other + 16 + 8 * at, &counts[i], 8);
            files_write_bytes(&p.files, "r", other, sizeof other);
            refuse_file(&p, LW_ERROR_SYNTAX, "not whole");
        }
    files_write_bytes(&p.files, "r", bytes, size);
    lw_roadmap *good = load(p.planner, files_path(&p.files, "r"));
    assert_int_equal(lw_roadmap_node_count(good), 20);
    lw_roadmap_destroy(good);
    lw_roadmap_destroy(roadmap);
    end(&p);
}

/* Sets a number of the file, and the hash at its end to the right one for it. */
static void forge(unsigned char *bytes, size_t size, size_t at, uint64_t number)
{
    memcpy(bytes + at, &number, 8);
    uint64_t hash = 0;
    for (size_t i = 16; i + 8 < size; i += 8) {
        uint64_t next;
        memcpy(&next, bytes + i, 8);
        hash += 0x9e3779b97f4a7c15u + next;
        hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
        hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
        hash ^= hash >> 31;
    }
    memcpy(bytes + size - 8, &hash, 8);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Files with a right hash that were forged: nodes out of bounds and edges between no nodes are refused,
 * and an edge through the wall leads to no path through it. */
static void test_forged(void **state)
{
    (void)state;
    static unsigned char bytes[FILE_MOST];
    static unsigned char forged[FILE_MOST];
    place p;
    begin(&p, 1);
    lw_roadmap *roadmap = roadmap_of(p.planner, 3);
    grow(roadmap, 20);
    save(roadmap, files_path(&p.files, "r"));
    size_t size = read_file(files_path(&p.files, "r"), bytes);
    size_t edge = FILE_HEADER + 8 * 2 * 20;
    const struct {
        size_t at;
        uint64_t number;
    } changes[] = {{FILE_HEADER, bits_of((double)NAN)},
                   {FILE_HEADER + 8, bits_of(1.5)},
                   {edge, 20ull << 32 | 3},
                   {edge, 7ull << 32 | 7},
                   {edge, 3ull << 32 | 7},
                   {16, 2}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        memcpy(forged, bytes, size);
        forge(forged, size, changes[i].at, changes[i].number);
        files_write_bytes(&p.files, "r", forged, size);
        refuse_file(&p, LW_ERROR_SYNTAX, changes[i].at == 16 ? "version 2" : "damaged");
    }
    /* two nodes on either side, far below the hole, and an edge between them */
    memcpy(forged, bytes, size);
    forge(forged, size, FILE_HEADER, bits_of(-0.8));
    forge(forged, size, FILE_HEADER + 8, bits_of(-0.8));
    forge(forged, size, FILE_HEADER + 16, bits_of(0.8));
    forge(forged, size, FILE_HEADER + 24, bits_of(-0.8));
    forge(forged, size, edge, 1ull << 32);
    files_write_bytes(&p.files, "r", forged, size);
    lw_roadmap *loaded = load(p.planner, files_path(&p.files, "r"));
    lw_plan_options options = lw_default_plan_options();
    options.method = LW_PLAN_PRM;
    options.roadmap = loaded;
    options.shortcuts = 0;
    const double from[] = {-0.8, -0.75};
    const double to[] = {0.8, -0.75};
    lw_plan plan = find(p.planner, from, to, &options);
    if (plan.kind == LW_PLAN_FOUND)
        check_path(p.scene, lw_scene_movable_joints(p.scene, 0), &plan, from, to, 2);
    else
        assert_int_equal(plan.kind, LW_PLAN_NONE);
    lw_roadmap_destroy(loaded);
    lw_roadmap_destroy(roadmap);
    end(&p);
}

/* A roadmap is for one scene, its joints, their bounds, and the rest values of the other joints. */
static void test_others(void **state)
{
    (void)state;
    lw_error error = {0};
    place p;
    begin(&p, 1);
    lw_roadmap *roadmap = roadmap_of(p.planner, 3);
    grow(roadmap, 20);
    save(roadmap, files_path(&p.files, "r"));
    lw_planner *planner = p.planner;
    lw_scene *moved = wall_with_hole(0.5, 0.27);
    p.planner = planner_of(moved, NULL, 1);
    refuse_file(&p, LW_ERROR_ARGUMENT, "another scene");
    lw_planner_destroy(p.planner);
    lw_scene_destroy(moved);
    const double lower[] = {-0.9, -1};
    lw_plan_space space = lw_default_plan_space();
    space.lower = lower;
    p.planner = planner_of(p.scene, &space, 1);
    refuse_file(&p, LW_ERROR_ARGUMENT, "other joints or bounds");
    lw_planner_destroy(p.planner);
    /* x alone, at two rest values of y */
    static const char *const names[] = {"x"};
    lw_joints *only = NULL;
    succeed(lw_joints_create(p.scene, NULL, names, 1, &only, &error), &error);
    const lw_joints *list[] = {only};
    lw_motion *rest = NULL;
    succeed(lw_motion_create(p.scene, &rest, &error), &error);
    space = lw_default_plan_space();
    space.joints = list;
    space.joints_count = 1;
    space.rest = rest;
    lw_roadmap *low = NULL;
    for (int level = 0; level < 2; level++) {
        const double y = level ? 0.5 : 0.2;
        succeed(lw_motion_set_joint(rest, NULL, "y", &y, 1, &error), &error);
        p.planner = planner_of(p.scene, &space, 1);
        refuse_file(&p, LW_ERROR_ARGUMENT, "other joints or bounds");
        if (!level) {
            low = roadmap_of(p.planner, 1);
            grow(low, 5);
            save(low, files_path(&p.files, "r"));
            lw_roadmap_destroy(load(p.planner, files_path(&p.files, "r")));
            lw_roadmap_destroy(low);
        }
        lw_planner_destroy(p.planner);
    }
    lw_motion_destroy(rest);
    lw_joints_destroy(only);
    lw_roadmap_destroy(roadmap);
    p.planner = planner;
    end(&p);
}

/* ---- writing ------------------------------------------------------------------------------------ */

static void test_saving(void **state)
{
    (void)state;
    lw_error error = {0};
    place p;
    begin(&p, 1);
    lw_roadmap *roadmap = roadmap_of(p.planner, 3);
    grow(roadmap, 5);
    save(roadmap, files_path(&p.files, "r"));
    save(roadmap, files_path(&p.files, "r"));
    assert_int_equal(files_in(p.files.folder), 1);
    /* a link stays a link, and its target gets the roadmap */
    assert_int_equal(symlink("r", files_path(&p.files, "link")), 0);
    grow(roadmap, 9);
    save(roadmap, files_path(&p.files, "link"));
    struct stat info;
    assert_int_equal(lstat(files_path(&p.files, "link"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    lw_roadmap *loaded = load(p.planner, files_path(&p.files, "r"));
    assert_int_equal(lw_roadmap_node_count(loaded), 9);
    lw_roadmap_destroy(loaded);
    assert_int_equal(files_in(p.files.folder), 2);
    refused(lw_roadmap_save(roadmap, files_path(&p.files, "none/r"), &error), LW_ERROR_FILE, &error,
            "cannot be written: No such file");
    refused(lw_roadmap_save(roadmap, p.files.folder, &error), LW_ERROR_FILE, &error, "ordinary file");
    refused(lw_roadmap_save(roadmap, "/dev/null", &error), LW_ERROR_FILE, &error, "ordinary file");
    lw_roadmap *none = NULL;
    const char *unnamed = "the name of a file or folder is empty";
    refused(lw_roadmap_save(roadmap, "", &error), LW_ERROR_FILE, &error, unnamed);
    refused(lw_roadmap_load(p.planner, "", &none, &error), LW_ERROR_FILE, &error, unnamed);
    refused(lw_roadmap_load(p.planner, files_path(&p.files, "none"), &none, &error), LW_ERROR_FILE,
            &error, "cannot be read: No such file");
    refused(lw_roadmap_load(p.planner, p.files.folder, &none, &error), LW_ERROR_FILE, &error,
            "no ordinary file");
    assert_null(none);
    lw_roadmap_destroy(roadmap);
    end(&p);
}

/* ---- bad input ---------------------------------------------------------------------------------- */

static void test_arguments(void **state)
{
    (void)state;
    lw_error error = {0};
    place p;
    begin(&p, 1);
    lw_roadmap *roadmap = NULL;
    lw_roadmap_options options = lw_default_roadmap_options();
    refused(lw_roadmap_create(NULL, 1, &roadmap, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_roadmap_create(p.planner, 1, NULL, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_roadmap_grow(NULL, &options, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_roadmap_load(NULL, "r", &roadmap, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_roadmap_load(p.planner, NULL, &roadmap, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_roadmap_load(p.planner, "r", NULL, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_roadmap_save(NULL, "r", &error), LW_ERROR_ARGUMENT, &error, "missing");
    roadmap = roadmap_of(p.planner, 1);
    refused(lw_roadmap_save(roadmap, NULL, &error), LW_ERROR_ARGUMENT, &error, "missing");
    refused(lw_roadmap_grow(roadmap, NULL, &error), LW_ERROR_ARGUMENT, &error, "missing");
    options.budget_seconds = (double)NAN;
    refused(lw_roadmap_grow(roadmap, &options, &error), LW_ERROR_ARGUMENT, &error, "time budget");
    options.budget_seconds = 0;
    options.nodes = UINT32_MAX;
    refused(lw_roadmap_grow(roadmap, &options, &error), LW_ERROR_ARGUMENT, &error, "less than");
    assert_int_equal(lw_roadmap_node_count(NULL), 0);
    assert_int_equal(lw_roadmap_edge_count(NULL), 0);
    assert_int_equal(lw_roadmap_seed(NULL), 0);
    lw_roadmap_destroy(NULL);
    lw_plan plan = lw_default_plan();
    lw_plan_options search = lw_default_plan_options();
    search.roadmap = roadmap;
    lw_planner *other = planner_of(p.scene, NULL, 1);
    refused(lw_planner_find(other, on_the_left, on_the_right, &search, &plan, &error),
            LW_ERROR_ARGUMENT, &error, "another planner");
    lw_planner_destroy(other);
    lw_roadmap_destroy(roadmap);
    end(&p);
}

/* If no configuration is free, a roadmap stays empty, and growing ends. */
static void test_no_room(void **state)
{
    (void)state;
    lw_error error = {0};
    lw_scene *scene = new_scene();
    add_puck(scene, "puck", LW_JOINT_PRISMATIC);
    add_wall(scene, "block", 0, 0, 4, 4);
    succeed(lw_scene_freeze(scene, &error), &error);
    lw_planner *planner = planner_of(scene, NULL, 1);
    lw_roadmap *roadmap = roadmap_of(planner, 1);
    lw_roadmap_options options = lw_default_roadmap_options();
    options.nodes = 10;
    succeed(lw_roadmap_grow(roadmap, &options, &error), &error);
    assert_int_equal(lw_roadmap_node_count(roadmap), 0);
    lw_roadmap_destroy(roadmap);
    lw_planner_destroy(planner);
    lw_scene_destroy(scene);
}

/* If memory runs out at any place, the call returns an error, and all that was there before stays. */
static void test_memory(void **state)
{
    (void)state;
    lw_error error = {0};
    place p;
    begin(&p, 1);
    for (size_t n = 1;; n++) {
        lw_roadmap *roadmap = NULL;
        lw_roadmap *loaded = NULL;
        lw_roadmap_options options = lw_default_roadmap_options();
        allocation_fail(n);
        lw_status status = lw_roadmap_create(p.planner, 1, &roadmap, &error);
        for (options.nodes = 40; options.nodes <= 120 && !status; options.nodes += 40)
            status = lw_roadmap_grow(roadmap, &options, &error);
        size_t nodes = lw_roadmap_node_count(roadmap);
        if (!status)
            status = lw_roadmap_save(roadmap, files_path(&p.files, "r"), &error);
        if (!status)
            status = lw_roadmap_load(p.planner, files_path(&p.files, "r"), &loaded, &error);
        bool failed = allocation_failed();
        allocation_fail(0);
        assert_int_equal(status, failed ? LW_ERROR_MEMORY : LW_OK);
        assert_true(nodes % 40 == 0);
        lw_roadmap_destroy(loaded);
        lw_roadmap_destroy(roadmap);
        if (!failed)
            break;
    }
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_roadmap), cmocka_unit_test(test_edges),
        cmocka_unit_test(test_paths),       cmocka_unit_test(test_small),
        cmocka_unit_test(test_damaged),     cmocka_unit_test(test_forged),
        cmocka_unit_test(test_others),      cmocka_unit_test(test_saving),
        cmocka_unit_test(test_arguments),   cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
