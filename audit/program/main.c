/* leeway-audit: verifies proof files of `leeway check` (docs/proofs.md). It shares no code with Leeway.
 */
#include "audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "leeway-audit: verifies proofs that `leeway check --proof FILE` wrote.\n"
    "usage: leeway-audit [--precise] [--theorem] [--robot FILE.urdf [--srdf FILE] [--name NAME] "
    "[--base POSE]]...\n"
    "                    [--scene FILE] [--motions FILE | --path FILE | --from Q --to Q] [--motion "
    "NAME]\n"
    "                    [--since T] FILE...\n"
    "\n"
    "Says of each motion what is proven, about the bodies, frames and motions that the file states;\n"
    "audit/program/README.md tells what that means, and what is taken on trust. Of a file without\n"
    "motions it says which bodies are contained in their balls. -: standard input.\n"
    "--scene FILE  Reads the scene, in JSON or MoveIt's YAML, and the files that it names, and refuses "
    "a\n"
    "           proof that states anything else; what is not compared is said, after \"taken on "
    "trust\"\n"
    "--robot FILE.urdf  A robot of the scene, beside those of its file; may be repeated. The next "
    "three\n"
    "           options are about the --robot before them\n"
    "--srdf FILE  Which of its links may meet, its groups and states\n"
    "--name NAME  Its name, instead of the URDF's\n"
    "--base \"x y z roll pitch yaw\"  Where it stands\n"
    "--motions FILE  The motions are those of its lines, and not of the scene\n"
    "--path FILE  The motion is that of a file in JSON, as `leeway plan -o` writes it, or of waypoints "
    "(CSV);\n"
    "           with several robots ROBOT=FILE for each that moves, as of `leeway check --path`\n"
    "--from Q --to Q  The motion is a segment: values between commas, or names of states\n"
    "--motion NAME  Only this one is asked about. The proof has to have all motions that options name\n"
    "--since T  The proofs are of the rest of the motions, from the time T on, as those of\n"
    "           `leeway check --since T`\n"
    "--precise  Numbers of 128 bits for all inequalities, instead of doubles where these suffice\n"
    "--theorem  Says first what the proofs are about: the bodies, the distances that pairs keep, and "
    "the\n"
    "           pairs that may meet\n"
    "\n"
    "Exit status: 0, all is proven; 1, something is refused; 2, a file cannot be read.\n";

static int audit_path(const char *path, const audit_options *options)
{
    FILE *file = !strcmp(path, "-") ? stdin : fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "leeway-audit: %s cannot be opened\n", path);
        return 2;
    }
    int status = audit(file, path, options, stdout);
    if (file != stdin)
        fclose(file);
    return status;
}

/* Where an option that takes a value keeps it; NULL: it takes none, or has no --robot before it. */
static const char **place_of(const char *word, audit_options *out)
{
    audit_robot *last = out->robot_count ? &out->robots[out->robot_count - 1] : NULL;
    if (!strcmp(word, "--scene"))
        return &out->scene;
    if (!strcmp(word, "--motions"))
        return &out->motions;
    if (!strcmp(word, "--path") && out->path_count < MOST_AUDIT_ROBOTS)
        return &out->paths[out->path_count++];
    if (!strcmp(word, "--from"))
        return &out->from;
    if (!strcmp(word, "--to"))
        return &out->to;
    if (!strcmp(word, "--motion"))
        return &out->motion;
    if (!strcmp(word, "--since"))
        return &out->since;
    if (!strcmp(word, "--robot") && out->robot_count < MOST_AUDIT_ROBOTS)
        return &out->robots[out->robot_count++].urdf;
    if (!strcmp(word, "--srdf") && last)
        return &last->srdf;
    if (!strcmp(word, "--name") && last)
        return &last->name;
    return !strcmp(word, "--base") && last ? &last->base : NULL;
}

/* Takes an option at an index, and its value, if it has one. False: it is wrong, which was said. */
static bool take_option(int count, char **arguments, int *at, audit_options *out)
{
    static const char *const of_robots[] = {"--srdf", "--name", "--base"};
    char *word = arguments[*at];
    if (!strcmp(word, "--precise"))
        return out->precise = true;
    if (!strcmp(word, "--theorem"))
        return out->theorem = true;
    const char **place = place_of(word, out);
    if (place && !*place && *at + 1 < count) {
        *place = arguments[++*at];
        return true;
    }
    const char *what = "is no option; --help lists them";
    if (place)
        what = *place ? "is given twice" : "needs a value behind it";
    for (int i = 0; i < 3 && !place; i++)
        if (!strcmp(word, of_robots[i]))
            what = "needs a --robot before it";
    if (!place && (!strcmp(word, "--robot") || !strcmp(word, "--path")))
        what = "is given too often";
    fprintf(stderr, "leeway-audit: %s %s\n", word, what);
    return false;
}

/* Whether the motions that options name are of one kind, and have the files to which they belong. */
static bool check_motions(const audit_options *options)
{
    const bool is_segment = options->from || options->to;
    const char *values = options->motions      ? "--motions"
                         : options->path_count ? "--path"
                         : is_segment          ? "--from"
                                               : NULL;
    const char *which = options->since ? "--since" : options->motion ? "--motion" : NULL;
    if ((values || which) && !options->scene && !options->robot_count)
        fprintf(stderr, "leeway-audit: %s needs --scene or --robot: their files tell %s\n",
                values ? values : which,
                values ? "which joints the values of the motions belong to"
                       : "the motions that the proofs are about");
    else if (!options->from != !options->to)
        fputs("leeway-audit: --from and --to need each other\n", stderr);
    else if ((options->motions != NULL) + (options->path_count > 0) + is_segment > 1)
        fputs("leeway-audit: the motions are those of --motions, or of --path, or of --from and --to\n",
              stderr);
    else
        return true;
    return false;
}

/* Whether the options that need others have them, and the time of --since is one. */
static bool check_options(audit_options *options)
{
    if (!check_motions(options))
        return false;
    char *end = NULL;
    options->begin = options->since ? strtod(options->since, &end) : 0;
    if (!end || (*options->since && !*end && options->begin >= 0 && isfinite(options->begin)))
        return true;
    fprintf(stderr, "leeway-audit: --since %s is no time of 0 or more\n", options->since);
    return false;
}

/* Takes the options out of the arguments; returns how many files are left, at their beginning. -1: an
 * option is wrong, which was said. */
static int take_options(int count, char **arguments, audit_options *out)
{
    int files = 0;
    for (int i = 1; i < count; i++)
        if (arguments[i][0] != '-' || !arguments[i][1])
            arguments[files++] = arguments[i];
        else if (!take_option(count, arguments, &i, out))
            return -1;
    if (!check_options(out))
        return -1;
    if (!files)
        fputs(usage, stderr);
    return files;
}

int main(int count, char **arguments)
{
    audit_options options = {0};
    if (count > 1 && !strcmp(arguments[1], "--help")) {
        fputs(usage, stdout);
        return 0;
    }
    const int files = take_options(count, arguments, &options);
    if (files < 1)
        return 2;
    int worst = 0;
    for (int i = 0; i < files; i++) {
        int status = audit_path(arguments[i], &options);
        worst = status > worst ? status : worst;
    }
    return worst;
}
