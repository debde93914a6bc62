import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findValues } from './sql-statement.ts';
import { sqlTokens } from './sql-tokens.ts';

/** Returns the column and the position of each value. */
const values = (sql: string): unknown[] => findValues(sqlTokens(sql)).map(({ column, position }) => [column, position]);

test('values have the column that they are compared with', () => {
  for (const [sql, expected] of [
    ['select * from t where a = ?', [['a', 0]]],
    [
      'where t.a = ? and "b" > ?',
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    ['where ? = a', [['a', 0]]],
    ['where ? = s.t.a', [['a', 0]]],
    ['where ? <> "a"', [['a', 0]]],
    [
      'where $2 < a and b = $1',
      [
        ['a', 1],
        ['b', 0],
      ],
    ],
    ['where a = :x', [['a', 'x']]],
    ["where a = 'x'", [['a', undefined]]],
    [
      'where a in (?, ?, ?)',
      [
        ['a', 0],
        ['a', 1],
        ['a', 2],
      ],
    ],
    [
      "where a in ('x', ?)",
      [
        ['a', undefined],
        ['a', 0],
      ],
    ],
    [
      'where a between ? and ?',
      [
        ['a', 0],
        ['a', 1],
      ],
    ],
    ['where a not like ?', [['a', 0]]],
    ['where lower(a) = ?', [['a', 0]]],
    ['where a = lower(?)', [['a', 0]]],
    ['where a = any(?)', [['a', 0]]],
    ['where a is distinct from ?', [['a', 0]]],
    [
      'where a = ?::text and b::int = ?',
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    ['where a collate nocase = ?', [['a', 0]]],
    [
      "where data->>'pin' = ?",
      [
        ['data', undefined],
        ['pin', 0],
      ],
    ],
    ['where a = 1 or ?', [[undefined, 0]]],
    ['select ?', [[undefined, 0]]],
    ['select f(?)', [[undefined, 0]]],
    [
      'select * from t limit ? offset ?',
      [
        ['', 0],
        ['', 1],
      ],
    ],
    ['select top ?', [['', 0]]],
    [
      'update t set a = ?, b = ? where c = ?',
      [
        ['a', 0],
        ['b', 1],
        ['c', 2],
      ],
    ],
    [
      'case when a = ? then ? else ? end',
      [
        ['a', 0],
        [undefined, 1],
        [undefined, 2],
      ],
    ],
    [
      'where a = ?2 and b = ? and c = ?',
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
    ],
    [
      'where a = $3 and b = ?',
      [
        ['a', 2],
        ['b', 3],
      ],
    ],
    [
      "where a between 'x' and ?",
      [
        ['a', undefined],
        ['a', 0],
      ],
    ],
    [
      "where a = 'x' || ?",
      [
        ['a', undefined],
        ['a', 0],
      ],
    ],
    [
      "where a like 'x' escape ?",
      [
        ['a', undefined],
        ['a', 0],
      ],
    ],
    ['a = ?', [['a', 0]]],
    [
      "where a || 'x' = ?",
      [
        [undefined, undefined],
        ['a', 0],
      ],
    ],
  ] as [string, unknown[]][])
    assert.deepEqual(values(sql), expected, sql);
});

test('values of an INSERT have the columns of its list', () => {
  for (const [sql, expected] of [
    [
      'insert into t (a, b) values (?, ?)',
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    [
      'insert into s.t (a, "b") values (?, ?), (?, ?)',
      [
        ['a', 0],
        ['b', 1],
        ['a', 2],
        ['b', 3],
      ],
    ],
    [
      "insert into t (a, b, c) values (now(), lower('x'), ?)",
      [
        ['b', undefined],
        ['c', 0],
      ],
    ],
    [
      'insert into t (a, b) values (f(?, ?), ?)',
      [
        ['a', 0],
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      'insert into t values (?, ?)',
      [
        [undefined, 0],
        [undefined, 1],
      ],
    ],
    [
      'insert into t (a) values (?) on conflict (a) do update set b = ?',
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    [
      'insert into t (a) values (?) returning a = ?',
      [
        ['a', 0],
        ['a', 1],
      ],
    ],
    ['replace into t (a) value (?)', [['a', 0]]],
    [
      'insert into t (a) values (?) on conflict (a) do update set b = lower(?)',
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    [
      'insert into t (a) values (?) returning b = lower(?)',
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    [
      'insert into t (a) values (?); select * from u where b = ?',
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    [
      'insert into t (a) values (?, ?)',
      [
        ['a', 0],
        ['a', 1],
      ],
    ],
    ['insert into t (a, b', []],
    ['insert into', []],
    [
      'insert into t (a, b) select c, ? from d where e = ?',
      [
        ['b', 0],
        ['e', 1],
      ],
    ],
  ] as [string, unknown[]][])
    assert.deepEqual(values(sql), expected, sql);
});

test('a value after the beginning of a clause has the column behind it', () => {
  for (const word of [
    ...['select', 'where', 'and', 'or', 'set', 'on', 'when', 'then', 'else', 'having', 'values', 'case', 'returning'],
    ...['using', 'WHERE'],
  ])
    assert.deepEqual(values(`x = y ${word} ? = a`), [['a', 0]], word);
});

test('a value after an operator has the column before it', () => {
  for (const operator of [
    ...[
      '=',
      '==',
      '<>',
      '!=',
      '<',
      '>',
      '<=',
      '>=',
      '->',
      '->>',
      '@>',
      '~',
      '~*',
      'like',
      'ilike',
      'is',
      'in',
      'between',
    ],
    ...['glob', 'regexp', 'match', 'similar to', '= any', '= all', 'is not', 'is distinct from', 'NOT LIKE'],
  ])
    assert.deepEqual(values(`b = 1 and a ${operator} ? and c = 2`), [['a', 0]], operator);
  for (const operator of ['+', '||', '%', ',', '.'])
    assert.deepEqual(values(`a ${operator} ?`), [[undefined, 0]], operator);
});

test('a number of rows has no column', () => {
  for (const word of ['limit', 'offset', 'top', 'fetch', 'LIMIT'])
    assert.deepEqual(values(`a = b ${word} ?`), [['', 0]], word);
});
