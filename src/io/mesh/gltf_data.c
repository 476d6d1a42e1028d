/* Accessors of glTF files (glTF 2.0, 3.6.2): rows of numbers in views of buffers, of which sparse rows
 * are replaced by others. Every count, offset and size of a file is checked before it is used. */
#include "io/mesh/gltf_data.h"

#include <math.h>
#include <string.h>

#include "io/mesh/gltf_buffer.h"

/* limit of any count, offset or size: no sum or product of some of them overflows */
#define MOST ((size_t)1 << 30)

/* the largest stride, in bytes from row to row (glTF 2.0, 5.11) */
#define LONGEST_STRIDE 252

lw_status lw_gltf_whole(lw_gltf *gltf, const lw_value *node, const char *key, size_t fallback,
                        size_t most, size_t *out)
{
    const lw_value *value = lw_value_find(node, key);
    *out = fallback;
    if (!value)
        return LW_OK;
    if (value->kind != LW_VALUE_NUMBER || !(value->number >= 0 && value->number <= (double)most) ||
        value->number != floor(value->number))
        return lw_value_fail(&gltf->document, value, LW_ERROR_SYNTAX,
                             "%s must be a whole number of at most %zu", key, most);
    *out = (size_t)value->number;
    return LW_OK;
}

lw_status lw_gltf_entry(lw_gltf *gltf, const char *list, const lw_value *index, const lw_value **out,
                        size_t *number)
{
    const lw_value *entries = lw_value_find(gltf->root, list);
    if (entries && entries->kind != LW_VALUE_LIST)
        return lw_value_expect(&gltf->document, entries, list, LW_VALUE_LIST);
    size_t count = entries ? entries->count : 0;
    if (index->kind != LW_VALUE_NUMBER)
        return lw_value_expect(&gltf->document, index, "an index", LW_VALUE_NUMBER);
    if (!(index->number >= 0 && index->number < (double)count) || index->number != floor(index->number))
        return lw_value_fail(&gltf->document, index, LW_ERROR_SYNTAX,
                             "%s[%g] is named, but there are %zu", list, index->number, count);
    *number = (size_t)index->number;
    *out = entries->items[*number];
    return lw_value_expect(&gltf->document, *out, list, LW_VALUE_MAP);
}

/* bytes of a component; 0 for an unknown type */
static size_t size_of(size_t type)
{
    switch (type) {
    case LW_GLTF_INT8:
    case LW_GLTF_UINT8:
        return 1;
    case LW_GLTF_INT16:
    case LW_GLTF_UINT16:
        return 2;
    case LW_GLTF_UINT32:
    case LW_GLTF_FLOAT:
        return 4;
    default:
        return 0;
    }
}

