import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { moveCommonParameters } from './compact-document.ts';

const id = { name: 'id', in: 'path' };
const fields = { name: 'fields', in: 'query' };
const page = { name: 'page', in: 'query' };

test('parameters of all operations of a path become parameters of the path, after its own', () => {
  const paths = {
    '/books/{id}': { parameters: [id], get: { parameters: [fields, page] }, put: { parameters: [{ ...fields }] } },
  };
  moveCommonParameters(paths);
  deepEqual(paths, {
    '/books/{id}': { parameters: [id, fields], get: { parameters: [page] }, put: { parameters: [] } },
  });
});

test('parameters remain if an operation does not have them, or the path has one operation', () => {
  const paths = () => ({
    '/books': { get: { parameters: [fields] }, post: {} },
    '/books/{id}': { parameters: [id], get: { parameters: [fields] } },
  });
  const changed = paths();
  moveCommonParameters(changed);
  deepEqual(changed, paths());
});
