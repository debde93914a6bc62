import { issue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';
import type { SecuritySettings } from './security-settings.ts';
import { rulesOf } from './rules-of.ts';

/** Rules that ask who somebody is, on a host that never finds out: nobody could ever meet them. */
export function* validateRulesWithoutUsers(config: SecuritySettings): Generator<ConfigIssue> {
  if (config.security || !Array.isArray(config.resources ?? []) || !Array.isArray(config.routes ?? [])) return;
  for (const { place, parts, at } of rulesOf(config)) {
    const word = parts.find((part) => typeof part === 'string' && /^(?:user$|role:|attribute:)/.test(part));
    if (word === undefined) continue;
    const reason = `'${String(word)}' asks who somebody is, and the host has no firewall that finds out`;
    const fix = "Add security: { firewalls: [{ name: 'all', authenticators: [basic()], anonymous: true }] }";
    yield { ...issue('ORIEL_ACCESS_NO_FIREWALL', place, reason, fix), at };
  }
}
