/* Replaces the disabled pairs (allowed collision matrix, ACM) of an SRDF file: edits libxml2's tree of
 * the file and writes it again, so that all else stays, comments and blanks too. */
#include "io/text/xml.h"

#include <stdlib.h>
#include <string.h>

static const char DISABLED[] = "disable_collisions";

struct lw_srdf {
    lw_xml xml;
    xmlChar *text; /* the text last returned by lw_srdf_text */
};

static lw_status begin_empty(lw_srdf *srdf, const char *robot, lw_error *error)
{
    srdf->xml = (lw_xml){.path = "", .error = error};
    srdf->xml.document = xmlNewDoc(BAD_CAST "1.0");
    xmlNode *root = srdf->xml.document ? xmlNewNode(NULL, BAD_CAST "robot") : NULL;
    if (!root)
        return lw_fail_memory(error);
    xmlDocSetRootElement(srdf->xml.document, root);
    srdf->xml.root = root;
    xmlNode *end = xmlNewText(BAD_CAST "\n");
    if (!xmlNewProp(root, BAD_CAST "name", BAD_CAST robot) || !end || !xmlAddChild(root, end))
        return lw_fail_memory(error);
    return LW_OK;
}

static lw_status read_file(lw_srdf *srdf, const char *path, const char *robot, lw_error *error)
{
    lw_status status = lw_xml_open(&srdf->xml, path, "robot", error);
    const char *name = NULL;
    if (status || !robot || (status = lw_xml_text(&srdf->xml, srdf->xml.root, "name", &name)))
        return status;
    if (strcmp(name, robot))
        return lw_xml_fail(&srdf->xml, srdf->xml.root, LW_ERROR_MODEL,
                           "this SRDF is for robot \"%s\", not for \"%s\"", name, robot);
    return LW_OK;
}

static lw_status check_pairs(const lw_srdf *srdf)
{
    for (const xmlNode *n = lw_xml_first(srdf->xml.root, DISABLED); n; n = lw_xml_next(n, DISABLED)) {
        const char *link = NULL;
        lw_status status = lw_xml_text(&srdf->xml, n, "link1", &link);
        if (status || (status = lw_xml_text(&srdf->xml, n, "link2", &link)))
            return status;
    }
    return LW_OK;
}

lw_status lw_srdf_open(const char *path, const char *robot, lw_srdf **out, lw_error *error)
{
    if (out)
        *out = NULL;
    if (!out || (!path && !robot))
        return lw_fail(error, LW_ERROR_ARGUMENT,
                       "an SRDF needs a file, or the name of a robot, and room for it");
    lw_srdf *srdf = calloc(1, sizeof *srdf);
    if (!srdf)
        return lw_fail_memory(error);
    lw_status status = path ? read_file(srdf, path, robot, error) : begin_empty(srdf, robot, error);
    if (!status)
        status = check_pairs(srdf);
    if (status) {
        lw_srdf_close(srdf);
        return status;
    }
    srdf->xml.error = NULL;
    *out = srdf;
    return LW_OK;
}

void lw_srdf_close(lw_srdf *srdf)
{
    if (!srdf)
        return;
    xmlFree(srdf->text);
    lw_xml_close(&srdf->xml);
    free(srdf);
}

size_t lw_srdf_pair_count(const lw_srdf *srdf)
{
    size_t count = 0;
    for (const xmlNode *n = srdf ? lw_xml_first(srdf->xml.root, DISABLED) : NULL; n;
         n = lw_xml_next(n, DISABLED))
        count++;
    return count;
}

lw_srdf_pair lw_srdf_pair_at(const lw_srdf *srdf, size_t index)
{
    const xmlNode *node = lw_xml_first(srdf->xml.root, DISABLED);
    for (; index > 0; index--)
        node = lw_xml_next(node, DISABLED);
    return (lw_srdf_pair){{lw_xml_attribute(node, "link1"), lw_xml_attribute(node, "link2")},
                          lw_xml_attribute(node, "reason"),
                          lw_xml_line(node)};
}

