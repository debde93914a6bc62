import { currentScope, enterOrigin, findNearCaller, findOrigin } from 'oriel-core/trace';
import type { LibraryWatch, Observers } from '../loading/library-watch.ts';

/**
 * Remembers the line of the application that called an object-relational mapper. The mapper sends its queries after it has
 * waited, where the stack has no code of the application if that used `.then()`. The calls are inserted into the methods
 * themselves, so no frame is added to stacks and no method is replaced.
 */
export const MAPPER_LIBRARIES: readonly LibraryWatch[] = [
  mapper('sequelize', [6], '6.37', {
    'lib/model.js': /^(?:static )?async [a-z]\w*\(.*\{$/,
    'lib/sequelize.js': /^async query\(.*\{$/,
  }),
  mapper('typeorm', [0, 1], '0.3, 1.0', {
    ...getFiles('query-builder', ['Select', 'Insert', 'Update', 'Delete', 'SoftDelete']),
    'persistence/EntityPersistExecutor.js': /^(?:async )?execute\(.*\{$/,
    'entity-manager/EntityManager.js': /^async query\(.*\{$/,
  }),
  mapper('kysely', [0], '0.28', {
    'dist/cjs/query-executor/query-executor-base.js': /^async \*?(?:executeQuery|stream)\(.*\{$/,
    'dist/esm/query-executor/query-executor-base.js': /^async \*?(?:executeQuery|stream)\(.*\{$/,
  }),
  mapper('mongoose', [8, 9], '8.24, 9.12', {
    'lib/query.js': /^Query\.prototype\.exec = async function exec\(.*\{$/,
    'lib/aggregate.js': /^Aggregate\.prototype\.exec = async function exec\(.*\{$/,
    'lib/model.js': /^Model\.(?:prototype\.)?[a-z]\w* = async function [a-z]\w*\(.*\{$/,
  }),
];

function mapper(
  name: string,
  majors: readonly number[],
  tested: string,
  files: Readonly<Record<string, RegExp>>,
): LibraryWatch<unknown> {
  const calls = Object.entries(files).map(([file, line]) => {
    return [file, [{ line, call: name === 'mongoose' ? 'start()' : 'enter()' }]] as const;
  });
  return { name, majors, tested, files: Object.fromEntries(calls), watch: () => OBSERVERS };
}

function getFiles(folder: string, names: readonly string[]): Record<string, RegExp> {
  const method = /^async (?:execute|stream|get(?:Raw\w+|One|Many|Count|Exists|ManyAndCount))\(.*\{$/;
  return Object.fromEntries(names.map((name) => [`${folder}/${name}QueryBuilder.js`, method]));
}

const OBSERVERS: Observers = {
  /** A method that the application calls, or another method of the mapper. */
  enter(): void {
    const origin = currentScope().trace.recording ? findNearCaller() : undefined;
    if (origin !== undefined) enterOrigin(origin);
  },
  /** The start of a query, which `await` calls where no code of the application is running. */
  start(): void {
    if (currentScope().trace.recording) enterOrigin(findOrigin());
  },
};
