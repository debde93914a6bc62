import type { HostConfig } from './config.ts';
import { issue } from './config-errors.ts';
import type { ConfigIssue } from './config-errors.ts';

/**
 * What of a configuration several processes cannot share. Each would keep its own, and a visitor would be known to one of
 * them and unknown to the next.
 */
export function wrongForWorkers({ sessions, rateLimits, hub }: HostConfig): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const fix =
    'Keep them where all find them, with sqlSessionStorage(database) or redisSessionStorage(client), or start one process: --workers 1';
  if (sessions !== undefined && sessions.storage?.shared !== true) {
    const reason =
      'Each worker would keep sessions of its own in its memory, and visitors would lose theirs at every other request';
    issues.push(issue('ORIEL_WORKERS_SESSIONS', 'sessions.storage', reason, fix));
  }
  if (rateLimits !== undefined && (!('limits' in rateLimits) || rateLimits.store?.shared !== true)) {
    const reason = 'Each worker would count for itself in its memory, and as many times more requests would pass';
    issues.push(issue('ORIEL_WORKERS_LIMITS', 'rateLimits.store', reason, fix));
  }
  if (hub !== undefined && hub.url === undefined && hub.transport?.shared !== true) {
    const reason =
      'Each worker would have a hub of its own, and what one publishes the subscribers of the others would miss';
    const how = 'Give a transport that reaches all workers, or start one process: --workers 1';
    issues.push(issue('ORIEL_WORKERS_HUB', 'hub.transport', reason, how));
  }
  return issues;
}
