import { STOPPED, workerSettings } from './worker-protocol.ts';

/**
 * Resolves when the primary process sends no more connections to this worker. Call it when the servers have stopped listening: a
 * worker that ends earlier loses a connection that the primary process has just sent. Until then, `node:cluster` returns each such
 * connection to the primary process, which gives it to another worker. Messages arrive in the order in which they were sent, so
 * the answer of the primary process comes after the last connection. Resolves at once in other processes.
 */
export function stopConnections(): Promise<void> {
  return new Promise((resolve) => {
    if (workerSettings() === undefined || !process.connected) return resolve();
    process.once('disconnect', resolve).on('message', (message) => {
      if (message === STOPPED) resolve();
    });
    // An error is reported by the event 'disconnect' as well.
    process.send?.(STOPPED, undefined, undefined, () => {});
  });
}
