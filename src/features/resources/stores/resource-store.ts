import type { HttpContext } from '../../../core/http/context.ts';
import type { ListRequest, Page } from '../paging/list-request.ts';

/** The context of a call of a store. The input of a function in `provide` or `process` has the same members. */
export interface StoreContext {
  readonly signal: AbortSignal;
  readonly context: HttpContext;
  /** The equalities that all rows must meet: the path variables of a sub-resource and the access rules of a user. */
  readonly scope?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether the item comes from the body of a request. Its members without a column, which a loose schema accepts, are then not
   * written; otherwise a store throws `TypeError` for them.
   */
  readonly fromBody?: boolean | undefined;
  /** Whether the item will be written in the same transaction, so that the store must lock it. */
  readonly lock?: boolean | undefined;
  /**
   * The fields of the response in their order, if a list is written as plain JSON. A store that can write JSON may then return a
   * page with `rows`.
   */
  readonly json?: readonly string[] | undefined;
}

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
  /** Called once at start-up with the shape of the resource. @throws {Error} if the store cannot store it */
  bind?(shape: StoreShape): void;
  list(request: ListRequest, context: StoreContext): Page<Item> | Promise<Page<Item>>;
  get(id: Identity, context: StoreContext, fields?: readonly string[]): Item | null | Promise<Item | null>;
  create?(item: Record<string, unknown>, context: StoreContext): Item | Promise<Item>;
  /** Replaces all fields except the identifier. @returns null if the item does not exist */
  replace?(id: Identity, item: Record<string, unknown>, context: StoreContext): Item | null | Promise<Item | null>;
  /** Writes the changed fields. @returns null if the item does not exist */
  patch?(id: Identity, changes: Record<string, unknown>, context: StoreContext): Item | null | Promise<Item | null>;
  /** Deletes an item. @returns whether it existed */
  delete?(id: Identity, context: StoreContext): boolean | Promise<boolean>;
  /**
   * Called at start-up, after all stores are bound. Returns why a list cannot be filtered or sorted by a field through a link, such
   * as `author.name`; undefined if it can.
   */
  refuses?(path: string, use: 'filter' | 'order'): string | undefined;
  /**
   * Returns the values that all rows of a request have, by field or column: `{ owner: 'ada' }`. Omit it if all requests access the
   * same rows. It also determines the topics of live updates.
   */
  readonly scope?: ((context: HttpContext) => Readonly<Record<string, unknown>>) | undefined;
  /** Runs a function in a transaction, which is rolled back if it throws. */
  transaction?<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The shape of the resource of a store. */
export interface StoreShape {
  readonly resource: string;
  readonly id: readonly string[];
  readonly fields: readonly StoreField[];
  /** Returns whether an error may name this field to the client of a request; omitted if it may name every field. */
  mayName?(field: string, context: HttpContext): boolean;
  /** Returns the shape and store of a linked resource, for filters through links. */
  link(field: string): { readonly shape: StoreShape; readonly store: ResourceStore<never> | undefined } | undefined;
}

export interface StoreField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  /** The JSON Schema format of a string: `date`, `date-time`, `uuid`. */
  readonly format?: string | undefined;
}

/** The kind of the values of a field, from its JSON Schema; `json` for lists and objects. */
export type FieldKind = 'integer' | 'number' | 'boolean' | 'string' | 'date' | 'json';
