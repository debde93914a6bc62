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
    ['see password:\n  x\nb: 1', 'see password:\n  •••\nb: 1'],
    ['see password: x\n  y', 'see password: •••\n  y'],
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
    [
      '{"Name":"pin","Value":"1"},{"NAME":"pin","VALUE":"2"}',
      '{"Name":"pin","Value":"•••"},{"NAME":"pin","VALUE":"•••"}',
    ],
    [
      '{"Value":"1","Name":"pin"},{"VALUE":"2","NAME":"pin"}',
      '{"Value":"•••","Name":"pin"},{"VALUE":"•••","NAME":"pin"}',
    ],
    ['{Name: pin, Value: 1}, {NAME: pin, Value: 2}', '{Name: pin, Value: •••}, {NAME: pin, Value: •••}'],
    ['{Value: 1, Name: pin}, {Value: 2, NAME: pin}', '{Value: •••, Name: pin}, {Value: •••, NAME: pin}'],
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

test('a number of a card is masked by its first digit, its length and its check digit', () => {
  for (const card of [
    ...[
      '2230741852963070',
      '30307418529635',
      '373074185296302',
      '3530741852963075',
      '4307418529637',
      '4307418529630747',
    ],
    ...['4307418529630741857', '5530741852963070', '6030741852963073', '60307418529630749', '603074185296307417'],
    '6030741852963074181',
  ]) {
    assert.equal(texts.redact(`paid with ${card}.`), 'paid with •••.', card);
    const last = (Number(card.at(-1)) + 1) % 10;
    const other = `paid with ${card.slice(0, -1)}${last}.`;
    assert.equal(texts.redact(other), other);
  }
  for (const number of [
    ...['223074185296304', '3307418529638', '33074185296307417', '43074185296302', '430741852963072'],
    ...['43074185296307416', '430741852963074189', '530741852963071', '53074185296307415', '63074185296307'],
    '630741852963070',
  ])
    assert.equal(texts.redact(`order ${number}.`), `order ${number}.`);
});

test('tokens of a known form are masked', () => {
  const x = 'x'.repeat(24);
  for (const token of [
    ...[
      `sk_live_${x}`,
      `rk_test_${x}`,
      `whsec_${x}`,
      `sk-${x}`,
      `ghp_${x}`,
      `gho_${x}`,
      `ghu_${x}`,
      `ghs_${x}`,
      `ghr_${x}`,
    ],
    ...[
      `github_pat_${x}`,
      `glpat-${x}`,
      `pypi-${x}`,
      `xoxa-${x}`,
      `xoxb-${x}`,
      `xoxe-${x}`,
      `xoxp-${x}`,
      `xoxr-${x}`,
      `xoxs-${x}`,
    ],
    ...[
      'AKIAIOSFODNN7EXAMPLE',
      'ASIAIOSFODNN7EXAMPLE',
      `AIza${x}`,
      `npm_${x}`,
      `SG.${x}`,
      `hvs.${x}`,
      `hvb.${x}`,
      `ya29.${x}`,
    ],
    ...[`dop_v1_${x}`, `shpat_${x}`, `shpss_${x}`, `shpca_${x}`, `shppa_${x}`],
  ])
    assert.equal(texts.redact(`with ${token}, then`), 'with •••, then', token);
});

test('a value in three quotation marks, as in TOML and Python, is masked', () => {
  assert.equal(texts.redact('password = """\nx "y"\n"""\na = 1'), 'password = """•••"""\na = 1');
  assert.equal(texts.redact("password = '''x'''"), "password = '''•••'''");
  assert.equal(texts.redact('password = """x'), 'password = """•••');
  assert.equal(texts.redact('password = ""; a = "b"'), 'password = ""; a = "b"');
});
