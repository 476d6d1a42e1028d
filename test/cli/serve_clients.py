"""The clients of test_cli_serve.sh: serve_clients.py WHAT SOCKET [ARGUMENT...]; ends with 0 if all is right."""
import json
import os
import socket
import sys
import threading
import time

MOTION = b'{"from": [0, -0.6, 0.5, 0, 1.2, 0], "to": [0.2, -0.6, 0.5, 0, 1.2, 0]}\n'


def connect(path):
    """path: of a Unix socket, or HOST:PORT."""
    if path.startswith('127.0.0.1:'):
        return socket.create_connection(path.split(':'))
    s = socket.socket(socket.AF_UNIX)
    s.connect(path)
    return s


def lines_of(s):
    """All lines until the other side ends."""
    with s.makefile('rb') as file:
        return file.read().splitlines()


def ask(path, text):
    """Sends a text, says that it has ended, and returns the answers."""
    with connect(path) as s:
        sender = threading.Thread(target=send, args=(s, text))
        sender.start()
        answers = lines_of(s)
        sender.join()
    return answers


def send(s, text):
    try:
        s.sendall(text)
        s.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def verdicts(answers):
    return [json.loads(line).get('verdict') for line in answers]


def batch(path, file):
    """Prints the answers to a file of lines."""
    with open(file, 'rb') as motions:
        for line in ask(path, motions.read()):
            print(line.decode())


def sequence(path, count):
    for _ in range(int(count)):
        assert len(ask(path, MOTION)) == 1


def at_once(path, count):
    """Many at once: each has its answers, in order."""
    connections = [connect(path) for _ in range(int(count))]
    for round_ in range(3):
        for i, s in enumerate(connections):
            s.sendall(MOTION.replace(b'{', b'{"id": %d, ' % (100 * round_ + i), 1))
    for i, s in enumerate(connections):
        s.shutdown(socket.SHUT_WR)
        answers = [json.loads(line) for line in lines_of(s)]
        assert [a['id'] for a in answers] == [100 * r + i for r in range(3)], answers
        s.close()


def killed(path):
    """Clients that break off, in the middle of a line and of their answers."""
    for _ in range(50):
        s = connect(path)
        s.sendall(MOTION * 200 + MOTION[:20])
        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b'\1\0\0\0\0\0\0\0')
        s.close()
    assert len(ask(path, MOTION)) == 1


def stopped(path):
    """A client that never reads: it is read no more, and others get their answers."""
    s = connect(path)
    s.setblocking(False)
    sent = 0
    begin = time.monotonic()
    while time.monotonic() - begin < 20:
        try:
            sent += s.send(MOTION * 1000)
            begin = time.monotonic()
        except BlockingIOError:
            time.sleep(0.02)
            if time.monotonic() - begin > 1:
                break
    assert sent < 100 << 20, sent
    assert len(ask(path, MOTION * 10)) == 10
    s.close()
    assert len(ask(path, MOTION)) == 1


def long_line(path, size):
    """A line that is too long is skipped, without being kept; the next one is answered."""
    s = connect(path)
    reader = []
    thread = threading.Thread(target=lambda: reader.extend(lines_of(s)))
    thread.start()
    piece = b'[' * (1 << 20)
    s.sendall(MOTION + b'{"id": 1, "from": ')
    for _ in range(int(size) >> 20):
        s.sendall(piece)
    s.sendall(b'}\n' + MOTION)
    s.shutdown(socket.SHUT_WR)
    thread.join()
    s.close()
    answers = [json.loads(line) for line in reader]
    assert [('verdict' in a) for a in answers] == [True, False, True], answers
    assert answers[1]['error']['status'] == 'limit', answers


def half_line(path):
    """The last line needs no newline; half a line is answered by an error."""
    assert verdicts(ask(path, MOTION[:-1])) == ['free']
    answers = [json.loads(line) for line in ask(path, MOTION + MOTION[:30])]
    assert answers[0]['verdict'] == 'free' and answers[1]['error']['status'] == 'syntax', answers
    assert ask(path, b'') == [] and ask(path, b'\n \n\r\n') == []


def shared(path):
    """A change of the shared scene reaches those that follow its name."""
    one = connect(path).makefile('rwb')
    other = connect(path).makefile('rwb')

    def say(file, line):
        file.write(line)
        file.flush()
        return json.loads(file.readline())

    assert say(other, MOTION)['verdict'] == 'free'
    box = b'{"id": "box", "type": "box", "size": [4, 4, 4]}'
    assert say(one, b'{"change": {"obstacles": [' + box + b']}, "shared": true}\n')['scene'] == 'scene'
    assert say(other, MOTION)['verdict'] == 'contact'
    assert say(one, b'{"change": {"remove": ["box"]}, "shared": true}\n')['scene'] == 'scene'
    assert say(other, MOTION)['verdict'] == 'free'


def waits(path, process):
    """A client is connected when the server is told to end: it gets the answer, then the end."""
    s = connect(path)
    file = s.makefile('rwb')
    file.write(MOTION)
    file.flush()
    assert json.loads(file.readline())['verdict'] == 'free'
    os.kill(int(process), 15)
    assert file.readline() == b''


if __name__ == '__main__':
    globals()[sys.argv[1]](*sys.argv[2:])
