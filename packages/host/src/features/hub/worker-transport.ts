import { randomUUID } from 'node:crypto';
import type { Transport, TransportReceiver } from './transport.ts';
import type { HistoryLimits } from './hub-limits.ts';
import type { Update } from './update.ts';
import { WorkerChannel } from '../../server/worker-channel.ts';

/**
 * Exchanges the updates of the hubs of all workers on one machine through their primary process.
 *
 * @param history how many updates are kept for workers that start later
 */
export function createWorkerTransport({ count = 1000 }: HistoryLimits = {}): Transport {
  const channels = new Set<WorkerChannel>();
  return {
    shared: 'machine',
    async publish(update, once = randomUUID()) {
      const [channel] = channels;
      if (channel === undefined) throw new Error('The hub of this worker is closed');
      await channel.send(once, JSON.stringify(update));
    },
    listen(receiver) {
      const channel = new WorkerChannel('hub', { count, bytes: 4 * 1024 * 1024 }, (text, isFromHistory) =>
        receiver.update(JSON.parse(text) as Update, isFromHistory),
      );
      channels.add(channel);
      return () => {
        channel.close();
        channels.delete(channel);
      };
    },
    get ready() {
      const pending = [...channels].flatMap(({ ready }) => ready ?? []);
      return pending.length === 0 ? undefined : Promise.all(pending).then(() => {});
    },
    get trouble() {
      return process.connected ? undefined : 'The primary process is gone';
    },
    close() {
      for (const channel of channels) channel.close();
      channels.clear();
    },
  };
}

export interface DeferredTransport extends Transport {
  start(): void;
}

/**
 * Delays `listen` of a transport until `start`, so that tools can assemble a host without opening a connection.
 * Publishing starts it as well.
 */
export function deferTransport(transport: Transport): DeferredTransport {
  // Receivers and the functions that unsubscribe them; undefined before the start.
  const receivers = new Map<TransportReceiver, (() => void) | undefined>();
  let isStarted = false;
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    for (const receiver of receivers.keys()) receivers.set(receiver, transport.listen(receiver));
  };
  return {
    start,
    shared: transport.shared,
    get subscribers() {
      return transport.subscribers;
    },
    get ready() {
      return isStarted ? transport.ready : undefined;
    },
    get trouble() {
      return transport.trouble;
    },
    publish(update, once) {
      start();
      return transport.publish(update, once);
    },
    listen(receiver) {
      receivers.set(receiver, isStarted ? transport.listen(receiver) : undefined);
      return () => {
        receivers.get(receiver)?.();
        receivers.delete(receiver);
      };
    },
    close: () => transport.close(),
  };
}
