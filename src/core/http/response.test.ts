import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse, isFileBody } from './response.ts';

test('JSON is written with its type', () => {
  const response = HttpResponse.json({ a: 1 }, 201);
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.body],
    [201, 'application/json; charset=utf-8', '{"a":1}'],
  );
});

test('what JSON cannot say is refused', () => {
  assert.throws(() => HttpResponse.json(undefined), /A undefined cannot be written as JSON/);
  assert.throws(() => HttpResponse.json(() => 1), TypeError);
});

test('a web Response is taken over with every header line and its body unread', async () => {
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

test('a Response that was read, the error response and things that are none are refused', async () => {
  const read = new Response('x');
  await read.text();
  assert.throws(() => HttpResponse.fromWeb(read), /was read already/);
  assert.throws(() => HttpResponse.fromWeb(Response.error()), /can be sent/);
  assert.throws(() => HttpResponse.fromWeb(undefined as unknown as Response), /can be sent/);
  assert.throws(() => HttpResponse.fromWeb({} as Response), /can be sent/);
});

test('a file is told from other bodies', () => {
  assert.equal(isFileBody({ file: '/tmp/x', start: 0, length: 1 }), true);
  for (const body of [null, 'file', new Uint8Array(), new ReadableStream<Uint8Array>()])
    assert.equal(isFileBody(body), false);
});
