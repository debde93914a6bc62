import { equal, match, notEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { SecretScanner } from '../../profiler/redaction/redaction-scan.ts';
import { parseRequestId, createRequestId, processId } from './request-id.ts';

test('ids are 24 hexadecimal digits, and no two are alike', () => {
  const ids = Array.from({ length: 10_000 }, createRequestId);
  for (const id of ids) match(id, /^[0-9a-f]{24}$/);
  equal(new Set(ids).size, ids.length);
});

test('whatever was drawn, an id does not look like the number of a card: each would be looked through closely', () => {
  const scanner = new SecretScanner([], false);
  for (const drawn of [
    '4111111111111111',
    '5555555555554444',
    'abcdefab12345678',
    '9999999999999999',
    'abcdefabcdefabcd',
  ]) {
    const start = processId(drawn);
    match(start, /^[0-9a-f]{7}[a-f][0-9a-f]{7}[a-f]$/);
    for (const count of ['00000000', '11111111', '99999999'])
      equal(scanner.suspects(start + count), false, start + count);
  }
  equal(scanner.suspects('abcdefab1234567800000000'), true);
  notEqual(processId('0123456701234567'), processId('0123456601234567'));
});

test('an id of the client is taken when it is a sane one', () => {
  equal(parseRequestId('order:4711/a'), 'order:4711/a');
  for (const strange of [undefined, '', 'a b', 'a\nb', 'x'.repeat(129), 'ä']) equal(parseRequestId(strange), undefined);
});
