import { PreconditionFailedError, RangeNotSatisfiableError, toProblem } from 'oriel-core/http';
import type { HttpError, HttpContext, FileBody, HttpResponse } from 'oriel-core/http';
import { evaluatePreconditions, isConditional } from '../http/preconditions.ts';
import type { Trace } from 'oriel-core/trace';
import { isRangeWanted, parseByteRanges } from './byte-range.ts';
import { readValidators, setNotModified } from './not-modified.ts';
import { openFile } from './file-stream.ts';
import type { ByteRange } from './byte-range.ts';

/**
 * Evaluates the preconditions (RFC 9110 §13) and the ranges (§14) of a request for a file, and changes the response to 304, 412,
 * 206 or 416. Only responses with status 200 to GET and HEAD are changed.
 *
 * @returns the body to send; null for a 304; undefined if the whole file is sent
 */
export function selectFilePart(
  context: HttpContext,
  response: HttpResponse,
  body: FileBody,
): string | null | ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>> | undefined {
  const { method } = context;
  if (response.status !== 200 || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const { headers } = response;
  const size = typeof body.file === 'string' || body.file.discard === undefined ? body.length : undefined;
  if (size !== undefined) headers.set('Accept-Ranges', 'bytes');
  recordFile(context, body);

  if (isConditional(context.headers)) {
    const { outcome, because, detail } = evaluatePreconditions(method, context.headers, readValidators(response));
    if (outcome !== 'proceed') decide(context, outcome === 'failed' ? '412' : '304', because);
    if (outcome === 'failed') return toErrorResponse(context, response, new PreconditionFailedError(detail));
    if (outcome === 'not modified') return setNotModified(response);
  }

  const wanted = method === 'GET' && size !== undefined ? context.headers.get('range') : undefined;
  if (wanted === undefined) return undefined;
  if (!isRangeWanted(context.headers, response.headers)) {
    decide(context, 'the whole file', 'If-Range is not the current ETag or date, so the client has another state');
    return undefined;
  }
  const ranges = parseByteRanges(wanted, size!);
  if (ranges === undefined) {
    decide(context, 'the whole file', 'the Range header is invalid or has too many ranges');
    return undefined;
  }
  if (ranges === 'unsatisfiable') {
    decide(context, '416', `the file has ${size} bytes`);
    return toErrorResponse(context, response, new RangeNotSatisfiableError(size!));
  }
  response.status = 206;
  if (ranges.length > 1) {
    decide(context, `206, ${ranges.length} ranges`, 'the Range header has several ranges');
    const { contentType, length, stream } = multipartRanges(body, ranges, headers.get('content-type'), size!);
    headers.set('Content-Type', contentType);
    headers.list.push('Content-Length', String(length));
    return stream;
  }
  const { start, length } = ranges[0]!;
  const range = `bytes ${start}-${start + length - 1}/${size}`;
  decide(context, `206, ${range}`, 'the Range header has one range');
  headers.set('Content-Range', range);
  headers.list.push('Content-Length', String(length));
  return openFile({ file: body.file, start: body.start + start, length });
}

function toErrorResponse({ method }: HttpContext, response: HttpResponse, error: HttpError): string | null {
  const { headers } = response;
  response.status = error.status;
  for (const name of FILE_HEADERS) headers.delete(name);
  headers.set('Content-Type', 'application/problem+json');
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  // The length may be omitted (RFC 9110 §8.6).
  if (method === 'HEAD') return null;
  const text = JSON.stringify(toProblem(error, false));
  headers.list.push('Content-Length', String(Buffer.byteLength(text)));
  return text;
}

const FILE_HEADERS = [
  'ETag',
  'Last-Modified',
  'Content-Disposition',
  'Content-Encoding',
  'Cache-Control',
  'Accept-Ranges',
];

function recordFile(context: HttpContext, { file, length }: FileBody): void {
  const trace = context.trace as Trace | undefined;
  if (trace?.recording !== true) return;
  const size = length === undefined ? 'unknown size' : `${length} bytes`;
  const kind = typeof file === 'string' ? file : 'bytes that are not a file on disk';
  trace.decide('file', kind, `returned by the handler, ${size}`);
}

function decide(context: HttpContext, outcome: string, because: string): void {
  const trace = context.trace as Trace | undefined;
  if (trace?.recording === true) trace.decide('file part', outcome, because);
}

/**
 * Creates a `multipart/byteranges` body. A part is opened when the previous one was read.
 *
 * @param contentType the media type of the file
 * @param size the size of the file in bytes
 */
function multipartRanges(
  { file, start }: FileBody,
  ranges: readonly ByteRange[],
  contentType: string | undefined,
  size: number,
) {
  // Random, so that a file cannot contain it.
  const boundary = crypto.randomUUID();
  const encoder = new TextEncoder();
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
  const heads = ranges.map((range, index) => {
    const last = range.start + range.length - 1;
    const line = index === 0 ? '' : '\r\n';
    return encoder.encode(`${line}--${boundary}\r\n${type}Content-Range: bytes ${range.start}-${last}/${size}\r\n\r\n`);
  });
  const end = encoder.encode(`\r\n--${boundary}--\r\n`);
  let length = end.byteLength;
  for (let i = 0; i < ranges.length; i++) length += heads[i]!.byteLength + ranges[i]!.length;

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < ranges.length; i++) {
      yield heads[i]!;
      const range = ranges[i]!;
      yield* await openFile({ file, start: start + range.start, length: range.length });
    }
    yield end;
  }
  const iterator = pieces();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      // Ends the loop over the part, which cancels its stream.
      cancel: async () => void (await iterator.return(undefined)),
    },
    { highWaterMark: 0 },
  );
  return { contentType: `multipart/byteranges; boundary=${boundary}`, length, stream };
}
