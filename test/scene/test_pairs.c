/* The pairs that are checked, against the rules applied by brute force over names. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/random.h"
#include "pair_at.h"
#include "scene/frozen.h"
#include "seed.h"
#include "small_scene.h"

enum { ROBOTS = 2, LINKS = 6, OBSTACLES = 3, BODIES = ROBOTS * LINKS + 1 + OBSTACLES, RULES = 8 };

typedef enum owner { LINK, ATTACHED, OBSTACLE } owner;

/* A link, the attached object or an obstacle. */
typedef struct thing {
    owner what;
    int robot;
    char name[32]; /* without the robot's */
    char full[32]; /* robot/link for links */
    int above;     /* links: index of the parent link within the robot; -1: root */
    lw_joint_kind joint;
    bool has_shape;
} thing;

typedef struct rule {
    char a[32], b[32]; /* b empty: every pair with a */
    int robot;         /* -1: any names */
    bool allowed;
    lw_rank rank;
    double margin;
} rule;

/* A scene's description: one or two robots that are random trees, an object that one carries,
 * obstacles, rules and margins. */
typedef struct set {
    int robots;
    thing things[BODIES];
    int count;
    char touch[32]; /* a link that the attached object may touch */
    int carrier;    /* of the attached object */
    rule rules[RULES], margins[RULES];
} set;

/* ---- brute force ---------------------------------------------------------------------------- */

static bool is_named(const char *name, int robot, const thing *t)
{
    if (robot >= 0)
        return t->what == LINK && t->robot == robot && !strcmp(t->name, name);
    return !strcmp(t->name, name) || (t->what == LINK && !strcmp(t->full, name));
}

/* whether a motion of one joint at least moves one of two links and not the other */
static bool can_move_apart(const set *s, const thing *a, const thing *b)
{
    int chains[2][LINKS + 1];
    int lengths[2] = {0, 0};
    const thing *both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        int at = (int)(both[i] - s->things);
        if (both[i]->what == ATTACHED)
            at = s->carrier;
        for (;;) {
            const thing *t = &s->things[at];
            if (t->above < 0)
                break;
            if (t->joint != LW_JOINT_FIXED)
                chains[i][lengths[i]++] = at;
            at = t->above;
        }
    }
    if (lengths[0] != lengths[1])
        return true;
    for (int k = 0; k < lengths[0]; k++)
        if (chains[0][k] != chains[1][k])
            return true;
    return false;
}

/* the reason, and the margin where it is checked */
static lw_pair_reason brute_force(const set *s, const thing *a, const thing *b)
{
    if (a->what == OBSTACLE && b->what == OBSTACLE)
        return LW_PAIR_OBSTACLES;
    bool same = a->what != OBSTACLE && b->what != OBSTACLE && a->robot == b->robot;
    if (same && !can_move_apart(s, a, b))
        return LW_PAIR_RIGID;
    lw_pair_reason reason = LW_PAIR_CHECKED;
    if (same && a->what == LINK && b->what == LINK &&
        (a->above == (int)(b - s->things) || b->above == (int)(a - s->things)))
        reason = LW_PAIR_ADJACENT;
    const thing *attached = a->what == ATTACHED ? a : b->what == ATTACHED ? b : NULL;
    const thing *other = attached == a ? b : a;
    if (same && attached && (other == &s->things[s->carrier] || !strcmp(other->name, s->touch)))
        reason = LW_PAIR_TOUCH;
    for (int rank = LW_RANK_ROBOT; rank <= LW_RANK_CALLER; rank++)
        for (int i = 0; i < RULES; i++) {
            const rule *r = &s->rules[i];
            if ((int)r->rank != rank)
                continue;
            bool hit = false;
            for (int swapped = 0; swapped < 2; swapped++) {
                const thing *first = swapped ? b : a;
                const thing *second = swapped ? a : b;
                hit = hit || (is_named(r->a, r->robot, first) &&
                              (!r->b[0] || is_named(r->b, r->robot, second)));
            }
            if (hit)
                reason = !r->allowed             ? LW_PAIR_CHECKED
                         : rank == LW_RANK_ROBOT ? LW_PAIR_ROBOT
                         : rank == LW_RANK_SCENE ? LW_PAIR_SCENE
                                                 : LW_PAIR_CALLER;
        }
    return reason;
}

