import { defineStoreFunctions } from '../sql/sqlite-search.ts';
import type { SqliteConnection } from '../sql/sqlite-search.ts';

/**
 * Returns an adapter of Prisma whose connections have the functions with which stores ignore case and search in
 * text. SQLite itself ignores the case of ASCII
 * letters only. The adapter behaves like the given one otherwise.
 *
 * @param adapter what `new PrismaBetterSqlite3({ … })` of `@prisma/adapter-better-sqlite3` returns
 * @returns the adapter to pass to `new PrismaClient({ adapter })`
 *
 * @example
 * ```ts no-run
 * import { prismaAdapter } from 'oriel-host/prisma';
 * declare const PrismaBetterSqlite3: new (config: { url: string }) => { connect(): Promise<object> };
 * const adapter = prismaAdapter(new PrismaBetterSqlite3({ url: 'file:boats.sqlite' }));
 * ```
 */
export function prismaAdapter<Adapter extends { connect(): Promise<object> }>(adapter: Adapter): Adapter {
  const connect = async (): Promise<object> => {
    const connection = await adapter.connect();
    const { client } = connection as { readonly client?: Partial<SqliteConnection> };
    if (typeof client?.function !== 'function')
      throw new TypeError(
        'prismaAdapter supports @prisma/adapter-better-sqlite3; pass a new PrismaBetterSqlite3({ … })',
      );
    defineStoreFunctions(client as SqliteConnection);
    return connection;
  };
  // Adapters have private members, so all other methods are called on the adapter itself.
  const prepared = new Proxy(adapter, {
    get(_, key) {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(adapter, key, adapter);
      return typeof value === 'function' ? (value.bind(adapter) as unknown) : value;
    },
  });
  known.add(prepared);
  return prepared;
}

/** Returns whether an adapter is the result of {@link prismaAdapter}. */
export function isPrepared(adapter: object | undefined): boolean {
  return adapter !== undefined && known.has(adapter);
}

const known = new WeakSet<object>();
