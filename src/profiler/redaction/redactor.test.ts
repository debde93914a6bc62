import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Redactor } from './redactor.ts';

const redactor = new Redactor();
const NAMES = [
  ...[
    'password',
    'passwd',
    'pwd',
    'userPassword',
    'new-password',
    'secret',
    'clientSecret',
    'client_secret',
    'token',
    'accessToken',
    'refresh_token',
    'id_token',
  ],
  ...[
    'apiKey',
    'api_key',
    'X-Api-Key',
    'APIKEY',
    'privateKey',
    'authorization',
    'proxy-authorization',
    'cookie',
    'sessionId',
    'PHPSESSID',
    'sid',
    'csrfToken',
  ],
  ...[
    '_csrf',
    'xsrf',
    'otp',
    'pin',
    'cvv',
    'cardNumber',
    'iban',
    'signature',
    'credential',
    'db_pass',
    'AWS_SECRET_ACCESS_KEY',
    'jwt',
    'auth',
    'session',
  ],
];
const secrets = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/).map((text) => `S3c${text}`);
const names = fc.constantFrom(...NAMES);
// Nothing that looks like a secret by itself.
const harmlessName = fc.constantFrom(
  'name',
  'id',
  'title',
  'author',
  'page',
  'nested',
  'items',
  'code',
  'country',
  'description',
  'keys',
  'pinned',
  'company',
);
const harmlessText = fc.oneof(
  fc.lorem(),
  fc.constantFrom('', 'Lisbon', '2026-11-21', 'a/b?c', 'é ü 漢', '50 %', 'x: y', '{}', 'a "quoted" word', 'line\nline'),
);
const harmless = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    harmlessText,
    fc.integer({ min: -1e6, max: 1e6 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(harmlessName, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** A structure somewhere in which a secret stands under a sensitive name. */
function planted(secret: string, name: string, path: readonly (string | number)[], shape: number): unknown {
  const held = [
    secret,
    { inner: secret, more: [1, secret] },
    [secret, [secret]],
    { deep: { deeper: { deepest: secret } } },
  ][shape % 4];
  return path.reduceRight<unknown>(
    (inside, step) => (typeof step === 'number' ? [step, inside] : { before: 'x', [step]: inside }),
    { ok: 1, [name]: held, after: 'y' },
  );
}

const plants = fc.tuple(
  secrets,
  names,
  fc.array(fc.oneof(harmlessName, fc.integer({ min: 0, max: 9 })), { maxLength: 5 }),
  fc.nat(3),
);
const isGone = (output: unknown, secret: string): void =>
  assert.ok(
    !(typeof output === 'string' ? output : JSON.stringify(output)).includes(secret),
    `${secret} in ${JSON.stringify(output)}`,
  );
const json = (text: string): string => redactor.body(text, 'application/json', 65_536).content;

test('a secret under a sensitive name is in no copied value, at whatever depth', () => {
  fc.assert(
    fc.property(plants, ([secret, name, path, shape]) =>
      isGone(redactor.value(planted(secret, name, path, shape)), secret),
    ),
    { numRuns: 500 },
  );
});

test('a secret under a sensitive name is in no JSON body, however it is laid out, and the rest of the body stays', () => {
  fc.assert(
    fc.property(plants, fc.constantFrom(0, 2, '\t'), ([secret, name, path, shape], indent) => {
      const text = JSON.stringify(planted(secret, name, path, shape), null, indent);
      const redacted = json(text);
      isGone(redacted, secret);
      assert.deepEqual(
        JSON.parse(redacted),
        JSON.parse(text.replaceAll(secret, '•••').replaceAll(/(more"?: ?\[\s*)1/g, '$1"•••"')),
      );
    }),
    { numRuns: 500 },
  );
});

test('a name written with escapes hides nothing', () => {
  assert.equal(json('{"pass\\u0077ord":"abc"}'), '{"pass\\u0077ord":"•••"}');
});

test('JSON that is cut off, doubled or none at all still gives no secret away', () => {
  fc.assert(
    fc.property(
      secrets,
      names,
      fc.nat(200),
      fc.constantFrom(
        "{'N': 'S'}",
        '{N: "S"}',
        '{"N":"S":1}',
        '{"N":"S"',
        '{"a":1}\n{"N":"S"}\n',
        '[{"N":"S"},,]',
        'x{"N":\n"S"}',
        '"N":"S"',
      ),
      (secret, name, cut, shape) => {
        const text = shape.replace(/N|S/g, (letter) => (letter === 'N' ? name : secret));
        isGone(json(text), secret);
        isGone(json(text.slice(0, cut + name.length)), secret);
      },
    ),
    { numRuns: 500 },
  );
});

test('a value, a JSON body and a form without secrets come back as they were', () => {
  fc.assert(
    fc.property(harmless, fc.constantFrom(0, 2), (value, indent) => {
      assert.deepEqual(redactor.value(value), value);
      const text = JSON.stringify(value, null, indent);
      const body = redactor.body(text, 'application/json', 65_536);
      assert.deepEqual([body.content, body.redacted, body.digest], [text, false, undefined]);
    }),
    { numRuns: 500 },
  );
});

const CARRIERS: readonly (readonly [string, (name: string, secret: string) => unknown])[] = [
  [
    'a header',
    (name, secret) =>
      redactor.headers([
        [name, secret],
        ['accept', '*/*'],
      ]),
  ],
  ['a query', (name, secret) => redactor.query([[name, secret]])],
  ['a URL', (name, secret) => redactor.url(`http://h/a?x=1&${name}=${secret}#y`)],
  ['a fragment', (name, secret) => redactor.url(`http://h/a#state=1&${name}=${secret}`)],
  [
    'a URL with an encoded name',
    (name, secret) =>
      redactor.url(
        `/a?${[...name].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}=${secret}`,
      ),
  ],
  [
    'a form',
    (name, secret) => redactor.body(`a=1&user%5B${name}%5D=${secret}&b=2`, 'application/x-www-form-urlencoded', 1000),
  ],
  [
    'a multipart field',
    (name, secret) =>
      redactor.body(
        `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${secret}\r\n--B--`,
        'multipart/form-data; boundary=B',
        1000,
      ),
  ],
  [
    'JSON inside a multipart body',
    (name, secret) =>
      redactor.body(
        `--B\r\nContent-Type: application/json\r\n\r\n{"${name}":"${secret}"}\r\n--B--`,
        'multipart/mixed; boundary=B',
        1000,
      ),
  ],
  ['JSON inside JSON', (name, secret) => json(JSON.stringify({ payload: JSON.stringify({ [name]: secret }) }))],
  ['a log message', (name, secret) => redactor.text(`signing in with ${name}=${secret} now`)],
  ['a log message with a colon', (name, secret) => redactor.text(`got ${name}: ${secret}`)],
  ['JSON in a log message', (name, secret) => redactor.text(`sent {"a":1,"${name}":"${secret}","b":2}`)],
  ['a source line', (name, secret) => redactor.text(`const x = { '${name}': '${secret}' };`)],
  ['XML', (name, secret) => redactor.body(`<a><${name}>${secret}</${name}></a>`, 'application/xml', 1000)],
  ['YAML', (name, secret) => redactor.body(`a: 1\n${name}: ${secret}\n`, 'application/yaml', 1000)],
  ['a command line', (name, secret) => redactor.text(`run --${name} ${secret} --verbose`)],
  ['an environment', (name, secret) => redactor.value({ env: { [`MY_${name.toUpperCase()}`]: secret, PATH: '/bin' } })],
  ['a Map', (name, secret) => redactor.value(new Map([[name, secret]]))],
  ['an error', (name, secret) => redactor.value(Object.assign(new Error(`bad ${name}=${secret}`), { [name]: secret }))],
  [
    'SQL parameters',
    (name, secret) => redactor.sqlParameters(`update u set "${name}" = ?, "a" = ? where id = ?`, [secret, 'x', 1]),
  ],
  ['SQL text', (name, secret) => redactor.sql(`insert into u (id, "${name}") values (1, '${secret}')`)],
  ['a body without a type', (name, secret) => redactor.body(JSON.stringify({ [name]: secret }), undefined, 1000)],
  ['a changed header', (name, secret) => redactor.headerText(`response header ${name}: ${secret}`)],
];

test('of 500 planted secrets none is found again, wherever they were planted', (context) => {
  let planted = 0;
  for (const [where, plant] of CARRIERS) {
    for (const name of NAMES) {
      // Some names only count as whole names.
      if (where === 'an environment' && (name === 'auth' || name === 'session')) continue;
      planted += 1;
      isGone(plant(name, `S3cret${planted}zqx`), `S3cret${planted}zqx`);
    }
  }
  context.diagnostic(`${planted} secrets planted, 0 found`);
  assert.ok(planted >= 500);
});
