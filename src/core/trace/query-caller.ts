import { captureStack } from './capture-stack.ts';
import { pathOfSource, readStackLine } from './stack-frame.ts';
import { Memo } from '../http/memo.ts';

/**
 * Finds the line of the application that ran a query. Capturing a stack takes longer than many queries, and the same
 * statement in the same span is nearly always run by the same line. So the stack is captured for the first executions and
 * then for every 64th, or always if the statement has more than one caller.
 */
export class QueryCallers {
  readonly #find: () => string | undefined;
  readonly #known = new Memo<Known[]>(MOST_KNOWN);

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
    const known = this.#knownOf(sql, within);
    if (known === undefined) return this.#find();
    known.uses += 1;
    if (!known.varies && known.uses > FIRST && known.uses % EACH !== 0) return known.place;
    const place = this.#find();
    if (known.uses === 1) known.place = place;
    else if (place !== known.place) known.varies = true;
    return place;
  }

  // Returns undefined if the limits of the cache are reached.
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
  /** Whether the statement has more than one caller. */
  varies: boolean;
  uses: number;
}

const MOST_KNOWN = 500;
const LONGEST_KNOWN = 2_000;
const MOST_SPANS = 16;
const LONGEST_SPAN = 200;
const FIRST = 16;
const EACH = 64;
const FRAMES = 32;
const OWN_FOLDER = new URL('../..', import.meta.url).href;

/** Returns the first frame outside Oriel, dependencies and Node.js. Async frames include the callers of `await`. */
export function findCaller(): string | undefined {
  return callerIn(captureStack(FRAMES));
}

/** Returns the first frame of a stack outside Oriel, dependencies and Node.js. */
export function callerIn(stack: string): string | undefined {
  for (const line of stack.split('\n').slice(1)) {
    const frame = readStackLine(line);
    if (!frame || frame.source.includes('/node_modules/') || frame.source.startsWith(OWN_FOLDER)) continue;
    return copyOf(`${pathOfSource(frame.source).replace(`${process.cwd()}/`, '')}:${frame.line}`);
  }
  return undefined;
}

// A part of a string keeps the entire string in memory, here the text of the stack.
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
