import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from '../redactor.ts';

const redactor = new Redactor();
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabc+/=\n-----END RSA PRIVATE KEY-----';

for (const [text, redacted] of [
  [`sent ${JWT} on`, 'sent ••• on'],
  ['Authorization: Bearer abc123def', 'Authorization: •••'],
  ['with Bearer abc123def, then', 'with Bearer •••, then'],
  ['Basic dXNlcjpwYXNz', 'Basic •••'],
  ['key sk_live_abcdefgh12345678 used', 'key ••• used'],
  ['ghp_abcdefghijklmnopqrstuvwxyz012345', '•••'],
  ['AKIAIOSFODNN7EXAMPLE', '•••'],
  [`a ${PEM} b`, 'a ••• b'],
  ['cut -----BEGIN PRIVATE KEY-----\nMIIEow', 'cut •••'],
  ['postgres://atlas:hunter2@db:5432/atlas', 'postgres://atlas:•••@db:5432/atlas'],
  ['https://hunter2@github.com/a', 'https://•••@github.com/a'],
  ['Server=db;User=a;Password=hunter2;', 'Server=db;User=a;Password=•••;'],
  ['paid with 4111 1111 1111 1111.', 'paid with •••.'],
  ['paid with 4111111111111111', 'paid with •••'],
  ['{"password": "hun\\"ter2", "a": 1}', '{"password": "•••", "a": 1}'],
  ['"{\\"token\\":\\"abc\\",\\"a\\":1}"', '"{\\"token\\":\\"•••\\",\\"a\\":1}"'],
  ["{ tokens: [ 'a', 'b' ], c: 'd' }", "{ tokens: •••, c: 'd' }"],
  ['const dbPassword: string = "abc";', 'const dbPassword: string = "•••";'],
  ['Cookie: a=b; c=d\nHost: x', 'Cookie: •••\nHost: x'],
  ['password: YWJjZGVm==', 'password: •••'],
  ["alter role a password 'hunter2'", "alter role a password '•••'"],
  ['/a?user[iban]=abc&user[a][pin]=1234', '/a?user[iban]=•••&user[a][pin]=•••'],
  ['/a?apiKey[]=abc&page=2', '/a?apiKey[]=•••&page=2'],
  ['/a?password[0]=abc&page=2', '/a?password[0]=•••&page=2'],
  ['/a?apiKey%5B%5D=abc&page=2', '/a?apiKey%5B%5D=•••&page=2'],
  ['/a?or%5B0%5D%5Bpassword%5D=abc&page=2', '/a?or%5B0%5D%5Bpassword%5D=•••&page=2'],
  ['{"href":"/a?filter%5bapi_key%5d%5beq%5d=abc"}', '{"href":"/a?filter%5bapi_key%5d%5beq%5d=•••"}'],
  ['max_tokens=500 token=abc', 'max_tokens=500 token=•••'],
] as const) {
  test(`of ${JSON.stringify(text)} the secret goes`, () => {
    assert.equal(redactor.text(text), redacted);
    assert.equal(redactor.text(redacted), redacted);
  });
}

for (const text of [
  'GET /api/cities?page=2 200 in 3 ms',
  'Bearer authentication is required, Basic usage, token expired',
  'at 1764000000000, order 1234567890123456, id 550e8400-e29b-41d4-a716-446655440000',
  'the company is shipping keys inside: designed for authors',
  'secretary: Ada, tokenizer: fast',
  'has_password=true, remember_token=null, token=',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  "fetch('http://localhost:8000/a@b')",
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'total_tokens: 512, password_changed_at: 2026-11-21',
]) {
  test(`${JSON.stringify(text)} stays`, () => assert.equal(redactor.text(text), text));
}

for (const [name, value, redacted] of [
  ['Authorization', 'Bearer abc', 'Bearer •••'],
  ['authorization', 'abc', '•••'],
  ['Cookie', 'sid=abc; theme=dark', 'sid=•••; theme=•••'],
  ['set-cookie', 'sid=abc; Path=/; HttpOnly', 'sid=•••; Path=/; HttpOnly'],
  ['Set-Cookie', 'sid=; Max-Age=0', 'sid=; Max-Age=0'],
  ['X-Api-Key', 'abc', '•••'],
  ['Referer', 'http://u:p@h/a?b=1&token=c', 'http://u:•••@h/a?b=1&token=•••'],
  ['X-Debug-Token', 'a1b2c3', 'a1b2c3'],
  ['Access-Control-Allow-Credentials', 'true', 'true'],
  ['Access-Control-Allow-Headers', 'Authorization, X-CSRF-Token', 'Authorization, X-CSRF-Token'],
  ['WWW-Authenticate', 'Bearer realm="x", error="invalid_token"', 'Bearer realm="x", error="invalid_token"'],
  ['Vary', 'Cookie', 'Cookie'],
] as const) {
  test(`the header ${name}: ${value} becomes ${redacted}`, () => assert.equal(redactor.header(name, value), redacted));
}

