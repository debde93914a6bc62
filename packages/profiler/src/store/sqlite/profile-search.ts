import { getLease } from '../profile-token.ts';
import type { FoundProfiles, MatchCount, ProfileQuery, QueryTerm } from '../search/profile-query.ts';
import { matchCount } from '../search/profile-query.ts';
import { parseCursor } from '../search/search-cursor.ts';
import { SQLITE, visitorCondition } from '../sql/profile-query-sql.ts';
import type { Condition } from '../sql/profile-query-sql.ts';
import type { Row } from '../sql/profile-row.ts';
import { ProfileSearch } from '../sql/profile-search.ts';
import type { Counted, Place, SearchLimits, SearchRange } from '../sql/profile-search.ts';
import type { OpenStore } from './store-connection.ts';

/** Finds a page of profiles. The limits are the time that the search may block the event loop. */
export function findProfiles(store: OpenStore, query: ProfileQuery, limits: SearchLimits): FoundProfiles {
  const steps = new SqliteSearch(store, query, limits).find();
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value);
  return step.value ?? findProfiles(store, { ...query, cursor: undefined }, limits);
}

const SETTINGS = {
  dialect: SQLITE,
  lastSeq: Number.MAX_SAFE_INTEGER,
  paces: { columns: { size: 512, step: 4, largest: 20_000 }, data: { size: 64, step: 4, largest: 20_000 } },
};

class SqliteSearch extends ProfileSearch {
  readonly #store: OpenStore;
  readonly #path: AccessPath;

  constructor(store: OpenStore, query: ProfileQuery, limits: SearchLimits) {
    super(query, parseCursor(query.cursor), limits, SETTINGS);
    this.#store = store;
    this.#path = getAccessPath(query.terms);
  }

  protected findTime({ time, seq }: Place, descending: boolean, size: number): number | undefined {
    const { index, condition, parameters } = this.#path;
    const [beyond, direction] = descending ? ['<', 'desc'] : ['>', 'asc'];
    const sql = `select time from profiles indexed by ${index}
      where ${condition}(time, seq) ${beyond} (?, ?) order by time ${direction} limit 1 offset ?`;
    const row = this.#store.statement(sql).get(...parameters, time, seq, size);
    return row && Number(row['time']);
  }

  protected readRows(range: SearchRange, limit: number): Row[] {
    const { sql, parameters } = this.#from(range, this.pageCondition);
    const select = `select profiles.*, ${this.sortKey} ${sql} order by ${this.compiled.orderBy} limit ?`;
    return this.#store.database.prepare(select).all(...parameters, limit);
  }

  protected count(range: SearchRange): Counted {
    const { where, parameters: given } = this.compiled;
    const { sql, parameters } = this.#from(range, { sql: where, parameters: given });
    const select = `select count(*) as count, total(profiles.weight) as weight ${sql}`;
    const row = this.#store.database.prepare(select).get(...parameters);
    return { count: Number(row?.['count']), weight: Number(row?.['weight']) };
  }

  protected countAll(): MatchCount {
    const all = this.#store.number('select profiles from profile_counters');
    return matchCount(all, all + this.#store.number(NOT_KEPT), true);
  }

  #from({ after, upTo, descending }: SearchRange, given: Condition): Condition {
    const { index, condition, parameters } = this.#path;
    const [beyond, until] = descending ? ['<', '>='] : ['>', '<='];
    const data = this.compiled.needsData ? ' cross join profile_data on profile_data.seq = profiles.seq' : '';
    return {
      sql: `from profiles indexed by ${index}${data} where ${condition}profiles.time ${until} ?
        and (profiles.time, profiles.seq) ${beyond} (?, ?) and (${given.sql})`,
      parameters: [...parameters, upTo, after.time, after.seq, ...given.parameters],
    };
  }
}

// Only profiles that represent several requests are in its index.
const NOT_KEPT = 'select total(weight - 1) from profiles indexed by profiles_weight where weight > 1';

/** An index, and the condition of the profiles that it finds. */
interface AccessPath {
  readonly index: string;
  readonly condition: string;
  readonly parameters: readonly (string | number)[];
}

function getAccessPath(terms: readonly QueryTerm[]): AccessPath {
  for (const { field, operator, value, negated } of terms) {
    if (negated) continue;
    // SQLite uses a partial index only if the query repeats its condition.
    if (field === 'pinned' && value === true)
      return { index: 'profiles_pinned', condition: 'pinned = 1 and ', parameters: [] };
    if (field === 'visitor' && operator === 'starts') {
      const { sql, parameters } = visitorCondition('visitor', String(value));
      return { index: 'profiles_visitor', condition: `${sql} and `, parameters };
    }
    const lease = field === 'token' && operator === 'is' ? getLease(String(value).toLowerCase()) : undefined;
    if (lease !== undefined) {
      const condition = 'profiles.lease = ? and ';
      return { index: 'sqlite_autoindex_profiles_1', condition, parameters: [lease] };
    }
  }
  return { index: 'profiles_time', condition: '', parameters: [] };
}
