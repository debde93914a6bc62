/** Internal values of the packages of Oriel: `oriel-core/cli`. They may change in any version. @module */
export { explainListen, readAddress } from './address.ts';
export type { Address } from './address.ts';
export { alignColumns } from './align-columns.ts';
export { UsageError, defineCommand, readDuration, suggest } from './command.ts';
export type { Command, HelpLine } from './command.ts';
export { readVersion, runCommandLine } from './run-command-line.ts';
export { LoadError, shorten } from './load-error.ts';
export { count, print, printError, printJson, style } from './print.ts';
export { detectEncoding, quoteForShell } from './shell-quoting.ts';
export type { Piece } from './shell-quoting.ts';
