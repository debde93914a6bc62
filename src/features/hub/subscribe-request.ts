import { assertReadable } from '../../core/http/readable-body.ts';
import type { HttpContext } from '../../core/http/context.ts';
import { isPrintable, isUtf8Form } from './hub-text.ts';
import { fromHeaderText } from './hub-text.ts';
import type { HubLimits } from './hub-config.ts';
import { HubRequestError } from './hub-error.ts';
import { dialectsOf } from './hub-options.ts';
import type { Hub } from './hub.ts';
import { PatternError } from '../../core/matching/pattern.ts';
import type { Subscription } from './subscription.ts';

/** What somebody wants to hear, and from where on. */
export interface SubscribeRequest {
  readonly subscriptions: readonly Subscription[];
  /** The last update that was seen, `earliest` for everything there is; undefined for what comes from now on. */
  readonly lastEventId: string | undefined;
}

/** The form that a QUERY brings along. @throws {HubRequestError} 415 when it is none, 413 when it is too long to be read */
export async function readSubscribeBody({ limits }: Hub, context: HttpContext): Promise<string> {
  const type = context.headers.get('content-type') ?? '';
  if (!FORM.test(type)) throw new HubRequestError(415, 'Send the matchers as application/x-www-form-urlencoded');
  assertReadable(context.headers, type);
  const sent = Number(context.headers.get('content-length') ?? 0);
  if (sent > 3 * mostOf(limits)) throw tooLong(sent, limits);
  return context.body.text();
}

/**
 * Reads what a subscriber asks for, out of the query and, with QUERY, of the body.
 * @throws {HubRequestError} 400 when that is nothing, or wrong, 413 when it is too much
 */
export function readSubscribe(hub: Hub, context: HttpContext, body = ''): SubscribeRequest {
  assertShort(context.query, hub.limits);
  assertShort(body, hub.limits);
  if (!isUtf8Form(context.query) || !isUtf8Form(body)) throw new HubRequestError(400, 'The parameters are not UTF-8');
  const speaksEarlier = dialectsOf(hub.config).includes('earlier');
  const speaksCurrent = dialectsOf(hub.config).includes('current');
  const subscriptions: Subscription[] = [];
  let asked: string | undefined;
  let steps = 0;
  for (const [name, value] of [...new URLSearchParams(context.query), ...new URLSearchParams(body)]) {
    if ((speaksCurrent && RESERVED.test(name)) || (speaksEarlier && name === 'topic')) {
      const subscription = subscribe(hub, name, value);
      subscriptions.push(subscription);
      steps += subscription.matcher.steps;
    }
    if ((speaksCurrent && name === 'last_event_id') || (speaksEarlier && EARLIER_ID.test(name))) asked ??= value;
    if (steps > hub.limits.steps)
      throw new HubRequestError(
        400,
        `The patterns have more than ${hub.limits.steps} steps together: use fewer or simpler ones`,
      );
    if (subscriptions.length > hub.limits.matchers)
      throw new HubRequestError(400, `A subscriber may have ${hub.limits.matchers} matchers`);
  }
  if (subscriptions.length === 0) throw new HubRequestError(400, `Say what to hear: ${wordsFor(speaksCurrent)}`);
  const header = context.headers.get('last-event-id');
  return { subscriptions, lastEventId: (header ? fromHeaderText(header) : asked) || undefined };
}

function subscribe(hub: Hub, name: string, value: string): Subscription {
  const type = name === 'topic' ? 'uritemplate' : TYPES[name];
  if (type === undefined)
    throw new HubRequestError(
      400,
      `"${name.slice(0, 50)}" is no matcher: there are match, match_exact, match_urlpattern`,
    );
  if (value.length > hub.limits.pattern)
    throw new HubRequestError(400, `A matcher may have ${hub.limits.pattern} characters`);
  if (value === '' || !isPrintable(value))
    throw new HubRequestError(400, `"${name}" needs a value without control or invisible characters`);
  try {
    return { matcher: hub.matchers.get(type, value), dialect: name === 'topic' ? 'earlier' : 'current' };
  } catch (error) {
    if (error instanceof PatternError) throw new HubRequestError(400, `"${name}" is not understood: ${error.message}`);
    throw error;
  }
}

// Decoding a megabyte takes longer than it takes to refuse it. What is encoded counts as what it stands for.
function assertShort(form: string, limits: HubLimits): void {
  const most = mostOf(limits);
  if (form.length <= most) return;
  const length = form.length > 3 * most ? form.length : form.replaceAll(ENCODED, '_').length;
  if (length > most) throw tooLong(length, limits);
}

function mostOf({ matchers, pattern }: HubLimits): number {
  return Math.max(LEAST_FORM, matchers * (LONGEST_NAME + pattern));
}

function tooLong(length: number, limits: HubLimits): HubRequestError {
  return new HubRequestError(413, `The parameters have ${length} characters, and may have ${mostOf(limits)}`);
}

const ENCODED = /%[0-9a-f]{2}/gi;
const LEAST_FORM = 16_384;
const LONGEST_NAME = '&match_urlpattern='.length;
const TYPES: Readonly<Record<string, 'exact' | 'urlpattern' | undefined>> = Object.assign(Object.create(null), {
  match: 'exact',
  match_exact: 'exact',
  match_urlpattern: 'urlpattern',
});
const RESERVED = /^match/i;
const EARLIER_ID = /^(?:lastEventID|Last-Event-ID)$/;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|\s*$)/i;

function wordsFor(speaksCurrent: boolean): string {
  return speaksCurrent ? 'match=… or match_urlpattern=…' : 'topic=…';
}
