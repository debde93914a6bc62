import type { AccessInput } from '../../../http/access-input.ts';
import type { Duration } from 'oriel-core/http';
import type { Rule } from '../../../http/access-rule.ts';
import type { Format } from './format.ts';
import type { JsonSchemaSupplier } from './json-schema.ts';
import type { IdempotencyStore } from '../declare/idempotency-store.ts';
import type { CacheDefinition } from '../declare/operation-definition.ts';
import type { PageDefinition } from '../declare/list-definition.ts';
import type { TransactionOptions } from '../declare/transaction-options.ts';
import type { TenantDefinition, TenantFunction } from '../declare/tenant-definition.ts';

/** Options for all resources of a host. Resources can override some of them. */
export interface ApiConfig {
  /** The path prefix of all resources; empty for none. */
  readonly prefix?: string;
  /**
   * The formats of responses and request bodies, by name or your own; the first one for clients that accept any. The names are
   * `json`, `jsonld` (with Hydra), `jsonapi`, `hal`, `hal-forms`, `csv` and `ndjson`.
   * @default ['json']
   */
  readonly formats?: readonly (FormatName | Format)[];
  /** Further members of `info` in OpenAPI documents (OpenAPI 3.1 §4.8.2). */
  readonly info?: ApiInfo;
  /** Pagination of lists. */
  readonly page?: PageDefinition;
  /**
   * The maximum number of conditions in the filters of one query; more are rejected with 400.
   * @unit conditions
   */
  readonly maxConditions?: number;
  /** Caching of responses. */
  readonly cache?: CacheDefinition;
  /** The store and scope of idempotency keys. */
  readonly idempotency?: IdempotencyConfig;
  /**
   * The isolation level and the lock of the transactions of writes, for stores that have them. Operations of resources can override them.
   */
  readonly transaction?: TransactionOptions;
  /**
   * The tenant of a request: a function that returns it, or `{ field, value }` with the field that contains it. Each request
   * reaches only the rows of its tenant. Resources without the field must be declared with `global: true`.
   * @default all requests reach the same rows
   */
  readonly tenant?: TenantFunction | TenantDefinition;
  /** Returns the JSON Schema of schemas whose library has none, or cannot describe them. */
  readonly jsonSchema?: JsonSchemaSupplier;
  /** Whether to serve the documents at `<prefix>/docs`, the entrypoint and the contexts, optionally with settings. */
  readonly docs?: boolean | DocsSettings;
}

/** Configuration of the Idempotency-Key header. */
export interface IdempotencyConfig {
  /**
   * Stores the responses.
   * @default a `MemoryIdempotencyStore`
   */
  readonly store?: IdempotencyStore;
  /** How long responses are stored. */
  readonly lifetime?: Duration;
}

/** The documents of an API. */
export interface DocsSettings {
  /**
   * `'public'`, `'user'`, `'role:partner'`, a function, or a list of them.
   * @default that of the host
   */
  readonly access?: Rule<AccessInput<undefined, undefined>>;
  /**
   * The media types of errors in OpenAPI documents: `'problem'` for `application/problem+json` only, as generated clients expect, or `'all'`
   * that clients can request, such as HTML.
   */
  readonly errorTypes?: 'problem' | 'all';
}

export type FormatName = 'json' | 'jsonld' | 'jsonapi' | 'hal' | 'hal-forms' | 'csv' | 'ndjson';

export interface ApiInfo {
  /** The description of the API. */
  readonly description?: string;
  /** The URL of the terms of service. */
  readonly termsOfService?: string;
  /** The contact for the API. */
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  /** The license of the API. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}
