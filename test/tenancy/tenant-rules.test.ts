import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_TENANTS, defineHost, filter, memoryStore, resource } from 'oriel-host';
import type { HostConfig, HostConfigError, TenantFunction } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { until } from '../safety/support/recorded-host.ts';
import { headerSecurity } from '../story/header-security.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const Note = z.object({ id: z.string(), tenant: z.string(), title: z.string() });
const ROWS = [
  { id: 'a1', tenant: 'a', title: 'text-of-a' },
  { id: 'b1', tenant: 'b', title: 'text-of-b' },
];
const access = { read: 'public', write: 'public' } as const;

/** The tenant is the part of the user's id after `@`: `ada@a`. */
const tenant: TenantFunction = ({ user }) => (user?.id === 'root' ? ALL_TENANTS : user?.id.split('@')[1]);

function createHost(options: object = {}, api: HostConfig['api'] = { tenant }) {
  const notes = resource('notes', Note, { id: 'id', access, allowCreate: true, store: memoryStore(ROWS), ...options });
  return createCheckedHost({
    resources: [notes],
    api: { formats: ALL_FORMATS, ...api },
    security: headerSecurity,
    log: false,
  });
}

const as = (user: string, body?: object) => ({
  headers: { 'X-User': user, ...(body && { 'Content-Type': 'application/json' }) },
  ...(body && { body: JSON.stringify(body) }),
});

function findIssues(config: HostConfig): readonly string[] {
  try {
    defineHost({ log: false, ...config });
    return [];
  } catch (error) {
    return (error as HostConfigError).issues.map(({ code, place }) => `${code} ${place}`);
  }
}

test('a resource without the tenant field is a configuration error unless it is global', () => {
  const Plain = z.object({ id: z.string(), org: z.string(), tags: z.array(z.string()) });
  const declare = (options: object) =>
    findIssues({
      api: { tenant },
      resources: [resource('plain', Plain, { id: 'id', store: memoryStore(), ...options })],
    });
  deepEqual(declare({}), ['ORIEL_RESOURCE_TENANT resources[0] "plain".tenant']);
  deepEqual(declare({ tenant: 'none' }), ['ORIEL_RESOURCE_TENANT resources[0] "plain".tenant']);
  deepEqual(declare({ tenant: 'tags' }), ['ORIEL_RESOURCE_TENANT resources[0] "plain".tenant']);
  deepEqual(declare({ tenant: 'org', global: true }), ['ORIEL_RESOURCE_TENANT resources[0] "plain".global']);
  deepEqual(declare({ global: 'yes' }), [
    'ORIEL_CONFIG_CHOICE resources[0] "plain".global',
    'ORIEL_RESOURCE_TENANT resources[0] "plain".tenant',
  ]);
  deepEqual(declare({ tenant: 'org' }), []);
  deepEqual(declare({ global: true }), []);
  deepEqual(declare({ tenant: 'org', cache: { public: true } }), [
    'ORIEL_ACCESS_CACHE resources[0] "plain".cache.public',
  ]);
  deepEqual(declare({ tenant: 'org', operations: { get: { cache: { sharedMaxAge: 1000 } } } }), [
    'ORIEL_ACCESS_CACHE resources[0] "plain".operations.get.cache.sharedMaxAge',
  ]);
});

test('a tenant field without api.tenant is a configuration error, because nothing would limit the rows', () => {
  const notes = resource('notes', Note, { id: 'id', tenant: 'tenant', store: memoryStore() });
  deepEqual(findIssues({ resources: [notes] }), ['ORIEL_RESOURCE_TENANT resources[0] "notes".tenant']);
});

