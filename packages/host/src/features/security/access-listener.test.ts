/** Access is checked right after authentication, first by the rules of paths, then by the rule of the route or operation. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HttpResponse } from '../../../../core/src/http/response.ts';
import { RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import type { RequestContext } from '../../kernel/events.ts';
import { RequestTrace } from '../../../../core/src/trace/trace.ts';
import { createContext } from '../../testing/create-context.ts';
import { AccessDecision } from './access-decision.ts';
import { createAccessListener } from './access-listener.ts';
import type { AccessOptions, OperationGrants } from './access-listener.ts';
import { PathRules } from './path-rules.ts';
import type { PathRule } from './path-rules.ts';

interface Given {
  readonly data?: object;
  readonly paths?: readonly PathRule[];
  readonly denies?: boolean;
  /** Whether the operation of the route has a rule; undefined if the host has no operations. */
  readonly says?: boolean | undefined;
  readonly path?: string;
  readonly user?: string;
}

function request({ data = {}, paths = [], denies = false, says, path = '/notes', user = 'ada' }: Given) {
  const context = createContext(`GET ${path}`, { trace: new RequestTrace() });
  context.route = { name: 'notes', data } as never;
  context.user = user === '' ? null : { id: user, roles: [] };
  const asked: RequestContext[] = [];
  const operations = {
    says: () => says,
    ask: (given: RequestContext) => void asked.push(given),
  } as never as OperationGrants;
  const decider = new AccessDecision();
  const options: AccessOptions = {
    decider,
    paths: new PathRules(paths),
    denies,
    operations: says === undefined ? undefined : operations,
    leaveOut: () => false,
  };
  const listener = createAccessListener(options);
  const status = async (): Promise<number> => {
    try {
      await listener.on['kernel.request'](new RequestEvent(context));
      return 200;
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  return { context, asked, status, decider };
}

describe('a request', () => {
  for (const [title, given, expected] of [
    ['to a route without a rule is granted', {}, 200],
    ['to a route without a rule is denied if the host denies by default', { denies: true }, 403],
    ['of an anonymous client gets 401 then', { denies: true, user: '' }, 401],
    ['to a route with a rule is decided by it', { data: { access: 'user' }, denies: true }, 200],
    ['to a route with a rule is denied by it', { data: { access: ['user', 'role:x'] } }, 403],
    ['to an operation with a rule is not denied by default', { denies: true, says: true }, 200],
    ['to an operation without a rule is', { denies: true, says: false }, 403],
    [
      'to a path whose rule grants access is not denied by default',
      { denies: true, paths: [{ path: '/', allow: 'user' }] },
      200,
    ],
    [
      'to a path whose rule denies access is denied',
      { data: { access: 'public' }, paths: [{ path: '/notes', allow: 'never' }] },
      403,
    ],
    [
      'to a path with a rule needs that of the route as well',
      { data: { access: 'never' }, paths: [{ path: '/notes', allow: 'user' }] },
      403,
    ],
    [
      'to a path that no rule covers is denied by default',
      { denies: true, paths: [{ path: '/other', allow: 'user' }] },
      403,
    ],
    [
      'to a path of which a rule covers only one form is denied by default',
      { denies: true, paths: [{ path: '/notes', allow: 'user' }], path: '/x/../notes' },
      403,
    ],
    [
      'to an encoded path is decided by the rule of the decoded path',
      { paths: [{ path: '/notes', allow: 'never' }], path: '/n%6ftes' },
      403,
    ],
  ] as const)
    test(title, async () => assert.equal(await request(given as Given).status(), expected));

  test('to an operation is decided by the operation, after the rules of paths', async () => {
    const granted = request({ says: true, paths: [{ path: '/', allow: 'user' }] });
    assert.equal(await granted.status(), 200);
    assert.deepEqual(granted.asked, [granted.context]);
    const denied = request({ says: true, paths: [{ path: '/', allow: 'never' }] });
    assert.equal(await denied.status(), 403);
    assert.deepEqual(denied.asked, []);
    const open = request({ says: false });
    assert.equal(await open.status(), 200);
    assert.deepEqual(open.asked, [open.context]);
  });

  test('gets the access decision of the host, and the reason of a denial in its profile', async () => {
    const { context, status, decider } = request({ denies: true });
    await status();
    assert.equal(context.access, decider);
    assert.deepEqual(context.trace.decisions, [
      {
        subject: 'access',
        outcome: 'refused',
        because: "no rule covers it, and the host has security.default: 'deny'",
      },
    ]);
  });

  test('with a body postpones a rule that reads it; without one, there is no body', async () => {
    const readsBody = ({ body }: { body: unknown }): boolean => body === undefined;
    const withBody = request({ data: { access: readsBody, body: {} } });
    assert.equal(await withBody.status(), 200);
    assert.deepEqual(withBody.context.trace.decisions, []);
    const without = request({ data: { access: readsBody } });
    assert.equal(await without.status(), 200);
    assert.equal(without.context.trace.decisions[0]!.outcome, 'granted');
  });
});

test('routes that check access themselves are left out', () => {
  const excludedRoute = {};
  const { appliesTo } = createAccessListener({ leaveOut: (route: unknown) => route === excludedRoute } as never);
  assert.deepEqual([appliesTo(excludedRoute), appliesTo({})], [false, true]);
});

describe('the response', () => {
  interface Answer {
    readonly varies?: boolean;
    readonly status?: number;
    readonly line?: string;
    readonly authentication?: object | undefined;
    readonly control?: string | undefined;
  }
  function answer({
    varies = true,
    status = 200,
    line = 'GET /',
    authentication,
    control = 'max-age=60, public',
  }: Answer) {
    const context = createContext(line);
    context.variesByUser = varies;
    context.principalAuthentication = authentication as never;
    const response = new HttpResponse(status, control === '' ? [] : ['Cache-Control', control]);
    createAccessListener({} as never).on['kernel.response'](new ResponseEvent(context, response));
    return [response.headers.get('Cache-Control'), response.headers.get('Vary')];
  }
  const vary = 'Authorization, Cookie';
  for (const [title, given, expected] of [
    ['that depends on the user is private, and names the headers', {}, ['max-age=60, private', vary]],
    ['that does not is not changed', { varies: false }, ['max-age=60, public', undefined]],
    ['that is an error is not changed', { status: 400 }, ['max-age=60, public', undefined]],
    ['that is a redirect is private', { status: 302 }, ['max-age=60, private', vary]],
    ['without Cache-Control gets none', { control: '' }, [undefined, vary]],
    ['to a write needs no Vary', { line: 'POST /' }, ['max-age=60, private', undefined]],
    ['to HEAD has the headers of GET', { line: 'HEAD /' }, ['max-age=60, private', vary]],
    ['names the header of the firewall', { authentication: { vary: 'X-Key' } }, ['max-age=60, private', 'X-Key']],
    [
      'of an authenticated user has the Vary of the firewall',
      { authentication: { by: 'jwt' } },
      ['max-age=60, private', undefined],
    ],
  ] as const)
    test(title, () => assert.deepEqual(answer(given), expected));

  test('of a forwarded request makes that of its parent private', () => {
    const parent = createContext('GET /');
    for (const [varies, status] of [
      [false, 200],
      [true, 500],
    ] as const) {
      const context = createContext('GET /');
      Object.defineProperty(context, 'parent', { value: parent });
      context.variesByUser = varies;
      createAccessListener({} as never).on['kernel.response'](new ResponseEvent(context, new HttpResponse(status)));
      assert.equal(parent.variesByUser, varies);
    }
  });
});
