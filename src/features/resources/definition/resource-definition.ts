import type { InferOutput, StandardSchema } from '../../../core/http/standard-schema.ts';
import type { ProblemType } from '../../../core/http/problem.ts';
import type { RuleWord } from '../../../core/http/access-rule.ts';
import type { LiveDefinition } from '../live/live-definition.ts';
import type { ResourceStore } from '../stores/resource-store.ts';
import type { AccessDefinition } from './access-definition.ts';
import type { FieldInput } from './field-input.ts';
import type {
  AnswerLink,
  CacheDefinition,
  CustomOperation,
  DeprecationDefinition,
  OperationName,
} from './operation-definition.ts';
import type { Process, Provide } from './resource-functions.ts';

/** A field that contains the identifier of an item of another resource. */
export interface LinkDefinition {
  /** The name of the other resource. */
  readonly to: string;
  /** `iri` (default) writes `/api/authors/2`, `id` the identifier itself. */
  readonly as?: 'iri' | 'id';
  /**
   * Whether a body may link only to items that its author can read; other links are rejected with 422. Set it to false if users
   * link to items that they cannot read, such as an assignee in a list that only administrators read. Then only the store checks
   * that the item exists. Default true.
   */
  readonly requireReadable?: boolean;
}

/**
 * The access to a field: a rule such as `'user'` or `'role:editor'`, or a function that returns whether access is granted. One
 * rule restricts reading and writing; `{ read, write }` has a rule for each. When an item is created, a single rule that reads
 * `item` receives the body before validation.
 */
export type FieldAccess<Item> = FieldRuleFor<Item> | FieldRules<Item>;
interface FieldRules<Item> {
  readonly read?: FieldRuleFor<Item>;
  /** Restricts the users of the operation; `item` is null if it is about to be created. Default: all of them. */
  readonly write?: FieldRuleFor<Item | null>;
}
/** Functions are synchronous. One that reads `item` is called for each item. */
type FieldRuleFor<Item> = RuleWord | ((input: FieldInput<Item>) => boolean);

export interface PageDefinition {
  /** The number of items per page. Default 30. */
  readonly size?: number;
  /** The maximum of `itemsPerPage`. Default 100. */
  readonly max?: number;
  /** `offset` numbers pages, `cursor` continues after a row (`count` is then false by default), `none` returns all. Default `offset`. */
  readonly by?: 'offset' | 'cursor' | 'none';
  /** Whether to count all items. Default: true with `offset`. */
  readonly count?: boolean;
  /** Whether clients can request all items with `pagination=false`. Default false. */
  readonly off?: boolean;
}

/** The options of a resource. */
export interface ResourceDefinition<
  Item,
  Id,
  Create extends StandardSchema,
  Replace extends StandardSchema,
  Filters,
  Path,
  Links,
  Operations,
> {
  /** The field that identifies an item, or several fields that identify it together. */
  readonly id: Id;
  /** The path of the collection below the prefix of the API. Default: `/<name>`. */
  readonly path?: Path;
  /** The type of an item in JSON-LD and JSON:API. Default: the capitalised singular of the name. */
  readonly type?: string;
  readonly description?: string;
  /** Types of other vocabularies, such as `https://schema.org/Book`. */
  readonly types?: readonly string[];
  /** The schemas of bodies: for POST, and for PUT and PATCH (default: that of POST). Default: the schema of the resource. */
  readonly input?: { readonly create?: Create; readonly replace?: Replace };
  /** Fields whose values are identifiers of other resources. */
  readonly links?: Links;
  readonly filters?: Filters;
  /** The default order of lists. Default: by the identifier. */
  readonly order?: { readonly [Field in keyof Item & string]?: 'asc' | 'desc' };
  readonly page?: PageDefinition;
  /** The maximum number of conditions in the filters of one query; more are rejected with 400. Default: that of the API. */
  readonly maxConditions?: number;
  /** The access rules of operations and rows. */
  readonly access?: AccessDefinition<Item, InferOutput<Create>, InferOutput<Replace>>;
  readonly fields?: { readonly [Field in keyof Item]?: FieldAccess<Item> };
  /** Whether to publish changes to the hub of the host. Default false. */
  readonly live?: boolean | LiveDefinition<Item>;
  /** Named selections of fields: `?view=short`, or `view` of an operation. */
  readonly views?: Readonly<Record<string, readonly (keyof Item & string)[]>>;
  readonly cache?: CacheDefinition;
  readonly deprecated?: DeprecationDefinition;
  /** Links in the Link header of every response. */
  readonly webLinks?: readonly AnswerLink[];
  /** Whether PUT creates an item that does not exist. Default false. */
  readonly allowCreate?: boolean;
  /** `required` rejects changes without If-Match with 428. Default `optional`. */
  readonly concurrency?: 'optional' | 'required';
  /** `accept` stores the responses to POST and PATCH by their Idempotency-Key for 24 hours. Default `off`. */
  readonly idempotency?: 'off' | 'accept' | 'require';
  /** Whether lists also accept QUERY (RFC 10008), with the parameters of GET in the body. Default: that of the API. */
  readonly acceptQuery?: boolean;
  /** Whether the operations use no session. One that does fails in development and logs a warning in production. Default false. */
  readonly stateless?: boolean;
  /**
   * Accepts lists of up to `max` items in POST, and in PATCH on the collection. `atomic` (default true) writes all items or none
   * and needs a store with transactions. Default: not accepted.
   */
  readonly bulk?: { readonly max: number; readonly atomic?: boolean };
  readonly throws?: readonly ProblemType<never>[];
  readonly operations?: Operations;
  readonly custom?: Readonly<Record<string, CustomOperation>>;
  /** The store of the items, which provides all six operations. Functions in `provide` and `process` override it. */
  readonly store?: ResourceStore<Item>;
  /** The operations of the store to expose. Default: all. */
  readonly only?: readonly OperationName[];
  /**
   * The field that each variable of `path` sets: `{ country: 'country' }` for `/countries/{country}/cities`. Lists contain the
   * items whose fields have the values in the path, and POST sets the fields. If a field is a link, the linked item must exist.
   */
  readonly parent?: Readonly<Record<string, keyof Item & string>>;
  /**
   * Further paths of the collection below items of other resources, each with the fields that its variables set, as in
   * `parent`. These paths have the list and POST; the paths of the items do not change.
   */
  readonly subresources?: Readonly<Record<string, Readonly<Record<string, keyof Item & string>>>>;
  /**
   * The name of the resource whose items these are, for another list of them such as `/search/cities`. The paths of the items
   * are those of that resource.
   */
  readonly itemsOf?: string;
  readonly provide?: Provide<Item, Id, Filters, Path, Operations>;
  readonly process?: Process<Item, Id, Create, Replace, Path, Operations>;
}
