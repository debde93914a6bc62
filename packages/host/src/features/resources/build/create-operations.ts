import { Negotiator } from 'oriel-core/http';
import type { StandardSchema } from 'oriel-core/http';
import { memberNames } from '../../../http/parse-schema.ts';
import type { CustomOperation } from '../declare/custom-operation.ts';
import type { OperationName } from '../declare/operation-definition.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { BodyReader, Format } from '../model/format.ts';
import { canEmbed } from '../model/inclusion.ts';
import type { Operation } from '../model/operation.ts';
import { embeddingDialect, plainDialect } from '../model/query-dialect.ts';
import type { QueryDialect } from '../model/query-dialect.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { jsonReader } from '../represent/json-format.ts';
import { multipartReader } from '../represent/multipart-reader.ts';
import { patchReaders } from '../request/body/merge-patch.ts';
import { queryReaders } from '../request/query/query-body.ts';
import { QueryParser } from '../request/query/query-parser.ts';
import { operationAccess } from './operation-access.ts';
import { operationHooks } from './operation-hooks.ts';
import { resolveTransaction } from './transaction-options.ts';
import { responseOptions } from './response-options.ts';

/** Creates the operations of a resource: standard ones that its functions or its store support, custom, bulk and QUERY ones. */
export function createOperations(resource: ResourceModel, formats: readonly Format[], config: ApiConfig): Operation[] {
  const { bulk, custom = {}, acceptQuery } = resource.definition;
  const create = (declared: DeclaredOperation): Operation => createOperation(declared, resource, formats, config);
  const standard = standardOperations(resource).map(create);
  // Custom paths come first, so that `/books/latest` does not match `/books/{id}`.
  const all = [
    ...Object.entries(custom).map(([name, member]) => create(customOperation(name, member))),
    ...standard,
    ...(bulk && standard.some(({ kind }) => kind === 'patch') ? [create(bulkOperation(resource))] : []),
    ...(acceptQuery === true ? standard.filter(({ kind }) => kind === 'list').map(queryOperation) : []),
  ];
  return all.map((operation) =>
    Object.freeze({
      ...operation,
      access: operationAccess(operation),
      responseOptions: responseOptions(operation, all, config),
    }),
  );
}

/** What differs between the operations of a resource. */
interface DeclaredOperation extends Pick<Operation, 'kind' | 'method' | 'status' | 'options'> {
  /** The name without that of the resource. */
  readonly name: string;
  /** The path of the collection. Default: the first one. */
  readonly collectionPath?: Operation['collectionPath'];
  /** The path below that of the collection: `/{id}` for an item. */
  readonly subpath: string;
  readonly custom?: CustomOperation;
}

// Its access rules and response options are added when all operations of the resource exist.
function createOperation(
  { subpath, ...declared }: DeclaredOperation,
  resource: ResourceModel,
  formats: readonly Format[],
  config: ApiConfig,
): Operation {
  const { kind, options, custom, collectionPath = resource.collectionPaths[0]! } = declared;
  const name = `${resource.name}.${declared.name}`;
  const input = selectInput(declared, resource);
  return {
    ...declared,
    name,
    resource,
    baseName: kind === 'custom' ? name : `${resource.name}.${kind === 'bulk' ? 'patch' : kind}`,
    collectionPath,
    path: `${collectionPath.path}${subpath}.{_format}`,
    hasItem: subpath.startsWith('/{id}'),
    access: undefined,
    responseOptions: undefined as unknown as Operation['responseOptions'],
    custom,
    hooks: operationHooks({ ...declared, name, resource }),
    transaction: resolveTransaction(options, resource, config),
    status: options.status ?? declared.status,
    formats,
    negotiator: new Negotiator(formats),
    readers: indexReaders(input === undefined ? [] : selectReaders(declared, formats)),
    queries: createQueries(declared, resource, formats),
    input,
    inputMembers: input && memberNames(input),
    output: custom?.output || undefined,
  };
}

