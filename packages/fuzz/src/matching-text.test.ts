import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textMatching } from './matching-text.ts';
import { Random } from './random.ts';

for (const pattern of [
  '^[A-Z]{2}$',
  '^[a-z0-9_-]{3,16}$',
  '^\\d{4}-\\d\\d$',
  '^(?:red|green|blue)$',
  '^(\\w+)(?:\\.\\w+)*$',
  '^[^"]+$',
  '^a?b*c+$',
  '^\\u0041\\x42\\.$',
  '^(?<year>\\d{4})/.$',
  '^x{2,}\\s$',
])
  test(`generates different texts that match ${pattern}`, () => {
    const texts = new Set<string>();
    for (let seed = 1; seed <= 200; seed++) {
      const text = textMatching(pattern, new Random(seed));
      assert.match(text, new RegExp(pattern, 'u'), `seed ${seed}`);
      texts.add(text);
    }
    assert.ok(texts.size > 1 || pattern.includes('u0041'), [...texts].join());
  });

test('the length of a text is bounded', () => {
  for (const pattern of ['^a{1000000}$', '^(?:(?:a+)+)+$'])
    assert.ok(textMatching(pattern, new Random(1)).length < 11_000, pattern);
});
