import { AccessListener, RouteGrantListener } from '../listeners/security/index.ts';
import type { OperationGrants } from '../listeners/security/index.ts';
import { AccessDecision, PathRules } from '../security/index.ts';
import type { HostConfig } from './config.ts';
import type { PipelineParts } from './pipeline.ts';

/** The listeners that ask who may. @param leaveOut routes that guard themselves */
export function createAccess(
  { security, routes = [] }: HostConfig,
  operations: OperationGrants | undefined,
  leaveOut: (route: unknown) => boolean,
): { readonly listeners: PipelineParts } {
  const { access = [], default: usual, voters, strategy, roles } = security ?? {};
  const decider = new AccessDecision({ voters, strategy, roles });
  const paths = new PathRules(access);
  return {
    listeners: {
      access: new AccessListener({ decider, paths, denies: usual === 'deny', operations, leaveOut }),
      ...(routes.some((each) => each.access !== undefined && each.body !== undefined)
        ? { routeGrant: new RouteGrantListener() }
        : {}),
    },
  };
}

export { ACCESS_KEYS, unsaidWrites, wrongAccess } from './check-access.ts';
