import type { StandardSchema } from '../../http/index.ts';
import { operationAccess } from '../access/operation-access.ts';
import { answerRules } from '../answers/answer-rules.ts';
import { patchReaders } from '../bodies/patch-readers.ts';
import type { ApiConfig } from '../definition/api-config.ts';
import type { CustomOperation, OperationName, OperationOptions } from '../definition/operation-definition.ts';
import type { AnyDefinition } from '../definition/resource.ts';
import type { Format } from '../formats/format.ts';
import { jsonReader } from '../formats/json-format.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { ResourcePlace } from '../model/resource-place.ts';
import { queryReaders } from '../querying/query-body.ts';
import { byType, createOperation, readersOf } from './create-operation.ts';

/** The operations a resource has: presence exposes. */
export function createOperations(
  resource: ResourceModel,
  formats: readonly Format[],
  config: ApiConfig,
  prefix: string,
): Operation[] {
  const { definition, places } = resource;
  const names = NAMES.filter((name) => isPresent(name, definition));
  // Items live at the first path; at the others there is the collection alone.
  const usual = places.flatMap((place, index) =>
    names
      .filter((name) => index === 0 || !USUAL[name].item)
      .map((name) => usualOperation(name, resource, place, formats, config)),
  );
  const custom = Object.entries((definition.custom ?? {}) as Record<string, CustomOperation>).map(([name, each]) =>
    customOperation(name, each, resource, formats, config),
  );
  // Its own paths come first: `/books/latest` is no book called "latest".
  const extra = [
    ...(definition.bulk && names.includes('patch') ? [bulkOperation(resource, formats, config)] : []),
    ...((definition.acceptQuery ?? config.acceptQuery) === true
      ? usual.filter(({ kind }) => kind === 'list').map(queryOperation)
      : []),
  ];
  const all = [...custom, ...usual, ...extra];
  return all.map((each) =>
    Object.freeze({ ...each, access: operationAccess(each), answers: answerRules(each, all, config, prefix) }),
  );
}

const NAMES = ['list', 'create', 'get', 'replace', 'patch', 'delete'] as const;

const USUAL = {
  list: { method: 'GET', item: false, status: 200 },
  create: { method: 'POST', item: false, status: 201 },
  get: { method: 'GET', item: true, status: 200 },
  replace: { method: 'PUT', item: true, status: 200 },
  patch: { method: 'PATCH', item: true, status: 200 },
  delete: { method: 'DELETE', item: true, status: 204 },
} as const;

function isPresent(name: OperationName, { provide, process, store, only }: AnyDefinition): boolean {
  const functions = { ...provide, ...process } as Partial<Record<OperationName, unknown>>;
  if (functions[name] !== undefined) return true;
  const stored = store as Partial<Record<OperationName, unknown>> | undefined;
  return stored?.[name] !== undefined && (only === undefined || only.includes(name));
}

function usualOperation(
  kind: OperationName,
  resource: ResourceModel,
  place: ResourcePlace,
  formats: readonly Format[],
  config: ApiConfig,
): Operation {
  const { definition } = resource;
  const { method, item, status } = USUAL[kind];
  const options: OperationOptions = definition.operations?.[kind] ?? {};
  const input =
    kind === 'create'
      ? createSchema(resource)
      : kind === 'replace' || kind === 'patch'
        ? replaceSchema(resource)
        : undefined;
  const readers = kind === 'patch' ? patchReaders(formats) : input ? readersOf(formats, options) : [];
  const path = item ? `${place.path}/{id}.{_format}` : `${place.path}.{_format}`;
  // `cities.list`, and below a country `cities.list.country`.
  const index = resource.places.indexOf(place);
  const clash = resource.places.slice(0, index).some((each) => each.variables.join() === place.variables.join());
  const below = index === 0 ? [] : [...place.variables, ...(clash ? [index] : [])];
  const name = [resource.name, kind, ...below].join('.');
  return createOperation(
    { name, kind, resource, method, path, place, item, status, options, input },
    formats,
    readers,
    config,
  );
}

// PATCH on the collection: many items, each named in the body.
function bulkOperation(resource: ResourceModel, formats: readonly Format[], config: ApiConfig): Operation {
  const place = resource.places[0]!;
  return createOperation(
    {
      ...{ name: `${resource.name}.bulk`, kind: 'bulk', resource },
      ...{ method: 'PATCH', path: `${place.path}.{_format}`, place },
      ...{ item: false, status: 200, options: resource.definition.operations?.patch ?? {} },
      input: replaceSchema(resource),
    },
    formats,
    [jsonReader],
    config,
  );
}

// RFC 10008: a list like that of GET, asked for in a body.
function queryOperation(list: Operation): Operation {
  return { ...list, name: list.name.replace('.list', '.query'), method: 'QUERY', readers: byType(queryReaders) };
}

function customOperation(
  name: string,
  custom: CustomOperation,
  resource: ResourceModel,
  formats: readonly Format[],
  config: ApiConfig,
): Operation {
  const [method = 'POST', below = ''] = custom.line.split(' ');
  const item = below.startsWith('/{id}');
  const readers = custom.input ? readersOf(formats, custom) : [];
  return createOperation(
    {
      name: `${resource.name}.${name}`,
      kind: 'custom',
      resource,
      method,
      path: `${resource.path}${below}.{_format}`,
      place: resource.places[0]!,
      item,
      status: 200,
      options: custom,
      custom,
      input: custom.input,
    },
    formats,
    readers,
    config,
  );
}

function createSchema({ definition, schema }: ResourceModel): StandardSchema {
  return definition.input?.create ?? schema;
}

function replaceSchema(resource: ResourceModel): StandardSchema {
  return resource.definition.input?.replace ?? createSchema(resource);
}
