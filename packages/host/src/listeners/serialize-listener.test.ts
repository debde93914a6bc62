import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ViewEvent } from '../kernel/events.ts';
import { createContext } from '../testing/create-context.ts';
import { RespondListener } from './respond-listener.ts';
import { Reply, SerializeListener } from './serialize-listener.ts';

/** Returns status, type and body of the response for the return value of a handler. */
function answer(value: unknown, replies?: object): unknown[] {
  const event = new ViewEvent(createContext('GET /', { route: { name: 'x', path: '/', data: { replies } } }), value);
  new SerializeListener().onView(event);
  new RespondListener().onView(event);
  const { status, headers, body } = event.response!;
  return [status, headers.get('content-type'), body];
}

const JSON_TYPE = 'application/json; charset=utf-8';

test('sends data as JSON, strings as text and undefined as 204', () => {
  assert.deepEqual(answer({ a: 1 }), [200, JSON_TYPE, '{"a":1}']);
  assert.deepEqual(answer(null), [200, JSON_TYPE, 'null']);
  assert.deepEqual(answer([]), [200, JSON_TYPE, '[]']);
  assert.deepEqual(answer(false), [200, JSON_TYPE, 'false']);
  assert.deepEqual(answer('hello'), [200, 'text/plain; charset=utf-8', 'hello']);
  assert.deepEqual(answer(''), [200, 'text/plain; charset=utf-8', '']);
  assert.deepEqual(answer(undefined), [204, undefined, null]);
});

test('sends bytes and streams unchanged', () => {
  const bytes = Buffer.from('x');
  const stream = new ReadableStream<Uint8Array>();
  assert.deepEqual(answer(bytes), [200, 'application/octet-stream', bytes]);
  assert.equal(answer(stream)[2], stream);
});

test('reply data sets the status and the headers', () => {
  assert.deepEqual(answer(new Reply(201, { a: 1 }, { 'Content-Type': 'application/vnd.a+json' })), [
    201,
    'application/vnd.a+json',
    '{"a":1}',
  ]);
  assert.deepEqual(answer(new Reply(200, undefined, undefined)), [200, undefined, null]);
  assert.deepEqual(answer(new Reply(204, { a: 1 }, undefined)), [204, undefined, null]);
});

test('an object with the members of a reply is data, also if the route declares its replies', () => {
  assert.deepEqual(answer({ status: 201, body: 'x' }), [200, JSON_TYPE, '{"status":201,"body":"x"}']);
  assert.deepEqual(answer({ status: 201, body: 'x' }, {}), [200, JSON_TYPE, '{"status":201,"body":"x"}']);
  assert.deepEqual(answer(new Reply(201, 'x', undefined), {}), [201, JSON_TYPE, '"x"']);
  assert.deepEqual(answer({ name: 'x' }, {}), [200, JSON_TYPE, '{"name":"x"}']);
});

test('rejects data that cannot be written as JSON', () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  for (const value of [Symbol('s'), () => 1])
    assert.throws(() => answer(value), /route "x" returned a \w+, which cannot be written as JSON/);
  assert.throws(() => answer(cyclic), TypeError);
  assert.throws(() => answer({ id: 7n }), TypeError);
});

test('rejects an invalid status and a header value with a line break', () => {
  for (const status of [0, 100, 600, 200.5, NaN])
    assert.throws(() => answer(new Reply(status, 'x', undefined)), RangeError);
  assert.throws(() => answer(new Reply(200, 'x', { 'X-A': 'a\r\nSet-Cookie: b' })), TypeError);
});
