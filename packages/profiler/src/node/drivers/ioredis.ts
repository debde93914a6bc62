import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { withoutOwnFrames } from '../own-frames.ts';
import { outsideScope } from './keep-scope.ts';
import { replaceMethod } from './replace-method.ts';
import type { Method } from './replace-method.ts';
import { beginRedisCommand, endRedisCommand, failRedisCommand, prepareRedisCommand } from './redis-command.ts';
import type { RecordedCall } from './redis-command.ts';

/**
 * Records commands of `ioredis`. Its tracing channel is not used: it reports commands that wait for a connection in the
 * scope of another request, and with a subscriber, a rejection that the application does not handle is lost.
 */
export const ioredisLibrary: LibraryWatch<{ readonly default: { readonly prototype: object } }> = {
  name: 'ioredis',
  majors: [4, 5, 6],
  tested: '4.28, 5.0–5.9, 6.0',
  files: {
    'built/Redis.js': 'exports',
    'built/cluster/index.js': 'exports',
    'built/redis/index.js': 'exports',
    'built/Pipeline.js': 'exports',
    'built/pipeline.js': 'exports',
  },
  watch({ default: { prototype } }) {
    if (Object.hasOwn(prototype, 'fillResult')) return replaceMethod(prototype, 'sendCommand', preparing);
    // A connection serves many requests. The commands that prepare it are not those of the request.
    replaceMethod(prototype, 'connect', outsideScope);
    replaceMethod(prototype, 'sendCommand', recorded);
  },
};

interface Command {
  readonly name: string;
  readonly args: readonly unknown[];
  resolve: (reply: unknown) => void;
  reject: (error: unknown) => void;
}

/** A command of a pipeline, which sends it later. Automatic pipelines have commands of several requests. */
interface PipelinedCommand {
  readonly pipeline: object;
  readonly begin: (() => RecordedCall) | undefined;
}

const pipelined = new WeakMap<Command, PipelinedCommand>();

function preparing(sendCommand: Method): Method {
  return function (...args) {
    guarded('ioredis', () => {
      const command = args[0] as Command;
      if (pipelined.has(command)) return;
      const begin = prepareRedisCommand(command.name, command.args, 'ioredis');
      pipelined.set(command, { pipeline: this as object, begin });
    });
    return sendCommand.apply(this, args);
  };
}

function recorded(sendCommand: Method): Method {
  return function (...args) {
    guarded('ioredis', () => observe(this as object, args[0] as Command));
    return sendCommand.apply(this, args);
  };
}

// A command is sent again after a lost connection, and by a cluster to each node that may have its keys.
const observed = new WeakSet<Command>();

function observe(connection: object, command: Command): void {
  if (observed.has(command)) return;
  const { name } = command;
  const queued = pipelined.get(command);
  const call = queued ? queued.begin?.() : beginRedisCommand(name, command.args, 'ioredis');
  if (call === undefined) return;
  observed.add(command);
  const transactions = queued?.pipeline ?? connection;
  const { resolve, reject } = command;
  command.resolve = (reply) => {
    guarded('ioredis', () => endRedisCommand(transactions, name, call, reply));
    resolve.call(command, reply);
  };
  command.reject = (error) => {
    guarded('ioredis', () => failRedisCommand(transactions, name, call, error));
    reject.call(command, withoutOwnFrames(error));
  };
}
