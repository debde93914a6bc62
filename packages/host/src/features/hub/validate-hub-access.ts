import { expandSafeMethods } from '../../http/methods.ts';
import { isPublic, listRuleParts } from '../../http/access-rule.ts';
import { HUB_PATH, EMBEDDED_HUB_SETTINGS, EXTERNAL_HUB_SETTINGS } from './hub-config.ts';
import type { HubConfig, EmbeddedHubConfig } from './hub-config.ts';
import type { SecurityConfig } from '../security/security-config.ts';
import { issue, group } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import { trimPathPrefix } from '../../routing/request-path.ts';
import { METADATA_PATH } from './hub-authentication.ts';
import { SUBSCRIPTIONS_PATH } from './subscription.ts';
import { KeyObject } from 'node:crypto';

/**
 * Reports firewalls and access rules that conflict with the tokens of the hub. Those for paths of the hub only have no
 * effect, because the hub requires its own tokens there. A wider one would exclude the clients that `hub.anonymous`
 * admits.
 */
export function* validateHubAccess(hub: HubConfig, { firewalls, access = [] }: SecurityConfig): Generator<ConfigIssue> {
  const guards = firewalls.map(({ name, path, host, anonymous }, index) => ({
    description: `firewall "${name}"`,
    place: `security.firewalls[${index}] "${name}"`,
    paths: path === undefined ? ['/'] : [path].flat(),
    host,
    methods: undefined,
    isOpen: anonymous === true,
    opener: `{ name: 'hub', path: '${HUB_PATH}', anonymous: true }`,
  }));
  const rules = access.map(({ path, hosts, methods, allow }, index) => ({
    description: `the access rule of "${path}"`,
    place: `security.access[${index}]`,
    paths: [path],
    host: hosts,
    methods,
    isOpen: isPublic(listRuleParts(allow)),
    opener: `{ path: '${HUB_PATH}', allow: 'public' }`,
  }));
  for (const list of [guards, rules]) yield* validateGuards(list, hub);
}

interface Guard {
  readonly description: string;
  readonly place: string;
  readonly paths: readonly string[];
  readonly host: unknown;
  readonly methods: readonly string[] | undefined;
  readonly isOpen: boolean;
  /** An entry that admits anonymous clients to the hub if it precedes this one. */
  readonly opener: string;
}

function* validateGuards(guards: readonly Guard[], hub: HubConfig): Generator<ConfigIssue> {
  const hubPaths = hub.url === undefined ? HUB_PATHS : [];
  for (const { place, paths, isOpen } of guards) {
    const never = paths.find((path) => hubPaths.includes(trimPathPrefix(path)));
    if (isOpen || never === undefined) continue;
    const reason = `It is never applied at "${never}", where the hub requires its own tokens`;
    yield issue(
      'ORIEL_HUB_GUARD',
      place,
      reason,
      'Remove that path; without a token, only hub.anonymous gives access to the hub',
    );
  }
  if (hub.url !== undefined || hub.anonymous !== true) return;
  // The first match decides. An entry for certain hosts leaves other hosts to the next one.
  const first = guards.find(
    ({ paths, host, methods }) =>
      host === undefined &&
      (methods === undefined || expandSafeMethods(methods).has('GET')) &&
      paths.some((path) => `${HUB_PATH}/`.startsWith(`${trimPathPrefix(path)}/`)),
  );
  if (first === undefined || first.isOpen || first.paths.some((path) => hubPaths.includes(trimPathPrefix(path))))
    return;
  yield issue(
    'ORIEL_HUB_ANONYMOUS',
    'hub.anonymous',
    `It allows subscribing without a token, but ${first.description}, which covers "${HUB_PATH}", requires authentication`,
    `Remove it and give subscribers tokens, or add this before that entry: ${first.opener}`,
  );
}

export const HUB_PATHS: readonly string[] = [HUB_PATH, SUBSCRIPTIONS_PATH, METADATA_PATH];

/**
 * Yields an issue for each secret of the hub that an authenticator accepts too. The hub gives signed tokens to every
 * subscriber, who could present one as a login.
 */
export function* validateHubSecret(hub: HubConfig, { firewalls }: SecurityConfig): Generator<ConfigIssue> {
  for (const [path, secrets] of Object.entries(getSecrets(hub)))
    for (const { name: firewall, authenticators = [] } of firewalls)
      for (const authenticator of authenticators) {
        if (!secrets.some((secret) => authenticator.hasSecret?.(secret) === true)) continue;
        const reason = `The authenticator "${authenticator.name}" of the firewall "${firewall}" has the same secret, so a token of the hub would be accepted as a login`;
        yield issue(
          'ORIEL_HUB_SECRET',
          `hub.${path}`,
          reason,
          'Use a different random secret for each: openssl rand -base64 48',
        );
      }
}

type Secret = string | Uint8Array;

function getSecrets(hub: HubConfig): Readonly<Record<string, readonly Secret[]>> {
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

const FIX = { code: 'ORIEL_CONFIG_HUB', fix: 'Use an object such as hub: { secret: process.env.HUB_SECRET }' };
const EMBEDDED = group(EMBEDDED_HUB_SETTINGS, FIX);
const EXTERNAL = group(EXTERNAL_HUB_SETTINGS, FIX);

/** Reports invalid hub settings. Issues never contain secrets. */
export function* validateHub(hub: HubConfig): Generator<ConfigIssue> {
  yield* (hub?.url === undefined ? EMBEDDED : EXTERNAL).validate('hub', hub);
}
