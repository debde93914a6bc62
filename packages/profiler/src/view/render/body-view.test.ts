import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBody } from './body-view.ts';
import type { DecodedBody } from './body-view.ts';
import { Redactor } from '../../record/redaction/redactor.ts';

const redactor = new Redactor();
const view = (body: string | Uint8Array, type: string, cap = 65_536): DecodedBody =>
  decodeBody(redactor.body(body, type, cap));

test('indents JSON and keeps the raw text', () => {
  const seen = view('{"a":[1,2]}', 'application/ld+json');
  assert.ok(seen.kind === 'json');
  assert.equal(seen.text, '{"a":[1,2]}');
  assert.equal(seen.pretty, '{\n  "a": [\n    1,\n    2\n  ]\n}');
});

test('does not indent JSON with numbers that parsing would change', () => {
  const seen = view('{"a":12345678901234567890}', 'application/json');
  assert.ok(seen.kind === 'json');
  assert.equal(seen.pretty, undefined);
});

test('ignores numbers in names and strings', () => {
  for (const text of ['{"code3":"RUS","line1":"1.50, 2e5"}', '["1.0","\\"2e5",{"a0":1.5}]', '[0,-1,10]']) {
    const seen = view(text, 'application/json');
    assert.ok(seen.kind === 'json' && seen.pretty === JSON.stringify(JSON.parse(text), null, 2), text);
  }
  for (const text of ['[1e5]', '[2.50]', '1.0', '{"a":-0}', '[1234567890123456789]']) {
    const seen = view(text, 'application/json');
    assert.ok(seen.kind === 'json' && seen.pretty === undefined, text);
  }
});

test('reports the syntax error of invalid JSON', () => {
  const seen = view('{"a":', 'application/json');
  assert.ok(seen.kind === 'json');
  assert.match(seen.problem ?? '', /JSON/);
});

test('decodes JSON with 10,000 levels of nesting', () => {
  const seen = view('['.repeat(10_000) + ']'.repeat(10_000), 'application/json');
  assert.ok(seen.kind === 'json');
  assert.equal(seen.pretty, undefined);
});

test('decodes the fields of a form', () => {
  const seen = view('a=x+y&b=%C3%A9', 'application/x-www-form-urlencoded');
  assert.ok(seen.kind === 'form');
  assert.deepEqual(seen.fields, [
    ['a', 'x y'],
    ['b', 'é'],
  ]);
});

test('decodes the parts of a multipart body with names and sizes of files', () => {
  const head = 'Content-Disposition: form-data; name=';
  const body = Buffer.concat([
    Buffer.from(
      `--B\r\n${head}"title"\r\n\r\nBücher\r\n--B\r\n${head}"f"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from([0, 255, 1]),
    Buffer.from('\r\n--B--\r\n'),
  ]);
  const seen = view(body, 'multipart/form-data; boundary=B');
  assert.ok(seen.kind === 'multipart');
  assert.deepEqual(seen.parts, [
    { name: 'title', filename: undefined, type: undefined, size: 7, text: 'Bücher' },
    {
      name: 'f',
      filename: 'a.bin',
      type: 'application/octet-stream',
      size: 83,
      text: `(3 bytes, SHA-256 ${createHash('sha256')
        .update(Buffer.from([0, 255, 1]))
        .digest('hex')})`,
    },
  ]);
});

test('shows SVG as text, and nothing of a binary body, of which only size and digest are stored', () => {
  assert.equal(view('<svg/>', 'image/svg+xml').kind, 'text');
  const seen = view(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 'image/png');
  assert.equal(seen.kind, 'empty');
  assert.match(seen.cut ?? '', /^kept 0 B of 6 B, sha-256 [\da-f]{64}$/);
});

test('decodes text with its charset', () => {
  const seen = view(Buffer.from('Zürich', 'utf16le'), 'text/plain; charset=utf-16le');
  assert.deepEqual([seen.kind, 'text' in seen && seen.text], ['text', 'Zürich']);
});

test('states the stored size and the digest of a truncated body', () => {
  assert.match(view('x '.repeat(50_000), 'text/plain').cut ?? '', /^kept 64 KB of 98 KB, sha-256 [0-9a-f]{64}$/);
  assert.equal(view('x', 'text/plain').cut, undefined);
  assert.equal(decodeBody(undefined).kind, 'empty');
});
