import { defineHost, filter, memoryStore, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';

const City = z.object({ id: z.int(), name: z.string().describe('The name in English'), people: z.int().default(0) });

/** Returns a resource with two cities and an operation of its own. */
export function cities(name = 'cities', more: object = {}) {
  return resource(name, City, {
    id: 'id',
    description: 'Cities of the world.',
    filters: { name: filter.exact(), people: filter.range(), order: filter.order(['name']) },
    custom: {
      export: { line: 'GET /export', handle: () => ({ exported: true }) },
      greet: {
        line: 'POST /{id}/greet',
        input: z.object({ words: z.string() }),
        handle: ({ item, body }: { item: object; body: { words: string } }) => ({ ...item, name: body.words }),
      },
    },
    store: memoryStore([
      { id: 1, name: 'Brest', people: 139 },
      { id: 2, name: 'Split', people: 160 },
    ]),
    ...more,
  } as never);
}

const report = route('sales.report', 'GET /reports/{year<\\d+>}', {
  query: z.object({ month: z.string().optional() }),
  handle: ({ params, query }) => ({ year: params.year, month: query.month ?? null }),
});

/** Returns a host with tools for cities and a report. */
export function createHarbour(config: HostConfig = {}) {
  return defineHost({
    title: 'Harbour',
    access: 'public',
    log: false,
    mcp: { routes: { 'sales.report': 'Returns the sales of a year' } },
    routes: [report],
    resources: [cities()],
    ...config,
  });
}
