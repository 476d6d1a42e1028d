/* Tests io/mesh/dae.h: COLLADA files. */
#include "io/mesh/dae_mesh.h"
#include "tetrahedron.h"

/* %s: the content of <asset>, the node's translation, and further elements */
static const char dae[] =
    "<?xml version='1.0'?>\n"
    "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset>%s</asset>\n"
    "<library_geometries><geometry id='g'><mesh><source id='p'>\n"
    "<float_array id='a' count='12'>0 0 0 1.5 0 0 0 2.25 0 0 0 -0.125</float_array>\n"
    "<technique_common><accessor source='#a' count='4' stride='3'><param name='X' type='float'/>\n"
    "<param name='Y' type='float'/><param name='Z' "
    "type='float'/></accessor></technique_common></source>\n"
    "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n"
    "<triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/>\n"
    "<p>0 1 2 0 3 1 0 2 3 1 3 2</p></triangles></mesh></geometry></library_geometries>\n"
    "<library_visual_scenes><visual_scene id='s'><node><translate>%s</translate>%s<node>\n"
    "<instance_geometry url='#g'/></node></node></visual_scene></library_visual_scenes>\n"
    "<scene><instance_visual_scene url='#s'/></scene></COLLADA>\n";

static const char *write_dae(const char *name, const char *asset, const char *translate,
                             const char *more)
{
    static char text[3000];
    snprintf(text, sizeof text, dae, asset, translate, more);
    return files_write(&here, name, text);
}

/* lengths are in the file's unit; coordinates stay as they are, whichever axis is up */
static void test_dae(void **state)
{
    (void)state;
    const lw_vec3 small = {0.001, 0.001, 0.001};
    const lw_vec3 offset = {0.01, 0.02, 0.03};
    accept(write_dae("a.dae", "", "0 0 0", ""), unit, unit, nowhere, 0);
    accept(write_dae("a.dae", "<unit meter='1'/>", "10 20 30", ""), unit, unit, (lw_vec3){10, 20, 30},
           0);
    static const char *const ups[] = {"", "<up_axis>X_UP</up_axis>", "<up_axis>Y_UP</up_axis>",
                                      "<up_axis>Z_UP</up_axis>"};
    for (size_t i = 0; i < 4; i++) {
        char asset[100];
        snprintf(asset, sizeof asset, "<unit name='millimeter' meter='0.001'/>%s", ups[i]);
        accept(write_dae("a.dae", asset, "10 20 30", ""), unit, small, offset, 1e-17);
    }
    /* half a turn about z: x and y change sign; the last element of a node is applied first */
    accept(write_dae("a.dae", "", "1 2 3", "<rotate>0 0 7 180</rotate>"), unit, (lw_vec3){-1, -1, 1},
           (lw_vec3){1, 2, 3}, 1e-15);
    /* an axis is of any length, also of one whose square is denormal */
    accept(write_dae("a.dae", "", "1 2 3", "<rotate>0 0 2e-162 180</rotate>"), unit,
           (lw_vec3){-1, -1, 1}, (lw_vec3){1, 2, 3}, 1e-15);
    accept(write_dae("a.dae", "", "1 2 3", "<scale>2 4 -8</scale>"), unit, (lw_vec3){2, 4, -8},
           (lw_vec3){1, 2, 3}, 0);
    accept(write_dae("a.dae", "", "1 2 3", "<matrix>2 0 0 5 0 4 0 6 0 0 8 7 0 0 0 1</matrix>"), unit,
           (lw_vec3){2, 4, 8}, (lw_vec3){6, 8, 10}, 0);
}

/* writes a file of a text in which one part is replaced */
static const char *write_changed(const char *name, const char *text, const char *part, const char *by)
{
    static char changed[4000];
    const char *at = strstr(text, part);
    assert_non_null(at);
    assert_null(strstr(at + 1, part));
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part));
    return files_write(&here, name, changed);
}

