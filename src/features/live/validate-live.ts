import type { LiveDefinition } from '../resources/live/live-definition.ts';
import type { ResourceRegistry } from '../resources/building/resource-registry.ts';
import { isCookieSentToHub } from '../hub/hub-cookie.ts';
import type { LiveResource } from './live-resource.ts';
import { issue, formatValue } from '../../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../../core/configuration/config-issue.ts';
import type { LiveSettings } from './feature.ts';
import { liveResources } from './live-resources.ts';

/** Yields the issues of live resources. */
export function* validateLive(registry: ResourceRegistry, config: LiveSettings): Generator<ConfigIssue> {
  for (const { name, definition } of registry.resources.values()) {
    const { live } = definition;
    if (live === undefined || live === false) continue;
    if (live !== true) yield* wrongDefinition(name, live as unknown);
    if (config.hub === undefined)
      yield issue(
        'ORIEL_LIVE_HUB',
        placeOf(name),
        'There is no hub to publish its changes to',
        'Give one: defineHost({ hub: { secret: process.env.HUB_SECRET } })',
      );
  }
  const live = [...liveResources(registry, config).values()];
  for (const each of live) yield* validatePrivacy(each);
  if (config.hub !== undefined && live.some((each) => each.private)) yield* validateCookieDomain(config);
}

function* wrongDefinition(name: string, live: unknown): Generator<ConfigIssue> {
  if (typeof live !== 'object' || live === null)
    return yield issue(
      'ORIEL_LIVE',
      placeOf(name),
      `It is ${formatValue(live)}`,
      'Use live: true, or { private, payload, topics }',
    );
  const { private: wanted, payload, topics, ...unknown } = live as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(unknown))
    yield issue(
      'ORIEL_LIVE',
      `${placeOf(name)}.${key}`,
      'There is no such option',
      'The options are private, payload and topics',
    );
  if (wanted !== undefined && typeof wanted !== 'boolean')
    yield issue('ORIEL_LIVE', `${placeOf(name)}.private`, `It is ${formatValue(wanted)}`, 'Say true, or leave it out');
  if (payload !== undefined && payload !== 'item' && payload !== 'iri')
    yield issue('ORIEL_LIVE', `${placeOf(name)}.payload`, `It is ${formatValue(payload)}`, 'Use "item" or "iri"');
  if (topics !== undefined && typeof topics !== 'function')
    yield issue(
      'ORIEL_LIVE',
      `${placeOf(name)}.topics`,
      `It is ${formatValue(topics)}`,
      'Give a function: (item) => `/countries/${item.country}/cities`',
    );
}

function* validatePrivacy({ resource, private: isPrivate, because }: LiveResource): Generator<ConfigIssue> {
  const { name, definition } = resource;
  const { live, cache } = definition;
  const { private: wanted } = (live === true ? {} : live) as LiveDefinition<never>;
  if (!isPrivate) return;
  if (wanted === false)
    yield issue(
      'ORIEL_LIVE_PRIVATE',
      `${placeOf(name)}.private`,
      `Its updates would be public, but they are ${because}`,
      'Leave it out, or let everyone read',
    );
  if (cache?.public === true || cache?.sharedMaxAge !== undefined)
    yield issue(
      'ORIEL_LIVE_CACHE',
      `resources "${name}".cache`,
      'A shared cache would send the hub cookie of one reader to every reader',
      'Take public and sharedMaxAge away',
    );
}

function* validateCookieDomain({ hub, hosts }: LiveSettings): Generator<ConfigIssue> {
  const url = hub!.publicUrl ?? hub!.url;
  if (url === undefined || !URL.canParse(url)) return;
  const { hostname } = new URL(url);
  const names = (hosts?.names ?? []).filter((name) => !name.includes('*'));
  const unreachable = names.filter((name) => !isCookieSentToHub(hub!, hostname, name));
  if (unreachable.length > 0)
    yield issue(
      'ORIEL_LIVE_COOKIE',
      'hub.cookie.domain',
      `No cookie of "${unreachable[0]}" reaches the hub on "${hostname}", so no client could receive private updates`,
      'Serve the hub on a domain they share, and name it: hub: { cookie: { domain: "example.com" } }',
    );
}

function placeOf(name: string): string {
  return `resources "${name}".live`;
}
