import { deepEqual } from 'node:assert/strict';
import { spawnSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { startTracker } from './test-tracker.ts';
import type { TestTracker } from './test-tracker.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const README = readFileSync(new URL('README.md', import.meta.url), 'utf8');

it(
  'answers the commands of the README with the statuses that it states',
  { skip: !hasCurl && 'no curl' },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-readme-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const { host } = (await startTracker('SQLite')) as TestTracker;
    const { url } = await host.listen({ host: '127.0.0.1', port: 0 });

    const blocks = [...README.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
    const commands = blocks.join('').replaceAll('http://127.0.0.1:8000', url.replace(/\/$/, ''));
    // Each command writes its status to the standard error.
    const curl = `curl() { command curl -sS -w '%{stderr}%{http_code}\\n' "$@"; }\n`;
    const shell = spawn('sh', ['-c', curl + commands], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);

    const expected = [...commands.matchAll(/^# .*: (\d{3})$/gm)].map(([, status]) => status!);
    deepEqual(errors.trim().split('\n'), expected, output);
  },
);
