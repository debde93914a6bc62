import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestTrace } from '../../../core/src/trace/trace.ts';
import { StoppableEvent } from './dispatcher.ts';
import { TraceableDispatcher } from './traceable-dispatcher.ts';
import type { CallRecorder, ChangeObserver } from './traceable-dispatcher.ts';
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
  for (const other of listeners) dispatcher.add(other);
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

/** Dispatches `e` once with a recorder that keeps the calls as they are. */
async function recordCalls(
  dispatcher: TraceableDispatcher,
  calls: Parameters<CallRecorder['listener']>[0][],
  plan = dispatcher.fold('subject'),
): Promise<void> {
  const holder = { plan, recorder: { began: 10, listener: (call: (typeof calls)[number]) => void calls.push(call) } };
  await dispatcher.dispatch('e', new StoppableEvent(), holder);
}

function recordingDispatcher(listeners: readonly Listener<never>[], observer?: ChangeObserver): TraceableDispatcher {
  const dispatcher = new TraceableDispatcher((holder) => (holder as { recorder?: CallRecorder }).recorder, observer);
  for (const other of listeners) dispatcher.add(other);
  dispatcher.freeze();
  return dispatcher;
}

test('records times in microseconds from the start of the request, and the end of one call starts the next', async (t) => {
  const calls: Parameters<CallRecorder['listener']>[0][] = [];
  const times = [12, 15.1234567, 17.5];
  t.mock.method(performance, 'now', () => times.shift()!);
  await recordCalls(recordingDispatcher([listener('a', 2), listener('b', 1)]), calls);
  assert.deepEqual(
    calls.map(({ listener: name, priority, start, duration }) => [name, priority, start, duration]),
    [
      ['a', 2, 2, 3.123],
      ['b', 1, 5.123, 2.377],
    ],
  );
  assert.deepEqual(times, []);
});

test('records complete entries for called, skipped and not reached listeners, and for an event without listeners', async () => {
  const calls: Parameters<CallRecorder['listener']>[0][] = [];
  const never = { ...listener('never', 3), appliesTo: () => false };
  const stops = listener('stops', 2, (event) => event.stop());
  await recordCalls(recordingDispatcher([never, stops, listener('late', 1)]), calls);
  await recordCalls(recordingDispatcher([]), calls);
  const unused = { start: 0, duration: 0, changes: undefined };
  assert.deepEqual(
    calls.map((call) => (call.outcome === 'called' ? { ...call, start: 0, duration: 0 } : call)),
    [
      { event: 'e', listener: 'stops', priority: 2, outcome: 'called', ...unused, stoppedBy: undefined },
      { event: 'e', listener: 'never', priority: 3, outcome: 'skipped', ...unused, stoppedBy: undefined },
      { event: 'e', listener: 'late', priority: 1, outcome: 'not-reached', ...unused, stoppedBy: 'stops' },
      { event: 'e', listener: '', priority: 0, outcome: 'no-listener', ...unused, stoppedBy: undefined },
    ],
  );
});

test('captures the state of an event once, and describes the changes of each listener that ran', async () => {
  const captured: object[] = [];
  const observer: ChangeObserver = {
    capture: (payload) => (captured.push(payload), captured.length),
    describeChanges: (_payload, known) => [`known ${known as number}`],
  };
  const calls: Parameters<CallRecorder['listener']>[0][] = [];
  const fails = listener('fails', 0, async () => {
    throw new Error('no');
  });
  const dispatcher = recordingDispatcher([listener('a', 2), listener('b', 1, async () => {}), fails], observer);
  await assert.rejects(recordCalls(dispatcher, calls), /no/);
  assert.deepEqual(
    calls.map(({ listener: name, outcome, changes }) => [name, outcome, changes]),
    [
      ['a', 'called', ['known 1']],
      ['b', 'called', ['known 1']],
      ['fails', 'threw', ['known 1']],
    ],
  );
  await recordCalls(recordingDispatcher([], observer), calls);
  assert.equal(captured.length, 1);
});

