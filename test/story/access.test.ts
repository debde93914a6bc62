import { deepEqual, equal, match } from 'node:assert/strict';
import { deny, filter, memoryStore, resource, route, voter, where } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { headerSecurity } from './header-security.ts';
import { testTransports } from './test-transports.ts';
import type { Send } from './test-transports.ts';

const as = (user: string, more: Record<string, string> = {}) => ({ headers: { 'X-User': user, ...more } });
const json = (user: string | undefined, body: unknown, type = 'application/json') => ({
  headers: { 'Content-Type': type, ...(user === undefined ? {} : { 'X-User': user }) },
  body: JSON.stringify(body),
});
const merge = (user: string | undefined, body: unknown) => json(user, body, 'application/merge-patch+json');

const Note = z.object({
  id: z.int(),
  text: z.string(),
  owner: z.string(),
  stars: z.int().default(0),
  secret: z.string().default('none'),
});

const store = () =>
  memoryStore([
    { id: 1, text: 'one', owner: 'ada', stars: 1, secret: 's1' },
    { id: 2, text: 'two', owner: 'bob', stars: 2, secret: 's2' },
    { id: 3, text: 'three', owner: 'ada', stars: 3, secret: 's3' },
  ]);

type Access = NonNullable<Parameters<typeof resource<'notes', typeof Note, 'id'>>[2]['access']>;

const notes =
  (access: Access, more: object = {}) =>
  (): HostConfig => ({
    log: { level: 'none' },
    security: headerSecurity,
    resources: [
      resource('notes', Note, {
        id: 'id',
        access: { write: 'never', ...access },
        store: store(),
        filters: { owner: filter.exact(), order: filter.order(['id', 'text']) },
        ...more,
      }),
    ],
  });

const status = async (send: Send, line: string, sent?: Parameters<Send>[1]): Promise<number> =>
  (await send(line, sent)).status;

testTransports(
  'named rules grant access to all clients, authenticated users, a role or no one',
  notes({ read: 'public', write: 'role:editor', delete: 'never' }),
  async (send) => {
    equal(await status(send, 'GET /api/notes/1'), 200);
    const body = { id: 9, text: 'x', owner: 'ada' };
    const anonymous = await send('POST /api/notes', json(undefined, body));
    equal(anonymous.status, 401);
    equal(((await anonymous.json()) as { detail: string }).detail, 'Authentication is required');
    equal(await status(send, 'POST /api/notes', json('ada', body)), 403);
    equal(await status(send, 'POST /api/notes', json('ada:editor', body)), 201);
    equal(await status(send, 'DELETE /api/notes/1', as('ada:editor,admin')), 403);
    equal(await status(send, 'GET /api/notes/1'), 200);
  },
);

testTransports(
  'rules without an item are evaluated before the item is read, so that denied users learn nothing about it',
  () => {
    let reads = 0;
    const provide = { get: () => (reads++, { id: 1, text: 't', owner: 'ada', stars: 0, secret: '' }) };
    const config = notes({ read: 'user' }, { store: undefined, provide })();
    return {
      ...config,
      routes: [route('reads', 'GET /reads', { handle: () => ({ reads }) })],
    };
  },
  async (send) => {
    equal(await status(send, 'GET /api/notes/1'), 401);
    deepEqual(await (await send('GET /reads')).json(), { reads: 0 });
    equal(await status(send, 'GET /api/notes/1', as('ada')), 200);
    deepEqual(await (await send('GET /reads')).json(), { reads: 1 });
  },
);

testTransports(
  'unknown routes, formats and query parameters are reported before authentication is required',
  notes({ read: 'user' }),
  async (send) => {
    equal(await status(send, 'GET /api/nothing'), 404);
    equal(await status(send, 'GET /api/notes', { headers: { Accept: 'image/png' } }), 406);
    equal(await status(send, 'GET /api/notes?titel=x'), 400);
    equal(await status(send, 'GET /api/notes?owner=ada'), 401);
  },
);

const onlyOwners = ({ user, previous }: { user: { id: string } | null; previous: { owner: string } }) =>
  previous.owner === user?.id || deny('Only the owner may delete a note');

