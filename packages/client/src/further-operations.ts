import type { InferInput, InferOutput, PathInput, PathOf, ResourceTypes, StandardSchema } from './host-types.ts';
import type {
  Changes,
  CreateOptions,
  IdOf,
  ItemOf,
  KeyOptions,
  MatchOptions,
  RequestOptions,
  Wire,
} from './resource-client.ts';
import type { Problem, Result } from './result.ts';

/** Requests that create or change several items, for a resource with `bulk`. */
export type BulkCalls<T extends ResourceTypes> = T['bulk'] extends undefined
  ? unknown
  : Pick<BulkClient<T>, BulkMethods[T['offers'] & keyof BulkMethods]>;

interface BulkMethods {
  create: 'createAll';
  patch: 'patchAll';
}

export interface BulkClient<T extends ResourceTypes> {
  /** Creates several items. */
  createAll(
    bodies: readonly Wire<T['create'], T['links']>[],
    options?: CreateOptions<unknown>,
  ): Promise<Result<BulkData<T>>>;
  /** Changes several items by merge patches, each with the identifier of its item. */
  patchAll(
    changes: readonly (Changes<Wire<T['replace'], T['links']>> & Identified<T>)[],
    options?: CreateOptions<unknown>,
  ): Promise<Result<BulkData<T>>>;
}

type Identified<T extends ResourceTypes> = T['id'] extends keyof T['item'] ? Pick<T['item'], T['id']> : IdOf<T>;

type BulkData<T extends ResourceTypes> = T['bulk'] extends { readonly atomic: false }
  ? { readonly results: readonly BulkResult<ItemOf<T>>[] }
  : readonly ItemOf<T>[];

/** The result of one item of a bulk request that is not atomic. */
export interface BulkResult<Item> {
  readonly status: number;
  readonly location?: string;
  readonly etag?: string;
  readonly item?: Item;
  readonly problem?: Problem;
}

/** The custom operations of a resource by name. */
export type CustomCalls<T extends ResourceTypes> = {} extends T['custom']
  ? unknown
  : { readonly [Name in keyof T['custom']]: CustomCall<T, T['custom'][Name]> };

export type CustomCall<T extends ResourceTypes, Operation> = (
  ...input: {} extends CustomInput<T, Operation>
    ? [input?: CustomInput<T, Operation>]
    : [input: CustomInput<T, Operation>]
) => Promise<Result<CustomData<T, Operation>>>;

type CustomInput<T extends ResourceTypes, Operation> = RequestOptions &
  KeyOptions &
  LineInput<T, Operation> &
  QueryInput<Operation> &
  BodyInput<T, Operation>;

type QueryInput<Operation> = Operation extends { readonly query: infer Query extends StandardSchema }
  ? {} extends InferInput<Query>
    ? { readonly query?: InferInput<Query> }
    : { readonly query: InferInput<Query> }
  : unknown;

type BodyInput<T extends ResourceTypes, Operation> = Operation extends {
  readonly input: infer Body extends StandardSchema;
}
  ? undefined extends InferInput<Body>
    ? { readonly body?: Wire<InferInput<Body>, T['links']> }
    : { readonly body: Wire<InferInput<Body>, T['links']> }
  : Operation extends { readonly uploads: object | true }
    ? { readonly body: FormData }
    : unknown;

type LineInput<T extends ResourceTypes, Operation> = Operation extends { readonly line: infer Line extends string }
  ? (Line extends `${string} /{id}${string}` ? MatchOptions & { readonly id: IdOf<T> } : unknown) &
      PathPart<Omit<PathInput<PathOf<Line>>, 'id'>>
  : unknown;

// The variables of the path after the identifier.
type PathPart<Values> = keyof Values extends never ? unknown : { readonly params: Values };

type CustomData<T extends ResourceTypes, Operation> = Operation extends { readonly output: infer Output }
  ? Output extends StandardSchema
    ? Received<InferOutput<Output>>
    : undefined
  : ItemOf<T>;

// The response does not have the name of a file as a member.
type Received<Data> = Data extends Blob ? Blob : Data;
