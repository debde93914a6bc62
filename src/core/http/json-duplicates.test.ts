import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertNoDuplicates } from './json-duplicates.ts';

test('names that are written differently are the same', () =>
  assert.throws(() => assertNoDuplicates('{"a":1,"\\u0061":2}'), /Member "a" is there twice, at line 1, column 8/));

test('each object has names of its own', () => {
  assertNoDuplicates('{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}');
  assert.throws(() => assertNoDuplicates('[{},{"b":{"a":1},"b":{}}]'), /"b"/);
});

test('what stands in a text is no name', () => assertNoDuplicates('{"a":"{\\"a\\":","b":["a","a","\\\\"],"c":":"}'));

test('no document that was written from a value has any', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, space) =>
      assertNoDuplicates(JSON.stringify(value, null, space)),
    ),
  );
});

test('a long text costs no more than a long one', () => assertNoDuplicates(`{"a":"${'\\n'.repeat(1_000_000)}"}`));
