import cluster from 'node:cluster';
import type { Assembly } from './assembly.ts';
import { SECRET_FIX } from './check-secret.ts';
import type { HostSecret } from './host-secret.ts';
import { isLoopbackName } from 'oriel-core/http';
import type { Listening } from './listening.ts';
import { workerSettings } from '../server/worker-protocol.ts';
import { validateSharedState } from './check-shared-state.ts';
import type { Mode } from '../configuration/host-environment.ts';
import type { HostConfig } from './config.ts';
import { issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Logs one warning when a host in production signs with a secret that ends with the process. Of several workers one logs it. */
export function warnRandomSecret({ logger }: Pick<Assembly, 'logger'>, { isRandom, isUsed }: HostSecret): void {
  if (!isRandom || !isUsed || (cluster.worker?.id ?? 1) !== 1) return;
  logger.logger.log(
    'warning',
    'server',
    `No secret is configured, so cursors and other signed values end with this process. ${SECRET_FIX}`,
  );
}

/** Logs a warning when a host in development can be reached from other machines, with a link that opens the profiler. */
export function warnRemoteAccess(
  { logger, profiling }: Assembly,
  { host, url }: Pick<Listening, 'host' | 'url'>,
): void {
  if (isLoopbackName(host.includes(':') ? `[${host}]` : host)) return;
  const warn = (message: string): void => logger.logger.log('warning', 'server', message);
  warn(
    `${host} can be reached from other machines, and development shows source code. Requests for other names than localhost are refused (421)`,
  );
  // In a container, requests of a browser on the same machine come from another address.
  const invitation = profiling?.invite();
  if (invitation === undefined) return;
  const address = new URL(invitation.path, url);
  address.hostname = 'localhost';
  // The code is a secret whose only purpose is to be read in the log, and it works once.
  logger.keepUrl(address.href);
  warn(
    `This link opens the profiler from another machine, once and within ${invitation.minutes} minutes: ${address.href}`,
  );
}

/** Returns the issues that prevent a host from starting: state that the workers, or the machines of `instances`, do not share. */
export function findUnsharedState(config: HostConfig, mode: Mode, { isRandom }: HostSecret): readonly ConfigIssue[] {
  if (config.instances !== 'many' || mode !== 'production')
    return (workerSettings()?.count ?? 1) > 1 ? validateSharedState(config, 'workers') : [];
  const issues = validateSharedState(config, 'machines');
  if (!isRandom) return issues;
  const reason = 'Each machine would sign with a random secret and reject signatures of the others';
  return [issue('ORIEL_SECRET', 'secret', reason, SECRET_FIX), ...issues];
}
