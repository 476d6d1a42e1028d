"""Pretty printers for gdb: scenes, pairs, motions, verdicts, blocks and values of files, with names for indices.

    cmake --preset debug && cmake --build --preset debug
    gdb -x gdb/leeway.py --args build/debug/leeway check scenes/cell.json

`print *frozen` then shows the robots, bodies and pairs of a scene by name, and `print/r *frozen` its members.
Bodies in pairs, verdicts and blocks are indices into a scene. Their names are those of the scene, checker, lanes or
motion that the nearest frame has among its arguments and variables; without one the indices stand alone.
"""

import json
import math

import gdb
import gdb.printing

NONE = 0xFFFFFFFF  # LW_NO_LANE_PAIR, LW_CROWD
MOST_BODIES = 1 << 24  # a scene of more is memory that holds no scene yet
MOST_TIMES = 10  # values of a motion in one line
MOST_TEXT = 80  # bytes of a text of a file


def number(value):
    return f"{float(value):.6g}"


def text(pointer, **options):
    """A text of the program, in which characters that act on terminals are escaped."""
    shown = pointer.string(errors="backslashreplace", **options)
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)


def vector(value):
    return f"({number(value['x'])}, {number(value['y'])}, {number(value['z'])})"


def count_of(count, noun, plural=None):
    return f"{int(count)} {noun if int(count) == 1 else plural or noun + 's'}"


def last_word(enumerator):
    """ "free" of LW_VERDICT_FREE."""
    return str(enumerator).rsplit("_", 1)[-1].lower()


# ---- scenes: the bodies, joints and pairs of a frozen scene -----------------------------------------------------


def body_of(frozen, index):
    """As lw_frozen_body: bodies of robots come before the obstacles, which stand in pages."""
    moving = int(frozen["moving_count"])
    if index < moving:
        return frozen["moving"][index]
    pages = frozen["obstacles"]["pages"]["items"]
    size = pages.dereference().dereference()["items"].type.range()[1] + 1
    page, item = divmod(index - moving, size)
    return pages[page]["items"][item]["body"]


def body_name(frozen, index):
    """The index alone where the scene is not known, or has no such body."""
    index = int(index)
    if frozen is not None and 0 <= index < int(frozen["body_count"]):
        return f"{text(body_of(frozen, index)['name'])} ({index})"
    return f"body {index}"


def pair_names(frozen, pair):
    return f"{body_name(frozen, pair[0])} and {body_name(frozen, pair[1])}"


def joint_of(chains, member, index):
    """The joint that an elementary joint or a variable of a scene is of: the one that begins at it, or before it."""
    joints = [chains["joints"][i] for i in range(int(chains["joint_count"]))]
    if member == "variable":
        joints = [joint for joint in joints if int(joint["mimic"]) < 0]  # which has the variable of another one
    owners = [joint for joint in joints if 0 <= int(joint[member]) <= index]
    return max(owners, key=lambda joint: int(joint[member]), default=None)


def joint_name(chains, member, index):
    """With its robot where there are several, and its place where it has several variables: "left/base[2]"."""
    joint = joint_of(chains, member, index)
    if joint is None:
        return f"{member} {index}"
    name = text(joint["name"])
    if int(chains["robot_count"]) > 1:
        name = f"{text(chains['names'][int(joint['robot'])])}/{name}"
    several = last_word(joint["kind"]) in ("planar", "floating")
    return f"{name}[{index - int(joint[member])}]" if several else name


def checked_pairs(frozen):
    """Pairs of bodies, in order: lw_pairs.reasons has a row for each moving body, with all bodies."""
    bodies, moving = int(frozen["body_count"]), int(frozen["moving_count"])
    reasons = frozen["pairs"]["reasons"]
    checked = int(gdb.parse_and_eval("LW_PAIR_CHECKED"))
    for first in range(moving):
        row = gdb.selected_inferior().read_memory(int(reasons) + first * bodies, bodies)
        for second in range(first + 1, bodies):
            if row[second][0] == checked:
                yield first, second


