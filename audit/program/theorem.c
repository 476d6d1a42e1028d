/* What a file proves, in words. */
#include "theorem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void print_name(FILE *out, const char *text)
{
    for (const char *c = text; *c; c++)
        putc(iscntrl((unsigned char)*c) ? '?' : *c, out);
}

/* Prints a number of things. */
static void print_count(FILE *out, size_t count, const char *one, const char *many)
{
    fprintf(out, "%zu %s", count, count == 1 ? one : many);
}

/* How many joints move a frame. */
static size_t joints_above(const model *m, int f)
{
    size_t count = 0;
    for (; f >= 0; f = m->frames[f].parent)
        count += m->frames[f].kind != FRAME_FIXED;
    return count;
}

void print_bodies(FILE *out, const model *m)
{
    fputs("The file is about ", out);
    print_count(out, m->body_count, "body", "bodies");
    fputs(", as ", out);
    print_name(out, m->program ? m->program : "some program");
    fputs(" has stated them:\n", out);
    for (size_t i = 0; i < m->body_count; i++) {
        const body *b = &m->bodies[i];
        const size_t joints = joints_above(m, b->frame);
        fputs("  ", out);
        print_name(out, b->name);
        fputs(joints ? ", moved by " : ", stands still", out);
        if (joints)
            print_count(out, joints, "joint", "joints");
        fputs(": ", out);
        size_t triangles = 0;
        for (size_t k = 0; k < b->element_count; k++)
            triangles += b->elements[k].is_triangle;
        if (triangles < b->element_count)
            print_count(out, b->element_count - triangles, "convex shape", "convex shapes");
        if (triangles && triangles < b->element_count)
            fputs(", ", out);
        if (triangles)
            print_count(out, triangles, "triangle", "triangles");
        if (triangles && b->shell_count) {
            fputs(", with ", out);
            print_count(out, b->shell_count, "closed surface", "closed surfaces");
            fputs(b->shell_count == 1 ? " that is solid" : " that are solid", out);
        } else if (triangles) {
            fputs(", surfaces without an inside", out);
        }
        putc('\n', out);
    }
}

/* A pair to print, under the words of its group. */
typedef struct listed {
    double required;
    const char *reason; /* "": it is checked */
    const int *bodies;
} listed;

static int by_group(const void *a, const void *b)
{
    const listed *one = a;
    const listed *other = b;
    if (strcmp(one->reason, other->reason) != 0)
        return strcmp(one->reason, other->reason);
    if (one->required != other->required)
        return one->required < other->required ? -1 : 1;
    /* their order in the file */
    return (one->bodies > other->bodies) - (one->bodies < other->bodies);
}

static void print_listed(FILE *out, const model *m, listed *list, size_t count)
{
    qsort(list, count, sizeof *list, by_group);
    for (size_t i = 0; i < count; i++) {
        const listed *l = &list[i];
        const bool same = i && l->required == l[-1].required && !strcmp(l->reason, l[-1].reason);
        if (same) {
            fputs("; ", out);
        } else if (*l->reason) {
            fputs(i ? "\n  " : "  ", out);
            print_name(out, l->reason);
            fputs(": ", out);
        } else {
            fprintf(out, "%s  %.9g: ", i ? "\n" : "", l->required);
        }
        print_name(out, m->bodies[l->bodies[0]].name);
        fputs(" and ", out);
        print_name(out, m->bodies[l->bodies[1]].name);
    }
    fputs(count ? "\n" : "", out);
}

void print_pairs(FILE *out, const model *m)
{
    listed *list = room(m->pair_count + m->exempt_count, sizeof *list);
    for (size_t i = 0; i < m->pair_count; i++) {
        const pair *p = &m->pairs[i];
        list[i] = (listed){p->margin + p->padding[0] + p->padding[1], "", p->bodies};
    }
    fputs("Where a motion is proven free, the bodies of ", out);
    print_count(out, m->pair_count, "pair", "pairs");
    fputs(" are farther apart than\n", out);
    print_listed(out, m, list, m->pair_count);
    for (size_t i = 0; i < m->exempt_count; i++)
        list[i] = (listed){0, m->exempt[i].reason, m->exempt[i].bodies};
    if (m->exempt_count) {
        fputs("Nothing is said of ", out);
        print_count(out, m->exempt_count, "pair, which may meet\n", "pairs, which may meet\n");
        print_listed(out, m, list, m->exempt_count);
    }
    free(list);
}
