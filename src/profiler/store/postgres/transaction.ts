import type { PostgresClient } from './postgres-client.ts';

/** Runs `action` in a transaction. After an error, the connection must be closed, which rolls the transaction back. */
export async function transaction<T>(client: PostgresClient, action: () => Promise<T>): Promise<T> {
  await client.query('begin');
  const result = await action();
  await client.query('commit');
  return result;
}
