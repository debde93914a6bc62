import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELDS_BEFORE_TOKEN, FormToken } from './form-token.ts';

const part = (name: string, value: string, more = '') =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const file = part('photo', 'bytes', '; filename="p.png"\r\nContent-Type: image/png');
const END = '--edge--\r\n';

/** Returns the token, and the number of bytes after which it was known. */
function read(text: string, size = text.length, type = 'multipart/form-data; boundary=edge'): [unknown, number] {
  const form = new FormToken(type, '_csrf');
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length; offset += size)
    if (form.take(bytes.subarray(offset, offset + size))) return [form.token, Math.min(offset + size, bytes.length)];
  return [form.token, -1];
}

test('finds the token at any position among the fields, in chunks of any size', () => {
  for (const text of [
    part('_csrf', 't0k') + END,
    part('a', '1') + part('b', '') + part('_csrf', 't0k') + file + END,
    `preamble\r\n${part('_csrf', 't0k')}${END}`,
    part('_csrf', 't0k') + part('_csrf', 'other') + END,
  ])
    for (const size of [1, 2, 7, text.length]) assert.equal(read(text, size)[0], 't0k', `${size}: ${text}`);
  const quoted = read(part('_csrf', 't0k') + END, 3, 'multipart/form-data; charset=utf-8; boundary="edge"');
  assert.equal(quoted[0], 't0k');
});

test('knows the token as soon as its field ends', () => {
  const first = part('_csrf', 't0k');
  const [token, known] = read(first + file + END, 1);
  assert.deepEqual([token, known], ['t0k', first.length + '--edge'.length]);
});

test('stops at the first file, before its content', () => {
  const [token, known] = read(file + part('_csrf', 't0k') + END, 1);
  assert.deepEqual([token, known], [undefined, file.indexOf('bytes')]);
  assert.equal(read(part('_csrf', 't0k', "; filename*=utf-8''x") + END)[0], undefined);
});

test('finds no token behind too many bytes or in a body that is not multipart', () => {
  const long = read(part('a', 'x'.repeat(FIELDS_BEFORE_TOKEN)) + part('_csrf', 't0k') + END, 1_000);
  assert.equal(long[0], undefined);
  assert.ok(long[1] <= FIELDS_BEFORE_TOKEN + 1_000);
  for (const text of ['', END, `${END}${part('_csrf', 't0k')}`, part('_csrf', 't0k'), 'a=1&_csrf=t0k'])
    assert.equal(read(text, 1)[0], undefined, text);
  assert.equal(read(part('_csrf', 't0k') + END, 5, 'multipart/form-data; boundary=other')[0], undefined);
});

// Quadratic work would take hours.
test('scans a body in chunks of one byte in linear time', () => {
  assert.equal(read(part('a', '\r\n--edg'.repeat(80_000)), 1)[0], undefined);
});
