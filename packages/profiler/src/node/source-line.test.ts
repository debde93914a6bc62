import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { addSourceLine } from './source-line.ts';

test('adds the line of a file whose path contains parentheses, as folders of Next.js do', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'source line-'));
  t.after(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'app (group)');
  mkdirSync(folder);
  const file = join(folder, 'page.mjs');
  writeFileSync(
    file,
    "export default function load() { throw new Error('planned'); }\nexport const run = async () => load();\n",
  );
  const { default: load } = (await import(pathToFileURL(file).href)) as { default: () => void };
  for (const call of [load, () => [1].forEach(load)])
    assert.throws(call, (error: Error) => {
      const { stack } = error;
      addSourceLine(error);
      const [location, source, mark, blank, ...rest] = error.stack!.split('\n');
      assert.match(location!, /page\.mjs:1$/);
      assert.match(source!, /^export default function load/);
      assert.equal(mark!.trim(), '^');
      assert.deepEqual([blank, rest.join('\n')], ['', stack]);
      return true;
    });
});
