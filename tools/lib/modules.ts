/**
 * The modules of `src/` and what each may import. A module is a folder of `core/`, a folder of `features/`, `profiler`, a
 * folder of `integrations/`, or one of `host`, `cli`, `client` and `testing`. ARCHITECTURE.md has the same tables.
 */

/** Layers of `core/`, from the lowest to the highest, each with the lower ones that it imports. */
const CORE: Readonly<Record<string, readonly string[]>> = {
  http: [],
  events: [],
  matching: [],
  routing: ['matching'],
  trace: ['http'],
  configuration: ['http', 'trace'],
  errors: ['http', 'trace'],
  redaction: ['http', 'trace', 'errors'],
  server: ['http', 'trace'],
  kernel: ['http', 'events', 'trace'],
  listeners: ['http', 'events', 'routing', 'trace', 'errors', 'redaction', 'kernel'],
  routes: ['http', 'events', 'routing', 'trace', 'configuration', 'kernel', 'listeners'],
};

/** Features and the other features that they may import. Every feature may import core. */
export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  cors: [],
  'rate-limit': [],
  session: ['rate-limit'],
  locale: [],
  'security-headers': [],
  health: [],
  security: ['rate-limit', 'session'],
  hub: ['security'],
  resources: ['security'],
  live: ['hub', 'resources'],
  profiler: [],
};

const ALL_CORE = Object.keys(CORE).map((name) => `core/${name}`);
const ALL_FEATURES = Object.keys(FEATURES).map((name) => `features/${name}`);
// What a profiler for any server needs: neither the kernel nor the routes of a host.
const PROFILER_CORE = ['http', 'events', 'matching', 'routing', 'trace', 'errors', 'redaction', 'server'].map(
  (name) => `core/${name}`,
);
const INTEGRATIONS = ['integrations/kysely', 'integrations/redis'];
const BELOW_THE_HOST = [...ALL_CORE, 'features', ...ALL_FEATURES, 'profiler', ...INTEGRATIONS];

/** What the modules may import, by name. */
export const TABLE: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(CORE).map(([name, below]) => [`core/${name}`, below.map((each) => `core/${each}`)]),
  ),
  ...Object.fromEntries(
    Object.entries(FEATURES).map(([name, others]) => [
      `features/${name}`,
      [...ALL_CORE, 'profiler', 'features', ...others.map((each) => `features/${each}`)],
    ]),
  ),
  // The interface of features, and the types of what they provide to each other.
  features: [...ALL_CORE, ...ALL_FEATURES, 'profiler'],
  profiler: PROFILER_CORE,
  ...Object.fromEntries(INTEGRATIONS.map((name) => [name, [...ALL_CORE, ...ALL_FEATURES, 'profiler']])),
  // Runs in browsers, too.
  client: ['core/http', 'features/resources'],
  host: BELOW_THE_HOST,
  cli: [...BELOW_THE_HOST, 'host'],
  testing: [...BELOW_THE_HOST, 'host', 'cli'],
  // src/index.ts
  '': [...BELOW_THE_HOST, 'host'],
};

/** Modules that run wherever there is JavaScript: they import nothing of Node.js. */
export const WITHOUT_NODE: readonly string[] = ['core/http', 'core/events', 'core/matching', 'core/routing', 'client'];

/** Returns the module of a source file; '' for `src/index.ts`, undefined for a file outside of `src/`. */
export function moduleOf(path: string): string | undefined {
  const [root, first, second, ...rest] = path.split('/');
  if (root !== 'src' || first === undefined) return undefined;
  if (second === undefined) return '';
  const isGroup = first === 'core' || first === 'features' || first === 'integrations';
  return isGroup && rest.length > 0 ? `${first}/${second}` : first;
}
