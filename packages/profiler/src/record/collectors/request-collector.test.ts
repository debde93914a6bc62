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

test('secrets are masked in the pairs of a query as they would be without the URL', () => {
  const parts = [
    'token=abc',
    'code=abc',
    'state=x',
    'key=k',
    'page=2',
    'next=/login?token=abc',
    'a%20b=c',
    '&',
    'a?b=c',
    '#',
  ];
  const query = fc.string({ unit: fc.constantFrom(...parts), maxLength: 5 });
  fc.assert(
    fc.property(query, (query) => {
      const { query: received } = createContext(`GET /?${query}`);
      assert.deepEqual(recordedQuery(query), new Redactor().query([...new URLSearchParams(received)]));
    }),
    { numRuns: 2_000 },
  );
});

function recordedQuery(query: string): unknown {
  const context = createContext(`GET /?${query}`);
  const redactor = new Redactor();
  const subject: CollectorSubject = {
    context,
    url: redactor.url(context.url),
    response: new HttpResponse(200),
    delivery: { bytes: 0, milliseconds: 1, aborted: false },
    bodies: { request: undefined, response: undefined },
    redactor,
    bodyCap: 0,
  };
  return (requestCollector.collect(subject) as RecordedRequest).query;
}
