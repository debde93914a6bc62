import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { maskAttributes } from './mask-attributes.ts';

const names = new SecretNames({});

test('the value of an element that another attribute names is masked', () => {
  for (const [text, expected] of [
    ['<input name=password value=x>', '<input name=password value=•••>'],
    [
      '<input name="password" type="text" class="a" value="x">',
      '<input name="password" type="text" class="a" value="•••">',
    ],
    ["<input value='x' id=login name=pin>", "<input value='•••' id=login name=pin>"],
    ['<input type="password" name="p" value="x y" />', '<input type="password" name="p" value="•••" />'],
    ['<input name="password" title="a > b" value="x">', '<input name="password" title="a > b" value="•••">'],
    ['<meta name="csrf-token" content="x">', '<meta name="csrf-token" content="•••">'],
    ['<META content=x name=csrf-token>', '<META content=••• name=csrf-token>'],
    ['<input name="max_tokens" value="12">', '<input name="max_tokens" value="12">'],
    ['<input name="password" value="">', '<input name="password" value="">'],
    ['<input name="city" value="x">', '<input name="city" value="x">'],
    ['<input type="text" value="password">', '<input type="text" value="password">'],
    ['a < b name=password value=x', 'a < b name=password value=x'],
  ] as const)
    assert.equal(maskAttributes(text, names), expected);
});
