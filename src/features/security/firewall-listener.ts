import type { Subscriber } from '../../core/events/subscriber.ts';
import { READS } from '../../core/http/reads.ts';
import { UnauthorizedError } from '../../core/http/errors.ts';
import { addVary } from '../../core/http/headers/vary.ts';
import { isPromise } from '../../core/http/promises.ts';
import { withoutStack } from '../../core/http/without-stack.ts';
import type { FinishRequestEvent, RequestContext, RequestEvent, ResponseEvent } from '../../core/kernel/events.ts';
import { comparablePath } from '../../core/routing/request-path.ts';
import { Refusal } from './authenticator.ts';
import { challengesOf } from './challenge.ts';
import { firewallFor } from './firewall.ts';
import type { Authenticated, Authenticator, SecurityServices } from './authenticator.ts';
import type { Firewall } from './firewall.ts';
import { markPrivate } from './keep-private.ts';

/**
 * Asks who is asking: finds the firewall of a request and lets its authenticators look, in order, until one finds
 * credentials of its kind. Wrong ones are answered 401 everywhere, none only where anonymous requests may not pass.
 */
export class FirewallListener implements Subscriber {
  readonly name = 'FirewallListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
    'kernel.finish_request': (event: FinishRequestEvent) => this.onFinishRequest(event),
  };
  readonly appliesTo: (route: unknown) => boolean;
  readonly #firewalls: readonly Firewall[];
  readonly #services: SecurityServices;
  readonly #mayEnter: (route: RequestContext['route']) => boolean;

  /**
   * @param appliesTo routes that are guarded here; the profiler's own are guarded by its key
   * @param mayEnter routes that lead in, such as the login, and so are open to anonymous requests
   */
  constructor(
    firewalls: readonly Firewall[],
    services: SecurityServices,
    appliesTo: (route: unknown) => boolean = () => true,
    mayEnter: (route: RequestContext['route']) => boolean = () => false,
  ) {
    this.#firewalls = firewalls;
    this.#services = services;
    this.appliesTo = appliesTo;
    this.#mayEnter = mayEnter;
  }

  onRequest(event: RequestEvent): void | PromiseLike<void> {
    const { context } = event;
    const firewall = firewallFor(this.#firewalls, context, comparablePath(context.path));
    if (firewall === undefined) return event.fail(unauthorized(context, 'No firewall covers this request', 'Session'));
    context.proof = firewall.anonymous;
    if (context.trace.recording) {
      context.trace.decide('firewall', firewall.name, `it is the first that covers the request: ${firewall.scope}`);
    }
    if (inherit(context, firewall)) return;
    const { parent } = context;
    // What lies behind another firewall makes the answer around it one for this reader alone, also when it stays shut.
    if (parent !== undefined && firewall.authenticators.length > 0 && parent.proof?.firewall !== firewall.name)
      parent.personal = true;
    return this.#ask(event, firewall, 0);
  }

  /** An answer 401 says what would be accepted, whoever gave it; one to somebody is nobody else's. */
  onResponse({ context, response }: ResponseEvent): void {
    const { proof } = context;
    if (proof === undefined) return;
    if (response.status === 401 && !response.headers.has('WWW-Authenticate'))
      response.headers.append('WWW-Authenticate', proof.challenge);
    if (proof.by === undefined) return;
    markPrivate(response.headers);
    // The browser's own cache must not give it to whoever logs in next.
    if (READS.has(context.method) && response.status < 400) addVary(response.headers, proof.vary);
  }

  /** A forwarded request may have been another firewall's: what is recorded from here on is its parent's again. */
  onFinishRequest({ context }: FinishRequestEvent): void {
    const { parent, trace } = context;
    if (parent?.proof === undefined || !trace.recording) return;
    trace.decide('firewall', parent.proof.firewall, `the request forwarded to ${context.path} is over`);
  }

  #ask(event: RequestEvent, firewall: Firewall, from: number): void | PromiseLike<void> {
    const { authenticators } = firewall;
    for (let i = from; i < authenticators.length; i++) {
      const authenticator = authenticators[i]!;
      // Whoever logs in is about to say who they are, whatever their browser brings along by itself.
      if (firewall.authenticationBy(authenticator).ambient && this.#mayEnter(event.context.route)) continue;
      const outcome = authenticator.authenticate(event.context, this.#services);
      if (isPromise(outcome))
        return outcome.then((late) =>
          take(event, firewall, authenticator, late) ? undefined : this.#ask(event, firewall, i + 1),
        );
      if (take(event, firewall, authenticator, outcome)) return;
    }
    return this.#nobody(event, firewall);
  }

  #nobody(event: RequestEvent, firewall: Firewall): void {
    const { context } = event;
    const { recording } = context.trace;
    if (firewall.allowsAnonymous || this.#mayEnter(context.route)) {
      if (recording)
        context.trace.decide('user', 'anonymous', `${nothingFor(firewall)}, and anonymous requests may pass`);
      return;
    }
    if (recording)
      context.trace.decide('user', 'refused', `${nothingFor(firewall)}, and anonymous requests may not pass`);
    event.fail(unauthorized(context, 'This needs a login, and the request has no credentials', firewall.challenge));
  }
}

/** Takes what an authenticator said. @returns whether that settles who is asking */
function take(event: RequestEvent, firewall: Firewall, by: Authenticator, outcome: Authenticated): boolean {
  if (outcome === undefined) return false;
  const { context } = event;
  if (outcome instanceof Refusal) {
    if (context.trace.recording) context.trace.decide('user', 'refused', `${outcome.because}, says ${by.name}`);
    const challenge = challengesOf(firewall.authenticators, firewall.realm, { by, refusal: outcome });
    event.fail(unauthorized(context, outcome.detail, challenge));
    return true;
  }
  context.principal = outcome;
  context.proof = firewall.authenticationBy(by);
  if (context.trace.recording) context.trace.decide('user', outcome.id, `vouched for by ${by.name}`);
  return true;
}

/** A forwarded request is asked by whom its parent was, when the same firewall has found that out already. */
function inherit(context: RequestContext, firewall: Firewall): boolean {
  const { parent } = context;
  if (parent?.principal == null || parent.proof?.firewall !== firewall.name) return false;
  context.principal = parent.principal;
  context.proof = parent.proof;
  if (context.trace.recording)
    context.trace.decide('user', parent.principal.id, 'the request was forwarded from one of theirs');
  return true;
}

function nothingFor({ authenticators }: Firewall): string {
  if (authenticators.length === 0) return 'nobody is asked for credentials';
  return `no credentials for ${authenticators.map(({ name }) => name).join(', ')}`;
}

function unauthorized(context: RequestContext, detail: string, challenge: string): UnauthorizedError {
  const create = (): UnauthorizedError =>
    new UnauthorizedError(detail, {
      type: '/problems/unauthorized',
      code: 'ORIEL_UNAUTHORIZED',
      headers: { 'WWW-Authenticate': challenge },
    });
  // In a recorded request somebody looks at the stack; elsewhere it costs more than all the rest.
  return context.trace.recording ? create() : withoutStack(create);
}
