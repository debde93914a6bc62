import { Buffer, isUtf8 } from 'node:buffer';
import { BadRequestError, ContentTooLargeError, RequestTimeoutError } from '../http/errors.ts';
import { withoutStack } from '../http/without-stack.ts';
import type { HttpError } from '../http/errors.ts';

/** 413: more bytes than the limit, announced or sent. */
export function createTooLargeError(limit: number): ContentTooLargeError {
  return withoutStack(() => new ContentTooLargeError(`The body may have at most ${limit} bytes`));
}

/** 408: the bytes come too slowly. */
export function createTooSlowError(milliseconds: number): RequestTimeoutError {
  return withoutStack(() => new RequestTimeoutError(`The body did not arrive within ${milliseconds} ms`));
}

/** 400: the client broke off, or what it sent is no body. */
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

/** Bytes as text, without a byte order mark. @throws {BadRequestError} on invalid UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes))
    throw withoutStack(() => new BadRequestError('The body is not valid UTF-8', { type: '/problems/invalid-utf8' }));
  // TextDecoder takes twice as long where there are letters beyond ASCII.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = 0xfeff;

/** A mistake of the program, not of the client: bodies can be read once. */
export function createReadTwiceError(): TypeError {
  return new TypeError('The body was read already; it can be read once');
}

/** Pieces as one array, without a copy when there is one piece. */
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
