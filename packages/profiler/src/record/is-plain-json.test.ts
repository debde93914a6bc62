import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainJson } from './is-plain-json.ts';

const rules = {
  isPlainName: (name: string) => !name.includes('token'),
  isPlainText: (text: string) => !text.includes('='),
};

test('a JSON text is plain if all names and texts are', () => {
  for (const text of [
    '{}',
    ' [1, -2.5, 1.0, true, false, null] ',
    '{"a":"b","c":{"d":[{"e":1},{"e":2}]}}',
    '{ "a" : "b" ,\n\t"c" : [ "d" , "e" ] }',
    // The value of a member does not name anything.
    '{"a":"token"}',
    '{"a":"","b":12345678901234}',
    '{"ü":"ß"}',
  ])
    assert.equal(isPlainJson(text, rules), true, text);
});

test('names, texts, and what only a parser can decide are not plain', () => {
  for (const text of [
    '{"token":1}',
    '{"a":{"b":[{"token":null}]}}',
    // The name of the next value.
    '["token","abc"]',
    '[["a","token"]]',
    '{"a":["token"]}',
    '{"a":1,"token":2}',
    '{"a":[],"token":"b"}',
    '{"a":"b=c"}',
    '["b=c"]',
    String.raw`{"\u0074oken":"a"}`,
    String.raw`{"a":"\"b"}`,
    '{"a":123456789012345}',
    '{"a":1e5}',
    '{a:1}',
    '{"a":truth}',
    "{'token':1}",
    '{"a":"b',
    '{"a":TOKEN}',
    '{"a":\u00e9}',
  ])
    assert.equal(isPlainJson(text, rules), false, text);
});
