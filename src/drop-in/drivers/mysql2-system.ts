import { tryRead } from '../../core/errors/safe-read.ts';

/** Returns which database a connection, a pool or a prepared statement of `mysql2` has, by the version that the server sent. */
export function systemOf(owner: unknown): 'mariadb' | 'mysql' {
  const version = tryRead(() => versionOf(owner as Owner), undefined);
  return typeof version === 'string' && /mariadb/i.test(version) ? 'mariadb' : 'mysql';
}

function versionOf(owner: Owner): unknown {
  const connection = owner.connection ?? owner._allConnections?.get(0) ?? owner;
  return connection._handshakePacket?.serverVersion;
}

interface Connection {
  readonly _handshakePacket?: { readonly serverVersion?: unknown };
}

/** A connection, a pool, or a prepared statement. */
interface Owner extends Connection {
  readonly connection?: Connection;
  readonly _allConnections?: { get(index: number): Connection | undefined };
}