testTransports(
  'a function decides by the item after it is read and gives the reason for a denial',
  notes({ read: 'public', write: 'user', delete: ['user', onlyOwners] }),
  async (send) => {
    equal(await status(send, 'DELETE /api/notes/1'), 401);
    equal(await status(send, 'DELETE /api/notes/77', as('bob')), 404);
    const other = await send('DELETE /api/notes/1', as('bob'));
    equal(other.status, 403);
    equal(((await other.json()) as { detail: string }).detail, 'Only the owner may delete a note');
    equal(await status(send, 'DELETE /api/notes/1', as('ada')), 204);
    equal(await status(send, 'DELETE /api/notes/1', as('ada')), 404);
  },
);

testTransports(
  'a denial by the item is reported before the body is validated and preconditions are evaluated',
  notes({ read: 'public', patch: ({ user, item }) => item.owner === user?.id }),
  async (send) => {
    const invalid = { headers: { ...merge('bob', 0).headers, 'If-Match': '"x"' }, body: JSON.stringify({ text: 7 }) };
    equal(await status(send, 'PATCH /api/notes/1', invalid), 403);
    equal(
      await status(send, 'PATCH /api/notes/1', { ...invalid, headers: { ...invalid.headers, 'X-User': 'ada' } }),
      412,
    );
    equal(await status(send, 'PATCH /api/notes/1', merge('ada', { text: 7 })), 422);
    equal(await status(send, 'PATCH /api/notes/1', merge('ada', { text: 'new' })), 200);
  },
);

testTransports(
  'an asynchronous function decides by the validated body before anything is written',
  notes({
    read: 'public',
    create: [
      'user',
      async ({ body, user }) => (await Promise.resolve(body.owner === user?.id)) || deny('Write in your own name'),
    ],
    patch: ({ next, previous, user }) => user !== null && next.stars <= previous.stars + 1,
  }),
  async (send) => {
    equal(await status(send, 'POST /api/notes', json(undefined, { text: 7 })), 401);
    equal(await status(send, 'POST /api/notes', json('bob', { id: 4, text: 7, owner: 'ada' })), 422);
    const other = await send('POST /api/notes', json('bob', { id: 4, text: 'x', owner: 'ada' }));
    equal(other.status, 403);
    match(await other.text(), /Write in your own name/);
    equal(await status(send, 'GET /api/notes/4'), 404);
    equal(await status(send, 'POST /api/notes', json('bob', { id: 4, text: 'x', owner: 'bob' })), 201);
    equal(await status(send, 'PATCH /api/notes/1', merge('bob', { stars: 5 })), 403);
    equal(await status(send, 'PATCH /api/notes/1', merge('bob', { stars: 2 })), 200);
  },
);

testTransports(
  'a hidden item gets the same 404 response as a missing one',
  notes({ hide: true, read: 'role:auditor', write: ({ item }) => item?.owner === 'ada' || deny('no', { hide: true }) }),
  async (send) => {
    const hidden = await send('GET /api/notes/1', as('ada'));
    const missing = await send('GET /api/notes/99', as('ada'));
    equal(missing.status, 404);
    equal(hidden.status, 404);
    equal((await hidden.text()).replaceAll('1', '99'), await missing.text());
    equal(await status(send, 'GET /api/notes/1'), 404);
    equal(await status(send, 'GET /api/notes/1', as('eve:auditor')), 200);
    equal(await status(send, 'DELETE /api/notes/2', as('ada')), 404);
    equal(await status(send, 'DELETE /api/notes/1', as('ada')), 204);
  },
);

const ownRows = ({ user }: { user: { id: string } | null }) => user !== null && where({ owner: user.id });

