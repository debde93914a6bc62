import type { InferOutput, StandardSchema, MaybePromise } from 'oriel-core/http';
import type { RequestMembers } from '../../../http/request-view.ts';
import type { FilterValues } from './filters/filter.ts';
import type { ListRequest, Page } from './list-request.ts';
import type { PublishItem } from './live-definition.ts';

/** The names of the variables in `/countries/{country}/cities`. */
export type PathVariables<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathVariables<Rest>
  : {};

/** One key as its own value, several as an object. */
export type IdOf<Item, Id> = Id extends keyof Item
  ? Item[Id]
  : Id extends readonly (keyof Item)[]
    ? Pick<Item, Id[number]>
    : never;

/** The output type of the schema `query` of an operation. */
export type DeclaredQuery<Operations, Name extends string> = Operations extends {
  readonly [Key in Name]: { readonly query: infer Schema extends StandardSchema };
}
  ? InferOutput<Schema>
  : Readonly<Record<string, unknown>>;

/** The transaction of a store, as its library passes it to a function; unknown if the compiler does not know the store. */
export type TransactionIn<Store> = unknown extends Store
  ? unknown
  : Store extends { currentTransaction(): infer Transaction }
    ? NonNullable<Transaction>
    : undefined;

/** The part of the input that all functions receive. */
export interface ScopedInput extends RequestMembers {
  /**
   * The equalities that every row of this request meets: the variables of the path that are fields, the tenant and, for writes,
   * the values of the rows filter of an access rule. A store that receives the input reads and changes no other rows, and adds
   * the values to new rows.
   */
  readonly scope: Readonly<Record<string, unknown>>;
  /** Publishes the change of an item of a live resource that the operation does not publish by itself, after the commit. */
  readonly publish: PublishItem;
  /**
   * The transaction of the store in which the function runs: that of Kysely, Drizzle or Prisma. Queries through it are committed with the
   * write. Undefined for stores without transactions, and for functions that only read.
   */
  readonly transaction: unknown;
}

// Type instantiations add up over 200 resources, so members are resolved only where a function uses them.
export interface ListInput<Filters, Path, Operations> extends ScopedInput {
  readonly query: DeclaredQuery<Operations, 'list'>;
  readonly uri: PathVariables<Path>;
  /** The values of the filters; `search` is that of the option `search`. */
  readonly filters: FilterValues<Filters> & ('search' extends keyof Filters ? unknown : { readonly search?: string });
  readonly request: ListRequest;
}
export interface ItemInput<Item, Id, Path, Operations> extends ScopedInput {
  readonly query: DeclaredQuery<Operations, 'get'>;
  readonly uri: PathVariables<Path>;
  readonly id: IdOf<Item, Id>;
  /** Whether the item will be written in the same transaction. A store that receives the input locks it. */
  readonly lock: boolean;
}
export interface CreateInput<Body extends StandardSchema, Path, Operations> extends ScopedInput {
  readonly query: DeclaredQuery<Operations, 'create'>;
  readonly uri: PathVariables<Path>;
  /** The validated body, with the values of the tenant and of the rows filter of an access rule. */
  readonly body: InferOutput<Body>;
}
export interface ReplaceInput<Item, Id, Body extends StandardSchema, Path, Operations> extends ScopedInput {
  readonly query: DeclaredQuery<Operations, 'replace'>;
  readonly uri: PathVariables<Path>;
  readonly id: IdOf<Item, Id>;
  readonly body: InferOutput<Body>;
  /** The item before the change; null if PUT creates it. */
  readonly previous: Item | null;
}
export interface PatchInput<Item, Id, Next extends StandardSchema, Path, Operations> extends ScopedInput {
  readonly query: DeclaredQuery<Operations, 'patch'>;
  readonly uri: PathVariables<Path>;
  readonly id: IdOf<Item, Id>;
  readonly previous: Item;
  /** The previous state with the patch applied, validated. */
  readonly next: InferOutput<Next>;
  /** The members of `next` that differ from `previous`. */
  readonly changes: Partial<InferOutput<Next>>;
}
export interface DeleteInput<Item, Id, Path, Operations> extends ScopedInput {
  readonly query: DeclaredQuery<Operations, 'delete'>;
  readonly uri: PathVariables<Path>;
  readonly id: IdOf<Item, Id>;
  readonly previous: Item;
}

/** Functions that read items. Each one that is present exposes its operation. */
export interface Provide<Item, Id, Filters, Path, Operations> {
  /** Returns the page for `request`, or an array of all items, which the host filters, sorts and pages. */
  readonly list?: (input: ListInput<Filters, Path, Operations>) => MaybePromise<readonly Item[] | Page<Item>>;
  readonly get?: (input: ItemInput<Item, Id, Path, Operations>) => MaybePromise<Item | null | undefined>;
}

/** Functions that write items. Each one that is present exposes its operation. The returned item is the response. */
export interface Process<Item, Id, Create extends StandardSchema, Replace extends StandardSchema, Path, Operations> {
  readonly create?: (input: CreateInput<Create, Path, Operations>) => MaybePromise<Item>;
  readonly replace?: (input: ReplaceInput<Item, Id, Replace, Path, Operations>) => MaybePromise<Item>;
  readonly patch?: (input: PatchInput<Item, Id, Replace, Path, Operations>) => MaybePromise<Item>;
  readonly delete?: (input: DeleteInput<Item, Id, Path, Operations>) => MaybePromise<void>;
}

/** A function of a definition without its types. */
export type AnyFunction = (input: unknown) => unknown;
