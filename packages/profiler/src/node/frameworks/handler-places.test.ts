import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readName } from './handler-places.ts';

describe('readName', () => {
  it('returns the name of a function or a class', () => {
    assert.equal(
      readName(function showUser() {}),
      'showUser',
    );
    // oxlint-disable-next-line no-extra-bind -- the name of a bound function
    assert.equal(readName(function showUser() {}.bind(undefined)), 'showUser');
    // oxlint-disable-next-line typescript/no-extraneous-class -- only its name matters
    assert.equal(readName(class AuthGuard {}), 'AuthGuard');
    assert.equal(
      readName(() => {}),
      '',
    );
  });

  it('returns the name in the source in place of a random one, as the guards of @nestjs/passport have', () => {
    for (const value of ['5f3a9c1d2e4b6a7f8c9d0', '0190a3c1-7d52-7c8e-9f3a-2b6f5c1d8e4a']) {
      // oxlint-disable-next-line typescript/no-extraneous-class -- only its name matters
      const guard = class MixinAuthGuard {};
      Object.defineProperty(guard, 'name', { value });
      assert.equal(readName(guard), 'MixinAuthGuard');
      const handler = Object.defineProperty(() => {}, 'name', { value });
      assert.equal(readName(handler), '');
    }
  });

  it('calls no code of the application', () => {
    const fail = (): never => assert.fail('called');
    // oxlint-disable-next-line typescript/no-extraneous-class -- only its name matters
    const guard = class {
      static get name(): string {
        return fail();
      }
      static toString = fail;
    };
    assert.equal(readName(guard), '');
    assert.equal(readName(new Proxy(guard, { get: fail, getOwnPropertyDescriptor: fail })), '');
  });
});
