import { equal, match, notEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { maskForms } from '../redaction/value-forms.ts';
import { parseRequestId, createRequestId, processId } from './request-id.ts';

test('ids have 24 hexadecimal digits and are unique', () => {
  const ids = Array.from({ length: 10_000 }, createRequestId);
  for (const id of ids) match(id, /^[0-9a-f]{24}$/);
  equal(new Set(ids).size, ids.length);
});

test('no id looks like a card number, because redaction would inspect it', () => {
  for (const drawn of [
    '4111111111111111',
    '5555555555554444',
    'abcdefab12345678',
    '9999999999999999',
    'abcdefabcdefabcd',
  ]) {
    const start = processId(drawn);
    match(start, /^[0-9a-f]{7}[a-f][0-9a-f]{7}[a-f]$/);
    for (const count of ['00000000', '11111111', '99999999']) equal(maskForms(start + count), start + count);
  }
  notEqual(processId('0123456701234567'), processId('0123456601234567'));
});

test('accepts a valid request id of the client', () => {
  equal(parseRequestId('order:4711/a'), 'order:4711/a');
  for (const invalid of [undefined, '', 'a b', 'a\nb', 'x'.repeat(129), 'ä']) equal(parseRequestId(invalid), undefined);
});
