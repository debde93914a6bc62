import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGLISH } from './english.ts';
import { formatText, message } from './message.ts';

const SHOUTED = { ...ENGLISH, 'token.refused': 'REFUSED: {why}', 'token.claim-missing': 'NO {claim}' };

test('a message is its English text as a string and in JSON', () => {
  const text = message('body.too-large', { bytes: 10 });
  assert.equal(String(text), 'The body may have at most 10 bytes');
  assert.equal(JSON.stringify({ text }), '{"text":"The body may have at most 10 bytes"}');
  assert.equal(String(message('authorization.denied')), 'Access is denied');
});

test('parameters are inserted literally, even if they look like placeholders', () => {
  const text = message('item.not-found', { type: '{id}', id: '{type} $1 $& \n\\"' });
  assert.equal(String(text), `There is no {id} "{type} $1 $& \n\\""`);
});

test('a message that is a parameter is translated as well', () => {
  const text = message('token.refused', { why: message('token.claim-missing', { claim: 'exp' }) });
  assert.equal(text.format(SHOUTED), 'REFUSED: NO exp');
});

test('braces without a parameter are part of the text', () => {
  assert.equal(String(message('pattern.open-expression')), ENGLISH['pattern.open-expression']);
  const texts = { ...ENGLISH, 'body.too-large': '{ {bytes} {x} {' };
  assert.equal(message('body.too-large', { bytes: 1 }).format(texts), '{ 1 {x} {');
});

test('a plain string is not translated', () => {
  assert.equal(formatText('Low tide', SHOUTED), 'Low tide');
});
