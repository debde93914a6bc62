import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import type { HostConfig } from './config.ts';
import { loadFeature } from './feature-table.ts';

/** Returns what keeps a host from being served in production, although it works in development and in tests. */
export function wrongForProduction(config: HostConfig): ConfigIssue[] {
  const { hub } = config;
  const lacksUrl = hub !== undefined && hub.url === undefined && hub.publicUrl === undefined;
  return [...(lacksUrl ? [missingPublicUrl()] : []), ...unguardedWrites(config)];
}

/** Returns an issue for each resource that anyone may change although nobody has stated that this is meant. */
export function unguardedWrites(config: HostConfig): ConfigIssue[] {
  const { security, access, resources = [] } = config;
  if (security !== undefined || access === 'public' || resources.length === 0) return [];
  return loadFeature('resources').unguardedWrites(resources, config);
}

function missingPublicUrl(): ConfigIssue {
  const reason =
    'It is missing, so the issuer and the audience of tokens are not known: a token of another hub with the same secret would be accepted';
  const fix = "Give the address that clients use: publicUrl: 'https://example.com/.well-known/mercure'";
  return issue('ORIEL_HUB_PUBLIC_URL', 'hub.publicUrl', reason, fix);
}
