import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cookieValues, parseCookies } from './cookie.ts';

/** `Cookie` headers and their parsed pairs (RFC 6265bis §4.2.1, §5.7, §5.8.3). */
const VECTORS: readonly [title: string, header: string, pairs: readonly (readonly [string, string])[]][] = [
  ['one', 'SID=31d4d96e407aad42', [['SID', '31d4d96e407aad42']]],
  [
    'two pairs, as browsers send them',
    'SID=31d4; lang=en-US',
    [
      ['SID', '31d4'],
      ['lang', 'en-US'],
    ],
  ],
  [
    'no space between pairs',
    'a=1;b=2',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    'spaces and tabs around names and values',
    ' \ta = 1 \t;\t b=2 ',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    'an empty value',
    'a=; b=2',
    [
      ['a', ''],
      ['b', '2'],
    ],
  ],
  ['an empty header', '', []],
  ['only separators', ';;; ;', []],
  [
    'empty pairs between others',
    ';a=1;;b=2;',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['an equals sign in the value', 'a=b=c==', [['a', 'b=c==']]],
  ['a pair without a name is ignored', '=nameless; a=1', [['a', '1']]],
  ['a pair without an equals sign is ignored', 'bare; a=1', [['a', '1']]],
  ['a pair without an equals sign before one with it', 'bare;a=1', [['a', '1']]],
  ['a blank name', '  =x; a=1', [['a', '1']]],
  [
    'quotes are part of the value',
    'a="b c"; d="x;y"',
    [
      ['a', '"b c"'],
      ['d', '"x'],
    ],
  ],
  [
    'one quote',
    'a="b; c=d"',
    [
      ['a', '"b'],
      ['c', 'd"'],
    ],
  ],
  [
    'values are not decoded',
    'a=%41%3B; b=+',
    [
      ['a', '%41%3B'],
      ['b', '+'],
    ],
  ],
  ['a comma is part of the value', 'a=1,b=2', [['a', '1,b=2']]],
  [
    'names are case-sensitive',
    'SID=1; sid=2',
    [
      ['SID', '1'],
      ['sid', '2'],
    ],
  ],
  [
    'a repeated name, in the order sent',
    'a=1; b=2; a=3',
    [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ],
  ],
  [
    'prefixes are part of the name',
    '__Host-a=1; __Secure-b=2; a=3',
    [
      ['__Host-a', '1'],
      ['__Secure-b', '2'],
      ['a', '3'],
    ],
  ],
  [
    'names of object members',
    '__proto__=1; constructor=2',
    [
      ['__proto__', '1'],
      ['constructor', '2'],
    ],
  ],
  [
    'attributes are ordinary pairs',
    'a=1; Path=/; $Version=1',
    [
      ['a', '1'],
      ['Path', '/'],
      ['$Version', '1'],
    ],
  ],
  ['non-ASCII bytes', 'a=\u00e9\u00ff', [['a', '\u00e9\u00ff']]],
  ['a no-break space is part of the value', 'a=\u00a01', [['a', '\u00a01']]],
  ['control characters are part of the value', 'a=b\u0001c', [['a', 'b\u0001c']]],
];

for (const [title, header, pairs] of VECTORS) {
  test(`cookies: ${title}`, () => assert.deepEqual(parseCookies(header), pairs));
}

test('returns all values of one name and of no other', () => {
  assert.deepEqual(cookieValues('a=1; ab=2; a=3; A=4', 'a'), ['1', '3']);
  assert.deepEqual(cookieValues('x=a=1', 'a'), []);
  assert.deepEqual(cookieValues(undefined, 'a'), []);
  assert.deepEqual(parseCookies(undefined), []);
});

// Quadratic work would take hours.
test('takes linear time for a header of any length, and returns a bounded list', () => {
  assert.equal(parseCookies('a=1;'.repeat(200_000)).length, 1_000);
  assert.equal(parseCookies(';'.repeat(500_000)).length, 0);
  assert.equal(parseCookies(`${' '.repeat(500_000)}=1`).length, 0);
});

test('finds the same values as parsing all cookies', () => {
  const part = fc.constantFrom('session', 'sessio', 'n', 'x', '=', ';', ' ', '\t', '; ', '"', '__Host-', 'session=');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
      const header = parts.join('');
      const all = parseCookies(header).flatMap(([name, value]) => (name === 'session' ? [value] : []));
      assert.deepEqual(cookieValues(header, 'session'), all);
    }),
    { numRuns: 5_000 },
  );
});
