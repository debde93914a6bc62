import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { replaceMethod } from './replace-method.ts';
import { beginRedisCommand } from './redis-command.ts';

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
  },
  watch({ default: { prototype } }) {
    replaceMethod(
      prototype,
      'sendCommand',
      (sendCommand) =>
        function (command, ...rest) {
          guarded('ioredis', () => observe(command as Command));
          return sendCommand.call(this, command, ...rest);
        },
    );
  },
};

interface Command {
  readonly name: string;
  readonly args: readonly unknown[];
  resolve: (reply: unknown) => void;
  reject: (error: unknown) => void;
}

// A command is sent again after a lost connection, and by a cluster to each node that may have its keys.
const observed = new WeakSet<Command>();

function observe(command: Command): void {
  if (observed.has(command)) return;
  const call = beginRedisCommand(command.name, command.args, 'ioredis');
  if (call === undefined) return;
  observed.add(command);
  const { resolve, reject } = command;
  command.resolve = (reply) => {
    guarded('ioredis', () => call.end(undefined, reply));
    resolve.call(command, reply);
  };
  command.reject = (error) => {
    guarded('ioredis', () => call.end(error ?? 'failed', undefined));
    reject.call(command, error);
  };
}
