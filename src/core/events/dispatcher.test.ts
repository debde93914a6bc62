import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventDispatcher, assertSharedStart } from './dispatcher.ts';
import type { Listener } from './dispatcher.ts';
import { StoppableEvent } from './stoppable-event.ts';

class Heard extends StoppableEvent {
  readonly by: string[] = [];
}

function hearing(name: string, priority = 0, handle: (event: Heard) => unknown = () => {}): Listener<never> {
  return { event: 'e', name, priority, handle: ((event: Heard) => (event.by.push(name), handle(event))) as never };
}

async function dispatch(...listeners: Listener<never>[]): Promise<string[]> {
  const dispatcher = new EventDispatcher();
  for (const each of listeners) dispatcher.add(each);
  dispatcher.freeze();
  const event = new Heard();
  await dispatcher.dispatch('e', event, { plan: dispatcher.fold() });
  return event.by;
}

test('a higher priority is heard first; equals in the order they were added', async () => {
  assert.deepEqual(await dispatch(hearing('a'), hearing('low', -5), hearing('b'), hearing('high', 5), hearing('c')), [
    'high',
    'a',
    'b',
    'c',
    'low',
  ]);
});

test('a promise is waited for before the next listener is called', async () => {
  const order: string[] = [];
  const slow = hearing('slow', 1, async () => {
    await null;
    order.push('slow is done');
  });
  await dispatch(
    slow,
    hearing('next', 0, () => order.push('next')),
  );
  assert.deepEqual(order, ['slow is done', 'next']);
});

test('when no listener needs a promise, none is made', () => {
  const dispatcher = new EventDispatcher();
  dispatcher.add(hearing('a'));
  assert.equal(dispatcher.dispatch('e', new Heard(), { plan: dispatcher.fold() }), undefined);
});

test('whoever waits for an event waits for its last listener, and for nothing made in between', () => {
  const given = Promise.resolve();
  const dispatcher = new EventDispatcher();
  dispatcher.add(hearing('first', 1));
  dispatcher.add(hearing('last', 0, () => given));
  assert.equal(dispatcher.dispatch('e', new Heard(), { plan: dispatcher.fold() }), given);
});

test('whatever else a listener returns is ignored', async () => {
  const returns = [null, 0, 'x', {}, [], { then: 'no function' }, () => {}];
  const listeners = returns.map((value, i) => hearing(`l${i}`, -i, () => value));
  assert.equal((await dispatch(...listeners, hearing('last', -99))).at(-1), 'last');
});

test('a thenable that answers twice, and returns nothing, goes on once', async () => {
  const twice = { then: (resolve: () => void) => (resolve(), resolve()) };
  assert.deepEqual(
    await dispatch(
      hearing('odd', 1, () => twice),
      hearing('next'),
    ),
    ['odd', 'next'],
  );
});

test('a stopped event reaches nobody else, now or later', async () => {
  assert.deepEqual(
    await dispatch(
      hearing('stops', 1, (event) => event.stop()),
      hearing('next'),
    ),
    ['stops'],
  );
  const later = hearing('stops later', 1, async (event) => (await null, event.stop()));
  assert.deepEqual(await dispatch(later, hearing('next')), ['stops later']);
});

test('what a listener throws ends the event', async () => {
  const fail = () => {
    throw new Error('no');
  };
  await assert.rejects(dispatch(hearing('a', 1, fail), hearing('b')), /no/);
  await assert.rejects(
    dispatch(
      hearing('a', 1, async () => fail()),
      hearing('b'),
    ),
    /no/,
  );
});

test('a listener that exchanges the plan decides who is called after it', async () => {
  const dispatcher = new EventDispatcher();
  const holder = { plan: {} };
  dispatcher.add({
    ...hearing('chooses', 1, () => {
      holder.plan = dispatcher.fold('route 1');
    }),
  });
  dispatcher.add({ ...hearing('for route 1'), appliesTo: (subject) => subject === 'route 1' });
  dispatcher.add({ ...hearing('for route 2'), appliesTo: (subject) => subject === 'route 2' });
  dispatcher.add(hearing('for all', -1));
  dispatcher.freeze();
  holder.plan = dispatcher.fold();
  const event = new Heard();
  await dispatcher.dispatch('e', event, holder);
  assert.deepEqual(event.by, ['chooses', 'for route 1', 'for all']);
});

test('who comes too late is told what to do', () => {
  const dispatcher = new EventDispatcher();
  dispatcher.add(hearing('a'));
  dispatcher.freeze();
  assert.throws(() => dispatcher.add(hearing('late')), {
    code: 'ORIEL_LISTENERS_FROZEN',
    message: /"late" for "e" comes too late.*defineHost/,
  });
  assert.ok(Object.isFrozen(dispatcher.listeners('e')));
  assert.ok(Object.isFrozen(dispatcher.fold()));
});

test('a priority must be a number one can compare', () => {
  for (const priority of [NaN, Infinity])
    assert.throws(() => new EventDispatcher().add(hearing('a', priority)), { code: 'ORIEL_LISTENER_PRIORITY' });
});

test('an event nobody listens to is over at once', () => {
  const dispatcher = new EventDispatcher();
  assert.equal(dispatcher.dispatch('e', new Heard(), { plan: dispatcher.fold() }), undefined);
  assert.deepEqual(dispatcher.listeners('e'), []);
  assert.deepEqual(dispatcher.events, []);
});

test('nobody who depends on the route may run before the route is found', () => {
  const guard = { ...hearing('guard', 9), appliesTo: () => true };
  assert.throws(
    () => assertSharedStart([hearing('cors', 10), guard, hearing('router')], 'router'),
    /"guard" \(priority 9\).*lower priority/,
  );
  assert.doesNotThrow(() => assertSharedStart([hearing('router'), guard], 'router'));
  assert.doesNotThrow(() => assertSharedStart([], 'router'));
});