static double brute_margin(const set *s, const thing *a, const thing *b)
{
    bool same = a->what != OBSTACLE && b->what != OBSTACLE && a->robot == b->robot;
    double margin = same ? 0.25 : 0.5;
    for (int i = 0; i < RULES; i++) {
        const rule *r = &s->margins[i];
        if ((is_named(r->a, -1, a) && (!r->b[0] || is_named(r->b, -1, b))) ||
            (is_named(r->a, -1, b) && (!r->b[0] || is_named(r->b, -1, a))))
            margin = r->margin;
    }
    return margin;
}

/* ---- a random set --------------------------------------------------------------------------- */

static void random_name(lw_random *random, const set *s, char out[32])
{
    if (lw_random_below(random, 12) == 0) {
        snprintf(out, 32, "%s", lw_random_below(random, 2) ? "nobody" : "r9/l1");
        return;
    }
    const thing *t = &s->things[lw_random_below(random, (uint32_t)s->count)];
    snprintf(out, 32, "%s", lw_random_below(random, 2) ? t->full : t->name);
}

static void random_rule(lw_random *random, const set *s, rule *r)
{
    static const lw_rank ranks[] = {LW_RANK_ROBOT, LW_RANK_SCENE, LW_RANK_CALLER};
    r->robot = -1;
    random_name(random, s, r->a);
    random_name(random, s, r->b);
    if (lw_random_below(random, 4) == 0)
        r->b[0] = 0;
    r->rank = ranks[lw_random_below(random, 3)];
    if (r->rank == LW_RANK_ROBOT) {
        r->robot = (int)lw_random_below(random, (uint32_t)s->robots);
        snprintf(r->a, sizeof r->a, "l%u", (unsigned)lw_random_below(random, LINKS));
    }
    r->allowed = lw_random_below(random, 3) > 0;
    r->margin = lw_random_between(random, 0, 1);
}

static void random_links(lw_random *random, set *s, int robot)
{
    int first = s->count;
    for (int i = 0; i < LINKS; i++) {
        thing *t = &s->things[s->count++];
        *t = (thing){.what = LINK, .robot = robot, .above = -1};
        snprintf(t->name, sizeof t->name, "l%d", i);
        snprintf(t->full, sizeof t->full, "r%d/l%d", robot, i);
        t->has_shape = lw_random_below(random, 5) > 0;
        t->joint = lw_random_below(random, 3) ? LW_JOINT_REVOLUTE : LW_JOINT_FIXED;
        if (i)
            t->above = first + (int)lw_random_below(random, (uint32_t)i);
    }
}

static void random_set(lw_random *random, set *s)
{
    *s = (set){.robots = 1 + (int)lw_random_below(random, ROBOTS)};
    for (int r = 0; r < s->robots; r++)
        random_links(random, s, r);
    s->carrier = (int)lw_random_below(random, (uint32_t)s->count);
    snprintf(s->touch, sizeof s->touch, "l%u", (unsigned)lw_random_below(random, LINKS));
    thing *cup = &s->things[s->count++];
    *cup = (thing){ATTACHED, s->things[s->carrier].robot, "cup", "cup", -1, LW_JOINT_FIXED, true};
    for (int i = 0; i < OBSTACLES; i++) {
        thing *t = &s->things[s->count++];
        *t = (thing){.what = OBSTACLE, .robot = -1, .above = -1, .has_shape = true};
        snprintf(t->name, sizeof t->name, "box%d", i);
        snprintf(t->full, sizeof t->full, "box%d", i);
    }
    for (int i = 0; i < RULES; i++) {
        random_rule(random, s, &s->rules[i]);
        random_rule(random, s, &s->margins[i]);
    }
}

