/* The file of a roadmap: the text "leeway roadmap", then numbers of 64 bits, little endian:
 *     version, fingerprint of the scene, fingerprint of the joints, seed, state of the random numbers,
 *     values of each node, number of nodes, number of edges,
 *     the values of each node, as doubles,
 *     the nodes of each edge, the later one times 2^32 plus the earlier one,
 *     a hash over all numbers before.
 * All edges are free. */
#include "plan/roadmap_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/platform.h"
#include "base/real_path.h"

static const char magic[16] = "leeway roadmap\n";

enum { VERSION = 1, NUMBER = 8 };

typedef struct header {
    uint64_t version, scene, joints, seed, random, width, nodes, edges;
} header;

enum { HEADER_NUMBERS = sizeof(header) / NUMBER };

/* A file that is written or read number by number, and the hash over its numbers so far. */
typedef struct numbers {
    FILE *file;
    uint64_t hash;
    bool good;
} numbers;

/* ---- writing ----------------------------------------------------------------------------------- */

static void put(numbers *out, uint64_t number)
{
    unsigned char bytes[NUMBER];
    for (int i = 0; i < NUMBER; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    lw_hash_add(&out->hash, number);
    out->good = out->good && fwrite(bytes, 1, NUMBER, out->file) == NUMBER;
}

static bool write_all(const lw_roadmap *roadmap, FILE *file)
{
    numbers out = {.file = file, .good = fwrite(magic, 1, sizeof magic, file) == sizeof magic};
    const lw_tree *nodes = &roadmap->nodes;
    const uint64_t head[HEADER_NUMBERS] = {VERSION,
                                           roadmap->scene,
                                           roadmap->joints,
                                           roadmap->seed,
                                           roadmap->random.state,
                                           nodes->space->value_count,
                                           roadmap->info.count,
                                           roadmap->edges.count};
    for (int i = 0; i < HEADER_NUMBERS; i++)
        put(&out, head[i]);
    for (size_t i = 0; i < nodes->values.count; i++)
        put(&out, lw_bits_of(nodes->values.items[i]));
    for (size_t i = 0; i < roadmap->edges.count; i++) {
        const uint32_t *ends = roadmap->edges.items[i].nodes;
        put(&out, (uint64_t)ends[0] << 32 | ends[1]);
    }
    put(&out, out.hash);
    return out.good && lw_file_settle(file);
}

/* number: an errno, or 0; then `otherwise` is the reason. */
static lw_status fail_file(const char *path, const char *what, int number, const char *otherwise,
                           lw_error *error)
{
    char why[128];
    if (!number || !lw_errno_text(number, why, sizeof why))
        snprintf(why, sizeof why, "%s", otherwise);
    return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "cannot be %s: %s", what, why);
}

static lw_status fail_write(const char *path, int number, lw_error *error)
{
    return fail_file(path, "written", number, "not all of it", error);
}

/* Writes the file `beside` and renames it to `path`. */
static lw_status replace(const lw_roadmap *roadmap, const char *path, const char *beside,
                         lw_error *error)
{
    errno = 0;
    /* a file of that name can only be left over from a process that was killed */
    FILE *file = lw_file_create(beside);
    if (!file)
        return fail_write(path, errno, error);
    bool written = write_all(roadmap, file);
    int number = errno;
    if (fclose(file) && written) {
        written = false;
        number = errno;
    }
    if (written && lw_file_replace(beside, path))
        return LW_OK;
    number = written ? errno : number;
    remove(beside);
    return fail_write(path, number, error);
}

lw_status lw_roadmap_write(const lw_roadmap *roadmap, const char *path, lw_error *error)
{
    char *real = NULL;
    if (!*path)
        return lw_fail_unnamed(error);
    const lw_file_kind old = lw_file_look(path);
    if (old == LW_FILE_OTHER)
        return lw_fail_at(error, LW_ERROR_FILE, path, 0, 0, "a roadmap goes into an ordinary file");
    /* a symbolic link stays: the file that it leads to is replaced */
    lw_status status = old == LW_FILE_ORDINARY ? lw_real_path(path, &real, error) : LW_OK;
    if (status)
        return status;
    const char *target = real ? real : path;
    size_t size = strlen(target) + 32;
    char *beside = malloc(size);
    if (beside) {
        snprintf(beside, size, "%s.%lu", target, lw_process_number());
        status = replace(roadmap, target, beside, error);
    } else {
        status = lw_fail_memory(error);
    }
    free(beside);
    free(real);
    return status;
}

/* ---- reading ----------------------------------------------------------------------------------- */

