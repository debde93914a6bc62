import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf } from './body-kind.ts';

test('kinds of bodies follow from the media type', () => {
  for (const [type, kind] of [
    ['', 'unknown'],
    ['application/octet-stream', 'unknown'],
    ['application/json; charset=utf-8', 'json'],
    ['Application/Vnd.Api+JSON', 'json'],
    ['application/x-ndjson', 'json'],
    ['application/x-www-form-urlencoded', 'form'],
    ['multipart/mixed; boundary=a', 'multipart'],
    ['text/csv', 'table'],
    ['application/csv;a', 'table'],
    ['image/png', 'media'],
    ['image/svg+xml', 'text'],
    ['application/zip', 'media'],
    ['text/html', 'text'],
    ['application/jsonp', 'text'],
  ] as const)
    assert.deepEqual([kindOf(type), kindOf(type)], [kind, kind], type);
  assert.equal(kindOf(`text/csv;${'a'.repeat(200)}`), 'table');
  for (let count = 0; count < 450; count++) assert.equal(kindOf(`text/csv;a=${count}`), 'table');
});