static void build_links(const set *s, lw_scene *scene, const lw_shape_def *shape)
{
    lw_error e = {0};
    for (int r = 0; r < s->robots; r++) {
        char robot[16];
        snprintf(robot, sizeof robot, "r%d", r);
        succeed(lw_scene_add_robot(scene, robot, lw_pose_identity(), &e), &e);
        for (int i = 0; i < s->count; i++) {
            const thing *t = &s->things[i];
            if (t->what != LINK || t->robot != r)
                continue;
            succeed(lw_scene_add_link(scene, robot, t->name, &e), &e);
            if (t->has_shape)
                succeed(lw_scene_add_shape(scene, robot, t->name, shape, lw_pose_identity(), &e), &e);
            if (t->above < 0)
                continue;
            char name[48];
            snprintf(name, sizeof name, "above_%s", t->name);
            lw_joint_def joint = joint_of(name, t->joint, s->things[t->above].name, t->name);
            succeed(lw_scene_add_joint(scene, robot, &joint, &e), &e);
        }
    }
}

static lw_scene *build(const set *s, notices *heard)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    lw_scene_on_notice(scene, take_notice, heard);
    lw_shape_def shape = sphere_of(0.1);
    build_links(s, scene, &shape);
    succeed(lw_scene_set_margin(scene, 0.5, &e), &e);
    succeed(lw_scene_set_self_margin(scene, 0.25, &e), &e);
    const thing *carrier = &s->things[s->carrier];
    char robot[16];
    snprintf(robot, sizeof robot, "r%d", carrier->robot);
    const char *touch[] = {s->touch};
    succeed(lw_scene_add_attached(scene, robot, carrier->name, "cup", &shape, lw_pose_identity(), touch,
                                  1, &e),
            &e);
    for (int i = 0; i < OBSTACLES; i++)
        succeed(lw_scene_add_obstacle(scene, s->things[s->count - OBSTACLES + i].name, &shape,
                                      lw_pose_identity(), &e),
                &e);
    for (int i = 0; i < RULES; i++) {
        const rule *r = &s->rules[i];
        const rule *m = &s->margins[i];
        succeed(lw_scene_rule(scene, r->robot, r->a, r->b[0] ? r->b : NULL, r->allowed, r->rank, &e),
                &e);
        succeed(lw_scene_set_pair_margin(scene, m->a, m->b[0] ? m->b : NULL, m->margin, &e), &e);
    }
    succeed(lw_scene_freeze(scene, &e), &e);
    return scene;
}

static int64_t body_of(const set *s, const lw_scene *scene, const thing *t)
{
    const char *name = s->robots > 1 ? t->full : t->name;
    for (size_t i = 0; i < lw_scene_body_count(scene); i++)
        if (!strcmp(lw_scene_body_name(scene, i), name))
            return (int64_t)i;
    return -1;
}

static void check_pair(const set *s, const lw_scene *scene, const thing *a, const thing *b)
{
    int64_t i = body_of(s, scene, a);
    int64_t k = body_of(s, scene, b);
    assert_int_equal(i >= 0, a->has_shape);
    assert_int_equal(k >= 0, b->has_shape);
    if (i < 0 || k < 0)
        return;
    lw_pair_reason wanted = brute_force(s, a, b);
    const lw_frozen *frozen = scene->frozen;
    int64_t low = i < k ? i : k;
    int64_t high = i < k ? k : i;
    if (wanted != LW_PAIR_OBSTACLES) {
        assert_true((size_t)low < frozen->moving_count);
        lw_pair_reason got =
            (lw_pair_reason)frozen->pairs.reasons[(size_t)low * frozen->body_count + (size_t)high];
        if (got != wanted)
            fail_msg("%s and %s: reason %d, not %d", a->full, b->full, (int)got, (int)wanted);
    }
    int found = 0;
    for (size_t p = 0; p < lw_scene_pair_count(scene); p++) {
        size_t bodies[2];
        lw_scene_pair(scene, p, bodies);
        if (bodies[0] != (size_t)low || bodies[1] != (size_t)high)
            continue;
        found++;
        assert_true(pair_at(frozen, p).margin == brute_margin(s, a, b));
        assert_int_equal(pair_at(frozen, p).self,
                         a->what != OBSTACLE && b->what != OBSTACLE && a->robot == b->robot);
    }
    assert_int_equal(found, wanted == LW_PAIR_CHECKED);
}

