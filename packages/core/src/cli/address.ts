import { LoadError } from './load-error.ts';
import { UsageError } from './command.ts';

/** The address that a host listens on. */
export interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/**
 * Returns the address from the flags, else from `HOST` and `PORT`, else 127.0.0.1:8000.
 *
 * @throws {UsageError} if the host or the port is invalid
 */
export function readAddress(flags: {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}): Address {
  const { HOST, PORT } = process.env;
  const [name, text] = flags.port === undefined ? ['PORT', PORT || '8000'] : ['--port', flags.port];
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new UsageError(`${name} is "${text}"; expected a port number from 0 (any free port) to 65535`);
  const host = (flags.host ?? (HOST || '127.0.0.1')).replace(/^\[(.*)\]$/, '$1');
  if (host === '' || /[\s/]/.test(host))
    throw new UsageError(
      `${flags.host === undefined ? 'HOST' : '--host'} is "${host}"; expected a host name or an IP address, such as 127.0.0.1`,
    );
  return { host, port };
}

const REASONS: Readonly<Record<string, (address: Address) => readonly [reason: string, fix: string]>> = {
  EADDRINUSE: ({ port }) => [
    `Port ${port} is already in use`,
    `Stop the program that uses it, or choose another port: --port ${port < 65_535 ? port + 1 : 8000} (--port 0 for any free port)`,
  ],
  EACCES: ({ port }) => [
    `The current user is not allowed to listen on port ${port}`,
    'Use a port above 1023: --port 8000',
  ],
  EADDRNOTAVAIL: ({ host }) => [
    `${host} is not an address of this machine`,
    'Listen on 127.0.0.1 (this machine only) or 0.0.0.0 (all networks)',
  ],
  ENOTFOUND: ({ host }) => [
    `The host name ${host} cannot be resolved`,
    'Listen on 127.0.0.1 (this machine only) or 0.0.0.0 (all networks)',
  ],
};

/**
 * Returns a readable error if `error` is a known failure to listen, else undefined.
 *
 * @param what what cannot listen
 */
export function explainListen(error: unknown, address: Address, what = 'The host'): LoadError | undefined {
  const code = getCode(error);
  const explanation = code === undefined ? undefined : REASONS[code]?.(address);
  if (code === undefined || !explanation) return undefined;
  const [reason, fix] = explanation;
  return new LoadError(`${what} cannot listen`, [{ code, place: `${address.host}:${address.port}`, reason, fix }], 1, {
    cause: error,
  });
}

// The error of the socket may be the cause of another error.
function getCode(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && code in REASONS) return code;
  return cause === undefined ? undefined : getCode(cause);
}
