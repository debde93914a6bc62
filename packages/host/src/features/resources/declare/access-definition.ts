import type { AccessInput } from '../../../http/access-input.ts';
import type { Rule, RuleWord } from '../../../http/access-rule.ts';
import type { InferInput, StandardSchema } from 'oriel-core/http';
import type { RowFilter } from './filters/where.ts';

/**
 * The access rules of a resource. `read` applies to `list` and `get`, `write` to all other operations; the rule of an operation
 * overrides both. A rule may return a filter: lists contain only these rows, and the other operations find no others.
 */
export interface AccessDefinition<Item, Create, Replace, Filters = unknown, Operations = unknown> {
  /**
   * The rule of `list` and `get`.
   * @default `security.default` of the host
   */
  readonly read?: Rule<AccessInput<Item | undefined, undefined>, RowFilter<Item>>;
  /**
   * The rule of all other operations.
   * @default `security.default` of the host
   */
  readonly write?: Rule<AccessInput<Item | null | undefined, Create | Replace>, RowFilter<Item>>;
  /**
   * The rule of the list.
   * @default `read`
   */
  readonly list?: Rule<AccessInput<undefined, undefined>, RowFilter<Item>>;
  /**
   * The rule of GET of an item.
   * @default `read`
   */
  readonly get?: Rule<AccessInput<Item, undefined>, RowFilter<Item>>;
  /**
   * The rule of POST.
   * @default `write`
   */
  readonly create?: Rule<AccessInput<undefined, Create>, RowFilter<Item>>;
  /**
   * The rule of PUT.
   * @default `write`
   */
  readonly replace?: Rule<AccessInput<Item | null, Replace>, RowFilter<Item>>;
  /**
   * The rule of PATCH.
   * @default `write`
   */
  readonly patch?: Rule<AccessInput<Item, Replace>, RowFilter<Item>>;
  /**
   * The rule of DELETE.
   * @default `write`
   */
  readonly delete?: Rule<AccessInput<Item, undefined>, RowFilter<Item>>;
  /**
   * Rules for query parameters of lists, by name. For users without access the parameter does not exist.
   * @default {}
   */
  readonly parameters?: { readonly [Name in keyof Filters | QueryNames<Operations>]?: FieldRule };
  /**
   * Whether denied requests get 404 instead of 401 and 403: like an unknown path if the rule does not need the item,
   * otherwise like a missing item.
   * @default false
   */
  readonly hide?: boolean;
}

/** The names of the query parameters that the list declares with a schema. */
type QueryNames<Operations> = Operations extends {
  readonly list: { readonly query: infer Schema extends StandardSchema };
}
  ? keyof InferInput<Schema>
  : never;

/** A rule for reading or writing a field. Functions are synchronous; they receive the user and the item. */
export type FieldRule = RuleWord | ((input: never) => boolean);

/** The names in an access definition that are operations or groups of operations. */
export const ACCESS_KEYS = ['read', 'write', 'list', 'get', 'create', 'replace', 'patch', 'delete'] as const;
