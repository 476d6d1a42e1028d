"""Checks that Python's json reads as test_json does. Each line of the file has a text, its bytes in
hexadecimal, and the value that test_json read, or "refused"."""

import json
import math
import sys


def refuse(name):
    raise ValueError(name + " is no JSON")


def number(text):
    value = float(text)
    return value if math.isfinite(value) else refuse(text)


def members(pairs):
    return dict(pairs) if len(dict(pairs)) == len(pairs) else refuse("a key that stands twice")


def hexadecimal(text):
    """Leeway refuses NUL in texts, and halves of surrogate pairs, which have no UTF-8."""
    return refuse("NUL") if "\0" in text else text.encode().hex()


def written(value):
    """A value as write_value of test_json.c writes it."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, float):
        mantissa, exponent = value.hex().split("p")
        return mantissa.rstrip("0").rstrip(".") + "p" + exponent if "." in mantissa else value.hex()
    if isinstance(value, str):
        return '"' + hexadecimal(value)
    if isinstance(value, list):
        return "[" + "".join(written(item) + "," for item in value) + "]"
    return "{" + "".join(f"{hexadecimal(key)}:{written(item)}," for key, item in value.items()) + "}"


def peer(data):
    try:
        return written(json.loads(data.decode().removeprefix("\ufeff"), parse_int=number, parse_float=number,
                                  parse_constant=refuse, object_pairs_hook=members))
    except ValueError:
        return "refused"


differ = 0
with open(sys.argv[1], encoding="ascii") as file:
    for line in file:
        text, _, read = line.rstrip("\n").partition(" ")
        wanted = peer(bytes.fromhex(text))
        if read != wanted:
            differ += 1
            print(f"{bytes.fromhex(text)!r}: {read} and not {wanted}")
sys.exit(differ > 0)
