import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse } from '../http/response.ts';
import { ResponseEvent } from '../kernel/events.ts';
import { createSubRequest } from '../kernel/sub-request.ts';
import { createContext } from '../../testing/create-context.ts';
import { HeadersListener } from './headers-listener.ts';

const NOSNIFF = ['X-Content-Type-Options', 'nosniff'];

test('the request id is echoed, once, in place of any the answer had', () => {
  const context = createContext('GET /', { headers: { 'X-Request-Id': 'abc' } });
  const response = new HttpResponse(200, ['X-Request-Id', 'of the upstream']);
  for (let i = 0; i < 2; i++) new HeadersListener(true).onResponse(new ResponseEvent(context, response));
  assert.deepEqual(response.headers.list, ['X-Request-Id', 'abc', ...NOSNIFF]);
});

test('nosniff is added once, without the request id if that is off', () => {
  const response = new HttpResponse(200);
  for (let i = 0; i < 2; i++)
    new HeadersListener(false).onResponse(new ResponseEvent(createContext('GET /'), response));
  assert.deepEqual(response.headers.list, NOSNIFF);
});

test('the answer to a forwarded request has none: the outer one carries it', () => {
  const response = new HttpResponse(200);
  new HeadersListener(true).onResponse(new ResponseEvent(createSubRequest(createContext(), '/x'), response));
  assert.deepEqual(response.headers.list, []);
});
