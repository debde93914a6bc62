import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { APPS } from './lib/application.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-process-end-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type End = readonly [code: number | null, signal: string | null];

async function run(
  how: string,
  isRecorded: boolean,
  env: NodeJS.ProcessEnv = {},
): Promise<{ end: End; stored: number }> {
  const file = join(folder, `${how}-${Object.keys(env).join('-')}.sqlite`);
  const recorder = isRecorded ? ['--import', 'oriel/register'] : [];
  const child = spawn(
    process.execPath,
    ['--conditions=oriel:source', ...recorder, join(APPS, 'process-end.mjs'), how, '3'],
    {
      cwd: APPS,
      env: { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', ORIEL_PROFILER_FILE: file, ...env },
      stdio: 'ignore',
    },
  );
  const end = (await once(child, 'exit')) as unknown as End;
  if (!isRecorded) return { end, stored: 0 };
  const storage = new SqlProfileStorage({ file }, 10_000);
  const stored = storage.find({ terms: [], sort: { by: 'time', descending: false }, cursor: undefined, limit: 10 }).rows
    .length;
  storage.close();
  return { end, stored };
}

describe('all profiles are stored, and the process ends as without the recorder,', { concurrency: 2 }, () => {
  const cases: readonly [how: string, env?: NodeJS.ProcessEnv][] = [
    ['SIGTERM'],
    ['SIGINT'],
    ['SIGHUP'],
    ['SIGTERM', { HANDLER: 'SIGTERM' }],
    ['exit'],
    ['exit', { NODE_ENV: 'production', ORIEL_PROFILER_KEY: 'a'.repeat(32) }],
    ['return'],
    ['throw'],
  ];
  for (const [how, env] of cases)
    test(`after ${how} with ${JSON.stringify(env ?? {})}`, async () => {
      const [plain, recorded] = await Promise.all([run(how, false, env), run(how, true, env)]);
      assert.deepEqual(recorded.end, plain.end);
      assert.equal(recorded.stored, 3);
    });
});
