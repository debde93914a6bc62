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
 * import { NotFoundError } from 'oriel-host';
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
function getError(status: number, type?: string): new (message?: ClientText, options?: HttpErrorOptions) => HttpError {
  return class extends HttpError {
    constructor(message?: ClientText, options?: HttpErrorOptions) {
      super(status, message, type === undefined ? options : { type, ...options });
    }
  };
}

/** 400: the request is malformed. */
export class BadRequestError extends getError(400) {}

/** 401: the request has no valid credentials. */
export class UnauthorizedError extends getError(401) {}

/** 403: the user may not do this. */
export class ForbiddenError extends getError(403) {}

/** 404: there is no such resource. */
export class NotFoundError extends getError(404) {}

/** 405: the resource does not support the method. Has an `Allow` header (RFC 9110 §15.5.6). */
export class MethodNotAllowedError extends HttpError {
  readonly allow: readonly string[];

  constructor(allow: readonly string[], message?: ClientText, options: HttpErrorOptions = {}) {
    super(405, message, { ...options, headers: { Allow: allow.join(', '), ...options.headers } });
    this.allow = allow;
  }
}

/** 406: no available format is acceptable to the client. */
export class NotAcceptableError extends getError(406) {}

/** 408: the client sent too slowly. */
export class RequestTimeoutError extends getError(408, '/problems/request-timeout') {}

/** 409: the request conflicts with the current state. */
export class ConflictError extends getError(409) {}

/** 410: the resource was removed permanently. */
export class GoneError extends getError(410) {}

/** 412: a condition of the request is false. */
export class PreconditionFailedError extends getError(412) {}

/** 413: the body is too large. */
export class ContentTooLargeError extends getError(413, '/problems/content-too-large') {}

/** 414: the URL is too long. */
export class UriTooLongError extends getError(414, '/problems/uri-too-long') {}

/** 415: the format of the body is not supported. */
export class UnsupportedMediaTypeError extends getError(415) {}

/** 416: the resource has no bytes in the requested ranges. Has a `Content-Range` header. */
export class RangeNotSatisfiableError extends HttpError {
  constructor(size: number, options: HttpErrorOptions = {}) {
    super(416, text('request.range-not-satisfiable', { count: size }), {
      ...options,
      headers: { 'Content-Range': `bytes */${size}`, ...options.headers },
    });
  }
}

/** 417: the expectation of `Expect` is not supported. */
export class ExpectationFailedError extends getError(417) {}

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

/** 429: a rate limit is exceeded. */
export class TooManyRequestsError extends getError(429) {}

/** 431: the headers are too large. */
export class HeaderFieldsTooLargeError extends getError(431, '/problems/header-fields-too-large') {}

/** 500: the server failed. */
export class InternalServerError extends getError(500) {}

/** 503: the server cannot handle the request at the moment. */
export class ServiceUnavailableError extends getError(503) {}

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
export function getStatus(error: unknown): number {
  try {
    return error instanceof HttpError ? error.status : 500;
  } catch {
    return 500; // A proxy may throw on any access.
  }
}

/** The headers and extensions of an error that was created without them. */
export const EMPTY_MEMBERS = Object.freeze({});

/**
 * Creates an error without a stack, for expected errors. Capturing a stack costs more than the rest of the
 * response, and a scanner may request thousands of unknown paths.
 */
export function withoutStack<E extends Error>(create: () => E): E {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return create();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
