import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers, parseAccept, specificity } from './accept.ts';
import { parseMediaType } from './media-type.ts';

const read = (value: string) => parseAccept(value).map(({ type, subtype, q }) => `${type}/${subtype} ${q}`);

test('parses the ranges of a browser with their weights, in order', () => {
  assert.deepEqual(read('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'), [
    'text/html 1',
    'application/xhtml+xml 1',
    'application/xml 0.9',
    '*/* 0.8',
  ]);
});

test('parameters before the weight belong to the range, and later ones do not', () => {
  const [range] = parseAccept('text/html;level=1;q=0.5;ext=2');
  assert.deepEqual([...range!.parameters], [['level', '1']]);
  assert.equal(range!.q, 0.5);
});

test('a comma in a quoted parameter does not end the range', () => {
  assert.deepEqual(read('application/ld+json;profile="a,b";q=0.3, text/html'), [
    'application/ld+json 0.3',
    'text/html 1',
  ]);
});

test('a single star matches any type', () => {
  assert.deepEqual(read('text/html, *; q=.2'), ['text/html 1', '*/* 0.2']);
});

for (const weight of ['2', '1.1', '-1', 'high', '0x1', 'NaN', '1e0', '""', '0.1234567']) {
  test(`a range with q=${weight} counts as not sent`, () =>
    assert.deepEqual(read(`text/html;q=${weight}, text/plain`), ['text/plain 1']));
}

for (const [weight, q] of [
  ['0', 0],
  ['0.', 0],
  ['.5', 0.5],
  ['0.123', 0.123],
  ['1.000', 1],
] as const) {
  test(`q=${weight} is ${q}`, () => assert.equal(parseAccept(`text/html;Q=${weight}`)[0]?.q, q));
}

test('ignores invalid ranges', () => {
  assert.deepEqual(read(',, */html, text, ;q=1, a/b/c, text/plain,'), ['text/plain 1']);
});

test('reads at most 64 ranges', () => {
  assert.equal(parseAccept('a/b,'.repeat(1_000)).length, 64);
});

test('reads at most 4 KB and ignores the range that is truncated there', () => {
  const first = `a/${'x'.repeat(4_087)}`;
  assert.deepEqual(read(`${first},text/html${' '.repeat(1_000_000)}`), [`${first} 1`]);
  assert.equal(read(`${first},text/h`).length, 2);
});

const type = (text: string) => parseMediaType(text)!;

test('a range covers a type that has each of its parameters', () => {
  assert.ok(covers(type('text/*'), type('text/html')));
  assert.ok(covers(type('*/*'), type('text/html')));
  assert.ok(covers(type('text/html;level=1'), type('text/html;level=1;x=2')));
  assert.ok(!covers(type('text/html;level=1'), type('text/html')));
  assert.ok(!covers(type('text/html'), type('text/plain')));
});

test('a type always has charset=utf-8 and never another charset', () => {
  assert.ok(covers(type('application/json;charset=UTF-8'), type('application/json')));
  assert.ok(!covers(type('application/json;charset=latin1'), type('application/json')));
});

test('a narrower range is more specific', () => {
  assert.deepEqual(
    ['*/*', 'text/*', 'text/html', 'text/html;level=1'].map((text) => specificity(type(text))),
    [0, 1, 2, 3],
  );
});
