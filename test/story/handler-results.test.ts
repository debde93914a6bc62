/** The responses to the values that handlers return. */
import assert from 'node:assert/strict';
import { z } from 'zod';
import { HttpResponse, reply, route } from '../../packages/host/src/index.ts';
import { testTransports } from './test-transports.ts';

const bytes = new Uint8Array([1, 2, 3]);

function stream(...parts: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
}

const routes = [
  route('text', 'GET /text', { handle: () => 'héllo' }),
  route('json', 'GET /json', { handle: async () => ({ a: [1, null] }) }),
  route('nothing', 'GET /nothing', { handle: () => {} }),
  route('bytes', 'GET /bytes', { handle: () => bytes }),
  route('stream', 'GET /stream', { handle: () => stream('a', 'b', 'c') }),
  route('response', 'GET /response', {
    handle: () => new Response('teapot', { status: 418, headers: { 'X-A': 'b' } }),
  }),
  route('http_response', 'GET /http-response', { handle: () => new HttpResponse(202, ['X-A', 'b'], 'later') }),
  route('reply', 'POST /reply', { handle: ({ urlFor }) => reply(201, { id: 1 }, { Location: urlFor('text') }) }),
  route('replies', 'GET /replies/{which}', {
    replies: { 200: z.string(), 404: z.object({ gone: z.boolean() }) },
    handle: ({ params }) => (params.which === 'here' ? reply(200, 'text') : reply(404, { gone: true })),
  }),
  route('injected', 'GET /injected', { handle: () => reply(200, 'x', { 'X-A': 'a\r\nSet-Cookie: b=c' }) }),
  route('smuggled', 'GET /smuggled', { handle: () => new HttpResponse(200, ['X-A', 'a\r\nSet-Cookie: b=c'], 'x') }),
  route('status', 'GET /status/{code}', { handle: ({ params }) => new HttpResponse(Number(params.code), [], 'x') }),
  route('cyclic', 'GET /cyclic', {
    handle: () => {
      const a: unknown[] = [];
      a.push(a);
      return a;
    },
  }),
];

testTransports('sends text, JSON, bytes and streams with their media types', { routes }, async (send) => {
  const text = await send('GET /text');
  assert.deepEqual(
    [text.status, text.headers.get('content-type'), await text.text()],
    [200, 'text/plain; charset=utf-8', 'héllo'],
  );
  const json = await send('GET /json');
  assert.deepEqual(
    [json.headers.get('content-type'), await json.json()],
    ['application/json; charset=utf-8', { a: [1, null] }],
  );
  assert.deepEqual(new Uint8Array(await (await send('GET /bytes')).arrayBuffer()), bytes);
  const streamed = await send('GET /stream');
  assert.deepEqual([streamed.headers.get('content-type'), await streamed.text()], ['application/octet-stream', 'abc']);
});

testTransports('sends 204 without a body and a Content-Type if a handler returns nothing', { routes }, async (send) => {
  const response = await send('GET /nothing');
  assert.deepEqual([response.status, response.headers.get('content-type'), await response.text()], [204, null, '']);
});

testTransports('sends a Response and an HttpResponse unchanged', { routes }, async (send) => {
  for (const [line, status, body] of [
    ['GET /response', 418, 'teapot'],
    ['GET /http-response', 202, 'later'],
  ] as const) {
    const response = await send(line);
    assert.deepEqual([response.status, response.headers.get('x-a'), await response.text()], [status, 'b', body]);
  }
});

testTransports('sends the status, headers and body of a reply', { routes }, async (send) => {
  const response = await send('POST http://www.localhost/reply');
  assert.deepEqual(
    [response.status, response.headers.get('location'), await response.json()],
    [201, 'http://www.localhost/text', { id: 1 }],
  );
});

testTransports('sends a declared reply as JSON, also if it is a string', { routes }, async (send) => {
  assert.equal(await (await send('GET /replies/here')).text(), '"text"');
  const gone = await send('GET /replies/elsewhere');
  assert.deepEqual([gone.status, await gone.json()], [404, { gone: true }]);
});

testTransports('sends the headers of GET and no body for HEAD', { routes }, async (send) => {
  for (const path of ['/text', '/json', '/response']) {
    const [get, head] = [await send(`GET ${path}`), await send(`HEAD ${path}`)];
    assert.deepEqual(
      [head.status, head.headers.get('content-type'), await head.text()],
      [get.status, get.headers.get('content-type'), ''],
      path,
    );
  }
});

testTransports('responds with 500 to a header value with a line break', { routes }, async (send) => {
  for (const path of ['/injected', '/smuggled']) {
    const response = await send(`GET ${path}`);
    assert.deepEqual([response.status, response.headers.get('set-cookie')], [500, null], path);
  }
  assert.equal((await send('GET /text')).status, 200);
});

testTransports(
  'responds with 500 to an invalid status and to data that cannot be serialized',
  { routes },
  async (send) => {
    for (const path of ['/status/0', '/status/99', '/status/1000', '/status/x', '/cyclic'])
      assert.equal((await send(`GET ${path}`)).status, 500, path);
    assert.equal((await send('GET /text')).status, 200);
  },
);
