import { hkdfSync, randomBytes } from 'node:crypto';
import type { DeriveKeys } from '../configuration/host-environment.ts';
import { workerSettings } from '../server/worker-protocol.ts';
import type { HostConfig } from './config.ts';

/** The environment variable with the secret of the host, used when the configuration has none. */
export const SECRET_VARIABLE = 'ORIEL_SECRET';

export const MIN_SECRET_BYTES = 32;

/** The secrets of a host, current one first. Every key that the host signs with is derived from them. */
export class HostSecret {
  /** Whether no secret is configured, so that keys end with the process and its workers. */
  readonly isRandom: boolean;
  readonly #secrets: readonly [string, ...string[]];
  #used = false;

  constructor(config: Pick<HostConfig, 'secret'>) {
    const configured = configuredSecrets(config);
    this.isRandom = configured === undefined;
    this.#secrets = configured ?? [randomSecret()];
  }

  get isUsed(): boolean {
    return this.#used;
  }

  /** Derives one key of 32 bytes per secret with HKDF-SHA-256 (RFC 5869); the purpose is the `info` parameter. */
  readonly derive: DeriveKeys = (purpose) => {
    this.#used = true;
    const getKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `oriel ${purpose}`, 32));
    const [current, ...older] = this.#secrets;
    return [getKey(current), ...older.map(getKey)];
  };
}

/** Returns the secrets of the configuration, else of the environment; undefined without either. */
export function configuredSecrets({ secret }: Pick<HostConfig, 'secret'>): readonly [string, ...string[]] | undefined {
  if (secret !== undefined) return (typeof secret === 'string' ? [secret] : secret) as readonly [string, ...string[]];
  const variable = globalThis.process?.env[SECRET_VARIABLE];
  return variable === undefined || variable === '' ? undefined : [variable];
}

let random: string | undefined;

// All hosts of a process share it, and all workers of a primary process.
function randomSecret(): string {
  return (random ??= workerSettings()?.secret ?? randomBytes(32).toString('base64'));
}
