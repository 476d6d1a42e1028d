"""Writes the pages of the commands: what `leeway COMMAND --help` prints."""

import re
import subprocess


def write(program, folder):
    """Writes folder/commands/*.md. Returns the entries of the navigation."""
    def printed(*arguments):
        return subprocess.run([program, *arguments], text=True, stdout=subprocess.PIPE, check=True).stdout

    whole = printed("help")
    listed = re.findall(r"^  (\w+) {2,}(.*)$", whole.split("Commands:")[1].split("\n\n")[0], re.M)
    (folder / "commands").mkdir(parents=True)
    pages = []
    index = "# The command leeway\n\nThe options and files are explained in [Commands and files](../../docs/interfaces.md).\n\n"
    index += "| command | it answers with |\n|---|---|\n"
    for name, about in listed:
        index += f"| [leeway {name}]({name}.md) | {about} |\n"
        text = f"# leeway {name}: {about}\n\n```text\n$ leeway {name} --help\n{printed(name, '--help').rstrip()}\n```\n"
        (folder / f"commands/{name}.md").write_text(text, encoding="utf-8")
        pages.append((f"leeway {name}", f"commands/{name}.md"))
    index += f"\n```text\n$ leeway help\n{whole.rstrip()}\n```\n"
    (folder / "commands/index.md").write_text(index, encoding="utf-8")
    return [("leeway", "commands/index.md"), *pages]