testTransports(
  'a rule that returns a filter applies to lists, counts, items and changes',
  notes({ read: ownRows, write: 'user' }),
  async (send) => {
    equal(await status(send, 'GET /api/notes'), 401);
    const list = await send('GET /api/notes', as('ada'));
    equal(list.headers.get('X-Total-Count'), '2');
    deepEqual(
      ((await list.json()) as { id: number }[]).map(({ id }) => id),
      [1, 3],
    );
    deepEqual(await (await send('GET /api/notes?owner=bob', as('ada'))).json(), []);
    const first = await send('GET /api/notes?itemsPerPage=1', as('ada'));
    match(first.headers.get('Link')!, /page=2>; rel="last"/);
    equal(await status(send, 'GET /api/notes/2', as('ada')), 404);
    equal(await status(send, 'PATCH /api/notes/2', merge('ada', { text: 'mine' })), 404);
    equal(await status(send, 'DELETE /api/notes/2', as('ada')), 404);
    equal(await status(send, 'PATCH /api/notes/1', merge('ada', { text: 'mine' })), 200);
    equal(await status(send, 'PATCH /api/notes/1', merge('ada', { owner: 'bob' })), 403);
    equal(await status(send, 'POST /api/notes', json('ada', { id: 8, text: 'x', owner: 'bob' })), 403);
    equal(await status(send, 'POST /api/notes', json('ada', { id: 8, text: 'x', owner: 'ada' })), 201);
    equal(await status(send, 'GET /api/notes/2', as('bob')), 200);
  },
);

testTransports(
  'bulk operations evaluate the rules for each item',
  notes({ read: ownRows, write: 'user', create: ({ body }) => body.stars < 3 }, { bulk: { max: 5 } }),
  async (send) => {
    const two = [
      { id: 1, text: 'a' },
      { id: 2, text: 'b' },
    ];
    equal(await status(send, 'PATCH /api/notes', merge('ada', two)), 415);
    equal(await status(send, 'PATCH /api/notes', json('ada', two)), 422);
    equal(((await (await send('GET /api/notes/1', as('ada'))).json()) as { text: string }).text, 'one');
    const mine = [
      { id: 1, text: 'a' },
      { id: 3, text: 'c' },
    ];
    equal(await status(send, 'PATCH /api/notes', json('ada', mine)), 200);
    const created = [
      { id: 11, text: 'a', owner: 'ada', stars: 1 },
      { id: 12, text: 'b', owner: 'ada', stars: 7 },
    ];
    equal(await status(send, 'POST /api/notes', json('ada', created)), 403);
    equal(await status(send, 'GET /api/notes/11', as('ada')), 404);
    equal(await status(send, 'POST /api/notes', json('ada', created.slice(0, 1))), 201);
  },
);

testTransports(
  'a field that the user cannot read cannot be selected, filtered by or guessed, and writing a read-only field is a violation',
  notes(
    { read: 'public', write: 'user' },
    {
      fields: { secret: 'role:admin', stars: { write: 'role:admin' } },
      filters: { secret: filter.exact(), stars: filter.range(), order: filter.order(['secret']) },
    },
  ),
  async (send) => {
    const { headers } = await send('GET /api/notes/1');
    equal(headers.get('Vary')?.includes('Authorization'), true);
    equal('secret' in ((await (await send('GET /api/notes/1', as('ada'))).json()) as object), false);
    equal(((await (await send('GET /api/notes/1', as('root:admin'))).json()) as { secret: string }).secret, 's1');
    for (const query of ['secret=s1', 'order[secret]=asc', 'fields=secret', 'or[0][secret]=s1']) {
      const hidden = await send(`GET /api/notes?${query}`, as('ada'));
      const unknown = await send(`GET /api/notes?${query.replaceAll('secret', 'sekret')}`, as('ada'));
      equal(hidden.status, 400, query);
      equal((await hidden.text()).replaceAll('secret', 'sekret'), await unknown.text());
      equal(await status(send, `GET /api/notes?${query}`, as('root:admin')), 200);
    }
    const problem = (await (await send('PATCH /api/notes/1', merge('ada', { stars: 9 }))).json()) as {
      errors: object[];
    };
    deepEqual(problem.errors, [{ pointer: '/stars', detail: 'Cannot be written', code: 'read_only' }]);
    equal(await status(send, 'PATCH /api/notes/1', merge('ada', { stars: 1, text: 'x' })), 200);
    equal(await status(send, 'PATCH /api/notes/1', merge('ada', { stars: null })), 422);
    equal(await status(send, 'PATCH /api/notes/1', merge('root:admin', { stars: 9 })), 200);
    equal(await status(send, 'PUT /api/notes/1', json('ada', { id: 1, text: 'put', owner: 'ada' })), 200);
    const after = (await (await send('GET /api/notes/1', as('root:admin'))).json()) as object;
    deepEqual(after, { id: 1, text: 'put', owner: 'ada', stars: 9, secret: 's1' });
  },
);

