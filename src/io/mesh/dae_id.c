/* Elements of COLLADA files by their ids, in a sorted array with binary search. Where an id repeats,
 * the element that is nearest in the tree is meant. */
#include <stdlib.h>
#include <string.h>

#include <libxml/xpath.h>

#include "io/mesh/dae_mesh.h"

/* Negative where x comes before y in the document. */
static int compare_places(const xmlNode *x, const xmlNode *y)
{
    return -xmlXPathCmpNodes((xmlNode *)x, (xmlNode *)y);
}

static int compare_names(const char *id, const char *name, const lw_dae_id *entry)
{
    int order = strcmp(id, entry->id);
    return order ? order : strcmp(name, (const char *)entry->node->name);
}

static int compare_ids(const void *a, const void *b)
{
    const lw_dae_id *x = a;
    const lw_dae_id *y = b;
    int order = compare_names(x->id, (const char *)x->node->name, y);
    return order ? order : compare_places(x->node, y->node);
}

void lw_dae_sort_ids(lw_dae *dae)
{
    if (dae->ids.count == 0)
        return;
    xmlXPathOrderDocElems(
        dae->xml.document); /* numbers the elements, so that comparing places takes constant time */
    qsort(dae->ids.items, dae->ids.count, sizeof *dae->ids.items, compare_ids);
}

/* Binary search: where an entry of this id and name would be inserted for an element at the node's
 * place in the document. */
static size_t find_place(const lw_dae *dae, const char *id, const char *name, const xmlNode *node)
{
    size_t low = 0;
    size_t high = dae->ids.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const lw_dae_id *entry = &dae->ids.items[middle];
        int order = compare_names(id, name, entry);
        if (order ? order > 0 : compare_places(node, entry->node) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int depth_of(const xmlNode *node)
{
    int depth = 0;
    for (; node; node = node->parent)
        depth++;
    return depth;
}

/* The depth of the lowest common ancestor of two elements. */
static int shared_depth(const xmlNode *a, const xmlNode *b)
{
    int depth_a = depth_of(a);
    int depth_b = depth_of(b);
    for (; depth_a > depth_b; depth_a--)
        a = a->parent;
    for (; depth_b > depth_a; depth_b--)
        b = b->parent;
    for (; a != b; depth_a--) {
        a = a->parent;
        b = b->parent;
    }
    return depth_a;
}

/* Finds the nearest element of the id and the name: the one whose lowest common ancestor with the node
 * is deepest. other: out, a second one that is as near, or NULL. The descendants of an element are
 * contiguous in document order, so the two nearest candidates are among the two before the node and the
 * two after it. */
static const xmlNode *find_nearest(const lw_dae *dae, const char *id, const char *name,
                                   const xmlNode *node, const xmlNode **other)
{
    size_t place = find_place(dae, id, name, node);
    const xmlNode *nearest = NULL;
    int most = 0;
    *other = NULL;
    for (size_t i = place > 2 ? place - 2 : 0; i < place + 2 && i < dae->ids.count; i++) {
        const lw_dae_id *entry = &dae->ids.items[i];
        if (compare_names(id, name, entry))
            continue;
        int depth = shared_depth(node, entry->node);
        if (depth >= most) {
            *other = depth == most ? nearest : NULL;
            nearest = entry->node;
            most = depth;
        }
    }
    return nearest;
}

lw_status lw_dae_refer(const lw_dae *dae, const xmlNode *node, const char *attribute, const char *name,
                       const xmlNode **out)
{
    const char *url = NULL;
    const xmlNode *other = NULL;
    lw_status status = lw_xml_text(&dae->xml, node, attribute, &url);
    if (status)
        return status;
    *out = url[0] == '#' ? find_nearest(dae, url + 1, name, node, &other) : NULL;
    if (!*out)
        return lw_xml_fail(&dae->xml, node, LW_ERROR_SYNTAX,
                           "<%s> %s=\"%.80s\": there is no such <%s>%s", (const char *)node->name,
                           attribute, url, name,
                           url[0] == '#' ? "" : "; only elements of the same file are found");
    if (other)
        return lw_xml_fail(&dae->xml, node, LW_ERROR_SYNTAX,
                           "<%s> %s=\"%.80s\": there are two such <%s>, in lines %d and %d",
                           (const char *)node->name, attribute, url, name, lw_xml_line(other),
                           lw_xml_line(*out));
    return LW_OK;
}
