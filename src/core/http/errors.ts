import { Translatable, formatText, message as text } from '../messages/message.ts';
import type { ClientText } from '../messages/message.ts';
import type { MessageTexts } from '../messages/english.ts';
import { reasonPhrase } from './status.ts';

/** The options of an {@link HttpError} besides its message. */
export interface HttpErrorOptions {
  /** Headers of the response, such as `Allow` or `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  /** The problem type, a URI reference (RFC 9457 §3.1.1); by default `about:blank`. */
  type?: string;
  /** The problem title; by default the reason phrase. */
  title?: ClientText;
  /** Further members of the problem document. */
  extensions?: Readonly<Record<string, unknown>>;
  /** A stable error code for programs. */
  code?: string;
  cause?: unknown;
}

/**
 * An error with an HTTP status. Throw it in a listener, controller or service, and the client receives that status
 * as a problem document (RFC 9457). The message of a 4xx is written for the client and becomes `detail`;
 * the message of a 5xx is only logged.
 *
 * @example
 * ```ts
 * import { NotFoundError } from 'oriel';
 * throw new NotFoundError('Book 7 was withdrawn'); // THROWS
 * ```
 */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  /** The title of the problem. */
  readonly title: ClientText;
  /** The detail of the problem, as given to the constructor. `message` is its English text. */
  readonly detail: ClientText;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly code: string;

  constructor(status: number, message: ClientText = '', options: HttpErrorOptions = {}) {
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`HttpError needs a status between 400 and 599, got ${String(status)}`);
    }
    super(String(message) || reasonPhrase(status), 'cause' in options ? { cause: options.cause } : undefined);
    this.name = new.target.name;
    this.status = status;
    this.headers = options.headers ?? EMPTY_MEMBERS;
    this.type = options.type ?? 'about:blank';
    this.title = options.title ?? reasonPhrase(status);
    this.detail = message;
    this.extensions = options.extensions ?? EMPTY_MEMBERS;
    this.code = options.code ?? `ORIEL_HTTP_${status}`;
  }
}

/** Returns the class of errors with a status, and with a problem type instead of `about:blank`. */
function errorOf(status: number, type?: string): new (message?: ClientText, options?: HttpErrorOptions) => HttpError {
  return class extends HttpError {
    constructor(message?: ClientText, options?: HttpErrorOptions) {
      super(status, message, type === undefined ? options : { type, ...options });
    }
  };
}

export class BadRequestError extends errorOf(400) {}

export class UnauthorizedError extends errorOf(401) {}

export class ForbiddenError extends errorOf(403) {}

export class NotFoundError extends errorOf(404) {}

/** 405: the resource does not support the method. Has an `Allow` header (RFC 9110 §15.5.6). */
export class MethodNotAllowedError extends HttpError {
  readonly allow: readonly string[];

  constructor(allow: readonly string[], message?: ClientText, options: HttpErrorOptions = {}) {
    super(405, message, { ...options, headers: { Allow: allow.join(', '), ...options.headers } });
    this.allow = allow;
  }
}

export class NotAcceptableError extends errorOf(406) {}

export class RequestTimeoutError extends errorOf(408, '/problems/request-timeout') {}

export class ConflictError extends errorOf(409) {}

export class GoneError extends errorOf(410) {}

export class PreconditionFailedError extends errorOf(412) {}

export class ContentTooLargeError extends errorOf(413, '/problems/content-too-large') {}

export class UriTooLongError extends errorOf(414, '/problems/uri-too-long') {}

export class UnsupportedMediaTypeError extends errorOf(415) {}

export class RangeNotSatisfiableError extends HttpError {
  constructor(size: number, options: HttpErrorOptions = {}) {
    super(416, text('request.range-not-satisfiable', { count: size }), {
      ...options,
      headers: { 'Content-Range': `bytes */${size}`, ...options.headers },
    });
  }
}

export class ExpectationFailedError extends errorOf(417) {}

export class MisdirectedRequestError extends errorOf(421) {}

/** 422: well-formed but invalid. `violations` become the `errors` member of the problem, each with a JSON pointer. */
export class UnprocessableContentError extends HttpError {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[], message?: ClientText, options: HttpErrorOptions = {}) {
    super(422, message ?? new ViolationList(violations), {
      type: '/problems/validation',
      title: text('title.validation-failed'),
      ...options,
      extensions: { errors: violations, ...options.extensions },
    });
    this.violations = violations;
  }
}

export class TooManyRequestsError extends errorOf(429) {}

export class HeaderFieldsTooLargeError extends errorOf(431, '/problems/header-fields-too-large') {}

export class InternalServerError extends errorOf(500) {}

export class ServiceUnavailableError extends errorOf(503) {}

/** One issue of a request. */
export interface Violation {
  /** The position in the body, as a JSON pointer (RFC 6901). */
  readonly pointer?: string;
  /** The name of the path or query parameter. */
  readonly parameter?: string;
  readonly detail: ClientText;
  readonly code?: string;
}

/** One line that lists every violation. */
export class ViolationList extends Translatable {
  readonly #violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super();
    this.#violations = violations;
  }

  format(texts: MessageTexts): string {
    return this.#violations
      .map(({ pointer, parameter, detail }) => `${parameter ?? (pointer || '(body)')}: ${formatText(detail, texts)}`)
      .join('; ');
  }
}

/** Returns the status for a thrown value: its own if it is an {@link HttpError}, or else 500. */
export function statusOf(error: unknown): number {
  try {
    return error instanceof HttpError ? error.status : 500;
  } catch {
    return 500; // A proxy may throw on any access.
  }
}

/** The headers and extensions of an error that was created without them. */
export const EMPTY_MEMBERS = Object.freeze({});
