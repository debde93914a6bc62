import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../testing/create-context.ts';
import { RequestView } from './request-view.ts';
import type { Session } from '../../../core/src/http/session.ts';

test('a request view has the request, the user and the language', () => {
  const context = createContext('GET /x');
  const view = new RequestView(context);
  assert.deepEqual([view.ip, view.host, view.user, view.locale], ['127.0.0.1', 'localhost', null, 'en']);
  context.user = { id: 'ada', roles: ['editor'] };
  context.locale = 'fr';
  assert.deepEqual([view.user?.id, view.locale], ['ada', 'fr']);
  assert.equal(view.headers, context.headers);
  assert.equal(view.signal, context.signal);
});

test('rejects access to the session if no sessions are configured', () => {
  const context = createContext('GET /x');
  const view = new RequestView(context);
  assert.throws(() => view.session, /has no sessions; add `sessions/);
  context.session = {} as Session;
  assert.equal(view.session, context.session);
});
