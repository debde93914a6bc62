import { HttpError, HttpResponse, isLoopbackName, matchesHostPattern } from 'oriel-core/http';
import type { RequestContext, RequestEvent } from '../kernel/events.ts';
import type { Subscriber } from '../events/subscriber.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** The host names that a host serves. */
export interface HostPolicy {
  /** The names in lower case, `*.example.com` for all subdomains; undefined for any name. */
  readonly names?: readonly string[] | undefined;
  /** The `www.` variant of each name: serve both, or redirect to one (301, or 308 for unsafe methods). */
  readonly www?: 'serve' | 'add' | 'remove' | undefined;
  /** In development: serve loopback names only, regardless of `names`. */
  readonly loopbackOnly?: boolean | undefined;
}

/** Rejects requests with a missing, repeated or unknown host, and redirects to add or remove `www.`. */
export class HostListener implements Subscriber {
  readonly name = 'HostListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #policy: HostPolicy;

  constructor(policy: HostPolicy) {
    this.#policy = policy;
  }

  onRequest(event: RequestEvent): void {
    const { context } = event;
    if (context.trace.recording) recordClient(context);
    if (context.malformed) throw context.malformed;
    const { www, loopbackOnly } = this.#policy;
    const { host } = context;
    if (!answersTo(this.#policy, host))
      throw this.#refusal(
        context,
        loopbackOnly === true
          ? message('request.not-a-loopback-name', { names: 'localhost, *.localhost, 127.0.0.1, [::1]' })
          : message('request.unknown-host-name'),
      );
    if (context.trace.recording) context.trace.decide('host', `${host} is served`, this.#why());
    if (www === 'add' || www === 'remove') this.#agreeOnWww(event, www);
  }

  #why(): string {
    const { names, loopbackOnly } = this.#policy;
    if (loopbackOnly === true) return 'it is a loopback name; development serves only those';
    return names === undefined
      ? 'no names are configured, so every name is served'
      : `it is one of ${names.join(', ')}`;
  }

  #agreeOnWww(event: RequestEvent, www: 'add' | 'remove'): void {
    const { context } = event;
    const { host } = context;
    if (isLoopbackName(host) || !host.includes('.') || ADDRESS.test(host)) return;
    const wanted = www === 'add' ? `www.${withoutWww(host)}` : withoutWww(host);
    if (wanted === host) return;
    const safe = context.method === 'GET' || context.method === 'HEAD';
    const location = context.url.replace(`://${host}`, `://${wanted}`);
    event.respond(new HttpResponse(safe ? 301 : 308, ['Location', location]));
  }

  #refusal({ host, trace }: RequestContext, why: Message): HttpError {
    if (trace.recording) trace.decide('host', `${host} is rejected`, String(why));
    return new HttpError(421, message('request.unknown-host', { host, why }), {
      type: '/problems/unknown-host',
      code: 'ORIEL_UNKNOWN_HOST',
    });
  }
}

/** Returns whether a policy includes a host name. */
export function answersTo({ names, loopbackOnly }: HostPolicy, host: string): boolean {
  if (loopbackOnly === true) return isLoopbackName(host);
  if (names === undefined) return true;
  const bare = withoutWww(host);
  return names.some(
    (name) =>
      matchesHostPattern(host, name) || matchesHostPattern(bare, name) || matchesHostPattern(bare, withoutWww(name)),
  );
}

function recordClient({ trace, incoming, ip }: RequestContext): void {
  const { clientBecause, peer = ip } = incoming;
  if (clientBecause !== undefined) trace.decide('client', ip, `from ${clientBecause}; the connection is from ${peer}`);
}

// An IP address has no `www.` variant.
const ADDRESS = /^\[|^[\d.]+$/;

function withoutWww(name: string): string {
  return name.startsWith('www.') ? name.slice(4) : name;
}