static double read_component(const unsigned char *at, size_t type)
{
    uint32_t bits = at[0];
    if (size_of(type) > 1)
        bits |= (uint32_t)at[1] << 8;
    if (size_of(type) > 2)
        bits |= (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    if (type == LW_GLTF_FLOAT) {
        float value;
        memcpy(&value, &bits, sizeof value);
        return (double)value;
    }
    if (type == LW_GLTF_INT8 && bits >= 0x80)
        return (double)bits - 0x100;
    if (type == LW_GLTF_INT16 && bits >= 0x8000)
        return (double)bits - 0x10000;
    return (double)bits;
}

/* a whole number as the fraction that it encodes (glTF 2.0, 3.11) */
static double normalize(double value, size_t type)
{
    double largest = type == LW_GLTF_INT8    ? 127
                     : type == LW_GLTF_UINT8 ? 255
                     : type == LW_GLTF_INT16 ? 32767
                                             : 65535;
    return fmax(value / largest, -1);
}

/* Finds the rows in the view of `owner`, from owner's byteOffset on, and checks that the view holds
 * count rows of the given size. stride: out, the view's byteStride if it has one and `strided` is set,
 * else size. */
static lw_status open_rows(lw_gltf *gltf, const lw_value *owner, size_t count, size_t size,
                           bool strided, const unsigned char **rows, size_t *stride)
{
    lw_value *index = NULL;
    lw_value *buffer = NULL;
    const lw_value *view = NULL;
    lw_gltf_buffer bytes;
    size_t number = 0;
    size_t offset = 0;
    size_t begin = 0;
    size_t length = 0;
    lw_status status = lw_value_need(&gltf->document, owner, "bufferView", &index);
    if (status || (status = lw_gltf_entry(gltf, "bufferViews", index, &view, &number)) ||
        (status = lw_gltf_whole(gltf, owner, "byteOffset", 0, MOST, &offset)) ||
        (status = lw_gltf_whole(gltf, view, "byteOffset", 0, MOST, &begin)) ||
        (status = lw_gltf_whole(gltf, view, "byteLength", 0, MOST, &length)) ||
        (status = lw_gltf_whole(gltf, view, "byteStride", size, LONGEST_STRIDE, stride)) ||
        (status = lw_value_need(&gltf->document, view, "buffer", &buffer)) ||
        (status = lw_gltf_buffer_open(gltf, buffer, &bytes)))
        return status;
    if (!strided || !*stride)
        *stride = size;
    if (begin + length > bytes.size)
        return lw_value_fail(&gltf->document, view, LW_ERROR_SYNTAX,
                             "bufferViews[%zu] ends at byte %zu of its buffer, which has %zu", number,
                             begin + length, bytes.size);
    size_t end = offset + (count - 1) * *stride + size;
    if (*stride < size || end > length)
        return lw_value_fail(&gltf->document, owner, LW_ERROR_SYNTAX,
                             "%zu rows of %zu bytes, %zu apart, end at byte %zu of bufferViews[%zu], "
                             "which has %zu",
                             count, size, *stride, end, number, length);
    *rows = bytes.bytes + begin + offset;
    return LW_OK;
}

static bool is_index_type(size_t type)
{
    return type == LW_GLTF_UINT8 || type == LW_GLTF_UINT16 || type == LW_GLTF_UINT32;
}

static lw_status open_sparse(lw_gltf *gltf, const lw_value *sparse, lw_gltf_accessor *a)
{
    lw_value *indices = NULL;
    lw_value *values = NULL;
    size_t stride = 0;
    lw_status status = lw_value_expect(&gltf->document, sparse, "sparse", LW_VALUE_MAP);
    if (status || (status = lw_gltf_whole(gltf, sparse, "count", 0, a->count, &a->sparse.count)))
        return status;
    if (!a->sparse.count)
        return lw_value_fail(&gltf->document, sparse, LW_ERROR_SYNTAX,
                             "sparse has a count of 0; it must be 1 or more");
    if ((status = lw_value_need(&gltf->document, sparse, "indices", &indices)) ||
        (status = lw_value_need(&gltf->document, sparse, "values", &values)) ||
        (status = lw_gltf_whole(gltf, indices, "componentType", 0, MOST, &a->sparse.index_type)))
        return status;
    if (!is_index_type(a->sparse.index_type))
        return lw_value_fail(&gltf->document, indices, LW_ERROR_SYNTAX,
                             "sparse indices are of type %zu; they must be of 5121, 5123 or 5125",
                             a->sparse.index_type);
    size_t size = size_of(a->sparse.index_type);
    if ((status =
             open_rows(gltf, indices, a->sparse.count, size, false, &a->sparse.indices, &stride)) ||
        (status = open_rows(gltf, values, a->sparse.count, a->width * size_of(a->type), false,
                            &a->sparse.rows, &stride)))
        return status;
    double before = -1;
    for (size_t i = 0; i < a->sparse.count; i++) {
        double row = read_component(a->sparse.indices + i * size, a->sparse.index_type);
        if (!(row > before && row < (double)a->count))
            return lw_value_fail(&gltf->document, indices, LW_ERROR_SYNTAX,
                                 "sparse indices must rise, and be below %zu", a->count);
        before = row;
    }
    return LW_OK;
}

lw_status lw_gltf_open(lw_gltf *gltf, const lw_value *index, const char *type, lw_gltf_accessor *out)
{
    *out = (lw_gltf_accessor){.width = strcmp(type, "SCALAR") ? 3 : 1};
    const lw_value *node = NULL;
    size_t number = 0;
    lw_status status = lw_gltf_entry(gltf, "accessors", index, &node, &number);
    if (status || (status = lw_gltf_whole(gltf, node, "count", 0, MOST, &out->count)) ||
        (status = lw_gltf_whole(gltf, node, "componentType", 0, MOST, &out->type)))
        return status;
    const lw_value *given = lw_value_find(node, "type");
    const lw_value *normalized = lw_value_find(node, "normalized");
    const lw_value *sparse = lw_value_find(node, "sparse");
    if (!given || given->kind != LW_VALUE_TEXT || strcmp(given->text, type))
        return lw_value_fail(&gltf->document, node, LW_ERROR_SYNTAX,
                             "accessors[%zu] must be of type %s", number, type);
    if (!size_of(out->type))
        return lw_value_fail(&gltf->document, node, LW_ERROR_SYNTAX,
                             "accessors[%zu] is of component type %zu; it must be 5120 to 5126", number,
                             out->type);
    if (!out->count)
        return lw_value_fail(&gltf->document, node, LW_ERROR_SYNTAX,
                             "accessors[%zu] has a count of 0; it must be 1 or more", number);
    if (normalized &&
        (status = lw_value_bool(&gltf->document, normalized, "normalized", &out->normalized)))
        return status;
    /* readers without the compression would see a compressed mesh as all zeros */
    if (!sparse && !lw_value_find(node, "bufferView"))
        return lw_value_fail(&gltf->document, node, LW_ERROR_SYNTAX,
                             "accessors[%zu] has no bufferView; compressed meshes are not read",
                             number);
    if (lw_value_find(node, "bufferView") &&
        (status = open_rows(gltf, node, out->count, out->width * size_of(out->type), true, &out->rows,
                            &out->stride)))
        return status;
    return sparse ? open_sparse(gltf, sparse, out) : LW_OK;
}

void lw_gltf_next(lw_gltf_accessor *a, double *row)
{
    size_t size = size_of(a->type);
    const unsigned char *at = a->rows ? a->rows + a->next * a->stride : NULL;
    if (a->sparse.next < a->sparse.count) {
        const unsigned char *index = a->sparse.indices + a->sparse.next * size_of(a->sparse.index_type);
        if ((size_t)read_component(index, a->sparse.index_type) == a->next)
            at = a->sparse.rows + a->sparse.next++ * a->width * size;
    }
    for (size_t k = 0; k < a->width; k++) {
        double value = at ? read_component(at + k * size, a->type) : 0;
        row[k] = a->normalized && size < 4 ? normalize(value, a->type) : value;
    }
    a->next++;
}
