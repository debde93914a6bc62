import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { TextRedactor } from './text-redactor.ts';

const texts = new TextRedactor(new SecretNames({}));

test('secrets in HTML tables and description lists are masked', () => {
  for (const [text, expected] of [
    ['<tr><th>Password</th><td>x</td></tr>', '<tr><th>Password</th><td>•••</td></tr>'],
    [
      '<table><tr><th>user<th>API key</tr><tr><td>ada</td><td class="a">x <b>y</b></td></tr></table>',
      '<table><tr><th>user<th>API key</tr><tr><td>ada</td><td class="a">•••</td></tr></table>',
    ],
    [
      '<dl><dt>Password</dt>\n<dd>x</dd><dt>City</dt><dd>y</dd></dl>',
      '<dl><dt>Password</dt>\n<dd>•••</dd><dt>City</dt><dd>y</dd></dl>',
    ],
    ['<tr><td><b>pin</b></td><td>1</td><td>y</td></tr>', '<tr><td><b>pin</b></td><td>•••</td><td>y</td></tr>'],
    ['<tr><td>token</td><td>The token of a user</td></tr>', '<tr><td>token</td><td>The token of a user</td></tr>'],
    [
      '<table><tr><th>token</table><table><tr><td>a</td></tr><tr><td>b</td></tr></table>',
      '<table><tr><th>token</table><table><tr><td>a</td></tr><tr><td>b</td></tr></table>',
    ],
  ] as const)
    assert.equal(texts.redact(text), expected);
});
