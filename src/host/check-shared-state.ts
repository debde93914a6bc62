import type { RateLimitSettings } from '../features/rate-limit/rate-limit.ts';
import type { HostConfig } from './config.ts';
import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import { hasLimits } from '../features/rate-limit/has-limits.ts';
import { loadFeature } from './feature-table.ts';

/** What serves a configuration: several workers on one machine, or several machines. */
export type Spread = 'workers' | 'machines';

/**
 * Reports every part of a configuration that each process or machine would keep for itself although all must share it.
 * @returns one issue for each part, with its place and the fix
 */
export function validateSharedState(config: HostConfig, spread: Spread): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const owner = spread === 'workers' ? 'Each worker' : 'Each machine';
  const requireShared: RequireShared = ({ shared, code, place, effect, fix }) => {
    if (shared === true || (shared === 'machine' && spread === 'workers')) return;
    const remedy = spread === 'workers' ? `${fix}, or start one process: --workers 1` : fix;
    issues.push(issue(`ORIEL_WORKERS_${code}`, place, `${owner} would ${effect}`, remedy));
  };
  checkSessions(config, spread, requireShared);
  checkCounters(config, requireShared);
  checkHub(config, spread, requireShared);
  checkProfiles(config, requireShared);
  if (config.resources !== undefined && config.resources.length > 0) checkResources(config, spread, requireShared);
  return issues;
}

interface Requirement {
  /** Whether the part is shared by nothing, by the processes of one machine, or by all machines. */
  readonly shared: boolean | 'machine' | undefined;
  readonly code: string;
  readonly place: string;
  readonly effect: string;
  readonly fix: string;
}

type RequireShared = (requirement: Requirement) => void;

function checkSessions({ sessions }: HostConfig, spread: Spread, requireShared: RequireShared): void {
  if (sessions === undefined) return;
  requireShared({
    shared: sessions.storage?.shared,
    code: 'SESSIONS',
    place: 'sessions.storage',
    effect: 'keep its own sessions, and visitors would lose theirs whenever another one answers',
    fix: `Use a shared storage, such as sqlSessionStorage(database)${over(spread)} or redisSessionStorage(client)`,
  });
}

function checkCounters(config: HostConfig, requireShared: RequireShared): void {
  const { rateLimits = [], security } = config;
  const { store, perProcess = false } = Array.isArray(rateLimits) ? {} : (rateLimits as RateLimitSettings);
  const fix = 'Count in a shared store with rateLimits: { store: redisLimitStore(client) }';
  if (hasLimits(config))
    requireShared({
      shared: perProcess || store?.shared,
      code: 'LIMITS',
      place: 'rateLimits.store',
      effect: 'count requests separately, and as many times more would pass',
      fix: `${fix}, or accept that with rateLimits: { perProcess: true }`,
    });
  const throttle = security?.throttle ?? {};
  if (!checksPasswords(config) || throttle === false) return;
  requireShared({
    shared: perProcess || throttle.perProcess || (throttle.store ?? store)?.shared,
    code: 'LOGINS',
    place: 'security.throttle.store',
    effect: 'count login attempts separately, and as many times more could be made',
    fix: `${fix}, or accept that with security: { throttle: { perProcess: true } }`,
  });
}

// Workers exchange the updates of a hub through their primary process.
function checkHub({ hub }: HostConfig, spread: Spread, requireShared: RequireShared): void {
  if (hub === undefined || hub.url !== undefined || (spread === 'workers' && hub.transport === undefined)) return;
  requireShared({
    shared: hub.transport?.shared,
    code: 'HUB',
    place: 'hub.transport',
    effect: 'have its own hub, and an update would reach the subscribers of one of them only',
    fix: spread === 'workers' ? 'Leave the transport out' : 'Use a shared one, such as redisHubTransport(client)',
  });
}

// A file with profiles is enough: profiles describe what one machine did.
function checkProfiles({ profiler }: HostConfig, requireShared: RequireShared): void {
  if (!profiler || profiler.storage === undefined) return;
  const { shared } = profiler.storage;
  requireShared({
    shared: shared === 'machine' ? true : shared,
    code: 'PROFILER',
    place: 'profiler.storage',
    effect: 'keep its own profiles, and links to a profile would fail elsewhere',
    fix: 'Name a file with profiler: { file }, or leave the storage out',
  });
}

function checkResources(config: HostConfig, spread: Spread, requireShared: RequireShared): void {
  const written = loadFeature('resources').writtenResources(config);
  for (const [index, { name, definition }] of config.resources!.entries()) {
    const { shared } = (definition.store ?? {}) as { readonly shared?: boolean | 'machine' };
    // A store of the application that states nothing may well be a database.
    if (shared === undefined || !written.has(name)) continue;
    requireShared({
      shared,
      code: 'STORE',
      place: `resources[${index}] "${name}".store`,
      effect: 'keep its own items, and changes would not be seen by the others',
      fix: `Use sqlStore(database, table)${over(spread)}, or expose reads only: only: ['list', 'get']`,
    });
  }
  const repeated = config.resources!.find(
    ({ name, definition: { idempotency = 'off' } }) => idempotency !== 'off' && written.has(name),
  );
  if (repeated === undefined) return;
  requireShared({
    shared: config.api?.idempotency?.store?.shared,
    code: 'IDEMPOTENCY',
    place: 'api.idempotency.store',
    effect: `keep its own idempotency keys, and would carry out a repeated request to "${repeated.name}" again`,
    fix: `Use a shared store, such as sqlIdempotencyStore(database)${over(spread)}`,
  });
}

function over(spread: Spread): string {
  return spread === 'workers' ? '' : ' over PostgreSQL';
}

function checksPasswords({ security }: HostConfig): boolean {
  return (
    security?.firewalls.some(({ authenticators = [] }) =>
      authenticators.some(({ needs = [] }) => needs.includes('users')),
    ) === true
  );
}
