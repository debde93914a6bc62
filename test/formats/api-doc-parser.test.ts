import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseHydraDocumentation } from '@api-platform/api-doc-parser';
import { checkGlobalFetch } from '../lib/checked-host.ts';
import { createLibrary } from '../lib/library.ts';

/** The parser of the admin and client generators of API Platform reads the documentation of a host. */

const { host } = createLibrary();
const { url } = await host.listen({ port: 0 });
after(() => host.close());
checkGlobalFetch(host);

const { api } = await parseHydraDocumentation(`${url.replace(/\/$/, '')}/api`, {
  headers: new Headers({ Accept: 'application/ld+json' }),
});

test('@api-platform/api-doc-parser finds every resource with its fields', () => {
  equal(api.title, 'Library');
  deepEqual(
    api.resources?.map(({ name, title }) => [name, title]),
    [
      ['authors', 'Author'],
      ['books', 'Book'],
    ],
  );
  deepEqual(
    api.resources?.[1]?.fields?.map(({ name, type, required, reference }) => [
      name,
      type,
      required,
      typeof reference === 'object' ? reference?.name : reference,
    ]),
    [
      ['id', 'integer', false, undefined],
      ['title', 'string', true, undefined],
      ['isbn', 'string', false, undefined],
      ['price', 'decimal', true, undefined],
      ['available', 'boolean', true, undefined],
      ['publishedAt', 'dateTime', false, undefined],
      ['tags', 'string', true, undefined],
      ['notes', 'string', true, undefined],
      ['author', 'string', false, 'authors'],
    ],
  );
});

test('@api-platform/api-doc-parser reports readable and writable fields', () => {
  const { readableFields, writableFields } = api.resources![1]!;
  equal(
    readableFields?.some(({ name }) => name === 'id'),
    true,
  );
  equal(
    writableFields?.some(({ name }) => name === 'id'),
    false,
  );
});

test('@api-platform/api-doc-parser finds the operations and their parameters', async () => {
  const book = api.resources![1]!;
  deepEqual(book.operations?.map(({ type, method }) => `${type} ${method}`).sort(), [
    'create POST',
    'delete DELETE',
    'edit PATCH',
    'edit PUT',
    'list GET',
    'show GET',
  ]);
  const parameters = await book.getParameters!();
  deepEqual(
    parameters.map(({ variable }) => variable).filter((name) => name.startsWith('price')),
    ['price[between]', 'price[gt]', 'price[gte]', 'price[lt]', 'price[lte]'],
  );
});
