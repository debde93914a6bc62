import type { ProfileQuery, SortKey } from '../../search/profile-query.ts';
import type { ProfileSummary } from '../../profile.ts';
import { fromProfileToken } from '../profile-token.ts';
import { matchesProfile, needsData } from '../../search/query-match.ts';
import type { StoreAccess } from './sql-profile-access.ts';
import { dataIn, readBatch, summariesOf } from './sql-profile-batch.ts';
import { batchesOf, loadBatch } from './sql-profile-batches.ts';
import type { BatchHead } from './sql-profile-batches.ts';
import type { Cursor } from './sql-profile-cursor.ts';
import { DataQuestion } from './sql-profile-data.ts';
import { LAST, orderOf } from './sql-profile-found.ts';
import type { FoundPart, FoundRow, Place, SearchLimits } from './sql-profile-found.ts';
import { textsOf } from './sql-profile-texts.ts';

/**
 * Searches the profiles that are kept in batches: there are some ten thousand at most, so all of them are asked, batch by
 * batch. What a batch has in its columns is remembered until it goes.
 */
export class BatchSearch {
  readonly #store: StoreAccess;
  readonly #query: ProfileQuery;
  readonly #cursor: Cursor | undefined;
  readonly #limits: SearchLimits;
  readonly #matches: (summary: ProfileSummary) => boolean;
  readonly #questions: readonly { readonly of: DataQuestion; readonly negated: boolean }[];
  readonly #order: (a: Place, b: Place) => number;

  constructor(store: StoreAccess, query: ProfileQuery, cursor: Cursor | undefined, limits: SearchLimits) {
    this.#store = store;
    this.#query = query;
    this.#cursor = cursor;
    this.#limits = limits;
    const matches = matchesProfile({ terms: query.terms.filter((term) => !needsData(term)) });
    this.#matches = (summary) => matches(summary, undefined);
    // No list grows during a search, and asking the store for each profile took longer than looking through it.
    const known = new Map<string, readonly string[]>();
    const textsNow = (id: string): readonly string[] => {
      let texts = known.get(id);
      if (texts === undefined) known.set(id, (texts = textsOf(store, id)));
      return texts;
    };
    this.#questions = query.terms.filter(needsData).map((term) => ({
      of: new DataQuestion({ ...term, negated: false }, textsNow),
      negated: term.negated,
    }));
    this.#order = orderOf(query.sort);
  }

  inOrderOfTime(): FoundPart {
    const { limit, sort, terms } = this.#query;
    const edgeOf = ({ newest, oldest }: BatchHead): number => (sort.descending ? newest : oldest);
    const batches = this.#batches(sort.descending).filter((head) => this.#reaches(head));
    const rows: FoundRow[] = [];
    let count = 0;
    let at = 0;
    let enough = false;
    // Batches overlap: whoever took long is among those that were faster. Certain is what lies before the next batch.
    for (; at < batches.length && !enough; at++) {
      rows.push(...this.#found(batches[at]!));
      const edge = at + 1 < batches.length ? edgeOf(batches[at + 1]!) : undefined;
      if (edge === undefined) continue;
      enough = rows.length > limit && rows.filter(({ key }) => isBefore(key, edge, sort.descending)).length > limit;
      const isUp = !enough && this.#elapsed > this.#limits.finding && edge !== edgeOf(batches[0]!);
      if (isUp)
        return { ...this.#part(rows, rows.length, false), stopped: { time: edge, seq: sort.descending ? LAST : -1 } };
    }
    count = rows.length;
    for (; terms.length > 0 && at < batches.length && this.#elapsed < this.#limits.counting; at++)
      count += this.#found(batches[at]!).length;
    return this.#part(rows, count, terms.length === 0 || at === batches.length);
  }

  inOrderOfAnother(): FoundPart {
    const batches = this.#batches(true);
    const rows: FoundRow[] = [];
    let count = 0;
    for (const [at, head] of batches.entries()) {
      const found = this.#rows(head);
      count += found.length;
      rows.push(...found.filter((row) => this.#isBehindCursor(row)));
      const next = batches[at + 1];
      if (next && this.#elapsed > this.#limits.finding)
        return { ...this.#part(rows, count, false), stopped: { time: next.newest, seq: LAST } };
    }
    return this.#part(rows, count, true);
  }

  #part(rows: FoundRow[], count: number, exact: boolean): FoundPart {
    return { rows: rows.sort(this.#order), count, exact, stopped: undefined };
  }

  get #elapsed(): number {
    return performance.now() - this.#limits.began;
  }

  #batches(descending: boolean): BatchHead[] {
    const batches = batchesOf(this.#store);
    const there = new Set(batches.map(({ first }) => first));
    for (const first of this.#store.batches.keys()) if (!there.has(first)) this.#store.batches.delete(first);
    return batches.sort((a, b) => (descending ? b.newest - a.newest : a.oldest - b.oldest));
  }

  /** Does the batch reach behind the cursor, in order of time? */
  #reaches({ oldest, newest }: BatchHead): boolean {
    if (this.#cursor === undefined) return true;
    const key = Number(this.#cursor.key);
    return this.#query.sort.descending ? oldest <= key : newest >= key;
  }

  #found(head: BatchHead): FoundRow[] {
    return this.#rows(head).filter((row) => this.#isBehindCursor(row));
  }

  #isBehindCursor(row: FoundRow): boolean {
    return this.#cursor === undefined || this.#order(row, this.#cursor) > 0;
  }

  #rows(head: BatchHead): FoundRow[] {
    const rows: FoundRow[] = [];
    const { by } = this.#query.sort;
    const summaries = this.#summaries(head.first);
    for (let i = head.skipped; i < summaries.length; i++) {
      const summary = summaries[i]!;
      if (this.#matches(summary)) rows.push({ key: sortKey(summary, by), seq: head.first + i, summary });
    }
    return this.#questions.length === 0 || rows.length === 0 ? rows : this.#holding(head.first, rows);
  }

  #holding(first: number, rows: readonly FoundRow[]): FoundRow[] {
    const loaded = loadBatch(this.#store, first);
    if (!loaded) return [];
    return rows.filter(({ seq }) => {
      const data = dataIn(loaded.batch, loaded.data, seq - first);
      return this.#questions.every(({ of, negated }) => of.holds(data) !== negated);
    });
  }

  #summaries(first: number): readonly ProfileSummary[] {
    let known = this.#store.batches.get(first);
    if (known === undefined) {
      const row = this.#store.statement('select columns from profile_batch_data where first = ?').get(first);
      known = row ? summariesOf(readBatch(String(row['columns']))) : [];
      this.#store.batches.set(first, known);
    }
    return known;
  }
}

function isBefore(key: string | number, edge: number, descending: boolean): boolean {
  return descending ? Number(key) > edge : Number(key) < edge;
}

function sortKey(summary: ProfileSummary, by: SortKey): string | number {
  return by === 'token' ? (fromProfileToken(summary.token) ?? 0) : (summary[by] ?? '');
}
