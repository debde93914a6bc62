import type { Subscriber } from '../events/index.ts';
import { partsOf } from '../http/index.ts';
import type { AnyRulePart } from '../http/index.ts';
import {
  AccessListener,
  ConcealListener,
  ConcealQueryListener,
  Concealment,
  RouteGrantListener,
} from '../listeners/security/index.ts';
import type { ConcealmentOptions, OperationGrants } from '../listeners/security/index.ts';
import { AccessDecision, PathRules } from '../security/index.ts';
import type { HostConfig } from './config.ts';
import type { PipelineParts } from './pipeline.ts';

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
