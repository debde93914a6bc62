/** Internal values of the packages of Oriel: `oriel-core/cli`. They may change in any version. @module */
export * from './address.ts';
export * from './align-columns.ts';
export { UsageError, defineCommand, readDuration, suggest } from './command.ts';
export type { Command, HelpLine } from './command.ts';
export { readVersion, runCommandLine } from './run-command-line.ts';
export * from './load-error.ts';
export * from './print.ts';
export { detectEncoding, quoteForShell } from './shell-quoting.ts';
export type { Piece } from './shell-quoting.ts';