/* the tetrahedron with polygons of every kind, shown in every way */
static void test_dae_elements(void **state)
{
    (void)state;
    char text[3000];
    snprintf(text, sizeof text, dae, "", "0 0 0", "");
    static const char triangles[] =
        "<triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/>\n"
        "<p>0 1 2 0 3 1 0 2 3 1 3 2</p></triangles>";
#define INPUTS                                                                                         \
    "<input semantic='NORMAL' source='#n' offset='2'/><input semantic='VERTEX' source='#v' "           \
    "offset='1'/>"
    static const char *const others[] = {
        "<triangles>" INPUTS "<p>9 0 9 9 1 9 9 2 9</p></triangles><lines><p>0 1</p></lines>"
        "<triangles>" INPUTS
        "<p>9 0 9 9 3 9 9 1 9</p><p>9 0 9 9 2 9 9 3 9 9 1 9 9 3 9 9 2 9</p></triangles>",
        "<polylist count='4'>" INPUTS
        "<vcount>3 3 3 3</vcount><p>0 0 0 0 1 0 0 2 0 0 0 0 0 3 0 0 1 0 0 0 0"
        " 0 2 0 0 3 0 0 1 0 0 3 0 0 2 0</p></polylist>",
        "<polygons>" INPUTS "<p>0 0 0 0 1 0 0 2 0</p><p>0 0 0 0 3 0 0 1 0</p><p>0 0 0 0 2 0 0 3 0</p>"
        "<p>0 1 0 0 3 0 0 2 0</p></polygons>",
        "<tristrips>" INPUTS "<p>0 0 0 0 1 0 0 2 0 0 3 0</p><p>0 0 0 0 3 0 0 1 0</p>"
        "<p>0 3 0 0 0 0 0 2 0</p></tristrips>",
        "<trifans>" INPUTS "<p>0 0 0 0 1 0 0 2 0 0 3 0 0 1 0</p><p>0 1 0 0 3 0 0 2 0</p></trifans>",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        /* the strip winds its second triangle the other way: 2 1 3 is the face 1 3 2 */
        accept(write_changed("a.dae", text, triangles, others[i]), unit, unit, nowhere, 0);
    }
    accept(write_changed("a.dae", text, "<scene><instance_visual_scene url='#s'/></scene>", ""), unit,
           unit, nowhere, 0);
    accept(write_changed(
               "a.dae", text, "<instance_geometry url='#g'/></node></node>",
               "<instance_node url='#n'/></node></node><node id='m'/></visual_scene>"
               "</library_visual_scenes><library_nodes><node id='n'><instance_geometry url='#g'/>"
               "</node></library_nodes><library_visual_scenes><visual_scene>"),
           unit, unit, nowhere, 0);
    /* z first, and other numbers in between */
    char other[3000];
    snprintf(other, sizeof other, "%s", text);
    const char *path = write_changed("a.dae", other, "0 0 0 1.5 0 0 0 2.25 0 0 0 -0.125",
                                     "7 0 0 8 0 7 0 0 8 1.5 7 0 2.25 8 0 7 -0.125 0 8 0");
    size_t size = 0;
    char *changed = files_read(path, &size);
    path =
        write_changed("a.dae", changed,
                      "stride='3'><param name='X' type='float'/>\n<param name='Y' type='float'/>"
                      "<param name='Z' type='float'/>",
                      "stride='5'><param/><param name='Z'/><param name='Y'/><param/><param name='X'/>");
    free(changed);
    accept(path, unit, unit, nowhere, 0);
}

