import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEntityTags } from './entity-tag.ts';

const opaque = (header: string) => {
  const tags = parseEntityTags(header);
  return tags === '*' ? '*' : tags.map(({ opaque, weak }) => (weak ? `W/${opaque}` : opaque));
};

test('a star matches any tag', () => assert.equal(opaque(' * '), '*'));

test('parses strong and weak tags in order, also with commas inside', () => {
  assert.deepEqual(opaque('"a"'), ['a']);
  assert.deepEqual(opaque('W/"a" ,"b,c",  ""'), ['W/a', 'b,c', '']);
});

test('ignores invalid tags', () => {
  assert.deepEqual(opaque(''), []);
  assert.deepEqual(opaque('a, "b"'), ['b']);
  assert.deepEqual(opaque('w/"a"'), []); // The prefix W/ is case-sensitive (RFC 9110 §8.8.3).
  assert.deepEqual(opaque('"a b"'), []);
  assert.deepEqual(opaque('"a'), []);
  assert.deepEqual(opaque('*, "a"'), ['a']);
});

test('takes linear time for a long header', () => {
  assert.equal((parseEntityTags('"a",'.repeat(100_000)) as unknown[]).length, 100);
  assert.deepEqual(parseEntityTags(`"${' '.repeat(1_000_000)}`), []);
});
