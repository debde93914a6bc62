import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { test } from 'node:test';
import { defineHost, on, route } from 'oriel-host';
import type { LogConfig, LogRecord } from 'oriel-host';

function recording(level: LogConfig['level'] = 'info') {
  const records: LogRecord[] = [];
  const write = (record: LogRecord) => void (record.channel === 'app' && records.push(record));
  return { records, log: { level, access: false, sink: { write } } };
}

test('host.log() outside of a request writes a record of the channel "app" without a request', () => {
  const { records, log } = recording();
  defineHost({ log }).log('notice', 'Rates loaded', { count: 3 });
  const [{ time, ...record }, ...others] = records as [LogRecord, ...LogRecord[]];
  equal(typeof time, 'number');
  const expected = { level: 'notice', channel: 'app', message: 'Rates loaded', context: { count: 3 } };
  deepEqual([record, others], [{ ...expected, requestId: undefined, traceId: undefined, spanId: undefined }, []]);
});

for (const mode of ['production', 'development'] as const)
  test(`host.log() in a function that a handler calls has the id of the request in ${mode}`, async () => {
    const { records, log } = recording();
    const ids: string[] = [];
    const load = async (name: string) => {
      await setTimeout(1);
      host.log('info', `Loaded ${name}`);
    };
    await using host = defineHost({
      log,
      listeners: [
        on('kernel.terminate', 0, 'sent', ({ context }): void => {
          host.log('info', `Sent ${context.path}`);
        }),
      ],
      routes: [
        route('rates', 'GET /rates/{name}', {
          async handle({ params, context }) {
            ids.push(context.id);
            await load(params.name);
            return 'done';
          },
        }),
      ],
    });
    const { url } = await host.listen({ port: 0, mode });
    await Promise.all(['eur', 'usd'].map(async (name) => (await fetch(`${url}/rates/${name}`)).text()));
    await host.close();
    const getMessages = (id: string) =>
      records.filter(({ requestId }) => requestId === id).map(({ message }) => message);
    const expected = ['eur', 'usd'].map((name) => [`Loaded ${name}`, `Sent /rates/${name}`]);
    deepEqual(
      ids.map(getMessages).toSorted(([a], [b]) => a!.localeCompare(b!)),
      expected,
    );
    equal(records.length, 4);
  });

test('host.log() has the id of each pipelined request of a connection', async () => {
  const { records, log } = recording();
  const ids: string[] = [];
  await using host = defineHost({
    log,
    routes: [
      route('rates', 'GET|POST /rates/{name}', {
        async handle({ params, context }) {
          ids.push(context.id);
          host.log('info', `Loads ${params.name}`);
          await setTimeout(1);
          host.log('info', `Loaded ${params.name}`);
          return 'done';
        },
      }),
    ],
  });
  const { port } = await host.listen({ port: 0, mode: 'production' });
  const socket = connect(port, '127.0.0.1');
  const head = (method: string, name: string) => `${method} /rates/${name} HTTP/1.1\r\nHost: localhost\r\n`;
  const body = 'Connection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
  const post = `${head('POST', 'gbp')}${body}`;
  // Node.js may close a connection that the client has ended before all requests are answered.
  socket.write(`${head('GET', 'eur')}\r\n${head('GET', 'usd')}\r\n${post}`);
  await text(socket);
  const getMessages = (id: string) => records.filter(({ requestId }) => requestId === id).map(({ message }) => message);
  deepEqual(
    ids.map(getMessages),
    ['eur', 'usd', 'gbp'].map((name) => [`Loads ${name}`, `Loaded ${name}`]),
  );
  equal(records.length, 6);
  host.log('info', 'After the requests');
  equal(records.at(-1)!.requestId, undefined);
});

test('the profile of a request contains the records of host.log() below the level of the log', async () => {
  const { records, log } = recording('warning');
  let logs: readonly LogRecord[] = [];
  const handle = (): string => {
    host.log('debug', 'Loaded');
    return 'done';
  };
  const host = defineHost({
    log,
    profiler: {},
    listeners: [on('kernel.response', 0, 'logs', ({ context }) => void (logs = context.trace.logs))],
    routes: [route('rates', 'GET /rates', { handle })],
  });
  try {
    const { url } = await host.listen({ port: 0, mode: 'development' });
    await (await fetch(`${url}/rates`)).text();
    equal(logs.filter(({ channel, message }) => channel === 'app' && message === 'Loaded').length, 1);
    equal(records.length, 0);
  } finally {
    await host.close();
  }
});

test('host.log() writes no record below log.level, and none with log: false', () => {
  const { records, log } = recording('error');
  defineHost({ log }).log('warning', 'Slow');
  defineHost({ log: false }).log('emergency', 'Lost');
  deepEqual(records, []);
});

test('host.log() throws a TypeError that lists the levels for an unknown level', () => {
  const host = defineHost({ log: recording().log });
  throws(
    () => host.log('warn' as never, 'Slow'),
    /^TypeError: The level of host\.log\(\) is "warn"; expected one of debug,/,
  );
});

test('closing a host flushes its sink once, after onClose, also if onClose fails', async () => {
  const order: string[] = [];
  const host = defineHost({
    log: { sink: { write() {}, flush: async () => void order.push('flush') } },
    onClose: () => {
      order.push('onClose');
      throw new RangeError('The pool is closed');
    },
    routes: [route('hello', 'GET /hello', { handle: () => 'Hello' })],
  });
  await host.fetch(new Request('http://localhost/hello'));
  await rejects(host.close(), RangeError);
  deepEqual(order, ['onClose', 'flush']);
});

test('a host that only wrote to its log flushes the sink, and a failing flush does not fail the close', async () => {
  let flushed = 0;
  const flush = () => {
    flushed++;
    return Promise.reject(new Error('The disk is full'));
  };
  const host = defineHost({ log: { sink: { write() {}, flush } } });
  host.log('error', 'Lost');
  await host.close();
  equal(flushed, 1);
});