static bool has(const xmlNode *node, const char *attribute, const char *value)
{
    const char *text = lw_xml_attribute(node, attribute);
    return text && !strcmp(text, value);
}

bool lw_srdf_enables(const lw_srdf *srdf, const char *a, const char *b)
{
    static const char name[] = "enable_collisions";
    if (!srdf || !a || !b)
        return false;
    for (const xmlNode *n = lw_xml_first(srdf->xml.root, name); n; n = lw_xml_next(n, name))
        if ((has(n, "link1", a) && has(n, "link2", b)) || (has(n, "link1", b) && has(n, "link2", a)))
            return true;
    return false;
}

/* ---- writing ----------------------------------------------------------------------------------- */

static void drop(xmlNode *node)
{
    xmlUnlinkNode(node);
    xmlFreeNode(node);
}

/* Removes the disabled pairs with the blanks before each. Returns the node after which new pairs
 * belong: the one before the first pair, or before the blanks at the end; NULL: at the beginning. */
static xmlNode *remove_pairs(xmlNode *root)
{
    xmlNode *before = root->last;
    if (before && xmlIsBlankNode(before))
        before = before->prev;
    bool found = false;
    for (xmlNode *next, *node = root->children; node; node = next) {
        next = node->next;
        if (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, DISABLED) != 0)
            continue;
        if (node->prev && xmlIsBlankNode(node->prev))
            drop(node->prev);
        if (!found)
            before = node->prev;
        found = true;
        drop(node);
    }
    return before;
}

/* adds a pair after the node `before`, or as the first child where that is NULL; NULL: memory ran
 * out */
static xmlNode *add_pair(xmlNode *root, xmlNode *before, const lw_srdf_pair *pair)
{
    xmlNode *node = xmlNewNode(NULL, BAD_CAST DISABLED);
    xmlNode *blank = xmlNewText(BAD_CAST "\n  ");
    bool made = node && blank && xmlNewProp(node, BAD_CAST "link1", BAD_CAST pair->links[0]) &&
                xmlNewProp(node, BAD_CAST "link2", BAD_CAST pair->links[1]) &&
                (!pair->reason || xmlNewProp(node, BAD_CAST "reason", BAD_CAST pair->reason));
    if (!made) {
        xmlFreeNode(node);
        xmlFreeNode(blank);
        return NULL;
    }
    if (before)
        xmlAddNextSibling(before, node);
    else if (root->children)
        xmlAddPrevSibling(root->children, node);
    else
        xmlAddChild(root, node);
    xmlAddPrevSibling(node, blank);
    return node;
}

lw_status lw_srdf_set_pairs(lw_srdf *srdf, const lw_srdf_pair *pairs, size_t count, lw_error *error)
{
    if (!srdf || (count && !pairs))
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no SRDF, or there are no pairs");
    for (size_t i = 0; i < count; i++)
        if (!pairs[i].links[0] || !pairs[i].links[1])
            return lw_fail(error, LW_ERROR_ARGUMENT, "pair %zu has no two links", i);
    xmlNode *root = xmlDocGetRootElement(srdf->xml.document);
    xmlNode *before = remove_pairs(root);
    for (size_t i = 0; i < count; i++)
        if (!(before = add_pair(root, before, &pairs[i])))
            return lw_fail_memory(error);
    return LW_OK;
}

lw_status lw_srdf_text(lw_srdf *srdf, const char **text, size_t *size, lw_error *error)
{
    if (!srdf || !text || !size)
        return lw_fail(error, LW_ERROR_ARGUMENT, "there is no SRDF, or no room for its text");
    xmlFree(srdf->text);
    srdf->text = NULL;
    int length = 0;
    xmlDocDumpMemoryEnc(srdf->xml.document, &srdf->text, &length, "UTF-8");
    if (!srdf->text)
        return lw_fail_memory(error);
    *text = (const char *)srdf->text;
    *size = (size_t)length;
    return LW_OK;
}
