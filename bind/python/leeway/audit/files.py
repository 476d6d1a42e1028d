"""Files that the scenes name: meshes in STL and OBJ, and paths by package://."""

import json
import os
import struct

from balls import Refused


def _stl(path):
    with open(path, 'rb') as file:
        data = file.read()
    count = struct.unpack_from('<I', data, 80)[0] if len(data) >= 84 else 0
    if len(data) == 84 + 50 * count:
        rows = struct.iter_unpack('<12f2x', data[84:])
        return [(r[3:6], r[6:9], r[9:12]) for r in rows]
    words = data.decode('utf-8', 'replace').split()
    if not words or words[0] != 'solid':
        raise Refused(f'{path} is no STL file')
    corners = [tuple(float(w) for w in words[i + 1:i + 4])
               for i, word in enumerate(words) if word == 'vertex']
    if not corners or len(corners) % 3:
        raise Refused(f'{path}: the corners are not those of triangles')
    return [tuple(corners[i:i + 3]) for i in range(0, len(corners), 3)]


def _obj(path):
    vertices, triangles = [], []
    skipped = {'vn', 'vt', 'o', 'g', 's', 'usemtl', 'mtllib', 'l', 'p'}
    with open(path, encoding='utf-8', errors='replace') as file:
        for number, line in enumerate(file, 1):
            words = line.split('#')[0].split()
            if not words or words[0] in skipped:
                continue
            if words[0] == 'v' and len(words) == 4:
                vertices.append(tuple(float(w) for w in words[1:]))
            elif words[0] == 'f' and len(words) == 4:
                indices = [int(w.split('/')[0]) for w in words[1:]]
                triangles.append(tuple(vertices[i - 1 if i > 0 else len(vertices) + i]
                                       for i in indices))
            else:
                raise Refused(f'{path}:{number}: only vertices and triangles are read here')
    return triangles


_meshes = {}


def mesh(path):
    """The triangles of a mesh file, each three corners of three doubles."""
    if path not in _meshes:
        end = os.path.splitext(path)[1].lower()
        if end not in ('.stl', '.obj'):
            raise Refused(f'{path}: meshes of this format are not read here, only STL and OBJ')
        _meshes[path] = (_stl if end == '.stl' else _obj)(path)
    return _meshes[path]


def _above(folder):
    """The five folders above a folder, the nearest first."""
    for _ in range(5):
        folder = os.path.dirname(os.path.abspath(folder))
        yield folder


def resolve(name, folder):
    """The path of a file that a file in a folder names: an absolute or relative name, file:// or
    package://."""
    scheme, separator, rest = name.partition('://')
    if not separator:
        # a relative name that does not exist is looked for in the folders above, as the program
        # does
        places = [os.path.join(folder, name)]
        if not os.path.isabs(name) and '..' not in name:
            places += [os.path.join(f, name) for f in _above(folder)]
    elif scheme == 'file':
        if rest.startswith('localhost/'):
            rest = rest[len('localhost'):]
        places = [os.path.join(folder, rest)]
    elif scheme == 'package':
        # the folder of the package may have another name than the package; the file beside it must not
        places = [os.path.join(folder, rest), os.path.join(folder, rest.split('/', 1)[-1])]
        places += [os.path.join(f, rest) for f in _above(folder)]
    else:
        raise Refused(f'"{name}": only package://, file:// and plain names are followed here')
    for place in places:
        if os.path.isfile(place):
            return place
    raise Refused(f'"{name}" is in none of the places that are looked at here')


def json_of(text, path):
    """JSON in which no object may repeat a key."""
    def pairs(items):
        result = dict(items)
        if len(result) != len(items):
            raise Refused(f'{path}: a key stands twice in one object')
        return result

    return json.loads(text, object_pairs_hook=pairs)


def load_json(path):
    with open(path, encoding='utf-8') as file:
        return json_of(file.read(), path)
