import type { HostConfig } from './config.ts';
import { issue } from './config-errors.ts';
import type { ConfigIssue } from './config-errors.ts';

/**
 * What of a configuration several processes cannot share. Each would keep its own, and a visitor would be known to one of
 * them and unknown to the next.
 */
export function wrongForWorkers({ sessions }: HostConfig): ConfigIssue[] {
  if (sessions === undefined || sessions.storage?.shared === true) return [];
  const reason =
    'Each worker would keep sessions of its own in its memory, and visitors would lose theirs at every other request';
  const fix = 'Keep them where all workers find them, or start one process: --workers 1';
  return [issue('ORIEL_WORKERS_SESSIONS', 'sessions.storage', reason, fix)];
}
