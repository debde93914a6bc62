import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { createCheckedHost, checkExchange } from '../lib/checked-host.ts';

const Note = z.object({
  id: z.number().int(),
  text: z.string(),
  count: z.number().optional(),
  more: z.record(z.string(), z.unknown()).optional(),
});

/** Creates a host and a list of the written notes. */
function createNotes(api: HostConfig['api'] = {}) {
  const written: unknown[] = [];
  const write = (note: unknown) => {
    written.push(note);
    return note as z.infer<typeof Note>;
  };
  const { host } = createCheckedHost({
    api,
    limits: { body: 1_048_576 },
    resources: [
      resource('notes', Note, {
        id: 'id',
        input: { create: Note.omit({ id: true }) },
        provide: { list: () => [], get: () => ({ id: 1, text: 'One', more: { a: 1 } }) },
        process: {
          create: ({ body }) => write({ id: 2, ...body }),
          replace: ({ body }) => write({ id: 1, ...body }),
          patch: ({ next }) => write({ id: 1, ...next }),
        },
      }),
    ],
  });
  return { host, written };
}

type Body = string | Uint8Array;
const bytes = (...codes: number[]) => Uint8Array.from(codes);
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const note = (members: string) => `{"text":"x"${members}}`;

/** Invalid JSON, following the classes of JSONTestSuite (`n_`), and JSON that exceeds the limits of a parser: 400. */
const MALFORMED: Readonly<Record<string, Body>> = {
  nothing: '',
  'only whitespace': ' \n\t ',
  'a missing end': '{"text":"x"',
  'a missing value': '{"text":}',
  'a missing colon': '{"text" "x"}',
  'a trailing comma': '{"text":"x",}',
  'two commas': '{"text":"x",,"count":1}',
  'a leading comma': '[,1]',
  'two documents': '{"text":"x"}{"text":"y"}',
  'a comment': '{"text":/* x */"x"}',
  'a comment after the document': '{"text":"x"}#',
  'single quotes': "{'text':'x'}",
  'no quotes': '{text:"x"}',
  NaN: note(',"count":NaN'),
  Infinity: note(',"count":Infinity'),
  '-Infinity': note(',"count":-Infinity'),
  undefined: note(',"count":undefined'),
  'a leading plus': note(',"count":+1'),
  'a leading zero': note(',"count":01'),
  'a leading point': note(',"count":.5'),
  'a trailing point': note(',"count":1.'),
  'an empty exponent': note(',"count":1e'),
  hexadecimal: note(',"count":0x1F'),
  'a literal in upper case': note(',"count":NULL'),
  'a raw line break in a string': '{"text":"a\nb"}',
  'a raw NUL in a string': '{"text":"a\0b"}',
  'an unknown escape': '{"text":"\\x41"}',
  'an incomplete escape': '{"text":"\\u00"}',
  'a wrong bracket': '{"text":"x"]',
  'a form feed as whitespace': '\f{"text":"x"}',
  'a no-break space as whitespace': '\u00a0{"text":"x"}',
  '100,000 open lists': '['.repeat(100_000),
  '100,000 open objects': '{"a":'.repeat(100_000),
  'nested 400,000 deep': `{"text":"x","more":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
  'nested 101 deep': `{"text":"x","more":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
  'an integer that exceeds the range of numbers': note(`,"count":1${'0'.repeat(400)}`),
  'an exponent that exceeds the range of numbers': note(',"count":1e400'),
  'a nested number that exceeds the range': note(',"more":{"a":[-1e999]}'),
  'a lone high surrogate': '{"text":"\\ud800"}',
  'a lone low surrogate': '{"text":"\\uDC00x"}',
  'surrogates in the wrong order': '{"text":"\\udc00\\ud800"}',
  'a lone surrogate in a name': note(',"more":{"\\ud83d":1}'),
  'an invalid byte': bytes(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d),
  'an overlong slash': bytes(0x22, 0xc0, 0xaf, 0x22),
  'a surrogate in UTF-8': bytes(0x22, 0xed, 0xa0, 0x80, 0x22),
  'a truncated character': bytes(0x22, 0xf0, 0x9f, 0x98, 0x22),
  'UTF-16': utf16('{"text":"x"}'),
};

/** Valid JSON with invalid values: 422. */
const INVALID: Readonly<Record<string, Body>> = {
  null: 'null',
  'a number': '1',
  'a string': '"x"',
  'a list': '[]',
  'an empty object': '{}',
  'a wrong type': '{"text":["x"]}',
  'a prototype': '{"text":"x","__proto__":{"polluted":true}}',
  'a constructor': '{"text":"x","constructor":{"prototype":{"polluted":true}}}',
  '10,000 members': `{${Array.from({ length: 10_000 }, (_, i) => `"textt${i}":${i}`).join()}}`,
  'a member with a long name': note(`,"${'n'.repeat(500_000)}":1`),
};

const UNSUPPORTED: Readonly<Record<string, [headers: Record<string, string>, body: Body]>> = {
  'another charset': [{ 'Content-Type': 'application/json; charset=utf-16' }, utf16('{"text":"x"}')],
  'Latin-1': [{ 'Content-Type': 'application/json;charset="ISO-8859-1"' }, '{"text":"x"}'],
  'a compressed body': [{ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, gzipSync('{"text":"x"}')],
  'a compression bomb': [
    { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    gzipSync(Buffer.alloc(50_000_000, 32)),
  ],
  'another type': [{ 'Content-Type': 'text/json' }, '{"text":"x"}'],
  'no type': [{ 'Content-Type': '' }, '{"text":"x"}'],
};

const JSON_BODY = { 'Content-Type': 'application/json' };

const refusing = createNotes();
let origin = '';
before(async () => {
  const { port } = await refusing.host.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${port}`;
});
after(() => refusing.host.close());

/** Sends a request in memory and over a socket, and asserts that both are rejected with a problem and write nothing. */
async function assertRejected(
  status: number,
  headers: Record<string, string>,
  body: Body,
  method = 'POST',
  path = '/api/notes',
) {
  const { host, written } = refusing;
  const init = { method, headers, body } as RequestInit;
  for (const send of [
    () => host.fetch(new Request(`http://localhost${path}`, init)),
    async () => checkExchange(host, `${method} ${path}`, init, await fetch(`${origin}${path}`, init)),
  ]) {
    const response = await send();
    const text = await response.text();
    equal(response.status, status, text.slice(0, 300));
    equal(response.headers.get('Content-Type'), 'application/problem+json');
    const problem = JSON.parse(text) as { status: number; type: string };
    equal(problem.status, status);
    ok(problem.type.startsWith('/problems/'), problem.type);
    ok(text.length < 50_000, `${text.length} characters in the response`);
  }
  deepEqual(written, []);
  equal(({} as { polluted?: boolean }).polluted, undefined);
}

describe('invalid JSON returns 400', () => {
  for (const [name, body] of Object.entries(MALFORMED)) test(name, () => assertRejected(400, JSON_BODY, body));
});

describe('valid JSON with invalid values returns 422', () => {
  for (const [name, body] of Object.entries(INVALID)) test(name, () => assertRejected(422, JSON_BODY, body));
});

describe('an unsupported media type returns 415', () => {
  for (const [name, [headers, body]] of Object.entries(UNSUPPORTED))
    test(name, () => assertRejected(415, headers, body));
});

describe('patches', () => {
  const patch = (type: string) => ({ 'Content-Type': `application/${type}+json` });
  const item = ['PATCH', '/api/notes/1'] as const;
  test('a merge patch with invalid JSON returns 400', () => assertRejected(400, patch('merge-patch'), '{', ...item));
  test('a merge patch that is null returns 422', () => assertRejected(422, patch('merge-patch'), 'null', ...item));
  test('a merge patch that is nested too deeply is rejected', () =>
    assertRejected(400, patch('merge-patch'), `{"more":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`, ...item));
  test('a merge patch of the prototype is rejected', () =>
    assertRejected(422, patch('merge-patch'), '{"__proto__":{"polluted":true}}', ...item));
  test('an invalid JSON patch returns 400', () => assertRejected(400, patch('json-patch'), '{"text":"x"}', ...item));
  test('a JSON patch that copies exponentially is rejected', () =>
    assertRejected(
      400,
      patch('json-patch'),
      JSON.stringify(Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '', path: `/more/c${i}` }))),
      ...item,
    ));
  test('a JSON patch of the prototype is rejected', () =>
    assertRejected(409, patch('json-patch'), '[{"op":"add","path":"/__proto__/polluted","value":true}]', ...item));
});

