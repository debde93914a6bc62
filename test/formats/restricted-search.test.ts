import { doesNotMatch, match } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, filter, memoryStore, resource } from 'oriel-host';
import { z } from 'zod';
import { ALL_FORMATS } from '../lib/formats.ts';

const Author = z.object({ id: z.int(), salary: z.int() });
const Book = z.object({ id: z.int(), author: z.int() });

for (const type of ['application/ld+json', 'application/hal+json', 'application/prs.hal-forms+json'])
  test(`the search of a list in ${type} has no parameter for a linked field that its reader cannot read`, async () => {
    const host = defineHost({
      log: { level: 'none' },
      api: { formats: ALL_FORMATS },
      resources: [
        resource('authors', Author, {
          id: 'id',
          fields: { salary: ({ headers }) => headers.get('x-boss') === 'yes' },
          store: memoryStore([{ id: 1, salary: 7 }]),
        }),
        resource('books', Book, {
          id: 'id',
          links: { author: 'authors' },
          filters: { 'author.salary': filter.exact() },
          store: memoryStore([{ id: 1, author: 1 }]),
        }),
      ],
    });
    const list = async (headers: Record<string, string>): Promise<string> => {
      const request = new Request('http://localhost/api/books', { headers: { Accept: type, ...headers } });
      return (await host.fetch(request)).text();
    };
    match(await list({ 'x-boss': 'yes' }), /author\.salary/);
    doesNotMatch(await list({}), /author\.salary/);
  });
