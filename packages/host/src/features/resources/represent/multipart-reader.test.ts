import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as library from '@remix-run/multipart-parser';
import fc from 'fast-check';
import { BadRequestError, ContentTooLargeError } from '../../../../../core/src/http/http-errors.ts';
import { parseForm } from './multipart-reader.ts';
import type { FormPart } from './multipart-reader.ts';

const TYPE = 'multipart/form-data; boundary=edge';
const END = '--edge--\r\n';
const NAMED = 'Content-Disposition: form-data; name="a"';
const part = (head: string, content: string) => `--edge\r\n${head}\r\n\r\n${content}\r\n`;
const getBytes = (body: string | Uint8Array) => new Uint8Array(typeof body === 'string' ? Buffer.from(body) : body);
const parse = (body: string | Uint8Array, type = TYPE) => [...parseForm(library, getBytes(body), type)];

function describe({ name, filename, type, content }: FormPart): unknown[] {
  const text = Buffer.concat(content).toString();
  return filename === undefined ? [name, text] : [name, filename, type, text];
}

test('returns texts, and parts with a file name with their type', () => {
  const body =
    part(NAMED, 'é\r\n') + part(`${NAMED}; filename="b.txt"\r\nContent-Type: text/plain; charset=latin1`, 'x') + END;
  assert.deepEqual(parse(body).map(describe), [
    ['a', 'é\r\n'],
    ['a', 'b.txt', 'text/plain; charset=latin1', 'x'],
  ]);
});

test('a file without a type is text/plain, and a file name may be empty', () => {
  const [field] = parse(part(`${NAMED}; filename=""`, '') + END);
  assert.deepEqual(describe(field!), ['a', '', 'text/plain', '']);
});

test('names are UTF-8, with the escapes of browsers and of RFC 8187', () => {
  const [file] = parse(part('Content-Disposition: form-data; name="é%22%0D%0a%41"; filename="日%22.png"', 'x') + END);
  assert.equal(file!.name, 'é"\r\n%41');
  assert.equal(file!.filename, '日".png');
  const [other] = parse(part(`${NAMED}; filename="e.png"; filename*=UTF-8''%e2%82%ac.png`, 'x') + END);
  assert.equal(other!.filename, '€.png');
});

test('text before the first and after the last boundary is ignored, and a form may be empty', () => {
  assert.deepEqual(parse(`intro\r\n${part(NAMED, '1')}${END}epilogue`).map(describe), [['a', '1']]);
  assert.deepEqual(parse(END), []);
});

test('a quoted boundary and other parameters are accepted', () => {
  for (const type of [
    'multipart/form-data; charset=utf-8; boundary="edge"',
    'multipart/form-data; BOUNDARY=edge ; x=1',
  ])
    assert.deepEqual(parse(part(NAMED, '1') + END, type).map(describe), [['a', '1']], type);
});

const INVALID_NAME = Buffer.concat([
  Buffer.from('--edge\r\nContent-Disposition: form-data; name="'),
  Buffer.from([0xff]),
  Buffer.from(`"\r\n\r\n1\r\n${END}`),
]);

const BOUNDARY = 'the Content-Type has no valid boundary';
const SEPARATION = 'its parts are not separated and ended by the declared boundary';
const HEADERS = 'a part has no valid Content-Disposition with a name';

for (const [what, reason, body, type] of [
  ['no boundary', BOUNDARY, part(NAMED, '1') + END, 'multipart/form-data'],
  ['an empty boundary', BOUNDARY, part(NAMED, '1') + END, 'multipart/form-data; boundary=""'],
  [
    'a boundary of 71 characters',
    BOUNDARY,
    `--${'e'.repeat(71)}--\r\n`,
    `multipart/form-data; boundary=${'e'.repeat(71)}`,
  ],
  ['another boundary', SEPARATION, part(NAMED, '1') + END, 'multipart/form-data; boundary=other'],
  ['a missing end', SEPARATION, part(NAMED, '1')],
  ['a part without an end', SEPARATION, `--edge\r\n${NAMED}\r\n\r\nhalf`],
  ['a part without a name', HEADERS, part('Content-Disposition: form-data', '1') + END],
  ['a part without Content-Disposition', HEADERS, part('Content-Type: text/plain', '1') + END],
  ['a part that is an attachment', HEADERS, part('Content-Disposition: attachment; name="a"', '1') + END],
  ['a part whose Content-Disposition is malformed', HEADERS, part(`${NAMED} x`, '1') + END],
  ['a part whose headers have no colon', HEADERS, part('malformed', '1') + END],
  ['a name that is not UTF-8', HEADERS, INVALID_NAME],
  ['LF line breaks', SEPARATION, `--edge\n${NAMED}\n\n1\n--edge--\n`],
  ['no body', SEPARATION, ''],
] as const)
  test(`rejects a form with ${what}`, () =>
    assert.throws(
      () => parse(body, type),
      (error) => error instanceof BadRequestError && error.message === `The form is malformed: ${reason}`,
    ));

test('rejects a part with more than 8 KB of headers', () =>
  assert.throws(() => parse(part(`${NAMED}\r\nX-Long: ${'x'.repeat(8_192)}`, '1') + END), ContentTooLargeError));

test('parses one part after the other, so that a caller can stop at a limit', () => {
  const fields = parseForm(library, getBytes(`${part(NAMED, '1')}--edge\r\nmalformed`), TYPE);
  assert.equal((fields.next().value as FormPart).name, 'a');
  assert.throws(() => fields.next(), BadRequestError);
});

// The library does not accept the line and paragraph separators in headers.
const NAME = fc.string({ unit: 'grapheme' }).filter((name) => !/[\u2028\u2029]/.test(name));

test('returns the fields of any form that a browser sends', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: NAME, value: fc.oneof(fc.string(), fc.uint8Array()) })),
      async (entries) => {
        const form = new FormData();
        for (const { name, value } of entries)
          if (typeof value === 'string') form.append(name, value);
          else form.append(name, new Blob([value]), 'f.bin');
        const sent = new Response(form);
        const type = sent.headers.get('Content-Type')!;
        const body = await sent.clone().bytes();
        const expected = [...(await sent.formData())].map(async ([name, value]) =>
          typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
        );
        assert.deepEqual(parse(body, type).map(describe), await Promise.all(expected));
      },
    ),
    { numRuns: 500 },
  ));
