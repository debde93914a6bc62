import type { AccessInput } from '../../../core/http/access-input.ts';
import type { Rule, RuleWord } from '../../../core/http/access-rule.ts';
import type { FilterTree } from '../filters/filter-tree.ts';

/**
 * Who may do what with a resource. `read` is for `list` and `get`, `write` for all else; what is said of one operation wins.
 * A rule may answer with a filter: of a list it shows these rows alone, and every other operation finds no others.
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
  /** Who may ask with a parameter of its lists, by name: for others it is one that nobody knows. */
  readonly parameters?: Readonly<Record<string, FieldRule>>;
  /**
   * Answers 404 instead of 401 and 403: as for an unknown path where a rule decides without the item, and as for a missing item
   * otherwise. Default false.
   */
  readonly hide?: boolean;
}

/** Who may see or change a field: what can be said at once, knowing who is asking and the item. */
export type FieldRule = RuleWord | ((input: never) => boolean);

/** The names in an access definition that are operations, or groups of them. */
export const ACCESS_KEYS = ['read', 'write', 'list', 'get', 'create', 'replace', 'patch', 'delete'] as const;
