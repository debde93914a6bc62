import { workerSettings } from '../core/server/worker-protocol.ts';
import { SECRET_FIX } from './check-secret.ts';
import { validateSharedState } from './check-shared-state.ts';
import type { Mode } from '../core/configuration/mode.ts';
import type { HostConfig } from './config.ts';
import { issue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';
import type { HostSecret } from './host-secret.ts';

/** What keeps a host from starting in this process: state that the workers, or the machines of `instances`, do not share. */
export function findUnsharedState(config: HostConfig, mode: Mode, { isRandom }: HostSecret): readonly ConfigIssue[] {
  if (config.instances !== 'many' || mode !== 'production')
    return (workerSettings()?.count ?? 1) > 1 ? validateSharedState(config, 'workers') : [];
  const issues = validateSharedState(config, 'machines');
  if (!isRandom) return issues;
  const reason = 'Each machine would sign with a random secret, and refuse what the others have signed';
  return [issue('ORIEL_SECRET', 'secret', reason, SECRET_FIX), ...issues];
}
