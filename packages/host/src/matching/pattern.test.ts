import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRegExp } from './parse-regexp.ts';
import { canContain, repeat, sequence, text } from './pattern.ts';

test('canContain returns whether a match may contain a character', () => {
  for (const source of ['/', 'a/b', '[/]', '.', '[^a]', 'a|/', '(?:a/)*', 'a?b?\\/?'])
    assert.equal(canContain(parseRegExp(source), 0x2f), true, source);
  for (const source of ['', 'a', '[a]', '[^/]', 'a|b', 'a(?=/)', 'a(?!/)', '\\w+$'])
    assert.equal(canContain(parseRegExp(source), 0x2f), false, source);
});

test('the functions that create patterns return one pattern unchanged, and repetitions', () => {
  const a = text('a');
  assert.equal(sequence(a), a);
  assert.deepEqual(sequence(), { kind: 'sequence', items: [] });
  assert.deepEqual(sequence(a, a), { kind: 'sequence', items: [a, a] });
  assert.deepEqual(repeat(a, 2, 3), { kind: 'repeat', item: a, min: 2, max: 3 });
});
