import { operationAccess } from '../access/operation-access.ts';
import { answerRules } from '../answers/answer-rules.ts';
import type { ApiConfig } from '../definition/api-config.ts';
import type { CustomOperation } from '../definition/operation-definition.ts';
import type { Format } from '../formats/format.ts';
import { jsonReader } from '../formats/json-format.ts';
import type { Operation } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { queryReaders } from '../querying/query-body.ts';
import { readersByType, createOperation, readersOf } from './create-operation.ts';
import { replaceSchema, standardOperations } from './standard-operations.ts';

/** The operations a resource has: presence exposes. */
export function createOperations(
  resource: ResourceModel,
  formats: readonly Format[],
  config: ApiConfig,
  prefix: string,
): Operation[] {
  const { definition } = resource;
  const usual = standardOperations(resource, formats, config);
  const custom = Object.entries((definition.custom ?? {}) as Record<string, CustomOperation>).map(([name, each]) =>
    customOperation(name, each, resource, formats, config),
  );
  // Its own paths come first: `/books/latest` is no book called "latest".
  const extra = [
    ...(definition.bulk && usual.some(({ kind }) => kind === 'patch')
      ? [bulkOperation(resource, formats, config)]
      : []),
    ...((definition.acceptQuery ?? config.acceptQuery) === true
      ? usual.filter(({ kind }) => kind === 'list').map(queryOperation)
      : []),
  ];
  const all = [...custom, ...usual, ...extra];
  return all.map((each) =>
    Object.freeze({ ...each, access: operationAccess(each), answers: answerRules(each, all, config, prefix) }),
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
  return { ...list, name: list.name.replace('.list', '.query'), method: 'QUERY', readers: readersByType(queryReaders) };
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
