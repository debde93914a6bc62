import { collectionPaths } from '../json-format.ts';
import { jsonApiDialect } from '../../model/query-dialect.ts';
import type { Format } from '../../model/format.ts';
import { fetchIncluded } from '../include/fetch-included.ts';
import { parseInclude } from '../include/parse-include.ts';
import type { IncludeSyntax } from '../include/parse-include.ts';
import { jsonapiProblem } from './jsonapi-problem.ts';
import { jsonapiDescription } from './jsonapi-schema.ts';
import { jsonapiReader } from './jsonapi-reader.ts';
import { jsonapiShapeOf } from './jsonapi-shape.ts';
import { jsonapiWriterOf } from './jsonapi-writer.ts';

// JSON:API 1.1 §8.3. Fields are selected by type in other parameters.
const SYNTAX: IncludeSyntax = {
  splitPaths: (text) =>
    text
      .split(',')
      .filter(Boolean)
      .map((path) => path.split('.').map((name) => ({ name, fields: undefined }))),
  findField: (resource, name) => jsonapiShapeOf(resource).field.get(name),
};

/** JSON:API 1.1: resource objects, compound documents and error objects. */
export const jsonapiFormat: Format = Object.freeze({
  name: 'jsonapi',
  types: ['application/vnd.api+json'],
  // Unknown profiles are ignored (§5.4).
  ignores: ['profile'],
  contentType: 'application/vnd.api+json',
  onQuery(query, call) {
    const { include } = query.formatParameters;
    if (include) call.inclusion = parseInclude(include, call, SYNTAX);
    return query;
  },
  prepare: (items, call) => fetchIncluded(items, call, true),
  writeItem: (item, call) => jsonapiWriterOf(call.operation.resource).item(item, call),
  writeList: (list, call) => jsonapiWriterOf(call.operation.resource).list(list, call),
  writeData: (data) => JSON.stringify({ jsonapi: { version: '1.1' }, meta: { result: data } }),
  reader: jsonapiReader,
  dialect: jsonApiDialect,
  problem: jsonapiProblem,
  describe: jsonapiDescription,
  entrypoint: (registry) =>
    JSON.stringify({
      jsonapi: { version: '1.1' },
      links: { self: registry.prefix || '/', ...Object.fromEntries(collectionPaths(registry)) },
    }),
} satisfies Format);
