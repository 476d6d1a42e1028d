"""The form of a claims file: the keys of each line, and the form of their values. One table;
docs/schema/claims.schema.json has the same in JSON Schema, and test_schema.py compares the two.

No part of a line is used before the line was checked against the table, so that all other code can
rely on it: a number is a finite int or float and no truth value, a list has its length, no key is
unknown or missing."""

import json
from math import isfinite
from mmap import ACCESS_READ, mmap

import cbor
from balls import Refused

LARGEST = 1 << 53  # a larger integer may be no double


class Number:
    """A finite number; least: it is at least this, above: more than this."""

    def __init__(self, least=None, above=None):
        self.least, self.above = least, above

    def check(self, value, what):
        if type(value) not in (int, float):
            raise Refused(f'{what} is no number')
        if not (abs(value) <= LARGEST if type(value) is int else isfinite(value)):
            raise Refused(f'{what} is no finite number, or an integer beyond 2**53')
        if self.least is not None and value < self.least or self.above is not None and value <= self.above:
            raise Refused(f'{what} is too small')

    def schema(self):
        bounds = {'minimum': self.least, 'exclusiveMinimum': self.above}
        return {'type': 'number', **{k: v for k, v in bounds.items() if v is not None}}


class Integer:
    def __init__(self, least=None, most=None):
        self.least, self.most = least, most

    def check(self, value, what):
        if type(value) is not int:
            raise Refused(f'{what} is no integer')
        least, most = (default if given is None else given
                       for given, default in ((self.least, -LARGEST), (self.most, LARGEST)))
        if not least <= value <= most:
            raise Refused(f'{what} is too small or too large')

    def schema(self):
        bounds = {'minimum': self.least, 'maximum': self.most}
        return {'type': 'integer', **{k: v for k, v in bounds.items() if v is not None}}


class Text:
    def check(self, value, what):
        if type(value) is not str:
            raise Refused(f'{what} is no text')

    def schema(self):
        return {'type': 'string'}


class Identity:
    """The id of a motion, which its file chose: any value."""

    def check(self, value, what):
        pass

    def schema(self):
        return True


class Constant:
    def __init__(self, value):
        self.value = value

    def check(self, value, what):
        if type(value) is not type(self.value) or value != self.value:
            raise Refused(f'{what} is not {json.dumps(self.value)}')

    def schema(self):
        return {'const': self.value}


class Choice:
    """One of several texts."""

    def __init__(self, *values):
        self.values = values

    def check(self, value, what):
        if type(value) is not str or value not in self.values:
            raise Refused(f'{what} is none of {", ".join(self.values)}')

    def schema(self):
        return {'enum': list(self.values)}


class List:
    """least, most: bounds on the number of entries; once: gives a key that no two entries may
    share."""

    def __init__(self, entry, least=0, most=None, once=None):
        self.entry, self.least, self.most, self.once = entry, least, most, once
        self.plain = type(entry) is Number and entry.least is entry.above is None and least > 0

    def check(self, value, what):
        if type(value) is not list:
            raise Refused(f'{what} is no list')
        if len(value) < self.least or self.most is not None and len(value) > self.most:
            raise Refused(f'{what} has {len(value)} entries and not {self._count()}')
        if not (self.plain and _are_numbers(value)):
            for i, entry in enumerate(value):
                self.entry.check(entry, f'{what}[{i}]')
        if self.once:
            self.check_once(value, what)

    def check_once(self, value, what):
        seen = set()
        for entry in value:
            key = self.once(entry)
            if key in seen:
                raise Refused(f'{what} says twice something of {json.dumps(entry)[:100]}')
            seen.add(key)

    def _count(self):
        if self.most is None:
            return f'{self.least} or more'
        return self.least if self.least == self.most else f'{self.least} to {self.most}'

    def schema(self):
        node = {'type': 'array', 'items': self.entry.schema()}
        if self.least:
            node['minItems'] = self.least
        if self.most is not None:
            node['maxItems'] = self.most
        if self.once is same:
            node['uniqueItems'] = True
        return node


