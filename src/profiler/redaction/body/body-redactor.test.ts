import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { RecordedBody } from '../../profile.ts';
import { Redactor } from '../redactor.ts';

const redactor = new Redactor();
const bytesOf = ({ content, encoding }: RecordedBody): Buffer =>
  Buffer.from(content, encoding === 'text' ? 'utf8' : 'base64');
const part = (boundary: string, ...parts: string[]): string =>
  `${parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('')}--${boundary}--\r\n`;
const noise = Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 37 + 11) % 256));

const KINDS: readonly (readonly [type: string, body: string | Buffer])[] = [
  ['application/json', '{"a":1,"b":[true,null,1.50,-0,1e5],"c":"é\\u00e9\\/"}'],
  ['application/json', ' {\r\n\t"b" : 2 , "a":1}\n'],
  ['application/json', '\ufeff{"bom":true}'],
  ['application/json', '"text"'],
  ['application/json', '12345678901234567890.10'],
  ['application/json', '[]'],
  ['application/json', '{"a":'],
  ['application/json', '{"a":1,"a":2}'],
  ['application/ld+json; charset=utf-8', '{"@id":"/cities/1"}'],
  ['application/problem+json', '{"status":404}'],
  ['application/merge-patch+json', '{"name":null}'],
  ['application/x-ndjson', '{"a":1}\n{"a":2}\n'],
  ['application/json-seq', '\u001e{"a":1}\n\u001e{"a":2}\n'],
  ['application/x-www-form-urlencoded', 'a=1&b=x+y&c=%C3%A9&d&=e&&f=%zz'],
  ['multipart/form-data; boundary=B', part('B', 'Content-Disposition: form-data; name="title"\r\n\r\nBücher')],
  [
    'multipart/form-data; boundary="B B"',
    Buffer.concat([
      Buffer.from(
        '--B B\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n',
      ),
      noise,
      Buffer.from('\r\n--B B--'),
    ]),
  ],
  ['multipart/mixed; boundary=x', 'no boundary in it'],
  ['multipart/form-data', 'no boundary'],
  ['text/plain', 'Hello\r\nwörld 漢字 𝒳'],
  ['text/plain; charset=iso-8859-1', Buffer.from('Zürich', 'latin1')],
  ['text/plain; charset=utf-16le', Buffer.from('Zürich', 'utf16le')],
  ['text/html', '<!doctype html><p>Hello &amp; <b>world</b>'],
  ['text/html', '<p a="&#39;b&#39;" c=\'d\'>&quot;e&quot; it\'s "f"</p>'],
  ['text/html', '<p>&quot;\ue022 \ue027&quot;</p>'],
  ['application/json', '{"a":"\0"}'],
  ['text/csv', 'a,b\n1,"x, y"\n'],
  ['application/xml', '<?xml version="1.0"?><a b="c">d</a>'],
  ['application/graphql', 'query { city(id: 1) { name } }'],
  ['text/event-stream', 'id: 1\ndata: {"a":1}\n\n'],
  ['application/yaml', 'a: 1\nb:\n  - c\n'],
  ['image/png', Buffer.concat([Buffer.from([0x89]), noise])],
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['application/octet-stream', noise],
  ['application/gzip', gzipSync('hello')],
  ['', 'a body that says nothing about itself'],
  ['not a type', '\0\u0001'],
  ['text/plain', ''],
];

for (const [type, body] of KINDS) {
  test(`a body of ${type || 'no type'} without secrets is kept byte for byte: ${JSON.stringify(body.toString('latin1' as never).slice(0, 30))}`, () => {
    const recorded = redactor.body(body, type, 65_536);
    assert.deepEqual(bytesOf(recorded), Buffer.from(body as string));
    const { length } = Buffer.from(body as string);
    assert.deepEqual(
      [recorded.size, recorded.kept, recorded.digest, recorded.redacted],
      [length, length, undefined, false],
    );
  });
}

test('a long body is cut at the cap between two characters, and the digest is that of all of it', () => {
  const body = '漢 '.repeat(40_000);
  const recorded = redactor.body(body, 'text/plain', 1_000);
  assert.equal(recorded.size, 160_000);
  assert.ok(recorded.kept <= 1_000 && recorded.kept > 990);
  assert.doesNotMatch(recorded.content, /\ufffd/);
  assert.ok(body.startsWith(recorded.content));
  assert.equal(recorded.digest, createHash('sha256').update(body).digest('hex'));
});

test('a secret that stands across the cut gives not even its beginning away', () => {
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
      ([type, make], length, isCaptured) => {
        const whole = Buffer.from(make('y '.repeat(length / 2)));
        // What was captured of a stream ends at the cap; nothing behind it is known.
        const given = isCaptured ? whole.subarray(0, 1_024) : whole;
        const { content, size } = redactor.body(given, type, 1_024, whole.length);
        assert.equal(size, whole.length);
        assert.doesNotMatch(content, /aB3x|eyJhb/);
      },
    ),
    { numRuns: 400 },
  );
});

