import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { chooseCoding } from 'oriel-core/http';
import type { HttpResponse } from 'oriel-core/http';

/**
 * Sends a response, with headers that replace those which the application has set for all of its responses, such as a
 * `Content-Security-Policy`. The status message and the headers of the connection are those of Node.js, so that the response is the same
 * in HTTP/2.
 *
 * @returns when the response was handed over, or the client has received a stream
 * @throws {Error} if the client disconnects while it receives a stream
 */
export async function sendPage(page: HttpResponse, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = page;
  response.statusCode = status;
  // An event stream is not compressed, because an encoder would delay the events.
  if (body instanceof ReadableStream) {
    setHeaders(response, headers);
    response.flushHeaders();
    return pipeline(Readable.fromWeb(body as never), response);
  }
  // The pages have no files.
  let bytes: Buffer = Buffer.from((body ?? '') as string);
  if (bytes.length >= MIN_COMPRESSED_BYTES) {
    headers.addToken('Vary', 'Accept-Encoding');
    // Every client supports it. Brotli needs more time, which only slow networks return.
    if (chooseCoding(message.headers['accept-encoding'], ['gzip']) !== undefined) {
      bytes = await compress(bytes);
      headers.set('Content-Encoding', 'gzip');
    }
  }
  headers.set('Content-Length', String(bytes.length));
  setHeaders(response, headers);
  if (message.method === 'HEAD') response.end();
  else response.end(bytes);
}

function setHeaders(response: ServerResponse, headers: HttpResponse['headers']): void {
  for (const [name, value] of headers)
    if (name === 'Set-Cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
}

// Loaded with the first large page. The thread pool compresses, so that an application that serves its pages is not delayed.
function compress(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    process.getBuiltinModule('node:zlib').gzip(bytes, (error, coded) => (error ? reject(error) : resolve(coded)));
  });
}

const MIN_COMPRESSED_BYTES = 1_024;