/* The least margins of the pairs inside robots and of the others, and the largest of all. */
static void check_margin_bounds(const lw_frozen *frozen)
{
    double least[2] = {HUGE_VAL, HUGE_VAL};
    double largest = 0;
    for (size_t p = 0; p < frozen->pairs.count; p++) {
        lw_pair pair = pair_at(frozen, p);
        least[pair.self] = fmin(least[pair.self], pair.margin);
        largest = fmax(largest, pair.margin);
    }
    assert_true(frozen->pairs.least_margin[0] == least[0]);
    assert_true(frozen->pairs.least_margin[1] == least[1]);
    assert_true(frozen->pairs.largest_margin == largest);
}

static void pairs_follow_the_rules(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = test_rounds(400, 10000); round > 0; round--) {
        set s;
        notices heard = {0};
        random_set(&random, &s);
        lw_scene *scene = build(&s, &heard);
        check_margin_bounds(scene->frozen);
        for (int a = 0; a < s.count; a++)
            for (int b = 0; b < a; b++)
                check_pair(&s, scene, &s.things[a], &s.things[b]);
        lw_scene_destroy(scene);
    }
}

/* the last factor on both chains, by comparing the chains */
static void pairs_know_what_moves_both(void **state)
{
    (void)state;
    lw_random random = {test_seed()};
    for (int round = 0; round < 100; round++) {
        set s;
        notices heard = {0};
        random_set(&random, &s);
        lw_scene *scene = build(&s, &heard);
        const lw_frozen *frozen = scene->frozen;
        for (size_t p = 0; p < frozen->pairs.count; p++) {
            int32_t common = -1;
            for (int32_t f = lw_frozen_body(frozen, pair_at(frozen, p).a)->elementary; f >= 0;
                 f = frozen->chains->elementary[f].parent)
                for (int32_t g = lw_frozen_body(frozen, pair_at(frozen, p).b)->elementary; g >= 0;
                     g = frozen->chains->elementary[g].parent)
                    if (f == g && f > common)
                        common = f;
            assert_int_equal(pair_at(frozen, p).common, common);
        }
        lw_scene_destroy(scene);
    }
}

