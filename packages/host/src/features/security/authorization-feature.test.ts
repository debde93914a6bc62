/** The listeners that a configuration needs for its access rules. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RequestEvent } from '../../kernel/events.ts';
import type { ExceptionEvent } from '../../kernel/events.ts';
import { HiddenError } from '../../listeners/access-denied.ts';
import { createContext } from '../../testing/create-context.ts';
import { CONCEALMENT, FIREWALL, LOGIN_ROUTES, OPERATION_GRANTS } from '../service-keys.ts';
import type { createAccessListener } from './access-listener.ts';
import { feature } from './authorization-feature.ts';
import type { Concealment, createConcealListener } from './concealment.ts';
import { voter } from './voter.ts';

type AccessListener = ReturnType<typeof createAccessListener>;

const hides = (): boolean => false;
const routeData = { own: true };

interface Services {
  readonly operations?: object;
  readonly logins?: ReadonlySet<unknown>;
  readonly firewall?: object;
  readonly mode?: string;
}

function create(config: object, { operations, logins, firewall, mode = 'production' }: Services = {}) {
  const provided = new Map<unknown, unknown>();
  const found = new Map<unknown, unknown>([
    [OPERATION_GRANTS, operations],
    [LOGIN_ROUTES, logins],
    [FIREWALL, firewall],
  ]);
  const parts = feature.create!(config, {
    mode,
    checksAccess: (data: unknown) => data === routeData,
    find: (key: unknown) => found.get(key),
    provide: (key: unknown, value: unknown) => void provided.set(key, value),
  } as never);
  return {
    listeners: (parts.listeners ?? {}) as Record<string, object>,
    concealment: provided.get(CONCEALMENT) as Concealment | undefined,
  };
}

const names = (config: object, services?: Services): string[] => Object.keys(create(config, services).listeners);
const route = (rest: object): object => ({ name: 'a', line: 'GET /a', ...rest });

describe('a host', () => {
  for (const [title, config, services, expected] of [
    ['without rules checks nothing', {}, {}, []],
    ['with routes without rules checks nothing', { routes: [route({})] }, {}, []],
    ['with a rule of a route checks access', { routes: [route({}), route({ access: 'user' })] }, {}, ['access']],
    ['with a rule of its documents checks access', { api: { docs: { access: 'user' } } }, {}, ['access']],
    ['with a rule of its endpoint for assistants checks access', { mcp: { access: 'user' } }, {}, ['access']],
    ['with a configuration of security checks access', { security: {} }, {}, ['access']],
    ['with rules of operations checks access', {}, { operations: { hide: false } }, ['access']],
    [
      'with a rule that reads a body checks access again',
      { routes: [route({ access: 'user', body: {} })] },
      {},
      ['access', 'routeGrant'],
    ],
    [
      'with a route that has a body only does not',
      { routes: [route({ body: {} }), route({ access: 'user' })] },
      {},
      ['access'],
    ],
    [
      'with a function as the rule of a route conceals it',
      { routes: [route({ access: ['user', hides] })] },
      {},
      ['access', 'conceal'],
    ],
    [
      'with a function as the rule of a path conceals routes',
      { security: { access: [{ path: '/', allow: hides }] } },
      {},
      ['access', 'conceal'],
    ],
    [
      'with keywords as the rule of a path conceals nothing',
      { security: { access: [{ path: '/', allow: 'user' }] } },
      {},
      ['access'],
    ],
    [
      'with operations that may hide conceals their queries',
      {},
      { operations: { hide: true } },
      ['access', 'conceal', 'concealQuery'],
    ],
  ] as const)
    test(title, () => {
      assert.deepEqual(names(config, services as Services), expected);
      assert.equal(
        create(config, services as Services).concealment !== undefined,
        (expected as readonly string[]).includes('conceal'),
      );
    });
});

describe('access checks', () => {
  test('leave out logins and routes that check access themselves', () => {
    const login = {};
    const { listeners } = create({ security: {} }, { logins: new Set([login]) });
    const { appliesTo } = listeners['access'] as AccessListener;
    assert.deepEqual(
      [appliesTo(routeData), appliesTo({ declaration: login }), appliesTo({ declaration: {} })],
      [false, false, true],
    );
    const withoutLogins = create({ security: {} }).listeners['access'] as AccessListener;
    assert.deepEqual([withoutLogins.appliesTo(routeData), withoutLogins.appliesTo({})], [false, true]);
  });

  async function getStatus(security: object, line = 'GET /a', data: object = {}): Promise<number> {
    const context = createContext(line);
    context.route = { name: 'a', data } as never;
    context.user = { id: 'ada', roles: ['admin'] };
    try {
      await (create({ security }).listeners['access'] as AccessListener).on['kernel.request'](
        new RequestEvent(context),
      );
      return 200;
    } catch (error) {
      return (error as { status: number }).status;
    }
  }
  test('use the default, the paths, the roles, and the voters of the configuration', async () => {
    assert.deepEqual(
      [await getStatus({}), await getStatus({ default: 'deny' }), await getStatus({ default: 'public' })],
      [200, 403, 200],
    );
    assert.equal(await getStatus({ access: [{ path: '/a', allow: 'never' }] }), 403);
    const editor = { access: 'role:editor' };
    assert.deepEqual(
      [await getStatus({}, 'GET /a', editor), await getStatus({ roles: { admin: ['editor'] } }, 'GET /a', editor)],
      [403, 200],
    );
    const voters = [voter('yes', ['x'], () => true), voter('no', ['x'], () => false)];
    const rule = { access: 'attribute:x' };
    assert.deepEqual([await getStatus({}, 'GET /a', rule), await getStatus({ voters }, 'GET /a', rule)], [403, 200]);
  });
});

describe('a concealed route', () => {
  const data = { access: hides };
  const context = () => {
    const given = createContext('GET /a');
    given.route = { name: 'a', data } as never;
    return given;
  };
  test('is decided by the rules after authentication by the firewall', async () => {
    const calls: string[] = [];
    const firewall = { on: { 'kernel.request': () => void calls.push('firewall') } };
    const { concealment } = create({ routes: [route(data)] }, { firewall });
    assert.equal(concealment!.mayHide(data), true);
    assert.equal(concealment!.mayHide(routeData), false);
    // The rule answers 403, so that the client may know the route.
    assert.equal(await concealment!.isHidden(context()), false);
    assert.deepEqual(calls, ['firewall']);
    assert.equal(await create({ routes: [route(data)] }).concealment!.isHidden(context()), false);
  });
  test('has a stack in its error only in development', () => {
    for (const [mode, expected] of [
      ['development', true],
      ['production', false],
    ] as const) {
      const { listeners } = create({ routes: [route(data)] }, { mode });
      const event = { context: context(), error: undefined as unknown } as ExceptionEvent;
      const conceal = listeners['conceal'] as ReturnType<typeof createConcealListener>;
      event.error = new HiddenError('x');
      void conceal.on['kernel.exception'](event);
      assert.equal(/\n +at /.test(String((event.error as Error).stack)), expected, mode);
    }
  });
  test('of a QUERY operation is concealed before its body is read', () => {
    const query = { query: true };
    const operations = { hide: true, mayHide: () => true, readsQuery: (given: unknown) => given === query };
    const { appliesTo } = create({}, { operations }).listeners['concealQuery'] as AccessListener;
    assert.deepEqual([appliesTo(query), appliesTo({})], [true, false]);
  });
});

describe('a rule that requires a user on a host without authentication', () => {
  const findIssues = (config: object): string[] =>
    [...feature.validate!(config as never)].map(
      ({ code, place, reason, fix }) => `${code} ${place}: ${reason}. ${fix}`,
    );
  const routes = (access: unknown): object => ({ routes: [route({ access })] });

  test('is an issue that names the rule and the fix', () => {
    assert.deepEqual(findIssues(routes(['role:editor', hides])), [
      `ORIEL_ACCESS_NO_FIREWALL routes[0] "a".access: 'role:editor' requires an authenticated user, but the host has no firewall. ` +
        "Add security: { firewalls: [{ name: 'all', authenticators: [basic()], anonymous: true }] }",
    ]);
    for (const rule of ['user', 'role:x', 'attribute:x', [hides, 'user']])
      assert.equal(findIssues(routes(rule)).length, 1, String(rule));
    const location = { file: 'host.ts', line: 3 };
    assert.deepEqual(
      [...feature.validate!({ routes: [route({ access: 'user', at: location })] } as never)][0]!.at,
      location,
    );
  });
  test('is not reported for rules that need no user, and on a host with security', () => {
    for (const rule of ['public', 'never', hides]) assert.deepEqual(findIssues(routes(rule)), []);
    assert.deepEqual(findIssues({ security: {}, ...routes('user') }), []);
  });
  test('is not looked for in an invalid configuration, which is reported elsewhere', () => {
    for (const config of [{ routes: {} }, { resources: 7 }]) assert.deepEqual(findIssues(config), []);
  });
});
