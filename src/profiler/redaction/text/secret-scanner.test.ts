/** The scanner decides which texts are searched for secrets: all that may have one, and few others. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SecretScanner } from './secret-scanner.ts';

const scanner = new SecretScanner(['password', 'pin'], false);
const finds = (text: string, json?: boolean): boolean => scanner.mayContainSecret(text, json);

describe('a token of a known form is found', () => {
  for (const token of [
    ...['eyJhbGciOiJIUzI1NiJ9', 'Bearer abc', 'basic dTpw', 'BEGIN RSA PRIVATE KEY', 'sk_live_x', 'pk_test_x'],
    ...['IDENTIFIED BY', 'SG.x', 'hvs.x', 'hvb.x', 'ya29.x', 'sk-x', 'glpat-x', 'pypi-x', 'xoxa-x', 'xoxb-x', 'xoxe-x'],
    ...[
      'xoxp-x',
      'xoxr-x',
      'xoxs-x',
      'AKIA0',
      'ASIA0',
      'AIza0',
      'whsec_x',
      'ghp_x',
      'gho_x',
      'ghu_x',
      'ghs_x',
      'ghr_x',
    ],
    ...['github_pat_x', 'npm_x', 'shpat_x', 'shpss_x', 'shpca_x', 'shppa_x', 'dop_v1_x'],
  ])
    test(token, () => {
      assert.equal(finds(token), true);
      assert.equal(finds(`a text with ${token} in it`), true);
    });
});

describe('the value of a name is found', () => {
  for (const text of [
    'password=x',
    'password = x',
    'password: x',
    'password => x',
    'PASSWORD>x',
    'password ?? x',
    'password "x"',
    "password 'x'",
    '"password":"x"',
    "'password': 'x'",
    '`password`: x',
    '\\"password\\": \\"x\\"',
    'password_hash=x',
    'password2=x',
    'db.password-old=x',
    'password]=x',
    'password[]=x',
    'password[0][a]=x',
    'password%5D=x',
    'password%5B%5D=x',
    '--password x',
    `password${'_'.repeat(60)}=x`,
    `password${' '.repeat(8)}=x`,
    'name="password", value="x"',
    'name="password" value="x"',
    'name="password" newValue="x"',
    'name="password" "oldValue": "x"',
    'key="password">x',
    'key="password"/>',
    "{ name: 'password' }",
    '- name: DB_PASSWORD\n  value: x',
    'key: "password\n',
    '<password>x</password>',
    '<a:password>x</a:password>',
    '<db.password type="text">x',
    '&lt;password&gt;x',
    '<name>password</name>',
    '&lt;key&gt; password',
  ])
    test(text, () => assert.equal(finds(text), true));

  for (const text of [
    'password',
    'the password is wrong',
    'passwords are hashed',
    'a pin and a password, both',
    'company shipping',
    `password${'_'.repeat(61)}=x`,
    `password${' '.repeat(9)}=x`,
    'password"s',
    'passwordless login',
    '(password)',
    'select password from users',
    'title: the password\n',
    'a <b>password</b>',
    'name >password',
  ])
    test(`which ${text} has not`, () => assert.equal(finds(text), false));

  test('in JSON also if the text of the name goes on', () => {
    for (const text of ['{"password is":"x"}', '{"my password (old)" :"x"}', `{"password${'a'.repeat(200)}":"x"}`])
      assert.deepEqual([finds(text, true), finds(text)], [true, false], text);
    for (const text of ['["password x"]', '["the password, again"]', `{"password ${'a'.repeat(201)}":"x"}`])
      assert.equal(finds(text, true), false, text);
  });
  test('in JSON also if its letters are escaped', () => {
    assert.deepEqual([finds('{"p\\u0061ssword":"x"}', true), finds('{"p\\u0061ssword":"x"}')], [true, false]);
    assert.equal(finds('{"a":"\\n"}', true), false);
  });
});

test('the code of a login is found in a query or a fragment only', () => {
  for (const text of ['/cb?code=x', '/cb?a=b&code=x', '/cb#code=x', '/cb;code=x'])
    assert.equal(finds(text), true, text);
  for (const text of ['code=x', 'a code=x', '/cb?code', '/cb?postcode=x', '/cb?code:x'])
    assert.equal(finds(text), false, text);
});

test('the user of a URL is found', () => {
  for (const text of ['http://u:p@h/', 'see postgres://p@h', `http://${'u'.repeat(399)}@h`])
    assert.equal(finds(text), true, text);
  for (const text of [
    'http://h/a@b',
    'http://h a@b',
    'http://h\n@',
    `http://${'u'.repeat(400)}@h`,
    'http:/u@h',
    '//u@h',
  ])
    assert.equal(finds(text), false, text);
});

test('a number that may be that of a card is found', () => {
  for (const text of [
    '4111111111111111',
    '4222222222222',
    '2223000048400011',
    '6011 1111 1111 1117',
    '5555-5555-5555-4444',
    'order 1 4111 1111 1111 1111',
    '12-4111111111111111',
    'x 3782 822463 10005',
    // Longer numbers are searched.
    '1'.repeat(65),
    '1234 '.repeat(20),
  ])
    assert.equal(finds(text), true, text);
  for (const text of [
    '411111111111',
    '1764000000000',
    '9781234567897',
    '7111111111111111',
    '2026-11-26 12:00',
    '1111 2222',
    '0123-4567-8901',
    '550e8400-e29b-41d4-a716-446655440000',
    '1'.repeat(64),
  ])
    assert.equal(finds(text), false, text);
});

test('with a pattern as the name of secrets, each assignment is searched', () => {
  const any = new SecretScanner([], true);
  for (const text of ['a=b', 'a: b', '<a>b']) assert.equal(any.mayContainSecret(text), true, text);
  assert.equal(any.mayContainSecret('a b'), false);
  assert.equal(new SecretScanner([], false).mayContainSecret('a=b'), false);
});

test('other texts are not searched', () => {
  for (const text of [
    '',
    'GET /api/cities?page=2 200 in 3 ms',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
    'select * from cities where id = $1',
    'Zürich – 漢字 𝒳',
    '\0\u007f',
  ])
    assert.equal(finds(text), false, text);
});
