import { ASK_AGAIN } from '../http/headers/cache-control.ts';
import { HttpError, statusOf } from '../http/errors.ts';
import { HttpResponse } from '../http/response.ts';
import { reasonPhrase } from '../http/status.ts';
import { tryRead } from './safe-read.ts';

/** What an error can be written as. */
export type ErrorFormat = 'problem' | 'html' | 'markdown' | 'text';

const CONTENT_TYPES: Readonly<Record<ErrorFormat, string>> = {
  problem: 'application/problem+json',
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/**
 * The answer when everything else has failed: a problem document with the true status, and nothing that anybody else
 * has made but the error's own headers. Never throws.
 *
 * @example
 * ```ts
 * import { createFallbackResponse } from './error-response.ts';
 * createFallbackResponse(new Error('secret')).body; // => '{"type":"about:blank","title":"Internal Server Error","status":500}'
 * ```
 */
export function createFallbackResponse(error: unknown): HttpResponse {
  const claimed = tryRead(() => statusOf(error), 500);
  const status = claimed >= 400 && claimed <= 599 ? claimed : 500;
  const body = JSON.stringify({ type: 'about:blank', title: reasonPhrase(status), status });
  return tryRead(
    () => createErrorResponse(error, 'problem', body),
    new HttpResponse(status, ['Content-Type', CONTENT_TYPES.problem, 'Vary', 'Accept'], body),
  );
}

/**
 * An error written by somebody else, in the words of a format: its status and headers stay.
 *
 * @example
 * ```ts
 * import { createFormattedResponse } from './error-response.ts';
 * import { NotFoundError } from 'oriel';
 * createFormattedResponse(new NotFoundError(), 'application/vnd.api+json', '{"errors":[]}').status; // => 404
 * ```
 */
export function createFormattedResponse(error: unknown, contentType: string, body: string): HttpResponse {
  const response = createErrorResponse(error, 'problem', body);
  response.headers.set('Content-Type', contentType);
  return response;
}

export type HeaderLine = readonly [name: string, value: string];

/** A body on its way out, with the true status and the headers every error has. */
export function createErrorResponse(
  error: unknown,
  format: ErrorFormat,
  body: string,
  headers: readonly HeaderLine[] = NONE,
): HttpResponse {
  const status = statusOf(error);
  // Anybody can write to an error's status, and what is no status can be sent by no server.
  if (!(status >= 400 && status <= 599)) throw new RangeError('An error has a status between 400 and 599');
  const response = new HttpResponse(status, [
    'Content-Type',
    CONTENT_TYPES[format],
    'Vary',
    'Accept',
    'Cache-Control',
    ASK_AGAIN,
  ]);
  response.body = body;
  if (error instanceof HttpError) addHeaders(response, error.headers);
  // After the error's own, because they say how safe the body is.
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}

/** The error's own headers, such as `Allow`. One that cannot be sent is left out: the answer matters more. */
function addHeaders({ headers }: HttpResponse, own: Readonly<Record<string, string>>): void {
  for (const name in own) {
    if (ABOUT_THE_BODY.test(name)) continue;
    tryRead(() => {
      const value = own[name]!;
      if (name.toLowerCase() !== 'vary') headers.set(name, value);
      else for (const each of value.split(',')) headers.addToken('Vary', each.trim());
    }, undefined);
  }
}

const NONE: readonly HeaderLine[] = [];
const ABOUT_THE_BODY = /^(?:content-(?:type|length|encoding)|transfer-encoding)$/i;

/** Lets one style in and nothing else: no script, no picture, no frame, no form. */
export function stylePolicy(styleSource: string): HeaderLine {
  const value = `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return ['Content-Security-Policy', value];
}
