import { defineHost as defineOriginalHost } from '../../packages/host/src/index.ts';
import type { Host, HostConfig } from '../../packages/host/src/index.ts';
import { mirrorHost } from './mirror-host.ts';
import { describeRoutes } from './mirrored-tools.ts';

export * from '../../packages/host/src/index.ts';

/** Defines a host whose requests in memory are repeated as calls of tools. */
export function defineHost(config: HostConfig): Host {
  const { routes } = config;
  const described = Array.isArray(routes)
    ? describeRoutes(routes.filter((route) => typeof route?.name === 'string'))
    : {};
  return mirrorHost(
    defineOriginalHost({ ...config, mcp: { access: 'public', routes: described } }) as Host<never>,
  ) as Host;
}
