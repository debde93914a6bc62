/** Any thrown value, at any event, causes exactly one correct response and one log record. The next request succeeds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotFoundError, on, route } from '../../packages/host/src/index.ts';
import type { HostConfig, LogRecord } from '../../packages/host/src/index.ts';
import { createTestHost } from '../../packages/host/src/testing/index.ts';
import { toJsonLine } from '../../packages/host/src/trace/json-sink.ts';
import { sendRaw } from './test-transports.ts';

const throwError = () => {
  throw new Error('refused');
};

const GONE = new NotFoundError('gone');

const THROWN: readonly [name: string, value: unknown][] = [
  ['an error', new Error('plain')],
  ['a 404', GONE],
  ['undefined', undefined],
  ['null', null],
  ['a string', 'text'],
  ['a symbol', Symbol('s')],
  ['a frozen error', Object.freeze(new Error('frozen'))],
  ['a thenable', { then: (resolve: (value: string) => void) => resolve('resolved') }],
  ['a thenable that throws', { then: throwError }],
  ['a proxy whose every trap throws', new Proxy({}, new Proxy({}, { get: () => throwError }))],
  [
    'an error whose getters throw',
    Object.defineProperties(
      new Error(),
      Object.fromEntries(['message', 'name', 'stack', 'cause', 'code'].map((key) => [key, { get: throwError }])),
    ),
  ],
];

const STAGES = [
  'kernel.request',
  'kernel.controller',
  'kernel.controller_arguments',
  'the controller',
  'kernel.view',
  'kernel.response',
  'kernel.finish_request',
  'kernel.exception',
  'kernel.terminate',
] as const;

type Stage = (typeof STAGES)[number];
type Timing = { asynchronous: boolean; everyTime: boolean };

/** The value that is thrown next, and how often it was thrown. */
interface Thrown {
  value: unknown;
  times: number;
}

/** A host that throws in `stage`, with a priority before the listeners of the host. */
function createFailing(stage: Stage, thrown: Thrown, { asynchronous, everyTime }: Timing): HostConfig {
  const fail = (): unknown => {
    if (thrown.times++ > 0 && !everyTime) return undefined;
    if (asynchronous) return Promise.reject(thrown.value);
    throw thrown.value;
  };
  const listeners = stage === 'the controller' ? [] : [on(stage, 300, 'failing', () => fail() as void)];
  const handle = () => (stage === 'the controller' ? (fail() ?? 'fine') : 'fine');
  const path = stage === 'kernel.exception' ? '/elsewhere' : '/x';
  return { routes: [route('x', `GET ${path}`, { handle })], listeners, limits: { time: 2_000 } };
}

function expectedStatus(stage: Stage, value: unknown): number {
  if (stage === 'kernel.terminate') return 200;
  // The status is that of the error which is handled: 404, because there is no route.
  if (stage === 'kernel.exception') return 404;
  return value === GONE ? 404 : 500;
}

function assertOneRecord(logs: readonly LogRecord[], level: string, label: string): void {
  const records = logs.filter(isError);
  assert.deepEqual(
    records.map((record) => record.level),
    [level],
    label,
  );
  assert.doesNotThrow(() => JSON.parse(toJsonLine(records[0]!)), label);
}

