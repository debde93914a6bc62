import type { HostConfig } from '../../host/config.ts';

/** Says a host anything about who may do what? What asks is loaded for those alone. */
export function saysWhoMay(
  { security, routes, api }: HostConfig,
  resources: { readonly grants: unknown } | undefined,
): boolean {
  if (typeof api?.docs === 'object' && api.docs.access !== undefined) return true;
  if (security !== undefined || resources?.grants !== undefined) return true;
  return routes?.some(({ access }) => access !== undefined) === true;
}