const editors = voter('editors', ['publish'], ({ user }) => user?.roles.includes('editor') || undefined);
const owners = voter<{ owner: string }>(
  'owners',
  (attribute) => attribute === 'publish',
  async ({ user, subject }) => subject.owner === user?.id,
);

testTransports(
  'one vote to allow is enough',
  () => ({
    ...notes({ read: 'public', patch: 'attribute:publish' })(),
    security: { ...headerSecurity, voters: [editors, owners] },
  }),
  async (send) => {
    const statuses: number[] = [];
    for (const user of ['bob', 'ada', 'bob:editor', 'ada:editor'])
      statuses.push(await status(send, 'PATCH /api/notes/1', merge(user, { text: user })));
    deepEqual(statuses, [403, 200, 200, 200]);
  },
);

testTransports(
  'plain routes have access rules, and application functions can call the voters',
  {
    log: { level: 'none' },
    security: { ...headerSecurity, voters: [owners], roles: { admin: ['editor'], editor: [] } },
    routes: [
      route('desk', 'GET /desk', { access: 'role:editor', handle: ({ user }) => ({ id: user?.id }) }),
      route('post', 'POST /messages', {
        body: z.object({ loud: z.boolean() }),
        access: ['user', ({ body }) => (body as { loud: boolean }).loud === false],
        handle: () => ({ sent: true }),
      }),
    ],
  },
  async (send) => {
    equal(await status(send, 'GET /desk'), 401);
    equal(await status(send, 'GET /desk', as('ada')), 403);
    equal(await status(send, 'GET /desk', as('root:admin')), 200);
    equal(await status(send, 'POST /messages', json(undefined, { loud: 1 })), 401);
    equal(await status(send, 'POST /messages', json('ada', { loud: 1 })), 422);
    equal(await status(send, 'POST /messages', json('ada', { loud: true })), 403);
    equal(await status(send, 'POST /messages', json('ada', { loud: false })), 200);
  },
);

testTransports(
  'responses to writes do not reveal whether a client guessed an unreadable value',
  notes({ read: 'public', write: 'user' }, { fields: { secret: { read: 'role:admin', write: 'role:admin' } } }),
  async (send) => {
    const right = await send('PATCH /api/notes/1', merge('ada', { secret: 's1' }));
    const wrong = await send('PATCH /api/notes/1', merge('ada', { secret: 's2' }));
    const unknown = await send('PATCH /api/notes/1', merge('ada', { sekret: 's1' }));
    equal(right.status, 422);
    const text = await right.text();
    equal(text, await wrong.text());
    equal(text.replaceAll('secret', 'sekret'), await unknown.text());
    equal(await status(send, 'PATCH /api/notes/1', merge('root:admin', { secret: 's3' })), 200);
  },
);

testTransports(
  'a write that would move an item outside the row filter of its user is rejected',
  notes({ read: () => ({ op: 'lte', field: 'stars', value: 3 }), write: 'user' }),
  async (send) => {
    equal(await status(send, 'PATCH /api/notes/1', merge('ada', { stars: 4 })), 403);
    equal(await status(send, 'PUT /api/notes/1', json('ada', { id: 1, text: 'x', owner: 'ada', stars: 9 })), 403);
    equal(await status(send, 'POST /api/notes', json('ada', { id: 9, text: 'x', owner: 'ada', stars: 9 })), 403);
    equal(await status(send, 'GET /api/notes/9', as('ada')), 404);
    equal(await status(send, 'PATCH /api/notes/1', merge('ada', { stars: 3 })), 200);
    equal(await status(send, 'POST /api/notes', json('ada', { id: 9, text: 'x', owner: 'ada', stars: 2 })), 201);
  },
);
