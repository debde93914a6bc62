import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sqliteRefusal } from './sqlite-errors.ts';

/** Runs a statement and returns the recognized constraint of its error. */
function getRefusal(sql: string, database = library(), deleting = false) {
  try {
    database.exec(sql);
  } catch (error) {
    return sqliteRefusal(error, deleting);
  }
  throw new Error('It was taken');
}

function library(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table books (id integer primary key, title text not null, isbn text unique, price real check (price > 0), shelf integer
      references shelves);
    create table shelves (id integer primary key);
    create table strict_books (id integer primary key, pages integer) strict;
    create unique index lowered on books (lower(title));
    create trigger no_saga before insert on books when new.title = 'Saga' begin select raise(abort, 'no sagas'); end;
    create trigger kept before delete on books begin select raise(abort, 'FOREIGN KEY of loans'); end;
    insert into shelves values (1);
    insert into books values (1, 'Nereid', '7', 1, 1);
    insert into strict_books values (1, 7);
  `);
  return database;
}

test('recognizes the kind and the columns of a violated constraint', () => {
  deepEqual(getRefusal("insert into books (title, isbn) values ('x', '7')"), { kind: 'unique', columns: ['isbn'] });
  deepEqual(getRefusal("insert into books (id, title) values (1, 'x')"), { kind: 'unique', columns: ['id'] });
  deepEqual(getRefusal("insert into books (title) values ('NEREID')"), {
    ...{ kind: 'unique', columns: [], constraint: "index 'lowered'" },
  });
  deepEqual(getRefusal('insert into books (id) values (2)'), { kind: 'null', columns: ['title'] });
  deepEqual(getRefusal("insert into books (title, price) values ('x', -1)"), {
    ...{ kind: 'check', columns: [], constraint: 'price > 0' },
  });
  deepEqual(getRefusal("insert into books (title, shelf) values ('x', 9)"), { kind: 'missing', columns: [] });
  deepEqual(getRefusal('delete from shelves', library(), true), { kind: 'referenced', columns: [] });
});

test('recognizes an error of a trigger as a check, unless it mentions a foreign key', () => {
  deepEqual(getRefusal("insert into books (title) values ('Saga')"), { kind: 'check', columns: [] });
  deepEqual(getRefusal('delete from books', library(), true), { kind: 'referenced', columns: [] });
});

test('recognizes a value that a column cannot store, with the column if SQLite names it', () => {
  deepEqual(getRefusal("update strict_books set pages = 'many'"), { kind: 'value', columns: ['pages'] });
  deepEqual(getRefusal("insert into books (id, title) values ('one', 'x')"), { kind: 'value', columns: [] });
  deepEqual(getRefusal('update books set title = zeroblob(2000000000)'), { kind: 'value', columns: [] });
});

test('ignores other errors, such as that of a locked database', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-busy-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [one, other] = [1, 2].map(() => new DatabaseSync(join(folder, 'a.sqlite'), { timeout: 1 }));
  one!.exec('create table a (id integer); begin immediate');
  equal(getRefusal('insert into a values (1)', other), undefined);
  one!.close();
  other!.close();
  equal(getRefusal('select * from nowhere'), undefined);
  equal(sqliteRefusal(new TypeError('Not of the database'), false), undefined);
  equal(sqliteRefusal({ errcode: 19 }, false), undefined);
  equal(sqliteRefusal(undefined, false), undefined);
});
