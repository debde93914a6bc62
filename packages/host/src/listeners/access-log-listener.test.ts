import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResponse } from '../../../core/src/http/response.ts';
import { TerminateEvent } from '../kernel/events.ts';
import { createContext } from '../testing/create-context.ts';
import { createLogRedactor } from '../host/log-redactor.ts';
import { AccessLogListener } from './access-log-listener.ts';
import type { AccessEntry } from './access-log-listener.ts';

function createListener(write: (entry: AccessEntry) => void): AccessLogListener {
  return new AccessLogListener(
    write,
    () => false,
    () => undefined,
    createLogRedactor({}),
  );
}

function getEntry(error?: unknown): AccessEntry {
  const entries: AccessEntry[] = [];
  const headers = { 'X-Request-Id': 'abc', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  const context = createContext('GET /x?y', { headers, route: { name: 'x', path: '/x' } });
  context.error = error;
  const event = new TerminateEvent(context, new HttpResponse(200), { bytes: 7, milliseconds: 3, aborted: false });
  createListener((entry) => void entries.push(entry)).onTerminate(event);
  return entries[0]!;
}

test('logs every request after its last byte', () => {
  const { time, ...entry } = getEntry();
  assert.ok(time > 0);
  assert.deepEqual(entry, {
    ...{
      requestId: 'abc',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: undefined,
      ip: '127.0.0.1',
      method: 'GET',
      url: 'http://localhost/x?y',
    },
    ...{ route: 'x', status: 200, bytes: 7, milliseconds: 3, aborted: false, error: undefined, profile: undefined },
  });
});

test('masks the values of sensitive parameters in the query of the URL', () => {
  const urls: string[] = [];
  const listener = createListener(({ url }) => void urls.push(url));
  for (const target of [
    '/x?page=2&token=abc&api%5Fkey=abc',
    '/callback?code=abc&state=xyz',
    '/x?code=NO',
    '/x?user[password]=a',
  ]) {
    const context = createContext(`GET ${target}`, {});
    listener.onTerminate(
      new TerminateEvent(context, new HttpResponse(200), { bytes: 0, milliseconds: 1, aborted: false }),
    );
  }
  assert.deepEqual(urls, [
    'http://localhost/x?page=2&token=•••&api%5Fkey=•••',
    'http://localhost/callback?code=•••&state=xyz',
    'http://localhost/x?code=NO',
    'http://localhost/x?user[password]=•••',
  ]);
});

test('logs a thrown error in one line', () => {
  assert.equal(getEntry(new Error('no')).error, 'no');
});
