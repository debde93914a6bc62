import type { RecordedCall } from '../loading/watch-channel.ts';

/**
 * Ends recorded commands. The server answers each command of a transaction with `QUEUED`, and EXEC with the replies of all,
 * so that these commands end with EXEC.
 *
 * @param transactions the connection, or the pipeline, whose replies arrive in the order of its commands
 */
export function endRedisCommand(transactions: object, name: string, command: RecordedCall, reply: unknown): void {
  const queued = running.get(transactions);
  if (queued !== undefined && isQueued(reply)) return void queued.push(command);
  running.delete(transactions);
  if (/^multi$/i.test(name)) running.set(transactions, []);
  else if (queued !== undefined) endQueued(queued, reply);
  command.end(undefined, reply);
}

/** Ends a recorded command with its error. */
export function failRedisCommand(transactions: object, name: string, command: RecordedCall, error: unknown): void {
  const reason = error ?? 'failed';
  if (/^exec$/i.test(name)) {
    for (const call of running.get(transactions) ?? []) call.end(reason, undefined);
    running.delete(transactions);
  }
  command.end(reason, undefined);
}

/** The commands that wait for EXEC. */
const running = new WeakMap<object, RecordedCall[]>();

// Strings arrive as buffers in ioredis.
function isQueued(reply: unknown): boolean {
  if (typeof reply === 'string') return reply === 'QUEUED';
  return Buffer.isBuffer(reply) && reply.length === 6 && reply.toString('latin1') === 'QUEUED';
}

// The reply is null if a watched key changed, and `OK` after DISCARD. A transaction may have commands of other requests.
function endQueued(queued: readonly RecordedCall[], reply: unknown): void {
  const replies: readonly unknown[] = Array.isArray(reply) && reply.length === queued.length ? reply : [];
  for (const [index, command] of queued.entries()) {
    const element = replies[index];
    if (element instanceof Error) command.end(element, undefined);
    else command.end(undefined, element);
  }
}
