import type { Negotiator } from '../../../core/http/negotiation.ts';
import type { StandardSchema } from '../../../core/http/standard-schema.ts';
import type { ResponseOptions } from '../responses/response-options.ts';
import type { BodyReader } from '../bodies/body-reader.ts';
import type { Format } from '../formats/format.ts';
import type { OperationAccess } from '../access/operation-access.ts';
import type { OperationQuery } from '../querying/operation-query.ts';
import type { QueryDialect } from '../querying/query-dialect.ts';
import type { CustomOperation, OperationName, OperationOptions } from '../definition/operation-definition.ts';
import type { ResourceModel } from './resource-model.ts';
import type { CollectionPath } from './collection-path.ts';

/** An operation of a resource: a method on a path, with everything that the listeners need. */
export interface Operation {
  /** The name of its route: `books.get`. */
  readonly name: string;
  /**
   * The name of the operation independent of path and method: `books.list` also for QUERY and for the books of an author,
   * `books.patch` also for PATCH on the collection.
   */
  readonly baseName: string;
  /** `bulk` is PATCH on the collection, for several items. */
  readonly kind: OperationName | 'custom' | 'bulk';
  readonly resource: ResourceModel;
  readonly method: string;
  /** The path of its route with `.{_format}`. */
  readonly path: string;
  /** The path of the collection that it belongs to. */
  readonly collectionPath: CollectionPath;
  /** Whether its path identifies an item with `{id}`. */
  readonly hasItem: boolean;
  /** The status of successful responses. */
  readonly status: number;
  readonly options: OperationOptions;
  readonly custom: CustomOperation | undefined;
  /** The formats of responses; the first one for clients that accept any. */
  readonly formats: readonly Format[];
  readonly negotiator: Negotiator<Format>;
  /** The readers of bodies by media type; empty if it has no body. */
  readonly readers: ReadonlyMap<string, BodyReader>;
  /** The query parameters by dialect. The plain dialect always exists. */
  readonly queries: ReadonlyMap<QueryDialect, OperationQuery>;
  /** The schema of bodies and the names of its members, if known. */
  readonly input: StandardSchema | undefined;
  readonly inputMembers: readonly string[] | undefined;
  /** The access rules; undefined if the resource has none for it. */
  readonly access: OperationAccess | undefined;
  /** What stands on every answer. */
  readonly responseOptions: ResponseOptions;
}

/** Returns the operation of a route; undefined for other routes, to which the listeners of resources do not apply. */
export function operationOf(routeData: unknown): Operation | undefined {
  return (routeData as { readonly operation?: Operation }).operation;
}
