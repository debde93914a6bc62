import cluster from 'node:cluster';
import type { Assembly } from './assembly.ts';
import { SECRET_FIX } from './check-secret.ts';
import type { HostSecret } from './host-secret.ts';

/** Logs one warning when a host in production signs with a secret that ends with the process. Of several workers one logs it. */
export function warnRandomSecret({ logger }: Pick<Assembly, 'logger'>, { isRandom, isUsed }: HostSecret): void {
  if (!isRandom || !isUsed || (cluster.worker?.id ?? 1) !== 1) return;
  logger.logger.log(
    'warning',
    'server',
    `No secret is configured, so cursors and other signed values end with this process. ${SECRET_FIX}`,
  );
}