static uint64_t get(numbers *in)
{
    unsigned char bytes[NUMBER] = {0};
    uint64_t number = 0;
    in->good = in->good && fread(bytes, 1, NUMBER, in->file) == NUMBER;
    for (int i = 0; i < NUMBER; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    lw_hash_add(&in->hash, number);
    return number;
}

/* Whether the file is as long as its header says; the counts may be any numbers. */
static bool is_whole(const header *head, uint64_t bytes)
{
    uint64_t numbers_there = (bytes - sizeof magic) / NUMBER;
    uint64_t rest = numbers_there - HEADER_NUMBERS - 1;
    return bytes % NUMBER == 0 && numbers_there > HEADER_NUMBERS && head->edges <= rest &&
           head->nodes <= rest / head->width && head->nodes * head->width + head->edges == rest;
}

static lw_status read_header(const lw_roadmap *roadmap, numbers *in, const char *path, header *head,
                             lw_error *error)
{
    char text[sizeof magic];
    uint64_t size;
    if (fread(text, 1, sizeof text, in->file) != sizeof text || memcmp(text, magic, sizeof text) != 0)
        return lw_fail_at(error, LW_ERROR_SYNTAX, path, 0, 0, "this is no roadmap of leeway's");
    *head = (header){.version = get(in)};
    if (in->good && head->version != VERSION)
        return lw_fail_at(error, LW_ERROR_SYNTAX, path, 0, 0,
                          "a roadmap file of version %" PRIu64 "; only version %d is read",
                          head->version, VERSION);
    head->scene = get(in);
    head->joints = get(in);
    head->seed = get(in);
    head->random = get(in);
    head->width = get(in);
    head->nodes = get(in);
    head->edges = get(in);
    if (in->good && head->scene != roadmap->scene)
        return lw_fail_at(error, LW_ERROR_ARGUMENT, path, 0, 0, "a roadmap of another scene");
    size_t width = roadmap->nodes.space->value_count;
    if (in->good && (head->joints != roadmap->joints || head->width != width))
        return lw_fail_at(error, LW_ERROR_ARGUMENT, path, 0, 0,
                          "a roadmap of this scene, but of other joints or bounds, or with other "
                          "joints at rest elsewhere");
    if (!in->good || !lw_file_size(in->file, &size) || !is_whole(head, size) ||
        head->nodes >= UINT32_MAX)
        return lw_fail_at(error, LW_ERROR_SYNTAX, path, 0, 0, "the roadmap is not whole");
    return LW_OK;
}

static lw_status fail_damaged(const char *path, lw_error *error)
{
    return lw_fail_at(error, LW_ERROR_SYNTAX, path, 0, 0, "the roadmap is damaged");
}

static lw_status read_node(lw_roadmap *roadmap, numbers *in, double *values, const char *path,
                           lw_error *error)
{
    const lw_cspace *space = roadmap->nodes.space;
    for (size_t k = 0; k < space->value_count; k++) {
        uint64_t bits = get(in);
        memcpy(&values[k], &bits, sizeof bits);
    }
    /* only the check counts: the copy in the second half, moved to the bounds, is not used */
    if (lw_cspace_take(space, "node", values, values + space->value_count, NULL))
        return fail_damaged(path, error);
    return lw_roadmap_add_node(roadmap, values, error);
}

static lw_status read_edge(lw_roadmap *roadmap, numbers *in, const char *path, lw_error *error)
{
    const lw_tree *nodes = &roadmap->nodes;
    uint64_t ends = get(in);
    uint32_t later = (uint32_t)(ends >> 32);
    uint32_t earlier = (uint32_t)ends;
    if (later >= lw_tree_count(nodes) || earlier >= later)
        return fail_damaged(path, error);
    double length =
        lw_cspace_length(nodes->space, lw_tree_node(nodes, earlier), lw_tree_node(nodes, later));
    return lw_roadmap_add_edge(roadmap, later, earlier, length, LW_EDGE_FREE, error);
}

static lw_status read_all(lw_roadmap *roadmap, numbers *in, const char *path, lw_error *error)
{
    header head;
    lw_status status = read_header(roadmap, in, path, &head, error);
    if (status)
        return status;
    double *values = calloc(2 * head.width, sizeof *values);
    if (!values)
        return lw_fail_memory(error);
    for (uint64_t i = 0; i < head.nodes && !status; i++)
        status = read_node(roadmap, in, values, path, error);
    free(values);
    for (uint64_t i = 0; i < head.edges && !status; i++)
        status = read_edge(roadmap, in, path, error);
    if (status)
        return status;
    uint64_t hash = in->hash;
    if (get(in) != hash || !in->good)
        return fail_damaged(path, error);
    roadmap->seed = head.seed;
    roadmap->random = (lw_random){head.random};
    return LW_OK;
}

lw_status lw_roadmap_read(lw_roadmap *roadmap, const char *path, lw_error *error)
{
    if (!*path)
        return lw_fail_unnamed(error);
    errno = 0;
    /* opening a pipe would wait for its other end */
    FILE *file = lw_file_look(path) == LW_FILE_ORDINARY ? fopen(path, "rb") : NULL;
    if (!file)
        return fail_file(path, "read", errno, "it is no ordinary file", error);
    numbers in = {.file = file, .good = true};
    lw_status status = read_all(roadmap, &in, path, error);
    fclose(file);
    return status;
}