test('names can be added, as words or as a pattern, and kept', () => {
  const own = new Redactor({ names: ['boarding code', /^x-internal-/i], keep: ['csrf-mode'] });
  assert.deepEqual(own.value({ boardingCode: 'a', 'X-Internal-Id': 'b', csrfMode: 'strict', other: 'c' }), {
    boardingCode: '•••',
    'X-Internal-Id': '•••',
    csrfMode: 'strict',
    other: 'c',
  });
  assert.equal(own.text('boarding_code=abc x-internal-id: def'), 'boarding_code=••• x-internal-id: •••');
  assert.equal(own.body('{"boardingCode":"a"}', 'application/json', 100).content, '{"boardingCode":"•••"}');
});

test('a URL without secrets stays as sent, badly encoded or not', () => {
  for (const url of ['/a?b=%zz&c', 'http://h/%E0%A4%A?x=y#z', '/a?b=c+d&&=&e', '/?', '#', ''])
    assert.equal(redactor.url(url), url);
});

for (const [sql, parameters, redacted] of [
  ['insert into u (name, password) values (?, ?)', ['a', 'b'], ['a', '•••']],
  ['insert into u (name, password) values (?, ?), (?, ?)', ['a', 'b', 'c', 'd'], ['a', '•••', 'c', '•••']],
  ['insert into "u" ("password", "name") values (crypt($1, gen_salt($3)), $2)', ['a', 'b', 'c'], ['•••', 'b', '•••']],
  ['insert into u (a, token) values (?, ?) on conflict (a) do update set b = ?', ['a', 'b', 'c'], ['a', '•••', 'c']],
  ['update u set pin = ?, n = ? where id = ?', [1234, 'n', 7], ['•••', 'n', 7]],
  ['select * from u where token = ? and name like ? limit ?', ['a', 'b', 10], ['•••', 'b', 10]],
  ['select * from u where lower(u.api_key) = lower(?)', ['a'], ['•••']],
  ['select * from u where ? = password', ['a'], ['•••']],
  [
    'select * from u where token in (?, ?, ?) and a between ? and ?',
    ['a', 'b', 'c', 'd', 'e'],
    ['•••', '•••', '•••', 'd', 'e'],
  ],
  ["select * from u where data->>'api_key' = ? and data->>'name' = ?", ['a', 'b'], ['•••', 'b']],
  ['select * from u where password::text = ? and token collate nocase = ?', ['a', 'b'], ['•••', '•••']],
  ['select token from u where id = ?', ['a'], ['a']],
  ['select check_password(?, ?)', ['a', 'b'], ['•••', '•••']],
  ['insert into passwords values (?, ?)', ['a', 1], ['•••', 1]],
  ['select * from city where name = ?', ['Lisbon'], ['Lisbon']],
  ['select 1', [], []],
] as const) {
  test(`${sql} masks what meets a sensitive column`, () =>
    assert.deepEqual(redactor.sqlParameters(sql, parameters), redacted));
}

test('a secret written into SQL goes, the rest of the statement stays', () => {
  assert.equal(redactor.sql("update u set password = 'a''b', name = 'c'"), "update u set password = '•••', name = 'c'");
  assert.equal(
    redactor.sql("insert into u (id, token) values (1, 'x')"),
    "insert into u (id, token) values (1, '•••')",
  );
});

test('hostile values are copied, bounded and in peace', () => {
  const circle: Record<string, unknown> = { a: 1 };
  circle['self'] = circle;
  const trap = new Proxy({}, { ownKeys: () => assert.fail('touched'), getPrototypeOf: () => assert.fail('touched') });
  let called = false;
  const value = {
    circle,
    trap,
    map: new Map<unknown, unknown>([
      ['password', 'x'],
      [{}, 1],
    ]),
    set: new Set([1]),
    date: new Date(0),
    bad: new Date(Number.NaN),
    big: 10n,
    get thrown(): never {
      called = true;
      throw new Error('no');
    },
    bytes: new Uint8Array(3),
    url: new URL('http://u:p@h/?token=x'),
    f: () => 1,
    ['__proto__']: { polluted: true },
    n: Number.NaN,
    s: Symbol('x'),
    city: new (class City {
      name = 'Lisbon';
      secret = 'x';
    })(),
  };
  const copy = redactor.value(value) as Record<string, unknown>;
  assert.equal(called, false);
  assert.deepEqual(copy['circle'], { a: 1, self: '[circular]' });
  assert.equal(copy['trap'], '[proxy]');
  assert.deepEqual(copy['map'], { password: '•••', '[object 2]': 1 });
  assert.deepEqual(copy['city'], { '(class)': 'City', name: 'Lisbon', secret: '•••' });
  assert.deepEqual(
    [copy['date'], copy['bad'], copy['big'], copy['thrown'], copy['bytes'], copy['n']],
    ['1970-01-01T00:00:00.000Z', 'Invalid Date', '10n', '[getter]', '[3 bytes]', 'NaN'],
  );
  assert.doesNotMatch(JSON.stringify(copy), /token=x|:p@/);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  JSON.stringify(copy);
});

test('an object without a class has no class in its copy', () => {
  const value = { bare: Object.assign(Object.create(null), { a: 1 }), derived: Object.create({ inherited: 1 }) };
  assert.deepEqual(new Redactor().value(value), { bare: { a: 1 }, derived: {} });
});
