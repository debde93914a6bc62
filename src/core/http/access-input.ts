import type { HttpContext } from './context.ts';
import { RequestView } from './request-view.ts';

/** How much is known of a request: nothing but its head, the item it is about, its validated body. */
export const KNOWN = { head: 0, item: 1, body: 2 } as const;
export type Known = (typeof KNOWN)[keyof typeof KNOWN];

/** What a rule may look at beside the request, and how much of it is known so far. */
export interface AccessFacts {
  /** The name of the operation or route. */
  readonly operation: string;
  readonly known: Known;
  /** How much will be known in the end. */
  readonly last: Known;
  readonly item: unknown;
  /** What was sent; of a patch, what it makes of the item. */
  readonly body: unknown;
  readonly uri: Readonly<Record<string, unknown>>;
  readonly query: unknown;
}

/** What rules are called with. Looking at what is not known yet postpones the decision. */
export class AccessInput<Item = unknown, Body = unknown> extends RequestView {
  readonly #facts: AccessFacts;
  /** Did the rule look at what is not known yet? Then whatever it answered counts for nothing. */
  postponed = false;

  constructor(context: HttpContext, facts: AccessFacts) {
    super(context);
    this.#facts = facts;
  }

  /** The name of the operation or route. */
  get operation(): string {
    return this.#facts.operation;
  }

  /** The item that the request is about; undefined for lists, null for a PUT that creates. */
  get item(): Item {
    return this.#give('item', KNOWN.item) as Item;
  }

  /** The same as `item`, as functions that change items call it. */
  get previous(): Item {
    return this.item;
  }

  /** What was sent, validated; for a patch, the item as it will be. */
  get body(): Body {
    return this.#give('body', KNOWN.body) as Body;
  }

  /** The same as `body`, as functions that change items call it. */
  get next(): Body {
    return this.body;
  }

  /** What voters are asked about: the item, else what was sent. */
  get subject(): unknown {
    const { last } = this.#facts;
    if (last === KNOWN.head) return undefined;
    const item = this.item;
    return item ?? (last === KNOWN.body ? this.body : undefined);
  }

  /** The variables of the path, decoded. */
  get uri(): Readonly<Record<string, string>> {
    return this.#facts.uri as Readonly<Record<string, string>>;
  }

  /** The same, as routes call it. */
  get params(): Readonly<Record<string, string>> {
    return this.uri;
  }

  /** What was understood of the query. */
  get query(): Readonly<Record<string, unknown>> {
    return this.#facts.query ?? NOTHING;
  }

  #give(name: 'item' | 'body', from: Known): unknown {
    const { known, last } = this.#facts;
    if (known >= from || last < from) return this.#facts[name];
    this.postponed = true;
    throw NOT_KNOWN_YET;
  }
}

/** Thrown, and caught by whoever asks the rule. */
export const NOT_KNOWN_YET = new Error('A rule looked at what is not known yet; it will be asked again');

const NOTHING = Object.freeze({});