class Tuple:
    """A list whose entries have kinds of their own."""

    def __init__(self, *entries):
        self.entries = entries

    def check(self, value, what):
        if type(value) is not list:
            raise Refused(f'{what} is no list')
        if len(value) != len(self.entries):
            raise Refused(f'{what} has {len(value)} entries and not {len(self.entries)}')
        for i, entry in enumerate(self.entries):
            entry.check(value[i], f'{what}[{i}]')

    def schema(self):
        return {'type': 'array', 'prefixItems': [entry.schema() for entry in self.entries],
                'minItems': len(self.entries), 'maxItems': len(self.entries)}


class Object:
    """Required and optional keys. together: keys of which it has all or none; one: it has exactly
    one key."""

    def __init__(self, required, optional=(), together=(), one=False):
        self.required, self.optional = dict(required), dict(optional)
        self.entries = {**self.required, **self.optional}
        self.together, self.one = together, one

    def check(self, value, what):
        if type(value) is not dict:
            raise Refused(f'{what} is no object')
        for key in value:
            if key not in self.entries:
                raise Refused(f'{what} has the key {json.dumps(key)[:100]}, which is not known there')
        for key in self.required:
            if key not in value:
                raise Refused(f'{what} has no "{key}"')
        if len({key in value for key in self.together}) > 1:
            raise Refused(f'{what} has not all of {", ".join(self.together)}')
        if self.one and len(value) != 1:
            raise Refused(f'{what} has {len(value)} keys and not one')
        for key, entry in value.items():
            self.entries[key].check(entry, f'{what}: "{key}"')

    def schema(self):
        node = {'type': 'object', 'properties': {k: v.schema() for k, v in self.entries.items()},
                'additionalProperties': False}
        if self.required:
            node['required'] = list(self.required)
        if self.together:
            node['dependentRequired'] = {k: [o for o in self.together if o != k] for k in self.together}
        if self.one:
            node['minProperties'] = node['maxProperties'] = 1
        return node


class Either:
    """One of several objects, or a list. choose: returns the kind that a value has to be of."""

    def __init__(self, kinds, choose):
        self.kinds, self.choose = kinds, choose

    def check(self, value, what):
        kind = self.choose(value)
        if kind not in self.kinds:
            raise Refused(f'{what} is not of a kind that is known')
        self.kinds[kind].check(value, what)

    def schema(self):
        return {'oneOf': [kind.schema() for kind in self.kinds.values()]}


def same(entry):
    return entry


def _are_numbers(values):
    """Whether all values are numbers of usual size, decided fast, because the corners of triangles
    are many."""
    return (set(map(type, values)) <= {int, float} and -LARGEST <= min(values) and
            max(values) <= LARGEST and all(map(isfinite, values)))


# ---- the table -----------------------------------------------------------------------------------------

INDEX, TIME, SIZE = Integer(0), Number(), Number(least=0)
VECTOR = List(Number(), 3, 3)
ROTATION = List(Number(), 9, 9)
PLACED = {'position': VECTOR, 'rotation': ROTATION}

TRIANGLE = List(Number(), 9, 10)


def _shape(kind, **sizes):
    return Object({'shape': Constant(kind), **sizes}, {'radius': Number(above=0), **PLACED})


SHAPES = {
    'point': _shape('point'),
    'segment': _shape('segment', half=SIZE),
    'box': _shape('box', half=List(SIZE, 3, 3)),
    'cylinder': _shape('cylinder', base=SIZE, half=SIZE),
    'cone': _shape('cone', base=SIZE, half=SIZE),
    'ellipsoid': _shape('ellipsoid', half=List(SIZE, 3, 3)),
    'polytope': _shape('polytope', vertices=List(VECTOR, 1)),
}


def kind_of_shape(node):
    return node.get('shape') if type(node) is dict and type(node.get('shape')) is str else None


ELEMENT = Either({'triangle': TRIANGLE, **SHAPES},
                 lambda node: 'triangle' if type(node) is list else kind_of_shape(node))
