import type { AccessInput } from '../../../core/http/access-input.ts';
import type { Rule, RuleWord } from '../../../core/http/access-rule.ts';
import type { FilterTree } from '../filters/filter-tree.ts';

/**
 * The access rules of a resource. `read` applies to `list` and `get`, `write` to all other operations; the rule of an operation
 * overrides both. A rule may return a filter: lists contain only these rows, and the other operations find no others.
 */
export interface AccessDefinition<Item, Create, Replace> {
  readonly read?: Rule<AccessInput<Item | undefined, undefined>, FilterTree>;
  readonly write?: Rule<AccessInput<Item | null | undefined, Create | Replace>, FilterTree>;
  readonly list?: Rule<AccessInput<undefined, undefined>, FilterTree>;
  readonly get?: Rule<AccessInput<Item, undefined>, FilterTree>;
  readonly create?: Rule<AccessInput<undefined, Create>, FilterTree>;
  readonly replace?: Rule<AccessInput<Item | null, Replace>, FilterTree>;
  readonly patch?: Rule<AccessInput<Item, Replace>, FilterTree>;
  readonly delete?: Rule<AccessInput<Item, undefined>, FilterTree>;
  /** Rules for query parameters of lists, by name. For users without access the parameter does not exist. */
  readonly parameters?: Readonly<Record<string, FieldRule>>;
  /**
   * Whether denied requests get 404 instead of 401 and 403: like an unknown path if the rule does not need the item, otherwise
   * like a missing item. Default false.
   */
  readonly hide?: boolean;
}

/** A rule for reading or writing a field. Functions are synchronous; they receive the user and the item. */
export type FieldRule = RuleWord | ((input: never) => boolean);

/** The names in an access definition that are operations or groups of operations. */
export const ACCESS_KEYS = ['read', 'write', 'list', 'get', 'create', 'replace', 'patch', 'delete'] as const;
