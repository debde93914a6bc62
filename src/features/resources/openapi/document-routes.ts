import { notAcceptable } from '../answers/not-acceptable.ts';
import type { ApiDocument } from '../answers/api-document.ts';
import type { Format } from '../formats/format.ts';
import type { ResourceRegistry } from '../building/resource-registry.ts';
import { HttpResponse } from '../../../core/http/response.ts';
import { NotFoundError } from '../../../core/http/errors.ts';
import { Negotiator } from '../../../core/http/negotiation.ts';
import type { RequestContext } from '../../../core/kernel/events.ts';
import { documentResponder } from './document-response.ts';
import type { CompleteDocument } from './document-response.ts';
import { openApiRoutes } from './openapi-routes.ts';
import type { RouteDeclaration } from '../../../core/routes/route.ts';

/** Routes of what an API has beside its resources: the entrypoint, and the documents its formats need. */
export function documentRoutes(registry: ResourceRegistry, title: string, version: string): RouteDeclaration[] {
  if (registry.config.docs === false) return [];
  const answer = documentResponder(registry);
  return [
    ...entrypointRoutes(registry, answer),
    ...openApiRoutes(registry, { title, version }, answer),
    ...registry.formats
      .flatMap(({ documents = [] }) => documents)
      .map((each) => documentRoute(each, registry, title, answer)),
  ];
}

function documentRoute(
  document: ApiDocument,
  registry: ResourceRegistry,
  title: string,
  answer: CompleteDocument,
): RouteDeclaration {
  const { name, path, requirements = {}, contentType } = document;
  const optional = path.endsWith('.{_format}') ? { _format: null } : {};
  return toRoute(name, registry.prefix + path, { defaults: optional, requirements }, ({ context }) => {
    const text = document.write(registry, {
      origin: context.origin,
      title,
      variables: context.params as Record<string, string>,
    });
    if (text === undefined) throw new NotFoundError(`There is no document at ${context.path}`);
    return answer(context, new HttpResponse(200, ['Content-Type', contentType], text));
  });
}

function entrypointRoutes(registry: ResourceRegistry, answer: CompleteDocument): RouteDeclaration[] {
  const { prefix } = registry;
  // Whoever takes anything gets hypermedia: this is what a client that knows nothing yet begins with.
  const formats = registry.formats
    .filter(({ entrypoint }) => entrypoint !== undefined)
    .sort((one, other) => Number(other.name === 'jsonld') - Number(one.name === 'jsonld'));
  if (formats.length === 0) return [];
  const texts = new Map(formats.map((format) => [format, oncePerRegistry(format, registry)]));
  const offers = [...formats, PAGE];
  const negotiator = new Negotiator<Format | typeof PAGE>(offers);
  const write = (context: RequestContext, format: Format): HttpResponse =>
    answer(
      context,
      new HttpResponse(200, ['Content-Type', format.contentType, 'Vary', 'Accept'], texts.get(format)!()),
    );
  return [
    toRoute('api.entrypoint', prefix === '' ? '/' : prefix, {}, ({ context }) => {
      const accept = context.headers.get('accept');
      const { offer } = negotiator.negotiate(accept);
      if (offer === undefined) throw notAcceptable(accept, offers);
      if (offer !== PAGE) return write(context, offer as Format);
      return new HttpResponse(303, ['Location', `${prefix}/docs`, 'Vary', 'Accept']);
    }),
    toRoute(
      'api.index',
      `${prefix}/index.{_format}`,
      { requirements: { _format: formats.map(({ name }) => name).join('|') } },
      ({ context }) =>
        write(
          context,
          formats.find(({ name }) => name === context.params['_format'])!,
        ),
    ),
  ];
}

// People are shown the page of the documents.
const PAGE = { name: 'html', types: ['text/html'] } as const;

// What it says is known when every resource is; it is asked for long after that.
function oncePerRegistry({ entrypoint }: Format, registry: ResourceRegistry): () => string {
  let text: string | undefined;
  return () => (text ??= entrypoint!(registry));
}

function toRoute(
  name: string,
  path: string,
  options: RouteDeclaration['options'],
  handle: (input: { readonly context: RequestContext }) => HttpResponse,
): RouteDeclaration {
  const none = { params: undefined, query: undefined, body: undefined, replies: undefined };
  return { ...none, name, path, methods: ['GET'], options, handle, at: undefined };
}
