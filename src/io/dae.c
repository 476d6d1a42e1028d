/* Whether a COLLADA file is one that assimp can be given: its reader takes for granted that numbers
 * are there, and hangs or crashes where they are not. */
#include "io/dae.h"

#include <string.h>

#include "io/number.h"
#include "io/scan.h"
#include "io/xml.h"

/* elements that hold numbers: how many at least; whole: indices and counts */
typedef struct content {
    const char *name;
    size_t least;
    bool whole;
} content;

static const content contents[] = {
    {"p", 0, true},          {"h", 0, true},      {"vcount", 0, true},  {"float_array", 0, false},
    {"translate", 3, false}, {"scale", 3, false}, {"rotate", 4, false}, {"matrix", 16, false},
    {"lookat", 9, false},    {"skew", 7, false},
};

static bool is_whole(const char *text, size_t length)
{
    return length > 0 && length < 10 && strspn(text, "0123456789") >= length;
}

static lw_status check_numbers(const lw_xml *xml, const xmlNode *node, const content *rule)
{
    size_t count = 0;
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (child->type == XML_COMMENT_NODE)
            continue;
        const char *text = child->content ? (const char *)child->content : "";
        lw_scan scan = {.at = text, .end = text + strlen(text)};
        if (child->type != XML_TEXT_NODE && child->type != XML_ELEMENT_NODE)
            return lw_xml_fail(xml, node, LW_ERROR_SYNTAX, "<%s> must hold numbers", rule->name);
        while (child->type == XML_TEXT_NODE && lw_scan_word(&scan)) {
            double value = 0;
            if (!(rule->whole ? is_whole(scan.word, scan.length)
                              : lw_number_read(scan.word, scan.length, &value)))
                return lw_xml_fail(xml, node, LW_ERROR_SYNTAX, "<%s>: \"%.*s\" is not a %snumber",
                                   rule->name, (int)(scan.length < 40 ? scan.length : 40), scan.word,
                                   rule->whole ? "whole " : "");
            count++;
        }
    }
    if (count < rule->least)
        return lw_xml_fail(xml, node, LW_ERROR_SYNTAX, "<%s> has %zu numbers; it needs %zu", rule->name,
                           count, rule->least);
    return LW_OK;
}

static lw_status check_attributes(const lw_xml *xml, const xmlNode *node)
{
    static const char *const whole[] = {"count", "stride", "offset", "set"};
    const char *name = (const char *)node->name;
    bool counted = !strcmp(name, "float_array") || !strcmp(name, "accessor");
    if (counted && !lw_xml_attribute(node, "count"))
        return lw_xml_fail(xml, node, LW_ERROR_SYNTAX, "<%s> has no attribute \"count\"", name);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        const char *value = lw_xml_attribute(node, whole[i]);
        if (value && !is_whole(value, strlen(value)))
            return lw_xml_fail(xml, node, LW_ERROR_SYNTAX, "<%s> %s=\"%.40s\" is not a whole number",
                               name, whole[i], value);
    }
    double meter = 0;
    return strcmp(name, "unit") ? LW_OK : lw_xml_numbers(xml, node, "meter", &meter, 1, NULL);
}

static lw_status check_element(const lw_xml *xml, const xmlNode *node)
{
    lw_status status = check_attributes(xml, node);
    for (size_t i = 0; i < sizeof contents / sizeof *contents && !status; i++)
        if (!strcmp((const char *)node->name, contents[i].name))
            status = check_numbers(xml, node, &contents[i]);
    return status;
}

/* the element after this one in the file, below it or beside it or beside one above it */
static const xmlNode *following(const lw_xml *xml, const xmlNode *node)
{
    const xmlNode *next = lw_xml_first(node, NULL);
    while (!next && node != xml->root) {
        next = lw_xml_next(node, NULL);
        node = node->parent;
    }
    return next;
}

lw_status lw_dae_check(const char *path, lw_error *error)
{
    lw_xml xml;
    lw_status status = lw_xml_open(&xml, path, "COLLADA", error);
    if (status)
        return status;
    for (const xmlNode *node = xml.root; node && !status; node = following(&xml, node))
        status = check_element(&xml, node);
    lw_xml_close(&xml);
    return status;
}
