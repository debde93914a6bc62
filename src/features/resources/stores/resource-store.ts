import type { HttpContext } from '../../../core/http/context.ts';
import type { ListRequest, Page } from '../paging/list-request.ts';

/** What a store is told beside the question itself; the input of a function in `provide` or `process` will do, too. */
export interface StoreContext {
  readonly signal: AbortSignal;
  readonly context: HttpContext;
  /** Equalities every row must meet: the variables of a sub-resource's path, the scope of a user. */
  readonly scope?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether the item comes from the body of a request. Its members that no column holds, as a loose schema lets them through,
   * are then not written; otherwise a store throws TypeError for them.
   */
  readonly fromBody?: boolean | undefined;
  /** Will what is read be written in the same transaction? Then nobody else may change it meanwhile. */
  readonly lock?: boolean | undefined;
  /**
   * The fields of the answer in their order, when a list will be written as plain JSON of them: a store that can write JSON
   * itself may then give a page with `rows`.
   */
  readonly json?: readonly string[] | undefined;
}

/** An identifier as a store sees it: the values of its keys. */
export type Identity = Readonly<Record<string, unknown>>;

/**
 * Where the items of a resource live: the role behind `store:`. Errors that mean something to a client are thrown as
 * HttpErrors: a key that is taken is a ConflictError, a row that is missing at the other end of a link a 422.
 */
export interface ResourceStore<Item = Record<string, unknown>> {
  /**
   * Whether other processes see the same items: those of all machines, those of the same `'machine'`, or no others. Left out,
   * it is taken for shared.
   */
  readonly shared?: boolean | 'machine';
  /** Told once, when the host starts: the shape of the resource. @throws {Error} when the store cannot hold it */
  bind?(shape: StoreShape): void;
  list(request: ListRequest, context: StoreContext): Page<Item> | Promise<Page<Item>>;
  get(id: Identity, context: StoreContext, fields?: readonly string[]): Item | null | Promise<Item | null>;
  create?(item: Record<string, unknown>, context: StoreContext): Item | Promise<Item>;
  /** All fields but those of the identifier; null when there is no such item any more. */
  replace?(id: Identity, item: Record<string, unknown>, context: StoreContext): Item | null | Promise<Item | null>;
  /** Only the fields that changed. */
  patch?(id: Identity, changes: Record<string, unknown>, context: StoreContext): Item | null | Promise<Item | null>;
  /** @returns whether there was one */
  delete?(id: Identity, context: StoreContext): boolean | Promise<boolean>;
  /**
   * Asked when the host starts, once all stores are bound: why a list cannot be filtered or ordered by a field at the other
   * end of a link (`author.name`); undefined when it can.
   */
  refuses?(path: string, use: 'filter' | 'order'): string | undefined;
  /**
   * The values that every row of this request has, by field or column: `{ owner: 'ada' }`. Leave it out if all requests
   * reach the same rows. The host grants the topics of live updates by it.
   */
  readonly scope?: ((context: HttpContext) => Readonly<Record<string, unknown>>) | undefined;
  /** Runs the work in one transaction; its writes happen all or not at all. */
  transaction?<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** What a store has to know about the resource it holds. */
export interface StoreShape {
  readonly resource: string;
  readonly id: readonly string[];
  readonly fields: readonly StoreField[];
  /** Returns whether an error may name this field to the client of a request; left out, it may name every field. */
  mayName?(field: string, context: HttpContext): boolean;
  /** Linked resources by field, with their own stores' shapes, for filters that go through a link. */
  link(field: string): { readonly shape: StoreShape; readonly store: ResourceStore<never> | undefined } | undefined;
}

export interface StoreField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  /** What its text is, as JSON Schema names it: `date`, `date-time`, `uuid`. */
  readonly format?: string | undefined;
}

/** What a field holds, as its JSON Schema tells; `json` for lists and objects. */
export type FieldKind = 'integer' | 'number' | 'boolean' | 'string' | 'date' | 'json';
