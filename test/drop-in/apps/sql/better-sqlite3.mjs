import Database from 'better-sqlite3';
import { serve } from './serve.mjs';

const db = new Database(process.env.SQL_FILE);

serve({
  async select() {
    return db.prepare('select id, name from boats where id > ? order by id').all(1); // select
  },
  async update() {
    return db.prepare('update boats set length = length + 1 where id <= 2').run().changes; // update
  },
  async secret() {
    return db.prepare('update boats set password = ? where id = ?').run('hunter2', 1).changes;
  },
  async error() {
    db.prepare('select missing from boats').get(); // error
  },
  async n1() {
    const statement = db.prepare('select name from boats where id = ?');
    return [1, 2, 3, 4, 5, 6].map((id) => statement.get(id)?.name);
  },
  async slow() {
    return db
      .prepare(
        'with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000000) select count(*) as n from n',
      )
      .get().n;
  },
  async own({ n }) {
    const row = db.prepare('select ? as n').get(n);
    console.warn('own', n);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    return [row.n, db.prepare('select ? as again').all(n)[0].again];
  },
  unhandled() {
    void Promise.resolve().then(() => db.prepare('select missing from boats').get());
    return 'not awaited';
  },
  iterate: () => {
    const names = [];
    const statement = db.prepare('select name from boats order by id');
    for (const { name } of statement.iterate()) names.push(name);
    for (const { name } of statement.iterate()) {
      names.push(name);
      if (names.length === 4) break;
    }
    const unread = statement.iterate();
    return [names, typeof unread.toArray, unread.return()];
  },
  iterator: () => {
    const { next, return: stop } = db.prepare('select name from boats').iterate();
    return [next.name, next.length, stop.name, stop.length];
  },
  overflow: () => {
    const sql = 'select abs(case when id = 3 then -9223372036854775808 else id end) as id from boats';
    for (const _ of db.prepare(sql).iterate());
  },
  exec: () => db.exec('update boats set length = 0; update boats set length = 1') === undefined,
  constraint: () => db.prepare('insert into boats (id, name) values (1, ?)').run('Ahti'),
  invalid: () => db.prepare('select ? as value').get(Symbol.iterator),
  syntax: () => db.exec('selec 1'),
  named: () => db.prepare('select name from boats where id = @id').get({ id: 2 }),
  transaction: () => {
    const rename = db.transaction((name) => db.prepare('update boats set name = ? where id = 3').run(name).changes);
    return rename('Louhi');
  },
  pragma: () => db.pragma('user_version', { simple: true }),
  shape: () => [Object.keys(Database.prototype), Database.prototype.prepare.name, db.exec('select 1') === db],
});