test('a listener that replaces the plan determines which listeners are called and recorded after it', async () => {
  for (const isRecorded of [true, false])
    for (const isAsync of [true, false])
      for (const replacement of ['other', 'empty', 'none'] as const) {
        const run: string[] = [];
        const calls: Parameters<CallRecorder['listener']>[0][] = [];
        const note = (name: string) => () => void run.push(name);
        const [old, other] = [listener('old', 1, note('old')), listener('other', 1, note('other'))];
        const router = listener('router', 2, () => {
          run.push('router');
          holder.plan = { other: { e: [router, other] }, empty: { e: [router] }, none: {} }[replacement];
          return isAsync ? Promise.resolve() : undefined;
        });
        const dispatcher = recordingDispatcher([router, old, other]);
        const recorder = { began: 0, listener: (call: (typeof calls)[number]) => void calls.push(call) };
        const holder: { plan: Plan; recorder?: CallRecorder } = { plan: { e: [router, old] } };
        if (isRecorded) holder.recorder = recorder;
        await dispatcher.dispatch('e', new StoppableEvent(), holder);
        assert.deepEqual(run, replacement === 'other' ? ['router', 'other'] : ['router']);
        assert.deepEqual(
          calls.map(({ listener: name, outcome }) => `${name} ${outcome}`).filter((call) => call.endsWith('called')),
          isRecorded ? run.map((name) => `${name} called`) : [],
        );
      }
});

test('an asynchronous listener stops the event of a request that is recorded or not', async () => {
  for (const isRecorded of [true, false]) {
    const stops = listener('stops', 1, async (event) => event.stop());
    const dispatcher = recordingDispatcher([stops, listener('late', 0, () => assert.fail('not called'))]);
    const calls: Parameters<CallRecorder['listener']>[0][] = [];
    if (isRecorded) await recordCalls(dispatcher, calls);
    else await dispatcher.dispatch('e', new StoppableEvent(), { plan: dispatcher.fold() });
    assert.deepEqual(
      calls.map(({ outcome }) => outcome),
      isRecorded ? ['called', 'not-reached'] : [],
    );
  }
});

test('an error of a request that is not recorded is thrown or rejected as it is', async () => {
  const error = new Error('no');
  const fails = () => {
    throw error;
  };
  const plan = { e: [listener('fails', 0, fails)] };
  const dispatcher = recordingDispatcher([]);
  assert.throws(() => dispatcher.dispatch('e', new StoppableEvent(), { plan }), error);
  const rejects = { e: [listener('fails', 0, async () => fails())] };
  await assert.rejects(async () => dispatcher.dispatch('e', new StoppableEvent(), { plan: rejects }), error);
});

test('the entries of skipped listeners are shared by requests with the same plan, once no listener can be added', async () => {
  const never = { ...listener('never', 1), appliesTo: () => false };
  const calls: Parameters<CallRecorder['listener']>[0][] = [];
  const frozen = recordingDispatcher([never]);
  const plan = frozen.fold('subject');
  await recordCalls(frozen, calls, plan);
  await recordCalls(frozen, calls, plan);
  assert.equal(calls[0], calls[1]);
  assert.throws(() => Object.assign(calls[0]!, { listener: 'changed' }), TypeError);

  const growing = new TraceableDispatcher((holder) => (holder as unknown as { recorder: CallRecorder }).recorder);
  growing.add(never);
  const before: Plan = { e: [] };
  await recordCalls(growing, calls, before);
  growing.add({ ...never, name: 'added' });
  await recordCalls(growing, calls, before);
  assert.deepEqual(
    calls.slice(2).map(({ listener: name }) => name),
    ['never', 'never', 'added'],
  );

  const two = new TraceableDispatcher((holder) => (holder as unknown as { recorder: CallRecorder }).recorder);
  two.add(never);
  two.add({ ...never, event: 'f', name: 'of f' });
  two.freeze();
  const seen: string[] = [];
  const recorder = { began: 0, listener: (call: (typeof calls)[number]) => void seen.push(call.listener) };
  for (const event of ['e', 'f']) two.dispatch(event, {}, { plan: {}, recorder } as { plan: Plan });
  assert.deepEqual(seen, ['never', 'of f']);
});
