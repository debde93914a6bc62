import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryLoginThrottle, Passwords, hashPassword, parsePasswordHash } from 'oriel/security';
import { networkOf } from '../../src/security/login-throttle.ts';

const CHEAP = { memory: 64, passes: 1 };

test('a password is right with its hash, and nothing else is', async () => {
  const passwords = new Passwords(CHEAP);
  const hash = await passwords.hash('correct horse');
  match(hash, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  notEqual(await passwords.hash('correct horse'), hash);
  deepEqual(await passwords.verify('correct horse', hash), { right: true, outdated: false });
  for (const wrong of ['Correct horse', 'correct horse ', '', 'x'.repeat(2_000)])
    deepEqual(await passwords.verify(wrong, hash), { right: false, outdated: false });
  deepEqual(await passwords.verify('correct horse', undefined), { right: false, outdated: false });
  deepEqual(await passwords.verify('correct horse', 'correct horse'), { right: false, outdated: false });
});

test('what the command of the reference implementation has hashed is understood', async () => {
  // echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  equal((await new Passwords().verify('password', known)).right, true);
  equal((await new Passwords().verify('Password', known)).right, false);
});

test('a letter is the same however a keyboard writes it', async () => {
  const hash = await hashPassword('caf\u00e9', CHEAP);
  equal((await new Passwords(CHEAP).verify('cafe\u0301', hash)).right, true);
});

test('a hash made with other parameters is outdated', async () => {
  const hash = await hashPassword('secret', CHEAP);
  deepEqual(await new Passwords({ memory: 128, passes: 1 }).verify('secret', hash), { right: true, outdated: true });
});

test('hashes that cost too much, or nothing, are none', () => {
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

test('only so many are hashed at once, so many wait, and the rest are told to come again', async () => {
  const passwords = new Passwords({ ...CHEAP, memory: 8_192, atOnce: 1, waiting: 2 });
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

test('attempts are counted for an account and an address, and for an address', () => {
  let now = 0;
  const throttle = new MemoryLoginThrottle({ attempts: 3, perAddress: 5, window: 60 }, () => now);
  const takes = (ip: string, ...names: string[]) => names.map((name) => throttle.take(ip, name));
  deepEqual(takes('192.0.2.1', 'ada', 'ada', 'ADA', 'ada'), [0, 0, 0, 60]);
  deepEqual(takes('192.0.2.2', 'ada'), [0]);
  deepEqual(takes('192.0.2.1', 'bob', 'eve', 'joe'), [0, 0, 60]);
  now = 59_001;
  deepEqual(takes('192.0.2.1', 'ada'), [1]);
  now = 60_000;
  deepEqual(takes('192.0.2.1', 'ada'), [0]);
  throttle.take('192.0.2.1', 'ada');
  throttle.clear('192.0.2.1', 'ada');
  deepEqual(takes('192.0.2.1', 'ada', 'ada', 'ada', 'ada'), [0, 0, 0, 60]);
});

test('all addresses of one customer count as one', () => {
  equal(networkOf('2001:db8:0:1::7'), networkOf('2001:0db8:0000:0001:ffff::1'));
  equal(networkOf('2001:db8::'), '2001:db8:0:0::/64');
  notEqual(networkOf('2001:db8:0:2::7'), networkOf('2001:db8:0:1::7'));
  equal(networkOf('::1'), '0:0:0:0::/64');
  equal(networkOf('192.0.2.1'), '192.0.2.1');
});
