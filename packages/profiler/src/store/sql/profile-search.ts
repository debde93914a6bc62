import { performance } from 'oriel-core/builtins';
import type { MaybePromise } from 'oriel-core/http';
import { comparePlaces, toCursorPage } from '../search/search-cursor.ts';
import type { Cursor, CursorPlace } from '../search/search-cursor.ts';
import { matchCount } from '../search/profile-query.ts';
import type { FoundProfiles, MatchCount, ProfileQuery, QueryTerm } from '../search/profile-query.ts';
import { compileProfileQuery, sortColumn } from './profile-query-sql.ts';
import type { CompiledQuery, Condition, SqlDialect } from './profile-query-sql.ts';
import { toSummary } from './profile-row.ts';
import type { Row } from './profile-row.ts';

/** Milliseconds that a search may take. */
export interface SearchLimits {
  /** For finding the profiles of the page. */
  readonly finding: number;
  /** For counting the matches that are not on the page. */
  readonly counting: number;
}

/** What searches of a database have in common. */
export interface SearchSettings {
  readonly dialect: SqlDialect;
  /** The highest value of the column that orders profiles of the same time. */
  readonly lastSeq: number;
  /** The pace of a search that reads the columns of profiles only, and of one that reads their data as well. */
  readonly paces: { readonly columns: Pace; readonly data: Pace };
}

/** How many profiles a search reads before it checks the clock: about as many as take `step` milliseconds. */
interface Pace {
  /** The number of the first step. */
  readonly size: number;
  readonly step: number;
  readonly largest: number;
}

/** A place in the order of time. */
export interface Place {
  readonly time: number;
  readonly seq: number;
}

/** Profiles that a search reads in one statement. A statement is not interrupted, so ranges are short. */
export interface SearchRange {
  readonly after: Place;
  /** A time; all profiles of that time belong to the range. */
  readonly upTo: number;
  readonly descending: boolean;
  /** Where the next range begins; undefined for the last. */
  readonly next: Place | undefined;
}

/** A number of profiles, and of the requests that they represent. */
export interface Counted {
  readonly count: number;
  readonly weight: number;
}

/** The steps of a search: it yields the answers of the database, at once or as promises, and continues with their values. */
export type SearchSteps<Result> = Generator<unknown, Result, unknown>;

/**
 * Finds a page of profiles, range by range in the order of time. A search that reaches its time limit returns what it found, and a cursor
 * to continue.
 */
export abstract class ProfileSearch {
  protected readonly query: ProfileQuery;
  protected readonly compiled: CompiledQuery;
  /** The condition of the rows of the page, which follow the cursor. */
  protected readonly pageCondition: Condition;
  /** What profiles are sorted by, as a column. */
  protected readonly sortKey: string;
  readonly #cursor: Cursor | undefined;
  /** The direction of reading, which a cursor of a previous page reverses. */
  readonly #descending: boolean;
  readonly #limits: SearchLimits;
  readonly #order: string;
  readonly #lastSeq: number;
  readonly #from: number;
  readonly #to: number;
  readonly #began = performance.now();
  readonly #pace: Pace;
  #size: number;
  #paced: number | undefined;

