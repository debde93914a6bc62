import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestTrace } from '../trace/trace.ts';
import { StoppableEvent } from './dispatcher.ts';
import { TraceableDispatcher } from './traceable-dispatcher.ts';
import type { Listener, Plan } from './dispatcher.ts';

function listener(
  name: string,
  priority: number,
  handle: (event: StoppableEvent) => unknown = () => {},
): Listener<never> {
  return { event: 'e', name, priority, handle: handle as never };
}

async function record(...listeners: Listener<never>[]): Promise<string[]> {
  const dispatcher = new TraceableDispatcher((holder) => (holder as { trace?: RequestTrace }).trace);
  for (const each of listeners) dispatcher.add(each);
  dispatcher.freeze();
  const trace = new RequestTrace();
  const holder: { plan: Plan; trace: RequestTrace } = { plan: dispatcher.fold('subject'), trace };
  try {
    await dispatcher.dispatch('e', new StoppableEvent(), holder);
  } catch (error) {
    trace.log({ level: 'error', channel: '', message: String(error), context: {}, time: 0 });
  }
  assert.ok(trace.listeners.every(({ event, duration }) => event === 'e' && duration >= 0));
  return trace.listeners.map(({ listener, outcome, stoppedBy }) =>
    stoppedBy ? `${listener} ${outcome} (${stoppedBy})` : `${listener} ${outcome}`,
  );
}

test('records the listeners that were called, in running order', async () => {
  assert.deepEqual(
    await record(
      listener('b', 0),
      listener('a', 1, async () => {}),
      listener('c', -1, () => null),
    ),
    ['a called', 'b called', 'c called'],
  );
});

test('records the listeners that were not reached, with the listener that stopped the event', async () => {
  const stop = listener('stops', 1, (event) => event.stop());
  assert.deepEqual(await record(listener('first', 2), stop, listener('late', 0)), [
    'first called',
    'stops called',
    'late not-reached (stops)',
  ]);
});

test('records a listener that throws or rejects, and the listeners that were not reached', async () => {
  const fail = () => {
    throw new Error('no');
  };
  assert.deepEqual(await record(listener('bad', 1, fail), listener('late', 0)), [
    'bad threw',
    'late not-reached (bad)',
  ]);
  assert.deepEqual(
    await record(
      listener('bad', 1, async () => fail()),
      listener('late', 0),
    ),
    ['bad threw', 'late not-reached (bad)'],
  );
});

test('records a listener that does not apply to the subject as skipped', async () => {
  const other = { ...listener('other', 1), appliesTo: (subject: unknown) => subject !== 'subject' };
  assert.deepEqual(await record(other, listener('all', 0)), ['all called', 'other skipped']);
});

test('dispatches an event of a request that is not recorded', () => {
  const called: string[] = [];
  const dispatcher = new TraceableDispatcher(() => undefined);
  dispatcher.add(listener('a', 0, () => called.push('a')));
  dispatcher.freeze();
  dispatcher.dispatch('e', new StoppableEvent(), { plan: dispatcher.fold() });
  assert.deepEqual(called, ['a']);
  assert.deepEqual(dispatcher.events, ['e']);
  assert.deepEqual(
    dispatcher.listeners('e').map(({ name }) => name),
    ['a'],
  );
});

test('keeps the records of concurrent requests separate', async () => {
  const dispatcher = new TraceableDispatcher((holder) => (holder as { trace?: RequestTrace }).trace);
  dispatcher.add(listener('a', 0, async () => null));
  const [one, two] = [new RequestTrace(), new RequestTrace()];
  const plan = dispatcher.fold();
  const both = [one, two].map((trace) =>
    dispatcher.dispatch('e', new StoppableEvent(), { plan, trace } as { plan: Plan }),
  );
  await Promise.all(both);
  assert.deepEqual([one.listeners.length, two.listeners.length], [1, 1]);
});

test('records an event that has no listeners', async () => {
  assert.deepEqual(await record(), [' no-listener']);
});
