"""Tests the reader of proofs in CBOR: values of RFC 8949, Appendix A, and bytes that are refused."""

import random
import unittest

import cbor
import schema
from checked import SEED


def items(*parts):
    """The objects of a file with these bytes behind its mark, given in hexadecimal digits."""
    return list(cbor.Reader(cbor.MARK + bytes.fromhex(''.join(parts))).items())


class Reader(unittest.TestCase):
    def test_values_of_the_standard(self):
        for digits, value in (('00', 0), ('17', 23), ('1818', 24), ('1903e8', 1000), ('1a000f4240', 1000000),
                              ('1b000000e8d4a51000', 1000000000000), ('20', -1), ('3903e7', -1000),
                              ('fb3ff199999999999a', 1.1), ('fa47c35000', 100000.0), ('fa7f7fffff', 3.4028234663852886e+38),
                              ('fb7e37e43c8800759c', 1e300), ('f4', False), ('f5', True), ('f6', None), ('60', ''),
                              ('6449455446', 'IETF'), ('62c3bc', '\u00fc'), ('80', []), ('83010203', [1, 2, 3]),
                              ('9fff', []), ('9f018202039f0405ffff', [1, [2, 3], [4, 5]]), ('a0', {}),
                              ('bf6346756ef563416d7421ff', {'Fun': True, 'Amt': -2}), ('d901064322612' + '2', 'a')):
            with self.subTest(digits):
                found, = items('a16161', digits)
                self.assertEqual(found, {'a': value})
                self.assertIs(type(found['a']), type(value))

    def test_several_items(self):
        self.assertEqual(items('a0', 'a1616101', 'a0'), [{}, {'a': 1}, {}])

    def test_what_is_refused(self):
        for digits in ('a161', 'a1616', 'ff', '9f01', 'bf6161ff', 'a10101', 'bf01ff', 'a16161f7', 'a16161f90000', 'a16161fb7ff0000000000000',
                       'a16161fa7fc00000', 'a161617f', 'a161615fff', 'a1616142aabb', 'a16161c100', 'a16161d9010661' + '31', 'a161611c',
                       'a1616161', 'a161617bffffffffffffffff', 'a1616162c328', 'a16161d9010642227d', 'a16161' + '81' * 80):
            with self.subTest(digits):
                with self.assertRaises(ValueError):
                    items(digits + ('0' if len(digits) % 2 else ''))
        with self.assertRaises(cbor.Malformed):
            list(cbor.Reader(b'{}').items())
        with self.assertRaises(schema.Refused):
            list(cbor.Reader(cbor.MARK + bytes.fromhex('a2616101616102'), schema._integer, schema._object).items())

    def test_random_bytes_end(self):
        hand = random.Random(SEED)
        for _ in range(2000):
            data = cbor.MARK + bytes(hand.choice((hand.randrange(256), hand.choice(b'\xbf\x9f\xff\x61a\x01\xa1\x81')))
                                     for _ in range(hand.randrange(40)))
            try:
                list(cbor.Reader(data, schema._integer, schema._object).items())
            except (ValueError, schema.Refused):
                pass


if __name__ == '__main__':
    unittest.main()
