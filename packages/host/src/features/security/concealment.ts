import type { MaybePromise } from 'oriel-core/http';
import { HiddenError, notFoundMessage } from '../../listeners/access-denied.ts';
import { listRuleParts } from '../../http/access-rule.ts';
import type { AnyRulePart } from '../../http/access-rule.ts';
import type { FoundRoute } from '../../listeners/router-listener.ts';
import { RequestEvent } from '../../kernel/events.ts';
import type { RequestContext, ExceptionEvent } from '../../kernel/events.ts';
import type { AccessRule } from './check-route-access.ts';
import type { OperationGrants } from './access-listener.ts';
import type { Subscriber } from '../../events/subscriber.ts';
import { HttpError } from 'oriel-core/http';
import { createConcealedError, createErrorFactory } from '../../listeners/route-not-found.ts';

type OnRequest = (event: RequestEvent) => MaybePromise<void>;

export interface ConcealmentOptions {
  /** Authenticates the user; undefined if the host has no firewall. */
  readonly authenticate: OnRequest | undefined;
  /** Checks the access rules of the route in the context. */
  readonly authorize: OnRequest;
  /** Whether a rule for paths may hide any route. */
  readonly pathsMayHide: boolean;
  readonly operations: OperationGrants | undefined;
  readonly leaveOut: (route: unknown) => boolean;
}

/**
 * Decides whether a client may know that a route exists before access control runs: for 405, `Allow`, redirects and
 * earlier errors. Only routes with rules that can hide are checked, so that other routes cost nothing.
 */
export class Concealment {
  readonly #options: ConcealmentOptions;
  readonly #mayHide = new WeakMap<object, boolean>();

  constructor(options: ConcealmentOptions) {
    this.#options = options;
  }

  /** Returns whether a rule of the route may respond with 404. */
  mayHide(route: unknown): boolean {
    let may = this.#mayHide.get(route as object);
    if (may !== undefined) return may;
    const { leaveOut, pathsMayHide, operations } = this.#options;
    const { access } = route as AccessRule;
    const ruleMayHide = access === undefined ? operations?.mayHide(route) === true : hasFunction(listRuleParts(access));
    may = !leaveOut(route) && (ruleMayHide || pathsMayHide);
    this.#mayHide.set(route as object, may);
    return may;
  }

  /** Returns those of some routes that the user of a request may know of. */
  visible<Found extends FoundRoute>(context: RequestContext, found: readonly Found[]): MaybePromise<readonly Found[]> {
    if (!found.some(({ route }) => this.mayHide(route.data))) return found;
    return this.#select(context, found);
  }

  /** Returns whether the route in the context is hidden from the user of the request. */
  async isHidden(context: RequestContext): Promise<boolean> {
    return (await this.#authenticate(context)) && this.#isRefused(context);
  }

  async #select<Found extends FoundRoute>(context: RequestContext, found: readonly Found[]): Promise<readonly Found[]> {
    const visible: Found[] = [];
    const { method } = context;
    for (const candidate of found) {
      context.route = candidate.route;
      context.params = candidate.params;
      context.method = candidate.method ?? method;
      if (!this.mayHide(candidate.route.data) || !(await this.isHidden(context))) visible.push(candidate);
      context.method = method;
      context.unroute();
    }
    return visible;
  }

  // Invalid credentials get 401 from the firewall, so the route is not hidden.
  async #authenticate(context: RequestContext): Promise<boolean> {
    const { authenticate } = this.#options;
    if (authenticate === undefined || context.principalAuthentication !== undefined) return true;
    const event = new RequestEvent(context);
    try {
      await authenticate(event);
      return event.failure === undefined;
    } catch {
      return false;
    }
  }

  async #isRefused(context: RequestContext): Promise<boolean> {
    try {
      await this.#options.authorize(new RequestEvent(context));
      return false;
    } catch (error) {
      return error instanceof HiddenError;
    }
  }
}

/** Returns whether a part of a rule is a function, which may hide a route. */
export function hasFunction(parts: readonly AnyRulePart[]): boolean {
  return parts.some((part) => typeof part === 'function');
}

/**
 * Makes the response of a hidden route identical to that of a path without a route: the same error, without anything
 * that the route adds. Before client errors that occur earlier than access control, such as an unknown query parameter,
 * the access rules are checked first.
 *
 * @param stacks whether errors carry a stack
 */
export function createConcealListener(concealment: Concealment, stacks: boolean) {
  const create = createErrorFactory(stacks);
  const conceal = (event: ExceptionEvent): void => {
    event.error = createConcealedError(event.context, create);
    event.context.error = event.error;
  };
  return {
    name: 'ConcealListener',
    on: {
      'kernel.exception'(event: ExceptionEvent): void | Promise<void> {
        const { context, error } = event;
        if (error instanceof HiddenError) return conceal(event);
        const isEarly = context.route !== undefined && context.access === undefined;
        if (!isEarly || !(error instanceof HttpError) || error.status >= 500) return;
        if (!concealment.mayHide(context.route!.data)) return;
        return concealment.isHidden(context).then((isHidden) => (isHidden ? conceal(event) : undefined));
      },
    },
  } satisfies Subscriber;
}

/**
 * Checks the access rules before the body of a QUERY request is read, which is earlier than usual. Waiting for a body,
 * or responding to `Expect: 100-continue`, would reveal that the route exists.
 *
 * @param readsQuery returns whether the body of a route is read as its query
 */
export function createConcealQueryListener(concealment: Concealment, readsQuery: (route: unknown) => boolean) {
  return {
    name: 'ConcealQueryListener',
    appliesTo: (route: unknown): boolean => readsQuery(route) && concealment.mayHide(route),
    on: {
      async 'kernel.request'({ context }: RequestEvent): Promise<void> {
        if (await concealment.isHidden(context)) throw new HiddenError(notFoundMessage(context));
      },
    },
  } satisfies Subscriber;
}
