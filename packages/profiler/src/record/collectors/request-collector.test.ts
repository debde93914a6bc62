import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HttpResponse } from '../../../../core/src/http/response.ts';
import { createContext } from '../../../../host/src/testing/index.ts';
import type { CollectorSubject } from '../collector.ts';
import type { RecordedRequest } from '../../profile/profile.ts';
import { Redactor } from '../redaction/redactor.ts';
import { requestCollector } from './request-collector.ts';

test('the pairs of a query are those of URLSearchParams', () => {
  const query = fc.string({ unit: fc.constantFrom(...'aé=&&+%=2') });
  fc.assert(
    fc.property(query, (query) => {
      assert.deepEqual(recordedQuery(query), [...new URLSearchParams(query)]);
    }),
    { numRuns: 2_000 },
  );
});

function recordedQuery(query: string): unknown {
  const context = createContext(`GET /?${query}`);
  const subject: CollectorSubject = {
    context,
    url: context.url,
    response: new HttpResponse(200),
    delivery: { bytes: 0, milliseconds: 1, aborted: false },
    bodies: { request: undefined, response: undefined },
    redactor: new Redactor(),
    bodyCap: 0,
  };
  return (requestCollector.collect(subject) as RecordedRequest).query;
}
