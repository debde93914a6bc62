import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotFoundError } from '../http/index.ts';
import { ExceptionEvent } from '../kernel/index.ts';
import { createContext } from '../testing/create-context.ts';
import { Logger, RequestTrace } from '../trace/index.ts';
import type { LogLevel, LogRecord } from '../trace/index.ts';
import { LogListener, reportUnheard } from './log-listener.ts';

function logged(error: unknown, others: unknown[] = [], level: LogLevel | 'none' = 'warning') {
  const written: LogRecord[] = [];
  const trace = new RequestTrace();
  const event = new ExceptionEvent(createContext('GET /x', { ...(level === 'none' ? {} : { trace }) }), error);
  new LogListener(new Logger({ write: (record) => void written.push(record) }, level)).onException(event);
  assert.equal(written.length, 0, 'nothing is written before everything is known');
  event.report!([error, ...others]);
  return { written, trace };
}

test('a 4xx is an error, anything else critical', () => {
  assert.deepEqual(
    logged(new NotFoundError('gone')).written.map(({ level, message }) => [level, message]),
    [['error', 'Uncaught NotFoundError: "gone"']],
  );
  assert.deepEqual(
    logged(new TypeError('x')).written.map(({ level, message }) => [level, message]),
    [['critical', 'Uncaught TypeError: "x"']],
  );
});

test('the trace knows at once, with method and URL', () => {
  const { trace } = logged('text');
  assert.deepEqual(trace.logs[0]?.context, { exception: 'text', method: 'GET', url: 'http://localhost/x' });
});

test('what else went wrong comes in the same record', () => {
  assert.deepEqual(
    logged('first', ['second', 'third']).written.map(({ context }) => context['also_thrown']),
    [['second', 'third']],
  );
});

test('nothing is written when nobody wants it', () => {
  assert.deepEqual(logged('x', [], 'none').written, []);
});

test('whatever is thrown is told', () => {
  const refuse = () => {
    throw new Error('no');
  };
  const proxy = new Proxy({}, { getPrototypeOf: refuse, get: refuse });
  const rude = Object.defineProperty(new Error(), 'name', { get: refuse });
  for (const [thrown, message] of [
    [undefined, 'Uncaught undefined: "Something that is no Error was thrown: undefined"'],
    [proxy, 'Uncaught object: "Something was thrown that cannot be described"'],
    [rude, 'Uncaught object: ""'],
  ] as const)
    assert.equal(logged(thrown).written[0]?.message, message);
});

test('an error that no listener heard of is told the same way', () => {
  const written: LogRecord[] = [];
  reportUnheard(new Logger({ write: (record) => void written.push(record) }), createContext(), [
    new NotFoundError('a'),
    'b',
  ]);
  assert.deepEqual(
    written.map(({ level, message, context }) => [level, message, context['also_thrown']]),
    [['error', 'Uncaught NotFoundError: "a"', ['b']]],
  );
});
