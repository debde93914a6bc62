import type { MaybePromise, HttpContext } from 'oriel-core/http';
import type { SqlExpression } from './computed-fields.ts';
import type { ListRequest, Page } from './list-request.ts';
import type { IsolationLevel, RowLock } from './transaction-options.ts';

/** The context of a call of a store. The input of a function in `provide` or `process` has the same members. */
export interface StoreContext {
  readonly signal: AbortSignal;
  readonly context: HttpContext;
  /** The equalities that all rows must meet: the path variables of a sub-resource, the tenant and the access rules of a user. */
  readonly scope?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether the item comes from the body of a request. Its members without a column, which a loose schema accepts, are then not
   * written; otherwise a store throws `TypeError` for them.
   */
  readonly fromBody?: boolean | undefined;
  /** Whether the item will be written in the same transaction, so that the store must lock it. */
  readonly lock?: boolean | undefined;
  /** The kind of the lock. Default: `'update'` */
  readonly rowLock?: RowLock | undefined;
}

/** A condition that not all stores evaluate. */
export type StoreCondition = 'search' | 'sql';

/** The values of the keys of an identifier. */
export type Identity = Readonly<Record<string, unknown>>;

/**
 * A store of the items of a resource. Errors for clients are thrown as `HttpError`: `ConflictError` for an existing key, 422 for a
 * link to a missing row.
 */
export interface ResourceStore<Item = Record<string, unknown>> {
  /**
   * Whether other processes see the same items: those of all machines (true), those of the same `'machine'`, or none (false).
   * Default: true.
   */
  readonly shared?: boolean | 'machine';
  /** The conditions that `list` evaluates besides comparisons with fields: `'sql'` for `filter.sql`, `'search'`. Default: none. */
  readonly supports?: readonly StoreCondition[];
  /** Called once at start-up with the shape of the resource. @throws {Error} if the store cannot store it */
  bind?(shape: StoreShape): void;
  list(request: ListRequest, context: StoreContext): MaybePromise<Page<Item>>;
  get(id: Identity, context: StoreContext, fields?: readonly string[]): MaybePromise<Item | null>;
  create?(item: Record<string, unknown>, context: StoreContext): MaybePromise<Item>;
  /** Replaces all fields except the identifier. @returns null if the item does not exist */
  replace?(id: Identity, item: Record<string, unknown>, context: StoreContext): MaybePromise<Item | null>;
  /** Writes the changed fields. @returns null if the item does not exist */
  patch?(id: Identity, changes: Record<string, unknown>, context: StoreContext): MaybePromise<Item | null>;
  /** Deletes an item. @returns whether it existed */
  delete?(id: Identity, context: StoreContext): MaybePromise<boolean>;
  /**
   * Called at start-up, after all stores are bound. Returns why a list cannot be filtered or sorted by a field through a link, such
   * as `author.name`, or filtered by a list of links; undefined if it can.
   */
  refuses?(path: string, use: 'filter' | 'order'): string | undefined;
  /**
   * Returns the values that all rows of a request have, by field or column: `{ owner: 'ada' }`. Omit it if all requests access the
   * same rows. It also determines the topics of live updates.
   */
  readonly scope?: ((context: HttpContext) => Readonly<Record<string, unknown>>) | undefined;
  /**
   * Whether filters and orders through links reach only rows in the `linkScope` of the linked resource. Without it, the host adds
   * conditions to filters, and lists cannot be sorted through links to resources with tenants.
   */
  readonly limitsLinks?: boolean;
  /** The isolation levels that `transaction` accepts. */
  readonly isolationLevels?: readonly IsolationLevel[];
  /** Runs a function in a transaction, which is rolled back if it throws. @param isolation its level. Default: that of the database */
  transaction?<Result>(work: () => Promise<Result>, isolation?: IsolationLevel): Promise<Result>;
  /** Returns the transaction that the calling code runs in, as functions of the application receive it; undefined outside of one. */
  currentTransaction?(): unknown;
}

/** The shape of the resource of a store. */
export interface StoreShape {
  readonly resource: string;
  readonly id: readonly string[];
  readonly fields: readonly StoreField[];
  /** Returns whether an error may name this field to the client of a request; omitted if it may name every field. */
  mayName?(field: string, context: HttpContext): boolean;
  /**
   * Returns the equalities that rows of this resource meet when filters and orders of other resources reach them through a link:
   * those of the tenant. Null if the request may reach no rows. Omitted if there are no tenants.
   */
  readonly linkScope?: ((context: HttpContext) => Readonly<Record<string, unknown>> | null) | undefined;
  /**
   * Publishes an item that the store changed besides the row of an operation, such as a restored one, after the commit. Undefined if the
   * resource is not live.
   */
  readonly publish?: ((item: Readonly<Record<string, unknown>>, context: HttpContext) => Promise<void>) | undefined;
  /** Returns the shape and store of a linked resource, for filters through links. */
  link(field: string): StoreLink | undefined;
}

/** The resource that a field links to. */
export interface StoreLink {
  readonly shape: StoreShape;
  readonly store: ResourceStore<never> | undefined;
  /** The table with the links of a many-to-many relation. */
  readonly through?: JoinTable | undefined;
}

/** A table with one row for each link between an item and another one. */
export interface JoinTable {
  readonly table: string;
  /** The column with the identifier of the item. */
  readonly from: string;
  /** The column with the identifier of the linked item. */
  readonly to: string;
}

export interface StoreField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  /** The JSON Schema format of a string: `date`, `date-time`, `uuid`, `decimal`, `int64`. */
  readonly format?: string | undefined;
  /** The kind of the elements of a list. */
  readonly elements?: FieldKind | undefined;
  /** The SQL expression of a computed field, which has no column. Only stores with `supports: ['sql']` receive such fields. */
  readonly expression?: SqlExpression | undefined;
}

/**
 * The kind of the values of a field, from its JSON Schema; `json` for lists and objects, `decimal` for texts of numbers with the format
 * `decimal` or `int64`.
 */
export type FieldKind = 'integer' | 'number' | 'decimal' | 'boolean' | 'string' | 'date' | 'json';
