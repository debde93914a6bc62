import { Buffer } from 'node:buffer';
import { isPromise, HttpResponse, isFileBody, allowsBody, isPushedBody, toProblem } from 'oriel-core/http';
import type { FileBody, OmittedBody, ResponseBody, HttpContext, PushedBody } from 'oriel-core/http';
import {
  chooseContentCoding,
  COMPRESSION_THRESHOLD,
  compressBuffered,
  compressStream,
  isCompressible,
  isWorthCompressing,
  setContentCoding,
  weakenTag,
} from './compression.ts';
import { openFile } from './file-stream.ts';
import { removeFramingHeaders } from './framing-headers.ts';
import { isNotModified, setNotModified } from './not-modified.ts';
import { selectFilePart } from './select-file-part.ts';

export type SentBody = string | Uint8Array | ReadableStream<Uint8Array> | PushedBody | null;

/**
 * Finishes a response for a socket or a web `Response`: framing headers, byte ranges, compression, no body for HEAD, 204 and
 * 304. Changes the headers of `response` and returns the body; returns a promise only for files and large compressed bodies.
 *
 * @throws {RangeError | TypeError} (or rejects) if the status or the body cannot be sent
 */
export function finishResponse(
  context: HttpContext,
  response: HttpResponse,
  isCompressed: boolean,
): SentBody | Promise<SentBody> {
  const { status, body } = response;
  const { list } = response.headers;
  if (!(Number.isInteger(status) && status >= 200 && status <= 599)) {
    throw new RangeError(`A response needs a status between 200 and 599, got ${String(status)}`);
  }
  const announced = removeFramingHeaders(list);

  if (body === null || !allowsBody(status)) return finishEmpty(context, response, isCompressed, announced);
  if (typeof body === 'string') return finishWhole(context, response, isCompressed, body, Buffer.byteLength(body));
  if (body instanceof Uint8Array) return finishWhole(context, response, isCompressed, body, body.byteLength);
  if (isFileBody(body)) return finishFile(context, response, isCompressed, body);
  if (isStream(body)) return finishStream(context, response, isCompressed, body, announced);
  if (isPushedBody(body)) return finishPushed(context, body);
  throw new TypeError(
    'A response body must be a string, a Uint8Array, a ReadableStream, a file, a pushed body or null',
  );
}

/** Returns a minimal problem response, for responses that cannot be sent. */
export function createFailure(): HttpResponse {
  const body = JSON.stringify(toProblem(undefined, false));
  const headers = ['Content-Type', 'application/problem+json', 'X-Content-Type-Options', 'nosniff'];
  return new HttpResponse(500, [...headers, 'Content-Length', String(body.length)], body);
}

/** Releases a body that is not sent; ignores errors. */
export function discardBody(body: ResponseBody | undefined): void {
  if (isStream(body) && !body.locked) body.cancel().catch(() => {});
  else if (isPushedBody(body)) body.discard();
  else if (body && isFileBody(body) && typeof body.file !== 'string') body.file.discard?.();
}

function isStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && typeof (body as { getReader?: unknown }).getReader === 'function';
}

// Error messages contain the method, so the length would differ from that of GET; it may be omitted (RFC 9110 §8.6).
function announceLength({ method }: HttpContext, { status, headers }: HttpResponse, size: number): void {
  if (method !== 'HEAD' || status < 400) headers.list.push('Content-Length', String(size));
}

function finishEmpty(
  { method }: HttpContext,
  response: HttpResponse,
  isCompressed: boolean,
  announced: string | undefined,
): null {
  const { status, body, headers, omitted } = response;
  discardBody(body);
  if (status === 304 && omitted !== undefined) addOmittedVary(response, omitted, isCompressed);
  // 204 must not have a length; 304 and HEAD have that of the omitted body (RFC 9110 §8.6).
  if (announced !== undefined && (status === 304 || method === 'HEAD') && status !== 204) {
    headers.list.push('Content-Length', announced);
  } else if (status !== 204 && status !== 304) headers.list.push('Content-Length', '0');
  return null;
}

/** Returns whether a response depends on `Accept-Encoding`, because it may be compressed, and adds that to its `Vary`. */
function varies(response: HttpResponse, isCompressed: boolean, size: number): boolean {
  if (!isCompressed || size < COMPRESSION_THRESHOLD || !isCompressible(response)) return false;
  response.headers.addToken('Vary', 'Accept-Encoding');
  return true;
}

