import { assertKnownNames } from 'oriel-core/http';
import { DRAIN, EXIT, STOPPED, workerSettings } from './worker-protocol.ts';

export interface DrainOptions {
  /**
   * Ends the process.
   * @default process.exit
   */
  readonly exit?: ((code: number) => void) | undefined;
  /**
   * Called with a message for each step.
   * @default –
   */
  readonly log?: ((message: string) => void) | undefined;
}

/** A server that can be drained. */
export interface Drainable {
  close(): Promise<{ readonly answered: boolean; readonly cut?: number }>;
}

/**
 * Drains the server on SIGTERM and SIGINT: requests in progress finish, then the process exits with 0, or with 1 if the grace
 * time was exceeded. A second signal exits at once with 128 plus its number. A worker also drains when its primary requests it
 * or disconnects.
 *
 * @returns a function that stops listening to signals
 *
 * @example
 * ```ts
 * import { defineHost } from 'oriel-host';
 * import { drainOnSignals } from 'oriel-host/server';
 * const listening = await defineHost({ log: false }).listen({ port: 0 });
 * const ignoreSignals = drainOnSignals(listening, { log: console.log });
 * ignoreSignals();
 * await listening.close();
 * ```
 */
export function drainOnSignals(server: Drainable, options: DrainOptions = {}): () => void {
  assertKnownNames(Object.keys(options), ['exit', 'log'], 'option of drainOnSignals()');
  const { exit = (code) => process.exit(code), log = () => {} } = options;
  let draining = false;
  let signals = 0;
  const drain = (reason: string): void => {
    if (draining) return;
    draining = true;
    log(`${reason}: draining`);
    server.close().then(
      async ({ answered, cut = 0 }) => {
        log(answered ? 'drained' : `the grace time is over: ${cut} connection${cut === 1 ? '' : 's'} cut off`);
        await stopConnections();
        exit(answered ? 0 : 1);
      },
      () => exit(1),
    );
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    signals++;
    // A signal to the process group reaches the primary process, too. It hands out open connections before it sends DRAIN.
    if (signals === 1 && workerSettings() !== undefined && process.connected)
      return void setTimeout(drain, PRIMARY_WAIT, signal);
    if (signals === 1) return drain(signal);
    log(`${signal} again: exiting at once`);
    exit(128 + (signal === 'SIGINT' ? 2 : 15));
  };
  // A signal to the process group reaches both worker and primary; the message of the primary is not a second signal.
  const onMessage = (message: unknown): void => {
    if (message === DRAIN) drain('The primary process requested it');
    if (message === EXIT) exit(143);
  };
  const onDisconnect = (): void => drain('The primary process has ended');

  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  const worker = process.channel !== undefined && process.channel !== null;
  if (worker) process.on('message', onMessage).on('disconnect', onDisconnect);
  return () => {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    if (worker) process.off('message', onMessage).off('disconnect', onDisconnect);
  };
}

/**
 * Resolves when the primary process sends no more connections to this worker. Call it when the servers have stopped listening: a
 * worker that ends earlier loses a connection that the primary process has just sent. Until then, `node:cluster` returns each such
 * connection to the primary process, which gives it to another worker. Messages arrive in the order in which they were sent, so
 * the answer of the primary process comes after the last connection. Resolves at once in other processes.
 */
function stopConnections(): Promise<void> {
  return new Promise((resolve) => {
    if (workerSettings() === undefined || !process.connected) return resolve();
    process.once('disconnect', resolve).on('message', (message) => {
      if (message === STOPPED) resolve();
    });
    // An error is reported by the event 'disconnect' as well.
    process.send?.(STOPPED, undefined, undefined, () => {});
  });
}

/** Milliseconds that a worker waits for its primary process after a signal. */
const PRIMARY_WAIT = 1_200;
