import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { defineHost, reply, route } from '../../src/index.ts';
import type { HostConfig } from '../../src/index.ts';
import { MemoryProfileStorage } from '../../src/profiler/store/memory/memory-profile-storage.ts';
import { LogTrace } from '../../src/core/trace/log-trace.ts';
import { Client } from './support/client.ts';
import { startRecorded } from './support/recorded-host.ts';

let seen: unknown;
const routes = [
  route('fine', 'GET /fine', { handle: ({ context }) => ((seen = context.trace), 'fine') }),
  route('slow', 'GET /slow', { handle: () => new Promise<unknown>((resolve) => setTimeout(resolve, 60, 'slow')) }),
  route('refuses', 'GET /refuses', { handle: () => reply(409, 'no') }),
  route('fails', 'GET /fails', {
    handle: () => {
      throw new Error('x');
    },
  }),
];

type Rule = NonNullable<Exclude<HostConfig['profiler'], false | undefined>['record']>;

async function recordedBy(record: Rule, paths: readonly string[]): Promise<string[]> {
  await using recorded = await startRecorded({ routes, profiler: { record } });
  const named: string[] = [];
  for (const path of paths) if ((await recorded.client.ask(`GET ${path}`)).get('x-debug-token')) named.push(path);
  await recorded.settled(named.length);
  const paths_ = recorded.pushed.map(({ summary }) => summary.path);
  assert.deepEqual(paths_, named, 'what has a token is recorded, and nothing else is');
  return named;
}

describe('which requests are recorded', () => {
  test('all', async () =>
    assert.deepEqual(await recordedBy('all', ['/fine', '/slow', '/fails', '/nowhere']), [
      '/fine',
      '/slow',
      '/fails',
      '/nowhere',
    ]));
  test('errors only, thrown or not', async () =>
    assert.deepEqual(await recordedBy('errors', ['/fine', '/slow', '/fails', '/refuses', '/nowhere']), [
      '/fails',
      '/refuses',
      '/nowhere',
    ]));
  test('slow ones only', async () =>
    assert.deepEqual(await recordedBy({ slowerThan: 50 }, ['/slow', '/slow']), ['/slow', '/slow']));
  test('none that is fast enough', async () =>
    assert.deepEqual(await recordedBy({ slowerThan: 100_000 }, ['/fine', '/slow']), []));
  test('a part of them', async (t) => {
    const chances = [0.1, 0.9, 0.24, 0.25, 0.2];
    t.mock.method(Math, 'random', () => chances.shift() ?? 0.99);
    const storage = new MemoryProfileStorage();
    process.env['ORIEL_MODE'] = 'development';
    await using host = defineHost({ routes, log: false, profiler: { storage, record: { sample: 0.25 } } });
    const named: boolean[] = [];
    chances.splice(0, Infinity, 0.1, 0.9, 0.24, 0.25, 0.2);
    for (let at = 0; at < 5; at++)
      named.push((await host.fetch(new Request('http://localhost/fine'))).headers.has('x-debug-token'));
    delete process.env['ORIEL_MODE'];
    assert.deepEqual(named, [true, false, true, false, true]);
  });
});

describe('profiler: false', () => {
  test('has no pages, no headers, no file, and in development keeps the logs for the error page alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'off-'));
    const before = process.cwd();
    process.chdir(folder);
    const log = console.log;
    try {
      await using host = defineHost({ routes, log: false, profiler: false });
      const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
      const client = new Client(port);
      for (const path of [
        '/fine',
        '/fails',
        '/nowhere',
        '/_profiler',
        '/_profiler/',
        '/_profiler/latest',
        '/_profiler/empty/search/results',
      ]) {
        const answer = await client.ask(`GET ${path}`, { headers: { Accept: 'text/html' } });
        if (path.startsWith('/_profiler')) assert.equal(answer.status, 404, path);
        assert.equal(answer.get('x-debug-token'), undefined, path);
        assert.equal(answer.get('x-debug-token-link'), undefined, path);
      }
      assert.ok(seen instanceof LogTrace);
      assert.deepEqual(
        [...host.assembly('development').routes].map(({ name }) => name),
        ['fine', 'slow', 'refuses', 'fails'],
      );
      assert.equal(host.assembly('development').profiling, undefined);
      assert.equal(console.log, log, 'the console is left alone');
      assert.equal(existsSync(join(folder, 'var')), false);
      client.close();
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('in production there is not even a trace', async () => {
    await using host = defineHost({ routes, log: false });
    await host.fetch(new Request('http://localhost/fine'));
    assert.equal((seen as { recording: boolean }).recording, false);
  });
});

test('of 10,000 visits to the profiler none is recorded, whatever they ask for and however they fail', async () => {
  await using recorded = await startRecorded({ routes });
  const token = (await recorded.client.ask('GET /fine')).get('x-debug-token')!;
  await recorded.profile(token);
  const asked = [
    'GET /_profiler',
    'GET /_profiler/',
    'GET /_profiler/latest',
    `GET /_profiler/${token}`,
    `GET /_profiler/${token}.json?panel=none`,
    'GET /_profiler/abcdef',
    'GET /_profiler/empty/search/results',
    'GET /_profiler/empty/search/results?q=x:y',
    'GET /_profiler/open?file=/etc/passwd',
    `HEAD /_profiler/${token}`,
    `POST /_profiler/${token}/pin`,
    `GET /_profiler/${token}/pin`,
    'PUT /_profiler/clear',
    'GET /_profiler/a/b/c/d/e',
    'OPTIONS /_profiler/',
    'DELETE /_profiler',
    `GET /_profiler/${token}/export/nothing`,
    `GET /_profiler/${token}/export/har`,
    'GET /_profiler/search?q=status:200',
    'POST /_profiler',
  ];
  for (let round = 0; round < 10_000 / asked.length; round++) {
    const answers = await Promise.all(asked.map((line) => recorded.client.ask(line)));
    assert.deepEqual(
      answers.map((answer) => answer.get('x-debug-token')),
      asked.map(() => undefined),
    );
  }
  // What comes after is recorded after.
  const last = (await recorded.client.ask('GET /fine')).get('x-debug-token')!;
  await recorded.profile(last);
  assert.deepEqual(
    recorded.pushed.map(({ summary }) => summary.token),
    [token, last],
  );
});
