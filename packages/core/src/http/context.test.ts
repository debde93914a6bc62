import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../../../host/src/testing/create-context.ts';

test('the URL has the host and the target of the request, unchanged', () => {
  const context = createContext('GET /a%2Fb//c?x=%20', { hostLines: ['WWW.Example.com:8000'] });
  assert.equal(context.url, 'http://www.example.com:8000/a%2Fb//c?x=%20');
  assert.deepEqual(
    [context.host, context.port, context.path, context.query],
    ['www.example.com', 8000, '/a%2Fb//c', 'x=%20'],
  );
});

test('the origin omits the default port of its scheme only', () => {
  assert.equal(createContext('GET /', { hostLines: ['a.test:80'] }).origin, 'http://a.test');
  assert.equal(createContext('GET /', { hostLines: ['a.test:80'], scheme: 'https' }).origin, 'https://a.test:80');
  const secure = createContext('GET /', { hostLines: ['a.test'], scheme: 'https' });
  assert.deepEqual([secure.origin, secure.httpPort, secure.httpsPort], ['https://a.test', 80, 443]);
  const plain = createContext('GET /', { hostLines: ['a.test:8000'] });
  assert.deepEqual([plain.httpPort, plain.httpsPort], [8000, 443]);
});

test('the authority of an absolute target has precedence over the Host header', () => {
  const context = createContext('GET http://b.test/x?y', { hostLines: ['a.test'] });
  assert.equal(context.url, 'http://b.test/x?y');
  assert.equal(context.malformed, undefined);
});

test('a missing, repeated or invalid Host makes the request malformed', () => {
  const getMessage = (hostLines: string[], line = 'GET /') => createContext(line, { hostLines }).malformed?.message;
  assert.equal(getMessage([]), 'The Host header is missing (RFC 9112 §3.2)');
  assert.equal(getMessage(['a.test', 'a.test']), '2 Host headers were sent; HTTP allows one');
  assert.equal(getMessage(['bad_host!x']), 'Invalid Host "bad_host!x".');
  assert.equal(getMessage(['']), 'Invalid Host "".');
  assert.equal(getMessage(['bad_host!x'], 'GET http://b.test/'), 'Invalid Host "bad_host!x".');
  assert.equal(getMessage(['a.test'], 'GET http://u@b.test/'), 'Invalid Host "u@b.test".');
  assert.equal(getMessage([], 'GET http://b.test/'), 'The Host header is missing (RFC 9112 §3.2)');
  assert.match(getMessage(['a.test'], 'GET ftp://b.test/')!, /neither a path nor an http URL/);
});

test('HTTP/1.0 requests may omit Host, and HTTP/2 requests have an authority instead', () => {
  const old = createContext('GET /x', { hostLines: [], version: '1.0' });
  assert.deepEqual([old.malformed, old.host, old.url], [undefined, '', 'http://localhost/x']);
  assert.equal(createContext('GET http://a.test/', { hostLines: [], version: '2' }).malformed, undefined);
});

test('the target * has the path * and the URL of the server', () => {
  assert.equal(createContext('OPTIONS *').url, 'http://localhost');
  assert.equal(createContext('OPTIONS *').request.url, 'http://localhost/');
});

test('keeps a valid request id of the client and replaces an invalid one', () => {
  const getId = (sent: string) => createContext('GET /', { headers: { 'X-Request-Id': sent } }).id;
  assert.equal(getId('abc-123/7=+@:.'), 'abc-123/7=+@:.');
  for (const hostile of ['', 'a b', 'a"b', '<script>', 'a\nb', 'x'.repeat(129), 'é'])
    assert.match(getId(hostile), /^[0-9a-f]{24}$/);
});

test('every request has its own id, which does not change', () => {
  const [one, two] = [createContext(), createContext()];
  assert.notEqual(one.id, two.id);
  assert.equal(one.id, one.id);
});

test('reads a valid traceparent header', () => {
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

test('creates the web Request once, with method, headers and body', async () => {
  const context = createContext('POST /x?y', { headers: { 'Content-Type': 'text/plain' }, body: 'hello' });
  assert.equal(context.request, context.request);
  assert.deepEqual([context.request.method, context.request.url], ['POST', 'http://localhost/x?y']);
  assert.equal(await context.request.text(), 'hello');
});

test('aborts the signal when the client disconnects or the request is abandoned', () => {
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

test('a signal that is first read after the end of the request is aborted', () => {
  const context = createContext();
  context.abandon('over');
  assert.equal(context.signal.aborted, true);
});

test('the IP address is that of the incoming request', () => {
  const context = createContext('GET /', { ip: '10.0.0.7' });
  assert.deepEqual([context.ip, context.body.present], ['10.0.0.7', false]);
});

test('watchBody wraps the body that listeners and handlers read', async () => {
  const context = createContext('POST /', { body: 'hello' });
  context.watchBody((body) => ({ ...body, text: async () => (await body.text()).toUpperCase() }));
  assert.equal(await context.body.text(), 'HELLO');
});
