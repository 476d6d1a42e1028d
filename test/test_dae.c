/* io/dae.h: COLLADA files. */
#include "tetrahedron.h"

/* %s: what <asset> holds, how the node slides, and what else it does */
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

/* lengths in units of the file; whatever axis is up, coordinates stay where they are */
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
    /* half a turn about z: x and y change sign; first what stands last */
    accept(write_dae("a.dae", "", "1 2 3", "<rotate>0 0 7 180</rotate>"), unit, (lw_vec3){-1, -1, 1},
           (lw_vec3){1, 2, 3}, 1e-15);
    accept(write_dae("a.dae", "", "1 2 3", "<scale>2 4 -8</scale>"), unit, (lw_vec3){2, 4, -8},
           (lw_vec3){1, 2, 3}, 0);
    accept(write_dae("a.dae", "", "1 2 3", "<matrix>2 0 0 5 0 4 0 6 0 0 8 7 0 0 0 1</matrix>"), unit,
           (lw_vec3){2, 4, 8}, (lw_vec3){6, 8, 10}, 0);
}

/* text with one part of it replaced, in a file */
static const char *write_changed(const char *name, const char *text, const char *part, const char *by)
{
    static char changed[4000];
    const char *at = strstr(text, part);
    assert_non_null(at);
    assert_null(strstr(at + 1, part));
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part));
    return files_write(&here, name, changed);
}

/* the tetrahedron in all the kinds of polygons, and through all the ways to show it */
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
    /* z first, and numbers between */
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

/* ends cut off and bytes changed: a mesh or an error, never a crash, a hang or a leak */
static void test_broken_files(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    break_file(write_dae("good.dae", "<unit meter='0.1'/>", "1 2 3", ""), "broken.dae", &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dae),
        cmocka_unit_test(test_dae_elements),
        cmocka_unit_test(test_broken_dae),
        cmocka_unit_test(test_broken_files),
    };
    return cmocka_run_group_tests(tests, open_files, close_files);
}
