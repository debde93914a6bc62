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
  /** The rule of the list. */
  readonly list?: Rule<AccessInput<undefined, undefined>, RowFilter<Item>>;
  /** The rule of GET of an item. */
  readonly get?: Rule<AccessInput<Item, undefined>, RowFilter<Item>>;
  /** The rule of POST. */
  readonly create?: Rule<AccessInput<undefined, Create>, RowFilter<Item>>;
  /** The rule of PUT. */
  readonly replace?: Rule<AccessInput<Item | null, Replace>, RowFilter<Item>>;
  /** The rule of PATCH. */
  readonly patch?: Rule<AccessInput<Item, Replace>, RowFilter<Item>>;
  /** The rule of DELETE. */
  readonly delete?: Rule<AccessInput<Item, undefined>, RowFilter<Item>>;
  /** Rules for query parameters of lists, by name. For users without access the parameter does not exist. */
  readonly parameters?: { readonly [Name in keyof Filters | QueryNames<Operations>]?: FieldRule };
  /**
   * Whether denied requests get 404 instead of 401 and 403: like an unknown path if the rule does not need the item,
   * otherwise like a missing item.
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
