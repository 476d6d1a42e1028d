/* Point clouds of ROS (sensor_msgs/PointCloud2): rows of points of point_step bytes each, and a list of
 * fields that says where x, y and z are in a point. Bytes behind the points of a row, up to row_step,
 * are skipped. The frame of the header is not looked up: points are in the obstacle's frame. */
#include "io/cloud/cloud_message.h"

#include <inttypes.h>
#include <string.h>

#include "io/cloud/message.h"

/* The datatypes of sensor_msgs/PointField that coordinates may have. */
enum { FLOAT32 = 7, FLOAT64 = 8 };

typedef struct cloud {
    lw_document *document;
    lw_message message;
    uint64_t width, height, point_step, row_step;
    bool big_endian;
    uint64_t offsets[3], sizes[3]; /* of x, y and z; size 0: not found yet */
} cloud;

static lw_status read_field(cloud *c, const lw_value *node)
{
    static const char *const keys[] = {"name", "offset", "datatype", "count", NULL};
    lw_value *value = NULL;
    const char *name = NULL;
    uint64_t offset = 0;
    uint64_t type = 0;
    uint64_t count = 0;
    lw_document *document = c->document;
    lw_status status = lw_value_expect(document, node, "a field", LW_VALUE_MAP);
    if (status || (status = lw_value_keys(document, node, "a field", keys)) ||
        (status = lw_value_need(document, node, "name", &value)) ||
        (status = lw_value_text(document, value, "name", &name)) ||
        (status = lw_message_whole(document, node, "offset", &offset)) ||
        (status = lw_message_whole(document, node, "datatype", &type)) ||
        (status = lw_message_whole(document, node, "count", &count)))
        return status;
    if (strlen(name) != 1 || *name < 'x' || *name > 'z')
        return LW_OK;
    const int axis = *name - 'x';
    if (c->sizes[axis])
        return lw_value_fail(document, node, LW_ERROR_SYNTAX, "there are two fields %s", name);
    if ((type != FLOAT32 && type != FLOAT64) || count != 1)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX,
                             "%s must be one number of datatype 7 or 8 (FLOAT32, FLOAT64), not %" PRIu64
                             " of datatype %" PRIu64,
                             name, count, type);
    c->offsets[axis] = offset;
    c->sizes[axis] = type == FLOAT32 ? sizeof(float) : sizeof(double);
    if (offset + c->sizes[axis] > c->point_step)
        return lw_value_fail(document, node, LW_ERROR_SYNTAX,
                             "%s ends at byte %" PRIu64 " of a point, and point_step is %" PRIu64, name,
                             offset + c->sizes[axis], c->point_step);
    return LW_OK;
}

static lw_status read_fields(cloud *c)
{
    lw_value *list = NULL;
    lw_status status = lw_value_need(c->document, c->message.map, "fields", &list);
    if (!status)
        status = lw_value_expect(c->document, list, "fields", LW_VALUE_LIST);
    for (size_t i = 0; !status && i < list->count; i++)
        status = read_field(c, list->items[i]);
    if (!status && !(c->sizes[0] && c->sizes[1] && c->sizes[2]))
        status = lw_value_fail(c->document, list, LW_ERROR_SYNTAX,
                               "the fields must be one x, one y and one z, and any others");
    return status;
}

/* Checks that the rows have room for their points, and the data are as long as the rows. */
static lw_status check_sizes(const cloud *c)
{
    lw_document *document = c->document;
    lw_status status = lw_points_check_count(c->width * c->height, document->error);
    if (status)
        return lw_value_place(document, c->message.map, status);
    if (c->row_step < c->width * c->point_step)
        return lw_value_fail(document, lw_value_find(c->message.map, "row_step"), LW_ERROR_SYNTAX,
                             "a row of %" PRIu64 " points of %" PRIu64 " bytes takes %" PRIu64
                             ", and row_step is %" PRIu64,
                             c->width, c->point_step, c->width * c->point_step, c->row_step);
    if (c->row_step * c->height != c->message.size)
        return lw_value_fail(document, lw_value_find(c->message.map, "data"), LW_ERROR_SYNTAX,
                             "%" PRIu64 " rows of %" PRIu64 " bytes take %" PRIu64
                             ", and data has %zu; ros2 topic echo prints all with --full-length",
                             c->height, c->row_step, c->row_step * c->height, c->message.size);
    return LW_OK;
}

static lw_status read_header(cloud *c)
{
    static const char *const keys[] = {"header",     "height",   "width",    "fields", "is_bigendian",
                                       "point_step", "row_step", "is_dense", "data",   NULL};
    const struct {
        const char *key;
        uint64_t *into;
    } numbers[] = {{"height", &c->height},
                   {"width", &c->width},
                   {"point_step", &c->point_step},
                   {"row_step", &c->row_step}};
    lw_value *order = NULL;
    lw_status status = lw_value_keys(c->document, c->message.map, "a point cloud", keys);
    for (size_t i = 0; i < 4 && !status; i++)
        status = lw_message_whole(c->document, c->message.map, numbers[i].key, numbers[i].into);
    if (!status)
        status = lw_value_need(c->document, c->message.map, "is_bigendian", &order);
    if (!status)
        status = lw_value_bool(c->document, order, "is_bigendian", &c->big_endian);
    if (!status)
        status = read_fields(c);
    return status ? status : check_sizes(c);
}

static lw_status unpack(const cloud *c, lw_point_list *points)
{
    if (!LW_ARRAY_RESERVE(points, (size_t)(c->width * c->height)))
        return lw_fail_memory(c->document->error);
    lw_status status = LW_OK;
    for (uint64_t row = 0; row < c->height && !status; row++) {
        lw_coordinate axes[3];
        for (int k = 0; k < 3; k++)
            axes[k] = (lw_coordinate){c->message.data + row * c->row_step + c->offsets[k],
                                      (size_t)c->point_step, (size_t)c->sizes[k]};
        status = lw_points_unpack(points, axes, c->big_endian, (size_t)c->width, c->document->error);
    }
    return status;
}

lw_status lw_cloud_message_read(const char *text, size_t size, lw_point_list *points, lw_error *error)
{
    lw_document document = {.error = error};
    cloud c = {.document = &document};
    lw_status status = lw_message_parse(&document, text, size, "point cloud", &c.message);
    if (!status)
        status = read_header(&c);
    if (!status)
        status = unpack(&c, points);
    lw_document_free(&document);
    return status;
}
