import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { route } from 'oriel-host';
import { cities, createHarbour } from './harbour.ts';
import { callTool, connectClient } from './mcp-client.ts';

test('each operation and selected route is a tool with hints', async () => {
  const client = await connectClient(createHarbour());
  const { tools } = await client.listTools();
  const hints = tools.map(({ name, annotations: { readOnlyHint, destructiveHint, idempotentHint } = {} }) => {
    return `${name} ${readOnlyHint ? 'reads' : destructiveHint ? 'destroys' : 'adds'}${idempotentHint ? '' : ' once'}`;
  });
  deepEqual(hints, [
    'export_cities reads',
    'greet_city destroys once',
    'list_cities reads',
    'create_city adds once',
    'get_city reads',
    'replace_city destroys',
    'update_city destroys once',
    'delete_city destroys',
    'sales_report reads',
  ]);
  equal(tools.find(({ name }) => name === 'list_cities')?.description, 'List cities. Cities of the world.');
  equal(tools.at(-1)?.description, 'Returns the sales of a year');
});

test('the schema of the arguments has the path, the filters and the body of the operation', async () => {
  const client = await connectClient(createHarbour());
  const { tools } = await client.listTools();
  const getSchema = (name: string) => tools.find((tool) => tool.name === name)!.inputSchema;
  const list = getSchema('list_cities').properties as Record<string, { properties: object }>;
  deepEqual(Object.keys(list['query']!.properties), [
    ...['name', 'name[]', 'people[between]', 'people[gt]', 'people[gte]', 'people[lt]', 'people[lte]'],
    ...['order[name]', 'page', 'itemsPerPage', 'fields', 'or', 'not'],
  ]);
  const create = getSchema('create_city');
  deepEqual(create.required, ['body']);
  const body = (create.properties as Record<string, { properties: object; required: unknown }>)['body']!;
  deepEqual(
    [Object.keys(body.properties), body.required],
    [
      ['id', 'name', 'people'],
      ['id', 'name'],
    ],
  );
  deepEqual(Object.keys(getSchema('update_city').properties!), ['id', 'query', 'headers', 'body']);
  deepEqual(Object.keys(getSchema('sales_report').properties!), ['year', 'query']);
});

for (const era of ['2025', 'current'] as const)
  test(`operations are called with the protocol of ${era}`, async () => {
    const client = await connectClient(createHarbour(), { era });
    const call = (name: string, args: Record<string, unknown>) => callTool(client, name, args);
    const { content: created } = await call('create_city', { body: { id: 3, name: 'Bari' } });
    deepEqual([created['status'], created['location']], [201, '/api/cities/3']);
    const { content: got } = await call('get_city', { id: 3 });
    deepEqual(got['body'], { id: 3, name: 'Bari', people: 0 });
    const stale = await call('update_city', { id: 3, headers: { 'If-Match': '"x"' }, body: { people: 5 } });
    deepEqual([stale.isError, stale.content['status']], [true, 412]);
    const changed = await call('update_city', { id: 3, headers: { 'If-Match': got['etag'] }, body: { people: 5 } });
    deepEqual(changed.content['body'], { id: 3, name: 'Bari', people: 5 });
    deepEqual((await call('greet_city', { id: 3, body: { words: 'hi' } })).content['body'], {
      id: 3,
      name: 'hi',
      people: 5,
    });
    deepEqual((await call('delete_city', { id: 3 })).content, { status: 204 });
    const report = await call('sales_report', { year: 2024, query: { month: '5' } });
    deepEqual(report.content['body'], { year: '2024', month: '5' });
  });

test('lists are filtered, ordered and paged', async () => {
  const client = await connectClient(createHarbour());
  const list = async (query: object) => (await callTool(client, 'list_cities', { query })).content;
  const names = async (query: object) =>
    ((await list(query))['body'] as { name: string }[]).map(({ name }) => name).join();
  equal(await names({ 'people[gt]': 150 }), 'Split');
  equal(await names({ 'order[name]': 'desc' }), 'Split,Brest');
  equal(await names({ or: [{ name: 'Brest' }, { 'people[gt]': 159 }] }), 'Brest,Split');
  equal(await names({ 'name[]': ['Brest', 'Split'] }), 'Brest,Split');
  const first = await list({ itemsPerPage: 1 });
  deepEqual([first['total'], first['next']], [2, { query: { itemsPerPage: '1', page: '2' } }]);
  equal(await names((first['next'] as { query: object }).query), 'Split');
});

test('errors are problem documents', async () => {
  const client = await connectClient(createHarbour());
  const invalid = await callTool(client, 'create_city', { body: { id: 'x' } });
  equal(invalid.isError, true);
  deepEqual([invalid.content['type'], invalid.content['status']], ['/problems/validation', 422]);
  const missing = await callTool(client, 'get_city', { id: 9 });
  deepEqual([missing.isError, missing.content['detail']], [true, 'There is no City "9"']);
  const misplaced = await callTool(client, 'create_city', { name: 'Bari' });
  match(String(misplaced.content['detail']), /Unknown argument "name".*"body"/);
  const result = await client.callTool({ name: 'get_city', arguments: {} });
  deepEqual(JSON.parse((result.content as { text: string }[])[0]!.text), result.structuredContent);
  await rejects(client.callTool({ name: 'drop_city', arguments: {} }), { message: /Unknown tool "drop_city"/ });
});

test('the host and each resource select their tools', async () => {
  const names = async (config: Parameters<typeof createHarbour>[0]) => {
    const client = await connectClient(createHarbour(config));
    return (await client.listTools()).tools.map(({ name }) => name).join(' ');
  };
  equal(await names({ mcp: { readOnly: true } }), 'export_cities list_cities get_city');
  const two = [cities(), cities('ports', { mcp: false }), cities('lakes', { mcp: { operations: ['list', 'greet'] } })];
  const all = 'export_cities greet_city list_cities create_city get_city replace_city update_city delete_city';
  equal(await names({ mcp: true, resources: two }), `${all} greet_lake list_lakes`);
  const { mcp: _, ...without } = { mcp: undefined };
  const one = [cities(), cities('lakes', { mcp: { readOnly: true } })];
  equal(await names({ ...without, mcp: undefined as never, resources: one }), 'export_lakes list_lakes get_lake');
});

test('names of tools are unique, also beside those of the three finders', async () => {
  const routes = ['call', 'list_cities'].map((name) => route(name, `GET /${name}`, { handle: () => name }));
  const client = await connectClient(
    createHarbour({ routes, mcp: { routes: { call: 'Calls', list_cities: 'Lists' } } }),
  );
  const { tools } = await client.listTools();
  deepEqual(
    tools.slice(-2).map(({ name }) => name),
    ['call_2', 'list_cities_2'],
  );
  equal((await callTool(client, 'call_2')).content['body'], 'call');
});

test('a result larger than the limit is an error that states the limit', async () => {
  const large = route('large', 'GET /large', { handle: () => ({ text: 'x'.repeat(100_001) }) });
  const endless = route('endless', 'GET /endless', {
    handle: () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(999)) })),
  });
  const mcp = { routes: { large: 'Large', endless: 'Endless' } };
  const client = await connectClient(createHarbour({ routes: [large, endless], mcp }));
  for (const name of ['large', 'endless']) {
    const { isError, content } = await callTool(client, name);
    equal(isError, true);
    equal(content['detail'], 'The response is larger than 100000 bytes; request fewer items or fields');
  }
});
