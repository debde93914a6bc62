import { BadRequestError, HttpResponse, Negotiator, NotFoundError, formatCacheControl } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { notAcceptable } from '../../../http/not-acceptable.ts';
import { parseQuery } from '../../../http/query.ts';
import type { RequestContext } from '../../../kernel/events.ts';
import type { RouteDeclaration } from '../../../routes/route.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import type { ApiDocument, Format } from '../model/format.ts';
import type { OpenApiVersion } from './components.ts';
import { getLine } from './described-route.ts';
import { openApiDocument } from './openapi-document.ts';
import { getOperationId } from './route-paths.ts';
import { swaggerFile, swaggerPage } from './swagger-ui.ts';
import type { RouteNames } from './swagger-ui.ts';
import { hash } from 'node:crypto';
import type { MaybePromise } from 'oriel-core/http';
import { evaluatePreconditions, isConditional } from '../../../http/preconditions.ts';

/** Returns the routes of the entrypoint, of the OpenAPI documents and of the documents that formats need. */
export function documentRoutes(registry: ResourceRegistry, title: string, version: string): RouteDeclaration[] {
  if (registry.config.docs === false) return [];
  const declare = documentDeclarer(registry);
  return [
    ...entrypointRoutes(registry, declare),
    linesRoute(registry, declare),
    ...openApiRoutes(registry, title, version, declare),
    ...registry.formats
      .flatMap(({ documents = [] }) => documents)
      .map((document) => formatRoute(document, registry, title, declare)),
  ];
}

function formatRoute(
  document: ApiDocument,
  registry: ResourceRegistry,
  title: string,
  declare: DeclareDocument,
): RouteDeclaration {
  const { name, path, requirements = {}, contentType } = document;
  const defaults = path.endsWith('.{_format}') ? { _format: null } : {};
  const handle = ({ origin, params, path: requested }: RequestContext): HttpResponse => {
    const text = document.write(registry, { origin, title, variables: params as Record<string, string> });
    if (text === undefined) throw new NotFoundError(message('openapi.no-document', { path: requested }));
    return new HttpResponse(200, ['Content-Type', contentType], text);
  };
  return declare(name, registry.prefix + path, handle, { defaults, requirements });
}

// The typed client reads the method and path of what it calls by name.
function linesRoute({ prefix, operations, host }: ResourceRegistry, declare: DeclareDocument): RouteDeclaration {
  const text = onceWritten(() => {
    const custom = operations.flatMap(({ name, custom: definition }) => (definition ? [[name, definition.line]] : []));
    const routes = (host.routes ?? []).map((route) => [route.declaration.name, getLine(route)]);
    return JSON.stringify({ prefix, lines: Object.fromEntries([...custom, ...routes]) as object });
  });
  return declare(
    'api.lines',
    `${prefix}/docs/lines.json`,
    () => new HttpResponse(200, ['Content-Type', 'application/json; charset=utf-8'], text()),
  );
}

