import type { Named } from './host-types.ts';
import type { ListPage, NotModified, Result } from './result.ts';

/** A client per resource, by its name. */
export type ResourceClients<R extends Named> = { readonly [Each in R as Each['name']]: ClientOf<Each['~']> };

/** Where resources live that do not live under their names. */
export type Paths<R extends Named> = {
  readonly [Each in R as OwnPath<Each['~'], Each['name']>]: At<Each['~'], 'path'>;
};

type OwnPath<Types, Name> = Types extends { readonly path: undefined } ? never : Name;

type ClientOf<Types> =
  At<Types, 'path'> extends `${string}{${string}`
    ? {
        /** The resource under one value of each variable of its path. */
        in(uri: Variables<At<Types, 'path'>>): ResourceClient<Types>;
      }
    : ResourceClient<Types>;

type At<Types, Key> = Key extends keyof Types ? Types[Key] : never;

type Variables<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string | number } & Variables<Rest>
  : {};

/** An item as it is sent: links are IRIs. */
export type Wire<Item, Links> = keyof Links extends never
  ? Item
  : { readonly [Key in keyof Item]: Key extends keyof Links ? WireLink<Item[Key], Links[Key]> : Item[Key] };
type WireLink<Value, Link> = Link extends { readonly as: 'id' }
  ? Value
  : Value extends readonly unknown[]
    ? readonly string[]
    : string | Extract<Value, null | undefined>;

type ItemOf<T> = Wire<At<T, 'item'>, At<T, 'links'>>;
type IdOf<T> = IdIn<At<T, 'item'>, At<T, 'id'>>;
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

interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** The operations of a resource. One that the host does not offer answers 405. */
export interface ResourceClient<T> {
  list(
    query?: At<T, 'filters'> & ListOptions<keyof At<T, 'item'>>,
    options?: RequestOptions,
  ): Promise<Result<ListPage<ItemOf<T>>>>;
  /** Every item of a list, page after page. @throws {ClientError} when a page cannot be had */
  each(
    query?: At<T, 'filters'> & ListOptions<keyof At<T, 'item'>>,
    options?: RequestOptions,
  ): AsyncIterableIterator<ItemOf<T>>;
  get(
    id: IdOf<T>,
    options?: RequestOptions & { readonly fields?: readonly (keyof At<T, 'item'>)[] },
  ): Promise<Result<ItemOf<T>>>;
  /** Asks again for what has this tag: `data` is undefined when it is still the same (304). */
  refresh(id: IdOf<T>, etag: string, options?: RequestOptions): Promise<Result<ItemOf<T>> | NotModified>;
  /** With `idempotencyKey` it may be sent again after a network that failed, without creating twice. */
  create(
    body: Wire<At<T, 'create'>, At<T, 'links'>>,
    options?: RequestOptions & { readonly idempotencyKey?: string },
  ): Promise<Result<ItemOf<T>>>;
  replace(
    id: IdOf<T>,
    body: Wire<At<T, 'replace'>, At<T, 'links'>>,
    options?: ChangeOptions,
  ): Promise<Result<ItemOf<T>>>;
  /** A merge patch (RFC 7396): only the members that change, null to take one away. */
  patch(
    id: IdOf<T>,
    changes: Changes<Wire<At<T, 'replace'>, At<T, 'links'>>>,
    options?: ChangeOptions,
  ): Promise<Result<ItemOf<T>>>;
  delete(id: IdOf<T>, options?: ChangeOptions): Promise<Result<undefined>>;
}

type Changes<Body> = { readonly [Key in keyof Body]?: Body[Key] | null };

interface ChangeOptions extends RequestOptions {
  /** The tag of the state that the change is about: 412 when somebody else was faster. */
  readonly ifMatch?: string;
}