def frozen_in(symbol, frame):
    """The frozen scene that a pointer of a frame leads to; None where it leads to none."""
    members = {
        "lw_frozen": (),
        "lw_scene": ("frozen",),
        "lw_checker": ("frozen",),
        "lw_lanes": ("frozen",),
        "lw_motion": ("scene", "frozen"),
    }
    kind = symbol.type.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_PTR or kind.target().strip_typedefs().tag not in members:
        return None
    try:
        value = symbol.value(frame)
        for member in members[kind.target().strip_typedefs().tag]:
            value = value.dereference()[member]
        frozen = value.dereference()
        if 0 < int(frozen["moving_count"]) <= int(frozen["body_count"]) < MOST_BODIES:
            frozen["moving"][0]["name"].string()
            return frozen
    except (gdb.error, UnicodeDecodeError):
        pass  # a variable that is not set yet
    return None


def frozen_in_scope():
    """The frozen scene of the nearest frame that has one; None where there is none."""
    try:
        frame = gdb.selected_frame()
    except gdb.error:
        return None
    while frame:
        try:
            block = frame.block()
        except RuntimeError:
            block = None  # a function without debug information
        while block and not block.is_global and not block.is_static:
            for symbol in block:
                if symbol.is_argument or symbol.is_variable:
                    frozen = frozen_in(symbol, frame)
                    if frozen is not None:
                        return frozen
            block = block.superblock
        frame = frame.older()
    return None


class Frozen:
    """lw_frozen."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        chains = self.value["chains"]
        return ", ".join((
            count_of(chains["robot_count"], "robot"),
            count_of(chains["joint_count"], "joint"),
            count_of(self.value["moving_count"], "moving body", "moving bodies"),
            count_of(self.value["obstacles"]["count"], "obstacle"),
            count_of(self.value["pairs"]["count"], "pair"),
        ))

    def children(self):
        names = self.value["chains"]["names"]
        robots = [text(names[i]) for i in range(int(self.value["chains"]["robot_count"]))]
        for i, name in enumerate(robots):
            yield f"robot[{i}]", name
        for i in range(int(self.value["body_count"])):
            body = body_of(self.value, i)
            robot = int(body["robot"])
            what = "obstacle"
            if robot >= 0:
                what = ("link of " if int(body["link"]) >= 0 else "attached to ") + robots[robot]
            yield f"body[{i}]", f"{text(body['name'])}: {what}"
        for i, pair in enumerate(checked_pairs(self.value)):
            yield f"pair[{i}]", pair_names(self.value, pair)


class Pair:
    """lw_pair."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        frozen, pair = frozen_in_scope(), self.value
        parts = [pair_names(frozen, (pair["a"], pair["b"])), f"margin {number(pair['margin'])}"]
        padding = [number(pair["padding"][i]) for i in range(2)]
        if padding != ["0", "0"]:
            parts.append("padding " + " and ".join(padding))
        if pair["self"]:
            parts.append("of one robot")
        common = int(pair["common"])
        if common >= 0:
            name = f"elementary joint {common}"
            if frozen is not None:
                name = joint_name(frozen["chains"], "elementary", common)
            parts.append(f"both moved by {name}")
        return ", ".join(parts)


# ---- poses and distances ----------------------------------------------------------------------------------------


def pose_text(position, quaternion):
    """Where it is, and the axis and angle by which it is turned."""
    x, y, z, w = quaternion
    length = math.hypot(x, y, z)
    where = f"at {vector(position)}"
    if length == 0:
        return where
    angle = 2 * math.atan2(length, abs(w))
    axis = ", ".join(number(math.copysign(1, w) * part / length + 0.0) for part in (x, y, z))
    return f"{where} turned by {number(angle)} about ({axis})"


