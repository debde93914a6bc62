import type { StandardSchema } from 'oriel-core/http';
import { patchReaders } from '../request/body/patch-readers.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { OperationName, OperationOptions } from '../declare/operation-definition.ts';
import type { AnyDefinition } from '../declare/resource.ts';
import type { Format } from '../model/format.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel, FieldModel } from '../model/resource-model.ts';
import type { CollectionPath } from '../model/collection-path.ts';
import { createOperation, readersOf } from './create-operation.ts';

/**
 * Creates the standard operations of a resource at each of its paths. An operation exists when the resource has a function
 * for it or its store supports it.
 */
export function standardOperations(
  resource: ResourceModel,
  formats: readonly Format[],
  config: ApiConfig,
): Operation[] {
  const names = NAMES.filter((name) => isPresent(name, resource.definition));
  // Items are at the first path only; the other paths have the collection.
  return resource.collectionPaths.flatMap((place, index) =>
    names
      .filter((name) => index === 0 || !STANDARD[name].item)
      .map((name) => standardOperation(name, resource, place, formats, config)),
  );
}

const NAMES = ['list', 'create', 'get', 'replace', 'patch', 'delete'] as const;

const STANDARD = {
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

function standardOperation(
  kind: OperationName,
  resource: ResourceModel,
  place: CollectionPath<FieldModel>,
  formats: readonly Format[],
  config: ApiConfig,
): Operation {
  const { definition } = resource;
  const { method, item, status } = STANDARD[kind];
  const options: OperationOptions = definition.operations?.[kind] ?? {};
  const input =
    kind === 'create'
      ? createSchema(resource)
      : kind === 'replace' || kind === 'patch'
        ? replaceSchema(resource)
        : undefined;
  const readers = kind === 'patch' ? patchReaders(formats) : input ? readersOf(formats, options) : [];
  const path = item ? `${place.path}/{id}.{_format}` : `${place.path}.{_format}`;
  // `cities.list`, and `cities.list.country` for the cities of a country.
  const index = resource.collectionPaths.indexOf(place);
  const clash = resource.collectionPaths
    .slice(0, index)
    .some((each) => each.variables.join() === place.variables.join());
  const below = index === 0 ? [] : [...place.variables, ...(clash ? [index] : [])];
  const name = [resource.name, kind, ...below].join('.');
  return createOperation(
    { name, kind, resource, method, path, collectionPath: place, hasItem: item, status, options, input },
    formats,
    readers,
    config,
  );
}

function createSchema({ definition, schema }: ResourceModel): StandardSchema {
  return definition.input?.create ?? schema;
}

/** Returns the schema that a whole item is validated against. */
export function replaceSchema(resource: ResourceModel): StandardSchema {
  return resource.definition.input?.replace ?? createSchema(resource);
}
