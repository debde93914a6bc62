/** Internal values of the packages of Oriel: `oriel-core/trace`. They may change in any version. @module */
export * from './call-site.ts';
export * from './capture-stack.ts';
export * from './current.ts';
export * from './escape-unprintable.ts';
export { rememberFailedCall } from './failed-calls.ts';
export * from './has-proxy.ts';
export * from './logger.ts';
export * from './query-caller.ts';
export * from './own-source.ts';
export * from './recording-version.ts';
export * from './rethrown.ts';
export { pathOfSource, readStackLine } from './stack-frame.ts';
export * from './terminal-text.ts';
export { createSpanId } from './trace-ids.ts';
export * from './trace.ts';
export * from './traced-query.ts';
