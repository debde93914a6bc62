import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretNames } from '../../../core/redaction/secret-names.ts';
import { TextRedactor } from './text-redactor.ts';

const texts = new TextRedactor(new SecretNames({}));

test('values of sensitive columns in messages of databases are masked', () => {
  for (const [text, expected] of [
    ['Key (token)=(x y) already exists.', 'Key (token)=(•••) already exists.'],
    ['Key (name, api_key)=(ada, x) already exists.', 'Key (name, api_key)=(•••) already exists.'],
    ['Key (name)=(token) already exists.', 'Key (name)=(token) already exists.'],
    ["Duplicate entry 'x' for key 'users.token'", "Duplicate entry '•••' for key 'users.token'"],
    ["Duplicate entry 'it's' for key 'api_key'", "Duplicate entry '•••' for key 'api_key'"],
    ["Duplicate entry 'token' for key 'users.name'", "Duplicate entry 'token' for key 'users.name'"],
    [
      "ALTER USER bob IDENTIFIED WITH caching_sha2_password BY 'x'",
      "ALTER USER bob IDENTIFIED WITH caching_sha2_password BY '•••'",
    ],
    ["SET PASSWORD FOR 'bob'@'%' = PASSWORD('x')", "SET PASSWORD FOR 'bob'@'%' = PASSWORD('•••')"],
    ["SET PASSWORD FOR bob = 'x'", "SET PASSWORD FOR bob = '•••'"],
  ] as const)
    assert.equal(texts.redact(text), expected);
});
