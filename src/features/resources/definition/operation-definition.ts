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

/** What may be said about each of the usual operations. */
export type OperationsDefinition = { readonly [Name in OperationName]?: OperationOptions };

/** What may be said about one operation. */
export interface OperationOptions {
  readonly summary?: string;
  readonly description?: string;
  /** Status of success, where it is not the usual one. */
  readonly status?: number;
  /** What of an item it answers: the name of one of the resource's `views`. Default: everything that may be seen. */
  readonly view?: string;
  readonly cache?: CacheDefinition;
  readonly deprecated?: DeprecationDefinition;
  /** Stand in the Link header of every answer. */
  readonly webLinks?: readonly AnswerLink[];
  readonly throws?: readonly ProblemType<never>[];
  /** No body is answered. */
  readonly output?: false;
  /** Takes `multipart/form-data`, too: files of a form, within limits. Pages of other sites can send such forms, so let only those do it who prove that they are who they are. Default false. */
  readonly uploads?: boolean | UploadLimits;
  /** Bytes that the whole body may have; 413 beyond. Default `limits.body` of the host. */
  readonly bodyLimit?: number;
  /** Uses no session; default that of the resource. */
  readonly stateless?: boolean;
  /**
   * How many requests one address, or one user, may send to it: one count for all its paths, with QUERY that of the list,
   * and that of `patch` with PATCH on the collection. Default as many as come.
   */
  readonly limit?: RequestLimits;
  /**
   * Query parameters of its own, beside filters and pages. What the schema says is a number or a boolean is made one
   * before it is validated; a list is sent as `l[]=a&l[]=b`. Functions find what the schema made of it in `query`.
   */
  readonly query?: StandardSchema;
}

/** An operation beyond the usual six. */
export interface CustomOperation extends OperationOptions {
  /** `'POST /{id}/publish'`: method, and the path below the resource's own; with `{id}` the item is read first. */
  readonly line: string;
  readonly input?: StandardSchema;
  readonly outputSchema?: StandardSchema;
  /** Who may do it. Default what `access` of the resource says of `read` for GET, HEAD and QUERY, and of `write` for all else. */
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
  /** The field that changes with every change of an item, or false for no tag. Default: a hash of the item. */
  readonly etag?: string | false;
  /** The field that holds the time of the last change. */
  readonly lastModified?: string;
}

/** A link that answers carry (RFC 8288). */
export interface AnswerLink extends WebLink {
  /** Tell it in a 103 Early Hints before the work begins (RFC 8297). */
  readonly early?: boolean;
}

/** RFC 9745 and RFC 8594: when it was deprecated, when it goes (410 from then on), and where to read about it. */
export interface DeprecationDefinition {
  readonly since: string;
  readonly sunset?: string;
  readonly link?: string;
}
