import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HttpResponse, defineHost, route, span, trace } from '../../packages/host/src/index.ts';
import type { HostConfig } from '../../packages/host/src/index.ts';
import { panel } from '../../packages/profiler/src/view/panels/define-panel.ts';
import { Client } from './support/client.ts';
import { HOSTILE_VALUES } from './support/hostile-values.ts';
import { startRecordedHost } from './support/recorded-host.ts';

const TEXTS = HOSTILE_VALUES as readonly (readonly [name: string, value: never])[];
const routes = HOSTILE_VALUES.flatMap(([, value], index) => [
  route(`attribute_${index}`, `GET /attribute/${index}`, {
    handle: ({ context }) => (context.attributes.set('it', value), 'fine'),
  }),
  route(`log_${index}`, `GET /log/${index}`, {
    handle: ({ log }) => (log('error', 'it', value as never), log('error', 'in it', { it: value }), 'fine'),
  }),
  route(`message_${index}`, `GET /message/${index}`, { handle: ({ log }) => (log('debug', TEXTS[index]![1]), 'fine') }),
  route(`console_${index}`, `GET /console/${index}`, { handle: () => (console.debug('it', value), 'fine') }),
  route(`span_${index}`, `GET /span/${index}`, {
    handle: () => span('s', () => 'fine', 'user', { it: value, sql: value, parameters: value }),
  }),
  route(`decide_${index}`, `GET /decide/${index}`, {
    handle: () => (trace.decide('s', TEXTS[index]![1], TEXTS[index]![1]), 'fine'),
  }),
  route(`throw_${index}`, `GET /throw/${index}`, {
    handle: () => {
      throw value;
    },
  }),
  route(`cause_${index}`, `GET /cause/${index}`, {
    handle: () => {
      throw Object.assign(new Error('with it', { cause: value }), { it: value });
    },
  }),
]);
const KINDS = ['attribute', 'log', 'message', 'console', 'span', 'decide', 'throw', 'cause'];

test('hostile values in attributes, logs, spans, decisions and errors do not change the response and are recorded', async () => {
  const debug = console.debug;
  console.debug = () => {};
  await using plain = defineHost({ routes, log: false, profiler: false });
  const { port } = await plain.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const client = new Client(port);
  await using recorded = await startRecordedHost({ routes });
  for (const [index, [name]] of HOSTILE_VALUES.entries())
    for (const kind of KINDS) {
      const label = `${kind}: ${name}`;
      const options = { headers: { Host: 'localhost', Accept: 'text/html' } };
      const [withoutProfiler, withProfiler] = [
        await client.send(`GET /${kind}/${index}`, options),
        await recorded.client.send(`GET /${kind}/${index}`, options),
      ];
      assert.equal(withProfiler.status, withoutProfiler.status, label);
      if (withProfiler.status === 200) assert.equal(withProfiler.text, withoutProfiler.text, label);
      const token = withProfiler.get('x-debug-token');
      assert.ok(token, `${label} has a token`);
      const { data, summary } = await recorded.profile(token);
      assert.equal(summary.status, withProfiler.status, label);
      assert.ok(JSON.stringify(data).length < 1_000_000, `${label} is bounded`);
      for (const suffix of ['', '.md', '.json'])
        for (const which of ['exception', 'request', 'logs', 'timeline', 'database']) {
          if ((index + which.length) % 2 === 0) continue;
          const page = await recorded.client.send(`GET /_profiler/${token}${suffix}?panel=${which}`);
          assert.equal(page.status, 200, `${label} ${suffix} ${which}`);
        }
    }
  console.debug = debug;
  client.close();
});

describe('a custom panel that', () => {
  const pending = (): Promise<never> => new Promise(() => {});
  const BROKEN: readonly (readonly [name: string, collect: () => unknown, view: () => unknown, shows: RegExp])[] = [
    [
      'throws',
      () => {
        throw new Error('collect broke');
      },
      () => ({ blocks: [] }),
      /collect broke/,
    ],
    [
      'throws a value with failing getters',
      () => {
        throw new Proxy(
          {},
          {
            get() {
              throw new Error('no');
            },
            getPrototypeOf() {
              throw new Error('no');
            },
          },
        );
      },
      () => ({ blocks: [] }),
      /failed/,
    ],
    ['rejects', () => Promise.reject(new Error('later')), () => ({ blocks: [] }), /promise/],
    ['hangs', pending, () => ({ blocks: [] }), /promise/],
    [
      'returns too much data',
      () => Array.from({ length: 100_000 }, (_, index) => ({ at: index })),
      (...[data]: unknown[]) => ({ blocks: [{ kind: 'code', language: 'json', text: JSON.stringify(data) }] }),
      /more/,
    ],
    [
      'has a view that throws',
      () => ({ a: 1 }),
      () => {
        throw new Error('view broke');
      },
      /view broke/,
    ],
    ['has a view with invalid blocks', () => ({ a: 1 }), () => ({ blocks: [{ kind: 'nonsense' }, null] }), /./],
    ['has a view that returns a promise', () => ({ a: 1 }), () => Promise.reject(new Error('view later')), /./],
  ];
  for (const [name, collect, view, shows] of BROKEN) {
    test(`${name} does not affect the request or other panels`, async () => {
      const config: HostConfig = { routes: [route('x', 'GET /x', { handle: () => 'fine' })] };
      await using recorded = await startRecordedHost({
        ...config,
        profiler: {
          panels: [
            panel({
              name: 'broken',
              title: 'Broken',
              collect: collect as () => object,
              view: view as () => { blocks: [] },
            }),
          ],
        },
      });
      const response = await recorded.client.send('GET /x');
      assert.deepEqual([response.status, response.text], [200, 'fine']);
      const token = response.get('x-debug-token')!;
      await recorded.profile(token);
      const page = await recorded.client.send(`GET /_profiler/${token}?panel=broken`, {
        headers: { Accept: 'text/html' },
      });
      assert.equal(page.status, 200, page.text.slice(0, 2_000));
      assert.match(page.text, shows);
      for (const rest of ['', '.json', '.md', '?panel=request', '/export/html', '/export/md'])
        assert.equal((await recorded.client.send(`GET /_profiler/${token}${rest}`)).status, 200, rest);
    });
  }
});

test('a failing profile storage does not affect requests, and responses that are not recorded have no token', async () => {
  const failing = {
    health: { written: 0, dropped: 0, trouble: 'gone' },
    lease: () => undefined,
    write: () => false,
    read: () => undefined,
    find: () => ({ rows: [], matched: { count: 0, exact: true }, next: undefined, lookedBackTo: undefined }),
    pin: () => false,
    unpin() {},
    clear: () => 0,
    remove: () => 0,
    close() {},
  };
  await using host = defineHost({
    routes: [route('x', 'GET /x', { handle: () => new HttpResponse(200, [], 'x') })],
    log: false,
    profiler: { storage: failing },
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const client = new Client(port);
  for (const path of ['/x', '/nowhere']) {
    const response = await client.send(`GET ${path}`, { headers: { Accept: 'text/html' } });
    assert.equal(response.status, path === '/x' ? 200 : 404);
    assert.equal(response.get('x-debug-token'), undefined);
    assert.equal(response.get('x-debug-token-link'), undefined);
    assert.doesNotMatch(response.text, /\/_profiler\//);
  }
  const list = await client.send('GET /_profiler/empty/search/results', { headers: { Accept: 'text/html' } });
  assert.match(list.text, /Profile store error: gone/);
  assert.match(list.text, /2 requests were not recorded/);
  client.close();
});
