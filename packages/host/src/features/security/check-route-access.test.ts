/** Rules of routes and of paths. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCESS_PHASES } from '../../http/access-input.ts';
import { deny } from '../../http/access-rule.ts';
import type { AnyRulePart } from '../../http/access-rule.ts';
import { isPromise } from '../../../../core/src/http/promises.ts';
import type { RequestContext } from '../../kernel/events.ts';
import { HiddenError } from '../../listeners/access-denied.ts';
import { RequestTrace } from '../../../../core/src/trace/trace.ts';
import { createContext } from '../../testing/create-context.ts';
import { AccessDecision } from './access-decision.ts';
import { checkPathRules, checkRouteAccess, POSTPONED_RULES } from './check-route-access.ts';
import type { CoveringRule } from './path-rules.ts';

const { head, body } = ACCESS_PHASES;

function getContext(user: string, input: object = {}): RequestContext {
  const context = createContext('POST /notes/7', { trace: new RequestTrace(), params: { id: '7' } });
  context.access = new AccessDecision();
  context.user = user === '' ? null : { id: user, roles: [] };
  context.route = { name: 'notes', data: {} } as never;
  context.input = input as never;
  return context;
}

const decisions = ({ trace }: RequestContext): string[] =>
  trace.decisions.map(({ subject, outcome, because }) => `${subject} ${outcome}: ${because}`);
const later = async (answer: unknown): Promise<unknown> => Promise.resolve(answer);
const readsBody = ({ body }: { body: { by: string } }): boolean => body.by === 'ada';

/** Checks the rule of a route when its head is known, and returns the status. */
async function getStatus(context: RequestContext, rule: unknown, last: 0 | 2 = body): Promise<number> {
  try {
    await checkRouteAccess(context, [rule].flat() as AnyRulePart[], head, last);
    return 200;
  } catch (error) {
    return (error as { status?: number }).status ?? 500;
  }
}

describe('the rule of a route', () => {
  for (const [title, rule, user, status, decided] of [
    ['grants access', 'user', 'ada', 200, 'access granted: the rule of notes: user'],
    [
      'denies access to anonymous clients with 401',
      'user',
      '',
      401,
      'access refused: the rule of notes: user denies access',
    ],
    ['denies access to users with 403', 'never', 'ada', 403, 'access refused: the rule of notes: never denies access'],
    [
      'that hides the route answers 404',
      () => deny('x', { hide: true }),
      'ada',
      404,
      'access hidden: the rule of notes: a function says: x',
    ],
    [
      'may return a promise that grants access',
      async () => later(true),
      'ada',
      200,
      'access granted: the rule of notes: a function',
    ],
    [
      'may return a promise that denies access',
      async () => later(false),
      'ada',
      403,
      'access refused: the rule of notes: a function denies access',
    ],
    ['that returns a filter is an error', () => ({ op: 'eq', field: 'a', value: 1 }), 'ada', 500, undefined],
  ] as const)
    test(title, async () => {
      const context = getContext(user);
      assert.equal(await getStatus(context, rule), status);
      assert.deepEqual(decisions(context), decided === undefined ? [] : [decided]);
      const quiet = getContext(user);
      (quiet.trace as RequestTrace).recording = false;
      assert.equal(await getStatus(quiet, rule), status);
      assert.deepEqual(decisions(quiet), []);
    });

  test('that returns a filter names itself', () => {
    const rows = (): object => ({ op: 'eq', field: 'a', value: 1 });
    assert.throws(
      () => checkRouteAccess(getContext('ada'), [rows], head, head),
      new TypeError('the rule of notes gave a filter of rows, but has no rows to filter'),
    );
  });

  test('that reads the body is postponed, and decided with the body', async () => {
    const context = getContext('ada');
    assert.equal(await getStatus(context, ['user', readsBody]), 200);
    assert.deepEqual(context.attributes.get(POSTPONED_RULES), [readsBody]);
    assert.deepEqual(decisions(context), []);
    for (const [by, status] of [
      ['ada', 200],
      ['bob', 403],
    ] as const) {
      const given = getContext('ada', { body: { by } });
      await assert.doesNotReject(async () => checkRouteAccess(given, [readsBody], head, body));
      const check = async () => checkRouteAccess(given, [readsBody], body, body);
      if (status === 200) await check();
      else await assert.rejects(check, { status });
    }
  });

  test('without a body reads undefined, because there will be none', async () => {
    const seen: unknown[] = [];
    const context = getContext('ada');
    assert.equal(
      await getStatus(context, ({ body, item }: { body: unknown; item: unknown }) => seen.push(body, item) > 0, head),
      200,
    );
    assert.deepEqual(seen, [undefined, undefined]);
    assert.equal(context.attributes.has(POSTPONED_RULES), false);
  });

  test('reads the parameters and the query, parsed if the route has schemas', async () => {
    const seen: unknown[] = [];
    const rule = ({ params, query, operation }: Record<string, unknown>): boolean =>
      seen.push(params, query, operation) > 0;
    await getStatus(getContext('ada'), rule);
    await getStatus(getContext('ada', { params: { id: 7 }, query: { page: 2 } }), rule);
    assert.deepEqual(seen, [{ id: '7' }, {}, 'notes', { id: 7 }, { page: 2 }, 'notes']);
  });
});

describe('the rules of paths', () => {
  const rule = (path: string, ...parts: unknown[]): CoveringRule =>
    ({ path, plainPath: path, methods: undefined, hosts: undefined, parts }) as never;
  const check = (rules: readonly (CoveringRule | undefined)[], user = 'ada') => {
    const context = getContext(user);
    const called: string[] = [];
    const decider = new AccessDecision();
    return { context, called, result: () => checkPathRules(context, decider, rules, () => void called.push('next')) };
  };

  test('must all grant access before the route is checked', () => {
    const { context, called, result } = check([rule('/a', 'user'), undefined, rule('', 'public')]);
    assert.equal(isPromise(result()), false);
    assert.deepEqual(called, ['next']);
    assert.deepEqual(decisions(context), [
      'access granted: the rule of /a: user',
      'access granted: the rule of /: public',
    ]);
  });
  for (const [title, rules] of [
    ['deny access with the first one', [rule('/a', 'never'), rule('/b', 'user')]],
    ['deny access with the last one', [rule('/a', 'user'), rule('/b', 'never')]],
    ['deny access with a promise', [rule('/a', async () => later(true)), rule('/b', async () => later(false))]],
    ['deny access after a promise', [rule('/a', async () => later(true)), rule('/b', 'never')]],
  ] as const)
    test(title, async () => {
      const { called, result } = check(rules);
      await assert.rejects(async () => result(), { status: 403 });
      assert.deepEqual(called, []);
    });
  test('may return promises', async () => {
    const { called, result } = check([rule('/a', async () => later(true)), rule('/b', 'user')]);
    await result();
    assert.deepEqual(called, ['next']);
  });
  test('that hide a path answer like a missing route', async () => {
    const { result } = check([rule('/a', () => deny('', { hide: true }))]);
    await assert.rejects(
      async () => result(),
      (error) => error instanceof HiddenError,
    );
  });
  test('read no body, because it is not read yet', async () => {
    const seen: unknown[] = [];
    const { result } = check([rule('/a', ({ body }: { body: unknown }) => seen.push(body) > 0)]);
    await result();
    assert.deepEqual(seen, [undefined]);
  });
});