test('an invalid api.tenant is a configuration error', () => {
  const notes = resource('notes', Note, { id: 'id', store: memoryStore() });
  const declare = (value: unknown) => findIssues({ api: { tenant: value as never }, resources: [notes] });
  deepEqual(declare('tenant'), ['ORIEL_API_TENANT api.tenant']);
  deepEqual(declare({ field: 'tenant' }), ['ORIEL_API_TENANT api.tenant.value']);
  deepEqual(declare({ field: '', value: tenant })[0], 'ORIEL_API_TENANT api.tenant.field');
  deepEqual(declare({ field: 'tenant', value: tenant, values: 1 }), ['ORIEL_CONFIG_KEY api.tenant.values']);
  deepEqual(declare({ field: 'title', value: tenant }), []);
});

test('an order through a link to tenants is a configuration error if the store does not limit links', () => {
  const Task = Note.extend({ note: z.string() });
  const store = { list: () => ({ items: [] }), get: () => null };
  const tasks = resource('tasks', Task, {
    id: 'id',
    links: { note: 'notes' },
    filters: { order: filter.order(['note.title']) } as never,
    store: store as never,
  });
  const notes = resource('notes', Note, { id: 'id', store: memoryStore() });
  deepEqual(findIssues({ api: { tenant }, resources: [tasks, notes] }), [
    'ORIEL_ACCESS_ORDER resources[0] "tasks".filters.order',
  ]);
});

test('a request without a tenant is denied, with 401 for an anonymous client and 403 for a user', async () => {
  const { send } = createHost();
  for (const line of ['GET /api/notes', 'GET /api/notes/a1', 'DELETE /api/notes/a1']) {
    equal((await send(line)).status, 401, line);
    equal((await send(line, as('ada'))).status, 403, line);
    equal((await send(line, as('ada@'))).status, 403, line);
  }
  const body = { id: 'x', title: 'new', tenant: 'a' };
  equal((await send('POST /api/notes', as('ada', body))).status, 403);
});

test('a global resource needs no tenant, and its responses stay public', async () => {
  let calls = 0;
  const { send } = createHost(
    { global: true, cache: { public: true, maxAge: '1 min' } },
    { tenant: () => void calls++ },
  );
  const response = await send('GET /api/notes');
  equal(response.status, 200);
  equal(response.headers.get('Cache-Control'), 'max-age=60, public');
  equal(calls, 0);
});

test('ALL_TENANTS reaches the rows of all tenants, and writes need the tenant', async () => {
  const { send } = createHost();
  equal(((await (await send('GET /api/notes', as('root'))).json()) as object[]).length, 2);
  equal((await send('POST /api/notes', as('root', { id: 'x', title: 'x' }))).status, 422);
  equal((await send('POST /api/notes', as('root', { id: 'x', title: 'x', tenant: 'b' }))).status, 201);
  equal((await send('GET /api/notes/x', as('ada@a'))).status, 404);
  equal((await send('GET /api/notes/x', as('ada@b'))).status, 200);
});

test('a user of all tenants writes no item without a tenant', async () => {
  const Create = Note.omit({ tenant: true });
  for (const create of [Create, Create.extend({ tenant: z.string().optional() })]) {
    const { send } = createHost({ input: { create }, bulk: { max: 5 } });
    const getPointers = async (line: string, body: object) => {
      const response = await send(line, as('root', body));
      const { errors = [] } = (await response.json()) as { errors?: { pointer: string }[] };
      return [response.status, ...errors.map(({ pointer }) => pointer)];
    };
    deepEqual(await getPointers('POST /api/notes', { id: 'x', title: 'x' }), [422, '/tenant']);
    deepEqual(await getPointers('POST /api/notes', [{ id: 'x', title: 'x' }]), [422, '/0/tenant']);
    deepEqual(await getPointers('PUT /api/notes/x', { id: 'x', title: 'x' }), [422, '/tenant']);
    // PUT keeps members that its schema does not accept.
    deepEqual(
      await getPointers('PUT /api/notes/a1', { id: 'a1', title: 'y' }),
      create === Create ? [200] : [422, '/tenant'],
    );
    equal(((await (await send('GET /api/notes', as('root'))).json()) as object[]).length, 2);
    equal((await send('POST /api/notes', as('ada@a', { id: 'x', title: 'x' }))).status, 201);
  }
});