CUTS = List(Either({'leaf': List(Number(), 0, 0), 'cut': Tuple(Integer(0, 2), Number(), Integer(1))},
                   lambda node: 'leaf' if node == [] else 'cut'), 3, 255)
CONTAINING = {'cover': List(Tuple(Number(), Number(), Number(), SIZE), 1),
              'around': Either({kind: SHAPES[kind] for kind in ('box', 'cylinder', 'point')}, kind_of_shape)}

# the kinematics, for those who do not read the scene's files; this verifier does
AT = Object({}, PLACED)
FRAME = Object({'kind': Choice('turn', 'slide', 'fixed')},
               {'parent': INDEX, 'variable': INDEX, 'multiplier': Number(), 'offset': Number(), **PLACED})
SLOT = Object({'frame': INDEX, 'poses': List(AT)})
TRACK = Object({'times': List(TIME), 'variables': List(INDEX), 'coefficients': List(List(List(Number())))},
               {'slots': List(SLOT)})


def _body(**more):
    return Object({'name': Text(), 'ball': List(Number(), 4, 4), 'elements': List(ELEMENT, 1),
                   'tree': List(Integer(), 1)},
                  {'robot': Text(), 'link': Text(), **PLACED, 'solid': Constant(True),
                   'hulls': List(List(INDEX, 1, once=same), 2), **more}, together=('robot', 'link'))


PAIR = Object({'bodies': List(INDEX, 2, 2, once=same), 'margin': SIZE, 'padding': List(SIZE, 2, 2)})
PAIRS = List(PAIR, once=lambda pair: frozenset(pair['bodies']))
PLACE = Object({'body': INDEX}, {'robot': Text(), 'link': Text(), **PLACED, **CONTAINING, 'frame': INDEX, 'at': AT},
               together=('robot', 'link'))

SET = Object({}, {'node': INDEX, 'hull': INDEX, 'cell': INDEX}, one=True)
PARTS = Either({
    'slab': Object({'normal': VECTOR, 'rule': Constant('slab')}, {'a': SET, 'b': SET, 'turn': VECTOR}),
    'travel': Object({'normal': VECTOR, 'rule': Constant('travel')}, {'a': SET, 'b': SET}),
    'chord': Object({'normal': VECTOR, 'rule': Constant('chord')}, {'a': SET, 'b': SET}),
}, lambda part: part.get('rule') if type(part) is dict and type(part.get('rule')) is str else None)
REASONS = Choice('adjacent', 'touch', 'srdf', 'scene', 'caller', 'sampled')
EXEMPT = List(Tuple(INDEX, INDEX, REASONS), once=lambda entry: frozenset(entry[:2]))
STAGE_OF = {'stage': Integer(1)}  # missing: the first stage
PAIRED = List(Tuple(INDEX, Integer(1, 127)), 1, once=lambda entry: entry[0])


LINES = {
    'scene': Object({'claims': Constant(2), 'bodies': List(_body(cells=CUTS, surfaces=List(VECTOR), **CONTAINING, frame=INDEX,
                                                                 at=AT),
                                                           once=lambda body: body['name']), 'pairs': PAIRS},
                    {'frames': List(FRAME), 'program': Text(), 'exempt': EXEMPT}),
    'motion': Object({'motion': Identity(), 'index': INDEX, 'begin': TIME, 'end': TIME},
                     {'rest': List(Number()), 'tracks': List(TRACK)}),
    'stage': Object({'stage': Integer(-1000000), 'begin': TIME, 'end': TIME,
                     'places': List(PLACE, once=lambda place: place['body']), 'pairs': PAIRS}, {'exempt': EXEMPT}),
    'apart': Object({'pair': INDEX, 'from': TIME, 'to': TIME, 'at': TIME, 'parts': List(PARTS, 1)}, STAGE_OF),
    'outside': Object({'pair': INDEX, 'outside': TIME}, STAGE_OF),
    'contact': Object({'pair': INDEX, 'contact': TIME, 'elements': List(INDEX, 2, 2), 'points': List(VECTOR, 2, 2)},
                      STAGE_OF),
    'inner contact': Object({'pair': INDEX, 'contact': TIME, 'inner': Integer(0, 1), 'element': INDEX,
                             'point': VECTOR}, STAGE_OF),
    'block': Object({'block': List(TIME, 2, 2)}, {**STAGE_OF, 'left': PAIRED}),
    'finer block': Object({'block': List(TIME, 2, 2), 'only': PAIRED}, STAGE_OF),
    'verdict': Object({'motion': Identity(), 'index': INDEX,
                       'verdict': Choice('free', 'contact', 'undecided'), 'free_until': TIME,
                       'claims': INDEX}),
}


