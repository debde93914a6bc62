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

/** One thing that can be asked of a resource: a method on a path, and everything the listeners need to know of it. */
export interface Operation {
  /** The name of its route: `books.get`. */
  readonly name: string;
  /**
   * What it is one of, whatever path or method leads to it: `books.list` for QUERY and for the books of an author as well,
   * `books.patch` for PATCH of many.
   */
  readonly baseName: string;
  /** `bulk` changes many items of the collection at once. */
  readonly kind: OperationName | 'custom' | 'bulk';
  readonly resource: ResourceModel;
  readonly method: string;
  /** The path of its route, with `.{_format}`. */
  readonly path: string;
  /** Which of the paths of its resource that is, and what its variables mean. */
  readonly collectionPath: CollectionPath;
  /** Is it about one item, which the path names as `{id}`? */
  readonly hasItem: boolean;
  /** Status of success. */
  readonly status: number;
  readonly options: OperationOptions;
  readonly custom: CustomOperation | undefined;
  /** What it can be answered in; the first one when a client takes anything. */
  readonly formats: readonly Format[];
  readonly negotiator: Negotiator<Format>;
  /** What reads its body, by media type; empty when it takes none. */
  readonly readers: ReadonlyMap<string, BodyReader>;
  /** What can be asked of it, by the dialect of a format; the plain one is always there. */
  readonly queries: ReadonlyMap<QueryDialect, OperationQuery>;
  /** The schema its body must meet, and its members, when they are known. */
  readonly input: StandardSchema | undefined;
  readonly inputMembers: readonly string[] | undefined;
  /** Who may do it; undefined where nobody said anything. */
  readonly access: OperationAccess | undefined;
  /** What stands on every answer. */
  readonly responseOptions: ResponseOptions;
}

/** Does what a route carries belong to an operation? The listeners of resources apply to such routes alone. */
export function operationOf(routeData: unknown): Operation | undefined {
  return (routeData as { readonly operation?: Operation }).operation;
}
