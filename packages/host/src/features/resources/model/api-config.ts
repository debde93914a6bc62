import type { AccessInput } from '../../../http/access-input.ts';
import type { HttpContext, Duration } from 'oriel-core/http';
import type { Rule } from '../../../http/access-rule.ts';
import type { Format } from './format.ts';
import type { JsonSchemaSupplier } from './json-schema.ts';
import type { IdempotencyStore } from '../declare/idempotency-store.ts';
import type { AnswerLink, CacheDefinition } from '../declare/operation-definition.ts';
import type { PageDefinition } from '../declare/list-definition.ts';
import type { TenantDefinition, TenantFunction } from '../declare/tenant-definition.ts';

/** Options for all resources of a host. Resources can override some of them. */
export interface ApiConfig {
  /**
   * The path prefix of all resources; empty for none.
   * @default '/api'
   */
  readonly prefix?: string;
  /**
   * The formats of responses and request bodies, by name or your own; the first one for clients that accept any. The names are
   * `json`, `jsonld` (with Hydra), `jsonapi`, `hal`, `hal-forms`, `csv` and `ndjson`.
   * @default ['json']
   */
  readonly formats?: readonly (FormatName | Format)[];
  /**
   * Further members of `info` in OpenAPI documents (OpenAPI 3.1 §4.8.2).
   * @default {}
   */
  readonly info?: ApiInfo;
  /**
   * Pagination of lists.
   * @default {}
   */
  readonly page?: PageDefinition;
  /**
   * The maximum number of conditions in the filters of one query; more are rejected with 400.
   * @default 30
   * @unit conditions
   */
  readonly maxConditions?: number;
  /**
   * Caching of responses.
   * @default {}
   */
  readonly cache?: CacheDefinition;
  /**
   * The store and scope of idempotency keys.
   * @default {}
   */
  readonly idempotency?: IdempotencyConfig;
  /**
   * How often a write is repeated whose transaction the database has rolled back because of another one: after a serialization failure
   * or a deadlock of PostgreSQL, or on a locked database of SQLite. Functions of the application are called again.
   * @default 2
   * @unit retries
   */
  readonly writeRetries?: number;
  /**
   * The tenant of a request: a function that returns it, or `{ field, value }` with the field that contains it. Each request
   * reaches only the rows of its tenant. Resources without the field must be declared with `global: true`.
   * @default all requests reach the same rows
   */
  readonly tenant?: TenantFunction | TenantDefinition;
  /**
   * Whether lists also accept QUERY (RFC 10008), with the parameters of GET in the body.
   * @default false
   */
  readonly acceptQuery?: boolean;
  /**
   * Links in the Link header of every response.
   * @default []
   */
  readonly webLinks?: readonly AnswerLink[];
  /**
   * Returns the JSON Schema of schemas whose library has none, or cannot describe them.
   * @default –
   */
  readonly jsonSchema?: JsonSchemaSupplier;
  /**
   * Whether bodies of JSON or NDJSON with duplicate members are rejected; otherwise the last member is used.
   * @default false
   */
  readonly strictJson?: boolean;
  /**
   * Query parameters that listeners of the application read on any operation. They are never rejected.
   * @default []
   */
  readonly parameters?: readonly string[];
  /**
   * Whether to serve the documents at `<prefix>/docs`, the entrypoint and the contexts, optionally with an access rule.
   * @default true
   */
  readonly docs?: boolean | DocsSettings;
}

/** Configuration of the Idempotency-Key header. */
export interface IdempotencyConfig {
  /**
   * Stores the responses.
   * @default a `MemoryIdempotencyStore`
   */
  readonly store?: IdempotencyStore;
  /**
   * Returns the owner of the keys of a request; keys of different owners are independent. Anonymous clients share their
   * keys.
   * @default the id of the user
   */
  readonly principal?: (context: HttpContext) => string | undefined;
  /**
   * How long responses are stored.
   * @default '24 h'
   */
  readonly lifetime?: Duration;
}

/** Access to the documents of an API. */
export interface DocsSettings {
  /**
   * `'public'`, `'user'`, `'role:partner'`, a function, or a list of them.
   * @default that of the host
   */
  readonly access?: Rule<AccessInput<undefined, undefined>>;
}

export type FormatName = 'json' | 'jsonld' | 'jsonapi' | 'hal' | 'hal-forms' | 'csv' | 'ndjson';

export const DEFAULT_PREFIX = '/api';

export interface ApiInfo {
  /**
   * The description of the API.
   * @default –
   */
  readonly description?: string;
  /**
   * The URL of the terms of service.
   * @default –
   */
  readonly termsOfService?: string;
  /**
   * The contact for the API.
   * @default –
   */
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  /**
   * The license of the API.
   * @default –
   */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}
