import { performance } from 'oriel-core/builtins';
import { isGrpcFailure } from '../../record/findings/rpc-findings.ts';
import type { RecordedResponseHead } from '../../record/recorded-exchange.ts';
import type { LogRecord } from 'oriel-core/trace';
import type { Exchange } from './exchange.ts';

/**
 * Makes a logged error the exception of a request that failed, if no framework has reported one. Frameworks and error handlers log
 * errors just before they respond, so the last one before the response is used.
 *
 * @param readBody returns the decoded body of the response as text
 */
export function setLoggedFailure(exchange: Exchange, response: RecordedResponseHead, readBody: () => string): void {
  if (exchange.error !== undefined) return;
  const { logs, began } = exchange.trace;
  const logged = logs.filter(({ error }) => error !== undefined);
  if (logged.length === 0 || !hasFailed(exchange, response, readBody)) return;
  const errors = logged.filter(({ level }) => !HARMLESS.has(level));
  // Of a response that is not sent, only errors are used: applications log why a client disconnected.
  const candidates = errors.length > 0 || response.status === 0 ? errors : logged;
  const responded = performance.timeOrigin + began + (exchange.firstByte ?? Infinity);
  // The time of a record has whole milliseconds.
  exchange.error = (candidates.findLast(({ time }) => time <= responded) ?? candidates[0])?.error;
}

const HARMLESS: ReadonlySet<LogRecord['level']> = new Set(['debug', 'info', 'notice', 'warning']);

function hasFailed(
  { operations }: Exchange,
  { status, headers }: RecordedResponseHead,
  readBody: () => string,
): boolean {
  // A response that was never sent has the status 0.
  if (status >= 500 || status === 0 || isGrpcFailure(Number(headers.get('grpc-status') ?? 0))) return true;
  return operations !== undefined && /"errors?"\s*:\s*[[{]/.test(readBody());
}
