import { createHash } from 'node:crypto';
import { JSON } from 'oriel-core/builtins';
import { Memo } from 'oriel-core/http';
import { MASK } from 'oriel-core/redaction';
import { sumDurations } from './queries.ts';
import type { Query } from './queries.ts';
import { changesData, changesRows, changesSchema, readsData, readsTables } from './statement-kind.ts';
import { isMySql, parseStatementShape } from './statement-shape.ts';
import type { StatementShape } from './statement-shape.ts';

/** A query with the shape of its statement. */
export interface ShapedQuery extends Query {
  readonly shape: StatementShape;
}

/** Queries of the same statement: with the same shape and the same caller, whatever their values are. */
export interface SameStatements {
  readonly queries: readonly ShapedQuery[];
  readonly time: number;
  /** `n1`: one query for each row of another query; `write-loop`: one statement for each row that is written. */
  readonly loop: 'n1' | 'write-loop' | undefined;
  /** The query whose rows caused one query each, if it is known. */
  readonly parent: ShapedQuery | undefined;
}

/** Adds the shapes of the statements. @param shapes those that are known, by a key of their statement; new ones are added */
export function addShapes(queries: readonly Query[], shapes: KnownShapes = KNOWN): ShapedQuery[] {
  return queries.map((query) => {
    const { sql, system } = query;
    const key = createKey(isMySql(system) ? `mysql ${sql}` : sql);
    const known = shapes.get(key);
    const shape = known ?? parseStatementShape(sql, system);
    if (known === undefined) shapes.set(key, shape);
    return { ...query, shape };
  });
}

interface KnownShapes {
  get(key: string): StatementShape | undefined;
  set(key: string, shape: StatementShape): unknown;
}

// Requests repeat statements.
const KNOWN = new Memo<StatementShape>(500);

/**
 * Groups the queries of a request by their statement: findings, the Database panel and comparisons use the same groups.
 *
 * @returns the groups of two or more queries, the one with the longest total time first
 */
export function groupSameStatements(queries: readonly ShapedQuery[]): SameStatements[] {
  const groups = Map.groupBy(queries.keys(), (index) => {
    const { shape, caller } = queries[index]!;
    return createKey(`${caller ?? ''} ${shape.text}`);
  });
  const schemaChanges = countSchemaChanges(queries);
  return [...groups.values()]
    .filter((indexes) => indexes.length > 1)
    .map((indexes) => {
      const group = indexes.map((index) => queries[index]!);
      const [first, last] = [indexes[0]!, indexes.at(-1)!];
      // A migration.
      const isSchemaChanged = schemaChanges[first] !== schemaChanges[last];
      const parent = isSchemaChanged || !mayBeNPlusOne(group) ? undefined : findParent(group, queries, first);
      const loop = isSchemaChanged ? undefined : findLoop(group, parent);
      return { queries: group, time: sumDurations(group), loop, parent: loop === 'n1' ? parent : undefined };
    })
    .toSorted((a, b) => b.time - a.time || b.queries.length - a.queries.length);
}

const MIN_READS = 5;
const MIN_WRITES = 10;
// A list of so many values is a part of a longer one.
const MIN_CHUNK = 20;
const MAX_SEARCHED_PARENTS = 200;

/** Returns whether queries have the same parameters; undefined if these are unknown. */
export function haveEqualParameters(queries: readonly Query[]): boolean | undefined {
  const [first] = queries;
  const expected = readParameters(first!);
  if (expected === undefined) return undefined;
  return queries.every((query) => readParameters(query) === expected);
}

/** Returns the statement with its parameters as a key; undefined if a parameter is masked or was not recorded. */
export function readParameters({ sql, parameters }: Query): string | undefined {
  if (parameters.length === 0 && /[?$]/.test(sql)) return undefined;
  const key = JSON.stringify([sql, parameters]);
  return key.includes(MASK) ? undefined : createKey(key);
}

/**
 * Returns a key of a map for a text. The hash that V8 computes of a text of more than 16,383 characters is its length, so that maps
 * with such keys compare all of them.
 */
export function createKey(text: string): string {
  return text.length < 1_000 ? text : createHash('sha1').update(text).digest('hex');
}

// The number of statements before each query that change the schema.
function countSchemaChanges(queries: readonly ShapedQuery[]): readonly number[] {
  let count = 0;
  return queries.map(({ shape }) => (changesSchema(shape.text) ? ++count : count));
}

function mayBeNPlusOne(group: readonly ShapedQuery[]): boolean {
  const { text } = group[0]!.shape;
  return group.length >= MIN_READS && readsTables(text) && !changesData(text) && !isMostly(group, isChunk);
}

function findLoop(group: readonly ShapedQuery[], parent: ShapedQuery | undefined): SameStatements['loop'] {
  // Distinct parameters are not required, because foreign keys have few values: two of five are enough. The same query again is N+1 only
  // if there is one for each row: several rows may refer to the same one.
  if (mayBeNPlusOne(group))
    return haveEqualParameters(group) === true && parent?.rows !== group.length ? undefined : 'n1';
  if (group.length < MIN_WRITES || !changesRows(group[0]!.shape.text)) return undefined;
  return isMostly(group, isBatch) ? undefined : 'write-loop';
}

function isMostly<T>(list: readonly T[], check: (element: T) => boolean): boolean {
  return list.filter(check).length * 2 >= list.length;
}

function isChunk({ shape, parameters }: ShapedQuery): boolean {
  return (
    shape.longestList >= MIN_CHUNK ||
    parameters.some((parameter) => Array.isArray(parameter) && parameter.length >= MIN_CHUNK)
  );
}

// MySQL counts two rows for one that is inserted or updated.
function isBatch(query: ShapedQuery): boolean {
  const { shape, rows = 1 } = query;
  if (/^[^(]*\binsert\b|^(?:replace|merge)\b/.test(shape.text)) return shape.rows > 1 || rows > 2;
  return isChunk(query);
}

// The last earlier query with as many rows, else with more or an unknown number of rows.
function findParent(
  group: readonly ShapedQuery[],
  queries: readonly ShapedQuery[],
  first: number,
): ShapedQuery | undefined {
  const { text } = group[0]!.shape;
  const before = queries
    .slice(Math.max(0, first - MAX_SEARCHED_PARENTS), first)
    .filter(({ shape }) => shape.text !== text && readsData(shape.text));
  return (
    before.findLast(({ rows }) => rows === group.length) ??
    before.findLast(({ rows }) => rows === undefined || rows > group.length)
  );
}