test('a body that exceeds the limit returns 413, with and without Content-Length', () =>
  assertRejected(413, JSON_BODY, note(`,"more":{"a":"${'x'.repeat(1_100_000)}"}`)));

test('unusual but valid bodies are accepted', async () => {
  const { host, written } = createNotes();
  const post = async (body: Body, type = 'application/json') =>
    (
      await host.fetch(
        new Request('http://localhost/api/notes', {
          method: 'POST',
          headers: { 'Content-Type': type },
          body: body as string,
        }),
      )
    ).status;
  equal(await post('\ufeff{"text":"a BOM"}'), 201);
  equal(await post(' {"text":"\\ud83d\\ude00 \u2028"} '), 201);
  equal(await post('{"text":"x"}', 'application/json; charset=UTF-8'), 201);
  equal(await post(`{"text":"x","more":${'{"a":'.repeat(90)}1${'}'.repeat(90)}}`), 201);
  equal(await post('{"text":"first","text":"last"}'), 201);
  equal((written.at(-1) as { text: string }).text, 'last');
});

test('rejected bodies do not increase memory use', async () => {
  const { host } = createNotes();
  const body = `{"text":"x","more":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
  const send = async () => {
    const response = await host.fetch(
      new Request('http://localhost/api/notes', { method: 'POST', headers: JSON_BODY, body }),
    );
    await response.text();
  };
  for (let i = 0; i < 5; i++) await send();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 40; i++) await send();
  const grown = process.memoryUsage().rss - before;
  ok(grown < 200_000_000, `${Math.round(grown / 1e6)} MB more memory after 40 bodies of 800 KB`);
});
