import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Redactor } from './redaction/redactor.ts';
import { BodyCapture } from './body-capture.ts';

const CODINGS = {
  gzip: gzipSync,
  deflate: deflateSync,
  // Without the header of zlib, as some servers send it.
  'deflate ': deflateRawSync,
  // The best quality takes seconds.
  br: (body: string | Uint8Array) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: zstdCompressSync,
};
const CAP = 5000;

// Less repetitive than its length: each item has other digits.
const items = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, code: Math.sin(id).toString(36) })));

for (const [coding, compress] of Object.entries(CODINGS)) {
  test(`a body in ${coding} is decoded`, () => {
    const capture = captured(compress('{"city":"Lisbon"}')).decoded(coding);
    assert.deepEqual([text(capture), capture!.size], ['{"city":"Lisbon"}', 17]);
  });

  test(`the first bytes of a body in ${coding} that is longer than the cap are decoded`, () => {
    const body = items(20_000);
    const compressed = compress(body);
    const capture = captured(compressed, 70_000).decoded(coding);
    assert.ok(compressed.length > 70_000);
    assert.equal(text(capture), body.slice(0, 70_000));
    assert.ok(capture!.size > 70_000);
  });

  test(`a body in ${coding} that ends early is decoded up to its end`, () => {
    const body = items(20_000);
    const compressed = compress(body);
    const capture = captured(compressed.subarray(0, -10_000), 1_000_000).decoded(coding);
    assert.ok(text(capture).length > 100_000);
    assert.ok(body.startsWith(text(capture)));
    assert.equal(capture!.size, text(capture).length + 1);
  });

  test(`a body in ${coding} that cannot be decoded has no content`, () => {
    const capture = captured(Buffer.from('{"password":"hunter2"}')).decoded(coding);
    assert.deepEqual([text(capture), capture!.size], ['', 22]);
  });
}

test('the beginning of a body that decodes to much more than the cap is kept', () => {
  const body = `{"city":"Lisbon","text":"${'x'.repeat(20_000_000)}"}`;
  const capture = captured(gzipSync(body), 65_536).decoded('gzip');
  assert.equal(text(capture), body.slice(0, 65_536));
  assert.ok(capture!.size > 65_536);
});

test('a few bytes that decode to many megabytes are not decoded in full', () => {
  for (const [coding, compress] of Object.entries(CODINGS)) {
    const capture = captured(compress(Buffer.alloc(20_000_000))).decoded(coding);
    assert.ok(text(capture).length <= CAP, coding);
  }
});

test('the last word of a body that was decoded in part is dropped, because it may be a part of a secret', () => {
  const compressed = gzipSync(`city=Lisbon token_of=${'Zx9'.repeat(40)}`);
  const capture = captured(compressed.subarray(0, -12)).decoded('gzip')!;
  assert.match(text(capture), /Zx/);
  const { content, kept, size } = new Redactor().body(capture.content(), 'text/plain', CAP, capture.size);
  assert.equal(content, 'city=Lisbon token_of=');
  assert.ok(kept < size);
});

function captured(bytes: Uint8Array, cap = CAP): BodyCapture {
  const capture = new BodyCapture(cap);
  for (let offset = 0; offset < bytes.length; offset += 10_000)
    capture.add(bytes.subarray(offset, offset + 10_000), undefined);
  return capture;
}

function text(capture: BodyCapture | undefined): string {
  return Buffer.from(capture!.content()).toString();
}
