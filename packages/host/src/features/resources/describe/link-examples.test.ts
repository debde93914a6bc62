import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineHost, resource } from '../../../index.ts';

const Author = z.object({ id: z.number().int() });
const Book = z.object({
  id: z.number().int(),
  author: z
    .number()
    .int()
    .meta({ examples: ['/api/authors/1'] }),
  readers: z.array(z.number().int()).meta({ examples: [['/api/authors/1']] }),
});

test('the examples of a link are in the OpenAPI document, so that Swagger UI sends an item that exists', async () => {
  await using host = defineHost({
    access: 'public',
    log: false,
    resources: [
      resource('books', Book, {
        id: 'id',
        links: { author: 'authors', readers: 'authors' },
        provide: { list: () => [] },
        process: { create: ({ body }) => ({ ...body, id: 1 }) },
      }),
      resource('authors', Author, { id: 'id', provide: { get: () => undefined } }),
    ],
  });
  const response = await host.fetch(new Request('http://localhost/api/docs.json'));
  const { components } = (await response.json()) as {
    components: { schemas: Record<string, { properties: Record<string, { examples?: unknown }> }> };
  };
  const { author, readers } = components.schemas['Book.create']?.properties ?? components.schemas['Book']!.properties;
  deepEqual(author?.examples, ['/api/authors/1']);
  deepEqual(readers?.examples, [['/api/authors/1']]);
});
