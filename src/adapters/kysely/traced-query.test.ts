import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestTrace, runInTrace } from '../../trace/index.ts';
import { tracedQuery } from './traced-query.ts';

const SQL = 'select * from boats where name = ?';
const twoBoats = (): string[] => ['Ahti', 'Vellamo'];

test('a query in a recorded request shows its SQL, parameters and rows', () => {
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

test('a query outside of a request just runs', () => {
  let asked = false;
  const rowsOf = (): number => {
    asked = true;
    return 0;
  };
  assert.deepEqual(tracedQuery(SQL, [], twoBoats, rowsOf), ['Ahti', 'Vellamo']);
  assert.equal(asked, false);
});

test('a query that fails is a failed span, and its error reaches the application as it was', () => {
  for (const [thrown, told] of [
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
    assert.equal(trace.spans[0]!.error, told);
    assert.equal(trace.spans[0]!.details?.['rows'], undefined);
  }
});
