import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { isRecordHeader, signRecordHeader } from './record-header.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
const NOW = 1_795_000_000_000;
const sign = (key: string, until: string): string =>
  `${until}.${createHmac('sha256', key).update(`record ${until}`).digest('hex')}`;

test('a signed header is valid until its time', () => {
  const header = signRecordHeader(KEY, '1 min', NOW);
  assert.equal(isRecordHeader(header, KEY, NOW), true);
  assert.equal(isRecordHeader(header, KEY, NOW + 59_000), true);
  assert.equal(isRecordHeader(header, KEY, NOW + 60_000), false);
});

test('a header can be signed without this program', () =>
  assert.equal(signRecordHeader(KEY, '10 min', NOW), sign(KEY, '1795000600')));

describe('isRecordHeader rejects', () => {
  const header = signRecordHeader(KEY, '1 min', NOW);
  const forged: Readonly<Record<string, string>> = {
    'a header signed with another key': signRecordHeader('another key with 32 bytes or more than that', '1 min', NOW),
    'a header with a later time': header.replace(/^\d+/, '1795009999'),
    'a header with a changed letter': header.slice(0, -1) + (header.endsWith('0') ? '1' : '0'),
    'a truncated header': header.slice(0, -1),
    'a header in upper case': header.toUpperCase(),
    'two header lines': `${header}, ${header}`,
    'a header without a signature': '1795000600.',
    'a signature of another text with the same key': `1795000600.${createHmac('sha256', KEY).update('oriel').digest('hex')}`,
    'a header with a validity of years': sign(KEY, '1999999999'),
    'an empty header': '',
    'the key itself': KEY,
  };
  for (const [what, value] of Object.entries(forged))
    test(what, () => assert.equal(isRecordHeader(value, KEY, NOW), false));
});

test('signRecordHeader throws TypeError for an invalid lifetime', () => {
  for (const lifetime of [0, -1, 600, 86_401_000, Number.NaN, Infinity])
    assert.throws(() => signRecordHeader(KEY, lifetime, NOW), {
      name: 'TypeError',
      message: /^The lifetime of the header is \S+; expected whole seconds.* from 1 s to 1 d$/,
    });
});

test('signRecordHeader throws RangeError for a key of less than 32 bytes', () => {
  assert.throws(() => signRecordHeader('k'.repeat(31), '1 min', NOW), {
    name: 'RangeError',
    message: /has 31 bytes; use at least 32/,
  });
  assert.match(signRecordHeader('k'.repeat(32), '1 min', NOW), /^\d+\./);
});
