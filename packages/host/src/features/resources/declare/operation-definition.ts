import type { Duration, ProblemType, StandardSchema } from 'oriel-core/http';
import type { RequestLimits } from '../../../http/request-limit.ts';
import type { TransactionOptions } from './transaction-options.ts';

export type OperationName = 'list' | 'get' | 'create' | 'replace' | 'patch' | 'delete';

/** Options of the standard operations. */
export type OperationsDefinition = { readonly [Name in OperationName]?: StandardOperationOptions };

/** Options of one operation. */
export interface OperationOptions {
  /**
   * The summary in API documents.
   * @default derived from the operation
   */
  readonly summary?: string;
  /** The description in API documents. */
  readonly description?: string;
  /**
   * The status of successful responses.
   * @default that of the standard operation
   * @unit –
   */
  readonly status?: number;
  /**
   * The name of the view that selects the fields of responses.
   * @default all readable fields
   */
  readonly view?: string;
  /**
   * Caching of responses.
   * @default `cache` of the resource
   */
  readonly cache?: CacheDefinition;
  /**
   * The deprecation of the operation.
   * @default `deprecated` of the resource
   */
  readonly deprecated?: DeprecationDefinition;
  /** Problems that the operation may respond with, created with `problem()`, for API documents. */
  readonly throws?: readonly ProblemType<never>[];
  /**
   * `false` for responses without a body.
   * @default a body
   */
  readonly output?: false;
  /**
   * Whether the operation accepts `multipart/form-data` with files, up to 100 parts and its `bodyLimit`. Other sites can send such
   * forms, so restrict the operation to authenticated users. The function of a custom operation without `input` reads the form with
   * `receiveUploads()`, which has limits of its own.
   */
  readonly uploads?: boolean;
  /**
   * The maximum size of the body; larger bodies are rejected with 413.
   * @default `limits.body` of the host
   * @unit bytes
   */
  readonly bodyLimit?: number;
  /**
   * Rate limits per address or user. All paths of the operation share one count; QUERY counts as the list, and PATCH on
   * the collection as `patch`.
   * @default no limit
   */
  readonly limit?: RequestLimits;
  /**
   * The schema of further query parameters, besides filters and pages. Numbers and booleans of the schema are converted
   * before validation; lists are sent as `l[]=a&l[]=b`. Functions receive the output of the schema as `query`.
   */
  readonly query?: StandardSchema;
}

/** Options of one standard operation. */
export interface StandardOperationOptions extends OperationOptions {
  /**
   * The isolation level and the lock of the transaction of a write.
   * @default `transaction` of the API
   */
  readonly transaction?: TransactionOptions;
}

export interface CacheDefinition<Field extends string = string> {
  /**
   * Whether shared caches may store the response.
   * @default `true` with `sharedMaxAge`
   */
  readonly public?: boolean;
  /**
   * The lifetime, in whole seconds: `'1 h'`.
   * @default revalidation before each use
   */
  readonly maxAge?: Duration;
  /** The lifetime in shared caches, in whole seconds; makes the response public. */
  readonly sharedMaxAge?: Duration;
  /** How long a stale response may be used while it is revalidated, in whole seconds. */
  readonly staleWhileRevalidate?: Duration;
  /** Whether no cache may store the response. */
  readonly noStore?: boolean;
  /** Further request headers that the response depends on. */
  readonly vary?: readonly string[];
  /**
   * The field that changes with every change of an item, or false for no entity tag.
   * @default a hash of the item
   */
  readonly etag?: Field | false;
  /** The field with the time of the last change. */
  readonly lastModified?: Field;
}

/** The deprecation date, the date of removal (410 from then on) and a link to documentation (RFC 9745, RFC 8594). */
export interface DeprecationDefinition {
  /** The date of the deprecation: `2026-01-31`, or a time with its zone. */
  readonly since: string;
  /** The date of the removal; requests get 410 from then on. */
  readonly sunset?: string;
  /** The URL of the documentation. */
  readonly link?: string;
}
