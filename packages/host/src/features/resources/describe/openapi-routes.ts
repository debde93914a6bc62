import { notAcceptable } from '../../../http/not-acceptable.ts';
import { openApiDocument } from './openapi-document.ts';
import type { OpenApiInfo } from './openapi-document.ts';
import type { OpenApiVersion } from './components.ts';
import type { ResourceRegistry } from '../build/resource-registry.ts';
import { BadRequestError, HttpResponse, Negotiator } from 'oriel-core/http';
import { parseQuery } from '../../../http/query.ts';
import type { RequestContext } from '../../../kernel/events.ts';
import { toRoute } from './document-response.ts';
import type { DocumentResponder } from './document-response.ts';
import type { RouteDeclaration } from '../../../routes/route.ts';
import { operationIdOf } from './route-paths.ts';
import { swaggerFile, swaggerPage } from './swagger-ui.ts';
import { startScript } from './swagger-script.ts';
import type { RecordedRequests } from './swagger-script.ts';
import { STYLE } from './swagger-style.ts';
import { message } from 'oriel-core/messages';

/** Returns the routes of the OpenAPI document (`/docs.json`), of Swagger UI (`/docs`) and of its files. */
export function openApiRoutes(
  registry: ResourceRegistry,
  info: OpenApiInfo,
  respond: DocumentResponder,
): RouteDeclaration[] {
  const path = `${registry.prefix}/docs`;
  const texts = new Map<string, string>();
  const document = ({ query }: RequestContext): HttpResponse => {
    const version = versionOf(query);
    let text = texts.get(version);
    if (text === undefined) {
      text = JSON.stringify(openApiDocument(registry, info, version));
      texts.set(version, text);
    }
    return new HttpResponse(
      200,
      ['Content-Type', 'application/vnd.oai.openapi+json; charset=utf-8', 'Vary', 'Accept'],
      text,
    );
  };
  const page = (): HttpResponse => {
    const response = swaggerPage(info.title, path);
    response.headers.append('Vary', 'Accept');
    return response;
  };
  return [
    toRoute('api.openapi', `${path}.json`, {}, ({ context }) => respond(context, document(context))),
    toRoute('api.docs', path, {}, ({ context }) => {
      const accept = context.headers.get('accept');
      const { offer } = negotiator.negotiate(accept);
      if (offer === undefined) throw notAcceptable(accept, OFFERS);
      return respond(context, offer.name === 'html' ? page() : document(context));
    }),
    toRoute('api.docs.file', `${path}/{file}`, {}, ({ context: { params } }) =>
      swaggerFile(
        params['file'] as string,
        () => startScript(path, registry.host.isRecorded?.() ? recordedRequests(registry) : undefined),
        STYLE,
      ),
    ),
  ];
}

// The operations of a route with several methods or paths have identifiers of their own.
function recordedRequests(registry: ResourceRegistry): RecordedRequests {
  const { routes = [] } = registry.host;
  const routeNames: Record<string, string> = {};
  for (const route of routes)
    for (const index of [route.path, ...route.shorterPaths].keys())
      for (const method of route.methods) {
        const id = operationIdOf(route, method, index, registry);
        if (id !== route.declaration.name) routeNames[id] = route.declaration.name;
      }
  return { routeNames };
}

const OFFERS = [
  { name: 'openapi', types: ['application/vnd.oai.openapi+json', 'application/vnd.openapi+json', 'application/json'] },
  { name: 'html', types: ['text/html'] },
] as const;

const negotiator = new Negotiator(OFFERS);

function versionOf(query: string): OpenApiVersion {
  const { version = '3.1' } = parseQuery(query);
  if (version === '3.1' || version === '3.2') return version;
  throw new BadRequestError(message('openapi.unknown-version', { version: String(version).slice(0, 20) }));
}
