import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BadRequestError, HttpError, NotFoundError } from '../../../../core/src/http/http-errors.ts';
import { ExceptionEvent, RequestEvent } from '../../kernel/events.ts';
import { HiddenError } from '../../listeners/access-denied.ts';
import { createContext } from '../../testing/create-context.ts';
import { createConcealListener, createConcealQueryListener } from './concealment.ts';
import type { Concealment } from './concealment.ts';

const concealment = (mayHide: boolean, isHidden: boolean): Concealment =>
  ({ mayHide: () => mayHide, isHidden: async () => Promise.resolve(isHidden) }) as never;

interface Given {
  readonly mayHide?: boolean;
  readonly isHidden?: boolean;
  /** Whether access control has run. */
  readonly checked?: boolean;
  readonly routed?: boolean;
}

async function getError(error: Error, { mayHide = true, isHidden = true, checked = false, routed = true }: Given = {}) {
  const context = createContext('GET /secret');
  if (routed) context.route = { name: 'secret', data: {} } as never;
  if (checked) context.access = {} as never;
  const event = new ExceptionEvent(context, error);
  await createConcealListener(concealment(mayHide, isHidden), false).on['kernel.exception'](event);
  return event;
}

describe('the error of a hidden route', () => {
  test('is that of a path without a route', async () => {
    const { error, context } = await getError(new HiddenError('x'), { checked: true });
    assert.ok(error instanceof NotFoundError && !(error instanceof HiddenError));
    assert.equal(error.message, 'No route found for "GET http://localhost/secret"');
    assert.equal(context.error, error);
    assert.deepEqual([context.route, context.concealed], [undefined, true]);
  });
  test('has a stack in development only', () => {
    const getStack = (stacks: boolean): string | undefined => {
      const event = new ExceptionEvent(createContext('GET /'), new HiddenError('x'));
      void createConcealListener(concealment(true, true), stacks).on['kernel.exception'](event);
      return (event.error as Error).stack;
    };
    assert.match(getStack(true)!, /\n +at /);
    assert.doesNotMatch(getStack(false) ?? '', /\n +at /);
  });
});

describe('a client error before access control', () => {
  const early = new BadRequestError('Unknown parameter');
  for (const [title, error, given, isConcealed] of [
    ['is concealed if the route is hidden', early, {}, true],
    ['is sent if the user may know the route', early, { isHidden: false }, false],
    ['is sent if no rule can hide the route', early, { mayHide: false }, false],
    ['is sent without a route', early, { routed: false }, false],
    ['is sent after access control', early, { checked: true }, false],
    ['is not one of the server', new HttpError(500), {}, false],
    ['is not one of the application', new TypeError('x'), {}, false],
    ['may have the last status of clients', new HttpError(499), {}, true],
  ] as const)
    test(title, async () => {
      const event = await getError(error, given);
      assert.equal(event.error !== error, isConcealed);
      assert.equal(event.context.concealed, isConcealed);
    });
});

test('a hidden QUERY route answers before its body is read', async () => {
  const query = { query: true };
  const listener = (mayHide: boolean, isHidden: boolean) =>
    createConcealQueryListener(concealment(mayHide, isHidden), (route) => route === query);
  assert.deepEqual(
    [listener(true, true).appliesTo(query), listener(false, true).appliesTo(query), listener(true, true).appliesTo({})],
    [true, false, false],
  );
  const event = new RequestEvent(createContext('QUERY /secret'));
  await listener(true, false).on['kernel.request'](event);
  await assert.rejects(listener(true, true).on['kernel.request'](event), (error) => {
    assert.ok(error instanceof HiddenError);
    assert.equal(error.message, 'No route found for "QUERY http://localhost/secret"');
    return true;
  });
});
