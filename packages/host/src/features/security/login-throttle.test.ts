import { deepEqual, rejects, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../../testing/index.ts';
import { Limiter } from '../rate-limit/limiter.ts';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.ts';
import { limitLogins } from './login-throttle.ts';

const SETTINGS = { attempts: 3, perAddress: 5, window: 60_000 };

function counting(store = new MemoryLimitStore()) {
  const throttle = limitLogins(new Limiter({ store }, () => {}), SETTINGS);
  const of = (ip: string) => createContext('POST /login', { ip });
  return {
    right: (ip: string, name: string) => throttle.succeeded(of(ip), name),
    /** Returns which attempts are allowed. */
    tries: (ip: string, ...names: string[]) =>
      names.map((name) => {
        try {
          void throttle.attempt(of(ip), name);
          return true;
        } catch {
          return false;
        }
      }),
  };
}

test('counts attempts per account and address, and per address', () => {
  let now = 0;
  const { tries } = counting(new MemoryLimitStore({ now: () => now }));
  deepEqual(tries('192.0.2.1', 'ada', 'ada', 'ADA', 'ada'), [true, true, true, false]);
  deepEqual(tries('192.0.2.2', 'ada'), [true]);
  deepEqual(tries('192.0.2.1', 'bob', 'eve', 'joe'), [true, true, false]);
  now = 59_001;
  deepEqual(tries('192.0.2.1', 'ada'), [false]);
  now = 66_000;
  deepEqual(tries('192.0.2.1', 'ada'), [true]);
});

test('a successful login removes earlier attempts for the same account only', () => {
  const { tries, right } = counting();
  deepEqual(tries('192.0.2.1', 'ada', 'ada', 'ada'), [true, true, true]);
  right('192.0.2.1', 'ada');
  deepEqual(tries('192.0.2.1', 'ada', 'bob', 'bob', 'eve'), [true, true, true, false]);
  // A successful login must not reset the attempts for another account.
  const second = counting();
  deepEqual(second.tries('192.0.2.1', 'victim', 'victim', 'victim', 'mine'), [true, true, true, true]);
  second.right('192.0.2.1', 'mine');
  deepEqual(second.tries('192.0.2.1', 'victim'), [false]);
  for (let i = 0; i < 100; i++) {
    deepEqual(second.tries('192.0.2.9', 'mine'), [true]);
    second.right('192.0.2.9', 'mine');
  }
});

test('counts all addresses of one IPv6 /64 together', () => {
  const { tries } = counting();
  for (let i = 1; i <= 3; i++) deepEqual(tries(`2001:db8:0:7::${i}`, 'ada'), [true]);
  deepEqual(tries('2001:db8:0:7:ffff::9', 'ada'), [false]);
  deepEqual(tries('2001:db8:0:8::9', 'ada'), [true]);
});

test('states how long to wait, and rejects attempts if the store times out', async () => {
  const throttle = limitLogins(new Limiter({}, () => {}), { attempts: 1, window: '1 min' });
  const context = createContext('POST /login');
  void throttle.attempt(context, 'ada');
  throws(() => void throttle.attempt(context, 'ada'), { status: 429, code: 'ORIEL_TOO_MANY_LOGINS' });
  const down = { take: () => Promise.reject(new Error('down')) };
  const closed = limitLogins(new Limiter({ store: down, failure: 'closed' }, () => {}));
  await rejects(async () => closed.attempt(context, 'ada'), { status: 503 });
});
