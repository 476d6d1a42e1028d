/* Versioned structs of the public interface. */
#include "base/sized.h"

#include <string.h>

#include "base/error.h"

/* The size of a struct that ends with the member `last`. */
#define SIZE_TO(type, last)                                                                            \
    ((offsetof(type, last) + sizeof(((type *)0)->last) + _Alignof(type) - 1) / _Alignof(type) *        \
     _Alignof(type))

#define DEFINE(noun, start, last)                                                                      \
    const lw_sized lw_sized_##noun = {#noun, #start, SIZE_TO(lw_##noun, last), sizeof(lw_##noun)};
LW_SIZED_STRUCTS(DEFINE)

/* each versioned struct begins with its size */
static size_t size_of(const void *given)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    return size;
}

lw_status lw_sized_check(const lw_sized *type, const void *given, lw_error *error)
{
    size_t size = size_of(given);
    if (size >= type->first && size <= type->now + LW_SIZED_MOST_GROWTH)
        return LW_OK;
    return lw_fail(error, LW_ERROR_ARGUMENT, "the struct_size of a lw_%s is %zu; start it from lw_%s()",
                   type->name, size, type->start);
}

lw_status lw_sized_read(const lw_sized *type, const void *given, void *full, lw_error *error)
{
    lw_status status = lw_sized_check(type, given, error);
    if (status)
        return status;
    size_t size = size_of(given);
    const unsigned char *bytes = given;
    for (size_t i = type->now; i < size; i++)
        if (bytes[i])
            return lw_fail(error, LW_ERROR_ARGUMENT,
                           "a lw_%s of a later version sets what version %s does not know", type->name,
                           lw_version());
    size_t known = size < type->now ? size : type->now;
    memcpy((unsigned char *)full + sizeof size, bytes + sizeof size, known - sizeof size);
    return LW_OK;
}

void lw_sized_write(const lw_sized *type, const void *full, void *out)
{
    size_t size = size_of(out);
    size_t known = size < type->now ? size : type->now;
    memcpy((unsigned char *)out + sizeof size, (const unsigned char *)full + sizeof size,
           known - sizeof size);
    memset((unsigned char *)out + known, 0, size - known);
}
