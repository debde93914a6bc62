import { getMessage } from 'oriel-core/http';
import { readableError, currentScope, rememberFailedCall, QueryCallers } from 'oriel-core/trace';
import type { Trace } from 'oriel-core/trace';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { measuringWait } from './connection-wait.ts';
import { describeMongoCommand } from './mongodb-command.ts';
import { replaceMethod } from './replace-method.ts';

/**
 * Records the commands of `mongodb`, and so those of `mongoose`. Connections publish command monitoring events if a client
 * has asked for them; during a recorded request they always create them. No promise of the driver is touched, so that the
 * stacks of its errors stay the same.
 */
export const mongodbLibrary: LibraryWatch<{ readonly prototype: Connection }> = {
  name: 'mongodb',
  majors: [6, 7],
  tested: '6.22, 7.9',
  files: { 'lib/cmap/connection.js': 'Connection', 'lib/cmap/connection_pool.js': 'ConnectionPool' },
  watch({ prototype }) {
    if (Object.hasOwn(prototype, 'checkOut'))
      return replaceMethod(prototype, 'checkOut', (checkOut) => measuringWait('mongodb', checkOut, checkOut));
    const monitored = Object.getOwnPropertyDescriptor(prototype, 'shouldEmitAndLogCommand');
    const { emitAndLogCommand: emit } = prototype;
    if (monitored?.get === undefined || typeof emit !== 'function') throw new Error('it has no command monitoring');
    const isMonitored = (connection: Connection): unknown => monitored.get!.call(connection);
    Object.defineProperty(prototype, 'shouldEmitAndLogCommand', {
      configurable: true,
      get(this: Connection) {
        return currentScope().trace.recording || running.has(this) || isMonitored(this);
      },
    });
    prototype.emitAndLogCommand = function (...args) {
      guarded('mongodb', () => observe(this, args[4]));
      if (isMonitored(this)) emit.apply(this, args);
    };
  },
};

interface Connection {
  emitAndLogCommand: (this: Connection, ...args: [boolean, string, string, boolean, CommandEvent]) => void;
}

/** A command started, succeeded or failed. */
interface CommandEvent {
  readonly requestId: number;
  readonly commandName: string;
  readonly command?: Readonly<Record<string, unknown>>;
  readonly reply?: unknown;
  readonly failure?: unknown;
}

interface RunningCommand {
  readonly requestId: number;
  readonly trace: Trace;
  readonly id: number;
}

// A connection runs one command at a time.
const running = new WeakMap<Connection, RunningCommand>();
const CALLERS = new QueryCallers();

function observe(connection: Connection, event: CommandEvent): void {
  if (event.command !== undefined) return begin(connection, event, event.command);
  const command = running.get(connection);
  if (command?.requestId !== event.requestId) return;
  running.delete(connection);
  const { trace, id } = command;
  if (event.failure !== undefined) rememberFailedCall(event.failure, trace.spans[id - 1]?.details?.['caller']);
  if (event.failure === undefined) trace.end(id, { rows: countDocuments(event.reply) }, getWriteError(event.reply));
  else trace.end(id, undefined, getMessage(readableError(event.failure)));
}

function begin(connection: Connection, event: CommandEvent, command: Readonly<Record<string, unknown>>): void {
  const { trace, span } = currentScope();
  if (!trace.recording || OF_THE_DRIVER.test(event.commandName)) return;
  const { collection, operation, statement, parameters } = describeMongoCommand(event.commandName, command);
  const caller = CALLERS.of(statement, trace.spans[span - 1]?.name ?? '');
  const id = trace.begin('db', statement, span, { collection, operation, parameters, caller });
  running.set(connection, { requestId: event.requestId, trace, id });
}

// Commands that the driver sends on its own.
const OF_THE_DRIVER = /^(?:hello|ismaster|sasl\w+|authenticate|getnonce|endSessions|killCursors)$/i;

/** The reply to a MongoDB command. The server answers a write that failed with `ok: 1` and its errors. */
interface Reply {
  readonly cursor?: { readonly firstBatch?: unknown; readonly nextBatch?: unknown };
  readonly values?: unknown;
  readonly n?: unknown;
  readonly value?: unknown;
  readonly writeErrors?: unknown;
  readonly writeConcernError?: unknown;
  /** Failed writes of `bulkWrite` of a client, whose results are the documents of the cursor. */
  readonly nErrors?: unknown;
}

/** Returns the number of documents that were returned or written. */
function countDocuments(reply: unknown): number {
  const { cursor, values, n, value } = (reply ?? {}) as Reply;
  const list = cursor?.firstBatch ?? cursor?.nextBatch ?? values;
  if (Array.isArray(list)) return list.length;
  if (typeof n === 'number') return n;
  return value === undefined || value === null ? 0 : 1;
}

/** Returns the message of the first write that failed, and the number of further ones; undefined if all succeeded. */
function getWriteError(reply: unknown): string | undefined {
  const { writeErrors, writeConcernError, cursor, nErrors } = (reply ?? {}) as Reply;
  const results = typeof nErrors === 'number' && nErrors > 0 ? cursor?.firstBatch : writeErrors;
  const failed = Array.isArray(results) ? results.filter((result: { readonly ok?: unknown }) => result.ok !== 1) : [];
  const first: unknown = failed[0] ?? writeConcernError;
  if (first === undefined || first === null) return undefined;
  const { errmsg } = first as { readonly errmsg?: unknown };
  const message = typeof errmsg === 'string' ? errmsg : 'The write failed';
  return failed.length > 1 ? `${message} (and ${failed.length - 1} more)` : message;
}
