import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse, reply, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';

const Public = z.object({
  id: z.int(),
  owner: z.object({ name: z.string() }),
  tags: z.array(z.object({ text: z.string() })),
});
const secret = {
  ...{ id: 1, password: 'p', owner: { name: 'Ada', token: 't' } },
  tags: [{ text: 'a', hidden: 1 }],
};
const shown = { id: 1, owner: { name: 'Ada' }, tags: [{ text: 'a' }] };
const wrong = { ...secret, owner: { name: 5, token: 't' } };
class Row {
  readonly id = secret.id;
  readonly password = secret.password;
  readonly owner = secret.owner;
  readonly tags = secret.tags;
}
const Cat = z.object({ kind: z.literal('cat'), lives: z.int() });
const Dog = z.object({ kind: z.literal('dog'), name: z.string() });

const values: Record<string, { schema: z.ZodType; value: unknown; sent?: unknown }> = {
  plain: { schema: Public, value: secret, sent: shown },
  row: { schema: Public, value: new Row(), sent: shown },
  list: { schema: z.array(Public), value: [secret, secret], sent: [shown, shown] },
  awaited: { schema: Public.refine(async () => true), value: secret, sent: shown },
  date: {
    schema: z.object({ at: z.iso.datetime() }),
    value: { at: new Date(0), more: 1 },
    sent: { at: '1970-01-01T00:00:00.000Z' },
  },
  union: {
    schema: z.discriminatedUnion('kind', [Cat, Dog]),
    value: { kind: 'cat', lives: 9, name: 'x' },
    sent: { kind: 'cat', lives: 9 },
  },
  loose: { schema: z.looseObject({ id: z.int() }), value: { id: 1, more: 2 }, sent: { id: 1, more: 2 } },
  record: {
    schema: z.record(z.string(), z.object({ n: z.int() })),
    value: { a: { n: 1, m: 2 } },
    sent: { a: { n: 1 } },
  },
  wrong: { schema: Public, value: wrong },
  missing: { schema: Public, value: { id: 1, tags: [] } },
  strict: { schema: z.strictObject({ id: z.int() }), value: { id: 1, more: 2 } },
};

function config(): HostConfig {
  return {
    routes: [
      ...Object.entries(values).map(([name, { schema, value }]) =>
        route(`reply-${name}`, `GET /replies/${name}`, {
          replies: { 200: schema },
          handle: () => reply(200, value as never),
        }),
      ),
      route('codec', 'GET /codec', {
        replies: { 200: z.object({ on: z.stringbool(), n: z.int().default(3) }), 404: z.object({ id: z.int() }) },
        handle: () => reply(200, { on: 'yes', more: 1 } as { on: string }),
      }),
      route('status', 'GET /status', {
        replies: { 200: z.object({}), 404: z.object({ gone: z.string() }) },
        handle: () => reply(404, { gone: 'x', secret: 1 } as { gone: string }),
      }),
      route('response', 'GET /response', { replies: { 200: Public }, handle: () => Response.json(wrong) }),
    ],
    resources: [
      resource('things', z.object({ id: z.int() }), {
        id: 'id',
        provide: { get: () => ({ id: 1 }) },
        custom: {
          ...Object.fromEntries(
            Object.entries(values).map(([name, { schema, value }]) => [
              name,
              { line: `GET /{id}/${name}`, output: schema, handle: () => value },
            ]),
          ),
          codec: {
            line: 'GET /{id}/codec',
            output: z.object({ on: z.stringbool() }),
            handle: () => ({ on: true, more: 1 }),
          },
          response: {
            line: 'GET /{id}/response',
            output: Public,
            handle: () => new HttpResponse(200, ['Content-Type', 'application/json'], JSON.stringify(wrong)),
          },
        },
      }),
    ],
  };
}

testTransports('responses have the declared members only', config, async (send) => {
  for (const prefix of ['/replies', '/api/things/1'])
    for (const [name, { sent }] of Object.entries(values)) {
      if (sent === undefined) continue;
      const response = await send(`GET ${prefix}/${name}`);
      equal(response.status, 200, `${prefix}/${name}`);
      deepEqual(await response.json(), sent, `${prefix}/${name}`);
    }
  deepEqual(await (await send('GET /codec')).json(), { on: 'yes' });
  deepEqual(await (await send('GET /api/things/1/codec')).json(), { on: true });
  deepEqual(await (await send('GET /status')).json(), { gone: 'x' });
});

test('a response that does not match its schema is an error in development', async () => {
  const { host } = createTestHost(config());
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const send = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept: 'application/json' } });
  try {
    for (const [path, expected] of [
      [
        '/replies/wrong',
        /The reply 200 of route "reply-wrong" does not match its schema: \/owner\/name: .*change replies\[200\]/,
      ],
      ['/replies/missing', /"reply-missing" does not match its schema: \/owner: /],
      ['/replies/strict', /"reply-strict" does not match its schema: the whole value: Unrecognized key: "more"/],
      [
        '/api/things/1/wrong',
        /The result of operation "things\.wrong" does not match its schema: \/owner\/name: .*change custom\.wrong\.output/,
      ],
    ] as const) {
      const response = await send(path);
      equal(response.status, 500, path);
      match(await response.text(), new RegExp(expected.source.replaceAll('"', '\\\\?"')), path);
    }
    deepEqual(await (await send('/response')).json(), wrong);
    deepEqual(await (await send('/api/things/1/response')).json(), wrong);
  } finally {
    await host.close();
  }
});

test('a response that does not match its schema is logged in production, without undeclared members', async () => {
  const { host, logs } = createTestHost({ ...config(), log: { level: 'error' } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  try {
    for (const path of ['/replies/wrong', '/api/things/1/wrong']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      equal(response.status, 200, path);
      deepEqual(await response.json(), { ...shown, owner: { name: 5 } });
    }
  } finally {
    await host.close();
  }
  const messages = logs.filter(({ level }) => level === 'error').map(({ message }) => message);
  equal(messages.length, 2);
  for (const message of messages) match(message, /does not match its schema: \/owner\/name: /);
});
