"""Makes the gallery: pages of `leeway view` of the robots in gallery.json, and of the project's own scenes.

The public robots are not part of the project. Pages of them are made where their files are: LEEWAY_DATA names the
folder of the tests' data, LEEWAY_ROBOTS the folder robots/ of a copy of example-robot-data
(github.com/Gepetto/example-robot-data). The gallery names those that were not made."""

import html
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]


def commands(entry):
    """What is typed to make a page: from the entry, or for a robot that is planned from one configuration to another."""
    if "commands" in entry:
        return entry["commands"]
    name = entry["name"]
    typed = []
    if "urdf" in entry:
        typed.append(f"leeway acm --robot robots/{entry['urdf']} --package-path robots --budget-boxes 20000 -o {name}.srdf")
    paths = " --package-path robots" if "urdf" in entry else ""
    ends = " ".join(f"--{end}={','.join(str(value) for value in entry[end])}" for end in ("from", "to"))
    typed.append(f"leeway plan {name}.json{paths} {ends} -o path.json")
    motions = " --motions motions.jsonl"
    typed.append(f"leeway view {name}.json{paths}{motions} --title {shlex.quote(entry['title'])} -o {name}.html")
    return typed


def prepare(entry, folder, robots):
    """Puts the files of an entry into a folder. Returns whether they are there."""
    os.symlink(SOURCE / "scenes", folder / "scenes")
    place = {"LEEWAY_DATA": os.environ.get("LEEWAY_DATA"), "LEEWAY_ROBOTS": robots}.get(entry.get("with"))
    if "with" in entry:
        if not place:
            return False
        place = Path(place)
        if entry["with"] == "LEEWAY_DATA":
            os.symlink(place / "robots", folder / "robots")
            os.symlink(place / "mbm", folder / "mbm")
        else:
            os.symlink(place, folder / "robots")
            if not (place / entry["urdf"]).is_file():
                return False
    if "scene" in entry:
        scene = dict(entry["scene"])
        if "urdf" in entry:
            scene = {"robots": [{"urdf": f"robots/{entry['urdf']}", "srdf": f"{entry['name']}.srdf"}], **scene}
        (folder / f"{entry['name']}.json").write_text(json.dumps(scene, indent=1), encoding="utf-8")
    return True


def make(entry, program, robots, out):
    """Makes the page of an entry. Returns whether its files are there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not prepare(entry, folder, robots):
            return False
        environment = {**os.environ, "PATH": f"{Path(program).resolve().parent}:{os.environ['PATH']}"}
        for command in commands(entry):
            if " --motions motions.jsonl" in command:
                path = json.loads((folder / "path.json").read_text(encoding="utf-8"))
                straight = {"id": "straight", "joints": path["joints"], "from": entry["from"], "to": entry["to"]}
                planned = {"id": "planned", "joints": path["joints"], "path": path["path"]}
                (folder / "motions.jsonl").write_text(f"{json.dumps(straight)}\n{json.dumps(planned)}\n", encoding="utf-8")
            ran = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, check=False,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if ran.returncode:
                raise SystemExit(f"gallery: {entry['name']}: $ {command}\n{ran.stdout}")
        shutil.copyfile(folder / f"{entry['name']}.html", out / f"{entry['name']}.html")
    return True


def picture(page, out):
    """A picture of a page by Chromium, where that is installed."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        return False
    with tempfile.TemporaryDirectory() as profile:
        try:
            subprocess.run([chromium, "--headless=new", "--no-sandbox", "--hide-scrollbars", "--enable-unsafe-swiftshader",
                            f"--user-data-dir={profile}", "--window-size=1120,700", "--virtual-time-budget=6000",
                            f"--screenshot={out}", page.resolve().as_uri()], check=False, timeout=120,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return False
    return out.is_file()


def card(entry, out, pictures):
    name = entry["name"]
    size = (out / f"{name}.html").stat().st_size / 1e6
    image = ""
    if pictures and picture(out / f"{name}.html", out / f"{name}.png"):
        image = f'<a href="{name}.html"><img src="{name}.png" alt="{html.escape(entry["title"])}" loading="lazy"></a>'
    said = f"<p>{html.escape(entry['about'])}</p>"
    if "origin" in entry:
        said += f"<p>From: {html.escape(entry['origin'])}. Licence: {html.escape(entry['licence'])}.</p>"
    return (f'<div class="card" id="{name}">{image}<div><a href="{name}.html"><strong>{html.escape(entry["title"])}</strong></a> '
            f"({size:.1f} MB){said}</div></div>\n")


def write(program, out, robots, pictures):
    """Writes the gallery into a folder. Returns how many pages it has."""
    entries = json.loads((Path(__file__).parent / "gallery.json").read_text(encoding="utf-8"))
    out.mkdir(parents=True)
    made, missing = [], []
    for entry in entries:
        (made if make(entry, program, robots, out) else missing).append(entry)
    text = "# Gallery\n\nEach picture opens a page of `leeway view`: one HTML file that plays the motion, with the nearest pair of " \
           "bodies, the distance over time, and what is proven. [The page](../docs/page.md) explains it.\n\n"
    for title, chosen in (("Public robots", [entry for entry in made if "with" in entry]),
                          ("The project's own scenes", [entry for entry in made if "with" not in entry])):
        if chosen:
            text += f"## {title}\n\n"
            if "with" in chosen[0]:
                text += "Meshes of the robots stand in the pages: whoever publishes these adds the texts of their licences.\n\n"
            text += "<div class=\"cards\">\n" + "".join(card(entry, out, pictures) for entry in chosen) + "</div>\n\n"
    if missing:
        text += "## Not made here\n\nThe files of these robots are not part of the project. `LEEWAY_DATA` and `LEEWAY_ROBOTS` name the " \
                "folders that have them.\n\n| robot | folder | from | licence |\n|---|---|---|---|\n"
        text += "".join(f"| {entry['title']} | `{entry['with']}` | {entry['origin']} | {entry['licence']} |\n" for entry in missing) + "\n"
        print(f"gallery: not made, because their files are not here: {', '.join(entry['name'] for entry in missing)}", file=sys.stderr)
    text += "## The commands\n\nThese commands made the pages. `robots` and `mbm` are folders of `LEEWAY_DATA`, or `robots` is the " \
            "folder `LEEWAY_ROBOTS`. The file `motions.jsonl` has two lines: the straight motion, and the path that was planned.\n\n"
    for entry in made:
        text += f"### {entry['title']}\n\n```sh\n" + "\n".join(commands(entry)) + "\n```\n\n"
        if "scene" in entry:
            obstacles = ",\n  ".join(json.dumps(obstacle) for obstacle in entry["scene"]["obstacles"])
            text += f"The obstacles in `{entry['name']}.json`:\n\n```json\n[ {obstacles} ]\n```\n\n"
    (out / "index.md").write_text(text, encoding="utf-8")
    return len(made)
