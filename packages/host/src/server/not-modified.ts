import { parseEntityTags } from '../http/headers/entity-tag.ts';
import { parseHttpDate } from '../http/headers/http-date.ts';
import type { HttpContext, HttpResponse } from 'oriel-core/http';
import { evaluatePreconditions, isConditional } from '../http/preconditions.ts';
import type { Validators } from '../http/preconditions.ts';

/**
 * Returns whether the client has the representation of a response, because the request has the `ETag` of the response in
 * If-None-Match, or its `Last-Modified` in If-Modified-Since (RFC 9110 §13).
 */
export function isNotModified({ method, headers }: HttpContext, response: HttpResponse): boolean {
  if (response.status !== 200 || (method !== 'GET' && method !== 'HEAD')) return false;
  if (!response.headers.has('etag') && !response.headers.has('last-modified')) return false;
  return (
    isConditional(headers) &&
    evaluatePreconditions(method, headers, readValidators(response)).outcome === 'not modified'
  );
}

/** Returns the validators of a response, from its headers. */
export function readValidators({ headers }: HttpResponse): Validators {
  const tags = parseEntityTags(headers.get('etag') ?? '');
  const tag = tags === '*' ? undefined : tags[0];
  const modified = headers.get('last-modified');
  return {
    exists: true,
    isState: (opaque) => tag?.weak === false && tag.opaque === opaque,
    isRepresentation: (opaque) => tag?.opaque === opaque,
    lastModified: modified === undefined ? undefined : parseHttpDate(modified),
  };
}

/** Changes a response to 304. The client has the other headers with its copy (RFC 9110 §15.4.5). */
export function setNotModified(response: HttpResponse): null {
  response.status = 304;
  for (const name of ['Content-Type', 'Content-Disposition', 'Content-Encoding', 'Accept-Ranges'])
    response.headers.delete(name);
  return null;
}
