import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { deny } from 'oriel-host';
import { headerSecurity } from '../story/header-security.ts';
import { cities, createHarbour } from './harbour.ts';
import { callTool, connectClient } from './mcp-client.ts';

// Each resource has eight operations.
const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => cities(`sort${String.fromCharCode(97 + (index % 26))}${index}s`, more));

test('a host with 200 resources lists three tools in at most 2,000 tokens', async () => {
  const client = await connectClient(createHarbour({ resources: [...many(199), cities()] }));
  const listed = await client.listTools();
  deepEqual(
    listed.tools.map(({ name }) => name),
    ['find_operation', 'describe', 'call'],
  );
  // A token is about four characters of JSON.
  const tokens = JSON.stringify(listed).length / 4;
  ok(tokens <= 2_000, `${tokens} tokens`);
  deepEqual(
    listed.tools.map(({ annotations }) => annotations?.destructiveHint),
    [false, false, true],
  );
});

test('operations are found by words, described, and called', async () => {
  const client = await connectClient(createHarbour({ resources: [...many(30), cities()] }));
  const { content: found } = await callTool(client, 'find_operation', { words: 'create a city' });
  equal((found['operations'] as { name: string }[])[0]?.name, 'create_city');
  const { content: described } = await callTool(client, 'describe', { operation: 'create_city' });
  equal(described['request'], 'POST /api/cities');
  deepEqual((described['arguments'] as { required: unknown }).required, ['body']);
  const called = await callTool(client, 'call', {
    operation: 'create_city',
    arguments: { body: { id: 7, name: 'Bari' } },
  });
  equal(called.content['status'], 201);
  equal((await callTool(client, 'call', { operation: 'get_city', arguments: { id: 7 } })).content['status'], 200);
  const all = await callTool(client, 'find_operation', { words: '', skip: 240 });
  deepEqual([all.content['total'], (all.content['operations'] as object[]).length], [249, 9]);
});

test('the finders reject invalid arguments', async () => {
  const client = await connectClient(createHarbour());
  const detail = async (name: string, args: Record<string, unknown>) => {
    const { isError, content } = await callTool(client, name, args);
    ok(isError);
    return String(content['detail']);
  };
  match(await detail('find_operation', {}), /"words" must be a text/);
  match(await detail('find_operation', { words: 'a', skip: -1 }), /"skip" must be a whole number/);
  match(await detail('describe', { operation: 'nothing' }), /Unknown operation "nothing"/);
  match(await detail('call', { operation: 'get_city', arguments: [] }), /"arguments" must be an object/);
  match(await detail('call', { operation: { a: 1 } }), /Unknown operation/);
});

const onlyAda = ({ user }: { user: { id: string } | null }) => user?.id === 'ada' || deny('', { hide: true });

test('hidden operations are neither listed, found, described nor called for other users', async () => {
  const hidden = cities('secrets', { access: { read: onlyAda, write: onlyAda } });
  const host = createHarbour({
    resources: [cities('cities', { access: { write: 'public' } }), hidden],
    security: headerSecurity,
  });
  const ada = await connectClient(host, { headers: { 'X-User': 'ada' } });
  const bob = await connectClient(host, { headers: { 'X-User': 'bob' } });
  const names = async (client: typeof ada) => (await client.listTools()).tools.map(({ name }) => name);
  ok((await names(ada)).includes('list_secrets'));
  deepEqual(
    (await names(bob)).filter((name) => name.includes('secret')),
    [],
  );
  equal((await callTool(ada, 'list_secrets')).content['status'], 200);
  const getError = (name: string) => bob.callTool({ name, arguments: {} }).catch((error: Error) => error.message);
  equal(await getError('list_secrets'), 'Unknown tool "list_secrets"');
  equal(await getError('list_nothing'), 'Unknown tool "list_nothing"');
  const found = await callTool(bob, 'find_operation', { words: 'secrets' });
  equal(found.content['total'], 0);
  for (const name of ['describe', 'call']) {
    const refused = await callTool(bob, name, { operation: 'list_secrets' });
    equal(refused.content['detail'], 'Unknown operation "list_secrets"; find operations with find_operation');
  }
});

test('whether three tools are listed depends only on operations that the user may know', async () => {
  const host = createHarbour({
    resources: [
      cities('cities', { access: { write: 'public' } }),
      ...many(4, { access: { read: onlyAda, write: onlyAda } }),
    ],
    security: headerSecurity,
  });
  const count = async (user: string) => {
    const client = await connectClient(host, { headers: { 'X-User': user } });
    return (await client.listTools()).tools.length;
  };
  deepEqual([await count('ada'), await count('bob')], [3, 9]);
});