test('in a body that is redacted everything else stays as it was laid out', () => {
  assert.equal(
    redactor.body('{ "a" : 1.50,\n  "password":"x" , "n":{"pin":1234, "max_tokens": 5} }', 'application/json', 1_000)
      .content,
    '{ "a" : 1.50,\n  "password":"•••" , "n":{"pin":"•••", "max_tokens": 5} }',
  );
  assert.equal(
    redactor.body('a=1&password=x%20y&b=%zz', 'application/x-www-form-urlencoded', 1_000).content,
    'a=1&password=•••&b=%zz',
  );
});

test('a file beside a secret field comes through untouched', () => {
  const body = Buffer.concat([
    Buffer.from(
      '--B\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter2\r\n--B\r\nContent-Disposition: form-data; name="f"; filename="x"\r\nContent-Type: image/png\r\n\r\n',
    ),
    noise,
    Buffer.from('\r\n--B--'),
  ]);
  const recorded = redactor.body(body, 'multipart/form-data; boundary=B', 10_000);
  assert.equal(recorded.redacted, true);
  assert.ok(bytesOf(recorded).includes(noise));
  assert.ok(!bytesOf(recorded).includes('hunter2'));
  assert.ok(bytesOf(recorded).includes('•••'));
});

test('text in an older encoding gives no secret away', () => {
  const recorded = redactor.body(
    Buffer.from('{"straße":"x","password":"hunter2"}', 'latin1'),
    'application/json',
    1_000,
  );
  assert.ok(!bytesOf(recorded).includes('hunter2'));
  assert.equal(recorded.redacted, true);
});

test('text in UTF-16 and UTF-32 gives no secret away', () => {
  const letters = '{"password":"hunter2"}';
  const wide = (size: number, at: number): Buffer =>
    Buffer.from(
      [...letters].flatMap((letter) => Array.from({ length: size }, (_, i) => (i === at ? letter.charCodeAt(0) : 0))),
    );
  for (const body of [wide(2, 0), wide(2, 1), wide(4, 0), wide(4, 3), Buffer.from(`\ufeff${letters}`, 'utf16le')])
    for (const type of ['application/json; charset=utf-16', 'text/plain', '', 'application/octet-stream']) {
      const recorded = redactor.body(body, type, 1_000);
      assert.equal(bytesOf(recorded).toString().replaceAll('\0', '').includes('hunter2'), false, type);
      assert.deepEqual([recorded.redacted, recorded.size], [true, body.length]);
    }
  const mixed = Buffer.concat([Buffer.from('password=hunter1 '), wide(2, 0)]);
  const stored = bytesOf(redactor.body(mixed, 'text/plain', 1_000));
  assert.equal(/hunter\d/.test(stored.toString().replaceAll('\0', '')), false);
  const clean = Buffer.from('{"city":"Lisbon"}', 'utf16le');
  assert.deepEqual(bytesOf(redactor.body(clean, 'application/json; charset=utf-16', 1_000)), clean);
});

test('a body that comes again is recorded as before: by its own type, within the cap of now, and a secret in it hidden', () => {
  const own = new Redactor();
  const json = '{"note":"password is a word","n":1}';
  const text = 'token: abcdef123456';
  for (let round = 0; round < 3; round++) {
    assert.equal(own.body(json, 'application/json', 1_000).redacted, false);
    assert.equal(own.body(json, 'application/json', 10).content, json.slice(0, 10));
    assert.equal(own.body(text, 'image/png', 1_000).encoding, 'base64');
    assert.ok(!own.body(text, 'text/plain', 1_000).content.includes('abcdef'));
    assert.equal(
      own.body(`n=1&${text}`, 'application/x-www-form-urlencoded', 1_000).type,
      'application/x-www-form-urlencoded',
    );
    // Clean as the one, and not as the other.
    assert.equal(own.body('{"a":"\\u0070assword=hunter22"}', 'text/plain', 1_000).redacted, false);
    assert.equal(own.body('{"a":"\\u0070assword=hunter22"}', 'application/json', 1_000).redacted, true);
  }
});

test('a URL that comes again is recorded as before, and a secret in it hidden', () => {
  const own = new Redactor();
  for (const url of ['/a?page=1', '/a?page=1', '/a?token=abcdef', '/a?token=abcdef', '/a?page=1'])
    assert.equal(own.url(url), url.replace('abcdef', '•••'));
});

test('fields of a form are masked by their decoded names', () => {
  const form = 'pass%77ord=hunter2&user%5Bpin%5D=1234&city=Oslo';
  const { content } = redactor.body(form, 'application/x-www-form-urlencoded', 1_000);
  assert.equal(content, 'pass%77ord=•••&user%5Bpin%5D=•••&city=Oslo');
});

test('values between entities of markup are masked, and all other quotes are kept', () => {
  const html = `<p data-a="{&quot;password&quot;:&quot;hunter2&quot;}" data-b='{&#39;pin&#39;: &#39;1234&#39;}'>"a" it's</p>`;
  const { content } = redactor.body(html, 'text/html', 1_000);
  assert.equal(content, html.replace('hunter2', '•••').replace('1234', '•••'));
});

