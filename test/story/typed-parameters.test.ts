import { deepEqual, equal } from 'node:assert/strict';
import { resource, route } from 'oriel-host';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';

const Size = z.int().min(1);
const Parameters = z.object({
  page: z.int().default(1),
  price: z.number().optional(),
  size: Size.optional(),
  active: z.boolean().optional(),
  level: z.literal([1, 2, 3]).optional(),
  text: z.union([z.string(), z.number()]).optional(),
  tags: z.array(z.string()).optional(),
  sizes: z.array(z.number()).nullable().optional(),
  flags: z.array(z.boolean()).optional(),
  pair: z.tuple([z.number(), z.boolean()]).optional(),
  since: z.coerce.date().optional(),
  coerced: z.coerce.number().optional(),
  switched: z.stringbool().optional(),
});

const handle = ({ query }: { query: unknown }) => ({ received: JSON.stringify(query) });
const config = {
  routes: [
    route('search', 'GET /search', { query: Parameters, handle }),
    route('both', 'GET /both', {
      query: z.intersection(z.object({ a: z.int() }), z.object({ b: z.boolean() })),
      handle,
    }),
    route('record', 'GET /record', { query: z.record(z.string(), z.number()), handle }),
    route('awaited', 'GET /awaited', { query: z.object({ n: z.int() }).refine(async () => true), handle }),
    route('path', 'GET /path/{id}/{active}/{page?1}', {
      params: z.object({ id: z.int(), active: z.boolean(), page: z.int() }),
      handle: ({ params }) => ({ received: JSON.stringify(params) }),
    }),
    route('form', 'POST /form', {
      body: z.object({ count: z.int(), active: z.boolean().default(false), tags: z.array(z.int()).default([]) }),
      handle: ({ body }) => ({ received: JSON.stringify(body) }),
    }),
  ],
  resources: [
    resource('things', z.object({ id: z.int() }), {
      id: 'id',
      provide: { get: () => ({ id: 1 }) },
      custom: {
        search: {
          line: 'GET /search',
          query: Parameters,
          output: z.object({ received: z.string() }),
          handle,
        },
      },
    }),
  ],
};

testTransports('routes and operations convert query parameters alike', config, async (send) => {
  const cases: [query: string, expected: Record<string, unknown>][] = [
    ['', {}],
    ['page=3&price=1.5e2&size=7', { page: 3, price: 150, size: 7 }],
    ['active=true', { active: true }],
    ['active=0', { active: false }],
    ['level=2', { level: 2 }],
    ['text=12', { text: '12' }],
    ['tags=1', { tags: ['1'] }],
    ['tags=a&tags=b', { tags: ['a', 'b'] }],
    ['tags[]=a&tags[]=b', { tags: ['a', 'b'] }],
    ['sizes=1&sizes=2', { sizes: [1, 2] }],
    ['sizes[]=1', { sizes: [1] }],
    ['flags=true&flags=0', { flags: [true, false] }],
    ['pair=1&pair=true', { pair: [1, true] }],
    ['since=2026-01-31&coerced=4&switched=yes', { since: '2026-01-31T00:00:00.000Z', coerced: 4, switched: true }],
  ];
  for (const prefix of ['/search', '/api/things/search'])
    for (const [query, expected] of cases) {
      const response = await send(`GET ${prefix}?${query}`);
      equal(response.status, 200, `${prefix}?${query} ${await response.clone().text()}`);
      const { received } = (await response.json()) as { received: string };
      deepEqual(JSON.parse(received), { page: 1, ...expected }, `${prefix}?${query}`);
    }
  for (const prefix of ['/search', '/api/things/search'])
    for (const query of [
      'page=x',
      'page=',
      'page=1.5',
      'price=Infinity',
      'price=0x10',
      'active=yes',
      'level=4',
      'sizes=1&sizes=x',
    ])
      equal((await send(`GET ${prefix}?${query}`)).status, 400, `${prefix}?${query}`);
});

testTransports('other schemas, the path and forms of routes are converted, too', config, async (send) => {
  const received = async (line: string, sent = {}) => {
    const response = await send(line, sent);
    equal(response.status, 200, line);
    return JSON.parse(((await response.json()) as { received: string }).received) as unknown;
  };
  deepEqual(await received('GET /both?a=1&b=false'), { a: 1, b: false });
  deepEqual(await received('GET /record?x=1&y=-2.5'), { x: 1, y: -2.5 });
  deepEqual(await received('GET /awaited?n=4'), { n: 4 });
  deepEqual(await received('GET /path/7/true'), { id: 7, active: true, page: 1 });
  deepEqual(await received('GET /path/7/0/3'), { id: 7, active: false, page: 3 });
  equal((await send('GET /path/x/true')).status, 404);
  const form = (body: string) => ({ headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body });
  deepEqual(await received('POST /form', form('count=2&active=1&tags=5')), { count: 2, active: true, tags: [5] });
  equal((await send('POST /form', form('count=two'))).status, 422);
});
