import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMediaType, splitUnquoted } from './media-type.ts';

test('returns names in lower case and parameter values as sent', () => {
  const parsed = parseMediaType('Application/LD+JSON ; Profile="http://a, b;c" ;charset=UTF-8');
  assert.equal(`${parsed?.type}/${parsed?.subtype}`, 'application/ld+json');
  assert.deepEqual(
    [...parsed!.parameters],
    [
      ['profile', 'http://a, b;c'],
      ['charset', 'UTF-8'],
    ],
  );
});

test('a quoted value may contain an escaped quote', () => {
  assert.equal(
    parseMediaType(String.raw`text/x;a="say \"hi\" \\"`)?.parameters.get('a'),
    String.raw`say "hi" \ `.trim(),
  );
});

test('ignores a trailing semicolon', () => {
  assert.equal(parseMediaType('text/html;')?.subtype, 'html');
});

test('the first of two parameters with the same name is used', () => {
  assert.equal(parseMediaType('text/html;charset=utf-8;charset=utf-7')?.parameters.get('charset'), 'utf-8');
});

for (const text of [
  '',
  'html',
  '/html',
  'text/',
  'text /html',
  'text/html/x',
  'text/html;charset',
  'text/html;=x',
  'text/html;a="b',
  'te\0xt/html',
]) {
  test(`${JSON.stringify(text)} is not a media type`, () => assert.equal(parseMediaType(text), undefined));
}

test('does not split at a separator inside quotes', () => {
  assert.deepEqual(splitUnquoted(String.raw`a;x="1,\",2" , b`, ','), [String.raw`a;x="1,\",2"`, 'b']);
});