test('a secret is masked in bytes that are not UTF-8, and all other bytes are kept', () => {
  const bytes = Buffer.from('Zürich password=hunter2 Genève', 'latin1');
  const recorded = redactor.body(bytes, 'text/plain; charset=iso-8859-1', 1_000);
  assert.equal(recorded.encoding, 'base64');
  const expected = [Buffer.from('Zürich password=', 'latin1'), Buffer.from('•••'), Buffer.from(' Genève', 'latin1')];
  assert.deepEqual(bytesOf(recorded), Buffer.concat(expected));
});

test('the beginning of a secret is not kept if fewer bytes than the cap are available', () => {
  const available = 'city=Lisbon ghp_abcdefgh';
  const { content, kept, size } = redactor.body(available, 'text/plain', 1000, 200);
  assert.deepEqual([content, kept, size], ['city=Lisbon ', 12, 200]);
});

test('the beginning of a secret at the end of a cut body is not kept, with and without another secret', () => {
  for (const front of ['city=Oslo', 'password=hunter2']) {
    const text = `${front} and sk_live_abc`;
    const { content } = redactor.body(Buffer.from(text), 'text/plain', text.length, 10_000);
    assert.equal(content, `${front.replace('hunter2', '•••')} and `);
  }
});

describe('the parts after the first 10,000 of a body', () => {
  const fields = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `--B\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n${at}\r\n`,
    ).join('');
  const secret = (more = ''): string =>
    `--B\r\nContent-Disposition: form-data; name="password"${more}\r\n\r\nhunter2\r\n--B--\r\n`;
  const record = (body: string, type = 'multipart/form-data; boundary=B') => redactor.body(body, type, 10_000_000);

  for (const [what, last] of [
    ['a field', secret()],
    ['a file', secret('; filename="a.txt"')],
    ['a file with a type', secret('; filename="a.bin"\r\nContent-Type: application/octet-stream')],
  ] as const)
    test(`are not recorded, if a secret is ${what}`, () => {
      for (const count of [9_999, 10_000, 20_000]) assert.ok(!record(fields(count) + last).content.includes('hunter2'));
      const { content, redacted } = record(fields(10_001) + last);
      assert.ok(content.endsWith('\r\n10000\r\n--B\r\n\r\n••• (further parts are not recorded)\r\n--B--\r\n'));
      assert.equal(redacted, true);
    });

  test('are not recorded in a part of another body', () => {
    const outer = `--A\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n${fields(10_001)}${secret()}\r\n--A--`;
    const { content } = record(outer, 'multipart/form-data; boundary=A');
    assert.ok(!content.includes('hunter2'));
    assert.ok(content.endsWith('••• (further parts are not recorded)\r\n--B--\r\n\r\n--A--'));
  });

  test('are only left out if there are more than 10,000', () => {
    const body = `${fields(10_000)}--B--\r\n`;
    assert.deepEqual([record(body).content === body, record(body).redacted], [true, false]);
    assert.equal(record(fields(9_999) + secret()).content, fields(9_999) + secret().replace('hunter2', '•••'));
  });
});

test('secret fields are masked if the boundary is missing in the type or is another one', () => {
  const body = part('B', 'Content-Disposition: form-data; name="password"\r\n\r\nhunter2');
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other']) {
    for (const sent of [body, `preamble\r\n${body}`])
      assert.equal(redactor.body(sent, type, 10_000).content, sent.replace('hunter2', '•••'), type);
    assert.ok(!redactor.body(body.replaceAll('\r', ''), type, 10_000).content.includes('hunter2'), type);
  }
});

describe('a body of several parts inside others', () => {
  /** Returns a field inside bodies of several parts, each with its own boundary. */
  const nested = (depth: number, field: string): string =>
    depth === 0
      ? field
      : part(
          `B${depth}`,
          depth === 1
            ? field
            : `Content-Type: multipart/mixed; boundary=B${depth - 1}\r\n\r\n${nested(depth - 1, field)}`,
        );
  const shown = (depth: number, field: string): string =>
    redactor.body(nested(depth, field), `multipart/form-data; boundary=B${depth}`, 10_000).content;
  const field = (name: string, value: string): string =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

  test('has the secrets of each field masked', () => {
    for (const depth of [1, 2, 3, 4]) {
      assert.equal(shown(depth, field('password', 'hunter2')), nested(depth, field('password', '•••')));
      assert.equal(shown(depth, field('città', 'hunter2')), nested(depth, field('città', 'hunter2')));
    }
  });
  test('is masked as a whole below the fourth', () => {
    assert.doesNotMatch(shown(5, field('city', 'hunter2')), /hunter2|city/);
  });
  test('has secrets in the heads of its parts masked', () => {
    const content = (token: string): string =>
      part('B1', `Content-Type: text/plain\r\nAuthorization: ${token}\r\n\r\nx`);
    const recorded = redactor.body(content('Bearer abc123def'), 'multipart/mixed; boundary=B1', 10_000);
    assert.equal(recorded.content, content('•••'));
  });
});
