import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStatementShape } from './statement-shape.ts';

const shape = (sql: string, system?: string): string => parseStatementShape(sql, system).text;

test('the same statement with other values has the same shape', () => {
  for (const [what, ...statements] of [
    ['parameters', 'select * from a where b = $1', 'SELECT *\n  FROM a WHERE b=?', 'select * from a where b = :b;'],
    [
      'literals',
      "select * from a where b = 'x''y'",
      'select * from a where b = -7.5',
      'select * from a where b = null',
    ],
    ['a leading comment', "/*traceparent='00-1'*/ select 1 from a", "/* traceparent='00-2' */ select 2 from a"],
    ['a trailing comment', "select 1 from a /*id='1',b='%27'*/", 'select 1 from a -- request 7', 'select 1 from a'],
    [
      'lists',
      'select 1 from a where b in (1)',
      "select 1 from a where b in (1, 'x', $3)",
      'select 1 from a where b IN (?)',
    ],
    [
      'rows',
      'insert into a (b, c) values (1, now())',
      'insert into a (b, c) values (1, now()), (2, now()), (3, now())',
    ],
    ['constants', 'update a set b = true, c = default', 'update a set b = 1, c = 2'],
    ['escapes', "select 1 from a where b = E'it\\'s'", "select 1 from a where b = 'it'"],
    ['dollar quotes', "select 1 from a where b = $tag$ it's $1 $tag$", "select 1 from a where b = 'c'"],
    ['a truncated string', "insert into a values ('x", 'insert into a values (1'],
    ['commands', 'users.insert(1 document)', 'users.insert(2 document)'],
  ] as const) {
    const shapes = new Set(statements.map((statement) => shape(statement)));
    assert.equal(shapes.size, 1, `${what}: ${[...shapes].join(' | ')}`);
  }
});

test('strings of MySQL may have double quotes and escaped quotes', () => {
  for (const system of ['mysql', 'mariadb'])
    assert.equal(
      shape('select * from `a` where b = "x\\"y" and c = \'it\\\'s\'', system),
      shape('select * from `a` where b = 1 and c = 2', system),
    );
});

test('other statements have other shapes', () => {
  const statements = [
    'select * from a where b = 1',
    'select * from a where c = 1',
    'select * from a where b > 1',
    'select * from a where "B x" = 1',
    'select * from a1 where b = 1',
    'select * from a where b is null',
    'select * from a where b is not null',
    'select * from a where b = 1 and c = 2',
    'select * from a where b - 1 = 1',
    'select * from a where b = 1::text',
    'select * from a where b -> 1 = 1',
    'users.find({a: ?})',
    'users.find({b: ?})',
    'users.find({a: {$gt: ?}})',
  ];
  assert.equal(new Set(statements.map((statement) => shape(statement))).size, statements.length);
});

test('lists and rows are counted', () => {
  const { longestList } = parseStatementShape('select ? from a where b in (1, 2, 3) and c in (1, 2)');
  assert.equal(longestList, 3);
  assert.equal(parseStatementShape('insert into a values (1, 2), (3, 4), (5, null)').rows, 3);
  assert.equal(parseStatementShape('insert into a values (1, 2) returning id').rows, 1);
});

test('the work for one statement is bounded', () => {
  const texts = ['select 1 from a where b in (', 'x '.repeat(50_000), '('.repeat(100_000), `'${"''".repeat(50_000)}`];
  for (const text of [
    ...texts,
    '/*'.repeat(50_000),
    '$a$ '.repeat(25_000),
    '* /'.repeat(30_000),
    `/${'*'.repeat(99_999)}`,
  ])
    assert.ok(shape(text).length <= 2_000, text.slice(0, 20));
});
