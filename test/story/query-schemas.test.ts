import { deepEqual, equal } from 'node:assert/strict';
import { resource } from 'oriel-host';
import type { StandardSchema } from 'oriel-host';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';

const unique = (list: readonly string[]) => new Set(list).size === list.length;

const Strict = z.object({
  q: z.string().min(3).max(6),
  n: z.number().int().min(5).lt(10).multipleOf(2).optional(),
  e: z.enum(['x', 'y']).optional(),
  p: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  l: z.array(z.string()).min(2).max(3).refine(unique, 'must not contain duplicates').optional(),
  deep: z.boolean().default(false),
});

const host = {
  log: { level: 'none' as const },
  resources: [
    resource('strict-notes', z.object({ id: z.int(), received: z.string() }), {
      id: 'id',
      page: { by: 'none' },
      operations: {
        list: { query: Strict },
        get: {
          query: z.object({ at: z.iso.date().optional() }).refine(async () => Promise.resolve(true)),
        },
      },
      provide: {
        list: ({ query }) => [{ id: 1, received: JSON.stringify(query) }],
        get: ({ id, query }) => ({ id, received: JSON.stringify(query) }),
      },
    }),
  ],
};

testTransports('an operation has query parameters with a schema', host, async (send) => {
  const received = async (path: string) => {
    const body = (await (await send(`GET /api/strict-notes${path}`)).json()) as
      { received: string }[] | { received: string };
    return JSON.parse((Array.isArray(body) ? body[0]! : body).received) as unknown;
  };
  deepEqual(await received('?q=abc'), { q: 'abc', deep: false });
  deepEqual(await received('?q=123&n=6&e=x&p=ok&l[]=a&l[]=b&deep=1&fields=received'), {
    ...{ q: '123', n: 6, e: 'x', p: 'ok', l: ['a', 'b'], deep: true },
  });
  deepEqual(await received('?q=abc&l=a&l=b'), { q: 'abc', l: ['a', 'b'], deep: false });
  deepEqual(await received('/1?at=2026-01-31'), { at: '2026-01-31' });
  deepEqual(await received('/1'), {});
});

testTransports('violations of the query schema are reported with all other violations', host, async (send) => {
  const getViolations = async (path: string) => {
    const response = await send(`GET /api/strict-notes${path}`);
    equal(response.status, 400, path);
    const { errors } = (await response.json()) as { errors: { parameter: string; detail: string }[] };
    return errors.map(({ parameter, detail }) => `${parameter} ${detail}`);
  };
  deepEqual(await getViolations(''), ['q is required']);
  deepEqual(await getViolations('?q=ab'), ['q too small: expected string to have >=3 characters']);
  deepEqual(await getViolations('?q=abcdefgh&n=11&e=z&p=ABC&l[]=a&colour=1'), [
    'colour unknown parameter; known parameters: q, n, e, p, l, deep, fields, properties[]',
    'q too big: expected string to have <=6 characters',
    'n too big: expected number to be <10',
    'n invalid number: must be a multiple of 2',
    'e invalid option: expected one of "x"|"y"',
    'p invalid string: must match pattern /^[a-z]+$/',
    'l[] too small: expected array to have >=2 items',
  ]);
  deepEqual(await getViolations('?q=abc&n=x'), ['n invalid input: expected number, received string']);
  deepEqual(await getViolations('?q=abc&q=abd'), ['q was sent 2 times; send it once', 'q is required']);
  deepEqual(await getViolations('?q=abc&l[]=a&l[]=a'), ['l[] must not contain duplicates']);
  deepEqual(await getViolations('/1?at=soon'), ['at invalid ISO date']);
});

let calls = 0;
const Counting = z.object({ l: z.array(z.string()).default([]), n: z.int().optional() }).transform((received) => {
  calls++;
  return { ...received, calls };
});
// A Standard Schema that is not from zod, and that modifies its input.
const modifying: StandardSchema<unknown, { readonly value: string }> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    jsonSchema: {
      input: () => ({ type: 'object', properties: { l: { type: 'array', items: { type: 'string' } } } }),
      output: () => ({}),
    },
    validate: (value) => {
      const sent = value as { l?: string[] };
      const text = JSON.stringify(sent);
      sent.l?.push('more');
      delete sent.l;
      return { value: { value: text } };
    },
  },
};

testTransports(
  'a repeated query is parsed again, without values of earlier requests',
  () => ({
    log: { level: 'none' as const },
    resources: [
      resource('notes', z.object({ id: z.int(), received: z.string() }), {
        id: 'id',
        operations: { list: { query: Counting }, get: { query: modifying } },
        provide: {
          list: ({ query }) => [{ id: 1, received: JSON.stringify(query) }],
          get: ({ id, query }) => ({ id, received: JSON.stringify(query) }),
        },
      }),
    ],
  }),
  async (send) => {
    const received = async (path: string) => {
      const body = (await (await send(`GET /api/notes${path}`)).json()) as
        { received: string }[] | { received: string };
      return JSON.parse((Array.isArray(body) ? body[0]! : body).received) as Record<string, unknown>;
    };
    const before = calls;
    for (let time = 1; time <= 3; time++)
      deepEqual(
        await received('?l[]=a&n=1&page=1'),
        { l: ['a'], n: 1, calls: before + time },
        'the schema parses each query',
      );
    const expected = { value: '{"l":["a","b"]}' };
    for (let time = 1; time <= 3; time++)
      deepEqual(await received('/1?l=a&l=b'), expected, 'a modified input is not reused');
  },
);
