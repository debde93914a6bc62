import { expandSafeMethods } from '../../core/http/methods.ts';
import { isPublic, listRuleParts } from '../../core/http/access-rule.ts';
import { HUB_PATH } from './hub-config.ts';
import { hubPaths } from './hub-paths.ts';
import type { HubConfig } from './hub-config.ts';
import type { SecurityConfig } from '../security/security-config.ts';
import { issue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';

/**
 * Firewalls and rules of paths that mean the hub and are not asked there, because it has tokens of its own: one for its paths
 * alone would never do anything, and one that is wider would keep strangers out of everything but what `anonymous` lets them hear.
 */
export function* validateHubAccess(hub: HubConfig, { firewalls, access = [] }: SecurityConfig): Generator<ConfigIssue> {
  const guards = firewalls.map(({ name, path, host, methods, anonymous }, index) => ({
    ...{ word: `firewall "${name}"`, place: `security.firewalls[${index}] "${name}"` },
    ...{ paths: path === undefined ? ['/'] : [path].flat(), host, methods, isOpen: anonymous === true },
    opener: `{ name: 'hub', path: '${HUB_PATH}', anonymous: true }`,
  }));
  const rules = access.map(({ path, hosts, methods, allow }, index) => ({
    ...{ word: `the rule of "${path}"`, place: `security.access[${index}]` },
    ...{ paths: [path], host: hosts, methods, isOpen: isPublic(listRuleParts(allow)) },
    opener: `{ path: '${HUB_PATH}', allow: 'public' }`,
  }));
  for (const each of [guards, rules]) yield* wrongAmong(each, hub);
}

interface Guard {
  readonly word: string;
  readonly place: string;
  readonly paths: readonly string[];
  readonly host: unknown;
  readonly methods: readonly string[] | undefined;
  /** Does it let strangers through? */
  readonly isOpen: boolean;
  /** What would stand before it and let them hear what is public. */
  readonly opener: string;
}

function* wrongAmong(guards: readonly Guard[], hub: HubConfig): Generator<ConfigIssue> {
  const own = hubPaths(hub);
  for (const { place, paths, isOpen } of guards) {
    const never = paths.find((path) => own.includes(plain(path)));
    if (isOpen || never === undefined) continue;
    const reason = `It is never asked at "${never}": the hub has tokens of its own there`;
    yield issue(
      'ORIEL_HUB_GUARD',
      place,
      reason,
      'Take that path away: without a token nobody gets in but by hub.anonymous',
    );
  }
  if (hub.url !== undefined || hub.anonymous !== true) return;
  // The first that covers a request decides; one for some hosts alone leaves the others to the next.
  const first = guards.find(
    ({ paths, host, methods }) =>
      host === undefined &&
      (methods === undefined || expandSafeMethods(methods).has('GET')) &&
      paths.some((path) => `${HUB_PATH}/`.startsWith(`${plain(path)}/`)),
  );
  if (first === undefined || first.isOpen || first.paths.some((path) => own.includes(plain(path)))) return;
  yield issue(
    'ORIEL_HUB_ANONYMOUS',
    'hub.anonymous',
    `It lets anybody hear what is public, and ${first.word}, which covers "${HUB_PATH}", is not for everybody`,
    `Leave it out: whoever may hear has a token. Or say that it is meant, before that one: ${first.opener}`,
  );
}

function plain(path: string): string {
  return path.replace(/\/+$/, '');
}
