/** Paths of 8 KB, made to keep a backtracking engine busy, against every route of the recorded tables. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { RouteCollection, type RouteDefinition } from '../../src/routing/index.ts';

const length = 8192;
const vectors = JSON.parse(readFileSync(new URL('./routing.json', import.meta.url), 'utf8')) as {
  tables: { id: string; table: RouteDefinition[] }[];
};

test('no route takes more than a few steps for each character of a hostile path', () => {
  let walked = 0;
  for (const { id, table } of vectors.tables) {
    for (const route of new RouteCollection(table)) {
      for (const path of hostilePaths(route.path)) {
        route.compiled.pathMatcher.match(path);
        const { steps } = route.compiled.pathMatcher;
        walked = Math.max(walked, steps);
        assert.ok(steps <= 12 * path.length, `${id} ${route.path}: ${steps} steps for ${path.slice(0, 40)}…`);
      }
    }
  }
  assert.ok(walked > length, 'at least one path was walked to its end');
});

function hostilePaths(pattern: string): string[] {
  const [before = '', ...texts] = pattern.split(/\{[^}]*\}/);
  const fillers = [...new Set(['a', '/', 'a/', '.', '-', '_', '1', 'é', '~', ...texts.filter((text) => text !== '')])];
  return fillers.flatMap((filler) => {
    const filled = filler.repeat(Math.ceil(length / filler.length));
    const parts = filled.slice(0, Math.ceil(length / Math.max(1, texts.length)));
    const whole = before + texts.map((text) => parts + text).join('');
    return [before + filled, whole, `${whole}!`, `${before}${filled}${texts.at(-1) ?? ''}`, `${before}${filled}!/`];
  });
}