test('a user of all tenants needs no tenant where the path, a default, a function or the identifier has it', async () => {
  const Create = Note.omit({ tenant: true });
  const getStatus = async (options: object, path = '/api/notes') =>
    (await createHost(options).send(`POST ${path}`, as('root', { id: 'x', title: 'x' }))).status;
  equal(await getStatus({ input: { create: Create }, defaults: { tenant: () => 'b' } }), 201);
  equal(await getStatus({ input: { create: Create }, process: { create: () => ROWS[0] } }), 201);
  const below = { path: '/tenants/{tenant}/notes', parent: { tenant: 'tenant' } };
  equal(await getStatus({ input: { create: Create }, ...below }, '/api/tenants/a/notes'), 201);
  equal(await getStatus({ input: { create: Create.extend({ tenant: z.string().default('b') }) }, tenant: 'id' }), 201);
});

test('a new item gets the tenant, and a body with another tenant is rejected with 422', async () => {
  const { send } = createHost();
  const created = await send('POST /api/notes', as('ada@a', { id: 'x', title: 'x' }));
  deepEqual(await created.json(), { id: 'x', tenant: 'a', title: 'x' });
  equal((await send('PUT /api/notes/x', as('ada@a', { id: 'x', title: 'y', tenant: 'a' }))).status, 200);
  for (const line of ['POST /api/notes', 'PUT /api/notes/x']) {
    const refused = await send(line, as('ada@a', { id: 'x', title: 'x', tenant: 'b' }));
    equal(refused.status, 422);
    deepEqual(((await refused.json()) as { errors: unknown }).errors, [
      { pointer: '/tenant', detail: 'Must match your tenant or be omitted', code: 'tenant_differs' },
    ]);
  }
});

test('an identifier of another tenant is a conflict that does not reveal the row', async () => {
  const { send } = createHost();
  for (const line of ['POST /api/notes', 'PUT /api/notes/b1']) {
    const refused = await send(line, as('ada@a', { id: 'b1', title: 'mine' }));
    equal(refused.status, 409, line);
    ok(!(await refused.text()).includes('text-of-b'));
  }
  equal(((await (await send('GET /api/notes/b1', as('bob@b'))).json()) as { title: string }).title, 'text-of-b');
});

test('PUT calls no function for an item of another tenant', async () => {
  let calls = 0;
  const { send } = createHost({
    provide: { get: ({ id }: { id: string }) => ROWS.find((row) => row.id === id) },
    process: { replace: () => void calls++ },
  });
  equal((await send('PUT /api/notes/b1', as('ada@a', { id: 'b1', title: 'mine' }))).status, 404);
  equal(calls, 0);
});

test('api.tenant is called once per request and may return a promise', async () => {
  let calls = 0;
  const { send } = createHost({}, { tenant: async ({ user }) => (calls++, user?.id.split('@')[1]) });
  equal(((await (await send('GET /api/notes.jsonapi', as('ada@b'))).json()) as { data: object[] }).data.length, 1);
  equal(calls, 1);
});

test('a tenant of the wrong type is an error, not a comparison', async () => {
  for (const value of [7, Number.NaN, true, { id: 'a' }, Symbol('x')]) {
    const { send } = createHost({}, { tenant: () => value as never });
    equal((await send('GET /api/notes')).status, 500, String(value));
  }
});

test('responses that depend on the tenant are private, also without security', async () => {
  const notes = resource('notes', Note, { id: 'id', store: memoryStore(ROWS), cache: { maxAge: '1 min' } });
  const api = { tenant: (({ headers }) => headers.get('x-tenant')) as TenantFunction, cache: { vary: ['X-Tenant'] } };
  const { send } = createCheckedHost({ resources: [notes], api, log: false });
  const response = await send('GET /api/notes', { headers: { 'X-Tenant': 'a' } });
  equal(response.headers.get('Cache-Control'), 'max-age=60, private');
  equal((await send('GET /api/notes')).status, 403);
  equal(((await response.json()) as object[]).length, 1);
});

