import { DRAIN, EXIT } from './worker-protocol.ts';

export interface DrainOptions {
  /** Milliseconds that requests get to finish; the server's own when left out. */
  readonly graceMs?: number | undefined;
  /** Ends the process. Default `process.exit`. */
  readonly exit?: ((code: number) => void) | undefined;
  /** Hears what happens. */
  readonly log?: ((message: string) => void) | undefined;
}

/** What can be drained. */
export interface Drainable {
  close(graceMs?: number): Promise<{ readonly answered: boolean; readonly cut?: number }>;
}

/**
 * Drains on SIGTERM and SIGINT: every request already begun gets its answer, then the process exits, with 0, or with 1
 * when the grace time was not enough. A second signal exits at once, with 128 and its number. A worker also obeys its
 * primary, and drains when that is gone.
 *
 * @returns a function that stops listening to signals
 *
 * @example
 * ```ts
 * import { defineHost } from 'oriel';
 * import { drainOnSignals } from 'oriel/server';
 * const listening = await defineHost({ log: false }).listen({ port: 0 });
 * const ignoreSignals = drainOnSignals(listening, { log: console.log });
 * ignoreSignals();
 * await listening.close();
 * ```
 */
export function drainOnSignals(server: Drainable, options: DrainOptions = {}): () => void {
  const { graceMs, exit = (code) => process.exit(code), log = () => {} } = options;
  let draining = false;
  let signals = 0;
  const drain = (reason: string): void => {
    if (draining) return;
    draining = true;
    log(`${reason}: draining`);
    server.close(graceMs).then(
      ({ answered, cut = 0 }) => {
        log(answered ? 'drained' : `the grace time is over: ${cut} connection${cut === 1 ? '' : 's'} cut off`);
        exit(answered ? 0 : 1);
      },
      () => exit(1),
    );
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    signals++;
    if (signals === 1) return drain(signal);
    log(`${signal} again: exiting at once`);
    exit(128 + (signal === 'SIGINT' ? 2 : 15));
  };
  // A signal to the whole process group reaches worker and primary: the primary's word must not count as the second.
  const onMessage = (message: unknown): void => {
    if (message === DRAIN) drain('The primary stops');
    if (message === EXIT) exit(143);
  };
  const onDisconnect = (): void => drain('The primary is gone');

  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  const worker = process.channel !== undefined && process.channel !== null;
  if (worker) process.on('message', onMessage).on('disconnect', onDisconnect);
  return () => {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    if (worker) process.off('message', onMessage).off('disconnect', onDisconnect);
  };
}
