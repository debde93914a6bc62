import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { Kysely } from 'kysely';
import { defineHost, on, resource } from 'oriel-host';
import { z } from 'zod';
import type { Page } from '../../../features/resources/declare/list-request.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { sqlStore } from './sql-store.ts';

const Row = z.object({
  id: z.int(),
  name: z.string(),
  "it's": z.string().nullable(),
  size: z.int().nullable(),
  part: z.number().nullable(),
  done: z.boolean().nullable(),
  at: z.iso.datetime().nullable(),
  tags: z.array(z.string()).nullable(),
  parent: z.int().nullable(),
  note: z.string().optional(),
  secret: z.string(),
  last: z.string(),
});

const letter = fc.oneof(
  fc.integer({ min: 1, max: 0x2f }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(
    '"',
    '\\',
    '/',
    '\u007f',
    '\u0080',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\uffff',
    '\u{1f600}',
    'é',
    '{',
    '[',
    ',',
    ':',
  ),
);
const text = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(''));
const rows = fc.array(
  fc.tuple(
    text,
    fc.option(text),
    fc.option(fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -9, max: 9 }))),
    fc.option(fc.double({ noNaN: true })),
    fc.option(fc.boolean()),
    fc.option(fc.array(text, { maxLength: 3 })),
    fc.option(text),
  ),
  { maxLength: 8 },
);

test('a list from SQLite is the same as through a function of the application, and contains the stored values', async (t) => {
  const { file, send } = open(t);
  const insert = file.prepare(
    `insert into rows (name, "it's", size, part, done, at, tags, parent, note, secret, last) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'hidden', ?)`,
  );
  await fc.assert(
    fc.asyncProperty(rows, async (content) => {
      file.exec('delete from rows');
      for (const [name, its, size, part, done, tags, note] of content)
        insert.run(
          name,
          its,
          size,
          part,
          done === null ? null : Number(done),
          done ? '2026-01-31T00:00:00.000Z' : null,
          tags && JSON.stringify(tags),
          done ? 1 : null,
          note,
          name,
        );
      const fast = await send('/api/fast');
      equal(fast, await send('/api/plain'));
      equal(fast, await send('/api/looked-at'));
      const found = (JSON.parse(fast) as Record<string, unknown>[]).map((item) => [
        item['name'],
        item["it's"],
        item['size'],
        item['part'],
        item['done'],
        item['tags'],
        item['note'] ?? null,
      ]);
      deepEqual(found, JSON.parse(JSON.stringify(content)));
    }),
    { numRuns: 300, seed: 20_261_121 },
  );
});

test('listeners that read the items of a page may change them', async (t) => {
  const { file, send } = open(t);
  file.exec(`insert into rows (name, secret, last) values ('quiet', 'hidden', '')`);
  match(await send('/api/changed'), /"name":"LOUD hidden"/);
});

function open(t: TestContext) {
  const file = new DatabaseSync(':memory:');
  file.exec(`create table rows (
    id integer primary key, name text not null, "it's" text, size int, part real, done boolean_int, at text, tags text,
    parent int, note text, secret text not null, last varchar(9) not null)`);
  const database = new Kysely<{ rows: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  t.after(() => database.destroy());
  const common = { id: 'id', links: { parent: 'fast' }, fields: { secret: 'never' }, page: { size: 100 } } as const;
  const [store, plain, looked, changed] = [0, 1, 2, 3].map(() => sqlStore(database, 'rows'));
  const host = defineHost({
    log: { level: 'none' },
    resources: [
      resource('fast', Row, { ...common, store: store! }),
      resource('plain', Row, {
        ...common,
        store: plain!,
        provide: { list: (input) => plain!.list(input.request, input) },
      }),
      resource('looked-at', Row, { ...common, store: looked! }),
      resource('changed', Row, { ...common, store: changed! }),
    ],
    listeners: [
      on('kernel.view', 40, 'shout', (event) => {
        const { path } = event.context;
        if (path.endsWith('looked-at')) ok(Array.isArray((event.value as Page<unknown>).items));
        if (!path.endsWith('changed')) return;
        for (const item of (event.value as Page<{ name: string; secret: string }>).items)
          item.name = `LOUD ${item.secret}`;
      }),
    ],
  });
  const send = async (path: string): Promise<string> =>
    (await host.fetch(new Request(`http://localhost${path}`))).text();
  return { file, send };
}
