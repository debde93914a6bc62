import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PatternError } from './pattern.ts';
import { LinearUrlPattern, parseUrlComponents } from './url-pattern.ts';

const BASE = 'http://localhost/.well-known/mercure';

function native(source: string): URLPattern | undefined {
  try {
    return new URLPattern(source, BASE);
  } catch {
    return undefined;
  }
}

const piece = fc.constantFrom(
  ...['a', 'b', '/', '.', '-', ':x', ':y?', ':z+', ':w*', '*', '{a}?', '{/b}*', '{-:q}?'],
  ...['\\:', 'é', '?q=', '#'],
);
const part = fc.constantFrom('a', 'b', '/', '.', '-', '1', '23', 'xx', 'abc', 'é', '?q=', '#', ':', '%20', 'A');
const start = fc.constantFrom('/', 'https://example.com/', 'http{s}?://*.example.com/', 'urn:', '');

test('matches exactly what URLPattern matches', () => {
  let compared = 0;
  const join = (pieces: readonly string[]): string => pieces.join('');
  const parts = fc.array(part, { maxLength: 5 }).map(join);
  const pattern = fc.tuple(start, fc.array(piece, { maxLength: 5 }).map(join)).map(join);
  const topic = fc
    .tuple(fc.constantFrom('/', 'https://example.com/', 'http://a.example.com/', 'urn:'), parts)
    .map(join);
  fc.assert(
    fc.property(pattern, fc.array(topic, { minLength: 1, maxLength: 5 }), (source, topics) => {
      const expected = native(source);
      if (expected === undefined) return;
      const linearPattern = new LinearUrlPattern(source, BASE);
      for (const other of topics) {
        if (!URL.canParse(other, BASE)) continue;
        compared++;
        assert.equal(
          linearPattern.matches(parseUrlComponents(other, BASE)),
          expected.test(other, BASE),
          `${source} and ${other}`,
        );
      }
    }),
    { numRuns: 1500 },
  );
  assert.ok(compared > 1500);
});

test('rejects unsupported syntax and patterns that are too large', () => {
  for (const source of [
    '/(?=a)',
    '/(?!a)b',
    '/((a)\\1)',
    '/(\\bx)',
    '/(',
    '/{',
    `/${'(a{1000})'.repeat(9)}`,
    '/:x'.repeat(200),
  ])
    assert.throws(() => new LinearUrlPattern(source, BASE), PatternError, source);
});
