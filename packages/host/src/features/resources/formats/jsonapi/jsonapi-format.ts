import { collectionPaths } from '../json-format.ts';
import type { OperationRun } from '../../running/operation-run.ts';
import { jsonApiDialect } from '../../querying/query-dialect.ts';
import type { Format } from '../format.ts';
import { fetchIncluded, parseInclude } from './included.ts';
import type { Inclusion } from './included.ts';
import { jsonapiProblem } from './jsonapi-problem.ts';
import { jsonapiDescription } from './jsonapi-schema.ts';
import { jsonapiReader } from './jsonapi-reader.ts';
import { jsonapiWriterOf } from './jsonapi-writer.ts';

const inclusions = new WeakMap<OperationRun, Inclusion>();

/** JSON:API 1.1: resource objects, compound documents and error objects. */
export const jsonapiFormat: Format = Object.freeze({
  name: 'jsonapi',
  types: ['application/vnd.api+json'],
  // Unknown profiles are ignored (§5.4).
  ignores: ['profile'],
  contentType: 'application/vnd.api+json',
  onQuery(run) {
    const include = run.request.query?.formatParameters['include'];
    if (include) inclusions.set(run, parseInclude(include, run));
  },
  prepare(items, run) {
    const inclusion = inclusions.get(run);
    return inclusion && fetchIncluded(inclusion, items, run);
  },
  writeItem: (item, run) => jsonapiWriterOf(run.operation.resource).item(item, run),
  writeList: (list, run) => jsonapiWriterOf(run.operation.resource).list(list, run),
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
