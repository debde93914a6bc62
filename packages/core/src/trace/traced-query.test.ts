import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestTrace } from './trace.ts';
import { runInTrace } from './current.ts';
import { tracedChunks, tracedQuery, tracedRows } from './traced-query.ts';

const SQL = 'select * from boats where name = ?';
const twoBoats = (): string[] => ['Ahti', 'Vellamo'];

test('a query in a recorded request records its SQL, parameters and rows', () => {
  const trace = new RequestTrace();
  const boats = runInTrace(trace, () => tracedQuery(SQL, ['Ahti'], twoBoats, (rows) => rows.length));
  assert.deepEqual(boats, ['Ahti', 'Vellamo']);
  const [span] = trace.spans;
  assert.equal(trace.spans.length, 1);
  assert.equal(span!.kind, 'db');
  assert.equal(span!.name, SQL);
  assert.equal(span!.details?.['sql'], SQL);
  assert.deepEqual(span!.details?.['parameters'], ['Ahti']);
  assert.equal(span!.details?.['rows'], 2);
  assert.equal(span!.error, undefined);
});

test('a query outside a request is not recorded', () => {
  let called = false;
  const getRows = (): number => {
    called = true;
    return 0;
  };
  assert.deepEqual(tracedQuery(SQL, [], twoBoats, getRows), ['Ahti', 'Vellamo']);
  assert.equal(called, false);
});

test('a failed query records a failed span and throws its error unchanged', () => {
  for (const [thrown, message] of [
    [new Error('no such table: boats'), 'no such table: boats'],
    ['locked', 'locked'],
  ] as const) {
    const trace = new RequestTrace();
    const fail = (): never => {
      throw thrown;
    };
    assert.throws(
      () => runInTrace(trace, () => tracedQuery(SQL, [], fail, () => 0)),
      (error) => error === thrown,
    );
    assert.equal(trace.spans[0]!.error, message);
    assert.equal(trace.spans[0]!.details?.['rows'], undefined);
  }
});

test('the span of streamed rows ends with the last row or when the consumer stops', () => {
  const trace = new RequestTrace();
  const theBoats = (): ArrayIterator<string> => twoBoats().values();
  runInTrace(trace, () => {
    assert.deepEqual([...tracedRows(SQL, ['Ahti'], theBoats)], ['Ahti', 'Vellamo']);
    for (const _ of tracedRows(SQL, [], theBoats)) break;
    const broken = function* (): Generator<string> {
      yield 'Ahti';
      throw new Error('the disk is gone');
    };
    assert.throws(() => [...tracedRows(SQL, [], broken)], /the disk is gone/);
  });
  assert.deepEqual(
    trace.spans.map(({ details, error }) => [details?.['rows'], error]),
    [
      [2, undefined],
      [1, undefined],
      [1, 'the disk is gone'],
    ],
  );
  const given = theBoats();
  assert.equal(
    tracedRows(SQL, [], () => given),
    given,
    'outside of a request, the iterator is returned unchanged',
  );
});

test('the span of an asynchronous stream ends with its last chunk', async () => {
  const trace = new RequestTrace();
  const chunks = async function* (): AsyncGenerator<{ rows: string[] }> {
    yield { rows: ['Ahti', 'Vellamo'] };
    yield { rows: ['Aino'] };
  };
  const seen: string[] = [];
  await runInTrace(trace, async () => {
    for await (const { rows } of tracedChunks(SQL, [], chunks)) seen.push(...rows);
  });
  assert.deepEqual(seen, ['Ahti', 'Vellamo', 'Aino']);
  assert.deepEqual(
    trace.spans.map(({ kind, details }) => [kind, details?.['rows']]),
    [['db', 3]],
  );
});
