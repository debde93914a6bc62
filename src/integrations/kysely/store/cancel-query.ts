import type { CompiledQuery, QueryExecutor, QueryResult } from 'kysely';

/**
 * Runs a query that the database cancels when the signal is aborted. Kysely would send the cancellation through the
 * connection of the transaction, where it waits for the query that it should end; it is sent through another connection here.
 *
 * @param executor runs the query: that of the transaction, or of the database
 * @param others gives a connection for the cancellation
 * @throws {unknown} the reason of the signal if it is aborted, otherwise the error of the driver
 */
export async function executeCancellable<Row>(
  query: CompiledQuery,
  executor: QueryExecutor,
  others: QueryExecutor,
  signal: AbortSignal,
): Promise<QueryResult<Row>> {
  signal.throwIfAborted();
  try {
    return await executor.provideConnection(async (connection) => {
      await connection.collectSessionInfo?.();
      signal.throwIfAborted();
      // A cancellation that fails, such as without a free connection, leaves the query to its own time-out.
      const cancel = () => void connection.cancelQuery?.((use) => others.provideConnection(use)).catch(() => {});
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await connection.executeQuery<Row>(query);
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}
