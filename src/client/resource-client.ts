import type { ResourceTypes } from '../features/resources/definition/resource.ts';
import type { InferInput, StandardSchema } from '../core/http/standard-schema.ts';
import type { Named } from './host-types.ts';
import type { ListPage, NotModified, Result } from './result.ts';

/** The resource clients by resource name. */
export type ResourceClients<R extends Named> = { readonly [Each in R as Each['name']]: ClientOf<Each> };

/** The paths of resources whose path differs from their name. */
export type Paths<R extends Named> = [R['~path']] extends [undefined]
  ? {}
  : { readonly [Each in R as Each['~path'] extends undefined ? never : Each['name']]: Each['~path'] };

type ClientOf<R extends Named> = R['~path'] extends `${string}{${string}`
  ? {
      /** Returns the resource for these values of its path variables. */
      in(uri: Variables<R['~path']>): Offered<R['~']>;
    }
  : Offered<R['~']>;

// Calling an operation that the resource does not have is a type error.
type Offered<T extends ResourceTypes> = Pick<ResourceClient<T>, Methods[T['offers']]>;

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

type ItemOf<T extends ResourceTypes> = Wire<T['item'], T['links']>;
type IdOf<T extends ResourceTypes> = IdIn<T['item'], T['id']>;
type IdIn<Item, Id> = Id extends keyof Item
  ? Item[Id]
  : Id extends readonly (keyof Item)[]
    ? Pick<Item, Id[number]>
    : never;

/** The options of a list besides its filters. */
export interface ListOptions<Field> {
  readonly page?: number;
  readonly itemsPerPage?: number;
  readonly cursor?: string;
  readonly fields?: readonly Field[];
}

/** The input of the parameters that the operation declares with its own schema. */
type Own<T extends ResourceTypes, Name extends string> = T['operations'] extends {
  readonly [Key in Name]: { readonly query: infer Schema extends StandardSchema };
}
  ? InferInput<Schema>
  : {};

interface RequestOptions {
  readonly signal?: AbortSignal;
}

interface OperationOptions<Query> extends RequestOptions {
  /** The parameters that the operation declares in addition to those of the host. */
  readonly query?: Query;
}

interface GetOptions<Field, Query> extends OperationOptions<Query> {
  readonly fields?: readonly Field[];
}

interface CreateOptions<Query> extends OperationOptions<Query> {
  readonly idempotencyKey?: string;
}

interface ChangeOptions<Query> extends OperationOptions<Query> {
  /** The entity tag of the state to change; the host responds with 412 if the item has changed since. */
  readonly ifMatch?: string;
}

type ListQuery<T extends ResourceTypes> = T['filters'] & Own<T, 'list'> & ListOptions<keyof T['item']>;

/** All operations of a resource. A client has only those that its resource has. */
export interface ResourceClient<T extends ResourceTypes> {
  list(query?: ListQuery<T>, options?: RequestOptions): Promise<Result<ListPage<ItemOf<T>>>>;
  /** Iterates over the items of all pages of a list. @throws {ClientError} if a page cannot be read */
  each(query?: ListQuery<T>, options?: RequestOptions): AsyncIterableIterator<ItemOf<T>>;
  get(id: IdOf<T>, options?: GetOptions<keyof T['item'], Own<T, 'get'>>): Promise<Result<ItemOf<T>>>;
  /** Reads an item unless it still has this entity tag; in that case `data` is undefined (304). */
  refresh(
    id: IdOf<T>,
    etag: string,
    options?: OperationOptions<Own<T, 'get'>>,
  ): Promise<Result<ItemOf<T>> | NotModified>;
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

type Changes<Body> = { readonly [Key in keyof Body]?: Body[Key] | null };
