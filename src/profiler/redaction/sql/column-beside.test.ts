import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from '../redactor.ts';

const redactor = new Redactor();

test('an argument of a function is secret if a name beside it is', () => {
  for (const [sql, expected] of [
    ["select set_config('app.api_key', 'x', false)", "select set_config('app.api_key', '•••', false)"],
    ["select jsonb_build_object('a', 'b', 'password', 'x')", "select jsonb_build_object('a', 'b', 'password', '•••')"],
    ["select crypt('x', password) from users", "select crypt('•••', password) from users"],
    ["select digest(token, 'x') from users", "select digest(token, '•••') from users"],
    ["copy t from 's3://a' with (secret_key 'x')", "copy t from 's3://a' with (secret_key '•••')"],
    [
      "insert into t (name, password) select 'n', 'x' from u",
      "insert into t (name, password) select 'n', '•••' from u",
    ],
    [
      "select * from t where token_type in ('password', 'email')",
      "select * from t where token_type in ('password', 'email')",
    ],
    [
      "select id from t where day > date '2026-01-01' and password is null",
      "select id from t where day > date '2026-01-01' and password is null",
    ],
  ] as const)
    assert.equal(redactor.sql(sql), expected);
});

test('a parameter behind such a name is secret', () => {
  for (const [sql, parameters, expected] of [
    ["select set_config('app.token', $1, true)", ['x'], ['•••']],
    ["update t set data = data || jsonb_build_object('password', $1, 'city', $2)", ['x', 'y'], ['•••', 'y']],
    ["select * from t where kind in ('password', $1)", ['x'], ['x']],
  ] as const)
    assert.deepEqual(redactor.sqlParameters(sql, parameters), expected, sql);
});

test('columns and lists that are parameters of mysql2 are read', () => {
  for (const [sql, parameters, expected] of [
    ['update t set ?? = ? where id = ?', ['password', 'x', 7], ['password', '•••', '•••']],
    ['update t set ?? = ? where id = ?', ['city', 'x', 7], ['city', 'x', 7]],
    [
      'insert into t (??) values (?)',
      [
        ['name', 'password'],
        ['n', 'x'],
      ],
      [['name', 'password'], '•••'],
    ],
    ['insert into t (name, password) values (?)', [['n', 'x']], ['•••']],
    ['insert into t (name, password) values ?', [[['n', 'x']]], ['•••']],
    ['insert into t (name, city) values ?', [[['n', 'x']]], [[['n', 'x']]]],
    ['select password from t where id in (?)', [[1, 2]], [[1, 2]]],
  ] as const)
    assert.deepEqual(redactor.sqlParameters(sql, parameters), expected, sql);
});
