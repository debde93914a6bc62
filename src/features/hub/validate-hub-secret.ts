import { KeyObject } from 'node:crypto';
import type { EmbeddedHubConfig, HubConfig } from './hub-config.ts';
import type { SecurityConfig } from '../security/security-config.ts';
import { issue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/**
 * Yields an issue for each secret of the hub that an authenticator accepts too. The hub gives signed tokens to every
 * subscriber, who could present one as a login.
 */
export function* validateHubSecret(hub: HubConfig, { firewalls }: SecurityConfig): Generator<ConfigIssue> {
  for (const [place, secrets] of Object.entries(secretsOf(hub)))
    for (const { name: firewall, authenticators = [] } of firewalls)
      for (const each of authenticators) {
        if (!secrets.some((secret) => each.hasSecret?.(secret) === true)) continue;
        const reason = `The authenticator "${each.name}" of the firewall "${firewall}" has the same secret, so a token of the hub would be accepted as a login`;
        yield issue('ORIEL_HUB_SECRET', `hub.${place}`, reason, 'Give each a random secret: openssl rand -base64 48');
      }
}

type Secret = string | Uint8Array;

function secretsOf(hub: HubConfig): Readonly<Record<string, readonly Secret[]>> {
  const { publisher = [], subscriber = [] } = hub as EmbeddedHubConfig;
  const secrets = (keys: typeof publisher): Secret[] =>
    [keys].flat().flatMap(({ key, algorithm }): Secret[] => {
      if (!algorithm.startsWith('HS')) return [];
      if (key instanceof KeyObject) return key.type === 'secret' ? [key.export()] : [];
      return typeof key === 'string' ? [key] : [];
    });
  return {
    secret: hub.secret === undefined ? [] : [hub.secret],
    publisher: secrets(publisher),
    subscriber: secrets(subscriber),
  };
}
