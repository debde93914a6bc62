import { getMessage } from 'oriel-core/http';
import { readableError, rememberFailedCall, QueryCallers, currentScope } from 'oriel-core/trace';
import { shownArguments } from './redis-arguments.ts';

/** A command that is recorded. */
export interface RecordedCall {
  end(error: unknown, result: unknown): void;
}

/**
 * Starts a span of the running request for a Redis command. Call `end` with its error or its reply.
 *
 * @returns undefined outside of a recorded request
 */
export function beginRedisCommand(command: string, args: readonly unknown[], client: string): RecordedCall | undefined {
  return prepareRedisCommand(command, args, client)?.();
}

/**
 * Keeps the running request and the line of the application for a command that is sent later, maybe in another request.
 *
 * @returns a function that starts the span; undefined outside of a recorded request
 */
export function prepareRedisCommand(
  command: string,
  args: readonly unknown[],
  client: string,
): (() => RecordedCall) | undefined {
  const { trace, span } = currentScope();
  if (!trace.recording) return undefined;
  const name = command.toUpperCase();
  const shown = shownArguments(name, args);
  const parent = trace.spans[span - 1]?.name ?? '';
  const caller = CALLERS.of(`${name} ${getPrefix(shown[0])}`, parent);
  return () => {
    const id = trace.begin('cache', [name, ...shown].join(' ').slice(0, MAX_NAME_LENGTH), span, { client, caller });
    return {
      end(error, reply) {
        if (error === undefined || error === null) return trace.end(id, { reply: describeReply(reply) });
        rememberFailedCall(error, caller);
        trace.end(id, undefined, getMessage(readableError(error)));
      },
    };
  };
}

const CALLERS = new QueryCallers();
const MAX_NAME_LENGTH = 400;

// `user:7` and `user:8` are nearly always read by the same line.
function getPrefix(key = ''): string {
  return /^[^:\d]*/.exec(key)![0];
}

function describeReply(reply: unknown): string {
  if (reply === null || reply === undefined) return 'nil';
  if (typeof reply === 'number' || typeof reply === 'boolean' || reply === 'OK') return String(reply);
  if (typeof reply === 'string') return `${Buffer.byteLength(reply)} bytes`;
  if (Buffer.isBuffer(reply) && reply.length === 2 && reply.toString('latin1') === 'OK') return 'OK';
  if (ArrayBuffer.isView(reply)) return `${reply.byteLength} bytes`;
  if (Array.isArray(reply)) return `${reply.length} entries`;
  return typeof reply === 'object' ? `${Object.keys(reply).length} entries` : typeof reply;
}

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
