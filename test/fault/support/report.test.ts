import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeResult, isBroken, updatePage } from './report.ts';
import { atLeast, atMost, equal, none, reported } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const scenario = (name: string): Scenario => ({ name, fault: `The fault ${name}.`, run: async () => [] });

test('a page keeps the results of other scenarios, in their order, and removes those of unknown ones', () => {
  const page = '# Faults\n\nText.\n\n## gone\n\nold\n\n## second\n\nkept\n';
  const result = {
    ...scenario('first'),
    short: true,
    date: '1 May 2026',
    figures: [none('lost', 0), none('wrong', 2)],
  };
  const written = updatePage(page, [scenario('first'), scenario('second')], [result]);
  assert.equal(
    written,
    [
      '# Faults\n\nText.\n\n## first\n\nThe fault first.\n\n`npm run faults -- --only first --short`, 1 May 2026:\n\n',
      '| figure | value | promise |\n| --- | --- | --- |\n| lost | 0 | 0 ✓ |\n| wrong | 2 | 0 ✗ |\n\n## second\n\nkept\n',
    ].join(''),
  );
});

test('a figure is broken only if its promise does not hold', () => {
  const figures = [none('a', 1), atMost('b', 3, 2, 's'), atLeast('c', 1, 2), equal('d', 'x', 'y')];
  assert.deepEqual(figures.map(isBroken), [true, true, true, true]);
  const passing = [none('a', 0), atMost('b', 2, 2, 's'), atLeast('c', 2, 2), equal('d', 'x', 'x'), reported('e', 5)];
  assert.deepEqual(passing.map(isBroken), [false, false, false, false, false]);
  const text = describeResult({ ...scenario('x'), short: false, date: '', figures: [figures[1]!, passing[4]!] });
  assert.equal(text, '  b  3 s   ✗ expected ≤ 2 s\n  e  5');
});
