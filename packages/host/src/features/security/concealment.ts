import type { MaybePromise } from 'oriel-core/http';
import { HiddenError } from '../../listeners/access-denied.ts';
import { listRuleParts } from '../../http/access-rule.ts';
import type { AnyRule } from '../../http/access-rule.ts';
import type { FoundRoute } from '../../listeners/router-listener.ts';
import { RequestEvent } from '../../kernel/events.ts';
import type { RequestContext } from '../../kernel/events.ts';
import type { AccessRule } from './check-route-access.ts';
import type { OperationGrants } from './access-listener.ts';

type OnRequest = (event: RequestEvent) => MaybePromise<void>;

/** The parts of a host that concealment needs. */
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
    const known = this.#mayHide.get(route as object);
    if (known !== undefined) return known;
    const { leaveOut, pathsMayHide, operations } = this.#options;
    const { access } = route as AccessRule;
    const ruleMayHide = access === undefined ? operations?.mayHide(route) === true : hasFunction(access);
    const may = !leaveOut(route) && (ruleMayHide || pathsMayHide);
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
    for (const element of found) {
      context.route = element.route;
      context.params = element.params;
      context.method = element.method ?? method;
      if (!this.mayHide(element.route.data) || !(await this.isHidden(context))) visible.push(element);
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

function hasFunction(rule: AnyRule): boolean {
  return listRuleParts(rule).some((part) => typeof part === 'function');
}
