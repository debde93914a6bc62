import { ServiceUnavailableError, getMessage } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import type { Logger } from 'oriel-core/trace';
import type { Feature } from '../feature.ts';
import type { HubConfig } from '../hub/hub-config.ts';
import { ResourceRegistry } from '../resources/build/resource-registry.ts';
import type { AnyResource } from '../resources/declare/resource.ts';
import type { ApiConfig } from '../resources/model/api-config.ts';
import { HOST_HUB, RESOURCES } from '../service-keys.ts';
import { createHubCookieListener } from './hub-cookie-listener.ts';
import { createHubLinkListener } from './hub-link-listener.ts';
import { createLivePublisher } from './live-publisher.ts';
import type { GuardedConfig } from './live-resources.ts';
import { liveResources } from './live-resources.ts';
import type { LiveDefinition } from '../resources/declare/live-definition.ts';
import { isCookieSentToHub } from '../hub/hub-cookie.ts';
import { listDialects } from '../hub/hub-options.ts';
import type { LiveResource } from './live-resource.ts';
import { boolean, callback, choice, either, group, issue } from 'oriel-core/configuration';
import type { ConfigIssue, Settings } from 'oriel-core/configuration';

export interface LiveSettings extends GuardedConfig {
  readonly resources?: readonly AnyResource[];
  readonly api?: ApiConfig;
  readonly hub?: HubConfig;
  readonly hosts?: { readonly names: readonly string[] };
}

export const feature: Feature<LiveSettings> = {
  name: 'live',
  validate(config) {
    const registry = new ResourceRegistry(config.resources ?? [], config.api);
    return registry.issues.length === 0 ? validateLive(registry, config) : [];
  },
  create(config, { find, logger }) {
    const [hub, registry] = [find(HOST_HUB), find(RESOURCES)];
    if (hub === undefined || registry === undefined || config.hub === undefined) return {};
    const live = liveResources(registry, config);
    const { publisher, queue } = hub;
    const failed = failuresTo(logger);
    const publish = createLivePublisher(queue, failed('An update could not be published'));
    for (const resource of live.values()) registry.observe(resource.resource, (change) => publish(resource, change));
    const dialects = listDialects(config.hub);
    const onFailure = failed('A cookie for the hub is missing or incomplete');
    return {
      listeners: {
        hubLink: createHubLinkListener(publisher, live),
        ...([...live.values()].some((resource) => resource.private) && {
          hubCookie: createHubCookieListener(publisher, live.values(), dialects, onFailure),
        }),
      },
    };
  },
};

// A hub that is down fails for every update, so at most one line per ten seconds is logged.
function failuresTo(logger: Logger): (what: string) => (error: unknown, context: RequestContext) => void {
  let loggedAt = 0;
  let more = 0;
  return (what) => (error, context) => {
    more++;
    if (Date.now() - loggedAt < QUIET) return;
    loggedAt = Date.now();
    const count = more;
    more = 0;
    // Its own text is for clients.
    const reason = error instanceof ServiceUnavailableError ? (error.cause ?? error) : error;
    logger.log('warning', 'hub', `${what}: ${getMessage(reason)}`, { exception: error, failures: count }, context);
  };
}

const QUIET = 10_000;

const LIVE_SETTINGS = {
  private: boolean({ code: 'ORIEL_LIVE' }),
  payload: choice(['item', 'iri'], { code: 'ORIEL_LIVE', fix: 'Use "item" or "iri"' }),
  topics: callback({ fix: 'Use a function: (item) => `/countries/${item.country}/cities`' }),
} satisfies Settings<LiveDefinition<never>>;

const LIVE = either([boolean(), group(LIVE_SETTINGS)], {
  code: 'ORIEL_LIVE',
  fix: 'Use live: true, or { private, payload, topics }',
});

function* validateLive(registry: ResourceRegistry, config: LiveSettings): Generator<ConfigIssue> {
  for (const { name, definition } of registry.resources.values()) {
    const { live } = definition;
    if (live === undefined || live === false) continue;
    yield* LIVE.validate(findPath(name), live);
    if (config.hub === undefined)
      yield issue(
        'ORIEL_LIVE_HUB',
        findPath(name),
        'The host has no hub to publish changes to',
        'Configure one: defineHost({ hub: { secret: process.env.HUB_SECRET } })',
      );
  }
  const live = [...liveResources(registry, config).values()];
  for (const resource of live) yield* validatePrivacy(resource);
  if (config.hub !== undefined && live.some((resource) => resource.private)) yield* validateCookieDomain(config);
}

function* validatePrivacy({ resource, private: isPrivate, because }: LiveResource): Generator<ConfigIssue> {
  const { name, definition } = resource;
  const { live, cache } = definition;
  const { private: wanted } = (live === true ? {} : live) as LiveDefinition<never>;
  if (!isPrivate) return;
  if (wanted === false)
    yield issue(
      'ORIEL_LIVE_PRIVATE',
      `${findPath(name)}.private`,
      `Its updates would be public, but they are ${because}`,
      'Remove it, or allow everyone to read',
    );
  if (cache?.public === true || cache?.sharedMaxAge !== undefined)
    yield issue(
      'ORIEL_LIVE_CACHE',
      `resources "${name}".cache`,
      'A shared cache would send the hub cookie of one reader to every reader',
      'Remove public and sharedMaxAge',
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
      `Cookies of "${unreachable[0]}" are not sent to the hub on "${hostname}", so no client could receive private updates`,
      'Serve the hub on a common domain and configure it: hub: { cookie: { domain: "example.com" } }',
    );
}

function findPath(name: string): string {
  return `resources "${name}".live`;
}
