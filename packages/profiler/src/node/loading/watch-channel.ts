import { tracingChannel } from 'node:diagnostics_channel';
import { guarded } from './guarded.ts';

/** A call that a watcher records. */
export interface RecordedCall {
  end(error: unknown, result: unknown): void;
}

/**
 * Records the asynchronous calls that a library publishes on a tracing channel.
 *
 * @param name the name of the channel, such as `node-redis:command`
 * @param begin starts the record of a call from the message of the library; undefined if it is not recorded
 * @returns a function that stops recording
 */
export function watchChannel<Message extends object>(
  name: string,
  begin: (message: Message) => RecordedCall | undefined,
): () => void {
  const running = new WeakMap<object, RecordedCall>();
  const handlers = {
    start: (message: object): void => {
      const call = guarded(name, () => begin(message as Message));
      if (call) running.set(message, call);
    },
    asyncEnd: (message: { readonly error?: unknown; readonly result?: unknown }): void => {
      const call = running.get(message);
      if (call) guarded(name, () => call.end(message.error, message.result));
    },
  };
  const channel = tracingChannel(name);
  channel.start.subscribe(handlers.start as never);
  channel.asyncEnd.subscribe(handlers.asyncEnd as never);
  return () => {
    channel.start.unsubscribe(handlers.start as never);
    channel.asyncEnd.unsubscribe(handlers.asyncEnd as never);
  };
}
