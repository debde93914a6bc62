import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { maskAssignments } from './mask-assignments.ts';
import { maskNamedValues } from './named-values.ts';
import { TextRedactor } from './text-redactor.ts';

const names = new SecretNames({});
const texts = new TextRedactor(names);

test('values that are assigned to sensitive names are masked', () => {
  for (const [text, expected] of [
    ['password=x y', 'password=••• y'],
    ['password: {"a": [1, {b: 2}]}, c', 'password: •••, c'],
    ['password = [1, [2]] c', 'password = ••• c'],
    ['password={a', 'password=•••'],
    ['"password": "a\\"b", c', '"password": "•••", c'],
    ['"password": "a\\\\", c', '"password": "•••", c'],
    ['\\"password\\": \\"a\\", c', '\\"password\\": \\"•••\\", c'],
    ["password='a b", "password='•••"],
    ['password => x', 'password => •••'],
    ['password := `x y`', 'password := `•••`'],
    ['password ?? x', 'password ?? •••'],
    ['user[password]=x&b=1', 'user[password]=•••&b=1'],
    ['max_tokens=12 max_tokens=x', 'max_tokens=12 max_tokens=•••'],
    ['password=true', 'password=true'],
    ['password=•••', 'password=•••'],
    ['Authorization: Bearer a, b\nc', 'Authorization: •••\nc'],
    ['authorization=Bearer a, b', 'authorization=•••, b'],
    ['a: password=x', 'a: password=•••'],
    ['--token x --city y', '--token ••• --city y'],
    ['--token "x y" z', '--token ••• z'],
    ["identified by 'x' and", "identified by '•••' and"],
    ['password:\n  x\n  y\nb: 1', 'password:\n  •••\nb: 1'],
    ['password: !tag x\nb: 1', 'password: •••\nb: 1'],
    ['password: x\n  y\nb: 1', 'password: •••\nb: 1'],
    ['city=x', 'city=x'],
  ] as const)
    assert.equal(maskAssignments(text, names), expected, text);
});

test('values that are named beside them are masked', () => {
  for (const [text, expected] of [
    ["{ name: 'password', value: 'x' }", "{ name: 'password', value: '•••' }"],
    ["{ value: 'x', name: 'password' }", "{ value: '•••', name: 'password' }"],
    ['<param name="password" value="x"/>', '<param name="password" value="•••"/>'],
    ['{name: password, value: x y}', '{name: password, value: •••}'],
    ['{value: x y, key: password}', '{value: •••, key: password}'],
    ['{name: password, value: "x"}', '{name: password, value: "•••"}'],
    ["{ name: 'city', value: 'x' }", "{ name: 'city', value: 'x' }"],
    ["{ name: 'password', value: 'true' }", "{ name: 'password', value: 'true' }"],
    ["{ name: 'max_tokens', newValue: '12' }", "{ name: 'max_tokens', newValue: '12' }"],
    ["{ name: 'max_tokens', newValue: 'x' }", "{ name: 'max_tokens', newValue: '•••' }"],
    ["{ name: 'password', value: '•••' }", "{ name: 'password', value: '•••' }"],
    ['"name":"/a/password","oldVal":7', '"name":"/a/password","oldVal":•••'],
  ] as const)
    assert.equal(maskNamedValues(text, names), expected, text);
});

test('secrets of a known form are masked', () => {
  for (const [text, expected] of [
    ['http://a@h http://a:b@h', 'http://•••@h http://a:•••@h'],
    ['4111111111111111 and 4111111111111112', '••• and 4111111111111112'],
    ['378282246310005 6011111111111117 5555-5555-5555-4444', '••• ••• •••'],
    ['4222222222222 422222222222', '••• 422222222222'],
    ['x4111111111111111 4111111111111111.5', 'x4111111111111111 4111111111111111.5'],
    ['Bearer authentication Bearer realm= Bearer abc123', 'Bearer authentication Bearer realm= Bearer •••'],
    ['Basic dTpw Basic words', 'Basic ••• Basic words'],
    ['/cb?code=abc&state=1', '/cb?code=•••&state=1'],
    ['/cb?code=PT', '/cb?code=PT'],
    ['see http://h/a@b and //c@d', 'see http://h/a@b and //c@d'],
    ['pin', 'pin'],
  ] as const)
    assert.equal(texts.redact(text), expected, text);
});
