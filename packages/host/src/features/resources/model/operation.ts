import type { Negotiator, StandardSchema, MaybePromise } from 'oriel-core/http';
import type { BodyReader, Format } from './format.ts';
import type { OperationParameter } from './filter-parameter.ts';
import type { TransactionOptions } from '../declare/transaction-options.ts';
import type { ListQuery } from '../declare/list-request.ts';
import type { AnyFunction } from '../declare/resource-functions.ts';
import type { OperationCall } from './operation-call.ts';
import type { QueryDialect } from './query-dialect.ts';
import type { CustomOperation } from '../declare/custom-operation.ts';
import type { OperationName, OperationOptions } from '../declare/operation-definition.ts';
import type { ResourceModel } from './resource-model.ts';
import type { CollectionPath } from './collection-path.ts';
import type { AnyRulePart } from '../../../http/access-rule.ts';
import type { AccessPhase } from '../../../http/access-input.ts';
import { READ_METHODS } from '../../../http/methods.ts';

/** An operation of a resource: a method on a path, with everything that the listeners need. */
export interface Operation {
  /** The name of its route: `books.get`. */
  readonly name: string;
  /** Independent of path and method: `books.list` also for QUERY and sub-resources, `books.patch` for PATCH on the collection. */
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
  readonly status: number;
  readonly options: OperationOptions | CustomOperation;
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
  /** The schema of the responses of a custom operation, if it is not that of the resource. */
  readonly output: StandardSchema | undefined;
  /** The access rules; undefined if the resource has none for it. */
  readonly access: OperationAccess | undefined;
  readonly transaction: TransactionOptions;
  readonly hooks: OperationHooks | undefined;
  readonly responseOptions: ResponseOptions;
}

/** The functions that run before and after each write of an operation, in their order. */
export interface OperationHooks {
  readonly before: readonly AnyFunction[];
  readonly after: readonly AnyFunction[];
}

/** Parses the queries of an operation in one dialect. */
export interface OperationQuery {
  readonly dialect: QueryDialect;
  /** All parameters by name, including the standard parameters and those that the operation declares. */
  readonly parameters: ReadonlyMap<string, OperationParameter>;
  /** The parameters that the operation declares. */
  readonly declared: readonly OperationParameter[];
  /** Whether the schema of the operation accepts parameters that it does not list. */
  readonly acceptsUnknown: boolean;
  /** Parses a query. With `strict`, unknown and repeated parameters are errors. @throws {BadRequestError} (or rejects) */
  parse(call: OperationCall, strict: boolean, sent: QueryBody): MaybePromise<ListQuery>;
}

export interface QueryBody {
  /** The parameters as a query string. */
  readonly text: string;
  /** The names of parameters without a value: empty lists and objects, which a query string cannot have. */
  readonly empty: readonly string[];
}

/** The access rules of an operation. */
export interface OperationAccess {
  /** Undefined if the resource has no rule for the operation; then the default of the host applies. */
  readonly rule: readonly AnyRulePart[] | undefined;
  /** Read rules that are functions. Rows that they hide do not exist for this operation either. */
  readonly hiding: readonly AnyRulePart[];
  readonly hide: boolean;
  /** How much is known when the last part of the rule can be evaluated. */
  readonly last: AccessPhase;
}

/** Headers and validators of the responses of an operation, determined at start-up. */
export interface ResponseOptions {
  /** The Cache-Control header of successful reads. Other responses have `no-cache, private`. */
  readonly cacheControl: string;
  /** The value of the Vary header. Configured headers are only added for reads. */
  readonly vary: string;
  /** What entity tags are made of: a `hash` of the item, or a version field. Undefined for no tags. */
  readonly tagSource: 'hash' | { readonly field: string } | undefined;
  /** The name of the field with the time of the last change. */
  readonly lastModified: string | undefined;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** Path of the Hydra documentation; undefined when JSON-LD is not a format. */
  readonly documentationPath: string | undefined;
  /** The declared links as one header value; empty when there are none. */
  readonly linkHeader: string;
  readonly deprecation: Deprecation | undefined;
}

/** The headers of a deprecated operation. */
export interface Deprecation {
  /** Alternating names and values: Deprecation (RFC 9745) and Sunset (RFC 8594). */
  readonly headers: readonly string[];
  /** Values for the Link header; empty when no link is declared. */
  readonly links: string;
  /** The time from which the operation is gone, in milliseconds since 1970; undefined if it has no sunset. */
  readonly goneFrom: number | undefined;
  readonly sunset: string | undefined;
}

/** Returns the operation of a route; undefined for other routes, to which the listeners of resources do not apply. */
export function getOperation(routeData: unknown): Operation | undefined {
  return (routeData as { readonly operation?: Operation }).operation;
}

/** Returns whether an operation reads: a list, an item, or a custom operation with a safe method. */
export function isReadOperation({ kind, method }: Pick<Operation, 'kind' | 'method'>): boolean {
  return kind === 'list' || kind === 'get' || READ_METHODS.has(method);
}

/** Returns whether an operation changes the item of its path: PUT, PATCH, DELETE, or a custom operation that writes. */
export function changesItem({ kind, method, hasItem }: Pick<Operation, 'kind' | 'method' | 'hasItem'>): boolean {
  return hasItem && !isReadOperation({ kind, method });
}
