import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BadRequestError } from '../../../core/src/http/http-errors.ts';
import { parseJson, parseJsonLines } from './json.ts';

function refusal(text: string, parse: (text: string) => unknown = parseJson): BadRequestError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof BadRequestError) return error;
    throw error;
  }
  throw new Error(`This is JSON: ${text}`);
}

test('parses JSON', () => {
  assert.deepEqual(parseJson(' {"a": [1, -2.5e+3, "x\\u00e9", true, null]} '), { a: [1, -2500, 'xé', true, null] });
});

test('reports a syntax error with line, column and character', () => {
  const wrong = refusal('{\n  "name": "x",\n  "tags": [1, x]\n}');
  assert.equal(wrong.message, 'Malformed JSON at line 3, column 15: unexpected "x"');
  assert.deepEqual(wrong.extensions, { line: 3, column: 15 });
  assert.equal(wrong.type, '/problems/malformed-json');
  assert.ok(wrong.cause instanceof SyntaxError);
});

test('finds the position of every kind of syntax error', () => {
  const columns: [string, number][] = [
    ['["x", x]', 7],
    ['{"a" 1}', 6],
    ['{a: 1}', 2],
    ["{'a': 1}", 2],
    ['{"a":1,}', 8],
    ['{,}', 2],
    ['[1,]', 4],
    ['[1 2]', 4],
    ['[1}', 3],
    ['[}', 2],
    ['{"a":1} x', 9],
    ['"a" "b"', 5],
    ['}', 1],
    ['undefined', 1],
    ['nulL', 4],
    ['trUe', 3],
    ['NaN', 1],
    ['+1', 1],
    ['01', 2],
    ['-x', 2],
    ['.5', 1],
    ['1.x', 3],
    ['1.e5', 3],
    ['1ex', 3],
    ['0x10', 2],
    ['"a\tb"', 3],
    ['"a\nb"', 3],
    ['"\\x"', 3],
    ['"\\u12G4"', 6],
    ['// no', 1],
    ['[1] // no', 5],
    ['\uFEFF{}', 1],
  ];
  for (const [text, column] of columns) assert.equal(refusal(text).extensions['column'], column, text);
});

test('reports a text that ends too early', () => {
  for (const text of [
    '{',
    '[1',
    '[1,',
    '{"a"',
    '{"a":',
    '"abc',
    '"\\',
    '"\\u12',
    'tru',
    '-',
    '1.',
    '1e',
    '1e+',
    '[[[',
  ]) {
    assert.match(refusal(text).message, /unexpected end of the text$/, text);
    assert.equal(refusal(text).extensions['column'], text.length + 1, text);
  }
});

test('reports an empty body', () => {
  assert.equal(refusal('').message, 'The body is empty; JSON was expected');
  assert.equal(refusal(' \n').message, 'The body is empty; JSON was expected');
});

test('reports a character outside the BMP as one character', () => {
  assert.match(refusal('[😀]').message, /unexpected "😀"$/);
});

test('finds a character that is invalid everywhere in JSON', () => {
  const spaces = fc.constantFrom(undefined, 1, 2, '\t');
  fc.assert(
    fc.property(fc.json(), spaces, fc.nat(), (json, space, n) => {
      const text = JSON.stringify(JSON.parse(json), undefined, space);
      const position = n % (text.length + 1);
      const before = text.slice(0, position);
      const { line, column } = refusal(`${before}\u0001${text.slice(position)}`).extensions;
      assert.equal(line, before.split('\n').length);
      assert.equal(column, position - before.lastIndexOf('\n'));
    }),
  );
});

test('rejects deep nesting without exceeding the stack', () => {
  assert.equal(refusal('['.repeat(200_000)).extensions['column'], 200_001);
});

test('__proto__ is an ordinary member', () => {
  const value = parseJson('{"__proto__": {"polluted": true}}') as object;
  assert.deepEqual(Object.keys(value), ['__proto__']);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('parseJsonLines reports the line of the text, whatever the line breaks and empty lines before it', () => {
  assert.deepEqual(parseJsonLines('{"a":1}\r\n \r\n2\n'), [{ a: 1 }, 2]);
  assert.deepEqual(parseJsonLines('\n'), []);
  const places: [string, number, number][] = [
    ['{"a":x}', 1, 6],
    ['{"a":1}\n{"a":x}\n', 2, 6],
    ['{"a":1}\r\n\r\n {"a" 1}', 3, 7],
    ['\n\n{"a":', 3, 6],
    ['{"a":\n1}', 1, 6],
  ];
  for (const [text, line, column] of places)
    assert.deepEqual(refusal(text, parseJsonLines).extensions, { line, column }, text);
});

test('parseJsonLines reports the pointer of a value in the list of all lines', () => {
  assert.deepEqual(refusal('{"a":1}\n{"a":1e400}', parseJsonLines).extensions, { pointer: '/1/a' });
  assert.deepEqual(refusal('{"a":1e400}\n', parseJsonLines).extensions, { pointer: '/a' });
});
