import { equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { formatIdentifier, unescapeIdentifier } from './identifier.ts';

const SEGMENTS: [id: unknown, segment: string][] = [
  [7, '7'],
  ['a b', 'a%20b'],
  ['node.js', 'node.js'],
  ['a/b', 'a%252Fb'],
  ['50%', '50%2525'],
  ['data.json', 'data%252Ejson'],
  ['..', '%252E%252E'],
  [{ row: 4, place: 'x=y;z' }, 'row=4;place=x%253Dy%253Bz'],
];

for (const [id, segment] of SEGMENTS) {
  test(`${JSON.stringify(id)} is the segment ${segment}`, () => equal(formatIdentifier(id), segment));
}

test('decoding reverses formatting after the router has decoded the path', () => {
  for (const id of ['a/b', '50%', '%2F', 'x=y;z'])
    equal(unescapeIdentifier(decodeURIComponent(formatIdentifier(id))), id);
});

test('rejects a value that is not an identifier', () => {
  for (const id of [null, undefined, '']) throws(() => formatIdentifier(id), /is not an identifier/);
});