def quaternion_of(rotation):
    """Of a matrix, whose columns are the images of the axes (Shepperd: from the largest of four)."""
    m = [[float(rotation[column][row]) for column in "xyz"] for row in "xyz"]
    trace = m[0][0] + m[1][1] + m[2][2]
    largest = max((trace, 3), (m[0][0], 0), (m[1][1], 1), (m[2][2], 2))[1]
    if largest == 3:
        return m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 1 + trace
    i, j, k = largest, (largest + 1) % 3, (largest + 2) % 3
    parts = [0.0, 0.0, 0.0]
    parts[i] = 1 + 2 * m[i][i] - trace
    parts[j] = m[j][i] + m[i][j]
    parts[k] = m[k][i] + m[i][k]
    return (*parts, m[k][j] - m[j][k])


class Vector:
    """lw_vec3."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return vector(self.value)


class PublicPose:
    """lw_pose."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        turn = self.value["orientation"]
        return pose_text(self.value["position"], [float(turn[part]) for part in "xyzw"])


class MatrixPose:
    """pose (math/vec.h)."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return pose_text(self.value["position"], quaternion_of(self.value["rotation"]))


class Distance:
    """lw_distance."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        value = self.value
        return (f"{number(value['lower'])} to {number(value['upper'])}, {vector(value['points'][0])} and "
                f"{vector(value['points'][1])}, normal {vector(value['normal'])}")


class Clearance:
    """lw_clearance."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        value = self.value
        if int(value["pair"][0]) < 0:
            return "not known"
        return (f"{number(value['lower'])} to {number(value['upper'])}, {pair_names(frozen_in_scope(), value['pair'])}"
                f" at {number(value['at'])}")


# ---- motions and verdicts ---------------------------------------------------------------------------------------


class Motion:
    """lw_motion."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        value = self.value
        parts = [
            count_of(value["tracks"]["count"], "track"),
            count_of(value["pieces"]["count"], "piece"),
            f"{'seconds' if value['seconds'] else 't'} {number(value['begin'])} to {number(value['end'])}",
            last_word(value["interpolation"]),
        ]
        if value["is_segment"]:
            parts.append("a segment")
        if value["stages"]:
            parts.append(count_of(value["stages"]["count"], "stage"))
        return ", ".join(parts)

    def children(self):
        """The values of each variable at the waypoints."""
        for i in range(int(self.value["tracks"]["count"])):
            track = self.value["tracks"]["items"][i]
            yield f"times[{i}]", self.line([track["times"][k] for k in range(int(track["piece_count"]) + 1)])
            for column in range(int(track["column_count"])):
                name = joint_name(self.value["chains"], "variable", int(track["variables"][column]))
                yield name, self.line(self.waypoints(track, column))

    def waypoints(self, track, column):
        """Where each piece begins, and where the last one ends: the sum of its coefficients."""
        pieces, columns, terms = int(track["piece_count"]), int(track["column_count"]), int(track["degree"]) + 1
        rows = [track["coefficients"] + (piece * columns + column) * terms for piece in range(pieces)]
        return [row[0] for row in rows] + [sum(float(rows[-1][term]) for term in range(terms))]

    @staticmethod
    def line(values):
        shown = [number(value) for value in values[:MOST_TIMES]]
        return ", ".join(shown + ["..."] * (len(values) > MOST_TIMES))


