import { isPromise, HttpError, HttpResponse } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import { DETAIL_TYPE } from './grants.ts';
import { HUB_PATH } from './hub-config.ts';
import { cookieName, isSecure } from './hub-cookie.ts';
import { hubCorsHeaders, optionsResponse } from './hub-cors.ts';
import { METADATA_PATH } from './hub-authentication.ts';
import { listDialects } from './hub-options.ts';
import type { Hub } from './hub.ts';
import { route } from '../../routes/route.ts';
import type { RouteDeclaration } from '../../routes/route.ts';
import { publishRequest } from './publish-request.ts';
import { subscribe } from './subscribe.ts';
import { subscriptionList } from './subscription-api.ts';
import { SUBSCRIPTIONS_PATH } from './subscription.ts';

type Handle = (context: HttpContext) => HttpResponse | Promise<HttpResponse>;

/** Returns the routes of an embedded hub. */
export function hubRoutes(hub: Hub): readonly RouteDeclaration[] {
  const declare = (name: string, line: string, handle: Handle): RouteDeclaration =>
    route(name, line, { handle: ({ context }) => handle(context) });
  const options: Handle = (context) => optionsResponse(context, hub.config, 'GET, HEAD, QUERY, POST, OPTIONS');
  const list = withPreflight(hub, (context) => subscriptionList(hub, context));
  const readMetadata = withPreflight(hub, (context) => metadata(hub, context));
  return [
    declare(
      'hub.subscribe',
      `GET|QUERY ${HUB_PATH}`,
      withCors(hub, (context) => subscribe(hub, context)),
    ),
    declare(
      'hub.publish',
      `POST ${HUB_PATH}`,
      withCors(hub, (context) => publishRequest(hub, context)),
    ),
    declare('hub.options', `OPTIONS ${HUB_PATH}`, options),
    ...(listDialects(hub.config).includes('current')
      ? [declare('hub.metadata', `GET|OPTIONS ${METADATA_PATH}`, readMetadata)]
      : []),
    ...(hub.config.subscriptions
      ? [
          declare('hub.subscriptions', `GET|OPTIONS ${SUBSCRIPTIONS_PATH}`, list),
          declare('hub.subscription', `GET|OPTIONS ${SUBSCRIPTIONS_PATH}/{rest<.+>}`, list),
        ]
      : []),
  ];
}

function metadata(hub: Hub, context: HttpContext): HttpResponse {
  const { audience } = hub.identity;
  return new HttpResponse(
    200,
    ['Content-Type', 'application/json', 'Cache-Control', 'public, max-age=300'],
    JSON.stringify({
      resource: audience,
      authorization_details_types_supported: [DETAIL_TYPE],
      bearer_methods_supported: ['header'],
      mercure_cookie: cookieName('current', isSecure(hub.config, context)),
      mercure_matcher_types_supported: ['exact', 'urlpattern'],
      ...(hub.config.subscriptions ? { mercure_subscriptions: true } : {}),
    }),
  );
}

// Adds preflight responses to a route that is read with a token.
function withPreflight(hub: Hub, handle: Handle): Handle {
  const read = withCors(hub, handle);
  return (context) =>
    context.method === 'OPTIONS' ? optionsResponse(context, hub.config, 'GET, HEAD, OPTIONS') : read(context);
}

// Adds CORS headers to responses and errors, and counts errors.
function withCors(hub: Hub, handle: Handle): Handle {
  const fail = (context: HttpContext, error: unknown): never => {
    if (!(error instanceof HttpError)) throw error;
    hub.counters.refused++;
    throw withHeaders(error, hubCorsHeaders(context, hub.config));
  };
  const succeed = (context: HttpContext, response: HttpResponse): HttpResponse => {
    response.headers.list.push(...hubCorsHeaders(context, hub.config));
    return response;
  };
  return (context) => {
    try {
      const response = handle(context);
      if (!isPromise(response)) return succeed(context, response);
      return response.then(
        (resolved) => succeed(context, resolved),
        (error) => fail(context, error),
      );
    } catch (error) {
      return fail(context, error);
    }
  };
}

function withHeaders(error: HttpError, list: readonly string[]): HttpError {
  if (list.length === 0) return error;
  const headers: Record<string, string> = { ...error.headers };
  for (let index = 0; index < list.length; index += 2) headers[list[index]!] = list[index + 1]!;
  const { status, detail, type, title, extensions, code } = error;
  return new HttpError(status, detail, { headers, type, title, extensions, code, cause: error });
}

/** The names of the routes; the last three exist only with the features that they serve. */
export const HUB_ROUTES: readonly string[] = [
  'hub.subscribe',
  'hub.publish',
  'hub.options',
  'hub.metadata',
  'hub.subscriptions',
  'hub.subscription',
];
