import { deepEqual, equal, notEqual, throws } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { StatementCache } from './statement-cache.ts';

test('the cache has a maximum size and removes the least recently used statement', (t) => {
  const cache = open(t, 2);
  const one = cache.prepare('select 1');
  const two = cache.prepare('select 2');
  equal(cache.prepare('select 1'), one);
  cache.prepare('select 3');
  equal(cache.size, 2);
  equal(cache.prepare('select 1'), one);
  notEqual(cache.prepare('select 2'), two);
});

test('a value that SQLite does not support is rejected with its position', (t) => {
  const statement = open(t).prepare('select ? as one, ? as two');
  throws(() => statement.all([{ one: 1 }, 2]), /^TypeError: Parameter 1 is of type object/);
  throws(() => statement.all([1, new Date(0)]), /^TypeError: Parameter 2 is a Date/);
  throws(() => statement.all([[1], 2]), /^TypeError: Parameter 1 is an array/);
});

test('booleans are bound as 1 and 0', (t) => {
  const [row] = open(t).prepare('select ? as yes, ? as no').all([true, false]);
  deepEqual({ ...(row as object) }, { yes: 1, no: 0 });
});

test('supported values are returned as they were bound', (t) => {
  const values = [null, 'text', 1.5, 2, Uint8Array.of(1, 2)];
  const [row] = open(t).prepare('select ? as a, ? as b, ? as c, ? as d, ? as e').all(values);
  deepEqual(Object.values(row as object), values);
  deepEqual({ ...(open(t).prepare('select ? + 1 as next').all([9n])[0] as object) }, { next: 10 });
});

test('a cached statement works after its table changes', (t) => {
  const cache = open(t);
  cache.prepare('create table boats (name text)').run([]);
  cache.prepare('insert into boats values (?)').run(['Nereid']);
  const all = () => JSON.stringify(cache.prepare('select * from boats').all([]));
  equal(all(), '[{"name":"Nereid"}]');
  cache.prepare('alter table boats add column length real').run([]);
  equal(all(), '[{"name":"Nereid","length":null}]');
});

function open(t: TestContext, most = 10): StatementCache {
  const cache = new StatementCache(new DatabaseSync(':memory:'), most);
  t.after(() => cache.close());
  return cache;
}
