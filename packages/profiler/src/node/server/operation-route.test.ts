import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange } from './exchange.ts';
import { setOperationRoute } from './operation-route.ts';

interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly type?: string;
}

function getRoute(body: unknown, { method = 'POST', target = '/graphql', type = 'application/json' }: Sent = {}) {
  const headers = new Map([['content-type', type]]) as never;
  const received = { method, target, version: '1.1', scheme: 'http', headers, peer: '127.0.0.1' } as const;
  const exchange = new Exchange(received, {}, 0);
  setOperationRoute(exchange, () => (typeof body === 'string' ? body : JSON.stringify(body)));
  return exchange.route?.name;
}

test('the route of a GraphQL request is the type and the name of its operation', () => {
  const document =
    'query A($id: ID = "mutation X {") { a } # query C {\n mutation B { b(text: """ query D { """) { c } }';
  assert.equal(getRoute({ query: 'query GetUser($id: ID!) { user(id: $id) { id } }' }), 'query GetUser');
  assert.equal(getRoute({ query: document, operationName: 'B' }), 'mutation B');
  assert.equal(getRoute({ query: document }), 'query A');
  assert.equal(
    getRoute({ query: 'fragment F on User { id }\nsubscription Watch @live { x { ...F } }' }),
    'subscription Watch',
  );
  assert.equal(
    getRoute({ query: '{ me: user(id: 1) { name } ... on Query { y } posts @skip(if: true) { id } }' }),
    'query { user posts }',
  );
  assert.equal(
    getRoute([{ query: 'query A { a }' }, { query: 'mutation B { b }' }, { query: 'query A { a }' }]),
    'query A, mutation B',
  );
  assert.equal(getRoute('mutation Raw { a }', { type: 'application/graphql' }), 'mutation Raw');
});

test('operations are also found in URLs, in requests with files and by the names of persisted queries', () => {
  const get = (query: string) => getRoute('', { method: 'GET', target: `/graphql?${query}`, type: '' });
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'ab12'.repeat(16) } };
  assert.equal(get(`query=${encodeURIComponent('query Posts { posts { id } }')}`), 'query Posts');
  assert.equal(
    get(`operationName=Posts&extensions=${encodeURIComponent(JSON.stringify(extensions))}`),
    'operation Posts',
  );
  assert.equal(getRoute({ extensions }), 'persisted ab12ab12');
  const operations = JSON.stringify({ query: 'mutation Upload($file: Upload!) { upload(file: $file) }' });
  const form = `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${operations}\r\n--x--\r\n`;
  assert.equal(getRoute(form, { type: 'multipart/form-data; boundary=x' }), 'mutation Upload');
});

test('the route of a JSON-RPC request is its method', () => {
  assert.equal(getRoute({ jsonrpc: '2.0', method: 'users.get', id: 1 }), 'JSON-RPC users.get');
  assert.equal(
    getRoute([
      { jsonrpc: '2.0', method: 'a' },
      { jsonrpc: '2.0', method: 'b' },
    ]),
    'JSON-RPC a, JSON-RPC b',
  );
});

test('requests of other APIs keep their route', () => {
  for (const query of ['shoes', 'query', 'query for shoes', '{"match":1}', '}{', '', { match: {} }])
    assert.equal(getRoute({ query }), undefined, String(query));
  assert.equal(getRoute('{"query":'), undefined);
  assert.equal(getRoute('', { method: 'GET', target: '/search?query=shoes' }), undefined);
  assert.equal(getRoute({ query: 'query A { a }' }, { method: 'PUT' }), undefined);
});

test('a name of any length and a hostile document have a route of bounded length', () => {
  for (const query of [
    `query ${'a'.repeat(60_000)} { a }`,
    `{ ${'a'.repeat(60_000)} }`,
    '{a'.repeat(30_000),
    `"${'\\'.repeat(60_000)}`,
  ])
    assert.ok((getRoute({ query }) ?? '').length <= 100);
});
