import { equal, ok } from 'node:assert/strict';
import { defineHost, resource } from 'oriel-host';
import { z } from 'zod';
import { headerSecurity } from '../story/header-security.ts';
import { MARKER } from './tenant-rows.ts';

const Note = z.object({ id: z.string(), tenant: z.string(), title: z.string() });
const OTHER = { id: 'b1', tenant: 'b', title: MARKER };

/** Checks that functions that ignore the tenant reveal and write no rows of another one. @throws {AssertionError} */
export async function checkFunctions(): Promise<void> {
  const written: unknown[] = [];
  const notes = resource('notes', Note, {
    id: 'id',
    input: { create: Note.omit({ tenant: true }) },
    access: { read: 'public', write: 'public' },
    allowCreate: true,
    bulk: { max: 5, atomic: false },
    provide: {
      list: () => ({ items: [OTHER], total: 1 }),
      get: ({ id }) => (id === 'a1' ? { ...OTHER, id, tenant: 'a', title: '' } : OTHER),
    },
    process: {
      create: ({ body }) => {
        written.push(body);
        return body.id === 'bad' ? OTHER : (body as typeof OTHER);
      },
      replace: () => OTHER,
      patch: () => OTHER,
    },
    custom: {
      all: { line: 'GET /all', handle: () => OTHER },
      other: { line: 'POST /{id}/other', handle: async () => OTHER },
    },
  });
  const host = defineHost({
    resources: [notes],
    api: { formats: ['json', 'csv', 'ndjson'], tenant: () => 'a' },
    security: headerSecurity,
    log: false,
  });
  const send = async (line: string, body?: object) => {
    const [method, path] = line.split(' ') as [string, string];
    const headers = { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
    const init = { method, ...(body && { headers, body: JSON.stringify(body) }) };
    const response = await host.fetch(new Request(`http://localhost/api${path}`, init));
    ok(!(await response.text()).includes(MARKER), `${line} reveals a row of another tenant`);
    return response.status;
  };
  equal(await send('GET /notes'), 500);
  equal(await send('GET /notes.ndjson'), 500);
  equal(await send('GET /notes.csv'), 500);
  equal(await send('GET /notes/b1'), 404);
  equal(await send('POST /notes', { id: 'bad', title: 'x' }), 500);
  equal(await send('PUT /notes/a1', { id: 'a1', title: 'x' }), 500);
  equal(await send('PATCH /notes/a1', { title: 'x' }), 500);
  equal(await send('PUT /notes/b1', { id: 'b1', title: 'x' }), 404);
  equal(await send('GET /notes/all'), 500);
  equal(await send('POST /notes/a1/other'), 500);
  equal(await send('POST /notes', { id: 'new', title: 'x' }), 201);
  equal(await send('POST /notes', [{ id: 'newer', title: 'x' }]), 207);
  equal(written.length, 3);
  ok(
    written.every((body) => (body as typeof OTHER).tenant === 'a'),
    'a function wrote a row without the tenant',
  );
}
