import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyParameters } from './copy-parameters.ts';
import { runInTrace } from './current.ts';
import { RequestTrace } from './trace.ts';
import { beginQuery, tracedQuery } from './traced-query.ts';

test('parameters are recorded as they were when the query began', () => {
  const trace = new RequestTrace();
  runInTrace(trace, () => {
    const list: unknown[] = [0];
    const named: Record<string, unknown> = {};
    for (const value of [1, 2]) {
      list[0] = named['a'] = value;
      tracedQuery(
        'select ?',
        list,
        () => value,
        () => 1,
      );
      beginQuery('select :a', [named]).end();
    }
  });
  assert.deepEqual(
    trace.spans.map(({ details }) => details?.['parameters']),
    [[1], [{ a: 1 }], [2], [{ a: 2 }]],
  );
});

test('no code of the application is called, and other objects are not copied', () => {
  const proxy = new Proxy({}, { ownKeys: () => assert.fail('trap'), get: () => assert.fail('trap') });
  const date = new Date();
  const withGetter = Object.defineProperty({}, 'a', { enumerable: true, get: () => assert.fail('getter') });
  class List extends Array<unknown> {
    constructor() {
      super();
      created++;
    }
  }
  let created = 0;
  const list = new List();
  list.push(proxy, date, withGetter, null);
  const copy = copyParameters(list);
  assert.deepEqual([copy[0] === proxy, copy[1] === date, copy[3], created], [true, true, null, 1]);
  const sparse = new Array(4_000_000_000);
  assert.equal(copyParameters(sparse), sparse);
  const listProxy = new Proxy([], { get: () => assert.fail('trap') });
  assert.equal(copyParameters(listProxy), listProxy);
});
