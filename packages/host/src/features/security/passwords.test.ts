import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { test } from 'node:test';
import { hashPassword } from './passwords.ts';

test('without argon2 in the runtime, hashing fails with an error that names the fix', async (t) => {
  const { argon2 } = crypto;
  t.after(() => Object.assign(crypto, { argon2 }));
  Object.assign(crypto, { argon2: undefined });
  await assert.rejects(hashPassword('correct horse'), /"argon2" is missing.*use Node\.js 24\.7 or later/);
});
