import { rejects } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from './run-command.ts';

test('a command of a guide fails with its output, if it fails or prints other texts than expected', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-guide-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (code: string) => writeFileSync(join(folder, 'a.test.mjs'), `import t from 'node:test'; ${code}`);
  write('t("passes", () => {})');
  await runCommand({ line: 'npm test', output: ['pass 1'] }, folder);
  await rejects(runCommand({ line: 'npm test', output: ['pass 2'] }, folder), /does not contain "pass 2"/);
  write('t("fails", () => { throw new Error("high water") })');
  await rejects(runCommand({ line: 'npm test', output: [] }, folder), /"npm test" failed[^]*high water/);
  await rejects(runCommand({ line: 'npx oriel-host routes', output: [] }, folder), /"npx oriel-host routes" failed/);
});