function entrypointRoutes(registry: ResourceRegistry, declare: DeclareDocument): RouteDeclaration[] {
  const { prefix } = registry;
  // Clients that accept any type get JSON-LD, whose entrypoint generic clients can read.
  const formats = registry.formats
    .filter(({ entrypoint }) => entrypoint !== undefined)
    .sort((one, other) => Number(other.name === 'jsonld') - Number(one.name === 'jsonld'));
  if (formats.length === 0) return [];
  const texts = new Map(formats.map((format) => [format.name, onceWritten(() => format.entrypoint!(registry))]));
  const write = ({ name, contentType }: Format): HttpResponse =>
    new HttpResponse(200, ['Content-Type', contentType, 'Vary', 'Accept'], texts.get(name)!());
  const negotiator = new Negotiator<Format | typeof PAGE>([...formats, PAGE]);
  const requirements = { _format: formats.map(({ name }) => name).join('|') };
  return [
    declare('api.entrypoint', prefix === '' ? '/' : prefix, (context) => {
      const accept = context.headers.get('accept');
      const { offer } = negotiator.negotiate(accept);
      if (offer === undefined) throw notAcceptable(accept, [...formats, PAGE]);
      return offer === PAGE
        ? new HttpResponse(303, ['Location', `${prefix}/docs`, 'Vary', 'Accept'])
        : write(offer as Format);
    }),
    declare(
      'api.index',
      `${prefix}/index.{_format}`,
      ({ params }) => write(formats.find(({ name }) => name === params['_format'])!),
      { requirements },
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

/** Returns the routes of the OpenAPI document (`/docs.json`), of Swagger UI (`/docs`) and of its files. */
function openApiRoutes(
  registry: ResourceRegistry,
  title: string,
  version: string,
  declare: DeclareDocument,
): RouteDeclaration[] {
  const path = `${registry.prefix}/docs`;
  const write = (openapi: OpenApiVersion) =>
    onceWritten(() => JSON.stringify(openApiDocument(registry, { title, version }, openapi)));
  const texts = { '3.1': write('3.1'), '3.2': write('3.2') };
  const document = ({ query }: RequestContext): HttpResponse => {
    const type = 'application/vnd.oai.openapi+json; charset=utf-8';
    return new HttpResponse(200, ['Content-Type', type, 'Vary', 'Accept'], texts[getVersion(query)]());
  };
  const page = (): HttpResponse => {
    const response = swaggerPage(title, path, registry.host.isRecorded?.() ? listRouteNames(registry) : undefined);
    response.headers.append('Vary', 'Accept');
    return response;
  };
  return [
    declare('api.openapi', `${path}.json`, document),
    declare('api.docs', path, (context) => {
      const accept = context.headers.get('accept');
      const { offer } = DOCUMENT_NEGOTIATOR.negotiate(accept);
      if (offer === undefined) throw notAcceptable(accept, OFFERS);
      return offer === PAGE ? page() : document(context);
    }),
    toRoute('api.docs.file', `${path}/{file}`, {}, ({ context: { params } }) => swaggerFile(params['file'] as string)),
  ];
}

// The operations of a route with several methods or paths have identifiers of their own.
function listRouteNames(registry: ResourceRegistry): RouteNames {
  const names: Record<string, string> = {};
  for (const route of registry.host.routes ?? [])
    for (const index of [route.path, ...route.shorterPaths].keys())
      for (const method of route.methods) {
        const id = getOperationId(route, method, index, registry);
        if (id !== route.declaration.name) names[id] = route.declaration.name;
      }
  return names;
}

const OFFERS = [
  { name: 'openapi', types: ['application/vnd.oai.openapi+json', 'application/vnd.openapi+json', 'application/json'] },
  PAGE,
] as const;

const DOCUMENT_NEGOTIATOR = new Negotiator<(typeof OFFERS)[number]>(OFFERS);

function getVersion(query: string): OpenApiVersion {
  const { version = '3.1' } = parseQuery(query);
  if (version === '3.1' || version === '3.2') return version;
  throw new BadRequestError(message('openapi.unknown-version', { version: String(version).slice(0, 20) }));
}

/** Declares the route of a document. Its response has the headers of documents, or is 304 if the client has the current document. */
type DeclareDocument = (
  name: string,
  path: string,
  write: (context: RequestContext) => HttpResponse,
  options?: RouteDeclaration['options'],
) => RouteDeclaration;

/** Returns the function that declares the documents of an API. A Link header leads Hydra clients to the documentation. */
function documentDeclarer({ formats, prefix, config }: ResourceRegistry): DeclareDocument {
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
function toRoute(
  name: string,
  path: string,
  options: RouteDeclaration['options'],
  handle: (input: { readonly context: RequestContext }) => MaybePromise<HttpResponse>,
): RouteDeclaration {
  const none = { params: undefined, query: undefined, body: undefined, replies: undefined };
  return { ...none, name, path, methods: ['GET'], options, handle, at: undefined };
}
