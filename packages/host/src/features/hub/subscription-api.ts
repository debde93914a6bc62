import { HttpResponse } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import type { Dialect } from './hub-config.ts';
import { toHeaderText } from './hub-text.ts';
import { authenticate, insufficientScopeError, tokenRequiredError } from './hub-authentication.ts';
import { HubRequestError } from './hub-error.ts';
import type { Hub } from './hub.ts';
import type { HubAccess } from './hub-tokens.ts';
import type { ListedSubscription } from './subscription.ts';
import { CONTEXT, mayReadTopic } from './subscription.ts';
import { message } from 'oriel-core/messages';

/**
 * Responds with all subscriptions, the subscriptions with one matcher, or a single subscription, depending on the path. The
 * list has subscriptions of the dialect of the token only.
 */
export async function subscriptionList(hub: Hub, context: HttpContext): Promise<HttpResponse> {
  const access = await authenticate(hub, context, 'subscribe');
  if (access === undefined) throw tokenRequiredError(hub, context);
  if (!mayReadTopic(access, context.path)) throw insufficientScopeError(hub, context, message('hub.read-not-allowed'));
  const { dialect } = access;
  const found = find(await hub.subscriptions(), context.path, dialect);
  const last = hub.lastEventId ?? 'earliest';
  const document = found.single ?? {
    ...(dialect === 'earlier' ? { '@context': CONTEXT } : {}),
    id: context.path,
    type: dialect === 'earlier' ? 'Subscriptions' : 'subscriptions',
    subscriptions: found.list,
  };
  const text = JSON.stringify(dialect === 'earlier' ? { ...document, lastEventID: last } : document);
  return new HttpResponse(200, headersFor(hub, context, access, last), text);
}

function headersFor(hub: Hub, context: HttpContext, { dialect }: HubAccess, last: string): string[] {
  const url = hub.urlFor(context);
  const link =
    dialect === 'earlier'
      ? `<${url}>; rel="mercure"`
      : `<${url}>; rel="mercure"; last-event-id="${quoted(toHeaderText(last))}"; type="mercure"; content-type="application/json"`;
  return [
    'Content-Type',
    dialect === 'earlier' ? 'application/ld+json' : 'application/json',
    'Link',
    link,
    'ETag',
    `"${encodeURIComponent(last)}"`,
    'Cache-Control',
    'private, must-revalidate',
    'Vary',
    'Authorization, Cookie',
  ];
}

interface Found {
  readonly single?: object;
  readonly list: readonly object[];
}

function find(list: readonly ListedSubscription[], path: string, dialect: Dialect): Found {
  const segments = path.split('/').slice(SEGMENTS);
  const most = dialect === 'earlier' ? 2 : 3;
  const known = list.filter((subscription) => subscription.dialect === dialect);
  const documents = (some: readonly ListedSubscription[]): object[] => some.map(({ document }) => document);
  if (segments.length === 0) return { list: documents(known) };
  if (segments.length === most - 1)
    return { list: documents(known.filter((subscription) => subscription.matcherPath === path)) };
  const single =
    segments.length === most ? known.find((subscription) => subscription.path === path)?.document : undefined;
  if (single === undefined) throw new HubRequestError(404, message('subscription.not-found', { path }));
  return { single, list: [] };
}

/** Path segments before those of the subscription: an empty one, `.well-known`, `mercure` and `subscriptions`. */
const SEGMENTS = 4;

function quoted(text: string): string {
  return text.replaceAll(/["\\]/g, '\\$&');
}
