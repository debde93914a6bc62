import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BadRequestError } from '../../../core/src/http/http-errors.ts';
import { parseJson } from './json.ts';

const refusal = (text: string): string => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof BadRequestError) return `${error.message} ${String(error.extensions['pointer'] ?? '')}`.trim();
    throw error;
  }
  return 'taken';
};

test('accepts a hundred levels and rejects more', () => {
  assert.equal(refusal('['.repeat(100) + ']'.repeat(100)), 'taken');
  assert.equal(refusal('['.repeat(101) + ']'.repeat(101)), 'The JSON is nested more than 100 levels deep');
});

test('rejects numbers that are too large and lone surrogates, with a pointer', () => {
  assert.equal(refusal('{"a/b":[1,1e999]}'), 'A number is too large at /a~1b/1 /a~1b/1');
  assert.equal(refusal('["\\ud800"]'), 'A string contains a lone surrogate at /0 /0');
  assert.equal(refusal('"\\udc00"'), 'A string contains a lone surrogate');
  assert.equal(refusal('-1e400'), 'A number is too large');
  assert.equal(refusal('{"\\ud800":1}'), 'The name of a member contains a lone surrogate');
});

test('accepts all other JSON', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => refusal(JSON.stringify(value)) === 'taken'));
});
