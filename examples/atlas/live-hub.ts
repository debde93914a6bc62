import type { HubConfig } from 'oriel-host/hub';

/**
 * Returns the settings of the hub, which anyone may subscribe to. `HUB_SECRET`, `HUB_PUBLIC_URL`, `HUB_ISSUER` and
 * `HUB_AUDIENCE` configure it. Without `HUB_SECRET`, tokens are signed with a key that is derived from the secret of the host.
 * Production needs a public URL; without `HUB_PUBLIC_URL`, it is the local address.
 */
export function liveHub(env: NodeJS.ProcessEnv = process.env): HubConfig {
  const { HUB_SECRET: secret, HUB_PUBLIC_URL: url, HUB_ISSUER: issuer, HUB_AUDIENCE: audience } = env;
  const publicUrl = url || (env['ORIEL_MODE'] === 'development' ? undefined : localUrl(env));
  return {
    ...(secret ? { secret } : {}),
    ...(publicUrl ? { publicUrl } : {}),
    ...(issuer ? { issuer } : {}),
    ...(audience ? { audience } : {}),
    anonymous: true,
  };
}

function localUrl({ HOST: host, PORT: port }: NodeJS.ProcessEnv): string {
  return `http://${host || '127.0.0.1'}:${port || 8000}/.well-known/mercure`;
}
