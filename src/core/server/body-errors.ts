import { Buffer, isUtf8 } from 'node:buffer';
import { BadRequestError, ContentTooLargeError, RequestTimeoutError } from '../http/errors.ts';
import { withoutStack } from '../http/without-stack.ts';
import type { HttpError } from '../http/errors.ts';

/** Creates the 413 error for a body that exceeds the limit, by its length or its `Content-Length`. */
export function createTooLargeError(limit: number): ContentTooLargeError {
  return withoutStack(() => new ContentTooLargeError(`The body may have at most ${limit} bytes`));
}

/** Creates the 408 error for a body that did not arrive in time. */
export function createTooSlowError(milliseconds: number): RequestTimeoutError {
  return withoutStack(() => new RequestTimeoutError(`The body did not arrive within ${milliseconds} ms`));
}

/** Creates the error for a body that is incomplete (400), malformed (400) or too slow (408). */
export function createBodyError(cause: unknown): HttpError {
  const code = String((cause as { code?: unknown } | undefined)?.code);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return withoutStack(() => new RequestTimeoutError('The body came too slowly'));
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return withoutStack(() => new ContentTooLargeError('The chunk extensions are too large'));
  }
  const malformed = code.startsWith('HPE_');
  const message = malformed ? 'The body cannot be read: its chunks are malformed' : 'The body broke off before its end';
  const type = malformed ? '/problems/malformed-request' : '/problems/incomplete-body';
  return withoutStack(() => new BadRequestError(message, { type, cause }));
}

/**
 * Decodes UTF-8, without a byte order mark.
 *
 * @throws {BadRequestError} for invalid UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes))
    throw withoutStack(() => new BadRequestError('The body is not valid UTF-8', { type: '/problems/invalid-utf8' }));
  // TextDecoder is slower for characters beyond ASCII.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = 0xfeff;

/** Creates the error for a body that the application reads twice. */
export function createReadTwiceError(): TypeError {
  return new TypeError('The body was already read; a body can be read only once');
}

/** Concatenates chunks; returns a single chunk without copying it. */
export function concatBytes(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
