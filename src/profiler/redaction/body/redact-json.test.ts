import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { TextRedactor } from '../text/text-redactor.ts';
import { applyEdits, decodeString, endOfString } from './json-tokens.ts';
import { redactJson } from './redact-json.ts';

const names = new SecretNames({});
const texts = new TextRedactor(names);

test('secrets in JSON are masked, and all other characters are kept', () => {
  for (const [json, expected] of [
    ['{"password":"x","a":1}', '{"password":"•••","a":1}'],
    ['{ "password" : 12 , "a" : 1.5e3 }', '{ "password" : "•••" , "a" : 1.5e3 }'],
    ['{"password":{"a":["x",1,true,null]},"b":"y"}', '{"password":{"a":["•••","•••",true,null]},"b":"y"}'],
    ['{"password":[{"max_tokens":5}]}', '{"password":[{"max_tokens":"•••"}]}'],
    [
      '{"max_tokens":5,"token_count":"7","total_tokens":"x"}',
      '{"max_tokens":5,"token_count":"7","total_tokens":"•••"}',
    ],
    ['{"password":"","token":true,"pin":null}', '{"password":"","token":true,"pin":null}'],
    ['{"pass\\u0077ord":"x"}', '{"pass\\u0077ord":"•••"}'],
    ['{"a":"Bearer abc123def \\"q\\""}', '{"a":"Bearer ••• \\"q\\""}'],
    ['[4111111111111111,4111111111111112]', '["•••",4111111111111112]'],
    ['{"name":"password","value":"x"}', '{"name":"password","value":"•••"}'],
    ['{"value":"x","name":"city"}', '{"value":"x","name":"city"}'],
    ['{"value":"x","name":"city","key":"pin"}', '{"value":"•••","name":"city","key":"pin"}'],
    ['[4222222222222,422222222222]', '["•••",422222222222]'],
    ['["a"]] token=x', '["a"]] token=•••'],
    ['[["user","a"],["password","x",1]]', '[["user","a"],["password","•••",1]]'],
    [
      '{"headers":[["x-api-key",{"a":"x"}],["max_tokens",5]]}',
      '{"headers":[["x-api-key",{"a":"•••"}],["max_tokens",5]]}',
    ],
    [
      '{"required":["password","email"],"a":[[1,"password","x"]]}',
      '{"required":["password","email"],"a":[[1,"password","x"]]}',
    ],
    ['{"type":"password","value":"x"}', '{"type":"password","value":"•••"}'],
    ['{"value":"x","kind":"Password"}', '{"value":"•••","kind":"Password"}'],
    ['{"type":"token","value":"x"}', '{"type":"token","value":"x"}'],
    ['{"value":"x","name":"password"}', '{"value":"•••","name":"password"}'],
    ['{"value":{"a":"x"},"name":"password"}', '{"value":"•••","name":"password"}'],
    ['{"value":12,"b":2,"key":"pin"}', '{"value":"•••","b":2,"key":"pin"}'],
    ['{"value":12,"key":"max_tokens"}', '{"value":12,"key":"max_tokens"}'],
    ['{"value":"x","key":"max_tokens"}', '{"value":"•••","key":"max_tokens"}'],
    ['{"value":true,"key":"token"}', '{"value":true,"key":"token"}'],
    ['[{"value":"x"},{"name":"password"}]', '[{"value":"x"},{"name":"password"}]'],
    ['{"name":"password","other":{"value":"x"}}', '{"name":"password","other":{"value":"x"}}'],
    ['{"code":"a","grant_type":"b"}', '{"code":"•••","grant_type":"b"}'],
    ['{"grant_type":"b","code":"a"}', '{"grant_type":"b","code":"•••"}'],
    ['{"code":"a","b":{"grant_type":"c"}}', '{"code":"a","b":{"grant_type":"c"}}'],
    ['{"password":"x"}\n{"a":1}\n', '{"password":"•••"}\n{"a":1}\n'],
    ['{"a":"b"', '{"a":"b"'],
    ['"a":"b"', '"a":"b"'],
    ['"password":"x"', '"password":"•••"'],
    ['{"password":"x', '{"password":"•••'],
    ['{"password":12', '{"password":"•••"'],
    ['{"a":tr', '{"a":tr'],
    ['{"password":x, "a":1}', '{"password":"•••", "a":1}'],
    ['{"a" "password":"x"}', '{"a" "password":"•••"}'],
    ['{"a":{"password":"x"}}]', '{"a":{"password":"•••"}}]'],
  ] as const)
    assert.equal(redactJson(json, names, texts), expected, json);
});

test('tokens of JSON are found and replaced', () => {
  assert.deepEqual(
    [endOfString('"ab"', 1), endOfString('"a\\"b"', 1), endOfString('"a\\\\"b"', 1), endOfString('"a', 1)],
    [3, 5, 4, 2],
  );
  assert.deepEqual(['a', 'a\\n', '\\u0061', '\\x'].map(decodeString), ['a', 'a\n', 'a', '\\x']);
  const edits = [
    { from: 4, to: 5, by: 'Y' },
    { from: 1, to: 3, by: 'X' },
    { from: 2, to: 3, by: 'inner' },
  ];
  assert.equal(applyEdits('abcdef', edits), 'aXdYf');
});
