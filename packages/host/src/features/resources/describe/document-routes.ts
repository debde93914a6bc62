import { notAcceptable } from '../../../http/not-acceptable.ts';
import type { ApiDocument, Format } from '../model/format.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { HttpResponse, NotFoundError, Negotiator } from 'oriel-core/http';
import type { RequestContext } from '../../../kernel/events.ts';
import { documentResponder, toRoute } from './document-response.ts';
import type { DocumentResponder } from './document-response.ts';
import { lineOf } from './described-route.ts';
import { openApiRoutes } from './openapi-routes.ts';
import type { RouteDeclaration } from '../../../routes/route.ts';
import { message } from 'oriel-core/messages';

/** Returns the routes of the entrypoint, of the OpenAPI documents and of the documents that formats need. */
export function documentRoutes(registry: ResourceRegistry, title: string, version: string): RouteDeclaration[] {
  if (registry.config.docs === false) return [];
  const respond = documentResponder(registry);
  return [
    ...entrypointRoutes(registry, respond),
    linesRoute(registry, respond),
    ...openApiRoutes(registry, { title, version }, respond),
    ...registry.formats
      .flatMap(({ documents = [] }) => documents)
      .map((each) => documentRoute(each, registry, title, respond)),
  ];
}

function documentRoute(
  document: ApiDocument,
  registry: ResourceRegistry,
  title: string,
  respond: DocumentResponder,
): RouteDeclaration {
  const { name, path, requirements = {}, contentType } = document;
  const optional = path.endsWith('.{_format}') ? { _format: null } : {};
  return toRoute(name, registry.prefix + path, { defaults: optional, requirements }, ({ context }) => {
    const text = document.write(registry, {
      origin: context.origin,
      title,
      variables: context.params as Record<string, string>,
    });
    if (text === undefined) throw new NotFoundError(message('openapi.no-document', { path: context.path }));
    return respond(context, new HttpResponse(200, ['Content-Type', contentType], text));
  });
}

// The typed client reads the method and path of what it calls by name.
function linesRoute(registry: ResourceRegistry, respond: DocumentResponder): RouteDeclaration {
  const { prefix, operations, host } = registry;
  const text = onceWritten(() => {
    const custom = operations.flatMap(({ name, custom: own }) => (own ? [[name, own.line]] : []));
    const routes = (host.routes ?? []).map((each) => [each.declaration.name, lineOf(each)]);
    return JSON.stringify({ prefix, lines: Object.fromEntries([...custom, ...routes]) as object });
  });
  return toRoute('api.lines', `${prefix}/docs/lines.json`, {}, ({ context }) =>
    respond(context, new HttpResponse(200, ['Content-Type', 'application/json; charset=utf-8'], text())),
  );
}

function entrypointRoutes(registry: ResourceRegistry, respond: DocumentResponder): RouteDeclaration[] {
  const { prefix } = registry;
  // Clients that accept any type get JSON-LD, whose entrypoint generic clients can read.
  const formats = registry.formats
    .filter(({ entrypoint }) => entrypoint !== undefined)
    .sort((one, other) => Number(other.name === 'jsonld') - Number(one.name === 'jsonld'));
  if (formats.length === 0) return [];
  const texts = new Map(formats.map((format) => [format, onceWritten(() => format.entrypoint!(registry))]));
  const offers = [...formats, PAGE];
  const negotiator = new Negotiator<Format | typeof PAGE>(offers);
  const write = (context: RequestContext, format: Format): HttpResponse =>
    respond(
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

// Browsers are redirected to the documentation page.
const PAGE = { name: 'html', types: ['text/html'] } as const;

// Written on the first request, when all resources are registered.
function onceWritten(write: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= write());
}