// The same `Vary` as that of the 200 (RFC 9110 §15.4.5).
function addOmittedVary(response: HttpResponse, { contentType, body }: OmittedBody, isCompressed: boolean): void {
  const { headers } = response;
  const size =
    typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : Infinity;
  discardBody(body);
  headers.set('Content-Type', contentType);
  varies(response, isCompressed, size);
  headers.delete('Content-Type');
}

function finishWhole(
  context: HttpContext,
  response: HttpResponse,
  isCompressed: boolean,
  body: string | Uint8Array,
  size: number,
): SentBody | Promise<SentBody> {
  if (isNotModified(context, response)) return finishNotModified(context, response, isCompressed, size);
  if (varies(response, isCompressed, size)) return finishCompressible(context, response, body, size);
  announceLength(context, response, size);
  return context.method === 'HEAD' ? null : body;
}

function finishCompressible(
  context: HttpContext,
  response: HttpResponse,
  body: string | Uint8Array,
  size: number,
): SentBody | Promise<SentBody> {
  const { headers, method } = context;
  const accept = headers.get('accept-encoding');
  const coding = chooseContentCoding(accept);
  const isHead = method === 'HEAD';
  if (coding === undefined || (isHead && response.status >= 400)) {
    if (coding === undefined) announceLength(context, response, size);
    else setContentCoding(response, coding);
    return isHead ? null : body;
  }
  const finish = (coded: Uint8Array) => {
    // A client that sends these may not accept an uncompressed response.
    const gains = isWorthCompressing(coded, size) || accept!.includes('identity') || accept!.includes('*');
    if (gains) setContentCoding(response, coding);
    announceLength(context, response, gains ? coded.byteLength : size);
    return isHead ? null : gains ? coded : body;
  };
  const coded = compressBuffered(body, size, coding);
  return isPromise(coded) ? coded.then(finish) : finish(coded);
}

// The same headers as those of the 200, which names a content coding in `Vary` and in its tag (RFC 9110 §15.4.5).
function finishNotModified(
  { headers }: HttpContext,
  response: HttpResponse,
  isCompressed: boolean,
  size: number,
): null {
  if (varies(response, isCompressed, size) && chooseContentCoding(headers.get('accept-encoding')) !== undefined)
    weakenTag(response);
  discardBody(response.body);
  return setNotModified(response);
}

function finishStream(
  context: HttpContext,
  response: HttpResponse,
  isCompressed: boolean,
  body: ReadableStream<Uint8Array>,
  announced: string | undefined,
): SentBody {
  if (body.locked) throw new TypeError('The body is a stream that is locked to another reader');
  const { headers, method } = context;
  const known = announced === undefined ? Infinity : Number(announced);
  if (isNotModified(context, response)) return finishNotModified(context, response, isCompressed, known);
  if (varies(response, isCompressed, known)) {
    const coding = chooseContentCoding(headers.get('accept-encoding'));
    if (coding !== undefined) {
      setContentCoding(response, coding);
      if (method !== 'HEAD') return compressStream(body, coding);
      announced = undefined;
    }
  }
  if (announced !== undefined) response.headers.list.push('Content-Length', announced);
  if (method !== 'HEAD') return body;
  discardBody(body);
  return null;
}

function finishPushed({ method }: HttpContext, body: PushedBody): SentBody {
  if (method !== 'HEAD') return body;
  body.discard();
  return null;
}

function finishFile(
  context: HttpContext,
  response: HttpResponse,
  isCompressed: boolean,
  body: FileBody,
): SentBody | Promise<SentBody> {
  // A 304 or 206 has the same `Vary` as the 200, and a 304 the same tag (RFC 9110 §15.3.7 and §15.4.5).
  const isVarying = varies(response, isCompressed, body.length ?? Infinity);
  const part = selectFilePart(context, response, body);
  if (response.status === 304 && isVarying && chooseContentCoding(context.headers.get('accept-encoding')) !== undefined)
    weakenTag(response);
  const announced = body.length === undefined ? undefined : String(body.length);
  if (part !== undefined || context.method === 'HEAD') discardBody(body);
  if (part !== undefined) return part;
  if (context.method === 'HEAD') return finishStream(context, response, isCompressed, new ReadableStream(), announced);
  return openFile(body).then((stream) => finishStream(context, response, isCompressed, stream, announced));
}
