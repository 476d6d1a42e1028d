"""Reads the CBOR (RFC 8949) of proof files: a sequence of objects that JSON could hold too."""

import json
import math
import struct

MARK = b'\xd9\xd9\xf7'  # the tag 55799, with which such a file begins
DEEPEST = 64
EMBEDDED_JSON = 262


class Malformed(ValueError):
    """The bytes are not those of such a file."""


class Reader:
    """Reads one item after the other. whole: what becomes of a whole number, given as text; pairs: what becomes of
    an object, given as a list of its keys and values."""

    def __init__(self, data, whole=int, pairs=dict):
        self.data, self.at, self.whole, self.pairs = data, 0, whole, pairs

    def items(self):
        """The objects of the file, behind its mark."""
        if self.data[:len(MARK)] != MARK:
            raise Malformed('it does not begin as CBOR does')
        self.at = len(MARK)
        while self.at < len(self.data):
            yield self._item(0, False)

    def _take(self, count):
        taken = self.data[self.at:self.at + count]
        if len(taken) != count:
            raise Malformed('it is cut off')
        self.at += count
        return taken

    def _head(self):
        """The kind, the low five bits and the value of an item's first bytes."""
        first = self._take(1)[0]
        kind, low = first >> 5, first & 31
        if 24 <= low <= 27:
            return kind, low, int.from_bytes(self._take(1 << (low - 24)), 'big')
        if 28 <= low <= 30:
            raise Malformed('it is not CBOR')
        return kind, low, None if low == 31 else low

    def _item(self, depth, may_end):
        """An item; END where an end may stand and does."""
        if depth > DEEPEST:
            raise Malformed('lists are too deep in one another')
        kind, low, value = self._head()
        if kind == 7:
            return self._simple(low, value, may_end)
        if value is None and kind in (0, 1, 2, 3, 6):
            raise Malformed('something has no length')
        if kind in (0, 1):
            return self.whole(str(value if kind == 0 else -1 - value))
        if kind == 3:
            return self._take(value).decode()
        if kind == 4:
            return self._several(depth, value)
        if kind == 5:
            both = self._several(depth, None if value is None else 2 * value)
            if len(both) % 2 or not all(isinstance(key, str) for key in both[::2]):
                raise Malformed('an object has a key that is no text, or a key without a value')
            return self.pairs(list(zip(both[::2], both[1::2])))
        if kind == 6 and value == EMBEDDED_JSON:
            inner, low, length = self._head()
            if inner != 2 or length is None:
                raise Malformed('a tag stands before something else')
            return json.loads(self._take(length), parse_int=self.whole, object_pairs_hook=self.pairs)
        raise Malformed('there is an item that JSON does not have')

    def _several(self, depth, count):
        found = []
        while count is None or len(found) < count:
            item = self._item(depth + 1, count is None)
            if item is END:
                break
            found.append(item)
        return found

    def _simple(self, low, value, may_end):
        if low == 31 and may_end:
            return END
        if low in (20, 21, 22):
            return (False, True, None)[low - 20]
        if low in (26, 27):
            number = struct.unpack('>f' if low == 26 else '>d', value.to_bytes(4 if low == 26 else 8, 'big'))[0]
            if math.isfinite(number):
                return number
            raise Malformed('a number is not finite')
        raise Malformed('there is a value that JSON does not have')


END = object()
