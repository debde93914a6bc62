import { assertReadable } from '../../http/readable-body.ts';
import type { HttpContext } from 'oriel-core/http';
import { isPrintable, isUtf8Form } from './hub-text.ts';
import { fromHeaderText } from './hub-text.ts';
import type { AllHubLimits } from './hub-limits.ts';
import { HubRequestError } from './hub-error.ts';
import { listDialects } from './hub-options.ts';
import type { Hub } from './hub.ts';
import { PatternError } from '../../matching/pattern.ts';
import type { Subscription } from './subscription.ts';
import { message } from 'oriel-core/messages';

export interface SubscribeRequest {
  readonly subscriptions: readonly Subscription[];
  /** The id of the last received update, `earliest` for the whole history; undefined for new updates only. */
  readonly lastEventId: string | undefined;
}

/** Reads the form of a QUERY request. @throws {HubRequestError} 415 for another content type, 413 for a form that is too long */
export async function readSubscribeBody({ limits }: Hub, context: HttpContext): Promise<string> {
  const type = context.headers.get('content-type') ?? '';
  if (!FORM.test(type)) throw new HubRequestError(415, message('subscription.unsupported-type'));
  assertReadable(context.headers, type);
  const sent = Number(context.headers.get('content-length') ?? 0);
  if (sent > 3 * maxCharacters(limits)) throw tooLong(sent, limits);
  return context.body.text();
}

/**
 * Parses the parameters of a subscribe request from the query and, for QUERY, from the body.
 *
 * @throws {HubRequestError} 400 for missing or invalid parameters, 413 for parameters that are too long
 */
export function readSubscribe(hub: Hub, context: HttpContext, body = ''): SubscribeRequest {
  assertShort(context.query, hub.limits);
  assertShort(body, hub.limits);
  if (!isUtf8Form(context.query) || !isUtf8Form(body))
    throw new HubRequestError(400, message('subscription.invalid-utf8'));
  const supportsEarlier = listDialects(hub.config).includes('earlier');
  const supportsCurrent = listDialects(hub.config).includes('current');
  const subscriptions: Subscription[] = [];
  let lastEventId: string | undefined;
  let steps = 0;
  for (const [name, value] of [...new URLSearchParams(context.query), ...new URLSearchParams(body)]) {
    if ((supportsCurrent && RESERVED.test(name)) || (supportsEarlier && name === 'topic')) {
      const subscription = subscribe(hub, name, value);
      subscriptions.push(subscription);
      steps += subscription.matcher.steps;
    }
    if ((supportsCurrent && name === 'last_event_id') || (supportsEarlier && EARLIER_ID.test(name)))
      lastEventId ??= value;
    if (steps > hub.limits.steps)
      throw new HubRequestError(400, message('subscription.patterns-too-complex', { count: hub.limits.steps }));
    if (subscriptions.length > hub.limits.matchers)
      throw new HubRequestError(400, message('subscription.too-many-matchers', { count: hub.limits.matchers }));
  }
  if (subscriptions.length === 0)
    throw new HubRequestError(
      400,
      message(supportsCurrent ? 'subscription.matcher-missing' : 'subscription.topic-missing'),
    );
  const header = context.headers.get('last-event-id');
  return { subscriptions, lastEventId: (header ? fromHeaderText(header) : lastEventId) || undefined };
}

function subscribe(hub: Hub, name: string, value: string): Subscription {
  const type = name === 'topic' ? 'uritemplate' : TYPES[name];
  if (type === undefined)
    throw new HubRequestError(
      400,
      message('subscription.unknown-matcher', {
        name: name.slice(0, 50),
        names: 'match, match_exact, match_urlpattern',
      }),
    );
  if (value.length > hub.limits.pattern)
    throw new HubRequestError(400, message('subscription.matcher-too-long', { count: hub.limits.pattern }));
  if (value === '' || !isPrintable(value))
    throw new HubRequestError(400, message('subscription.invisible-characters', { name }));
  try {
    return { matcher: hub.matchers.get(type, value), dialect: name === 'topic' ? 'earlier' : 'current' };
  } catch (error) {
    if (error instanceof PatternError)
      throw new HubRequestError(400, message('subscription.invalid-pattern', { name, why: error.detail }));
    throw error;
  }
}

// Checked before decoding, which takes long for a megabyte. A percent-encoded octet counts as one character.
function assertShort(form: string, limits: AllHubLimits): void {
  const max = maxCharacters(limits);
  if (form.length <= max) return;
  const length = form.length > 3 * max ? form.length : form.replaceAll(ENCODED, '_').length;
  if (length > max) throw tooLong(length, limits);
}

function maxCharacters({ matchers, pattern }: AllHubLimits): number {
  return Math.max(MIN_FORM_LIMIT, matchers * (MAX_PARAMETER_LENGTH + pattern));
}

function tooLong(length: number, limits: AllHubLimits): HubRequestError {
  return new HubRequestError(
    413,
    message('subscription.parameters-too-long', { count: length, most: maxCharacters(limits) }),
  );
}

const ENCODED = /%[0-9a-f]{2}/gi;
const MIN_FORM_LIMIT = 16_384;
const MAX_PARAMETER_LENGTH = '&match_urlpattern='.length;
const TYPES: Readonly<Record<string, 'exact' | 'urlpattern' | undefined>> = Object.assign(Object.create(null), {
  match: 'exact',
  match_exact: 'exact',
  match_urlpattern: 'urlpattern',
});
const RESERVED = /^match/i;
const EARLIER_ID = /^(?:lastEventID|Last-Event-ID)$/;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|\s*$)/i;
