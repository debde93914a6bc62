/** Rules of operations, evaluated with what is known: the head of the request, the item, or the body. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deny, memoryStore, resource, where } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { headerSecurity } from '../story/header-security.ts';

const Note = z.object({ id: z.int(), owner: z.string(), text: z.string(), team: z.int().nullable() });
const Team = z.object({ id: z.int(), boss: z.string() });
const NOTES = [
  { id: 1, owner: 'ada', text: 'one', team: 1 },
  { id: 2, owner: 'bob', text: 'two', team: 2 },
  { id: 3, owner: 'cy', text: 'three', team: null },
];
const TEAMS = [
  { id: 1, boss: 'ada' },
  { id: 2, boss: 'bob' },
];
type Input = {
  user: { id: string } | null;
  item: { owner: string } | null | undefined;
  body: { owner?: string; text?: string };
};

function createHost(access: object, more: object = {}) {
  return createTestHost({
    log: { level: 'none' },
    security: headerSecurity,
    resources: [
      resource('teams', Team, { id: 'id', access: { read: 'public', write: 'public' }, store: memoryStore(TEAMS) }),
      resource('notes', Note, {
        id: 'id',
        links: { team: { to: 'teams', as: 'id' } },
        allowCreate: true,
        store: memoryStore(NOTES),
        access,
        ...more,
      }),
    ],
  });
}

/** Sends requests of a user, and returns their statuses. */
async function statuses(access: object, user: string, lines: readonly string[], more?: object): Promise<number[]> {
  const { send } = createHost(access, more);
  const found: number[] = [];
  for (const line of lines) found.push((await request(send, line, user)).status);
  return found;
}

type Send = ReturnType<typeof createTestHost>['send'];

/** @param line a method, a path and optionally a body */
async function request(send: Send, line: string, user: string): Promise<Response> {
  const [method, path, ...body] = line.split(' ');
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const headers = { ...(user === '' ? {} : { 'X-User': user }), 'Content-Type': type };
  return send(`${method} /api/notes${path}`, body.length === 0 ? { headers } : { headers, body: body.join(' ') });
}

const BODY = '{"id":9,"owner":"ada","text":"new","team":null}';
const ALL = [
  'GET ',
  'GET /2',
  `POST  ${BODY}`,
  `PUT /2 ${BODY.replace('9', '2')}`,
  'PATCH /1 {"text":"x"}',
  'DELETE /3',
];

describe('keywords', () => {
  test('a public rule grants access to all clients', async () =>
    assert.deepEqual(await statuses({ read: 'public', write: 'public' }, '', ALL), [200, 200, 201, 200, 200, 204]));
  test('a rule for users gives others 401, and users without the role 403', async () => {
    const access = { read: 'user', write: ['user', 'role:editor'] };
    assert.deepEqual(await statuses(access, '', ALL), [401, 401, 401, 401, 401, 401]);
    assert.deepEqual(await statuses(access, 'ada', ALL), [200, 200, 403, 403, 403, 403]);
    assert.deepEqual(await statuses(access, 'ada:editor', ALL), [200, 200, 201, 200, 200, 204]);
  });
  test('hide gives 404 instead', async () => {
    assert.deepEqual(
      await statuses({ read: 'user', write: 'role:editor', hide: true }, '', ALL),
      [404, 404, 404, 404, 404, 404],
    );
    assert.deepEqual(
      await statuses({ read: 'user', write: 'never', hide: true }, 'ada', ALL),
      [200, 200, 404, 404, 404, 404],
    );
  });
});

