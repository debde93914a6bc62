import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames, isBit } from './secret-names.ts';
import { NAME_HINTS, sensitivityOf, wordsOfName } from './sensitivity.ts';

test('numbers and dates about secrets are counted', () => {
  const names = ['max_token', 'minPasswordLength', 'total-token', 'num_token', 'count_token', 'is_secret', 'has_pin'];
  for (const name of [...names, 'tokens', 'password_changed_at', 'secret_count'])
    assert.equal(sensitivityOf(name), 'counted', name);
  for (const name of ['token', 'maximum_token', 'token_has']) assert.equal(sensitivityOf(name), 'secret', name);
});

test('names that only resemble a secret are harmless', () => {
  const names = [
    'token_type',
    'X-Debug-Token',
    'X-Debug-Token-Link',
    'pincode',
    'pi_nc_ode',
    'secretary',
    '',
    '[]',
    '.',
  ];
  for (const name of names) assert.equal(sensitivityOf(name), 'harmless', name);
});

test('a name inside brackets or after a dot is a secret, as the same name alone', () => {
  const names = [
    'auth',
    'user.auth',
    'user[auth]',
    'user[auth][]',
    'otp[]',
    'auth[0]',
    'user[pin][new]',
    'pin_code',
    'pinCode',
  ];
  for (const name of names) assert.equal(sensitivityOf(name), 'secret', name);
  for (const name of ['auth.user', 'user.author', 'user[author]', 'list[0]'])
    assert.equal(sensitivityOf(name), 'harmless', name);
});

test('only both ends of a long name are read, and full-width letters are read as ASCII', () => {
  assert.equal(sensitivityOf(`${'a'.repeat(300)}_password`), 'secret');
  assert.equal(sensitivityOf(`password_${'a'.repeat(300)}`), 'secret');
  assert.equal(sensitivityOf(`${'a'.repeat(200)}_password_${'b'.repeat(200)}`), 'harmless');
  assert.equal(sensitivityOf(`${'a'.repeat(100)}_password_${'b'.repeat(100)}`), 'secret');
  assert.equal(sensitivityOf('ｐａｓｓｗｏｒｄ'), 'secret');
});

test('names of any naming convention have the same words', () => {
  for (const name of ['userAPIKey2Name', 'user_api_key2_name', 'User-API-Key2-Name', ' user..api[key2]name '])
    assert.deepEqual(wordsOfName(name), ['user', 'api', 'key2', 'name']);
});

test('each secret name contains a hint, and most other names contain none', () => {
  const secret = [
    'mfa',
    'pins',
    'X-Api-Key',
    'Ocp-Apim-Subscription-Key',
    'x-functions-key',
    'licenceKey',
    'X-Session',
    'session',
    'bearer',
    'pan',
    'cvv',
    'iban',
    'kennwort',
    'creditCard',
    'one_time_code',
  ];
  for (const name of secret) {
    assert.equal(sensitivityOf(name), 'secret', name);
    assert.ok(
      NAME_HINTS.some((hint) => name.toLowerCase().includes(hint)),
      name,
    );
  }
  for (const name of ['title', 'page', 'description', 'city'])
    assert.ok(!NAME_HINTS.some((hint) => name.includes(hint)), name);
});

test('the first word of a configured name is a hint, and a regular expression makes any name a possible secret', () => {
  const named = new SecretNames({ names: ['boarding code'] });
  assert.deepEqual([named.hints.slice(NAME_HINTS.length), named.unforeseeable], [['boarding'], false]);
  const matched = new SecretNames({ names: [/^x-/y] });
  assert.deepEqual([matched.hints.length, matched.unforeseeable], [NAME_HINTS.length, true]);
  assert.deepEqual([matched.of('x-a'), matched.of('x-b'), matched.of('a')], ['secret', 'secret', 'harmless']);
});

test('empty texts, booleans and null are secret under no name', () => {
  for (const text of ['', 'true', 'false', 'null']) assert.equal(isBit(text), true, text);
  for (const text of ['0', 'yes', 'False']) assert.equal(isBit(text), false, text);
});
