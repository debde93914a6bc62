import assert from 'node:assert/strict';
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { TextRedactor } from './text-redactor.ts';

const names = new SecretNames({});
const texts = new TextRedactor(names);
const S = 'Zq7xK0v3';

function drawn(data: unknown): string {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  new Console({ stdout }).table(data);
  return text;
}

test('secrets in tables of console.table are masked, and the other cells are kept', () => {
  for (const data of [
    [{ password: S, user: 'ada' }],
    [{ user: 'ada', apiKey: S }],
    { password: S, user: 'ada' },
    { first: { user: 'ada', pin: S } },
    [['password', S, 'ada']],
    new Map([
      ['password', S],
      ['user', 'ada'],
    ]),
  ]) {
    const text = texts.redact(drawn(data));
    assert.doesNotMatch(text, /Zq7/, text);
    assert.match(text, /•••/);
    assert.match(text, /ada/);
  }
});

test('secrets in tables of Markdown and of database clients are masked', () => {
  for (const [text, expected] of [
    ['| user | password |\n|--|:-:|\n| ada | x |\nend', '| user | password |\n|--|:-:|\n| ada | ••• |\nend'],
    ['| Setting | Value |\n|---|---|\n| `api key` | x |', '| Setting | Value |\n|---|---|\n| `api key` | ••• |'],
    ['a | pin\n--+--\n1 | 2\r\n3 | 4', 'a | pin\n--+--\n1 | •••\r\n3 | •••'],
    [
      '+---+---+\n| a | pin |\n+---+---+\n| 1 | 2 |\n+---+---+',
      '+---+---+\n| a | pin |\n+---+---+\n| 1 | ••• |\n+---+---+',
    ],
    // A description of several words is not a secret, and neither are the lines of other tables.
    [
      '| Name | Text |\n|--|--|\n| token | The token of a user |',
      '| Name | Text |\n|--|--|\n| token | The token of a user |',
    ],
    ['| token |\n|--|\n| x |\n\n| a |\n|--|\n| y |', '| token |\n|--|\n| ••• |\n\n| a |\n|--|\n| y |'],
    ["type A =\n  | 'password'\n  | 'token'", "type A =\n  | 'password'\n  | 'token'"],
    ['if (password || token) return 1 || 2;', 'if (password || token) return 1 || 2;'],
    ['| max_tokens |\n|--|\n| 12 |\n| x |', '| max_tokens |\n|--|\n| 12 |\n| ••• |'],
  ] as const)
    assert.equal(texts.redact(text), expected);
});
