import { collectionPaths } from '../json-format.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { jsonApiDialect } from '../../model/query-dialect.ts';
import type { Format } from '../../model/format.ts';
import { fetchIncluded, parseInclude } from './included.ts';
import type { Inclusion } from './included.ts';
import { jsonapiProblem } from './jsonapi-problem.ts';
import { jsonapiDescription } from './jsonapi-schema.ts';
import { jsonapiReader } from './jsonapi-reader.ts';
import { jsonapiWriterOf } from './jsonapi-writer.ts';

const inclusions = new WeakMap<OperationCall, Inclusion>();

/** JSON:API 1.1: resource objects, compound documents and error objects. */
export const jsonapiFormat: Format = Object.freeze({
  name: 'jsonapi',
  types: ['application/vnd.api+json'],
  // Unknown profiles are ignored (§5.4).
  ignores: ['profile'],
  contentType: 'application/vnd.api+json',
  onQuery(query, call) {
    const { include } = query.formatParameters;
    if (include) inclusions.set(call, parseInclude(include, call));
    return query;
  },
  prepare(items, call) {
    const inclusion = inclusions.get(call);
    return inclusion && fetchIncluded(inclusion, items, call);
  },
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
