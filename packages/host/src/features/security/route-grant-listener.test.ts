import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControllerArgumentsEvent } from '../../kernel/events.ts';
import { createContext } from '../../testing/create-context.ts';
import { AccessDecision } from './access-decision.ts';
import { POSTPONED_RULES, routeGrantListener } from './check-route-access.ts';

test('only routes with a rule and a body have rules that are decided later', () => {
  const access = 'user';
  assert.deepEqual(
    [{ access, body: {} }, { access }, { body: {} }, {}].map((route) => routeGrantListener.appliesTo(route)),
    [true, false, false, false],
  );
});

test('the postponed parts of a rule are decided with the validated body', async () => {
  const readsBody = ({ body }: { body: { by: string } }): boolean => body.by === 'ada';
  const status = async (by: string, postponed?: unknown): Promise<number> => {
    const context = createContext('POST /');
    context.access = new AccessDecision();
    context.user = { id: 'ada', roles: [] };
    context.route = { name: 'notes', data: {} } as never;
    context.input = { body: { by } } as never;
    if (postponed) context.attributes.set(POSTPONED_RULES, postponed);
    try {
      await routeGrantListener.on['kernel.controller_arguments'](new ControllerArgumentsEvent(context, () => {}, []));
      return 200;
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  assert.deepEqual(
    [await status('ada', [readsBody]), await status('bob', [readsBody]), await status('bob')],
    [200, 403, 200],
  );
});
