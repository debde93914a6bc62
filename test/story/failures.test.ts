/**
 * Whatever is thrown, wherever, at once or later, once or every time: one correct answer, one log record, and the host
 * goes on.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotFoundError, on, route } from '../../src/index.ts';
import type { HostConfig, LogRecord } from '../../src/index.ts';
import { createTestHost } from '../../src/testing/index.ts';
import { toJsonLine } from '../../src/core/trace/json-sink.ts';
import { sendRaw } from './both-ways.ts';

const refuse = () => {
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
  ['a thenable', { then: (resolve: (value: string) => void) => resolve('tricked') }],
  ['a thenable that refuses', { then: refuse }],
  ['a proxy whose every trap throws', new Proxy({}, new Proxy({}, { get: () => refuse }))],
  [
    'an error whose getters throw',
    Object.defineProperties(
      new Error(),
      Object.fromEntries(['message', 'name', 'stack', 'cause', 'code'].map((key) => [key, { get: refuse }])),
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
type Ways = { later: boolean; everyTime: boolean };

/** What is thrown next, and how often it was. */
interface Throwing {
  value: unknown;
  times: number;
}

/** A host where `stage` throws; early in its event, so that the host's own listeners come after. */
function failing(stage: Stage, throwing: Throwing, { later, everyTime }: Ways): HostConfig {
  const fail = (): unknown => {
    if (throwing.times++ > 0 && !everyTime) return undefined;
    if (later) return Promise.reject(throwing.value);
    throw throwing.value;
  };
  const listeners = stage === 'the controller' ? [] : [on(stage, 300, 'the failing one', () => fail() as void)];
  const handle = () => (stage === 'the controller' ? (fail() ?? 'fine') : 'fine');
  const path = stage === 'kernel.exception' ? '/elsewhere' : '/x';
  return { routes: [route('x', `GET ${path}`, { handle })], listeners, limits: { time: 2_000 } };
}

function expectedStatus(stage: Stage, value: unknown): number {
  if (stage === 'kernel.terminate') return 200;
  // There the error being handled decides, a 404 for want of a route.
  if (stage === 'kernel.exception') return 404;
  return value === GONE ? 404 : 500;
}

function assertOneRecord(logs: readonly LogRecord[], level: string, label: string): void {
  const told = logs.filter(isTrouble);
  assert.deepEqual(
    told.map((record) => record.level),
    [level],
    label,
  );
  assert.doesNotThrow(() => JSON.parse(toJsonLine(told[0]!)), label);
}

/** The records since `from`, as soon as there is trouble among them. */
async function untilLogged(logs: readonly LogRecord[], from: number): Promise<readonly LogRecord[]> {
  for (let i = 0; i < 200 && !logs.slice(from).some(isTrouble); i++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return logs.slice(from);
}

function isTrouble({ context }: LogRecord): boolean {
  return 'exception' in context;
}

for (const stage of STAGES) {
  for (const later of [false, true]) {
    for (const everyTime of [false, true]) {
      const ways = `${later ? 'rejects' : 'throws'} ${everyTime ? 'every time' : 'once'}`;

      test(`${stage} ${ways}: one answer, one record, in memory and over a socket`, async () => {
        const throwing: Throwing = { value: undefined, times: 0 };
        const config = failing(stage, throwing, { later, everyTime });
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
          Object.assign(throwing, { value, times: 0 });

          const from = memory.logs.length;
          const response = await memory.send('GET /x');
          await response.text();
          assert.equal(response.status, status, label);
          assertOneRecord(await untilLogged(memory.logs, from), level, label);

          for (const { mode, logs, port } of listening) {
            Object.assign(throwing, { value, times: 0 });
            const before = logs.length;
            const answer = await sendRaw(port, 'GET /x', {
              headers: { Accept: mode === 'development' ? 'text/html' : '*/*' },
            });
            assert.equal(answer.status, status, `${label}, ${mode}`);
            assertOneRecord(await untilLogged(logs, before), level, `${label}, ${mode}`);
            if (everyTime || stage === 'kernel.exception') continue;
            assert.equal((await sendRaw(port, 'GET /x')).status, 200, `${label}, afterwards`);
          }
        }
      });
    }
  }
}

test('response listeners complete the answer whatever was thrown before', async () => {
  for (const stage of ['kernel.request', 'the controller', 'kernel.view', 'kernel.finish_request'] as const) {
    for (const [name, value] of THROWN) {
      const config = failing(stage, { value, times: 0 }, { later: false, everyTime: true });
      const stamp = on('kernel.response', 0, 'stamp', ({ response }) => response.headers.set('X-Stamp', 'here'));
      const { send } = createTestHost({ ...config, listeners: [...config.listeners!, stamp] });
      const response = await send('GET /x');
      assert.equal(response.headers.get('x-stamp'), 'here', `${name} at ${stage}`);
      assert.ok(response.headers.has('x-request-id'), `${name} at ${stage}`);
    }
  }
});

test('when the time is up the answer is a 503, and who comes later comes too late', async () => {
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

test('when the time is up the signal of the handler is aborted', async () => {
  let seen: AbortSignal | undefined;
  const slow = route('slow', 'GET /slow', { handle: ({ signal }) => ((seen = signal), new Promise(() => {})) });
  await using host = createTestHost({ routes: [slow], limits: { time: 20 } }).host;
  const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
  await sendRaw(port, 'GET /slow');
  await new Promise(setImmediate);
  assert.equal(seen?.aborted, true);
});

test('a listener of kernel.response that never ends does not keep the answer back', async () => {
  const never = on('kernel.response', 0, 'never', () => new Promise<void>(() => {}));
  const { send } = createTestHost({
    routes: [route('x', 'GET /x', { handle: () => 'x' })],
    listeners: [never],
    limits: { time: 20 },
  });
  assert.equal((await send('GET /x')).status, 503);
});