static void names_that_are_nobodys_are_noticed_once(void **state)
{
    (void)state;
    lw_error e = {0};
    notices heard = {0};
    lw_scene *scene = new_scene();
    lw_scene_on_notice(scene, take_notice, &heard);
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE},
              3);
    succeed(lw_scene_add_link(scene, "r", "bare", &e),
            &e); /* a link without geometry has a name, too */
    lw_joint_def joint = joint_of("j", LW_JOINT_FIXED, "l3", "bare");
    succeed(lw_scene_add_joint(scene, "r", &joint, &e), &e);
    succeed(lw_scene_allow_pair(scene, "box_link", "l1", true, &e), &e);
    succeed(lw_scene_allow_pair(scene, "l2", "box_link", true, &e), &e);
    succeed(lw_scene_allow_pair(scene, "box_link", "box_link", true, &e), &e);
    succeed(lw_scene_allow_pair(scene, "box_link", NULL, false, &e), &e);
    succeed(lw_scene_allow_pair(scene, "bare", "r/l2", true, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_int_equal(heard.count, 1);
    assert_non_null(strstr(heard.last, "\"box_link\", which nothing in the scene has"));
    lw_scene_destroy(scene);

    const char *const words[] = {"the margin of a pair names \"ghost\"", "touch link",
                                 "padding for link \"ghost\"", "names \"r/ghost\"", "names \"x/l1\""};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        lw_shape_def shape = sphere_of(1);
        const char *ghost = "ghost";
        heard = (notices){0};
        scene = new_scene();
        lw_scene_on_notice(scene, take_notice, &heard);
        add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
        if (i == 0)
            succeed(lw_scene_set_pair_margin(scene, ghost, "l1", 1, &e), &e);
        if (i == 1)
            succeed(lw_scene_add_attached(scene, "r", "l1", "cup", &shape, lw_pose_identity(), &ghost,
                                          1, &e),
                    &e);
        if (i == 2)
            succeed(lw_scene_set_link_padding(scene, "r", ghost, 1, 1, &e), &e);
        if (i == 3)
            succeed(lw_scene_allow_pair(scene, "r/ghost", "l1", true, &e), &e);
        if (i == 4)
            succeed(lw_scene_allow_pair(scene, "x/l1", "l0", true, &e), &e);
        succeed(lw_scene_freeze(scene, &e), &e);
        assert_int_equal(heard.count, 1);
        if (!strstr(heard.last, words[i]))
            fail_msg("\"%s\" does not say %s", heard.last, words[i]);
        lw_scene_destroy(scene);
    }
}

/* Two obstacles have no entry among the reasons: rules about them change nothing. There are so many
 * obstacles that entries for them would lie outside of the memory that was taken, which sanitizers
 * report. */
