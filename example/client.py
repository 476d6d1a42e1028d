"""A client of `leeway serve`: asks about motions over its socket.

    leeway serve scenes/cell.json --socket /tmp/leeway
    python3 example/client.py /tmp/leeway
"""
import json
import socket
import sys


class Client:
    """A conversation: each line that is asked gets one line as its answer."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile('rw', encoding='utf-8', newline='\n')

    def ask(self, line):
        self.file.write(json.dumps(line) + '\n')
        self.file.flush()
        return json.loads(self.file.readline())


if __name__ == '__main__':
    client = Client(sys.argv[1])
    client.ask({'options': {'clearance': True}})
    motion = {'from': [0, -0.6, 0.5, 0, 1.2, 0], 'to': [0.2, -0.6, 0.5, 0, 1.2, 0]}
    print(client.ask(motion)['verdict'])
    client.ask({'change': {'obstacles': [{'id': 'box', 'type': 'box', 'size': [0.4, 0.4, 0.4],
                                          'position': [0.5, 0, 0.5]}]}})
    print(client.ask(motion)['verdict'])
