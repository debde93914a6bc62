import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationRun } from '../running/operation-run.ts';

/** Reads a body of certain media types. */
export interface BodyReader {
  readonly name: string;
  readonly types: readonly string[];
  /** What the body says. @throws {HttpError} 400 when it is malformed, 422 when it is well-formed but wrong */
  read(bytes: string | Uint8Array, run: OperationRun, contentType: string): BodyDocument | Promise<BodyDocument>;
  /** The JSON Schema of what it reads, for documents; that of the plain body when left out, anything when it gives none. */
  describe?(body: { readonly $ref: string }, operation: Operation, plain: JsonSchema): JsonSchema | undefined;
  /** Statuses beside 400, 415 and 422 with which it refuses a body, for documents. */
  readonly refusesWith?: readonly number[];
  /** Is what it reads a patch when it comes with PATCH? Then it gives a `patch`. */
  readonly patches?: boolean;
  /** Wants bytes instead of text. */
  readonly binary?: boolean;
}

/**
 * What a body says: the members of an item (`value`), several of them (`values`), or what to do to the item that is there.
 * Links are as they are on the wire; the host turns IRIs into identifiers. `patch` gets the item as the client sees it.
 */
export type BodyDocument =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'patch'; readonly patch: (document: unknown) => unknown };
