/** Matches paths that are expensive for backtracking engines against all recorded route tables, and counts the steps. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { RouteCollection } from '../../packages/host/src/routing/route-collection.ts';
import type { RouteDefinition } from '../../packages/host/src/routing/route.ts';
import { hostilePaths } from './hostile-paths.ts';

const LENGTH = 2048;
const MOST_STEPS_PER_CHARACTER = 12;
const vectors = JSON.parse(readFileSync(new URL('./routing.json', import.meta.url), 'utf8')) as {
  tables: { id: string; table: RouteDefinition[] }[];
};

test('matching a hostile path against all routes of a table takes at most 12 steps per character', (t) => {
  let most = 0;
  let paths = 0;
  for (const { id, table } of vectors.tables) {
    const routes = new RouteCollection(table);
    for (const path of hostilePaths(routes, LENGTH)) {
      let steps = 0;
      for (const { compiled } of routes) {
        compiled.pathMatcher.match(path);
        steps += compiled.pathMatcher.steps;
      }
      paths++;
      most = Math.max(most, steps / LENGTH);
      const allowed = MOST_STEPS_PER_CHARACTER * LENGTH;
      assert.ok(steps <= allowed, `${id}: ${steps} steps for ${path.slice(0, 40)}…`);
    }
  }
  t.diagnostic(`${paths} paths; at most ${most.toFixed(1)} steps per character`);
  assert.ok(most > 1, 'at least one path was read to its end');
});
