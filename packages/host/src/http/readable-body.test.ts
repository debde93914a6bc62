import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnsupportedMediaTypeError } from '../../../core/src/http/http-errors.ts';
import { assertReadable } from './readable-body.ts';

const read = (type: string, coding?: string) => {
  const lines: Record<string, string> = coding === undefined ? {} : { 'content-encoding': coding };
  assertReadable({ get: (name) => lines[name], has: (name) => name in lines, *[Symbol.iterator]() {} }, type);
};

test('accepts UTF-8 and its subsets', () => {
  for (const type of [
    'application/json',
    'a/b; charset=UTF-8',
    'a/b;charset="utf-8"',
    'a/b; charset=us-ascii',
    'a/b; x=y',
  ])
    assert.doesNotThrow(() => read(type), type);
  assert.doesNotThrow(() => read('a/b', 'Identity'));
});

test('rejects other character encodings and content codings', () => {
  assert.throws(() => read('a/b; charset=utf-16'), UnsupportedMediaTypeError);
  assert.throws(
    () => read('a/b', 'gzip'),
    (error: UnsupportedMediaTypeError) => error.headers['Accept-Encoding'] === 'identity',
  );
});
