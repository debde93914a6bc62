import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const Book = z.object({ id: z.int(), title: z.string() });
const Seat = z.object({ row: z.string(), place: z.int(), taken: z.boolean() });

function library() {
  const called: string[] = [];
  const config: HostConfig = {
    api: { formats: ALL_FORMATS },
    resources: [
      resource('books', Book, {
        id: 'id',
        allowCreate: true,
        bulk: { max: 5 },
        store: memoryStore([
          { id: 1, title: 'One' },
          { id: 2, title: 'Two' },
        ]),
      }),
      resource('seats', Seat, { id: ['row', 'place'], store: memoryStore([{ row: 'a', place: 1, taken: false }]) }),
      resource('loans', z.object({ id: z.int(), to: z.string(), note: z.string().optional() }), {
        id: 'id',
        provide: { get: ({ id }) => ({ id, to: 'ada' }) },
        process: {
          replace: ({ body }) => (called.push('replace'), body),
          patch: ({ next }) => (called.push('patch'), next),
        },
      }),
      resource('days', z.object({ day: z.iso.date(), text: z.string() }), {
        id: 'day',
        input: { replace: z.object({ day: z.iso.date().transform((day) => new Date(day)), text: z.string() }) },
        provide: { get: ({ id }) => ({ day: id, text: 'x' }) },
        process: { replace: ({ id, body }) => ({ ...body, day: id }) },
      }),
      resource('tags', z.object({ name: z.string().optional(), text: z.string() }), {
        id: 'name',
        store: memoryStore([{ name: 'new', text: 'x' }]),
      }),
    ],
  };
  const { send } = createCheckedHost(config);
  const write = async (line: string, body: unknown, type = 'json') => {
    const headers = { 'Content-Type': `application/${type}` };
    const response = await send(line, { headers, body: JSON.stringify(body) });
    const { errors = [] } = (await response.json()) as { errors?: { pointer: string; code: string }[] };
    return [response.status, ...errors.map(({ pointer, code }) => `${pointer} ${code}`)];
  };
  return { send, write, called };
}

const MERGE = 'merge-patch+json';
const STEPS = 'json-patch+json';

test('PATCH and PUT with another identifier than that of the path are a 422 that names the field', async () => {
  const { send, write } = library();
  const refused = [422, '/id path_differs'];
  deepEqual(await write('PATCH /api/books/1', { id: 2 }, MERGE), refused);
  deepEqual(await write('PATCH /api/books/1', { id: 3, title: 'New' }, MERGE), refused);
  deepEqual(await write('PATCH /api/books/1', [{ op: 'replace', path: '/id', value: 2 }], STEPS), refused);
  deepEqual(await write('PUT /api/books/1', { id: 2, title: 'New' }), refused);
  deepEqual(await write('PUT /api/books/9', { id: 8, title: 'New' }), refused, 'an item that PUT would create');
  deepEqual(await write('PUT /api/books/1', { id: 2, title: 'New' }, 'ld+json'), refused);
  deepEqual(await (await send('GET /api/books.json')).json(), [
    { id: 1, title: 'One' },
    { id: 2, title: 'Two' },
  ]);
});

test('PATCH and PUT accept the identifier of the path', async () => {
  const { send, write } = library();
  deepEqual(await write('PATCH /api/books/1', { id: 1, title: 'A' }, MERGE), [200]);
  deepEqual(await write('PATCH /api/books/1', [{ op: 'test', path: '/id', value: 1 }], STEPS), [200]);
  deepEqual(await write('PUT /api/books/1', { id: 1, title: 'B' }), [200]);
  deepEqual(await write('PUT /api/books/3', { id: 3, title: 'C' }), [201]);
  deepEqual(await write('PATCH /api/books', [{ id: 2, title: 'D' }]), [200]);
  equal((await (await send('GET /api/books.csv')).text()).replaceAll('\r\n', ' '), 'id,title 1,B 2,D 3,C ');
});

test('each key of a composite identifier must be that of the path', async () => {
  const { write } = library();
  deepEqual(await write('PATCH /api/seats/row=a;place=1', { row: 'b', place: 2, taken: true }, MERGE), [
    422,
    '/row path_differs',
    '/place path_differs',
  ]);
  deepEqual(await write('PUT /api/seats/row=a;place=1', { row: 'a', place: 2, taken: true }), [
    422,
    '/place path_differs',
  ]);
  deepEqual(await write('PATCH /api/seats/row=a;place=1', { row: 'a', place: 1, taken: true }, MERGE), [200]);
});

test('functions of a resource are not called with another identifier in the body', async () => {
  const { write, called } = library();
  deepEqual(await write('PATCH /api/loans/1', { id: 2 }, MERGE), [422, '/id path_differs']);
  deepEqual(await write('PUT /api/loans/1', { id: 2, to: 'bob' }), [422, '/id path_differs']);
  deepEqual(called, []);
  deepEqual(await write('PUT /api/loans/1', { id: 1, to: 'bob' }), [200]);
  deepEqual(called, ['replace']);
});

test('the identifier may be a date that the schema converts', async () => {
  const { write } = library();
  deepEqual((await write('PUT /api/days/2026-01-31', { day: '2026-01-31', text: 'x' }))[0], 200);
  deepEqual(await write('PUT /api/days/2026-01-31', { day: '2026-02-01', text: 'x' }), [422, '/day path_differs']);
});

test('a patch cannot remove an identifier that the schema does not require', async () => {
  const { write } = library();
  deepEqual(await write('PATCH /api/tags/new', { name: null }, MERGE), [422, '/name path_differs']);
  deepEqual(await write('PATCH /api/tags/new', [{ op: 'remove', path: '/name' }], STEPS), [422, '/name path_differs']);
  deepEqual(await write('PATCH /api/tags/new', { text: 'y' }, MERGE), [200]);
  deepEqual(await write('PUT /api/tags/new', { text: 'z' }), [200]);
});

test('another identifier in a JSON:API document is a 409, and one among its attributes a 422', async () => {
  const { write } = library();
  const type = 'vnd.api+json';
  deepEqual(await write('PATCH /api/books/1', { data: { type: 'books', id: '2', attributes: {} } }, type), [
    409,
    '/data/id wrong_id',
  ]);
  const attributes = { place: 2 };
  const [status] = await write(
    'PATCH /api/seats/row=a;place=1',
    { data: { type: 'seats', id: 'row=a;place=1', attributes } },
    type,
  );
  equal(status, 422);
});