// PUT, PATCH and each item of PATCH on the collection are validated against the schema of a whole item.
function selectInput(
  { kind, custom }: Pick<DeclaredOperation, 'kind' | 'custom'>,
  { definition, schema }: ResourceModel,
): StandardSchema | undefined {
  if (kind === 'list' || kind === 'get' || kind === 'delete') return undefined;
  if (kind === 'custom') return custom!.input;
  const created: StandardSchema = definition.input?.create ?? schema;
  return kind === 'create' ? created : (definition.input?.replace ?? created);
}

// The body readers of an operation: those of its formats, and multipart forms when it accepts uploads.
function selectReaders(
  { kind, options }: Pick<DeclaredOperation, 'kind' | 'options'>,
  formats: readonly Format[],
): BodyReader[] {
  if (kind === 'bulk') return [jsonReader];
  if (kind === 'patch') return patchReaders(formats);
  const readers = formats.flatMap(({ reader }) => reader ?? []);
  return options.uploads === true ? [...readers, multipartReader()] : readers;
}

function indexReaders(readers: readonly BodyReader[]): Operation['readers'] {
  return new Map(readers.flatMap((reader) => reader.types.map((type) => [type, reader] as const)));
}

function createQueries(
  { kind, options: { view, query: schema } }: Pick<DeclaredOperation, 'kind' | 'options'>,
  resource: ResourceModel,
  formats: readonly Format[],
): Operation['queries'] {
  const subject = { kind, resource, view, schema };
  const plain = new QueryParser(subject, plainDialect);
  const queries = new Map<QueryDialect, QueryParser>([[plainDialect, plain]]);
  for (const { dialect } of formats) {
    if (dialect === undefined || queries.has(dialect)) continue;
    const isPlain = dialect === embeddingDialect && !canEmbed(kind, resource);
    queries.set(dialect, isPlain ? plain : new QueryParser(subject, dialect));
  }
  return queries;
}

const STANDARD = {
  list: { method: 'GET', subpath: '', status: 200 },
  create: { method: 'POST', subpath: '', status: 201 },
  get: { method: 'GET', subpath: '/{id}', status: 200 },
  replace: { method: 'PUT', subpath: '/{id}', status: 200 },
  patch: { method: 'PATCH', subpath: '/{id}', status: 200 },
  delete: { method: 'DELETE', subpath: '/{id}', status: 204 },
} as const;

// The standard operations at each path. Items are at the first path only; the other paths have the collection.
function standardOperations(resource: ResourceModel): DeclaredOperation[] {
  const { definition, collectionPaths } = resource;
  const names = (Object.keys(STANDARD) as OperationName[]).filter((name) => isPresent(name, resource));
  return collectionPaths.flatMap((collectionPath, index) => {
    // `cities.list`, and `cities.list.country` for the cities of a country.
    const { variables } = collectionPath;
    const isTaken = collectionPaths.slice(0, index).some((other) => other.variables.join() === variables.join());
    const suffix = index === 0 ? [] : [...variables, ...(isTaken ? [index] : [])];
    return names
      .filter((name) => index === 0 || STANDARD[name].subpath === '')
      .map((kind): DeclaredOperation => {
        const options = definition.operations?.[kind] ?? {};
        return { ...STANDARD[kind], name: [kind, ...suffix].join('.'), kind, collectionPath, options };
      });
  });
}

function isPresent(name: OperationName, { functions, store, definition: { only } }: ResourceModel): boolean {
  return functions.has(name) || (store?.[name] !== undefined && only?.includes(name) !== false);
}

// PATCH on the collection changes many items, each identified in the body.
function bulkOperation({ definition }: ResourceModel): DeclaredOperation {
  const options = definition.operations?.patch ?? {};
  return { ...STANDARD.patch, name: 'bulk', kind: 'bulk', subpath: '', options };
}

// RFC 10008: the list of GET, with the query in the request body.
function queryOperation(list: Operation): Operation {
  return { ...list, name: list.name.replace('.list', '.query'), method: 'QUERY', readers: indexReaders(queryReaders) };
}

function customOperation(name: string, custom: CustomOperation): DeclaredOperation {
  const [method = 'POST', subpath = ''] = custom.line.split(' ');
  return { name, kind: 'custom', method, subpath, status: 200, options: custom, custom };
}
