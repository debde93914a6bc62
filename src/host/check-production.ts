import { issue } from './config-errors.ts';
import type { ConfigIssue } from './config-errors.ts';
import type { HostConfig } from './config.ts';

/** Returns what keeps a host from being served in production, although it works in development and in tests. */
export function wrongForProduction({ hub }: HostConfig): ConfigIssue[] {
  return hub !== undefined && hub.url === undefined && hub.publicUrl === undefined ? [missingPublicUrl()] : [];
}

function missingPublicUrl(): ConfigIssue {
  const reason =
    'It is missing, so the issuer and the audience of tokens are not known: a token of another hub with the same secret would be accepted';
  const fix = "Give the address that clients use: publicUrl: 'https://example.com/.well-known/mercure'";
  return issue('ORIEL_HUB_PUBLIC_URL', 'hub.publicUrl', reason, fix);
}