static void rules_about_obstacles_alone_change_nothing(void **state)
{
    enum { MANY = 300 };
    (void)state;
    lw_error e = {0};
    lw_scene *scene = new_scene();
    lw_shape_def shape = sphere_of(0.1);
    add_chain(scene, "r", NULL, 0);
    for (int i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "o%d", i);
        succeed(lw_scene_add_obstacle(scene, name, &shape, lw_pose_identity(), &e), &e);
    }
    succeed(lw_scene_allow_pair(scene, "o299", "o298", false, &e), &e);
    succeed(lw_scene_allow_pair(scene, "o297", NULL, true, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_int_equal(lw_scene_pair_count(scene), MANY - 1); /* the link with all but o297 */
    lw_scene_destroy(scene);
}

/* Names are found in a table: comparing each with all would take a minute for so many obstacles,
 * instead of some 0.3 s. */
static void many_obstacles_follow_their_rules(void **state)
{
    enum { MANY = 40000 };
    (void)state;
    lw_error e = {0};
    lw_scene *scene = new_scene();
    lw_shape_def shape = sphere_of(0.1);
    add_chain(scene, "r", NULL, 0);
    for (int i = 0; i < MANY; i++) {
        char name[32];
        snprintf(name, sizeof name, "a long name and %d", i);
        succeed(lw_scene_add_obstacle(scene, name, &shape, lw_pose_identity(), &e), &e);
        if (i % 3 == 0)
            succeed(lw_scene_allow_pair(scene, "l0", name, true, &e), &e);
        if (i % 3 == 1)
            succeed(lw_scene_set_pair_margin(scene, name, "l0", i, &e), &e);
        if (i % 6 == 2)
            succeed(lw_scene_allow_pair(scene, name, NULL, true, &e), &e);
        snprintf(name, sizeof name, "nobody %d", i);
        succeed(lw_scene_allow_pair(scene, name, NULL, true, &e), &e);
    }
    succeed(lw_scene_freeze(scene, &e), &e);
    const lw_frozen *frozen = scene->frozen;
    for (size_t i = 0, pair = 0; i < MANY; i++) {
        if (i % 3 == 0 || i % 6 == 2)
            continue;
        assert_int_equal(pair_at(frozen, pair).b, 1 + i);
        assert_true(pair_at(frozen, pair++).margin == (i % 3 == 1 ? (double)i : 0));
    }
    lw_scene_destroy(scene);
}

/* Freezes robots of one link, with a rule or a margin by names robot/link for every pair of them if
 * asked for; returns the processor time that freezing takes. */
static double freeze_robots(int robots, bool rules)
{
    lw_error e = {0};
    lw_scene *scene = new_scene();
    for (int i = 0; i < robots; i++) {
        char name[16];
        snprintf(name, sizeof name, "r%d", i);
        add_chain(scene, name, NULL, 0);
    }
    for (int i = 0; rules && i < robots; i++)
        for (int k = 0; k < i; k++) {
            char a[16];
            char b[16];
            snprintf(a, sizeof a, "r%d/l0", i);
            snprintf(b, sizeof b, "r%d/l0", k);
            if ((i + k) % 2)
                succeed(lw_scene_allow_pair(scene, a, b, true, &e), &e);
            else
                succeed(lw_scene_set_pair_margin(scene, a, b, i, &e), &e);
        }
    clock_t begin = clock();
    succeed(lw_scene_freeze(scene, &e), &e);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    const lw_frozen *frozen = scene->frozen;
    for (uint32_t i = 0; rules && i < (uint32_t)robots; i++)
        for (uint32_t k = 0; k < i; k++)
            if ((i + k) % 2)
                assert_int_equal(lw_frozen_reason(frozen, k, i), LW_PAIR_CALLER);
            else
                assert_true(lw_frozen_pair(frozen, lw_pair_id_of(k, i)).margin == i);
    lw_scene_destroy(scene);
    return seconds;
}

/* The names of robots and links are found in tables: with searches through all robots, freezing 800 of
 * them with 320,000 rules took 10 s, 500 times as long as without rules, instead of 10 times. */
static void many_robots_follow_their_rules(void **state)
{
    enum { MANY = 800 };
    (void)state;
    freeze_robots(MANY, false);
    double without = freeze_robots(MANY, false);
    double with = freeze_robots(MANY, true);
    print_message("%d robots: frozen in %.3f s, with rules in %.3f s\n", MANY, without, with);
    assert_true(with < 100 * (without + 0.001));
}

/* A robot's name ends at the first slash, and the name of a link may hold more of them. */
static void links_may_have_slashes_in_their_names(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_shape_def shape = sphere_of(0.1);
    lw_scene *scene = new_scene();
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "r%d", i);
        succeed(lw_scene_add_robot(scene, name, lw_pose_identity(), &e), &e);
        succeed(lw_scene_add_link(scene, name, "a/b", &e), &e);
        succeed(lw_scene_add_shape(scene, name, "a/b", &shape, lw_pose_identity(), &e), &e);
    }
    succeed(lw_scene_allow_pair(scene, "r0/a/b", "r2/a/b", true, &e), &e);
    succeed(lw_scene_set_pair_margin(scene, "a/b", "a/b", 0.5, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_true(lw_frozen_pair(scene->frozen, lw_pair_id_of(0, 1)).margin == 0.5);
    assert_true(lw_frozen_pair(scene->frozen, lw_pair_id_of(1, 2)).margin == 0.5);
    assert_int_equal(lw_frozen_reason(scene->frozen, 0, 1), LW_PAIR_CHECKED);
    assert_int_equal(lw_frozen_reason(scene->frozen, 0, 2), LW_PAIR_CALLER);
    assert_int_equal(lw_frozen_reason(scene->frozen, 1, 2), LW_PAIR_CHECKED);
    lw_scene_destroy(scene);
}

static size_t body_named(const lw_scene *scene, const char *name)
{
    for (size_t i = 0; i < lw_scene_body_count(scene); i++)
        if (!strcmp(lw_scene_body_name(scene, i), name))
            return i;
    fail_msg("no body is named %s", name);
    return 0;
}

static lw_pair_reason reason_for(const lw_scene *scene, const char *one, const char *other)
{
    size_t a = body_named(scene, one);
    size_t b = body_named(scene, other);
    const lw_frozen *frozen = scene->frozen;
    return (lw_pair_reason)
        frozen->pairs.reasons[(a < b ? a : b) * frozen->body_count + (a < b ? b : a)];
}

/* With several robots, whose links are robot/link, an object may have the name of a link. Touch links
 * are then those of the object, not of the link; a rule means both. */
static void an_object_with_the_name_of_a_link(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = new_scene();
    lw_shape_def shape = sphere_of(0.1);
    const char *touch = "l0";
    add_chain(
        scene, "r",
        (lw_joint_kind[]){LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE, LW_JOINT_REVOLUTE},
        4);
    add_chain(scene, "s", NULL, 0);
    succeed(lw_scene_add_attached(scene, "r", "l4", "l2", &shape, lw_pose_identity(), &touch, 1, &e),
            &e);
    succeed(lw_scene_allow_pair(scene, "l2", "l1", true, &e), &e);
    succeed(lw_scene_freeze(scene, &e), &e);
    assert_int_equal(reason_for(scene, "r/l2", "r/l0"), LW_PAIR_CHECKED);
    assert_int_equal(reason_for(scene, "r/l2", "r/l4"), LW_PAIR_CHECKED);
    assert_int_equal(reason_for(scene, "r/l2", "r/l1"), LW_PAIR_CALLER);
    assert_int_equal(reason_for(scene, "l2", "r/l0"), LW_PAIR_TOUCH);
    assert_int_equal(reason_for(scene, "l2", "r/l4"), LW_PAIR_RIGID);
    assert_int_equal(reason_for(scene, "l2", "r/l1"), LW_PAIR_CALLER);
    assert_int_equal(reason_for(scene, "l2", "s/l0"), LW_PAIR_CHECKED);
    assert_int_equal(reason_for(scene, "l2", "r/l2"), LW_PAIR_CHECKED);
    lw_scene_destroy(scene);

    /* with one robot the two would have one name in verdicts */
    scene = new_scene();
    add_chain(scene, "r", (lw_joint_kind[]){LW_JOINT_REVOLUTE}, 1);
    succeed(lw_scene_add_attached(scene, "r", "l1", "l0", &shape, lw_pose_identity(), NULL, 0, &e), &e);
    assert_int_equal(lw_scene_freeze(scene, &e), LW_ERROR_NAME);
    assert_non_null(strstr(e.message, "two bodies are named \"l0\""));
    lw_scene_destroy(scene);
}

/* A call that fails leaves no name behind. */
static void an_obstacle_that_failed_is_no_name(void **state)
{
    (void)state;
    lw_error e = {0};
    lw_scene *scene = new_scene();
    lw_shape_def shape = sphere_of(-1);
    assert_int_equal(lw_scene_add_obstacle(scene, "bad", &shape, lw_pose_identity(), &e),
                     LW_ERROR_ARGUMENT);
    assert_int_equal(lw_model_find_object(&scene->model, "bad"), -1);
    shape.radius = 1;
    succeed(lw_scene_add_obstacle(scene, "good", &shape, lw_pose_identity(), &e), &e);
    succeed(lw_scene_add_obstacle(scene, "bad", &shape, lw_pose_identity(), &e), &e);
    assert_int_equal(lw_model_find_object(&scene->model, "good"), 0);
    assert_int_equal(lw_model_find_object(&scene->model, "bad"), 1);
    lw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_follow_the_rules),
        cmocka_unit_test(pairs_know_what_moves_both),
        cmocka_unit_test(names_that_are_nobodys_are_noticed_once),
        cmocka_unit_test(rules_about_obstacles_alone_change_nothing),
        cmocka_unit_test(many_obstacles_follow_their_rules),
        cmocka_unit_test(many_robots_follow_their_rules),
        cmocka_unit_test(links_may_have_slashes_in_their_names),
        cmocka_unit_test(an_object_with_the_name_of_a_link),
        cmocka_unit_test(an_obstacle_that_failed_is_no_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
