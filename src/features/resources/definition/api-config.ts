import type { AccessInput } from '../../../core/http/access-input.ts';
import type { Rule } from '../../../core/http/access-rule.ts';
import type { Format } from '../formats/format.ts';
import type { JsonSchemaSupplier } from '../model/json-schema.ts';
import type { IdempotencyConfig } from '../writing/idempotency.ts';
import type { AnswerLink, CacheDefinition } from './operation-definition.ts';
import type { PageDefinition } from './resource-definition.ts';

/** Options for all resources of a host. Resources can override some of them. */
export interface ApiConfig {
  /** The path prefix of all resources. Default `/api`; empty for none. */
  readonly prefix?: string;
  /** The formats of responses, by name or your own; the first one for clients that accept any. Default: json, jsonld, jsonapi, hal, hal-forms, csv. */
  readonly formats?: readonly (FormatName | Format)[];
  /** Further members of `info` in OpenAPI documents (OpenAPI 3.1 §4.8.2). */
  readonly info?: ApiInfo;
  readonly page?: PageDefinition;
  /** The maximum number of conditions in the filters of one query; more are rejected with 400. Default 30. */
  readonly maxConditions?: number;
  readonly cache?: CacheDefinition;
  /** The store and scope of idempotency keys. */
  readonly idempotency?: IdempotencyConfig;
  /** Whether lists also accept QUERY (RFC 10008), with the parameters of GET in the body. Default false. */
  readonly acceptQuery?: boolean;
  /** Links in the Link header of every response. */
  readonly webLinks?: readonly AnswerLink[];
  /** Returns the JSON Schema of schemas whose library has none. */
  readonly jsonSchema?: JsonSchemaSupplier;
  /** Whether JSON bodies with duplicate members are rejected; otherwise the last member is used. Default false. */
  readonly strictJson?: boolean;
  /** Query parameters that listeners of the application read on any operation. They are never rejected. */
  readonly parameters?: readonly string[];
  /**
   * Whether to serve the documents at `<prefix>/docs`, the entrypoint and the contexts, optionally with an access rule. Without a
   * rule the default of the host applies. Default true.
   */
  readonly docs?: boolean | DocsSettings;
}

/** Access to the documents of an API. */
export interface DocsSettings {
  /** `'public'`, `'user'`, `'role:partner'`, a function, or a list of them. */
  readonly access?: Rule<AccessInput<undefined, undefined>>;
}

export type FormatName = 'json' | 'jsonld' | 'jsonapi' | 'hal' | 'hal-forms' | 'csv' | 'ndjson';

export const DEFAULT_PREFIX = '/api';

export interface ApiInfo {
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}
