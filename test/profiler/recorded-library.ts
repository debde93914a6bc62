import { z } from 'zod';
import { defineHost, filter, memoryStore, resource, route } from '../../packages/host/src/index.ts';
import type { Host, HostConfig } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { checkExchange } from '../lib/checked-host.ts';
import { until } from '../safety/support/recorded-host.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const Author = z.object({ id: z.int(), name: z.string().min(1) });
const Book = z.object({
  id: z.int(),
  title: z.string().min(2),
  price: z.number().min(0),
  author: z.int().nullable(),
  note: z.string().nullable(),
});

/** A host that listens and records, with resources: books in a store, authors and tides from functions. */
export interface RecordedLibrary extends AsyncDisposable {
  readonly host: Host;
  readonly origin: string;
  /** Sends a request, checks the response against the OpenAPI document, and returns the profile. */
  readonly record: (line: string, init?: RequestInit) => Promise<Profile>;
  /** Returns a panel of a profile as HTML, Markdown or JSON. */
  readonly readPanel: (profile: Profile, panel: string, suffix?: '' | '.md' | '.json') => Promise<string>;
}

export async function startLibrary(config: Omit<HostConfig, 'resources' | 'profiler'> = {}): Promise<RecordedLibrary> {
  const storage = new MemoryProfileStorage();
  const host = defineHost({
    log: false,
    api: { formats: ALL_FORMATS },
    ...config,
    resources: [authors(), books(), tides()],
    routes: [
      route('echo', 'POST /echo', { body: z.object({ name: z.string() }), handle: ({ body }) => body }),
      route('first', 'GET /first', { handle: ({ forward }) => forward('GET /api/books/1?fields=title') }),
      route('moved', 'GET /moved', {
        handle: () => new Response(null, { status: 302, headers: { Location: '/first' } }),
      }),
    ],
    profiler: { storage },
  });
  const origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  return {
    ...{ host, origin },
    async record(line, init = {}) {
      const [method, path] = line.split(' ') as [string, string];
      const response = await fetch(origin + path, { method, redirect: 'manual', ...init });
      await checkExchange(host, line, init, response);
      await response.arrayBuffer();
      const token = response.headers.get('x-debug-token')!;
      return until(() => storage.read(token), `the profile of ${line}`);
    },
    readPanel: async ({ summary: { token } }, panel, suffix = '.md') =>
      (await fetch(`${origin}/_profiler/${token}${suffix}?panel=${panel}`, { headers: { Accept: '*/*' } })).text(),
    [Symbol.asyncDispose]: () => host.close(),
  };
}

/** Returns a JSON body with its media type for `fetch`. */
export function json(body: unknown, type = 'application/json'): RequestInit {
  return { body: JSON.stringify(body), headers: { 'Content-Type': type } };
}

function authors() {
  const all = [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Grace' },
  ];
  return resource('authors', Author, {
    id: 'id',
    provide: { list: () => all, get: ({ id }) => all.find((element) => element.id === id) },
    page: { by: 'cursor', size: 1 },
  });
}

function books() {
  const items = Array.from({ length: 7 }, (_, index) => ({
    ...{ id: index + 1, title: `Book ${index + 1}`, price: (index + 1) * 1.5 },
    ...{ author: 1 + (index % 2), note: index === 2 ? 'x'.repeat(400) : null },
  }));
  return resource('books', Book, {
    id: 'id',
    links: { author: 'authors' },
    input: { create: Book.omit({ id: true }) },
    page: { size: 3 },
    cache: { maxAge: '90 s', public: true },
    filters: {
      title: filter.partial(),
      price: filter.range(),
      author: filter.exact(),
      order: filter.order(['title', 'price']),
    },
    store: memoryStore(items),
  });
}

function tides() {
  const all = Array.from({ length: 600 }, (_, index) => ({ id: index, metres: index / 100 }));
  return resource('tides', z.object({ id: z.int(), metres: z.number() }), {
    id: 'id',
    page: { by: 'none' },
    provide: { list: () => all },
  });
}
