import { HiddenError } from '../../core/http/access-denied.ts';
import { listRuleParts } from '../../core/http/access-rule.ts';
import type { AnyRule } from '../../core/http/access-rule.ts';
import { RequestEvent } from '../../core/kernel/events.ts';
import type { RequestContext } from '../../core/kernel/events.ts';
import type { AccessRule } from './check-route-access.ts';
import type { OperationGrants } from './access-listener.ts';

type Later<T> = T | PromiseLike<T>;
type OnRequest = (event: RequestEvent) => void | PromiseLike<void>;

/** A route that a request may lead to, as the router found it. */
export interface FoundRoute {
  readonly route: NonNullable<RequestContext['route']>;
  readonly params: RequestContext['params'];
  /** The method of the route, where it is not the one of the request. */
  readonly method?: string;
}

/** What concealment needs to know of a host. */
export interface ConcealmentOptions {
  /** Authenticates the user; undefined where the host has no firewall. */
  readonly authenticate: OnRequest | undefined;
  /** Asks the access rules of the route in the context. */
  readonly authorize: OnRequest;
  /** Whether a rule for paths may hide any route. */
  readonly pathsMayHide: boolean;
  readonly operations: OperationGrants | undefined;
  readonly leaveOut: (route: unknown) => boolean;
}

/**
 * Decides whether a request may learn that a route exists, before the access rules are asked in their usual place: for 405,
 * `Allow`, redirects and errors that occur earlier. Works only on routes with rules that can hide, so others pay nothing.
 */
export class Concealment {
  readonly #options: ConcealmentOptions;
  readonly #mayHide = new WeakMap<object, boolean>();

  constructor(options: ConcealmentOptions) {
    this.#options = options;
  }

  /** Returns whether a rule of a route may answer 404. */
  mayHide(route: unknown): boolean {
    const known = this.#mayHide.get(route as object);
    if (known !== undefined) return known;
    const { leaveOut, pathsMayHide, operations } = this.#options;
    const { access } = route as AccessRule;
    const own = access === undefined ? operations?.mayHide(route) === true : hasFunction(access);
    const may = !leaveOut(route) && (own || pathsMayHide);
    this.#mayHide.set(route as object, may);
    return may;
  }

  /** Returns those of some routes that the user of a request may know of. */
  visible<Found extends FoundRoute>(context: RequestContext, found: readonly Found[]): Later<readonly Found[]> {
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
    for (const each of found) {
      context.route = each.route;
      context.params = each.params;
      context.method = each.method ?? method;
      if (!this.mayHide(each.route.data) || !(await this.isHidden(context))) visible.push(each);
      context.method = method;
      context.unroute();
    }
    return visible;
  }

  // Wrong credentials are answered 401 where the firewall runs in its usual place, so the route is not hidden.
  async #authenticate(context: RequestContext): Promise<boolean> {
    const { authenticate } = this.#options;
    if (authenticate === undefined || context.proof !== undefined) return true;
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
