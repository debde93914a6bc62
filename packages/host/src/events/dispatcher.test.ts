import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventDispatcher, assertSharedStart, StoppableEvent } from './dispatcher.ts';
import type { Listener } from './dispatcher.ts';

class RecordedEvent extends StoppableEvent {
  readonly by: string[] = [];
}

function recordingListener(
  name: string,
  priority = 0,
  handle: (event: RecordedEvent) => unknown = () => {},
): Listener<never> {
  return {
    event: 'e',
    name,
    priority,
    handle: ((event: RecordedEvent) => (event.by.push(name), handle(event))) as never,
  };
}

async function dispatch(...listeners: Listener<never>[]): Promise<string[]> {
  const dispatcher = new EventDispatcher();
  for (const listener of listeners) dispatcher.add(listener);
  dispatcher.freeze();
  const event = new RecordedEvent();
  await dispatcher.dispatch('e', event, { plan: dispatcher.fold() });
  return event.by;
}

test('calls listeners by descending priority, and listeners of equal priority in registration order', async () => {
  assert.deepEqual(
    await dispatch(
      recordingListener('a'),
      recordingListener('low', -5),
      recordingListener('b'),
      recordingListener('high', 5),
      recordingListener('c'),
    ),
    ['high', 'a', 'b', 'c', 'low'],
  );
});

test('awaits the promise of a listener before it calls the next listener', async () => {
  const order: string[] = [];
  const slow = recordingListener('slow', 1, async () => {
    await null;
    order.push('slow is done');
  });
  await dispatch(
    slow,
    recordingListener('next', 0, () => order.push('next')),
  );
  assert.deepEqual(order, ['slow is done', 'next']);
});

test('returns undefined when no listener returns a promise', () => {
  const dispatcher = new EventDispatcher();
  dispatcher.add(recordingListener('a'));
  assert.equal(dispatcher.dispatch('e', new RecordedEvent(), { plan: dispatcher.fold() }), undefined);
});

test('returns the promise of the last listener without wrapping it', () => {
  const given = Promise.resolve();
  const dispatcher = new EventDispatcher();
  dispatcher.add(recordingListener('first', 1));
  dispatcher.add(recordingListener('last', 0, () => given));
  assert.equal(dispatcher.dispatch('e', new RecordedEvent(), { plan: dispatcher.fold() }), given);
});

test('ignores every return value that is not a thenable', async () => {
  const returns = [null, 0, 'x', {}, [], { then: 'no function' }, () => {}];
  const listeners = returns.map((value, i) => recordingListener(`l${i}`, -i, () => value));
  assert.equal((await dispatch(...listeners, recordingListener('last', -99))).at(-1), 'last');
});

test('continues once when a thenable resolves twice and its then method returns nothing', async () => {
  const twice = { then: (resolve: () => void) => (resolve(), resolve()) };
  assert.deepEqual(
    await dispatch(
      recordingListener('odd', 1, () => twice),
      recordingListener('next'),
    ),
    ['odd', 'next'],
  );
});

test('calls no further listener after an event was stopped, synchronously or asynchronously', async () => {
  assert.deepEqual(
    await dispatch(
      recordingListener('stops', 1, (event) => event.stop()),
      recordingListener('next'),
    ),
    ['stops'],
  );
  const later = recordingListener('stops later', 1, async (event) => (await null, event.stop()));
  assert.deepEqual(await dispatch(later, recordingListener('next')), ['stops later']);
});

test('rejects when a listener throws or rejects, and calls no further listener', async () => {
  const fail = () => {
    throw new Error('no');
  };
  await assert.rejects(dispatch(recordingListener('a', 1, fail), recordingListener('b')), /no/);
  await assert.rejects(
    dispatch(
      recordingListener('a', 1, async () => fail()),
      recordingListener('b'),
    ),
    /no/,
  );
});

test('a listener that replaces the plan determines which listeners are called after it', async () => {
  const dispatcher = new EventDispatcher();
  const holder = { plan: {} };
  dispatcher.add({
    ...recordingListener('chooses', 1, () => {
      holder.plan = dispatcher.fold('route 1');
    }),
  });
  dispatcher.add({ ...recordingListener('for route 1'), appliesTo: (subject) => subject === 'route 1' });
  dispatcher.add({ ...recordingListener('for route 2'), appliesTo: (subject) => subject === 'route 2' });
  dispatcher.add(recordingListener('for all', -1));
  dispatcher.freeze();
  holder.plan = dispatcher.fold();
  const event = new RecordedEvent();
  await dispatcher.dispatch('e', event, holder);
  assert.deepEqual(event.by, ['chooses', 'for route 1', 'for all']);
});

test('rejects a listener that is added after the dispatcher was frozen, and explains where to register it', () => {
  const dispatcher = new EventDispatcher();
  dispatcher.add(recordingListener('a'));
  dispatcher.freeze();
  assert.throws(() => dispatcher.add(recordingListener('late')), {
    name: 'ListenerTableFrozenError',
    code: 'ORIEL_LISTENERS_FROZEN',
    message: /"late" for "e": the host has already started.*defineHost/,
  });
  assert.ok(Object.isFrozen(dispatcher.listeners('e')));
  assert.ok(Object.isFrozen(dispatcher.fold()));
});

test('rejects a priority that is not a finite number', () => {
  for (const priority of [NaN, Infinity])
    assert.throws(() => new EventDispatcher().add(recordingListener('a', priority)), {
      name: 'UnknownPriorityError',
      code: 'ORIEL_LISTENER_PRIORITY',
      message: `The priority of listener "a" for "e" must be a finite number; got ${priority}`,
    });
});

test('dispatching an event without listeners returns undefined', () => {
  const dispatcher = new EventDispatcher();
  assert.equal(dispatcher.dispatch('e', new RecordedEvent(), { plan: dispatcher.fold() }), undefined);
  assert.deepEqual(dispatcher.listeners('e'), []);
  assert.deepEqual(dispatcher.events, []);
});

test('rejects a route-dependent listener that would run before routing', () => {
  const guard = { ...recordingListener('guard', 9), appliesTo: () => true };
  assert.throws(
    () => assertSharedStart([recordingListener('cors', 10), guard, recordingListener('router')], 'router'),
    /"guard" \(priority 9\).*lower priority/,
  );
  assert.doesNotThrow(() => assertSharedStart([recordingListener('router'), guard], 'router'));
  assert.doesNotThrow(() => assertSharedStart([], 'router'));
});
