import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from '../redactor.ts';

const redactor = new Redactor();

test('a value is secret if another parameter or literal of the statement names it', () => {
  const insert = 'INSERT INTO settings (name, value) VALUES (?, ?)';
  for (const [sql, parameters, expected] of [
    [insert, ['smtp_password', 'x'], ['smtp_password', '•••']],
    [insert, ['city', 'x'], ['city', 'x']],
    [insert, ['smtp_password', null], ['smtp_password', null]],
    ['UPDATE settings SET value = ? WHERE key = ?', ['x', 'api_key'], ['•••', 'api_key']],
    ["UPDATE settings SET value = $1 WHERE name = 'api_key'", [{ a: 'x' }], ['•••']],
    [
      'INSERT INTO settings (key, value) VALUES ($1, $2), ($3, $4)',
      ['city', 'x', 'token', 'y'],
      ['city', '•••', 'token', '•••'],
    ],
    [
      'INSERT INTO settings (name, value) VALUES (:n, :v)',
      [{ ':n': 'smtp_password', v: 'x' }],
      [{ ':n': 'smtp_password', v: '•••' }],
    ],
    ['INSERT INTO settings (name, value) VALUES (:n, :v)', [{ v: 'x' }], [{ v: 'x' }]],
    ['SELECT * FROM cities WHERE id = ? AND value > ?', [1, 2], [1, 2]],
  ] as const)
    assert.deepEqual(redactor.sqlParameters(sql, parameters), expected, sql);
});