class Verdict:
    """lw_verdict."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        value = self.value
        kind = last_word(value["kind"])
        parts = [kind]
        if kind in ("contact", "leaves"):
            parts[0] += f" at {number(value['time'])}"
        if last_word(value["reason"]) != "none":
            parts.append(last_word(value["reason"]))
        if last_word(value["failure"]) != "none":
            parts.append(last_word(value["failure"]))
        if kind != "free":
            parts.append(f"free until {number(value['free_until'])}")
        if int(value["pair"][0]) >= 0:
            parts.append(pair_names(frozen_in_scope(), value["pair"]))
        return ", ".join(parts)

    def children(self):
        if last_word(self.value["kind"]) == "contact":
            yield "contact", self.value["contact"]
        for name in ("clearance", "self_clearance"):
            if int(self.value[name]["pair"][0]) >= 0:
                yield name, self.value[name]
        for name in ("pairs", "queries", "samples"):
            yield name, self.value[name]


# ---- blocks -----------------------------------------------------------------------------------------------------


class Block:
    """lw_block."""

    def __init__(self, value):
        self.value = value
        floats = value["obstacle_boxes"].type.target()
        self.lanes = floats.sizeof // gdb.lookup_type("float").sizeof
        joints = [value["joints"][i] for i in range(int(value["joint_count"]))]
        self.variables = max((int(joint["variable"]) for joint in joints), default=-1) + 1

    def to_string(self):
        value = self.value
        obstacles = count_of(value["obstacle_count"], "obstacle")
        if value["crowd"]:
            obstacles = count_of(value["crowd"]["count"], "obstacle") + " as a crowd"
        parts = [
            count_of(self.lanes, "state" if value["states"] else "pose"),
            count_of(value["body_count"], "body", "bodies"),
            count_of(value["pair_count"], "pair"),
            obstacles,
            f"{int(value['rest_count'])} left" + (", and more" if value["overflowed"] else ""),
        ]
        if value["has_hit"]:
            parts.append(f"hit at pose {int(value['hit']['lane'])}")
        return ", ".join(parts)

    def children(self):
        """The values of all variables at each pose, and what is left to prove."""
        if self.value["values"]:
            for lane in range(self.lanes):
                row = [number(self.value["values"][i * self.lanes + lane]) for i in range(self.variables)]
                yield f"lane[{lane}]", ", ".join(row)
        frozen = frozen_in_scope()
        for i in range(int(self.value["rest_count"])):
            yield f"rest[{i}]", self.rest(frozen, self.value["rest"][i])

    def rest(self, frozen, rest):
        if int(rest["pair"]) != NONE:
            pair = self.value["pairs"][int(rest["pair"])]
            names = pair_names(frozen, (pair["a"], pair["b"]))
        elif int(rest["obstacle"]) != NONE:
            obstacle = self.value["obstacles"][int(rest["obstacle"])]
            names = pair_names(frozen, (rest["body"], obstacle["body"]))
        else:
            names = f"{body_name(frozen, rest['body'])} and the crowd"
        bits = [str(bit) for bit in range(self.lanes) if int(rest["intervals"]) >> bit & 1]
        return f"{names}: {'states' if self.value['states'] else 'intervals'} {' '.join(bits)}"


# ---- values of files --------------------------------------------------------------------------------------------


class FileValue:
    """lw_value: lists and maps with what they hold."""

    def __init__(self, value):
        self.value = value
        self.kind = last_word(value["kind"])

    def to_string(self):
        """With its place in the file."""
        value = self.value
        shown = {
            "null": lambda: "null",
            "bool": lambda: "true" if value["truth"] else "false",
            "number": lambda: repr(float(value["number"])).removesuffix(".0"),
            "text": self.quoted,
        }.get(self.kind, lambda: f"{self.kind} of {int(value['count'])}")()
        return f"{shown} at {int(value['line'])}:{int(value['column'])}"

    def quoted(self):
        length = int(self.value["length"])
        shown = self.value["text"].string(errors="backslashreplace", length=min(length, MOST_TEXT))
        return json.dumps(shown, ensure_ascii=False) + "..." * (length > MOST_TEXT)

    def children(self):
        for i in range(int(self.value["count"])):
            if self.kind == "map":
                member = self.value["members"][i]
                yield text(member["key"]), member["value"].dereference()
            else:
                yield f"[{i}]", self.value["items"][i].dereference()


def register():
    printers = gdb.printing.RegexpCollectionPrettyPrinter("leeway")
    for tag, printer in (
        ("lw_block", Block),
        ("lw_clearance", Clearance),
        ("lw_distance", Distance),
        ("lw_frozen", Frozen),
        ("lw_motion", Motion),
        ("lw_pair", Pair),
        ("lw_pose", PublicPose),
        ("lw_value", FileValue),
        ("lw_vec3", Vector),
        ("lw_verdict", Verdict),
        ("pose", MatrixPose),
    ):
        printers.add_printer(tag, f"^{tag}$", printer)
    gdb.printing.register_pretty_printer(None, printers, replace=True)


register()
