import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { defineHost, reply, route } from '../../packages/host/src/index.ts';
import type { HostConfig } from '../../packages/host/src/index.ts';
import { DEFAULT_QUERY } from '../../packages/profiler/src/store/search/profile-query.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { LogTrace } from '../../packages/host/src/trace/log-trace.ts';
import { Client } from './support/client.ts';
import { startRecordedHost } from './support/recorded-host.ts';
import { mockClock } from '../lib/mock-clock.ts';

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

type Settings = Exclude<HostConfig['profiler'], false | undefined>;

/** Sends requests to a host. Returns the paths of the profiles that it kept. */
async function keptPaths(profiler: Settings, paths: readonly string[]): Promise<string[]> {
  await using recorded = await startRecordedHost({ routes, profiler });
  for (const path of paths) {
    const { get } = await recorded.client.send(`GET ${path}`);
    assert.match(get('x-debug-token') ?? '', /^[0-9a-f]{6}$/, 'the decision is made after the response');
  }
  await recorded.host.close();
  return recorded.queued.map(({ summary }) => summary.path);
}

describe('profiler.keep', () => {
  test('keeps every profile without a rule', async () =>
    assert.deepEqual(await keptPaths({}, ['/fine', '/slow', '/fails', '/nowhere']), [
      '/fine',
      '/slow',
      '/fails',
      '/nowhere',
    ]));
  test('keeps the profiles that match one of the searches', async () =>
    assert.deepEqual(
      await keptPaths({ keep: ['status:>=400', 'route:slow'] }, ['/fine', '/slow', '/fails', '/refuses', '/nowhere']),
      ['/slow', '/fails', '/refuses', '/nowhere'],
    ));
  test('keeps a profile only if it matches all terms of a search', async () =>
    assert.deepEqual(
      await keptPaths({ keep: ['dur:>100000', 'status:409 path:/ref'] }, ['/fine', '/fails', '/refuses']),
      ['/refuses'],
    ));
  test('matches findings, logs and headers, which are known after the data are collected', async () => {
    assert.deepEqual(await keptPaths({ keep: ['has:exception-thrown'] }, []).catch(() => 'rejected'), 'rejected');
    assert.deepEqual(await keptPaths({ keep: ['has:finding'] }, ['/fine', '/fails']), ['/fails']);
    assert.deepEqual(await keptPaths({ keep: ['header.content-type:problem'] }, ['/fine', '/refuses', '/fails']), [
      '/fails',
    ]);
  });
});

describe('profiler.sample', () => {
  before(() => (process.env['ORIEL_MODE'] = 'development'));
  after(() => delete process.env['ORIEL_MODE']);

  test('keeps a part of the profiles, each of which represents several requests', async () => {
    const storage = new MemoryProfileStorage();
    await using host = defineHost({ routes, log: false, profiler: { storage, keep: ['status:409'], sample: 0.25 } });
    const send = async (path: string, digits: string): Promise<void> => {
      const headers = { traceparent: `00-4bf92f3577b34da6a3c${digits}-00f067aa0ba902b7-01` };
      await (await host.fetch(new Request(`http://localhost${path}`, { headers }))).text();
    };
    // The digits are a fraction of 16^13: sampled below 0x4000000000000.
    for (const digits of ['1000000000000', 'e000000000000', '4000000000001', '4000000000000', '3000000000000'])
      await send('/fine', digits);
    await send('/refuses', 'f000000000000');
    await host.close();
    const { rows, matched } = storage.find(DEFAULT_QUERY);
    assert.deepEqual(
      rows.map(({ path, weight }) => [path, weight]).toSorted(([a], [b]) => String(a).localeCompare(String(b))),
      [
        ['/fine', 4],
        ['/fine', 4],
        ['/refuses', 1],
      ],
    );
    assert.deepEqual(matched, { count: 3, exact: true, requests: 9 });
  });

  test('keeps or drops all requests of a trace', async () => {
    for (const [digits, paths] of [
      ['0000000000000', ['/fine']],
      ['fffffffffffff', []],
    ] as const) {
      const storage = new MemoryProfileStorage();
      await using host = defineHost({ routes, log: false, profiler: { storage, sample: 0.5 } });
      const traceparent = `00-4bf92f3577b34da6a3c${digits}-00f067aa0ba902b7-01`;
      await (await host.fetch(new Request('http://localhost/fine', { headers: { traceparent } }))).text();
      await host.close();
      assert.deepEqual(
        storage.find(DEFAULT_QUERY).rows.map(({ path }) => path),
        paths,
      );
    }
  });
});

describe('profiler.perMinute', () => {
  test('keeps a number of profiles per minute', async (t) => {
    mockClock(t, 60_000_000);
    assert.deepEqual(await keptPaths({ perMinute: 2 }, ['/fine', '/fails', '/refuses']), ['/fine', '/fails']);
  });
});

describe('a profile that was not kept', () => {
  for (const [name, settings, reason] of [
    ['no search matches', { keep: ['status:>=400'] }, /no search of the keep rule matches it/],
    ['the limit was reached', { perMinute: 1 }, /the limit of profiles per minute was reached/],
  ] as const)
    test(`is a 404 with the reason: ${name}`, async () => {
      await using recorded = await startRecordedHost({ routes, profiler: settings });
      await recorded.client.send('GET /refuses');
      await recorded.waitForProfiles(1);
      const token = (await recorded.client.send('GET /fine')).get('x-debug-token')!;
      await new Promise(setImmediate);
      const page = await recorded.client.send(`GET /_profiler/${token}.json`);
      assert.equal(page.status, 404);
      assert.match(page.text, reason);
      const list = await recorded.client.send('GET /_profiler/empty/search/results');
      assert.match(list.text, /Not every profile is kept/);
    });
});

describe('profiler: false', () => {
  test('has no pages, headers or file, and traces only logs for the error page in development', async () => {
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
        const response = await client.send(`GET ${path}`, { headers: { Accept: 'text/html' } });
        if (path.startsWith('/_profiler')) assert.equal(response.status, 404, path);
        assert.equal(response.get('x-debug-token'), undefined, path);
        assert.equal(response.get('x-debug-token-link'), undefined, path);
      }
      assert.ok(seen instanceof LogTrace);
      assert.deepEqual(
        [...host.assembly('development').routes].map(({ name }) => name),
        ['fine', 'slow', 'refuses', 'fails'],
      );
      assert.equal(host.assembly('development').profiling, undefined);
      assert.equal(console.log, log, 'the console is not patched');
      assert.equal(existsSync(join(folder, 'var')), false);
      client.close();
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('records no trace in production', async () => {
    await using host = defineHost({ routes, log: false });
    await host.fetch(new Request('http://localhost/fine'));
    assert.equal((seen as { recording: boolean }).recording, false);
  });
});

test('none of 10,000 requests to the profiler is recorded', async () => {
  await using recorded = await startRecordedHost({ routes });
  const token = (await recorded.client.send('GET /fine')).get('x-debug-token')!;
  await recorded.profile(token);
  const lines = [
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
  for (let round = 0; round < 10_000 / lines.length; round++) {
    const responses = await Promise.all(lines.map((line) => recorded.client.send(line)));
    assert.deepEqual(
      responses.map((response) => response.get('x-debug-token')),
      lines.map(() => undefined),
    );
  }
  // Later requests to the application are still recorded.
  const last = (await recorded.client.send('GET /fine')).get('x-debug-token')!;
  await recorded.profile(last);
  assert.deepEqual(
    recorded.queued.map(({ summary }) => summary.token),
    [token, last],
  );
});