describe('rules that read the item', () => {
  const isOwner = ({ user, item }: Input): boolean => item === null || item?.owner === user?.id;
  const lines = [
    'GET /1',
    'GET /2',
    'PATCH /1 {"text":"x"}',
    'PATCH /2 {"text":"x"}',
    `PUT /2 ${BODY}`,
    'DELETE /2',
    'DELETE /1',
    'GET /7',
    'DELETE /7',
  ];
  test('give 403 for items of others, and 404 for missing items', async () => {
    const access = { list: 'public', get: 'public', write: isOwner };
    assert.deepEqual(await statuses(access, 'ada', lines), [200, 200, 200, 403, 403, 403, 204, 404, 404]);
  });
  test('of GET also hide the item from other operations', async () => {
    const access = { list: 'public', get: isOwner, write: 'public' };
    assert.deepEqual(await statuses(access, 'ada', lines), [200, 403, 200, 404, 404, 404, 204, 404, 404]);
  });
  test('give 404 with the text for a missing item if the denial hides it', async () => {
    const { send } = createHost({
      list: 'public',
      get: ({ item }: Input) => item?.owner === 'ada' || deny('secret', { hide: true }),
      write: 'never',
    });
    const hidden = await request(send, 'GET /2', 'ada');
    const missing = await request(send, 'GET /7', 'ada');
    assert.deepEqual([hidden.status, missing.status], [404, 404]);
    const text = await hidden.text();
    assert.equal(text.replaceAll('2', '7'), await missing.text());
    assert.ok(!text.includes('secret'));
  });
  test('give the reason of the denial', async () => {
    const { send } = createHost({
      read: 'public',
      write: ({ item }: Input) => item?.owner === 'ada' || deny('Only Ada may'),
    });
    const response = await request(send, 'DELETE /2', 'ada');
    assert.equal(response.status, 403);
    assert.equal(((await response.json()) as { detail: string }).detail, 'Only Ada may');
  });
  test('receive null for a PUT that creates', async () => {
    const seen: unknown[] = [];
    const access = { read: 'public', write: ({ item }: Input) => seen.push(item) > 0 };
    assert.deepEqual(await statuses(access, 'ada', [`PUT /9 ${BODY}`]), [201]);
    assert.equal(seen.at(-1), null);
  });
  test('may be combined: all parts must grant access', async () => {
    const access = { read: 'public', write: ['user', isOwner, ({ item }: Input) => item?.owner !== 'bob'] };
    assert.deepEqual(await statuses(access, 'bob', ['PATCH /2 {"text":"x"}', 'PATCH /1 {"text":"x"}']), [403, 403]);
    assert.deepEqual(await statuses(access, 'ada', ['PATCH /1 {"text":"x"}']), [200]);
    assert.deepEqual(await statuses(access, '', ['PATCH /1 {"text":"x"}']), [401]);
  });
});

describe('rules that read the body', () => {
  const creates = ({ user, body }: Input): boolean => body.owner === user?.id;
  test('are evaluated after validation', async () => {
    const access = { read: 'public', write: creates };
    const lines = [
      `POST  ${BODY}`,
      `POST  ${BODY.replace('ada', 'bob')}`,
      'POST  {}',
      'PATCH /1 {"text":"x"}',
      'PATCH /1 {"owner":"bob"}',
      'PATCH /2 {"text":"x"}',
    ];
    assert.deepEqual(await statuses(access, 'ada', lines), [201, 403, 422, 200, 403, 403]);
  });
  test('may also read the item', async () => {
    const access = { read: 'public', write: ({ item, body }: Input) => item?.owner === 'ada' && body.text !== 'bad' };
    assert.deepEqual(
      await statuses(access, 'ada', ['PATCH /1 {"text":"x"}', 'PATCH /1 {"text":"bad"}', 'PATCH /2 {"text":"x"}']),
      [200, 403, 403],
    );
  });
  test('may return a filter for the rows that may be written', async () => {
    const access = { read: 'public', write: ({ body }: Input) => body.text !== 'bad' && where({ owner: 'ada' }) };
    assert.deepEqual(
      await statuses(access, 'ada', [
        'PATCH /1 {"text":"x"}',
        'PATCH /1 {"text":"bad"}',
        'PATCH /2 {"text":"x"}',
        `POST  ${BODY}`,
        `POST  ${BODY.replace('ada', 'bob')}`,
      ]),
      [200, 403, 403, 201, 403],
    );
  });
});

