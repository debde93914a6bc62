import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertNoDuplicates } from './json-duplicates.ts';

test('names with different escapes are duplicates', () =>
  assert.throws(() => assertNoDuplicates('{"a":1,"\\u0061":2}'), /Duplicate member "a" at line 1, column 8/));

test('equal names in different objects are not duplicates', () => {
  assertNoDuplicates('{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}');
  assert.throws(() => assertNoDuplicates('[{},{"b":{"a":1},"b":{}}]'), /"b"/);
});

test('ignores names inside strings', () => assertNoDuplicates('{"a":"{\\"a\\":","b":["a","a","\\\\"],"c":":"}'));

test('accepts the output of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, space) =>
      assertNoDuplicates(JSON.stringify(value, null, space)),
    ),
  );
});

test('takes linear time for a long string', () => assertNoDuplicates(`{"a":"${'\\n'.repeat(1_000_000)}"}`));
