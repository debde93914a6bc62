import type { ComputedField } from './computed-fields.ts';
import type { DefaultValue } from './default-values.ts';
import type { InferOutput, StandardSchema } from 'oriel-core/http';
import type { RuleWord } from '../../../http/access-rule.ts';
import type { WebLink } from '../../../http/headers/link.ts';
import type { LiveDefinition } from './live-definition.ts';
import type { ResourceStore } from './resource-store.ts';
import type { AccessDefinition } from './access-definition.ts';
import type { CustomOperations } from './custom-operation.ts';
import type { FieldInput } from './field-input.ts';
import type { CustomHooks, Hooks } from './hooks.ts';
import type { CacheDefinition, DeprecationDefinition, OperationName } from './operation-definition.ts';
import type { BulkDefinition, PageDefinition, SearchDefinition } from './list-definition.ts';
import type { ToolSelection } from './tool-selection.ts';
import type { Process, Provide } from './resource-functions.ts';

/** A field that contains the identifier of an item of another resource. */
export interface LinkDefinition {
  /** The name of the other resource. */
  readonly to: string;
  /** `'iri'` writes `/api/authors/2`, `'id'` the identifier itself. */
  readonly as?: 'iri' | 'id';
  /**
   * Whether a body may link only to items that its author can read; other links are rejected with 422. Set it to false
   * if users link to items that they cannot read, such as an assignee in a list that only administrators read. Then
   * only the store checks that the item exists.
   */
  readonly requireReadable?: boolean;
  /**
   * The table with the links of a many-to-many relation, for a field with a list of identifiers: a `sqlStore` reads and
   * writes the list in this table. Its columns are by default the names of both resources in the singular with `_id`:
   * `issue_id` and `label_id`.
   * @default the list is part of the item
   */
  readonly through?: string | { readonly table: string; readonly from?: string; readonly to?: string };
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

/**
 * The options of a resource. The typed client needs the type parameters after `Operations`. Each option is declared once, because
 * the compiler resolves a member of an intersection that has several declarations even if a resource does not use it.
 */
export interface ResourceDefinition<
  Item,
  Id,
  Create extends StandardSchema,
  Replace extends StandardSchema,
  Filters,
  Path,
  Links,
  Operations,
  Provided extends OperationName = never,
  Processed extends OperationName = never,
  Store = unknown,
  Only extends OperationName = OperationName,
  Custom = unknown,
  Bulk = unknown,
  Searched extends string = string,
> {
  /** The field that identifies an item, or several fields that identify it together. */
  readonly id: Id;
  /**
   * The path of the collection below the prefix of the API.
   * @default '/<name>'
   */
  readonly path?: Path;
  /**
   * The type of an item in JSON-LD and JSON:API.
   * @default the capitalised singular of the name
   */
  readonly type?: string;
  /** The description in API documents. */
  readonly description?: string;
  /** Types of other vocabularies, such as `https://schema.org/Book`. */
  readonly types?: readonly string[];
  /**
   * The schemas of bodies: `create` for POST, and `replace` for PUT and PATCH, which is the same unless it is set.
   * @default the schema of the resource
   */
  readonly input?: { readonly create?: Create; readonly replace?: Replace };
  /**
   * Values that the host sets: a function sets the field of an item that is created without it, `{ write }` sets it in
   * every write. Clients need not be allowed to write the field.
   */
  readonly defaults?: { readonly [Field in keyof Item]?: DefaultValue<Item[Field]> };
  /**
   * Fields that are computed when items are read, and that no body may have: an SQL expression, which lists can be filtered and
   * sorted by, or a function that returns the values for all items of a list.
   */
  readonly computed?: { readonly [Field in keyof Item]?: ComputedField<Item, Item[Field]> };
  /** Fields whose values are identifiers of other resources. */
  readonly links?: Links;
  /** The filters of lists: return values of `filter.…()` by name. */
  readonly filters?: Filters;
  /**
   * The fields in which `?search=words` searches. A store in an SQL database may have an index for it; see its option
   * `search`.
   * @default lists have no search
   */
  readonly search?: readonly Searched[] | SearchDefinition<Searched>;
  /**
   * The order of lists whose request has none.
   * @default by the identifier
   */
  readonly order?: { readonly [Field in keyof Item & string]?: 'asc' | 'desc' };
  /**
   * Pagination of lists.
   * @default `page` of the API
   */
  readonly page?: PageDefinition;
  /**
   * The access rules of operations and rows.
   * @default `security.default` of the host
   */
  readonly access?: AccessDefinition<Item, InferOutput<Create>, InferOutput<Replace>, Filters, Operations>;
  /**
   * The field that contains the tenant of an item.
   * @default `tenant.field` of the API, or `'tenant'`
   */
  readonly tenant?: keyof Item & string;
  /**
   * Whether requests of all tenants reach all items, such as a list of countries. With `api.tenant`, a resource has a tenant
   * field or is global.
   */
  readonly global?: boolean;
  /**
   * Rules that restrict reading and writing of fields.
   * @default all fields are public
   */
  readonly fields?: { readonly [Field in keyof Item]?: FieldAccess<Item> };
  /** Whether to publish changes to the hub of the host. */
  readonly live?: boolean | LiveDefinition<Item>;
  /**
   * Whether assistants may call the operations as tools, or which of them; see `mcp` of the host.
   * @default whether the host has `mcp`
   */
  readonly mcp?: boolean | ToolSelection<NoInfer<OperationName | (keyof Custom & string)>>;
  /** Named selections of fields: `?view=short`, or `view` of an operation. */
  readonly views?: Readonly<Record<string, readonly (keyof Item & string)[]>>;
  /**
   * Caching of responses.
   * @default `cache` of the API
   */
  readonly cache?: CacheDefinition<keyof Item & string>;
  /** The deprecation of the resource. */
  readonly deprecated?: DeprecationDefinition;
  /** Links in the Link header of every response. */
  readonly webLinks?: readonly WebLink[];
  /** Whether PUT creates an item that does not exist. */
  readonly allowCreate?: boolean;
  /** `required` rejects changes without If-Match with 428. */
  readonly concurrency?: 'optional' | 'required';
  /** Whether POST and PATCH accept or require an `Idempotency-Key`, by which their responses are stored. */
  readonly idempotency?: 'off' | 'accept' | 'require';
  /** Whether lists also accept QUERY (RFC 10008), with the parameters of GET in the body. */
  readonly acceptQuery?: boolean;
  /**
   * Lists in POST, and in PATCH on the collection.
   * @default not accepted
   */
  readonly bulk?: BulkDefinition & Bulk;
  /** Options of the standard operations by name. */
  readonly operations?: Operations;
  /** Further operations by name. */
  readonly custom?: CustomOperations<Item, Id, Path, Custom, Store>;
  /** The store of the items, which provides all six operations. Functions in `provide` and `process` override it. */
  readonly store?: ResourceStore<Item> & Store;
  /**
   * The operations of the store to expose.
   * @default all
   */
  readonly only?: readonly Only[];
  /**
   * The field that each variable of `path` sets: `{ country: 'country' }` for `/countries/{country}/cities`. Lists
   * contain the items whose fields have the values in the path, and POST sets the fields. If a field is a link, the
   * linked item must exist.
   */
  readonly parent?: Readonly<Record<string, keyof Item & string>>;
  /**
   * Further paths of the collection below items of other resources, each with the fields that its variables set, as in
   * `parent`. These paths have the list and POST; the paths of the items do not change.
   */
  readonly subresources?: Readonly<Record<string, Readonly<Record<string, keyof Item & string>>>>;
  /**
   * The name of the resource whose items these are, for another list of them such as `/search/cities`. The paths of the
   * items are those of that resource.
   * @default this resource
   */
  readonly itemsOf?: string;
  /** Functions that read items. They override those of the store. */
  readonly provide?: Provide<Item, Id, Filters, Path, Operations> & { readonly [Name in Provided]: unknown };
  /** Functions that write items. They override those of the store. */
  readonly process?: Process<Item, Id, Create, Replace, Path, Operations> & { readonly [Name in Processed]: unknown };
  /**
   * Functions that run before and after writes, in their transaction: by operation, or `'*'` for all. Several sets run in their order.
   * The store must have transactions.
   */
  readonly on?: OneOrMore<
    Hooks<Item, Create, Replace, Store> & CustomHooks<Item, NoInfer<keyof Custom & string>, Store>
  >;
}

type OneOrMore<T> = T | readonly T[];
