import type { AccessInput } from '../../../core/http/access-input.ts';
import type { Rule } from '../../../core/http/access-rule.ts';
import type { Format } from '../formats/format.ts';
import type { JsonSchemaSupplier } from '../model/json-schema.ts';
import type { IdempotencyConfig } from '../writing/idempotency.ts';
import type { AnswerLink, CacheDefinition } from './operation-definition.ts';
import type { PageDefinition } from './resource-definition.ts';

/** What is true of every resource of a host, unless the resource says otherwise. */
export interface ApiConfig {
  /** Where the resources live. Default `/api`; empty for the root. */
  readonly prefix?: string;
  /** The formats in which resources are answered, by name or your own; the first when a client takes anything. Default: json, jsonld, jsonapi, hal, hal-forms, csv. */
  readonly formats?: readonly (FormatName | Format)[];
  /** What its documents say beside title and version (OpenAPI 3.1 §4.8.2). */
  readonly info?: ApiInfo;
  readonly page?: PageDefinition;
  /** The most conditions that the filters of one query may have; a query with more is answered with 400. Default 30. */
  readonly maxConditions?: number;
  readonly cache?: CacheDefinition;
  /** Who keeps answers under an Idempotency-Key, and whose keys are whose. */
  readonly idempotency?: IdempotencyConfig;
  /** May lists be asked for with QUERY (RFC 10008), too: the parameters of GET in a body? Default false. */
  readonly acceptQuery?: boolean;
  /** Stand in the Link header of every answer. */
  readonly webLinks?: readonly AnswerLink[];
  /** The JSON Schema of schemas whose library does not tell. */
  readonly jsonSchema?: JsonSchemaSupplier;
  /** Refuse a JSON body that has a member twice; otherwise the last one wins. Default false. */
  readonly strictJson?: boolean;
  /** Query parameters that listeners of the application read on any operation; they are never refused. */
  readonly parameters?: readonly string[];
  /**
   * Documents at `<prefix>/docs`, the entrypoint and the contexts; and who may read them, which is left to the host where it is
   * not said. Default true.
   */
  readonly docs?: boolean | DocsSettings;
}

/** Who may read the documents of an API. */
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