static void test_broken_dae(void **state)
{
    (void)state;
    char text[3000];
    snprintf(text, sizeof text, dae, "<unit meter='1'/>", "0 0 0", "<scale>1 1 1</scale>");
    static const struct {
        const char *part, *by;
        int line;
        lw_status status;
        const char *sentence;
    } cases[] = {
        {"</asset>", "", 12, LW_ERROR_SYNTAX, "not well-formed"},
        {"meter='1'", "meter='0'", 2, LW_ERROR_ARGUMENT, "unit meter is 0"},
        {"meter='1'", "meter='mm'", 2, LW_ERROR_SYNTAX, "\"mm\" is not a number"},
        {"0 2.25", "zero 2.25", 4, LW_ERROR_SYNTAX, "<float_array>: \"zero\" is not a number"},
        {" -0.125", "", 4, LW_ERROR_SYNTAX, "4 positions take 12 numbers; there are 11"},
        {"source='#a'", "source='#b'", 5, LW_ERROR_SYNTAX, "there is no such <float_array>"},
        {"stride='3'", "stride='x'", 5, LW_ERROR_SYNTAX, "stride=\"x\" is not a whole number"},
        {"stride='3'", "stride='2'", 5, LW_ERROR_SYNTAX, "positions have 2 numbers each"},
        {"stride='3'", "", 5, LW_ERROR_SYNTAX, "they need x, y and z"},
        {"source='#p'", "source='#a'", 7, LW_ERROR_SYNTAX, "there is no such <source>"},
        {"'POSITION'", "'COLOR'", 7, LW_ERROR_SYNTAX, "no input POSITION"},
        {"'VERTEX'", "'COLOR'", 8, LW_ERROR_SYNTAX, "no input VERTEX"},
        {"source='#v'", "", 8, LW_ERROR_SYNTAX, "<input> has no attribute \"source\""},
        {"offset='0'", "offset='-1'", 8, LW_ERROR_SYNTAX, "not a whole number"},
        {"3 1 3 2<", "3 1 3 4<", 8, LW_ERROR_SYNTAX, "names vertex 4; there are 4"},
        {"3 1 3 2<", "3 1 3<", 8, LW_ERROR_SYNTAX, "11 corners"},
        {"3 1 3 2<", "3 1 3 -2<", 9, LW_ERROR_SYNTAX, "\"-2\" is not a whole number"},
        {"<translate>0 0 0", "<translate>0 0", 10, LW_ERROR_SYNTAX,
         "<translate> has 2 numbers; it needs 3"},
        {"<scale>1 1 1</scale>", "<lookat>0 0 1</lookat>", 10, LW_ERROR_SYNTAX, "<lookat> is not read"},
        {"<scale>1 1 1</scale>", "<rotate>0 0 0 1</rotate>", 10, LW_ERROR_SYNTAX, "no axis"},
        {"instance_geometry url='#g'", "instance_geometry", 11, LW_ERROR_SYNTAX, "\"url\""},
        {"instance_geometry url='#g'", "instance_geometry url='b.dae#g'", 11, LW_ERROR_SYNTAX,
         "only elements of the same file"},
        {"instance_geometry", "instance_controller", 11, LW_ERROR_SYNTAX, "bent by a skeleton"},
        {"<scale>1 1 1</scale>",
         "<instance_node url='#x'/><node id='x'><instance_node url='#x'/></node>", 10, LW_ERROR_SYNTAX,
         "nested more than"},
        {"url='#s'", "url='#t'", 12, LW_ERROR_SYNTAX, "there is no such <visual_scene>"},
        {"<instance_geometry url='#g'/>", "", 0, LW_ERROR_ARGUMENT, "has no triangles"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refuse_line(write_changed("a.dae", text, cases[i].part, cases[i].by), cases[i].status,
                    cases[i].line, cases[i].sentence);
    }
}

/* Some exporters begin to count anew in each mesh, so ids repeat. %s: the ids of the second mesh. */
static const char two_meshes[] =
    "<COLLADA><library_geometries>"
    "<geometry id='g'><mesh><source id='p'><float_array id='a'>0 0 0 1 0 0 0 1 0 0 0 1</float_array>"
    "<technique_common><accessor source='#a' count='4' stride='3'/></technique_common></source>"
    "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices><triangles>"
    "<input semantic='VERTEX' source='#v'/><p>0 2 1 0 1 3 0 3 2 1 2 "
    "3</p></triangles></mesh></geometry>\n"
    "<geometry id='%s'><mesh><source id='%s'>"
    "<float_array id='%s'>5 0 0 6 0 0 5 1 0 5 0 1</float_array>"
    "<technique_common><accessor source='#%s' count='4' stride='3'/></technique_common></source>%s"
    "<vertices id='%s'><input semantic='POSITION' source='#%s'/></vertices><triangles>"
    "<input semantic='VERTEX' source='#%s'/><p>0 2 1 0 1 3 0 3 2 1 2 "
    "3</p></triangles></mesh></geometry>"
    "</library_geometries><library_visual_scenes><visual_scene id='s'><node>"
    "<instance_geometry url='#g'/><instance_geometry url='#%s'/></node></visual_scene>"
    "</library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>";

static const char *write_two(const char *geometry, const char *source, const char *array,
                             const char *more, const char *vertices)
{
    static char text[3000];
    snprintf(text, sizeof text, two_meshes, geometry, source, array, array, more, vertices, source,
             vertices, geometry);
    return files_write(&here, "two.dae", text);
}

static void check_two(const char *path)
{
    lw_arena arena = {0};
    lw_shape_def shape = lw_default_shape();
    lw_error error = {0};
    if (lw_mesh_file_read(NULL, &arena, path, unit, &shape, &error))
        fail_msg("%s", error.message);
    assert_int_equal(shape.triangle_count, 8);
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    double sum = 0;
    for (size_t i = 0; i < shape.vertex_count; i++) {
        low = fmin(low, shape.vertices[3 * i]);
        high = fmax(high, shape.vertices[3 * i]);
        sum += shape.vertices[3 * i];
    }
    assert_true(low == 0 && high == 6 && sum == 22);
    lw_arena_free(&arena);
}

static void test_repeated_ids(void **state)
{
    (void)state;
    check_two(write_two("h", "q", "b", "", "w"));
    check_two(write_two("h", "p", "b", "", "w"));
    check_two(write_two("h", "q", "a", "", "w"));
    check_two(write_two("h", "q", "b", "", "v"));
    check_two(write_two("h", "p", "a", "", "v"));
    check_two(write_two("h", "v", "v", "", "v"));
    /* a source of normals whose array has the same id as that of the positions */
    check_two(write_two("h", "p", "a",
                        "<source id='n'><float_array id='a'>1 0 0</float_array></source>", "v"));
    refuse_line(write_two("g", "p", "a", "", "v"), LW_ERROR_SYNTAX, 2,
                "<instance_geometry> url=\"#g\": there are two such <geometry>, in lines 1 and 2");
    refuse_line(write_two("h", "p", "a", "<source id='p'/>", "v"), LW_ERROR_SYNTAX, 2,
                "<input> source=\"#p\": there are two such <source>, in lines 2 and 2");
}

enum { MOST_ELEMENTS = 60 };

typedef struct tree {
    char text[8000];
    size_t length, left;
} tree;

/* Nested elements of two names, each with one of two ids or without, and a reference. */
static void add_elements(lw_random *random, tree *t, int depth)
{
    static const char *const ids[] = {"", "id='x'", "id='y'"};
    while (t->left && (depth == 0 || lw_random_below(random, 3))) {
        const char *name = lw_random_below(random, 2) ? "node" : "mesh";
        t->left--;
        t->length +=
            (size_t)snprintf(t->text + t->length, sizeof t->text - t->length, "<%s %s url='#%c'>", name,
                             ids[lw_random_below(random, 3)], 'x' + (char)lw_random_below(random, 2));
        if (depth < 6)
            add_elements(random, t, depth + 1);
        t->length += (size_t)snprintf(t->text + t->length, sizeof t->text - t->length, "</%s>\n", name);
    }
}

static void list_elements(const xmlNode *node, const xmlNode **list, size_t *count)
{
    list[(*count)++] = node;
    for (const xmlNode *n = lw_xml_first(node, NULL); n; n = lw_xml_next(n, NULL))
        list_elements(n, list, count);
}

static bool holds(const xmlNode *outer, const xmlNode *node)
{
    for (; node && node != outer; node = node->parent)
        ;
    return node != NULL;
}

/* Searches from the inside outwards: returns the elements with the id and the name in the first outer
 * element that has any. */
static size_t find_slowly(const xmlNode *from, const xmlNode **list, size_t count, const char *id,
                          const char *name, const xmlNode **out)
{
    size_t found = 0;
    for (const xmlNode *outer = from; outer && !found; outer = outer->parent)
        for (size_t i = 0; i < count; i++) {
            const char *own = lw_xml_attribute(list[i], "id");
            if (!own || strcmp(own, id) || strcmp((const char *)list[i]->name, name) ||
                !holds(outer, list[i]))
                continue;
            found++;
            *out = list[i];
        }
    return found;
}

static void test_nearest_ids(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    size_t kinds[3] = {0};
    for (int round = 0; round < test_rounds(300, 20000); round++) {
        tree t = {.left = 2 + lw_random_below(&random, MOST_ELEMENTS - 1)};
        t.length = (size_t)snprintf(t.text, sizeof t.text, "<COLLADA>");
        add_elements(&random, &t, 0);
        snprintf(t.text + t.length, sizeof t.text - t.length, "</COLLADA>");
        lw_dae file = {0};
        lw_error error;
        const char *path = files_write(&here, "tree.dae", t.text);
        assert_int_equal(lw_xml_open(&file.xml, path, "COLLADA", &error), LW_OK);
        const xmlNode *list[MOST_ELEMENTS + 1];
        size_t count = 0;
        list_elements(file.xml.root, list, &count);
        lw_dae_id ids[MOST_ELEMENTS + 1];
        file.ids.items = ids;
        for (size_t i = count; i-- > 0;) /* the order does not matter */
            if (lw_xml_attribute(list[i], "id"))
                ids[file.ids.count++] = (lw_dae_id){lw_xml_attribute(list[i], "id"), list[i]};
        lw_dae_sort_ids(&file);
        for (size_t i = 1; i < count; i++) {
            const char *url = lw_xml_attribute(list[i], "url");
            const char *name = lw_random_below(&random, 2) ? "node" : "mesh";
            const xmlNode *expected = NULL;
            const xmlNode *found = NULL;
            size_t candidates = find_slowly(list[i], list, count, url + 1, name, &expected);
            lw_status status = lw_dae_refer(&file, list[i], "url", name, &found);
            assert_int_equal(status, candidates == 1 ? LW_OK : LW_ERROR_SYNTAX);
            assert_true(candidates != 1 || found == expected);
            assert_true(candidates < 2 || strstr(error.message, "there are two such"));
            kinds[candidates < 2 ? candidates : 2]++;
        }
        lw_xml_close(&file.xml);
    }
    for (int i = 0; i < 3; i++)
        assert_true(kinds[i] > 50);
}

/* files cut short or with changed bytes give a mesh or an error, never a crash, a hang or a leak */
static void test_broken_files(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    break_file(write_dae("good.dae", "<unit meter='0.1'/>", "1 2 3", ""), "broken.dae", &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dae),         cmocka_unit_test(test_dae_elements),
        cmocka_unit_test(test_broken_dae),  cmocka_unit_test(test_repeated_ids),
        cmocka_unit_test(test_nearest_ids), cmocka_unit_test(test_broken_files),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
