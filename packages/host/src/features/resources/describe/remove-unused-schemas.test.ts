import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { removeUnusedSchemas } from './compact-document.ts';

test('schemas without a reference are removed, and those that a used schema needs remain', () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    ...{ Problem: {}, ValidationProblem: { allOf: [to('Problem')] } },
    Book: { properties: { author: to('Author') } },
    Author: { properties: { books: { items: to('Book') }, place: to('Place') } },
    Place: {},
    Shelf: { properties: { next: to('Shelf'), books: { items: to('Book') } } },
  };
  removeUnusedSchemas({ '/books': { get: { schema: to('Book') } } }, { schemas, responses: {}, headers: {} });
  deepEqual(Object.keys(schemas), ['Problem', 'ValidationProblem', 'Book', 'Author', 'Place']);
});
