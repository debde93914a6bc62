import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames, isMasked } from './secret-names.ts';
import { classifyName, splitName } from './sensitivity.ts';

test('the last word of a compound decides', () => {
  for (const [sensitivity, names] of [
    [
      'secret',
      'password new_password password_confirmation password2 tokenHash resettoken PHPSESSID sessionId STRIPE_SECRET_KEY',
    ],
    ['secret', 'X-Api-Key ocp-apim-subscription-key resetCode user[pin][new] csrfmiddlewaretoken clientSecret API_PIN'],
    ['text', 'pass db_pass smtpPass'],
    ['likely', 'tokens session salt secretThing'],
    ['entropy', 'tenantKey'],
    [
      'harmless',
      'tokenType passwordPolicy max_tokens reasoning_tokens nextPageToken publicKey sortKey country_code boarding_pass',
    ],
    [
      'harmless',
      'author keyboard passenger secretary tokenizer sessionsCount tokens_used X-Debug-Token-Link pinned code key',
    ],
  ] as const)
    for (const name of names.split(' ')) assert.equal(classifyName(name), sensitivity, name);
});

test('only both ends of a long name are read, and full-width letters are read as ASCII', () => {
  assert.equal(classifyName(`${'a'.repeat(300)}_password`), 'secret');
  assert.equal(classifyName('ｐａｓｓｗｏｒｄ'), 'secret');
});

test('names of any naming convention have the same words', () => {
  for (const name of ['userAPIKey2Name', 'user_api_key2_name', 'User-API-Key2-Name', ' user..api[key2]name '])
    assert.deepEqual(splitName(name), ['user', 'api', 'key2', 'name']);
});

test('configured names are secrets, and kept ones are not', () => {
  const names = new SecretNames({ names: ['boarding code', /^x-/y], keep: ['csrf-mode', 'apiToken'] });
  for (const name of ['boardingCode', 'boarding_code', 'x-a', 'x-b'])
    assert.equal(names.classify(name), 'secret', name);
  for (const name of ['csrfMode', 'api_token', 'a']) assert.equal(names.classify(name), 'harmless', name);
});

test('a value is masked as far as its name is a secret', () => {
  for (const [sensitivity, masked, shown] of [
    ['secret', ['x', 1234], ['', 'true', 0, 1, '•••']],
    ['text', ['12', 'x y'], [12, 'false']],
    ['bare', ['x'], ['Best regards, Ann']],
    [
      'likely',
      ['a8Xk2P', 'b7e23ec2-9af2-4c1f-9b36-8ab0a0b0c0d0'],
      ['keynote', '2026-01-02', 12, 'home.title', 'https://a.example'],
    ],
    ['entropy', ['a8Xk2Pq9a8Xk2Pq9a8Xk'], ['a8Xk2P', 'b7e23ec2-9af2-4c1f-9b36-8ab0a0b0c0d0']],
  ] as const) {
    for (const value of masked) assert.equal(isMasked(sensitivity, value), true, String(value));
    for (const value of shown) assert.equal(isMasked(sensitivity, value), false, String(value));
  }
});
