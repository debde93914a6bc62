import { tracingChannel } from 'node:diagnostics_channel';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { guarded } from '../loading/guarded.ts';
import { settle } from '../own-frames.ts';
import { keepScope, outsideScope } from './keep-scope.ts';
import { replaceMethod } from './replace-method.ts';
import type { Method } from './replace-method.ts';
import { beginRedisCommand, endRedisCommand, failRedisCommand } from './redis-command.ts';
import type { RecordedCall } from './redis-command.ts';

/**
 * Records commands of `redis` from its tracing channels, until the first file of the library is loaded: a bundle contains a
 * copy of them. The channels have no keys of commands such as HGETALL, and no commands of transactions.
 */
export function watchNodeRedis(): () => void {
  const undo = [
    watchChannel<CommandMessage>('node-redis:command', ({ command, args }) =>
      beginRedisCommand(command, args.slice(1), 'redis'),
    ),
    // The commands of a pipeline are published one by one.
    watchChannel<BatchMessage>('node-redis:batch', ({ batchMode, batchSize }) =>
      batchMode === 'MULTI' ? transaction(batchSize) : undefined,
    ),
  ];
  leaveChannels = () => undo.forEach((callback) => callback());
  return () => leaveChannels();
}

let leaveChannels = (): void => {};

interface CommandMessage {
  readonly command: string;
  readonly args: readonly string[];
}

interface BatchMessage {
  readonly batchMode: string;
  readonly batchSize: number;
}

// The channel has no error if commands of the transaction failed.
function transaction(size: number): RecordedCall | undefined {
  const call = beginRedisCommand(`MULTI (${size} commands)`, [], 'redis');
  return (
    call && {
      end(error, replies) {
        const failed: unknown = Array.isArray(replies) ? replies.find((reply) => reply instanceof Error) : undefined;
        call.end(error ?? failed, replies);
      },
    }
  );
}

/**
 * Records the asynchronous calls that a library publishes on a tracing channel.
 *
 * @param name the name of the channel, such as `node-redis:command`
 * @param begin starts the record of a call from the message of the library; undefined if it is not recorded
 * @returns a function that stops recording
 */
function watchChannel<Message extends object>(
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

/** Records commands of `redis`, also those of transactions. */
export const nodeRedisLibrary: LibraryWatch<{ readonly prototype: object }> = {
  name: '@redis/client',
  majors: [1, 5, 6],
  tested: '1.6, 5.0, 6.3',
  files: {
    'dist/lib/client/commands-queue.js': 'exports.default',
    'dist/lib/client/index.js': 'exports.default',
    'dist/lib/client/pool.js': 'exports.RedisClientPool',
  },
  watch({ prototype }) {
    leaveChannels();
    if (Object.hasOwn(prototype, 'addCommand')) return replaceMethod(prototype, 'addCommand', recorded);
    // A task that waits for a client is run in the scope of the request that returned the client.
    if (Object.hasOwn(prototype, 'execute')) return replaceMethod(prototype, 'execute', keepingScope);
    // The commands that prepare a connection are not those of the request.
    replaceMethod(prototype, 'connect', outsideScope);
    replaceMethod(prototype, 'sendCommand', recordedRejection);
  },
};

let added = 0;

/** `addCommand` of the queue of a connection. */
function recorded(addCommand: Method): Method {
  return function (...all) {
    added++;
    const args = all[0] as readonly unknown[];
    const call = begin(args);
    const reply = addCommand.apply(this, all);
    return call ? ending(reply, this as object, String(args[0]), call) : reply;
  };
}

/** `sendCommand` of a client. A client that is closed rejects a command before it reaches the queue. */
function recordedRejection(sendCommand: Method): Method {
  return function (...all) {
    const before = added;
    const reply = sendCommand.apply(this, all);
    if (added !== before) return reply;
    const args = all[0] as readonly unknown[];
    const call = begin(args);
    return call ? ending(reply, this as object, String(args[0]), call) : reply;
  };
}

function begin([name, ...args]: readonly unknown[]): RecordedCall | undefined {
  return guarded('redis', () => beginRedisCommand(String(name), args, 'redis'));
}

function ending(reply: unknown, connection: object, name: string, call: RecordedCall): PromiseLike<unknown> {
  return settle(reply as Promise<unknown>, (error, value) =>
    guarded('redis', () => {
      if (error === undefined) endRedisCommand(connection, name, call, value);
      else failRedisCommand(connection, name, call, error);
    }),
  );
}

function keepingScope(execute: Method): Method {
  return function (work, ...rest) {
    return execute.call(this, typeof work === 'function' ? keepScope(work as Method) : work, ...rest);
  };
}
