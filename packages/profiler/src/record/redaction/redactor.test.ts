import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Redactor } from './redactor.ts';

const redactor = new Redactor();
const redactJson = (text: string): string => redactor.body(text, 'application/json', 65_536).content;

const BODIES: readonly (readonly [type: string, body: string])[] = [
  ['application/json', '{"a":1,"b":[true,null,1.50,-0,1e5],"c":"é\\u00e9\\/"}'],
  ['application/json', ' {\r\n\t"b" : 2 , "a":1}\n'],
  ['application/json', '\ufeff{"bom":true}'],
  ['application/json', '12345678901234567890.10'],
  ['application/json', '{"a":'],
  ['application/x-ndjson', '{"a":1}\n{"a":2}\n'],
  ['application/json-seq', '\u001e{"a":1}\n\u001e{"a":2}\n'],
  ['application/x-www-form-urlencoded', 'a=1&b=x+y&c=%C3%A9&d&=e&&f=%zz'],
  ['text/plain', 'Hello\r\nwörld 漢字 𝒳'],
  ['text/html', '<!doctype html><p a="&#39;b&#39;">Hello &amp; <b>world</b>'],
  ['text/csv', 'a,b\n1,"x, y"\n'],
  ['text/event-stream', 'id: 1\ndata: {"a":1}\n\n'],
  ['application/yaml', 'a: 1\nb:\n  - c\n'],
  ['', 'a body of no type'],
  ['text/plain', ''],
];

for (const [type, body] of BODIES)
  test(`a body of ${type || 'no type'} without secrets is stored as it is: ${JSON.stringify(body)}`, () => {
    const { content, size, kept, digest, redacted } = redactor.body(Buffer.from(body), type, 65_536);
    const { length } = Buffer.from(body);
    assert.deepEqual([content, size, kept, digest, redacted], [body, length, length, undefined, false]);
  });

test('in a redacted body everything else stays as it is written', () => {
  assert.equal(
    redactJson('{ "a" : 1.50,\n  "password":"x" , "n":{"pin":1234, "max_tokens": 5}, "id":12345678901234567890 }'),
    '{ "a" : 1.50,\n  "password":"•••" , "n":{"pin":"•••", "max_tokens": 5}, "id":12345678901234567890 }',
  );
  assert.equal(redactJson('{"pass\\u0077ord":"abc"}'), '{"pass\\u0077ord":"•••"}');
});

test('structured bodies that are invalid are redacted as text', () => {
  for (const text of [
    '{"password":"S3c',
    '{"a":1,"password":"S3cret",}',
    "{'password': 'S3cret'}",
    '[{"password":"S3cret"},,]',
  ])
    assert.ok(!redactJson(text).includes('S3c'), text);
});

test('of a binary body only the size and the digest are stored', () => {
  const bytes = Buffer.from([0x82, 0xa8, ...Buffer.from('password'), 0xa1, 0x78, 0]);
  for (const type of ['application/msgpack', 'image/png', 'application/x-protobuf', 'application/octet-stream', '']) {
    const { content, size, kept, digest } = redactor.body(bytes, type, 1_000);
    assert.deepEqual([content, size, kept], ['', bytes.length, 0]);
    assert.equal(digest, createHash('sha256').update(bytes).digest('hex'));
  }
});

test('a secret across the cut is masked as well', () => {
  const secret = `eyJhbGciOiJIUzI1NiJ9.${'aB3x'.repeat(100)}.${'Q9z_'.repeat(50)}`;
  const shapes: readonly (readonly [string, (before: string) => string])[] = [
    ['application/json', (before) => JSON.stringify({ before, link: secret, after: 'z'.repeat(50_000) })],
    ['application/json', (before) => JSON.stringify({ before, password: 'aB3x'.repeat(5_000), after: 1 })],
    ['text/plain', (before) => `${before} ${secret} ${'z '.repeat(30_000)}`],
    [
      'application/x-www-form-urlencoded',
      (before) => `a=${before}&password=${'aB3x'.repeat(5_000)}&z=${'z'.repeat(50_000)}`,
    ],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...shapes),
      fc.integer({ min: 0, max: 1_100 }),
      fc.boolean(),
      ([type, create], length, isCaptured) => {
        const body = Buffer.from(create('y '.repeat(length / 2)));
        // What was captured of a stream ends at the cap.
        const given = isCaptured ? body.subarray(0, 1_024) : body;
        const { content, size } = redactor.body(given, type, 1_024, body.length);
        assert.equal(size, body.length);
        assert.doesNotMatch(content, /aB3x|eyJhb/);
      },
    ),
    { numRuns: 200 },
  );
});

test('the dialect decides whether a text in double quotes is a string', () => {
  const sql = 'SELECT * FROM a WHERE token = "t"."id" AND password = "b2"';
  assert.equal(redactor.sql(sql, 'postgresql'), sql);
  assert.equal(redactor.sql('UPDATE a SET token = "b2"', 'mysql'), 'UPDATE a SET token = "•••"');
  assert.equal(
    redactor.sql('SELECT "token"."provider" FROM "token"', 'postgresql'),
    'SELECT "token"."provider" FROM "token"',
  );
});

test('each parameter of a statement with many rows belongs to its column', () => {
  const rows = 60;
  const columns = ['id', 'email', 'password', 'name', 'reset_token', 'city', 'age', 'note'];
  const sql = `INSERT INTO users (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, (_, row) => `(${columns.map((_, column) => `$${row * 8 + column + 1}`).join(', ')})`).join(', ')}`;
  const parameters = Array.from({ length: rows * 8 }, (_, index) => `value${index}`);
  const redacted = redactor.sqlParameters(sql, parameters, 'postgresql');
  for (const [index, value] of redacted.entries())
    assert.equal(value, index % 8 === 2 || index % 8 === 4 ? '•••' : `value${index}`);
});

test('tokens in Sec-WebSocket-Protocol are masked: after a name that announces them, or by their length', () => {
  const redact = (value: string): string => redactor.header('Sec-WebSocket-Protocol', value);
  const long = 'x'.repeat(40);
  assert.equal(redact('graphql-ws, soap'), 'graphql-ws, soap');
  assert.equal(redact('bearer, abc123'), 'bearer, •••');
  assert.equal(redact('access_token, abc def, chat'), 'access_token, •••, chat');
  assert.equal(redact(`chat, ${long}`), 'chat, •••');
  assert.equal(redact(`chat, v1 ${long}`), 'chat, •••');
});
