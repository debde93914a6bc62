import { DEFAULT_CACHE_CONTROL } from '../http/headers/cache-control.ts';
import { HttpError, getStatus } from '../http/http-errors.ts';
import { HttpResponse } from '../http/response.ts';
import { reasonPhrase } from '../http/status.ts';
import { tryRead } from '../errors/safe-read.ts';

/** The formats of error responses. */
export type ErrorFormat = 'problem' | 'html' | 'markdown' | 'text';

const CONTENT_TYPES: Readonly<Record<ErrorFormat, string>> = {
  problem: 'application/problem+json',
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/**
 * Returns a minimal problem document with the status and the headers of an error, for failures of the error handling itself.
 * Never throws.
 *
 * @example
 * ```ts
 * import { createFallbackResponse } from './error-response.ts';
 * createFallbackResponse(new Error('secret')).body; // => '{"type":"about:blank","title":"Internal Server Error","status":500}'
 * ```
 */
export function createFallbackResponse(error: unknown): HttpResponse {
  const claimed = tryRead(() => getStatus(error), 500);
  const status = claimed >= 400 && claimed <= 599 ? claimed : 500;
  const body = JSON.stringify({ type: 'about:blank', title: reasonPhrase(status), status });
  return tryRead(
    () => createErrorResponse(error, 'problem', body),
    new HttpResponse(status, ['Content-Type', CONTENT_TYPES.problem, 'Vary', 'Accept'], body),
  );
}

/**
 * Creates an error response with a body of another format; status and headers are those of the error.
 *
 * @example
 * ```ts
 * import { createFormattedResponse } from './error-response.ts';
 * import { NotFoundError } from 'oriel-host';
 * createFormattedResponse(new NotFoundError(), 'application/vnd.api+json', '{"errors":[]}').status; // => 404
 * ```
 */
export function createFormattedResponse(error: unknown, contentType: string, body: string): HttpResponse {
  const response = createErrorResponse(error, 'problem', body);
  response.headers.set('Content-Type', contentType);
  return response;
}

export type HeaderLine = readonly [name: string, value: string];

/** Creates an error response with the status of the error and the headers of all errors. */
export function createErrorResponse(
  error: unknown,
  format: ErrorFormat,
  body: string,
  headers: readonly HeaderLine[] = NONE,
): HttpResponse {
  const status = getStatus(error);
  // Application code can change the status of an error, and an invalid status cannot be sent.
  if (!(status >= 400 && status <= 599)) throw new RangeError('The status of an error must be between 400 and 599');
  const response = new HttpResponse(status, [
    'Content-Type',
    CONTENT_TYPES[format],
    'Vary',
    'Accept',
    'Cache-Control',
    DEFAULT_CACHE_CONTROL,
  ]);
  response.body = body;
  if (error instanceof HttpError) addHeaders(response, error.headers);
  // After the headers of the error, because they protect the body.
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}

/** Returns the headers of the error, such as `Allow`, without invalid ones. */
function addHeaders({ headers }: HttpResponse, errorHeaders: Readonly<Record<string, string>>): void {
  for (const name in errorHeaders) {
    if (ABOUT_THE_BODY.test(name)) continue;
    tryRead(() => {
      const value = errorHeaders[name]!;
      if (name.toLowerCase() !== 'vary') headers.set(name, value);
      else for (const part of value.split(',')) headers.addToken('Vary', part.trim());
    }, undefined);
  }
}

const NONE: readonly HeaderLine[] = [];
const ABOUT_THE_BODY = /^(?:content-(?:type|length|encoding)|transfer-encoding)$/i;

/** Returns a Content-Security-Policy that allows one style and nothing else. */
export function stylePolicy(styleSource: string): HeaderLine {
  const value = `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return ['Content-Security-Policy', value];
}
