import { deepEqual } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { parseConstraints } from './parse-constraints.ts';

/** Creates the table, so that only valid statements are parsed, and parses the text that SQLite stores. */
function parse(sql: string): ReturnType<typeof parseConstraints> {
  const database = new DatabaseSync(':memory:');
  database.exec(sql);
  const { sql: stored } = database.prepare("select sql from sqlite_schema where type = 'table'").get() as {
    sql: string;
  };
  return parseConstraints(stored);
}

test('finds the named constraints of a table and of its columns', () => {
  deepEqual(
    parse(`create table t (
      a integer CONSTRAINT pk primary key, b text default (1 + (2)) constraint b_used unique on conflict abort,
      "c, d" text constraint "c ""check""" check (("c, d") <> 'constraint x unique (a)') constraint c_link references u (id),
      constraint \`both\` UNIQUE ("c, d" collate nocase desc, [b]), -- constraint comment unique (a)
      /* constraint block unique (a), */ constraint 'link' foreign key (a, b) references u (x, y),
      unique (a), check (a > 0)
    )`),
    [
      { name: 'pk', kind: 'unique', columns: ['a'] },
      { name: 'b_used', kind: 'unique', columns: ['b'] },
      { name: 'c "check"', kind: 'check', columns: [] },
      { name: 'c_link', kind: 'missing', columns: ['c, d'] },
      { name: 'both', kind: 'unique', columns: ['c, d', 'b'] },
      { name: 'link', kind: 'missing', columns: ['a', 'b'] },
    ],
  );
});

test('finds none in tables without such constraints', () => {
  deepEqual(parse('create table t (a)'), []);
  deepEqual(parse('create table t (a integer not null unique, b text collate nocase)'), []);
  deepEqual(parseConstraints(''), []);
  deepEqual(parseConstraints('create virtual table t using fts5'), []);
});
