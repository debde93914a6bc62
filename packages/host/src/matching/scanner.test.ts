import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pattern } from './pattern.ts';
import { parsePcre } from './pcre-parser.ts';
import { createScanner } from './scanner.ts';

const parse = (source: string): Pattern => parsePcre(source, { utf8: true, ignoreCase: false, dotAll: true });

test('a scanner returns the end of the match that begins at a position', () => {
  for (const [source, text, position, end] of [
    ['ab', 'xaby', 1, 3],
    ['ab', 'xaby', 0, -1],
    ['[ab]+', 'xabax', 1, 4],
    ['[ab]{2}', 'xabax', 1, 3],
    ['[ab]{4}', 'xabax', 1, -1],
    ['[^x]+', 'xa😀éx', 1, 5],
    ['[^x]{2}', 'xa😀éx', 1, 4],
    ['[^x]{2,3}', 'xa😀éax', 1, 5],
    ['[^x]{5}', 'xa😀éx', 1, -1],
    ['(?:ab)*', 'xabab-', 1, 5],
    ['(?:ab)*', 'xababa', 1, -1],
    ['(?:ab){1,2}', 'abababab', 2, 6],
    ['(?:ab){2}', 'xabx', 1, -1],
    ['(?:ab)*c', 'xabac', 1, -1],
    ['a|b', 'xb', 1, 2],
    ['a|b', 'xb', 0, -1],
    ['a|b', 'xb', 2, -1],
    ['(?>[ab]+)c', 'abc', 0, 3],
  ] as const)
    assert.equal(createScanner(parse(source))(text, position, new Int32Array(0)), end, `${source} in ${text}`);
});

test('a scanner writes the start and the end of each capture', () => {
  const pattern: Pattern = {
    kind: 'sequence',
    items: [
      { kind: 'capture', index: 1, item: parse('a+') },
      { kind: 'capture', index: 0, item: parse('b?') },
    ],
  };
  const slots = new Int32Array(4);
  assert.equal(createScanner(pattern)('xaab', 1, slots), 4);
  assert.deepEqual([...slots], [3, 4, 1, 3]);
});

test('a pattern with look-arounds or assertions has no scanner', () => {
  assert.throws(() => createScanner(parse('(?=a)')), new TypeError('A scanner cannot match "look"'));
  assert.throws(() => createScanner(parse('a$')), new TypeError('A scanner cannot match "assert"'));
});
