import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { cities, createHarbour } from './harbour.ts';
import { callTool, connectClient } from './mcp-client.ts';

test('the profiles of the MCP request and of the request of the tool link to each other', async () => {
  const storage = new MemoryProfileStorage();
  await using host = defineHost({
    mcp: true,
    access: 'public',
    log: false,
    profiler: { storage },
    resources: [cities()],
  });
  const { port } = await host.listen({ port: 0, mode: 'development' });
  const origin = `http://127.0.0.1:${port}`;
  const client = await connectClient({ fetch: (request) => fetch(request) }, { url: `${origin}/mcp` });
  equal((await callTool(client, 'get_city', { id: 1 })).content['status'], 200);
  const rows = () =>
    storage.find({ terms: [], sort: { by: 'time', descending: true }, limit: 9, cursor: undefined }).rows;
  const inner = () => rows().find(({ route }) => route === 'cities.get');
  const outer = () => rows().find(({ route, httpCount }) => route === 'mcp' && httpCount === 1);
  for (let tries = 0; inner() === undefined || outer() === undefined; tries++) {
    ok(tries < 500, 'no profile was stored');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  equal(inner()!.traceId, outer()!.traceId);
  const page = async (token: string, more: string) => (await fetch(`${origin}/_profiler/${token}${more}`)).text();
  equal((JSON.parse(await page(inner()!.token, '.json')) as { caller: string }).caller, outer()!.token);
  match(await page(outer()!.token, '?panel=http-client'), new RegExp(`/_profiler/${inner()!.token}`));
  const decisions = storage.read(inner()!.token)!.data.decisions;
  deepEqual(
    decisions?.filter(({ subject }) => subject === 'mcp'),
    [{ subject: 'mcp', outcome: 'tool get_city', because: 'an assistant called it by /mcp' }],
  );
});

test('calls are translated, limited and logged like other requests', async () => {
  const records: { message: string; context: Record<string, unknown> }[] = [];
  const host = createHarbour({
    locales: ['en', 'de'],
    rateLimits: [{ name: 'cities', routes: ['cities.list'], limit: 1, per: '1 h' }],
    log: { access: true, level: 'info', sink: { write: (record) => void records.push(record) } },
  });
  const client = await connectClient(host, { headers: { 'Accept-Language': 'de' } });
  const { content } = await callTool(client, 'create_city', { body: {} });
  equal(content['title'], 'Prüfung fehlgeschlagen');
  equal((await callTool(client, 'list_cities')).content['status'], 200);
  const limited = await callTool(client, 'list_cities');
  deepEqual([limited.isError, limited.content['status']], [true, 429]);
  ok(
    records.some(({ message }) => message.startsWith('GET http://localhost/api/cities')),
    records.map(({ message }) => message).join(),
  );
});
