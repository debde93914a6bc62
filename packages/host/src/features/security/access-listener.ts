import type { Subscriber } from '../../events/subscriber.ts';
import { ACCESS_PHASES } from '../../http/access-input.ts';
import { READ_METHODS } from '../../http/methods.ts';
import { privateCacheControl } from 'oriel-core/http';
import { addVary } from '../../http/headers/vary.ts';
import { listRuleParts } from '../../http/access-rule.ts';
import type { AccessDecider } from '../../http/access-rule.ts';
import type { RequestContext, RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import { comparablePath } from '../../routing/request-path.ts';
import type { PathRules } from './path-rules.ts';
import { checkPathRules, checkRouteAccess, createDenial } from './check-route-access.ts';
import type { AccessRule } from './check-route-access.ts';

/** The access checks of operations, provided by the feature `resources`. */
export interface OperationGrants {
  /** Returns true if the operation of a route has an access rule. */
  says(route: unknown): boolean;
  /** Whether the rule of any operation may answer 404. */
  readonly hide: boolean;
  /** Returns whether the rule of the operation of a route may answer 404. */
  mayHide(route: unknown): boolean;
  /** Returns whether the body of a route is read as its query. */
  readsQuery(route: unknown): boolean;
  /** Checks the rules that need neither item nor body. @throws {HttpError} */
  ask(context: RequestContext): void | PromiseLike<void>;
}

export interface AccessOptions {
  readonly decider: AccessDecider;
  readonly paths: PathRules;
  /** True if routes and operations without a rule are denied. */
  readonly denies: boolean;
  readonly operations: OperationGrants | undefined;
  /** Returns true for routes with access checks of their own. */
  readonly leaveOut: (route: unknown) => boolean;
}

/**
 * Checks access rules right after the authentication: first the rules of paths, then the rule of the operation or route. Rules that
 * need the item or the body are checked later, by the grant listeners. Responses that depend on the user are private.
 */
export function createAccessListener({ decider, paths, denies, operations, leaveOut }: AccessOptions) {
  const checkRoute = (context: RequestContext, isCovered: boolean): void | PromiseLike<void> => {
    const { access, body } = context.route!.data as AccessRule;
    if (access !== undefined) {
      const last = body === undefined ? ACCESS_PHASES.head : ACCESS_PHASES.body;
      return checkRouteAccess(context, listRuleParts(access), ACCESS_PHASES.head, last);
    }
    if (denies && !isCovered && operations?.says(context.route!.data) !== true) {
      const because = "no rule covers it, and the host has security.default: 'deny'";
      throw createDenial(context, { outcome: 'refused', because, reason: '', hide: false });
    }
    return operations?.ask(context);
  };
  return {
    name: 'AccessListener',
    appliesTo: (route: unknown): boolean => !leaveOut(route),
    on: {
      'kernel.request'({ context }: RequestEvent): void | PromiseLike<void> {
        context.access = decider;
        if (paths.rules.length === 0) return checkRoute(context, false);
        const covering = paths.covering(context, comparablePath(context.path));
        return checkPathRules(context, decider, covering, () => checkRoute(context, covering.every(Boolean)));
      },
      'kernel.response'({ context, response }: ResponseEvent): void {
        if (!context.variesByUser) return;
        // The response of a forwarded request is part of the response of its parent.
        if (context.parent) context.parent.variesByUser = true;
        if (response.status >= 400) return;
        const { headers } = response;
        const cacheControl = headers.get('Cache-Control');
        if (cacheControl !== undefined) headers.put('Cache-Control', privateCacheControl(cacheControl));
        // For authenticated users, the firewall has added Vary.
        if (context.principalAuthentication?.by === undefined && READ_METHODS.has(context.method))
          addVary(headers, context.principalAuthentication?.vary ?? 'Authorization, Cookie');
      },
    },
  } satisfies Subscriber;
}
