import type { HttpContext } from '../http/context.ts';
import type { Logger } from '../trace/logger.ts';
import type { TracedContext } from '../trace/trace.ts';

/** Reports that a response does not match its schema. */
export type ReportOutput = (message: string, context: HttpContext) => void;

/** Creates the report of a host: an error in development, which the response is, and a log record in production. */
export function createOutputReport(development: boolean, logger: Logger): ReportOutput {
  if (development) return throwReport;
  return (message, context) => logger.log('error', 'app', message, {}, context as TracedContext);
}

/** @throws {TypeError} with the message */
export function throwReport(message: string): never {
  throw new TypeError(message);
}
