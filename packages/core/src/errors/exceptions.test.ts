import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { trappedProxy } from '../../../../test/lib/trapped-proxy.ts';
import { NotFoundError } from '../http/http-errors.ts';
import { createExceptionList } from './exceptions.ts';
import { SourceExcerpts } from './source-excerpt.ts';

const list = (thrown: unknown) => createExceptionList(thrown, '/app', new SourceExcerpts('/app', () => undefined));
const first = (thrown: unknown) => list(thrown).exceptions[0]!;

test('an exception has its class, base classes, message, code and properties', () => {
  const { className, classChain, message, code, properties, via, depth } = first(new NotFoundError('No book 7'));
  assert.equal(className, 'NotFoundError');
  assert.deepEqual(classChain, ['NotFoundError', 'HttpError', 'Error']);
  assert.equal(message, 'No book 7');
  assert.equal(code, 'ORIEL_HTTP_404');
  assert.equal(properties['status'], 404);
  assert.deepEqual(properties['headers'], {});
  assert.deepEqual([via, depth], ['thrown', 0]);
});

test('a chain of causes is listed from the outermost to the innermost', () => {
  const error = new Error('a', { cause: new TypeError('b', { cause: 'c' }) });
  assert.deepEqual(
    list(error).exceptions.map(({ className, message, via, depth }) => [className, message, via, depth]),
    [
      ['Error', 'a', 'thrown', 0],
      ['TypeError', 'b', 'cause', 1],
      ['string', 'c', 'cause', 2],
    ],
  );
});

test('each error of an aggregate is listed with its causes before the next error', () => {
  const error = new AggregateError([new Error('1', { cause: new Error('1a') }), new Error('2')], 'both', {
    cause: new Error('0'),
  });
  assert.deepEqual(
    list(error).exceptions.map(({ message, via, depth }) => `${depth} ${via} ${message}`),
    ['0 thrown both', '1 cause 0', '1 aggregate 1', '2 cause 1a', '1 aggregate 2'],
  );
});

test('a cycle of causes is listed once', () => {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  assert.equal(list(error).exceptions.length, 2);
});

test('ten thousand nested or aggregated errors are truncated and counted', () => {
  const wide = list(new AggregateError(Array.from({ length: 10_000 }, (_, i) => new Error(`e${i}`))));
  assert.equal(wide.exceptions.length, 11);
  assert.equal(wide.omitted, 9_990);
  let deep = new Error('bottom');
  for (let i = 0; i < 10_000; i++) deep = new Error(`e${i}`, { cause: deep });
  assert.equal(list(deep).exceptions.length, 20);
  assert.ok(list(deep).omitted >= 1);
});

for (const [thrown, className, message] of [
  [null, 'null', 'null was thrown instead of an Error'],
  [undefined, 'undefined', 'undefined was thrown instead of an Error'],
  ['no', 'string', 'no'],
  [42, 'number', '42 was thrown instead of an Error'],
  [10n, 'bigint', '10 was thrown instead of an Error'],
  [Symbol('s'), 'symbol', 'Symbol(s) was thrown instead of an Error'],
  [{ a: 1 }, 'object', 'An object was thrown instead of an Error'],
  [Object.create(null), 'object', 'An object was thrown instead of an Error'],
  [Object.freeze(new RangeError('cold')), 'RangeError', 'cold'],
  [runInNewContext('new TypeError("far")'), 'TypeError', 'far'],
] as const) {
  test(`a thrown ${typeof thrown} has the message: ${message}`, () => {
    assert.equal(first(thrown).className, className);
    assert.equal(first(thrown).message, message);
  });
}

test('the own name of an error is shown if it is a valid name', () => {
  assert.equal(first(Object.assign(new Error('x'), { name: 'ZodError' })).className, 'ZodError');
  assert.equal(first(Object.assign(new Error('x'), { name: '<script>' })).className, 'Error');
  assert.equal(first(new DOMException('stop', 'AbortError')).className, 'AbortError');
});

test('getters that throw count as absent', () => {
  const bomb = {
    get() {
      throw new Error('boom');
    },
  };
  const error = Object.defineProperties(new Error('x'), {
    message: bomb,
    stack: bomb,
    cause: bomb,
    name: bomb,
    code: bomb,
  });
  assert.equal(first(error).message, '');
  assert.deepEqual(first(error).frames, []);
});

test('no trap of a proxy is called', () => {
  const { proxy, calls } = trappedProxy(new Error('x'));
  const { className, message, frames } = first(proxy);
  assert.deepEqual([className, message, frames], ['object', 'An object was thrown instead of an Error', []]);
  const errors = trappedProxy([new Error('y')]);
  const aggregate = Object.assign(new AggregateError([], 'many'), { errors: errors.proxy, cause: proxy, code: proxy });
  const { exceptions, omitted } = list(aggregate);
  assert.deepEqual([exceptions.map((exception) => exception.className), omitted], [['AggregateError', 'object'], 0]);
  const heir = Object.setPrototypeOf(new Error('x'), proxy) as unknown;
  const named = trappedProxy(class extends Error {});
  class Named extends Error {}
  Object.defineProperty(Named.prototype, 'constructor', { value: named.proxy });
  assert.deepEqual([first(heir).className, first(new Named('x')).className], ['object', 'Error']);
  assert.deepEqual([...calls, ...errors.calls, ...named.calls], []);
});

test('the properties of a thrown byte array are not listed', () => {
  const { message, properties } = first(new Uint8Array(3));
  assert.deepEqual([message, properties], ['An object was thrown instead of an Error', {}]);
});

test('properties are read without calling getters, and secrets are redacted', () => {
  let ran = false;
  const error = Object.assign(new Error('x'), { apiKey: 'abc', table: 'books' });
  Object.defineProperty(error, 'live', { enumerable: true, get: () => (ran = true) });
  assert.deepEqual(first(error).properties, { apiKey: '•••', table: 'books', live: '[getter]' });
  assert.equal(ran, false);
});

test('a message of ten megabytes is truncated to ten kilobytes', () => {
  assert.match(first(new Error('x'.repeat(10_000_000))).message, /^x{10000}… 9,990,000 more$/);
});

test('members of the wrong type are ignored', () => {
  const error = Object.assign(new Error('x'), { message: { toString: () => 'no' }, stack: 7, code: {} });
  assert.equal(first(error).message, '');
  assert.equal('code' in first(error), false);
});

test('each source line is shown once, in the first error that shows it', () => {
  const source = Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join('\n');
  const createError = (message: string, ...lines: number[]) =>
    Object.assign(new Error(message), {
      stack: [`Error: ${message}`, ...lines.map((line) => `    at f (/app/a.ts:${line}:3)`)].join('\n'),
    });
  const members = Array.from({ length: 9 }, (_, i) => createError(`member ${i}`, 7, 20));
  const thrown = Object.assign(new AggregateError([...members, createError('last', 12)], 'all'), {
    stack: 'AggregateError: all\n    at f (/app/a.ts:20:3)\n    at g (/app/a.ts:7:3)',
  });
  const { exceptions } = createExceptionList(thrown, '/app', new SourceExcerpts('/app', () => source));
  assert.deepEqual(
    exceptions.map(({ frames }) => frames.map(({ line, excerpt }) => (excerpt ? line : 0))),
    [[20, 0], [7, 0], ...Array.from({ length: 8 }, () => [0, 0]), [12]],
  );
});
