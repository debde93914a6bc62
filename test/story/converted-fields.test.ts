import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';

const cents = z.codec(z.string(), z.int(), {
  decode: (text) => Math.round(Number(text) * 100),
  encode: (value) => String(value / 100),
});
const Input = z
  .object({
    title: z.string(),
    active: z.stringbool(),
    price: cents,
    words: z
      .string()
      .transform((text) => text.split(' ').length)
      .pipe(z.int().max(5)),
    code: z
      .string()
      .transform((text) => `${text}!`)
      .pipe(z.string()),
    options: z.object({ theme: z.string(), dark: z.stringbool() }).nullable().default(null),
  })
  .refine(({ active, price }) => !active || price > 0, { path: ['price'], message: 'Active needs a price' });
const Item = z.object({
  id: z.int(),
  title: z.string(),
  active: z.boolean(),
  price: z.int(),
  words: z.int(),
  code: z.string(),
  options: z.object({ theme: z.string(), dark: z.boolean() }).nullable(),
});

function converted() {
  const file = new DatabaseSync(':memory:');
  file.exec(`create table things (id integer primary key, title text not null, active integer not null,
    price integer not null, words integer not null, code text not null, options text)`);
  const database = new Kysely<{ things: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  return {
    resources: [
      resource('things', Item, {
        id: 'id',
        input: { create: Input },
        bulk: { max: 10 },
        store: sqlStore(database, 'things'),
      }),
    ],
  };
}

const send = (type: string, body: unknown) => ({
  headers: { 'Content-Type': `application/${type}` },
  body: JSON.stringify(body),
});

testTransports('a patch of a resource with converted fields changes only what it contains', converted, async (call) => {
  const sent = { title: 'One', active: 'yes', price: '2.50', words: 'a b c', code: 'x' };
  const created = await call('POST /api/things', send('json', { ...sent, options: { theme: 'a', dark: 'no' } }));
  const item = {
    ...{ id: 1, title: 'One', active: true, price: 250, words: 3, code: 'x!' },
    options: { theme: 'a', dark: false },
  };
  equal(created.status, 201);
  deepEqual(await created.json(), item);
  const patched = async (type: string, body: unknown, target = '/1') => {
    const response = await call(`PATCH /api/things${target}`, send(type, body));
    return { status: response.status, body: await response.json() };
  };
  deepEqual(await patched('merge-patch+json', { title: 'Two' }), { status: 200, body: { ...item, title: 'Two' } });
  // Members that repeat the received value are unchanged.
  deepEqual(await patched('merge-patch+json', { ...item, title: 'Three' }), {
    ...{ status: 200, body: { ...item, title: 'Three' } },
  });
  const renamed = [{ op: 'replace', path: '/title', value: 'One' }];
  deepEqual(await patched('json-patch+json', renamed), { status: 200, body: item });
  const nested = { ...item, options: { theme: 'b', dark: false } };
  deepEqual(await patched('merge-patch+json', { options: { theme: 'b' } }), { status: 200, body: nested });
  const all = { active: 'no', price: '0', words: 'a b', code: 'y', options: { dark: 'yes' } };
  const changed = {
    ...{ ...nested, active: false, price: 0, words: 2, code: 'y!' },
    options: { theme: 'b', dark: true },
  };
  deepEqual(await patched('merge-patch+json', all), { status: 200, body: changed });
  deepEqual(await patched('json', [{ id: 1, title: 'Bulk' }], ''), {
    ...{ status: 200, body: [{ ...changed, title: 'Bulk' }] },
  });
});

testTransports('a patch of converted fields is validated with the stored values', converted, async (call) => {
  await call('POST /api/things', send('json', { title: 'One', active: 'no', price: '0', words: 'a', code: 'x' }));
  const pointers = async (body: unknown) => {
    const response = await call('PATCH /api/things/1', send('merge-patch+json', body));
    equal(response.status, 422, JSON.stringify(body));
    const { errors } = (await response.json()) as { errors: { pointer: string }[] };
    return errors.map(({ pointer }) => pointer);
  };
  deepEqual(await pointers({ active: 'yes' }), ['/price']);
  deepEqual(await pointers({ active: true, words: 'a b c d e f' }), ['/active', '/words']);
  deepEqual(await pointers({ options: { theme: 'a', dark: true } }), ['/options/dark']);
  deepEqual(await pointers({ price: 5, title: 1 }), ['/title', '/price']);
  const stored = (await (await call('GET /api/things/1')).json()) as { price: number };
  equal(stored.price, 0);
});
