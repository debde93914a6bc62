import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { maskYamlPairs, yamlBlockAt } from './yaml.ts';

const names = new SecretNames({});

test('yamlBlockAt returns the lines below a key that are indented more', () => {
  const block = (text: string, key = 'key'): string | undefined => {
    const start = text.indexOf(key);
    const found = yamlBlockAt(text, start, start + key.length + 1);
    return found && text.slice(found.from, found.to);
  };
  for (const [text, expected] of [
    ['key:\n  a\n  b\nnext: c', 'a\n  b'],
    ['key: |\n  a\n\n  b\nnext: c', 'a\n\n  b'],
    ['key: >-\r\n  a\r\nnext: c', 'a'],
    ['key: !tag &anchor |2 # note\n  a', 'a'],
    ['  key:\n    a\n  next: b', 'a'],
    ['  key:\n  next: b', undefined],
    ['key: a\n  b', undefined],
    ['key:', undefined],
    ['key:\n', undefined],
    ['key:\n- a\n- b\nnext: c', '- a\n- b'],
    ['- key:\n    a\n- next', 'a'],
    ['- key:\n  next: a', undefined],
    ['- "key":\n    a\n  next: b', undefined],
    ['key:\n    at main (a.ts:1)', undefined],
    ['key:\n\ta\nb', 'a'],
  ] as const)
    assert.equal(block(text), expected, JSON.stringify(text));
});

test('values of YAML that are named on another line are masked', () => {
  for (const [text, expected] of [
    ['- name: DB_PASSWORD\n  value: x\n', '- name: DB_PASSWORD\n  value: •••\n'],
    ['- value: x\n  name: DB_PASSWORD\n', '- value: •••\n  name: DB_PASSWORD\n'],
    ['name: "token"\nother: 1\nvalue: x y\n', 'name: "token"\nother: 1\nvalue: •••\n'],
    ['value: x\nother: 1\nname: token\n', 'value: •••\nother: 1\nname: token\n'],
    ['- name: city\n  value: x\n', '- name: city\n  value: x\n'],
    ['- name: token\n  value: true\n', '- name: token\n  value: true\n'],
    ['- name: max_tokens\n  value: 12\n', '- name: max_tokens\n  value: 12\n'],
    ['- name: token\n- value: x\n', '- name: token\n- value: x\n'],
    ['a:\n  name: token\nvalue: x\n', 'a:\n  name: token\nvalue: x\n'],
    ['name: token\n  value: x\n', 'name: token\n  value: x\n'],
    ['- name: token\n  value: |\n    x\n    y\n  other: 1', '- name: token\n  value: |\n    •••\n  other: 1'],
    ['- name: token\n  value:\n    a: x\n', '- name: token\n  value:\n    •••\n'],
    ['- name: token\n  value: x\n    y\n  b: 1', '- name: token\n  value: •••\n  b: 1'],
    ['- value: x\n  a: 1\n- name: token\n', '- value: x\n  a: 1\n- name: token\n'],
    ['- name: token\n\n  value: x', '- name: token\n\n  value: •••'],
    [
      '- name: token\n  value: x\n- name: secret\n  value: y',
      '- name: token\n  value: •••\n- name: secret\n  value: •••',
    ],
    [`- name: token\n${'  a: 1\n'.repeat(19)}  value: x`, `- name: token\n${'  a: 1\n'.repeat(19)}  value: •••`],
    [`- name: token\n${'  a: 1\n'.repeat(20)}  value: x`, `- name: token\n${'  a: 1\n'.repeat(20)}  value: x`],
    [`value: x\n${'a: 1\n'.repeat(19)}name: token\n`, `value: •••\n${'a: 1\n'.repeat(19)}name: token\n`],
    [`value: x\n${'a: 1\n'.repeat(20)}name: token\n`, `value: x\n${'a: 1\n'.repeat(20)}name: token\n`],
    ['name: token value: x', 'name: token value: x'],
    ['a:\n  value: y\nb:\n  name: token\n', 'a:\n  value: y\nb:\n  name: token\n'],
    ['- value: y\n- a: 1\n  name: token\n', '- value: y\n- a: 1\n  name: token\n'],
    ['- value: y\n  a: 1\n  name: token\n', '- value: •••\n  a: 1\n  name: token\n'],
  ] as const)
    assert.equal(maskYamlPairs(text, names), expected, JSON.stringify(text));
});
