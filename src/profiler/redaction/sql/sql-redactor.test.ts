import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from '../redactor.ts';

const redactor = new Redactor();

test('texts that are compared with columns of a sensitive name are masked', () => {
  for (const [sql, expected] of [
    ["where password = 'x' and city = 'Lisbon'", "where password = '•••' and city = 'Lisbon'"],
    ['where \'x\' = t."password"', 'where \'•••\' = t."password"'],
    [
      "insert into users (name, pin) values ('ada', '1'), ('bob', '2')",
      "insert into users (name, pin) values ('ada', '•••'), ('bob', '•••')",
    ],
    ["where data->>'token' = 'x'", "where data->>'token' = '•••'"],
    ["where city = 'Bearer abc123def'", "where city = 'Bearer •••'"],
    ['select a from t where id = ?', 'select a from t where id = ?'],
    ["select 'token'", "select 'token'"],
  ] as const)
    assert.equal(redactor.sql(sql), expected);
});

test('texts in the syntax of MySQL are masked', () => {
  for (const [sql, expected] of [
    [
      String.raw`update users set password = 'a\'b planted' where id = 1`,
      "update users set password = '•••' where id = 1",
    ],
    [
      String.raw`update users set name = 'O\'Brien', password = 'planted'`,
      /^update users set name = 'O\\'Brien', password = '•••'$/,
    ],
    [
      String.raw`insert into users (name, password) values ('x', 'it\'s planted')`,
      /^insert into users \(name, password\) values \('x', '•••'/,
    ],
    [String.raw`insert into users (name, password) values ('O\'Brien', 'planted')`, /O\\'/],
    [
      'insert into `users` (`name`, `password`) values ("x", "planted")',
      'insert into `users` (`name`, `password`) values ("x", "•••")',
    ],
    ['where password in ("planted", "planted")', 'where password in ("•••", "•••")'],
    ["select 1 # it's\n from t where pin in ('planted')", "select 1 # it's\n from t where pin in ('•••')"],
    // The quoted names of other dialects remain.
    ['select "t"."password" from "t" join "u" on "t"."password" = "u"."password"', /join "u" on "t"/],
    [
      'insert into "users" ("name", "pin") values (\'ada\', \'1\')',
      'insert into "users" ("name", "pin") values (\'ada\', \'•••\')',
    ],
  ] as const) {
    const redacted = redactor.sql(sql);
    assert.doesNotMatch(redacted, /planted/, redacted);
    if (typeof expected === 'string') assert.equal(redacted, expected);
    else assert.match(redacted, expected);
  }
  assert.deepEqual(
    redactor.sqlParameters('select "id" from users where "city" = ? and password = ?', ['Lisbon', 'x']),
    ['Lisbon', '•••'],
  );
});

test('parameters of columns with a sensitive name are masked', () => {
  for (const [sql, parameters, expected] of [
    ['insert into users (name, password, has_token) values (?, ?, ?)', ['ada', 'x', true], ['ada', '•••', true]],
    ['update t set pin = ?, size = ?, note = ?', [1234, 5, null], ['•••', 5, null]],
    ['where pin = $2 and size = $1', [5, 1234], [5, '•••']],
    ['where password = ?', [undefined], [undefined]],
    ['where password = ?', [null], [null]],
    ['where city = ? and size = ?', ['Lisbon', 5], ['Lisbon', 5]],
    ['where city = ?', ['Bearer abc123def'], ['Bearer •••']],
    ['where city = ?', [{ password: 'x', a: 1 }], [{ password: '•••', a: 1 }]],
    // The column of a parameter is unknown, so that texts are masked.
    ['select password, ?, ?', ['x', 5], ['•••', 5]],
    ['select password, ?', [{ a: 1 }], ['•••']],
    ["select 'token', ?", ['x'], ['x']],
    ["where pin between '1000' and ?", [1234], ['•••']],
    ['where pin between $1::int and $2::int', [1000, 1234], ['•••', '•••']],
    ['where pin between abs(?) and ? and a between ? and ?', [1, 2, 3, 4], ['•••', '•••', 3, 4]],
    ["where data->'token' = ? and size = ?", ['x', 5], ['•••', 5]],
  ] as const)
    assert.deepEqual(redactor.sqlParameters(sql, parameters), expected, sql);
});

test('named parameters of columns with a sensitive name are masked', () => {
  const sql = 'update users set password = :p, pin = @n, active = $a where name = :name';
  const given = { p: 'hunter2', '@n': 1234, $a: true, ':name': 'ada', other: 'x' };
  assert.deepEqual(redactor.sqlParameters(sql, [given]), [{ ...given, p: '•••', '@n': '•••' }]);
  assert.deepEqual(redactor.sqlParameters('where password = $p', [{ $p: null }]), [{ $p: null }]);
  assert.deepEqual(redactor.sqlParameters('where pin = :p', [{ p: true }]), [{ p: true }]);
  assert.deepEqual(redactor.sqlParameters('where city = :p', [{ p: 'Lisbon' }]), [{ p: 'Lisbon' }]);
  assert.equal(given.p, 'hunter2');
});

test('values without names are masked if a named parameter is a secret', () => {
  assert.deepEqual(redactor.sqlParameters('where password = :p', ['hunter2']), ['•••']);
  assert.deepEqual(redactor.sqlParameters('where pin = :p', [1234]), ['•••']);
  assert.deepEqual(redactor.sqlParameters('where password = ? and city = :c', [{ c: 'Lisbon' }, 'hunter2']), [
    '•••',
    '•••',
  ]);
  assert.deepEqual(redactor.sqlParameters('where city = :c and pin = ?', [{ c: 'Lisbon' }, 1234]), ['•••', '•••']);
  assert.deepEqual(redactor.sqlParameters('where city = :c and size = ?', [{ c: 'Lisbon' }, 5]), [{ c: 'Lisbon' }, 5]);
  const literal = "where password = 'x' and city = :c and size = ?";
  assert.deepEqual(redactor.sqlParameters(literal, [{ c: 'Lisbon' }, 5]), [{ c: 'Lisbon' }, 5]);
});

test('a statement that is too long to be read has only masked texts as parameters', () => {
  const sql = `select password from t where id in (${'?, '.repeat(8_000)}?) and city = ?`;
  assert.deepEqual(redactor.sqlParameters(sql, ['x', 5]), ['•••', 5]);
  assert.deepEqual(redactor.sqlParameters(sql.replace('password', 'country'), ['x', 5]), ['x', 5]);
});
