import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesData, readsData } from './statement-kind.ts';

test('statements of SQL and commands of MongoDB are classified as reading or changing', () => {
  for (const statement of ['select 1', ' WITH a as (select 1) select 2', 'users.find({id: ?})', 'a.b.count({})'])
    assert.deepEqual([readsData(statement), changesData(statement)], [true, false], statement);
  for (const statement of ['update a set b = 1', 'users.update({id: ?}, {$set: {a: ?}})', 'users.insert(2 documents)'])
    assert.deepEqual([readsData(statement), changesData(statement)], [false, true], statement);
  for (const statement of ['begin', 'users.getMore()', 'ping()', 'commitTransaction()'])
    assert.deepEqual([readsData(statement), changesData(statement)], [false, false], statement);
});
