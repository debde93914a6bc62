import { getMessage } from 'oriel-core/http';
import { readableError, rememberFailedCall, QueryCallers, currentScope } from 'oriel-core/trace';
import type { RecordedCall } from '../loading/watch-channel.ts';
import { shownArguments } from './redis-arguments.ts';

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
