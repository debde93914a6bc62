/** The three queries of the measured request, sent to an SQLite file with Kysely. */
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Generated } from 'kysely';
import { NodeSqliteDialect } from 'oriel-host/kysely';
import type { Queries } from './order-host.ts';

interface Tables {
  shops: { id: number; name: string; city: string };
  articles: { article: string; price: number; stock: number };
  orders: { id: Generated<number>; shop: number; customer: number; isbn: string; total: number };
}

const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table shops (id integer primary key, name text not null, city text not null);
  create table articles (article text primary key, price real not null, stock integer not null);
  create table orders (
    id integer primary key, shop integer not null, customer integer not null, isbn text not null, total real not null
  );`;

/** Creates the file, which is removed when the process exits. */
export function shopQueries(): Queries {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-shop-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = new DatabaseSync(join(folder, 'shop.sqlite'));
  file.exec(SCHEMA);
  for (let i = 0; i < 100; i++) file.prepare('insert into shops values (?, ?, ?)').run(i, `Shop ${i}`, 'Lisbon');
  for (let i = 0; i < 100; i++) file.prepare('insert into articles values (?, ?, ?)').run(`paper-${i}`, 6.5 + i, 10);
  const database = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: file }) });
  return {
    shop: (id) => database.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    articles: (names) =>
      database.selectFrom('articles').selectAll().where('article', 'in', names).orderBy('article').execute(),
    store: (shop, customer, isbn, total) =>
      database.insertInto('orders').values({ shop, customer, isbn, total }).returning('id').executeTakeFirstOrThrow(),
  };
}
