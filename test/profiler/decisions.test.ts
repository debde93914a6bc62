import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineHost, route } from '../../packages/host/src/index.ts';
import type { HostConfig } from '../../packages/host/src/index.ts';
import { DEFAULT_QUERY } from '../../packages/profiler/src/store/search/profile-query.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import type { Decision } from '../../packages/core/src/trace/trace.ts';

const routes = [
  route('search', 'GET /cities', { query: z.object({ name: z.string() }), handle: ({ query }) => query }),
  route('add', 'POST /cities', { body: z.object({ name: z.string() }), handle: ({ body }) => body }),
];

test('a profile contains the decisions about the hostname, the route and the query parameters', async () => {
  const decisions = await getDecisions('GET /cities?name=par');
  assert.match(decisions['host']!.because, /loopback name/);
  assert.deepEqual(decisions['routing'], {
    subject: 'routing',
    outcome: 'search',
    because: '"/cities" is the first route that matches GET /cities',
  });
  assert.equal(decisions['query parameters']!.because, 'the schema has name');
});

test('a profile contains the reason why no route matched, and why the error has its format', async () => {
  const decisions = await getDecisions('DELETE /cities', { headers: { Accept: 'text/plain;q=0.5, text/html' } });
  assert.equal(decisions['routing']!.because, '"/cities" supports GET, POST, but not DELETE');
  assert.equal(decisions['error format']!.outcome, 'text/html');
  assert.match(decisions['error format']!.because, /text\/html/);
});

test('a profile contains how the body was parsed', async () => {
  const body = JSON.stringify({ name: 'Turku' });
  const decisions = await getDecisions('POST /cities', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  });
  assert.deepEqual(decisions['body'], {
    subject: 'body',
    outcome: 'read as JSON',
    because: 'its Content-Type is application/json',
  });
});

test('a lenient host records that it ignores unknown query parameters', async () => {
  const decisions = await getDecisions('GET /cities?name=par&x=1', {}, { query: 'lenient' });
  assert.equal(decisions['query parameters']!.outcome, 'unknown names are ignored');
});

async function getDecisions(
  line: string,
  init: RequestInit = {},
  more: HostConfig = {},
): Promise<Record<string, Decision>> {
  const [method, path] = line.split(' ') as [string, string];
  const storage = new MemoryProfileStorage();
  const host = defineHost({ routes, log: false, profiler: { storage }, ...more });
  const listening = await host.listen({ port: 0, mode: 'development' });
  await (await fetch(`http://localhost:${listening.port}${path}`, { ...init, method })).text();
  await host.close();
  const [row] = storage.find(DEFAULT_QUERY).rows;
  const { decisions } = storage.read(row!.token)!.data;
  return Object.fromEntries(decisions.map((decision) => [decision.subject, decision]));
}
