import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { guarded } from '../loading/guarded.ts';
import { watchChannel } from '../loading/watch-channel.ts';
import { replaceMethod } from './replace-method.ts';
import { beginRedisCommand } from './redis-command.ts';

/** Records commands of `redis` from its tracing channels, which masks values itself. */
export function watchNodeRedis(): () => void {
  const undo = [
    watchChannel<CommandMessage>('node-redis:command', ({ command, args }) =>
      beginRedisCommand(command, args.slice(1), 'redis'),
    ),
    // The commands of a pipeline are published one by one, those of a transaction are not.
    watchChannel<BatchMessage>('node-redis:batch', ({ batchMode, batchSize }) =>
      batchMode === 'MULTI' ? beginRedisCommand(`MULTI (${batchSize} commands)`, [], 'redis') : undefined,
    ),
  ];
  return () => undo.forEach((each) => each());
}

/** Records commands of versions of `redis` without tracing channels. */
export const nodeRedisLibrary: LibraryWatch<{ readonly default: { readonly prototype: object } }> = {
  name: '@redis/client',
  majors: [1, 5, 6],
  tested: '1.6, 5.0, 6.3',
  files: { 'dist/lib/client/commands-queue.js': 'exports' },
  watch({ default: { prototype } }, { root }) {
    if (existsSync(join(root, 'dist/lib/client/tracing.js'))) return;
    replaceMethod(
      prototype,
      'addCommand',
      (addCommand) =>
        function (...all) {
          const args = all[0] as readonly unknown[];
          const call = guarded('redis', () => beginRedisCommand(String(args[0]), args.slice(1), 'redis'));
          const reply = addCommand.apply(this, all) as Promise<unknown>;
          if (call === undefined) return reply;
          return reply.then(
            (value) => (guarded('redis', () => call.end(undefined, value)), value),
            (error: unknown) => {
              guarded('redis', () => call.end(error ?? 'failed', undefined));
              throw error;
            },
          );
        },
    );
  },
};

interface CommandMessage {
  readonly command: string;
  readonly args: readonly string[];
}

interface BatchMessage {
  readonly batchMode: string;
  readonly batchSize: number;
}
