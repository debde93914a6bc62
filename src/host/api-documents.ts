import type { ApiDocument, Format, ResourceRegistry } from '../api/index.ts';
import { HttpResponse, NotAcceptableError, NotFoundError, Negotiator } from '../http/index.ts';
import type { RequestContext } from '../kernel/index.ts';
import { openApiRoutes } from './openapi-routes.ts';
import type { RouteDeclaration } from './route.ts';

/** Routes of what an API has beside its resources: the entrypoint, and the documents its formats need. */
export function documentRoutes(registry: ResourceRegistry, title: string, version: string): RouteDeclaration[] {
  if (registry.config.docs === false) return [];
  const link = documentationLink(registry);
  return [
    ...entrypointRoutes(registry, link),
    ...openApiRoutes(registry, { title, version }, link),
    ...registry.formats
      .flatMap(({ documents = [] }) => documents)
      .map((each) => documentRoute(each, registry, title, link)),
  ];
}

/** Adds to an answer where the documentation is. */
export type Linking = (context: RequestContext, response: HttpResponse) => HttpResponse;

function documentRoute(
  document: ApiDocument,
  registry: ResourceRegistry,
  title: string,
  link: Linking,
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
    return link(context, new HttpResponse(200, ['Content-Type', contentType], text));
  });
}

function entrypointRoutes(registry: ResourceRegistry, link: Linking): RouteDeclaration[] {
  const { prefix } = registry;
  // Whoever takes anything gets hypermedia: this is what a client that knows nothing yet begins with.
  const formats = registry.formats
    .filter(({ entrypoint }) => entrypoint !== undefined)
    .sort((one, other) => Number(other.name === 'jsonld') - Number(one.name === 'jsonld'));
  if (formats.length === 0) return [];
  const answers = new Map(formats.map((format) => [format, oncePerRegistry(format, registry)]));
  const negotiator = new Negotiator<Format | typeof PAGE>([...formats, PAGE]);
  const answer = (context: RequestContext, format: Format): HttpResponse =>
    link(
      context,
      new HttpResponse(200, ['Content-Type', format.contentType, 'Vary', 'Accept'], answers.get(format)!()),
    );
  return [
    toRoute('api.entrypoint', prefix === '' ? '/' : prefix, {}, ({ context }) => {
      const { offer } = negotiator.negotiate(context.headers.get('accept'));
      if (offer === undefined) throw notAcceptable(formats);
      if (offer !== PAGE) return answer(context, offer as Format);
      return new HttpResponse(303, ['Location', `${prefix}/docs`, 'Vary', 'Accept']);
    }),
    toRoute(
      'api.index',
      `${prefix}/index.{_format}`,
      { requirements: { _format: formats.map(({ name }) => name).join('|') } },
      ({ context }) =>
        answer(
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

/** Clients of Hydra find the documentation by the Link header. */
function documentationLink({ formats, prefix }: ResourceRegistry): Linking {
  const documented = formats.some(({ documents = [] }) => documents.some(({ path }) => path === '/docs.jsonld'));
  if (!documented) return (_, response) => response;
  return ({ origin }, response) => {
    response.headers.append(
      'Link',
      `<${origin}${prefix}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`,
    );
    return response;
  };
}

function notAcceptable(formats: readonly Format[]): NotAcceptableError {
  const types = formats.map(({ types: [type] }) => `"${type}"`).join(', ');
  return new NotAcceptableError(`The entrypoint is written as ${types}`, { type: '/problems/not-acceptable' });
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
