import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findUser } from './find-user.ts';

const ADA = { id: 1, name: 'ada' };

describe('findUser', () => {
  it('finds the user where libraries keep it', () => {
    const requests = {
      passport: { user: ADA },
      koa: { state: { user: ADA } },
      'SvelteKit and Astro': { locals: { user: ADA } },
      'Express locals': { res: { locals: { user: ADA } } },
      'a session': { session: { user: ADA } },
      'a session of Passport': { session: { passport: { user: ADA } } },
      hapi: { auth: { isAuthenticated: true, credentials: ADA } },
      GraphQL: { context: { user: ADA } },
      Parse: { auth: { isMaster: false, user: ADA } },
    };
    for (const [name, request] of Object.entries(requests)) assert.equal(findUser([request]), ADA, name);
    const claims = { sub: 'ada', iat: 1, exp: 2 };
    for (const request of [{ auth: claims }, { auth: { payload: claims, token: 'x' } }, { payload: claims }])
      assert.equal(findUser([request]), claims);
    const accountability = { user: 'ada', role: 'editor' };
    assert.equal(findUser([{ accountability }]), accountability);
  });

  it('returns undefined for members with these names that identify no one', () => {
    const requests = [
      { payload: { city: 'Lisbon', email: 'ada@example.com' } },
      { auth: { isAuthenticated: false, credentials: null } },
      { accountability: { user: null, role: null } },
      { user: null, session: { cookie: {} } },
      { user: '', auth: () => ADA },
    ];
    for (const request of requests) assert.equal(findUser([request]), undefined, JSON.stringify(request));
  });

  it('searches the configured paths first, in the context and in the request of Node.js', () => {
    const request = { user: { id: 2 }, auth: { account: ADA } };
    assert.equal(findUser([request], ['auth.account']), ADA);
    assert.equal(findUser([{}, request], ['tenant.owner', 'auth.account']), ADA);
    assert.equal(findUser([request], ['tenant.owner']), request.user);
  });

  it('calls no getter and no trap of a proxy, also of a nested member and a prototype', () => {
    const calls: string[] = [];
    const getter = (name: string): object =>
      Object.defineProperty({}, name, { get: () => void calls.push(name), configurable: true });
    const proxy = new Proxy({}, { get: () => calls.push('get'), has: () => Boolean(calls.push('has')) });
    const class_ = class {
      get user(): object {
        calls.push('class');
        return ADA;
      }
    };
    for (const request of [
      getter('user'),
      new class_(),
      proxy,
      Object.create(proxy) as object,
      { session: getter('user') },
      { session: proxy },
      { user: undefined, auth: getter('credentials') },
    ])
      findUser([request]);
    assert.deepEqual(calls, []);
    assert.equal(findUser([Object.create({ user: ADA }) as object]), ADA);
  });
});
