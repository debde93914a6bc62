import { ENGLISH_CATALOGUE } from '../messages/catalogue.ts';
import type { Catalogue } from '../messages/catalogue.ts';
import type { MessageTexts } from '../messages/english.ts';
import { Translatable, formatText } from '../messages/message.ts';
import { isPromise } from './promises.ts';
import { HttpError, EMPTY_MEMBERS } from './http-errors.ts';
import type { HttpErrorOptions, Violation } from './http-errors.ts';
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
 * import { problem } from 'oriel-host';
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
 *
 * @param catalogue the language of the messages; plain strings of the application are not translated
 */
export function toProblem(error: unknown, reveal: boolean, catalogue: Catalogue = ENGLISH_CATALOGUE): ProblemDocument {
  const known = error instanceof HttpError ? error : undefined;
  const status = known?.status ?? 500;
  const reason = reasonPhrase(status);
  const title = known?.title ?? reason;
  const document: ProblemDocument = {
    type: known?.type ?? 'about:blank',
    title: title === reason ? statusText(status, catalogue) : formatText(title, catalogue.texts),
    status,
  };
  const detail = status < 500 || reveal || error instanceof ProblemError ? getDetail(error, known, catalogue) : '';
  if (detail !== '' && detail !== title) document.detail = detail;
  if (known === undefined || known.extensions === EMPTY_MEMBERS) return document;
  return { ...known.extensions, ...formatErrors(known.extensions['errors'], catalogue), ...document };
}

/** Returns the reason phrase of a status in a language. */
export function statusText(status: number, { statuses }: Catalogue): string {
  return (statuses as Readonly<Record<number, string>>)[status] ?? reasonPhrase(status);
}

/** Returns the message of a thrown value of any type. The text is bounded, and getters that throw are handled. */
export function getMessage(error: unknown): string {
  try {
    if (error instanceof Error) return String(error.message).slice(0, MAX_MESSAGE_LENGTH);
    return typeof error === 'string' ? error : `A value that is not an Error was thrown: ${String(error)}`;
  } catch {
    return 'Something was thrown that cannot be described';
  }
}

/** Returns why a server did not answer: the message of an error, otherwise its code or its class, as drivers may leave out the message. */
export function failureReason(error: unknown): string {
  const message = getMessage(error);
  if (message !== '') return message;
  const { code, constructor } = error as { code?: unknown; constructor?: { name?: unknown } };
  return (
    ([code, constructor?.name].find((value) => typeof value === 'string' && value !== '') as string | undefined) ??
    'no answer'
  );
}

function getDetail(error: unknown, known: HttpError | undefined, catalogue: Catalogue): string {
  // `message` is the English text, so it is not formatted again.
  const isEnglish = typeof known?.detail !== 'object' || catalogue === ENGLISH_CATALOGUE;
  return isEnglish ? getMessage(error) : known.detail.format(catalogue.texts);
}

// Violations are in the member `errors`, which may also be one of the application.
function formatErrors(errors: unknown, { texts }: Catalogue): { errors: unknown } | undefined {
  if (!Array.isArray(errors)) return undefined;
  return { errors: (errors as readonly (Partial<Violation> | null)[]).map((error) => formatViolation(error, texts)) };
}

function formatViolation<V extends Partial<Violation> | null>(violation: V, texts: MessageTexts): V {
  const detail = violation?.detail;
  return detail instanceof Translatable ? { ...violation, detail: detail.format(texts) } : violation;
}

function checked(
  type: string,
  schema: StandardSchema | undefined,
  members: Record<string, unknown>,
): Record<string, unknown> {
  if (!schema) return members;
  const result = schema['~standard'].validate(members);
  if (isPromise(result)) throw new TypeError(`Problem "${type}" needs a schema that validates synchronously`);
  if (result.issues)
    throw new TypeError(
      `Problem "${type}" has invalid members: ${result.issues.map((issue) => issue.message).join('; ')}`,
    );
  return result.value as Record<string, unknown>;
}

const MAX_MESSAGE_LENGTH = 32_768;

/**
 * Returns the name and the message of an error, or another value as text. Never throws: any value can be thrown, and getters of
 * errors are code of the application.
 *
 * @example
 * ```ts
 * import { describeError } from './problem.ts';
 * describeError(new RangeError('too far')); // => 'RangeError: too far'
 * ```
 */
export function describeError(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${getMessage(error)}` : getMessage(error);
  } catch {
    return getMessage(error);
  }
}
