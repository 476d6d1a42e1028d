/* leeway-audit: verifies proof files of `leeway check` (docs/proofs.md). It shares no code with Leeway.
 */
#include "audit.h"

#include <string.h>

static const char usage[] =
    "leeway-audit: verifies proofs that `leeway check --proof FILE` wrote.\n"
    "usage: leeway-audit [--precise] [--theorem] FILE...\n"
    "\n"
    "Says of each motion what is proven, about the bodies, frames and motions that the file states;\n"
    "audit/program/README.md tells what that means, and what is taken on trust. Of a file without\n"
    "motions it says which bodies are contained in their balls. -: standard input.\n"
    "--precise  Numbers of 128 bits for all inequalities, instead of doubles where these suffice\n"
    "--theorem  Says first what the proofs are about: the bodies, the distances that pairs keep, and "
    "the\n"
    "           pairs that may meet\n"
    "\n"
    "Exit status: 0, all is proven; 1, something is refused; 2, a file cannot be read.\n";

static int audit_path(const char *path, bool precise, bool theorem)
{
    FILE *file = !strcmp(path, "-") ? stdin : fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "leeway-audit: %s cannot be opened\n", path);
        return 2;
    }
    int status = audit(file, path, precise, theorem, stdout);
    if (file != stdin)
        fclose(file);
    return status;
}

int main(int count, char **arguments)
{
    bool precise = false;
    bool theorem = false;
    int first = 1;
    if (count > 1 && !strcmp(arguments[1], "--help")) {
        fputs(usage, stdout);
        return 0;
    }
    for (; first < count && !strncmp(arguments[first], "--", 2); first++) {
        precise = precise || !strcmp(arguments[first], "--precise");
        theorem = theorem || !strcmp(arguments[first], "--theorem");
        if (strcmp(arguments[first], "--precise") != 0 && strcmp(arguments[first], "--theorem") != 0)
            break;
    }
    if (first >= count || (arguments[first][0] == '-' && arguments[first][1])) {
        fputs(usage, stderr);
        return 2;
    }
    int worst = 0;
    for (int i = first; i < count; i++) {
        int status = audit_path(arguments[i], precise, theorem);
        worst = status > worst ? status : worst;
    }
    return worst;
}
