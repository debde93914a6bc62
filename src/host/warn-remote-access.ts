import { isLoopbackName } from '../core/http/authority.ts';
import type { Assembly } from './assembly.ts';
import type { Listening } from './listening.ts';

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
  warn(
    `This link opens the profiler from another machine, once and within ${invitation.minutes} minutes: ${address.href}`,
  );
}
