import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { inlineSqlParameters } from './runnable-sql.ts';

test('the runnable SQL returns the same result as the statement with parameters', () => {
  const database = new DatabaseSync(':memory:');
  const values = ['', "it's", "'; drop table x; --", '?', '$1', 'a\nb', '-- x', '/*', 'ü🎉', 7, -1.5, 1e21, null];
  for (const value of values) {
    for (const sql of [
      'select ? as v',
      'select ?1 as v',
      'select ? as v, \'?\', "?" from (select 1 as "?") -- ?\n',
      '/* ? */ select ? as v',
    ]) {
      const expected = database.prepare(sql).get(...([value] as never[]));
      assert.deepEqual(
        Object.values(database.prepare(inlineSqlParameters(sql, [value])!).get()!).slice(0, 1),
        Object.values(expected!).slice(0, 1),
        `${sql} ${value}`,
      );
    }
  }
});

test('replaces numbered parameters of PostgreSQL', () => {
  assert.equal(
    inlineSqlParameters('select $2, $1, $10', ['a', true, ...Array.from({ length: 8 }, (_, index) => index)]),
    "select TRUE, 'a', 7",
  );
});

test('leaves question marks in strings, names, comments and dollar quotes unchanged', () => {
  const sql = `select '?''?', "?", \`?\`, [?], $$ ? $1 $$, $t$ ? $t$, a ?| b, ? -- ?`;
  assert.equal(inlineSqlParameters(sql, [1]), sql.replace('?| b, ?', '?| b, 1'));
});

test('returns undefined if the result would differ from the statement', () => {
  for (const [sql, parameters] of [
    ['select ?', []],
    ['select ?', [{ a: 1 }]],
    ['select ?', ['a\0b']],
    ['select ?', ['a\\']],
    ['select $3', [1]],
    ['select ?', [Number.NaN]],
  ] as const) {
    assert.equal(inlineSqlParameters(sql, parameters), undefined);
  }
});
