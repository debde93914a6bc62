import { getQueries } from '../record/findings/queries.ts';
import { addShapes } from '../record/findings/same-statements.ts';
import type { Profile } from '../profile/profile.ts';
import { toList } from '../profile/recorded-values.ts';

/** A query of a database. */
export interface RecordedQuery {
  readonly sql: string;
  /** The statement without its values, comments and layout. */
  readonly shape: string;
  readonly parameters: readonly unknown[];
  readonly rows: number | undefined;
  /** The file and line of the application, such as `src/orders.ts:41`. */
  readonly caller: string | undefined;
  readonly error: string | undefined;
  /** The token of the request; undefined outside of requests. */
  readonly token: string | undefined;
}

/** An outgoing call of a request. */
export interface RecordedCall {
  readonly method: string;
  readonly url: string;
  /** Undefined if the call failed. */
  readonly status: number | undefined;
  readonly caller: string | undefined;
  readonly token: string;
}

/** Returns the queries of a profile in their order. */
export function listQueries({ data }: Profile, token: string | undefined): readonly RecordedQuery[] {
  return addShapes(getQueries(toList(data.spans))).map(({ sql, shape, parameters, rows, caller, error }) => ({
    sql,
    shape: shape.text,
    parameters,
    rows,
    caller,
    error,
    token,
  }));
}

/** Returns the outgoing calls of a profile in their order. */
export function listCalls({ summary, data }: Profile): readonly RecordedCall[] {
  return toList(data.spans)
    .filter(({ kind }) => kind === 'http')
    .map(({ name, details }) => {
      const { method, url, status, caller } = details ?? {};
      return {
        method: typeof method === 'string' ? method : '',
        url: typeof url === 'string' ? url : name,
        status: typeof status === 'number' ? status : undefined,
        caller: typeof caller === 'string' ? caller : undefined,
        token: summary.token,
      };
    });
}
