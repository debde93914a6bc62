import type { Subscriber } from '../../core/events/subscriber.ts';
import { partsOf } from '../../core/http/access-rule.ts';
import type { AnyRulePart } from '../../core/http/access-rule.ts';
import { AccessListener } from './access-listener.ts';
import { ConcealListener } from './conceal-listener.ts';
import { ConcealQueryListener } from './conceal-query-listener.ts';
import { Concealment } from './concealment.ts';
import { RouteGrantListener } from './route-grant-listener.ts';
import type { ConcealmentOptions } from './concealment.ts';
import type { OperationGrants } from './access-listener.ts';
import { AccessDecision } from './access-decision.ts';
import { PathRules } from './path-rules.ts';
import type { HostConfig } from '../../host/config.ts';
import type { PipelineParts } from '../../host/pipeline.ts';

/**
 * Creates the listeners that ask who may, and what conceals hidden routes.
 *
 * @param firewall authenticates users; undefined where the host has no firewall
 * @param leaveOut routes that guard themselves
 * @param stacks whether 404s carry a stack
 */
export function createAccess(
  { security, routes = [] }: HostConfig,
  operations: OperationGrants | undefined,
  firewall: Subscriber | undefined,
  leaveOut: (route: unknown) => boolean,
  stacks: boolean,
): { readonly listeners: PipelineParts; readonly concealment: Concealment | undefined } {
  const { access = [], default: usual, voters, strategy, roles } = security ?? {};
  const decider = new AccessDecision({ voters, strategy, roles });
  const paths = new PathRules(access);
  const listener = new AccessListener({ decider, paths, denies: usual === 'deny', operations, leaveOut });
  const pathsMayHide = paths.rules.some(({ parts }) => hasFunction(parts));
  const routesMayHide = routes.some(({ access: rule }) => rule !== undefined && hasFunction(partsOf(rule)));
  const concealment =
    pathsMayHide || routesMayHide || operations?.hide === true
      ? new Concealment({
          authenticate: firewall?.on['kernel.request'] as ConcealmentOptions['authenticate'],
          authorize: (event) => listener.onRequest(event),
          ...{ pathsMayHide, operations, leaveOut },
        })
      : undefined;
  return {
    concealment,
    listeners: {
      access: listener,
      ...(concealment === undefined ? {} : { conceal: new ConcealListener(concealment, stacks) }),
      ...(concealment === undefined || operations === undefined
        ? {}
        : { concealQuery: new ConcealQueryListener(concealment, (route) => operations.readsQuery(route)) }),
      ...(routes.some((each) => each.access !== undefined && each.body !== undefined)
        ? { routeGrant: new RouteGrantListener() }
        : {}),
    },
  };
}

function hasFunction(parts: readonly AnyRulePart[]): boolean {
  return parts.some((part) => typeof part === 'function');
}

export { ACCESS_KEYS, unsaidWrites, wrongAccess } from './check-access.ts';
