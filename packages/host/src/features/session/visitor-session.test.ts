import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../../testing/create-context.ts';
import { RequestTrace } from '../../../../core/src/trace/trace.ts';
import { MemorySessionStorage } from './memory-session-storage.ts';
import type { SessionConfig } from './session-config.ts';
import { getSessionKey } from './session-cookie.ts';
import type { SessionStorage } from './session-storage.ts';
import { Sessions } from './sessions.ts';
import type { SessionHooks } from './sessions.ts';
import type { VisitorSession } from './visitor-session.ts';

/** A client that stores cookies, with a clock that tests set. */
class Visitor {
  now = 1_000_000_000;
  cookie: string | undefined = undefined;
  setCookie: string | undefined = undefined;
  readonly storage = new MemorySessionStorage({ now: () => this.now });
  readonly sessions: Sessions;
  readonly trace = new RequestTrace();

  constructor(config: SessionConfig = {}, hooks: SessionHooks = {}) {
    this.sessions = new Sessions({ storage: this.storage, ...config }, { now: () => this.now, ...hooks });
  }

  open(): VisitorSession {
    const headers = this.cookie === undefined ? {} : { Cookie: this.cookie };
    return this.sessions.of(createContext('GET /', { headers, trace: this.trace }));
  }

  /** Sends one request and stores its cookie. */
  async request<Result>(use: (session: VisitorSession) => Promise<Result>): Promise<Result> {
    const session = this.open();
    const result = await use(session);
    const finished = session.finish();
    await finished?.pending;
    this.setCookie = finished?.cookie;
    if (finished?.cookie !== undefined) this.cookie = finished.cookie.split(';')[0];
    return result;
  }

  get id(): string {
    return this.cookie!.slice(this.cookie!.indexOf('=') + 1);
  }

  get outcomes(): string[] {
    return this.trace.decisions.map(({ subject, outcome }) => `${subject}: ${outcome}`);
  }
}

test('stores nothing and sends no cookie until a value is stored', async () => {
  const visitor = new Visitor();
  await visitor.request(async () => undefined);
  assert.deepEqual(visitor.outcomes, [], 'the session was not used');
  assert.equal(await visitor.request((session) => session.get('cart')), undefined);
  await visitor.request((session) => session.delete('cart'));
  await visitor.request((session) => session.regenerate());
  await visitor.request((session) => session.destroy());
  await visitor.request((session) => session.update('cart', () => undefined));
  assert.equal(visitor.setCookie, undefined);
  assert.equal(visitor.storage.size, 0);
});

test('ignores the cookie name of the other scheme and the cookie of a session that ended', async () => {
  const visitor = new Visitor();
  await visitor.request((session) => session.set('cart', 'tea'));
  const headers = { Cookie: visitor.cookie! };
  const secure = (): VisitorSession =>
    visitor.sessions.of(createContext('GET /', { headers, scheme: 'https', trace: visitor.trace }));
  for (const time of [1, 2]) {
    assert.equal(await visitor.request((session) => session.get('cart')), 'tea', `time ${time}`);
    assert.equal(await secure().get('cart'), undefined, `time ${time}`);
  }
  await visitor.request((session) => session.destroy());
  visitor.cookie = headers.Cookie;
  assert.equal(await visitor.request((session) => session.get('cart')), undefined);
});

