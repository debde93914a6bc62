import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnsupportedMediaTypeError } from './errors.ts';
import { assertReadable } from './readable-body.ts';

const read = (type: string, coding?: string) => {
  const lines: Record<string, string> = coding === undefined ? {} : { 'content-encoding': coding };
  assertReadable({ get: (name) => lines[name], has: (name) => name in lines, *[Symbol.iterator]() {} }, type);
};

test('UTF-8 is read, and what is part of it', () => {
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

test('other encodings and codings are refused', () => {
  assert.throws(() => read('a/b; charset=utf-16'), UnsupportedMediaTypeError);
  assert.throws(
    () => read('a/b', 'gzip'),
    (error: UnsupportedMediaTypeError) => error.headers['Accept-Encoding'] === 'identity',
  );
});
