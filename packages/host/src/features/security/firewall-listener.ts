import type { Subscriber } from '../../events/subscriber.ts';
import { READ_METHODS } from '../../http/methods.ts';
import {
  UnauthorizedError,
  withoutStack,
  DEFAULT_CACHE_CONTROL,
  privateCacheControl,
  isPromise,
} from 'oriel-core/http';
import { addVary } from '../../http/headers/vary.ts';
import type { FinishRequestEvent, RequestContext, RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import { comparablePath } from '../../routing/request-path.ts';
import { Refusal } from './authenticator.ts';
import { getChallenges, firewallFor } from './firewall.ts';
import type { Authenticated, Authenticator, SecurityServices } from './authenticator.ts';
import type { Firewall } from './firewall.ts';
import { message } from 'oriel-core/messages';
import type { ClientText } from 'oriel-core/messages';

interface FirewallOptions {
  readonly firewalls: readonly Firewall[];
  readonly services: SecurityServices;
  /** Returns false for routes with an access check of their own, such as those of the profiler. */
  readonly appliesTo: (route: unknown) => boolean;
  /** Returns true for routes of authenticators, such as the login, which anonymous requests may use. */
  readonly isEntry: (route: RequestContext['route']) => boolean;
}

/**
 * Authenticates requests. It finds the firewall of a request and calls its authenticators in order until one finds credentials
 * of its kind. Invalid credentials get 401. Missing ones get 401 unless the firewall allows anonymous requests.
 */
export function createFirewallListener({ firewalls, services, appliesTo, isEntry }: FirewallOptions): Subscriber {
  const authenticate = (event: RequestEvent, firewall: Firewall, from: number): void | PromiseLike<void> => {
    const { authenticators } = firewall;
    for (let i = from; i < authenticators.length; i++) {
      const authenticator = authenticators[i]!;
      // A login replaces the user of the credentials that browsers send by themselves.
      if (firewall.authenticationBy(authenticator).ambient && isEntry(event.context.route)) continue;
      const outcome = authenticator.authenticate(event.context, services);
      if (isPromise(outcome))
        return outcome.then((result) =>
          take(event, firewall, authenticator, result) ? undefined : authenticate(event, firewall, i + 1),
        );
      if (take(event, firewall, authenticator, outcome)) return;
    }
    handleAnonymous(event, firewall, firewall.allowsAnonymous || isEntry(event.context.route));
  };
  return {
    name: 'FirewallListener',
    appliesTo,
    on: {
      'kernel.request'(event: RequestEvent) {
        const { context } = event;
        const firewall = firewallFor(firewalls, context, comparablePath(context.path));
        if (firewall === undefined)
          return event.fail(unauthorized(context, message('authentication.no-firewall'), 'Session'));
        context.principalAuthentication = firewall.anonymous;
        if (context.trace.recording)
          context.trace.decide('firewall', firewall.name, `it is the first that covers the request: ${firewall.scope}`);
        if (inherit(context, firewall)) return;
        const { parent } = context;
        // The result of another firewall depends on the user, and so does the response that contains it.
        if (
          parent !== undefined &&
          firewall.authenticators.length > 0 &&
          parent.principalAuthentication?.firewall !== firewall.name
        )
          parent.variesByUser = true;
        return authenticate(event, firewall, 0);
      },
      // Adds a challenge to each 401, and keeps responses to users out of shared caches.
      'kernel.response'({ context, response: { headers, status } }: ResponseEvent) {
        const { principalAuthentication: authentication } = context;
        if (authentication === undefined) return;
        if (status === 401 && !headers.has('WWW-Authenticate'))
          headers.append('WWW-Authenticate', authentication.challenge);
        if (authentication.by === undefined) return;
        const control = headers.get('Cache-Control');
        headers.put('Cache-Control', control === undefined ? DEFAULT_CACHE_CONTROL : privateCacheControl(control));
        // The cache of a browser must not return it to the next user who logs in.
        if (READ_METHODS.has(context.method) && status < 400) addVary(headers, authentication.vary);
      },
      // Records that a forwarded request has ended and that its parent's firewall applies again.
      'kernel.finish_request'({ context: { parent, trace, path } }: FinishRequestEvent) {
        const authentication = parent?.principalAuthentication;
        if (authentication !== undefined && trace.recording)
          trace.decide('firewall', authentication.firewall, `the request forwarded to ${path} is over`);
      },
    },
  };
}

function handleAnonymous(event: RequestEvent, firewall: Firewall, isAllowed: boolean): void {
  const { context } = event;
  if (context.trace.recording) {
    const because = `${describeMissing(firewall)}, and anonymous requests are ${isAllowed ? '' : 'not '}allowed`;
    context.trace.decide('user', isAllowed ? 'anonymous' : 'refused', because);
  }
  if (isAllowed) return;
  event.fail(unauthorized(context, message('authentication.credentials-missing'), firewall.challenge));
}

/** Applies the result of an authenticator. @returns false if the next authenticator has to be called */
function take(event: RequestEvent, firewall: Firewall, by: Authenticator, outcome: Authenticated): boolean {
  if (outcome === undefined) return false;
  const { context } = event;
  if (outcome instanceof Refusal) {
    if (context.trace.recording) context.trace.decide('user', 'refused', `${outcome.because}; rejected by ${by.name}`);
    const challenge = getChallenges(firewall.authenticators, firewall.realm, { by, refusal: outcome });
    event.fail(unauthorized(context, outcome.detail, challenge));
    return true;
  }
  context.principal = outcome;
  context.principalAuthentication = firewall.authenticationBy(by);
  if (context.trace.recording) context.trace.decide('user', outcome.id, `authenticated by ${by.name}`);
  return true;
}

/** Copies the user of the parent to a forwarded request if the same firewall covers both. */
function inherit(context: RequestContext, firewall: Firewall): boolean {
  const { parent } = context;
  if (parent?.principal == null || parent.principalAuthentication?.firewall !== firewall.name) return false;
  context.principal = parent.principal;
  context.principalAuthentication = parent.principalAuthentication;
  if (context.trace.recording)
    context.trace.decide('user', parent.principal.id, 'the request was forwarded by a request of this user');
  return true;
}

function describeMissing({ authenticators }: Firewall): string {
  if (authenticators.length === 0) return 'the firewall has no authenticators';
  return `no credentials for ${authenticators.map(({ name }) => name).join(', ')}`;
}

function unauthorized(context: RequestContext, detail: ClientText, challenge: string): UnauthorizedError {
  const create = (): UnauthorizedError =>
    new UnauthorizedError(detail, {
      type: '/problems/unauthorized',
      code: 'ORIEL_UNAUTHORIZED',
      headers: { 'WWW-Authenticate': challenge },
    });
  // Only recorded requests show the stack, which costs more than the rest of the rejection.
  return context.trace.recording ? create() : withoutStack(create);
}
