import type { HttpResponse, InferOutput, MaybePromise, StandardSchema } from 'oriel-core/http';
import type { AccessInput } from '../../../http/access-input.ts';
import type { Rule } from '../../../http/access-rule.ts';
import type { PathOf, PathParams } from '../../../http/route-params.ts';
import type { RowFilter } from './filters/where.ts';
import type { OperationOptions } from './operation-definition.ts';
import type { TransactionOptions } from './transaction-options.ts';
import type { IdOf, PathVariables, ScopedInput, TransactionIn } from './resource-functions.ts';

/**
 * The input of the function of a custom operation. Write it for a function that is declared elsewhere:
 * `({ item, body }: CustomInput<Note, { reason: string }>) => …`.
 */
export interface CustomInput<
  Item = undefined,
  Body = undefined,
  Query = Readonly<Record<string, unknown>>,
  Id = unknown,
  Uri = Readonly<Record<string, string>>,
  Transaction = unknown,
> extends ScopedInput {
  readonly transaction: Transaction;
  /** The item of the path; undefined if the line has no `{id}`. */
  readonly item: Item;
  /** The identifier of the item, several keys as an object; undefined if the line has no `{id}`. */
  readonly id: Id;
  /** The output of the schema `input`; undefined without one. */
  readonly body: Body;
  /** The output of the schema `query`. */
  readonly query: Query;
  /** The decoded variables of the path. */
  readonly uri: Uri;
}

/** An operation besides the six standard ones. `Types` has the schemas and the line, of which the types of `handle` are derived. */
export interface CustomOperation<
  Item = unknown,
  Id = unknown,
  Path = unknown,
  Types = unknown,
  Store = unknown,
> extends Omit<OperationOptions, 'output'> {
  /** `'POST /{id}/publish'`: the method and the path below that of the resource. With `{id}` the item is read first. */
  readonly line: string;
  /**
   * The schema of the body.
   * @default no body
   */
  readonly input?: StandardSchema;
  /**
   * The schema of the response, or `false` for responses without a body. Members that the schema does not declare are removed. `z.file()`,
   * also with media types, describes a response with a file, such as that of `file()`.
   * @default the schema of the resource
   */
  readonly output?: StandardSchema | false;
  /**
   * The access rule.
   * @default `access.read` of the resource for GET, HEAD and QUERY, otherwise `access.write`
   */
  readonly access?: Rule<AccessInput<CustomItem<Item, Types>, CustomBody<Types>>, RowFilter<Item>>;
  /**
   * Whether the function runs in a transaction of the store, in which the item is locked. Set it to false if the function calls other
   * services, because the transaction would wait for them. Functions of GET, HEAD and QUERY have no transaction.
   * `{ isolation, lock }` are its isolation level and the lock of the item.
   */
  readonly transaction?: boolean | TransactionOptions;
  /** Performs the operation and returns the item, null if it does not exist (404), a value of `output`, or a response. */
  readonly handle: (
    input: CustomInput<
      CustomItem<Item, Types>,
      CustomBody<Types>,
      CustomQuery<Types>,
      CustomId<Item, Id, Types>,
      CustomUri<Path, Types>,
      CustomTransaction<Types, Store>
    >,
  ) => MaybePromise<CustomResult<Item, Types> | HttpResponse | Response | Literals>;
}

/** Custom operations by name. The compiler infers the type of each from its value. */
export type CustomOperations<Item, Id, Path, Custom, Store> = {
  readonly [Name in keyof Custom]: {
    readonly [Key in keyof Custom[Name]]: Key extends keyof CustomOperation
      ? Custom[Name][Key]
      : `Unknown option "${Key & string}"`;
  } & CustomOperation<Item, Id, Path, Custom[Name], Store>;
};

interface OnItem {
  readonly line: `${string} /{id}${string}`;
}

type CustomTransaction<Types, Store> = Types extends { readonly transaction: false } ? undefined : TransactionIn<Store>;
type CustomItem<Item, Types> = Types extends OnItem ? Item : undefined;
type CustomId<Item, Id, Types> = Types extends OnItem ? IdOf<Item, Id> : undefined;
type CustomBody<Types> = Types extends { readonly input: infer Schema extends StandardSchema }
  ? InferOutput<Schema>
  : undefined;
type CustomQuery<Types> = Types extends { readonly query: infer Schema extends StandardSchema }
  ? InferOutput<Schema>
  : Readonly<Record<string, unknown>>;
type CustomUri<Path, Types> = PathVariables<Path> &
  (Types extends { readonly line: infer Line extends string } ? PathParams<PathOf<Line>> : unknown);

/**
 * No value has this type. It makes the compiler infer `'draft'` instead of `string` for a member of a result, whose type it does not know
 * when it infers the types of the operation.
 */
interface Literals {
  readonly [name: string]: Uppercase<string> | 0 | true | Literals | readonly Literals[];
  readonly '~none': never;
}

// The result of an operation without a body is not sent. Null is a missing item, as a store returns it.
type CustomResult<Item, Types> = Types extends { readonly output: infer Output }
  ? Output extends StandardSchema
    ? InferOutput<Output>
    : unknown
  : Item | null | undefined | void;
