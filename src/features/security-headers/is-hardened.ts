import type { HostConfig } from '../../host/config.ts';

/** Has a configuration anything of what `hardening.ts` puts together? */
export function isHardened(config: HostConfig | undefined): boolean {
  return (config?.methodOverride ?? config?.robots ?? config?.securityHeaders) !== undefined;
}
