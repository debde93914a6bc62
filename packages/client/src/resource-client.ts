import type { InferInput, ItemId, ResourceTypes, StandardSchema } from './host-types.ts';
import type { BulkCalls, CustomCalls } from './further-operations.ts';
import type { ListPage, NotModified, Result } from './result.ts';

/** The resource clients by resource name. */
export type ResourceClients<R extends Named> = { readonly [Each in R as Each['name']]: ClientOf<Each, R> };

/** The paths of resources whose path differs from their name. */
export type Paths<R extends Named> = [R['~path']] extends [undefined]
  ? {}
  : { readonly [Each in R as Each['~path'] extends undefined ? never : Each['name']]: Each['~path'] };

type ClientOf<R extends Named, All extends Named> = R['~path'] extends `${string}{${string}`
  ? {
      /** Returns the resource for these values of its path variables. */
      in(uri: Variables<R['~path']>): Offered<R['~'], All>;
    }
  : Offered<R['~'], All>;

// Calling an operation that the resource does not have is a type error.
type Offered<T extends ResourceTypes, All extends Named> = Pick<ResourceClient<T, All>, Methods[T['offers']]> &
  BulkCalls<T> &
  CustomCalls<T>;

/** The result type of each operation. */
interface Methods {
  list: 'list' | 'each';
  get: 'get' | 'refresh';
  create: 'create';
  replace: 'replace';
  patch: 'patch';
  delete: 'delete';
}

type Variables<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string | number } & Variables<Rest>
  : {};

/** An item as serialized: links are IRIs. */
export type Wire<Item, Links> = {} extends Links
  ? Item
  : { readonly [Key in keyof Item]: Key extends keyof Links ? WireLink<Item[Key], Links[Key]> : Item[Key] };
type WireLink<Value, Link> = Link extends { readonly as: 'id' }
  ? Value
  : Value extends readonly unknown[]
    ? readonly string[]
    : Value extends null | undefined
      ? Value
      : string;

export type ItemOf<T extends ResourceTypes> = Wire<T['item'], T['links']>;
export type IdOf<T extends ResourceTypes> = ItemId<T['item'], T['id']>;

/** The options of a list besides its filters. */
export interface ListOptions<Field, Include = never> {
  readonly page?: number;
  readonly itemsPerPage?: number;
  readonly cursor?: string;
  readonly fields?: readonly Field[];
  /** The links whose items are embedded, such as `['author(name)', 'author.publisher']`. */
  readonly include?: readonly Include[];
}

/** The input of the parameters that the operation declares with its own schema. */
type Own<T extends ResourceTypes, Name extends string> = T['operations'] extends {
  readonly [Key in Name]: { readonly query: infer Schema extends StandardSchema };
}
  ? InferInput<Schema>
  : {};

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

export interface QueryOptions<Query> extends RequestOptions {
  /** The parameters that the operation declares in addition to those of the host. */
  readonly query?: Query;
}

export interface GetOptions<Field, Query, Include = never> extends QueryOptions<Query> {
  readonly fields?: readonly Field[];
  /** The links whose items are embedded, such as `['author(name)', 'author.publisher']`. */
  readonly include?: readonly Include[];
}

export interface KeyOptions {
  /** A unique key, with which the request can be repeated without a second effect. */
  readonly idempotencyKey?: string;
}

export interface MatchOptions {
  /** The entity tag of the state to change; the host responds with 412 if the item has changed since. */
  readonly ifMatch?: string;
}

export interface CreateOptions<Query> extends QueryOptions<Query>, KeyOptions {}

export interface ChangeOptions<Query> extends QueryOptions<Query>, MatchOptions {}

export type ListQuery<T extends ResourceTypes, Field, Include = never> = T['filters'] &
  SearchValue<T['search']> &
  Own<T, 'list'> &
  ListOptions<Field, Include>;
type SearchValue<Searched> = [Searched] extends [never] ? unknown : { readonly search?: string };

// The item with the selected members; the whole item if none are selected.
export type Selected<T extends ResourceTypes, Field extends keyof T['item']> = keyof T['item'] extends Field
  ? ItemOf<T>
  : Pick<ItemOf<T>, Field & keyof ItemOf<T>>;

/** The selected members, with embedded items in place of the included links. */
export type WithIncluded<T extends ResourceTypes, Field extends keyof T['item'], Include, All extends Named> = [
  Include,
] extends [never]
  ? Selected<T, Field>
  : Embedded<Selected<T, Field | (LinkIn<Include> & keyof T['item'])>, T['links'], Include, All>;

