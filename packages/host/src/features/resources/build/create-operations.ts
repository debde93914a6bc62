import { operationAccess } from './operation-access.ts';
import { responseOptions } from './response-options.ts';
import type { ApiConfig } from '../model/api-config.ts';
import type { CustomOperation } from '../declare/operation-definition.ts';
import type { Format } from '../model/format.ts';
import { jsonReader } from '../represent/json-format.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { queryReaders } from '../request/query/query-body.ts';
import { readersByType, createOperation, readersOf } from './create-operation.ts';
import { replaceSchema, standardOperations } from './standard-operations.ts';

/** Creates the operations of a resource: standard ones that its functions or its store support, custom, bulk and QUERY ones. */
export function createOperations(
  resource: ResourceModel,
  formats: readonly Format[],
  config: ApiConfig,
  prefix: string,
): Operation[] {
  const { definition } = resource;
  const standard = standardOperations(resource, formats, config);
  const custom = Object.entries((definition.custom ?? {}) as Record<string, CustomOperation>).map(([name, each]) =>
    customOperation(name, each, resource, formats, config),
  );
  // Custom paths come first, so that `/books/latest` does not match `/books/{id}`.
  const extra = [
    ...(definition.bulk && standard.some(({ kind }) => kind === 'patch')
      ? [bulkOperation(resource, formats, config)]
      : []),
    ...((definition.acceptQuery ?? config.acceptQuery) === true
      ? standard.filter(({ kind }) => kind === 'list').map(queryOperation)
      : []),
  ];
  const all = [...custom, ...standard, ...extra];
  return all.map((each) =>
    Object.freeze({
      ...each,
      access: operationAccess(each),
      responseOptions: responseOptions(each, all, config, prefix),
    }),
  );
}

// PATCH on the collection changes many items, each identified in the body.
function bulkOperation(resource: ResourceModel, formats: readonly Format[], config: ApiConfig): Operation {
  const place = resource.collectionPaths[0]!;
  return createOperation(
    {
      name: `${resource.name}.bulk`,
      kind: 'bulk',
      resource,
      method: 'PATCH',
      path: `${place.path}.{_format}`,
      collectionPath: place,
      hasItem: false,
      status: 200,
      options: resource.definition.operations?.patch ?? {},
      input: replaceSchema(resource),
    },
    formats,
    [jsonReader],
    config,
  );
}

// RFC 10008: the list of GET, with the query in the request body.
function queryOperation(list: Operation): Operation {
  return { ...list, name: list.name.replace('.list', '.query'), method: 'QUERY', readers: readersByType(queryReaders) };
}

function customOperation(
  name: string,
  custom: CustomOperation,
  resource: ResourceModel,
  formats: readonly Format[],
  config: ApiConfig,
): Operation {
  const [method = 'POST', subpath = ''] = custom.line.split(' ');
  const item = subpath.startsWith('/{id}');
  const readers = custom.input ? readersOf(formats, custom) : [];
  return createOperation(
    {
      name: `${resource.name}.${name}`,
      kind: 'custom',
      resource,
      method,
      path: `${resource.path}${subpath}.{_format}`,
      collectionPath: resource.collectionPaths[0]!,
      hasItem: item,
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