/** Waits for a record of an error, and returns the records from `from` on. */
async function untilLogged(logs: readonly LogRecord[], from: number): Promise<readonly LogRecord[]> {
  for (let i = 0; i < 200 && !logs.slice(from).some(isError); i++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return logs.slice(from);
}

function isError({ context }: LogRecord): boolean {
  return 'exception' in context;
}

for (const stage of STAGES) {
  for (const asynchronous of [false, true]) {
    for (const everyTime of [false, true]) {
      const manner = `${asynchronous ? 'rejects' : 'throws'} ${everyTime ? 'every time' : 'once'}`;

      test(`an error in ${stage} that ${manner} causes one response and one log record`, async () => {
        const thrown: Thrown = { value: undefined, times: 0 };
        const config = createFailing(stage, thrown, { asynchronous, everyTime });
        const memory = createTestHost(config);
        const listening = [];
        await using stack = new AsyncDisposableStack();
        for (const mode of ['production', 'development'] as const) {
          const { host, logs } = createTestHost(config);
          stack.use(host);
          listening.push({ mode, logs, port: (await host.listen({ port: 0, host: '127.0.0.1', mode })).port });
        }
        for (const [name, value] of THROWN) {
          const status = expectedStatus(stage, value);
          const level = value === GONE ? 'info' : 'critical';
          const label = `${name} at ${stage}`;
          Object.assign(thrown, { value, times: 0 });

          const from = memory.logs.length;
          const response = await memory.send('GET /x');
          await response.text();
          assert.equal(response.status, status, label);
          assertOneRecord(await untilLogged(memory.logs, from), level, label);

          for (const { mode, logs, port } of listening) {
            Object.assign(thrown, { value, times: 0 });
            const before = logs.length;
            const answer = await sendRaw(port, 'GET /x', {
              headers: { Accept: mode === 'development' ? 'text/html' : '*/*' },
            });
            assert.equal(answer.status, status, `${label}, ${mode}`);
            assertOneRecord(await untilLogged(logs, before), level, `${label}, ${mode}`);
            if (everyTime || stage === 'kernel.exception') continue;
            assert.equal((await sendRaw(port, 'GET /x')).status, 200, `${label}, next request`);
          }
        }
      });
    }
  }
}

test('response listeners are called after an error at any event', async () => {
  for (const stage of ['kernel.request', 'the controller', 'kernel.view', 'kernel.finish_request'] as const) {
    for (const [name, value] of THROWN) {
      const config = createFailing(stage, { value, times: 0 }, { asynchronous: false, everyTime: true });
      const stamp = on('kernel.response', 0, 'stamp', ({ response }) => response.headers.set('X-Stamp', 'here'));
      const { send } = createTestHost({ ...config, listeners: [...config.listeners!, stamp] });
      const response = await send('GET /x');
      assert.equal(response.headers.get('x-stamp'), 'here', `${name} at ${stage}`);
      assert.ok(response.headers.has('x-request-id'), `${name} at ${stage}`);
    }
  }
});

test('a handler that exceeds the time limit gets a 503, and its late result is ignored', async () => {
  let finish: (value: unknown) => void = () => {};
  let stamped = 0;
  const slow = route('slow', 'GET /slow', { handle: () => new Promise<unknown>((resolve) => (finish = resolve)) });
  const stamp = on(
    'kernel.response',
    0,
    'stamp',
    ({ response }) => (stamped++, response.headers.set('X-Stamp', 'here')),
  );
  const { host: slowHost, logs } = createTestHost({ routes: [slow], listeners: [stamp], limits: { time: 20 } });
  await using host = slowHost;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  const response = await sendRaw(port, 'GET /slow');
  finish('late');
  await new Promise(setImmediate);
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('x-stamp'), 'here');
  assert.equal(((await response.json()) as { type: string }).type, '/problems/time-limit');
  assert.equal(stamped, 1);
  assertOneRecord(logs, 'error', 'time limit');
});

test('the signal of the handler is aborted at the time limit', async () => {
  let seen: AbortSignal | undefined;
  const slow = route('slow', 'GET /slow', { handle: ({ signal }) => ((seen = signal), new Promise(() => {})) });
  await using host = createTestHost({ routes: [slow], limits: { time: 20 } }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  await sendRaw(port, 'GET /slow');
  await new Promise(setImmediate);
  assert.equal(seen?.aborted, true);
});

test('a kernel.response listener that never settles does not block the response', async () => {
  const never = on('kernel.response', 0, 'never', () => new Promise<void>(() => {}));
  const { send } = createTestHost({
    routes: [route('x', 'GET /x', { handle: () => 'x' })],
    listeners: [never],
    limits: { time: 20 },
  });
  assert.equal((await send('GET /x')).status, 503);
});
