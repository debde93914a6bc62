/**
 * The result of a handler, or a text as the error for a value that cannot be sent: JSON has no members of a Map, a Set or a form,
 * errors are thrown, and a stream has texts or bytes.
 */
export type Sendable<Result> = [Refused<Awaited<Result>>] extends [never]
  ? Result
  : `${Refused<Awaited<Result>>} cannot be sent`;

type Refused<Value> = 0 extends 1 & Value ? never : RefusedName<Value>;

type RefusedName<Value> = Value extends string | number | boolean | null | undefined | void
  ? never
  : Value extends symbol
    ? 'A symbol'
    : Value extends bigint
      ? 'A bigint'
      : Value extends (...input: never) => unknown
        ? 'A function'
        : Value extends { toJSON: unknown }
          ? never
          : Value extends ReadonlyMap<unknown, unknown>
            ? 'A Map'
            : Value extends ReadonlySet<unknown>
              ? 'A Set'
              : Value extends FormData
                ? 'FormData'
                : Value extends Headers
                  ? 'Headers'
                  : Value extends RegExp
                    ? 'A RegExp'
                    : Value extends Error
                      ? 'stack' extends keyof Value
                        ? 'An Error'
                        : never
                      : Value extends { next: unknown; [Symbol.iterator]: () => Iterator<infer Chunk> }
                        ? RefusedChunk<Chunk>
                        : Value extends { next: unknown; [Symbol.asyncIterator]: () => AsyncIterator<infer Chunk> }
                          ? RefusedChunk<Chunk>
                          : never;

type RefusedChunk<Chunk> = unknown extends Chunk
  ? never
  : [Chunk] extends [string | Uint8Array]
    ? never
    : 'An iterator of values other than texts and bytes';
