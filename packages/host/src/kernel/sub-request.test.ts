import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../testing/create-context.ts';
import { MAX_FORWARDS, createSubRequest } from './sub-request.ts';

test('a forwarded request has its own method, path and query, and everything else of its parent', () => {
  const hints: unknown[] = [];
  const parent = createContext('POST /a?b', {
    headers: { Accept: 'text/html' },
    hostLines: ['a.test'],
    scheme: 'https',
    ip: '10.0.0.7',
    onEarlyHints: (links) => hints.push(links),
  });
  const child = createSubRequest(parent, 'DELETE /cities/7?x=1');
  assert.deepEqual(
    [child.method, child.path, child.query, child.url],
    ['DELETE', '/cities/7', 'x=1', 'https://a.test/cities/7?x=1'],
  );
  assert.deepEqual([child.headers.get('accept'), child.ip, child.id], ['text/html', '10.0.0.7', parent.id]);
  assert.deepEqual([child.parent, child.trace, child.incoming.version], [parent, parent.trace, '1.1']);
  child.incoming.earlyHints(['<a>']);
  assert.deepEqual(hints, [['<a>']]);
});

test('a forwarded request ends when its parent ends', () => {
  const parent = createContext();
  const child = createSubRequest(parent, '/x');
  const { signal } = child;
  parent.abandon('over');
  assert.deepEqual([signal.aborted, signal.reason], [true, 'over']);
});

test('the default method of a forwarded request is GET', () => {
  assert.equal(createSubRequest(createContext(), '/x').method, 'GET');
});

test('a forwarded request does not have the body headers and conditional headers of its parent', () => {
  const headers = {
    'Content-Type': 'text/plain',
    'Content-Length': '5',
    Range: 'bytes=0-1',
    'If-None-Match': '"x"',
    Expect: '100-continue',
    Accept: '*/*',
  };
  const child = createSubRequest(createContext('POST /', { headers, body: 'hello' }), 'GET /x');
  assert.deepEqual([...child.headers], [['Accept', '*/*']]);
  for (const name of Object.keys(headers)) assert.equal(child.headers.has(name.toLowerCase()), name === 'Accept', name);
});

test('the body of a forwarded request is JSON', async () => {
  const child = createSubRequest(createContext(), 'POST /x', { city: 'Ü' });
  assert.equal(await child.body.text(), '{"city":"Ü"}');
  assert.equal((await child.body.bytes()).length, child.body.length);
  assert.deepEqual(
    [child.headers.get('content-type'), child.headers.get('content-length'), child.headers.get('content-encoding')],
    ['application/json', '13', undefined],
  );
  assert.deepEqual(await child.request.json(), { city: 'Ü' });
  assert.deepEqual(
    [...child.headers].map(([name]) => name),
    ['Content-Type', 'Content-Length'],
  );
});

test('a request forwarded without a body has an empty body', async () => {
  const { body, request } = createSubRequest(createContext(), 'GET /x');
  assert.deepEqual([body.present, await body.text(), (await body.bytes()).length, request.body], [false, '', 0, null]);
  assert.equal(await new Response(body.stream()).text(), '');
});

test('rejects an invalid target and a body that is not JSON', () => {
  assert.throws(() => createSubRequest(createContext(), 'http://elsewhere/'), /write "GET \/path"/);
  assert.throws(() => createSubRequest(createContext(), ''), TypeError);
  assert.throws(() => createSubRequest(createContext(), 'POST /x', () => 1), /A function cannot be forwarded/);
});

test('limits the depth of forwarded requests', () => {
  let context = createContext('GET /root');
  for (let i = 0; i < MAX_FORWARDS; i++) context = createSubRequest(context, '/x');
  assert.throws(() => createSubRequest(context, '/x'), {
    status: 508,
    code: 'ORIEL_FORWARD_DEPTH',
    message: /Forwarded 8 times from "\/root"/,
  });
});

test('the web Request of a forwarded request has its method and headers, and no body if the method is GET or HEAD', async () => {
  const connection = new AbortController();
  const parent = createContext('POST /', { headers: { Accept: 'text/html' }, signal: connection.signal });
  for (const method of ['GET', 'HEAD', 'PUT']) {
    const child = createSubRequest(parent, `${method} /x`, { a: 1 });
    const { request } = child;
    assert.deepEqual([request.method, request.headers.get('accept')], [method, 'text/html']);
    assert.equal(await request.text(), method === 'PUT' ? '{"a":1}' : '');
  }
  const { signal } = createSubRequest(parent, 'PUT /x', 1).request;
  connection.abort();
  assert.equal(signal.aborted, true);
});

test('a forwarded request without a body has length 0 and no headers of a body', () => {
  const child = createSubRequest(createContext(), '/x');
  assert.deepEqual(
    [child.body.length, child.headers.get('content-type'), child.headers.get('content-length'), [...child.headers]],
    [0, undefined, undefined, []],
  );
});
