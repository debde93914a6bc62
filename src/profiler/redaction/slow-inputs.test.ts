/** Large values, and texts that could take quadratic time. They take seconds, so they have their own file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from './redactor.ts';

const redactor = new Redactor();
const S = 'Zq7Xw9hunter2';

test('reads texts made to be slow to their end, and masks a secret behind them', () => {
  const hostile: Record<string, (n: number) => string> = {
    'elements that are never closed': (n) => '<password>'.repeat(n),
    'elements of many names that are never closed': (n) =>
      Array.from({ length: n }, (_, i) => `<password${i}>`).join(''),
    'elements that are closed in the wrong order': (n) => '<token><secret>'.repeat(n) + '</token></secret>'.repeat(n),
    'CDATA sections that are never closed': (n) => '<token><![CDATA['.repeat(n),
    'tags that never end': (n) => `<token ${'<token '.repeat(n)}`,
    'escaped tags': (n) => '&lt;token&gt;'.repeat(n) + '&lt;/x',
    'keys of YAML, each deeper': (n) =>
      Array.from({ length: Math.min(n, 300) }, (_, i) => `${' '.repeat(i)}password:\n`).join('') + 'x\n'.repeat(n),
    'keys of YAML before blank lines': (n) => `password:\n${'\n'.repeat(20)}`.repeat(n / 10),
    'one line of keys': (n) => 'password: '.repeat(n) + '|\n  x',
    'names without values': (n) => `name="password" `.repeat(n) + 'val',
    'values without names': (n) => 'value="x" '.repeat(n) + 'password=',
    'quotes in names': (n) => `name='password${"\\'".repeat(n)}value`,
    'attributes without an end': (n) => '<input name=password value="'.repeat(n),
    'tags with many attributes': (n) => `<input name=password ${'a="b" '.repeat(n)}`,
    'cells of a table': (n) => `| token |\n|--|\n${'| a | '.repeat(n)}`,
    'spaces in cells': (n) => `token${' '.repeat(190)}`.repeat(n / 50),
    'cells that are never closed': (n) => '<tr><th>token<td>'.repeat(n),
    'rules of tables': (n) => '--+--\n'.repeat(n),
    commands: (n) => 'curl -u '.repeat(n),
    'statements without an end': (n) => 'insert into a (token) values ('.repeat(n),
    'pairs without an end': (n) => '[["password", '.repeat(n),
    boundaries: (n) => '--x\r\nContent-Type: a\r\n'.repeat(n),
    codes: (n) => '?code='.repeat(n),
    'members of one JSON object': (n) => `{${'"value":1,'.repeat(n)}"name":"password"}`,
    'nested values in JSON': (n) => `${'{"value":'.repeat(n)}1${',"name":"password"}'.repeat(n)}`,
    'a path of many segments': (n) => `[{"path":"${'/password'.repeat(n)}","value":"x"}]`,
  };
  for (const [what, make] of Object.entries(hostile))
    for (const type of ['application/xml', 'application/json', 'application/yaml', 'text/plain']) {
      // Quadratic work on these would take minutes.
      const content = redactor.body(`${make(20_000)}\n<password>${S}</password>`, type, 1_000_000).content;
      assert.ok(content.length > 20, what);
      assert.doesNotMatch(content, /Zq7Xw9/, `${what}, ${type}`);
    }
});

test('texts made to be slow are read to their end', () => {
  for (const text of [
    '://'.repeat(20_000),
    'password'.repeat(8_000),
    'password='.repeat(8_000),
    'eyJ'.repeat(20_000),
    `token${' '.repeat(60_000)}`,
    '-----BEGIN PRIVATE KEY-----'.repeat(2_000),
    '<token>'.repeat(8_000),
    '1234 '.repeat(12_000),
    'token="\\'.repeat(8_000),
    'token:['.repeat(8_000),
    '"a'.repeat(30_000),
    "'\\".repeat(30_000),
    `'${"''".repeat(30_000)}\\`,
  ]) {
    redactor.text(text);
    redactor.body(text, 'application/json', 65_536);
    redactor.body(text, 'application/x-www-form-urlencoded', 65_536);
    redactor.sql(`select password ${text}`);
  }
});

test('huge values are pruned after they were redacted', () => {
  const deep = Array.from({ length: 5_000 }).reduce<unknown>((inside) => [inside], 'x');
  const wide = {
    list: Array.from({ length: 1e6 }, () => 'y'.repeat(100)),
    text: `${'z '.repeat(5_000)}password=hunter2 ${'z '.repeat(50_000)}`,
    deep,
  };
  const text = JSON.stringify(redactor.value(wide));
  assert.ok(text.length < 200_000, String(text.length));
  assert.doesNotMatch(text, /hunter2/);
});

test('blanks before elements that are never closed are read once', () => {
  const text = `${' '.repeat(200_000)}${'<password>x'.repeat(20_000)}`;
  assert.doesNotMatch(redactor.body(text, 'application/xml', 1_000_000).content, /x/);
});
