import { hash } from 'node:crypto';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import { HttpResponse } from '../../../core/http/response.ts';
import { cacheControl } from '../../../core/http/headers/cache-control.ts';
import { evaluatePreconditions, isConditional } from '../../../core/http/preconditions.ts';
import type { RequestContext } from '../../../core/kernel/events.ts';

/** Makes the answer out of a document: what every one of them carries, or a 304 for whoever has it. */
export type CompleteDocument = (context: RequestContext, response: HttpResponse) => HttpResponse;

/** How the documents of an API are answered; clients of Hydra find its documentation by the Link header. */
export function documentResponder({ formats, prefix, config }: ResourceRegistry): CompleteDocument {
  const documented = formats.some(({ documents = [] }) => documents.some(({ path }) => path === '/docs.jsonld'));
  const every = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'deny'],
    ['Cache-Control', cacheControl(config.cache ?? {})],
  ] as const;
  return (context, response) => {
    const { headers } = response;
    for (const [name, value] of every) if (!headers.has(name)) headers.append(name, value);
    const tag = typeof response.body === 'string' ? hash('sha256', response.body, 'base64url').slice(0, 16) : undefined;
    if (tag !== undefined) {
      if (hasIt(context, tag)) return notModified(tag, response);
      headers.append('ETag', `"${tag}"`);
      response.tagTellsCoding = true;
    }
    if (documented)
      headers.append(
        'Link',
        `<${context.origin}${prefix}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`,
      );
    return response;
  };
}

function hasIt({ method, headers }: RequestContext, tag: string): boolean {
  if (!isConditional(headers)) return false;
  const isTag = (opaque: string): boolean => opaque.split('+', 1)[0] === tag; // Compression adds its own name.
  const current = { exists: true, isState: isTag, isRepresentation: isTag, lastModified: undefined };
  return evaluatePreconditions(method, headers, current).outcome === 'not modified';
}

function notModified(tag: string, { headers }: HttpResponse): HttpResponse {
  const vary = headers.get('Vary');
  const kept = ['ETag', `"${tag}"`, 'Cache-Control', headers.get('Cache-Control')!];
  return new HttpResponse(304, vary === undefined ? kept : [...kept, 'Vary', vary]);
}
