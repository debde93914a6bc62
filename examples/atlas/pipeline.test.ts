/** Every listener and event that the specification of the service names is visible in the Atlas. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineHost } from 'oriel-host';
import { listEvents } from '../../packages/host/src/cli/events.ts';
import { inspect } from '../../packages/host/src/cli/load-host.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { ADA, openTestAtlas } from './test-atlas.ts';

/** The lifecycle events in order, and for each the listeners by the terms of the specification. */
const SPECIFIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'kernel.request': {
    'CORS handling': 'CorsListener',
    sessions: 'SessionListener',
    locale: 'LocaleListener',
    'route matching': 'RouterListener',
    'format negotiation': 'FormatListener',
    'query parameter validation': 'OperationQueryListener',
    'security firewall': 'FirewallListener',
    'reading a resource': 'ReadListener',
    'deserializing the payload': 'DeserializeListener',
  },
  'kernel.controller': {},
  'kernel.controller_arguments': {
    'grant checks': 'BodyGrantListener',
    'cache attributes': 'CacheListener',
    'request payload resolution': 'PayloadListener',
  },
  'kernel.response': {
    'CORS handling': 'CorsListener',
    'response headers': 'HeadersListener',
    'a link header': 'LinkListener',
    'a real-time hub cookie': 'HubCookieListener',
    'vary handling': 'VaryListener',
    'cache attributes': 'CacheListener',
    profiler: 'ProfilerListener',
    'robots indexing': 'RobotsListener',
    sessions: 'SessionListener',
  },
  'kernel.finish_request': { locale: 'LocaleListener', router: 'RouterListener', firewall: 'FirewallListener' },
};

const { host: atlas } = await openTestAtlas();

describe('the pipeline of the Atlas', () => {
  it('is listed by "oriel-host events" with every event and listener that the specification names', async () => {
    const assembly = await inspect({ host: atlas, file: 'host.ts' }, 'development');
    const events = listEvents(assembly);
    assembly.close();
    const names = events.map(({ event }) => event);
    const specified = Object.keys(SPECIFIED).filter((event) => event !== 'kernel.finish_request');
    assert.deepEqual(
      names.filter((event) => specified.includes(event)),
      specified,
    );
    for (const [event, parts] of Object.entries(SPECIFIED)) {
      const listed = events.find((candidate) => candidate.event === event)?.listeners.map(({ name }) => name) ?? [];
      for (const [term, listener] of Object.entries(parts))
        assert.ok(listed.includes(listener), `${event} has no listener for ${term}: ${listed.join(', ')}`);
    }
  });

  it('is shown by the pipeline panel with every event and listener that the specification names', async () => {
    const storage = new MemoryProfileStorage();
    await using host = defineHost({ ...atlas.config, log: false, profiler: { storage }, onClose: () => {} });
    const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
    const origin = `http://127.0.0.1:${port}`;
    const headers = { ...ADA.headers, Origin: 'https://elsewhere.example', 'Accept-Language': 'fr' };
    const response = await fetch(`${origin}/api/notes`, { headers });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('set-cookie')!, /mercureAuthorization=/);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const profile = await stored(storage, response.headers.get('x-debug-token')!);
    const page = await (await fetch(`${origin}/_profiler/${profile.summary.token}.md?panel=pipeline`)).text();
    const sections = new Map(
      page
        .split(/^#+ /m)
        .filter((part) => part.startsWith('`kernel.') || part.startsWith('kernel.'))
        .map((part) => [/kernel\.\w+/.exec(part)![0], part] as const),
    );
    assert.deepEqual(
      [...sections.keys()].filter((event) => event in SPECIFIED),
      Object.keys(SPECIFIED),
    );
    assert.match(sections.get('kernel.controller')!, /dispatched/);
    for (const [event, parts] of Object.entries(SPECIFIED))
      for (const listener of Object.values(parts))
        assert.match(sections.get(event)!, new RegExp(`\`${listener}\``), event);
  });

  it('responds to / with a 404 whose hint links to the documentation and the profiler', async () => {
    const storage = new MemoryProfileStorage();
    await using host = defineHost({ ...atlas.config, log: false, profiler: { storage }, onClose: () => {} });
    const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
    const origin = `http://127.0.0.1:${port}`;
    const response = await fetch(origin, { headers: { Accept: 'application/json' } });
    assert.equal(response.status, 404);
    const { causes, hints, ...rest } = (await response.json()) as {
      causes: object[];
      hints: { text: string; links: { href: string }[] }[];
    };
    assert.deepEqual(
      hints.flatMap(({ links }) => links.map(({ href }) => href)),
      [`${origin}/api/docs`, `${origin}/_profiler/`],
    );
    for (const { href } of hints[0]!.links) assert.equal((await fetch(href)).status, 200, href);
    assert.match(JSON.stringify(causes), /NoConfigurationError/);
    assert.doesNotMatch(JSON.stringify({ hints, ...rest }), /NoConfigurationError/);
  });
});

async function stored(storage: MemoryProfileStorage, token: string): Promise<Profile> {
  for (let i = 0; i < 500; i++) {
    const profile = storage.read(token);
    if (profile) return profile;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`The profile ${token} was not stored`);
}
