/* leeway-audit: verifies proof files of `leeway check` (docs/proofs.md). It shares no code with Leeway.
 */
#include "audit.h"

#include <string.h>

static const char usage[] =
    "leeway-audit: verifies proofs that `leeway check --proof FILE` wrote.\n"
    "usage: leeway-audit [--precise] [--theorem] [--scene SCENE.json [--motions MOTIONS.jsonl]] "
    "FILE...\n"
    "\n"
    "Says of each motion what is proven, about the bodies, frames and motions that the file states;\n"
    "audit/program/README.md tells what that means, and what is taken on trust. Of a file without\n"
    "motions it says which bodies are contained in their balls. -: standard input.\n"
    "--scene FILE  Reads the scene and the files that it names, and refuses a proof that states "
    "anything\n"
    "           else; what is not compared is said, after \"taken on trust\"\n"
    "--motions FILE  The motions are those of its lines, and not of the scene\n"
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

/* The value of an option that takes one; NULL, said in a sentence: the option is there twice, or the
 * last word. */
static char *value_of_option(int count, char **arguments, int at, const char *known)
{
    if (!known && at + 1 < count)
        return arguments[at + 1];
    fprintf(stderr,
            known ? "leeway-audit: %s is given twice\n" : "leeway-audit: %s needs a file behind it\n",
            arguments[at]);
    return NULL;
}

/* Takes the options out of the arguments; returns how many files are left, at their beginning. -1: an
 * option is wrong, which was said. */
static int take_options(int count, char **arguments, audit_options *out)
{
    int files = 0;
    for (int i = 1; i < count; i++) {
        char *word = arguments[i];
        const bool is_scene = !strcmp(word, "--scene");
        if (!strcmp(word, "--precise")) {
            out->precise = true;
        } else if (!strcmp(word, "--theorem")) {
            out->theorem = true;
        } else if (is_scene || !strcmp(word, "--motions")) {
            const char **place = is_scene ? &out->scene : &out->motions;
            *place = value_of_option(count, arguments, i++, *place);
            if (!*place)
                return -1;
        } else if (word[0] == '-' && word[1]) {
            fprintf(stderr, "leeway-audit: there is no option %s; --help lists them\n", word);
            return -1;
        } else {
            arguments[files++] = word;
        }
    }
    if (out->motions && !out->scene) {
        fputs(
            "leeway-audit: --motions needs --scene: the scene's files tell which joints the values of "
            "the motions belong to\n",
            stderr);
        return -1;
    }
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
