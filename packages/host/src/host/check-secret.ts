import type { HostConfig } from './config.ts';
import { issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { MIN_SECRET_BYTES, SECRET_VARIABLE, configuredSecrets } from './host-secret.ts';

/** Reports secrets that are missing from a list, too short or not strings. The values are never shown. */
export function* validateSecret({ secret }: HostConfig): Generator<ConfigIssue> {
  const isList = Array.isArray(secret);
  if (secret !== undefined && typeof secret !== 'string' && !(isList && secret.length > 0 && secret.length <= MOST)) {
    const reason = isList ? `It is a list of ${secret.length} secrets` : `It is a ${typeof secret}`;
    return yield issue(
      'ORIEL_SECRET',
      'secret',
      reason,
      `Use a string, or a list of 1 to ${MOST}: [current, previous]`,
    );
  }
  for (const [index, configuredSecret] of (
    configuredSecrets({ ...(secret === undefined ? {} : { secret }) }) ?? []
  ).entries()) {
    const bytes = typeof configuredSecret === 'string' ? Buffer.byteLength(configuredSecret) : undefined;
    if (bytes !== undefined && bytes >= MIN_SECRET_BYTES) continue;
    const path = secret === undefined ? SECRET_VARIABLE : isList ? `secret[${index}]` : 'secret';
    const reason = bytes === undefined ? `It is a ${typeof configuredSecret}` : `It has ${bytes} bytes`;
    yield issue('ORIEL_SECRET', path, reason, SECRET_FIX);
  }
}

export const SECRET_FIX = `Use at least ${MIN_SECRET_BYTES} random bytes: ${SECRET_VARIABLE}="$(openssl rand -base64 48)"`;
const MOST = 10;
