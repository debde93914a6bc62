import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { currentScope, runInTrace, span, trace } from './current.ts';
import { NullTrace, RequestTrace } from './trace.ts';
import { tracedQuery } from './traced-query.ts';
import { trappedProxy } from '../../../../test/lib/trapped-proxy.ts';

/** Returns the spans that `work` recorded, as `name in parent: error`. */
async function recorded(work: () => unknown): Promise<string[]> {
  const recording = new RequestTrace();
  await runInTrace(recording, async () => work());
  assert.ok(
    recording.spans.every(({ duration }) => duration >= 0),
    'every span has ended',
  );
  return recording.spans.map(
    ({ name, parent, error }) => `${name} in ${parent}${error === undefined ? '' : `: ${error}`}`,
  );
}

test('records a span inside the span that started it, also after an await', async () => {
  const spans = await recorded(() =>
    span('outer', async () => {
      await null;
      return span('inner', () => 1);
    }),
  );
  assert.deepEqual(spans, ['outer in 0', 'inner in 1']);
});

test('calls no trap of a proxy that the work returns or throws', async () => {
  const { proxy, calls } = trappedProxy({});
  const thrown = () => {
    throw proxy;
  };
  const { proxy: rejected, calls: others } = trappedProxy(new Error('no'));
  const spans = await recorded(async () => {
    span('returns', () => proxy);
    assert.throws(() => span('throws', thrown));
    await span('rejects', () => Promise.reject(rejected)).catch(() => undefined);
    assert.throws(() => tracedQuery('select 1', [], thrown, () => 0));
  });
  const text = 'A proxy was thrown instead of an Error';
  assert.deepEqual(spans, [
    'returns in 0',
    ...['throws', 'rejects', 'select 1'].map((name) => `${name} in 0: ${text}`),
  ]);
  assert.deepEqual([...calls, ...others], []);
});

test('returns or throws what the work returns or throws', async () => {
  const recording = new RequestTrace();
  assert.equal(
    runInTrace(recording, () => span('a', () => 7)),
    7,
  );
  assert.equal(await runInTrace(recording, () => span('b', async () => 8)), 8);
  assert.throws(
    () =>
      runInTrace(recording, () =>
        span('c', () => {
          throw new TypeError('no');
        }),
      ),
    TypeError,
  );
  await assert.rejects(
    runInTrace(recording, () => span('d', () => Promise.reject('no'))),
    (why) => why === 'no',
  );
  assert.deepEqual(
    recording.spans.map(({ error }) => error),
    [undefined, undefined, 'TypeError: no', 'no'],
  );
});

test('other AsyncLocalStorage instances have the same values inside and after a span, recorded or not', async () => {
  const others = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const look = (): void => void seen.push([others.getStore(), currentScope().span]);
  await runInTrace(new RequestTrace(), () =>
    others.run('outer', async () => {
      span('a', () => {
        look();
        others.run('inner', () => span('b', look));
        others.enterWith('entered');
      });
      look();
      await span('c', async () => (await null, look()));
      look();
      assert.throws(() => span('d', () => JSON.parse('{')));
      look();
    }),
  );
  look();
  assert.deepEqual(seen, [
    ['outer', 1],
    ['inner', 2],
    ['entered', 0],
    ['entered', 3],
    ['entered', 0],
    ['entered', 0],
    [undefined, 0],
  ]);
});

test('runs the work without recording it outside a request', () => {
  assert.equal(
    span('a', () => 7),
    7,
  );
  trace.log('info', 'x');
  trace.decide('a', 'b', 'c');
  assert.equal(currentScope().trace, NullTrace);
});

test('adds notes to the request in which they are written when several requests run', async () => {
  const notes = async (name: string): Promise<unknown[]> => {
    const recording = new RequestTrace();
    await runInTrace(recording, async () => {
      await new Promise(setImmediate);
      trace.log('info', name, { a: 1 });
      trace.decide('format', name, 'Accept');
    });
    return [recording.logs.map(({ message, channel }) => [message, channel]), recording.decisions];
  };
  const [one, two] = await Promise.all([notes('one'), notes('two')]);
  assert.deepEqual(one, [[['one', 'app']], [{ subject: 'format', outcome: 'one', because: 'Accept' }]]);
  assert.deepEqual((two as unknown[][][])[0], [['two', 'app']]);
});
