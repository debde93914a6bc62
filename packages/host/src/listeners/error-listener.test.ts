import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErrorRenderer } from '../../../core/src/error-pages/error-renderer.ts';
import { NotFoundError } from '../../../core/src/http/http-errors.ts';
import { ExceptionEvent } from '../kernel/events.ts';
import { createContext } from '../testing/create-context.ts';
import { ErrorListener } from './error-listener.ts';

function answer(accept: string, reveal: boolean, error: unknown) {
  const event = new ExceptionEvent(createContext('GET /x', { headers: { Accept: accept } }), error);
  new ErrorListener(new ErrorRenderer({ reveal }), { hints: () => [{ text: 'Look behind you' }] }).onException(event);
  assert.equal(event.stopped, true);
  return event.response!;
}

test('responds to an error in the format that the client prefers', () => {
  assert.equal(
    answer('application/json', false, new NotFoundError('No city 7')).headers.get('content-type'),
    'application/problem+json',
  );
  assert.match(answer('text/html', false, new NotFoundError('No city 7')).headers.get('content-type')!, /^text\/html/);
  assert.equal(answer('*/*', false, 'anything').status, 500);
});

test('the error page has hints in development only', () => {
  assert.match(String(answer('application/json', true, new NotFoundError()).body), /Look behind you/);
  assert.doesNotMatch(String(answer('application/json', false, new NotFoundError()).body), /Look behind you/);
});
