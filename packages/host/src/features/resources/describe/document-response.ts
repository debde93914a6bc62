import { hash } from 'node:crypto';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { HttpResponse, formatCacheControl } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { evaluatePreconditions, isConditional } from '../../../http/preconditions.ts';
import type { RequestContext } from '../../../kernel/events.ts';
import type { RouteDeclaration } from '../../../routes/route.ts';

/** Declares the route of a document. Its response has the headers of documents, or is 304 if the client has the current document. */
export type DeclareDocument = (
  name: string,
  path: string,
  write: (context: RequestContext) => HttpResponse,
  options?: RouteDeclaration['options'],
) => RouteDeclaration;

/** Returns the function that declares the documents of an API. A Link header leads Hydra clients to the documentation. */
export function documentDeclarer({ formats, prefix, config }: ResourceRegistry): DeclareDocument {
  const hasHydra = formats.some(({ documents = [] }) => documents.some(({ path }) => path === '/docs.jsonld'));
  const defaults = [
    ['X-Frame-Options', 'deny'],
    ['Cache-Control', formatCacheControl(config.cache ?? {})],
  ] as const;
  const complete = (context: RequestContext, response: HttpResponse): HttpResponse => {
    // A redirect is not a document.
    if (response.status !== 200) return response;
    const { headers } = response;
    for (const [name, value] of defaults) if (!headers.has(name)) headers.append(name, value);
    const tag = hash('sha256', response.body as string, 'base64url').slice(0, 16);
    if (isCurrent(context, tag)) return notModified(tag, response);
    headers.append('ETag', `"${tag}"`);
    response.hasCodingSuffix = true;
    if (hasHydra)
      headers.append(
        'Link',
        `<${context.origin}${prefix}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`,
      );
    return response;
  };
  return (name, path, write, options = {}) =>
    toRoute(name, path, options, ({ context }) => complete(context, write(context)));
}

function isCurrent({ method, headers }: RequestContext, tag: string): boolean {
  if (!isConditional(headers)) return false;
  const isTag = (opaque: string): boolean => opaque.split('+', 1)[0] === tag; // Compression appends its name to the tag.
  const current = { exists: true, isState: isTag, isRepresentation: isTag, lastModified: undefined };
  return evaluatePreconditions(method, headers, current).outcome === 'not modified';
}

function notModified(tag: string, { headers }: HttpResponse): HttpResponse {
  const vary = headers.get('Vary');
  const headersOf304 = ['ETag', `"${tag}"`, 'Cache-Control', headers.get('Cache-Control')!];
  return new HttpResponse(304, vary === undefined ? headersOf304 : [...headersOf304, 'Vary', vary]);
}

/** Declares the route of a document, without schemas. */
export function toRoute(
  name: string,
  path: string,
  options: RouteDeclaration['options'],
  handle: (input: { readonly context: RequestContext }) => MaybePromise<HttpResponse>,
): RouteDeclaration {
  const none = { params: undefined, query: undefined, body: undefined, replies: undefined };
  return { ...none, name, path, methods: ['GET'], options, handle, at: undefined };
}
