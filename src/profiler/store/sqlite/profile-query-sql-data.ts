import type { QueryTerm } from '../../search/profile-query.ts';
import type { Condition } from './profile-query-sql.ts';

/** A term on what only the data of a profile tells; see `defineDataTerms`. */
export function compileDataTerm(term: QueryTerm): Condition {
  return { sql: 'profile_holds(profile_data.data, ?)', parameters: [JSON.stringify({ ...term, negated: false })] };
}
