import { Memo } from '../../core/http/memo.ts';

/**
 * Where in the application a query was asked for. To walk the stack and write it down takes 12 µs, more than many a query, and the
 * same statement in the same span nearly always comes from the same place. So the first of them are looked at, then each
 * sixty-fourth; where they ever come from two places, all are.
 */
export class QueryCallers {
  readonly #find: () => string | undefined;
  readonly #known = new Memo<Known[]>(MOST_KNOWN);

  /** @param find looks at the stack */
  constructor(find: () => string | undefined = findCaller) {
    this.#find = find;
  }

  /**
   * @param sql the statement
   * @param within the name of the span it is asked in
   * @returns file and line; undefined when the application is not on the stack
   */
  of(sql: string, within: string): string | undefined {
    const known = this.#knownOf(sql, within);
    if (known === undefined) return this.#find();
    known.uses += 1;
    if (!known.varies && known.uses > FIRST && known.uses % EACH !== 0) return known.place;
    const place = this.#find();
    if (known.uses === 1) known.place = place;
    else if (place !== known.place) known.varies = true;
    return place;
  }

  // Undefined where there is no room to know more.
  #knownOf(sql: string, within: string): Known | undefined {
    let all = this.#known.get(sql);
    if (all === undefined) {
      if (sql.length > LONGEST_KNOWN) return undefined;
      this.#known.set(sql, (all = []));
    }
    for (const each of all) if (each.within === within) return each;
    if (all.length >= MOST_SPANS || within.length > LONGEST_SPAN) return undefined;
    const known = { within, place: undefined, varies: false, uses: 0 };
    all.push(known);
    return known;
  }
}

interface Known {
  readonly within: string;
  place: string | undefined;
  /** Did they come from two places? */
  varies: boolean;
  uses: number;
}

const MOST_KNOWN = 500;
const LONGEST_KNOWN = 2_000;
const MOST_SPANS = 16;
const LONGEST_SPAN = 200;
const FIRST = 16;
const EACH = 64;
const FRAMES = 24;
const OWN_FOLDER = new URL('../../', import.meta.url).href;

// The first frame that is neither Oriel's, nor a dependency's, nor Node's: async frames reach through `await`.
function findCaller(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  // An application may have it told in a way of its own, which need not be text.
  const stack = String(new Error().stack);
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n').slice(2)) {
    const place = /(?:\(|at (?:async )?)((?:file:\/\/|\/)[^()]+:\d+:\d+)\)?$/.exec(line)?.[1];
    if (place === undefined || place.includes('/node_modules/') || place.startsWith(OWN_FOLDER)) continue;
    return place.replace('file://', '').replace(`${process.cwd()}/`, '').replace(/:\d+$/, '');
  }
  return undefined;
}