test('a page of provide.list with a row of another tenant is an error, and the result of other functions too', async () => {
  const all = { items: ROWS, total: 2 };
  const { send } = createHost({
    provide: { list: () => all, get: ({ id }: { id: string }) => ROWS.find((row) => row.id === id) },
    process: { create: () => ROWS[1], patch: () => ROWS[1] },
    custom: { other: { line: 'POST /other', handle: () => ROWS[1] } },
  });
  const requests: [string, object | undefined][] = [
    ['GET /api/notes', undefined],
    ['POST /api/notes', { id: 'x', title: 'x' }],
    ['POST /api/notes/other', undefined],
  ];
  for (const [line, body] of requests) {
    const response = await send(line, as('ada@a', body));
    equal(response.status, 500, line);
    ok(!(await response.text()).includes('text-of-b'), line);
  }
});

test('an OpenAPI document has no rows, and the tenant is optional in bodies', async () => {
  const { send } = createHost();
  const text = await (await send('GET /api/docs.json')).text();
  ok(!/text-of/.test(text));
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, { required?: string[] }> } };
  const bodies = Object.entries(components.schemas).filter(([name]) => /create|replace|input|body/i.test(name));
  ok(bodies.length > 0, Object.keys(components.schemas).join());
  for (const [name, { required = [] }] of bodies) ok(!required.includes('tenant'), name);
});

test('the profile shows what limited the rows, and an ignored filter is a finding', async () => {
  const storage = new MemoryProfileStorage();
  const provide = {
    list: ({ query }: { query: { title?: string } }) => ({ items: query.title === 'all' ? ROWS : [ROWS[0]] }),
    get: () => ROWS[0],
  };
  const notes = resource('notes', Note, {
    id: 'id',
    access,
    filters: { title: filter.exact() },
    subresources: { '/titles/{title}/notes': { title: 'title' } },
    provide: provide as never,
  });
  const host = defineHost({
    resources: [notes],
    api: { tenant },
    security: headerSecurity,
    profiler: { storage },
    log: false,
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const recorded = async (path: string) => {
    const response = await fetch(`http://localhost:${port}${path}`, { headers: { 'X-User': 'ada@a' } });
    await response.arrayBuffer();
    const token = response.headers.get('x-debug-token')!;
    const { data } = await until(() => storage.read(token), path);
    const page = await fetch(`http://localhost:${port}/_profiler/${token}.md?panel=security`);
    return { status: response.status, data, text: await page.text() };
  };
  try {
    const narrowed = await recorded('/api/titles/text-of-a/notes');
    deepEqual(narrowed.data.run?.limits, [
      { by: 'path', condition: { title: 'text-of-a' } },
      { by: 'tenant', condition: { tenant: 'a' } },
    ]);
    match(narrowed.text, /Rows of the path.*text-of-a/);
    match(narrowed.text, /Rows of the tenant.*"tenant":"a"/);
    match(narrowed.text, /api\.tenant returned it/);
    equal(found(narrowed.data.findings), undefined);
    const ignored = await recorded('/api/notes?title=other');
    equal(ignored.status, 200);
    match(found(ignored.data.findings)!, /1 of 1 item does not match the filters of the query/);
    const path = await recorded('/api/titles/text-of-b/notes');
    equal(path.status, 500);
    match(found(path.data.findings)!, /1 of 1 item does not match the path/);
  } finally {
    await host.close();
  }
});

function found(findings: readonly { readonly code: string; readonly text: string }[]): string | undefined {
  return findings.find(({ code }) => code === 'ignored-filter')?.text;
}
