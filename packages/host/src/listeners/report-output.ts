import type { HttpContext } from 'oriel-core/http';
import type { Logger, TracedContext } from 'oriel-core/trace';

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
