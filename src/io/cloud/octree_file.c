/* Octrees from files of OctoMap. A file has a header of lines, which ends with the line "data", and
 * then the nodes. Its first line says whether they are binary (.bt) or full (.ot); the ending of the
 * file's name does not matter. A file that is a message by its name and has no such line is read as
 * one. */
#include "io/cloud/octree_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sized.h"
#include "io/cloud/cloud_file.h"
#include "io/cloud/octree_message.h"
#include "io/text/file.h"
#include "io/text/number.h"
#include "io/text/scan.h"
#include "scene/build.h"
#include "scene/octree.h"

/* bytes; memory for its cells is at most 160 times as much */
#define LARGEST_FILE ((size_t)1 << 28)

static const char BINARY_LINE[] = "# Octomap OcTree binary file";
static const char FULL_LINE[] = "# Octomap OcTree file";

typedef struct header {
    lw_scan scan;
    lw_octree_data data;
    double resolution, nodes;
    bool has_resolution, has_nodes;
    lw_error *error;
} header;

#define fail(h, ...) lw_fail_at((h)->error, LW_ERROR_SYNTAX, NULL, (h)->scan.line, 0, __VA_ARGS__)

static bool begins_with(const char *bytes, size_t size, const char *line)
{
    return size >= strlen(line) && !memcmp(bytes, line, strlen(line));
}

/* Reads the word behind a key, a number. */
static lw_status read_number(header *h, const char *key, double *out, bool *has)
{
    if (*has)
        return fail(h, "%s stands in the header twice", key);
    *has = true;
    return lw_scan_word(&h->scan) && lw_number_read(h->scan.word, h->scan.length, out)
               ? LW_OK
               : fail(h, "%s must be a number", key);
}

static lw_status read_type(header *h)
{
    if (h->data.type)
        return fail(h, "id stands in the header twice");
    if (!lw_scan_word(&h->scan))
        return fail(h, "the header ends behind id");
    h->data.type = h->scan.word;
    h->data.type_length = h->scan.length;
    return LW_OK;
}

static lw_status check_header(const header *h)
{
    if (!h->data.type || !h->has_nodes || !h->has_resolution)
        return fail(h, "the header must have id, size and res");
    if (!(h->resolution >= LW_OCTREE_LEAST_RESOLUTION && h->resolution <= LW_OCTREE_LARGEST_RESOLUTION))
        return fail(h, "res is %g; the resolution must be from %g to %g metres", h->resolution,
                    LW_OCTREE_LEAST_RESOLUTION, LW_OCTREE_LARGEST_RESOLUTION);
    if (!(h->nodes >= 0 && h->nodes <= UINT32_MAX) || h->nodes != floor(h->nodes))
        return fail(h, "size must be the number of nodes, a whole number below 2^32");
    return LW_OK;
}

/* Reads the header up to the line "data" and its end. */
static lw_status read_header(header *h)
{
    lw_status status = LW_OK;
    bool last = false;
    while (!status && !last) {
        if (!lw_scan_word(&h->scan))
            return fail(h, "the file has no line \"data\"");
        last = lw_scan_is(&h->scan, "data");
        if (last || *h->scan.word == '#')
            lw_scan_skip_line(&h->scan);
        else if (lw_scan_is(&h->scan, "id"))
            status = read_type(h);
        else if (lw_scan_is(&h->scan, "size"))
            status = read_number(h, "size", &h->nodes, &h->has_nodes);
        else if (lw_scan_is(&h->scan, "res"))
            status = read_number(h, "res", &h->resolution, &h->has_resolution);
        else
            status = fail(h, "the header of an octree has no key \"%.*s\"",
                          h->scan.length < 40 ? (int)h->scan.length : 40, h->scan.word);
    }
    return status ? status : check_header(h);
}

lw_status lw_octree_parse(const char *bytes, size_t size, double threshold, lw_octree_file *out,
                          lw_error *error)
{
    header h = {.scan = {.at = bytes, .end = bytes + size, .line = 1},
                .data = {.threshold = threshold, .binary = begins_with(bytes, size, BINARY_LINE)},
                .error = error};
    uint64_t nodes = 0;
    if (!h.data.binary && !begins_with(bytes, size, FULL_LINE))
        return fail(&h, "the first line of an octree is \"%s\" or \"%s\"", BINARY_LINE, FULL_LINE);
    lw_status status = read_header(&h);
    if (status)
        return status;
    h.scan.at += h.scan.at < h.scan.end; /* the end of the line "data" */
    h.data.bytes = h.scan.at;
    h.data.size = (size_t)(h.scan.end - h.scan.at);
    status = lw_octree_data_read(&h.data, &out->cells, &nodes, error);
    if (!status && (double)nodes != h.nodes)
        status = fail(&h, "the octree has %" PRIu64 " nodes, and its header says %.0f", nodes, h.nodes);
    out->resolution = h.resolution;
    return status;
}

lw_status lw_octree_file_read(const char *path, double threshold, lw_octree_file *out, lw_error *error)
{
    char *bytes = NULL;
    size_t size = 0;
    lw_error problem = {0};
    lw_status status = lw_file_read(path, LARGEST_FILE, &bytes, &size, &problem);
    if (!status)
        status = lw_message_is_named(path) && *bytes != '#'
                     ? lw_octree_message_read(bytes, size, threshold, out, &problem)
                     : lw_octree_parse(bytes, size, threshold, out, &problem);
    free(bytes);
    return lw_file_fail(path, status, &problem, error);
}

lw_status lw_octree_read(const char *path, double threshold, lw_shape_def *out, lw_error *error)
{
    if (!path || !out)
        return lw_fail(error, LW_ERROR_ARGUMENT, "lw_octree_read needs a path and room for an octree");
    lw_octree_file file = {0};
    lw_status status = lw_sized_check(LW_SIZED(shape_def), out, error);
    if (!status)
        status = lw_octree_file_read(path, threshold, &file, error);
    if (status) {
        free(file.cells.items);
        return status;
    }
    lw_shape_def octree = lw_default_shape();
    octree.kind = LW_SHAPE_OCTREE;
    octree.length = file.resolution;
    octree.cells = file.cells.items;
    octree.cell_count = file.cells.count / LW_CELL_COLUMNS;
    lw_sized_write(LW_SIZED(shape_def), &octree, out);
    return LW_OK;
}

void lw_octree_free(lw_shape_def *octree)
{
    if (!octree)
        return;
    free((void *)octree->cells);
    octree->cells = NULL;
    octree->cell_count = 0;
}

lw_status lw_scene_load_octree(lw_scene *scene, const char *path, const char *id, lw_unknown unknown,
                               lw_pose at, lw_error *error)
{
    lw_shape_def octree = lw_default_shape();
    lw_model *model = NULL;
    lw_status status = lw_build_open(scene, &model, error);
    if (!status && !path)
        status = lw_fail(error, LW_ERROR_ARGUMENT, "lw_scene_load_octree needs a path");
    if (!status)
        status = lw_octree_read(path, lw_octree_threshold(model), &octree, error);
    if (status)
        return status;
    octree.unknown = unknown;
    status = lw_file_add_obstacle(scene, path, id, &octree, at, error);
    lw_octree_free(&octree);
    return status;
}
