import { LoadError } from './load-error.ts';
import { MisuseError } from './misuse.ts';

/** Where to listen. */
export interface Address {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
}

/**
 * Flags before environment (`HOST`, `PORT`) before 127.0.0.1:8000.
 * @throws {MisuseError} when the port is none
 */
export function readAddress(flags: {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}): Address {
  const { HOST, PORT } = process.env;
  const [name, text] = flags.port === undefined ? ['PORT', PORT || '8000'] : ['--port', flags.port];
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new MisuseError(`${name} is "${text}"; a port is a number from 0 (any free one) to 65535`);
  const host = (flags.host ?? (HOST || '127.0.0.1')).replace(/^\[(.*)\]$/, '$1');
  if (host === '' || /[\s/]/.test(host))
    throw new MisuseError(
      `${flags.host === undefined ? 'HOST' : '--host'} is "${host}"; give a name or an address, as in 127.0.0.1`,
    );
  return { host, port };
}

const REASONS: Readonly<Record<string, (address: Address) => readonly [reason: string, fix: string]>> = {
  EADDRINUSE: ({ port }) => [
    `Port ${port} is taken by another program`,
    `Stop that program, or take another port: --port ${port < 65_535 ? port + 1 : 8000} (--port 0 finds a free one)`,
  ],
  EACCES: ({ port }) => [`This user may not listen on port ${port}`, 'Take a port above 1023: --port 8000'],
  EADDRNOTAVAIL: ({ host }) => [
    `This machine does not have the address ${host}`,
    'Listen on 127.0.0.1 (this machine only) or 0.0.0.0 (every network)',
  ],
  ENOTFOUND: ({ host }) => [
    `The name ${host} leads nowhere`,
    'Listen on 127.0.0.1 (this machine only) or 0.0.0.0 (every network)',
  ],
};

/** Why listening failed, for people; undefined when it was something else that failed. */
export function explainListen(error: unknown, address: Address): LoadError | undefined {
  const code = codeOf(error);
  const told = code === undefined ? undefined : REASONS[code]?.(address);
  if (code === undefined || !told) return undefined;
  const [reason, fix] = told;
  return new LoadError('The host cannot listen', [{ code, place: `${address.host}:${address.port}`, reason, fix }], 1, {
    cause: error,
  });
}

// The socket's own error may be wrapped in one that is easier to read.
function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && code in REASONS) return code;
  return cause === undefined ? undefined : codeOf(cause);
}
