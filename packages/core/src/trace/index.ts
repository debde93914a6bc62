/** Internal values of the packages of Oriel: `oriel-core/trace`. They may change in any version. @module */
export { applicationCallSite, callSite } from './call-site.ts';
export type { CallSite } from './call-site.ts';
export { captureStack } from './capture-stack.ts';
export {
  currentScope,
  enterOrigin,
  enterScope,
  enterTrace,
  runInTrace,
  runWithCaller,
  span,
  storedScope,
  trace,
} from './current.ts';
export type { TraceScope } from './current.ts';
export { escapeUnprintable } from './escape-unprintable.ts';
export { rememberFailedCall } from './failed-calls.ts';
export { hasProxy, readableError } from './has-proxy.ts';
export { LEVELS, Logger, createStoreErrorReporter, severity, getTraceId } from './logger.ts';
export type { LogOrigin, LogSink } from './logger.ts';
export { QueryCallers, callerIn, findCaller, findNearCaller, findOrigin, readPackageName } from './query-caller.ts';
export { namesOwnSource } from './own-source.ts';
export { claimRecording } from './recording-version.ts';
export { isRethrown, rethrown } from './rethrown.ts';
export { pathOfSource, readStackLine } from './stack-frame.ts';
export { clockTime, printable } from './terminal-text.ts';
export { createSpanId } from './trace-ids.ts';
export { MAX_ENTRIES, NullTrace, RequestTrace } from './trace.ts';
export type {
  Decision,
  DroppedKind,
  ListenerCall,
  LogLevel,
  LogRecord,
  Span,
  SpanKind,
  Trace,
  TraceOrigin,
  TracedContext,
} from './trace.ts';
export { beginQuery, tracedChunks, tracedQuery, tracedRows } from './traced-query.ts';
export type { DatabaseSystem } from './traced-query.ts';
