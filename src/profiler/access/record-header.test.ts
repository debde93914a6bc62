import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { isRecordHeader, signRecordHeader } from './record-header.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
const NOW = 1_795_000_000_000;
const sign = (key: string, until: string): string =>
  `${until}.${createHmac('sha256', key).update(`record ${until}`).digest('hex')}`;

test('what was signed with the key holds until it says, and no longer', () => {
  const header = signRecordHeader(KEY, 60, NOW);
  assert.equal(isRecordHeader(header, KEY, NOW), true);
  assert.equal(isRecordHeader(header, KEY, NOW + 59_000), true);
  assert.equal(isRecordHeader(header, KEY, NOW + 60_000), false);
});

test('anybody with the key can make one, without this program', () =>
  assert.equal(signRecordHeader(KEY, 600, NOW), sign(KEY, '1795000600')));

describe('no header is', () => {
  const header = signRecordHeader(KEY, 60, NOW);
  const forged: Readonly<Record<string, string>> = {
    'one of another key': signRecordHeader('another key with 32 bytes or more than that', 60, NOW),
    'one that was made to last': header.replace(/^\d+/, '1795009999'),
    'one with a letter changed': header.slice(0, -1) + (header.endsWith('0') ? '1' : '0'),
    'one that was cut': header.slice(0, -1),
    'one in capitals': header.toUpperCase(),
    'one of two lines': `${header}, ${header}`,
    'one without a signature': '1795000600.',
    'a signature of something else the key signs': `1795000600.${createHmac('sha256', KEY).update('oriel profiler').digest('hex')}`,
    'one that holds for years': sign(KEY, '1999999999'),
    'an empty one': '',
    'the key itself': KEY,
  };
  for (const [what, value] of Object.entries(forged))
    test(what, () => assert.equal(isRecordHeader(value, KEY, NOW), false));
});

test('one cannot be made for no time, or for more than a day', () => {
  for (const seconds of [0, -1, 86_401, Number.NaN, Infinity])
    assert.throws(() => signRecordHeader(KEY, seconds, NOW), {
      name: 'RangeError',
      message: /from 1 to 86400 seconds/,
    });
});

test('a key of less than 32 bytes is refused', () => {
  assert.throws(() => signRecordHeader('k'.repeat(31), 60, NOW), {
    name: 'RangeError',
    message: /has 31 bytes; use at least 32/,
  });
  assert.match(signRecordHeader('k'.repeat(32), 60, NOW), /^\d+\./);
});
