import type { JsonSchema } from '../model/json-schema.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationRun } from '../running/operation-run.ts';

/** Parses request bodies of some media types. */
export interface BodyReader {
  readonly name: string;
  readonly types: readonly string[];
  /** Parses a body. @throws {HttpError} 400 if it is malformed, 422 if it is well-formed but invalid */
  read(bytes: string | Uint8Array, run: OperationRun, contentType: string): BodyDocument | Promise<BodyDocument>;
  /**
   * Returns the JSON Schema of its bodies for API documents; undefined for no schema. Default: the schema of the plain JSON
   * body.
   */
  describe?(body: { readonly $ref: string }, operation: Operation, plain: JsonSchema): JsonSchema | undefined;
  /** Statuses of its errors besides 400, 415 and 422, for API documents. */
  readonly refusesWith?: readonly number[];
  /** Whether a body of PATCH is a patch document, returned as kind `patch`. */
  readonly patches?: boolean;
  /** Whether it parses bytes instead of text. */
  readonly binary?: boolean;
}

/**
 * A parsed body: an item (`value`), several items (`values`), or a function that applies a patch to the item as the client
 * sees it. Links are IRIs, which the host converts to identifiers.
 */
export type BodyDocument =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'patch'; readonly patch: (document: unknown) => unknown };
