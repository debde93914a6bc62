import type { ResourceTypes } from '../features/resources/definition/resource.ts';
import type { InferInput, StandardSchema } from '../core/http/standard-schema.ts';
import type { Named } from './host-types.ts';
import type { ListPage, NotModified, Result } from './result.ts';

/** A client per resource, by its name. */
export type ResourceClients<R extends Named> = { readonly [Each in R as Each['name']]: ClientOf<Each> };

/** Where resources live that do not live under their names. */
export type Paths<R extends Named> = [R['~path']] extends [undefined]
  ? {}
  : { readonly [Each in R as Each['~path'] extends undefined ? never : Each['name']]: Each['~path'] };

type ClientOf<R extends Named> = R['~path'] extends `${string}{${string}`
  ? {
      /** The resource under one value of each variable of its path. */
      in(uri: Variables<R['~path']>): Offered<R['~']>;
    }
  : Offered<R['~']>;

// A method of an operation that the resource does not have is a type error.
type Offered<T extends ResourceTypes> = Pick<ResourceClient<T>, Methods[T['offers']]>;

/** What each operation comes to. */
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

/** An item as it is sent: links are IRIs. */
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

/** What a list can be asked beside its filters. */
export interface ListOptions<Field> {
  readonly page?: number;
  readonly itemsPerPage?: number;
  readonly cursor?: string;
  readonly fields?: readonly Field[];
}

/** Parameters that the operation declares with a schema of its own, as it takes them. */
type Own<T extends ResourceTypes, Name extends string> = T['operations'] extends {
  readonly [Key in Name]: { readonly query: infer Schema extends StandardSchema };
}
  ? InferInput<Schema>
  : {};

interface RequestOptions {
  readonly signal?: AbortSignal;
}

interface OperationOptions<Query> extends RequestOptions {
  /** The parameters that the operation has beside those of the host. */
  readonly query?: Query;
}

interface GetOptions<Field, Query> extends OperationOptions<Query> {
  readonly fields?: readonly Field[];
}

interface CreateOptions<Query> extends OperationOptions<Query> {
  readonly idempotencyKey?: string;
}

interface ChangeOptions<Query> extends OperationOptions<Query> {
  /** The tag of the state that the change is about: 412 when somebody else was faster. */
  readonly ifMatch?: string;
}

type ListQuery<T extends ResourceTypes> = T['filters'] & Own<T, 'list'> & ListOptions<keyof T['item']>;

/** The operations of a resource; a client has those that the resource has. */
export interface ResourceClient<T extends ResourceTypes> {
  list(query?: ListQuery<T>, options?: RequestOptions): Promise<Result<ListPage<ItemOf<T>>>>;
  /** Every item of a list, page after page. @throws {ClientError} when a page cannot be had */
  each(query?: ListQuery<T>, options?: RequestOptions): AsyncIterableIterator<ItemOf<T>>;
  get(id: IdOf<T>, options?: GetOptions<keyof T['item'], Own<T, 'get'>>): Promise<Result<ItemOf<T>>>;
  /** Asks again for what has this tag: `data` is undefined when it is still the same (304). */
  refresh(
    id: IdOf<T>,
    etag: string,
    options?: OperationOptions<Own<T, 'get'>>,
  ): Promise<Result<ItemOf<T>> | NotModified>;
  /** With `idempotencyKey` it may be sent again after a network that failed, without creating twice. */
  create(body: Wire<T['create'], T['links']>, options?: CreateOptions<Own<T, 'create'>>): Promise<Result<ItemOf<T>>>;
  replace(
    id: IdOf<T>,
    body: Wire<T['replace'], T['links']>,
    options?: ChangeOptions<Own<T, 'replace'>>,
  ): Promise<Result<ItemOf<T>>>;
  /** A merge patch (RFC 7396): only the members that change, null to take one away. */
  patch(
    id: IdOf<T>,
    changes: Changes<Wire<T['replace'], T['links']>>,
    options?: ChangeOptions<Own<T, 'patch'>>,
  ): Promise<Result<ItemOf<T>>>;
  delete(id: IdOf<T>, options?: ChangeOptions<Own<T, 'delete'>>): Promise<Result<undefined>>;
}

type Changes<Body> = { readonly [Key in keyof Body]?: Body[Key] | null };
