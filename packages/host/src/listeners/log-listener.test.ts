import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  ServiceUnavailableError,
  TooManyRequestsError,
  UnauthorizedError,
} from '../../../core/src/http/http-errors.ts';
import { ExceptionEvent } from '../kernel/events.ts';
import { createContext } from '../testing/create-context.ts';
import { Logger } from '../../../core/src/trace/logger.ts';
import { RequestTrace } from '../../../core/src/trace/trace.ts';
import type { LogLevel, LogRecord } from '../../../core/src/trace/trace.ts';
import { LogListener, logUnhandledErrors } from './log-listener.ts';

function logged(error: unknown, others: unknown[] = [], level: LogLevel = 'warning') {
  const written: LogRecord[] = [];
  const trace = new RequestTrace();
  const event = new ExceptionEvent(createContext('GET /x', { trace }), error);
  const logger = new Logger({ write: (record) => void written.push(record) }, level);
  new LogListener(logger).onException(event);
  assert.equal(written.length, 0, 'nothing is written before everything is known');
  event.report?.([error, ...others]);
  return { written, trace };
}

test('logs a client error as info, 401, 403 and 429 as notice, 503 as error, everything else as critical', () => {
  for (const [error, level, message] of [
    [new NotFoundError('gone'), 'info', 'NotFoundError: "gone"'],
    [new UnauthorizedError('who'), 'notice', 'UnauthorizedError: "who"'],
    [new ForbiddenError('no'), 'notice', 'ForbiddenError: "no"'],
    [new TooManyRequestsError('slow'), 'notice', 'TooManyRequestsError: "slow"'],
    [new ServiceUnavailableError('later'), 'error', 'ServiceUnavailableError: "later"'],
    [new TypeError('x'), 'critical', 'Uncaught TypeError: "x"'],
  ] as const)
    assert.deepEqual(
      logged(error, [], 'debug').written.map((record) => [record.level, record.message]),
      [[level, message]],
    );
});

test('writes no record of a client error at the default level, and keeps it in the trace', () => {
  const { written, trace } = logged(new NotFoundError('gone'));
  assert.deepEqual(written, []);
  assert.deepEqual(
    trace.logs.map(({ level, context }) => [level, (context['exception'] as Error).message]),
    [['info', 'gone']],
  );
});

test('logs a client error as critical when a server error was thrown while it was handled', () => {
  const { written } = logged(new NotFoundError('gone'), [new TypeError('broken listener')]);
  assert.deepEqual(
    written.map(({ level, message }) => [level, message]),
    [['critical', 'NotFoundError: "gone"']],
  );
});

test('the trace receives the record at once, with method and URL', () => {
  const { trace } = logged('text');
  assert.deepEqual(trace.logs[0]?.context, { exception: 'text', method: 'GET', url: 'http://localhost/x' });
});

test('logs further errors of the request in the same record', () => {
  assert.deepEqual(
    logged('first', ['second', 'third']).written.map(({ context }) => context['also_thrown']),
    [['second', 'third']],
  );
});

test('leaves the report to the kernel when the request keeps no records', () => {
  const event = new ExceptionEvent(createContext('GET /x'), new Error('x'));
  new LogListener(new Logger({ write: () => assert.fail('written twice') })).onException(event);
  assert.equal(event.report, undefined);
});

test('logs thrown values of every type', () => {
  const refuse = () => {
    throw new Error('no');
  };
  const proxy = new Proxy({}, { getPrototypeOf: refuse, get: refuse });
  const throwing = Object.defineProperty(new Error(), 'name', { get: refuse });
  for (const [thrown, message] of [
    [undefined, 'Uncaught undefined: "A value that is not an Error was thrown: undefined"'],
    [proxy, 'Uncaught object: "Something was thrown that cannot be described"'],
    [throwing, 'Uncaught object: ""'],
  ] as const)
    assert.equal(logged(thrown).written[0]?.message, message);
});

test('logs an error that no listener reported in the same format', () => {
  const report = (errors: unknown[]) => {
    const written: LogRecord[] = [];
    logUnhandledErrors(new Logger({ write: (record) => void written.push(record) }), createContext(), errors);
    return written.map(({ level, message, context }) => [level, message, context['also_thrown']]);
  };
  assert.deepEqual(report([new TypeError('a'), 'b']), [['critical', 'Uncaught TypeError: "a"', ['b']]]);
  assert.deepEqual(report([new NotFoundError('a'), 'b']), [['critical', 'NotFoundError: "a"', ['b']]]);
  assert.deepEqual(report([new NotFoundError('a'), new ConflictError('b')]), []);
});

test('writes one record of equal 503 errors per ten seconds, with the number of further ones', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const written: LogRecord[] = [];
  const logger = new Logger({ write: (record) => void written.push(record) });
  const fail = (...errors: unknown[]) => logUnhandledErrors(logger, createContext('GET /x'), errors);
  const summary = () => written.splice(0).map(({ level, message, context }) => [level, message, context['repeated']]);
  for (let i = 0; i < 200; i++) fail(new ServiceUnavailableError('The database cannot be reached'));
  fail(new ServiceUnavailableError('The session storage cannot be reached'));
  fail(new TypeError('x'));
  fail(new TypeError('x'));
  const database = 'ServiceUnavailableError: "The database cannot be reached"';
  assert.deepEqual(summary(), [
    ['error', database, undefined],
    ['error', 'ServiceUnavailableError: "The session storage cannot be reached"', undefined],
    ['critical', 'Uncaught TypeError: "x"', undefined],
    ['critical', 'Uncaught TypeError: "x"', undefined],
  ]);
  t.mock.timers.tick(10_000);
  assert.deepEqual(summary(), [['error', database, 199]]);
  fail(new ServiceUnavailableError('The database cannot be reached'));
  t.mock.timers.tick(10_000);
  assert.deepEqual(summary(), [['error', database, 1]]);
  t.mock.timers.tick(10_000);
  fail(new ServiceUnavailableError('The database cannot be reached'));
  assert.deepEqual(summary(), [['error', database, undefined]]);
  t.mock.timers.tick(10_000);
  for (let i = 0; i < 1_000; i++) fail(new ServiceUnavailableError(`Node ${i} is busy`));
  assert.equal(summary().length, 101);
  fail(new ServiceUnavailableError('busy'), new TypeError('while it was handled'));
  assert.deepEqual(summary(), [['critical', 'ServiceUnavailableError: "busy"', undefined]]);
});
