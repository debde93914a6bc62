import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BacktrackingMatcher } from './backtracking-matcher.ts';
import { compileProgram } from './program-compiler.ts';
import { parsePcre } from './pcre-parser.ts';
import { sequence, text } from './pattern.ts';
import type { Pattern } from './pattern.ts';

const options = { utf8: true, ignoreCase: false, dotAll: true };
const end: Pattern = { kind: 'assert', at: 'end' };

function linear(...sources: string[]): { match(subject: string): string[] | undefined; steps(): number } {
  const captures = sources.map((source, index): Pattern => ({
    kind: 'capture',
    index,
    item: parsePcre(source, options),
  }));
  const parts = captures.flatMap((capture, index) => (index === 0 ? [capture] : [text('-'), capture]));
  const matcher = new BacktrackingMatcher(compileProgram(sequence(...parts, end)));
  const slots = new Int32Array(sources.length * 2);
  return {
    match(subject) {
      if (matcher.match(subject, 0, slots) < 0) return undefined;
      return sources.map((_, index) => subject.slice(slots[index * 2], slots[index * 2 + 1]));
    },
    steps: () => matcher.steps,
  };
}

test('captures equal those of a backtracking engine', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '-',
    '.',
    '[ab]',
    '[^-]',
    '[^a]',
    '\\d',
    '(?:a|ab)',
    '(?:ab|a)',
    '(?:-a)',
    'é',
    '(?!b)',
    '(?=a.)',
    '(?<!a)',
  );
  const quantifier = fc.constantFrom('', '*', '+', '?', '{1,2}', '{2}', '*?', '+?', '??');
  const piece = fc
    .tuple(atom, quantifier)
    .map(([one, count]) => (one.startsWith('(?') && !one.startsWith('(?:') ? one : one + count));
  const requirement = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
  const subject = fc.string({ unit: fc.constantFrom('a', 'b', '-', '1', 'é', '😀', '/'), maxLength: 10 });
  fc.assert(
    fc.property(fc.array(requirement, { minLength: 1, maxLength: 3 }), subject, (sources, value) => {
      const expected = new RegExp(`^${sources.map((source) => `(${source})`).join('-')}$`, 'us').exec(value);
      assert.deepEqual(
        linear(...sources).match(value),
        expected ? expected.slice(1).map((one) => one ?? '') : undefined,
      );
    }),
    { numRuns: 3000 },
  );
});

for (const [sources, hostile] of [
  [['.+', '.+', '.+', 'x'], '-'.repeat(8192)],
  [['.*', '[^-]+', '.*b'], 'a-'.repeat(4096)],
  [['(?:a|aa)+', 'b'], 'a'.repeat(8192)],
  [['(?=.*x).+', '(?!.*y).+', 'z'], 'x-'.repeat(4096)],
  [['(?>a*)b', '.+?', '.+?c'], '-a'.repeat(4096)],
  [['(?:(?!--).)+', '.+', 'q'], 'ab-'.repeat(2730)],
] as const) {
  test(`work grows linearly with the text: ${sources.join(' ')}`, () => {
    const matcher = linear(...sources);
    assert.equal(matcher.match(hostile), undefined);
    const whole = matcher.steps();
    matcher.match(hostile.slice(0, 2048));
    // Four times the text may take four times the steps, plus a constant.
    assert.ok(whole <= 4.2 * matcher.steps() + 100, `${whole} steps for 8192, ${matcher.steps()} for 2048`);
    assert.ok(whole < 60 * 8192, `${whole} steps`);
  });
}
