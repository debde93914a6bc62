import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import type { Authenticator } from 'oriel-host/security';
import { cities, createHarbour } from './harbour.ts';
import { callTool, connectClient } from './mcp-client.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

function post(
  host: ReturnType<typeof createHarbour>,
  headers: Record<string, string>,
  url = 'http://localhost/mcp',
  peer = '127.0.0.1',
) {
  const sent = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
  const request = new Request(url, { method: 'POST', headers: sent, body: JSON.stringify(LIST) });
  return host.fetch(request, { peer });
}

test('pages that are not trusted are rejected, also after DNS rebinding', async () => {
  const host = createHarbour();
  const status = async (origin: string | undefined, url: string) =>
    (await post(host, origin === undefined ? {} : { Origin: origin }, url)).status;
  equal(await status(undefined, 'http://localhost/mcp'), 200);
  equal(await status('http://localhost', 'http://localhost/mcp'), 200);
  equal(await status('http://localhost:3000', 'http://localhost/mcp'), 403);
  equal(await status('https://evil.example', 'http://localhost/mcp'), 403);
  equal(await status('null', 'http://localhost/mcp'), 403);
  equal(await status('http://evil.example', 'http://evil.example/mcp'), 403);
  equal(await status(undefined, 'http://evil.example/mcp'), 403);
});

test('a page at its own name is rejected in a local network, where programs are accepted', async () => {
  const host = createHarbour();
  const [url, peer] = ['http://evil.example/mcp', '192.168.1.5'];
  equal((await post(host, { Origin: 'http://evil.example' }, url, peer)).status, 403);
  equal((await post(host, {}, url, peer)).status, 200);
});

test('trusted origins and configured host names are accepted', async () => {
  const origin = 'https://app.example';
  const trusted = createHarbour({ origins: [origin] });
  equal((await post(trusted, { Origin: origin })).status, 200);
  const named = createHarbour({ hosts: { names: ['api.example'] } });
  const endpoint = 'http://api.example/mcp';
  equal((await post(named, {}, endpoint)).status, 200);
  equal((await post(named, { Origin: 'http://api.example' }, endpoint)).status, 200);
  equal((await post(named, { Origin: origin }, endpoint)).status, 403);
});

test('bodies that are not one JSON-RPC message are rejected', async () => {
  const host = createHarbour();
  const send = async (body: string, type = 'application/json') => {
    const headers = { 'Content-Type': type, Accept: 'application/json, text/event-stream' };
    const response = await host.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    return response.status;
  };
  equal(await send(JSON.stringify(LIST)), 200);
  equal(await send(JSON.stringify([LIST, LIST])), 400);
  equal(await send('{'), 400);
  equal(await send('7'), 400);
  equal(await send(JSON.stringify(LIST), 'text/plain'), 415);
  equal(await send(`{"a":"${'x'.repeat(1_100_000)}"}`), 413);
  equal((await host.fetch(new Request('http://localhost/mcp'))).status, 405);
});

test('an argument in a path cannot lead to another operation', async () => {
  const secret = route('secret', 'GET /api/cities/secret', { handle: () => ({ secret: true }) });
  const host = createHarbour({ routes: [secret], mcp: {} });
  const client = await connectClient(host);
  for (const id of ['secret', 'export', '..', '../cities', '..%2fx', '1?x=1', '1#', '1.csv/../../secret']) {
    const { isError, content } = await callTool(client, 'get_city', { id });
    deepEqual([id, isError, content['status']], [id, true, 404]);
  }
  // The router decodes slashes, and this route accepts only POST.
  equal((await callTool(client, 'get_city', { id: '1/greet' })).content['status'], 405);
  for (const id of ['', null, [1], { a: 1 }, undefined]) {
    const { content } = await callTool(client, 'get_city', { id });
    match(String(content['detail']), /"id" must be/);
  }
});

test('arguments cannot set headers other than those of the operation', async () => {
  const client = await connectClient(createHarbour());
  const detail = async (headers: Record<string, unknown>) =>
    String((await callTool(client, 'update_city', { id: 1, headers, body: {} })).content['detail']);
  match(await detail({ Authorization: 'Bearer x' }), /Unknown header "Authorization"; use If-Match/);
  match(await detail({ 'If-Match': 'a\r\nX-User: ada' }), /must be a text of printable ASCII/);
});

// Accepts a cookie and a header, and returns which one it was.
const either: Authenticator = {
  name: 'either',
  scheme: 'Either',
  authenticate: ({ headers }) =>
    headers.has('cookie')
      ? { id: 'cookie', roles: [] }
      : headers.has('authorization')
        ? { id: headers.get('authorization')!, roles: [] }
        : undefined,
};

test('a call has the credentials of the MCP request except its cookies, and none of its other headers', async () => {
  const who = route('who', 'GET /who', {
    access: 'public',
    handle: ({ context, user }) => ({
      user: user?.id ?? null,
      ip: context.ip,
      names: [...context.headers].map(([name]) => name.toLowerCase()).toSorted(),
    }),
  });
  const host = defineHost({
    mcp: { routes: { who: 'Who am I' } },
    routes: [who],
    security: { firewalls: [{ name: 'all', authenticators: [either], anonymous: true }] },
    log: false,
  });
  const call = async (headers: Record<string, string>) =>
    (await callTool(await connectClient(host, { headers }), 'who')).content['body'] as Record<string, unknown>;
  const plain = await call({});
  equal(plain['user'], null);
  equal(plain['ip'], '127.0.0.1');
  equal((await call({ Authorization: 'Bearer ada' }))['user'], 'Bearer ada');
  equal((await call({ Cookie: 'session=1' }))['user'], null);
  const sent = {
    Authorization: 'Bearer ada',
    'If-None-Match': '*',
    Range: 'bytes=0-1',
    'Idempotency-Key': 'k',
    'Accept-Language': 'de',
  };
  const { names } = (await call(sent)) as { names: string[] };
  deepEqual(
    names.filter((name) => !['host', 'user-agent'].includes(name)),
    ['accept', 'accept-language', 'authorization'],
  );
});

test('an error inside of the host is not described to the client', async () => {
  const broken = cities('cities', { description: 'x' });
  const host = createHarbour({
    resources: [broken],
    routes: [
      route('fails', 'GET /fails', {
        handle: () => {
          throw new Error('password=hunter2');
        },
      }),
    ],
    mcp: { routes: { fails: 'Fails' } },
  });
  const client = await connectClient(host);
  const { isError, content } = await callTool(client, 'fails');
  deepEqual([isError, content['status']], [true, 500]);
  equal(JSON.stringify(content).includes('hunter2'), false);
});
