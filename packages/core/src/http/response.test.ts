import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse, isFileBody } from './response.ts';

test('creates a JSON response with its media type', () => {
  const response = HttpResponse.json({ a: 1 }, 201);
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.body],
    [201, 'application/json; charset=utf-8', '{"a":1}'],
  );
});

test('rejects a value that JSON cannot represent', () => {
  assert.throws(() => HttpResponse.json(undefined), /A undefined cannot be written as JSON/);
  assert.throws(() => HttpResponse.json(() => 1), TypeError);
});

test('converts a web Response with every header line and its unread body', async () => {
  const web = new Response('hello', {
    status: 202,
    headers: [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ],
  });
  const response = HttpResponse.fromWeb(web);
  assert.equal(response.status, 202);
  assert.deepEqual(
    [...response.headers].filter(([name]) => name === 'set-cookie').map(([, value]) => value),
    ['a=1', 'b=2'],
  );
  assert.equal(await new Response(response.body as ReadableStream).text(), 'hello');
});

test('rejects a Response that was read, an error response and other values', async () => {
  const read = new Response('x');
  await read.text();
  assert.throws(() => HttpResponse.fromWeb(read), /was read already/);
  assert.throws(() => HttpResponse.fromWeb(Response.error()), /can be sent/);
  assert.throws(() => HttpResponse.fromWeb(undefined as unknown as Response), /can be sent/);
  assert.throws(() => HttpResponse.fromWeb({} as Response), /can be sent/);
});

test('distinguishes a file from other bodies', () => {
  assert.equal(isFileBody({ file: '/tmp/x', start: 0, length: 1 }), true);
  for (const body of [null, 'file', new Uint8Array(), new ReadableStream<Uint8Array>()])
    assert.equal(isFileBody(body), false);
});
