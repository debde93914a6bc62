import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { recordRequests } from 'oriel/testing';
import type { RecordedCall, RecordedQuery, RecordedRequests } from 'oriel/testing';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { APPS } from './lib/application.ts';
import { withoutSlowness } from './lib/findings.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-record-requests-'));
const file = join(folder, 'profiler.sqlite');
after(() => rmSync(folder, { recursive: true, force: true }));

// The type of what the application prints, for each member that a test compares.
type Printed = Record<keyof RecordedRequests<unknown>, (RecordedCall | RecordedQuery | string)[]>;

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=oriel:source', ...args], {
    ...{ cwd: APPS, encoding: 'utf8', timeout: 60_000 },
    env: { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', ORIEL_PROFILER_FILE: file, ...env },
  });
  assert.ok(stdout !== '', stderr);
  return JSON.parse(stdout);
}

const APP = ['--import', 'oriel/register', 'record-requests.mjs'];
const query = (id: number): unknown => ['select id from orders where id = ?', [id], 'record-requests.mjs', true];

describe('recordRequests', () => {
  const recorded = run(APP);

  test('returns the requests of a block with their queries, calls, findings and logs', () => {
    assert.deepEqual(recorded.one, {
      result: '[]',
      requests: ['GET /orders/:count', 'GET /stock'],
      queries: [query(0), query(1)],
      calls: [['GET', '/stock', 200]],
      findings: [],
      logs: [['warning', 'orders 2']],
    });
  });

  test('returns the queries that a block runs itself', () => {
    assert.deepEqual(recorded.direct.queries, [['select 5 as id', [], 'record-requests.mjs', false]]);
    assert.deepEqual([recorded.direct.result, recorded.direct.requests], [1, []]);
  });

  test('returns the requests of inject', () => {
    const { result, requests, queries } = recorded.injected;
    assert.deepEqual([result, requests, queries.length], [[{ id: 3 }], ['GET /boats'], 1]);
  });

  test('does not mix blocks that run at the same time', () => {
    const counts = [1, 2, 3, 4, 5, 6, 7, 8];
    assert.deepEqual(
      recorded.concurrent.map(({ queries, requests, logs }: Printed) => [queries.length, ...[requests.length, logs]]),
      counts.map((count) => [count, 2, [['warning', `orders ${count}`]]]),
    );
    assert.deepEqual(
      [3, 7].map((index) => withoutSlowness(recorded.concurrent[index].findings)),
      [[], ['n1']],
    );
  });

  test('returns nothing for a block that does nothing, and throws what it throws', () => {
    assert.deepEqual([recorded.none.queries, recorded.none.requests], [[], []]);
    assert.equal(recorded.failed, 'own error');
  });

  test('throws if a request has not ended', () => {
    assert.match(recorded.body, /^GET \/events has not ended; read or cancel the body of each response/);
  });

  test('leaves no profile of a block in the store', async () => {
    const storage = new SqlProfileStorage({ file }, 10_000);
    const sort = { by: 'time', descending: true } as const;
    const { rows } = storage.find({ terms: [], sort, limit: 100, cursor: undefined });
    storage.close();
    assert.deepEqual([...new Set(rows.map(({ method }) => method))], ['GET']);
  });

  test('throws where nothing can be recorded', async () => {
    await assert.rejects(
      recordRequests(() => 7),
      /oriel\/register is not loaded/,
    );
    const errors = (args: readonly string[], env: NodeJS.ProcessEnv): unknown[] => {
      const { one, direct, none } = run(args, env);
      return [...new Set([one, direct, none])];
    };
    const [, , app] = APP;
    const cases: readonly (readonly [args: readonly string[], env: NodeJS.ProcessEnv, message: RegExp])[] = [
      [[app!], {}, /^Nothing is recorded, because oriel\/register is not loaded: run the tests with NODE_OPTIONS=/],
      [[app!], { JEST_WORKER_ID: '1' }, /^Jest loads modules itself/],
      [APP, { JEST_WORKER_ID: '1' }, /^Jest loads modules itself, so that their queries are not recorded/],
      [APP, { NODE_ENV: 'production' }, /^Nothing is recorded in this process; the recorder has printed the reason/],
      [APP, { ORIEL_PROFILER_PROPAGATE: 'off' }, /remove ORIEL_PROFILER_PROPAGATE=off$/],
      [APP, { ORIEL_PROFILER_KEEP: 'status:500' }, /^recordRequests needs all profiles; remove ORIEL_PROFILER_KEEP/],
    ];
    for (const [args, env, message] of cases) {
      const found = errors(args, env);
      assert.equal(found.length, 1, JSON.stringify(found));
      assert.match(String(found[0]), message);
    }
  });
});
