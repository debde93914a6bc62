/** Matches paths that are expensive for backtracking engines against all recorded route tables, and counts the steps. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { getAmbiguity } from '../../packages/host/src/matching/ambiguity.ts';
import { parseRegExp } from '../../packages/host/src/matching/parse-regexp.ts';
import { RouteCollection } from '../../packages/host/src/routing/route-collection.ts';
import type { RouteDefinition } from '../../packages/host/src/routing/route-definition.ts';
import { countSteps } from './backtracking-steps.ts';
import { hostilePaths } from './hostile-paths.ts';

const LENGTH = 512;
const MAX_STEPS = 5_000_000;
const ENDS = ['', '!', 'a', '/!'];
const MAX_STEPS_PER_CHARACTER = 20;
const vectors = JSON.parse(readFileSync(new URL('./routing.json', import.meta.url), 'utf8')) as {
  tables: { id: string; table: RouteDefinition[] }[];
};

test('matching a hostile path against a route takes time in proportion to its length, or its length is limited', (t) => {
  let most = 0;
  let limited = 0;
  for (const { id, table } of vectors.tables)
    for (const route of new RouteCollection(table)) {
      const { expression, maxLength } = route.compiled.pathPattern;
      if (maxLength !== Infinity) {
        limited++;
        continue;
      }
      const pattern = parseRegExp(expression.source, expression.flags);
      for (const path of hostilePaths([route], LENGTH)) {
        const steps = countSteps(pattern, path, MAX_STEPS_PER_CHARACTER * LENGTH);
        most = Math.max(most, steps / LENGTH);
        assert.ok(steps <= MAX_STEPS_PER_CHARACTER * LENGTH, `${id}: ${steps} steps for ${path.slice(0, 40)}…`);
      }
    }
  t.diagnostic(`at most ${most.toFixed(1)} steps per character; ${limited} routes with a limit`);
  assert.ok(most > 1 && limited > 0);
});

const atom = fc.constantFrom('a', 'b', '[ab]', '[^/]', '\\w', '.', 'ab', '-', '/', 'a|b', 'a|ab');
const quantifier = fc.constantFrom('', '', '?', '*', '+', '{2}', '{0,3}', '{2,}', '+?');
const part = fc
  .tuple(atom, quantifier)
  .map(
    ([source, suffix]) =>
      (source.length === 1 || source.startsWith('[') || source.startsWith('\\') ? source : `(?:${source})`) + suffix,
  );
const expression = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 5 }),
  fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), quantifier, fc.array(part, { maxLength: 2 }))
    .map(([group, suffix, rest]) => [`(?:${group.join('')})${suffix}`, ...rest]),
);

test('the work for a pattern grows at most with the power of the length that its ambiguity gives', () => {
  fc.assert(
    fc.property(
      expression,
      fc.array(fc.constantFrom('a', 'b', '-', '/', 'ab', 'aa'), { minLength: 1, maxLength: 3 }),
      (parts, unit) => {
        const pattern = parseRegExp(`${parts.join('')}$`);
        const degree = getAmbiguity(pattern);
        if (degree > 2) return;
        // The end that takes most: a text of one length may match at once, and that of another never.
        const [short, long] = [60, 120].map((count) =>
          Math.max(...ENDS.map((end) => countSteps(pattern, unit.join('').repeat(count) + end, MAX_STEPS))),
        );
        assert.ok(long! < short! * 2 ** degree * 1.5 + 500, `${parts.join('')} has the degree ${degree}`);
      },
    ),
    { numRuns: 5_000 },
  );
});