def kind_of(line):
    """The kind of a line, according to its keys; the table checks its form."""
    if type(line) is not dict:
        raise Refused('a line is no object')
    for key, kind in (('bodies', 'scene'), ('verdict', 'verdict'), ('motion', 'motion'),
                      ('places', 'stage'), ('outside', 'outside'), ('inner', 'inner contact'), ('contact', 'contact'),
                      ('only', 'finer block'), ('block', 'block')):
        if key in line:
            return kind
    return 'apart'


def check_line(line):
    """Refuses a line that does not have the form of its kind; returns the kind."""
    kind = kind_of(line)
    LINES[kind].check(line, WHAT[kind])
    return kind


def check_scene(line):
    """Refuses a first line that does not have the form of a scene's line."""
    if type(line) is not dict or line.get('claims') != 2:
        raise Refused('the first line is not that of claims of version 2')
    LINES['scene'].check(line, WHAT['scene'])


BLOCKS = ('block', 'finer block')
CONTACTS = ('contact', 'inner contact')


WHAT = {'scene': 'the first line', 'block': 'a block', 'finer block': 'a block',
        'motion': "the first line of a motion", 'stage': 'the line of a stage',
        'apart': 'a claim', 'outside': 'a claim of being outside', 'contact': 'a contact', 'inner contact': 'a contact', 'verdict': 'the last line of a motion'}


# ---- reading -------------------------------------------------------------------------------------------


def _object(items):
    result = dict(items)
    if len(result) != len(items):
        raise Refused('a key stands twice in one object of the claims')
    return result


def _no_number(text):
    raise Refused(f'{text} is no number')


def _integer(text):
    """A number stands for the double nearest to it, with or without a point."""
    value = int(text) if len(text) < 20 else float(text)
    return value if abs(value) <= LARGEST else float(text)


class Unread(Refused):
    """A file that cannot be read to its end."""


def _text_lines(file):
    for line in file:
        yield json.loads(line.decode(), parse_constant=_no_number, parse_int=_integer, object_pairs_hook=_object)


def each_line(path):
    """The lines of a file of claims one after the other, in JSON or CBOR, not yet checked against the table. It keeps
    none of them."""
    number = 0
    with open(path, 'rb') as file:
        is_cbor = file.read(len(cbor.MARK)) == cbor.MARK
        file.seek(0)
        try:
            lines = _text_lines(file)
            if is_cbor:
                lines = cbor.Reader(mmap(file.fileno(), 0, access=ACCESS_READ), _integer, _object).items()
            for number, line in enumerate(lines, 1):
                yield line
        except Refused as refused:
            raise Refused(f'{refused} ({path}:{number + 1})') from None
        except (ValueError, RecursionError) as problem:
            raise Unread(f'{path}:{number + 1}: it cannot be read: {problem}') from None


def read_claims(path):
    """The lines of a file of claims as a list."""
    return list(each_line(path))


def same_identity(claimed, identity):
    """Whether the id that a claims file gives a motion is that of the motion's own file."""
    return json.dumps(claimed) == json.dumps(json.loads(json.dumps(identity), parse_int=_integer))


def schema():
    """The table in JSON Schema, without descriptions."""
    return {'oneOf': [kind.schema() for kind in LINES.values()]}