  constructor(
    query: ProfileQuery,
    cursor: Cursor | undefined,
    limits: SearchLimits,
    { dialect, lastSeq, paces }: SearchSettings,
  ) {
    const { by } = query.sort;
    this.query = query;
    this.#cursor = cursor;
    this.#descending = query.sort.descending !== (cursor?.isBackwards ?? false);
    this.compiled = compileProfileQuery({ ...query, sort: { by, descending: this.#descending } }, dialect);
    this.#limits = limits;
    this.#order = dialect.order;
    this.#lastSeq = lastSeq;
    this.#pace = this.compiled.needsData ? paces.data : paces.columns;
    this.#size = this.#pace.size;
    [this.#from, this.#to] = getTimeRange(query.terms);
    const key = sortColumn(by);
    this.sortKey = `${key} as sort_key`;
    const { where: sql, parameters } = this.compiled;
    const after = ` and (${key}, profiles.${dialect.order}) ${this.#descending ? '<' : '>'} (?, ?)`;
    this.pageCondition =
      cursor === undefined || by === 'time'
        ? { sql, parameters }
        : { sql: sql + after, parameters: [...parameters, cursor.key, cursor.seq] };
  }

  /** Returns the time of the profile that is `size` profiles behind a place; undefined if there are fewer. */
  protected abstract findTime(after: Place, descending: boolean, size: number): MaybePromise<number | undefined>;
  protected abstract readRows(range: SearchRange, limit: number): MaybePromise<Row[]>;
  protected abstract count(range: SearchRange): MaybePromise<Counted>;
  /** Counts the profiles of the store. */
  protected abstract countAll(): MaybePromise<MatchCount>;

  /** Returns undefined if fewer rows than a page precede the cursor of a previous page: then the first page is the result. */
  find(): SearchSteps<FoundProfiles | undefined> {
    return this.query.sort.by === 'time' ? this.#findByTime() : this.#findByOtherColumn();
  }

  *#findByTime(): SearchSteps<FoundProfiles | undefined> {
    const { limit } = this.query;
    const rows: Row[] = [];
    let stopped: Place | undefined;
    let after: Place | undefined = this.#cursor
      ? { time: Number(this.#cursor.key), seq: this.#cursor.seq }
      : this.#start(this.#descending);
    while (after !== undefined && rows.length <= limit && stopped === undefined) {
      const range: SearchRange = yield* this.#range(after, this.#descending);
      rows.push(...(yield* wait(this.readRows(range, limit + 1 - rows.length))));
      after = range.next;
      if (rows.length <= limit && this.#elapsed > this.#limits.finding) stopped = after;
    }
    if (this.#isFirstPage(rows, stopped)) return undefined;
    const counted = this.#countUpTo(rows);
    const last = this.#cursor?.isBackwards ? rows[0] : rows[limit];
    const matched = last
      ? yield* this.#countMatches(last, counted)
      : matchCount(counted.count, counted.weight, stopped === undefined);
    const page = this.#page(rows, matched, stopped);
    return stopped === undefined || page.isReadBackwards ? page : { ...page, lookedBackTo: stopped.time };
  }

  // Without an index for the order, all profiles are read, the newest first, as long as time allows.
  *#findByOtherColumn(): SearchSteps<FoundProfiles | undefined> {
    const { limit } = this.query;
    const direction = this.#descending ? -1 : 1;
    let rows: Row[] = [];
    let [count, weight] = [0, 0];
    let stopped: Place | undefined;
    let after: Place | undefined = this.#start(true);
    while (after !== undefined && stopped === undefined) {
      const range: SearchRange = yield* this.#range(after, true);
      const found = yield* wait(this.count(range));
      count += found.count;
      weight += found.weight;
      rows = [...rows, ...(yield* wait(this.readRows(range, limit + 1)))];
      rows = rows.sort((a, b) => direction * comparePlaces(this.#getPlace(a), this.#getPlace(b))).slice(0, limit + 1);
      after = range.next;
      if (this.#elapsed > this.#limits.finding) stopped = after;
    }
    if (this.#isFirstPage(rows, stopped)) return undefined;
    const page = this.#page(rows, matchCount(count, weight, stopped === undefined));
    return { ...page, lookedBackTo: stopped?.time };
  }

  #isFirstPage(rows: readonly Row[], stopped: Place | undefined): boolean {
    return this.#cursor?.isBackwards === true && rows.length <= this.query.limit && stopped === undefined;
  }

  #page(rows: readonly Row[], matched: MatchCount, stopped?: Place): FoundProfiles {
    const { shown, ...cursors } = toCursorPage({
      rows,
      cursor: this.#cursor,
      limit: this.query.limit,
      getPlace: (row) => this.#getPlace(row),
      getWeight: (row) => Number(row['weight']),
      descending: this.query.sort.descending,
      stopped: stopped && { key: stopped.time, seq: stopped.seq },
    });
    return { rows: shown.map(toSummary), matched, ...cursors, lookedBackTo: undefined };
  }

  #getPlace(row: Row): CursorPlace {
    return { key: row['sort_key'] as string | number, seq: Number(row[this.#order]) };
  }

  // Counts the profiles of the previous pages and of this one.
  #countUpTo(rows: readonly Row[]): Counted {
    const { before = 0, weight = 0, isBackwards } = this.#cursor ?? {};
    if (isBackwards) return { count: before, weight };
    return { count: before + rows.length, weight: rows.reduce((sum, row) => sum + Number(row['weight']), weight) };
  }

  *#countMatches(last: Row, counted: Counted): SearchSteps<MatchCount> {
    if (this.query.terms.length === 0) return yield* wait(this.countAll());
    let { count, weight } = counted;
    let after: Place | undefined = { time: Number(last['time']), seq: Number(last[this.#order]) };
    while (after !== undefined) {
      if (this.#elapsed >= this.#limits.counting) return matchCount(count, weight, false);
      const range: SearchRange = yield* this.#range(after, this.query.sort.descending);
      const found = yield* wait(this.count(range));
      count += found.count;
      weight += found.weight;
      after = range.next;
    }
    return matchCount(count, weight, true);
  }

  #start(descending: boolean): Place {
    return descending ? { time: this.#to, seq: this.#lastSeq } : { time: this.#from, seq: -1 };
  }

  *#range(after: Place, descending: boolean): SearchSteps<SearchRange> {
    const end = descending ? this.#from : this.#to;
    const time = yield* wait(this.findTime(after, descending, this.#nextSize()));
    if (time === undefined || (descending ? time <= end : time >= end))
      return { after, upTo: end, descending, next: undefined };
    return { after, upTo: time, descending, next: { time, seq: descending ? -1 : this.#lastSeq } };
  }

  #nextSize(): number {
    const now = performance.now();
    if (this.#paced !== undefined) {
      const factor = Math.min(4, this.#pace.step / Math.max(now - this.#paced, 0.1));
      this.#size = Math.max(SMALLEST, Math.min(this.#pace.largest, Math.round(this.#size * factor)));
    }
    this.#paced = now;
    return this.#size;
  }

  get #elapsed(): number {
    return performance.now() - this.#began;
  }
}

function* wait<Value>(answer: MaybePromise<Value>): SearchSteps<Value> {
  return (yield answer) as Value;
}

const SMALLEST = 16;
const FOREVER = 1e15;

type TimeRange = readonly [from: number, to: number];

// Returns the times between which the profiles of a query can be.
function getTimeRange(terms: readonly QueryTerm[]): TimeRange {
  const ranges = terms.filter(({ field, negated }) => field === 'time' && !negated).flatMap(getRange);
  return [Math.max(-FOREVER, ...ranges.map(([from]) => from)), Math.min(FOREVER, ...ranges.map(([, to]) => to))];
}

// Both ends may lie a little outside, because the condition of the query applies as well.
function getRange({ operator, value, to }: QueryTerm): TimeRange[] {
  if (typeof value !== 'number') return [];
  if (operator === 'is') return [[value, value]];
  if (operator === 'between') return [[value, to ?? value]];
  if (operator === 'at-least' || operator === 'more-than') return [[value, FOREVER]];
  if (operator === 'at-most' || operator === 'less-than') return [[-FOREVER, value]];
  return [];
}
