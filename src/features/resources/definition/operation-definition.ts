import type { AccessInput } from '../../../core/http/access-input.ts';
import type { ProblemType } from '../../../core/http/problem.ts';
import type { RequestLimits } from '../../../core/http/request-limit.ts';
import type { Rule } from '../../../core/http/access-rule.ts';
import type { StandardSchema } from '../../../core/http/standard-schema.ts';
import type { WebLink } from '../../../core/http/headers/link.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import type { UploadLimits } from '../formats/multipart/multipart-reader.ts';
import type { OperationInput } from './operation-input.ts';
import type { WriteInput } from './resource-functions.ts';

export type OperationName = 'list' | 'get' | 'create' | 'replace' | 'patch' | 'delete';

/** Options of the standard operations. */
export type OperationsDefinition = { readonly [Name in OperationName]?: OperationOptions };

/** Options of one operation. */
export interface OperationOptions {
  readonly summary?: string;
  readonly description?: string;
  /** The status of successful responses. Default: that of the standard operation. */
  readonly status?: number;
  /** The name of the view that selects the fields of responses. Default: all readable fields. */
  readonly view?: string;
  readonly cache?: CacheDefinition;
  readonly deprecated?: DeprecationDefinition;
  /** Links in the Link header of every response. */
  readonly webLinks?: readonly AnswerLink[];
  readonly throws?: readonly ProblemType<never>[];
  /** `false` for responses without a body. */
  readonly output?: false;
  /**
   * Whether the operation accepts `multipart/form-data` with files, optionally with limits. Other sites can send such forms, so
   * restrict the operation to authenticated users. Default false.
   */
  readonly uploads?: boolean | UploadLimits;
  /** The maximum size of the body in bytes; larger bodies are rejected with 413. Default: `limits.body` of the host. */
  readonly bodyLimit?: number;
  /** Whether the operation uses no session. Default: that of the resource. */
  readonly stateless?: boolean;
  /**
   * Rate limits per address or user. All paths of the operation share one count; QUERY counts as the list, and PATCH on the
   * collection as `patch`. Default: no limit.
   */
  readonly limit?: RequestLimits;
  /**
   * The schema of further query parameters, besides filters and pages. Numbers and booleans of the schema are converted before
   * validation; lists are sent as `l[]=a&l[]=b`. Functions receive the output of the schema as `query`.
   */
  readonly query?: StandardSchema;
}

/** An operation besides the six standard ones. */
export interface CustomOperation extends OperationOptions {
  /** `'POST /{id}/publish'`: the method and the path below that of the resource. With `{id}` the item is read first. */
  readonly line: string;
  readonly input?: StandardSchema;
  readonly outputSchema?: StandardSchema;
  /** The access rule. Default: `access.read` of the resource for GET, HEAD and QUERY, otherwise `access.write`. */
  readonly access?: Rule<AccessInput<never, never>, FilterTree>;
  readonly handle: (
    input: OperationInput & Pick<WriteInput, 'scope'> & { readonly item: never; readonly body: never },
  ) => unknown;
}

export interface CacheDefinition {
  readonly public?: boolean;
  /** Seconds. */
  readonly maxAge?: number;
  /** Seconds, for shared caches. */
  readonly sharedMaxAge?: number;
  /** Seconds. */
  readonly staleWhileRevalidate?: number;
  readonly noStore?: boolean;
  readonly vary?: readonly string[];
  /** The field that changes with every change of an item, or false for no entity tag. Default: a hash of the item. */
  readonly etag?: string | false;
  /** The field with the time of the last change. */
  readonly lastModified?: string;
}

/** A link in the header of responses (RFC 8288). */
export interface AnswerLink extends WebLink {
  /** Whether to send it in a 103 Early Hints response before the operation runs (RFC 8297). */
  readonly early?: boolean;
}

/** The deprecation date, the date of removal (410 from then on) and a link to documentation (RFC 9745, RFC 8594). */
export interface DeprecationDefinition {
  readonly since: string;
  readonly sunset?: string;
  readonly link?: string;
}
