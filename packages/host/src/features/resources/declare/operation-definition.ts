import type { AccessInput } from '../../../http/access-input.ts';
import type { Duration, ProblemType, StandardSchema } from 'oriel-core/http';
import type { RequestLimits } from '../../../http/request-limit.ts';
import type { Rule } from '../../../http/access-rule.ts';
import type { WebLink } from '../../../http/headers/link.ts';
import type { FilterTree } from './filters/filter-tree.ts';
import type { OperationInput } from './operation-input.ts';
import type { ScopedInput } from './resource-functions.ts';

export type OperationName = 'list' | 'get' | 'create' | 'replace' | 'patch' | 'delete';

/** Options of the standard operations. */
export type OperationsDefinition = { readonly [Name in OperationName]?: OperationOptions };

/** Options of one operation. */
export interface OperationOptions {
  /**
   * The summary in API documents.
   * @default derived from the operation
   */
  readonly summary?: string;
  /**
   * The description in API documents.
   * @default –
   */
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
  /**
   * Links in the Link header of every response.
   * @default []
   */
  readonly webLinks?: readonly AnswerLink[];
  /**
   * Problems that the operation may respond with, created with `problem()`, for API documents.
   * @default []
   */
  readonly throws?: readonly ProblemType<never>[];
  /**
   * `false` for responses without a body.
   * @default a body
   */
  readonly output?: false;
  /**
   * Whether the operation accepts `multipart/form-data` with files, optionally with limits. Other sites can send such
   * forms, so restrict the operation to authenticated users. The function of a custom operation without `input` reads the form with
   * `receiveUploads()`, which has limits of its own.
   * @default false
   */
  readonly uploads?: boolean | UploadLimits;
  /**
   * The maximum size of the body; larger bodies are rejected with 413.
   * @default `limits.body` of the host
   * @unit bytes
   */
  readonly bodyLimit?: number;
  /**
   * Whether the operation uses no session.
   * @default `stateless` of the resource
   */
  readonly stateless?: boolean;
  /**
   * Rate limits per address or user. All paths of the operation share one count; QUERY counts as the list, and PATCH on
   * the collection as `patch`.
   * @default no limit
   */
  readonly limit?: RequestLimits;
  /**
   * The schema of further query parameters, besides filters and pages. Numbers and booleans of the schema are converted
   * before validation; lists are sent as `l[]=a&l[]=b`. Functions receive the output of the schema as `query`.
   * @default –
   */
  readonly query?: StandardSchema;
}

/** An operation besides the six standard ones. */
export interface CustomOperation extends OperationOptions {
  /** `'POST /{id}/publish'`: the method and the path below that of the resource. With `{id}` the item is read first. */
  readonly line: string;
  /**
   * The schema of the body.
   * @default no body
   */
  readonly input?: StandardSchema;
  /**
   * The schema of the response. Members that it does not declare are removed. `z.file()`, also with media types, describes a response
   * with a file, such as that of `file()`.
   * @default the schema of the resource
   */
  readonly outputSchema?: StandardSchema;
  /**
   * The access rule.
   * @default `access.read` of the resource for GET, HEAD and QUERY, otherwise `access.write`
   */
  readonly access?: Rule<AccessInput<never, never>, FilterTree>;
  /**
   * Whether the function runs in a transaction of the store, in which the item is locked. Set it to false if the function calls other
   * services, because the transaction would wait for them. Functions of GET, HEAD and QUERY have no transaction.
   * @default true
   */
  readonly transaction?: boolean;
  /** Performs the operation and returns the response. */
  readonly handle: (
    input: Pick<OperationInput, keyof OperationInput> &
      Pick<ScopedInput, 'scope'> & { readonly item: never; readonly body: never },
  ) => unknown;
}

/** Limits of uploads. */
export interface UploadLimits {
  /**
   * Maximum number of fields and files.
   * @default 100
   * @unit parts
   */
  readonly parts?: number;
  /**
   * Maximum size of a file; the `bodyLimit` of the operation applies as well.
   * @default no separate limit
   * @unit bytes
   */
  readonly fileSize?: number;
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
  /**
   * The lifetime in shared caches, in whole seconds; makes the response public.
   * @default –
   */
  readonly sharedMaxAge?: Duration;
  /**
   * How long a stale response may be used while it is revalidated, in whole seconds.
   * @default –
   */
  readonly staleWhileRevalidate?: Duration;
  /**
   * Whether no cache may store the response.
   * @default false
   */
  readonly noStore?: boolean;
  /**
   * Further request headers that the response depends on.
   * @default []
   */
  readonly vary?: readonly string[];
  /**
   * The field that changes with every change of an item, or false for no entity tag.
   * @default a hash of the item
   */
  readonly etag?: Field | false;
  /**
   * The field with the time of the last change.
   * @default –
   */
  readonly lastModified?: Field;
}

/** A link in the header of responses (RFC 8288). */
export interface AnswerLink extends WebLink {
  /** Whether to send it in a 103 Early Hints response before the operation runs (RFC 8297). */
  readonly early?: boolean;
}

/** The deprecation date, the date of removal (410 from then on) and a link to documentation (RFC 9745, RFC 8594). */
export interface DeprecationDefinition {
  /** The date of the deprecation: `2026-01-31`, or a time with its zone. */
  readonly since: string;
  /**
   * The date of the removal; requests get 410 from then on.
   * @default –
   */
  readonly sunset?: string;
  /**
   * The URL of the documentation.
   * @default –
   */
  readonly link?: string;
}
