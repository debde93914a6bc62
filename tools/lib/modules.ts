/**
 * The modules of `src/` and what each may import. A module is a folder of `core/`, a folder of `features/`, `profiler`, a
 * folder of `integrations/`, or one of `host`, `fuzz`, `cli`, `client` and `testing`. ARCHITECTURE.md has the same tables.
 */

/** Layers of `core/`, from the lowest to the highest, each with the lower ones that it imports. */
const CORE: Readonly<Record<string, readonly string[]>> = {
  builtins: [],
  messages: [],
  http: ['builtins', 'messages'],
  events: ['builtins', 'messages', 'http'],
  matching: ['builtins', 'messages'],
  routing: ['builtins', 'messages', 'matching'],
  trace: ['builtins', 'messages', 'http'],
  redaction: ['builtins', 'messages', 'http', 'trace'],
  configuration: ['builtins', 'messages', 'http', 'trace', 'redaction'],
  errors: ['builtins', 'messages', 'http', 'trace', 'redaction'],
  server: ['builtins', 'messages', 'http', 'trace'],
  uploads: ['builtins', 'messages', 'http', 'trace'],
  kernel: ['builtins', 'messages', 'http', 'events', 'trace'],
  listeners: ['builtins', 'messages', 'http', 'events', 'routing', 'trace', 'errors', 'redaction', 'kernel'],
  routes: ['builtins', 'messages', 'http', 'events', 'routing', 'trace', 'configuration', 'kernel', 'listeners'],
};

/** Features and the other features that they may import. Every feature may import core. */
export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  cors: ['profiler'],
  'rate-limit': [],
  session: ['rate-limit'],
  locale: [],
  'security-headers': [],
  files: [],
  health: [],
  metrics: [],
  security: ['rate-limit', 'session'],
  hub: ['metrics', 'security'],
  resources: ['security'],
  live: ['hub', 'resources'],
  mcp: ['resources', 'security', 'session'],
  profiler: [],
};

const ALL_CORE = Object.keys(CORE).map((name) => `core/${name}`);
const ALL_FEATURES = Object.keys(FEATURES).map((name) => `features/${name}`);
// A profiler for any server needs neither the kernel nor the routes of a host.
const PROFILER_CORE = [
  'builtins',
  'messages',
  'http',
  'events',
  'matching',
  'trace',
  'errors',
  'redaction',
  'server',
  'configuration',
].map((name) => `core/${name}`);
const INTEGRATIONS = ['integrations/drizzle', 'integrations/kysely', 'integrations/prisma', 'integrations/redis'];
// Writes the SQL of stores, for integrations of libraries that run it.
const SQL = 'integrations/sql';
const BELOW_THE_HOST = [...ALL_CORE, 'features', ...ALL_FEATURES, 'profiler', 'drop-in', ...INTEGRATIONS];

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
  // The profiler for servers that are not Oriel hosts.
  'drop-in': [...PROFILER_CORE, 'profiler'],
  ...Object.fromEntries(INTEGRATIONS.map((name) => [name, [...ALL_CORE, ...ALL_FEATURES, 'profiler', SQL]])),
  [SQL]: [...ALL_CORE, 'features/resources'],
  // The client runs in browsers, too.
  client: ['core/http', 'features/resources'],
  host: BELOW_THE_HOST,
  fuzz: ['core/messages', 'core/http', 'core/configuration', 'profiler'],
  cli: [...BELOW_THE_HOST, 'host', 'fuzz'],
  testing: [...BELOW_THE_HOST, 'host', 'cli'],
  // packages/host/src/index.ts
  '': [...BELOW_THE_HOST, 'host'],
};

/** Modules that run without Node.js. */
export const WITHOUT_NODE: readonly string[] = [
  'core/messages',
  'core/http',
  'core/events',
  'core/matching',
  'core/routing',
  'client',
];

/** Returns the module of a source file; '' for `packages/host/src/index.ts`, undefined for a file outside of `src/`. */
export function moduleOf(path: string): string | undefined {
  const [root, first, second, ...rest] = path.split('/');
  if (root !== 'src' || first === undefined) return undefined;
  if (second === undefined) return '';
  const isGroup = first === 'core' || first === 'features' || first === 'integrations';
  return isGroup && rest.length > 0 ? `${first}/${second}` : first;
}
