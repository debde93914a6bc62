/** A client may not learn from 405, `Allow`, redirects or early errors that a hidden route exists. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ForbiddenError, UnauthorizedError } from '../../../../core/src/http/http-errors.ts';
import type { RequestEvent } from '../../kernel/events.ts';
import { HiddenError } from '../../listeners/access-denied.ts';
import { createContext } from '../../testing/create-context.ts';
import { Concealment } from './concealment.ts';
import type { ConcealmentOptions } from './concealment.ts';
import type { FoundRoute } from '../../listeners/router-listener.ts';

const hides = (): boolean => false;

function create(more: Partial<ConcealmentOptions> = {}): Concealment {
  return new Concealment({
    authenticate: undefined,
    authorize: () => {},
    pathsMayHide: false,
    operations: undefined,
    leaveOut: () => false,
    ...more,
  });
}

describe('a route may be hidden', () => {
  const operation = { operation: true };
  const operations = { mayHide: (route: unknown) => route === operation } as never;
  for (const [title, route, options, expected] of [
    ['by a function', { access: hides }, {}, true],
    ['by a function among other parts', { access: ['user', hides] }, {}, true],
    ['not by keywords', { access: ['user', 'role:x'] }, {}, false],
    ['not without a rule', {}, {}, false],
    ['not if it is not an operation', {}, { operations }, false],
    ['by the rule of its operation', operation, { operations }, true],
    ['by its own rule, although it is not an operation', { access: hides }, { operations }, true],
    ['by a rule for paths', { access: 'user' }, { pathsMayHide: true }, true],
    ['not if it checks access itself', { access: hides }, { pathsMayHide: true, leaveOut: () => true }, false],
  ] as const)
    test(title, () => {
      const concealment = create(options);
      assert.equal(concealment.mayHide(route), expected);
      assert.equal(concealment.mayHide(route), expected);
    });
  test('which is determined once for each route', () => {
    let calls = 0;
    const concealment = create({ leaveOut: () => calls++ > 0 });
    const route = { access: hides };
    assert.deepEqual([concealment.mayHide(route), concealment.mayHide(route), calls], [true, true, 1]);
  });
});

describe('a route is hidden from a user', () => {
  const fail = (error: Error) => () => {
    throw error;
  };
  const hidden = new HiddenError('x');
  for (const [title, options, expected] of [
    ['if its rule answers 404', { authorize: fail(hidden) }, true],
    ['if its rule answers 404 later', { authorize: async () => Promise.reject(hidden) }, true],
    ['not if its rule grants access', {}, false],
    ['not if its rule answers 403', { authorize: fail(new ForbiddenError()) }, false],
    [
      'not if the credentials are invalid',
      { authorize: fail(hidden), authenticate: fail(new UnauthorizedError()) },
      false,
    ],
    [
      'not if the firewall fails the request',
      { authorize: fail(hidden), authenticate: (event: RequestEvent) => event.fail(new UnauthorizedError()) },
      false,
    ],
    ['if an authenticated user may not know it', { authorize: fail(hidden), authenticate: () => {} }, true],
  ] as const)
    test(title, async () => {
      assert.equal(await create(options as Partial<ConcealmentOptions>).isHidden(createContext('GET /')), expected);
    });

  test('and the user is authenticated once', async () => {
    const context = createContext('GET /');
    context.principalAuthentication = {} as never;
    const concealment = create({ authenticate: () => assert.fail('again'), authorize: fail(hidden) });
    assert.equal(await concealment.isHidden(context), true);
  });
});

describe('of the routes that match a path', () => {
  const found = (name: string, data: object, more: object = {}): FoundRoute =>
    ({ route: { name, data }, params: { name }, ...more }) as never;
  const open = found('open', {});
  const secret = found('secret', { access: hides }, { method: 'PUT' });
  const shown = found('shown', { access: () => true });

  test('those that the user may not know are left out', async () => {
    const seen: unknown[] = [];
    const context = createContext('POST /a');
    const concealment = create({
      authorize: ({ context: { route, params, method } }) => {
        seen.push([route!.name, params, method]);
        if (route!.name === 'secret') throw new HiddenError('x');
      },
    });
    assert.deepEqual(await concealment.visible(context, [open, shown, secret]), [open, shown]);
    // The rule is evaluated as for a request to the route.
    assert.deepEqual(seen, [
      ['shown', { name: 'shown' }, 'POST'],
      ['secret', { name: 'secret' }, 'PUT'],
    ]);
    assert.deepEqual([context.route, context.method, Object.keys(context.params)], [undefined, 'POST', []]);
  });
  test('all are returned without a check if none can be hidden', () => {
    const list = [open, open];
    assert.equal(create({ authorize: () => assert.fail() }).visible(createContext('GET /'), list), list);
  });
});
