"""Writes random scenes of two hooks that reach into each other, with their meshes beside them: python3 hooks.py
FILE SEED. Their hulls overlap while their slices do not, so that proofs of them name cells."""

import json
import math
import os
import random
import sys


def prism(outline, triangles, half):
    """A mesh over an outline in the plane, counter-clockwise, which its triangles fill."""
    count = len(outline)
    vertices = [[x, y, z] for z in (-half, half) for x, y in outline]
    faces = [[c, b, a] for a, b, c in triangles] + [[count + k for k in t] for t in triangles]
    for i in range(count):
        k = (i + 1) % count
        faces += [[i, k, count + k], [i, count + k, count + i]]
    return vertices, faces


def hook(path, hand, size, turn):
    """An L with legs along x and y from the origin, turned about it, as the mesh of a link."""
    long, high = size * hand.uniform(0.8, 1.2), size * hand.uniform(0.8, 1.2)
    wide, half = hand.uniform(0.01, 0.03), hand.uniform(0.02, 0.1)
    outline = [(-wide, -wide), (long, -wide), (long, wide), (wide, wide), (wide, high), (-wide, high)]
    c, s = math.cos(turn), math.sin(turn)
    outline = [(c * x - s * y, s * x + c * y) for x, y in outline]
    vertices, faces = prism(outline, [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)], half)
    with open(path, 'w', encoding='utf-8') as file:
        file.writelines('v {!r} {!r} {!r}\n'.format(*v) for v in vertices)
        file.writelines('f {} {} {}\n'.format(*(k + 1 for k in face)) for face in faces)
    return {'name': 'hook', 'type': 'mesh', 'file': os.path.basename(path)}


def write(path, seed):
    hand = random.Random(seed)
    places = []
    for _ in range(8):
        angle = hand.uniform(-0.15, 0.15)
        places.append([hand.uniform(-0.15, 0.1), hand.uniform(-0.15, 0.1), hand.uniform(-0.02, 0.02),
                       0, 0, math.sin(angle / 2), math.cos(angle / 2)])
    motions = {f'{i}': {'robots': {'flying': {'from': places[i], 'to': places[i + 1]}}} for i in range(6)}
    motions['all'] = {'robots': {'flying': {'path': places[:4]}}}
    with open(path, 'w', encoding='utf-8') as file:
        # the second hook is in the notch of the first, and opens towards it
        flying = hook(path + '.flying.obj', hand, 0.6, 0)
        standing = hook(path + '.standing.obj', hand, 0.09, math.pi + hand.uniform(-0.2, 0.2))
        json.dump({'robots': [{'name': 'flying', 'joint': {'type': 'floating'}, 'links': [flying]},
                              {'name': 'standing', 'joint': {'type': 'fixed'},
                               'base': {'position': [hand.uniform(0.18, 0.25), hand.uniform(0.18, 0.25), 0]},
                               'links': [standing]}],
                   'motions': motions}, file)


if __name__ == '__main__':
    write(sys.argv[1], int(sys.argv[2]))
