import { HttpError, EMPTY_MEMBERS } from './errors.ts';
import type { HttpErrorOptions } from './errors.ts';
import { reasonPhrase } from './status.ts';
import type { InferInput, StandardSchema } from './standard-schema.ts';

/** A problem details object (RFC 9457 §3.1). */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail?: string;
  instance?: string;
  [extension: string]: unknown;
}

/** An error created by a {@link problem} type. */
export class ProblemError extends HttpError {}

/** A declared problem type: call it with its members to create an error to throw. */
export interface ProblemType<Extension = {}> {
  (members: Extension & { detail?: string }, options?: Pick<HttpErrorOptions, 'cause' | 'headers'>): ProblemError;
  readonly status: number;
  readonly type: string;
  readonly title: string;
}

/**
 * Declares an application-specific problem type (RFC 9457): its status, its type URI, and a schema for its members.
 *
 * @param status 400–599
 * @param type a URI reference that identifies the problem type
 * @param schema any Standard Schema for the extension members; they are typed, and validated when the error is created
 * @throws {RangeError} if the status is not an error status
 *
 * @example
 * ```ts
 * import { problem } from 'oriel';
 * import { z } from 'zod';
 * const nameTaken = problem(409, '/problems/name-taken', z.object({ name: z.string() }));
 * throw nameTaken({ name: 'Nereid', detail: 'Another boat is called Nereid' }); // THROWS
 * ```
 */
export function problem<S extends StandardSchema>(status: number, type: string, schema: S): ProblemType<InferInput<S>>;
export function problem(status: number, type: string): ProblemType;
export function problem(status: number, type: string, schema?: StandardSchema): ProblemType<Record<string, unknown>> {
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new RangeError(`Problem "${type}" needs a status between 400 and 599, got ${String(status)}`);
  }
  const title = reasonPhrase(status);
  const make = (
    members: Record<string, unknown> & { detail?: string },
    options: Pick<HttpErrorOptions, 'cause' | 'headers'> = {},
  ) => {
    const { detail, ...rest } = members;
    return new ProblemError(status, detail, { ...options, type, title, extensions: checked(type, schema, rest) });
  };
  return Object.assign(make, { status, type, title });
}

/**
 * Returns the problem document of an error. `reveal` includes details for developers: the message of a 5xx.
 */
export function toProblem(error: unknown, reveal: boolean): ProblemDocument {
  const known = error instanceof HttpError ? error : undefined;
  const status = known?.status ?? 500;
  const document: ProblemDocument = {
    type: known?.type ?? 'about:blank',
    title: known?.title ?? reasonPhrase(status),
    status,
  };
  const detail = status < 500 || reveal || error instanceof ProblemError ? messageOf(error) : undefined;
  if (detail && detail !== document.title) document.detail = detail;
  return known === undefined || known.extensions === EMPTY_MEMBERS ? document : { ...known.extensions, ...document };
}

/** Returns the message of a thrown value of any type. The text is bounded, and getters that throw are handled. */
export function messageOf(error: unknown): string {
  try {
    if (error instanceof Error) return String(error.message).slice(0, LONGEST_MESSAGE);
    return typeof error === 'string' ? error : `A value that is not an Error was thrown: ${String(error)}`;
  } catch {
    return 'Something was thrown that cannot be described';
  }
}

function checked(
  type: string,
  schema: StandardSchema | undefined,
  members: Record<string, unknown>,
): Record<string, unknown> {
  if (!schema) return members;
  const result = schema['~standard'].validate(members);
  if (result instanceof Promise) throw new TypeError(`Problem "${type}" needs a schema that validates synchronously`);
  if (result.issues)
    throw new TypeError(
      `Problem "${type}" got wrong members: ${result.issues.map((issue) => issue.message).join('; ')}`,
    );
  return result.value as Record<string, unknown>;
}

const LONGEST_MESSAGE = 32_768;
