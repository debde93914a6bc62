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

/** Whose value a field holds, and how it is written. */
export interface LinkDefinition {
  /** The name of the other resource. */
  readonly to: string;
  /** `iri` (default) writes `/api/authors/2`, `id` the identifier itself. */
  readonly as?: 'iri' | 'id';
  /**
   * Whether a body may link only to items that its author can read; a link to any other item, or to none, is a 422. Default
   * true. Set it to false where users link to items that they cannot read, such as the assignee in a list that only
   * administrators read; then only the store checks that the item exists.
   */
  readonly requireReadable?: boolean;
}

/**
 * Who may see a field: a rule such as `'user'` or `'role:editor'`, or whom the function says yes
 * to. One rule restricts reading and writing; `{ read, write }` has a rule for each. While an item is created, a single rule
 * that looks at `item` is called with what was sent, not yet validated.
 */
export type FieldAccess<Item> = FieldWho<Item> | FieldRules<Item>;
interface FieldRules<Item> {
  readonly read?: FieldWho<Item>;
  /** Of those who may do the operation at all; `item` is null where it is about to be created. Default everybody. */
  readonly write?: FieldWho<Item | null>;
}
/** A function answers at once; one that looks at `item` is asked of each. */
type FieldWho<Item> = RuleWord | ((input: FieldInput<Item>) => boolean);

export interface PageDefinition {
  /** Items on a page. Default 30. */
  readonly size?: number;
  /** The most a client may ask for with `itemsPerPage`. Default 100. */
  readonly max?: number;
  /** `offset` counts pages, `cursor` goes on from a row (`count` is then off by default), `none` gives all. Default `offset`. */
  readonly by?: 'offset' | 'cursor' | 'none';
  /** Count all items. Default true by offset. */
  readonly count?: boolean;
  /** May a client switch pages off with `pagination=false`? Default false. */
  readonly off?: boolean;
}

/** Everything a resource can be told. */
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
  /** The field that identifies an item, or several that do together. */
  readonly id: Id;
  /** Path of the collection below the prefix of the API; `/<name>` when left out. */
  readonly path?: Path;
  /** What one item is called in JSON-LD and JSON:API; the name in the singular, capitalised, when left out. */
  readonly type?: string;
  readonly description?: string;
  /** Types of other vocabularies, such as `https://schema.org/Book`. */
  readonly types?: readonly string[];
  /** Schemas of what is sent: for POST, and for PUT and PATCH (default: that of POST). Default: the schema itself. */
  readonly input?: { readonly create?: Create; readonly replace?: Replace };
  /** Fields whose values are identifiers of other resources. */
  readonly links?: Links;
  readonly filters?: Filters;
  /** How a list is ordered when nobody asks. Default: by the identifier. */
  readonly order?: { readonly [Field in keyof Item & string]?: 'asc' | 'desc' };
  readonly page?: PageDefinition;
  /** The most conditions that the filters of one query may have; a query with more is answered with 400. Default: that of the API. */
  readonly maxConditions?: number;
  /** Who may do what with it. */
  readonly access?: AccessDefinition<Item, InferOutput<Create>, InferOutput<Replace>>;
  readonly fields?: { readonly [Field in keyof Item]?: FieldAccess<Item> };
  /** Tell others of every change, by the hub of the host. Default false. */
  readonly live?: boolean | LiveDefinition<Item>;
  /** Named selections of fields: `?view=short`, or `view` of an operation. */
  readonly views?: Readonly<Record<string, readonly (keyof Item & string)[]>>;
  readonly cache?: CacheDefinition;
  readonly deprecated?: DeprecationDefinition;
  /** Stand in the Link header of every answer. */
  readonly webLinks?: readonly AnswerLink[];
  /** Whether PUT creates an item that does not exist. Default false. */
  readonly allowCreate?: boolean;
  /** `required` answers 428 to a change without If-Match. Default `optional`. */
  readonly concurrency?: 'optional' | 'required';
  /** `accept` keeps the answers of POST and PATCH under their Idempotency-Key for 24 hours. Default `off`. */
  readonly idempotency?: 'off' | 'accept' | 'require';
  /** May lists be asked for with QUERY (RFC 10008), too: the parameters of GET in a body? Default that of the API. */
  readonly acceptQuery?: boolean;
  /** Uses no session: an operation that does all the same fails in development, and warns in production. Default false. */
  readonly stateless?: boolean;
  /**
   * Lists of up to so many items in POST, and in PATCH on the collection. `atomic` (default) does all or none and needs a
   * store with transactions. Default off.
   */
  readonly bulk?: { readonly max: number; readonly atomic?: boolean };
  readonly throws?: readonly ProblemType<never>[];
  readonly operations?: Operations;
  readonly custom?: Readonly<Record<string, CustomOperation>>;
  /** Supplies all six operations; a function given beside it wins. */
  readonly store?: ResourceStore<Item>;
  /** Only these operations of the store; default all. */
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
   * The resource whose items these are, when this is but another list of them, such as `/search/cities`: every item keeps
   * the address it has there.
   */
  readonly itemsOf?: string;
  readonly provide?: Provide<Item, Id, Filters, Path, Operations>;
  readonly process?: Process<Item, Id, Create, Replace, Path, Operations>;
}
