import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../../testing/create-context.ts';

test('the URL is the one the request was sent to, as sent', () => {
  const context = createContext('GET /a%2Fb//c?x=%20', { hostLines: ['WWW.Example.com:8000'] });
  assert.equal(context.url, 'http://www.example.com:8000/a%2Fb//c?x=%20');
  assert.deepEqual(
    [context.host, context.port, context.path, context.query],
    ['www.example.com', 8000, '/a%2Fb//c', 'x=%20'],
  );
});

test('a default port is left out, another scheme keeps its own', () => {
  assert.equal(createContext('GET /', { hostLines: ['a.test:80'] }).origin, 'http://a.test');
  assert.equal(createContext('GET /', { hostLines: ['a.test:80'], scheme: 'https' }).origin, 'https://a.test:80');
  const secure = createContext('GET /', { hostLines: ['a.test'], scheme: 'https' });
  assert.deepEqual([secure.origin, secure.httpPort, secure.httpsPort], ['https://a.test', 80, 443]);
  const plain = createContext('GET /', { hostLines: ['a.test:8000'] });
  assert.deepEqual([plain.httpPort, plain.httpsPort], [8000, 443]);
});

test('an absolute target wins over the Host header', () => {
  const context = createContext('GET http://b.test/x?y', { hostLines: ['a.test'] });
  assert.equal(context.url, 'http://b.test/x?y');
  assert.equal(context.malformed, undefined);
});

test('a missing, a second and an invalid Host make the request malformed', () => {
  const complaint = (hostLines: string[], line = 'GET /') => createContext(line, { hostLines }).malformed?.message;
  assert.equal(complaint([]), 'The Host header is missing (RFC 9112 §3.2)');
  assert.equal(complaint(['a.test', 'a.test']), '2 Host headers were sent; HTTP allows one');
  assert.equal(complaint(['bad_host!x']), 'Invalid Host "bad_host!x".');
  assert.equal(complaint(['']), 'Invalid Host "".');
  assert.equal(complaint(['bad_host!x'], 'GET http://b.test/'), 'Invalid Host "bad_host!x".');
  assert.equal(complaint(['a.test'], 'GET http://u@b.test/'), 'Invalid Host "u@b.test".');
  assert.equal(complaint([], 'GET http://b.test/'), 'The Host header is missing (RFC 9112 §3.2)');
  assert.match(complaint(['a.test'], 'GET ftp://b.test/')!, /neither a path nor an http URL/);
});

test('HTTP/1.0 may leave the Host out, HTTP/2 puts it elsewhere', () => {
  const old = createContext('GET /x', { hostLines: [], version: '1.0' });
  assert.deepEqual([old.malformed, old.host, old.url], [undefined, '', 'http://localhost/x']);
  assert.equal(createContext('GET http://a.test/', { hostLines: [], version: '2' }).malformed, undefined);
});

test('the star is the server itself', () => {
  assert.equal(createContext('OPTIONS *').url, 'http://localhost');
  assert.equal(createContext('OPTIONS *').request.url, 'http://localhost/');
});

test('a sane request id is kept, any other replaced', () => {
  const idOf = (sent: string) => createContext('GET /', { headers: { 'X-Request-Id': sent } }).id;
  assert.equal(idOf('abc-123/7=+@:.'), 'abc-123/7=+@:.');
  for (const hostile of ['', 'a b', 'a"b', '<script>', 'a\nb', 'x'.repeat(129), 'é'])
    assert.match(idOf(hostile), /^[0-9a-f]{24}$/);
});

test('every request has an id of its own, and keeps it', () => {
  const [one, two] = [createContext(), createContext()];
  assert.notEqual(one.id, two.id);
  assert.equal(one.id, one.id);
});

test('the trace of the client is known, when it is valid', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  assert.equal(
    createContext('GET /', { headers: { traceparent } }).traceparent?.traceId,
    '4bf92f3577b34da6a3ce929d0e0e4736',
  );
  assert.equal(createContext().traceparent, undefined);
});

test('attributes belong to one request', () => {
  const [one, two] = [createContext(), createContext()];
  one.attributes.set('a', 1);
  assert.equal(one.attributes.get('a'), 1);
  assert.equal(two.attributes.size, 0);
});

test('the web Request is built once, with method, headers and body', async () => {
  const context = createContext('POST /x?y', { headers: { 'Content-Type': 'text/plain' }, body: 'hello' });
  assert.equal(context.request, context.request);
  assert.deepEqual([context.request.method, context.request.url], ['POST', 'http://localhost/x?y']);
  assert.equal(await context.request.text(), 'hello');
});

test('the signal is aborted when the client goes away, or when nobody waits any more', () => {
  const client = new AbortController();
  const [left, late] = [
    createContext('GET /', { signal: client.signal }),
    createContext('GET /', { signal: client.signal }),
  ];
  const { signal } = late;
  assert.deepEqual([left.signal.aborted, signal.aborted], [false, false]);
  late.abandon('too late');
  assert.deepEqual([left.signal.aborted, signal.aborted, signal.reason], [false, true, 'too late']);
  client.abort();
  assert.equal(left.signal.aborted, true);
});

test('who asks for the signal after the end finds it aborted', () => {
  const context = createContext();
  context.abandon('over');
  assert.equal(context.signal.aborted, true);
});

test('the address is that of the edge', () => {
  const context = createContext('GET /', { ip: '10.0.0.7' });
  assert.deepEqual([context.ip, context.body.present], ['10.0.0.7', false]);
});

test('whoever watches the body stands in front of it', async () => {
  const context = createContext('POST /', { body: 'hello' });
  context.watchBody((body) => ({ ...body, text: async () => (await body.text()).toUpperCase() }));
  assert.equal(await context.body.text(), 'HELLO');
});