describe('rules that return filters', () => {
  const owned = ({ user }: Input): object => where({ owner: user?.id ?? '' });
  test('of reading: other items do not exist for any operation', async () => {
    const access = { read: owned, write: 'user' };
    assert.deepEqual(
      await statuses(access, 'ada', [
        'GET /1',
        'GET /2',
        'PATCH /2 {"text":"x"}',
        'DELETE /2',
        `PUT /2 ${BODY.replace('9', '2')}`,
        'PATCH /1 {"owner":"bob"}',
        'DELETE /1',
      ]),
      [200, 404, 404, 404, 404, 403, 204],
    );
    const { send } = createHost(access);
    const list = (await (await request(send, 'GET ', 'bob')).json()) as { id: number }[];
    assert.deepEqual(
      list.map(({ id }) => id),
      [2],
    );
  });
  test('of writing: other items are refused', async () => {
    const access = { read: 'public', write: owned };
    assert.deepEqual(
      await statuses(access, 'ada', [
        'GET /2',
        'PATCH /2 {"text":"x"}',
        'DELETE /2',
        'PATCH /1 {"text":"x"}',
        'PATCH /1 {"owner":"bob"}',
        `POST  ${BODY}`,
        `POST  ${BODY.replace('ada', 'bob')}`,
        'DELETE /1',
      ]),
      [200, 403, 403, 200, 403, 201, 403, 204],
    );
  });
  test('through links are evaluated with the linked items', async () => {
    const boss = ({ user }: Input): object => where({ 'team.boss': user?.id ?? '' });
    assert.deepEqual(
      await statuses({ read: 'public', write: boss }, 'ada', [
        'PATCH /1 {"text":"x"}',
        'PATCH /2 {"text":"x"}',
        'PATCH /3 {"text":"x"}',
        'PATCH /1 {"team":2}',
      ]),
      [200, 403, 403, 403],
    );
    assert.deepEqual(
      await statuses({ read: boss, write: 'public' }, 'bob', ['GET /2', 'GET /1', 'DELETE /1', 'DELETE /2']),
      [200, 404, 404, 204],
    );
  });
  test('of several parts: all must match', async () => {
    const access = {
      read: [owned, () => where({ text: 'one' })],
      write: [owned, ({ item }: Input) => item?.owner === 'ada' && where({ text: 'one' })],
    };
    assert.deepEqual(
      await statuses(access, 'ada', ['GET /1', 'PATCH /1 {"team":null}', 'PATCH /1 {"text":"x"}', 'DELETE /1']),
      [200, 200, 403, 204],
    );
    assert.deepEqual(await statuses(access, 'bob', ['GET /2']), [404]);
  });
  test('that need the item hide it', async () => {
    const access = {
      get: ({ item }: Input) => item !== undefined && where({ owner: 'ada' }),
      list: 'public',
      write: 'public',
    };
    assert.deepEqual(
      await statuses(access, 'ada', ['GET /1', 'PATCH /2 {"text":"x"}', 'DELETE /2', 'DELETE /1']),
      [200, 404, 404, 204],
    );
  });
  test('a rule for reading that denies access does not deny writing', async () =>
    assert.deepEqual(
      await statuses({ read: () => false, write: 'public' }, 'ada', ['GET /1', 'PATCH /1 {"text":"x"}', 'DELETE /1']),
      [403, 200, 204],
    ));
});

test('rules may return promises', async () => {
  const slow = async ({ user }: Input): Promise<object> => Promise.resolve(where({ owner: user?.id ?? '' }));
  assert.deepEqual(
    await statuses({ read: [slow, async () => Promise.resolve(true)], write: slow }, 'ada', [
      'GET ',
      'GET /1',
      'GET /2',
      'PATCH /2 {"text":"x"}',
      'DELETE /1',
    ]),
    [200, 200, 404, 404, 204],
  );
});

test('a custom operation has its own rule or that for writing', async () => {
  const custom = {
    publish: { line: 'POST /{id}/publish', handle: () => undefined },
    open: { line: 'POST /{id}/open', access: 'public', handle: () => undefined },
    stats: { line: 'GET /stats', handle: () => ({ a: 1 }) },
    checked: {
      line: 'POST /{id}/checked',
      access: ({ item }: Input) => item?.owner === 'ada',
      handle: () => undefined,
    },
  };
  assert.deepEqual(
    await statuses(
      { read: 'public', write: 'role:editor' },
      'ada',
      ['POST /1/publish', 'POST /1/open', 'GET /stats', 'POST /1/checked', 'POST /2/checked'],
      { custom },
    ),
    [403, 204, 200, 204, 403],
  );
});
