import type { HostConfig } from './config.ts';
import { issue } from './config-errors.ts';
import type { ConfigIssue } from './config-errors.ts';
import { hasLimits } from './has-limits.ts';

/**
 * What of a configuration several processes cannot share. Each would keep its own, and a visitor would be known to one of
 * them and unknown to the next.
 */
export function wrongForWorkers(config: HostConfig): ConfigIssue[] {
  const { sessions, hub, rateLimits = [] } = config;
  const issues: ConfigIssue[] = [];
  const complain = (code: string, place: string, reason: string, fix: string): void =>
    void issues.push(issue(`ORIEL_WORKERS_${code}`, place, reason, `${fix}, or start one process: --workers 1`));
  if (sessions !== undefined && sessions.storage?.shared !== true) {
    const reason =
      'Each worker would keep sessions of its own in its memory, and visitors would lose theirs at every other request';
    const fix = 'Keep them where all find them, with sqlSessionStorage(database) or redisSessionStorage(client)';
    complain('SESSIONS', 'sessions.storage', reason, fix);
  }
  const counted = 'store' in rateLimits ? rateLimits.store : undefined;
  const how = 'Count where all do, with rateLimits: { store: redisLimitStore(client) }';
  if (hasLimits(config) && counted?.shared !== true) {
    const reason = 'Each worker would count for itself in its memory, and as many times more requests would pass';
    complain('LIMITS', 'rateLimits.store', reason, how);
  }
  if (checksPasswords(config)) {
    const { store = counted } = config.security?.throttle || {};
    const reason = 'Each worker would count attempts to log in for itself, and as many times more could be made';
    if (store?.shared !== true) complain('LOGINS', 'security.throttle.store', reason, how);
  }
  if (hub !== undefined && hub.url === undefined && hub.transport?.shared !== true) {
    const reason =
      'Each worker would have a hub of its own, and what one publishes the subscribers of the others would miss';
    complain('HUB', 'hub.transport', reason, 'Give a transport that reaches all workers');
  }
  return issues;
}

// Whoever counts no attempts at all wants it so, however many workers there are.
function checksPasswords({ security }: HostConfig): boolean {
  if (security === undefined || security.throttle === false) return false;
  return security.firewalls.some(({ authenticators = [] }) =>
    authenticators.some(({ needs = [] }) => needs.includes('users')),
  );
}
