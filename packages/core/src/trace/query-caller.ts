import { captureStack } from './capture-stack.ts';
import { currentScope } from './current.ts';
import { namesOwnSource } from './own-source.ts';
import { pathOfSource, readStackLine } from './stack-frame.ts';
import type { StackFrame } from './stack-frame.ts';
import { Memo } from '../http/memo.ts';

/**
 * Finds the line of the application that ran a query. Capturing a stack takes longer than many queries, and the same
 * statement in the same span is nearly always run by the same line. So the stack is captured for the first executions and
 * then for every 64th, or always if the statement has more than one caller.
 */
export class QueryCallers {
  readonly #find: () => string | undefined;
  readonly #known = new Memo<Known[]>(MAX_KNOWN);

  /** @param find returns the caller from the stack */
  constructor(find: () => string | undefined = findCaller) {
    this.#find = find;
  }

  /**
   * @param sql the statement
   * @param within the name of the span that contains the query
   * @returns file and line; undefined if the stack contains no code of the application
   */
  of(sql: string, within: string): string | undefined {
    const known = this.#getKnown(sql, within);
    if (known === undefined) return this.#find();
    known.uses += 1;
    if (!known.varies && known.uses > FIRST && known.uses % EACH !== 0) return known.place;
    const location = this.#find();
    if (known.uses === 1) known.place = location;
    else if (location !== known.place) known.varies = true;
    return location;
  }

  // Returns undefined if the limits of the cache are reached.
  #getKnown(sql: string, within: string): Known | undefined {
    let all = this.#known.get(sql);
    if (all === undefined) {
      if (sql.length > MAX_KNOWN_LENGTH) return undefined;
      this.#known.set(sql, (all = []));
    }
    for (const element of all) if (element.within === within) return element;
    if (all.length >= MAX_SPANS || within.length > MAX_SPAN) return undefined;
    const known = { within, place: undefined, varies: false, uses: 0 };
    all.push(known);
    return known;
  }
}

interface Known {
  readonly within: string;
  place: string | undefined;
  /** Whether the statement has more than one caller. */
  varies: boolean;
  uses: number;
}

const MAX_KNOWN = 500;
const MAX_KNOWN_LENGTH = 2_000;
const MAX_SPANS = 16;
const MAX_SPAN = 200;
const FIRST = 16;
const EACH = 64;
const FRAMES = 14;
const MAX_FRAMES = 200;

/**
 * Returns file and line of the code that is being run for the application: the first frame of the stack outside of every
 * `node_modules`, else the first one of a package that is not a database library, such as an application that was installed
 * with npm. Async frames include the callers of `await`. If only they name the application, the call of a mapper is nearer.
 */
export function findCaller(): string | undefined {
  const site = captureSite();
  if (site !== undefined && !site.isDistant) return formatSite(site);
  return currentScope().origin ?? (site && formatSite(site));
}

/** Like {@link findCaller}, but only from the stack, and only if the code has called what is running. */
export function findNearCaller(): string | undefined {
  const site = captureSite();
  return site === undefined || site.isDistant ? undefined : formatSite(site);
}

/** Like {@link findCaller}, but only from the stack. */
export function findOrigin(): string | undefined {
  const site = captureSite();
  return site && formatSite(site);
}

/** Like {@link findOrigin}, for the stack of an error. */
export function callerIn(stack: string): string | undefined {
  const site = findSite(stack);
  return site && formatSite(site);
}

interface Site {
  readonly frame: StackFrame;
  /** Whether it is outside of `node_modules`. */
  readonly isApplication: boolean;
  /** Whether it only waits for the database libraries that are running. */
  readonly isDistant: boolean;
}

function captureSite(): Site | undefined {
  const stack = captureStack(FRAMES);
  const site = findSite(stack);
  const isComplete = site?.isApplication === true || countLines(stack) <= FRAMES;
  return isComplete ? site : findSite(captureStack(MAX_FRAMES));
}

function findSite(stack: string): Site | undefined {
  let dependency: Site | undefined;
  for (const line of stack.split('\n').slice(1)) {
    const frame = readStackLine(line);
    if (!frame || namesOwnSource(frame.source)) continue;
    const name = readPackageName(frame.source);
    const isDistant = dependency?.isDistant ?? ASYNC.test(line);
    if (name === undefined) return { frame, isApplication: true, isDistant };
    if (!isDatabasePackage(name)) dependency ??= { frame, isApplication: false, isDistant };
  }
  return dependency;
}

const ASYNC = /^\s*at async /;

/** Returns the name of the package that a file in `node_modules` belongs to; undefined for other files. */
export function readPackageName(source: string): string | undefined {
  const start = source.lastIndexOf(FOLDER) + FOLDER.length;
  if (start < FOLDER.length) return undefined;
  const [scope = '', name = ''] = source.slice(start).split('/', 2);
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

const FOLDER = '/node_modules/';

function countLines(text: string): number {
  let lines = 1;
  for (let position = text.indexOf('\n'); position >= 0; position = text.indexOf('\n', position + 1)) lines++;
  return lines;
}

function formatSite({ frame: { source, line, column } }: Site): string {
  const path = pathOfSource(source).replace(`${process.cwd()}/`, '');
  return copyText(column > MAX_WIDTH ? `${path}:${line}:${column}` : `${path}:${line}`);
}

// Lines that are longer were written by a program. Their source map needs the column.
const MAX_WIDTH = 200;

// A part of a string keeps the entire string in memory, here the text of the stack.
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/**
 * Returns whether a package sends queries for others: a driver, a pool, a query builder, an object-relational mapper, or a
 * helper of them. Their frames on a stack are never the origin of a query.
 *
 * @param name the name in its package.json
 */
function isDatabasePackage(name: string): boolean {
  return PACKAGES.has(name) || SCOPES.has(name.slice(0, name.indexOf('/')));
}

// Packages of databases and pools. Those from bluebird on only call functions of their users.
const PACKAGES: ReadonlySet<string> = new Set(
  `pg pg-pool pg-cursor pg-query-stream pg-native pg-promise pg-protocol pg-minify spex postgres slonik massive mysql
  mysql2 promise-mysql mariadb sqlstring sql-escaper sqlite3 sqlite better-sqlite3 libsql sql.js tedious mssql
  oracledb cassandra-driver knex kysely drizzle-orm sequelize sequelize-typescript typeorm objection bookshelf
  waterline waterline-sql-builder machinepack-mysql machinepack-postgresql sails-mysql sails-postgresql mongodb
  mongodb-core mongoose mquery kareem mpath monk redis ioredis standard-as-callback redis-parser cluster-key-slot
  handy-redis generic-pool tarn sequelize-pool retry-as-promised named-placeholders denque lru-cache bluebird async
  dataloader fastq p-queue p-limit p-map bottleneck tslib rxjs core-js regenerator-runtime reflect-metadata zone.js
  cls-hooked eventemitter3 next-tick`.split(/\s+/),
);

const SCOPES: ReadonlySet<string> = new Set([
  '@prisma',
  '@libsql',
  '@mikro-orm',
  '@neondatabase',
  '@planetscale',
  '@redis',
  '@sequelize',
  '@vlcn.io',
  '@electric-sql',
  '@kysely',
  '@databases',
  '@babel',
  '@swc',
]);