test('returns stored values at the next request and sends the cookie once', async () => {
  const visitor = new Visitor();
  await visitor.request((session) => session.set('cart', ['tea']));
  assert.match(visitor.setCookie!, /^session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.deepEqual(await visitor.request((session) => session.get('cart')), ['tea']);
  assert.equal(visitor.setCookie, undefined);
  await visitor.request((session) => session.set('other', 1));
  assert.equal(visitor.setCookie, undefined);
});

test('starts one session for several concurrent first writes', async () => {
  const visitor = new Visitor();
  await visitor.request((session) =>
    Promise.all([session.set('a', 1), session.set('b', 2), session.update('a', (n) => ((n as number) ?? 0) + 10)]),
  );
  assert.equal(visitor.storage.size, 1);
  assert.deepEqual(await visitor.request((session) => Promise.all([session.get('a'), session.get('b')])), [11, 2]);
});

test('stores values as JSON and returns copies of them', async () => {
  const visitor = new Visitor();
  const list = ['tea'];
  await visitor.request(async (session) => {
    await session.set('cart', list);
    list.push('milk');
    const got = (await session.get('cart')) as string[];
    got.push('salt');
    assert.deepEqual(await session.get('cart'), ['tea']);
    await session.set('when', new Date(0));
    assert.equal(await session.get('when'), '1970-01-01T00:00:00.000Z');
    await session.set('__proto__', { polluted: true });
    assert.deepEqual(await session.get('__proto__'), { polluted: true });
    assert.equal(await session.get('constructor'), undefined);
    await assert.rejects(
      session.set('f', () => 1),
      /stores JSON values, but "f" is a function/,
    );
  });
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('does not adopt an id without a stored session', async () => {
  const visitor = new Visitor();
  const planted = 'A'.repeat(32);
  visitor.cookie = `session=${planted}`;
  await visitor.request((session) => session.set('a', 1));
  assert.notEqual(visitor.id, planted);
  assert.ok(visitor.outcomes.includes('session: unknown'));
  for (const odd of ['', 'x', 'A'.repeat(31), `${'A'.repeat(31)}!`, 'A'.repeat(4_000)]) {
    visitor.cookie = `session=${odd}`;
    await visitor.request((session) => session.set('a', 1));
    assert.match(visitor.id, /^[\w-]{32}$/);
    assert.notEqual(visitor.id, odd);
  }
});

test('ignores all session cookies if several with the same name are sent', async () => {
  const visitor = new Visitor();
  await visitor.request((session) => session.set('a', 1));
  visitor.cookie = `${visitor.cookie}; session=${'B'.repeat(32)}`;
  assert.equal(await visitor.request((session) => session.get('a')), undefined);
});

test('stores a digest of the id, which is not accepted as an id', async () => {
  const visitor = new Visitor();
  await visitor.request((session) => session.set('a', 1));
  assert.equal(visitor.storage.read(visitor.id), undefined);
  const key = getSessionKey(visitor.id);
  assert.ok(visitor.storage.read(key));
  visitor.cookie = `session=${key.slice(0, 32)}`;
  assert.equal(await visitor.request((session) => session.get('a')), undefined);
});

test('keeps the values under a new id and rejects the old id', async () => {
  const visitor = new Visitor();
  await visitor.request((session) => session.set('cart', 1));
  const old = visitor.cookie;
  await visitor.request(async (session) => {
    await session.regenerate();
    await session.set('user', 'ada');
  });
  assert.ok(visitor.setCookie);
  assert.notEqual(visitor.cookie, old);
  assert.equal(visitor.storage.size, 1);
  assert.deepEqual(await visitor.request((session) => Promise.all([session.get('cart'), session.get('user')])), [
    1,
    'ada',
  ]);
  visitor.cookie = old;
  assert.equal(await visitor.request((session) => session.get('user')), undefined);
});

test('rejects writes of a request that began before the id changed', async () => {
  const visitor = new Visitor();
  await visitor.request((session) => session.set('cart', 1));
  const late = visitor.open();
  assert.equal(await late.get('cart'), 1);
  await visitor.request((session) => session.regenerate());
  await assert.rejects(late.set('cart', 2), { status: 409, type: '/problems/session-ended' });
  assert.equal(await visitor.request((session) => session.get('cart')), 1);
});

test('does not restore a session that ended when a late write arrives', async () => {
  const visitor = new Visitor();
  await visitor.request((session) => session.set('user', 'ada'));
  const late = visitor.open();
  await late.get('user');
  await visitor.request((session) => session.destroy());
  assert.match(visitor.setCookie!, /^session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
  await assert.rejects(
    late.update('user', () => 'eve'),
    { status: 409 },
  );
  assert.equal(visitor.storage.size, 0);
});

test('can start another session in the same request after the end of the first', async () => {
  const visitor = new Visitor();
  await visitor.request((session) => session.set('user', 'ada'));
  const old = visitor.cookie;
  await visitor.request(async (session) => {
    await session.destroy();
    await session.set('bye', true);
  });
  assert.notEqual(visitor.cookie, old);
  assert.deepEqual(await visitor.request((session) => Promise.all([session.get('user'), session.get('bye')])), [
    undefined,
    true,
  ]);
});

test('ends a session that is not used and extends one that is used', async () => {
  const visitor = new Visitor({ idle: '10 min', absolute: '1 h' });
  await visitor.request((session) => session.set('a', 1));
  for (let i = 0; i < 3; i++) {
    visitor.now += 500_000;
    assert.equal(await visitor.request((session) => session.get('a')), 1, `after ${i + 1} × 500 s`);
  }
  visitor.now += 600_000;
  assert.equal(await visitor.request((session) => session.get('a')), undefined);
});

test('ends a session after its absolute lifetime, which a new id restarts', async () => {
  const visitor = new Visitor({ idle: '10 min', absolute: '20 min' });
  await visitor.request((session) => session.set('a', 1));
  visitor.now += 599_000;
  await visitor.request((session) => session.get('a'));
  visitor.now += 599_000;
  await visitor.request((session) => session.regenerate());
  visitor.now += 599_000;
  assert.equal(await visitor.request((session) => session.get('a')), 1);
  visitor.now += 599_000;
  await visitor.request((session) => session.get('a'));
  visitor.now += 2_000;
  assert.equal(await visitor.request((session) => session.get('a')), undefined);
});

test('returns flash messages once, by kind', async () => {
  const visitor = new Visitor();
  await visitor.request(async (session) => {
    await session.flash('notice', 'saved');
    await session.flash('notice', 'sent');
    await session.flash('__proto__', 'odd');
  });
  assert.deepEqual(await visitor.request((session) => session.flash('warning')), []);
  assert.deepEqual(await visitor.request((session) => session.flash('notice')), ['saved', 'sent']);
  assert.deepEqual(await visitor.request((session) => session.flash('notice')), []);
  assert.deepEqual(await visitor.request((session) => session.flash('__proto__')), ['odd']);
});

test('rejects a change that makes the session too large and stores the others', async () => {
  const visitor = new Visitor({}, { maxBytes: 200 });
  await visitor.request((session) => session.set('a', 1));
  await visitor.request(async (session) => {
    const outcomes = await Promise.allSettled([
      session.set('b', 2),
      session.set('big', 'x'.repeat(300)),
      session.set('c', 3),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await Promise.all(['a', 'b', 'big', 'c'].map((key) => session.get(key))), [1, 2, undefined, 3]);
  });
});

test('stores nothing of a change that throws and does not affect other changes', async () => {
  const visitor = new Visitor();
  await visitor.request((session) => session.set('list', [1]));
  await visitor.request(async (session) => {
    const failing = session.update('list', (list) => {
      (list as number[]).push(2);
      throw new Error('no');
    });
    await Promise.all([assert.rejects(failing, /no/), session.set('b', 2)]);
    assert.deepEqual(await session.get('list'), [1]);
    assert.equal(await session.get('b'), 2);
  });
});

test('answers 503 if the storage fails or times out', async () => {
  const broken: SessionStorage = {
    ...{
      shared: true,
      create: () => new Promise<void>(() => {}),
      replace: () => false,
      touch() {},
      remove: () => false,
    },
    read: () => Promise.reject(new Error('ECONNREFUSED')),
  };
  const visitor = new Visitor({ storage: broken }, { timeout: 20 });
  await assert.rejects(visitor.open().set('a', 1), { status: 503, message: /within 20 ms/ });
  visitor.cookie = `session=${'A'.repeat(32)}`;
  await assert.rejects(visitor.open().get('a'), { status: 503, type: '/problems/session-storage' });
});

test('rejects the start of a session after the response was sent', async () => {
  const visitor = new Visitor();
  const session = visitor.open();
  await session.get('a');
  session.finish();
  await assert.rejects(session.set('a', 1), /after the response was sent/);
});
