import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { Passwords } from '../../packages/host/src/features/security/passwords.ts';
import { hashPassword } from 'oriel-host/security';
import { parsePasswordHash } from '../../packages/host/src/features/security/phc-string.ts';

const CHEAP = { memory: 64, passes: 1 };

test('verifies a password only with its hash', async () => {
  const passwords = new Passwords(CHEAP);
  const hash = await passwords.hash('correct horse');
  match(hash, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  notEqual(await passwords.hash('correct horse'), hash);
  deepEqual(await passwords.verify('correct horse', hash), { right: true, outdated: false });
  for (const invalid of ['Correct horse', 'correct horse ', '', 'x'.repeat(2_000)])
    deepEqual(await passwords.verify(invalid, hash), { right: false, outdated: false });
  deepEqual(await passwords.verify('correct horse', undefined), { right: false, outdated: false });
  deepEqual(await passwords.verify('correct horse', 'correct horse'), { right: false, outdated: false });
});

test('verifies a hash of the reference implementation', async () => {
  // echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  equal((await new Passwords().verify('password', reference)).right, true);
  equal((await new Passwords().verify('Password', reference)).right, false);
});

test('verifies a password in any Unicode normalization form', async () => {
  const hash = await hashPassword('caf\u00e9', CHEAP);
  equal((await new Passwords(CHEAP).verify('cafe\u0301', hash)).right, true);
});

test('a hash made with other parameters is outdated', async () => {
  const hash = await hashPassword('secret', CHEAP);
  deepEqual(await new Passwords({ memory: 128, passes: 1 }).verify('secret', hash), { right: true, outdated: true });
});

test('rejects hashes with parameters that are too expensive, too cheap or unknown', () => {
  const tail = '$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  ok(parsePasswordHash(`$argon2id$v=19$m=64,t=1,p=1${tail}`));
  for (const head of [
    'argon2id$v=19$m=9999999,t=1,p=1',
    'argon2id$v=19$m=64,t=9999,p=1',
    'argon2id$v=19$m=64,t=1,p=99',
    'argon2id$v=19$m=4,t=1,p=1',
    'argon2id$v=19$m=64,t=0,p=1',
    'argon2i$v=19$m=64,t=1,p=1',
    'argon2id$v=16$m=64,t=1,p=1',
    '2b$10',
  ])
    equal(parsePasswordHash(`$${head}${tail}`), undefined, head);
});

test('hashes a limited number of passwords at once, queues a limited number, and refuses the rest with 503', async () => {
  const passwords = new Passwords({ ...CHEAP, memory: 8_192 }, 1, 2);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('x')));
  deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  ok(await passwords.hash('x'));
  await rejects(Promise.all(Array.from({ length: 9 }, () => passwords.hash('x'))), {
    status: 503,
    headers: { 'Retry-After': '5' },
  });
});
