import { UnsupportedMediaTypeError, parseMediaType, andThen } from 'oriel-core/http';
import type { RequestHeaders, RequestBody, MaybePromise } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/**
 * Rejects a body with an unsupported content coding, and text in another encoding than UTF-8, which would otherwise be
 * decoded incorrectly without an error.
 *
 * @throws {UnsupportedMediaTypeError} 415; with `Accept-Encoding` if the coding is the reason (RFC 9110 §12.5.3)
 */
export function assertReadable(headers: RequestHeaders, contentType: string): void {
  const coding = headers.get('content-encoding');
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity')
    throw new UnsupportedMediaTypeError(message('body.unsupported-coding', { coding: coding.slice(0, 50) }), {
      type: '/problems/unsupported-content-coding',
      headers: { 'Accept-Encoding': 'identity' },
    });
  if (!contentType.includes(';')) return;
  const charset = parseMediaType(contentType)?.parameters.get('charset');
  if (charset !== undefined && !READ.has(charset.toLowerCase()))
    throw new UnsupportedMediaTypeError(message('body.unsupported-charset', { charset: charset.slice(0, 50) }), {
      type: '/problems/unsupported-charset',
    });
}

const READ: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Returns the body of a request that a program makes. @param content undefined for a request without a body */
export function createBody(content: string | Uint8Array | undefined): RequestBody {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : (content ?? new Uint8Array());
  return {
    present: content !== undefined,
    length: content === undefined ? undefined : bytes.length,
    bytes: () => Promise.resolve(bytes),
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
    stream: () => new Blob([bytes.slice()]).stream(),
  };
}

/**
 * Reads a body as text. Returns it synchronously if the body has arrived, as most have.
 *
 * @throws {HttpError} (or rejects) as reading the body does: 400, 408, 413
 *
 * @example
 * ```ts
 * import { HttpContext } from '../../../core/src/http/context.ts';
 * import { readText } from './readable-body.ts';
 * export function length({ body }: HttpContext): number | Promise<number> {
 *   const text = readText(body);
 *   return typeof text === 'string' ? text.length : text.then((late) => late.length);
 * }
 * ```
 */
export function readText(body: RequestBody): string | Promise<string> {
  return body.arrivedText?.() ?? body.text();
}

/**
 * Returns whether a request without `Content-Type` has no body. A chunked body, or one of HTTP/2, may turn out to be empty,
 * so it is read.
 *
 * @throws {HttpError} (or rejects) as reading the body does
 */
export function isBodyOmitted({ headers, body }: BodyMessage): MaybePromise<boolean> {
  if (headers.get('content-type') !== undefined) return false;
  if (!body.present) return true;
  return body.length === undefined && andThen(readText(body), (text) => text === '');
}

/** The part of a request that has its body. */
interface BodyMessage {
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
}
