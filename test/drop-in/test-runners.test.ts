import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { APPS } from './lib/application.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-test-runners-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const run = (cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['--conditions=oriel:source', ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', JEST_WORKER_ID: undefined, ...env },
  });
const record = (file: string, env: NodeJS.ProcessEnv = {}): string =>
  run(APPS, ['--import', 'oriel/register', 'injected.mjs'], { ORIEL_PROFILER_FILE: file, ...env }).stdout;
const check = (file: string, query: string) =>
  run(folder, [
    join(APPS, '../../../packages/profiler/src/cli/main.ts'),
    'list',
    query,
    '--store',
    file,
    '--fail-if',
    'has:n1',
  ]);

describe('a run of tests', () => {
  const file = join(folder, 'profiler.sqlite');

  test('records requests of inject with route, body and status', () => {
    assert.equal(record(file), '{"id":"7","name":"Ahti"}');
    const storage = new SqlProfileStorage({ file }, 10_000);
    const sort = { by: 'time', descending: true } as const;
    const { rows } = storage.find({ terms: [], sort, limit: 10, cursor: undefined });
    const { data } = storage.read(rows[0]!.token)!;
    storage.close();
    assert.deepEqual(
      rows.map(({ method, path, route, status, aborted }) => [method, path, route, status, aborted]),
      [['POST', '/boats/7', '/boats/:id', 200, false]],
    );
    assert.deepEqual(
      [data.request.body?.content, data.response.body?.content],
      ['{"name":"Ahti"}', '{"id":"7","name":"Ahti"}'],
    );
  });

  test('passes --fail-if if requests were recorded, and exits with 2 if none were', () => {
    assert.equal(check(file, '').status, 0);
    const empty = check(file, 'app:another');
    assert.equal(empty.status, 2);
    assert.match(empty.stderr, /No request was recorded for app:another/);
  });

  test('under Jest exits with 2, because queries were not recorded', () => {
    record(file, { JEST_WORKER_ID: '1' });
    const { status, stderr } = check(file, '');
    assert.equal(status, 2);
    assert.match(stderr, /Jest loads modules itself, so that their queries are not recorded/);
  });
});
