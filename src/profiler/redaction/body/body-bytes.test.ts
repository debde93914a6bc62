import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { TextRedactor } from '../text/text-redactor.ts';
import { bytesOfLatin1, cutTo, digestOf, lengthWithoutLastRun, withoutPartialCharacter } from './body-bytes.ts';
import { BodyRedactor } from './body-redactor.ts';

test('a cut keeps whole characters and no part of a secret', () => {
  const bytes = Buffer.from('aé€😀');
  assert.deepEqual(
    Array.from({ length: 11 }, (_, size) => withoutPartialCharacter(bytes.subarray(0, size)).length),
    [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10],
  );
  assert.deepEqual(
    [cutTo(bytes, 2, true).length, cutTo(bytes, 2, false).length, cutTo(bytes, -1, true).length],
    [1, 2, 0],
  );
  assert.deepEqual(
    ['a b', 'ab', 'a=b', 'a ', '', `a ${'b'.repeat(9_000)}`].map((text) => lengthWithoutLastRun(Buffer.from(text))),
    [2, 0, 2, 2, 0, 810],
  );
  for (const sign of ' \t\r\n"\'&,;<>(){}[]=') assert.equal(lengthWithoutLastRun(Buffer.from(`a${sign}b`)), 2, sign);
});

test('the digest is that of the whole body', () => {
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  assert.deepEqual(
    [
      digestOf(Buffer.from('abc'), 3, undefined),
      digestOf(Buffer.from('abc'), 4, undefined),
      digestOf(Buffer.from('abc'), 4, { size: 4, digest: 'd' }),
    ],
    [digest, undefined, 'd'],
  );
  assert.deepEqual(bytesOfLatin1('a\xff•'), Buffer.from([0x61, 0xff, 0xe2, 0x80, 0xa2]));
  assert.deepEqual(bytesOfLatin1('a\xff'), Buffer.from([0x61, 0xff]));
});

test('bodies are recorded with their size, and bytes that are not text are kept', () => {
  const names = new SecretNames({});
  const bodies = new BodyRedactor(names, new TextRedactor(names));
  const record = (body: string | Uint8Array, type: string, cap = 100): unknown => {
    const { content, encoding, size, kept, redacted } = bodies.record(body, type, cap);
    return [content, encoding, size, kept, redacted];
  };
  for (const binary of [false, true]) {
    const body = (text: string): string | Uint8Array => (binary ? Buffer.from(text) : text);
    assert.deepEqual(record(body('{"a":"é"}'), 'application/json'), ['{"a":"é"}', 'text', 10, 10, false]);
    assert.deepEqual(record(body('{"a":"é"}'), 'application/json'), ['{"a":"é"}', 'text', 10, 10, false]);
    assert.deepEqual(record(body('{"pin":"1"}'), 'application/json'), ['{"pin":"•••"}', 'text', 11, 19, true]);
    assert.deepEqual(record(body('{"pin":"1","a":"é"}'), 'application/json'), [
      '{"pin":"•••","a":"é"}',
      'text',
      20,
      28,
      true,
    ]);
    assert.deepEqual(record(body('a=1&pin=1'), 'application/x-www-form-urlencoded'), [
      'a=1&pin=•••',
      'text',
      9,
      17,
      true,
    ]);
    assert.deepEqual(record(body('{"pin":"1"}'), ''), ['{"pin":"•••"}', 'text', 11, 19, true]);
    assert.deepEqual(record(body('<b>pin=&quot;1&quot;</b>'), 'text/html'), [
      '<b>pin=&quot;•••&quot;</b>',
      'text',
      24,
      32,
      true,
    ]);
    assert.deepEqual(record(body('pin=1 b'), 'text/plain'), ['pin=••• b', 'text', 7, 15, true]);
    assert.deepEqual(record(body('abcdef'), 'image/png'), ['YWJjZGVm', 'base64', 6, 6, false]);
    assert.deepEqual(record(body('a\0b'), 'text/plain'), ['YQBi', 'base64', 3, 3, false]);
    assert.deepEqual(record(body('aaa bbb'), 'text/plain', 5), ['aaa b', 'text', 7, 5, false]);
    assert.deepEqual(record(body('pin=12345'), 'text/plain', 6), ['pin=', 'text', 9, 4, true]);
  }
  assert.deepEqual(record(Buffer.from([0xff, 0x20, 0x61]), 'text/plain'), ['/yBh', 'base64', 3, 3, false]);
  assert.deepEqual(record(Buffer.concat([Buffer.from([0xff]), Buffer.from(' pin=1 ')]), 'text/plain'), [
    Buffer.concat([Buffer.from([0xff]), Buffer.from(' pin=••• ')]).toString('base64'),
    'base64',
    8,
    16,
    true,
  ]);
});
