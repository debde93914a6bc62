import { Buffer, isUtf8 } from 'node:buffer';
import { BadRequestError, ContentTooLargeError, RequestTimeoutError, withoutStack } from 'oriel-core/http';
import type { HttpError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/** Creates the 413 error for a body that exceeds the limit, by its length or its `Content-Length`. */
export function createTooLargeError(limit: number): ContentTooLargeError {
  return withoutStack(() => new ContentTooLargeError(message('body.too-large', { bytes: limit })));
}

/** Creates the 408 error for a body that did not arrive in time. */
export function createTooSlowError(milliseconds: number): RequestTimeoutError {
  return withoutStack(() => new RequestTimeoutError(message('body.timeout', { milliseconds })));
}

/** Creates the error for a body that is incomplete (400), malformed (400) or too slow (408). */
export function createBodyError(cause: unknown): HttpError {
  const code = String((cause as { code?: unknown } | undefined)?.code);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return withoutStack(() => new RequestTimeoutError(message('body.too-slow')));
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return withoutStack(() => new ContentTooLargeError(message('body.chunk-extensions-too-large')));
  }
  const malformed = code.startsWith('HPE_');
  const detail = malformed ? message('body.malformed-chunks') : message('body.incomplete');
  const type = malformed ? '/problems/malformed-request' : '/problems/incomplete-body';
  return withoutStack(() => new BadRequestError(detail, { type, cause }));
}

/**
 * Decodes UTF-8, without a byte order mark.
 *
 * @throws {BadRequestError} for invalid UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes))
    throw withoutStack(() => new BadRequestError(message('body.invalid-utf8'), { type: '/problems/invalid-utf8' }));
  // TextDecoder is slower for characters beyond ASCII.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = 0xfeff;

/** Creates the error for a body that the application reads twice. */
export function createReadTwiceError(): TypeError {
  return new TypeError('The body was already read; a body can be read only once');
}

/** Creates the error for a body that another handler of the same server has read. */
export function createConsumedError(): TypeError {
  return new TypeError(
    'Another handler, such as express.json(), has read the body of this request; register host.node before it, or limit it to its own paths',
  );
}

/** Concatenates chunks; returns a single chunk without copying it. */
export function concatBytes(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}
