import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { checkedHost } from '../lib/checked-host.ts';
import { defineHost, resource } from 'oriel-host';
import { listInMemory } from 'oriel-host/resources';
import type { ResourceStore } from 'oriel-host/resources';
import type { ListRequest } from 'oriel-host/resources';
import { z } from 'zod';
import { sendRequest } from '../lib/send-request.ts';
import { createLibrary } from '../lib/library.ts';

const NDJSON = 'application/x-ndjson';

interface Row extends Record<string, unknown> {
  readonly id: number;
  readonly name: string;
}

/** Creates a host with a store that collects its list requests. */
function createNumbersHost(count: number) {
  const rows: Row[] = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `n${index % 7}` }));
  const listRequests: ListRequest[] = [];
  const store: ResourceStore<Row> = {
    list(request) {
      listRequests.push(request);
      return listInMemory(rows, request, (field) => (field === 'id' ? 'integer' : 'string'));
    },
    get: ({ id }) => rows.find((row) => row.id === id) ?? null,
  };
  const host = checkedHost(
    defineHost({
      log: { level: 'none', access: false },
      api: { formats: ['json', 'ndjson'] },
      resources: [
        resource('numbers', z.object({ id: z.number().int(), name: z.string() }), {
          id: 'id',
          store,
          order: { name: 'desc' },
        }),
      ],
    }),
  );
  return { host, listRequests, rows };
}

const request = (query: string, signal?: AbortSignal) =>
  new Request(`http://localhost/api/numbers${query}`, { headers: { Accept: NDJSON }, ...(signal ? { signal } : {}) });

const ids = (text: string): number[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as Row).id);

test('NDJSON streams the whole list, each item once and in order', async () => {
  for (const count of [0, 1, 499, 500, 501, 1_000, 1_733]) {
    const { host, rows } = createNumbersHost(count);
    const response = await host.fetch(request(''));
    equal(response.headers.get('Content-Type'), 'application/x-ndjson; charset=utf-8');
    equal(response.headers.get('ETag'), null);
    const expected = rows.toSorted((one, other) =>
      one.name === other.name ? other.id - one.id : one.name < other.name ? 1 : -1,
    );
    deepEqual(
      ids(await response.text()),
      expected.map(({ id }) => id),
    );
  }
});

test('NDJSON returns a page when the query has pagination parameters', async () => {
  const { host } = createNumbersHost(100);
  equal(ids(await (await host.fetch(request('?itemsPerPage=5&page=2'))).text()).length, 5);
});

test('NDJSON reads the next batch when the client has received the previous one', async () => {
  const { host, listRequests } = createNumbersHost(5_000);
  const response = await host.fetch(request(''));
  equal(listRequests.length, 1);
  const reader = response.body!.getReader();
  await reader.read();
  const before = listRequests.length;
  equal(before <= 2, true);
  await reader.read();
  await reader.read();
  equal(listRequests.length > before, true);
  equal(listRequests.length < 6, true);
  await reader.cancel();
  const after = listRequests.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  equal(listRequests.length, after);
});

test('NDJSON reads no more batches after the client disconnected', async () => {
  const { host, listRequests } = createNumbersHost(5_000);
  const { url } = await host.listen({ port: 0 });
  const abort = new AbortController();
  const response = await fetch(`${url.replace(/\/$/, '')}/api/numbers`, {
    headers: { Accept: NDJSON },
    signal: abort.signal,
  });
  await response.body!.getReader().read();
  abort.abort();
  await host.close();
  equal(listRequests.length <= 11, true);
});

test('NDJSON writes the whole list of a function', async () => {
  const home = createLibrary({ formats: ['ndjson'] });
  equal(ids((await sendRequest(home, 'GET /api/books')).text).length, 7);
});

test('POST creates an item from a line of NDJSON', async () => {
  const home = createLibrary({ formats: ['ndjson'] });
  const item = {
    title: 'New',
    isbn: null,
    price: 1,
    available: true,
    publishedAt: null,
    tags: [],
    notes: {},
    author: null,
  };
  equal((await sendRequest(home, 'POST /api/books', { type: NDJSON, body: `${JSON.stringify(item)}\n` })).status, 201);
  const two = await sendRequest(home, 'POST /api/books', { type: NDJSON, body: `{"a":1}\n{"a":2}\n` });
  equal(two.status, 422);
});

test('a syntax error in NDJSON is a 400 with the line of the body', async () => {
  const home = createLibrary({ formats: ['ndjson'] });
  const { status, text } = await sendRequest(home, 'POST /api/books', { type: NDJSON, body: '{"a":1}\n\n{"a":x}' });
  equal(status, 400);
  const { detail, line, column } = JSON.parse(text) as Record<string, unknown>;
  deepEqual([detail, line, column], ['Malformed JSON at line 3, column 6: unexpected "x"', 3, 6]);
});
