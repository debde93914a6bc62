import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccessEntry } from '../listeners/access-log-listener.ts';
import { NullTrace, RequestTrace } from '../../../core/src/trace/trace.ts';
import type { LogRecord } from '../../../core/src/trace/trace.ts';
import { accessLine, createHostLogger, paint } from './host-logger.ts';

const entry: AccessEntry = {
  ...{
    time: new Date(2026, 0, 1, 14, 2, 51).getTime(),
    requestId: 'r1',
    traceId: undefined,
    spanId: undefined,
    ip: '127.0.0.1',
  },
  ...{
    method: 'GET',
    url: 'http://localhost/cities/7?x',
    route: 'city',
    status: 200,
    bytes: 1_234,
    milliseconds: 1.23,
    aborted: false,
    error: undefined,
    profile: undefined,
  },
};

function plainLine(facts: Partial<AccessEntry>): string {
  return accessLine({ ...entry, ...facts }, (_style, text) => text);
}

/** Returns the lines that are written to the standard output. */
function written(t: { mock: { method: typeof import('node:test').mock.method } }, run: () => void): string[] {
  const lines: string[] = [];
  const { mock } = t.mock.method(process.stdout, 'write', (text: string) => lines.push(text) > 0);
  run();
  mock.restore();
  return lines;
}

test('an access log entry is one readable line', () => {
  assert.equal(plainLine({}), '14:02:51 200 GET    /cities/7?x 1.2 ms 1.2 kB');
  assert.equal(plainLine({ bytes: 0, milliseconds: 2_500 }), '14:02:51 200 GET    /cities/7?x 2.50 s');
  assert.equal(
    plainLine({ status: 404, bytes: 12, error: 'No route' }),
    '14:02:51 404 GET    /cities/7?x 1.2 ms 12 B No route',
  );
  assert.equal(
    plainLine({ bytes: 5_000_000, aborted: true }),
    '14:02:51 200 GET    /cities/7?x 1.2 ms 5.0 MB client disconnected',
  );
});

test('the line of a recorded request has its queries and the number of logged errors and warnings', () => {
  const trace = new RequestTrace();
  for (const name of ['select 1', 'select 2']) trace.end(trace.begin('db', name, 0));
  trace.end(trace.begin('user', 'work', 0));
  for (const [level, channel] of [
    ['warning', 'app'],
    ['error', 'app'],
    ['error', 'request'],
  ] as const)
    trace.log({ level, channel, message: 'said', context: {}, time: 0, requestId: 'r1' });
  const line = accessLine({ ...entry, status: 404, error: 'No route' }, (_style, text) => text, trace);
  assert.match(line, /^14:02:51 404 GET {4}\/cities\/7\?x 1\.2 ms 1\.2 kB db 2\/\d+ms ✖1 ⚠1 No route$/);
});

test('the colour depends on the class of the status', () => {
  const colour = (status: number) =>
    accessLine({ ...entry, status }, (style, text) => `<${style}>${text}`).match(/<(\w+)>\d{3} /)![1];
  assert.deepEqual([200, 301, 404, 500].map(colour), ['green', 'cyan', 'yellow', 'red']);
});

test('values from clients cannot forge a log line', () => {
  const line = plainLine({
    method: 'A\nB',
    url: 'http://localhost/a\r\n\u001b[2J',
    error: 'x\n14:02:51 200 GET /forged',
  });
  assert.ok(!/\p{Cc}/u.test(line));
});

test('a custom sink receives the access log as records', () => {
  const records: LogRecord[] = [];
  const { access } = createHostLogger({ sink: { write: (record) => void records.push(record) } }, 'production', true);
  access!(entry, NullTrace);
  const [record] = records;
  assert.deepEqual(
    [record?.channel, record?.message, record?.requestId, record?.context['route']],
    ['access', 'GET http://localhost/cities/7?x 200', 'r1', 'city'],
  );
});

test('production writes one JSON object per line', (t) => {
  const lines = written(t, () => {
    const { access, logger } = createHostLogger(undefined, 'production', true);
    access!({ ...entry, aborted: true }, NullTrace);
    logger.log('error', 'app', 'log');
  });
  assert.equal(lines.length, 2);
  const [accessEntry, log] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    [accessEntry!['status'], accessEntry!['ms'], accessEntry!['aborted'], log!['message']],
    [200, 1.23, true, 'log'],
  );
  assert.equal(
    'aborted' in
      (JSON.parse(
        written(t, () => createHostLogger(undefined, 'production', true).access!(entry, NullTrace))[0]!,
      ) as object),
    false,
  );
});

test('development writes readable lines', (t) => {
  const lines = written(t, () => {
    const { access, logger } = createHostLogger({}, 'development', true);
    access!(entry, NullTrace);
    logger.log('warning', 'app', 'careful');
  });
  assert.match(lines[0]!, /GET    \/cities\/7/);
  assert.match(lines[1]!, /careful/);
});

test('a host that does not listen writes no access log by default, and log: false writes nothing', (t) => {
  assert.equal(createHostLogger(undefined, 'production', false).access, undefined);
  assert.notEqual(createHostLogger({ access: true }, 'production', false).access, undefined);
  const lines = written(t, () => createHostLogger(false, 'production', true).logger.log('emergency', 'app', 'x'));
  assert.deepEqual(lines, []);
  assert.equal(createHostLogger(false, 'production', true).access, undefined);
});

test('colours are used on terminals without NO_COLOR', (t) => {
  const before = process.stdout.isTTY;
  t.after(() => {
    process.stdout.isTTY = before;
    delete process.env['NO_COLOR'];
  });
  process.stdout.isTTY = true;
  assert.equal(paint('red', 'x'), '\u001b[31mx\u001b[0m');
  process.env['NO_COLOR'] = '1';
  assert.equal(paint('red', 'x'), 'x');
  delete process.env['NO_COLOR'];
  process.stdout.isTTY = false;
  assert.equal(paint('red', 'x'), 'x');
});

test('development prints the causes and the members of an AggregateError', (t) => {
  const all = new AggregateError([new Error('first down'), new Error('second down')], 'no replica answered');
  const exception = new Error('cannot list cities', { cause: all });
  const lines = written(t, () =>
    createHostLogger({}, 'development', true).logger.log('critical', 'request', 'Uncaught', { exception }),
  ).join('');
  for (const text of ['cannot list cities', 'no replica answered', 'first down', 'second down'])
    assert.match(lines, new RegExp(`Error: ${text}\n`));
});

test('production writes the causes and the members of an AggregateError', (t) => {
  const all = new AggregateError([new Error('first down')], 'no replica answered');
  const exception = new Error('cannot list cities', { cause: all });
  const [line] = written(t, () =>
    createHostLogger(undefined, 'production', true).logger.log('critical', 'request', 'Uncaught', { exception }),
  );
  const { cause } = (JSON.parse(line!) as { exception: { cause: { message: string; errors: { message: string }[] } } })
    .exception;
  assert.deepEqual([cause.message, cause.errors[0]!.message], ['no replica answered', 'first down']);
});