type Embedded<Item, Links, Include, All extends Named> = {
  readonly [Key in keyof Item]: Key extends LinkIn<Include>
    ? EmbeddedLink<Item[Key], LinkedItem<Links[Key & keyof Links], Key extends Include ? true : false, All>>
    : Item[Key];
};

// The link remains where the item does not exist or the user cannot read it.
type EmbeddedLink<Value, Linked> = Value extends readonly (infer Each)[] ? readonly (Each | Linked)[] : Value | Linked;

// Which members an item has, and which of its links are embedded, is not derived from paths and selections.
type LinkedItem<Link, IsWhole, All extends Named> = IsWhole extends true
  ? ItemOf<TypesOf<Link, All>>
  : { readonly [Key in keyof TypesOf<Link, All>['item']]?: unknown };

type TypesOf<Link, All extends Named> = Extract<
  All,
  { readonly name: Link extends { readonly to: infer To } ? To : Link }
>['~'];

type LinkIn<Include> = Include extends `${infer Name}(${string}` ? LinkIn<Name> : FirstStep<Include>;
type FirstStep<Include> = Include extends `${infer Name}.${string}` ? Name : Include;

/** The values of `include`: a link, with selected fields in parentheses, and links of the linked items. */
type IncludePath<Links> = keyof Links & string extends infer Name extends string
  ? Name | `${Name}.${string}` | `${Name}(${string}`
  : never;

/** All operations of a resource. A client has only those that its resource has. */
export interface ResourceClient<T extends ResourceTypes, All extends Named = never> {
  /** With `fields`, the items have only these members; with `include`, they contain the linked items. */
  list<const Field extends keyof T['item'] = keyof T['item'], const Include extends IncludePath<T['links']> = never>(
    query?: ListQuery<T, Field, Include>,
    options?: RequestOptions,
  ): Promise<Result<ListPage<WithIncluded<T, Field, Include, All>>>>;
  /** Iterates over the items of all pages of a list. @throws {ClientError} if a page cannot be read */
  each<const Field extends keyof T['item'] = keyof T['item'], const Include extends IncludePath<T['links']> = never>(
    query?: ListQuery<T, Field, Include>,
    options?: RequestOptions,
  ): AsyncIterableIterator<WithIncluded<T, Field, Include, All>>;
  /** With `fields`, the item has only these members; with `include`, it contains the linked items. */
  get<const Field extends keyof T['item'] = keyof T['item'], const Include extends IncludePath<T['links']> = never>(
    id: IdOf<T>,
    options?: GetOptions<Field, Own<T, 'get'>, Include>,
  ): Promise<Result<WithIncluded<T, Field, Include, All>>>;
  /** Reads an item unless it still has this entity tag; in that case `data` is undefined (304). */
  refresh(id: IdOf<T>, etag: string, options?: QueryOptions<Own<T, 'get'>>): Promise<Result<ItemOf<T>> | NotModified>;
  /** With `idempotencyKey`, the request can be repeated after a network error without creating a second item. */
  create(body: Wire<T['create'], T['links']>, options?: CreateOptions<Own<T, 'create'>>): Promise<Result<ItemOf<T>>>;
  replace(
    id: IdOf<T>,
    body: Wire<T['replace'], T['links']>,
    options?: ChangeOptions<Own<T, 'replace'>>,
  ): Promise<Result<ItemOf<T>>>;
  /** A merge patch (RFC 7396): only the members to change; null removes a member. */
  patch(
    id: IdOf<T>,
    changes: Changes<Wire<T['replace'], T['links']>>,
    options?: ChangeOptions<Own<T, 'patch'>>,
  ): Promise<Result<ItemOf<T>>>;
  delete(id: IdOf<T>, options?: ChangeOptions<Own<T, 'delete'>>): Promise<Result<undefined>>;
}

export type Changes<Body> = { readonly [Key in keyof Body]?: Body[Key] | null };

/** The part of a host's type that a client uses. */
export interface Host {
  readonly '~resources'?: unknown;
  readonly '~routes'?: unknown;
  readonly '~logins'?: unknown;
}

/** The part of a resource that a client uses. Types behind `~` are resolved only where a client needs them. */
interface Named {
  readonly name: string;
  readonly '~': ResourceTypes;
  readonly '~path'?: unknown;
}

/** The union of the resources of a host. */
export type ResourcesOf<H extends Host> =
  NonNullable<H['~resources']> extends readonly (infer Each extends Named)[] ? Each : never;
