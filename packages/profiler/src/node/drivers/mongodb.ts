import { messageOf } from 'oriel-core/http';
import { readableError, currentScope, rememberFailedCall, QueryCallers } from 'oriel-core/trace';
import type { Trace } from 'oriel-core/trace';
import { guarded } from '../loading/guarded.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { measuringWait } from './connection-wait.ts';
import { describeMongoCommand } from './mongodb-command.ts';
import { countDocuments, writeErrorOf } from './mongodb-reply.ts';
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
  if (event.failure === undefined) trace.end(id, { rows: countDocuments(event.reply) }, writeErrorOf(event.reply));
  else trace.end(id, undefined, messageOf(readableError(event.failure)));
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
