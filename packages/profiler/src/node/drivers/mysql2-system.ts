import { tryRead } from 'oriel-core/errors';

/** Returns which database a connection, a pool or a prepared statement of `mysql2` has, by the version that the server sent. */
export function systemOf(owner: unknown): 'mariadb' | 'mysql' {
  const version = tryRead(() => connectionOf(owner as Owner)?._handshakePacket?.serverVersion, undefined);
  return typeof version === 'string' && /mariadb/i.test(version) ? 'mariadb' : 'mysql';
}

function connectionOf(owner: Owner): Connection | undefined {
  if (owner._cluster) return firstOf(Object.values(owner._cluster._nodes).map(({ pool }) => pool));
  return owner.connection ?? owner._connection ?? firstOf([owner]) ?? owner;
}

function firstOf(pools: readonly Pool[]): Connection | undefined {
  return pools.map(({ _allConnections: all }) => all?.get(0)).find((each) => each !== undefined);
}

interface Connection {
  readonly _handshakePacket?: { readonly serverVersion?: unknown };
}

interface Pool {
  readonly _allConnections?: { get(index: number): Connection | undefined };
}

/** A connection, a pool, a prepared statement, or the pools of a cluster whose names match a pattern. */
interface Owner extends Connection, Pool {
  readonly connection?: Connection;
  readonly _connection?: Connection;
  readonly _cluster?: { readonly _nodes: Readonly<Record<string, { readonly pool: Pool }>> };
}
