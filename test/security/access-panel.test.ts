import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource, voter, where } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { z } from 'zod';
import { checkExchange } from '../lib/checked-host.ts';
import { findingCodes } from '../lib/finding-codes.ts';
import { until } from '../safety/support/recorded-host.ts';
import { headerSecurity } from '../story/header-security.ts';

const Note = z.object({ id: z.int(), text: z.string(), owner: z.string(), pin: z.string() });
const notes = resource('notes', Note, {
  id: 'id',
  access: {
    read: ({ user }) => user !== null && where({ owner: user.id }),
    write: 'attribute:change',
    delete: 'role:admin',
  },
  fields: { pin: 'role:admin' },
  store: memoryStore([{ id: 1, text: 'x', owner: 'ada', pin: 'SECRET-PIN' }]),
});
const owners = voter('owners', ['change'], () => undefined);

test('the security panel shows the refusal, the votes, and the row and field rules that applied', async () => {
  const storage = new MemoryProfileStorage();
  const host = defineHost({
    resources: [notes],
    security: { ...headerSecurity, voters: [owners] },
    profiler: { storage },
    log: false,
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const seen = async (line: string, sent: object = {}) => {
    const [method, path] = line.split(' ') as [string, string];
    const init = { body: method === 'PATCH' ? '{}' : null, headers: { 'X-User': 'ada', ...sent } };
    const answer = await fetch(`http://localhost:${port}${path}`, { method, ...init });
    await checkExchange(host, line, init, answer);
    await answer.arrayBuffer();
    const token = answer.headers.get('x-debug-token')!;
    const profile = await until(() => storage.read(token), line);
    const page = await fetch(`http://localhost:${port}/_profiler/${token}.md?panel=security`);
    const text = await page.text();
    ok(!text.includes('SECRET-PIN'));
    return { status: answer.status, text, codes: findingCodes(profile) };
  };
  try {
    const refused = await seen('DELETE /api/notes/1');
    equal(refused.status, 403);
    match(refused.text, /403: notes.delete: role:admin denies access/);
    ok(refused.codes.includes('refused'));
    const voted = await seen('PATCH /api/notes/1', { 'Content-Type': 'application/merge-patch+json' });
    equal(voted.status, 403);
    match(voted.text, /voter "owners" on change/);
    match(voted.text, /0 yes, 0 no, 1 abstain/);
    const read = await seen('GET /api/notes/1');
    equal(read.status, 200);
    match(read.text, /owner.*ada/);
    match(read.text, /id, text, owner/);
    deepEqual(read.codes, []);
    equal((await seen('GET /api/notes/2')).status, 404);
  } finally {
    await host.close();
  }
});
